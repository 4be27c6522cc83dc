/* Goals of lists and of areas, region by region. */
#include "coarse/search/goal_set.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "common/topology.h"

#define NO_GOAL UINT32_MAX

void ovi_goal_index_reserve(ovi_goal_index *index, ovi_arena *arena, uint32_t most) {
  index->heads = ovi_arena_take(arena, ovi_hash_slots(1, most), sizeof(uint32_t));
  index->next = ovi_arena_take(arena, most, sizeof(uint32_t));
}

static bool is_listed(const ovi_goals *goals) { return goals->cell_at != NULL; }

ovi_rectangle ovi_region_rectangle(const ovi_layer *layer, uint32_t id) {
  return ovi_box_cells(layer, ovi_box_of_region(layer, id));
}

/* ---- Lists --------------------------------------------------------------- */

static uint32_t slot_of(const ovi_goal_index *index, uint32_t region) {
  return (uint32_t)ovi_mix64(region) & index->mask;
}

void ovi_goals_sort(const ovi_goals *goals, const ovi_layer *layer) {
  ovi_goal_index *index = goals->index;
  const uint32_t slots = (uint32_t)ovi_hash_slots(1, goals->count);
  index->mask = slots - 1;
  memset(index->heads, 0xff, slots * sizeof(uint32_t)); /* NO_GOAL */
  for (uint32_t at = goals->count; at-- > 0;) {
    ovl_cell cell;
    if (goals->cell_at(goals->user, at, &cell)) {
      uint32_t slot = slot_of(index, ovi_region_at(layer, cell.x, cell.y));
      index->next[at] = index->heads[slot];
      OVI_ASSERT(index->next[at] == NO_GOAL || index->next[at] > at); /* goals in order */
      index->heads[slot] = at;
    }
  }
}

/* The next goal of a region in a chain, from `at` on. */
static uint32_t next_of_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region,
                               uint32_t at, ovl_cell *cell) {
  while (at != NO_GOAL && (!goals->cell_at(goals->user, at, cell) ||
                           ovi_region_at(layer, cell->x, cell->y) != region)) {
    at = goals->index->next[at];
  }
  return at;
}

static uint32_t first_of_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region,
                                ovl_cell *cell) {
  uint32_t head = goals->index->heads[slot_of(goals->index, region)];
  return next_of_region(goals, layer, region, head, cell);
}

/* ---- Areas --------------------------------------------------------------- */

static bool is_in_area(const ovi_goals *goals, int32_t x, int32_t y) {
  const uint64_t square =
      ovi_rectangle_square(goals->topology, ovi_rectangle_of_one(x, y), goals->from);
  return square >= goals->least_square && square <= goals->most_square;
}

static void area_inside(const ovi_goals *goals, ovi_rectangle inside, ovi_goal_fn take,
                        void *user) {
  const ovi_rectangle part = ovi_rectangle_common(goals->area, inside);
  for (int32_t y = part.y0; y < part.y1; y++) {
    for (int32_t x = part.x0; x < part.x1; x++) {
      if (is_in_area(goals, x, y)) {
        const uint64_t order = (uint64_t)y << 32 | (uint32_t)x;
        take(user, &(ovi_goal){{x, y, 0}, order});
      }
    }
  }
}

/* ---- Both ---------------------------------------------------------------- */

void ovi_goals_inside(const ovi_goals *goals, ovi_rectangle inside, ovi_goal_fn take, void *user) {
  if (!is_listed(goals)) {
    area_inside(goals, inside, take, user);
    return;
  }
  for (uint32_t at = 0; at < goals->count; at++) {
    ovi_goal goal = {.order = at};
    if (goals->cell_at(goals->user, at, &goal.cell) &&
        ovi_rectangle_has(inside, goal.cell.x, goal.cell.y)) {
      take(user, &goal);
    }
  }
}

void ovi_goals_of_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region,
                         ovi_goal_fn take, void *user) {
  if (!is_listed(goals)) {
    area_inside(goals, ovi_region_rectangle(layer, region), take, user);
    return;
  }
  ovi_goal goal;
  uint32_t at = first_of_region(goals, layer, region, &goal.cell);
  while (at != NO_GOAL) {
    goal.order = at;
    take(user, &goal);
    at = next_of_region(goals, layer, region, goals->index->next[at], &goal.cell);
  }
}

bool ovi_goals_have_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t region) {
  ovl_cell cell;
  return is_listed(goals) ? first_of_region(goals, layer, region, &cell) != NO_GOAL
                          : !ovi_rectangle_is_empty(ovi_rectangle_common(
                                goals->area, ovi_region_rectangle(layer, region)));
}

bool ovi_goals_next_region(const ovi_goals *goals, const ovi_layer *layer, uint32_t *at,
                           uint32_t *region) {
  if (is_listed(goals)) {
    bool is_found = false;
    for (; !is_found && *at < goals->count; ++*at) { /* the first of its region in the list */
      ovl_cell cell;
      if (goals->cell_at(goals->user, *at, &cell)) {
        *region = ovi_region_at(layer, cell.x, cell.y);
        is_found = first_of_region(goals, layer, *region, &cell) == *at;
      }
    }
    return is_found;
  }
  if (ovi_rectangle_is_empty(goals->area)) {
    return false;
  }
  const ovi_rectangle regions = ovi_rectangle_squares(goals->area, layer->partition.region_cells);
  const uint32_t columns = (uint32_t)(regions.x1 - regions.x0);
  const int32_t ry = regions.y0 + (int32_t)(*at / columns);
  *region = (uint32_t)(ry * layer->partition.regions_x + regions.x0) + *at % columns;
  ++*at;
  return ry < regions.y1;
}

/* ---- Candidates ---------------------------------------------------------- */

static bool is_candidate_before(const ovi_goal_candidate *a, const ovi_goal_candidate *b) {
  return ovi_goal_is_before(a->bound, a->goal.order, b->bound, b->goal.order);
}

void ovi_goal_candidates_begin(ovi_goal_candidates *candidates) {
  candidates->count = 0;
  candidates->rest = (ovi_goal_candidate){.bound = UINT64_MAX, .goal.order = UINT64_MAX};
}

void ovi_goal_candidates_add(ovi_goal_candidates *candidates, const ovi_goal *goal,
                             uint64_t bound) {
  const ovi_goal_candidate added = {*goal, bound};
  ovi_goal_candidate *list = candidates->list;
  ovi_goal_candidate out = added; /* of the list, if that is full */
  int at = candidates->count;
  while (at > 0 && is_candidate_before(&added, &list[at - 1])) {
    at--;
  }
  if (at < OVI_GOAL_CANDIDATES) {
    out = list[OVI_GOAL_CANDIDATES - 1];
    const int end =
        candidates->count < OVI_GOAL_CANDIDATES ? candidates->count : OVI_GOAL_CANDIDATES - 1;
    memmove(list + at + 1, list + at, (size_t)(end - at) * sizeof(*list));
    list[at] = added;
  }
  if (candidates->count < OVI_GOAL_CANDIDATES) {
    candidates->count++;
  } else if (is_candidate_before(&out, &candidates->rest)) {
    candidates->rest = out;
  }
  OVI_ASSERT(list[0].bound <= bound);
}

/* ---- The state of goals -------------------------------------------- */

static ovi_goals_state state_of(const ovi_layer *layer, ovl_cell cell, ovi_reachable reachable) {
  const uint32_t island = ovi_layer_island(layer, cell.x, cell.y);
  return island == 0                                 ? OVI_GOALS_BLOCKED
         : reachable.reaches(reachable.user, island) ? OVI_GOALS_REACHABLE
                                                     : OVI_GOALS_UNREACHABLE;
}

static ovi_goals_state state_of_part(const ovi_goals *goals, const ovi_layer *layer,
                                     ovi_rectangle part, ovi_reachable reachable) {
  ovi_goals_state best = OVI_GOALS_OUTSIDE;
  for (int32_t y = part.y0; y < part.y1 && best != OVI_GOALS_REACHABLE; y++) {
    for (int32_t x = part.x0; x < part.x1 && best != OVI_GOALS_REACHABLE; x++) {
      if (is_in_area(goals, x, y)) {
        const ovi_goals_state state = state_of(layer, (ovl_cell){x, y, 0}, reachable);
        best = state > best ? state : best;
      }
    }
  }
  return best;
}

ovi_goals_state ovi_goals_find_state(const ovi_goals *goals, const ovi_layer *layer,
                                     ovi_reachable reachable) {
  ovi_goals_state best = OVI_GOALS_OUTSIDE;
  uint32_t at = 0;
  uint32_t id;
  for (; is_listed(goals) && at < goals->count && best != OVI_GOALS_REACHABLE; at++) {
    ovl_cell cell;
    if (goals->cell_at(goals->user, at, &cell)) {
      const ovi_goals_state state = state_of(layer, cell, reachable);
      best = state > best ? state : best;
    }
  }
  /* Of an area it skips the regions whose cells cannot improve the state. */
  while (!is_listed(goals) && best != OVI_GOALS_REACHABLE &&
         ovi_goals_next_region(goals, layer, &at, &id)) {
    const ovi_rectangle part = ovi_rectangle_common(goals->area, ovi_region_rectangle(layer, id));
    if (best != OVI_GOALS_UNREACHABLE || ovi_region_is_reachable(layer, id, reachable)) {
      const ovi_goals_state state = state_of_part(goals, layer, part, reachable);
      best = state > best ? state : best;
    }
  }
  return best;
}
