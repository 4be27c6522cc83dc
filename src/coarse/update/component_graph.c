/* Stores regions and nodes in buffers. A neighbouring region is viewed at the first of the ports
 * that lead there one behind the other. */
#include "coarse/update/component_graph.h"

#include "common/compiler.h"
#include "common/union_find.h"

/* ---- Nodes and their sets --------------------------------------------------- */

uint32_t ovi_component_graph_visit(ovi_component_graph *graph, uint32_t id, uint32_t linked,
                                   bool rebuilt) {
  const uint32_t index = ovi_visited_regions(graph);
  const uint32_t first = ovi_component_nodes(graph);
  uint32_t *known = ovi_number_map_add(&graph->indices, id);
  if (known != NULL && *known != OVI_NO_VALUE) {
    return *known;
  }
  uint8_t *added =
      known != NULL ? ovi_buffer_add(&graph->regions, sizeof(ovi_visited_region)) : NULL;
  if (added == NULL ||
      (linked != 0 &&
       ovi_buffer_add(&graph->nodes, (uint64_t)linked * sizeof(ovi_component_node)) == NULL)) {
    graph->failed = true;
    return 0;
  }
  for (uint32_t node = first; node < first + linked; node++) {
    *ovi_component_node_at(graph, node) =
        (ovi_component_node){.parent = node,
                             .region = index,
                             .piece = OVI_NO_PIECE,
                             .link = {OVI_LIST_END, OVI_LIST_END}};
  }
  OVI_ASSERT(ovi_visited_regions(graph) == index + 1 &&
             ovi_component_nodes(graph) == first + linked);
  *known = index;
  *ovi_visited_region_at(graph, index) = (ovi_visited_region){id, first, linked, index, rebuilt};
  return index;
}

enum { NODE_STRIDE = sizeof(ovi_component_node) / sizeof(uint32_t) };

uint32_t ovi_component_set(ovi_component_graph *graph, uint32_t node) {
  return ovi_union_find(&ovi_component_node_at(graph, 0)->parent, NODE_STRIDE, node);
}

void ovi_component_join(ovi_component_graph *graph, uint32_t a, uint32_t b) {
  OVI_ASSERT(a < ovi_component_nodes(graph) && b < ovi_component_nodes(graph));
  ovi_union_join(&ovi_component_node_at(graph, 0)->parent, NODE_STRIDE, a, b);
}

/* ---- Areas ------------------------------------------------------------------ */

enum { REGION_STRIDE = sizeof(ovi_visited_region) / sizeof(uint32_t) };

void ovi_component_graph_join_area(ovi_component_graph *graph, uint32_t region) {
  const ovi_region place = ovi_region_place(graph->layer, ovi_visited_region_at(graph, region)->id);
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (!ovi_region_has_neighbour(graph->layer, &place, group)) {
      continue;
    }
    const uint32_t neighbour = ovi_region_neighbour(graph->layer, &place, group);
    const uint32_t *visited = ovi_number_map_find(&graph->indices, neighbour);
    if (visited != NULL) {
      ovi_union_join(&ovi_visited_region_at(graph, 0)->area, REGION_STRIDE, region, *visited);
    }
  }
}

uint32_t ovi_component_graph_area(const ovi_component_graph *graph, uint32_t region) {
  OVI_ASSERT(region < ovi_visited_regions(graph));
  return ovi_union_find(&ovi_visited_region_at(graph, 0)->area, REGION_STRIDE, region);
}

/* ---- Neighbours ------------------------------------------------------------- */

void ovi_neighbours_region(ovi_component_neighbours *neighbours, ovi_component_graph *graph,
                           uint32_t id) {
  neighbours->graph = graph;
  neighbours->region = ovi_region_view(graph->layer, id);
  neighbours->group = OVI_GROUP_COUNT;
  neighbours->groups = ovi_port_groups_of(&neighbours->region);
}

void ovi_neighbours_component(ovi_component_neighbours *neighbours, uint32_t component) {
  const ovi_region *region = &neighbours->region;
  neighbours->finished = 0;
  neighbours->port = 0;
  neighbours->ports =
      component < region->components.linked ? region->ports.count : 0; /* else a placeholder */
  neighbours->order = NULL;
  if (component < region->components.linked && region->components.linked > 1) {
    const uint8_t *begins = region->ports.linked_begins + 2 * (uint64_t)component;
    neighbours->order = region->ports.order;
    neighbours->port = ovi_get_u16(begins);
    neighbours->ports = ovi_get_u16(begins + 2);
  }
}

uint32_t ovi_neighbours_next(ovi_component_neighbours *neighbours) {
  ovi_component_graph *graph = neighbours->graph;
  while (neighbours->port < neighbours->ports) {
    const uint32_t place = neighbours->port++;
    const uint32_t port =
        neighbours->order != NULL ? ovi_get_u16(neighbours->order + 2 * (uint64_t)place) : place;
    const int group = ovi_port_group(&neighbours->groups, port);
    if ((neighbours->finished >> group & 1u) != 0) {
      continue;
    }
    ovi_region *other = &neighbours->other;
    if (group != neighbours->group) {
      *other = ovi_region_view(graph->layer,
                               ovi_region_neighbour(graph->layer, &neighbours->region, group));
      neighbours->visited =
          ovi_component_graph_visit(graph, other->id, other->components.linked, false);
      if (graph->failed) {
        return OVI_NO_COMPONENT_NODE;
      }
      neighbours->group = group;
    }
    if (other->components.linked <= 1) { /* all ports of the group lead to the same component */
      neighbours->finished |= 1u << group;
    }
    const uint32_t there = ovi_layer_group_begin(other->layer_block, ovi_group_opposite(group)) +
                           port - neighbours->groups.begins[group];
    if (there >= other->ports.count) {
      continue; /* the neighbour is a placeholder without ports */
    }
    const uint32_t component = ovi_port_component(other, there);
    const ovi_visited_region *visited = ovi_visited_region_at(graph, neighbours->visited);
    if (component < visited->linked) {
      return visited->first + component;
    }
  }
  return OVI_NO_COMPONENT_NODE;
}
