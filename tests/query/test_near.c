/* Goals near by: one search that grows does no more work than the plain A*, and a path costs no
 * more than the plan that bounds it. */
#include "overland_trace.h"
#include "tests/model/model_fixture.h"
#include "tools/plain/heap_allocator.h"
#include "tools/plain/plain_search.h"
#include "world/world.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Ends that are up to so many regions apart are searched directly. */
enum { NEAR_REGIONS = 2 };

typedef struct near_counts {
  uint32_t asked, above; /* queries, and those of more work than 1.3 times the plain A*'s */
} near_counts;

/* What a whole path expands is at most 1.3 times what the plain A* does and attaching both ends
 * takes, each cell of their regions; or twice as much, where no path inside the window of the
 * direct search is as cheap as the route. Links leave the plain A* no heuristic. */
static void ask_near(model_fixture *f, test_state *t, near_counts *counts) {
  const int32_t side = f->world->layers[0].partition.region_cells;
  struct plain_search *search;
  ovl_query query = model_fixture_query(f);
  const ovl_result made = plain_search_create(f->world, query.profile, &heap_allocator, &search);
  if (!CHECK(t, made == OVL_OK, "create: %s", ovl_result_text(made))) {
    return;
  }
  for (int k = 0; k < 20 && t->failures == 0; k++) {
    query.goal = model_open_cell(&f->model, query.profile, &f->random);
    const ovl_cell a = query.start;
    const ovl_cell b = query.goal;
    uint64_t expanded = 0;
    ovl_path path = model_fixture_path(f);
    if (a.floor != b.floor || abs(a.x / side - b.x / side) > NEAR_REGIONS ||
        abs(a.y / side - b.y / side) > NEAR_REGIONS ||
        plain_search_find(search, a, b, &path, &expanded) != OVL_OK) {
      continue;
    }
    model_fixture_context(f, t, &query);
    const ovl_result result = ovl_find_path(f->planner, f->world, &query, &path);
    const ovl_stats stats = ovl_planner_stats(f->planner);
    const uint64_t work = stats.coarse_expanded + stats.fine_expanded;
    const uint64_t ends = 2 * (uint64_t)side * (uint64_t)side;
    CHECK(t, result == OVL_OK, "'%s', but the plain A* finds a path", ovl_result_text(result));
    counts->asked++;
    counts->above += 10 * work > 13 * (expanded + ends) ? 1 : 0;
    CHECK(t, work <= 2 * (expanded + ends),
          "%" PRIu64 " expansions, the plain A* %" PRIu64 ", regions of %" PRId32, work, expanded,
          side);
  }
  plain_search_destroy(search);
}

static void near_goals_take_no_more_work_than_plain_astar(test_state *t) {
  const uint32_t links = MODEL_ONE_WAY | MODEL_TWO_WAY | MODEL_PLACES;
  near_counts counts = {0, 0};
  for (uint64_t i = 0; test_more(t, i, 400, 8000); i++) {
    const uint64_t seed = test_begin_case(t, i);
    const uint32_t features = (uint32_t)(i % MODEL_ALL) & ~links;
    model_fixture f;
    if (model_fixture_make(&f, t, model_world_make(seed, features, model_usual_limits()))) {
      ask_near(&f, t, &counts);
      model_fixture_free(&f);
    }
  }
  CHECK(t, t->failures != 0 || (counts.asked > 400 && 50 * counts.above <= counts.asked),
        "%" PRIu32 " of %" PRIu32 " take more than 1.3 times the work", counts.above, counts.asked);
}

/* ---- The plan ------------------------------------------------------------------------- */

/* The least cost that a plan over labels or overlays has promised for a query. */
static bool keep_plan(void *user, const ovl_trace_event *event) {
  uint64_t *least = user;
  if (event->kind == OVL_TRACE_STAGE && event->g != 0 &&
      strncmp(event->stage, "plan over", 9) == 0) {
    *least = event->g < *least ? event->g : *least;
  }
  return false;
}

/* Ground of which a fifth is dearer, with a one-way link. */
static ovl_world *bake_link(test_state *t, test_random *random, uint64_t index) {
  enum { SIDE = 96 };
  static uint8_t terrain[SIDE * SIDE];
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = test_random_percent(random, 20) ? 2 : 1;
  }
  const ovl_link_def link = {.from = {test_random_between(random, 0, SIDE - 1), 12, 0},
                             .to = {test_random_between(random, 0, SIDE - 1), 80, 0},
                             .cost = OVL_STRAIGHT_COST};
  const ovl_bake_def def = {
      .width = SIDE,
      .height = SIDE,
      .terrain = terrain,
      .weights = {0, OVL_PLAIN_WEIGHT, (uint8_t)(index % 4 < 2 ? 2 : 8) * OVL_PLAIN_WEIGHT},
      .tuning = {.region_cells = 32, .label_bytes_per_cell = index % 2 ? OVL_NO_LABELS : 0},
      .more = {.links = &link, .link_count = 1}};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Also where the direct search has come to the goal, for more, before there was a plan. */
static void near_paths_cost_no_more_than_their_plans(test_state *t) {
  uint32_t planned = 0;
  for (uint64_t i = 0; test_more(t, i, 8, 100); i++) {
    test_random random = {test_begin_case(t, i)};
    ovl_world *world = bake_link(t, &random, i);
    const ovl_planner_def def = {.world = world};
    ovl_planner *planner = NULL;
    CHECK(t, world != NULL && ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
    for (int k = 0; k < 100 && t->failures == 0; k++) {
      uint64_t plan = UINT64_MAX;
      const ovl_query_more more = {.trace = keep_plan, .trace_user = &plan};
      const ovl_query query = {
          .start = {test_random_between(&random, 0, 95), test_random_between(&random, 0, 31), 0},
          .goal = {test_random_between(&random, 0, 95), test_random_between(&random, 64, 95), 0},
          .more = &more};
      ovl_path path = {0};
      const ovl_result result = ovl_find_path(planner, world, &query, &path);
      planned += plan != UINT64_MAX ? 1 : 0;
      CHECK(t, result == OVL_MORE_ROOM && path.cost <= plan,
            "'%s', the path costs %" PRIu64 ", the plan %" PRIu64, ovl_result_text(result),
            path.cost, plan);
    }
    ovl_planner_destroy(planner);
    ovl_world_close(world);
  }
  CHECK(t, t->failures != 0 || planned > 100, "%" PRIu32 " plans", planned);
}

const test_entry test_near_table[] = {
    {"near_goals_take_no_more_work_than_plain_astar",
     near_goals_take_no_more_work_than_plain_astar},
    {"near_paths_cost_no_more_than_their_plans", near_paths_cost_no_more_than_their_plans},
    {NULL, NULL},
};
