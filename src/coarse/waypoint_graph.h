/* The waypoint graph laid out flat, for the searches over all of it that a bake
 * makes: landmarks and labels.
 *
 * Invariant: a node has two cliques, one for each region of its waypoint, and a
 * clique's costs are a square, so that leaving a node reads one row. Costs are
 * shifted down by the bits that no cost has. */
#ifndef OVI_WAYPOINT_GRAPH_H
#define OVI_WAYPOINT_GRAPH_H

#include "region.h"

/* The waypoints of one linked component of a region. 16 bytes. */
typedef struct ovi_graph_clique {
  uint32_t count;
  uint32_t members; /* place of the first in `members` */
  uint64_t costs;   /* place of the first row in `costs` */
} ovi_graph_clique;

/* 24 bytes, touched at random. */
typedef struct ovi_graph_node {
  uint32_t clique[2]; /* 0: of the region that owns the waypoint */
  uint32_t place[2];  /* in that clique */
  uint16_t x, y;      /* the first cell */
  uint32_t island;
} ovi_graph_node;

typedef struct ovi_waypoint_graph {
  uint32_t node_count;
  uint32_t clique_count;
  uint32_t largest; /* clique: its members */
  uint64_t member_count;
  uint64_t cost_count;
  uint32_t *firsts; /* of each region: the node of its waypoint 0 */
  ovi_graph_node *nodes;
  ovi_graph_clique *cliques;
  uint32_t *members; /* nodes */
  uint8_t *sides;    /* of each member: which of the node's two cliques this is */
  uint32_t *costs;
  uint32_t shift; /* a cost here is one in units, shifted down */
} ovi_waypoint_graph;

/* Counts nodes and edges of a world whose blocks and islands are there. */
ovi_waypoint_graph ovi_graph_count(const ovl_world *world);

/* Takes the memory of a counted graph. */
void ovi_graph_place(ovi_waypoint_graph *graph, const ovl_world *world, ovi_arena *arena);

/* Fills a placed graph; false if the costs do not fit 31 bits. */
bool ovi_graph_fill(ovi_waypoint_graph *graph, const ovl_world *world);

/* Gives each node the number rank[node] and sorts the members of every clique by
 * falling number. Scratch: `nodes`, one a node, and `square`, largest (largest + 1). */
void ovi_graph_renumber(ovi_waypoint_graph *graph, const uint32_t *rank, ovi_graph_node *nodes,
                        uint32_t *square);

#endif
