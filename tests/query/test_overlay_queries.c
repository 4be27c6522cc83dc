/* Queries over overlays on ground made for them: one-way crossings of borders, short cuts, and
 * winding ways. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_inspect.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

enum { REGION_CELLS = 8 };

static ovl_planner *make_planner(test_state *t, const ovl_world *world) {
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  return planner;
}

/* ---- One-way crossings ------------------------------------------------------------- */

/* A strip of two clusters. Three rows are open, and near the border between the clusters only the
 * first and the last of them: two lanes that cross it in one window. */
enum { STRIP_WIDTH = 64, STRIP_HEIGHT = 8, STRIP_BORDER = 32 };
typedef struct lane_strip {
  uint8_t terrain[STRIP_WIDTH * STRIP_HEIGHT];
  uint16_t heights[STRIP_WIDTH * STRIP_HEIGHT];
} lane_strip;

static void open_strip(lane_strip *strip, int lane_cells) {
  memset(strip, 0, sizeof *strip);
  for (int x = 0; x < STRIP_WIDTH; x++) {
    for (int y = 0; y < 3; y++) {
      const bool is_lane = x >= STRIP_BORDER - lane_cells && x < STRIP_BORDER + lane_cells;
      strip->terrain[y * STRIP_WIDTH + x] = !is_lane || y != 1;
    }
  }
}

/* Asks for paths over overlays from a cell to others, all of which can be reached. */
static void check_strip(test_state *t, const lane_strip *strip, int32_t climb, ovl_cell start,
                        const ovl_cell goals[2]) {
  ovl_floor_def floor = {.width = STRIP_WIDTH,
                         .height = STRIP_HEIGHT,
                         .terrain = strip->terrain,
                         .heights = strip->heights};
  ovl_profile_def profile = {0};
  ovl_bake_def def = {0};
  profile.weights[1] = OVL_PLAIN_WEIGHT;
  profile.max_climb = climb;
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = REGION_CELLS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    return;
  }
  ovl_planner *planner = make_planner(t, world);
  for (int i = 0; i < 2; i++) {
    ovl_cell points[STRIP_WIDTH * STRIP_HEIGHT];
    ovl_path path = {.points = points, .capacity = STRIP_WIDTH * STRIP_HEIGHT};
    ovl_query query = {0};
    query.start = start;
    query.goal = goals[i];
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t, result == OVL_OK && ovl_planner_stats(planner).method == OVL_METHOD_OVERLAYS,
          "climb %d, goal %d: %s", climb, i, ovl_result_text(result));
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
}

/* Waypoints on a border are left out of an overlay level only beside others that lead from the same
 * cells to the same cells, in the same direction. */
static void overlay_borders_keep_one_way_crossings(test_state *t) {
  static lane_strip strip;
  test_begin_case(t, 0);
  /* From a ridge down into either lane, and from the lanes into a pit. No lane reaches the other.
   */
  open_strip(&strip, 4);
  for (int i = 0; i < STRIP_WIDTH * STRIP_HEIGHT; i++) {
    const int x = i % STRIP_WIDTH - STRIP_BORDER;
    strip.heights[i] = x < -4 ? 20 : x < 4 ? 10 : 0;
  }
  const ovl_cell lanes[2] = {{STRIP_BORDER + 2, 0, 0}, {STRIP_BORDER + 2, 2, 0}};
  check_strip(t, &strip, OVL_LEVEL, (ovl_cell){2, 1, 0}, lanes);
  /* One lane falls by 10 at the border and the other rises by as much; ramps join them. */
  open_strip(&strip, 1);
  for (int i = 0; i < STRIP_WIDTH * STRIP_HEIGHT; i++) {
    const int ramp = 5 * (i / STRIP_WIDTH);
    strip.heights[i] = (uint16_t)(i % STRIP_WIDTH < STRIP_BORDER ? 35 - ramp : 25 + ramp);
  }
  const ovl_cell east[2] = {{STRIP_WIDTH - 3, 0, 0}, {STRIP_WIDTH - 3, 2, 0}};
  const ovl_cell west[2] = {{2, 0, 0}, {2, 2, 0}};
  check_strip(t, &strip, 5, west[0], east);
  check_strip(t, &strip, 5, east[0], west);
}

/* ---- A short cut --------------------------------------------------------------------- */

enum { WIDE_SIDE = 512 };

/* The expansions of queries from the left side to the right one, in the upper half of a world with
 * a number of links. */
static uint64_t expansions_across(test_state *t, const uint8_t *terrain, const ovl_link_def *links,
                                  int32_t link_count) {
  static ovl_cell points[WIDE_SIDE * WIDE_SIDE];
  ovl_bake_def def = {0};
  def.width = def.height = WIDE_SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = REGION_CELLS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  def.more.links = links;
  def.more.link_count = link_count;
  memset(def.weights, 0, sizeof def.weights);
  def.weights[1] = OVL_PLAIN_WEIGHT;
  uint64_t sum = 0;
  ovl_world *world = NULL;
  if (!CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake")) {
    return 0;
  }
  ovl_planner *planner = make_planner(t, world);
  for (int y = 0; y < WIDE_SIDE / 2; y += 16) {
    ovl_path path = {.points = points, .capacity = WIDE_SIDE * WIDE_SIDE};
    ovl_query query = {0};
    query.start = (ovl_cell){0, y, 0};
    query.goal = (ovl_cell){WIDE_SIDE - 1, WIDE_SIDE / 2 - y, 0};
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
    sum += ovl_planner_stats(planner).coarse_expanded;
  }
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  return sum;
}

/* Plans between far clusters read tables and search nothing, also beside a short cut, which takes
 * searches their bounds. */
static void overlay_far_plans_search_nothing(test_state *t) {
  static uint8_t terrain[WIDE_SIDE * WIDE_SIDE];
  const ovl_link_def link = {
      .from = {WIDE_SIDE - 1, WIDE_SIDE - 1, 0}, .to = {0, WIDE_SIDE - 1, 0}, .cost = 1};
  test_random random = {test_begin_case(t, 0)};
  for (int i = 0; i < WIDE_SIDE * WIDE_SIDE; i++) {
    const bool is_end = i % WIDE_SIDE == 0 || i % WIDE_SIDE == WIDE_SIDE - 1;
    terrain[i] = is_end || test_random_percent(&random, 85);
  }
  CHECK(t, expansions_across(t, terrain, NULL, 0) == 0, "plans are searched for");
  CHECK(t, expansions_across(t, terrain, &link, 1) == 0, "plans are searched for beside a link");
}

/* ---- Walks ------------------------------------------------------------------------ */

/* A route that three planners walk: the one that began it and keeps its plan, one that answers
 * other queries before each segment, and one in slices. */
typedef struct walk {
  fixture *f;
  ovl_planner *other, *slices;
  ovl_cell *points[2]; /* room for their segments */
  ovl_query query;
  ovl_route route;
  uint64_t walked, first_left;
  uint32_t renewed; /* times that the cost to go fell by more than was walked */
} walk;

/* ---- Winding ground -------------------------------------------------------------- */

/* Lanes that lead to the next at alternating ends: a path crosses each. */
static ovl_world *bake_lanes(test_state *t, int32_t side) {
  uint8_t *terrain = test_allocate((size_t)side * (size_t)side, 1);
  for (int32_t i = 0; i < side * side; i++) {
    const int32_t gap = i / side / 4 % 2 == 0 ? side - 1 : 0;
    terrain[i] = i / side % 4 != 3 || i % side == gap;
  }
  ovl_bake_def def = {0};
  def.width = def.height = side;
  def.terrain = terrain;
  def.tuning = (ovl_bake_tuning){.region_cells = REGION_CELLS, .overlays = OVL_OVERLAYS_ALWAYS};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  free(terrain);
  return world;
}

/* The cost of the path through all lanes, and the waypoints that were expanded. */
static uint64_t cross_lanes(test_state *t, const ovl_world *world, uint64_t *expanded) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  ovl_planner *planner = make_planner(t, world);
  ovl_query query = {0};
  query.goal = (ovl_cell){info.width - 1, info.height - 2, 0};
  ovl_path path = {.capacity = 0};
  CHECK(t, ovl_find_path(planner, world, &query, &path) == OVL_MORE_ROOM, "path");
  *expanded = ovl_planner_stats(planner).coarse_expanded;
  ovl_planner_destroy(planner);
  return path.cost;
}

/* On winding ground a path crosses far more clusters than routes can count. It is planned once,
 * from tables alone. */
static void whole_paths_wind(test_state *t) {
  for (int32_t side = 128; side <= (t->is_long ? 2048 : 1024); side *= 2) {
    ovl_world *world = bake_lanes(t, side);
    uint64_t expanded;
    cross_lanes(t, world, &expanded);
    CHECK(t, expanded == 0, "side %d: %" PRIu64 " waypoints", side, expanded);
    ovl_world_close(world);
  }
}

/* The waypoints that a walk through all lanes expands, in all its calls, with planners that take
 * turns: `planners` of them. */
static uint64_t walk_lanes(test_state *t, const ovl_world *world, int planners, uint64_t *cost) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  ovl_planner *planner[2] = {make_planner(t, world), make_planner(t, world)};
  ovl_query query = {0};
  query.goal = (ovl_cell){info.width - 1, info.height - 2, 0};
  ovl_route route = {0};
  ovl_cell *points = test_allocate(4096, sizeof(*points));
  ovl_result result = ovl_route_begin(planner[0], world, &query, &route);
  uint64_t expanded = ovl_planner_stats(planner[0]).coarse_expanded;
  *cost = 0;
  for (int i = 0; result == OVL_OK && !route.done; i++) {
    ovl_planner *next = planner[i % planners];
    ovl_path path = {.points = points, .capacity = 4096};
    result = ovl_route_next(next, world, &route, route.position, &path);
    expanded += ovl_planner_stats(next).coarse_expanded;
    *cost += path.cost;
  }
  CHECK(t, result == OVL_OK, "walk: %s", ovl_result_text(result));
  free(points);
  ovl_planner_destroy(planner[0]);
  ovl_planner_destroy(planner[1]);
  return expanded;
}

/* A walk on such ground searches regions near its goal alone, however long it is; planners that
 * take turns walk the same. */
static void walks_wind(test_state *t) {
  enum { MOST_WAYPOINTS = 64 };
  for (int32_t side = 256; side <= (t->is_long ? 2048 : 1024); side *= 2) {
    ovl_world *world = bake_lanes(t, side);
    uint64_t expanded;
    uint64_t cost;
    const uint64_t least = cross_lanes(t, world, &expanded);
    const uint64_t walked = walk_lanes(t, world, 1, &cost);
    CHECK(t, cost == least, "side %d: cost %" PRIu64 " instead of %" PRIu64, side, cost, least);
    CHECK(t, walked < MOST_WAYPOINTS, "side %d: %" PRIu64 " waypoints", side, walked);
    if (side == 256) {
      walk_lanes(t, world, 2, &cost);
      CHECK(t, cost == least, "by turns: cost %" PRIu64 " instead of %" PRIu64, cost, least);
    }
    ovl_world_close(world);
  }
}

const test_entry test_overlay_queries_table[] = {
    {"overlay_borders_keep_one_way_crossings", overlay_borders_keep_one_way_crossings},
    {"overlay_far_plans_search_nothing", overlay_far_plans_search_nothing},
    {"overlays_walks_wind", walks_wind},
    {"overlays_whole_paths_wind", whole_paths_wind},
    {NULL, NULL},
};
