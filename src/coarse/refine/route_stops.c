/* Looks up rebuilt regions, and lists stops one by one. */
#include "coarse/refine/route_stops.h"

#include "coarse/refine/route_code.h"
#include "coarse/view/ports.h"
#include "common/step_cost.h"
#include "overland_inspect.h"

/* ---- Age --------------------------------------------------------------------------- */

bool ovi_age_find_rebuilt(const ovi_route_age *age, uint32_t region) {
  const ovi_replaced *replaced = ovi_delta_tree_find(age->layer->delta, region);
  return replaced != NULL &&
         (replaced->version > age->since || (age->by_labels && replaced->block != NULL));
}

/* Whether the waypoints of an own group have the same numbers as in the base. */
static bool has_base_numbers(const ovi_layer *layer, uint32_t owner, int group) {
  const uint8_t *now = ovi_region_layer_block(layer, owner);
  const uint8_t *base = ovi_layer_block(layer, ovi_base_block(layer, owner));
  return ovi_layer_group_begin(now, group) == ovi_layer_group_begin(base, group);
}

bool ovi_age_find_relabelled(const ovi_route_age *age, uint32_t region) {
  if (ovi_age_find_rebuilt(age, region)) {
    return true;
  }
  const ovi_region view = ovi_region_view(age->layer, region);
  for (int group = OVI_OWN_GROUPS; group < OVI_GROUP_COUNT; group++) {
    if (ovi_region_group_count(&view, group) != 0 &&
        !has_base_numbers(age->layer, ovi_region_neighbour(age->layer, &view, group),
                          ovi_group_opposite(group))) {
      return true;
    }
  }
  return false;
}

/* ---- Stops ------------------------------------------------------------------------- */

bool ovi_stop_look(const ovi_layer *layer, const ovl_stop *stop, ovi_stop_view *view) {
  if (!ovi_stop_is_valid(layer, stop) || stop->cost_to_go >= OVI_COSTS_END) {
    return false;
  }
  ovl_waypoint waypoint = ovi_waypoint_cells(layer, stop->region, stop->number);
  view->near = stop->side == 0 ? waypoint.second : waypoint.first;
  view->far = stop->side == 0 ? waypoint.first : waypoint.second;
  view->next = ovi_region_at(layer, view->far.x, view->far.y);
  view->link =
      layer->profile.has_links ? ovi_waypoint_link(layer, stop->region, stop->number) : OVI_NO_LINK;
  return true;
}

static bool begin_by_labels(ovi_ahead *ahead, ovi_label_table *labels, const ovl_route *route) {
  const ovi_layer *layer = ahead->layer;
  const ovi_labels_code code = ovi_labels_unpack(route);
  ahead->stop = code.next_stop;
  ahead->walk = (ovi_label_walk){.layer = layer, .table = labels, .goal = route->goal};
  return ovi_stop_is_valid(layer, &ahead->stop) &&
         ovi_age_trusts(&ahead->age, ahead->stop.region) &&
         ovi_age_trusts_labels(&ahead->age, ovi_region_at(layer, route->goal.x, route->goal.y)) &&
         ovi_label_walk_resume(&ahead->walk, code.last_port, code.hub_rank, &ahead->stop);
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
    ahead->stop = ovi_overlays_unpack(ahead->layer, route).next_stop;
    return ahead->at < ahead->known;
  }
  ahead->count = route->stop_count;
  ahead->known = stops.count < ahead->count ? (uint32_t)stops.count : ahead->count;
  ahead->at = ovi_stops_unpack(route).next_stop;
  ahead->at_goal = ahead->at == ahead->count;
  ahead->stop = ahead->at < ahead->known ? ahead->stops[ahead->at] : (ovl_stop){0, 0, 0, 0};
  return true;
}

bool ovi_ahead_lasts(const ovi_ahead *ahead, const ovi_stop_view *stop) {
  return !ahead->age.may_be_outdated ||
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
