/* Costs from one start to many cells, and the area within a budget of cost. */
#include "coarse/search/one_to_many.h"
#include "overland_schedule.h"
#include "query/plan.h"
#include "query/resolve.h"
#include "query/task.h"

enum { MOST_TARGETS = 64 }; /* of one search by jumps; beyond, every cell gets its cost */

/* Checks the start, and begins a spread there. */
static ovl_result begin_spreading(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_plane_query *plane = &task->plane;
  task->asked.method = OVL_METHOD_BEST;
  task->asked.smoothing = OVL_SMOOTH_NONE;
  ovl_result result = ovi_query_begin_task(planner);
  if (result == OVL_OK) {
    ovi_planner_begin_visits(planner, &plane->query);
    result = ovi_query_resolve_start(planner, plane);
  }
  if (result != OVL_OK) {
    return result;
  }
  ovi_spreading *spreading = &task->spreading;
  spreading->at = 0;
  spreading->count = 0;
  spreading->spread = (ovi_one_to_many){.layer = plane->layer,
                                        .start = plane->query.start,
                                        .local = &planner->workspace.refiner.local,
                                        .coarse = &planner->workspace.coarse,
                                        .links = &planner->workspace.start.links};
  ovi_one_to_many_begin(&spreading->spread);
  task->stage = OVI_TASK_LOOKS_AROUND;
  return OVL_OK;
}

static ovl_result spread_on(ovl_planner *planner, uint64_t bound, const ovi_goals *list) {
  const ovi_plane_query *plane = &planner->task.plane;
  const ovi_one_to_many_task task = {bound, list, plane->reachable};
  const ovl_result result =
      ovi_one_to_many_run(&planner->task.spreading.spread, &task, ovi_planner_end(planner));
  ovi_planner_grant(planner);
  if (result == OVL_PLANNER_TOO_SMALL) {
    planner->call.stats.bytes_needed =
        ovi_planner_most_bytes(planner, plane->world, planner->made_for.windows.turns);
  }
  return result;
}

/* ---- Costs ------------------------------------------------------------------- */

static void count_goal(void *user, const ovi_goal *goal) {
  ovi_spreading *spreading = user;
  (void)goal;
  spreading->goals++;
}

static void costs_mark_goal(void *user, const ovi_goal *goal) {
  ovi_spreading *spreading = user;
  ovi_local_search *local = spreading->spread.local;
  ovi_window *window = &local->window;
  if (ovi_local_search_weight(local, goal->cell) != 0) {
    ovi_fine_add_target(&local->search, window, goal->cell.x - window->x, goal->cell.y - window->y,
                        true);
  }
}

static void take_cost(void *user, const ovi_goal *goal) {
  ovi_spreading *spreading = user;
  const bool is_open = ovi_local_search_weight(spreading->spread.local, goal->cell) != 0;
  const uint64_t cost = is_open ? ovi_one_to_many_cost(&spreading->spread, goal->cell) : UINT64_MAX;
  spreading->costs[goal->order] = cost;
  spreading->most = cost > spreading->most ? cost : spreading->most;
}

static void costs_each_goal(ovi_task *task, uint32_t part, ovi_goal_fn take) {
  ovi_spreading *spreading = &task->spreading;
  const ovi_layer *layer = spreading->spread.layer;
  if (part == OVI_SPREAD_BOX) {
    ovi_goals_inside(&task->goals.goals, ovi_box_cells(layer, spreading->spread.box), take,
                     spreading);
  } else {
    ovi_goals_of_region(&task->goals.goals, layer, part, take, spreading);
  }
}

/* False: the search is paused. */
static bool search_part(ovi_task *task, uint32_t part) {
  ovi_spreading *spreading = &task->spreading;
  ovi_local_search *local = spreading->spread.local;
  spreading->goals = 0;
  spreading->most = 0;
  costs_each_goal(task, part, count_goal);
  const bool all = spreading->goals > MOST_TARGETS;
  if (spreading->goals == 0 || !ovi_one_to_many_open(&spreading->spread, part, all)) {
    return true;
  }
  if (all) {
    ovi_fine_run_on(&local->search);
  } else {
    if (!ovi_local_search_is_paused(local)) {
      costs_each_goal(task, part, costs_mark_goal);
    }
    ovi_fine_settle(&local->search, &local->window);
  }
  if (ovi_local_search_is_paused(local)) {
    return false;
  }
  costs_each_goal(task, part, take_cost);
  return true;
}

/* Whether the box alone can tell all. */
static bool all_are_in_box(const ovi_task *task) {
  const ovi_one_to_many *spread = &task->spreading.spread;
  const ovi_goals *list = &task->goals.goals;
  for (uint32_t at = 0; at < list->count; at++) {
    ovl_cell cell;
    if (list->place(list->user, at, &cell) &&
        !ovi_one_to_many_is_in_box(spread, ovi_region_at(spread->layer, cell.x, cell.y))) {
      return false;
    }
  }
  return true;
}

/* In the box, and whether that is enough: OVL_OK, or OVL_LIMITED if not. */
static ovl_result look_around(ovi_task *task) {
  const ovi_one_to_many *spread = &task->spreading.spread;
  if (!all_are_in_box(task)) {
    return OVL_LIMITED;
  }
  if (!search_part(task, OVI_SPREAD_BOX)) {
    return OVL_BUSY;
  }
  return task->spreading.most <= ovi_box_cost_out(spread->layer, spread->box, spread->start)
             ? OVL_OK
             : OVL_LIMITED;
}

/* All regions of the list but those in the box. False: a search is paused. */
static bool search_regions(ovi_task *task) {
  ovi_spreading *spreading = &task->spreading;
  const ovi_goals *list = &task->goals.goals;
  for (; spreading->at < list->count; spreading->at++) {
    ovl_cell cell;
    if (!ovi_goals_is_first(list, spreading->spread.layer, spreading->at) ||
        !list->place(list->user, spreading->at, &cell)) {
      continue;
    }
    const uint32_t region = ovi_region_at(spreading->spread.layer, cell.x, cell.y);
    if (!ovi_one_to_many_is_in_box(&spreading->spread, region) && !search_part(task, region)) {
      return false;
    }
  }
  return true;
}

static ovl_result begin_costs(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovi_spreading *spreading = &task->spreading;
  for (size_t i = 0; i < spreading->cell_count; i++) {
    spreading->costs[i] = UINT64_MAX;
  }
  const ovl_result result = begin_spreading(planner);
  if (result == OVL_OK) {
    ovi_goals_listed(&task->goals, &planner->workspace.goal_index, task->world, spreading->cells,
                     spreading->cell_count);
  }
  return result;
}

static ovl_result run_costs(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovl_result result = task->stage == OVI_TASK_PLANS ? begin_costs(planner) : OVL_OK;
  if (result == OVL_OK && task->stage == OVI_TASK_LOOKS_AROUND) {
    result = look_around(task);
    if (result != OVL_LIMITED) {
      return result;
    }
    ovi_goals_sort(&task->goals.goals, task->plane.layer);
    task->stage = OVI_TASK_SPREADS;
    result = OVL_OK;
  }
  if (result == OVL_OK && task->stage == OVI_TASK_SPREADS) {
    result = spread_on(planner, UINT64_MAX, &task->goals.goals);
    task->stage = result == OVL_OK ? OVI_TASK_SEARCHES_BOX : OVI_TASK_SPREADS;
  }
  if (result != OVL_OK) {
    return result;
  }
  if (task->stage == OVI_TASK_SEARCHES_BOX) {
    if (!search_part(task, OVI_SPREAD_BOX)) {
      return OVL_BUSY;
    }
    task->stage = OVI_TASK_SEARCHES_REGIONS;
  }
  return search_regions(task) ? OVL_OK : OVL_BUSY;
}

ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, const ovl_cell *cells, size_t count,
                                uint64_t *costs) {
  if (count > OVL_MAX_GOALS) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result = ovi_task_begin(planner, world, query, run_costs);
  if (result == OVL_OK) {
    ovi_spreading *spreading = &planner->task.spreading;
    spreading->cells = cells;
    spreading->cell_count = count;
    spreading->costs = costs;
  }
  return result;
}

ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovl_cell *cells, size_t count, uint64_t *costs) {
  const ovl_result result = ovl_task_begin_costs(planner, world, query, cells, count, costs);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}

/* ---- Reach --------------------------------------------------------------------- */

static void give_region(ovi_task *task, uint32_t id) {
  ovi_spreading *spreading = &task->spreading;
  const ovi_rectangle rectangle = ovi_region_rectangle(spreading->spread.layer, id);
  for (int32_t y = rectangle.y0; y < rectangle.y1; y++) {
    for (int32_t x = rectangle.x0; x < rectangle.x1; x++) {
      const uint64_t cost = ovi_one_to_many_cost(&spreading->spread, (ovl_cell){x, y, 0});
      if (cost > spreading->budget) {
        continue;
      }
      if (spreading->count < spreading->capacity) {
        const ovl_cell cell = ovi_world_from_plane(task->world, (ovl_cell){x, y, 0});
        spreading->reached[spreading->count] = (ovl_range_cell){cell, cost};
      }
      spreading->count++;
    }
  }
}

/* Finds the costs of all cells of a part, if anything leads into it. False: it is paused. */
static bool search_all(ovi_spreading *spreading, uint32_t part, bool *is_entered) {
  *is_entered = ovi_one_to_many_open(&spreading->spread, part, true);
  return !*is_entered || ovi_fine_run_on(&spreading->spread.local->search) != OVI_SEARCH_PAUSED;
}

static bool costs_search_box(ovi_task *task) {
  ovi_spreading *spreading = &task->spreading;
  const ovi_rectangle box = spreading->spread.box;
  bool is_entered;
  if (!search_all(spreading, OVI_SPREAD_BOX, &is_entered)) {
    return false;
  }
  for (int32_t ry = box.y0; ry < box.y1; ry++) {
    for (int32_t rx = box.x0; rx < box.x1; rx++) {
      give_region(task, (uint32_t)(ry * spreading->spread.layer->regions_x + rx));
    }
  }
  return true;
}

/* All regions that costs have spread to but those in the box. */
static bool search_pages(ovi_task *task) {
  ovi_spreading *spreading = &task->spreading;
  const ovi_coarse_search *coarse = spreading->spread.coarse;
  for (; spreading->spread.is_spread && spreading->at < coarse->page_count; spreading->at++) {
    const uint32_t id = coarse->pages[spreading->at].region.id;
    bool is_entered;
    if (ovi_one_to_many_is_in_box(&spreading->spread, id)) {
      continue;
    }
    if (!search_all(spreading, id, &is_entered)) {
      return false;
    }
    if (is_entered) {
      give_region(task, id);
    }
  }
  return true;
}

static ovl_result spread_in_budget(ovl_planner *planner) {
  const ovi_spreading *spreading = &planner->task.spreading;
  const ovi_one_to_many *spread = &spreading->spread;
  const uint64_t out = ovi_box_cost_out(spread->layer, spread->box, spread->start);
  if (spreading->budget < out) {
    return OVL_OK;
  }
  return spread_on(planner, spreading->budget < UINT64_MAX ? spreading->budget + 1 : UINT64_MAX,
                   NULL);
}

static ovl_result run_reach(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->spreading;
  ovl_result result = OVL_OK;
  if (task->stage == OVI_TASK_PLANS) {
    result = begin_spreading(planner);
  }
  if (result == OVL_OK && task->stage == OVI_TASK_LOOKS_AROUND) {
    result = spread_in_budget(planner);
    task->stage = result == OVL_OK ? OVI_TASK_SEARCHES_BOX : OVI_TASK_LOOKS_AROUND;
  }
  if (result != OVL_OK) {
    return result;
  }
  if (task->stage == OVI_TASK_SEARCHES_BOX) {
    if (!costs_search_box(task)) {
      return OVL_BUSY;
    }
    task->stage = OVI_TASK_SEARCHES_REGIONS;
  }
  if (!search_pages(task)) {
    return OVL_BUSY;
  }
  *spreading->needed = spreading->count;
  return spreading->count > spreading->capacity ? OVL_MORE_ROOM : OVL_OK;
}

ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                size_t capacity, size_t *needed) {
  const ovl_result result = ovi_task_begin(planner, world, query, run_reach);
  if (result == OVL_OK) {
    ovi_spreading *spreading = &planner->task.spreading;
    spreading->budget = budget < OVI_COSTS_END ? budget : OVI_COSTS_END;
    spreading->reached = reached;
    spreading->capacity = capacity;
    spreading->needed = needed;
    *needed = 0;
  }
  return result;
}

ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          uint64_t budget, ovl_range_cell *reached, size_t capacity,
                          size_t *needed) {
  const ovl_result result =
      ovl_task_begin_range(planner, world, query, budget, reached, capacity, needed);
  return result == OVL_OK ? ovi_task_finish(planner) : result;
}
