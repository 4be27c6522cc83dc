/* Tests overlays: the blocks of all clusters agree with searches of the level below and with each
 * other along borders. */
#include "overland_inspect.h"
#include "tests/coarse/overlay/overlay_judge.h"
#include "tests/model/model_fixture.h"
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
        from == to || cost >= ovi_distance_halves(layer->profile.corners, one.x - other.x,
                                                  one.y - other.y, layer->overlay.weight),
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
 * that cross it: for each pair of cliques and each window of the border, the lightest, and of those
 * the one nearest to the middle of the window; on ground of several weights also others that are
 * about as light. */
static void check_border(test_state *t, const ovi_cluster *clusters, overlay_judge *const *judges,
                         int group) {
  overlay_crossing *all = test_allocate(MOST_CROSSINGS, sizeof *all);
  const uint32_t count = overlay_judge_crossings(judges[0], judges[1], group, all, MOST_CROSSINGS);
  const int opposite = ovi_group_opposite(group);
  const uint32_t stored = clusters[0].groups.begins[group + 1] - clusters[0].groups.begins[group];
  CHECK(t, stored == clusters[1].groups.begins[opposite + 1] - clusters[1].groups.begins[opposite],
        "sides differ");
  for (uint32_t i = 0; i < count && t->failures == 0; i++) {
    const overlay_crossing *one = &all[i];
    uint32_t alike = 0;
    uint32_t best = 0; /* those that are as good */
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
          judges[0]->cliques[here] == judges[0]->cliques[one->nodes[0]] &&
          judges[1]->cliques[there] == judges[1]->cliques[one->nodes[1]] &&
          all[at].window == one->window) {
        alike++;
        best += all[at].weight < one->weight ||
                (all[at].weight == one->weight && all[at].from_middle <= one->from_middle);
        CHECK(t, 8 * all[at].weight <= 9 * one->weight, "a much lighter one is not stored");
      }
    }
    CHECK(t, best != 0, "a lighter or nearer one is not stored");
    CHECK(t, alike == 1 || !judges[0]->layer->profile.is_plain,
          "%u waypoints of a pair and window are stored", alike);
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

enum { ROADS_SIDE = 300, GROUND_WEIGHT = 24, ROAD_WEIGHT = 8 };

/* Bakes ground with roads of one cell from left to right, every 4 to 20 rows; `slope` of each: a
 * cell down for so many to the right, 0 for none. Fills `is_road` for the rows at the left end. */
static ovl_world *bake_roads(test_state *t, test_random *random, int32_t slope, bool *is_road) {
  static uint8_t terrain[ROADS_SIDE * ROADS_SIDE];
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  memset(terrain, 1, sizeof terrain);
  memset(is_road, 0, ROADS_SIDE);
  for (int32_t road = 2; road < ROADS_SIDE; road += test_random_between(random, 4, 20)) {
    is_road[road] = true;
    int32_t y = road;
    for (int32_t x = 0; x < ROADS_SIDE && y < ROADS_SIDE; x++) {
      terrain[y * ROADS_SIDE + x] = 2;
      y = road + (slope != 0 ? (x + 1) / slope : 0);
    }
  }
  def.width = def.height = ROADS_SIDE;
  def.terrain = terrain;
  def.weights[1] = GROUND_WEIGHT;
  def.weights[2] = ROAD_WEIGHT;
  def.tuning.region_cells = test_random_between(random, 8, 12);
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Checks that each road that crosses the right border of a cluster has a port there, but where it
 * leads over a corner of regions. */
static void check_roads(test_state *t, const ovi_layer *layer, const ovi_cluster *cluster,
                        int32_t slope, const bool *is_road) {
  const int32_t region = layer->partition.region_cells;
  const int32_t side = ovi_overlay_side(cluster->level) * region;
  const int32_t x = (cluster->cx + 1) * side - 1;
  const int32_t down = slope != 0 ? x / slope : 0;
  for (int32_t y = cluster->cy * side; y < (cluster->cy + 1) * side && y < ROADS_SIDE; y++) {
    const bool leads_down = slope != 0 && (x + 1) / slope != down;
    if (y < down || !is_road[y - down] || (leads_down && y % region == region - 1)) {
      continue;
    }
    bool is_kept = false;
    for (uint32_t port = 0; port < cluster->groups.begins[OVI_GROUP_E + 1]; port++) {
      const ovl_cell cell = overlay_judge_cell(layer, cluster->level, cluster->id, port);
      is_kept = is_kept || (cell.x == x && cell.y == y);
    }
    CHECK(t, is_kept, "level %u: no port for the road over the border at %" PRId32 ",%" PRId32,
          cluster->level, x, y);
  }
}

static void overlay_borders_have_a_waypoint_for_each_road(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 6, 100); i++) {
    test_random random = {test_begin_case(t, i)};
    const int32_t slope = test_random_between(&random, 0, 2);
    bool is_road[ROADS_SIDE];
    ovl_world *world = bake_roads(t, &random, slope, is_road);
    const ovi_layer *layer = world != NULL ? &world->layers[0] : NULL;
    for (uint32_t level = 1; world != NULL && level < layer->overlay.levels; level++) {
      const int32_t count = ovi_clusters_x(layer, level) * ovi_clusters_y(layer, level);
      for (int32_t id = 0; id < count; id++) {
        const ovi_cluster cluster = ovi_overlay_view(layer, level, (uint32_t)id);
        if (cluster.cx + 1 < ovi_clusters_x(layer, level)) {
          check_roads(t, layer, &cluster, slope, is_road);
        }
      }
    }
    ovl_world_close(world);
  }
}

const test_entry test_overlays_table[] = {
    {"overlay_costs_equal_searches_of_the_level_below",
     overlay_costs_equal_searches_of_the_level_below},
    {"directed_overlay_costs_equal_searches_of_the_level_below",
     directed_overlay_costs_equal_searches_of_the_level_below},
    {"overlay_borders_have_a_waypoint_for_each_road",
     overlay_borders_have_a_waypoint_for_each_road},
    {"overlay_borders_have_the_best_waypoint_of_each_window",
     overlay_borders_have_the_best_waypoint_of_each_window},
    {"overlay_worlds_are_described_correctly", overlay_worlds_are_described_correctly},
    {NULL, NULL},
};
