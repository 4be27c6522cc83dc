/* Watched routes and the indexes that find those that an edit affects.
 *
 * A route is filed under each region that it passes, where passing means what ovl_route_next reads;
 * so it is broken only if one of these was rebuilt. It is filed as well in a tree of boxes, by a
 * box of regions around the area that a cheaper path could cross: a path over a cell costs at least
 * the octile distances to the cell and from there to the goal. Where there are links, the distances
 * to the nearest ends of links count instead if they are shorter.
 *
 * Invariant: the lists hold each watched route once a region, and its box holds each region in
 * which a change could improve it. A route that has moved on passes fewer regions, and a smaller
 * area can improve it, so entries that were filed for an earlier position stay valid. */
#ifndef OVERLAND_WATCH_WATCH_H
#define OVERLAND_WATCH_WATCH_H

#include "overland_watch.h"
#include "watch/box_tree.h"
#include "world/world.h"

#define OVI_NO_ENTRY OVI_LIST_END

/* An entry of a route in the list of a region. */
typedef struct ovi_watch_entry {
  uint32_t region, number;
  ovi_list_link link;     /* in the list of the region */
  uint32_t next_of_route; /* of a free entry, the next free one */
} ovi_watch_entry;

typedef struct ovi_watched {
  bool is_watched;
  bool by_labels;
  uint8_t profile;
  uint64_t since;          /* number of the version in which the route was begun */
  ovl_cell position, goal; /* in the plane */
  uint64_t cost_to_go;
  uint64_t start_to_link, link_to_goal; /* least cost to and from any end of a link;
                                           UINT64_MAX: there are no links */
  uint32_t entries;                     /* the first of the route */
} ovi_watched;

struct ovl_watch {
  ovi_object object;
  ovi_plane plane; /* of its worlds */
  uint32_t profiles;
  uint32_t capacity; /* routes */
  ovi_watched *routes;
  ovi_watch_entry *entries;
  uint32_t free;                 /* the first free entry */
  uint32_t *heads;               /* the first entry of each region */
  ovi_box_tree boxes;            /* by number of the route */
  uint64_t *broken, *improvable; /* a bit for each route; 0 between calls */
  ovl_fault fault;               /* of the last ovl_watch_changes */
};

/* Whether a world has the plane and the profiles that the watch was made for. */
bool ovi_watch_serves(const ovl_watch *watch, const ovl_world *world);

/* Removes a route from all lists and from the tree, if it is watched. */
void ovi_watch_unfile(ovl_watch *watch, uint32_t number);

#endif
