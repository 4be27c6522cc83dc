/* Copies the waypoint graph of a layer out of the blocks of its regions into flat arrays, and
 * renumbers it. */
#include "coarse/labels/flat_graph.h"

#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* Items that take as long as one expansion. */
enum { COUNTED_REGIONS = 4, GRAPH_NODES = 32, NUMBERS = 256, SQUARE = 128 };

/* ---- Counting ---------------------------------------------------------------- */

void ovi_graph_begin(ovi_graph_maker *maker, ovi_flat_graph *graph, const ovi_layer *layer,
                     ovi_graph_costs costs) {
  *maker = (ovi_graph_maker){.graph = graph, .layer = layer};
  *graph = (ovi_flat_graph){.kind = costs, .has_gaps = false};
}

bool ovi_graph_count(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget) {
  ovi_flat_graph *graph = maker->graph;
  const uint64_t regions = ovi_region_count(maker->layer);
  const uint64_t end = ovi_slice_advance(budget, *at, regions, COUNTED_REGIONS);
  for (; *at < end; ++*at) {
    const ovi_region region = ovi_region_view(maker->layer, (uint32_t)*at);
    graph->node_count += ovi_region_waypoints(&region);
    for (uint32_t component = 0; component < region.components.linked; component++) {
      const uint32_t count = ovi_region_clique(&region, component).count;
      graph->clique_count++;
      graph->slot_count += ovi_graph_padded(count);
      graph->cost_count += (uint64_t)count * ovi_graph_padded(count);
      graph->largest = count > graph->largest ? count : graph->largest;
    }
    if (graph->kind == OVI_GRAPH_WALKING) { /* each end of a link has a clique of one member */
      const uint32_t ends = 2 * region.ports.links_out;
      graph->links.count += region.ports.links_out;
      graph->node_count += region.ports.links_out; /* the second ends */
      graph->clique_count += ends;
      graph->slot_count += ends * ovi_graph_padded(1);
      graph->cost_count += (uint64_t)ends * ovi_graph_padded(1);
    }
  }
  return end == regions;
}

void ovi_graph_reserve(ovi_flat_graph *graph, const ovi_layer *layer, ovi_arena *arena) {
  graph->firsts = ovi_arena_take(arena, ovi_region_count(layer), sizeof(uint32_t));
  graph->links.firsts = ovi_arena_take(arena, graph->links.count, sizeof(uint32_t));
  graph->nodes = ovi_arena_take(arena, graph->node_count, sizeof(ovi_graph_node));
  graph->cliques = ovi_arena_take(arena, graph->clique_count, sizeof(ovi_graph_clique));
  graph->members = ovi_arena_take(arena, graph->slot_count, sizeof(uint32_t));
  graph->costs = ovi_arena_take(arena, graph->cost_count, sizeof(uint32_t));
}

/* ---- Filling ----------------------------------------------------------------- */

/* The node of the second end of the link with a waypoint. */
static uint32_t second_end(const ovi_flat_graph *graph, uint32_t waypoint) {
  uint32_t low = 0;
  uint32_t high = graph->links.count - 1;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (graph->links.firsts[middle] < waypoint) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return graph->node_count - graph->links.count + low;
}

static void add_members(ovi_graph_maker *maker, const ovi_region *region,
                        const ovi_clique *clique) {
  ovi_flat_graph *graph = maker->graph;
  const ovi_port_groups groups = ovi_port_groups_of(region);
  for (uint32_t place = 0; place < clique->count; place++) {
    uint32_t port = ovi_clique_port(clique, place);
    ovi_stop waypoint = ovi_waypoint_of_port(maker->layer, region, &groups, port);
    uint32_t node = graph->firsts[waypoint.region] + waypoint.number;
    uint32_t side = ovi_port_is_own(region, &groups, port) ? 0 : 1;
    if (graph->kind == OVI_GRAPH_WALKING && side == 1 && ovi_port_is_link(&groups, port)) {
      node = second_end(graph, node);
    }
    graph->members[maker->slot + place] = node;
    graph->nodes[node].clique[side] = maker->clique;
    graph->nodes[node].slot[side] = maker->slot + place;
  }
  for (uint32_t place = clique->count; place < ovi_graph_padded(clique->count); place++) {
    graph->members[maker->slot + place] = OVI_NO_NODE;
  }
}

/* Adds the costs between the members of a clique, as the graph counts them: the sum of both
 * directions is OVI_GRAPH_FAR if it does not fit. */
static void graph_add_costs(ovi_graph_maker *maker, const ovi_region *region,
                            const ovi_clique *clique) {
  uint32_t stride = ovi_graph_padded(clique->count);
  uint32_t *costs = maker->graph->costs + maker->cost;
  for (uint32_t row = 0; row < clique->count; row++) {
    for (uint32_t column = 0; column < row; column++) {
      uint32_t cost;
      if (!maker->layer->profile.is_directed) {
        cost = ovi_clique_cost(clique, row, column);
      } else if (maker->graph->kind == OVI_GRAPH_WALKING) {
        cost = ovi_walk_cost(region, clique, row, column);
      } else {
        const uint32_t there = ovi_square_cost(clique, row, column);
        const uint32_t back = ovi_square_cost(clique, column, row);
        const uint64_t sum = (uint64_t)there + back;
        cost = there == OVI_NO_COST_32 || back == OVI_NO_COST_32 ? OVI_NO_COST_32
               : sum < OVI_GRAPH_FAR                             ? (uint32_t)sum
                                                                 : OVI_GRAPH_FAR;
      }
      const bool none = cost == OVI_NO_COST_32;
      costs[(uint64_t)row * stride + column] = none ? OVI_GRAPH_FAR : cost;
      costs[(uint64_t)column * stride + row] = none ? OVI_GRAPH_FAR : cost;
      if (none) { /* between two ends of one-way links */
        maker->graph->has_gaps = true;
        continue;
      }
      maker->all_bits |= cost;
      maker->graph->max_cost = cost > maker->graph->max_cost ? cost : maker->graph->max_cost;
    }
    for (uint32_t column = clique->count; column < stride; column++) {
      costs[(uint64_t)row * stride + column] = 0;
    }
    costs[(uint64_t)row * stride + row] = 0;
  }
}

bool ovi_graph_number(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget) {
  ovi_flat_graph *graph = maker->graph;
  while (*at < ovi_region_count(maker->layer) && *budget != 0) {
    const uint32_t before = maker->node;
    const ovi_region region = ovi_region_view(maker->layer, (uint32_t)*at);
    const ovi_port_groups groups = ovi_port_groups_of(&region);
    graph->firsts[*at] = maker->node;
    ++*at;
    for (uint32_t number = 0; number < ovi_region_waypoints(&region); number++, maker->node++) {
      const uint32_t port = ovi_own_port(&groups, number);
      const uint32_t cell = ovi_port_cell(&region, port);
      ovi_graph_node *node = &graph->nodes[maker->node];
      node->x = (uint16_t)(region.x + ovi_port_x(cell));
      node->y = (uint16_t)(region.y + ovi_port_y(cell));
      if (maker->layer->profile.is_directed) {
        const uint32_t component =
            ovi_region_component(&region, ovi_port_x(cell), ovi_port_y(cell));
        node->island = ovi_layer_weak_island(maker->layer,
                                             ovi_region_island(maker->layer, &region, component));
      } else {
        node->island = ovi_region_island(maker->layer, &region, ovi_port_component(&region, port));
      }
      if (graph->kind == OVI_GRAPH_WALKING && ovi_port_is_link(&groups, port)) {
        const uint32_t place = port - groups.begins[OVI_GROUP_COUNT];
        const ovi_link link = ovi_link_at(maker->layer, ovi_region_link(&region, place));
        ovi_graph_node *second =
            &graph->nodes[graph->node_count - graph->links.count + maker->link];
        second->x = (uint16_t)link.second.x;
        second->y = (uint16_t)link.second.y;
        second->island = node->island;
        graph->links.firsts[maker->link++] = maker->node;
      }
    }
    ovi_slice_pay(budget, 1 + (maker->node - before) / GRAPH_NODES);
  }
  OVI_ASSERT(maker->node + graph->links.count <= graph->node_count);
  return *at == ovi_region_count(maker->layer);
}

bool ovi_graph_fill(ovi_graph_maker *maker, uint64_t *at, uint64_t *budget) {
  ovi_flat_graph *graph = maker->graph;
  while (*at < ovi_region_count(maker->layer) && *budget != 0) {
    const uint64_t before = maker->cost;
    const ovi_region region = ovi_region_view(maker->layer, (uint32_t)*at);
    for (uint32_t component = 0; component < region.components.linked; component++) {
      const ovi_clique clique = ovi_region_clique(&region, component);
      graph->cliques[maker->clique] =
          (ovi_graph_clique){clique.count, clique.count, maker->slot, 0, maker->cost};
      add_members(maker, &region, &clique);
      graph_add_costs(maker, &region, &clique);
      maker->clique++;
      maker->slot += ovi_graph_padded(clique.count);
      maker->cost += (uint64_t)clique.count * ovi_graph_padded(clique.count);
    }
    ++*at;
    ovi_slice_pay(budget, 1 + (maker->cost - before) / SQUARE);
  }
  if (*at < ovi_region_count(maker->layer)) {
    return false;
  }
  for (uint32_t link = 0; link < graph->links.count; link++) {
    for (uint32_t side = 2; side-- > 0;) { /* adds for each end a clique with it alone */
      const uint32_t second = graph->node_count - graph->links.count + link;
      const uint32_t node = side == 1 ? graph->links.firsts[link] : second;
      graph->cliques[maker->clique] = (ovi_graph_clique){1, 1, maker->slot, 0, maker->cost};
      graph->nodes[node].clique[side] = maker->clique++;
      graph->nodes[node].slot[side] = maker->slot;
      for (uint32_t i = 0; i < ovi_graph_padded(1); i++) {
        graph->members[maker->slot++] = i == 0 ? node : OVI_NO_NODE;
        graph->costs[maker->cost++] = 0;
      }
    }
  }
  OVI_ASSERT(maker->clique == graph->clique_count && maker->slot == graph->slot_count &&
             maker->cost == graph->cost_count);
  const bool shifts = maker->all_bits != 0 && !graph->has_gaps;
  graph->shift = shifts ? (uint32_t)ovi_lowest_bit(maker->all_bits) : 0;
  graph->max_cost >>= graph->shift;
  return true;
}

bool ovi_graph_shift(ovi_flat_graph *graph, uint64_t *at, uint64_t *budget) {
  const uint64_t end = ovi_slice_advance(budget, *at, graph->cost_count, NUMBERS);
  for (; *at < end; ++*at) {
    graph->costs[*at] >>= graph->shift;
  }
  return end == graph->cost_count;
}

/* ---- Renumbering ------------------------------------------------------------- */

/* Sorts the members of a clique by falling number, and its costs with them. */
static void permute_clique(ovi_flat_graph *graph, const ovi_graph_clique *clique,
                           uint32_t *square) {
  uint32_t count = clique->count;
  uint32_t stride = ovi_graph_padded(count);
  uint32_t *order = square;
  uint32_t *old = square + count;
  uint32_t *members = graph->members + clique->slots;
  uint32_t *costs = graph->costs + clique->costs;
  for (uint32_t i = 0; i < count; i++) { /* insertion sort: cliques are small and half sorted */
    uint32_t at = i;
    for (; at > 0 && members[order[at - 1]] < members[i]; at--) {
      order[at] = order[at - 1];
    }
    order[at] = i;
  }
  OVI_ASSERT(count == 0 || clique->active == count);
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

void ovi_graph_renumber(ovi_flat_graph *graph, const uint32_t *rank, ovi_graph_node *nodes) {
  memcpy(nodes, graph->nodes, graph->node_count * sizeof(ovi_graph_node));
  for (uint32_t node = 0; node < graph->node_count; node++) {
    graph->nodes[rank[node]] = nodes[node];
  }
  for (uint32_t slot = 0; slot < graph->slot_count; slot++) {
    uint32_t *member = &graph->members[slot];
    OVI_ASSERT(*member == OVI_NO_NODE || *member < graph->node_count);
    *member = *member != OVI_NO_NODE ? rank[*member] : OVI_NO_NODE;
  }
}

bool ovi_graph_sort_cliques(ovi_flat_graph *graph, uint32_t *square, uint64_t *at,
                            uint64_t *budget) {
  while (*at < graph->clique_count && *budget != 0) {
    const ovi_graph_clique *clique = &graph->cliques[*at];
    permute_clique(graph, clique, square);
    ++*at;
    ovi_slice_pay(budget, 1 + (uint64_t)clique->count * clique->count / SQUARE);
  }
  return *at == graph->clique_count;
}
