/* A zeroed definition means the documented defaults: each struct of the interface that a caller
 * fills is tried with only what it needs, against one that spells the defaults out. */
#include <string.h>

#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_units.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test.h"

enum { SIDE = 96, MOST_BYTES = 1 << 20, MOST_POINTS = 64 };

static uint8_t terrain[SIDE * SIDE];
static uint16_t heights[SIDE * SIDE];

typedef struct written {
  uint8_t bytes[MOST_BYTES];
  size_t count;
} written;

static bool append(void *user, const void *bytes, size_t byte_count) {
  written *to = user;
  if (to->count + byte_count > sizeof to->bytes) {
    return false;
  }
  memcpy(to->bytes + to->count, bytes, byte_count);
  to->count += byte_count;
  return true;
}

static void make_ground(void) {
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    const int32_t x = i % SIDE, y = i / SIDE;
    terrain[i] = (uint8_t)(x % 24 == 12 && y % 31 != 7 ? 0 : 1 + y / 50);
    heights[i] = (uint16_t)(x / 8);
  }
}

static ovl_world *bake(test_state *t, const ovl_bake_def *def) {
  ovl_world *world = NULL;
  ovl_fault fault = {.what = ""};
  const ovl_result result = ovl_world_bake(def, &world, &fault);
  CHECK(t, result == OVL_OK, "bake: %s, %s", ovl_result_text(result), fault.what);
  return world;
}

static ovl_world *bake_ground(test_state *t) {
  make_ground();
  const ovl_bake_def def = {.width = SIDE, .height = SIDE, .terrain = terrain};
  return bake(t, &def);
}

/* Saves both worlds and closes them. */
static void expect_same(test_state *t, ovl_world *zeroed, ovl_world *spelled, const char *what) {
  static written files[2];
  ovl_world *worlds[2] = {zeroed, spelled};
  for (int i = 0; i < 2; i++) {
    files[i].count = 0;
    const ovl_save_def def = {.write = append, .write_user = &files[i]};
    CHECK(t, worlds[i] != NULL && ovl_world_save(worlds[i], &def, NULL) == OVL_OK, "%s: save",
          what);
    ovl_world_close(worlds[i]);
  }
  CHECK(t,
        files[0].count == files[1].count &&
            memcmp(files[0].bytes, files[1].bytes, files[0].count) == 0,
        "%s: %zu bytes if zeroed, %zu if spelled out", what, files[0].count, files[1].count);
}

static void fill_plain(uint8_t weights[256]) { memset(weights + 1, OVL_PLAIN_WEIGHT, 255); }

/* ovl_bake_def, ovl_bake_more, ovl_bake_tuning, ovl_save_def */
static void zeroed_bake(test_state *t) {
  ovl_bake_def spelled = {.width = SIDE,
                          .height = SIDE,
                          .terrain = terrain,
                          .row_bytes = SIDE,
                          .corners = OVL_CORNERS_STRICT,
                          .tuning = {32, 8, 11, OVL_OVERLAYS_AUTO}};
  fill_plain(spelled.weights);
  ovl_world *zeroed = bake_ground(t);
  expect_same(t, zeroed, bake(t, &spelled), "bake");
}

/* ovl_profile_def, ovl_floor_def, ovl_link_def */
static void zeroed_map(test_state *t) {
  make_ground();
  const ovl_floor_def floors[2] = {
      {.width = SIDE, .height = SIDE, .terrain = terrain, .heights = heights},
      {.width = SIDE, .height = SIDE, .terrain = terrain, .row_bytes = SIDE, .heights = heights}};
  ovl_profile_def profiles[2] = {{.name = ""},
                                 {.name = "default", .body_cells = 1, .max_climb = UINT16_MAX}};
  const ovl_link_def link_def = {.from = {1, 1, 0}, .to = {61, 61, 0}, .cost = 999};
  ovl_world *worlds[2];
  fill_plain(profiles[1].weights);
  profiles[1].max_climb = 0;
  for (int i = 0; i < 2; i++) {
    const ovl_bake_def def = {.more = {.floors = &floors[i],
                                       .floor_count = 1,
                                       .profiles = &profiles[i],
                                       .profile_count = 1,
                                       .links = &link_def,
                                       .link_count = 1}};
    worlds[i] = bake(t, &def);
  }
  ovl_profile_info info;
  ovl_link_def link;
  CHECK(t, ovl_world_profile(worlds[0], 0, &info), "no profile");
  CHECK(t,
        strcmp(info.def.name, "default") == 0 && info.def.body_cells == 1 &&
            info.def.max_climb == 0 && info.def.max_drop == 0 && info.def.weights[0] == 0 &&
            info.def.weights[255] == OVL_PLAIN_WEIGHT,
        "profile %s, body %d, climb %d", info.def.name, (int)info.def.body_cells,
        (int)info.def.max_climb);
  CHECK(t, ovl_world_step(worlds[0], 0, (ovl_cell){7, 0, 0}, 0) != 0, "a rise is closed");
  CHECK(t, ovl_world_link(worlds[0], 0, &link) && !link.closed && link.cost_back == 0, "link");
  expect_same(t, worlds[0], worlds[1], "map");
  profiles[0].max_climb = OVL_LEVEL;
  const ovl_bake_def level = {
      .more = {.floors = floors, .floor_count = 1, .profiles = profiles, .profile_count = 1}};
  ovl_world *world = bake(t, &level);
  CHECK(t, ovl_world_step(world, 0, (ovl_cell){7, 0, 0}, 0) == 0, "OVL_LEVEL climbs");
  ovl_world_close(world);
}

/* ovl_part_def */
static void zeroed_part(test_state *t) {
  static written files[2];
  make_ground();
  ovl_part_def def = {.bake = {.width = SIDE, .height = SIDE, .terrain = terrain}, .write = append};
  for (int i = 0; i < 2; i++) {
    files[i].count = 0;
    def.write_user = &files[i];
    CHECK(t, ovl_part_bake(&def, NULL) == OVL_OK, "part");
    def.count = 1;
    def.bake.tuning.region_cells = 32;
  }
  CHECK(t,
        files[0].count == files[1].count &&
            memcmp(files[0].bytes, files[1].bytes, files[0].count) == 0,
        "another part");
}

static bool read_written(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  const written *from = user;
  memcpy(bytes, from->bytes + offset, byte_count);
  return true;
}

/* ovl_open_def: planners of a world through a reader have a cache as large as the world's. */
static void zeroed_open(test_state *t) {
  static written file;
  ovl_world *world = bake_ground(t);
  const ovl_save_def save = {.write = append, .write_user = &file};
  size_t bytes[3];
  file.count = 0;
  CHECK(t, ovl_world_save(world, &save, NULL) == OVL_OK, "save");
  ovl_world_close(world);
  static const size_t caches[3] = {0, 8 << 20, 4 << 20};
  for (int i = 0; i < 3; i++) {
    const ovl_open_def def = {.byte_count = file.count,
                              .read = read_written,
                              .read_user = &file,
                              .resident_bytes = caches[i]};
    CHECK(t, ovl_world_open_def(&def, &world, NULL) == OVL_OK, "open");
    bytes[i] = ovl_planner_bytes(&(ovl_planner_def){.world = world});
    ovl_world_close(world);
  }
  CHECK(t, bytes[0] == bytes[1] && bytes[0] > bytes[2], "planners of %zu, %zu, %zu bytes", bytes[0],
        bytes[1], bytes[2]);
}

/* ovl_planner_def, ovl_flow_def: their sizes tell. */
static void zeroed_sizes(test_state *t) {
  ovl_world *world = bake_ground(t);
  const ovl_planner_def planners[2] = {{.world = world}, {.world = world, .spare_percent = 25}};
  const ovl_flow_def flows[2] = {{.world = world}, {.world = world, .max_goals = 64}};
  CHECK(t, ovl_planner_bytes(&planners[0]) == ovl_planner_bytes(&planners[1]), "planner");
  CHECK(t, ovl_flow_bytes(&flows[0]) == ovl_flow_bytes(&flows[1]), "flow");
  ovl_world_close(world);
}

/* The bytes that a queue and a set of units take. */
static uint64_t bytes_of(test_state *t, const ovl_queue_def *queue_def,
                         const ovl_units_def *units_def) {
  counting_allocator counter = {0};
  ovl_queue_def with_queue = *queue_def;
  ovl_units_def with_units = *units_def;
  ovl_queue *queue = NULL;
  ovl_units *units = NULL;
  with_queue.allocator = with_units.allocator = counting_allocator_hooks(&counter);
  CHECK(t, ovl_queue_create(&with_queue, &queue, NULL) == OVL_OK, "queue");
  CHECK(t, ovl_units_create(&with_units, &units, NULL) == OVL_OK, "units");
  ovl_queue_destroy(queue);
  ovl_units_destroy(units);
  return counter.most_bytes;
}

/* ovl_queue_def, ovl_units_def, ovl_unit_def */
static void zeroed_crowds(test_state *t) {
  ovl_world *world = bake_ground(t);
  const ovl_queue_def queues[2] = {{.world = world},
                                   {.world = world, .capacity = 4096, .lanes = 8}};
  const ovl_units_def units[2] = {{.world = world}, {.world = world, .capacity = 1024, .lanes = 1}};
  CHECK(t, bytes_of(t, &queues[0], &units[0]) == bytes_of(t, &queues[1], &units[0]), "queue");
  CHECK(t, bytes_of(t, &queues[0], &units[0]) == bytes_of(t, &queues[0], &units[1]), "units");
  ovl_world_close(world);
}

static ovl_result find(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                       ovl_path *path, ovl_cell points[MOST_POINTS]) {
  memset(points, 0, MOST_POINTS * sizeof *points);
  *path = (ovl_path){.points = points, .capacity = MOST_POINTS};
  return ovl_find_path(planner, world, query, path);
}

/* ovl_query, ovl_query_more, ovl_local_query */
static void zeroed_query(test_state *t) {
  ovl_world *world = bake_ground(t);
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  const ovl_query_more none = {.goal_kind = OVL_GOAL_CELL};
  const ovl_cell start = {1, 1, 0}, goal = {90, 90, 0}, near = {9, 9, 0}, far = {1, 18, 0};
  const ovl_query queries[2] = {
      {.start = start, .goal = goal},
      {.start = start, .goal = goal, .smoothing = OVL_SMOOTH_GRID, .more = &none}};
  ovl_cell points[2][MOST_POINTS];
  ovl_path paths[2];
  for (int i = 0; i < 2; i++) {
    CHECK(t, find(planner, world, &queries[i], &paths[i], points[i]) == OVL_OK, "path %d", i);
  }
  CHECK(t,
        paths[0].cost == paths[1].cost && paths[0].count == paths[1].count &&
            memcmp(points[0], points[1], sizeof points[0]) == 0,
        "another path");
  const ovl_local_goal goals[2] = {{.cell = near}, {.cell = far}};
  for (int i = 0; i < 2; i++) { /* 16 cells around the start: one goal is inside */
    ovl_path path = {.points = points[0], .capacity = MOST_POINTS};
    const ovl_local_query local = {.start = start, .goals = &goals[i], .goal_count = 1};
    CHECK(t, ovl_find_local(planner, world, &local, &path) == (i == 0 ? OVL_OK : OVL_UNREACHABLE),
          "goal %d of a detour", i);
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* ovl_apply_def, ovl_what_if */
static void zeroed_edits(test_state *t) {
  ovl_world *world = bake_ground(t);
  const ovl_edit edit = ovl_edit_rect((ovl_cell){30, 30, 0}, 9, 9, 0);
  const ovl_apply_def zeroed = {0};
  ovl_world *versions[2] = {NULL, NULL};
  size_t needed = 1;
  for (int i = 0; i < 2; i++) {
    CHECK(t,
          ovl_world_apply_def(world, &edit, 1, i == 0 ? &zeroed : NULL, &versions[i], NULL) ==
              OVL_OK,
          "apply");
  }
  const ovl_what_if nothing = {.home = {1, 1, 0}};
  CHECK(t,
        ovl_world_what_if(world, &nothing, NULL, NULL, 0, &needed, NULL) == OVL_OK && needed == 0,
        "nobody is sealed in by nothing");
  expect_same(t, versions[0], versions[1], "apply");
  ovl_world_close(world);
}

const test_entry test_zeroed_table[] = {
    {"zeroed_bake", zeroed_bake},
    {"zeroed_map", zeroed_map},
    {"zeroed_part", zeroed_part},
    {"zeroed_open", zeroed_open},
    {"zeroed_sizes", zeroed_sizes},
    {"zeroed_crowds", zeroed_crowds},
    {"zeroed_query", zeroed_query},
    {"zeroed_edits", zeroed_edits},
    {NULL, NULL},
};
