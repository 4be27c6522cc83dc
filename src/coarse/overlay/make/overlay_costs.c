/* Builds the flat graph of a cluster, searches it from each of the cluster's ports, and writes the
 * block. */
#include "coarse/overlay/make/overlay_costs.h"

#include "common/compiler.h"

/* ---- Workspaces ------------------------------------------------------------------------- */

static uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint64_t max_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* An upper bound on the number of entries of all tables: each port of a part has a column at most.
 */
static uint64_t most_entries(const ovi_cluster_plan *plan) {
  return (uint64_t)plan->ports * plan->labels->begins[OVI_CLUSTER_MOST_PARTS] *
         (plan->is_directed ? 2 : 1);
}

void ovi_overlay_sizes_add(ovi_overlay_sizes *sizes, const ovi_cluster_plan *plan) {
  const ovi_cluster_labels *labels = plan->labels;
  sizes->below_ports = max_u32(sizes->below_ports, labels->begins[OVI_CLUSTER_MOST_PARTS]);
  sizes->nodes = max_u32(sizes->nodes, plan->ports + labels->begins[OVI_CLUSTER_MOST_PARTS]);
  sizes->cliques = max_u32(sizes->cliques, labels->cliques + 1);
  sizes->slots = max_u32(sizes->slots, labels->slots + OVI_GRAPH_LANES);
  sizes->largest = max_u32(sizes->largest, labels->largest);
  sizes->costs = max_u64(sizes->costs, labels->costs);
  sizes->block_costs = max_u64(sizes->block_costs, plan->costs);
  sizes->entries = max_u64(sizes->entries, most_entries(plan));
}

void ovi_overlay_workspace_reserve(ovi_overlay_workspace *work, const ovi_overlay_sizes *sizes,
                                   ovi_arena *arena) {
  ovi_flat_graph *graph = &work->graph;
  *graph = (ovi_flat_graph){.clique_count = sizes->cliques, .slot_count = sizes->slots};
  graph->nodes = ovi_arena_take(arena, sizes->nodes, sizeof(ovi_graph_node));
  graph->cliques = ovi_arena_take(arena, sizes->cliques, sizeof(ovi_graph_clique));
  graph->members = ovi_arena_take(arena, sizes->slots, sizeof(uint32_t));
  graph->costs = ovi_arena_take(arena, sizes->costs, sizeof(uint32_t));
  ovi_graph_search_reserve(&work->search, graph, arena);
  ovi_kept_rows_reserve(&work->kept, graph, sizes->nodes, sizes->largest, arena);
  work->nodes = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  work->members = ovi_arena_take(arena, sizes->largest, sizeof(uint32_t));
  work->numbered = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  work->labels = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  work->columns = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  work->listed = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  work->found = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  work->costs = ovi_arena_take(arena, sizes->block_costs, sizeof(uint32_t));
  work->entries = ovi_arena_take(arena, sizes->entries, sizeof(uint32_t));
}

/* ---- The graph ---------------------------------------------------------------------- */

/* A cluster's graph while it is built. */
typedef struct cluster_graph {
  ovi_overlay_workspace *work;
  const ovi_layer *layer;
  uint32_t level;
  const ovi_cluster_plan *plan;
  ovi_below_box box;
  int32_t fan;
  uint32_t all_bits;  /* the bitwise or of all costs */
  uint32_t waypoints; /* that are numbered */
  uint32_t columns;   /* of the table so far */
  uint64_t entries;   /* of one table */
  uint32_t runs[OVI_CLUSTER_MOST_RUNS];
} cluster_graph;

/* Begins with one node for each port, in the order of their components. Clique 0 is empty: it
 * stands for a missing clique on one side of a node. */
static void begin_cluster_graph(cluster_graph *building) {
  ovi_overlay_workspace *work = building->work;
  ovi_flat_graph *graph = &work->graph;
  graph->node_count = building->plan->ports;
  graph->cliques[0] = (ovi_graph_clique){.count = 0};
  graph->clique_count = 1;
  graph->slot_count = OVI_GRAPH_LANES;
  graph->cost_count = 0;
  graph->max_cost = 0;
  for (uint32_t i = 0; i < OVI_GRAPH_LANES; i++) {
    graph->members[i] = OVI_NO_NODE;
  }
  for (uint32_t i = 0; i < building->plan->labels->begins[OVI_CLUSTER_MOST_PARTS]; i++) {
    work->nodes[i] = OVI_NO_NODE;
  }
  for (uint32_t i = 0; i < building->plan->ports; i++) {
    const uint32_t below = building->plan->below[building->plan->order[i]];
    work->nodes[building->plan->labels->begins[below >> 16] + (below & 0xffffu)] = i;
    graph->nodes[i] = (ovi_graph_node){.clique = {0, 0}};
  }
}

/* Numbers the waypoints of a group of the part at a place, and gives those that are no ports of the
 * cluster new nodes. */
static void number_group(cluster_graph *building, int32_t place, int group) {
  ovi_overlay_workspace *work = building->work;
  const ovi_cluster_labels *labels = building->plan->labels;
  const uint32_t *begins = work->below.groups.begins;
  uint32_t *nodes = work->nodes + labels->begins[place];
  for (uint32_t port = begins[group]; port < ovi_below_end(&work->below, group); port++) {
    if (nodes[port] == OVI_NO_NODE) {
      work->graph.nodes[work->graph.node_count] = (ovi_graph_node){.clique = {0, 0}};
      nodes[port] = work->graph.node_count++;
    }
    work->labels[building->waypoints] = labels->labels[labels->begins[place] + port];
    work->numbered[building->waypoints++] = nodes[port];
  }
}

/* Gives the links of the part at a place the nodes that they have on their other side, if that is
 * numbered already. */
static void take_link_nodes(cluster_graph *building, int32_t place) {
  ovi_overlay_workspace *work = building->work;
  const uint32_t *firsts = building->plan->labels->begins;
  const ovi_below *below = &work->below;
  for (uint32_t port = ovi_below_begin(below, OVI_GROUP_COUNT); port < below->ports; port++) {
    const int32_t beside = ovi_below_beyond(building->layer, building->level - 1, &building->box,
                                            building->fan, below, place, port);
    uint32_t *node = &work->nodes[firsts[place] + port];
    if (beside < 0) {
      continue;
    }
    bool is_out;
    const uint32_t link = ovi_below_link(below, port, &is_out);
    ovi_below_view(&work->beside, building->layer, building->level - 1,
                   ovi_below_id(&building->box, beside % building->fan, beside / building->fan));
    const uint32_t there = ovi_below_link_port(&work->beside, link, is_out);
    *node = there != UINT32_MAX ? work->nodes[firsts[beside] + there] : OVI_NO_NODE;
    if (*node == OVI_NO_NODE) {
      work->graph.nodes[work->graph.node_count] = (ovi_graph_node){.clique = {0, 0}};
      *node = work->graph.node_count++;
    }
  }
}

/* Numbers the nodes of the part at a place of the cluster. The waypoints that earlier parts own are
 * nodes already. */
static void number_part(cluster_graph *building, int32_t place) {
  ovi_overlay_workspace *work = building->work;
  const uint32_t *firsts = building->plan->labels->begins;
  const ovi_below *below = &work->below;
  uint32_t *nodes = work->nodes + firsts[place];
  const int32_t runs = (int32_t)ovi_part_runs(building->plan->is_directed);
  if (building->plan->is_directed) {
    take_link_nodes(building, place);
    building->runs[place * runs + OVI_GROUP_COUNT] = building->waypoints;
    number_group(building, place, OVI_GROUP_COUNT);
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const int32_t beside = ovi_below_beside(&building->box, building->fan, place, group);
    const int opposite = ovi_group_opposite(group);
    uint32_t *run = &building->runs[place * runs + group];
    if (beside < 0 || group < OVI_OWN_GROUPS) {
      *run = building->waypoints;
      number_group(building, place, group);
      continue;
    }
    *run = building->runs[beside * runs + opposite];
    if (below->groups.begins[group + 1] != below->groups.begins[group]) {
      ovi_below_view(&work->beside, building->layer, building->level - 1,
                     ovi_below_id(&building->box, beside % building->fan, beside / building->fan));
      memcpy(nodes + below->groups.begins[group],
             work->nodes + firsts[beside] + work->beside.groups.begins[opposite],
             ovi_below_shared(below, &work->beside, group) * sizeof(*nodes));
    }
  }
}

/* Adds a cost to those of the graph. */
static void add_cost(cluster_graph *building, uint32_t *costs, uint32_t cost) {
  *costs = OVI_GRAPH_FAR;
  if (cost != OVI_NO_COST_32) {
    *costs = cost;
    building->all_bits |= cost;
    building->work->graph.max_cost = max_u32(building->work->graph.max_cost, cost);
  }
}

/* Adds the costs between `count` members of a clique: the row of each has those to it. */
static void add_clique_costs(cluster_graph *building, const ovi_clique *clique, uint32_t count) {
  ovi_flat_graph *graph = &building->work->graph;
  const uint32_t *members = building->work->members;
  const uint32_t stride = ovi_graph_padded(count);
  uint32_t *costs = graph->costs + graph->cost_count;
  for (uint32_t row = 0; row < count; row++) {
    for (uint32_t column = 0; column < row; column++) {
      const uint32_t cost = ovi_clique_way(clique, members[row], members[column]);
      add_cost(building, &costs[(uint64_t)row * stride + column], cost);
      add_cost(building, &costs[(uint64_t)column * stride + row],
               clique->is_square ? ovi_square_cost(clique, members[column], members[row]) : cost);
    }
    for (uint32_t column = count; column < stride; column++) {
      costs[(uint64_t)row * stride + column] = 0;
    }
    costs[(uint64_t)row * stride + row] = 0;
  }
  graph->cost_count += (uint64_t)count * stride;
}

/* Turns all edges of the graph round. */
static void turn_graph(ovi_flat_graph *graph) {
  for (uint32_t i = 0; i < graph->clique_count; i++) {
    const ovi_graph_clique *clique = &graph->cliques[i];
    const uint32_t stride = ovi_graph_padded(clique->count);
    uint32_t *costs = graph->costs + clique->costs;
    for (uint32_t row = 0; row < clique->count; row++) {
      for (uint32_t column = 0; column < row; column++) {
        const uint32_t cost = costs[(uint64_t)row * stride + column];
        costs[(uint64_t)row * stride + column] = costs[(uint64_t)column * stride + row];
        costs[(uint64_t)column * stride + row] = cost;
      }
    }
  }
}

/* Adds the members of a clique of a part that are nodes. */
static void add_clique(cluster_graph *building, const ovi_clique *clique, uint32_t place) {
  const uint32_t *nodes = building->work->nodes + building->plan->labels->begins[place];
  ovi_flat_graph *graph = &building->work->graph;
  uint32_t count = 0;
  for (uint32_t i = 0; i < clique->count; i++) {
    if (nodes[ovi_clique_port(clique, i)] != OVI_NO_NODE) {
      building->work->members[count++] = i;
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
    const uint32_t name = nodes[ovi_clique_port(clique, building->work->members[i])];
    ovi_graph_node *node = &graph->nodes[name];
    const uint32_t side = node->clique[0] == 0 ? 0 : 1;
    graph->members[slot] = name;
    node->clique[side] = number;
    node->slot[side] = slot;
  }
  add_clique_costs(building, clique, count);
}

static void fill_cluster_graph(cluster_graph *building) {
  ovi_overlay_workspace *work = building->work;
  begin_cluster_graph(building);
  for (int32_t y = 0; y < building->box.h; y++) {
    for (int32_t x = 0; x < building->box.w; x++) {
      ovi_below_view(&work->below, building->layer, building->level - 1,
                     ovi_below_id(&building->box, x, y));
      number_part(building, y * building->fan + x);
    }
  }
  for (int32_t y = 0; y < building->box.h; y++) {
    for (int32_t x = 0; x < building->box.w; x++) {
      ovi_below_view(&work->below, building->layer, building->level - 1,
                     ovi_below_id(&building->box, x, y));
      const uint32_t place = (uint32_t)(y * building->fan + x);
      work->first_cliques[place] = work->graph.clique_count;
      for (uint32_t component = 0; component < work->below.linked; component++) {
        const ovi_clique clique = ovi_below_clique(&work->below, component);
        add_clique(building, &clique, place);
      }
      work->first_cliques[place + 1] = work->graph.clique_count;
    }
  }
  ovi_flat_graph *graph = &work->graph;
  graph->shift = building->all_bits != 0 ? (uint32_t)ovi_lowest_bit(building->all_bits) : 0;
  graph->max_cost >>= graph->shift;
  for (uint64_t i = 0; i < graph->cost_count; i++) {
    graph->costs[i] =
        graph->costs[i] != OVI_GRAPH_FAR ? graph->costs[i] >> graph->shift : OVI_GRAPH_FAR;
  }
}

/* ---- Searches ------------------------------------------------------------------------ */

/* A search to one port from all nodes, or back in a graph that is turned round. */
typedef struct port_search {
  ovi_graph_search *search;
  uint32_t *found; /* of each node: its cost, in units of the graph */
} port_search;

static bool cluster_visit(void *user, uint32_t node) {
  port_search *search = user;
  search->found[node] = search->search->cost;
  ovi_graph_expand(search->search, node);
  return !search->search->overflows;
}

/* Finds the costs to a node from all others. False: a cost does not fit. */
static bool find_port_row(ovi_overlay_workspace *work, const ovi_cluster_plan *plan,
                          uint32_t root) {
  const ovi_graph_node *node = &work->graph.nodes[root];
  const size_t bytes = work->graph.node_count * sizeof(*work->found);
  port_search search = {&work->search, work->found};
  if (ovi_kept_row_find(&work->kept, root, plan->below[plan->order[root]], work->found)) {
    return true;
  }
  memset(work->found, 0xff, bytes); /* OVI_NO_COST_32 */
  work->found[root] = 0;
  if (node->clique[0] == 0) {
    return true; /* nothing else is in its component */
  }
  ovi_graph_add_root(&work->search, root);
  ovi_best_first(&work->search, ovi_graph_pop, &search, cluster_visit, OVI_SLICE_ENDLESS);
  uint64_t endless = OVI_SLICE_ENDLESS;
  ovi_graph_search_reset(&work->search, &endless);
  ovi_bucket_ring_clear(&work->search.open, work->graph.max_cost);
  return !work->search.overflows;
}

/* Gives columns to the waypoints with the label of a component. */
static void add_columns(cluster_graph *building, uint32_t component) {
  ovi_overlay_workspace *work = building->work;
  const ovi_cluster_plan *plan = building->plan;
  const uint32_t below = plan->below[plan->order[plan->linked_begins[component]]];
  const uint32_t label =
      plan->labels->labels[plan->labels->begins[below >> 16] + (below & 0xffffu)];
  for (uint32_t i = 0; i < building->waypoints; i++) {
    if (work->labels[i] == label) {
      work->listed[building->columns] = work->numbered[i];
      work->columns[i] = building->columns++;
    }
  }
}

/* Adds the rows of the table for the ports of a component, whose columns begin at `first`, and of
 * its triangle or square, which is at *square; NULL: of the second table. False: a cost does not
 * fit. */
static bool add_rows(cluster_graph *building, uint32_t component, uint32_t first, uint32_t *entries,
                     uint32_t **square) {
  ovi_overlay_workspace *work = building->work;
  const ovi_cluster_plan *plan = building->plan;
  const uint32_t most = OVI_LABEL_MOST >> work->graph.shift;
  const uint32_t begin = plan->linked_begins[component];
  const uint32_t end = plan->linked_begins[component + 1];
  for (uint32_t root = begin; root < end; root++) {
    if (!find_port_row(work, plan, root)) {
      return false;
    }
    for (uint32_t column = first; column < building->columns; column++) {
      const uint32_t cost = work->found[work->listed[column]];
      if (cost > most && cost != OVI_NO_COST_32) {
        return false;
      }
      *entries++ = cost;
    }
    if (square != NULL) {
      const uint32_t count = plan->is_directed ? end - begin : root - begin;
      memcpy(*square, work->found + begin, count * sizeof(**square));
      *square += count;
    }
  }
  return true;
}

/* Fills the second table, of a directed layer, by the columns of the first; `cluster` views the
 * block. False: a cost does not fit. */
static bool find_costs_back(cluster_graph *building, const ovi_cluster *cluster) {
  uint32_t *entries = building->work->entries + building->entries;
  const uint32_t columns = building->columns;
  bool fits = true;
  turn_graph(&building->work->graph);
  for (uint32_t c = 0; fits && c < building->plan->linked; c++) {
    const uint8_t *begins = cluster->inner.column_begins + 2 * (uint64_t)c;
    building->columns = ovi_get_u16(begins + 2);
    fits = add_rows(building, c, ovi_get_u16(begins),
                    entries + ovi_get_u32(cluster->inner.firsts + 4 * (uint64_t)c), NULL);
  }
  building->columns = columns;
  return fits;
}

/* Fills the tables and the triangles or squares, in units of the graph, component by component;
 * `cluster` views the block. Nodes of ports are numbered in the order of their components. False: a
 * cost does not fit. */
static bool find_cluster_costs(cluster_graph *building, const ovi_cluster *cluster, uint8_t *out) {
  ovi_overlay_workspace *work = building->work;
  const ovi_cluster_plan *plan = building->plan;
  uint32_t *square = work->costs;
  memset(work->columns, 0xff, building->waypoints * sizeof(*work->columns));
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint64_t ports = plan->linked_begins[c + 1] - plan->linked_begins[c];
    const uint32_t first = building->columns;
    ovi_put_u32(out + (cluster->inner.firsts - out) + 4 * (uint64_t)c, (uint32_t)building->entries);
    add_columns(building, c);
    if (!add_rows(building, c, first, work->entries + building->entries, &square)) {
      return false;
    }
    building->entries += ports * (building->columns - first);
    ovi_put_u16(out + (cluster->inner.column_begins - out) + 2 * ((uint64_t)c + 1),
                building->columns);
  }
  for (uint32_t i = 0; i < building->waypoints; i++) {
    ovi_put_u16(out + (cluster->inner.columns - out) + 2 * (uint64_t)i, work->columns[i] & 0xffffu);
  }
  return !plan->is_directed || find_costs_back(building, cluster);
}

/* ---- The block ------------------------------------------------------------------------ */

/* The length of a block before its table. */
static uint64_t table_begin(const ovi_cluster_plan *plan, uint32_t level, uint32_t waypoints) {
  return OVI_CLUSTER_HEADER_BYTES + 12 * (uint64_t)plan->ports + 12 * (uint64_t)plan->linked + 4 +
         2 * (uint64_t)ovi_cluster_runs(level, plan->is_directed) + 2 * (uint64_t)waypoints;
}

uint64_t ovi_overlay_block_most(const ovi_cluster_plan *plan, uint32_t level) {
  const ovi_cluster_labels *labels = plan->labels;
  const uint32_t ports = labels->begins[OVI_CLUSTER_MOST_PARTS];
  const uint64_t bytes =
      ovi_padded8(table_begin(plan, level, ports) + 4 * (most_entries(plan) + plan->costs));
  return plan->too_large || bytes > OVI_BLOCK_MOST_BYTES || ports - labels->waypoints >= UINT16_MAX
             ? UINT64_MAX
             : bytes;
}

/* Ors and the maximum of costs. */
static void scan_costs(const uint32_t *costs, uint64_t count, uint32_t *bits, uint32_t *most) {
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t cost = costs[i] != OVI_NO_COST_32 ? costs[i] : 0;
    *bits |= cost;
    *most = max_u32(*most, cost);
  }
}

/* Writes costs with 32 or 16 bits, shifted left and right; returns where they end. */
static uint8_t *put_costs(const uint32_t *costs, uint64_t count, uint32_t left, uint32_t right,
                          bool wide, uint8_t *at) {
  for (uint64_t i = 0; i < count; i++, at += wide ? 4 : 2) {
    if (costs[i] == OVI_NO_COST_32) {
      memset(at, 0xff, wide ? 4 : 2);
    } else if (wide) {
      ovi_put_u32(at, costs[i] << left);
    } else {
      ovi_put_u16(at, costs[i] << left >> right);
    }
  }
  return at;
}

/* Writes the tables and the triangles or squares. Returns the length of the block. */
static uint32_t cluster_put_costs(const cluster_graph *building, uint8_t *out) {
  const ovi_overlay_workspace *work = building->work;
  const ovi_cluster_plan *plan = building->plan;
  const uint32_t graph_shift = work->graph.shift;
  const uint64_t entries = building->entries * (plan->is_directed ? 2 : 1);
  const uint32_t most_narrow = plan->is_directed ? OVI_NO_COST_16 - 1 : UINT16_MAX;
  uint32_t bits = 0;
  uint32_t most = 0;
  scan_costs(work->entries, entries, &bits, &most);
  scan_costs(work->costs, plan->costs, &bits, &most);
  uint32_t shift = bits != 0 ? (uint32_t)ovi_lowest_bit(bits) + graph_shift : 0;
  shift = shift < OVI_MOST_COST_SHIFT ? shift : OVI_MOST_COST_SHIFT;
  const bool wide = most << graph_shift >> shift > most_narrow;
  shift = wide ? 0 : shift;
  out[OVI_CLUSTER_FLAGS] = wide ? OVI_CLUSTER_WIDE : 0;
  out[OVI_CLUSTER_SHIFT] = (uint8_t)shift;
  uint8_t *at = out + table_begin(plan, building->level, building->waypoints);
  at = put_costs(work->entries, entries, graph_shift, shift, wide, at);
  at = put_costs(work->costs, plan->costs, graph_shift, shift, wide, at);
  return (uint32_t)ovi_padded8((uint64_t)(at - out));
}

/* Writes the list of ports, and of components. */
static void cluster_put_ports(const cluster_graph *building, const ovi_cluster *cluster,
                              uint8_t *out) {
  const ovi_cluster_plan *plan = building->plan;
  uint8_t *below = out + (cluster->below - out);
  uint8_t *middles = out + (cluster->middles - out);
  for (uint32_t port = 0; port < plan->ports; port++) {
    const uint32_t stored = plan->below[port];
    const int32_t part = (int32_t)(stored >> 16);
    const uint32_t id = ovi_below_id(&building->box, part % building->fan, part / building->fan);
    ovi_put_u32(below + 4 * (uint64_t)port, stored);
    ovi_put_u32(middles + 4 * (uint64_t)port,
                ovi_overlay_along(building->layer, cluster, port,
                                  (ovi_overlay_port){id, stored & 0xffffu}));
  }
  uint64_t costs = 0;
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint64_t size = plan->linked_begins[c + 1] - plan->linked_begins[c];
    ovi_put_u32(out + (cluster->costs.begins - out) + 4 * (uint64_t)c, (uint32_t)costs);
    ovi_put_u16(out + (cluster->linked_begins - out) + 2 * ((uint64_t)c + 1),
                plan->linked_begins[c + 1]);
    costs += ovi_clique_costs(size, plan->is_directed);
  }
  for (uint32_t i = 0; i < ovi_cluster_runs(building->level, plan->is_directed); i++) {
    ovi_put_u16(out + (cluster->inner.runs - out) + 2 * (uint64_t)i, building->runs[i]);
  }
  for (uint32_t i = 0; i < plan->ports; i++) {
    ovi_put_u16(out + (cluster->order - out) + 2 * (uint64_t)i, plan->order[i]);
    ovi_put_u16(out + (cluster->places - out) + 2 * (uint64_t)plan->order[i], i);
  }
}

uint32_t ovi_overlay_block_write(ovi_overlay_workspace *work, const ovi_layer *layer,
                                 uint32_t level, const ovi_cluster_plan *plan, uint8_t *out) {
  cluster_graph building = {.work = work,
                            .layer = layer,
                            .level = level,
                            .plan = plan,
                            .box = ovi_below_box_of(layer, level, plan->id),
                            .fan = ovi_overlay_fan(level)};
  if (plan->ports != 0) {
    fill_cluster_graph(&building);
    ovi_kept_rows_begin(&work->kept, layer, level, plan, work->nodes, work->first_cliques);
  }
  ovi_put_u16(out + OVI_CLUSTER_PORTS, plan->ports);
  ovi_put_u16(out + OVI_CLUSTER_LINKED, plan->linked);
  ovi_put_u16(out + OVI_CLUSTER_WAYPOINTS, building.waypoints);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_OUT, plan->links[0]);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_IN, plan->links[1]);
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group, plan->groups[group]);
  }
  const ovi_cluster cluster = ovi_overlay_view_block(layer, level, plan->id, out);
  cluster_put_ports(&building, &cluster, out);
  if (plan->ports != 0) {
    uint64_t at = 0;
    uint64_t endless = OVI_SLICE_ENDLESS;
    if (!ovi_graph_fits(&work->graph)) {
      return 0;
    }
    ovi_graph_search_clear(&work->search, &at, &endless);
    if (!find_cluster_costs(&building, &cluster, out)) {
      return 0;
    }
  }
  ovi_put_u32(out + OVI_CLUSTER_ENTRIES, (uint32_t)building.entries);
  return cluster_put_costs(&building, out);
}
