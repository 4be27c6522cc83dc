/* How much paths cost over the optimum: of wide bodies on ground of random weights, and where roads
 * lead over ground that is dearer. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "tests/support/test.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

enum { SIDE = 260, WORLDS = 2, PAIRS = 120, MOST_POINTS = 4096, FIRST_BODY = 2, BODIES = 3 };

/* Ten-thousandths of the optimum. If ends three regions apart are not searched in one window, the
 * mean of the first world is 10029. */
enum { MOST_MEAN = 10023, MOST_WORST = 10800 };

/* A world, and a query with its optimum. */
typedef struct quality_case {
  ovl_world *world;
  ovl_planner *planner;
  struct plain_search *plain;
  ovl_cell points[MOST_POINTS];
  uint64_t whole, walked, optimum; /* units */
} quality_case;

/* Sums of the ratios to the optimum, in millionths, over so many paths. */
typedef struct quality_sums {
  uint64_t whole, walked, count;
} quality_sums;

static ovl_world *bake_random_weights(test_state *t, test_random *random, int32_t blocked_percent) {
  static uint8_t terrain[SIDE * SIDE];
  ovl_profile_def profiles[BODIES];
  for (int i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = test_random_percent(random, blocked_percent)
                     ? 0
                     : (uint8_t)test_random_between(random, 1, 32);
  }
  for (int i = 0; i < BODIES; i++) {
    profiles[i] = (ovl_profile_def){0};
    profiles[i].name[0] = (char)('a' + i);
    profiles[i].name[1] = 0;
    profiles[i].body_cells = FIRST_BODY + i;
    for (int weight = 1; weight < 256; weight++) {
      profiles[i].weights[weight] = (uint8_t)weight;
    }
  }
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.more.profiles = profiles;
  def.more.profile_count = BODIES;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "bake: %s", ovl_result_text(result));
  return world;
}

/* Finds the three costs of a query. False: there is no path, or it has no length. */
static bool quality_find(quality_case *c, test_state *t, const ovl_query *query) {
  ovl_path path = {.points = c->points, .capacity = MOST_POINTS};
  ovl_route route;
  ovl_result result = ovl_find_path(c->planner, c->world, query, &path);
  c->whole = path.cost;
  c->walked = 0;
  if (result != OVL_OK || path.cost == 0) {
    return false;
  }
  result = plain_search_find(c->plain, query->start, query->goal, &path, NULL);
  c->optimum = path.cost;
  result = result == OVL_OK ? ovl_route_begin(c->planner, c->world, query, &route) : result;
  while (result == OVL_OK && !route.done) {
    result = ovl_route_next(c->planner, c->world, &route, route.position, &path);
    c->walked += path.cost;
  }
  return CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
}

static uint64_t ratio_of(test_state *t, const ovl_query *query, const quality_case *c,
                         uint64_t cost) {
  const uint64_t ratio = cost * 1000000 / c->optimum;
  CHECK(t, ratio <= MOST_WORST * (uint64_t)100,
        "profile %" PRId32 ", %" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 ": %" PRIu64
        " instead of %" PRIu64,
        query->profile, query->start.x, query->start.y, query->goal.x, query->goal.y, cost,
        c->optimum);
  return ratio;
}

static void judge_profile(quality_case *c, test_state *t, test_random *random, int32_t profile,
                          quality_sums *sums) {
  ovl_query query = {0};
  query.profile = profile;
  if (!CHECK(t, plain_search_create(c->world, profile, &heap_allocator, &c->plain) == OVL_OK,
             "plain A*")) {
    return;
  }
  for (int i = 0; i < PAIRS; i++) {
    query.start = (ovl_cell){test_random_between(random, 0, SIDE - 1),
                             test_random_between(random, 0, SIDE - 1), 0};
    query.goal = (ovl_cell){test_random_between(random, 0, SIDE - 1),
                            test_random_between(random, 0, SIDE - 1), 0};
    if (quality_find(c, t, &query)) {
      sums->whole += ratio_of(t, &query, c, c->whole);
      sums->walked += ratio_of(t, &query, c, c->walked);
      sums->count++;
    }
  }
  plain_search_destroy(c->plain);
}

static void quality_of_wide_bodies(test_state *t) {
  quality_case *c = test_allocate(1, sizeof *c);
  for (uint64_t i = 0; test_more(t, i, WORLDS, WORLDS); i++) {
    test_random random = {i}; /* bounds hold for these worlds, whatever the seed of the run */
    quality_sums sums = {0};
    const int32_t blocked_percent = i % 2 == 0 ? 0 : 2;
    test_context(t, "world %" PRIu64, i);
    c->world = bake_random_weights(t, &random, blocked_percent);
    if (c->world == NULL) {
      break;
    }
    const ovl_planner_def def = {.world = c->world};
    if (CHECK(t, ovl_planner_create(&def, &c->planner, NULL) == OVL_OK, "planner")) {
      for (int32_t profile = 0; profile < BODIES; profile++) {
        judge_profile(c, t, &random, profile, &sums);
      }
    }
    CHECK(t, sums.count > PAIRS, "%" PRIu64 " paths", sums.count);
    const uint64_t paths = sums.count > 0 ? sums.count : 1;
    CHECK(t, sums.whole <= paths * MOST_MEAN * 100, "whole paths: %" PRIu64 " millionths",
          sums.whole / paths);
    CHECK(t, sums.walked <= paths * MOST_MEAN * 100, "walks: %" PRIu64 " millionths",
          sums.walked / paths);
    ovl_planner_destroy(c->planner);
    c->planner = NULL;
    ovl_world_close(c->world);
  }
  free(c);
}

/* ---- Roads ------------------------------------------------------------------- */

enum { ROADS_SIDE = 200, ROADS = 8, ROAD_PAIRS = 60, ROAD_KINDS = 3, ROAD_WEIGHT = 8 };

/* Bounds for ground of a weight, in ten-thousandths of the optimum. Waypoints that are evenly
 * spaced exceed each of them. */
typedef struct road_bounds {
  int32_t ground; /* weight, eighths */
  uint64_t mean, worst;
} road_bounds;
static const road_bounds road_grounds[] = {{24, 10010, 10700}, {255, 10030, 12000}};

/* Draws roads of one cell from side to side: straight, winding, or under 45 degrees. */
static void draw_roads(uint8_t *terrain, test_random *random, int kind) {
  memset(terrain, 1, ROADS_SIDE * ROADS_SIDE);
  for (int road = 0; road < ROADS; road++) {
    const bool is_down = test_random_percent(random, 50);
    int32_t across = test_random_between(random, 1, ROADS_SIDE - 2);
    int32_t drift = kind == 2 ? 1 : 0;
    for (int32_t along = 0; along < ROADS_SIDE; along++) {
      terrain[is_down ? along * ROADS_SIDE + across : across * ROADS_SIDE + along] = 2;
      drift =
          kind == 1 && test_random_percent(random, 17) ? test_random_between(random, -1, 1) : drift;
      drift = across + drift < 1 || across + drift > ROADS_SIDE - 2 ? -drift : drift;
      across += drift;
    }
  }
}

/* Bakes the roads, with labels, or else edits a cell in a corner, so that overlays answer. */
static ovl_world *make_roads(test_state *t, uint8_t *terrain, int32_t ground, bool is_edited) {
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  ovl_world *edited = NULL;
  def.width = def.height = ROADS_SIDE;
  def.terrain = terrain;
  def.weights[1] = (uint8_t)ground;
  def.weights[2] = ROAD_WEIGHT;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  if (world != NULL && is_edited) {
    const ovl_edit edit = ovl_edit_rect((ovl_cell){0, 0, 0}, 1, 1, 0);
    CHECK(t, ovl_world_apply(world, &edit, 1, &edited, NULL) == OVL_OK, "apply");
    ovl_world_close(world);
    world = edited;
  }
  return world;
}

/* Adds the ratios of whole paths of a world to a sum, in millionths; returns how many there are. */
static uint64_t judge_roads(quality_case *c, test_state *t, test_random *random,
                            const road_bounds *bounds, uint64_t *sum) {
  const ovl_planner_def def = {.world = c->world};
  uint64_t count = 0;
  ovl_query query = {0};
  CHECK(t,
        ovl_planner_create(&def, &c->planner, NULL) == OVL_OK &&
            plain_search_create(c->world, 0, &heap_allocator, &c->plain) == OVL_OK,
        "planner");
  for (int i = 0; i < ROAD_PAIRS && t->failures == 0; i++) {
    ovl_path path = {.points = c->points, .capacity = MOST_POINTS};
    query.start = (ovl_cell){test_random_between(random, 0, ROADS_SIDE - 1),
                             test_random_between(random, 1, ROADS_SIDE - 1), 0};
    query.goal = (ovl_cell){test_random_between(random, 0, ROADS_SIDE - 1),
                            test_random_between(random, 1, ROADS_SIDE - 1), 0};
    CHECK(t, ovl_find_path(c->planner, c->world, &query, &path) == OVL_OK, "path");
    const uint64_t whole = path.cost;
    CHECK(t, plain_search_find(c->plain, query.start, query.goal, &path, NULL) == OVL_OK, "A*");
    if (path.cost != 0) {
      CHECK(t, whole * 10000 <= path.cost * bounds->worst,
            "%" PRId32 ",%" PRId32 " to %" PRId32 ",%" PRId32 ": %" PRIu64 " instead of %" PRIu64,
            query.start.x, query.start.y, query.goal.x, query.goal.y, whole, path.cost);
      *sum += whole * 1000000 / path.cost;
      count++;
    }
  }
  plain_search_destroy(c->plain);
  ovl_planner_destroy(c->planner);
  c->planner = NULL;
  return count;
}

static void quality_of_roads(test_state *t) {
  static uint8_t terrain[ROADS_SIDE * ROADS_SIDE];
  quality_case *c = test_allocate(1, sizeof *c);
  for (size_t i = 0; i < sizeof road_grounds / sizeof *road_grounds; i++) {
    const road_bounds *bounds = &road_grounds[i];
    uint64_t sum = 0;
    uint64_t count = 0;
    for (int world = 0; world < 2 * ROAD_KINDS && t->failures == 0; world++) {
      test_random random = {(uint64_t)(world % ROAD_KINDS)}; /* bounds hold for these worlds */
      test_context(t, "ground %" PRId32 ", roads %d, %s", bounds->ground, world % ROAD_KINDS,
                   world < ROAD_KINDS ? "labels" : "edited");
      draw_roads(terrain, &random, world % ROAD_KINDS);
      c->world = make_roads(t, terrain, bounds->ground, world >= ROAD_KINDS);
      if (c->world != NULL) {
        count += judge_roads(c, t, &random, bounds, &sum);
      }
      ovl_world_close(c->world);
    }
    CHECK(t, t->failures != 0 || sum <= count * bounds->mean * 100,
          "ground %" PRId32 ": %" PRIu64 " millionths", bounds->ground,
          count != 0 ? sum / count : 0);
  }
  free(c);
}

const test_entry test_quality_table[] = {{"quality_of_wide_bodies", quality_of_wide_bodies},
                                         {"quality_of_roads", quality_of_roads},
                                         {NULL, NULL}};
