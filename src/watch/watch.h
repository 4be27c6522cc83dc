/* Watched routes, and the lists that they stand in.
 *
 * A route is filed under each region that it goes by, as ovl_route_next does, so it is broken only
 * if one of these was rebuilt; and in a quadtree by a box of regions around the land that a cheaper
 * way could cross. A way over a cell costs at least the octile distances to the cell and from there
 * to the goal; where there are links, those to the nearest ends of links may be less and count
 * instead.
 *
 * Invariant: the lists hold each watched route once a region, and its box holds each region by
 * which it could be improved. A route that has moved on goes by fewer regions, and less land can
 * improve it: so what was filed for an earlier position serves. */
#ifndef OVERLAND_WATCH_WATCH_H
#define OVERLAND_WATCH_WATCH_H

#include "overland_watch.h"
#include "watch/watch_places.h"
#include "world/world.h"

#define OVI_NO_ENTRY UINT32_MAX

/* A route under a region. */
typedef struct ovi_watch_entry {
  uint32_t region, number;
  uint32_t next, previous; /* under the region */
  uint32_t next_of_route;  /* or of those that are free */
} ovi_watch_entry;

typedef struct ovi_watched {
  bool is_watched;
  bool by_labels;
  uint8_t profile;
  uint64_t since;          /* the version that it was begun in */
  ovl_cell position, goal; /* of the plane */
  uint64_t cost_to_go;
  uint64_t start_to_link, link_to_goal; /* the least between them and any end of a link;
                                           UINT64_MAX: there is none */
  uint32_t entries;                     /* the first of its own */
} ovi_watched;

struct ovl_watch {
  ovl_allocator allocator;
  uint64_t bytes;
  int32_t region_cells, regions_x, regions_y, width, height;
  uint32_t profiles;
  uint32_t capacity; /* routes */
  ovi_watched *routes;
  ovi_watch_entry *entries;
  uint32_t free;
  uint32_t *heads; /* the first entry of each region */
  ovi_watch_places places;
  uint64_t *broken, *improvable; /* a bit for each route, 0 between calls */
};

/* Whether a world can be one of those that it was made for. */
bool ovi_watch_serves(const ovl_watch *watch, const ovl_world *world);

/* Takes a route out of all lists, if it stands in any. */
void ovi_watch_unfile(ovl_watch *watch, uint32_t number);

#endif
