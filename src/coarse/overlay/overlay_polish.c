/* Chooses the stops that may move, and the waypoints that they move to. */
#include "coarse/overlay/overlay_polish.h"

#include "coarse/overlay/overlay_descent.h"
#include "common/compiler.h"

enum { BORDER_PLACES = 32 }; /* of a border that are looked at: those around the stop's own */

/* The places on a border that a stop may take: ports of the region that is left, and those of the
 * region that is entered, in the same order. */
typedef struct border_places {
  uint32_t left, entered;        /* regions */
  uint32_t first, there;         /* the first port on either side */
  uint32_t count;                /* 1: the stop stays */
  uint8_t before[BORDER_PLACES]; /* for each the best place on the border before */
  uint64_t costs[BORDER_PLACES]; /* cost units, from the beginning of the run */
} border_places;

/* ---- Which stops move ------------------------------------------------------------- */

/* The region that a stop leaves. */
static uint32_t left_by(const ovi_overlay_ahead *ahead, uint32_t at) {
  return at != 0                          ? ahead->crossings[at - 1].entered
         : ahead->from.attachment != NULL ? ahead->from.attachment->region
                                          : ahead->from.region;
}

/* Returns whether a stop lies between two clusters of the lowest level. */
static bool is_between(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at) {
  return ovi_cluster_of(layer, 1, left_by(ahead, at)) !=
         ovi_cluster_of(layer, 1, ahead->crossings[at].entered);
}

/* ---- Where they move to ------------------------------------------------------------ */

/* Lists the places of a stop; false if its region has no such waypoint. */
static bool find_places(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t at,
                        border_places *places) {
  const ovi_crossing *crossing = &ahead->crossings[at];
  const uint8_t *block = ovi_region_layer_block(layer, left_by(ahead, at));
  const ovi_port_groups groups = ovi_port_groups_read(block + OVI_LAYER_GROUPS);
  if (crossing->left_by >= groups.begins[OVI_GROUP_COUNT]) {
    return false;
  }
  const int group = ovi_port_group(&groups, crossing->left_by);
  const uint32_t begin = groups.begins[group];
  const uint32_t count = groups.begins[group + 1] - begin;
  const uint32_t place = crossing->left_by - begin;
  const uint32_t skipped = count <= BORDER_PLACES || place < BORDER_PLACES / 2 ? 0
                           : place + BORDER_PLACES / 2 > count ? count - BORDER_PLACES
                                                               : place - BORDER_PLACES / 2;
  places->left = left_by(ahead, at);
  places->entered = crossing->entered;
  places->first = begin + skipped;
  places->there = crossing->entered_by - place + skipped;
  places->count = count < BORDER_PLACES ? count : BORDER_PLACES;
  return crossing->entered_by >= place;
}

/* Lowers the costs of leaving a region over `places` to those over one of its ports, which was
 * entered at place `from` and a cost. False if the region has no such port. */
static bool lower_costs(const ovi_below *below, uint32_t port, uint64_t cost, uint32_t from,
                        border_places *places) {
  const ovi_overlay_port_clique joined = ovi_below_clique_of(below, port);
  if (joined.here == UINT32_MAX) {
    return false;
  }
  for (uint32_t at = ovi_below_place(&joined, places->first); at < joined.clique.count; at++) {
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
 * the route is. */
static bool cross_region(const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                         const border_places *before, border_places *places) {
  const ovi_attachment *start = ahead->from.attachment;
  for (uint32_t place = 0; place < places->count; place++) {
    places->costs[place] = UINT64_MAX;
    places->before[place] = 0;
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

/* Ends a run at stop `end`: the place on its last border from which the way to that stop, or to the
 * goal, makes its cost least. UINT64_MAX: there is none. */
static uint64_t end_run(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t end,
                        const border_places *last, uint32_t *best) {
  if (end < ahead->count) {
    border_places behind = {
        .left = last->entered, .first = ahead->crossings[end].left_by, .count = 1};
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

/* Places the stops from `first` to before `end` anew, and writes them to the run. False if the
 * layer has no such stops, or they cost more than they did. */
static bool place_run(const ovi_layer *layer, const ovi_overlay_ahead *ahead, uint32_t first,
                      uint32_t end, ovi_polished_run *run) {
  border_places borders[OVI_POLISHED_STOPS + 1];
  border_places *const before = &borders[OVI_POLISHED_STOPS]; /* the stop before, which stays */
  for (uint32_t at = first; at < end; at++) {
    border_places *border = &borders[at - first];
    const border_places *last = at != first ? border - 1 : NULL;
    if (first != 0 && last == NULL) {
      *before = (border_places){.there = ahead->crossings[first - 1].entered_by, .count = 1};
      last = before;
    }
    if (!find_places(layer, ahead, at, border) || !cross_region(layer, ahead, last, border)) {
      return false;
    }
  }
  const uint64_t begin = first != 0 ? ahead->stops[first - 1].cost_to_go : ahead->cost_to_go;
  const uint64_t behind = end < ahead->count ? ahead->stops[end].cost_to_go : 0;
  uint32_t place = 0;
  const uint64_t cost = end_run(layer, ahead, end, &borders[end - 1 - first], &place);
  if (cost == UINT64_MAX || behind > begin || cost > begin - behind) {
    return false; /* it was what the run costs where its stops were */
  }
  run->saved = begin - behind - cost;
  run->entered =
      (ovi_overlay_port){borders[end - 1 - first].entered, borders[end - 1 - first].there + place};
  for (uint32_t at = end; at-- > first;) {
    const border_places *border = &borders[at - first];
    OVI_ASSERT(place < border->count);
    const ovi_crossing crossing = {border->entered, (uint16_t)(border->first + place),
                                   (uint16_t)(border->there + place)};
    run->stops[at] = ovi_overlay_stop_of(layer, border->left, &crossing);
    run->stops[at].cost_to_go = behind + cost - border->costs[place];
    place = border->before[place];
  }
  return true;
}

bool ovi_overlay_polish(const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                        ovi_polished_run *run) {
  const uint32_t most = ahead->count < OVI_POLISHED_STOPS ? ahead->count : OVI_POLISHED_STOPS;
  uint32_t count = 0;
  bool gains = false;
  /* The run ends behind the stop that follows a stop between clusters, before a link, and before
   * the last stop of a plan that goes on: these do not move. */
  for (bool is_near = true; is_near && count < most; count++) {
    const ovi_stop *stop = &ahead->stops[count];
    if ((ahead->goal == NULL && count + 1 == ahead->count) ||
        (layer->profile.has_links &&
         ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK)) {
      break;
    }
    const bool is_here = is_between(layer, ahead, count);
    is_near = is_here || (count != 0 && is_between(layer, ahead, count - 1)) ||
              (count + 1 < ahead->count && is_between(layer, ahead, count + 1));
    if (!is_near) {
      break;
    }
    if (is_here && !gains) {
      if (!place_run(layer, ahead, count, count + 1, run)) {
        return false;
      }
      gains = run->saved != 0;
    }
  }
  if (gains) {
    run->count = count;
    return place_run(layer, ahead, 0, count, run);
  }
  run->saved = 0;
  OVI_ASSERT(count <= OVI_POLISHED_STOPS);
  run->count = count != 0 ? count : 1;
  for (uint32_t i = 0; i < run->count; i++) {
    run->stops[i] = ahead->stops[i];
  }
  const ovi_crossing *last = &ahead->crossings[run->count - 1];
  run->entered = (ovi_overlay_port){last->entered, last->entered_by};
  return true;
}
