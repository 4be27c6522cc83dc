/* Walks over all replaced regions, all waypoints, and some clusters. */
#include "tests/space/space_state.h"

#include <inttypes.h>
#include <stdlib.h>

#include "coarse/overlay/inner_costs.h"
#include "coarse/view/region_cells.h"
#include "common/union_find.h"
#include "tests/coarse/overlay/overlay_judge.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"

/* ---- Trees of replaced regions ------------------------------------------------------- */

/* Checks that the walk over a tree meets what is found in it, by rising key, and that all of it is
 * counted. */
static void check_tree(test_state *t, const ovi_delta_tree *tree, uint32_t keys) {
  uint32_t blocks = 0;
  uint64_t bytes = 0;
  uint32_t next = ovi_delta_tree_next(tree, 0);
  for (uint32_t key = 0; key < keys && t->failures == 0; key++) {
    const ovi_replaced *replaced = ovi_delta_tree_find(tree, key);
    CHECK(t, (replaced != NULL) == (key == next), "key %" PRIu32 ": the walk is at %" PRIu32, key,
          next);
    if (replaced != NULL) {
      blocks += replaced->block != NULL;
      bytes += replaced->block != NULL ? replaced->block->bytes : 0;
      bytes += replaced->islands != NULL ? replaced->islands->bytes : 0;
      next = ovi_delta_tree_next(tree, key + 1);
    }
  }
  CHECK(t, t->failures != 0 || (blocks == tree->blocks && bytes == tree->bytes && next >= keys),
        "%" PRIu32 " blocks and %" PRIu64 " bytes, not %" PRIu32 " and %" PRIu64, blocks, bytes,
        tree->blocks, tree->bytes);
}

/* ---- Islands -------------------------------------------------------------------------- */

/* The island of a port's cell; in a directed layer the weak one. */
static uint32_t island_of_port(const ovi_layer *layer, const ovi_region *region, uint32_t port) {
  const uint32_t cell = ovi_port_cell(region, port);
  const uint32_t component = ovi_region_component(region, ovi_port_x(cell), ovi_port_y(cell));
  const uint32_t island = ovi_region_island(layer, region, component);
  return layer->profile.is_directed ? ovi_layer_weak_island(layer, island) : island;
}

/* Joins the linked components on both sides of each waypoint of a region, which have one island. */
static void join_waypoints(test_state *t, const ovi_layer *layer, const ovi_region *region,
                           const uint32_t *firsts, uint32_t *sets) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if (groups.begins[group] == groups.begins[group + 1]) {
      continue;
    }
    const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, region, group));
    const ovi_port_groups beyond = ovi_port_groups_of(&other);
    for (uint32_t port = groups.begins[group]; port < groups.begins[group + 1]; port++) {
      const uint32_t there = beyond.begins[ovi_group_opposite(group)] + port - groups.begins[group];
      ovi_union_join(sets, 1, firsts[region->id] + ovi_port_component(region, port),
                     firsts[other.id] + ovi_port_component(&other, there));
      const uint32_t island = island_of_port(layer, region, port);
      const uint32_t island_there = island_of_port(layer, &other, there);
      CHECK(t, island == island_there,
            "region %" PRIu32 " port %" PRIu32 ": island %" PRIu32 ", beyond it %" PRIu32,
            region->id, port, island, island_there);
    }
  }
}

/* Checks that islands are numbers of what waypoints join, and in an undirected layer one number for
 * each such set. */
static void check_islands(test_state *t, const ovi_layer *layer, uint32_t next) {
  const uint32_t regions = ovi_region_count(layer);
  uint32_t *firsts = test_allocate(regions + 1, sizeof(uint32_t));
  uint32_t islands = 0;
  for (uint32_t id = 0; id < regions; id++) {
    firsts[id + 1] = firsts[id] + ovi_region_view(layer, id).components.linked;
  }
  uint32_t *sets = test_allocate(firsts[regions], sizeof(uint32_t));
  uint8_t *is_taken = test_allocate(next, 1);
  ovi_union_begin(sets, 0, firsts[regions]);
  for (uint32_t id = 0; id < regions && t->failures == 0; id++) {
    const ovi_region region = ovi_region_view(layer, id);
    join_waypoints(t, layer, &region, firsts, sets);
  }
  for (uint32_t id = 0; id < regions && t->failures == 0 && !layer->profile.is_directed; id++) {
    const ovi_region region = ovi_region_view(layer, id);
    for (uint32_t c = 0; c < region.components.count && t->failures == 0; c++) {
      const uint32_t island = ovi_region_island(layer, &region, c);
      const bool is_first = /* of its set, or alone */
          c >= region.components.linked ||
          ovi_union_find(sets, 1, firsts[id] + c) == firsts[id] + c;
      if (CHECK(t, island != 0 && island < next, "island %" PRIu32 " of less than %" PRIu32, island,
                next) &&
          is_first) {
        CHECK(t, is_taken[island] == 0, "island %" PRIu32 " is two", island);
        is_taken[island] = 1;
        islands++;
      }
    }
  }
  CHECK(t, t->failures != 0 || layer->profile.is_directed || islands == layer->islands.count,
        "%" PRIu32 " islands, not %" PRIu32, islands, layer->islands.count);
  free(firsts);
  free(sets);
  free(is_taken);
}

/* ---- Tables of clusters ---------------------------------------------------------------- */

/* Checks the costs from a port of a cluster to all its nodes, or back, against a plain search of
 * its parts. */
static void check_tables(test_state *t, overlay_judge *judge, const ovi_cluster *cluster,
                         uint32_t port, bool back) {
  const int32_t fan = ovi_overlay_fan(cluster->level);
  overlay_judge_run(judge, overlay_judge_port(judge, cluster, port), back);
  for (uint32_t i = 0; i < judge->count && t->failures == 0; i++) {
    const int32_t place = (int32_t)i / judge->box.w * fan + (int32_t)i % judge->box.w;
    ovi_inner_part part;
    if (!CHECK(t, ovi_inner_part_view(&part, judge->layer, cluster, (uint32_t)place), "part")) {
      return;
    }
    for (uint32_t at = 0; at < part.below.ports; at++) {
      const uint32_t node = ovi_inner_part_node(cluster, &part, at);
      const uint64_t distance = judge->distances[judge->firsts[i] + at];
      const uint64_t expected = distance == OVERLAY_FAR ? OVI_NO_COST_32 : distance;
      const uint32_t cost = node != OVI_NO_INNER
                                ? ovi_inner_cost(cluster, back ? node : port, back ? port : node)
                                : 0;
      CHECK(t, node == OVI_NO_INNER || cost == expected,
            "level %" PRIu32 " cluster %" PRIu32 ": node %" PRIu32 " %s port %" PRIu32 ": %" PRIu32
            ", not %" PRIu64,
            cluster->level, cluster->id, node, back ? "to" : "from", port, cost, expected);
    }
  }
}

/* Checks a cluster of each level of a layer. */
static void check_overlays(test_state *t, const ovi_layer *layer, test_random *random) {
  for (uint32_t level = 1; level <= layer->overlay.levels && t->failures == 0; level++) {
    const uint32_t *firsts = layer->overlay.first_clusters;
    const int32_t last = (int32_t)(firsts[level] - firsts[level - 1]) - 1;
    const uint32_t id = (uint32_t)test_random_between(random, 0, last);
    ovi_cluster cluster = ovi_overlay_view(layer, level, id);
    CHECK(t, ovi_overlay_view_tables(layer, &cluster), "no tables");
    if (cluster.ports != 0) {
      const int32_t most = (int32_t)cluster.ports - 1;
      const uint32_t port = (uint32_t)test_random_between(random, 0, most);
      overlay_judge *judge = overlay_judge_make(layer, level, id);
      check_tables(t, judge, &cluster, port, false);
      check_tables(t, judge, &cluster, port, true);
      overlay_judge_free(judge);
    }
  }
}

void space_state_check(test_state *t, const ovl_world *world, uint64_t seed) {
  test_random random = {seed};
  uint32_t clusters = 0;
  for (uint32_t i = 0; i < world->shared.profile_count && t->failures == 0; i++) {
    const ovi_layer *layer = &world->layers[i];
    uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
    clusters += firsts[ovi_overlay_levels(layer, firsts)];
    check_islands(t, layer, world->own[i].next);
    check_overlays(t, layer, &random);
  }
  check_tree(t, &world->delta, ovi_region_count(&world->layers[0]));
  check_tree(t, &world->overlay_delta, clusters);
}
