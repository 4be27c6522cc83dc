/* The caller's queries: defaults, copies, and the check of their settings. */
#include "query/query.h"

#include "coarse/overlay/overlay_search.h"
#include "common/reserved.h"
#include "common/step_cost.h"

enum { MOST_HEURISTIC_PERCENT = 400 };

ovl_query ovl_query_default(void) { return (ovl_query){.smoothing = OVL_SMOOTH_GRID}; }

ovl_query_more ovl_query_more_default(void) {
  return (ovl_query_more){.method = OVL_METHOD_BEST, .heuristic_weight_percent = 100};
}

ovi_query ovi_query_of(const ovl_query *query) {
  const ovl_query_more more = query->more != NULL ? *query->more : ovl_query_more_default();
  return (ovi_query){.start = query->start,
                     .goal = query->goal,
                     .profile = query->profile,
                     .smoothing = query->smoothing,
                     .move_start = query->move_start,
                     .move_goal = query->move_goal,
                     .nearest = query->nearest,
                     .has_reserved = !ovi_reserved_is_zero(query->reserved) ||
                                     !ovi_reserved_is_zero(more.reserved),
                     .goal_kind = more.goal_kind,
                     .goal_w = more.goal_w,
                     .goal_h = more.goal_h,
                     .goal_radius = more.goal_radius,
                     .goal_cells = more.goal_cells,
                     .goal_count = more.goal_count,
                     .cost_limit = more.cost_limit,
                     .expansion_limit = more.expansion_limit,
                     .turn_cost = more.turn_cost,
                     .heuristic_weight_percent = more.heuristic_weight_percent,
                     .method = more.method,
                     .visit = more.visit,
                     .visit_user = more.visit_user};
}

static bool holds_method(const ovi_layer *layer, ovl_method method) {
  switch (method) {
  case OVL_METHOD_BEST:
  case OVL_METHOD_OCTILE:
    return true;
  case OVL_METHOD_LANDMARKS:
    return layer->landmarks.count != 0;
  case OVL_METHOD_LABELS:
    return layer->labels.count != 0 && !ovi_layer_is_edited(layer);
  case OVL_METHOD_OVERLAYS:
    return ovi_overlays_serve(layer);
  default:
    return false;
  }
}

bool ovi_query_is_valid(const ovi_query *query, const ovi_layer *layer) {
  return !query->has_reserved && holds_method(layer, query->method) &&
         (unsigned)query->smoothing < OVL_SMOOTH_COUNT && query->heuristic_weight_percent >= 0 &&
         query->heuristic_weight_percent <= MOST_HEURISTIC_PERCENT &&
         query->turn_cost <= OVI_MOST_STEP_COST;
}
