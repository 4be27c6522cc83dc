/* A neighbour's view is made when the first port that leads there is met. */
#include "coarse/edit/component_graph.h"

#include "common/arena.h"

void ovi_component_graph_begin(ovi_component_graph *graph, const ovi_layer *layer,
                               const ovl_allocator *allocator) {
  *graph = (ovi_component_graph){.layer = layer,
                                 .places = {.allocator = allocator},
                                 .regions = {.allocator = allocator},
                                 .nodes = {.allocator = allocator}};
}

void ovi_component_graph_release(ovi_component_graph *graph) {
  ovi_number_map_release(&graph->places);
  ovi_buffer_release(&graph->regions);
  ovi_buffer_release(&graph->nodes);
}

/* ---- Nodes and their sets --------------------------------------------------- */

static bool add_nodes(ovi_component_graph *graph, uint32_t place, uint32_t count) {
  const uint32_t first = ovi_component_nodes(graph);
  if (count != 0 &&
      ovi_buffer_add(&graph->nodes, (uint64_t)count * sizeof(ovi_component_node)) == NULL) {
    return false;
  }
  for (uint32_t node = first; node < first + count; node++) {
    *ovi_component_node_at(graph, node) = (ovi_component_node){
        .parent = node, .region = place, .piece = OVI_NO_PIECE, .next = OVI_NO_COMPONENT_NODE};
  }
  return true;
}

uint32_t ovi_component_graph_meet(ovi_component_graph *graph, uint32_t id, uint32_t linked,
                                  bool rebuilt) {
  const uint32_t place = (uint32_t)(graph->regions.used / sizeof(ovi_met_region));
  const uint32_t first = ovi_component_nodes(graph);
  uint32_t *known = ovi_number_map_add(&graph->places, id);
  if (known != NULL && *known != OVI_NO_VALUE) {
    return *known;
  }
  uint8_t *added = known != NULL ? ovi_buffer_add(&graph->regions, sizeof(ovi_met_region)) : NULL;
  if (added == NULL || !add_nodes(graph, place, linked)) {
    graph->full = true;
    return 0;
  }
  *known = place;
  *ovi_met_region_at(graph, place) = (ovi_met_region){id, first, linked, rebuilt};
  return place;
}

uint32_t ovi_component_set(ovi_component_graph *graph, uint32_t node) {
  ovi_component_node *nodes = ovi_component_node_at(graph, 0);
  while (nodes[node].parent != node) {
    nodes[node].parent = nodes[nodes[node].parent].parent;
    node = nodes[node].parent;
  }
  return node;
}

void ovi_component_join(ovi_component_graph *graph, uint32_t a, uint32_t b) {
  a = ovi_component_set(graph, a);
  b = ovi_component_set(graph, b);
  ovi_component_node_at(graph, a > b ? a : b)->parent = a > b ? b : a;
}

/* ---- Beyond ports ----------------------------------------------------------- */

void ovi_beyond_region(ovi_beyond *beyond, ovi_component_graph *graph, uint32_t id) {
  beyond->graph = graph;
  beyond->region = ovi_region_view(graph->layer, id);
  beyond->known = 0;
  beyond->groups = ovi_port_groups_of(&beyond->region);
}

void ovi_beyond_component(ovi_beyond *beyond, uint32_t component) {
  const ovi_region *region = &beyond->region;
  beyond->done = 0;
  beyond->port = 0;
  beyond->ports =
      component < region->components.linked ? region->ports.count : 0; /* else a placeholder */
  beyond->order = NULL;
  if (component < region->components.linked && region->components.linked > 1) {
    const uint8_t *begins = region->ports.linked_begins + 2 * (uint64_t)component;
    beyond->order = region->ports.order;
    beyond->port = ovi_get_u16(begins);
    beyond->ports = ovi_get_u16(begins + 2);
  }
}

static bool component_scan(ovi_beyond *beyond, int group) {
  ovi_component_graph *graph = beyond->graph;
  const uint32_t id = ovi_region_neighbour(graph->layer, &beyond->region, group);
  ovi_region *other = &beyond->others[group].region;
  *other = ovi_region_view(graph->layer, id);
  const uint32_t linked = other->components.linked;
  const uint32_t place = ovi_component_graph_meet(graph, id, linked, false);
  if (graph->full) {
    return false;
  }
  beyond->others[group].first_port =
      ovi_layer_group_begin(other->layer_block, ovi_group_opposite(group));
  beyond->others[group].first_node = ovi_met_region_at(graph, place)->first;
  beyond->others[group].nodes = ovi_met_region_at(graph, place)->linked;
  beyond->known |= 1u << group;
  return true;
}

uint32_t ovi_beyond_next(ovi_beyond *beyond) {
  while (beyond->port < beyond->ports) {
    const uint32_t place = beyond->port++;
    const uint32_t port =
        beyond->order != NULL ? ovi_get_u16(beyond->order + 2 * (uint64_t)place) : place;
    const int group = ovi_port_group(&beyond->groups, port);
    if ((beyond->done >> group & 1u) != 0) {
      continue;
    }
    if ((beyond->known >> group & 1u) == 0 && !component_scan(beyond, group)) {
      return OVI_NO_COMPONENT_NODE;
    }
    const ovi_region *other = &beyond->others[group].region;
    if (other->components.linked <= 1) { /* all ports of the group lead to one */
      beyond->done |= 1u << group;
    }
    const uint32_t there = beyond->others[group].first_port + port - beyond->groups.begins[group];
    if (there >= other->ports.count) {
      continue; /* a placeholder: nothing is beyond */
    }
    const uint32_t component = ovi_port_component(other, there);
    if (component < beyond->others[group].nodes) {
      return beyond->others[group].first_node + component;
    }
  }
  return OVI_NO_COMPONENT_NODE;
}
