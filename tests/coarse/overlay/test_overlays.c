/* Tests overlays: the blocks of all clusters agree with searches of the level below and with each
 * other along borders. */
#include "coarse/overlay/make/overlay_borders.h"
#include "coarse/overlay/make/overlay_maker.h"
#include "coarse/overlay/overlay_search.h"
#include "common/arena.h"
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

/* The numbers that a cluster's tables give the nodes of the judge: ports and then inner ports. */
typedef struct table_nodes {
  uint32_t *numbers; /* of each node of the judge; OVI_NO_INNER: none */
  uint32_t *nodes;   /* of each number: a node of the judge; UINT32_MAX: none */
  uint32_t count;
} table_nodes;

/* Reads the numbers of all ports of the parts. Each is that of a port of the cluster or of an inner
 * port, which has one number on both sides; what leads out and is no port has none. */
static table_nodes read_nodes(test_state *t, const overlay_judge *judge,
                              const ovi_cluster *cluster) {
  const uint32_t all = judge->firsts[judge->count];
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const uint32_t width = (uint32_t)judge->box.w;
  table_nodes read = {.count = cluster->ports + cluster->inner.count};
  read.numbers = test_allocate((size_t)all + 1, sizeof *read.numbers);
  read.nodes = test_allocate((size_t)read.count + 1, sizeof *read.nodes);
  memset(read.nodes, 0xff, read.count * sizeof *read.nodes); /* UINT32_MAX */
  for (uint32_t port = 0; port < cluster->ports; port++) {
    read.nodes[port] = overlay_judge_port(judge, cluster, port);
  }
  for (uint32_t part = 0; part < judge->count; part++) {
    const ovi_below *below = &judge->below[part];
    for (uint32_t at = 0; at < below->ports && t->failures == 0; at++) {
      const uint32_t node = judge->firsts[part] + at;
      const int group = ovi_below_group(below, at);
      const uint32_t place = part / width * fan + part % width;
      const uint32_t waypoint =
          ovi_overlay_run(cluster, place, group) + at - below->groups.begins[group];
      const uint32_t number =
          waypoint < cluster->inner.waypoints ? ovi_inner_node(cluster, waypoint) : read.count;
      const uint32_t other = overlay_judge_other_side(judge, node);
      read.numbers[node] = number;
      CHECK(t, number < read.count || number == OVI_NO_INNER, "number %u of %u", number,
            read.count);
      CHECK(t, (number >= cluster->ports && number != OVI_NO_INNER) == (other != UINT32_MAX),
            "level %u cluster %u: part %u port %u is node %u", cluster->level, cluster->id, part,
            at, number);
      CHECK(t, number >= cluster->ports || read.nodes[number] == node,
            "another port has its number");
      CHECK(t, other == UINT32_MAX || other > node || read.numbers[other] == number,
            "its other side has another number");
      if (number >= cluster->ports && number < read.count) {
        read.nodes[number] = node;
      }
    }
  }
  for (uint32_t number = 0; number < read.count; number++) {
    CHECK(t, t->failures != 0 || read.nodes[number] != UINT32_MAX, "node %u is no port of a part",
          number);
  }
  return read;
}

/* Checks the costs from one node of the tables to all others, or back, against the judge's
 * distances, as far as they are stored: those of two inner ports are on level 1 not. */
static void check_from(test_state *t, overlay_judge *judge, const ovi_cluster *cluster,
                       const table_nodes *read, uint32_t number, bool back) {
  overlay_judge_run(judge, read->nodes[number], back);
  for (uint32_t other = 0; other < read->count && t->failures == 0; other++) {
    if (cluster->level == 1 && number >= cluster->ports && other >= cluster->ports) {
      break;
    }
    const uint32_t cost = ovi_inner_cost(cluster, back ? other : number, back ? number : other);
    const uint64_t distance = judge->distances[read->nodes[other]];
    CHECK(t, cost == (distance == OVERLAY_FAR ? OVI_NO_COST_32 : distance),
          "level %u cluster %u with %u ports: node %u %s %u: %u, not %" PRIu64, cluster->level,
          cluster->id, cluster->ports, number, back ? "from" : "to", other, cost, distance);
  }
}

/* Checks rows of 16 bits and the exact ones behind them: what is rounded down agrees, and the
 * padding stands for no path. */
static void check_rows_of(test_state *t, const ovi_cluster *cluster, const uint8_t *rows,
                          const uint8_t *exact, uint32_t columns) {
  const uint32_t padded = ovi_inner_row_costs(columns);
  for (uint32_t row = 0; row < cluster->inner.count; row++) {
    for (uint32_t at = 0; at < padded && t->failures == 0; at++) {
      const uint32_t stored = ovi_get_u16(rows + 2 * ((uint64_t)row * padded + at));
      const uint32_t cost =
          ovi_inner_row_cost(cluster, exact + row * ovi_inner_row_bytes(cluster, columns), at);
      CHECK(t, at < columns || cost == OVI_NO_COST_32, "padding of row %u", row);
      CHECK(t, stored == (cost == OVI_NO_COST_32 ? OVI_NO_COST_16 : cost >> cluster->inner.shift),
            "row %u, column %u: %u for %u", row, at, stored, cost);
      CHECK(t, stored <= cluster->inner.most || stored == OVI_NO_COST_16, "row %u: %u above %u",
            row, stored, cluster->inner.most);
    }
  }
}

static void check_all_rows(test_state *t, const ovi_cluster *cluster) {
  const ovi_inner_rows *rows = &cluster->inner.rows;
  const ovi_inner_rows *exact = &cluster->inner.exact;
  check_rows_of(t, cluster, rows->to_ports, exact->to_ports, cluster->ports);
  check_rows_of(t, cluster, rows->from_ports, exact->from_ports, cluster->ports);
  if (cluster->level > 1) {
    check_rows_of(t, cluster, rows->between, exact->between, cluster->inner.count);
  }
}

/* Checks that a cost between ports is not less than the octile distance of their middles, which is
 * what searches towards a goal expect. */
static void check_distance(test_state *t, const ovi_layer *layer, const ovi_cluster *cluster,
                           uint32_t from, uint32_t to) {
  const uint32_t cost = ovi_inner_cost(cluster, from, to);
  const ovi_half_cells one = ovi_overlay_middle(layer, cluster->level, cluster->id, to);
  const ovl_cell cell = overlay_judge_cell(layer, cluster->level, cluster->id, from);
  const ovi_half_cells other = ovi_port_is_link(&cluster->groups, from)
                                   ? (ovi_half_cells){2 * cell.x, 2 * cell.y}
                                   : ovi_overlay_middle(layer, cluster->level, cluster->id, from);
  CHECK(t,
        from == to ||
            cost >= ovi_octile_halves(one.x - other.x, one.y - other.y, layer->overlay.weight),
        "level %u cluster %u: %u to %u cost %u, less than their middles", cluster->level,
        cluster->id, from, to, cost);
}

/* Checks a clique against the judge: it has all ports that its first port is joined with. */
static void check_clique(test_state *t, overlay_judge *judge, const ovi_cluster *cluster,
                         const table_nodes *read, uint32_t component) {
  const ovi_clique clique = ovi_overlay_clique(cluster, component);
  uint32_t reached = 0;
  overlay_judge_run(judge, read->nodes[ovi_clique_port(&clique, 0)], false);
  for (uint32_t port = 0; port < cluster->ports; port++) {
    reached += judge->distances[read->nodes[port]] != OVERLAY_FAR ? 1 : 0;
  }
  CHECK(t, clique.is_square ? reached <= clique.count : reached == clique.count,
        "level %u cluster %u: %u of %u are joined", cluster->level, cluster->id, clique.count,
        reached);
}

/* Checks the costs of a cluster against searches of the level below: those between its ports, and
 * those of its tables. */
static void check_costs(test_state *t, const ovi_layer *layer, uint32_t level, uint32_t id) {
  overlay_judge *judge = overlay_judge_make(layer, level, id);
  ovi_cluster cluster = ovi_overlay_view(layer, level, id);
  CHECK(t, ovi_overlay_view_tables(layer, &cluster), "no tables");
  const table_nodes read = read_nodes(t, judge, &cluster);
  check_all_rows(t, &cluster);
  for (uint32_t number = 0; number < read.count && t->failures == 0; number++) {
    if (number < cluster.ports || level > 1) {
      check_from(t, judge, &cluster, &read, number, false);
      check_from(t, judge, &cluster, &read, number, true);
    }
    for (uint32_t to = 0; number < cluster.ports && to < cluster.ports; to++) {
      check_distance(t, layer, &cluster, number, to);
    }
  }
  for (uint32_t component = 0; component < cluster.linked && t->failures == 0; component++) {
    check_clique(t, judge, &cluster, &read, component);
  }
  free(read.numbers);
  free(read.nodes);
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
  bool made = ovi_overlays_begin(&maker, &window.layer, ovi_allocator_of(NULL), &jobs) == OVL_OK;
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

/* Begins to search a level in a cluster of the one above, the highest as a whole. Returns the
 * memory, which the caller frees. */
static void *search_begin(ovi_overlay_search *search, const ovi_layer *layer, uint32_t level,
                          uint32_t above) {
  const uint32_t clusters =
      (uint32_t)ovi_clusters_x(layer, level) * (uint32_t)ovi_clusters_y(layer, level);
  const uint32_t ports = level != 0 ? layer->overlay.max_ports : layer->graph.max_ports;
  const ovi_overlay_room room = {clusters * ports, clusters, clusters};
  ovi_arena count = {NULL, 0};
  memset(search, 0, sizeof *search);
  ovi_overlay_search_reserve(search, &count, room);
  ovi_arena memory = {test_allocate(1, (size_t)count.used), 0};
  ovi_overlay_search_reserve(search, &memory, room);
  ovi_overlay_search_clear(search, layer, UINT64_MAX);
  ovi_overlay_search_begin(search, level, above);
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

/* The number of a random cluster of a level, or region, in a cluster of the one above. */
static uint32_t random_part(test_random *random, const ovi_layer *layer, uint32_t level,
                            uint32_t above) {
  if (level == layer->overlay.levels) {
    return (uint32_t)test_random_between(
        random, 0, ovi_clusters_x(layer, level) * ovi_clusters_y(layer, level) - 1);
  }
  const ovi_below_box box = ovi_below_box_of(layer, level + 1, above);
  return ovi_below_id(&box, test_random_between(random, 0, box.w - 1),
                      test_random_between(random, 0, box.h - 1));
}

/* Checks that a search with a target finds the same cost as a flood, and expands no more nodes. */
static void check_aim(test_state *t, fixture *f, const ovi_layer *layer, uint32_t level,
                      uint64_t *sums) {
  const bool is_highest = level == layer->overlay.levels;
  const uint32_t above =
      is_highest ? 0
                 : (uint32_t)test_random_between(
                       &f->random, 0,
                       ovi_clusters_x(layer, level + 1) * ovi_clusters_y(layer, level + 1) - 1);
  const uint32_t from = random_part(&f->random, layer, level, above);
  const uint32_t to = random_part(&f->random, layer, level, above);
  ovi_below start;
  ovi_below goal;
  ovi_below_view(&start, layer, level, from);
  ovi_below_view(&goal, layer, level, to);
  if (start.ports == 0 || goal.ports == 0) {
    return;
  }
  uint64_t *costs = test_allocate(goal.ports, sizeof *costs);
  const ovi_half_cells at = {test_random_between(&f->random, 0, 2 * f->map.width - 2),
                             test_random_between(&f->random, 0, 2 * f->map.height - 2)};
  const ovi_overlay_target target = {.at = at, .cluster = to, .ports = goal.ports, .costs = costs};
  for (uint32_t port = 0; port < goal.ports; port++) {
    const ovi_half_cells middle = ovi_overlay_middle(layer, level, to, port);
    costs[port] = ovi_octile_halves(middle.x - at.x, middle.y - at.y, layer->profile.min_weight) +
                  (uint64_t)test_random_between(&f->random, 0, 3000000);
  }
  ovi_overlay_search flood;
  ovi_overlay_search aimed;
  void *memory[] = {search_begin(&flood, layer, level, above),
                    search_begin(&aimed, layer, level, above)};
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

/* Regions in a cluster of level 1 are searched, and of a layer whose levels end early the highest
 * as a whole. */
static void overlay_search_with_a_target_finds_the_least_cost(test_state *t) {
  uint64_t sums[2] = {0, 0};
  for (uint64_t i = 0; test_more(t, i, 30, 2000); i++) {
    fixture f;
    if (!make(&f, t, 700 + i, 300)) {
      return;
    }
    for (int k = 0; k < 20 && t->failures == 0; k++) {
      ovi_layer layer = f.world->layers[0];
      layer.overlay.levels =
          (uint32_t)test_random_between(&f.random, 0, (int32_t)layer.overlay.levels);
      check_aim(t, &f, &layer, k % 2 == 0 ? 0 : layer.overlay.levels, sums);
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
    while (info.width > side << (levels - 1) || info.height > side << (levels - 1)) {
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
  IN_NODES,
  IN_ROW_MOST,
  IN_ROW_SHIFT
};

enum { ONE_MORE = 0x10000 }; /* one more than the right number */

/* A wrong number in a block. */
typedef struct wrong_number {
  const char *what;
  uint32_t at;    /* offset in the header, or an array, whose first number is meant */
  uint32_t value; /* u16, or ONE_MORE */
} wrong_number;

/* The tables of a cluster, which begin with a header. */
static const uint8_t *tables_of(const ovi_cluster *cluster) {
  return cluster->inner.runs - OVI_TABLES_RUNS;
}

/* The number in a copy of the blocks of a layer. */
static uint8_t *find_number(uint8_t *blocks, const ovi_layer *layer, const ovi_cluster *cluster,
                            uint32_t at) {
  const uint8_t *from = at == IN_ORDER         ? cluster->order
                        : at == IN_COSTS       ? cluster->costs.values
                        : at == IN_BELOW       ? cluster->below
                        : at == IN_MIDDLES     ? cluster->middles
                        : at == IN_COST_BEGINS ? cluster->costs.begins
                        : at == IN_PORT_PLACES ? cluster->places
                        : at == IN_RUNS        ? cluster->inner.runs
                        : at == IN_NODES       ? cluster->inner.nodes
                        : at == IN_ROW_MOST    ? tables_of(cluster) + OVI_TABLES_ROW_MOST
                        : at == IN_ROW_SHIFT   ? tables_of(cluster) + OVI_TABLES_ROW_SHIFT
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
      {"inner ports", OVI_CLUSTER_INNER, ONE_MORE},
      {"no inner ports", OVI_CLUSTER_INNER, 0},
      {"zeros", OVI_CLUSTER_INNER + 2, 1},
      {"greatest of the rows", IN_ROW_MOST, 0},
      {"shift of the rows", IN_ROW_SHIFT, OVI_MOST_ROW_SHIFT + 1},
      {"length of the front", OVI_CLUSTER_FRONT_BYTES, ONE_MORE},
      {"run", IN_RUNS, ONE_MORE},
      {"no run", IN_RUNS, UINT16_MAX},
      {"node", IN_NODES, OVI_NO_INNER - 1},
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
      if ((k == 2 && cluster.costs.wide) || value == was) {
        continue; /* half of a cost, or as it was */
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
