/* Which old costs last, and those that have to be found again. */
#include "coarse/overlay/make/kept_rows.h"

#include "common/bits.h"
#include "common/compiler.h"

enum { BESIDE_KEPT = 1, BESIDE_CHANGED = 2, IS_QUEUED = 4 };

void ovi_kept_rows_reserve(ovi_kept_rows *kept, const ovi_flat_graph *graph, uint32_t nodes,
                           uint32_t largest, ovi_arena *arena) {
  kept->graph = graph;
  kept->nodes = ovi_arena_take(arena, nodes, sizeof(ovi_kept_node));
  kept->beside = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  kept->dropped = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  kept->sides = ovi_arena_take(arena, nodes, 1);
  kept->costs = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  kept->queue.nodes = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  for (int i = 0; i < 2; i++) {
    kept->listed[i].costs = ovi_arena_take(arena, largest, sizeof(uint32_t));
  }
}

/* Lists the nodes beside an unchanged part. False: the old cluster numbers its ports otherwise. */
static bool list_part(ovi_kept_rows *kept, const ovi_below *below, uint32_t place,
                      const uint32_t *nodes) {
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const uint32_t begin = below->groups.begins[group];
    const uint32_t count = below->groups.begins[group + 1] - begin;
    const uint32_t run = ovi_overlay_run(&kept->cluster, place, group);
    if (count > kept->cluster.inner.waypoints - run) {
      return false;
    }
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t node = nodes[begin + i];
      if (node != OVI_NO_NODE && (kept->sides[node] & BESIDE_KEPT) == 0) {
        kept->sides[node] |= BESIDE_KEPT;
        kept->nodes[kept->node_count++] = (ovi_kept_node){
            node, ovi_get_u16(kept->cluster.inner.columns + 2 * ((uint64_t)run + i))};
      }
    }
  }
  return true;
}

/* Lists the nodes beside a changed part, and its cliques from one to before another. */
static void list_beside(ovi_kept_rows *kept, uint32_t ports, const uint32_t *nodes,
                        const uint32_t *cliques) {
  kept->changed.begins[kept->changed.count] = cliques[0];
  kept->changed.ends[kept->changed.count++] = cliques[1];
  for (uint32_t port = 0; port < ports; port++) {
    if (nodes[port] != OVI_NO_NODE && (kept->sides[nodes[port]] & BESIDE_CHANGED) == 0) {
      kept->sides[nodes[port]] |= BESIDE_CHANGED;
      kept->beside[kept->beside_count++] = nodes[port];
    }
  }
}

void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_layer *layer, uint32_t level,
                         const ovi_cluster_plan *plan, const uint32_t *nodes,
                         const uint32_t *first_cliques) {
  const ovi_below_box box = ovi_below_box_of(layer, level, plan->id);
  const int32_t fan = ovi_overlay_fan(level);
  kept->any = plan->old_block != NULL && !layer->profile.is_directed;
  kept->node_count = 0;
  kept->beside_count = 0;
  kept->changed.count = 0;
  kept->queue.begin = 0;
  kept->queue.count = 0;
  if (!kept->any) {
    return;
  }
  kept->cluster = ovi_overlay_view_block(layer, level, plan->id, plan->old_block);
  memset(kept->sides, 0, kept->graph->node_count);
  for (int32_t i = 0; kept->any && i < box.w * box.h; i++) {
    const int32_t place = i / box.w * fan + i % box.w;
    const uint32_t *firsts = plan->labels->begins + place;
    const uint32_t id = ovi_below_id(&box, i % box.w, i / box.w);
    if (ovi_get_bit(plan->changed, (int32_t)id) != 0) {
      kept->any = kept->changed.count < OVI_KEPT_MOST_CHANGED;
      if (kept->any) {
        list_beside(kept, firsts[1] - firsts[0], nodes + firsts[0], first_cliques + place);
      }
      continue;
    }
    ovi_below below;
    ovi_below_view(&below, layer, level - 1, id);
    kept->any = list_part(kept, &below, (uint32_t)place, nodes + firsts[0]);
  }
}

/* The costs of a clique's members, by slot. They are listed once as long as no other is asked for.
 */
static const uint32_t *list_costs(ovi_kept_rows *kept, uint32_t number, bool is_changed) {
  const ovi_graph_clique *clique = &kept->graph->cliques[number];
  const uint32_t *members = kept->graph->members + clique->slots;
  ovi_listed_costs *listed = &kept->listed[is_changed];
  if (listed->clique != number) {
    listed->clique = number;
    for (uint32_t i = 0; i < clique->count; i++) {
      listed->costs[i] = kept->costs[members[i]];
    }
  }
  return listed->costs;
}

static void set_cost(ovi_kept_rows *kept, uint32_t node, uint32_t cost) {
  const ovi_graph_node *at = &kept->graph->nodes[node];
  kept->costs[node] = cost;
  for (uint32_t side = 0; side < 2; side++) {
    const uint32_t slot = at->slot[side] - kept->graph->cliques[at->clique[side]].slots;
    for (int i = 0; i < 2; i++) {
      if (at->clique[side] != 0 && kept->listed[i].clique == at->clique[side]) {
        kept->listed[i].costs[slot] = cost;
      }
    }
  }
}

/* The least sum of listed costs and those of a row, from a slot to before another. */
static uint32_t least_of_row(const uint32_t *listed, const uint32_t *row, uint32_t from,
                             uint32_t to) {
  uint32_t least = OVI_GRAPH_FAR;
  for (uint32_t i = from; i < to; i++) {
    const uint32_t sum = row[i] + listed[i]; /* both have 31 bits */
    least = sum < least ? sum : least;
  }
  return least;
}

static const uint32_t *row_of_clique(const ovi_flat_graph *graph, const ovi_graph_clique *clique,
                                     uint32_t place) {
  return graph->costs + clique->costs + (uint64_t)place * ovi_graph_padded(clique->count);
}

static bool clique_is_changed(const ovi_changed_cliques *changed, uint32_t clique) {
  uint32_t i = 0;
  while (i < changed->count && (clique < changed->begins[i] || clique >= changed->ends[i])) {
    i++;
  }
  return i < changed->count;
}

/* The least cost of a node over its neighbours on one side. */
static uint32_t least_on_side(ovi_kept_rows *kept, uint32_t node, uint32_t side, bool is_changed) {
  const ovi_flat_graph *graph = kept->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  if (at->clique[side] == 0) {
    return OVI_GRAPH_FAR;
  }
  const uint32_t here = at->slot[side] - clique->slots;
  const uint32_t *row = row_of_clique(graph, clique, here);
  const uint32_t *listed = list_costs(kept, at->clique[side], is_changed);
  const uint32_t before = least_of_row(listed, row, 0, here);
  const uint32_t behind = least_of_row(listed, row, here + 1, clique->count);
  return before < behind ? before : behind;
}

/* The least cost of a node over its neighbours, or any that is not above `enough`. */
static uint32_t least_over_neighbours(ovi_kept_rows *kept, uint32_t node, uint32_t enough) {
  const ovi_graph_node *at = &kept->graph->nodes[node];
  const bool is_changed[2] = {clique_is_changed(&kept->changed, at->clique[0]),
                              clique_is_changed(&kept->changed, at->clique[1])};
  const uint32_t first = is_changed[0]; /* costs last on the other side */
  const uint32_t least = least_on_side(kept, node, first, is_changed[first]);
  if (least <= enough) {
    return least;
  }
  const uint32_t other = least_on_side(kept, node, 1 - first, is_changed[1 - first]);
  return other < least ? other : least;
}

static void enqueue(ovi_kept_rows *kept, uint32_t node) {
  if ((kept->sides[node] & IS_QUEUED) == 0) {
    kept->sides[node] |= IS_QUEUED;
    kept->queue.nodes[(kept->queue.begin + kept->queue.count++) % kept->graph->node_count] = node;
  }
}

static uint32_t dequeue(ovi_kept_rows *kept) {
  const uint32_t node = kept->queue.nodes[kept->queue.begin];
  kept->queue.begin = (kept->queue.begin + 1) % kept->graph->node_count;
  kept->queue.count--;
  kept->sides[node] &= (uint8_t)~IS_QUEUED;
  return node;
}

/* Drops the cost of a node, and queues the neighbours that it may have supported. Over a changed
 * clique that may be at less than their cost. */
static void drop_cost(ovi_kept_rows *kept, uint32_t node) {
  const ovi_flat_graph *graph = kept->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const uint32_t cost = kept->costs[node];
  set_cost(kept, node, OVI_GRAPH_FAR);
  for (uint32_t side = 0; side < 2; side++) {
    const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
    const uint32_t *row = row_of_clique(graph, clique, at->slot[side] - clique->slots);
    for (uint32_t i = 0; at->clique[side] != 0 && i < clique->count; i++) {
      const uint32_t other = graph->members[clique->slots + i];
      if (kept->costs[other] != OVI_GRAPH_FAR && kept->costs[other] >= cost + row[i]) {
        enqueue(kept, other);
      }
    }
  }
}

/* Drops all costs that no neighbour supports; the nodes beside changed parts come first. */
static void drop_costs(ovi_kept_rows *kept, uint32_t root) {
  for (uint32_t i = 0; i < kept->beside_count; i++) {
    enqueue(kept, kept->beside[i]);
  }
  while (kept->queue.count != 0) {
    const uint32_t node = dequeue(kept);
    if (node != root && kept->costs[node] != OVI_GRAPH_FAR &&
        least_over_neighbours(kept, node, kept->costs[node]) > kept->costs[node]) {
      kept->dropped[kept->dropped_count++] = node;
      drop_cost(kept, node);
    }
  }
}

/* Lowers the costs of the neighbours of a node on one side to those over it. */
static void lower_on_side(ovi_kept_rows *kept, uint32_t node, uint32_t side) {
  const ovi_flat_graph *graph = kept->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const uint32_t cost = kept->costs[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  const uint32_t *row = row_of_clique(graph, clique, at->slot[side] - clique->slots);
  for (uint32_t i = 0; at->clique[side] != 0 && i < clique->count; i++) {
    const uint32_t other = graph->members[clique->slots + i];
    if (cost + row[i] < kept->costs[other]) {
      set_cost(kept, other, cost + row[i]);
      enqueue(kept, other);
    }
  }
}

/* Lowers the cost of a node to the least over the changed cliques; costs over the others are as low
 * as ever. */
static void lower_over_changed(ovi_kept_rows *kept, uint32_t node) {
  const ovi_graph_node *at = &kept->graph->nodes[node];
  for (uint32_t side = 0; side < 2; side++) {
    if (clique_is_changed(&kept->changed, at->clique[side])) {
      const uint32_t least = least_on_side(kept, node, side, true);
      if (least < kept->costs[node]) {
        set_cost(kept, node, least);
        enqueue(kept, node);
      }
    }
  }
}

/* Finds the costs that were dropped, and those that become lower. */
static void find_costs(ovi_kept_rows *kept) {
  for (uint32_t i = 0; i < kept->dropped_count; i++) {
    set_cost(kept, kept->dropped[i], least_over_neighbours(kept, kept->dropped[i], 0));
    enqueue(kept, kept->dropped[i]);
  }
  for (uint32_t i = 0; i < kept->beside_count; i++) {
    lower_over_changed(kept, kept->beside[i]);
  }
  while (kept->queue.count != 0) {
    const uint32_t node = dequeue(kept);
    if (kept->costs[node] != OVI_GRAPH_FAR) {
      lower_on_side(kept, node, 0);
      lower_on_side(kept, node, 1);
    }
  }
}

/* The old port of a waypoint below; UINT32_MAX: it was none. */
static uint32_t old_port(const ovi_cluster *cluster, uint32_t below) {
  uint32_t port = 0;
  while (port < cluster->ports && ovi_get_u32(cluster->below + 4 * (uint64_t)port) != below) {
    port++;
  }
  return port < cluster->ports ? port : UINT32_MAX;
}

/* Reads the old row, in units of the graph. False: the graph has no such units. */
static bool read_old_row(ovi_kept_rows *kept, uint32_t port) {
  const ovi_inner_row row = ovi_overlay_inner_row(&kept->cluster, port, false);
  const uint32_t shift = kept->graph->shift;
  for (uint32_t node = 0; node < kept->graph->node_count; node++) {
    kept->costs[node] = OVI_GRAPH_FAR;
  }
  uint32_t bits = 0;
  for (uint32_t i = 0; i < kept->node_count; i++) {
    const uint32_t at = kept->nodes[i].column - row.begin;
    if (at < row.count) {
      const uint32_t cost = row.wide
                                ? ovi_get_u32(row.values + 4 * (uint64_t)at)
                                : (uint32_t)ovi_get_u16(row.values + 2 * (uint64_t)at) << row.shift;
      kept->costs[kept->nodes[i].node] = cost >> shift;
      bits |= cost;
    }
  }
  return bits >> shift << shift == bits;
}

bool ovi_kept_row_find(ovi_kept_rows *kept, uint32_t root, uint32_t below, uint32_t *found) {
  const uint32_t most = OVI_GRAPH_FAR - 1 - kept->graph->max_cost;
  const uint32_t port = kept->any ? old_port(&kept->cluster, below) : UINT32_MAX;
  if (port == UINT32_MAX || (kept->sides[root] & BESIDE_KEPT) == 0 || !read_old_row(kept, port) ||
      kept->costs[root] != 0) {
    return false;
  }
  kept->dropped_count = 0;
  kept->listed[0].clique = 0;
  kept->listed[1].clique = 0;
  drop_costs(kept, root);
  find_costs(kept);
  uint32_t greatest = 0;
  for (uint32_t node = 0; node < kept->graph->node_count; node++) {
    const uint32_t cost = kept->costs[node];
    const uint32_t counted = cost == OVI_GRAPH_FAR ? 0 : cost;
    found[node] = cost == OVI_GRAPH_FAR ? OVI_NO_COST_32 : cost;
    greatest = counted > greatest ? counted : greatest;
  }
  return greatest < most;
}
