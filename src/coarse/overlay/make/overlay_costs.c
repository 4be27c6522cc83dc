/* Computes the rows of a cluster, and writes its block. */
#include "coarse/overlay/make/overlay_costs.h"

#include "common/bits.h"
#include "common/compiler.h"

/* ---- Workspaces ------------------------------------------------------------------------- */

/* The numbers that the lengths of a block's pieces follow from. */
typedef struct block_counts {
  uint32_t level;
  bool is_directed;
  uint64_t ports, linked, waypoints, inner;
  uint64_t costs; /* of the front */
} block_counts;

/* The costs of the tables. */
static uint64_t table_costs(const block_counts *counts) {
  return ovi_inner_all_costs(counts->level, counts->is_directed, (uint32_t)counts->ports,
                             (uint32_t)counts->inner);
}

/* The lengths before the costs of the front, and before those of the tables. */
static uint64_t front_costs_begin(const block_counts *counts) {
  return OVI_CLUSTER_HEADER_BYTES + 12 * counts->ports + 6 * counts->linked + 2;
}
static uint64_t table_begin(const block_counts *counts) {
  return ovi_inner_rows_begin(counts->level, counts->is_directed, counts->waypoints);
}

/* The greatest length of the front, and of a block. */
static uint64_t front_most(const block_counts *counts) {
  return ovi_padded8(front_costs_begin(counts) + 4 * counts->costs);
}
static uint64_t block_most(const block_counts *counts) {
  return front_most(counts) + table_begin(counts) + ovi_padded8(6 * table_costs(counts));
}

/* The greatest numbers of a planned cluster. */
static block_counts block_counts_of(const ovi_cluster_plan *plan, uint32_t level) {
  return (block_counts){.level = level,
                        .is_directed = plan->is_directed,
                        .ports = plan->ports,
                        .linked = plan->linked,
                        .waypoints = plan->labels->begins[OVI_CLUSTER_MOST_PARTS],
                        .inner = plan->labels->waypoints,
                        .costs = plan->costs};
}

void ovi_overlay_sizes_add(ovi_overlay_sizes *sizes, const ovi_cluster_plan *plan, uint32_t level) {
  const block_counts counts = block_counts_of(plan, level);
  const uint64_t entries = table_costs(&counts);
  const uint64_t closure =
      level > 1
          ? ovi_closure_numbers((uint32_t)counts.ports, (uint32_t)counts.inner, counts.is_directed)
          : 0;
  ovi_cluster_graph_sizes_add(&sizes->graph, plan);
  sizes->block_costs = plan->costs > sizes->block_costs ? plan->costs : sizes->block_costs;
  sizes->entries = entries > sizes->entries ? entries : sizes->entries;
  sizes->closure = closure > sizes->closure ? closure : sizes->closure;
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
  ovi_graph_search_reserve(&work->search, &built->graph, arena);
  kept->nodes = ovi_arena_take(arena, most->nodes, sizeof(ovi_kept_node));
  kept->beside = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->dropped = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->sides = ovi_arena_take(arena, most->nodes, 1);
  kept->costs = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->queue.nodes = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  kept->changed = ovi_arena_take(arena, most->cliques, sizeof(uint32_t));
  kept->listed = ovi_arena_take(arena, ovi_graph_padded(most->largest), sizeof(uint32_t));
  work->found = ovi_arena_take(arena, most->nodes, sizeof(uint32_t));
  work->costs = ovi_arena_take(arena, sizes->block_costs, sizeof(uint32_t));
  work->entries = ovi_arena_take(arena, sizes->entries, sizeof(uint32_t));
  work->closed = ovi_arena_take(arena, sizes->closure, sizeof(uint32_t));
}

/* ---- Rows ---------------------------------------------------------------------------- */

/* A cluster while its costs are found, in units of its graph. OVI_NO_COST_32: there is no path. */
typedef struct cost_filling {
  ovi_overlay_workspace *work;
  const ovi_cluster_plan *plan;
  uint32_t inner;
  uint32_t stride;      /* of rows of ports */
  uint32_t *to_ports;   /* the rows of the tables */
  uint32_t *from_ports; /* the same in an undirected layer */
  uint32_t *between;
  uint32_t *end;
} cost_filling;

static cost_filling begin_filling(ovi_overlay_workspace *work, const ovi_cluster_plan *plan) {
  cost_filling filling = {.work = work,
                          .plan = plan,
                          .inner = work->built.graph.node_count - plan->ports,
                          .stride = ovi_inner_row_costs(plan->ports),
                          .to_ports = work->entries};
  const uint64_t table = (uint64_t)filling.inner * filling.stride;
  filling.from_ports = filling.to_ports + (plan->is_directed ? table : 0);
  filling.between = filling.from_ports + table;
  filling.end = filling.between;
  if (work->built.level > 1) {
    filling.end += (uint64_t)filling.inner * ovi_inner_row_costs(filling.inner);
  }
  memset(work->entries, 0xff, (size_t)(filling.end - work->entries) * sizeof(*work->entries));
  return filling;
}

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

/* Finds the costs to a port from all nodes; it is the node `root`. False: a cost does not fit. */
static bool find_port_costs(ovi_overlay_workspace *work, const ovi_cluster_plan *plan,
                            const ovi_cluster *cluster, uint32_t root) {
  const ovi_graph_node *node = &work->built.graph.nodes[root];
  const size_t bytes = work->built.graph.node_count * sizeof(*work->found);
  port_search search = {&work->search, work->found};
  if (ovi_kept_row_find(&work->kept, cluster, plan->order[root], root, work->found)) {
    return true;
  }
  memset(work->found, 0xff, bytes); /* OVI_NO_COST_32 */
  work->found[root] = 0;
  if (node->clique[0] == 0) {
    return true; /* nothing else is in its component */
  }
  ovi_graph_add_root(&work->search, root);
  ovi_best_first(&work->search, ovi_graph_pop, &search, cluster_visit, OVI_SLICE_ENDLESS);
  ovi_graph_search_reset(&work->search);
  ovi_bucket_ring_clear(&work->search.open, work->built.graph.max_cost);
  return !work->search.overflows;
}

/* Notes the costs between a port, the node `root`, and the inner ports in their rows. False: a cost
 * between it and some node does not fit. */
static bool note_port(const cost_filling *filling, uint32_t root, uint32_t *rows) {
  const uint32_t most = OVI_OVERLAY_MOST_COST >> filling->work->built.graph.shift;
  const uint32_t *costs = filling->work->found;
  const uint32_t ports = filling->plan->ports;
  const uint32_t port = filling->plan->order[root];
  bool fits = true;
  for (uint32_t node = 0; node < ports + filling->inner; node++) {
    fits = fits && (costs[node] <= most || costs[node] == OVI_NO_COST_32);
  }
  for (uint32_t i = 0; i < filling->inner; i++) {
    rows[(uint64_t)i * filling->stride + port] = costs[ports + i];
  }
  return fits;
}

/* Finds all costs of a cluster of level 1, by a search from each of its ports; `cluster` views the
 * block, whose ports are written. False: a cost does not fit. */
static bool find_by_searches(const cost_filling *filling, const ovi_cluster *cluster) {
  ovi_overlay_workspace *work = filling->work;
  const ovi_cluster_plan *plan = filling->plan;
  uint32_t *square = work->costs;
  bool fits = ovi_graph_fits(&work->built.graph);
  ovi_kept_rows_begin(&work->kept, &work->built);
  if (fits) {
    ovi_graph_search_clear(&work->search);
  }
  for (uint32_t c = 0; fits && c < plan->linked; c++) {
    const uint32_t begin = plan->linked_begins[c];
    const uint32_t end = plan->linked_begins[c + 1];
    for (uint32_t root = begin; fits && root < end; root++) {
      const uint32_t count = plan->is_directed ? end - begin : root - begin;
      fits =
          find_port_costs(work, plan, cluster, root) && note_port(filling, root, filling->to_ports);
      memcpy(square, work->found + begin, count * sizeof(*square));
      square += count;
    }
  }
  if (fits && plan->is_directed) {
    ovi_cluster_graph_turn(&work->built);
    for (uint32_t root = 0; fits && root < plan->ports; root++) {
      fits = find_port_costs(work, plan, cluster, root) &&
             note_port(filling, root, filling->from_ports);
    }
  }
  return fits;
}

/* A cost of a closure. */
static uint32_t closed_cost(uint32_t cost) {
  return cost != OVI_CLOSURE_FAR ? cost : OVI_NO_COST_32;
}

/* Finds all costs of a cluster above level 1, by the closure of its graph. False: a cost does not
 * fit. */
static bool find_by_closure(const cost_filling *filling) {
  ovi_closure closure;
  const ovi_cluster_plan *plan = filling->plan;
  const uint32_t ports = plan->ports;
  const uint32_t stride = ovi_closure_stride(ports);
  uint32_t *square = filling->work->costs;
  if (!ovi_closure_find(&closure, &filling->work->built.graph, ports, plan->is_directed,
                        filling->work->closed)) {
    return false;
  }
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint32_t begin = plan->linked_begins[c];
    const uint32_t end = plan->linked_begins[c + 1];
    for (uint32_t root = begin; root < end; root++) {
      for (uint32_t from = begin; from < (plan->is_directed ? end : root); from++) {
        *square++ = closed_cost(closure.front[(uint64_t)root * stride + from]);
      }
    }
  }
  for (uint32_t i = 0; i < filling->inner; i++) {
    const uint64_t row = (uint64_t)i * stride;
    for (uint32_t node = 0; node < ports; node++) {
      const uint64_t at = (uint64_t)i * filling->stride + plan->order[node];
      filling->from_ports[at] = closed_cost(closure.from_ports[row + node]);
      filling->to_ports[at] = closed_cost(closure.to_ports[row + node]);
    }
    const uint32_t *costs = closure.between + (uint64_t)i * ovi_closure_stride(filling->inner);
    uint32_t *between = filling->between + (uint64_t)i * ovi_inner_row_costs(filling->inner);
    for (uint32_t j = 0; j < filling->inner; j++) {
      between[j] = closed_cost(costs[j]);
    }
  }
  return true;
}

/* ---- The block ------------------------------------------------------------------------ */

uint64_t ovi_overlay_block_most(const ovi_cluster_plan *plan, uint32_t level) {
  const block_counts counts = block_counts_of(plan, level);
  const uint64_t bytes = block_most(&counts);
  return plan->too_large || bytes > OVI_BLOCK_MOST_BYTES || counts.waypoints >= UINT16_MAX ||
                 counts.ports + counts.inner >= OVI_NO_INNER ||
                 (level > 1 && counts.inner > OVI_MOST_INNER)
             ? UINT64_MAX
             : bytes;
}

uint64_t ovi_overlay_block_bound(const ovi_layer *layer, uint32_t level, uint32_t ports,
                                 uint32_t below) {
  const block_counts counts = {.level = level,
                               .is_directed = layer->profile.is_directed,
                               .ports = ports,
                               .linked = ports,
                               .waypoints = below,
                               .inner = below / 2,
                               .costs = (uint64_t)ports * ports};
  return block_most(&counts);
}

/* Ors and the maximum of costs. */
static void scan_costs(const uint32_t *costs, uint64_t count, uint32_t *bits, uint32_t *most) {
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t cost = costs[i] != OVI_NO_COST_32 ? costs[i] : 0;
    *bits |= cost;
    *most = cost > *most ? cost : *most;
  }
}

/* Write costs with 32 bits, shifted left, or with 16, shifted right then; return where they end.
 * Simple loops, which compilers turn into vector code. */
static uint8_t *put_wide(const uint32_t *costs, uint64_t count, uint32_t left, uint8_t *at) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u32(at + 4 * i, costs[i] != OVI_NO_COST_32 ? costs[i] << left : OVI_NO_COST_32);
  }
  return at + 4 * count;
}

static uint8_t *put_narrow(const uint32_t *costs, uint64_t count, uint32_t left, uint32_t right,
                           uint8_t *at) {
  for (uint64_t i = 0; i < count; i++) {
    ovi_put_u16(at + 2 * i,
                costs[i] != OVI_NO_COST_32 ? costs[i] << left >> right : OVI_NO_COST_16);
  }
  return at + 2 * count;
}

/* Pads a piece that begins at a multiple of 8 with zeros; returns where it ends. */
static uint8_t *pad_piece(const uint8_t *begin, uint8_t *at) {
  const uint64_t bytes = (uint64_t)(at - begin);
  memset(at, 0, (size_t)(ovi_padded8(bytes) - bytes));
  return at + (ovi_padded8(bytes) - bytes);
}

/* Writes the triangles or squares, and the tables, whose numbers lie behind the greatest front so
 * far. Returns the length of the block. */
static uint32_t cluster_put_costs(const cost_filling *filling, uint8_t *out) {
  const ovi_overlay_workspace *work = filling->work;
  const ovi_cluster_plan *plan = filling->plan;
  const uint32_t graph_shift = work->built.graph.shift;
  const uint64_t entries = (uint64_t)(filling->end - work->entries);
  uint32_t bits = 0;
  uint32_t most = 0;
  uint32_t row_most = 0;
  scan_costs(work->entries, entries, &bits, &row_most);
  scan_costs(work->costs, plan->costs, &bits, &most);
  most = (row_most > most ? row_most : most) << graph_shift;
  row_most <<= graph_shift;
  uint32_t shift = bits != 0 ? (uint32_t)ovi_lowest_bit(bits) + graph_shift : 0;
  shift = shift < OVI_MOST_COST_SHIFT ? shift : OVI_MOST_COST_SHIFT;
  const bool wide = most >> shift > OVI_ROW_MOST;
  uint32_t row_shift = shift;
  while (wide && row_most >> row_shift > OVI_ROW_MOST / 2) { /* so that most sums fit */
    row_shift++;
  }
  shift = wide ? 0 : shift;
  out[OVI_CLUSTER_FLAGS] = wide ? OVI_CLUSTER_WIDE : 0;
  out[OVI_CLUSTER_SHIFT] = (uint8_t)shift;
  block_counts counts = block_counts_of(plan, work->built.level);
  uint8_t *const numbers = out + front_most(&counts);
  ovi_put_u16(numbers + OVI_TABLES_ROW_MOST, row_most >> row_shift);
  ovi_put_u16(numbers + OVI_TABLES_ROW_SHIFT, row_shift);
  counts.waypoints = work->built.waypoints.count;
  uint8_t *const costs = out + front_costs_begin(&counts);
  uint8_t *at = wide ? put_wide(work->costs, plan->costs, graph_shift, costs)
                     : put_narrow(work->costs, plan->costs, graph_shift, shift, costs);
  uint8_t *const tables = pad_piece(out, at);
  ovi_put_u32(out + OVI_CLUSTER_FRONT_BYTES, (uint32_t)(tables - out));
  memmove(tables, numbers, (size_t)table_begin(&counts));
  at = put_narrow(work->entries, entries, graph_shift, row_shift, tables + table_begin(&counts));
  at = put_wide(work->entries, wide ? entries : 0, graph_shift, at);
  return (uint32_t)(pad_piece(tables, at) - out);
}

/* Writes the list of ports, and of components. */
static void cluster_put_ports(const cost_filling *filling, const ovi_cluster *cluster,
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
  for (uint32_t i = 0; i < built->waypoints.count; i++) {
    const uint32_t node = built->waypoints.nodes[i];
    ovi_put_u16(out + (cluster->inner.nodes - out) + 2 * (uint64_t)i,
                node == OVI_NO_NODE  ? OVI_NO_INNER
                : node < plan->ports ? plan->order[node]
                                     : node);
  }
  for (uint32_t i = 0; i < plan->ports; i++) {
    ovi_put_u16(out + (cluster->order - out) + 2 * (uint64_t)i, plan->order[i]);
    ovi_put_u16(out + (cluster->places - out) + 2 * (uint64_t)plan->order[i], i);
  }
}

uint32_t ovi_overlay_block_write(ovi_overlay_workspace *work, const ovi_layer *layer,
                                 uint32_t level, const ovi_cluster_plan *plan, uint8_t *out) {
  ovi_cluster_graph_fill(&work->built, layer, level, plan);
  const cost_filling filling = begin_filling(work, plan);
  const block_counts counts = block_counts_of(plan, level);
  memset(out, 0, (size_t)(front_most(&counts) + table_begin(&counts)));
  ovi_put_u16(out + OVI_CLUSTER_PORTS, plan->ports);
  ovi_put_u16(out + OVI_CLUSTER_LINKED, plan->linked);
  ovi_put_u16(out + OVI_CLUSTER_WAYPOINTS, work->built.waypoints.count);
  ovi_put_u16(out + OVI_CLUSTER_INNER, filling.inner);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_OUT, plan->links[0]);
  ovi_put_u16(out + OVI_CLUSTER_LINKS_IN, plan->links[1]);
  for (uint32_t group = 0; group < OVI_GROUP_COUNT; group++) {
    ovi_put_u16(out + OVI_CLUSTER_GROUPS + 2 * (uint64_t)group, plan->groups[group]);
  }
  ovi_cluster cluster = ovi_overlay_view_block(layer, level, plan->id, out);
  ovi_cluster_view_tables(&cluster, out + front_most(&counts));
  cluster_put_ports(&filling, &cluster, out);
  const bool fits = level == 1 ? find_by_searches(&filling, &cluster) : find_by_closure(&filling);
  return fits ? cluster_put_costs(&filling, out) : 0;
}
