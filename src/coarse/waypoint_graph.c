/* Copying the graph out of the blocks. */
#include "waypoint_graph.h"

#include <string.h>

#include "ports.h"

ovi_waypoint_graph ovi_graph_count(const ovi_layer *layer) {
  ovi_waypoint_graph graph = {.has_gaps = layer->directed};
  uint32_t regions = ovi_region_count(layer);
  for (uint32_t id = 0; id < regions; id++) {
    ovi_region region = ovi_region_view(layer, id);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      graph.node_count += ovi_region_group_count(&region, group);
    }
    graph.node_count += region.links_out;
    for (uint32_t component = 0; component < region.linked; component++) {
      uint32_t count = ovi_region_clique(&region, component).count;
      graph.clique_count++;
      graph.slot_count += ovi_graph_padded(count);
      graph.cost_count += (uint64_t)count * ovi_graph_padded(count);
      graph.largest = count > graph.largest ? count : graph.largest;
    }
  }
  return graph;
}

void ovi_graph_place(ovi_waypoint_graph *graph, const ovi_layer *layer, ovi_arena *arena) {
  graph->firsts = ovi_arena_take(arena, ovi_region_count(layer), sizeof(uint32_t));
  graph->nodes = ovi_arena_take(arena, graph->node_count, sizeof(ovi_graph_node));
  graph->cliques = ovi_arena_take(arena, graph->clique_count, sizeof(ovi_graph_clique));
  graph->members = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  graph->costs = ovi_arena_take(arena, graph->cost_count, sizeof(uint32_t));
}

/* Where the next clique goes. */
typedef struct filling {
  ovi_waypoint_graph *graph;
  const ovi_layer *layer;
  uint32_t clique;
  uint32_t slot;
  uint64_t cost;
  uint32_t all_bits; /* of all costs */
} filling;

static void add_members(filling *f, const ovi_region *region, const ovi_clique *clique) {
  ovi_waypoint_graph *graph = f->graph;
  uint32_t begins[9];
  ovi_group_begins(region, begins);
  for (uint32_t place = 0; place < clique->count; place++) {
    uint32_t port = ovi_clique_port(clique, place);
    ovl_stop waypoint = ovi_waypoint_of_port(f->layer, region, begins, port);
    uint32_t node = graph->firsts[waypoint.region] + waypoint.number;
    uint32_t side = ovi_port_is_own(region, begins, port) ? 0 : 1;
    graph->members[f->slot + place] = node;
    graph->nodes[node].clique[side] = f->clique;
    graph->nodes[node].slot[side] = f->slot + place;
  }
  for (uint32_t place = clique->count; place < ovi_graph_padded(clique->count); place++) {
    graph->members[f->slot + place] = OVI_NO_NODE;
  }
}

/* The lesser cost between two places, whatever the direction; OVI_NO_COST_32: none. */
static uint32_t lesser_cost(const ovi_layer *layer, const ovi_clique *clique, uint32_t a,
                            uint32_t b) {
  if (!layer->directed) {
    return ovi_clique_cost(clique, a, b);
  }
  uint32_t there = ovi_square_cost(clique, a, b);
  uint32_t back = ovi_square_cost(clique, b, a);
  return there < back ? there : back;
}

static void add_costs(filling *f, const ovi_clique *clique) {
  uint32_t stride = ovi_graph_padded(clique->count);
  uint32_t *costs = f->graph->costs + f->cost;
  for (uint32_t row = 0; row < clique->count; row++) {
    for (uint32_t column = 0; column < row; column++) {
      uint32_t cost = lesser_cost(f->layer, clique, row, column);
      const bool none = cost == OVI_NO_COST_32;
      costs[(uint64_t)row * stride + column] = none ? OVI_GRAPH_FAR : cost;
      costs[(uint64_t)column * stride + row] = none ? OVI_GRAPH_FAR : cost;
      if (none) {
        continue;
      }
      f->all_bits |= cost;
      f->graph->most = cost > f->graph->most ? cost : f->graph->most;
    }
    for (uint32_t column = clique->count; column < stride; column++) {
      costs[(uint64_t)row * stride + column] = 0;
    }
    costs[(uint64_t)row * stride + row] = 0;
  }
}

static void add_region(filling *f, const ovi_region *region) {
  for (uint32_t component = 0; component < region->linked; component++) {
    ovi_clique clique = ovi_region_clique(region, component);
    f->graph->cliques[f->clique] =
        (ovi_graph_clique){clique.count, clique.count, f->slot, 0, f->cost};
    add_members(f, region, &clique);
    add_costs(f, &clique);
    f->clique++;
    f->slot += ovi_graph_padded(clique.count);
    f->cost += (uint64_t)clique.count * ovi_graph_padded(clique.count);
  }
}

static uint32_t island_of(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  if (!layer->directed) {
    return ovi_region_island(layer, region, ovi_port_component(region, port));
  }
  uint32_t cell = ovi_port_cell(region, port);
  uint32_t component = ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
  return ovi_layer_weak_island(layer, ovi_region_island(layer, region, component));
}

static void number_nodes(ovi_waypoint_graph *graph, const ovi_layer *layer) {
  uint32_t node = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    uint32_t begins[9];
    ovi_group_begins(&region, begins);
    graph->firsts[id] = node;
    for (uint32_t number = 0; number < ovi_own_waypoints(&region, begins); number++, node++) {
      uint32_t port = ovi_own_port(begins, number);
      uint32_t cell = ovi_port_cell(&region, port);
      graph->nodes[node].x = (uint16_t)(region.x + ovi_port_x(cell));
      graph->nodes[node].y = (uint16_t)(region.y + ovi_port_y(cell));
      graph->nodes[node].island = island_of(layer, &region, port);
    }
  }
}

bool ovi_graph_fill(ovi_waypoint_graph *graph, const ovi_layer *layer) {
  filling f = {graph, layer, 0, 0, 0, 0};
  number_nodes(graph, layer);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    add_region(&f, &region);
  }
  /* What one step costs more may be anything: then there is little to be gained. */
  graph->shift = f.all_bits != 0 && !layer->directed ? (uint32_t)ovi_lowest_bit(f.all_bits) : 0;
  for (uint64_t i = 0; i < graph->cost_count; i++) {
    graph->costs[i] >>= graph->shift;
  }
  graph->most >>= graph->shift;
  return graph->most < OVI_GRAPH_FAR - 1;
}

/* Sorts by falling number, by insertion: cliques are small and half sorted. */
static void sort_clique(const ovi_waypoint_graph *graph, const ovi_graph_clique *clique,
                        uint32_t *order) {
  const uint32_t *members = graph->members + clique->slots;
  for (uint32_t i = 0; i < clique->count; i++) {
    uint32_t at = i;
    for (; at > 0 && members[order[at - 1]] < members[i]; at--) {
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
}

static void permute_clique(ovi_waypoint_graph *graph, const ovi_graph_clique *clique,
                           uint32_t *square) {
  uint32_t count = clique->count;
  uint32_t stride = ovi_graph_padded(count);
  uint32_t *order = square;
  uint32_t *old = square + count;
  uint32_t *members = graph->members + clique->slots;
  uint32_t *costs = graph->costs + clique->costs;
  sort_clique(graph, clique, order);
  for (uint32_t i = 0; i < count; i++) {
    ovi_graph_node *node = &graph->nodes[members[order[i]]];
    uint32_t side = ovi_graph_side(node, clique->slots + order[i]);
    old[i] = members[order[i]] << 1 | side;
  }
  for (uint32_t i = 0; i < count; i++) {
    members[i] = old[i] >> 1;
    graph->nodes[members[i]].slot[old[i] & 1] = clique->slots + i;
  }
  memcpy(old, costs, (size_t)count * stride * sizeof(uint32_t));
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t j = 0; j < count; j++) {
      costs[(uint64_t)i * stride + j] = old[(uint64_t)order[i] * stride + order[j]];
    }
  }
}

void ovi_graph_renumber(ovi_waypoint_graph *graph, const uint32_t *rank, ovi_graph_node *nodes,
                        uint32_t *square) {
  memcpy(nodes, graph->nodes, graph->node_count * sizeof(ovi_graph_node));
  for (uint32_t node = 0; node < graph->node_count; node++) {
    graph->nodes[rank[node]] = nodes[node];
  }
  for (uint32_t slot = 0; slot < graph->slot_count; slot++) {
    if (graph->members[slot] != OVI_NO_NODE) {
      graph->members[slot] = rank[graph->members[slot]];
    }
  }
  for (uint32_t clique = 0; clique < graph->clique_count; clique++) {
    permute_clique(graph, &graph->cliques[clique], square);
  }
}
