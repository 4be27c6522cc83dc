/* The sections that say what was given to a bake: profiles, floors, links. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H
#define OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H

#include "coarse/blocks/layer_totals.h"
#include "coarse/blocks/map.h"

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
