/* Costs from one start to many cells; and what ranges begin with, too: spreading costs.
 *
 * Cells around the start are searched zone by zone. If paths may leave the land of the zones, or
 * take links, costs are spread over the waypoint graph first, and far regions searched from their
 * waypoints. */
#include "query/cost_calls.h"

#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "query/plan.h"
#include "query/resolve.h"
#include "query/route_limit.h"
#include "query/task.h"

/* The stages of costs to many cells. */
enum {
  COSTS_BEGIN,
  COSTS_BOX_ALONE,
  COSTS_PLANS,
  COSTS_ZONES,
  COSTS_SPREAD,
  COSTS_ENTER,
  COSTS_ZONES_AGAIN,
  COSTS_REGIONS,
  COSTS_STAGES
};

enum { MOST_TARGETS = 64 }; /* of one search by jumps; beyond, every cell gets its cost */

ovi_status ovi_spreading_begin(ovl_planner *planner, ovi_spreading *spreading, uint64_t bound) {
  ovi_task *task = &planner->task;
  task->asked.smoothing = OVL_SMOOTH_GRID;
  task->asked.more =
      (ovl_query_more){.trace = task->asked.more.trace, .trace_user = task->asked.more.trace_user};
  ovi_status status = ovi_query_begin_task(planner);
  if (status != OVI_DONE) {
    return status;
  }
  ovi_planner_begin_trace(planner);
  status = ovi_query_resolve_start(planner);
  if (status == OVI_DONE) {
    *spreading = (ovi_spreading){.from_start = ovi_planner_dijkstra(planner)};
    ovi_zones_begin(&spreading->zones, &spreading->from_start, &planner->workspace.zones, bound);
  }
  return status;
}

ovi_status ovi_spreading_run(ovl_planner *planner, ovi_spreading *spreading, uint64_t bound,
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

bool ovi_spreading_next(const ovi_dijkstra *from_start, uint64_t *at, uint32_t *region) {
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

ovi_status ovi_spreading_enter(ovi_spreading *spreading) {
  uint64_t at = 0;
  uint32_t region;
  while (ovi_spreading_next(&spreading->from_start, &at, &region)) {
    if (ovi_zones_have(&spreading->zones, region)) {
      ovi_zones_enter(&spreading->zones, region);
    }
  }
  return ovi_dijkstra_status(&spreading->from_start);
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
  const uint64_t cost = ovi_local_search_weight(from_start->local, goal->cell) != 0
                            ? ovi_dijkstra_cell_cost(from_start, goal->cell)
                            : UINT64_MAX;
  costs->costs[goal->order] = cost < costs->costs[goal->order] ? cost : costs->costs[goal->order];
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

/* Finds the costs of the goals in the box around the start, or in a region outside of the zones. */
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
  const ovi_status status = ovi_spreading_begin(planner, &costs->spreading, UINT64_MAX);
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

/* Finds a goal of the list that can be reached. */
static bool reachable_goal(const ovi_task *task, size_t at, ovl_cell *cell) {
  const ovi_dijkstra *from_start = &task->as.costs.spreading.from_start;
  const ovi_goals *list = &task->resolving.goals.goals;
  if (!list->cell_at(list->user, (uint32_t)at, cell)) {
    return false;
  }
  const uint32_t island = ovi_layer_island(from_start->layer, cell->x, cell->y);
  return island != 0 && from_start->reachable.reaches(from_start->reachable.user, island);
}

/* Goals whose costs are those of planned paths, at most: a path on plain ground expands nothing, so
 * that no slice ends between two of them. */
enum { MOST_PLANNED = 128 };

/* Returns whether planning a path to each goal takes less than searching all cells as far away as
 * the farthest of them. */
static bool plans_pay(const ovi_task *task) {
  const ovi_layer *layer = task->plane.layer;
  const ovl_cell start = task->plane.query.start;
  uint64_t goals = 0;
  int64_t farthest = 0;
  for (size_t at = 0; at < task->as.costs.cell_count; at++) {
    ovl_cell cell;
    if (reachable_goal(task, at, &cell)) {
      const int64_t steps = ovi_steps_between(layer->profile.corners, start, cell);
      farthest = steps > farthest ? steps : farthest;
      goals++;
    }
  }
  return goals <= MOST_PLANNED && ovi_zones_exceed(layer, goals, farthest);
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
    if (highest_cost(task) <=
        ovi_dijkstra_cost_out(&costs->spreading.from_start, costs->spreading.from_start.box)) {
      ovi_stage_go_to(&task->stages, COSTS_STAGES);
      return OVI_DONE;
    }
  }
  ovi_goals_sort(&task->resolving.goals.goals, task->plane.layer);
  ovi_refiner_forget(&planner->workspace.refiner);
  if (!plans_pay(task)) {
    ovi_stage_go_to(&task->stages, COSTS_ZONES);
  }
  return OVI_DONE;
}

/* Finds the costs of few goals one by one: those of whole paths, which are planned and measured. */
static ovi_status plan_to_goals(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_costs_task *costs = &task->as.costs;
  for (; costs->at < costs->cell_count; costs->at++) {
    ovl_cell goal;
    if (reachable_goal(task, costs->at, &goal)) {
      const ovi_status status = ovi_goal_measure(planner, goal, &costs->costs[costs->at]);
      if (status != OVI_DONE) {
        return status;
      }
    }
  }
  ovi_stage_go_to(&task->stages, COSTS_STAGES);
  return OVI_DONE;
}

/* Searches zones until no goal can cost less. */
static ovi_status search_goal_zones(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  const ovi_layer *layer = spreading->from_start.layer;
  ovi_status status;
  while ((status = ovi_zones_search(&spreading->zones)) == OVI_DONE) {
    const ovi_rectangle box = ovi_zones_box(&spreading->zones);
    for (int32_t y = box.y0; y < box.y1; y++) {
      for (int32_t x = box.x0; x < box.x1; x++) {
        each_goal_of(task, (uint32_t)(y * layer->partition.regions_x + x), take_cost);
      }
    }
    spreading->zones.bound = highest_cost(task);
  }
  return status == OVI_PAUSED ? status : OVI_DONE;
}

/* Unless the costs are those of all paths, spreads costs over waypoints to the goals. */
static ovi_status spread_to_goals(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  if (spreading->zones.bound <= ovi_zones_cost_out(&spreading->zones)) {
    ovi_stage_go_to(&task->stages, COSTS_STAGES);
    return OVI_DONE;
  }
  const bool is_unknown = spreading->zones.bound == UINT64_MAX && spreading->from_start.far == NULL;
  return ovi_spreading_run(planner, spreading, spreading->zones.bound,
                           is_unknown ? &task->resolving.goals.goals : NULL);
}

static ovi_status enter_goal_zones(void *work) {
  ovl_planner *planner = work;
  return ovi_spreading_enter(&planner->task.as.costs.spreading);
}

/* Searches all regions of the list outside of the zones. */
static ovi_status search_region_goals(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_spreading *spreading = &task->as.costs.spreading;
  const ovi_dijkstra *from_start = &spreading->from_start;
  uint32_t next = (uint32_t)spreading->at;
  uint32_t region;
  while (ovi_goals_next_region(&task->resolving.goals.goals, from_start->layer, &next, &region)) {
    if (!ovi_zones_have(&spreading->zones, region) && search_goals(task, region) == OVI_PAUSED) {
      return OVI_PAUSED;
    }
    spreading->at = next;
  }
  return ovi_dijkstra_status(from_start);
}

static const ovi_stage costs_stages[COSTS_STAGES] = {
    [COSTS_BEGIN] = {"check the start", begin_costs},
    [COSTS_BOX_ALONE] = {"search the regions around the start", search_box_alone},
    [COSTS_PLANS] = {"plan the paths to few goals", plan_to_goals},
    [COSTS_ZONES] = {"search zones", search_goal_zones},
    [COSTS_SPREAD] = {"spread costs to the goals", spread_to_goals},
    [COSTS_ENTER] = {"enter zones over waypoints", enter_goal_zones},
    [COSTS_ZONES_AGAIN] = {"search zones again", search_goal_zones},
    [COSTS_REGIONS] = {"search the regions of far goals", search_region_goals}};
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
