/* The waypoint graph of the Explorer's world as arrays, for a search of the page's own. */
#ifndef OVERLAND_EXPLORER_COARSE_GRAPH_H
#define OVERLAND_EXPLORER_COARSE_GRAPH_H

#include "overland_inspect.h"

typedef struct coarse_edge {
  uint32_t to;
  uint32_t cost; /* units */
} coarse_edge;

/* Waypoints are numbered region by region; the edges from waypoint n are those from first_edge[n]
 * to below first_edge[n + 1]. */
typedef struct coarse_graph {
  uint64_t identity;      /* of the version that it was made of */
  uint32_t *first_number; /* of a region's waypoints; an entry more than there are regions */
  ovl_waypoint *waypoints;
  uint32_t count;
  uint32_t *first_edge;
  coarse_edge *edges;
  ovl_edge *listed; /* of one region */
  size_t region_capacity, waypoint_capacity, first_edge_capacity, edge_capacity, listed_capacity;
} coarse_graph;

/* The graph of a world, made anew if it is another version than before. NULL: no memory. Time:
 * lists the edges of all regions twice. */
const coarse_graph *coarse_graph_of(const ovl_world *world);

#endif
