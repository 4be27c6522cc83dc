/* Finds islands by union-find over local components that waypoints connect. By the builder's rule a
 * waypoint joins two components if and only if some step does, so islands of components are islands
 * of cells. */
#include "coarse/islands/islands.h"

#include "coarse/view/ports.h"
#include "common/union_find.h"

void ovi_islands_begin(uint32_t *slots, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    slots[i] = i;
  }
}

void ovi_islands_join(const ovi_layer *layer, uint32_t first, uint32_t end, uint32_t *slots) {
  for (uint32_t id = first; id < end; id++) {
    ovi_region region = ovi_region_view(layer, id);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      const uint32_t count = groups.begins[group + 1] - groups.begins[group];
      if (count == 0) {
        continue;
      }
      const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, &region, group));
      const ovi_port_groups other_groups = ovi_port_groups_of(&other);
      const int opposite = ovi_group_opposite(group);
      if (ovi_region_group_count(&other, opposite) != count) {
        continue; /* the neighbour is a placeholder for a region that is not loaded */
      }
      for (uint32_t i = 0; i < count; i++) {
        const uint32_t here = ovi_port_component(&region, groups.begins[group] + i);
        const uint32_t there = ovi_port_component(&other, other_groups.begins[opposite] + i);
        ovi_union_join(slots, 1, ovi_region_first_slot(layer, id) + here,
                       ovi_region_first_slot(layer, other.id) + there);
      }
    }
  }
}

uint32_t ovi_islands_number(uint32_t *slots, uint32_t count) {
  /* A parent precedes all slots that point to it, so it has its number already. */
  uint32_t islands = 0;
  for (uint32_t i = 0; i < count; i++) {
    slots[i] = slots[i] == i ? ++islands : slots[slots[i]];
  }
  return islands;
}
