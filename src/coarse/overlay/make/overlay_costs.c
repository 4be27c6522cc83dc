/* Computes the rows of a cluster, and writes its block. */
#include "coarse/overlay/make/overlay_costs.h"

#include "common/compiler.h"

/* ---- Workspaces ------------------------------------------------------------------------- */

/* The greatest counts of a planned cluster. */
static ovi_cluster_counts planned_counts(const ovi_cluster_plan *plan, uint32_t level) {
  return (ovi_cluster_counts){.level = level,
                              .is_directed = plan->is_directed,
                              .ports = plan->ports,
                              .linked = plan->linked,
                              .waypoints = plan->labels->begins[OVI_CLUSTER_MOST_PARTS],
                              .inner = plan->labels->waypoints,
                              .costs = plan->costs};
}

static void raise_to(uint64_t *size, uint64_t needed) { *size = needed > *size ? needed : *size; }

void ovi_overlay_sizes_add(ovi_overlay_sizes *sizes, const ovi_cluster_plan *plan, uint32_t level) {
  const ovi_cluster_counts counts = planned_counts(plan, level);
  const uint64_t tables =
      level > 1 ? ovi_closure_numbers(counts.ports, counts.inner, counts.is_directed)
                : ovi_inner_all_costs(level, counts.is_directed, counts.ports, counts.inner);
  const ovi_cluster_labels *labels = plan->labels;
  raise_to(&sizes->below_ports, counts.waypoints);
  raise_to(&sizes->nodes, (uint64_t)plan->ports + labels->waypoints);
  raise_to(&sizes->cliques, (uint64_t)labels->cliques + 1);
  raise_to(&sizes->slots, (uint64_t)labels->slots + OVI_GRAPH_LANES);
  raise_to(&sizes->largest, labels->largest);
  raise_to(&sizes->costs, labels->costs);
  raise_to(&sizes->front, plan->costs);
  raise_to(&sizes->tables, tables);
  sizes->is_directed = plan->is_directed;
}

void ovi_overlay_workspace_reserve(ovi_overlay_workspace *work, const ovi_overlay_sizes *sizes,
                                   ovi_arena *arena) {
  ovi_cluster_graph *built = &work->built;
  ovi_kept_rows *kept = &work->kept;
  built->graph = (ovi_flat_graph){.clique_count = (uint32_t)sizes->cliques,
                                  .slot_count = (uint32_t)sizes->slots};
  built->graph.nodes = ovi_arena_take(arena, sizes->nodes, sizeof(ovi_graph_node));
  built->graph.cliques = ovi_arena_take(arena, sizes->cliques, sizeof(ovi_graph_clique));
  built->graph.members = ovi_arena_take(arena, sizes->slots, sizeof(uint32_t));
  built->graph.costs = ovi_arena_take(arena, sizes->costs, sizeof(uint32_t));
  built->turned = sizes->is_directed ? ovi_arena_take(arena, sizes->costs, sizeof(uint32_t))
                                     : built->graph.costs;
  built->nodes = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  built->members = ovi_arena_take(arena, sizes->largest, sizeof(uint32_t));
  built->middles = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  built->waypoints.nodes = ovi_arena_take(arena, sizes->below_ports, sizeof(uint32_t));
  ovi_graph_search_reserve(&work->search, &built->graph, arena);
  kept->nodes = ovi_arena_take(arena, sizes->nodes, sizeof(ovi_kept_node));
  kept->beside = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  kept->dropped = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  kept->sides = ovi_arena_take(arena, sizes->nodes, 1);
  kept->costs = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  kept->queue.nodes = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  kept->changed = ovi_arena_take(arena, sizes->cliques, sizeof(uint32_t));
  kept->listed =
      ovi_arena_take(arena, ovi_graph_padded((uint32_t)sizes->largest), sizeof(uint32_t));
  work->potentials =
      sizes->is_directed ? ovi_arena_take(arena, sizes->nodes, sizeof(int64_t)) : NULL;
  work->found = ovi_arena_take(arena, sizes->nodes, sizeof(uint32_t));
  work->front = ovi_arena_take(arena, sizes->front, sizeof(uint32_t));
  work->tables = ovi_arena_take(arena, sizes->tables, sizeof(uint32_t));
}

/* ---- Rows ---------------------------------------------------------------------------- */

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

/* Finds the costs to a port from all nodes, or from it if the graph is turned; it is the node
 * `root`. Notes those of the inner ports in the port's column of their rows. False: a cost does not
 * fit. */
static bool find_port_costs(ovi_overlay_workspace *work, uint32_t root, uint32_t *rows,
                            bool is_turned) {
  const ovi_cluster_plan *plan = work->built.plan;
  const ovi_flat_graph *graph = &work->built.graph;
  const uint32_t *found = work->found;
  if (!ovi_kept_row_find(&work->kept, plan->order[root], root, is_turned, work->found)) {
    port_search search = {&work->search, work->found};
    memset(work->found, 0xff, graph->node_count * sizeof(*work->found)); /* OVI_NO_COST_32 */
    work->found[root] = 0;
    if (graph->nodes[root].clique[0] != 0) { /* else nothing else is in its component */
      ovi_graph_add_root(&work->search, root);
      ovi_graph_search_run(&work->search, cluster_visit, &search, OVI_SLICE_ENDLESS);
      ovi_graph_search_reset(&work->search);
      ovi_bucket_ring_clear(&work->search.open, graph->max_cost);
      if (work->search.overflows) {
        return false;
      }
    }
  }
  const uint32_t most = OVI_OVERLAY_MOST_COST >> graph->shift;
  const uint32_t stride = ovi_inner_row_costs(plan->ports);
  bool fits = true;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    fits = fits && (found[node] <= most || found[node] == OVI_NO_COST_32);
  }
  rows += plan->order[root];
  for (uint32_t node = plan->ports; node < graph->node_count; node++, rows += stride) {
    *rows = found[node];
  }
  return fits;
}

#define NO_POTENTIAL INT64_MAX

/* Finds a potential of each node, so that an edge costs as much more than the edge back as the
 * potential rises: where heights alone make directions differ, and there are no ways that lead one
 * way. Then the cost of a way and of the way back differ by the potentials of its ends, too. False:
 * there are none. */
static bool find_potentials(ovi_overlay_workspace *work) {
  const ovi_cluster_graph *built = &work->built;
  const ovi_flat_graph *graph = &built->graph;
  int64_t *potentials = work->potentials;
  uint32_t *queue = work->found; /* scratch, before the searches */
  for (uint32_t node = 0; node < graph->node_count; node++) {
    potentials[node] = NO_POTENTIAL;
  }
  for (uint32_t first = 0; first < graph->node_count; first++) {
    uint32_t count = 0;
    if (potentials[first] == NO_POTENTIAL) {
      potentials[first] = 0;
      queue[count++] = first;
    }
    for (uint32_t at = 0; at < count; at++) {
      const uint32_t node = queue[at];
      for (int side = 0; side < 2; side++) {
        const ovi_graph_clique *clique = &graph->cliques[graph->nodes[node].clique[side]];
        const uint64_t row =
            clique->costs + (uint64_t)(graph->nodes[node].slot[side] - clique->slots) *
                                ovi_graph_padded(clique->count);
        const uint32_t *back = graph->costs + row;
        const uint32_t *there = built->turned + row;
        for (uint32_t i = 0; i < clique->count; i++) {
          const uint32_t other = graph->members[clique->slots + i];
          const int64_t potential = potentials[node] + there[i] - back[i];
          if (there[i] == OVI_GRAPH_FAR || back[i] == OVI_GRAPH_FAR ||
              (potentials[other] != NO_POTENTIAL && potentials[other] != potential)) {
            return false;
          }
          if (potentials[other] == NO_POTENTIAL) {
            potentials[other] = potential;
            queue[count++] = other;
          }
        }
      }
    }
  }
  return true;
}

/* Finds the costs from the ports by those to them and potentials. False: a cost is so large that a
 * search has to check whether it fits. */
static bool find_by_potentials(const ovi_overlay_workspace *work, const uint32_t *to_ports,
                               uint32_t *from_ports) {
  const ovi_cluster_plan *plan = work->built.plan;
  const ovi_flat_graph *graph = &work->built.graph;
  const uint32_t stride = ovi_inner_row_costs(plan->ports);
  const int64_t end = OVI_GRAPH_FAR - 1 - (int64_t)graph->max_cost;
  const int64_t most = OVI_OVERLAY_MOST_COST >> graph->shift;
  for (uint32_t node = plan->ports; node < graph->node_count; node++) {
    const uint64_t row = (uint64_t)(node - plan->ports) * stride;
    for (uint32_t root = 0; root < plan->ports; root++) {
      const uint64_t at = row + plan->order[root];
      const int64_t cost = to_ports[at] + work->potentials[node] - work->potentials[root];
      if (to_ports[at] != OVI_NO_COST_32) {
        if (cost >= end || cost > most) {
          return false;
        }
        from_ports[at] = (uint32_t)cost;
      }
    }
  }
  return true;
}

/* Finds all costs of a cluster of level 1, by a search from each of its ports. False: a cost does
 * not fit. */
static bool find_by_searches(ovi_overlay_workspace *work, ovi_cluster_numbers *numbers) {
  const ovi_cluster_counts *counts = &numbers->counts;
  const ovi_cluster_plan *plan = work->built.plan;
  const uint64_t table = (uint64_t)counts->inner * ovi_inner_row_costs(counts->ports);
  uint32_t *const from_ports = work->tables + (counts->is_directed ? table : 0);
  uint32_t *square = work->front;
  numbers->to_ports = work->tables;
  numbers->from_ports = from_ports;
  memset(work->tables, 0xff, /* OVI_NO_COST_32 */
         (size_t)(from_ports + table - work->tables) * sizeof(*work->tables));
  ovi_cluster_graph_find_turned(&work->built);
  const bool has_potentials = plan->is_directed && find_potentials(work);
  ovi_kept_rows_begin(&work->kept, &work->built);
  if (!ovi_graph_fits(&work->built.graph)) {
    return false;
  }
  ovi_graph_search_clear(&work->search);
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint32_t begin = plan->linked_begins[c];
    const uint32_t end = plan->linked_begins[c + 1];
    for (uint32_t root = begin; root < end; root++) {
      const uint32_t count = plan->is_directed ? end - begin : root - begin;
      if (!find_port_costs(work, root, work->tables, false)) {
        return false;
      }
      memcpy(square, work->found + begin, count * sizeof(*square));
      square += count;
    }
  }
  if (has_potentials && find_by_potentials(work, work->tables, from_ports)) {
    return true;
  }
  if (plan->is_directed) {
    ovi_cluster_graph_turn(&work->built);
  }
  for (uint32_t root = 0; plan->is_directed && root < plan->ports; root++) {
    if (!find_port_costs(work, root, from_ports, true)) {
      return false;
    }
  }
  return true;
}

/* Finds all costs of a cluster above level 1, by the closure of its graph. False: a cost does not
 * fit. */
static bool find_by_closure(ovi_overlay_workspace *work, ovi_cluster_numbers *numbers) {
  ovi_closure closure;
  const ovi_cluster_plan *plan = work->built.plan;
  uint32_t *square = work->front;
  if (!ovi_closure_find(&closure, &work->built.graph, plan->ports, plan->order, plan->is_directed,
                        work->tables)) {
    return false;
  }
  for (uint32_t c = 0; c < plan->linked; c++) {
    const uint32_t begin = plan->linked_begins[c];
    const uint32_t end = plan->linked_begins[c + 1];
    for (uint32_t root = begin; root < end; root++) {
      const uint32_t count = plan->is_directed ? end - begin : root - begin;
      memcpy(square, closure.front + (uint64_t)root * ovi_inner_row_costs(plan->ports) + begin,
             count * sizeof(*square));
      square += count;
    }
  }
  numbers->to_ports = closure.to_ports;
  numbers->from_ports = closure.from_ports;
  numbers->between = closure.between;
  return true;
}

/* ---- The block ------------------------------------------------------------------------ */

uint64_t ovi_overlay_block_most(const ovi_cluster_plan *plan, uint32_t level) {
  const ovi_cluster_counts counts = planned_counts(plan, level);
  const uint64_t bytes = ovi_cluster_most_bytes(&counts);
  return plan->too_large || bytes > OVI_BLOCK_MOST_BYTES || counts.waypoints >= UINT16_MAX ||
                 counts.ports + counts.inner >= OVI_NO_INNER ||
                 (level > 1 && counts.inner > OVI_MOST_INNER)
             ? UINT64_MAX
             : bytes;
}

uint32_t ovi_overlay_block_write(ovi_overlay_workspace *work, const ovi_layer *layer,
                                 uint32_t level, const ovi_cluster_plan *plan, uint8_t *out) {
  const ovi_cluster_graph *built = &work->built;
  ovi_cluster_graph_fill(&work->built, layer, level, plan);
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t end = group < OVI_GROUP_COUNT ? plan->groups.begins[group + 1] : plan->ports;
    for (uint32_t port = plan->groups.begins[group]; port < end; port++) {
      const int32_t part = (int32_t)ovi_below_part(plan->below[port]);
      const ovi_overlay_port below = {
          ovi_below_id(&built->box, part % built->fan, part / built->fan),
          plan->below[port] & 0xffffu};
      work->built.middles[port] = ovi_overlay_along(layer, level, plan->id, group, below);
    }
  }
  ovi_cluster_numbers numbers = {.counts = planned_counts(plan, level),
                                 .groups = plan->groups,
                                 .links = {plan->links[0], plan->links[1]},
                                 .below = plan->below,
                                 .middles = work->built.middles,
                                 .linked_begins = plan->linked_begins,
                                 .order = plan->order,
                                 .runs = built->waypoints.runs,
                                 .nodes = built->waypoints.nodes,
                                 .shift = built->graph.shift,
                                 .costs = work->front};
  numbers.counts.waypoints = built->waypoints.count;
  numbers.counts.inner = built->graph.node_count - plan->ports;
  const bool fits = level == 1 ? find_by_searches(work, &numbers) : find_by_closure(work, &numbers);
  OVI_ASSERT(!fits || numbers.counts.ports + numbers.counts.inner < OVI_NO_INNER);
  return fits ? ovi_cluster_write(&numbers, out) : 0;
}
