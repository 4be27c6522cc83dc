/* Union-find over local components, joined by waypoints.
 *
 * By the builder's rule a waypoint joins two components if and only if some step
 * does, so islands of components are islands of cells. */
#include "islands.h"

#include "ports.h"

static uint32_t find_root(uint32_t *parents, uint32_t slot) {
  while (parents[slot] != slot) {
    parents[slot] = parents[parents[slot]];
    slot = parents[slot];
  }
  return slot;
}

static void join(uint32_t *parents, uint32_t a, uint32_t b) {
  a = find_root(parents, a);
  b = find_root(parents, b);
  if (a < b) { /* roots come first, so islands are numbered as they appear */
    parents[b] = a;
  } else {
    parents[a] = b;
  }
}

static void join_group(const ovi_layer *layer, const ovi_region *region, int group,
                       const uint32_t begins[9], uint32_t *slots) {
  uint32_t count = begins[group + 1] - begins[group];
  if (count == 0) {
    return;
  }
  ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, region, group));
  uint32_t other_begins[9];
  ovi_group_begins(&other, other_begins);
  for (uint32_t i = 0; i < count; i++) {
    uint32_t here = ovi_port_component(region, begins[group] + i);
    uint32_t there = ovi_port_component(&other, other_begins[ovi_group_opposite(group)] + i);
    join(slots, ovi_region_first_slot(layer, region->id) + here,
         ovi_region_first_slot(layer, other.id) + there);
  }
}

uint32_t ovi_islands_label(const ovi_layer *layer, uint32_t *slots, uint32_t slot_count) {
  uint32_t regions = ovi_region_count(layer);
  for (uint32_t i = 0; i < slot_count; i++) {
    slots[i] = i;
  }
  for (uint32_t id = 0; id < regions; id++) {
    ovi_region region = ovi_region_view(layer, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      join_group(layer, &region, group, begins, slots);
    }
  }
  /* A parent comes before all that point to it, so it is labelled by then. */
  uint32_t islands = 0;
  for (uint32_t i = 0; i < slot_count; i++) {
    slots[i] = slots[i] == i ? ++islands : slots[slots[i]];
  }
  return islands;
}
