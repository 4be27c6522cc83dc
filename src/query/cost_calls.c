/* Costs from one start to many cells, and all cells within a budget of cost.
 *
 * The plane is searched part by part: first the box of regions around the start, then, if cells
 * outside it may count, costs are spread over the waypoint graph and the other regions searched. */
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "query/plan.h"
#include "query/resolve.h"
#include "query/task.h"

/* The stages of costs to many cells. */
enum {
  COSTS_BEGIN,
  COSTS_BOX_ALONE,
  COSTS_SPREAD,
  COSTS_BOX,
  COSTS_REGIONS,
  COSTS_SPREAD_ON,
  COSTS_BOX_AGAIN,
  COSTS_REGIONS_AGAIN,
  COSTS_STAGES
};

enum { MOST_TARGETS = 64 }; /* of one search by jumps; beyond, every cell gets its cost */

/* Checks the start, and prepares to spread from there. */
static ovi_status begin_spreading(ovl_planner *planner, ovi_spreading *spreading) {
  ovi_task *task = &planner->task;
  task->asked.smoothing = OVL_SMOOTH_NONE;
  ovi_status status = ovi_query_begin_task(planner);
  if (status != OVI_DONE) {
    return status;
  }
  ovi_planner_begin_trace(planner);
  status = ovi_query_resolve_start(planner);
  if (status == OVI_DONE) {
    *spreading = (ovi_spreading){.from_start = ovi_planner_dijkstra(planner)};
  }
  return status;
}

/* Settles the regions of a list, or all that costs less than `bound` if there is none. */
static ovi_status spread_costs(ovl_planner *planner, ovi_spreading *spreading, uint64_t bound,
                               const ovi_goals *list) {
  ovi_dijkstra *costs = &spreading->from_start;
  ovi_status status = ovi_dijkstra_begin(costs, bound);
  if (status == OVI_DONE) {
    uint64_t budget = ovi_planner_slice_left(planner);
    status = list != NULL ? ovi_dijkstra_settle_list(costs, list, &budget)
                          : ovi_dijkstra_run(costs, &budget);
  }
  ovi_planner_grant(planner);
  return status;
}

/* ---- Costs ------------------------------------------------------------------- */

static void count_goal(void *user, const ovi_goal *goal) {
  ovi_costs_task *costs = user;
  (void)goal;
  costs->goals++;
}

static void add_goal_target(void *user, const ovi_goal *goal) {
  ovi_costs_task *costs = user;
  ovi_local_search *local = costs->spreading.from_start.local;
  ovi_window *window = &local->window;
  if (ovi_local_search_weight(local, goal->cell) != 0) {
    ovi_fine_add_target(&local->search, window, goal->cell.x - window->x, goal->cell.y - window->y,
                        true);
  }
}

static void take_cost(void *user, const ovi_goal *goal) {
  ovi_costs_task *costs = user;
  const ovi_dijkstra *from_start = &costs->spreading.from_start;
  OVI_ASSERT(goal->order < costs->cell_count);
  const bool is_open = ovi_local_search_weight(from_start->local, goal->cell) != 0;
  costs->costs[goal->order] = is_open ? ovi_part_cost(from_start, goal->cell) : UINT64_MAX;
}

/* The highest cost of the goals that can be reached. */
static uint64_t highest_cost(const ovi_task *task) {
  const ovi_costs_task *costs = &task->as.costs;
  const ovi_dijkstra *from_start = &costs->spreading.from_start;
  const ovi_goals *list = &task->resolving.goals.goals;
  uint64_t most = 0;
  for (uint32_t at = 0; at < list->count; at++) {
    ovl_cell cell;
    if (costs->costs[at] > most && list->cell_at(list->user, at, &cell) &&
        from_start->reachable.reaches(from_start->reachable.user,
                                      ovi_layer_island(from_start->layer, cell.x, cell.y))) {
      most = costs->costs[at];
    }
  }
  return most;
}

static void each_goal_of(ovi_task *task, uint32_t part, ovi_goal_fn take) {
  ovi_costs_task *costs = &task->as.costs;
  ovi_part_goals(&costs->spreading.from_start, part, &task->resolving.goals.goals, take, costs);
}

/* Finds the costs of the goals in a part. */
static ovi_status search_goals(ovi_task *task, uint32_t part) {
  ovi_costs_task *costs = &task->as.costs;
  ovi_local_search *local = costs->spreading.from_start.local;
  costs->goals = 0;
  each_goal_of(task, part, count_goal);
  const bool all = costs->goals > MOST_TARGETS;
  if (costs->goals == 0 || !ovi_part_open(&costs->spreading.from_start, part, all)) {
    return OVI_DONE;
  }
  if (all) {
    ovi_fine_resume(&local->search);
  } else {
    if (!ovi_local_search_is_paused(local)) {
      each_goal_of(task, part, add_goal_target);
    }
    ovi_fine_settle(&local->search, &local->window);
  }
  if (ovi_local_search_is_paused(local)) {
    return OVI_PAUSED;
  }
  each_goal_of(task, part, take_cost);
  return OVI_DONE;
}

static ovi_status begin_costs(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_costs_task *costs = &task->as.costs;
  for (size_t i = 0; i < costs->cell_count; i++) {
    costs->costs[i] = UINT64_MAX;
  }
  const ovi_status status = begin_spreading(planner, &costs->spreading);
  if (status == OVI_DONE) {
    ovi_goals_listed(&task->resolving.goals, &planner->workspace.goal_index, task->world,
                     costs->cells, costs->cell_count);
  }
  return status;
}

/* Returns whether all goals lie in a box of regions. */
static bool all_are_in(const ovi_task *task, ovi_rectangle box) {
  const ovi_layer *layer = task->as.costs.spreading.from_start.layer;
  const ovi_goals *list = &task->resolving.goals.goals;
  for (uint32_t at = 0; at < list->count; at++) {
    ovl_cell cell;
    if (list->cell_at(list->user, at, &cell) &&
        !ovi_box_has(layer, box, ovi_region_at(layer, cell.x, cell.y))) {
      return false;
    }
  }
  return true;
}

/* Searches the box alone, which is enough if it holds all goals and none of them costs more than
 * leaving it. */
static ovi_status search_box_alone(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  const ovi_costs_task *costs = &task->as.costs;
  if (all_are_in(task, costs->spreading.from_start.box)) {
    const ovi_status status = search_goals(task, OVI_PART_BOX);
    if (status != OVI_DONE) {
      return status;
    }
    if (highest_cost(task) <= ovi_part_box_cost_out(&costs->spreading.from_start)) {
      ovi_stage_go_to(&task->stages, COSTS_STAGES);
      return OVI_DONE;
    }
  }
  ovi_goals_sort(&task->resolving.goals.goals, task->plane.layer);
  return OVI_DONE;
}

/* Settles the regions of the goals, or spreads far costs in rounds until these cover all goals. */
static ovi_status spread_to_goals(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  ovi_dijkstra *from_start = &spreading->from_start;
  if (from_start->far == NULL) {
    return spread_costs(planner, spreading, UINT64_MAX, &task->resolving.goals.goals);
  }
  ovi_status status = ovi_dijkstra_begin(from_start, UINT64_MAX);
  while (status == OVI_DONE && !from_start->far->is_over &&
         !all_are_in(task, from_start->far->land(from_start->far->user))) {
    uint64_t budget = ovi_planner_slice_left(planner);
    status = ovi_dijkstra_run_round(from_start, &budget);
  }
  ovi_planner_grant(planner);
  return status;
}

/* Spreads far costs in the rounds that are left, for goals whose costs may fall there; if no cost
 * falls, the task is over. */
static ovi_status spread_further(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  ovi_dijkstra *from_start = &spreading->from_start;
  const uint64_t all = ovi_planner_slice_left(planner);
  uint64_t budget = all;
  if (from_start->far == NULL || from_start->far->is_over) {
    ovi_stage_go_to(&task->stages, COSTS_STAGES);
    return OVI_DONE;
  }
  if (spreading->at != 0) {
    from_start->bound = highest_cost(task);
  }
  const uint32_t rounds = from_start->far->rounds;
  const ovi_status status = ovi_dijkstra_run(from_start, &budget);
  const bool spreads = budget != all || from_start->far->rounds != rounds;
  if (status == OVI_DONE && !spreads && spreading->at != 0) {
    ovi_stage_go_to(&task->stages, COSTS_STAGES);
  }
  if (status != OVI_PAUSED || spreads) { /* else a trace has ended the slice before */
    spreading->at = 0;
  }
  ovi_planner_grant(planner);
  return status;
}

static ovi_status search_box_goals(void *work) {
  ovl_planner *planner = work;
  return search_goals(&planner->task, OVI_PART_BOX);
}

/* Searches all regions of the list but those in the box. */
static ovi_status search_region_goals(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  const ovi_dijkstra *from_start = &spreading->from_start;
  uint32_t next = (uint32_t)spreading->at;
  uint32_t region;
  while (ovi_goals_next_region(&task->resolving.goals.goals, from_start->layer, &next, &region)) {
    if (!ovi_box_has(from_start->layer, from_start->box, region) &&
        search_goals(task, region) == OVI_PAUSED) {
      return OVI_PAUSED;
    }
    spreading->at = next;
  }
  return ovi_dijkstra_status(from_start);
}

static const ovi_stage costs_stages[COSTS_STAGES] = {
    [COSTS_BEGIN] = {"check the start", begin_costs},
    [COSTS_BOX_ALONE] = {"search the regions around the start", search_box_alone},
    [COSTS_SPREAD] = {"spread costs to the goals", spread_to_goals},
    [COSTS_BOX] = {"search for goals around the start", search_box_goals},
    [COSTS_REGIONS] = {"search the regions of the goals", search_region_goals},
    [COSTS_SPREAD_ON] = {"spread costs that are left", spread_further},
    [COSTS_BOX_AGAIN] = {"search around the start again", search_box_goals},
    [COSTS_REGIONS_AGAIN] = {"search the regions of the goals again", search_region_goals}};
static const ovi_task_kind costs_task = {.stages = costs_stages, .stage_count = COSTS_STAGES};

ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, const ovl_cell *cells, size_t count,
                                uint64_t *costs) {
  if (count > OVL_MAX_GOALS) {
    return ovi_planner_refuse(planner, OVL_BAD_ARGUMENT, "count", count, OVL_MAX_GOALS);
  }
  const ovl_result result = ovi_task_begin(planner, world, query, &costs_task);
  if (result == OVL_OK) {
    planner->task.as.costs = (ovi_costs_task){.cells = cells, .cell_count = count, .costs = costs};
  }
  return result;
}

ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovl_cell *cells, size_t count, uint64_t *costs) {
  return ovi_task_finish(planner, ovl_task_begin_costs(planner, world, query, cells, count, costs));
}

/* ---- Range --------------------------------------------------------------------- */

/* Lists the cells of a region that cost no more than the budget. */
static void give_region(ovi_task *task, uint32_t id) {
  ovi_range_task *range = &task->as.range;
  const ovi_dijkstra *from_start = &range->spreading.from_start;
  const ovi_rectangle rectangle = ovi_region_rectangle(from_start->layer, id);
  for (int32_t y = rectangle.y0; y < rectangle.y1; y++) {
    for (int32_t x = rectangle.x0; x < rectangle.x1; x++) {
      const uint64_t cost = ovi_part_cost(from_start, (ovl_cell){x, y, 0});
      if (cost > range->budget) {
        continue;
      }
      if (range->count < range->capacity) {
        const ovl_cell cell = ovi_world_from_plane(task->world, (ovl_cell){x, y, 0});
        range->reached[range->count] = (ovl_range_cell){cell, cost};
      }
      range->count++;
    }
  }
}

/* Finds the costs of all cells of a part; OVI_NONE: nothing leads into it. */
static ovi_status search_cells(ovi_spreading *spreading, uint32_t part) {
  if (!ovi_part_open(&spreading->from_start, part, true)) {
    return OVI_NONE;
  }
  return ovi_fine_resume(&spreading->from_start.local->search) == OVI_PAUSED ? OVI_PAUSED
                                                                             : OVI_DONE;
}

static ovi_status begin_range(void *work) {
  ovl_planner *planner = work;
  return begin_spreading(planner, &planner->task.as.range.spreading);
}

/* Spreads as far as the budget, if that is enough to leave the box. */
static ovi_status spread_in_budget(void *work) {
  ovl_planner *planner = work;
  ovi_range_task *range = &planner->task.as.range;
  if (range->budget < ovi_part_box_cost_out(&range->spreading.from_start)) {
    return OVI_DONE;
  }
  return spread_costs(planner, &range->spreading, range->budget + 1, NULL);
}

static ovi_status search_box_cells(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.range.spreading;
  const ovi_rectangle box = spreading->from_start.box;
  if (search_cells(spreading, OVI_PART_BOX) == OVI_PAUSED) {
    return OVI_PAUSED;
  }
  for (int32_t ry = box.y0; ry < box.y1; ry++) {
    for (int32_t rx = box.x0; rx < box.x1; rx++) {
      give_region(task, (uint32_t)(ry * spreading->from_start.layer->partition.regions_x + rx));
    }
  }
  return OVI_DONE;
}

/* Lists the next region that costs have spread to. */
static bool next_entered(const ovi_dijkstra *from_start, uint64_t *at, uint32_t *region) {
  const ovi_coarse_search *coarse = from_start->coarse;
  if (!from_start->has_begun) {
    return false;
  }
  if (from_start->far != NULL) {
    return from_start->far->next(from_start->far->user, at, region);
  }
  const bool is_there = *at < coarse->table.page_count;
  *region = is_there ? coarse->table.pages[(*at)++].region.id : 0;
  return is_there;
}

/* Searches all regions that costs have spread to but those in the box. */
static ovi_status search_region_cells(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.range.spreading;
  uint64_t next = spreading->at;
  uint32_t id;
  while (next_entered(&spreading->from_start, &next, &id)) {
    if (!ovi_box_has(spreading->from_start.layer, spreading->from_start.box, id)) {
      const ovi_status status = search_cells(spreading, id);
      if (status == OVI_PAUSED) {
        return status;
      }
      if (status == OVI_DONE) {
        give_region(task, id);
      }
    }
    spreading->at = next;
  }
  *task->as.range.needed = task->as.range.count;
  return ovi_dijkstra_status(&spreading->from_start);
}

static ovl_result range_result(ovl_planner *planner) {
  const ovi_range_task *range = &planner->task.as.range;
  return range->count > range->capacity
             ? ovi_planner_refuse(planner, OVL_MORE_ROOM, "capacity", range->capacity, range->count)
             : OVL_OK;
}

enum { RANGE_BEGIN, RANGE_SPREAD, RANGE_BOX, RANGE_REGIONS, RANGE_STAGES };
static const ovi_stage range_stages[RANGE_STAGES] = {
    [RANGE_BEGIN] = {"check the start", begin_range},
    [RANGE_SPREAD] = {"spread costs in the budget", spread_in_budget},
    [RANGE_BOX] = {"search the regions around the start", search_box_cells},
    [RANGE_REGIONS] = {"search the regions that costs have spread to", search_region_cells}};
static const ovi_task_kind range_task = {
    .stages = range_stages, .stage_count = RANGE_STAGES, .result = range_result};

ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                size_t capacity, size_t *needed) {
  const ovl_result result = ovi_task_begin(planner, world, query, &range_task);
  if (result == OVL_OK) {
    planner->task.as.range =
        (ovi_range_task){.budget = budget < OVI_COSTS_END ? budget : OVI_COSTS_END,
                         .reached = reached,
                         .capacity = capacity,
                         .needed = needed};
    *needed = 0;
  }
  return result;
}

ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          uint64_t budget, ovl_range_cell *reached, size_t capacity,
                          size_t *needed) {
  return ovi_task_finish(
      planner, ovl_task_begin_range(planner, world, query, budget, reached, capacity, needed));
}
