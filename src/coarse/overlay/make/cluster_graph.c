/* Numbers the waypoints of a cluster and lists the cliques of its parts. */
#include "coarse/overlay/make/cluster_graph.h"

#include "common/bits.h"
#include "common/compiler.h"

/* The next new node. */
static uint32_t add_node(ovi_cluster_graph *building) {
  OVI_ASSERT(building->graph.node_count <
             building->plan->ports + building->plan->labels->waypoints);
  building->graph.nodes[building->graph.node_count] = (ovi_graph_node){.clique = {0, 0}};
  return building->graph.node_count++;
}

/* Numbers the waypoints of a group of the part at a place; those between parts get new nodes. */
static void number_group(ovi_cluster_graph *building, int32_t place, int group, bool is_between) {
  const uint32_t *begins = building->below.groups.begins;
  uint32_t *nodes = building->nodes + building->plan->labels->begins[place];
  for (uint32_t port = begins[group]; port < ovi_below_end(&building->below, group); port++) {
    nodes[port] = is_between ? add_node(building) : nodes[port];
    building->waypoints.nodes[building->waypoints.count++] = nodes[port];
  }
}

/* Numbers the nodes of the part at a place of the cluster. The waypoints that earlier parts own are
 * nodes already. */
static void number_part(ovi_cluster_graph *building, int32_t place) {
  const uint32_t *firsts = building->plan->labels->begins;
  const ovi_below *below = &building->below;
  uint32_t *nodes = building->nodes + firsts[place];
  const int32_t runs = (int32_t)ovi_part_runs(building->plan->is_directed);
  if (building->plan->is_directed) {
    /* Gives the links of the part the nodes that they have on their other side, if that is numbered
     * already. */
    for (uint32_t port = below->groups.begins[OVI_GROUP_COUNT]; port < below->ports; port++) {
      const int32_t beside = ovi_below_beyond(building->layer, building->level - 1, &building->box,
                                              building->fan, below, place, port);
      if (beside < 0) {
        continue;
      }
      bool is_out;
      const uint32_t link = ovi_below_link(below, port, &is_out);
      ovi_below_view(&building->beside, building->layer, building->level - 1,
                     ovi_below_id(&building->box, beside % building->fan, beside / building->fan));
      const uint32_t there = ovi_below_link_port(&building->beside, link, is_out);
      nodes[port] = there != UINT32_MAX ? building->nodes[firsts[beside] + there] : OVI_NO_NODE;
      nodes[port] = nodes[port] == OVI_NO_NODE ? add_node(building) : nodes[port];
    }
    building->waypoints.runs[place * runs + OVI_GROUP_COUNT] = building->waypoints.count;
    number_group(building, place, OVI_GROUP_COUNT, false);
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const int32_t beside = ovi_below_beside(&building->box, building->fan, place, group);
    const int opposite = ovi_group_opposite(group);
    uint32_t *run = &building->waypoints.runs[place * runs + group];
    if (beside < 0 || group < OVI_OWN_GROUPS) {
      *run = building->waypoints.count;
      number_group(building, place, group, beside >= 0);
      continue;
    }
    *run = building->waypoints.runs[beside * runs + opposite];
    if (below->groups.begins[group + 1] != below->groups.begins[group]) {
      ovi_below_view(&building->beside, building->layer, building->level - 1,
                     ovi_below_id(&building->box, beside % building->fan, beside / building->fan));
      memcpy(nodes + below->groups.begins[group],
             building->nodes + firsts[beside] + building->beside.groups.begins[opposite],
             ovi_below_shared(below, &building->beside, group) * sizeof(*nodes));
    }
  }
}

/* Adds the members of a clique of a part that are nodes. */
static void add_clique(ovi_cluster_graph *building, const ovi_clique *clique, uint32_t place) {
  const uint32_t *nodes = building->nodes + building->plan->labels->begins[place];
  ovi_flat_graph *graph = &building->graph;
  uint32_t count = 0;
  for (uint32_t i = 0; i < clique->count; i++) {
    if (nodes[ovi_clique_port(clique, i)] != OVI_NO_NODE) {
      building->members[count++] = i;
    }
  }
  if (count < 2) {
    return;
  }
  const uint32_t number = graph->clique_count++;
  graph->cliques[number] =
      (ovi_graph_clique){count, count, graph->slot_count, 0, graph->cost_count};
  for (uint32_t i = 0; i < ovi_graph_padded(count); i++) {
    const uint32_t slot = graph->slot_count++;
    if (i >= count) {
      graph->members[slot] = OVI_NO_NODE;
      continue;
    }
    const uint32_t name = nodes[ovi_clique_port(clique, building->members[i])];
    ovi_graph_node *node = &graph->nodes[name];
    const uint32_t side = node->clique[0] == 0 ? 0 : 1;
    OVI_ASSERT(node->clique[side] == 0); /* a waypoint has two sides */
    graph->members[slot] = name;
    node->clique[side] = number;
    node->slot[side] = slot;
  }
  /* Adds the costs between the members, in ascending order: the row of each has those to it. */
  const uint32_t *members = building->members;
  const uint32_t stride = ovi_graph_padded(count);
  uint32_t *costs = graph->costs + graph->cost_count;
  uint32_t bits = 0;
  uint32_t most = 0;
  for (uint32_t row = 0; row < count; row++) {
    const uint64_t first = ovi_clique_at(members[row], 0);
    for (uint32_t column = 0; column < row && !clique->is_square; column++) {
      const uint32_t cost = ovi_clique_cost_at(clique, first + members[column]);
      costs[(uint64_t)row * stride + column] = cost;
      costs[(uint64_t)column * stride + row] = cost;
      bits |= cost;
      most = cost > most ? cost : most;
    }
    for (uint32_t column = 0; column < 2 * row && clique->is_square; column++) {
      const uint32_t to = column < row ? row : column - row; /* the row up to its diagonal, and */
      const uint32_t from = column < row ? column : row;     /* the column */
      const uint32_t cost = ovi_square_cost(clique, members[to], members[from]);
      costs[(uint64_t)to * stride + from] = cost != OVI_NO_COST_32 ? cost : OVI_GRAPH_FAR;
      bits |= cost != OVI_NO_COST_32 ? cost : 0;
      most = cost != OVI_NO_COST_32 && cost > most ? cost : most;
    }
    memset(&costs[(uint64_t)row * stride + count], 0, (stride - count) * sizeof(*costs));
    costs[(uint64_t)row * stride + row] = 0;
  }
  building->all_bits |= bits;
  graph->max_cost = most > graph->max_cost ? most : graph->max_cost;
  graph->cost_count += (uint64_t)count * stride;
}

void ovi_cluster_graph_fill(ovi_cluster_graph *building, const ovi_layer *layer, uint32_t level,
                            const ovi_cluster_plan *plan) {
  ovi_flat_graph *graph = &building->graph;
  building->layer = layer;
  building->plan = plan;
  building->level = level;
  building->box = ovi_below_box_of(layer, level, plan->id);
  building->fan = ovi_overlay_fan(level);
  building->all_bits = 0;
  building->waypoints.count = 0;
  memset(building->waypoints.runs, 0, sizeof(building->waypoints.runs));
  /* Begins with one node for each port, in the order of their components. Clique 0 is empty: it
   * stands for a missing clique on one side of a node. */
  graph->node_count = plan->ports;
  graph->cliques[0] = (ovi_graph_clique){.count = 0};
  graph->clique_count = 1;
  graph->slot_count = OVI_GRAPH_LANES;
  graph->cost_count = 0;
  graph->max_cost = 0;
  for (uint32_t i = 0; i < OVI_GRAPH_LANES; i++) {
    graph->members[i] = OVI_NO_NODE;
  }
  for (uint32_t i = 0; i < plan->labels->begins[OVI_CLUSTER_MOST_PARTS]; i++) {
    building->nodes[i] = OVI_NO_NODE;
  }
  for (uint32_t i = 0; i < plan->ports; i++) {
    const uint32_t below = plan->below[plan->order[i]];
    building->nodes[plan->labels->begins[ovi_below_part(below)] + (below & 0xffffu)] = i;
    graph->nodes[i] = (ovi_graph_node){.clique = {0, 0}};
  }
  for (int32_t y = 0; y < building->box.h; y++) {
    for (int32_t x = 0; x < building->box.w; x++) {
      ovi_below_view(&building->below, layer, level - 1, ovi_below_id(&building->box, x, y));
      number_part(building, y * building->fan + x);
    }
  }
  for (int32_t y = 0; y < building->box.h; y++) {
    for (int32_t x = 0; x < building->box.w; x++) {
      ovi_below_view(&building->below, layer, level - 1, ovi_below_id(&building->box, x, y));
      const uint32_t place = (uint32_t)(y * building->fan + x);
      building->first_cliques[place] = graph->clique_count;
      for (uint32_t component = 0; component < building->below.linked; component++) {
        const ovi_clique clique = ovi_below_clique(&building->below, component);
        add_clique(building, &clique, place);
      }
      building->first_cliques[place + 1] = graph->clique_count;
    }
  }
  OVI_ASSERT(graph->max_cost <= building->all_bits && graph->cost_count <= plan->labels->costs);
  OVI_ASSERT(graph->clique_count <= plan->labels->cliques + 1);
  /* Shifts the costs right by the low bits that are 0 in all of them. */
  const uint32_t bits = building->all_bits;
  const uint32_t shift = bits != 0 ? (uint32_t)ovi_lowest_bit(bits) : 0;
  graph->shift = shift;
  graph->max_cost >>= shift;
  for (uint64_t i = 0; shift != 0 && i < graph->cost_count; i++) {
    graph->costs[i] = graph->costs[i] != OVI_GRAPH_FAR ? graph->costs[i] >> shift : OVI_GRAPH_FAR;
  }
}

void ovi_cluster_graph_find_turned(ovi_cluster_graph *building) {
  const ovi_flat_graph *graph = &building->graph;
  for (uint32_t i = 0; building->turned != graph->costs && i < graph->clique_count; i++) {
    const ovi_graph_clique *clique = &graph->cliques[i];
    const uint32_t stride = ovi_graph_padded(clique->count);
    const uint32_t *costs = graph->costs + clique->costs;
    uint32_t *turned = building->turned + clique->costs;
    for (uint32_t row = 0; row < clique->count; row++, turned += stride) {
      for (uint32_t column = 0; column < clique->count; column++) {
        turned[column] = costs[(uint64_t)column * stride + row];
      }
      memset(turned + clique->count, 0, (stride - clique->count) * sizeof(*turned));
    }
  }
}

void ovi_cluster_graph_turn(ovi_cluster_graph *building) {
  uint32_t *costs = building->graph.costs;
  building->graph.costs = building->turned;
  building->turned = costs;
}
