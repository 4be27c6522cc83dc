/* The sections that say what was given to a bake: profiles, floors, links. */
#ifndef OVI_MAP_SECTIONS_H
#define OVI_MAP_SECTIONS_H

#include "map.h"

/* What a profile's layer adds up to. */
typedef struct ovi_profile_totals {
  uint32_t slots, max_ports, min_weight, exceptions;
  uint64_t waypoints, open_cells, links;
  bool directed, plain;
} ovi_profile_totals;

/* What a layer adds up to, into its profile's entry, whose RULE flag is set already; all but its
 * islands, which are counted later. */
void ovi_put_totals(uint8_t *entry, const ovi_profile_totals *totals);

/* Write to zeroed bytes; of a profile all but its islands. */
void ovi_put_profile(uint8_t *entry, const ovi_map *map, int32_t profile,
                     const ovi_profile_totals *totals);
void ovi_put_floors(uint8_t *out, const ovi_map *map);
void ovi_put_links(uint8_t *out, const ovi_map *map);

/* Of all that was given, whatever the settings; order does not matter to a sum, so edits
 * can change it a cell at a time. */
uint64_t ovi_map_fingerprint(const ovi_map *map);

#endif
