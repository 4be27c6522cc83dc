/* The makers of estimates. */
#include "estimate.h"

#include <string.h>

#define NO_COMPONENT UINT32_MAX /* a world has fewer, as it has fewer waypoints */

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
  uint32_t component; /* counted over the world */
} marks;

static marks marks_of(const ovl_world *world, const ovi_region *owner, uint32_t number) {
  const uint8_t *firsts = world->mark_firsts + 8 * (uint64_t)owner->id;
  uint64_t waypoint = (uint64_t)ovi_get_u32(firsts) + number;
  uint32_t component = ovi_get_u32(firsts + 4) + ovi_port_component(owner, number);
  uint64_t bytes = world->mark_wide ? 4 : 2;
  return (marks){world->mark_bases + (uint64_t)component * world->mark_count * 2,
                 world->mark_deltas + waypoint * world->mark_count * bytes, component};
}

static int32_t base_of(const ovl_world *world, const marks *m, uint32_t mark) {
  return (int32_t)((uint32_t)ovi_get_u16(m->bases + 2 * (size_t)mark) << world->mark_base_shift);
}

static int64_t cost_to(const ovl_world *world, const marks *m, uint32_t mark) {
  return base_of(world, m, mark) + (world->mark_wide
                                        ? (int64_t)ovi_get_u32(m->deltas + 4 * (size_t)mark)
                                        : (int64_t)ovi_get_u16(m->deltas + 2 * (size_t)mark));
}

/* The start's cost to each landmark: by way of whichever port is best. Costs of
 * one island all have the bits in common that the shift leaves out. */
static void measure_start(ovi_estimate *estimate, const ovi_links *links) {
  const ovl_world *world = estimate->world;
  ovi_region region = ovi_region_view(world, links->region);
  ovi_region owner = region;
  uint32_t begins[9];
  ovi_group_begins(&region, begins);
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    estimate->costs[mark] = OVI_NO_MARK;
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
    uint32_t link = links->costs[port] >> world->mark_shift;
    for (uint32_t mark = 0; mark < estimate->marks; mark++) {
      int64_t cost = cost_to(world, &m, mark) + link;
      if (cost < estimate->costs[mark]) {
        estimate->costs[mark] = (int32_t)cost;
      }
    }
  }
}

static int16_t capped(int32_t distance) {
  return (int16_t)(distance < OVI_MARKS_MOST_NARROW ? distance : OVI_MARKS_MOST_NARROW);
}

/* With d what a landmark's base is above the start's cost and t a waypoint's delta,
 * the estimate is the greatest of all d + t and all -(d + t); and -(d + t) is
 * -(d + M) + (M - t), where M is the most that t can be. The greatest of all d and
 * -(d + M) is `top`, so what is M below it can't win. */
static void fill_frame(const ovi_estimate *estimate, const marks *m, ovi_mark_frame *frame) {
  int32_t apart[OVL_MAX_LANDMARKS];
  int32_t top = INT32_MIN;
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    int32_t here = base_of(estimate->world, m, mark) - estimate->costs[mark];
    int32_t most = here > -here - OVI_MARKS_MOST_NARROW ? here : -here - OVI_MARKS_MOST_NARROW;
    apart[mark] = here;
    top = most > top ? most : top;
  }
  frame->top = top;
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    frame->above[mark] = capped(top - apart[mark]);
    frame->below[mark] = capped(top + apart[mark] + OVI_MARKS_MOST_NARROW);
  }
}

static const ovi_mark_frame *frame_of(ovi_estimate *estimate, const marks *m) {
  uint32_t place = m->component & (OVI_MARK_FRAMES - 1);
  if (estimate->framed[place] != m->component) {
    estimate->framed[place] = m->component;
    fill_frame(estimate, m, &estimate->frames[place]);
  }
  return &estimate->frames[place];
}

/* The numbers are signed 16-bit ones because SSE2 knows their maximum. A forged
 * delta may be above the most: it then counts as something else, but fits. */
static uint64_t from_narrow(const ovi_mark_frame *frame, const uint8_t *deltas, uint32_t count) {
  int16_t most = 0;
  for (uint32_t mark = 0; mark < count; mark++) {
    int16_t delta = (int16_t)(ovi_get_u16(deltas + 2 * (size_t)mark) & OVI_MARKS_MOST_NARROW);
    int16_t a = (int16_t)(delta - frame->above[mark]);
    int16_t b = (int16_t)(OVI_MARKS_MOST_NARROW - delta - frame->below[mark]);
    most = a > most ? a : most;
    most = b > most ? b : most;
  }
  int32_t estimate = frame->top + most;
  return estimate > 0 ? (uint64_t)estimate : 0;
}

static uint64_t from_wide(const ovi_estimate *estimate, const marks *m) {
  int64_t most = 0;
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    int64_t apart = cost_to(estimate->world, m, mark) - estimate->costs[mark];
    apart = apart < 0 ? -apart : apart;
    most = apart > most ? apart : most;
  }
  return (uint64_t)most;
}

static uint64_t landmarks_from(ovi_estimate *estimate, const ovi_region *owner, uint32_t number) {
  const ovl_world *world = estimate->world;
  marks m = marks_of(world, owner, number);
  uint64_t most = world->mark_wide ? from_wide(estimate, &m)
                                   : from_narrow(frame_of(estimate, &m), m.deltas, estimate->marks);
  return most << world->mark_shift;
}

/* ---- All ----------------------------------------------------------------- */

void ovi_estimate_to(ovi_estimate *estimate, const ovl_world *world, ovl_cell start,
                     const ovi_links *links, bool landmarks) {
  estimate->world = world;
  estimate->weight = world->min_weight;
  estimate->marks = landmarks ? world->mark_count : 0;
  estimate->x = start.x;
  estimate->y = start.y;
  if (estimate->marks != 0) {
    memset(estimate->framed, 0xff, sizeof(estimate->framed));
    measure_start(estimate, links);
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

uint32_t ovi_estimate_from(ovi_estimate *estimate, const ovi_region *owner, ovi_port port) {
  if (estimate->weight == 0) {
    return 0;
  }
  uint64_t most = octile_from(estimate, owner, port);
  if (estimate->marks != 0) {
    uint64_t landmarks = landmarks_from(estimate, owner, port.port);
    most = landmarks > most ? landmarks : most;
  }
  return most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
}
