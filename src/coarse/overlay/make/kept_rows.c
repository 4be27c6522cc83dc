/* Repairs old rows of inner costs: which of the old costs still hold, and new ones for the others.
 */
#include "coarse/overlay/make/kept_rows.h"

#include "common/bits.h"
#include "common/compiler.h"

enum { BESIDE_KEPT = 1, BESIDE_CHANGED = 2, IS_QUEUED = 4 };
/* A row with more wrong costs beside changed parts, or from which more would be dropped, is
 * searched for anew, which is faster. */
enum { MOST_WRONG = 6, MOST_DROPPED = 40 };

/* Lists the nodes beside an unchanged part, with their old nodes. False: the old cluster has not
 * all of them. */
static bool list_part(ovi_kept_rows *kept, const ovi_below *below, uint32_t place,
                      const uint32_t *nodes) {
  const int groups = OVI_GROUP_COUNT + (kept->built->plan->is_directed ? 1 : 0); /* and links */
  for (int group = 0; group < groups; group++) {
    const uint32_t begin = below->groups.begins[group];
    const uint32_t count = ovi_below_end(below, group) - begin;
    const uint32_t run = ovi_overlay_run(&kept->cluster, place, group);
    if (count > kept->cluster.inner.waypoints - run) {
      return false;
    }
    for (uint32_t i = 0; i < count; i++) {
      const uint32_t node = nodes[begin + i];
      const uint32_t old = ovi_inner_node(&kept->cluster, run + i);
      if (node != OVI_NO_NODE && old == OVI_NO_INNER) {
        return false; /* a new port of the cluster */
      }
      if (node != OVI_NO_NODE && (kept->sides[node] & BESIDE_KEPT) == 0) {
        kept->sides[node] |= BESIDE_KEPT;
        kept->nodes[kept->node_count++] = (ovi_kept_node){node, old};
      }
    }
  }
  return true;
}

void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_cluster_graph *built) {
  const ovi_cluster_plan *plan = built->plan;
  const ovi_below_box *box = &built->box;
  kept->any = plan->has_old;
  if (!kept->any) {
    return;
  }
  kept->built = built;
  kept->node_count = 0;
  kept->beside_count = 0;
  kept->changed_count = 0;
  kept->queue.begin = 0;
  kept->queue.count = 0;
  kept->cluster = plan->old;
  memset(kept->sides, 0, kept->built->graph.node_count);
  uint32_t changed_parts = 0;
  for (int32_t i = 0; kept->any && i < box->w * box->h; i++) {
    const int32_t place = i / box->w * built->fan + i % box->w;
    const uint32_t *firsts = plan->labels->begins + place;
    const uint32_t *nodes = built->nodes + firsts[0];
    const uint32_t id = ovi_below_id(box, i % box->w, i / box->w);
    if (ovi_get_bit(plan->changed, (int32_t)id) != 0) {
      kept->any = changed_parts++ < OVI_KEPT_MOST_CHANGED;
      /* Lists its cliques, and the nodes beside it. */
      for (uint32_t number = built->first_cliques[place];
           kept->any && number < built->first_cliques[place + 1]; number++) {
        kept->changed[kept->changed_count++] = number;
      }
      for (uint32_t port = 0; kept->any && port < firsts[1] - firsts[0]; port++) {
        if (nodes[port] != OVI_NO_NODE && (kept->sides[nodes[port]] & BESIDE_CHANGED) == 0) {
          kept->sides[nodes[port]] |= BESIDE_CHANGED;
          kept->beside[kept->beside_count++] = nodes[port];
        }
      }
      continue;
    }
    ovi_below below;
    ovi_below_view(&below, built->layer, built->level - 1, id);
    kept->any = list_part(kept, &below, (uint32_t)place, nodes);
  }
}

/* A place of the ring of nodes, which holds each node of the graph once, from one that is less than
 * a round ahead. */
static uint32_t place_of_ring(const ovi_kept_rows *kept, uint32_t at) {
  const uint32_t places = kept->built->graph.node_count;
  return at < places ? at : at - places;
}

static void enqueue(ovi_kept_rows *kept, uint32_t node) {
  if ((kept->sides[node] & IS_QUEUED) == 0) {
    kept->sides[node] |= IS_QUEUED;
    OVI_ASSERT(kept->queue.count < kept->built->graph.node_count);
    kept->queue.nodes[place_of_ring(kept, kept->queue.begin + kept->queue.count++)] = node;
  }
}

static uint32_t dequeue(ovi_kept_rows *kept) {
  const uint32_t node = kept->queue.nodes[kept->queue.begin];
  kept->queue.begin = place_of_ring(kept, kept->queue.begin + 1);
  kept->queue.count--;
  kept->sides[node] &= (uint8_t)~IS_QUEUED;
  return node;
}

/* The costs of the edges from a member of a clique to all members. */
static const uint32_t *row_from(const ovi_kept_rows *kept, const ovi_graph_clique *clique,
                                uint32_t place) {
  return kept->built->turned + clique->costs + (uint64_t)place * ovi_graph_padded(clique->count);
}

/* ---- Wrong costs of a row ------------------------------------------------------------ */

/* Copies the costs of a clique's members into `listed`, by slot, padded as its rows are. */
static void list_costs(ovi_kept_rows *kept, const ovi_graph_clique *clique) {
  const uint32_t *members = kept->built->graph.members + clique->slots;
  for (uint32_t i = 0; i < clique->count; i++) {
    kept->listed[i] = kept->costs[members[i]];
  }
  for (uint32_t i = clique->count; i < ovi_graph_padded(clique->count); i++) {
    kept->listed[i] = OVI_GRAPH_FAR;
  }
}

/* Lowers the costs of those members of a changed clique that have no old cost, and marks their
 * other cliques as touched. */
static void lower_unknown(ovi_kept_rows *kept, ovi_graph_clique *clique) {
  const ovi_flat_graph *graph = &kept->built->graph;
  const uint32_t padded = ovi_graph_padded(clique->count);
  list_costs(kept, clique);
  for (uint32_t i = 0; i < clique->count; i++) {
    const uint32_t slot = clique->slots + i;
    const uint32_t node = graph->members[slot];
    if ((kept->sides[node] & BESIDE_KEPT) != 0) {
      continue;
    }
    const uint32_t *row = row_from(kept, clique, slot - clique->slots);
    uint32_t least = OVI_GRAPH_FAR;
    for (uint32_t n = 0; n < padded; n++) {
      const uint32_t sum = row[n] + kept->listed[n]; /* both have 31 bits */
      least = sum < least ? sum : least;
    }
    if (least < kept->listed[i]) {
      const ovi_graph_node *at = &graph->nodes[node];
      kept->listed[i] = least;
      kept->costs[node] = least;
      graph->cliques[at->clique[1 - ovi_graph_side(at, slot)]].touched = 1;
    }
  }
}

/* The least cost of a node over its neighbours on one side. The search for it ends at a cost that
 * is `enough` or less; 0: at none. */
static uint32_t least_on_side(const ovi_kept_rows *kept, uint32_t node, uint32_t side,
                              uint32_t enough) {
  const ovi_flat_graph *graph = &kept->built->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
  const uint32_t *row = row_from(kept, clique, at->slot[side] - clique->slots);
  const uint32_t count = at->clique[side] != 0 ? clique->count : 0; /* clique 0: there is none */
  uint32_t least = OVI_GRAPH_FAR;
  for (uint32_t i = 0; i < count && least > enough; i++) {
    const uint32_t other = graph->members[clique->slots + i];
    const uint32_t sum = kept->costs[other] + row[i]; /* both have 31 bits */
    least = sum < least && other != node ? sum : least;
  }
  return least;
}

/* The least cost of a node over its neighbours on both sides. */
static uint32_t least_over_neighbours(const ovi_kept_rows *kept, uint32_t node, uint32_t enough) {
  const uint32_t first = least_on_side(kept, node, 0, enough);
  const uint32_t second = first > enough ? least_on_side(kept, node, 1, enough) : first;
  return first < second ? first : second;
}

/* Counts the members of a changed clique whose costs are not the least any more, and queues those
 * whose cost no neighbour supports. Stops counting when they are too many to repair. */
static uint32_t count_wrong(ovi_kept_rows *kept, const ovi_graph_clique *clique, uint32_t root) {
  const uint32_t *members = kept->built->graph.members + clique->slots;
  const uint32_t padded = ovi_graph_padded(clique->count);
  uint32_t wrong = 0;
  list_costs(kept, clique);
  for (uint32_t i = 0; i < clique->count && wrong <= MOST_WRONG; i++) {
    const uint32_t node = members[i];
    if ((kept->sides[node] & BESIDE_KEPT) == 0 || node == root) {
      continue;
    }
    const uint32_t slot = clique->slots + i;
    /* Counts the neighbours that would give the node a lower cost than it has, and those that would
     * give it a cost as low or lower. The node itself is among the latter. */
    const uint32_t *row = row_from(kept, clique, slot - clique->slots);
    const uint32_t cost = kept->listed[i];
    int32_t lower = 0;
    int32_t as_low = 0;
    for (uint32_t n = 0; n < padded; n++) {
      const int32_t rest = (int32_t)cost - (int32_t)kept->listed[n]; /* both have 31 bits */
      lower += (int32_t)row[n] < rest;
      as_low += (int32_t)row[n] <= rest;
    }
    const uint32_t beyond = 1 - ovi_graph_side(&kept->built->graph.nodes[node], slot);
    const bool is_unsupported =
        cost != OVI_GRAPH_FAR && as_low < 2 && least_on_side(kept, node, beyond, cost) > cost;
    if (is_unsupported) {
      enqueue(kept, node);
    }
    wrong += is_unsupported || lower != 0;
  }
  return wrong;
}

/* Finds costs for nodes without old ones, then counts and queues old costs that are wrong. */
static uint32_t check_row(ovi_kept_rows *kept, uint32_t root) {
  ovi_graph_clique *cliques = kept->built->graph.cliques;
  uint32_t wrong = 0;
  /* Finds the costs of nodes that lie beside changed parts only, assuming that the old costs of all
   * other nodes are right. */
  for (uint32_t i = 0; i < kept->changed_count; i++) {
    cliques[kept->changed[i]].touched = 1;
  }
  for (bool any = true; any;) {
    any = false;
    for (uint32_t i = 0; i < kept->changed_count; i++) {
      ovi_graph_clique *clique = &cliques[kept->changed[i]];
      if (clique->touched != 0) {
        clique->touched = 0;
        any = true;
        lower_unknown(kept, clique);
      }
    }
  }
  cliques[0].touched = 0; /* stands for missing ones */
  /* The nodes that lost their support because no clique of a changed part has them any more. */
  for (uint32_t i = 0; i < kept->beside_count; i++) {
    const uint32_t node = kept->beside[i];
    const ovi_graph_node *at = &kept->built->graph.nodes[node];
    const bool is_alone = at->clique[1] == 0 && (kept->sides[node] & BESIDE_KEPT) != 0;
    if (is_alone && node != root && kept->costs[node] != OVI_GRAPH_FAR &&
        least_over_neighbours(kept, node, kept->costs[node]) > kept->costs[node]) {
      enqueue(kept, node);
      wrong++;
    }
  }
  for (uint32_t i = 0; i < kept->changed_count && wrong <= MOST_WRONG; i++) {
    wrong += count_wrong(kept, &cliques[kept->changed[i]], root);
  }
  return wrong;
}

/* ---- Repair --------------------------------------------------------------------------- */

/* Drops the cost of a node, and queues the neighbours that it may have supported. Costs of a
 * changed clique are new ones, over which the sum may also be less than the neighbour's cost. */
static void drop_cost(ovi_kept_rows *kept, uint32_t node) {
  const ovi_flat_graph *graph = &kept->built->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  const uint32_t cost = kept->costs[node];
  kept->costs[node] = OVI_GRAPH_FAR;
  for (uint32_t side = 0; side < 2; side++) {
    const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
    const uint32_t *row = ovi_graph_row(graph, clique, at->slot[side] - clique->slots);
    for (uint32_t i = 0; at->clique[side] != 0 && i < clique->count; i++) {
      const uint32_t other = graph->members[clique->slots + i];
      if (kept->costs[other] != OVI_GRAPH_FAR && kept->costs[other] >= cost + row[i]) {
        enqueue(kept, other);
      }
    }
  }
}

/* Finds new costs for the nodes whose costs were dropped, and lower costs that changed parts give.
 * Unchanged cliques alone give no node a lower cost than its old one. */
static void find_costs(ovi_kept_rows *kept) {
  const ovi_flat_graph *graph = &kept->built->graph;
  for (uint32_t i = 0; i < kept->dropped_count + kept->beside_count; i++) {
    const uint32_t node =
        i < kept->dropped_count ? kept->dropped[i] : kept->beside[i - kept->dropped_count];
    const uint32_t least = least_over_neighbours(kept, node, 0);
    if (least < kept->costs[node]) {
      kept->costs[node] = least;
      enqueue(kept, node);
    }
  }
  while (kept->queue.count != 0) { /* lowers the costs of neighbours to those over the node */
    const uint32_t node = dequeue(kept);
    const ovi_graph_node *at = &graph->nodes[node];
    const uint32_t cost = kept->costs[node];
    for (uint32_t side = 0; side < 2; side++) {
      const ovi_graph_clique *clique = &graph->cliques[at->clique[side]];
      const uint32_t *row = ovi_graph_row(graph, clique, at->slot[side] - clique->slots);
      for (uint32_t i = 0; at->clique[side] != 0 && i < clique->count; i++) {
        const uint32_t other = graph->members[clique->slots + i];
        if (cost + row[i] < kept->costs[other]) {
          kept->costs[other] = cost + row[i];
          enqueue(kept, other);
        }
      }
    }
  }
}

/* ---- Rows ----------------------------------------------------------------------------- */

/* The number that a port had in the old cluster: the port of the same part at the same place of the
 * border; of several there, the one with the same number within the part; that of the same link.
 * UINT32_MAX: there was none. */
static uint32_t old_port(const ovi_kept_rows *kept, uint32_t port) {
  const ovi_cluster *before = &kept->cluster;
  const uint32_t along = kept->built->middles[port];
  const uint32_t below = kept->built->plan->below[port];
  const ovi_port_groups *groups = &kept->built->plan->groups;
  const bool is_link = port >= groups->begins[OVI_GROUP_COUNT];
  const int group = is_link ? OVI_GROUP_COUNT : ovi_port_group(groups, port);
  const uint32_t end = is_link ? before->ports : before->groups.begins[group + 1];
  uint32_t found = UINT32_MAX;
  for (uint32_t old = before->groups.begins[group]; old < end; old++) {
    const uint32_t old_below = ovi_get_u32(before->below + 4 * (uint64_t)old);
    if (ovi_get_u32(before->middles + 4 * (uint64_t)old) == along &&
        ovi_below_part(old_below) == ovi_below_part(below)) {
      const bool is_same = (old_below & 0xffffu) == (below & 0xffffu);
      found = found == UINT32_MAX || is_same ? old : found;
    }
  }
  return found;
}

bool ovi_kept_row_find(ovi_kept_rows *kept, uint32_t port, uint32_t root, bool is_turned,
                       uint32_t *found) {
  const uint32_t old = kept->any ? old_port(kept, port) : UINT32_MAX;
  if (old == UINT32_MAX) {
    return false;
  }
  /* Reads the old row, in units of the graph. A cost that is no multiple of the unit led through a
   * changed part. Rounding all costs down keeps the sums over unchanged cliques, whose costs are
   * multiples, so what is wrong is found beside changed parts as ever. */
  const ovi_flat_graph *graph = &kept->built->graph;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    kept->costs[node] = OVI_GRAPH_FAR;
  }
  for (uint32_t i = 0; i < kept->node_count; i++) {
    const uint32_t node = kept->nodes[i].old;
    const uint32_t cost =
        ovi_inner_cost(&kept->cluster, is_turned ? old : node, is_turned ? node : old);
    if (cost != OVI_NO_COST_32) {
      kept->costs[kept->nodes[i].node] = cost >> graph->shift;
    }
  }
  if ((kept->sides[root] & BESIDE_KEPT) != 0 && kept->costs[root] != 0) {
    return false; /* another port was there */
  }
  kept->costs[root] = 0;
  const uint32_t wrong = check_row(kept, root);
  /* Drops all costs that no neighbour supports, beginning with the queued ones. */
  kept->dropped_count = 0;
  while (wrong <= MOST_WRONG && kept->queue.count != 0 && kept->dropped_count < MOST_DROPPED) {
    const uint32_t node = dequeue(kept);
    if (node != root && kept->costs[node] != OVI_GRAPH_FAR &&
        least_over_neighbours(kept, node, kept->costs[node]) > kept->costs[node]) {
      kept->dropped[kept->dropped_count++] = node;
      drop_cost(kept, node);
    }
  }
  if (wrong > MOST_WRONG || kept->queue.count != 0) {
    while (kept->queue.count != 0) {
      dequeue(kept);
    }
    return false;
  }
  if (wrong != 0) {
    find_costs(kept);
  }
  OVI_ASSERT(kept->queue.count == 0);
  uint32_t greatest = 0;
  for (uint32_t node = 0; node < graph->node_count; node++) {
    const uint32_t cost = kept->costs[node];
    const uint32_t counted = cost == OVI_GRAPH_FAR ? 0 : cost;
    found[node] = cost == OVI_GRAPH_FAR ? OVI_NO_COST_32 : cost;
    greatest = counted > greatest ? counted : greatest;
  }
  return greatest < OVI_GRAPH_FAR - 1 - graph->max_cost;
}
