/* The makers of estimates. */
#include "estimate.h"

void ovi_estimate_none(ovi_estimate *estimate, const ovi_layer *layer) {
  estimate->layer = layer;
  estimate->weight = 0;
  estimate->marks = 0;
  estimate->octile = 0;
  estimate->ways = 0;
}

/* ---- Landmarks ----------------------------------------------------------- */

/* Where the costs of a waypoint to the landmarks are found. */
typedef struct marks {
  const uint8_t *bases;
  const uint8_t *deltas;
} marks;

static marks marks_of(const ovi_layer *layer, const ovi_region *owner, uint32_t number) {
  const uint8_t *firsts = layer->mark_firsts + 8 * (uint64_t)owner->id;
  uint64_t waypoint = (uint64_t)ovi_get_u32(firsts) + number;
  uint64_t component = (uint64_t)ovi_get_u32(firsts + 4) + ovi_port_component(owner, number);
  return (marks){layer->mark_bases + component * layer->mark_count * 2,
                 layer->mark_deltas +
                     waypoint * layer->mark_count * (uint64_t)(layer->mark_wide ? 4 : 2)};
}

/* The same where links may be: a waypoint's number is not its port. */
static marks marks_at(const ovi_layer *layer, const ovi_region *owner, uint32_t number,
                      uint32_t port) {
  const uint8_t *firsts = layer->mark_firsts + 8 * (uint64_t)owner->id;
  const uint64_t count = layer->mark_count;
  uint64_t waypoint = (uint64_t)ovi_get_u32(firsts) + number;
  uint64_t component = (uint64_t)ovi_get_u32(firsts + 4) + ovi_port_component(owner, port);
  return (marks){layer->mark_bases + component * count * 2,
                 layer->mark_deltas + waypoint * count * (layer->mark_wide ? 4u : 2u)};
}

/* Signed because that is what SSE2 can compare; base and delta have 30 bits each,
 * a forged one too. */
static inline int32_t cost_to(const marks *m, uint32_t base_shift, uint32_t mark, bool wide) {
  uint32_t base = (uint32_t)ovi_get_u16(m->bases + 2 * (size_t)mark) << base_shift;
  uint32_t delta = wide ? ovi_get_u32(m->deltas + 4 * (size_t)mark) & OVI_NO_MARK
                        : ovi_get_u16(m->deltas + 2 * (size_t)mark);
  return (int32_t)(base + delta);
}

/* Takes what is less by way of a port. */
static inline void take_less(const ovi_layer *layer, const marks *m, int32_t link, bool wide,
                             int32_t *costs) {
  const uint32_t count = layer->mark_count;
  const uint32_t shift = layer->mark_base_shift;
  for (uint32_t mark = 0; mark < count; mark++) {
    int32_t most = costs[mark] - link;
    int32_t cost = cost_to(m, shift, mark, wide);
    costs[mark] = (cost < most ? cost : most) + link;
  }
}

/* The costs of the links' cell to each landmark: by way of whichever port is best.
 * Costs of one island all have the bits in common that the shift leaves out. */
static void measure(const ovi_layer *layer, const ovi_links *links,
                    int32_t costs[OVL_MAX_LANDMARKS]) {
  ovi_region region = ovi_region_view(layer, links->region);
  ovi_region owner = region;
  uint32_t begins[9];
  ovi_group_begins(&region, begins);
  for (uint32_t mark = 0; mark < layer->mark_count; mark++) {
    costs[mark] = OVI_NO_MARK;
  }
  for (uint32_t port = 0; port < links->count; port++) {
    if (links->costs[port] == OVI_NO_LINK) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, begins, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(layer, waypoint.region);
    }
    marks m = marks_of(layer, &owner, waypoint.number);
    int32_t link = (int32_t)(links->costs[port] >> layer->mark_shift & OVI_NO_MARK);
    if (layer->mark_wide) {
      take_less(layer, &m, link, true, costs);
    } else {
      take_less(layer, &m, link, false, costs);
    }
  }
}

/* Both bounds of the links' cell in a directed layer. Costs are not below 0, so a far bound
 * that is raised to 0 is as good. */
static void measure_directed(ovi_estimate *estimate, const ovi_links *links) {
  const ovi_layer *layer = estimate->layer;
  ovi_region region = ovi_region_view(layer, links->region);
  uint32_t begins[9];
  ovi_group_begins(&region, begins);
  for (uint32_t mark = 0; mark < layer->mark_count; mark++) {
    estimate->costs[mark] = OVI_NO_MARK;
    estimate->far[mark] = 0;
  }
  for (uint32_t port = 0; port < links->count; port++) {
    if (links->costs[port] == OVI_NO_LINK) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &region, begins, port);
    ovi_region owner = ovi_region_view(layer, waypoint.region);
    uint32_t owner_begins[9];
    ovi_group_begins(&owner, owner_begins);
    marks m = marks_at(layer, &owner, waypoint.number, ovi_own_port(owner_begins, waypoint.number));
    const uint32_t cost = links->costs[port] >> layer->mark_shift;
    const int32_t link = (int32_t)(cost < OVI_NO_MARK ? cost : OVI_NO_MARK);
    take_less(layer, &m, link, layer->mark_wide, estimate->costs);
    for (uint32_t mark = 0; mark < layer->mark_count; mark++) {
      const int32_t far = cost_to(&m, layer->mark_base_shift, mark, layer->mark_wide) - link;
      estimate->far[mark] = far > estimate->far[mark] ? far : estimate->far[mark];
    }
  }
}

static uint64_t directed_from(const ovi_estimate *estimate, const marks *m) {
  const ovi_layer *layer = estimate->layer;
  int32_t most = 0;
  for (uint32_t mark = 0; mark < estimate->ways; mark++) {
    const int32_t cost = cost_to(m, layer->mark_base_shift, mark, layer->mark_wide);
    const int32_t near = estimate->costs[mark] - cost;
    const int32_t far = cost - estimate->far[mark];
    most = near > most ? near : most;
    most = far > most ? far : most;
  }
  return (uint64_t)most << layer->mark_shift;
}

/* One landmark behind the start, seen from the goal, and one behind the goal. */
static void choose_guess(ovi_estimate *estimate, const int32_t costs[OVL_MAX_LANDMARKS]) {
  int32_t most[OVI_GUESS_MARKS] = {INT32_MIN, INT32_MIN};
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

static inline int32_t apart_by(const ovi_estimate *estimate, const marks *m, uint32_t mark,
                               bool wide) {
  int32_t apart = cost_to(m, estimate->layer->mark_base_shift, mark, wide) - estimate->costs[mark];
  return apart < 0 ? -apart : apart;
}

/* Start and waypoint are on one island, so no cost is missing. */
static inline int32_t most_apart(const ovi_estimate *estimate, const marks *m, bool wide) {
  const uint32_t count = estimate->marks;
  int32_t most = 0;
  for (uint32_t mark = 0; mark < count; mark++) {
    int32_t apart = apart_by(estimate, m, mark, wide);
    most = apart > most ? apart : most;
  }
  return most;
}

static uint64_t landmarks_from(const ovi_estimate *estimate, const ovi_region *owner,
                               uint32_t number) {
  const ovi_layer *layer = estimate->layer;
  marks m = marks_of(layer, owner, number);
  int32_t most =
      layer->mark_wide ? most_apart(estimate, &m, true) : most_apart(estimate, &m, false);
  return (uint64_t)most << layer->mark_shift;
}

static uint64_t guess_from(const ovi_estimate *estimate, const ovi_region *owner, uint32_t number) {
  const ovi_layer *layer = estimate->layer;
  marks m = marks_of(layer, owner, number);
  int32_t most = 0;
  for (int i = 0; i < OVI_GUESS_MARKS; i++) {
    int32_t apart = apart_by(estimate, &m, estimate->guess[i], layer->mark_wide);
    most = apart > most ? apart : most;
  }
  return (uint64_t)most << layer->mark_shift;
}

/* ---- All ----------------------------------------------------------------- */

void ovi_estimate_aim(ovi_estimate *estimate, const ovi_layer *layer, ovl_cell start,
                      const ovi_links *links, bool landmarks) {
  estimate->layer = layer;
  estimate->weight = layer->min_weight;
  estimate->marks = landmarks ? layer->mark_count : 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->marks != 0) {
    measure(layer, links, estimate->costs);
  }
}

static void aim_directed(ovi_estimate *estimate, const ovi_layer *layer, ovl_cell start,
                         const ovi_links *links, bool landmarks) {
  ovi_estimate_none(estimate, layer);
  estimate->octile = layer->has_links ? 0 : layer->min_weight;
  estimate->ways = landmarks ? layer->mark_count : 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->ways != 0) {
    measure_directed(estimate, links);
  }
}

void ovi_estimate_to(ovi_estimate *estimate, const ovi_layer *layer, ovl_cell start,
                     const ovi_links *start_links, const ovi_links *goal_links, bool landmarks) {
  if (layer->directed) {
    aim_directed(estimate, layer, start, start_links, landmarks);
    return;
  }
  ovi_estimate_aim(estimate, layer, start, start_links, landmarks);
  if (estimate->marks != 0) {
    int32_t costs[OVL_MAX_LANDMARKS];
    measure(layer, goal_links, costs);
    choose_guess(estimate, costs);
  }
}

/* Octile distance to the middle of the crossing, in half cells. */
static uint64_t octile_from(const ovi_estimate *estimate, const ovi_region *region, ovi_port port,
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

uint32_t ovi_estimate_from(const ovi_estimate *estimate, const ovi_region *owner, ovi_port port) {
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

uint32_t ovi_estimate_directed(const ovi_estimate *estimate, const ovi_region *owner,
                               uint32_t number, ovi_port port) {
  uint64_t most = 0;
  if (estimate->octile != 0) {
    most = octile_from(estimate, owner, port, estimate->octile);
  }
  if (estimate->ways != 0) {
    marks m = marks_at(estimate->layer, owner, number, port.port);
    uint64_t landmarks = directed_from(estimate, &m);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}

uint32_t ovi_estimate_guess(const ovi_estimate *estimate, const ovi_region *owner, ovi_port port) {
  return ovi_estimate_guesses(estimate) ? capped(guess_from(estimate, owner, port.port))
                                        : ovi_estimate_from(estimate, owner, port);
}

uint64_t ovi_estimate_between(const ovi_layer *layer, const ovl_stop *a, const ovl_stop *b) {
  if (layer->mark_count == 0) {
    return 0;
  }
  ovi_estimate estimate = {.layer = layer, .marks = layer->mark_count};
  ovi_region owner = ovi_region_view(layer, b->region);
  marks m = marks_of(layer, &owner, b->number);
  for (uint32_t mark = 0; mark < estimate.marks; mark++) {
    estimate.costs[mark] = cost_to(&m, layer->mark_base_shift, mark, layer->mark_wide);
  }
  owner = ovi_region_view(layer, a->region);
  return landmarks_from(&estimate, &owner, a->number);
}
