/* Chooses the stops that may move, and the waypoints that they move to. */
#include "coarse/overlay/overlay_polish.h"

#include "coarse/overlay/below.h"

enum { BORDER_PLACES = 32 }; /* of a border that are looked at: those around the stop's own */

/* The places on a border that a stop may take: ports of the region that is left, and those of the
 * region that is entered, in the same order. */
typedef struct border_places {
  uint32_t left, entered;        /* regions */
  uint32_t first, there;         /* the first port on either side */
  uint32_t count;                /* 1: the stop stays */
  uint8_t before[BORDER_PLACES]; /* for each the best place on the border before */
  uint64_t costs[BORDER_PLACES]; /* units, from the beginning of the run */
} border_places;

ovi_overlay_origin ovi_overlay_entered_by(const ovi_layer *layer, const ovi_stop *stop) {
  if (stop->side == 0) {
    const ovi_region own = ovi_region_view(layer, stop->region);
    const ovi_port_groups groups = ovi_port_groups_of(&own);
    return (ovi_overlay_origin){NULL, stop->region, ovi_own_port(&groups, stop->number)};
  }
  const uint32_t id = ovi_waypoint_other_region(layer, stop->region, stop->number);
  if (id == UINT32_MAX) {
    return (ovi_overlay_origin){NULL, stop->region, UINT32_MAX}; /* of a placeholder */
  }
  const ovi_region region = ovi_region_view(layer, id);
  if (ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK) {
    return (ovi_overlay_origin){NULL, id, ovi_port_of_end(layer, &region, stop, true)};
  }
  const ovi_port port = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  return (ovi_overlay_origin){NULL, id, port.port};
}

/* ---- Which stops move ------------------------------------------------------------- */

/* The region that a stop leaves. */
static uint32_t left_by(const ovi_overlay_ahead *ahead, uint32_t at) {
  return at != 0                          ? ahead->entered[at - 1]
         : ahead->from.attachment != NULL ? ahead->from.attachment->region
                                          : ahead->from.region;
}

/* Whether a stop lies between two clusters of the lowest level. */
static bool is_between(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at) {
  return ovi_cluster_of(layer, 1, left_by(ahead, at)) !=
         ovi_cluster_of(layer, 1, ahead->entered[at]);
}

/* Whether a stop moves: it lies between two clusters, or before or behind such a stop. */
static bool is_moved(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at) {
  if (ahead->goal == NULL && at + 1 == ahead->count) {
    return false;
  }
  const ovi_stop *stop = &ahead->stops[at];
  if (layer->profile.has_links &&
      ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK) {
    return false;
  }
  return is_between(layer, ahead, at) || (at != 0 && is_between(layer, ahead, at - 1)) ||
         (at + 1 < ahead->count && is_between(layer, ahead, at + 1));
}

/* ---- Where they move to ------------------------------------------------------------ */

/* Lists the places of a stop; false if its region has no such waypoint. */
static bool find_places(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at,
                        border_places *places) {
  const ovi_stop *stop = &ahead->stops[at];
  const ovi_region region = ovi_region_view(layer, left_by(ahead, at));
  const ovi_region other = ovi_region_view(layer, ahead->entered[at]);
  const ovi_port own = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  if (own.port >= region.ports.count || own.group >= OVI_GROUP_COUNT) {
    return false;
  }
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const ovi_port_groups others = ovi_port_groups_of(&other);
  const int opposite = ovi_group_opposite(own.group);
  const uint32_t begin = groups.begins[own.group];
  const uint32_t count = groups.begins[own.group + 1] - begin;
  const uint32_t place = own.port - begin;
  const uint32_t skipped = count <= BORDER_PLACES || place < BORDER_PLACES / 2 ? 0
                           : place + BORDER_PLACES / 2 > count ? count - BORDER_PLACES
                                                               : place - BORDER_PLACES / 2;
  places->left = region.id;
  places->entered = other.id;
  places->first = begin + skipped;
  places->there = others.begins[opposite] + skipped;
  places->count = count < BORDER_PLACES ? count : BORDER_PLACES;
  return others.begins[opposite + 1] - others.begins[opposite] == count;
}

/* Lowers the costs of leaving a region over `places` to those over one of its ports, which was
 * entered at place `from` and a cost. False if the region has no such port. */
static bool lower_costs(const ovi_below *below, uint32_t port, uint64_t cost, uint32_t from,
                        border_places *places) {
  const ovi_overlay_port_clique joined = ovi_below_clique_of(below, port);
  if (joined.here == UINT32_MAX) {
    return false;
  }
  uint32_t at = 0;
  for (uint32_t end = joined.clique.count; at < end;) { /* the first of them, as ports ascend */
    const uint32_t middle = at + (end - at) / 2;
    if (ovi_clique_port(&joined.clique, middle) < places->first) {
      at = middle + 1;
    } else {
      end = middle;
    }
  }
  for (; at < joined.clique.count; at++) {
    const uint32_t place = ovi_clique_port(&joined.clique, at) - places->first;
    if (place >= places->count) {
      break;
    }
    const uint32_t way =
        at != joined.here ? ovi_clique_way(&joined.clique, at, joined.here) : OVI_NO_COST_32;
    if (way != OVI_NO_COST_32 && cost + way < places->costs[place]) {
      places->costs[place] = cost + way;
      places->before[place] = (uint8_t)from;
    }
  }
  return true;
}

/* Finds the least costs of leaving the region between two borders; `before` is NULL: from where
 * the run begins. */
static bool cross_region(const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                         const border_places *before, border_places *places) {
  const ovi_attachment *start = ahead->from.attachment;
  for (uint32_t place = 0; place < places->count; place++) {
    places->costs[place] = UINT64_MAX;
  }
  if (before == NULL && start != NULL) {
    for (uint32_t place = 0; place < places->count; place++) {
      const uint32_t port = places->first + place;
      const bool is_reached = port < start->count && start->costs[port] != OVI_UNREACHED;
      places->costs[place] = is_reached ? start->costs[port] : UINT64_MAX;
    }
    return true;
  }
  ovi_below below;
  ovi_below_view(&below, layer, 0, places->left);
  if (before == NULL) {
    return lower_costs(&below, ahead->from.port, 0, 0, places);
  }
  for (uint32_t from = 0; from < before->count; from++) {
    if (before->costs[from] != UINT64_MAX &&
        !lower_costs(&below, before->there + from, before->costs[from], from, places)) {
      return false;
    }
  }
  return true;
}

/* The port by which the stop behind a run leaves its region. */
static uint32_t port_behind(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at) {
  const ovi_stop *stop = &ahead->stops[at];
  const ovi_region region = ovi_region_view(layer, left_by(ahead, at));
  return ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK
             ? ovi_port_of_end(layer, &region, stop, stop->side == 0)
             : ovi_port_of_waypoint(layer, &region, stop->region, stop->number).port;
}

/* Ends a run: the place on its last border from which the way to the stop behind it, or to the
 * goal, makes its cost least. UINT64_MAX: there is none. */
static uint64_t end_run(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t count,
                        const border_places *last, uint32_t *best) {
  border_places behind = {.left = last->entered, .count = 1};
  if (count < ahead->count) {
    behind.first = port_behind(layer, ahead, count);
    if (!cross_region(layer, ahead, last, &behind)) {
      return UINT64_MAX;
    }
    *best = behind.before[0];
    return behind.costs[0];
  }
  uint64_t least = UINT64_MAX;
  for (uint32_t place = 0; place < last->count; place++) {
    const uint32_t port = last->there + place;
    if (last->costs[place] != UINT64_MAX && port < ahead->goal->count &&
        ahead->goal->costs[port] != OVI_UNREACHED &&
        last->costs[place] + ahead->goal->costs[port] < least) {
      least = last->costs[place] + ahead->goal->costs[port];
      *best = place;
    }
  }
  return least;
}

bool ovi_overlay_polish(const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                        ovi_polished_run *run) {
  border_places borders[OVI_POLISHED_STOPS];
  uint32_t count = 0;
  while (count < OVI_POLISHED_STOPS && count < ahead->count && is_moved(layer, ahead, count)) {
    if (!find_places(layer, ahead, count, &borders[count]) ||
        !cross_region(layer, ahead, count != 0 ? &borders[count - 1] : NULL, &borders[count])) {
      return false;
    }
    count++;
  }
  run->saved = 0;
  run->count = count;
  if (count == 0) {
    run->stops[run->count++] = ahead->stops[0];
    return true;
  }
  const uint64_t behind = count < ahead->count ? ahead->stops[count].cost_to_go : 0;
  uint32_t place = 0;
  const uint64_t cost = end_run(layer, ahead, count, &borders[count - 1], &place);
  if (behind > ahead->cost_to_go || cost > ahead->cost_to_go - behind) {
    return false; /* it was what the run costs where its stops were */
  }
  run->saved = ahead->cost_to_go - behind - cost;
  for (uint32_t at = count; at-- > 0;) {
    const border_places *border = &borders[at];
    const ovi_region region = ovi_region_view(layer, border->left);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    run->stops[at] = ovi_waypoint_of_port(layer, &region, &groups, border->first + place);
    run->stops[at].cost_to_go = behind + cost - border->costs[place];
    place = border->before[place];
  }
  return true;
}
