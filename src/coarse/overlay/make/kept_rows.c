/* Old costs, and their spreading through changed parts. */
#include "coarse/overlay/make/kept_rows.h"

#include "common/bits.h"
#include "common/compiler.h"

enum { BESIDE_KEPT = 1, BESIDE_CHANGED = 2 };

void ovi_kept_rows_reserve(ovi_kept_rows *kept, const ovi_flat_graph *graph, uint32_t nodes,
                           uint32_t largest, ovi_arena *arena) {
  kept->graph = graph;
  kept->nodes = ovi_arena_take(arena, nodes, sizeof(ovi_kept_node));
  kept->places = ovi_arena_take(arena, graph->clique_count, sizeof(uint32_t));
  kept->cliques = ovi_arena_take(arena, graph->clique_count, sizeof(uint32_t));
  kept->beside = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  kept->sides = ovi_arena_take(arena, nodes, 1);
  kept->spread = ovi_arena_take(arena, nodes, sizeof(uint32_t));
  kept->listed = ovi_arena_take(arena, largest, sizeof(uint32_t));
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
        kept->nodes[kept->node_count++] = (ovi_kept_node){node, run + i};
      }
    }
  }
  return true;
}

/* Lists the nodes beside a changed part. */
static void list_beside(ovi_kept_rows *kept, uint32_t ports, const uint32_t *nodes) {
  for (uint32_t port = 0; port < ports; port++) {
    if (nodes[port] != OVI_NO_NODE && (kept->sides[nodes[port]] & BESIDE_CHANGED) == 0) {
      kept->sides[nodes[port]] |= BESIDE_CHANGED;
      kept->beside[kept->beside_count++] = nodes[port];
    }
  }
}

void ovi_kept_rows_begin(ovi_kept_rows *kept, const ovi_layer *layer, uint32_t level,
                         const ovi_cluster_plan *plan, const uint32_t *nodes) {
  const ovi_below_box box = ovi_below_box_of(layer, level, plan->id);
  const int32_t fan = ovi_overlay_fan(level);
  bool is_changed[OVI_CLUSTER_MOST_PARTS] = {false};
  kept->any = plan->old_block != NULL;
  kept->node_count = 0;
  kept->beside_count = 0;
  kept->clique_count = 0;
  if (!kept->any) {
    return;
  }
  kept->cluster = ovi_overlay_view_block(layer, level, plan->id, plan->old_block);
  memset(kept->sides, 0, kept->graph->node_count);
  for (int32_t i = 0; i < box.w * box.h; i++) {
    const int32_t place = i / box.w * fan + i % box.w;
    const uint32_t *firsts = plan->labels->begins + place;
    const uint32_t id = ovi_below_id(&box, i % box.w, i / box.w);
    is_changed[place] = ovi_get_bit(plan->changed, (int32_t)id) != 0;
    if (is_changed[place]) {
      list_beside(kept, firsts[1] - firsts[0], nodes + firsts[0]);
      continue;
    }
    ovi_below below;
    ovi_below_view(&below, layer, level - 1, id);
    kept->any = kept->any && list_part(kept, &below, (uint32_t)place, nodes + firsts[0]);
  }
  for (uint32_t number = 1; number < kept->graph->clique_count; number++) {
    if (is_changed[kept->places[number]]) {
      kept->cliques[kept->clique_count++] = number;
      kept->places[number] = UINT32_MAX;
    }
  }
}

/* Lists the costs of a clique's members, by slot. */
static void list_costs(const ovi_kept_rows *kept, const ovi_graph_clique *clique,
                       const uint32_t *costs) {
  const uint32_t *members = kept->graph->members + clique->slots;
  for (uint32_t i = 0; i < clique->count; i++) {
    const uint32_t cost = costs[members[i]];
    kept->listed[i] = cost < OVI_GRAPH_FAR ? cost : OVI_GRAPH_FAR;
  }
}

/* The least sum of the listed costs and those of a row, from a slot to before another. */
static uint32_t least_of_row(const ovi_kept_rows *kept, const uint32_t *row, uint32_t from,
                             uint32_t to) {
  uint32_t least = OVI_GRAPH_FAR;
  for (uint32_t i = from; i < to; i++) {
    const uint32_t sum = row[i] + kept->listed[i]; /* both have 31 bits */
    least = sum < least ? sum : least;
  }
  return least;
}

static const uint32_t *row_of_clique(const ovi_flat_graph *graph, const ovi_graph_clique *clique,
                                     uint32_t place) {
  return graph->costs + clique->costs + (uint64_t)place * ovi_graph_padded(clique->count);
}

/* Spreads costs through the changed cliques until none falls. False: one falls below the old cost
 * of a node that had one. */
static bool spread_changed(const ovi_kept_rows *kept, const uint32_t *found) {
  const ovi_flat_graph *graph = kept->graph;
  bool falls = true;
  while (falls) {
    falls = false;
    for (uint32_t c = 0; c < kept->clique_count; c++) {
      const ovi_graph_clique *clique = &graph->cliques[kept->cliques[c]];
      list_costs(kept, clique, kept->spread);
      for (uint32_t i = 0; i < clique->count; i++) {
        const uint32_t node = graph->members[clique->slots + i];
        const uint32_t least =
            least_of_row(kept, row_of_clique(graph, clique, i), 0, clique->count);
        if (least < kept->spread[node]) {
          kept->spread[node] = least;
          falls = kept->clique_count > 1; /* the costs of one clique are exact */
          if ((kept->sides[node] & BESIDE_KEPT) != 0 && least < found[node]) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

/* Whether a node has its old cost over an unchanged part. */
static bool is_given(const ovi_kept_rows *kept, uint32_t node, const uint32_t *found) {
  const ovi_flat_graph *graph = kept->graph;
  const ovi_graph_node *at = &graph->nodes[node];
  for (uint32_t side = 0; side < 2; side++) {
    const uint32_t number = at->clique[side];
    if (number == 0 || kept->places[number] == UINT32_MAX) {
      continue;
    }
    const ovi_graph_clique *clique = &graph->cliques[number];
    const uint32_t here = at->slot[side] - clique->slots;
    const uint32_t *row = row_of_clique(graph, clique, here);
    list_costs(kept, clique, found);
    if (least_of_row(kept, row, 0, here) == found[node] ||
        least_of_row(kept, row, here + 1, clique->count) == found[node]) {
      return true;
    }
  }
  return found[node] == 0; /* the port itself */
}

/* The old port of a waypoint below; UINT32_MAX: it was none. */
static uint32_t old_port(const ovi_cluster *cluster, uint32_t below) {
  uint32_t port = 0;
  while (port < cluster->ports && ovi_get_u32(cluster->below + 4 * (uint64_t)port) != below) {
    port++;
  }
  return port < cluster->ports ? port : UINT32_MAX;
}

/* Reads the old row, in units of the graph. False: the graph has no such units, or costs may be too
 * large. */
static bool read_kept_row(const ovi_kept_rows *kept, uint32_t port, uint32_t *found) {
  const ovi_inner_row row = ovi_overlay_inner_row(&kept->cluster, port);
  const uint32_t shift = kept->graph->shift;
  const uint32_t most = OVI_GRAPH_FAR - 1 - kept->graph->max_cost; /* a search says if they are */
  for (uint32_t i = 0; i < kept->node_count; i++) {
    const uint32_t cost = ovi_inner_cost(&row, kept->nodes[i].number);
    if (cost == OVI_NO_COST_32) {
      continue;
    }
    if (cost >> shift << shift != cost || cost >> shift >= most) {
      return false;
    }
    found[kept->nodes[i].node] = cost >> shift;
  }
  return true;
}

bool ovi_kept_row_find(ovi_kept_rows *kept, uint32_t root, uint32_t below, uint32_t *found) {
  const uint32_t port = kept->any ? old_port(&kept->cluster, below) : UINT32_MAX;
  if (port == UINT32_MAX || (kept->sides[root] & BESIDE_KEPT) == 0 ||
      !read_kept_row(kept, port, found) || found[root] != 0) {
    return false;
  }
  for (uint32_t i = 0; i < kept->beside_count; i++) {
    const uint32_t node = kept->beside[i];
    const bool is_old = (kept->sides[node] & BESIDE_KEPT) != 0 && is_given(kept, node, found);
    kept->spread[node] = is_old ? found[node] : OVI_GRAPH_FAR;
  }
  if (!spread_changed(kept, found)) {
    return false;
  }
  for (uint32_t i = 0; i < kept->beside_count; i++) {
    const uint32_t node = kept->beside[i];
    const bool is_far = kept->spread[node] == OVI_GRAPH_FAR;
    const uint32_t cost = is_far ? OVI_NO_COST_32 : kept->spread[node];
    if (((kept->sides[node] & BESIDE_KEPT) != 0 && cost != found[node]) ||
        (!is_far && cost >= OVI_GRAPH_FAR - 1 - kept->graph->max_cost)) {
      return false;
    }
    found[node] = cost;
  }
  return true;
}
