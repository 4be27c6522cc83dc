/* Budgets of the call under way, and the part of a way that a spent one leaves. */
#include "query_limits.h"

#include "cells.h"
#include "cost_rule.h"
#include "goal_choice.h"

void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit) {
  ovi_fine_search *fine = &planner->refiner.stretch.search;
  const uint64_t limit = expansion_limit != 0 ? expansion_limit : UINT64_MAX;
  const uint64_t coarse = planner->coarse.expanded;
  planner->expansion_limit = limit;
  fine->expanded_end = limit == UINT64_MAX ? limit : limit > coarse ? limit - coarse : 0;
}

ovl_result ovi_limits_begin(ovl_planner *planner, const ovi_plane_query *plane) {
  const ovl_query *query = &plane->query;
  ovi_stretch *stretch = &planner->refiner.stretch;
  if (query->turn_cost != 0 && !planner->turn_costs) {
    planner->stats.bytes_needed = ovi_planner_most_bytes(plane->world, true);
    return OVL_PLANNER_TOO_SMALL;
  }
  const uint32_t percent = (uint32_t)query->estimate_percent;
  stretch->search.estimate_percent = percent < 100 ? percent : 100;
  return OVL_OK;
}

/* ---- A part of the way ------------------------------------------------------ */

/* The cell that was reached nearest to a goal, by octile distance and then by cost. */
static uint32_t nearest_reached(const ovi_stretch *stretch, ovl_cell goal) {
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

void ovi_partial_find(ovl_planner *planner, const ovi_plane_query *plane, ovl_route *route) {
  const ovi_layer *layer = plane->layer;
  const ovl_cell start = plane->query.start;
  const ovl_cell goal = plane->query.goal;
  ovi_stretch *stretch = &planner->refiner.stretch;
  ovi_window *window = &stretch->window;
  planner->refiner.near_kept = false;
  ovi_stretch_turn(stretch, (ovi_turning){0, OVI_ANY_DIRECTION});
  ovi_box_paste(window, layer, ovi_box_around(layer, start), true);
  stretch->windows++;
  ovi_fine_begin(&stretch->search, window, start.x - window->x, start.y - window->y);
  ovi_fine_aim(&stretch->search, goal.x - window->x, goal.y - window->y);
  ovi_fine_run(&stretch->search, ovi_planner_expansions_left(planner));
  stretch->search.settled = nearest_reached(stretch, goal);
  stretch->turns_cost = 0;
  const uint64_t cost = ovi_stretch_cost(stretch);
  ovi_stretch_take(stretch);
  const ovl_cell end = stretch->cells[stretch->cell_count - 1];
  *route = (ovl_route){.goal = end,
                       .position = start,
                       .cost_left = cost,
                       .world = layer->fingerprint,
                       .profile = (uint8_t)plane->query.profile,
                       .smoothing = (uint8_t)plane->query.smoothing,
                       .kind = OVL_ROUTE_NEAR,
                       .done = ovi_same_cell(start, end)};
}
