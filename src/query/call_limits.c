/* Budgets of the call under way, and the part of a way that a spent one leaves. */
#include "query/call_limits.h"

#include "coarse/search/nearest_goal.h"
#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/step_cost.h"

void ovi_planner_grant(ovl_planner *planner) {
  const uint64_t end = ovi_planner_end(planner);
  const uint64_t coarse = planner->coarse.expanded;
  planner->refiner.stretch.search.expanded_end = end == UINT64_MAX ? end
                                                 : end > coarse    ? end - coarse
                                                                   : 0;
}

void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit) {
  planner->expansion_limit = expansion_limit != 0 ? expansion_limit : UINT64_MAX;
  ovi_planner_grant(planner);
}

ovl_result ovi_limits_begin(ovl_planner *planner, const ovi_plane_query *plane) {
  const ovl_query *query = &plane->query;
  ovi_local_search *stretch = &planner->refiner.stretch;
  if (query->turn_cost != 0 && !planner->turn_costs) {
    planner->stats.bytes_needed = ovi_planner_most_bytes(planner, plane->world, true);
    return OVL_PLANNER_TOO_SMALL;
  }
  const uint32_t percent = (uint32_t)query->heuristic_weight_percent;
  stretch->search.heuristic_weight_percent = percent < 100 ? percent : 100;
  return OVL_OK;
}

/* ---- A part of the way ------------------------------------------------------ */

/* The cell that was reached nearest to a goal, by octile distance and then by cost. */
static uint32_t nearest_reached(const ovi_local_search *stretch, ovl_cell goal) {
  const ovi_window *window = &stretch->window;
  const ovi_fine_search *search = &stretch->search;
  uint64_t least = UINT64_MAX;
  uint64_t least_cost = UINT64_MAX;
  uint32_t nearest = 0;
  for (int32_t y = 0; y < window->h; y++) {
    for (int32_t x = 0; x < window->w; x++) {
      const uint32_t cell = ovi_window_cell(window, x, y);
      if (!ovi_fine_has_reached(search, cell)) {
        continue;
      }
      const uint64_t left = ovi_octile(goal.x - window->x - x, goal.y - window->y - y, 1);
      const uint64_t cost = ovi_fine_cost(search, cell);
      if (left < least || (left == least && cost < least_cost)) {
        least = left;
        least_cost = cost;
        nearest = cell;
      }
    }
  }
  return nearest;
}

void ovi_partial_begin(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  if (task->settles != OVI_RESOLVE_BEGINS && task->routes == OVI_ROUTE_RESOLVES &&
      task->choosing.best.cost != UINT64_MAX) {
    task->plane.query.goal = task->choosing.best.cell;
  }
  ovi_planner_abandon(planner);
  task->routes = OVI_ROUTE_IS_PARTIAL;
}

/* Opens the window around the start, and begins the search to the goal. */
static void begin_around(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  const ovl_cell start = plane->query.start;
  const ovl_cell goal = plane->query.goal;
  ovi_local_search *stretch = &planner->refiner.stretch;
  ovi_window *window = &stretch->window;
  planner->refiner.direct_kept = false;
  ovi_local_search_turn(stretch, (ovi_turning){0, OVI_ANY_DIRECTION});
  ovi_box_paste(window, plane->layer, ovi_box_around(plane->layer, start), true);
  stretch->windows++;
  ovi_fine_begin(&stretch->search, window, start.x - window->x, start.y - window->y);
  ovi_fine_aim(&stretch->search, goal.x - window->x, goal.y - window->y);
}

ovl_result ovi_partial_find(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_local_search *stretch = &planner->refiner.stretch;
  if (!ovi_local_search_is_paused(stretch)) {
    begin_around(planner);
  }
  if (ovi_fine_run_on(&stretch->search) == OVI_SEARCH_PAUSED &&
      ovi_planner_expansions_left(planner) != 0) {
    return OVL_BUSY;
  }
  ovi_planner_abandon(planner);
  stretch->search.settled = nearest_reached(stretch, plane->query.goal);
  stretch->turns_cost = 0;
  const uint64_t cost = ovi_local_search_cost(stretch);
  ovi_local_search_take(stretch);
  const ovl_cell end = stretch->cells[stretch->cell_count - 1];
  planner->task.route = (ovl_route){.goal = end,
                                    .position = plane->query.start,
                                    .cost_to_go = cost,
                                    .world = plane->layer->fingerprint,
                                    .profile = (uint8_t)plane->query.profile,
                                    .smoothing = (uint8_t)plane->query.smoothing,
                                    .kind = OVL_ROUTE_DIRECT,
                                    .done = ovi_same_cell(plane->query.start, end)};
  return OVL_LIMITED;
}
