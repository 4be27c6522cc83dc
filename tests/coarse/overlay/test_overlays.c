/* Tests overlays: the blocks of all clusters agree with searches of the level below and with each
 * other along borders. */
#include "coarse/overlay/make/overlay_borders.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "coarse/overlay/overlay_search.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/coarse/overlay/overlay_judge.h"
#include "tests/model/model_fixture.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CROSSINGS = 8192 };

static bool make(fixture *f, test_state *t, uint64_t index, int32_t max_side) {
  const random_map_limits limits = {.max_side = max_side, .max_region = 12, .weighted_percent = 50};
  const random_map_limits tile = {
      .max_side = max_side / 4, .max_region = 8, .weighted_percent = 50};
  return fixture_make_overlays(f, t, index, tile, limits);
}

/* ---- Clusters ----------------------------------------------------------------- */

/* Checks a row of the table of a cluster, whose port the judge has searched from. */
static void check_row(test_state *t, const overlay_judge *judge, const ovi_cluster *cluster,
                      uint32_t port, bool back) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const ovi_inner_row row = ovi_overlay_inner_row(cluster, port, back);
  for (uint32_t part = 0; part < judge->count; part++) {
    const ovi_below *below = &judge->below[part];
    const uint32_t width = (uint32_t)judge->box.w;
    for (uint32_t at = 0; at < below->ports && t->failures == 0; at++) {
      const int group = ovi_below_group(below, at);
      const uint32_t place = part / width * fan + part % width;
      const uint32_t column =
          ovi_overlay_run(cluster, place, group) + at - below->groups.begins[group];
      const uint64_t cost =
          column < cluster->inner.waypoints ? ovi_inner_cost(&row, column) : OVI_NO_COST_32 - 1;
      const uint64_t distance = judge->distances[judge->firsts[part] + at];
      CHECK(t, cost == (distance == OVERLAY_FAR ? OVI_NO_COST_32 : distance),
            "level %u cluster %u: port %u to part %u port %u: %" PRIu64 ", not %" PRIu64,
            cluster->level, cluster->id, port, part, at, cost, distance);
    }
  }
}

/* Checks the costs of a cluster against searches of the level below: all ports that are connected
 * inside the cluster are in one clique, with their distances as costs. In a directed layer a search
 * forward checks the second table. The bound of a search falls by no more than a cost. */
static void check_costs(test_state *t, const ovi_layer *layer, uint32_t level, uint32_t id) {
  overlay_judge *judge = overlay_judge_make(layer, level, id);
  ovi_cluster cluster = ovi_overlay_view(layer, level, id);
  CHECK(t, ovi_overlay_view_tables(layer, &cluster) == (cluster.ports != 0), "no tables");
  test_random random = {t->case_seed + id};
  const ovi_half_cells goal = {test_random_between(&random, 0, 2 * layer->partition.width - 2),
                               test_random_between(&random, 0, 2 * layer->partition.height - 2)};
  ovi_shortcuts bound;
  ovi_shortcuts_find(&bound, layer, goal);
  for (uint32_t component = 0; component < cluster.linked && t->failures == 0; component++) {
    const ovi_clique clique = ovi_overlay_clique(&cluster, component);
    for (uint32_t a = 0; a < clique.count && t->failures == 0; a++) {
      const uint32_t from = overlay_judge_port(judge, &cluster, ovi_clique_port(&clique, a));
      if (!CHECK(t, from != UINT32_MAX, "level %u cluster %u: a port of nothing", level, id)) {
        break;
      }
      overlay_judge_run(judge, from, false);
      check_row(t, judge, &cluster, ovi_clique_port(&clique, a), true);
      overlay_judge_run(judge, from, true);
      check_row(t, judge, &cluster, ovi_clique_port(&clique, a), false);
      for (uint32_t b = 0; b < clique.count; b++) {
        const uint32_t to = overlay_judge_port(judge, &cluster, ovi_clique_port(&clique, b));
        const uint32_t cost = a != b ? ovi_clique_way(&clique, a, b) : 0;
        const ovi_half_cells one =
            ovi_overlay_port_middle(layer, &cluster, ovi_clique_port(&clique, a));
        const uint32_t entered = ovi_clique_port(&clique, b);
        const ovl_cell cell = overlay_judge_cell(layer, level, id, entered);
        const ovi_half_cells other = ovi_port_is_link(&cluster.groups, entered)
                                         ? (ovi_half_cells){2 * cell.x, 2 * cell.y}
                                         : ovi_overlay_port_middle(layer, &cluster, entered);
        CHECK(t,
              a == b || cost >= ovi_octile_halves(one.x - other.x, one.y - other.y,
                                                  layer->overlay.weight),
              "level %u cluster %u: %u to %u cost %u, less than their middles", level, id, a, b,
              cost);
        CHECK(t,
              a == b || cost == OVI_NO_COST_32 ||
                  ovi_shortcuts_bound(&bound, other) <= cost + ovi_shortcuts_bound(&bound, one),
              "level %u cluster %u: %u to %u cost %u, less than the bound falls", level, id, a, b,
              cost);
        CHECK(t,
              to != UINT32_MAX &&
                  (cost != OVI_NO_COST_32 ? cost : OVERLAY_FAR) == judge->distances[to],
              "level %u cluster %u: %u to %u cost %u", level, id, a, b, cost);
      }
      uint32_t reached = 0;
      for (uint32_t port = 0; port < cluster.ports; port++) {
        reached +=
            judge->distances[overlay_judge_port(judge, &cluster, port)] != OVERLAY_FAR ? 1 : 0;
      }
      CHECK(t, clique.is_square ? reached <= clique.count : reached == clique.count,
            "level %u cluster %u: %u of %u are joined", level, id, clique.count, reached);
    }
  }
  overlay_judge_free(judge);
}

/* Checks all clusters of a layer; returns how many there are. */
static uint32_t check_clusters(test_state *t, const ovi_layer *layer) {
  uint32_t clusters = 0;
  for (uint32_t level = 1; level <= layer->overlay.levels; level++) {
    const uint32_t end = layer->overlay.first_clusters[level];
    for (uint32_t at = layer->overlay.first_clusters[level - 1]; at < end; at++) {
      check_costs(t, layer, level, at - layer->overlay.first_clusters[level - 1]);
      clusters++;
    }
  }
  return clusters;
}

static void overlay_costs_equal_searches_of_the_level_below(test_state *t) {
  uint32_t levels = 0;
  for (uint64_t i = 0; test_more(t, i, 30, 3000); i++) {
    fixture f;
    if (!make(&f, t, i, t->is_long ? 300 : 200)) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    levels = layer->overlay.levels > levels ? layer->overlay.levels : levels;
    check_clusters(t, layer);
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || levels > 1, "no world had more than %u levels", levels);
}

static void directed_overlay_costs_equal_searches_of_the_level_below(test_state *t) {
  static const uint32_t features[] = {MODEL_LIMITS | MODEL_CLIMB_COST,
                                      MODEL_DROP_COST | MODEL_SIZE,
                                      MODEL_RULE | MODEL_WEIGHTS,
                                      MODEL_RULE | MODEL_LIMITS | MODEL_FLOORS,
                                      MODEL_ONE_WAY,
                                      MODEL_TWO_WAY,
                                      MODEL_TWO_WAY | MODEL_FLOORS,
                                      MODEL_ONE_WAY | MODEL_TWO_WAY | MODEL_LIMITS | MODEL_PLACES};
  uint32_t clusters = 0;
  for (uint64_t i = 0; test_more(t, i, 64, 3000); i++) {
    const model_limits limits = {.max_side = 200, .max_region = 8, .most_profiles = 1};
    const uint64_t seed = test_begin_case(t, i);
    model_fixture f;
    model_world model = model_world_make(seed, features[seed % 8], limits);
    model.tuning.overlays = OVL_OVERLAYS_ALWAYS;
    for (int32_t k = 0; k < model.link_count && seed / 8 % 2 == 0; k++) {
      ovl_link_def *link = &model.links[k]; /* a short cut, of some worlds only back */
      link->cost_back = link->cost_back == 0 ? 0 : 1 + link->cost_back % 20000;
      link->cost = link->cost_back != 0 && seed / 16 % 2 == 0 ? 1 << 24 : 1 + link->cost % 20000;
    }
    if (!model_fixture_make(&f, t, model)) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    clusters += layer->profile.is_directed ? check_clusters(t, layer) : 0;
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || clusters > 200, "only %u clusters", clusters);
}

/* ---- Borders ------------------------------------------------------------------- */

/* Checks the waypoints that are stored along a border, against all waypoints of the level below
 * that cross it: for each pair of cliques and each window of the border, the one nearest to the
 * middle of the window. */
static void check_border(test_state *t, const ovi_cluster *clusters, overlay_judge *const *judges,
                         int group) {
  overlay_crossing *all = malloc(MOST_CROSSINGS * sizeof *all);
  if (all == NULL) {
    abort();
  }
  const uint32_t count = overlay_judge_crossings(judges[0], judges[1], group, all, MOST_CROSSINGS);
  const int opposite = ovi_group_opposite(group);
  const uint32_t stored = clusters[0].groups.begins[group + 1] - clusters[0].groups.begins[group];
  CHECK(t, stored == clusters[1].groups.begins[opposite + 1] - clusters[1].groups.begins[opposite],
        "sides differ");
  for (uint32_t i = 0; i < count && t->failures == 0; i++) {
    uint32_t alike = 0;
    for (uint32_t k = 0; k < stored; k++) {
      const uint32_t here =
          overlay_judge_port(judges[0], &clusters[0], clusters[0].groups.begins[group] + k);
      const uint32_t there =
          overlay_judge_port(judges[1], &clusters[1], clusters[1].groups.begins[opposite] + k);
      uint32_t at = 0;
      while (at < count && (all[at].nodes[0] != here || all[at].nodes[1] != there)) {
        at++;
      }
      if (CHECK(t, at < count,
                "what is stored does not cross the border, or not as both sides say") &&
          judges[0]->cliques[here] == judges[0]->cliques[all[i].nodes[0]] &&
          judges[1]->cliques[there] == judges[1]->cliques[all[i].nodes[1]] &&
          all[at].window == all[i].window) {
        alike++;
        CHECK(t, all[at].from_middle <= all[i].from_middle, "a nearer one is not stored");
      }
    }
    CHECK(t, alike == 1, "%u waypoints of a pair and window are stored", alike);
  }
  free(all);
}

static void overlay_borders_have_the_best_waypoint_of_each_window(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 3000); i++) {
    fixture f;
    if (!make(&f, t, 100 + i, 150)) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    for (uint32_t level = 1; level <= layer->overlay.levels; level++) {
      const int32_t clusters_x = ovi_clusters_x(layer, level);
      const int32_t clusters_y = ovi_clusters_y(layer, level);
      for (int32_t id = 0; id < clusters_x * clusters_y && t->failures == 0; id++) {
        for (int group = 0; group < OVI_OWN_GROUPS; group++) {
          const int32_t x = id % clusters_x + ovi_group_x(group);
          const int32_t y = id / clusters_x + ovi_group_y(group);
          if (x < 0 || x >= clusters_x || y >= clusters_y) {
            continue;
          }
          const uint32_t ids[2] = {(uint32_t)id, (uint32_t)(y * clusters_x + x)};
          const ovi_cluster clusters[2] = {ovi_overlay_view(layer, level, ids[0]),
                                           ovi_overlay_view(layer, level, ids[1])};
          overlay_judge *judges[2] = {overlay_judge_make(layer, level, ids[0]),
                                      overlay_judge_make(layer, level, ids[1])};
          check_border(t, clusters, judges, group);
          overlay_judge_free(judges[0]);
          overlay_judge_free(judges[1]);
        }
      }
    }
    fixture_free(&f);
  }
}

/* ---- Rows ------------------------------------------------------------------------ */

static void run_backwards(void *user, int32_t count,
                          void (*job)(void *context, int32_t index, int32_t worker),
                          void *context) {
  (void)user;
  for (int32_t i = count; i-- > 0;) {
    job(context, i, i % 3);
  }
}

/* A copy of a world's blocks and table, in which only the regions of some rows of clusters have
 * their blocks; all others have an empty one. */
typedef struct window_of_rows {
  uint8_t *table, *blocks;
  uint64_t empty; /* offset of the empty block */
  ovi_layer layer;
} window_of_rows;

static window_of_rows window_make(const ovl_world *world) {
  enum { EMPTY_BYTES = 4096 };
  const ovi_layer *layer = &world->layers[0];
  const uint32_t regions = ovi_region_count(layer);
  window_of_rows window = {.layer = *layer};
  for (uint32_t id = 0; id < regions; id++) {
    window.empty += ovi_get_u32(ovi_region_entry(layer, id) + 8);
  }
  window.table = malloc((size_t)regions * layer->store.entry_bytes + 1);
  window.blocks = calloc((size_t)window.empty + EMPTY_BYTES, 1);
  if (window.table == NULL || window.blocks == NULL) {
    abort();
  }
  memcpy(window.blocks, layer->store.blocks, (size_t)window.empty);
  window.layer.store.table = window.table;
  window.layer.store.blocks = window.blocks;
  return window;
}

/* Makes the regions of a row of clusters and of the rows beside it available. */
static void window_move(window_of_rows *window, const ovl_world *world, int32_t row) {
  const ovi_layer *layer = &world->layers[0];
  memcpy(window->table, layer->store.table,
         (size_t)ovi_region_count(layer) * layer->store.entry_bytes);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const int32_t of = (int32_t)id / layer->partition.regions_x / OVI_OVERLAY_FIRST_SIDE;
    if (of < row - 1 || of > row + 1) {
      ovi_put_u64(window->table + (uint64_t)id * layer->store.entry_bytes, window->empty);
    }
  }
}

/* Checks what is kept of the ports of level 1 of a directed layer against their regions. */
static void check_ways(test_state *t, const ovi_overlay_maker *maker, const ovi_layer *layer) {
  const uint32_t clusters = layer->overlay.levels != 0 ? layer->overlay.first_clusters[1] : 0;
  for (uint32_t id = 0; maker->ways != NULL && id < clusters; id++) {
    const ovi_cluster cluster = ovi_overlay_view(layer, 1, id);
    for (uint32_t port = 0; port < cluster.ports; port++) {
      const uint32_t expected =
          ovi_border_way(layer, ovi_overlay_port_below(layer, &cluster, port));
      CHECK(t, maker->ways[id][port] == expected, "cluster %u, port %u: way %u instead of %u", id,
            port, maker->ways[id][port], expected);
    }
  }
}

/* Makes the overlays of a world from three rows of clusters at a time, and those above level 1
 * without regions, and compares them with those of the world. */
static void check_rows(test_state *t, const ovl_world *world) {
  const ovi_layer *layer = &world->layers[0];
  const ovl_jobs jobs = {3, run_backwards, NULL};
  window_of_rows window = window_make(world);
  ovi_overlay_maker maker;
  bool made = ovi_overlays_begin(&maker, &window.layer, ovl_default_allocator(), &jobs) == OVL_OK;
  while (made && !ovi_overlays_are_made(&maker)) {
    window_move(&window, world, maker.level == 1 ? maker.row : INT32_MAX / 2);
    made = ovi_overlays_make_row(&maker, &window.layer) == OVL_OK;
  }
  CHECK(t, made && ovi_overlays_bytes(&maker.layer) == layer->overlay.bytes, "another length");
  for (uint32_t cluster = 0; t->failures == 0 && cluster < ovi_cluster_count(&maker.layer);
       cluster++) {
    for (int piece = 0; piece < OVI_CLUSTER_PIECES; piece++) {
      const ovi_piece_bytes built =
          ovi_overlay_piece(&maker.layer, cluster, (ovi_cluster_piece)piece);
      const ovi_piece_bytes own = ovi_overlay_piece(layer, cluster, (ovi_cluster_piece)piece);
      CHECK(t, built.count == own.count && memcmp(built.bytes, own.bytes, own.count) == 0,
            "cluster %u has another block", cluster);
    }
  }
  check_ways(t, &maker, layer);
  ovi_overlays_release(&maker);
  free(window.table);
  free(window.blocks);
}

static void overlay_rows_depend_on_three_rows_of_regions(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 20, 1000); i++) {
    fixture f;
    if (!make(&f, t, 300 + i, 300)) {
      return;
    }
    check_rows(t, f.world);
    fixture_free(&f);
  }
}

static void directed_overlay_rows_depend_on_three_rows_of_regions(test_state *t) {
  uint32_t directed = 0;
  for (uint64_t i = 0; test_more(t, i, 80, 600) && (t->is_long || directed < 4); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint32_t features = 1u << (4 + seed % 6) | 1u << (4 + seed / 6 % 6);
    model_fixture f;
    model_limits limits = model_overlay_limits();
    limits.max_side = 700;
    if (!model_fixture_make(&f, t, model_world_make(seed, features, limits))) {
      return;
    }
    directed += f.world->layers[0].profile.is_directed && f.world->layers[0].overlay.levels > 1;
    check_rows(t, f.world);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || directed >= 4, "only %u directed worlds of several levels",
        directed);
}

/* ---- Searches --------------------------------------------------------------------- */

/* Begins to search a level as a whole. Returns the memory, which the caller frees. */
static void *search_begin(ovi_overlay_search *search, const ovi_layer *layer, uint32_t level) {
  const uint32_t clusters =
      layer->overlay.first_clusters[level] - layer->overlay.first_clusters[level - 1];
  const ovi_overlay_room room = {clusters * layer->overlay.max_ports, clusters, clusters};
  ovi_arena count = {NULL, 0};
  memset(search, 0, sizeof *search);
  ovi_overlay_search_reserve(search, &count, room);
  ovi_arena memory = {test_allocate(1, (size_t)count.used), 0};
  ovi_overlay_search_reserve(search, &memory, room);
  ovi_overlay_search_clear(search, layer, UINT64_MAX);
  ovi_overlay_search_begin(search, level, 0);
  return memory.block;
}

static bool search_from(ovi_overlay_search *search, uint32_t cluster, uint32_t port) {
  uint64_t costs[UINT8_MAX * 8];
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
    costs[i] = i == port ? 0 : UINT64_MAX;
  }
  ovi_overlay_seed(search, cluster, costs);
  return ovi_overlay_search_run(search, UINT64_MAX) && !search->full && !search->corrupt;
}

/* The least cost of a path to the target over any port of its cluster, by the costs of a flood. */
static uint64_t least_cost(ovi_overlay_search *flood, const ovi_overlay_target *target) {
  const int32_t columns = ovi_clusters_x(flood->layer, flood->window->level);
  const ovi_overlay_page *page = ovi_overlay_page_met(
      flood, flood->window, (int32_t)target->cluster % columns, (int32_t)target->cluster / columns);
  uint64_t least = UINT64_MAX;
  for (uint32_t port = 0; page != NULL && port < page->below.ports; port++) {
    const ovi_overlay_opposite twin =
        ovi_overlay_opposite_of(flood, flood->window, &flood->open.nodes[page->first + port]);
    const ovi_overlay_page *beside = ovi_overlay_page_met(flood, flood->window, twin.x, twin.y);
    const ovi_coarse_node *node =
        beside != NULL
            ? &flood->open.nodes[beside->first + ovi_below_opposite_port(&beside->below, &twin)]
            : NULL;
    if (node != NULL && node->cost != UINT64_MAX && node->state != OVI_NODE_CLOSED &&
        node->cost + target->costs[port] < least) {
      least = node->cost + target->costs[port];
    }
  }
  return least;
}

/* Checks that a search with a target finds the same cost as a flood, and expands no more nodes. */
static void check_aim(test_state *t, fixture *f, uint32_t level, uint64_t *sums) {
  const ovi_layer *layer = &f->world->layers[0];
  const uint32_t clusters =
      layer->overlay.first_clusters[level] - layer->overlay.first_clusters[level - 1];
  const uint32_t from = (uint32_t)test_random_between(&f->random, 0, (int32_t)clusters - 1);
  const uint32_t to = (uint32_t)test_random_between(&f->random, 0, (int32_t)clusters - 1);
  const ovi_cluster start = ovi_overlay_view(layer, level, from);
  const ovi_cluster goal = ovi_overlay_view(layer, level, to);
  if (start.ports == 0 || goal.ports == 0) {
    return;
  }
  uint64_t *costs = test_allocate(goal.ports, sizeof *costs);
  const ovl_cell at = {test_random_between(&f->random, 0, f->map.width - 1),
                       test_random_between(&f->random, 0, f->map.height - 1), 0};
  ovi_shortcuts bound;
  ovi_shortcuts_find(&bound, layer, (ovi_half_cells){2 * at.x, 2 * at.y});
  const ovi_overlay_target target = {
      .bound = &bound, .cluster = to, .ports = goal.ports, .costs = costs};
  for (uint32_t port = 0; port < goal.ports; port++) {
    const ovi_half_cells middle = ovi_overlay_port_middle(layer, &goal, port);
    costs[port] =
        ovi_shortcuts_bound(&bound, middle) + (uint64_t)test_random_between(&f->random, 0, 3000000);
  }
  ovi_overlay_search flood;
  ovi_overlay_search aimed;
  void *memory[] = {search_begin(&flood, layer, level), search_begin(&aimed, layer, level)};
  aimed.target = target;
  const uint32_t port = (uint32_t)test_random_between(&f->random, 0, (int32_t)start.ports - 1);
  if (CHECK(t, search_from(&flood, from, port) && search_from(&aimed, from, port), "a search")) {
    const uint64_t expected = least_cost(&flood, &target);
    CHECK(t, aimed.bound == expected && (aimed.met != OVI_NO_NODE) == (expected != UINT64_MAX),
          "level %u, cluster %u to %u: %" PRIu64 " instead of %" PRIu64, level, from, to,
          aimed.bound, expected);
    CHECK(t, aimed.expanded <= flood.expanded, "more nodes were expanded");
    sums[0] += aimed.expanded;
    sums[1] += flood.expanded;
  }
  free(memory[0]);
  free(memory[1]);
  free(costs);
}

static void overlay_search_with_a_target_finds_the_least_cost(test_state *t) {
  uint64_t sums[2] = {0, 0};
  for (uint64_t i = 0; test_more(t, i, 30, 2000); i++) {
    fixture f;
    if (!make(&f, t, 700 + i, 300)) {
      return;
    }
    for (int k = 0; k < 20 && t->failures == 0; k++) {
      check_aim(t, &f, f.world->layers[0].overlay.levels, sums);
    }
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || sums[0] < sums[1] * 9 / 10, "%" PRIu64 " expanded of %" PRIu64,
        sums[0], sums[1]);
}

/* ---- Worlds ---------------------------------------------------------------------- */

/* Checks the description of worlds with overlays, which have no labels. */
static void overlay_worlds_are_described_correctly(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    fixture f;
    if (!make(&f, t, 400 + i, 200)) {
      return;
    }
    ovl_world_info info;
    ovl_profile_info profile;
    ovl_world_describe(f.world, &info);
    ovl_world_profile(f.world, 0, &profile);
    const int32_t side = OVI_OVERLAY_FIRST_SIDE * info.partition.region_cells;
    int32_t levels = 1;
    while (info.width > OVI_OVERLAY_MOST_WIDE * side << (levels - 1) ||
           info.height > OVI_OVERLAY_MOST_WIDE * side << (levels - 1)) {
      levels++;
    }
    ovl_world_bytes bytes;
    ovl_world_count_bytes(f.world, &bytes);
    CHECK(t, info.partition.overlay_levels == levels && bytes.overlays != 0, "%d levels, not %d",
          info.partition.overlay_levels, levels);
    CHECK(t,
          bytes.labels == 0 && info.graph.labels == OVL_LABELS_OVERLAYS &&
              profile.graph.labels == OVL_LABELS_OVERLAYS,
          "labels beside overlays");
    CHECK(t,
          info.graph.method == OVL_METHOD_OVERLAYS && profile.graph.method == OVL_METHOD_OVERLAYS,
          "the best method is %s", ovl_method_text(info.graph.method));
    const uint64_t sum = bytes.header + bytes.cells + bytes.waypoints + bytes.costs +
                         bytes.islands + bytes.overlays + bytes.links + bytes.profiles +
                         bytes.other;
    CHECK(t, sum == info.file_bytes, "%" PRIu64 " of %" PRIu64 " bytes", sum, info.file_bytes);
    ovl_fault fault = {"", 0, 0, 0};
    CHECK(t, fixture_verify(t, f.world, &fault) == OVL_OK, "verify: %s", fault.what);
    fixture_free(&f);
  }
}

/* ---- Forged files -------------------------------------------------------------------- */

/* Arrays behind the header of a block, as values of `at`. */
enum {
  IN_ORDER = 1000,
  IN_COSTS,
  IN_BELOW,
  IN_MIDDLES,
  IN_COST_BEGINS,
  IN_PORT_PLACES,
  IN_RUNS,
  IN_FIRSTS,
  IN_COLUMN_BEGINS
};

enum { ONE_MORE = 0x10000 }; /* one more than the right number */

/* A wrong number in a block. */
typedef struct wrong_number {
  const char *what;
  uint32_t at;    /* offset in the header, or an array, whose first number is meant */
  uint32_t value; /* u16, or ONE_MORE */
} wrong_number;

/* The number in a copy of the blocks of a layer. */
static uint8_t *find_number(uint8_t *blocks, const ovi_layer *layer, const ovi_cluster *cluster,
                            uint32_t at) {
  const uint8_t *from = at == IN_ORDER           ? cluster->order
                        : at == IN_COSTS         ? cluster->costs.values
                        : at == IN_BELOW         ? cluster->below
                        : at == IN_MIDDLES       ? cluster->middles
                        : at == IN_COST_BEGINS   ? cluster->costs.begins
                        : at == IN_PORT_PLACES   ? cluster->places
                        : at == IN_RUNS          ? cluster->inner.runs
                        : at == IN_FIRSTS        ? cluster->inner.firsts
                        : at == IN_COLUMN_BEGINS ? cluster->inner.column_begins
                                                 : cluster->block + at;
  return blocks + (from - layer->overlay.blocks);
}

/* Each wrong number is refused although all checksums are right. */
static void overlay_blocks_forged_are_refused(test_state *t) {
  static const wrong_number wrong[] = {
      {"order", IN_ORDER, UINT16_MAX},
      {"order twice", IN_ORDER, 1},
      {"no cost", IN_COSTS, 0},
      {"port below", IN_BELOW, UINT16_MAX},
      {"middle outside", IN_MIDDLES, UINT16_MAX},
      {"another middle", IN_MIDDLES, ONE_MORE},
      {"begin of costs", IN_COST_BEGINS, ONE_MORE},
      {"place", IN_PORT_PLACES, ONE_MORE},
      {"no place", IN_PORT_PLACES, UINT16_MAX},
      {"ports", OVI_CLUSTER_PORTS, 1},
      {"linked", OVI_CLUSTER_LINKED, UINT16_MAX},
      {"no linked", OVI_CLUSTER_LINKED, 0},
      {"flags", OVI_CLUSTER_FLAGS, 2},
      {"shift", OVI_CLUSTER_FLAGS, OVI_MOST_COST_SHIFT << 8 | 1u << 8},
      {"waypoints", OVI_CLUSTER_WAYPOINTS, ONE_MORE},
      {"no waypoints", OVI_CLUSTER_WAYPOINTS, 0},
      {"entries", OVI_CLUSTER_ENTRIES, ONE_MORE},
      {"zeros", OVI_CLUSTER_ENTRIES + 4, 1},
      {"length of the front", OVI_CLUSTER_FRONT_BYTES, ONE_MORE},
      {"run", IN_RUNS, ONE_MORE},
      {"no run", IN_RUNS, UINT16_MAX},
      {"first entry", IN_FIRSTS, 1},
      {"first column", IN_COLUMN_BEGINS, 1},
      {"groups", OVI_CLUSTER_GROUPS, UINT16_MAX},
  };
  uint32_t forged = 0;
  for (uint64_t i = 0; test_more(t, i, 30, 500); i++) {
    fixture f;
    if (!make(&f, t, 600 + i, 120)) {
      return;
    }
    const ovi_layer *layer = &f.world->layers[0];
    uint32_t number = 0;
    while (number < ovi_cluster_count(layer) &&
           (ovi_get_u16(ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT).bytes) < 2 ||
            ovi_get_u16(ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT).bytes +
                        OVI_CLUSTER_LINKED) != 1)) {
      number++;
    }
    world_bytes saved = fixture_save(t, f.world);
    const bool is_found = number < layer->overlay.first_clusters[1];
    for (size_t k = 0; is_found && k < sizeof wrong / sizeof wrong[0]; k++) {
      ovi_cluster cluster = ovi_overlay_view(layer, 1, number);
      CHECK(t, ovi_overlay_view_tables(layer, &cluster), "no tables");
      uint8_t *section = file_section(saved.bytes, OVI_SECTION_OVERLAYS);
      uint8_t *at =
          find_number(section + ovi_overlay_head_of(layer).bytes, layer, &cluster, wrong[k].at);
      const uint32_t was = ovi_get_u16(at);
      const uint32_t value = k == 1                       ? ovi_get_u16(at + 2)
                             : wrong[k].value == ONE_MORE ? was + 1
                                                          : wrong[k].value;
      ovl_world *world = NULL;
      if (k == 2 && cluster.costs.wide) {
        continue; /* half of a cost */
      }
      ovi_put_u16(at, value);
      file_repair(saved.bytes);
      CHECK(t, ovl_world_open(saved.bytes, saved.count, NULL, &world, NULL) == OVL_CORRUPT,
            "%s is accepted", wrong[k].what);
      ovl_world_close(world);
      ovi_put_u16(at, was);
      forged++;
    }
    free(saved.bytes);
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || forged > 20, "only %u were forged", forged);
}

const test_entry test_overlays_table[] = {
    {"overlay_costs_equal_searches_of_the_level_below",
     overlay_costs_equal_searches_of_the_level_below},
    {"directed_overlay_costs_equal_searches_of_the_level_below",
     directed_overlay_costs_equal_searches_of_the_level_below},
    {"overlay_borders_have_the_best_waypoint_of_each_window",
     overlay_borders_have_the_best_waypoint_of_each_window},
    {"overlay_rows_depend_on_three_rows_of_regions", overlay_rows_depend_on_three_rows_of_regions},
    {"directed_overlay_rows_depend_on_three_rows_of_regions",
     directed_overlay_rows_depend_on_three_rows_of_regions},
    {"overlay_search_with_a_target_finds_the_least_cost",
     overlay_search_with_a_target_finds_the_least_cost},
    {"overlay_worlds_are_described_correctly", overlay_worlds_are_described_correctly},
    {"overlay_blocks_forged_are_refused", overlay_blocks_forged_are_refused},
    {NULL, NULL},
};
