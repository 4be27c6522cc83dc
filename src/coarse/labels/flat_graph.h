/* The waypoint graph of one layer in flat arrays, for the searches over the whole graph that a bake
 * runs, for labels and overlays.
 *
 * Invariant: a node is a member of two cliques, one for each of the two regions of its waypoint,
 * and has a slot in each. The slots of a clique are consecutive and its costs are a square matrix,
 * so expanding a node reads one row of costs and the slots beside it. Rows and slots are padded to
 * a multiple of OVI_GRAPH_LANES with entries that are never reached. Costs are shifted right by the
 * number of low bits that are 0 in all of them.
 *
 * A graph of walking leaves links out and its costs are exact, where nothing but links depends on
 * the direction. The waypoint of a link is then two nodes, one for each of its ends: its first end
 * has the number of the waypoint, and the second ends follow behind all waypoints in the order of
 * theirs. An end is a member of the clique of its component and of another with itself alone. */
#ifndef OVERLAND_COARSE_LABELS_FLAT_GRAPH_H
#define OVERLAND_COARSE_LABELS_FLAT_GRAPH_H

#include "coarse/search/radix_heap.h"
#include "coarse/view/region.h"
#include "common/arena.h"
#include "common/slice.h"

enum { OVI_GRAPH_LANES = 8 };     /* slots that are compared together */
#define OVI_GRAPH_FAR 0x7fffffffu /* no edge, or not reached */

/* The waypoints of one linked component of a region. 24 bytes. */
typedef struct ovi_graph_clique {
  uint32_t count;   /* members */
  uint32_t active;  /* the first so many members may still be used by searches */
  uint32_t slots;   /* the first slot */
  uint32_t touched; /* 1 if the current search changed the cost of a member, else 0 */
  uint64_t costs;   /* index of its first row in `costs` */
} ovi_graph_clique;

/* A waypoint. 24 bytes, because searches read nodes in random order. */
typedef struct ovi_graph_node {
  uint32_t clique[2]; /* 0: in the region that owns the waypoint; 1: in the other */
  uint32_t slot[2];   /* its slot in that clique */
  uint16_t x, y;      /* the waypoint's first cell, in the plane */
  uint32_t island;    /* in a directed layer, the weak island */
} ovi_graph_node;

/* The links of a graph of walking. */
typedef struct ovi_graph_links {
  uint32_t *firsts; /* of each link the node of its first end */
  uint32_t count;
} ovi_graph_links;

/* The costs of the edges of a graph. */
typedef enum ovi_graph_costs {
  OVI_GRAPH_PLAIN,   /* those of an undirected layer */
  OVI_GRAPH_WALKING, /* those without links: see coarse/view/ways.h */
  OVI_GRAPH_BALANCED /* those there and back: see coarse/view/layer_steps.h */
} ovi_graph_costs;

/* The graph. 4 bytes for each cost, and 24 for each node and clique. */
typedef struct ovi_flat_graph {
  uint32_t node_count;
  uint32_t clique_count;
  uint32_t largest; /* members of the largest clique */
  uint32_t slot_count;
  uint64_t cost_count;
  uint32_t *firsts;      /* for each region the node of its waypoint 0 */
  ovi_graph_links links; /* of a graph of walking */
  ovi_graph_node *nodes;
  ovi_graph_clique *cliques;
  uint32_t *members; /* for each slot its node; OVI_NO_NODE: padding */
  uint32_t *costs;   /* matrices of all cliques, row by row */
  uint32_t shift;    /* a cost in the graph is the cost in cost units >> shift */
  uint32_t max_cost; /* the greatest edge cost */
  ovi_graph_costs kind;
  bool has_gaps; /* edges of a clique may be missing, and the cheapest path between two members may
                    pass a third */
} ovi_flat_graph;

/* Entries from one row of a clique's costs to the next. */
static inline uint32_t ovi_graph_padded(uint32_t count) {
  return (count + OVI_GRAPH_LANES - 1) / OVI_GRAPH_LANES * OVI_GRAPH_LANES;
}

/* Returns the costs to the member of a clique at a place from all its members. */
static inline const uint32_t *ovi_graph_row(const ovi_flat_graph *graph,
                                            const ovi_graph_clique *clique, uint32_t place) {
  OVI_ASSERT(place <= clique->count); /* an empty clique stands for a missing one */
  return graph->costs + clique->costs + (uint64_t)place * ovi_graph_padded(clique->count);
}

/* Returns whether a node of a graph of walking is an end of a link. The cliques of ends come last.
 */
static inline bool ovi_graph_is_end(const ovi_flat_graph *graph, const ovi_graph_node *node) {
  const uint32_t first = graph->clique_count - 2 * graph->links.count;
  return node->clique[0] >= first || node->clique[1] >= first;
}

/* Index of the node's clique (0 or 1) that a slot belongs to. */
static inline uint32_t ovi_graph_side(const ovi_graph_node *node, uint32_t slot) {
  return node->slot[1] == slot ? 1 : 0;
}

/* A graph that is being built, region by region. */
typedef struct ovi_graph_maker {
  ovi_flat_graph *graph;
  const ovi_layer *layer;
  uint32_t node; /* the next number to be given, and so for the next four */
  uint32_t link;
  uint32_t clique;
  uint32_t slot;
  uint64_t cost;
  uint32_t all_bits; /* the bitwise or of all costs */
} ovi_graph_maker;

/* Begins a graph. The blocks and islands of the layer must exist; the layer stays in use until the
 * graph is filled. */
void ovi_graph_begin(ovi_graph_maker *maker, ovi_flat_graph *graph, const ovi_layer *layer,
                     ovi_graph_costs costs);

/* These go on with an item *at, 0 at first, as far as the budget allows; true: finished. */

/* Counts nodes, slots and costs, region by region. */
bool ovi_graph_count(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget);

/* Cuts the arrays of a counted graph out of an arena. */
void ovi_graph_reserve(ovi_flat_graph *graph, const ovi_layer *layer, ovi_arena *arena);

/* Numbers the nodes, region by region. */
bool ovi_graph_number(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget);

/* Fills cliques, members and costs, region by region, once all nodes have numbers. */
bool ovi_graph_fill(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget);

/* Shifts the costs of a graph that is filled. */
bool ovi_graph_shift(ovi_flat_graph *graph, uint64_t *at, uint64_t *budget);

/* Returns whether all edge costs of a filled graph fit 31 bits. */
static inline bool ovi_graph_fits(const ovi_flat_graph *graph) {
  return graph->max_cost < OVI_GRAPH_FAR - 1;
}

/* Gives each node the new number rank[node]; `nodes` is scratch with an entry for each node. The
 * members of cliques must be sorted next. */
void ovi_graph_renumber(ovi_flat_graph *graph, const uint32_t *rank, ovi_graph_node *nodes);

/* Sorts the members of every clique by falling number. `square`: scratch of 2 `largest` + `largest`
 * squared numbers, with `largest` padded. */
bool ovi_graph_sort_cliques(ovi_flat_graph *graph, uint32_t *square, uint64_t *at,
                            uint64_t *budget);

#endif
