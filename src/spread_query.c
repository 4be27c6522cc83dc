/* Costs from one start to many cells, and the area within a budget of cost. */
#include "goal_query.h"
#include "spread.h"

enum { MOST_TARGETS = 64 }; /* of one search by jumps; beyond, every cell gets its cost */

/* A spread of a planner, with the query that it is of. */
typedef struct task {
  ovl_planner *planner;
  ovl_query asked;
  ovi_plane_query plane;
  ovi_spread spread;
} task;

static ovl_result begin_task(task *t, ovl_planner *planner, const ovl_world *world,
                             const ovl_query *query) {
  t->planner = planner;
  t->asked = *query;
  t->asked.estimate = OVL_ESTIMATE_BEST;
  t->asked.smoothing = OVL_SMOOTH_NONE;
  ovi_planner_begin_work(planner);
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (layer != NULL && !ovi_planner_serves(planner, layer)) {
    return OVL_OTHER_WORLD;
  }
  ovl_result result = ovi_query_begin(world, &t->asked, &t->plane);
  if (result == OVL_OK) {
    ovi_planner_begin_visits(planner, &t->plane.query);
    result = ovi_query_settle_start(t->planner, &t->plane);
  }
  if (result != OVL_OK) {
    return result;
  }
  t->spread = (ovi_spread){.layer = layer,
                           .start = t->plane.query.start,
                           .stretch = &planner->refiner.stretch,
                           .coarse = &planner->coarse,
                           .links = &planner->start.links};
  ovi_spread_begin(&t->spread);
  return OVL_OK;
}

static ovl_result spread_on(task *t, uint64_t bound, const ovi_goals *list) {
  ovl_result result = ovi_spread_run(&t->spread, bound, list, t->plane.reachable);
  if (result == OVL_PLANNER_TOO_SMALL) {
    t->planner->stats.bytes_needed = ovi_planner_most_bytes(t->plane.world, t->planner->turn_costs);
  }
  return result;
}

/* ---- Costs ------------------------------------------------------------------- */

/* The goals of one part while it is searched. */
typedef struct costs_task {
  task base;
  const ovi_goals *list;
  uint64_t *costs;
  uint32_t goals; /* of the part */
  uint64_t most;  /* of their costs */
} costs_task;

static void count_goal(void *user, const ovi_goal *goal) {
  costs_task *t = user;
  (void)goal;
  t->goals++;
}

static void mark_goal(void *user, const ovi_goal *goal) {
  costs_task *t = user;
  ovi_stretch *stretch = t->base.spread.stretch;
  ovi_window *window = &stretch->window;
  if (ovi_stretch_weight(stretch, goal->cell) != 0) {
    ovi_fine_add_target(&stretch->search, window, goal->cell.x - window->x,
                        goal->cell.y - window->y, true);
  }
}

static void take_cost(void *user, const ovi_goal *goal) {
  costs_task *t = user;
  const bool is_open = ovi_stretch_weight(t->base.spread.stretch, goal->cell) != 0;
  const uint64_t cost = is_open ? ovi_spread_cost(&t->base.spread, goal->cell) : UINT64_MAX;
  t->costs[goal->order] = cost;
  t->most = cost > t->most ? cost : t->most;
}

static void each_goal(costs_task *t, uint32_t part, ovi_goal_fn take) {
  const ovi_layer *layer = t->base.spread.layer;
  if (part == OVI_SPREAD_BOX) {
    ovi_goals_inside(t->list, ovi_box_rectangle(layer, t->base.spread.box), take, t);
  } else {
    ovi_goals_of_region(t->list, layer, part, take, t);
  }
}

static void search_part(costs_task *t, uint32_t part) {
  ovi_stretch *stretch = t->base.spread.stretch;
  t->goals = 0;
  t->most = 0;
  each_goal(t, part, count_goal);
  const bool all = t->goals > MOST_TARGETS;
  if (t->goals == 0 || !ovi_spread_open(&t->base.spread, part, all)) {
    return;
  }
  if (all) {
    ovi_fine_run(&stretch->search, UINT64_MAX);
  } else {
    each_goal(t, part, mark_goal);
    ovi_fine_settle(&stretch->search, &stretch->window);
  }
  each_goal(t, part, take_cost);
}

/* Whether the box alone tells all. */
static bool box_is_enough(costs_task *t) {
  const ovi_spread *spread = &t->base.spread;
  for (uint32_t at = 0; at < t->list->count; at++) {
    ovl_cell cell;
    if (t->list->place(t->list->user, at, &cell) &&
        !ovi_spread_is_in_box(spread, ovi_region_at(spread->layer, cell.x, cell.y))) {
      return false;
    }
  }
  search_part(t, OVI_SPREAD_BOX);
  return t->most <= ovi_box_cost_out(spread->layer, spread->box, spread->start);
}

static ovl_result find_costs(costs_task *t) {
  const ovi_spread *spread = &t->base.spread;
  if (box_is_enough(t)) {
    return OVL_OK;
  }
  ovi_goals_sort(t->list, spread->layer);
  const ovl_result result = spread_on(&t->base, UINT64_MAX, t->list);
  if (result != OVL_OK) {
    return result;
  }
  search_part(t, OVI_SPREAD_BOX);
  for (uint32_t at = 0; at < t->list->count; at++) {
    ovl_cell cell;
    if (ovi_goals_is_first(t->list, spread->layer, at) &&
        t->list->place(t->list->user, at, &cell)) {
      const uint32_t region = ovi_region_at(spread->layer, cell.x, cell.y);
      if (!ovi_spread_is_in_box(spread, region)) {
        search_part(t, region);
      }
    }
  }
  return OVL_OK;
}

ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovl_cell *cells, size_t count, uint64_t *costs) {
  costs_task t = {.costs = costs};
  ovi_query_goals goals;
  if (count > OVL_MAX_GOALS) {
    return OVL_BAD_ARGUMENT;
  }
  for (size_t i = 0; i < count; i++) {
    costs[i] = UINT64_MAX;
  }
  ovl_result result = begin_task(&t.base, planner, world, query);
  if (result == OVL_OK) {
    ovi_goals_listed(&goals, planner, world, cells, count);
    t.list = &goals.goals;
    result = find_costs(&t);
  }
  ovi_planner_end_work(planner);
  return result;
}

/* ---- Reach --------------------------------------------------------------------- */

typedef struct reach_task {
  task base;
  uint64_t budget;
  ovl_reached *reached;
  size_t capacity, count;
} reach_task;

static void give_region(reach_task *t, uint32_t id) {
  const ovi_rectangle r = ovi_region_rectangle(t->base.spread.layer, id);
  for (int32_t y = r.y0; y < r.y1; y++) {
    for (int32_t x = r.x0; x < r.x1; x++) {
      const uint64_t cost = ovi_spread_cost(&t->base.spread, (ovl_cell){x, y, 0});
      if (cost > t->budget) {
        continue;
      }
      if (t->count < t->capacity) {
        const ovl_cell cell = ovi_world_from_plane(t->base.plane.world, (ovl_cell){x, y, 0});
        t->reached[t->count] = (ovl_reached){cell, cost};
      }
      t->count++;
    }
  }
}

static bool search_all(reach_task *t, uint32_t part) {
  if (!ovi_spread_open(&t->base.spread, part, true)) {
    return false;
  }
  ovi_fine_run(&t->base.spread.stretch->search, UINT64_MAX);
  return true;
}

static ovl_result find_reach(reach_task *t) {
  const ovi_spread *spread = &t->base.spread;
  const ovi_coarse_search *coarse = spread->coarse;
  const uint64_t out = ovi_box_cost_out(spread->layer, spread->box, spread->start);
  if (t->budget >= out) {
    const uint64_t bound = t->budget < UINT64_MAX ? t->budget + 1 : UINT64_MAX;
    const ovl_result result = spread_on(&t->base, bound, NULL);
    if (result != OVL_OK) {
      return result;
    }
  }
  search_all(t, OVI_SPREAD_BOX);
  for (int32_t ry = spread->box.y0; ry <= spread->box.y1; ry++) {
    for (int32_t rx = spread->box.x0; rx <= spread->box.x1; rx++) {
      give_region(t, (uint32_t)(ry * spread->layer->regions_x + rx));
    }
  }
  for (uint32_t page = 0; spread->is_spread && page < coarse->page_count; page++) {
    const uint32_t id = coarse->pages[page].region.id;
    if (!ovi_spread_is_in_box(spread, id) && search_all(t, id)) {
      give_region(t, id);
    }
  }
  return t->count > t->capacity ? OVL_MORE_ROOM : OVL_OK;
}

ovl_result ovl_find_reach(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          uint64_t budget, ovl_reached *reached, size_t capacity, size_t *needed) {
  reach_task t = {.budget = budget < OVI_COSTS_END ? budget : OVI_COSTS_END,
                  .reached = reached,
                  .capacity = capacity};
  ovl_result result = begin_task(&t.base, planner, world, query);
  if (result == OVL_OK) {
    result = find_reach(&t);
  }
  *needed = t.count;
  ovi_planner_end_work(planner);
  return result;
}
