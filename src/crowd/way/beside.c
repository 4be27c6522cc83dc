/* Ways beside a path; see the header.
 *
 * From the end of a unit's path straight lines lead to a cell beside the end of the segment, or
 * where that is not in sight to one beside its middle first, and so on. A cell beside the segment
 * lies on the line across it, at the unit's share of the free cells there. */
#include "crowd/way/beside.h"

#include "crowd/way/unit_line.h"
#include "overland_inspect.h"
#include "world/inspect.h"

enum {
  BESIDE_TREND_STEPS = 8, /* before and behind a cell that tell the direction of the way */
  BESIDE_LEAST_FREE = 12, /* cells across the way */
  BESIDE_LEAST_STEPS = 8, /* between two cells beside the segment */
  BESIDE_CELLS = OVI_WAY_STEPS + 1,
  BESIDE_FLAT_STEPS =
      3, /* by which the middle of a line may lie elsewhere than beside the segment */
  BESIDE_ENDS = 8
};

/* A cell beside the segment. */
typedef struct beside_end {
  ovl_cell cell;
  int32_t at;     /* steps of the segment before it */
  bool is_narrow; /* two streams could not pass each other: a queue waits before it */
} beside_end;

/* The cells of a segment. */
typedef struct beside_cells {
  ovl_cell at[BESIDE_CELLS];
  int32_t last;
} beside_cells;

static bool list_beside(const ovl_path *segment, beside_cells *all) {
  all->at[0] = segment->points[0];
  all->last = 0;
  for (size_t i = 1; i < segment->count; i++) {
    while (!ovi_cells_are_one(all->at[all->last], segment->points[i])) {
      if (all->last + 1 == BESIDE_CELLS) {
        return false;
      }
      all->at[all->last + 1] = ovi_cell_toward(all->at[all->last], segment->points[i]);
      all->last++;
    }
  }
  return true;
}

/* Walks across the way as far as cells are free. */
static ovi_lane_leg walk_across(const ovl_world *world, int32_t profile, ovl_cell from, int32_t dx,
                                int32_t dy, int32_t most) {
  ovi_lane_leg leg = {.end = from};
  ovi_line line = ovi_line_along(ovi_world_topology(world), from, dx, dy);
  uint32_t done = 1;
  while (leg.count < most && done == 1) {
    done = ovi_lane_leg_step(world, profile, &line, &leg);
  }
  leg.count -= done == 2 ? 1 : 0; /* a step around a rock, behind which it would go on */
  return leg;
}

/* The direction of the way at a cell of the segment; false: it has none. */
static bool beside_trend(const beside_cells *all, int32_t at, int32_t *dx, int32_t *dy) {
  const ovl_cell from = all->at[at > BESIDE_TREND_STEPS ? at - BESIDE_TREND_STEPS : 0];
  const ovl_cell to =
      all->at[at + BESIDE_TREND_STEPS < all->last ? at + BESIDE_TREND_STEPS : all->last];
  *dx = to.x - from.x;
  *dy = to.y - from.y;
  return *dx != 0 || *dy != 0;
}

/* Returns whether too few cells are free across the way, of which no more are looked at than tell
 * it. */
static bool is_narrow_at(const ovl_world *world, int32_t profile, const beside_cells *all,
                         int32_t at, int32_t most) {
  int32_t dx;
  int32_t dy;
  if (!beside_trend(all, at, &dx, &dy)) {
    return false;
  }
  const ovl_cell across = ovi_across(ovi_world_topology(world), dx, dy);
  const int32_t enough = most < BESIDE_LEAST_FREE ? most : BESIDE_LEAST_FREE;
  const int32_t left = walk_across(world, profile, all->at[at], -across.x, -across.y, enough).count;
  const int32_t lacking = BESIDE_LEAST_FREE - left;
  return walk_across(world, profile, all->at[at], across.x, across.y,
                     lacking < most ? lacking : most)
             .count < lacking;
}

static beside_end beside_at(const ovl_world *world, int32_t profile, const beside_cells *all,
                            int32_t at, ovi_beside place) {
  beside_end made = {.cell = all->at[at], .at = at};
  int32_t dx;
  int32_t dy;
  if (!beside_trend(all, at, &dx, &dy)) {
    return made;
  }
  const ovl_cell across = ovi_across(ovi_world_topology(world), dx, dy);
  const ovi_lane_leg left =
      walk_across(world, profile, made.cell, -across.x, -across.y, place.most);
  const ovi_lane_leg right = walk_across(world, profile, made.cell, across.x, across.y, place.most);
  const int32_t wanted = (left.count + right.count) * place.share / OVI_BESIDE_PARTS - left.count;
  const ovi_lane_leg *leg = wanted < 0 ? &left : &right;
  made.is_narrow = left.count + right.count < BESIDE_LEAST_FREE;
  for (int32_t i = 0; i < ovi_magnitude(wanted); i++) {
    made.cell = ovi_cell_beside(made.cell, leg->steps[i]);
  }
  return made;
}

/* Adds a straight line to a cell. */
static bool add_straight(ovi_way *way, const ovl_world *world, int32_t profile, ovl_cell to,
                         ovl_cell *end) {
  const int topology = ovi_world_topology(world);
  const int32_t steps = ovi_steps_between(topology, *end, to);
  ovi_lane_leg leg = {.end = *end};
  if (steps > OVI_WAY_STEPS || !ovi_lane_leg_to(world, profile, to, 1 + steps / 8, &leg) ||
      leg.count + OVI_WAY_SPARE > (int32_t)ovi_way_room(way) ||
      !ovi_is_as_cheap(leg.cost, ovi_length(topology, *end, to),
                       ovl_world_weight(world, profile, to), 1)) {
    return false;
  }
  for (int32_t i = 0; i < leg.count; i++) {
    ovi_way_push_back(way, leg.steps[i]);
  }
  *end = to;
  return true;
}

/* Returns whether the middle of a line lies about as far beside the segment as the cell there. */
static bool is_flat(int topology, ovl_cell from, ovl_cell to, ovl_cell beside) {
  const ovl_cell middle = {(from.x + to.x) / 2, (from.y + to.y) / 2, from.floor};
  return ovi_steps_between(topology, middle, beside) <= BESIDE_FLAT_STEPS;
}

bool ovi_way_beside(ovi_way *way, const ovl_world *world, int32_t profile, const ovl_path *segment,
                    ovi_beside place, bool exact, ovl_cell *end) {
  const ovi_way before = *way;
  beside_cells all;
  beside_end ends[BESIDE_ENDS];
  int32_t count = 1;
  int32_t at = 0;
  ovl_cell cell = *end;
  if (segment->link_count != 0 || !list_beside(segment, &all) ||
      (all.last < BESIDE_LEAST_STEPS && ovi_cells_are_one(cell, all.at[0]))) {
    return false; /* on one so short, as before a link, a unit would go to and fro */
  }
  for (int32_t i = 0; i <= all.last; i += BESIDE_LEAST_STEPS) {
    if (is_narrow_at(world, profile, &all, i, place.most)) {
      return false;
    }
  }
  ends[0] = exact ? (beside_end){.cell = all.at[all.last], .at = all.last}
                  : beside_at(world, profile, &all, all.last, place);
  while (count != 0) {
    const beside_end next = ends[count - 1];
    const int32_t middle_at = (at + next.at) / 2;
    const bool is_short = next.at - at < BESIDE_LEAST_STEPS;
    const bool is_long = next.at - at >= 2 * BESIDE_LEAST_STEPS;
    if (next.is_narrow) {
      *way = before;
      return false;
    }
    const beside_end middle =
        is_long ? beside_at(world, profile, &all, middle_at, place) : (beside_end){.at = 0};
    if (((!is_long || is_flat(ovi_world_topology(world), cell, next.cell, middle.cell)) &&
         add_straight(way, world, profile, next.cell, &cell)) ||
        (is_short && add_straight(way, world, profile, all.at[next.at], &cell))) {
      at = next.at;
      count--;
    } else if (count == BESIDE_ENDS || is_short) {
      *way = before;
      return false;
    } else {
      ends[count++] = is_long ? middle : beside_at(world, profile, &all, middle_at, place);
    }
  }
  *end = cell;
  return true;
}
