/* Writes the sections of the file that describe the input of a bake: profiles, floors and links;
 * and sums up the regions of a layer. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H
#define OVERLAND_COARSE_BLOCKS_MAP_SECTIONS_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"

/* The totals of the layer of a profile, which begin as all zeros. They do not depend on the order
 * of the regions. */
typedef struct ovi_profile_totals {
  uint32_t slots, max_ports, exceptions;
  uint32_t min_weight,
      max_of_min_weights; /* the least, and the greatest, of the regions' least weights */
  uint64_t waypoints, open_cells, links;
  bool directed;
  bool plain;  /* all open positions have one weight; set by ovi_totals_end */
  bool uneven; /* some region has several weights */
} ovi_profile_totals;

/* Adds a region. */
void ovi_totals_add(ovi_profile_totals *totals, const ovi_region *region);

/* Ends the totals, once all regions are added. */
void ovi_totals_end(ovi_profile_totals *totals);

/* Writes totals to a profile's entry, whose RULE flag must be set already: all but its islands,
 * which are counted later. */
void ovi_put_totals(uint8_t *entry, const ovi_profile_totals *totals);

/* Writes a profile to zeroed bytes: everything but its totals. */
void ovi_put_profile(uint8_t *entry, const ovi_map *map, int32_t profile);

/* Writes all floors. */
void ovi_put_floors(uint8_t *out, const ovi_map *map);

/* Writes all links to zeroed bytes. */
void ovi_put_links(uint8_t *out, const ovi_map *map);

/* Writes all places to zeroed bytes. */
void ovi_put_places(uint8_t *out, const ovi_map *map);

/* The contribution of the cells of h rows of the plane, from row y on. */
uint64_t ovi_rows_fingerprint(const ovi_map *map, int32_t y, int32_t h);

/* The contribution of everything but cells. */
uint64_t ovi_frame_fingerprint(const ovi_map *map);

#endif
