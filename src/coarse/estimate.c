/* The makers of estimates. */
#include "estimate.h"

ovi_estimate ovi_estimate_none(const ovl_world *world) { return (ovi_estimate){.world = world}; }

static const uint8_t *marks_of(const ovl_world *world, uint32_t region, uint32_t number) {
  uint64_t index = (uint64_t)ovi_get_u32(world->mark_firsts + 4 * (uint64_t)region) + number;
  return world->marks + index * world->mark_count * 4;
}

/* The start's cost to each landmark: by way of whichever port is best. Costs of
 * one island all have the bits in common that the shift leaves out. */
static void measure_start(ovi_estimate *estimate, const ovi_links *links) {
  const ovl_world *world = estimate->world;
  ovi_region region = ovi_region_view(world, links->region);
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
    const uint8_t *marks = marks_of(world, waypoint.region, waypoint.number);
    uint32_t link = links->costs[port] >> world->mark_shift;
    for (uint32_t mark = 0; mark < estimate->marks; mark++) {
      uint32_t stored = ovi_get_u32(marks + 4 * mark);
      if (stored < OVI_NO_MARK - link && stored + link < estimate->costs[mark]) {
        estimate->costs[mark] = stored + link;
      }
    }
  }
}

ovi_estimate ovi_estimate_to(const ovl_world *world, ovl_cell start, const ovi_links *links,
                             bool landmarks) {
  ovi_estimate estimate = {.world = world,
                           .weight = world->min_weight,
                           .marks = landmarks ? world->mark_count : 0,
                           .x = start.x,
                           .y = start.y};
  measure_start(&estimate, links);
  return estimate;
}

/* Octile distance to the middle of the crossing, in half cells. */
static uint64_t octile_from(const ovi_estimate *estimate, const ovi_region *region, ovi_port port) {
  uint32_t cell = ovi_port_cell(region, port.port);
  int group = port.group;
  int32_t dx;
  int32_t dy;
  ovi_port_step(group, cell, &dx, &dy);
  int64_t x = 2 * (int64_t)(region->x + ovi_port_x(cell)) + dx;
  int64_t y = 2 * (int64_t)(region->y + ovi_port_y(cell)) + dy;
  return ovi_octile_halves(2 * (int64_t)estimate->x - x, 2 * (int64_t)estimate->y - y,
                           estimate->weight);
}

/* Start and waypoint are on one island, so no cost is missing. The numbers are
 * signed because that is what SSE2 can compare. */
static uint64_t landmarks_from(const ovi_estimate *estimate, const uint8_t *marks) {
  int32_t most = 0;
  for (uint32_t mark = 0; mark < estimate->marks; mark++) {
    int32_t apart = (int32_t)(ovi_get_u32(marks + 4 * (size_t)mark) & OVI_NO_MARK) -
                    (int32_t)estimate->costs[mark];
    apart = apart < 0 ? -apart : apart;
    most = apart > most ? apart : most;
  }
  return (uint64_t)most << estimate->world->mark_shift;
}

uint64_t ovi_estimate_from(const ovi_estimate *estimate, const ovi_region *region, ovi_port port,
                           const ovl_stop *waypoint) {
  if (estimate->weight == 0) {
    return 0;
  }
  uint64_t octile = octile_from(estimate, region, port);
  if (estimate->marks == 0) {
    return octile;
  }
  uint64_t landmarks =
      landmarks_from(estimate, marks_of(estimate->world, waypoint->region, waypoint->number));
  return landmarks > octile ? landmarks : octile;
}
