/* The plain A* that benchmarks compare with: optimal with every feature, and frozen. */
#include "tests/model/model_fixture.h"
#include "tests/support/counting_allocator.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"

#include <inttypes.h>

/* ---- Optimal ------------------------------------------------------------- */

static void count_cell(void *user, ovl_cell cell) {
  (void)cell;
  ++*(uint64_t *)user;
}

/* Checks a path that was found: its ends, its steps and links, and its cost. */
static void check_plain_path(model_fixture *f, test_state *t, const ovl_query *query,
                             const ovl_path *path) {
  const model_judge *judge = &f->judges[query->profile];
  model_sums sums;
  size_t at;
  const char *wrong = model_path_check_grid(judge, path, &sums, &at);
  CHECK(t, wrong == NULL, "leg %zu: %s", at, wrong);
  CHECK(t, model_same_cells(path->points[0], query->start), "it begins elsewhere");
  CHECK(t, model_same_cells(path->points[path->count - 1], query->goal), "it ends elsewhere");
  const uint64_t optimum = model_judge_distance(judge, query->goal);
  CHECK(t, path->cost == optimum && sums.cost == optimum,
        "cost %" PRIu64 ", of its steps %" PRIu64 ", the optimum is %" PRIu64, path->cost,
        sums.cost, optimum);
  CHECK(t,
        path->straight_steps == sums.straight_steps && path->diagonal_steps == sums.diagonal_steps,
        "%" PRIu64 " and %" PRIu64 " steps", path->straight_steps, path->diagonal_steps);
  CHECK(t, path->link_count == sums.links, "%zu links", path->link_count);
}

static void ask_plain_search(model_fixture *f, test_state *t) {
  struct plain_search *search;
  ovl_query query = model_fixture_query(f);
  const ovl_result made = plain_search_create(f->world, query.profile, &heap_allocator, &search);
  if (!CHECK(t, made == OVL_OK, "create: %s", ovl_result_text(made))) {
    return;
  }
  for (int k = 0; k < 3 && t->failures == 0; k++) {
    ovl_path path = model_fixture_path(f);
    uint64_t expanded = 0, shown = 0;
    query.goal = k == 1 ? query.start : model_open_cell(&f->model, query.profile, &f->random);
    model_fixture_context(f, t, &query);
    const ovl_result expected = model_fixture_expected(f, &query);
    plain_search_show(search, count_cell, &shown);
    const ovl_result result = plain_search_find(search, query.start, query.goal, &path, &expanded);
    CHECK(t, result == expected, "'%s', Dijkstra '%s'", ovl_result_text(result),
          ovl_result_text(expected));
    CHECK(t, shown == expanded && expanded <= f->model.node_count,
          "%" PRIu64 " expanded, %" PRIu64 " shown", expanded, shown);
    if (result == OVL_OK && t->failures == 0) {
      check_plain_path(f, t, &query, &path);
    }
  }
  plain_search_destroy(search);
}

/* Costs to all cells are those of the model. */
static void ask_flood(model_fixture *f, test_state *t) {
  struct plain_search *search;
  ovl_query query = model_fixture_query(f);
  const ovl_result made = plain_search_create(f->world, query.profile, &heap_allocator, &search);
  if (!CHECK(t, made == OVL_OK, "create: %s", ovl_result_text(made))) {
    return;
  }
  query.goal = query.start;
  model_fixture_expected(f, &query);
  if (plain_search_flood(search, query.start) == OVL_OK) {
    for (int k = 0; k < 100 && t->failures == 0; k++) {
      const uint32_t node = (uint32_t)test_random_next(&f->random) % f->model.node_count;
      const ovl_cell cell = model_cell(&f->model, node);
      const uint64_t cost = plain_search_cost(search, cell);
      const uint64_t optimum = model_judge_distance(&f->judges[query.profile], cell);
      CHECK(t, cost == optimum, "cost %" PRIu64 ", the optimum is %" PRIu64, cost, optimum);
    }
  }
  plain_search_destroy(search);
}

static void plain_search_floods(test_state *t) {
  model_fixture_ask(t, ask_flood, 2, model_usual_limits(), 100, 8000);
}

static void plain_search_finds_optima(test_state *t) {
  model_fixture_ask(t, ask_plain_search, 2, model_usual_limits(), 400, 8000);
}

/* ---- Frozen -------------------------------------------------------------- */

enum { SIDE = 96, PAIRS = 40, TERRAINS = 5, BLOCKED_PERCENT = 12 };

/* A profile, and the features of a world of drawn cells. */
typedef struct frozen_ground {
  const char *name;
  ovl_profile_def profile;
  bool has_heights;
  int32_t links;
  uint64_t expanded, cost; /* of all pairs, as they were when the plain A* was the library's */
} frozen_ground;

static ovl_world *bake_frozen(test_state *t, const frozen_ground *ground) {
  static uint8_t terrain[SIDE * SIDE];
  static uint16_t heights[SIDE * SIDE];
  const ovl_link_def links[2] = {{.from = {3, 3, 0}, .to = {90, 90, 0}, .cost = 5000},
                                 {.from = {80, 5, 0}, .to = {8, 70, 0}, .cost = 9, .cost_back = 7}};
  test_random random = {7};
  for (int i = 0; i < SIDE * SIDE; i++) {
    const bool is_blocked = test_random_percent(&random, BLOCKED_PERCENT);
    terrain[i] = (uint8_t)(is_blocked ? 0 : test_random_between(&random, 1, TERRAINS - 1));
    heights[i] = (uint16_t)test_random_between(&random, 0, 3);
  }
  for (int i = 0; i < 2; i++) {
    terrain[links[i].from.y * SIDE + links[i].from.x] = 1;
    terrain[links[i].to.y * SIDE + links[i].to.x] = 1;
  }
  const ovl_floor_def floor = {.width = SIDE,
                               .height = SIDE,
                               .terrain = terrain,
                               .heights = ground->has_heights ? heights : NULL};
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &ground->profile;
  def.more.profile_count = 1;
  def.more.links = links;
  def.more.link_count = ground->links;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  CHECK(t, result == OVL_OK, "%s: %s", ground->name, ovl_result_text(result));
  return world;
}

/* Sums of what the search expands, and of costs, over drawn pairs. */
static void sum_pairs(const ovl_world *world, uint64_t *expanded, uint64_t *cost) {
  struct plain_search *search;
  test_random random = {11};
  *expanded = *cost = 0;
  if (plain_search_create(world, 0, &heap_allocator, &search) != OVL_OK) {
    return;
  }
  for (int i = 0; i < PAIRS; i++) {
    ovl_cell ends[2];
    ovl_path path = {.count = 0};
    uint64_t cells;
    for (int k = 0; k < 2; k++) {
      ends[k].x = test_random_between(&random, 0, SIDE - 1);
      ends[k].y = test_random_between(&random, 0, SIDE - 1);
      ends[k].floor = 0;
    }
    plain_search_find(search, ends[0], ends[1], &path, &cells);
    *expanded += cells;
    *cost += path.cost;
  }
  plain_search_destroy(search);
}

static ovl_profile_def profile_of(ovl_corners corners, bool weighs) {
  ovl_profile_def profile = {0};
  profile.corners = corners;
  for (int terrain = 1; terrain < TERRAINS && weighs; terrain++) {
    profile.weights[terrain] = (uint8_t)(4 + 3 * terrain);
  }
  return profile;
}

static void plain_search_is_frozen(test_state *t) {
  ovl_profile_def wide = profile_of(OVL_CORNERS_STRICT, false);
  wide.body_cells = 2;
  ovl_profile_def climber = profile_of(OVL_CORNERS_ONE, true);
  climber.max_climb = 2;
  climber.climb_cost = 300;
  const frozen_ground grounds[] = {
      {"even", profile_of(OVL_CORNERS_STRICT, false), false, 0, 8652, 1875440},
      {"weights", profile_of(OVL_CORNERS_FREE, true), false, 0, 39708, 2181528},
      {"a body of two", wide, false, 0, 11039, 1228688},
      {"slopes", climber, true, 0, 51057, 2544862},
      {"links", profile_of(OVL_CORNERS_NONE, true), false, 2, 116128, 2297051},
      {"slopes and links", climber, true, 2, 113711, 2130131},
  };
  for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
    uint64_t expanded, cost;
    ovl_world *world = bake_frozen(t, &grounds[i]);
    if (world != NULL) {
      sum_pairs(world, &expanded, &cost);
      CHECK(t, expanded == grounds[i].expanded && cost == grounds[i].cost,
            "%s: %" PRIu64 " cells instead of %" PRIu64 ", cost %" PRIu64 " instead of %" PRIu64,
            grounds[i].name, expanded, grounds[i].expanded, cost, grounds[i].cost);
      ovl_world_close(world);
    }
  }
}

/* ---- Refused ------------------------------------------------------------- */

/* Two rooms of 8 x 8 cells. */
static ovl_world *bake_two_rooms(void) {
  uint8_t terrain[8 * 17];
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  for (int i = 0; i < 8 * 17; i++) {
    terrain[i] = i % 17 != 8;
  }
  def.width = 17;
  def.height = 8;
  def.terrain = terrain;
  ovl_world_bake(&def, &world, NULL);
  return world;
}

static void plain_search_refuses(test_state *t) {
  static const struct {
    ovl_cell start, goal;
    ovl_result result;
  } rows[] = {{{0, 8, 0}, {1, 1, 0}, OVL_START_OUTSIDE}, {{0, 0, 1}, {1, 1, 0}, OVL_START_OUTSIDE},
              {{0, 0, 0}, {-1, 0, 0}, OVL_GOAL_OUTSIDE}, {{8, 0, 0}, {17, 0, 0}, OVL_GOAL_OUTSIDE},
              {{8, 0, 0}, {1, 1, 0}, OVL_START_BLOCKED}, {{0, 0, 0}, {8, 7, 0}, OVL_GOAL_BLOCKED},
              {{0, 0, 0}, {9, 0, 0}, OVL_UNREACHABLE},   {{0, 0, 0}, {7, 3, 0}, OVL_MORE_ROOM}};
  ovl_world *world = bake_two_rooms();
  struct plain_search *search = NULL;
  CHECK(t, !plain_search_fits(world, 1) && plain_search_fits(world, 0), "what fits");
  CHECK(t,
        plain_search_create(world, -1, &heap_allocator, &search) == OVL_BAD_ARGUMENT &&
            search == NULL,
        "a profile that is not there");
  if (CHECK(t, plain_search_create(world, 0, &heap_allocator, &search) == OVL_OK, "create")) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      ovl_path path = {.count = 9};
      const ovl_result result = plain_search_find(search, rows[i].start, rows[i].goal, &path, NULL);
      CHECK(t, result == rows[i].result, "row %zu: %s", i, ovl_result_text(result));
      CHECK(t, path.count == (result == OVL_MORE_ROOM ? 3U : 0U), "%zu points", path.count);
      CHECK(t, path.cost == (result == OVL_MORE_ROOM ? 4U * 1120 + 3U * 1584 : 0U), "cost %" PRIu64,
            path.cost);
    }
  }
  plain_search_destroy(search);
  ovl_world_close(world);
}

static void plain_search_without_memory(test_state *t) {
  const frozen_ground ground = {"", profile_of(OVL_CORNERS_ONE, true), true, 2, 0, 0};
  ovl_world *world = bake_frozen(t, &ground);
  ovl_result result = OVL_NO_MEMORY;
  for (uint64_t fail_at = 1; world != NULL && result == OVL_NO_MEMORY; fail_at++) {
    counting_allocator counting = {.fail_at = fail_at};
    const ovl_allocator allocator = counting_allocator_hooks(&counting);
    struct plain_search *search;
    result = plain_search_create(world, 0, &allocator, &search);
    CHECK(t, (search != NULL) == (result == OVL_OK), "%s", ovl_result_text(result));
    plain_search_destroy(search);
    CHECK(t, counting.live == 0 && counting.wrong_releases == 0, "%" PRIu64 " blocks are left",
          counting.live);
  }
  CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
  ovl_world_close(world);
}

const test_entry test_plain_search_table[] = {
    {"plain_search/finds-optima", plain_search_finds_optima},
    {"plain_search/floods", plain_search_floods},
    {"plain_search/is-frozen", plain_search_is_frozen},
    {"plain_search/refuses", plain_search_refuses},
    {"plain_search/without-memory", plain_search_without_memory},
    {NULL, NULL},
};
