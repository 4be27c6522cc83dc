/* Searches a cluster's graph from each of its ports, and writes the block. */
#include "coarse/overlay/make/overlay_costs.h"

#include "common/bits.h"
#include "common/compiler.h"

/* ---- Workspaces ------------------------------------------------------------------------- */

/* An upper bound on the number of entries of all tables: each port of a part has a column at most.
 */
static uint64_t most_entries(const ovi_cluster_plan *plan) {
  return (uint64_t)plan->ports * plan->labels->begins[OVI_CLUSTER_MOST_PARTS] *
         (plan->is_directed ? 2 : 1);
}

void ovi_overlay_sizes_add(ovi_overlay_sizes *sizes, const ovi_cluster_plan *plan) {
  ovi_cluster_graph_sizes_add(&sizes->graph, plan);
  const uint64_t entries = most_entries(plan);
  sizes->block_costs = plan->costs > sizes->block_costs ? plan->costs : sizes->block_costs;
  sizes->entries = entries > sizes->entries ? entries : sizes->entries;
}

void ovi_overlay_workspace_reserve(ovi_overlay_workspace *work, const ovi_overlay_sizes *sizes,
                                   ovi_arena *arena) {
  const ovi_cluster_graph_sizes *most = &sizes->graph;
  ovi_cluster_graph *built = &work->built;
  ovi_kept_rows *kept = &work->kept;
  built->graph = (ovi_flat_graph){.clique_count = most->cliques, .slot_count = most->slots};
  built->graph.nodes = ovi_arena_take(arena, most->nodes, sizeof(ovi_graph_node));
  built->graph.cliques = ovi_arena_take(arena, most->cliques, sizeof(ovi_graph_clique));
  built->graph.members = ovi_arena_take(arena, most->slots, sizeof(uint32_t));
  built->graph.costs = ovi_arena_take(arena, most->costs, sizeof(uint32_t));
  built->nodes = ovi_arena_take(arena, most->below_ports, sizeof(uint32_t));
  built->members = ovi_arena_take(arena, most->largest, sizeof(uint32_t));
  built->waypoints.nodes = ovi_arena_take(arena, most->below_ports, sizeof(uint32_t));
  built->waypoints.labels = ovi_arena_take(arena, most->below_ports, sizeof(uint32_t));
  ovi_graph_search_reserve(&work->search, &built->graph, arena);
  kept->nodes = ovi_arena_take(arena, most->nodes, sizeof(ovi_kept_node));
  kept->beside = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->dropped = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->sides = ovi_arena_take(arena, most->nodes, 1);
  kept->costs = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->queue.nodes = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->changed = ovi_arena_take(arena, most->cliques, sizeof(uint32_t));
  kept->listed = ovi_arena_take(arena, ovi_graph_padded(most->largest), sizeof(uint32_t));
  work->columns = ovi_arena_take(arena, most->below_ports, sizeof(uint32_t));
  work->listed = ovi_arena_take(arena, most->below_ports, sizeof(uint32_t));
  work->found = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  work->costs = ovi_arena_take(arena, sizes->block_costs, sizeof(uint32_t));
  work->entries = ovi_arena_take(arena, sizes->entries, sizeof(uint32_t));
}

/* ---- Searches ------------------------------------------------------------------------ */

/* The tables of a cluster while they are filled. */
typedef struct table_filling {
  ovi_overlay_workspace *work;
  const ovi_cluster_plan *plan;
  uint32_t columns; /* of the table so far */
  uint64_t entries; /* of one table */
} table_filling;

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
static bool find_port_row(table_filling *filling, const ovi_cluster *cluster, uint32_t root) {
  ovi_overlay_workspace *work = filling->work;
  const ovi_graph_node *node = &work->built.graph.nodes[root];
  const size_t bytes = work->built.graph.node_count * sizeof(*work->found);
  port_search search = {&work->search, work->found};
  if (ovi_kept_row_find(&work->kept, cluster, filling->plan->order[root], root, work->found)) {
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
  ovi_bucket_ring_clear(&work->search.open, work->built.graph.max_cost);
  return !work->search.overflows;
}

/* Adds the rows of the table for the ports of a component, whose columns begin at `first`, and of
 * its triangle or square, which is at *square; NULL: of the second table. False: a cost does not
 * fit. */
static bool add_rows(table_filling *filling, const ovi_cluster *cluster, uint32_t component,
                     uint32_t first, uint32_t *entries, uint32_t **square) {
  ovi_overlay_workspace *work = filling->work;
  const ovi_cluster_plan *plan = filling->plan;
  const uint32_t most = OVI_LABEL_MOST >> work->built.graph.shift;
  const uint32_t begin = plan->linked_begins[component];
  const uint32_t end = plan->linked_begins[component + 1];
  for (uint32_t root = begin; root < end; root++) {
    if (!find_port_row(filling, cluster, root)) {
      return false;
    }
    for (uint32_t column = first; column < filling->columns; column++) {
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
static bool find_costs_back(table_filling *filling, const ovi_cluster *cluster) {
  uint32_t *entries = filling->work->entries + filling->entries;
  const uint32_t columns = filling->columns;
  bool fits = true;
  ovi_cluster_graph_turn(&filling->work->built);
  for (uint32_t c = 0; fits && c < filling->plan->linked; c++) {
    const uint8_t *begins = cluster->inner.column_begins + 2 * (uint64_t)c;
    filling->columns = ovi_get_u16(begins + 2);
    fits = add_rows(filling, cluster, c, ovi_get_u16(begins),
                    entries + ovi_get_u32(cluster->inner.firsts + 4 * (uint64_t)c), NULL);
  }
  filling->columns = columns;
  return fits;
}

/* Fills the tables and the triangles or squares, in units of the graph, component by component;
 * `cluster` views the block. Nodes of ports are numbered in the order of their components. False: a
 * cost does not fit. */
static bool find_cluster_costs(table_filling *filling, const ovi_cluster *cluster, uint8_t *out) {
  ovi_overlay_workspace *work = filling->work;
  const ovi_cluster_plan *plan = filling->plan;
  uint32_t *square = work->costs;
  memset(work->columns, 0xff, work->built.waypoints.count * sizeof(*work->columns));
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint64_t ports = plan->linked_begins[c + 1] - plan->linked_begins[c];
    const uint32_t first = filling->columns;
    ovi_put_u32(out + (cluster->inner.firsts - out) + 4 * (uint64_t)c, (uint32_t)filling->entries);
    /* Gives columns to the waypoints with the label of the component. */
    const uint32_t below = plan->below[plan->order[plan->linked_begins[c]]];
    const uint32_t label =
        plan->labels->labels[plan->labels->begins[below >> 16] + (below & 0xffffu)];
    for (uint32_t i = 0; i < work->built.waypoints.count; i++) {
      if (work->built.waypoints.labels[i] == label) {
        work->listed[filling->columns] = work->built.waypoints.nodes[i];
        work->columns[i] = filling->columns++;
      }
    }
    if (!add_rows(filling, cluster, c, first, work->entries + filling->entries, &square)) {
      return false;
    }
    filling->entries += ports * (filling->columns - first);
    ovi_put_u16(out + (cluster->inner.column_begins - out) + 2 * ((uint64_t)c + 1),
                filling->columns);
  }
  for (uint32_t i = 0; i < work->built.waypoints.count; i++) {
    ovi_put_u16(out + (cluster->inner.columns - out) + 2 * (uint64_t)i, work->columns[i] & 0xffffu);
  }
  return !plan->is_directed || find_costs_back(filling, cluster);
}

/* ---- The block ------------------------------------------------------------------------ */

/* The counts that the lengths of a block's pieces follow from. */
typedef struct block_counts {
  uint32_t level;
  bool is_directed;
  uint64_t ports, linked, waypoints;
  uint64_t costs; /* of the front */
} block_counts;

/* The lengths before the costs of the front, and before those of the tables. */
static uint64_t front_costs_begin(const block_counts *counts) {
  return OVI_CLUSTER_HEADER_BYTES + 12 * counts->ports + 6 * counts->linked + 2;
}
static uint64_t table_begin(const block_counts *counts) {
  return 2 * (uint64_t)ovi_cluster_runs(counts->level, counts->is_directed) + 6 * counts->linked +
         2 + 2 * counts->waypoints;
}

/* The greatest length of the front. */
static uint64_t front_most(const block_counts *counts) {
  return ovi_padded8(front_costs_begin(counts) + 4 * counts->costs);
}

static block_counts block_counts_of(const ovi_cluster_plan *plan, uint32_t level,
                                    uint32_t waypoints) {
  return (block_counts){level,        plan->is_directed, plan->ports,
                        plan->linked, waypoints,         plan->costs};
}

uint64_t ovi_overlay_block_most(const ovi_cluster_plan *plan, uint32_t level) {
  const ovi_cluster_labels *labels = plan->labels;
  const uint32_t ports = labels->begins[OVI_CLUSTER_MOST_PARTS];
  const block_counts counts = block_counts_of(plan, level, ports);
  const uint64_t bytes =
      front_most(&counts) + ovi_padded8(table_begin(&counts) + 4 * most_entries(plan));
  return plan->too_large || bytes > OVI_BLOCK_MOST_BYTES || ports - labels->waypoints >= UINT16_MAX
             ? UINT64_MAX
             : bytes;
}

uint64_t ovi_overlay_block_bound(const ovi_layer *layer, uint32_t level, uint32_t ports,
                                 uint32_t below) {
  const block_counts counts = {level, layer->profile.is_directed, ports, ports,
                               below, (uint64_t)ports * ports};
  const uint64_t entries = (uint64_t)ports * below * (counts.is_directed ? 2 : 1);
  return front_most(&counts) + ovi_padded8(table_begin(&counts) + 4 * entries);
}

/* Ors and the maximum of costs. */
static void scan_costs(const uint32_t *costs, uint64_t count, uint32_t *bits, uint32_t *most) {
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t cost = costs[i] != OVI_NO_COST_32 ? costs[i] : 0;
    *bits |= cost;
    *most = cost > *most ? cost : *most;
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

/* Pads a piece that begins at a multiple of 8 with zeros; returns where it ends. */
static uint8_t *pad_piece(const uint8_t *begin, uint8_t *at) {
  const uint64_t bytes = (uint64_t)(at - begin);
  memset(at, 0, (size_t)(ovi_padded8(bytes) - bytes));
  return at + (ovi_padded8(bytes) - bytes);
}

/* Writes the triangles or squares, and the tables, whose numbers lie behind the greatest front so
 * far. Returns the length of the block. */
static uint32_t cluster_put_costs(const table_filling *filling, uint8_t *out) {
  const ovi_overlay_workspace *work = filling->work;
  const ovi_cluster_plan *plan = filling->plan;
  const uint32_t graph_shift = work->built.graph.shift;
  const uint64_t entries = filling->entries * (plan->is_directed ? 2 : 1);
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
  const block_counts counts = block_counts_of(plan, work->built.level, work->built.waypoints.count);
  uint8_t *at = put_costs(work->costs, plan->costs, graph_shift, shift, wide,
                          out + front_costs_begin(&counts));
  uint8_t *const tables = pad_piece(out, at);
  ovi_put_u32(out + OVI_CLUSTER_FRONT_BYTES, (uint32_t)(tables - out));
  memmove(tables, out + front_most(&counts), (size_t)table_begin(&counts));
  at = put_costs(work->entries, entries, graph_shift, shift, wide, tables + table_begin(&counts));
  return (uint32_t)(pad_piece(tables, at) - out);
}

/* Writes the list of ports, and of components. */
static void cluster_put_ports(const table_filling *filling, const ovi_cluster *cluster,
                              uint8_t *out) {
  const ovi_cluster_graph *built = &filling->work->built;
  const ovi_cluster_plan *plan = filling->plan;
  uint8_t *below = out + (cluster->below - out);
  uint8_t *middles = out + (cluster->middles - out);
  for (uint32_t port = 0; port < plan->ports; port++) {
    const uint32_t stored = plan->below[port];
    const int32_t part = (int32_t)(stored >> 16);
    const uint32_t id = ovi_below_id(&built->box, part % built->fan, part / built->fan);
    ovi_put_u32(below + 4 * (uint64_t)port, stored);
    ovi_put_u32(
        middles + 4 * (uint64_t)port,
        ovi_overlay_along(built->layer, cluster, port, (ovi_overlay_port){id, stored & 0xffffu}));
  }
  uint64_t costs = 0;
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint64_t size = plan->linked_begins[c + 1] - plan->linked_begins[c];
    ovi_put_u32(out + (cluster->costs.begins - out) + 4 * (uint64_t)c, (uint32_t)costs);
    ovi_put_u16(out + (cluster->linked_begins - out) + 2 * ((uint64_t)c + 1),
                plan->linked_begins[c + 1]);
    costs += ovi_clique_costs(size, plan->is_directed);
  }
  for (uint32_t i = 0; i < ovi_cluster_runs(built->level, plan->is_directed); i++) {
    ovi_put_u16(out + (cluster->inner.runs - out) + 2 * (uint64_t)i, built->waypoints.runs[i]);
  }
  for (uint32_t i = 0; i < plan->ports; i++) {
    ovi_put_u16(out + (cluster->order - out) + 2 * (uint64_t)i, plan->order[i]);
    ovi_put_u16(out + (cluster->places - out) + 2 * (uint64_t)plan->order[i], i);
  }
}

uint32_t ovi_overlay_block_write(ovi_overlay_workspace *work, const ovi_layer *layer,
                                 uint32_t level, const ovi_cluster_plan *plan, uint8_t *out) {
  table_filling filling = {.work = work, .plan = plan};
  ovi_cluster_graph_fill(&work->built, layer, level, plan);
  if (plan->ports != 0) {
    ovi_kept_rows_begin(&work->kept, &work->built);
  }
  const block_counts counts = block_counts_of(plan, level, work->built.waypoints.count);
  memset(out, 0, (size_t)(front_most(&counts) + table_begin(&counts)));
  ovi_put_u16(out + OVI_CLUSTER_PORTS, plan->ports);
  ovi_put_u16(out + OVI_CLUSTER_LINKED, plan->linked);
  ovi_put_u16(out + OVI_CLUSTER_WAYPOINTS, work->built.waypoints.count);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_OUT, plan->links[0]);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_IN, plan->links[1]);
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group, plan->groups[group]);
  }
  ovi_cluster cluster = ovi_overlay_view_block(layer, level, plan->id, out);
  ovi_cluster_view_tables(&cluster, out + front_most(&counts));
  cluster_put_ports(&filling, &cluster, out);
  if (plan->ports != 0) {
    uint64_t at = 0;
    uint64_t endless = OVI_SLICE_ENDLESS;
    if (!ovi_graph_fits(&work->built.graph)) {
      return 0;
    }
    ovi_graph_search_clear(&work->search, &at, &endless);
    if (!find_cluster_costs(&filling, &cluster, out)) {
      return 0;
    }
  }
  ovi_put_u32(out + OVI_CLUSTER_ENTRIES, (uint32_t)filling.entries);
  return cluster_put_costs(&filling, out);
}
