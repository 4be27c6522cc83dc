/* Forged world files: values are changed and all checksums and the fingerprint repaired. Such a
 * file may open, but then no query may read out of bounds, run for ever, or report a cost that is
 * not the sum of its steps. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/route_code.h"
#include "coarse/view/ports.h"
#include "coarse/view/ways.h"
#include "common/le_bytes.h"
#include "common/topology.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tests/support/test_allocate.h"
#include "world/world.h"

/* Makes every cost of every label 0; hubs get one cell, for the bounds of their distances. */
static void empty_labels(uint8_t *bytes, const ovl_world *world) {
  uint8_t *section = file_section(bytes, OVI_SECTION_LABELS);
  const uint8_t *baked = world->shared.file.bytes + (section - bytes);
  const ovi_layer_labels *labels = &world->layers[0].labels;
  memset(section + OVI_LABELS_TABLE, 0, 2 * (size_t)ovi_get_u32(section + OVI_LABELS_STEPS));
  memset(section + (labels->hubs - baked), 0, 4 * (size_t)labels->count);
  for (uint64_t waypoint = 0; waypoint < labels->count;) {
    uint8_t *bundle = section + (labels->data - baked) + ovi_get_u32(labels->begins + 4 * waypoint);
    const uint32_t steps = (uint32_t)ovi_get_u16(bundle + OVI_BUNDLE_COUNT) - 1;
    const uint32_t rows = ovi_get_u16(bundle + OVI_BUNDLE_ROWS);
    const uint32_t narrow = ovi_get_u16(bundle + OVI_BUNDLE_NARROW);
    const uint32_t middle = ovi_get_u16(bundle + OVI_BUNDLE_MIDDLE);
    const uint32_t wide = ovi_get_u16(bundle + OVI_BUNDLE_WIDE);
    uint8_t *costs = bundle + OVI_BUNDLE_HEADER_BYTES + (narrow + middle + wide > 1 ? rows : 0);
    uint8_t *numbers = costs + rows * labels->cost_bytes + steps * narrow;
    memset(costs, 0, rows * labels->cost_bytes);
    memset(numbers, 0, steps * (2 * middle + 4 * wide));
    waypoint += steps + 1;
  }
}

/* A route by labels without costs makes no progress, which is refused at once. */
static void forged_labels_without_costs(test_state *t) {
  fixture f;
  test_map map = {.kind = "open", .width = 16, .height = 8, .terrain = test_bytes(16 * 8)};
  memset(map.terrain, 1, 16 * 8);
  map.weights[1] = OVL_PLAIN_WEIGHT;
  map.region_cells = 8;
  map.spacing_cells = 1;
  map.label_bytes = 255;
  test_begin_case(t, 0);
  if (!fixture_make_from(&f, t, map)) {
    return;
  }
  world_bytes saved = fixture_save(t, f.world);
  ovl_world *world = NULL;
  empty_labels(saved.bytes, f.world);
  file_repair(saved.bytes);
  if (CHECK(t, ovl_world_open(saved.bytes, saved.count, &world, NULL) == OVL_OK,
            "labels without costs are not opened")) {
    ovl_route route = {.goal = {15, 7, 0},
                       .world = world->layers[0].fingerprint,
                       .kind = OVL_ROUTE_LABELS,
                       .cost_to_go = OVL_STRAIGHT_COST};
    ovi_labels_pack(&route, &(ovi_labels_code){{.side = 1}, 5, 0, OVI_NO_WAY});
    ovl_path path = fixture_path(&f);
    ovl_result result = ovl_route_next(f.planner, world, &route, route.position, &path);
    CHECK(t, result == OVL_CORRUPT, "a route that costs nothing: %s", ovl_result_text(result));
  }
  ovl_world_close(world);
  free(saved.bytes);
  fixture_free(&f);
}

/* Swaps two ports in the order of a file, with their places. */
static void swap_ports(uint8_t *order, uint8_t *places) {
  const uint32_t one = ovi_get_u16(order);
  const uint32_t other = ovi_get_u16(order + 2);
  const uint32_t place = ovi_get_u16(places + 2 * (size_t)one);
  ovi_put_u16(order, other);
  ovi_put_u16(order + 2, one);
  ovi_put_u16(places + 2 * (size_t)one, ovi_get_u16(places + 2 * (size_t)other));
  ovi_put_u16(places + 2 * (size_t)other, place);
}

/* The ports of a component ascend, so an order in which two are swapped is refused. */
static void forged_orders_of_ports_are_refused(test_state *t) {
  random_map_limits limits = {.max_side = 60, .max_region = 12, .weighted_percent = 30};
  uint32_t forged = 0;
  for (uint64_t i = 0; test_more(t, i, 30, 300); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    const ovi_layer *layer = &f.world->layers[0];
    const uint8_t *baked = f.world->shared.file.bytes;
    world_bytes saved = fixture_save(t, f.world);
    for (uint32_t id = 0; id < ovi_region_count(layer) && t->failures == 0; id++) {
      const ovi_region region = ovi_region_view(layer, id);
      const uint32_t component = region.components.linked - 1;
      const ovi_clique clique =
          region.components.linked > 1 ? ovi_region_clique(&region, component) : (ovi_clique){0};
      if (clique.count > 1) {
        uint8_t *order = saved.bytes + (clique.order - baked);
        uint8_t *places = saved.bytes + (region.ports.places - baked);
        ovl_world *world = NULL;
        swap_ports(order, places);
        file_repair(saved.bytes);
        const ovl_result result = ovl_world_open(saved.bytes, saved.count, &world, NULL);
        CHECK(t, result == OVL_CORRUPT, "region %u: %s", id, ovl_result_text(result));
        ovl_world_close(world);
        swap_ports(order, places);
        forged++;
      }
    }
    free(saved.bytes);
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || forged > 20, "only %u were forged", forged);
}

/* ---- Bundles of labels ----------------------------------------------------- */

/* Where the parts of a bundle lie in a file. */
typedef struct bundle_parts {
  uint8_t *header, *shapes, *costs, *gaps;
  uint32_t cost_bytes;
} bundle_parts;

/* A bundle with several waypoints and shapes, and a hub at another waypoint; false: there is none.
 */
static bool find_bundle(bundle_parts *parts, uint8_t *bytes, const ovl_world *world) {
  const ovi_layer_labels *labels = &world->layers[0].labels;
  for (uint64_t waypoint = 0; waypoint < labels->count;) {
    const uint8_t *bundle = labels->data + ovi_get_u32(labels->begins + 4 * waypoint);
    const uint32_t count = ovi_get_u16(bundle + OVI_BUNDLE_COUNT);
    const uint32_t rows = ovi_get_u16(bundle + OVI_BUNDLE_ROWS);
    const uint32_t narrow = ovi_get_u16(bundle + OVI_BUNDLE_NARROW);
    const uint32_t middle = ovi_get_u16(bundle + OVI_BUNDLE_MIDDLE);
    const uint32_t wide = ovi_get_u16(bundle + OVI_BUNDLE_WIDE);
    if (count > 2 && narrow + middle + wide > 1) {
      const uint64_t at = (uint64_t)(bundle - world->shared.file.bytes);
      parts->header = bytes + at;
      parts->shapes = parts->header + OVI_BUNDLE_HEADER_BYTES;
      parts->costs = parts->shapes + rows;
      parts->cost_bytes = labels->cost_bytes;
      parts->gaps =
          parts->costs + rows * labels->cost_bytes + (count - 1) * (narrow + 2 * middle + 4 * wide);
      return true;
    }
    waypoint += count;
  }
  return false;
}

/* Forges what follows the header of a bundle. */
static void forge_number(const bundle_parts *parts, uint32_t which) {
  const uint32_t rows = ovi_get_u16(parts->header + OVI_BUNDLE_ROWS);
  switch (which) {
  case 0: /* a shape that there is not */
    parts->shapes[0] = 0xff;
    break;
  case 1: /* costs fall below 0 somewhere: a hub of the bundle has a shape that falls to 0 */
    memset(parts->costs, 0, (size_t)rows * parts->cost_bytes);
    break;
  case 2: /* a hub that there is not */
    parts->gaps[0] = 251;
    break;
  default: /* a gap that leaves the bundle */
    parts->gaps[rows - 1] = 255;
  }
}

static void forged_bundles_are_refused(test_state *t) {
  random_map_limits limits = {.max_side = 60, .max_region = 12, .weighted_percent = 30};
  uint32_t forged = 0;
  for (uint64_t i = 0; test_more(t, i, 30, 300); i++) {
    fixture f;
    test_map map = random_map_make(test_begin_case(t, i), limits);
    map.label_bytes = 255;
    map.overlays = OVL_OVERLAYS_AUTO;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    world_bytes saved = fixture_save(t, f.world);
    uint8_t *whole = test_bytes(saved.count);
    bundle_parts parts;
    memcpy(whole, saved.bytes, saved.count);
    for (uint32_t which = 0;
         which < 4 && f.has_labels && t->failures == 0 && f.world->layers[0].labels.count < 250 &&
         find_bundle(&parts, saved.bytes, f.world);
         which++) {
      ovl_world *world = NULL;
      forge_number(&parts, which);
      file_repair(saved.bytes);
      const ovl_result result = ovl_world_open(saved.bytes, saved.count, &world, NULL);
      CHECK(t, result == OVL_CORRUPT, "number %" PRIu32 " forged: %s", which,
            ovl_result_text(result));
      ovl_world_close(world);
      memcpy(saved.bytes, whole, saved.count);
      forged++;
    }
    free(whole);
    free(saved.bytes);
    fixture_free(&f);
  }
  CHECK(t, forged > 15, "only %" PRIu32 " files were forged", forged);
}

/* ---- Ways of labels -------------------------------------------------------- */

/* Writes a way into the labels of a world without links, whose data become shorter by the bytes of
 * the way and its closure. */
static void forge_way(world_bytes saved, const ovl_world *world) {
  uint8_t *section = file_section(saved.bytes, OVI_SECTION_LABELS);
  ovi_labels_counts counts = {.regions = ovi_region_count(&world->layers[0]),
                              .nodes = ovi_get_u32(section + OVI_LABELS_COUNT),
                              .steps = ovi_get_u32(section + OVI_LABELS_STEPS),
                              .data_bytes = ovi_get_u32(section + OVI_LABELS_DATA_BYTES)};
  const uint64_t bytes = ovi_labels_layout_of(counts).bytes;
  counts.ways = 1;
  while (ovi_labels_layout_of(counts).bytes != bytes) {
    counts.data_bytes--;
  }
  const ovi_labels_layout forged = ovi_labels_layout_of(counts);
  ovi_put_u32(section + forged.begins + 4 * counts.nodes, (uint32_t)counts.data_bytes);
  ovi_put_u32(section + OVI_LABELS_DATA_BYTES, (uint32_t)counts.data_bytes);
  ovi_put_u16(section + OVI_LABELS_WAYS, 1);
  memset(section + forged.ways, 0x7f, OVI_WAY_BYTES);
  ovi_put_u64(section + forged.closure, 1);
  file_repair(saved.bytes);
}

static void forged_ways_without_links(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  ovl_bake_def def = {.width = 128, .height = 128};
  def.tuning.region_cells = 16;
  def.tuning.label_bytes_per_cell = 255;
  ovl_world *world = fixture_bake_rocks(t, &random, def, 90);
  if (world != NULL) {
    world_bytes saved = fixture_save(t, world);
    ovl_world *opened = NULL;
    forge_way(saved, world);
    const ovl_result result = ovl_world_open(saved.bytes, saved.count, &opened, NULL);
    CHECK(t, result == OVL_CORRUPT, "%s", ovl_result_text(result));
    ovl_world_close(opened);
    free(saved.bytes);
  }
  ovl_world_close(world);
}

/* ---- Topologies --------------------------------------------------------------------- */

/* Profiles of another topology than their blocks: one, or all of them, are said to be of hexagons,
 * of squares, or of a topology that does not exist. Such a file is refused, however it is opened,
 * or its answers are right for what it says. */

enum { PROFILES = 3, ALL = (1 << PROFILES) - 1, SIDE = 64, REGION = 16 };

/* A world of rocks, of squares or of hexagons, with some profiles that are alike, and pay beside
 * walls if it is uneven. */
static world_bytes save_rocks(test_state *t, test_random *random, ovl_topology topology,
                              bool is_uneven) {
  ovl_profile_def profiles[PROFILES] = {{.name = "one"}, {.name = "two"}, {.name = "three"}};
  ovl_bake_def def = {.width = SIDE, .height = SIDE, .topology = topology};
  for (int i = 0; i < PROFILES; i++) {
    profiles[i].weights[1] = OVL_PLAIN_WEIGHT;
    profiles[i].body_cells = 1;
    profiles[i].wall_cost[0] = is_uneven ? 5 : 0;
  }
  def.more.profiles = profiles;
  def.more.profile_count = PROFILES;
  def.tuning.region_cells = REGION;
  ovl_world *world = fixture_bake_rocks(t, random, def, 70);
  const world_bytes saved = fixture_save(t, world);
  ovl_world_close(world);
  return saved;
}

/* Reads all regions of a world that is checked on first touch, and returns what that says. */
static ovl_result touch_all(const ovl_world *world) {
  const ovi_layer *layer = &world->layers[0];
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region_block(layer, id);
  }
  return ovi_layer_outcome(layer);
}

/* A copy in which the profiles of a mask have another corner rule, which stands for their topology.
 */
static world_bytes forge_corners(const world_bytes *saved, uint32_t mask, uint32_t corners) {
  const world_bytes copy = {test_bytes(saved->count), saved->count};
  memcpy(copy.bytes, saved->bytes, saved->count);
  for (uint32_t i = 0; i < PROFILES; i++) {
    if ((mask >> i & 1u) != 0) {
      uint8_t *entry = file_section(copy.bytes, OVI_SECTION_PROFILES) + i * OVI_PROFILE_BYTES;
      entry[OVI_PROFILE_CORNERS] = (uint8_t)corners;
    }
  }
  file_repair(copy.bytes);
  return copy;
}

/* Opens a forged file, and returns what that says; one that is refused is refused, too, where it is
 * checked on first touch. */
static ovl_result open_forged_topology(test_state *t, const world_bytes *file, ovl_world **world,
                                       ovl_fault *fault) {
  const ovl_result result = ovl_world_open(file->bytes, file->count, world, fault);
  paged_reader reader = paged_reader_of(file, t->case_seed);
  for (int way = 0; way < 2 && result != OVL_OK; way++) {
    ovl_world *touched = NULL;
    ovl_result other = way == 0 ? paged_open_in_place(file, &touched)
                                : paged_open_read(&reader, 1 << 20, &touched);
    other = other == OVL_OK ? touch_all(touched) : other;
    CHECK(t, other == result, "opened in way %d: '%s', as a whole '%s', %s", way,
          ovl_result_text(other), ovl_result_text(result), fault->what);
    ovl_world_close(touched);
  }
  return result;
}

/* Returns whether a file is still of one topology after the profiles of a mask were given that
 * corner rule. */
static bool is_one_topology(ovl_topology topology, uint32_t mask, uint32_t corners) {
  const bool has_others = mask != ALL;
  const bool is_hexagonal = topology == OVL_HEXAGONS;
  return corners <= OVI_HEXAGONS && (!has_others || (corners == OVI_HEXAGONS) == is_hexagonal);
}

/* Profiles of two topologies, and of one that does not exist, are refused by name. */
static void forged_profiles_of_another_topology_are_refused(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2, 40); i++) {
    test_random random = {test_begin_case(t, i)};
    const ovl_topology topology = i % 2 == 0 ? OVL_SQUARES : OVL_HEXAGONS;
    const world_bytes saved = save_rocks(t, &random, topology, false);
    for (uint32_t mask = 1; mask <= ALL && t->failures == 0; mask++) {
      for (uint32_t corners = 0; corners <= UINT8_MAX; corners += corners < 8 ? 1 : 13) {
        if (is_one_topology(topology, mask, corners)) {
          continue;
        }
        ovl_fault fault = {.what = ""};
        ovl_world *world = NULL;
        const world_bytes file = forge_corners(&saved, mask, corners);
        const ovl_result result = open_forged_topology(t, &file, &world, &fault);
        CHECK(t, result == OVL_CORRUPT && strcmp(fault.what, "corner rule") == 0,
              "profiles %u as %u: '%s', %s", (unsigned)mask, (unsigned)corners,
              ovl_result_text(result), fault.what);
        free(file.bytes);
      }
    }
    free(saved.bytes);
  }
}

/* The cost of the steps between two points of a path in the opened world; 0: one is not legal. */
static uint64_t steps_cost(const ovl_world *world, int topology, ovl_cell from, ovl_cell to) {
  uint64_t sum = 0;
  while (from.x != to.x || from.y != to.y) {
    const int32_t dx = (to.x > from.x) - (to.x < from.x);
    const int32_t dy = (to.y > from.y) - (to.y < from.y);
    int number = 0; /* the public one */
    while (topology == OVI_HEXAGONS && number < 6 &&
           ovi_direction_of_hexagons(number) != ovi_direction_of(dx, dy)) {
      number++;
    }
    number = topology == OVI_HEXAGONS ? number : ovi_direction_of(dx, dy);
    const uint64_t cost = number < 8 ? ovl_world_step(world, 0, from, number) : 0;
    if (cost == 0) {
      return 0;
    }
    sum += cost;
    from.x += dx;
    from.y += dy;
  }
  return sum;
}

/* Asks for paths: what is found is legal and costs what its steps do. */
static void ask_forged_topology(test_state *t, const ovl_world *world, int topology,
                                test_random *random) {
  ovl_cell points[SIDE * SIDE];
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  for (int i = 0; i < 40 && t->failures == 0; i++) {
    ovl_path path = {.points = points, .capacity = SIDE * SIDE};
    ovl_query query = {.start = {test_random_between(random, 0, SIDE - 1),
                                 test_random_between(random, 0, SIDE - 1), 0},
                       .goal = {test_random_between(random, 0, SIDE - 1),
                                test_random_between(random, 0, SIDE - 1), 0}};
    uint64_t sum = 0;
    if (ovl_find_path(planner, world, &query, &path) != OVL_OK) {
      continue;
    }
    for (size_t k = 1; k < path.count && t->failures == 0; k++) {
      const uint64_t cost = steps_cost(world, topology, points[k - 1], points[k]);
      CHECK(t, cost != 0, "leg %zu of %zu is not legal", k, path.count - 1);
      sum += cost;
    }
    CHECK(t, sum == path.cost, "the steps cost %" PRIu64 ", reported are %" PRIu64, sum, path.cost);
  }
  ovl_planner_destroy(planner);
}

/* Blocks of squares are none of hexagons, nor the other way round: stored paths and steps that are
 * none of the topology are refused. A file without these may open, and then its answers are those
 * of the topology that it says. */
static void forged_worlds_of_another_topology_are_refused(test_state *t) {
  uint32_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 24, 800); i++) {
    test_random random = {test_begin_case(t, i)};
    const ovl_topology topology = i % 2 == 0 ? OVL_SQUARES : OVL_HEXAGONS;
    const bool is_even = i % 4 < 2;
    const world_bytes saved = save_rocks(t, &random, topology, !is_even);
    const int own = topology == OVL_SQUARES ? OVL_CORNERS_STRICT : OVI_HEXAGONS;
    const int other = topology == OVL_SQUARES ? OVI_HEXAGONS : OVL_CORNERS_STRICT;
    for (int k = 0; k < 2; k++) {
      const int corners = k == 0 ? own : other;
      const world_bytes file = forge_corners(&saved, ALL, (uint32_t)corners);
      ovl_fault fault = {.what = ""};
      ovl_world *world = NULL;
      const ovl_result result = open_forged_topology(t, &file, &world, &fault);
      CHECK(t, result == OVL_OK || (k != 0 && result == OVL_CORRUPT), "opened as %d: '%s', %s",
            corners, ovl_result_text(result), fault.what);
      refused += result == OVL_CORRUPT;
      if (result == OVL_OK) {
        ask_forged_topology(t, world, corners, &random);
      }
      ovl_world_close(world);
      free(file.bytes);
    }
    free(saved.bytes);
  }
  CHECK(t, refused > 0, "no file was refused");
}

/* A waypoint over a corner of four regions, which a road crosses, is no step of hexagons. */
static void forged_waypoints_over_corners_are_refused(test_state *t) {
  enum { ROAD_SIDE = 2 * REGION };
  uint8_t terrain[ROAD_SIDE * ROAD_SIDE];
  for (int i = 0; i < ROAD_SIDE * ROAD_SIDE; i++) {
    terrain[i] = i % (ROAD_SIDE + 1) == 0 ? 2 : 1;
  }
  ovl_bake_def def = {.width = ROAD_SIDE, .height = ROAD_SIDE, .terrain = terrain};
  def.weights[1] = 5 * OVL_PLAIN_WEIGHT;
  def.weights[2] = OVL_PLAIN_WEIGHT;
  def.tuning.region_cells = REGION;
  test_begin_case(t, 0);
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  const world_bytes saved = fixture_save(t, world);
  ovl_world_close(world);
  ovl_fault fault = {.what = ""};
  const world_bytes file = forge_corners(&saved, 1, OVI_HEXAGONS);
  const ovl_result result = open_forged_topology(t, &file, &world, &fault);
  CHECK(t, result == OVL_CORRUPT && strcmp(fault.what, "a waypoint of a region") == 0, "'%s', %s",
        ovl_result_text(result), fault.what);
  free(file.bytes);
  free(saved.bytes);
}

const test_entry test_forgery_table[] = {
    {"forged_waypoints_over_corners_are_refused", forged_waypoints_over_corners_are_refused},
    {"forged_profiles_of_another_topology_are_refused",
     forged_profiles_of_another_topology_are_refused},
    {"forged_worlds_of_another_topology_are_refused",
     forged_worlds_of_another_topology_are_refused},
    {"forged_ways_without_links", forged_ways_without_links},
    {"forged_labels_without_costs", forged_labels_without_costs},
    {"forged_bundles_are_refused", forged_bundles_are_refused},
    {"forged_orders_of_ports_are_refused", forged_orders_of_ports_are_refused},
    {NULL, NULL},
};
