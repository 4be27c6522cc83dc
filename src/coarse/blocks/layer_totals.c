/* Sums over regions. */
#include "coarse/blocks/layer_totals.h"

void ovi_totals_add(ovi_profile_totals *t, const ovi_region *region) {
  const uint32_t weight = region->part[OVI_PART_MIN_WEIGHT]; /* 0: no position is open */
  t->slots += region->components;
  t->max_ports = region->ports > t->max_ports ? region->ports : t->max_ports;
  t->exceptions = region->exceptions > t->exceptions ? region->exceptions : t->exceptions;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    t->waypoints += ovi_region_group_count(region, group);
  }
  t->waypoints += region->links_out;
  t->links += region->links_out;
  t->open_cells += ovi_get_u16(region->part + OVI_PART_OPEN_CELLS);
  if (weight != 0) {
    t->min_weight = t->min_weight == 0 || weight < t->min_weight ? weight : t->min_weight;
    t->most_least = weight > t->most_least ? weight : t->most_least;
  }
  t->uneven = t->uneven || !ovi_part_is_even(region->part);
  t->directed = t->directed || (region->flags & OVI_FLAG_DIRECTED) != 0;
}

void ovi_totals_end(ovi_profile_totals *t) {
  t->plain = !t->uneven && t->min_weight == t->most_least;
  t->min_weight = t->min_weight != 0 ? t->min_weight : 1;
}
