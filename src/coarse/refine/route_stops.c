/* Stops looked at one after the other. */
#include "coarse/refine/route_stops.h"

#include "coarse/view/ports.h"
#include "common/step_cost.h"
#include "overland_inspect.h"

bool ovi_stop_look(const ovi_layer *layer, const ovl_stop *stop, ovi_stop_view *view) {
  if (!ovi_stop_is_valid(layer, stop) || stop->cost_to_go >= OVI_COSTS_END) {
    return false;
  }
  ovl_waypoint waypoint = ovi_waypoint_cells(layer, stop->region, stop->number);
  view->near = stop->side == 0 ? waypoint.second : waypoint.first;
  view->far = stop->side == 0 ? waypoint.first : waypoint.second;
  view->next = ovi_region_at(layer, view->far.x, view->far.y);
  view->link = layer->profile.has_links ? ovi_waypoint_link(layer, stop->region, stop->number)
                                        : OVI_NO_NUMBER;
  return true;
}

static bool begin_by_labels(ovi_ahead *ahead, ovi_label_table *labels, const ovl_route *route) {
  const ovi_layer *layer = ahead->layer;
  ahead->stop = (ovl_stop){route->cost_to_go - route->plan_cost, route->exit_region,
                           route->exit_number, route->exit_side};
  ahead->walk = (ovi_label_walk){.layer = layer, .table = labels, .goal = route->goal};
  return ovi_stop_is_valid(layer, &ahead->stop) &&
         ovi_age_trusts(&ahead->age, ahead->stop.region) &&
         ovi_age_trusts_labels(&ahead->age, ovi_region_at(layer, route->goal.x, route->goal.y)) &&
         ovi_label_walk_resume(&ahead->walk, route->exit_stop, &ahead->stop);
}

bool ovi_ahead_begin(ovi_ahead *ahead, ovi_route_age age, ovi_label_table *labels,
                     const ovl_route *route, ovi_known_stops stops) {
  *ahead = (ovi_ahead){.layer = age.layer, .age = age};
  if (age.by_labels) {
    return begin_by_labels(ahead, labels, route);
  }
  ahead->lists = true;
  ahead->stops = stops.stops;
  if (stops.is_planned) {
    ahead->is_planned = true;
    ahead->known = (uint32_t)stops.count;
    ahead->count = ahead->known + (stops.is_whole ? 0 : 1);
    ahead->at = stops.at;
    ahead->stop = ovi_planned_exit(ahead->layer, route);
    return ahead->at < ahead->known;
  }
  ahead->count = route->stop_count;
  ahead->known = stops.count < ahead->count ? (uint32_t)stops.count : ahead->count;
  ahead->at = route->exit_stop;
  ahead->at_goal = ahead->at == ahead->count;
  ahead->stop = ahead->at < ahead->known ? ahead->stops[ahead->at] : (ovl_stop){0, 0, 0, 0};
  return true;
}

bool ovi_ahead_lasts(const ovi_ahead *ahead, const ovi_stop_view *stop) {
  return !ahead->age.is_doubtful ||
         (ovi_age_trusts(&ahead->age, ovi_region_at(ahead->layer, stop->near.x, stop->near.y)) &&
          (ahead->age.by_labels ? ovi_age_trusts_labels(&ahead->age, stop->next)
                                : ovi_age_trusts(&ahead->age, stop->next)));
}

bool ovi_ahead_go(ovi_ahead *ahead) {
  if (ahead->lists) {
    ahead->at_goal = ++ahead->at == ahead->count;
    ahead->stop = ahead->at < ahead->known ? ahead->stops[ahead->at] : ahead->stop;
    return true;
  }
  ovl_stop next = ahead->stop;
  ovi_onward kind = ovi_label_walk_next(&ahead->walk, &ahead->stop, &next);
  ahead->at_goal = kind == OVI_ONWARD_GOAL;
  ahead->stop = next;
  return kind != OVI_ONWARD_CORRUPT;
}

uint8_t ovi_kept_code(const ovi_layer *layer, uint32_t from, uint32_t region) {
  int32_t columns = layer->regions_x;
  int32_t dx = (int32_t)region % columns - (int32_t)from % columns;
  int32_t dy = (int32_t)region / columns - (int32_t)from / columns;
  return (uint8_t)(1 + (dy + 2) * 5 + dx + 2);
}

uint32_t ovi_kept_region(const ovi_layer *layer, uint32_t from, uint8_t code) {
  int32_t rx = (int32_t)from % layer->regions_x + (code - 1) % 5 - 2;
  int32_t ry = (int32_t)from / layer->regions_x + (code - 1) / 5 - 2;
  bool inside = code <= 25 && rx >= 0 && ry >= 0 && rx < layer->regions_x && ry < layer->regions_y;
  return inside ? (uint32_t)(ry * layer->regions_x + rx) : UINT32_MAX;
}

enum { EXIT_REACH = 3, EXIT_SIDE = 2 * EXIT_REACH + 1 }; /* regions */

ovl_stop ovi_planned_exit(const ovi_layer *layer, const ovl_route *route) {
  const int32_t side = layer->region_cells;
  const int32_t code = (int32_t)((route->exit_stop & OVI_EXIT_BITS) >> OVI_EXIT_SHIFT);
  const int32_t rx = route->position.x / side + code % EXIT_SIDE - EXIT_REACH;
  const int32_t ry = route->position.y / side + code / EXIT_SIDE - EXIT_REACH;
  const bool inside = code < EXIT_SIDE * EXIT_SIDE && rx >= 0 && ry >= 0 && rx < layer->regions_x &&
                      ry < layer->regions_y;
  return (ovl_stop){route->cost_to_go - route->plan_cost,
                    inside ? (uint32_t)(ry * layer->regions_x + rx) : UINT32_MAX,
                    route->exit_number, route->exit_side};
}

bool ovi_set_planned_exit(const ovi_layer *layer, ovl_route *route, const ovl_stop *stop) {
  const int32_t side = layer->region_cells;
  const int32_t columns = layer->regions_x;
  const int32_t dx = (int32_t)stop->region % columns - route->position.x / side + EXIT_REACH;
  const int32_t dy = (int32_t)stop->region / columns - route->position.y / side + EXIT_REACH;
  if (dx < 0 || dy < 0 || dx >= EXIT_SIDE || dy >= EXIT_SIDE) {
    return false;
  }
  const uint32_t code = (uint32_t)(dy * EXIT_SIDE + dx);
  route->exit_stop = (route->exit_stop & ~OVI_EXIT_BITS) | code << OVI_EXIT_SHIFT;
  route->exit_number = stop->number;
  route->exit_side = (uint8_t)stop->side;
  route->plan_cost = (uint32_t)(route->cost_to_go - stop->cost_to_go);
  return true;
}
