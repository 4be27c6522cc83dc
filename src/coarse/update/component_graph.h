/* The graph of local components of a layer without arcs, explored region by region around an edit.
 * Two components are neighbours if a port joins them.
 *
 * Invariant: each region is visited once and then keeps its nodes, one for each linked component in
 * their order. Nodes are joined to sets (union-find), and a set is identified by one of its nodes.
 * After memory ran out `failed` is set, and what was visited since then is incomplete. */
#ifndef OVERLAND_COARSE_UPDATE_COMPONENT_GRAPH_H
#define OVERLAND_COARSE_UPDATE_COMPONENT_GRAPH_H

#include "coarse/view/ports.h"
#include "common/buffer.h"
#include "common/list.h"
#include "common/number_map.h"
#include "common/slice.h"

#define OVI_NO_COMPONENT_NODE UINT32_MAX
#define OVI_NO_PIECE UINT32_MAX

typedef struct ovi_visited_region {
  uint32_t id;
  uint32_t first;  /* node */
  uint32_t linked; /* components */
  uint32_t area;   /* see ovi_component_graph_join_area */
  bool rebuilt;
} ovi_visited_region;

/* A linked component. */
typedef struct ovi_component_node {
  uint32_t parent;    /* in its set */
  uint32_t region;    /* index among the visited regions */
  uint32_t piece;     /* see island_pieces.h; OVI_NO_PIECE: none yet */
  bool is_rim;        /* a port joins it to a rebuilt region */
  ovi_list_link link; /* in the list that contains it */
  /* Of the node that identifies a set: */
  uint32_t first_old; /* index + 1 of the first old island whose number it may take; 0: none */
  uint32_t island;    /* its number; 0: not known yet */
} ovi_component_node;

typedef struct ovi_component_graph {
  const ovi_layer *layer;
  ovi_progress *progress;
  uint64_t passed;        /* pieces of work */
  ovi_number_map indices; /* of visited regions, by id */
  ovi_buffer regions, nodes;
  bool failed;
} ovi_component_graph;

static inline ovi_visited_region *ovi_visited_region_at(const ovi_component_graph *graph,
                                                        uint32_t index) {
  return (ovi_visited_region *)(void *)graph->regions.bytes + index;
}

static inline uint32_t ovi_visited_regions(const ovi_component_graph *graph) {
  return (uint32_t)(graph->regions.used / sizeof(ovi_visited_region));
}

static inline ovi_component_node *ovi_component_node_at(const ovi_component_graph *graph,
                                                        uint32_t node) {
  return (ovi_component_node *)(void *)graph->nodes.bytes + node;
}

static inline uint32_t ovi_component_nodes(const ovi_component_graph *graph) {
  return (uint32_t)(graph->nodes.used / sizeof(ovi_component_node));
}

/* Visits a region with so many linked components, unless it was visited before. Returns its index.
 */
uint32_t ovi_component_graph_visit(ovi_component_graph *graph, uint32_t id, uint32_t linked,
                                   bool rebuilt);

/* Joins a visited region and those of its neighbours that were visited to one area. */
void ovi_component_graph_join_area(ovi_component_graph *graph, uint32_t region);

/* The index of the region that identifies the area of a visited region. */
uint32_t ovi_component_graph_area(const ovi_component_graph *graph, uint32_t region);

/* The node that identifies the set of a node. */
uint32_t ovi_component_set(ovi_component_graph *graph, uint32_t node);

/* Joins the sets of two nodes. */
void ovi_component_join(ovi_component_graph *graph, uint32_t a, uint32_t b);

/* Ends a piece of work that read regions, which may leave the cache of a reader. OVL_OK, why they
 * could not be read, OVL_STOPPED, or OVL_NO_MEMORY: the graph failed. */
static inline ovl_result ovi_component_graph_pass(ovi_component_graph *graph) {
  const ovl_result outcome = graph->failed ? OVL_NO_MEMORY : ovi_layer_outcome(graph->layer);
  ovi_layer_unpin(graph->layer);
  return outcome != OVL_OK ? outcome
                           : ovi_progress_add_item(graph->progress, graph->passed++, UINT64_MAX);
}

/* Iterates over the neighbours of the components of one region. */
typedef struct ovi_component_neighbours {
  ovi_component_graph *graph;
  ovi_region region;
  ovi_port_groups groups;
  const uint8_t *order; /* of the component's ports; NULL: it has all ports, in their own order */
  uint32_t port, ports;
  uint32_t finished; /* a bit for each group without further neighbours of this component */
  int group;         /* the one whose neighbouring region is viewed; OVI_GROUP_COUNT: none is */
  ovi_region other;  /* that region */
  uint32_t visited;  /* its index among the visited regions */
} ovi_component_neighbours;

/* Begins a region. A component must be begun next. */
void ovi_neighbours_region(ovi_component_neighbours *neighbours, ovi_component_graph *graph,
                           uint32_t id);

/* Begins a component of the region. */
void ovi_neighbours_component(ovi_component_neighbours *neighbours, uint32_t component);

/* The next neighbour's node, which may occur more than once. OVI_NO_COMPONENT_NODE: no other. */
uint32_t ovi_neighbours_next(ovi_component_neighbours *neighbours);

#endif
