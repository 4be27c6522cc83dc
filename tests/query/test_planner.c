/* Planners: no query allocates, nothing outside a caller's block is written, max_bytes is kept and
 * errors say how much would do, and answers depend on the query alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "query/planner.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"
#include "tests/support/test_allocate.h"

enum { GUARD_BYTES = 256, GUARD = 0xC3 };

/* A caller's block with guards on both sides. */
typedef struct guarded_block {
  uint8_t *memory; /* all of it */
  uint8_t *block;  /* aligned to 16 */
  size_t bytes;
} guarded_block;

static guarded_block guarded_make(size_t bytes) {
  guarded_block g = {test_bytes(bytes + 2 * GUARD_BYTES + 16), NULL, bytes};
  memset(g.memory, GUARD, bytes + 2 * GUARD_BYTES + 16);
  g.block = g.memory + GUARD_BYTES + (16 - (uintptr_t)(g.memory + GUARD_BYTES) % 16) % 16;
  return g;
}

static bool guarded_is_whole(const guarded_block *g) {
  const uint8_t *behind = g->block + g->bytes;
  for (size_t i = 0; i < GUARD_BYTES; i++) {
    if (g->block[-1 - (ptrdiff_t)i] != GUARD || behind[i] != GUARD) {
      return false;
    }
  }
  return true;
}

/* ---- No allocation ------------------------------------------------------- */

/* Queries other than for a path: many goals, costs, ranges, limits. */
static void ask_more(test_state *t, fixture *f, ovl_planner *planner, const ovl_world *world,
                     ovl_query query) {
  enum { CELLS = 100 };
  ovl_cell cells[CELLS];
  uint64_t costs[CELLS];
  ovl_range_cell reached[CELLS];
  size_t needed = 0;
  ovl_path path = fixture_path(f);
  for (int i = 0; i < CELLS; i++) {
    cells[i] = random_map_cell(&f->map, &f->random);
  }
  query.nearest = true;
  query.move_start = true;
  ovl_query_more more;
  query_own_more(&query, &more);
  more.goal_kind = OVL_GOAL_SET;
  more.goal_cells = cells;
  more.goal_count = CELLS;
  more.expansion_limit = test_random_percent(&f->random, 50) ? 0 : 100;
  more.cost_limit = test_random_percent(&f->random, 50) ? 0 : (uint64_t)20 * OVL_STRAIGHT_COST;
  ovl_result results[3] = {ovl_find_path(planner, world, &query, &path),
                           ovl_find_costs(planner, world, &query, cells, CELLS, costs),
                           ovl_find_range(planner, world, &query, (uint64_t)60 * OVL_STRAIGHT_COST,
                                          reached, CELLS, &needed)};
  for (int i = 0; i < 3; i++) {
    CHECK(t,
          results[i] == OVL_OK || results[i] == OVL_LIMITED || results[i] == OVL_MORE_ROOM ||
              results[i] == OVL_START_BLOCKED || results[i] == OVL_GOAL_BLOCKED ||
              results[i] == OVL_UNREACHABLE,
          "call %d: %s", i, ovl_result_text(results[i]));
  }
}

static void ask_many(test_state *t, fixture *f, ovl_planner *planner, const ovl_world *world,
                     int count) {
  for (int i = 0; i < count && t->failures == 0; i++) {
    ovl_query query = fixture_query(f);
    ovl_path path = fixture_path(f);
    ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t,
          result == OVL_OK || result == OVL_UNREACHABLE || result == OVL_START_BLOCKED ||
              result == OVL_GOAL_BLOCKED,
          "query %d: %s", i, ovl_result_text(result));
    ovl_route route;
    if (i % 10 == 0 && ovl_route_begin(planner, world, &query, &route) == OVL_OK && !route.done) {
      result = ovl_route_next(planner, world, &route, query.start, &path);
      CHECK(t, result == OVL_OK, "segment after query %d: %s", i, ovl_result_text(result));
    }
    ask_more(t, f, planner, world, query);
  }
}

static void planner_allocates_nothing(test_state *t) {
  random_map_limits limits = {.max_side = 160, .max_region = 32, .weighted_percent = 30};
  uint64_t maps = 12;
  for (uint64_t i = 0; test_more(t, i, maps, maps); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    counting_allocator counter = {0};
    ovl_bake_def bake = random_map_bake_def(&f.map);
    bake.allocator = counting_allocator_hooks(&counter);
    ovl_world *world = NULL;
    CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake");
    ovl_planner_def def = {.world = world};
    def.allocator = counting_allocator_hooks(&counter);
    guarded_block g = guarded_make(ovl_planner_bytes(&def));
    def.block = g.block;
    def.block_bytes = g.bytes;
    uint64_t before = counter.allocations;
    ovl_planner *planner = NULL;
    ovl_result result = ovl_planner_create(&def, &planner, NULL);
    if (CHECK(t, result == OVL_OK, "planner in a block: %s", ovl_result_text(result))) {
      ask_many(t, &f, planner, world, t->is_long ? 5000 : 500);
    }
    ovl_planner_destroy(planner);
    CHECK(t, counter.allocations == before, "%" PRIu64 " allocations",
          counter.allocations - before);
    CHECK(t, guarded_is_whole(&g), "the planner wrote beyond its block");
    free(g.memory);
    ovl_world_close(world);
    CHECK(t, counter.live == 0, "closing kept %" PRIu64 " blocks", counter.live);
    fixture_free(&f);
  }
}

/* A planner takes one block from its allocator and releases it once. */
static void planner_bad_blocks(test_state *t) {
  fixture f;
  test_begin_case(t, 0);
  if (!fixture_make(&f, t, 0, random_map_usual_limits())) {
    return;
  }
  ovl_planner_def def = {.world = f.world};
  size_t bytes = ovl_planner_bytes(&def);
  guarded_block g = guarded_make(bytes + 16);
  ovl_planner *planner = NULL;
  def.block = g.block;
  def.block_bytes = bytes - 1;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT && planner == NULL, "a byte too few: %s",
        ovl_result_text(result));
  def.block = g.block + 8;
  def.block_bytes = bytes;
  result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT && planner == NULL, "a block aligned to 8: %s",
        ovl_result_text(result));
  def.block = NULL;
  def.block_bytes = 0;
  def.world = NULL;
  result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT && planner == NULL, "no world: %s", ovl_result_text(result));
  def.world = f.world;
  counting_allocator counter = {0};
  def.allocator = counting_allocator_hooks(&counter);
  result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_OK && counter.live == 1 && counter.live_bytes == bytes,
        "%s, %" PRIu64 " bytes where %zu were said", ovl_result_text(result), counter.live_bytes,
        bytes);
  ovl_planner_destroy(planner);
  CHECK(t, counter.live == 0 && counter.wrong_releases == 0, "memory was kept");
  ovl_planner_destroy(NULL);
  free(g.memory);
  fixture_free(&f);
}

/* ---- Budgets ------------------------------------------------------------- */

/* A planner of at most so many bytes, or NULL. */
static ovl_planner *planner_of(test_state *t, const ovl_world *world, size_t max_bytes) {
  ovl_planner_def def = {.world = world};
  def.max_bytes = max_bytes;
  ovl_planner *planner = NULL;
  size_t bytes = ovl_planner_bytes(&def);
  CHECK(t, bytes <= max_bytes, "%zu bytes, max_bytes is %zu", bytes, max_bytes);
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_OK, "planner of %zu bytes: %s", max_bytes, ovl_result_text(result));
  return planner;
}

static size_t least_bytes(test_state *t, const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  def.max_bytes = 1;
  ovl_planner *planner = NULL;
  ovl_result result = ovl_planner_create(&def, &planner, NULL);
  CHECK(t, result == OVL_BAD_ARGUMENT && planner == NULL, "a planner of one byte: %s",
        ovl_result_text(result));
  return ovl_planner_bytes(&def);
}

/* A planner has the bytes that it is said to take, and is refused where it may not. */
static void planner_budgets(test_state *t) {
  random_map_limits limits = {.max_side = 200, .max_region = 10, .weighted_percent = 30};
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    const size_t least = least_bytes(t, f.world);
    ovl_planner_def def = {.world = f.world};
    ovl_planner *planner = NULL;
    ovl_fault fault;
    CHECK(t, least == ovl_planner_bytes(&def), "%zu bytes with a limit, without %zu", least,
          ovl_planner_bytes(&def));
    def.max_bytes = least - 1;
    CHECK(t,
          ovl_planner_create(&def, &planner, &fault) == OVL_BAD_ARGUMENT &&
              fault.found == least - 1 && fault.expected == least,
          "a byte too few: %s, %" PRIu64, fault.what, fault.expected);
    ovl_planner *enough = planner_of(t, f.world, least);
    ovl_query query = fixture_query(&f);
    ovl_path path = fixture_path(&f);
    fixture_context(&f, t, &query);
    CHECK(t,
          enough == NULL ||
              ovl_find_path(enough, f.world, &query, &path) == fixture_expected(&f, &query),
          "another answer");
    ovl_planner_destroy(enough);
    fixture_free(&f);
  }
}

/* Routes by labels give the same paths with room for however few stops. */
static void planner_few_stops(test_state *t) {
  random_map_limits limits = {.max_side = 200, .max_region = 10, .weighted_percent = 0};
  uint64_t routes = 0;
  for (uint64_t i = 0; test_more(t, i, 200, 3000); i++) {
    test_map map = random_map_make(test_begin_case(t, i), limits);
    fixture f;
    map.corners = OVL_CORNERS_STRICT;
    if (!fixture_make_from(&f, t, map)) {
      continue;
    }
    ovl_cell *room = test_bytes(f.capacity * sizeof *room);
    uint32_t stops = f.planner->workspace.stop_capacity;
    for (int k = 0; k < 4; k++) {
      ovl_query query = fixture_query(&f);
      fixture_context(&f, t, &query);
      ovl_path many = fixture_path(&f);
      ovl_path few = {.points = room, .capacity = f.capacity};
      f.planner->workspace.stop_capacity = stops;
      ovl_result expected = ovl_find_path(f.planner, f.world, &query, &many);
      bool labels = ovl_planner_stats(f.planner).method == OVL_METHOD_LABELS;
      if (expected != OVL_OK || !labels) {
        continue;
      }
      routes++;
      f.planner->workspace.stop_capacity = (uint32_t)test_random_between(&f.random, 1, 5);
      ovl_result result = ovl_find_path(f.planner, f.world, &query, &few);
      CHECK(t, result == OVL_OK && fixture_same_paths(&many, &few),
            "through %" PRIu32 " stops: '%s', or another path", f.planner->workspace.stop_capacity,
            ovl_result_text(result));
    }
    free(room);
    fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || routes > 50, "only %" PRIu64 " routes by labels", routes);
}

/* ---- Same answers -------------------------------------------------------- */

const test_entry test_planner_table[] = {
    {"planner_allocates_nothing", planner_allocates_nothing},
    {"planner_bad_blocks", planner_bad_blocks},
    {"planner_budgets", planner_budgets},
    {"planner_few_stops", planner_few_stops},
    {NULL, NULL},
};
