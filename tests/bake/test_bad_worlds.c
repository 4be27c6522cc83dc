/* Definitions that a bake refuses: each fault is named, and nothing stays allocated. Also
 * definitions that are odd and yet valid. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/test_jobs.h"

enum { SIDE = 12, CELLS = SIDE * SIDE, PLACES = 5 };

/* A valid world of two floors, a floor graph and two profiles; each case spoils one field. */
typedef struct valid_world {
  uint8_t terrain[CELLS]; /* all 1, but for the first cell, which is 0 */
  uint16_t heights[CELLS];
  uint8_t extra[CELLS];
  const uint8_t *extras[OVL_MAX_PROFILES + 1];
  ovl_floor_def floors[OVL_MAX_FLOORS + 1];
  ovl_profile_def profiles[OVL_MAX_PROFILES + 1];
  ovl_link_def links[2];
  counting_allocator counter;
  ovl_bake_def def;
} valid_world;

static void make_valid(valid_world *s) {
  memset(s, 0, sizeof *s);
  memset(s->terrain + 1, 1, CELLS - 1);
  for (int32_t i = 0; i <= OVL_MAX_FLOORS; i++) {
    s->floors[i] = (ovl_floor_def){.width = SIDE, .height = SIDE, .terrain = s->terrain};
  }
  s->floors[2] = (ovl_floor_def){.width = PLACES, .height = 1, .graph = true};
  for (int32_t i = 0; i <= OVL_MAX_PROFILES; i++) {
    s->profiles[i] = (ovl_profile_def){0};
    s->profiles[i].name[0] = (char)('A' + i);
    s->profiles[i].name[1] = '\0';
  }
  s->links[0] = (ovl_link_def){.from = {1, 1, 0}, .to = {2, 2, 1}, .cost = 100, .cost_back = 100};
  s->links[1] =
      (ovl_link_def){.from = {1, 1, 0}, .to = {PLACES - 1, 0, 2}, .cost = 1, .profiles = 1};
  s->def = (ovl_bake_def){0};
  s->def.more.floors = s->floors;
  s->def.more.floor_count = 3;
  s->def.more.profiles = s->profiles;
  s->def.more.profile_count = 2;
  s->def.more.links = s->links;
  s->def.more.link_count = 2;
  s->def.tuning.region_cells = 8;
  s->def.allocator = counting_allocator_hooks(&s->counter);
}

/* Checks that the bake is refused, with a fault that names the field and the number. */
static void refuse(test_state *t, valid_world *s, const char *what, uint64_t where) {
  ovl_world *world = (ovl_world *)(void *)t; /* must become NULL */
  ovl_fault fault = {NULL, 99, 0, 0};
  ovl_result result = ovl_world_bake(&s->def, &world, &fault);
  CHECK(t, result == OVL_BAD_ARGUMENT, "%s: %s", what, ovl_result_text(result));
  CHECK(t, fault.what != NULL && strstr(fault.what, what) != NULL, "%s is called '%s'", what,
        fault.what != NULL ? fault.what : "nothing");
  CHECK(t, fault.where == where, "%s: at %" PRIu64 ", not %" PRIu64, what, fault.where, where);
  CHECK(t, world == NULL, "%s and yet a world", what);
  CHECK(t, ovl_world_bake(&s->def, &world, NULL) == OVL_BAD_ARGUMENT, "%s, no fault wanted", what);
  CHECK(t, s->counter.live == 0, "%s: %" PRIu64 " blocks of memory are kept", what,
        s->counter.live);
}

static ovl_world *bake(test_state *t, valid_world *s) {
  ovl_world *world = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  ovl_result result = ovl_world_bake(&s->def, &world, &fault);
  CHECK(t, result == OVL_OK, "bake: %s (%s)", ovl_result_text(result), fault.what);
  return world;
}

/* ---- Counts, floors ------------------------------------------------------ */

static void bad_world_counts(test_state *t) {
  static const int32_t profiles[4] = {0, -1, OVL_MAX_PROFILES + 1, INT32_MAX};
  static const int32_t floors[4] = {0, -1, OVL_MAX_FLOORS + 1, INT32_MIN};
  static valid_world s;
  for (int i = 0; i < 4; i++) {
    make_valid(&s);
    s.def.more.profile_count = profiles[i];
    refuse(t, &s, "profile_count", 0);
    make_valid(&s);
    s.def.more.floor_count = floors[i];
    refuse(t, &s, "floor_count", 0);
  }
  make_valid(&s);
  s.def.more.link_count = -1;
  refuse(t, &s, "link_count", 0);
}

static void bad_world_places(test_state *t) {
  static const struct {
    const char *what;
    ovl_place place;
  } rows[] = {
      {"name", {NULL, {0, 0, 0}, 1, 1}},
      {"name", {"", {0, 0, 0}, 1, 1}},
      {"UTF-8", {"caf\xe9", {0, 0, 0}, 1, 1}},
      {"UTF-8", {"\xc0\xaf", {0, 0, 0}, 1, 1}},
      {"UTF-8", {"\xed\xa0\x80", {0, 0, 0}, 1, 1}},
      {"UTF-8", {"\xf4\x90\x80\x80", {0, 0, 0}, 1, 1}},
      {"UTF-8", {"\xe6\xb8", {0, 0, 0}, 1, 1}},
      {"name of a place",
       {"0123456789012345678901234567890123456789012345678901234567890123", {0, 0, 0}, 1, 1}},
      {"differ", {"one", {0, 0, 0}, 1, 1}},
      {"width", {"two", {0, 0, 0}, -1, 1}},
      {"height", {"two", {0, 0, 0}, 1, OVL_MAX_SIDE_CELLS + 1}},
      {"outside", {"two", {-1, 0, 0}, 1, 1}},
      {"outside", {"two", {0, 0, 3}, 1, 1}},
      {"outside", {"two", {SIDE, 0, 0}, 0, 0}},
      {"outside", {"two", {0, 1, 0}, 1, SIDE}},
      {"outside", {"two", {PLACES - 1, 0, 2}, 2, 1}}};
  static valid_world s;
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const ovl_place places[] = {{"one", {0, 0, 0}, SIDE, SIDE}, rows[i].place};
    make_valid(&s);
    s.def.more.places = places;
    s.def.more.place_count = 2;
    refuse(t, &s, rows[i].what, 1);
  }
  make_valid(&s);
  s.def.more.place_count = 1; /* and no array */
  refuse(t, &s, "place_count", 0);
}

static void bad_world_settings(test_state *t) {
  static const int32_t regions[4] = {OVL_MIN_REGION_CELLS - 1, OVL_MAX_REGION_CELLS + 1, 1, -32};
  static const int32_t spacings[4] = {-2, 129, -1, INT32_MAX};
  const ovl_jobs jobs[3] = {
      {0, test_run_backwards, NULL}, {65, test_run_backwards, NULL}, {1, NULL, NULL}};
  static valid_world s;
  for (int i = 0; i < 4; i++) {
    make_valid(&s);
    s.def.tuning.region_cells = regions[i];
    refuse(t, &s, "region_cells", 0);
    make_valid(&s);
    s.def.tuning.spacing_cells = spacings[i];
    refuse(t, &s, "spacing_cells", 0);
  }
  for (int i = 0; i < 3; i++) {
    make_valid(&s);
    s.def.jobs = &jobs[i];
    refuse(t, &s, "jobs", 0);
  }
  make_valid(&s);
  s.def.allocator.allocate = NULL;
  refuse(t, &s, "allocator", 0);
}

static void bad_world_floors(test_state *t) {
  static const int32_t sides[4] = {0, -5, OVL_MAX_SIDE_CELLS + 1, INT32_MAX};
  static valid_world s;
  for (int i = 0; i < 4; i++) {
    make_valid(&s);
    s.floors[1].width = sides[i];
    refuse(t, &s, "width", 1);
    make_valid(&s);
    s.floors[1].height = sides[i];
    refuse(t, &s, "height", 1);
    make_valid(&s);
    s.floors[2] = (ovl_floor_def){.width = sides[i], .height = 1, .graph = true};
    refuse(t, &s, "width", 2);
  }
  make_valid(&s);
  s.floors[2].height = 2;
  refuse(t, &s, "height", 2);
  make_valid(&s);
  s.floors[1].terrain = NULL;
  refuse(t, &s, "terrain", 1);
  make_valid(&s);
  s.floors[1].row_bytes = SIDE - 1;
  refuse(t, &s, "row_bytes", 1);
}

/* ---- Profiles ------------------------------------------------------------ */

static void bad_world_profiles(test_state *t) {
  static const int32_t bodies[4] = {INT32_MIN, -1, OVL_MAX_BODY_CELLS + 1, INT32_MAX};
  static valid_world s;
  for (int i = 0; i < 4; i++) {
    make_valid(&s);
    s.profiles[1].body_cells = bodies[i];
    refuse(t, &s, "body_cells", 1);
  }
  make_valid(&s);
  s.profiles[1].corners = OVL_CORNERS_COUNT;
  refuse(t, &s, "corners", 1);
  make_valid(&s);
  s.profiles[1].climb_cost = (1u << 20) + 1;
  refuse(t, &s, "climb_cost", 1);
  make_valid(&s);
  s.profiles[0].drop_cost = UINT32_MAX;
  refuse(t, &s, "drop_cost", 0);
}

static void bad_world_names(test_state *t) {
  static valid_world s;
  make_valid(&s);
  memset(s.profiles, 0, sizeof s.profiles); /* both are called default */
  refuse(t, &s, "name", 1);
  make_valid(&s);
  memset(s.profiles[1].name, 'x', sizeof s.profiles[1].name);
  refuse(t, &s, "name", 1);
  make_valid(&s);
  s.profiles[1] = s.profiles[0];
  refuse(t, &s, "name", 1);
}

/* Sums that could overflow are refused. */
static void bad_world_sums(test_state *t) {
  static valid_world s;
  make_valid(&s);
  s.floors[1].extra = s.extras;
  s.extras[1] = s.extra;
  s.extra[0] = 255; /* on blocked terrain */
  s.extra[7] = 255 - OVL_PLAIN_WEIGHT;
  ovl_world *world = bake(t, &s);
  ovl_world_close(world);
  s.extra[7]++;
  refuse(t, &s, "weight and extra", 7);
  make_valid(&s);
  s.profiles[1].weights[1] = 255;
  s.extras[1] = s.extra;
  s.floors[0].extra = s.extras;
  s.extra[CELLS - 1] = 1;
  refuse(t, &s, "weight and extra", CELLS - 1);
  make_valid(&s);
  s.floors[0].heights = s.heights;
  s.heights[5] = UINT16_MAX;
  s.profiles[1].climb_cost = 1u << 20;
  refuse(t, &s, "climbing", 1);
  s.profiles[1].climb_cost = 0;
  s.profiles[1].drop_cost = 1u << 20;
  refuse(t, &s, "climbing", 1);
}

/* ---- Links --------------------------------------------------------------- */

static void bad_world_link_ends(test_state *t) {
  static const ovl_cell nowhere[9] = {
      {-1, 0, 0}, {0, -1, 0}, {SIDE, 0, 0},   {0, SIDE, 1},      {1, 1, 3},
      {1, 1, -1}, {0, 1, 2},  {PLACES, 0, 2}, {INT32_MAX, 0, 1},
  };
  static valid_world s;
  for (int i = 0; i < 9; i++) {
    make_valid(&s);
    s.links[1].from = nowhere[i];
    refuse(t, &s, "link from a cell outside", 1);
    make_valid(&s);
    s.links[0].to = nowhere[i];
    refuse(t, &s, "link to a cell outside", 0);
  }
  make_valid(&s);
  s.links[1].to = s.links[1].from;
  refuse(t, &s, "itself", 1);
  make_valid(&s);
  s.links[1].from = (ovl_cell){0, 0, 1};
  refuse(t, &s, "link from a blocked cell", 1);
  make_valid(&s);
  s.links[0].to = (ovl_cell){0, 0, 0};
  refuse(t, &s, "link to a blocked cell", 0);
  make_valid(&s); /* open to a profile that the link does not serve */
  s.profiles[1].weights[0] = OVL_PLAIN_WEIGHT;
  s.links[1].from = (ovl_cell){0, 0, 0};
  refuse(t, &s, "link from a blocked cell", 1);
  make_valid(&s); /* too narrow for the body of the profile that the link serves */
  s.profiles[0].body_cells = 3;
  s.links[1].from = (ovl_cell){SIDE - 2, 1, 0};
  refuse(t, &s, "link from a blocked cell", 1);
}

static void bad_world_link_costs(test_state *t) {
  static valid_world s;
  make_valid(&s);
  s.links[1].cost = 0;
  refuse(t, &s, "cost of a link", 1);
  make_valid(&s);
  s.links[1].cost = (1u << 30) + 1;
  refuse(t, &s, "cost of a link", 1);
  make_valid(&s);
  s.links[0].cost_back = (1u << 30) + 1;
  refuse(t, &s, "cost back of a link", 0);
  make_valid(&s);
  s.links[1].profiles = 1u << 2;
  refuse(t, &s, "profiles of a link", 1);
}

/* ---- Odd worlds ------------------------------------------------- */

static void check_closed(test_state *t, const ovl_world *world, int32_t profile) {
  ovl_profile_info info;
  CHECK(t, ovl_world_profile(world, profile, &info), "no profile %" PRId32, profile);
  CHECK(t,
        info.open_cells == 0 && info.islands == 0 && info.graph.waypoints == 0 &&
            info.graph.edges == 0,
        "%" PRIu64 " open cells, %" PRIu64 " islands, %" PRIu64 " waypoints", info.open_cells,
        info.islands, info.graph.waypoints);
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  if (!CHECK(t, result == OVL_OK, "planner: %s", ovl_result_text(result))) {
    return;
  }
  ovl_query query = {0};
  query.profile = profile;
  query.goal = (ovl_cell){3, 3, 0};
  ovl_cell point;
  ovl_path path = {.points = &point, .capacity = 1};
  result = ovl_find_path(planner, world, &query, &path);
  CHECK(t, result == OVL_START_BLOCKED && path.count == 0, "a path where all is blocked: %s",
        ovl_result_text(result));
  CHECK(t, ovl_world_weight(world, profile, query.goal) == 0, "a weight where all is blocked");
  ovl_planner_destroy(planner);
}

/* A profile that no terrain of the map lets pass, or whose body is larger than the map, can stand
 * nowhere. */
static void bad_world_closed(test_state *t) {
  static valid_world s;
  for (int i = 0; i < 3; i++) {
    make_valid(&s);
    s.def.more.floor_count = 2;
    s.def.more.link_count = 0;
    if (i == 0) {
      memset(s.profiles[1].weights, 0, sizeof s.profiles[1].weights);
      s.profiles[1].weights[255] = 1; /* no cell has it */
    } else {
      s.profiles[1].body_cells = i == 1 ? SIDE + 1 : OVL_MAX_BODY_CELLS;
    }
    ovl_world *world = bake(t, &s);
    if (world != NULL) {
      check_closed(t, world, 1);
      ovl_fault fault;
      ovl_result result = fixture_verify(t, world, &fault);
      CHECK(t, result == OVL_OK, "verify: %s", ovl_result_text(result));
      ovl_world_close(world);
    }
    CHECK(t, s.counter.live == 0, "%" PRIu64 " blocks of memory are kept", s.counter.live);
  }
}

/* The greatest number of floors, profiles and so on. */
static void bad_world_most(test_state *t) {
  static valid_world s;
  make_valid(&s);
  s.def.more.floor_count = OVL_MAX_FLOORS;
  s.def.more.profile_count = OVL_MAX_PROFILES;
  s.links[0] = (ovl_link_def){.from = {1, 1, 0},
                              .to = {2, 2, OVL_MAX_FLOORS - 1},
                              .cost = 1u << 30,
                              .cost_back = 1u << 30,
                              .profiles = 1u << 31};
  ovl_world *world = bake(t, &s);
  if (world == NULL) {
    return;
  }
  ovl_world_info info;
  ovl_world_describe(world, &info);
  CHECK(t, info.floors == OVL_MAX_FLOORS && info.profiles == OVL_MAX_PROFILES,
        "%" PRId32 " floors, %" PRId32 " profiles", info.floors, info.profiles);
  CHECK(t, ovl_world_find_profile(world, "A") == 0, "the first name is not found");
  CHECK(t, ovl_world_find_profile(world, s.profiles[31].name) == 31, "the last name is not found");
  CHECK(t, ovl_world_find_profile(world, "AA") == -1, "a name that is not there is found");
  CHECK(t, ovl_world_find_profile(world, "") == -1, "an empty name is found");
  ovl_world_close(world);
}

const test_entry test_bad_worlds_table[] = {
    {"bad_world_counts", bad_world_counts},
    {"bad_world_places", bad_world_places},
    {"bad_world_settings", bad_world_settings},
    {"bad_world_floors", bad_world_floors},
    {"bad_world_profiles", bad_world_profiles},
    {"bad_world_names", bad_world_names},
    {"bad_world_sums", bad_world_sums},
    {"bad_world_link_ends", bad_world_link_ends},
    {"bad_world_link_costs", bad_world_link_costs},
    {"bad_world_closed", bad_world_closed},
    {"bad_world_most", bad_world_most},
    {NULL, NULL},
};
