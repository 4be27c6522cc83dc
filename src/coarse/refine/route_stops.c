/* Looks up rebuilt regions, and lists stops one by one. */
#include "coarse/refine/route_stops.h"

#include "coarse/refine/route_code.h"
#include "coarse/view/ports.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland_inspect.h"

/* ---- Age --------------------------------------------------------------------------- */

bool ovi_age_holds(const ovi_route_age *age, uint32_t region) {
  const ovi_replaced *replaced =
      age->may_be_outdated ? ovi_delta_tree_find(age->layer->store.delta, region) : NULL;
  return replaced == NULL ||
         (replaced->version <= age->since && !(age->by_labels && replaced->block != NULL));
}

bool ovi_age_holds_labels(const ovi_route_age *age, uint32_t region) {
  const ovi_layer *layer = age->layer;
  if (!age->may_be_outdated || !ovi_age_holds(age, region)) {
    return !age->may_be_outdated;
  }
  /* The waypoints on the other borders must have the same numbers as in the base. */
  const ovi_region view = ovi_region_view(layer, region);
  for (int group = OVI_OWN_GROUPS; group < OVI_GROUP_COUNT; group++) {
    if (ovi_region_group_count(&view, group) != 0) {
      const uint32_t owner = ovi_region_neighbour(layer, &view, group);
      const uint8_t *now = ovi_region_layer_block(layer, owner);
      const uint8_t *base = ovi_layer_block(layer, ovi_base_block(layer, owner));
      const int own = ovi_group_opposite(group);
      if (ovi_layer_group_begin(now, own) != ovi_layer_group_begin(base, own)) {
        return false;
      }
    }
  }
  return true;
}

/* ---- Stops ------------------------------------------------------------------------- */

bool ovi_stop_find(const ovi_layer *layer, const ovi_stop *stop, ovi_stop_view *view) {
  if (!ovi_stop_is_valid(layer, stop) || stop->cost_to_go >= OVI_COSTS_END) {
    return false;
  }
  ovl_waypoint waypoint = ovi_waypoint_cells(layer, stop->region, stop->number);
  view->before = stop->side == 0 ? waypoint.second : waypoint.first;
  view->after = stop->side == 0 ? waypoint.first : waypoint.second;
  view->entered = ovi_region_at(layer, view->after.x, view->after.y);
  view->link =
      layer->profile.has_links ? ovi_waypoint_link(layer, stop->region, stop->number) : OVI_NO_LINK;
  return true;
}

bool ovi_stop_cursor_begin(ovi_stop_cursor *cursor, ovi_route_age age, ovi_label_table *labels,
                           const ovl_route *route, const ovi_known_stops *known) {
  const ovi_layer *layer = age.layer;
  ovi_label_walk *walk = &cursor->walk;
  *cursor = (ovi_stop_cursor){.layer = layer, .age = age};
  bool is_taken = false; /* the stop is a link at whose end the route stands */
  if (age.by_labels) {
    const ovi_labels_code code = ovi_labels_unpack(route);
    cursor->stop = code.next_stop;
    *walk = (ovi_label_walk){.layer = layer, .table = labels, .goal = route->goal, .way = code.way};
    if (!ovi_stop_is_valid(layer, &cursor->stop) || !ovi_age_holds(&age, cursor->stop.region) ||
        !ovi_age_holds_labels(&age, ovi_region_at(layer, route->goal.x, route->goal.y)) ||
        !ovi_label_walk_resume(walk, code.last_port, code.hub_rank, &cursor->stop)) {
      return false;
    }
    is_taken = walk->way != OVI_NO_WAY && ovi_stop_takes(layer, &cursor->stop, walk->way) &&
               ovi_same_cell(ovi_way_end(layer, walk->way, true), route->position);
  } else {
    ovi_stop_view view;
    cursor->known = *known;
    cursor->stop = ovi_overlays_unpack(layer, route).next_stop;
    if (known->at >= known->count) {
      return false;
    }
    is_taken = layer->profile.has_links && route->cost_to_go == cursor->stop.cost_to_go &&
               ovi_stop_find(layer, &cursor->stop, &view) && view.link != OVI_NO_LINK &&
               ovi_same_cell(view.after, route->position);
  }
  return !is_taken || ovi_stop_cursor_next(cursor);
}

bool ovi_stop_cursor_holds(const ovi_stop_cursor *cursor, const ovi_stop_view *stop) {
  return !cursor->age.may_be_outdated ||
         (ovi_age_holds(&cursor->age,
                        ovi_region_at(cursor->layer, stop->before.x, stop->before.y)) &&
          (cursor->age.by_labels ? ovi_age_holds_labels(&cursor->age, stop->entered)
                                 : ovi_age_holds(&cursor->age, stop->entered)));
}

bool ovi_stop_cursor_next(ovi_stop_cursor *cursor) {
  ovi_known_stops *known = &cursor->known;
  if (!cursor->age.by_labels) {
    known->at++;
    OVI_ASSERT(known->at <= known->count);
    cursor->at_goal = known->is_whole && known->at == known->count;
    cursor->stop = known->at < known->count ? known->stops[known->at] : cursor->stop;
    return known->at < known->count || cursor->at_goal;
  }
  ovi_stop next = cursor->stop;
  ovi_status kind = ovi_label_walk_next(&cursor->walk, &cursor->stop, &next);
  cursor->at_goal = kind == OVI_NONE;
  cursor->stop = next;
  return kind != OVI_CORRUPT;
}
