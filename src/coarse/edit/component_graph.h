/* Local components of an undirected layer and what their ports join them to, met one by one:
 * what is looked at around an edit, never the whole layer.
 *
 * Invariant: a region is met once and then keeps its nodes, one for each linked component in
 * their order. Sets of nodes are joined (union-find); a set is known by one of its nodes. Once
 * memory ran out `full` is set, and what was met since then is not complete. */
#ifndef OVERLAND_COARSE_EDIT_COMPONENT_GRAPH_H
#define OVERLAND_COARSE_EDIT_COMPONENT_GRAPH_H

#include "coarse/view/ports.h"
#include "common/buffer.h"
#include "common/number_map.h"

#define OVI_NO_COMPONENT_NODE UINT32_MAX
#define OVI_NO_PIECE UINT32_MAX

/* A region that was met. */
typedef struct ovi_met_region {
  uint32_t id;
  uint32_t first;  /* node */
  uint32_t linked; /* components */
  bool rebuilt;
} ovi_met_region;

/* A linked component. */
typedef struct ovi_component_node {
  uint32_t parent; /* in its set */
  uint32_t region; /* place among those met */
  uint32_t piece;  /* see island_pieces.h; OVI_NO_PIECE: in none yet */
  bool is_rim;     /* a port joins it to a rebuilt region */
  uint32_t next;   /* of the list that it is in */
  /* Of the node that a set is known by: */
  uint32_t first_old; /* place of the first old island that it may become, and one; 0: of none */
  uint32_t island;    /* what it becomes; 0: not known */
} ovi_component_node;

/* All zero but for layer and allocators: nothing is met. */
typedef struct ovi_component_graph {
  const ovi_layer *layer;
  ovi_number_map places; /* of regions among those met */
  ovi_buffer regions, nodes;
  bool full;
} ovi_component_graph;

void ovi_component_graph_begin(ovi_component_graph *graph, const ovi_layer *layer,
                               const ovl_allocator *allocator);
void ovi_component_graph_release(ovi_component_graph *graph);

static inline ovi_met_region *ovi_met_region_at(const ovi_component_graph *graph, uint32_t place) {
  return (ovi_met_region *)(void *)graph->regions.bytes + place;
}

static inline ovi_component_node *ovi_component_node_at(const ovi_component_graph *graph,
                                                        uint32_t node) {
  return (ovi_component_node *)(void *)graph->nodes.bytes + node;
}

static inline uint32_t ovi_component_nodes(const ovi_component_graph *graph) {
  return (uint32_t)(graph->nodes.used / sizeof(ovi_component_node));
}

/* Meets a region with so many linked components, if it was not met: its place. */
uint32_t ovi_component_graph_meet(ovi_component_graph *graph, uint32_t id, uint32_t linked,
                                  bool rebuilt);

/* The node by which a node's set is known, and joining two sets. */
uint32_t ovi_component_set(ovi_component_graph *graph, uint32_t node);
void ovi_component_join(ovi_component_graph *graph, uint32_t a, uint32_t b);

/* The components beyond the ports of a region's components. */
typedef struct ovi_beyond {
  ovi_component_graph *graph;
  ovi_region region;
  ovi_port_groups groups;
  const uint8_t *order; /* of the component's ports; NULL: all, in their own order */
  uint32_t port, ports;
  uint32_t known; /* a bit for each group whose region was looked at */
  uint32_t done;  /* a bit for each group that has nothing else for this component */
  struct {
    ovi_region region;
    uint32_t first_port;
    uint32_t first_node, nodes;
  } others[OVI_GROUP_COUNT];
} ovi_beyond;

void ovi_beyond_region(ovi_beyond *beyond, ovi_component_graph *graph, uint32_t id);
void ovi_beyond_component(ovi_beyond *beyond, uint32_t component);

/* The next one's node, which may come more than once; OVI_NO_COMPONENT_NODE: there is no other. */
uint32_t ovi_beyond_next(ovi_beyond *beyond);

#endif
