/* What a layer adds up to, region by region.
 *
 * Invariant: the sums do not depend on the order of the regions. */
#ifndef OVERLAND_COARSE_BLOCKS_LAYER_TOTALS_H
#define OVERLAND_COARSE_BLOCKS_LAYER_TOTALS_H

#include "coarse/view/region.h"

/* What a profile's layer adds up to; begun as all zeros. */
typedef struct ovi_profile_totals {
  uint32_t slots, max_ports, exceptions;
  uint32_t min_weight, most_least; /* of the regions' least weights the least, and the most */
  uint64_t waypoints, open_cells, links;
  bool directed;
  bool plain;  /* known at the end */
  bool uneven; /* some region weighs differently from cell to cell */
} ovi_profile_totals;

void ovi_totals_add(ovi_profile_totals *totals, const ovi_region *region);

/* Once all regions are in. */
void ovi_totals_end(ovi_profile_totals *totals);

#endif
