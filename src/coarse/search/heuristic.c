/* The makers of estimates. */
#include "coarse/search/heuristic.h"

#include "common/compiler.h"

void ovi_heuristic_none(ovi_heuristic *estimate, const ovi_layer *layer) {
  estimate->layer = layer;
  estimate->weight = 0;
  estimate->marks = 0;
  estimate->octile = 0;
  estimate->ways = 0;
}

/* ---- Landmarks ----------------------------------------------------------- */

static ovi_landmark_costs marks_of(const ovi_layer *layer, const ovi_region *owner,
                                   uint32_t number) {
  return ovi_landmark_costs_at(layer, owner, number, number);
}

/* Takes what is less by way of a port. */
static inline void take_less(const ovi_layer *layer, const ovi_landmark_costs *landmark_costs,
                             int32_t link, ovi_landmark_form form, int32_t *costs) {
  const uint32_t count = layer->landmarks.count;
  const uint32_t shift = layer->landmarks.base_shift;
  for (uint32_t mark = 0; mark < count; mark++) {
    int32_t most = costs[mark] - link;
    int32_t cost = ovi_landmark_cost(landmark_costs, shift, mark, form);
    costs[mark] = (cost < most ? cost : most) + link;
  }
}

/* The costs of the links' cell to each landmark: by way of whichever port is best.
 * Costs of one island all have the bits in common that the shift leaves out. */
static void heuristic_measure(const ovi_layer *layer, const ovi_attachment *links,
                              int32_t costs[OVL_MAX_LANDMARKS]) {
  ovi_region region = ovi_region_view(layer, links->region);
  ovi_region owner = region;
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t mark = 0; mark < layer->landmarks.count; mark++) {
    costs[mark] = OVI_NO_LANDMARK;
  }
  for (uint32_t port = 0; port < links->count; port++) {
    if (links->costs[port] == OVI_UNREACHED) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, &groups, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(layer, waypoint.region);
    }
    ovi_landmark_costs landmark_costs = marks_of(layer, &owner, waypoint.number);
    int32_t link = (int32_t)(links->costs[port] >> layer->landmarks.shift & OVI_NO_LANDMARK);
    switch (ovi_landmark_costs_form(layer, &landmark_costs)) {
    case OVI_LANDMARKS_16:
      take_less(layer, &landmark_costs, link, OVI_LANDMARKS_16, costs);
      break;
    case OVI_LANDMARKS_32:
      take_less(layer, &landmark_costs, link, OVI_LANDMARKS_32, costs);
      break;
    default:
      take_less(layer, &landmark_costs, link, OVI_LANDMARKS_OWN, costs);
      break;
    }
  }
}

/* Both bounds of the links' cell in a directed layer. Costs are not below 0, so a far bound
 * that is raised to 0 is as good. */
static void measure_directed(ovi_heuristic *estimate, const ovi_attachment *links) {
  const ovi_layer *layer = estimate->layer;
  ovi_region region = ovi_region_view(layer, links->region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  for (uint32_t mark = 0; mark < layer->landmarks.count; mark++) {
    estimate->costs[mark] = OVI_NO_LANDMARK;
    estimate->far[mark] = 0;
  }
  for (uint32_t port = 0; port < links->count; port++) {
    if (links->costs[port] == OVI_UNREACHED) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, &groups, port);
    ovi_region owner = ovi_region_view(layer, waypoint.region);
    const ovi_port_groups owner_groups = ovi_port_groups_of(&owner);
    ovi_landmark_costs costs = ovi_landmark_costs_at(layer, &owner, waypoint.number,
                                                     ovi_own_port(&owner_groups, waypoint.number));
    const uint32_t cost = links->costs[port] >> layer->landmarks.shift;
    const int32_t link = (int32_t)(cost < OVI_NO_LANDMARK ? cost : OVI_NO_LANDMARK);
    const ovi_landmark_form form = ovi_landmark_costs_form(layer, &costs);
    take_less(layer, &costs, link, form, estimate->costs);
    for (uint32_t mark = 0; mark < layer->landmarks.count; mark++) {
      const int32_t far = ovi_landmark_cost(&costs, layer->landmarks.base_shift, mark, form) - link;
      estimate->far[mark] = far > estimate->far[mark] ? far : estimate->far[mark];
    }
  }
}

static uint64_t directed_from(const ovi_heuristic *estimate, const ovi_landmark_costs *costs) {
  const ovi_layer *layer = estimate->layer;
  const ovi_landmark_form form = ovi_landmark_costs_form(layer, costs);
  int32_t most = 0;
  for (uint32_t mark = 0; mark < estimate->ways; mark++) {
    const int32_t cost = ovi_landmark_cost(costs, layer->landmarks.base_shift, mark, form);
    const int32_t near = estimate->costs[mark] - cost;
    const int32_t far = cost - estimate->far[mark];
    most = near > most ? near : most;
    most = far > most ? far : most;
  }
  return (uint64_t)most << layer->landmarks.shift;
}

/* One landmark behind the start, seen from the goal, and one behind the goal. */
static void choose_guess(ovi_heuristic *estimate, const int32_t costs[OVL_MAX_LANDMARKS]) {
  int32_t most[OVI_QUICK_LANDMARKS] = {INT32_MIN, INT32_MIN};
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    int32_t apart = costs[mark] - estimate->costs[mark];
    if (apart > most[0]) {
      most[0] = apart;
      estimate->guess[0] = mark;
    }
    if (-apart > most[1]) {
      most[1] = -apart;
      estimate->guess[1] = mark;
    }
  }
}

static inline int32_t apart_by(const ovi_heuristic *estimate, const ovi_landmark_costs *costs,
                               uint32_t mark, ovi_landmark_form form) {
  int32_t apart = ovi_landmark_cost(costs, estimate->layer->landmarks.base_shift, mark, form) -
                  estimate->costs[mark];
  return apart < 0 ? -apart : apart;
}

/* Start and waypoint are on one island, so no cost is missing. */
static inline int32_t most_apart(const ovi_heuristic *estimate, const ovi_landmark_costs *costs,
                                 ovi_landmark_form form) {
  const uint32_t count = estimate->marks;
  int32_t most = 0;
  for (uint32_t mark = 0; mark < count; mark++) {
    int32_t apart = apart_by(estimate, costs, mark, form);
    most = apart > most ? apart : most;
  }
  return most;
}

/* ---- Landmarks of an edited layer: see stale_marks.h -------------------------- */

static inline int32_t stale_apart_by(const ovi_heuristic *estimate, const ovi_landmark_costs *costs,
                                     uint32_t mark, ovi_landmark_form form) {
  const ovi_layer *layer = estimate->layer;
  int32_t cost = ovi_landmark_cost(costs, layer->landmarks.base_shift, mark, form);
  cost = cost < layer->landmarks.caps[mark] ? cost : layer->landmarks.caps[mark];
  const int32_t apart = cost - estimate->costs[mark];
  return apart < 0 ? -apart : apart;
}

static inline int32_t most_stale(const ovi_heuristic *estimate, const ovi_landmark_costs *costs,
                                 ovi_landmark_form form) {
  const uint32_t count = estimate->marks;
  int32_t most = 0;
  for (uint32_t mark = 0; mark < count; mark++) {
    const int32_t apart = stale_apart_by(estimate, costs, mark, form);
    most = apart > most ? apart : most;
  }
  return most;
}

static int32_t less_slack(const ovi_heuristic *estimate, int32_t most) {
  return most > estimate->slack ? most - estimate->slack : 0;
}

/* Capping takes a third of the time, and there is mostly nothing to cap. */
static inline int32_t stale_by(const ovi_heuristic *estimate, const ovi_landmark_costs *costs,
                               ovi_landmark_form form) {
  return estimate->layer->landmarks.is_capped ? most_stale(estimate, costs, form)
                                              : most_apart(estimate, costs, form);
}

OVI_NOINLINE static int32_t stale_from(const ovi_heuristic *estimate,
                                       const ovi_landmark_costs *costs) {
  switch (ovi_landmark_costs_form(estimate->layer, costs)) {
  case OVI_LANDMARKS_16:
    return less_slack(estimate, stale_by(estimate, costs, OVI_LANDMARKS_16));
  case OVI_LANDMARKS_32:
    return less_slack(estimate, stale_by(estimate, costs, OVI_LANDMARKS_32));
  default:
    return less_slack(estimate, stale_by(estimate, costs, OVI_LANDMARKS_OWN));
  }
}

OVI_NOINLINE static int32_t stale_guess(const ovi_heuristic *estimate,
                                        const ovi_landmark_costs *costs) {
  const ovi_landmark_form form = ovi_landmark_costs_form(estimate->layer, costs);
  int32_t most = 0;
  for (int i = 0; i < OVI_QUICK_LANDMARKS; i++) {
    const int32_t apart = stale_apart_by(estimate, costs, estimate->guess[i], form);
    most = apart > most ? apart : most;
  }
  return less_slack(estimate, most);
}

/* A link may have bits that the shift leaves out: then the start's costs are too low by up to one.
 */
static void measure_stale(ovi_heuristic *estimate, const ovi_attachment *links) {
  const ovi_layer *layer = estimate->layer;
  const uint32_t bits = ((uint32_t)1 << layer->landmarks.shift) - 1;
  for (uint32_t port = 0; port < links->count; port++) {
    const bool is_odd = links->costs[port] != OVI_UNREACHED && (links->costs[port] & bits) != 0;
    estimate->slack = is_odd ? 1 : estimate->slack;
  }
  for (uint32_t mark = 0; mark < layer->landmarks.count; mark++) {
    const int32_t cap = layer->landmarks.caps[mark];
    estimate->costs[mark] = estimate->costs[mark] < cap ? estimate->costs[mark] : cap;
  }
}

/* ---- By landmarks ------------------------------------------------------------- */

static uint64_t landmarks_from(const ovi_heuristic *estimate, const ovi_region *owner,
                               uint32_t number) {
  const ovi_layer *layer = estimate->layer;
  ovi_landmark_costs costs = marks_of(layer, owner, number);
  int32_t most = layer->landmarks.is_stale  ? stale_from(estimate, &costs)
                 : layer->landmarks.is_wide ? most_apart(estimate, &costs, OVI_LANDMARKS_32)
                                            : most_apart(estimate, &costs, OVI_LANDMARKS_16);
  return (uint64_t)most << layer->landmarks.shift;
}

static int32_t few_apart(const ovi_heuristic *estimate, const ovi_landmark_costs *costs) {
  const ovi_landmark_form form =
      estimate->layer->landmarks.is_wide ? OVI_LANDMARKS_32 : OVI_LANDMARKS_16;
  int32_t most = 0;
  for (int i = 0; i < OVI_QUICK_LANDMARKS; i++) {
    int32_t apart = apart_by(estimate, costs, estimate->guess[i], form);
    most = apart > most ? apart : most;
  }
  return most;
}

static uint64_t guess_from(const ovi_heuristic *estimate, const ovi_region *owner,
                           uint32_t number) {
  const ovi_layer *layer = estimate->layer;
  ovi_landmark_costs costs = marks_of(layer, owner, number);
  int32_t most =
      layer->landmarks.is_stale ? stale_guess(estimate, &costs) : few_apart(estimate, &costs);
  return (uint64_t)most << layer->landmarks.shift;
}

/* ---- All ----------------------------------------------------------------- */

void ovi_heuristic_aim(ovi_heuristic *estimate, const ovi_layer *layer, ovl_cell start,
                       const ovi_attachment *links, bool landmarks) {
  estimate->layer = layer;
  estimate->weight = layer->profile.min_weight;
  estimate->marks = landmarks ? layer->landmarks.count : 0;
  estimate->slack = 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->marks != 0) {
    heuristic_measure(layer, links, estimate->costs);
  }
  if (estimate->marks != 0 && layer->landmarks.is_stale) {
    measure_stale(estimate, links);
  }
}

static void aim_directed(ovi_heuristic *estimate, const ovi_layer *layer, ovl_cell start,
                         const ovi_attachment *links, bool landmarks) {
  ovi_heuristic_none(estimate, layer);
  estimate->octile = layer->profile.has_links ? 0 : layer->profile.min_weight;
  estimate->ways = landmarks && !layer->landmarks.is_stale ? layer->landmarks.count : 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->ways != 0) {
    measure_directed(estimate, links);
  }
}

void ovi_heuristic_to(ovi_heuristic *estimate, const ovi_layer *layer, ovl_cell start,
                      const ovi_attachment *start_links, const ovi_attachment *goal_links,
                      bool landmarks) {
  if (layer->profile.is_directed) {
    aim_directed(estimate, layer, start, start_links, landmarks);
    return;
  }
  ovi_heuristic_aim(estimate, layer, start, start_links, landmarks);
  if (estimate->marks != 0) {
    int32_t costs[OVL_MAX_LANDMARKS];
    heuristic_measure(layer, goal_links, costs);
    choose_guess(estimate, costs);
  }
}

/* Octile distance to the middle of the crossing, in half cells. */
static uint64_t octile_from(const ovi_heuristic *estimate, const ovi_region *region, ovi_port port,
                            uint32_t weight) {
  uint32_t cell = ovi_port_cell(region, port.port);
  int32_t dx;
  int32_t dy;
  ovi_port_step(port.group, cell, &dx, &dy);
  int64_t x = 2 * (int64_t)(region->x + ovi_port_x(cell)) + dx;
  int64_t y = 2 * (int64_t)(region->y + ovi_port_y(cell)) + dy;
  return ovi_octile_halves(2 * (int64_t)estimate->x - x, 2 * (int64_t)estimate->y - y, weight);
}

static uint32_t capped(uint64_t estimate) {
  return estimate < UINT32_MAX ? (uint32_t)estimate : UINT32_MAX;
}

uint32_t ovi_heuristic_from(const ovi_heuristic *estimate, const ovi_region *owner, ovi_port port) {
  if (estimate->weight == 0) {
    return 0;
  }
  uint64_t most = octile_from(estimate, owner, port, estimate->weight);
  if (estimate->marks != 0) {
    uint64_t landmarks = landmarks_from(estimate, owner, port.port);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}

uint32_t ovi_heuristic_directed(const ovi_heuristic *estimate, const ovi_region *owner,
                                uint32_t number, ovi_port port) {
  uint64_t most = 0;
  if (estimate->octile != 0) {
    most = octile_from(estimate, owner, port, estimate->octile);
  }
  if (estimate->ways != 0) {
    ovi_landmark_costs costs = ovi_landmark_costs_at(estimate->layer, owner, number, port.port);
    uint64_t landmarks = directed_from(estimate, &costs);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}

uint32_t ovi_heuristic_quick(const ovi_heuristic *estimate, const ovi_region *owner,
                             ovi_port port) {
  return ovi_heuristic_has_quick(estimate) ? capped(guess_from(estimate, owner, port.port))
                                           : ovi_heuristic_from(estimate, owner, port);
}

uint64_t ovi_heuristic_between(const ovi_layer *layer, const ovl_stop *a, const ovl_stop *b) {
  if (layer->landmarks.count == 0) {
    return 0;
  }
  ovi_heuristic estimate = {.layer = layer, .marks = layer->landmarks.count};
  ovi_region owner = ovi_region_view(layer, b->region);
  ovi_landmark_costs costs = marks_of(layer, &owner, b->number);
  const ovi_landmark_form form = ovi_landmark_costs_form(layer, &costs);
  for (uint32_t mark = 0; mark < estimate.marks; mark++) {
    const int32_t cost = ovi_landmark_cost(&costs, layer->landmarks.base_shift, mark, form);
    const bool is_capped = layer->landmarks.is_stale && cost > layer->landmarks.caps[mark];
    estimate.costs[mark] = is_capped ? layer->landmarks.caps[mark] : cost;
  }
  owner = ovi_region_view(layer, a->region);
  return landmarks_from(&estimate, &owner, a->number);
}
