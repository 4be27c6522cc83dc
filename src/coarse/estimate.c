/* The makers of estimates. */
#include "estimate.h"

void ovi_estimate_none(ovi_estimate *estimate, const ovl_world *world) {
  estimate->world = world;
  estimate->weight = 0;
  estimate->marks = 0;
}

/* ---- Landmarks ----------------------------------------------------------- */

/* Where the costs of a waypoint to the landmarks are found. */
typedef struct marks {
  const uint8_t *bases;
  const uint8_t *deltas;
} marks;

static marks marks_of(const ovl_world *world, const ovi_region *owner, uint32_t number) {
  const uint8_t *firsts = world->mark_firsts + 8 * (uint64_t)owner->id;
  uint64_t waypoint = (uint64_t)ovi_get_u32(firsts) + number;
  uint64_t component = (uint64_t)ovi_get_u32(firsts + 4) + ovi_port_component(owner, number);
  return (marks){world->mark_bases + component * world->mark_count * 2,
                 world->mark_deltas +
                     waypoint * world->mark_count * (uint64_t)(world->mark_wide ? 4 : 2)};
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
static inline void take_less(const ovl_world *world, const marks *m, int32_t link, bool wide,
                             int32_t *costs) {
  const uint32_t count = world->mark_count;
  const uint32_t shift = world->mark_base_shift;
  for (uint32_t mark = 0; mark < count; mark++) {
    int32_t most = costs[mark] - link;
    int32_t cost = cost_to(m, shift, mark, wide);
    costs[mark] = (cost < most ? cost : most) + link;
  }
}

/* The costs of the links' cell to each landmark: by way of whichever port is best.
 * Costs of one island all have the bits in common that the shift leaves out. */
static void measure(const ovl_world *world, const ovi_links *links,
                    int32_t costs[OVL_MAX_LANDMARKS]) {
  ovi_region region = ovi_region_view(world, links->region);
  ovi_region owner = region;
  uint32_t begins[9];
  ovi_group_begins(&region, begins);
  for (uint32_t mark = 0; mark < world->mark_count; mark++) {
    costs[mark] = OVI_NO_MARK;
  }
  for (uint32_t port = 0; port < links->count; port++) {
    if (links->costs[port] == OVI_NO_LINK) {
      continue;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(world, &region, begins, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(world, waypoint.region);
    }
    marks m = marks_of(world, &owner, waypoint.number);
    int32_t link = (int32_t)(links->costs[port] >> world->mark_shift & OVI_NO_MARK);
    if (world->mark_wide) {
      take_less(world, &m, link, true, costs);
    } else {
      take_less(world, &m, link, false, costs);
    }
  }
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
  int32_t apart = cost_to(m, estimate->world->mark_base_shift, mark, wide) - estimate->costs[mark];
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
  const ovl_world *world = estimate->world;
  marks m = marks_of(world, owner, number);
  int32_t most =
      world->mark_wide ? most_apart(estimate, &m, true) : most_apart(estimate, &m, false);
  return (uint64_t)most << world->mark_shift;
}

static uint64_t guess_from(const ovi_estimate *estimate, const ovi_region *owner, uint32_t number) {
  const ovl_world *world = estimate->world;
  marks m = marks_of(world, owner, number);
  int32_t most = 0;
  for (int i = 0; i < OVI_GUESS_MARKS; i++) {
    int32_t apart = apart_by(estimate, &m, estimate->guess[i], world->mark_wide);
    most = apart > most ? apart : most;
  }
  return (uint64_t)most << world->mark_shift;
}

/* ---- All ----------------------------------------------------------------- */

void ovi_estimate_aim(ovi_estimate *estimate, const ovl_world *world, ovl_cell start,
                      const ovi_links *links, bool landmarks) {
  estimate->world = world;
  estimate->weight = world->min_weight;
  estimate->marks = landmarks ? world->mark_count : 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->marks != 0) {
    measure(world, links, estimate->costs);
  }
}

void ovi_estimate_to(ovi_estimate *estimate, const ovl_world *world, ovl_cell start,
                     const ovi_links *start_links, const ovi_links *goal_links, bool landmarks) {
  ovi_estimate_aim(estimate, world, start, start_links, landmarks);
  if (estimate->marks != 0) {
    int32_t costs[OVL_MAX_LANDMARKS];
    measure(world, goal_links, costs);
    choose_guess(estimate, costs);
  }
}

/* Octile distance to the middle of the crossing, in half cells. */
static uint64_t octile_from(const ovi_estimate *estimate, const ovi_region *region, ovi_port port) {
  uint32_t cell = ovi_port_cell(region, port.port);
  int32_t dx;
  int32_t dy;
  ovi_port_step(port.group, cell, &dx, &dy);
  int64_t x = 2 * (int64_t)(region->x + ovi_port_x(cell)) + dx;
  int64_t y = 2 * (int64_t)(region->y + ovi_port_y(cell)) + dy;
  return ovi_octile_halves(2 * (int64_t)estimate->x - x, 2 * (int64_t)estimate->y - y,
                           estimate->weight);
}

static uint32_t capped(uint64_t estimate) {
  return estimate < UINT32_MAX ? (uint32_t)estimate : UINT32_MAX;
}

uint32_t ovi_estimate_from(const ovi_estimate *estimate, const ovi_region *owner, ovi_port port) {
  if (estimate->weight == 0) {
    return 0;
  }
  uint64_t most = octile_from(estimate, owner, port);
  if (estimate->marks != 0) {
    uint64_t landmarks = landmarks_from(estimate, owner, port.port);
    most = landmarks > most ? landmarks : most;
  }
  return capped(most);
}

uint32_t ovi_estimate_guess(const ovi_estimate *estimate, const ovi_region *owner, ovi_port port) {
  return ovi_estimate_guesses(estimate) ? capped(guess_from(estimate, owner, port.port))
                                        : ovi_estimate_from(estimate, owner, port);
}

uint64_t ovi_estimate_between(const ovl_world *world, const ovl_stop *a, const ovl_stop *b) {
  if (world->mark_count == 0) {
    return 0;
  }
  ovi_estimate estimate = {.world = world, .marks = world->mark_count};
  ovi_region owner = ovi_region_view(world, b->region);
  marks m = marks_of(world, &owner, b->number);
  for (uint32_t mark = 0; mark < estimate.marks; mark++) {
    estimate.costs[mark] = cost_to(&m, world->mark_base_shift, mark, world->mark_wide);
  }
  owner = ovi_region_view(world, a->region);
  return landmarks_from(&estimate, &owner, a->number);
}
