/* The sections that say what was given to a bake: profiles, floors, links. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H
#define OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"

/* What a layer adds up to, region by region.
 *
 * Invariant: the sums do not depend on the order of the regions. */

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

/* What a layer adds up to, into its profile's entry, whose RULE flag is set already; all but its
 * islands, which are counted later. */
void ovi_put_totals(uint8_t *entry, const ovi_profile_totals *totals);

/* Write to zeroed bytes; of a profile all but its sums. */
void ovi_put_profile(uint8_t *entry, const ovi_map *map, int32_t profile);
void ovi_put_floors(uint8_t *out, const ovi_map *map);
void ovi_put_links(uint8_t *out, const ovi_map *map);

/* Of all that was given, whatever the settings; order does not matter to a sum, so edits
 * can change it a cell at a time, and it can be taken in parts: of some rows of the plane, and of
 * all but cells. */
uint64_t ovi_map_fingerprint(const ovi_map *map);
uint64_t ovi_rows_fingerprint(const ovi_map *map, int32_t y, int32_t h);
uint64_t ovi_frame_fingerprint(const ovi_map *map);

#endif
