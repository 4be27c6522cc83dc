/* The waypoint graph laid out flat, for the searches over all of it that a bake
 * makes: landmarks and labels.
 *
 * Invariant: a node is a member of two cliques, one for each region of its waypoint:
 * it has a slot in each. A clique's slots lie side by side and its costs are a square,
 * so that leaving a node reads one row beside them. Both are padded to a multiple of
 * OVI_GRAPH_LANES with what is never reached. Costs are shifted down by the bits
 * that no cost has.
 *
 * Of a directed layer every edge may be used either way, at the lesser of both costs: what
 * such ways cost is a lower bound. Where there is neither, the cost is OVI_GRAPH_FAR. */
#ifndef OVERLAND_COARSE_LABELS_FLAT_GRAPH_H
#define OVERLAND_COARSE_LABELS_FLAT_GRAPH_H

#include "coarse/search/best_first.h"
#include "coarse/view/region.h"
#include "common/arena.h"
#include "common/slice.h"

enum { OVI_GRAPH_LANES = 8 };     /* slots that are looked at together */
#define OVI_GRAPH_FAR 0x7fffffffu /* no cost */

/* The waypoints of one linked component of a region. 24 bytes. */
typedef struct ovi_graph_clique {
  uint32_t count;
  uint32_t live;    /* the first so many may still be used by searches */
  uint32_t slots;   /* the first */
  uint32_t touched; /* by the search at work: 0 or 1 */
  uint64_t costs;   /* place of the first row in `costs` */
} ovi_graph_clique;

/* 24 bytes, touched at random. */
typedef struct ovi_graph_node {
  uint32_t clique[2]; /* 0: of the region that owns the waypoint */
  uint32_t slot[2];   /* in that clique */
  uint16_t x, y;      /* the first cell */
  uint32_t island;    /* of a directed layer the weak one */
} ovi_graph_node;

typedef struct ovi_flat_graph {
  uint32_t node_count;
  uint32_t clique_count;
  uint32_t largest; /* clique: its members */
  uint32_t slot_count;
  uint64_t cost_count;
  uint32_t *firsts; /* of each region: the node of its waypoint 0 */
  ovi_graph_node *nodes;
  ovi_graph_clique *cliques;
  uint32_t *members; /* of each slot: its node; OVI_NO_NODE: padding */
  uint32_t *costs;
  uint32_t shift; /* a cost here is one in units, shifted down */
  uint32_t most;  /* the greatest cost */
  bool has_gaps;  /* a cost may be OVI_GRAPH_FAR, and the cheapest way between two members
                     lead over a third */
} ovi_flat_graph;

/* From row to row of a clique's costs. */
static inline uint32_t ovi_graph_padded(uint32_t count) {
  return (count + OVI_GRAPH_LANES - 1) / OVI_GRAPH_LANES * OVI_GRAPH_LANES;
}

/* By which of its node's two cliques a slot is. */
static inline uint32_t ovi_graph_side(const ovi_graph_node *node, uint32_t slot) {
  return node->slot[1] == slot ? 1 : 0;
}

/* Making a graph: where the next region goes. */
typedef struct ovi_graph_maker {
  ovi_flat_graph *graph;
  const ovi_layer *layer;
  ovi_stages stages;
  uint32_t node;
  uint32_t clique;
  uint32_t slot;
  uint64_t cost;
  uint32_t all_bits; /* of all costs */
} ovi_graph_maker;

/* Begins the graph of a world whose blocks and islands are there. */
void ovi_graph_begin(ovi_graph_maker *maker, ovi_flat_graph *graph, const ovi_layer *layer);

/* Counts nodes and edges; true: all are. */
bool ovi_graph_count(ovi_graph_maker *maker, uint64_t *budget);

/* Takes the memory of a counted graph. */
void ovi_graph_reserve(ovi_flat_graph *graph, const ovi_layer *layer, ovi_arena *arena);

/* Fills a placed graph; true: it is filled. */
bool ovi_graph_fill(ovi_graph_maker *maker, uint64_t *budget);

/* Whether the costs of a filled graph fit 31 bits. */
static inline bool ovi_graph_fits(const ovi_flat_graph *graph) {
  return graph->most < OVI_GRAPH_FAR - 1;
}

/* Gives each node the number rank[node] and sorts the members of every clique by
 * falling number. Scratch: `nodes`, one a node, and `square`,
 * 2 largest + largest^2, padded. */
typedef struct ovi_graph_renumbering {
  ovi_flat_graph *graph;
  const uint32_t *rank;
  ovi_graph_node *nodes;
  uint32_t *square;
  ovi_stages stages;
} ovi_graph_renumbering;

/* True: it is done. */
bool ovi_graph_renumber(ovi_graph_renumbering *renumbering, uint64_t *budget);

#endif
