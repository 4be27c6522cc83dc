/* Batches: answers do not depend on how they are spread over workers. The governor, by a clock that
 * the test sets. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_schedule.h"
#include "tests/support/fixture.h"
#include "tests/support/query_more.h"
#include "tools/base/platform.h"

enum { ITEMS = 60, ITEM_POINTS = 300, WORKERS = 3 };

/* A batch, with room for its answers. */
typedef struct batch {
  ovl_batch_item items[ITEMS];
  ovl_query_more mores[ITEMS];
  ovl_path paths[ITEMS];
  ovl_route routes[ITEMS];
  ovl_cell points[ITEMS][ITEM_POINTS];
} batch;

static void fill(batch *b, fixture *f, uint64_t seed) {
  memset(b, 0, sizeof *b);
  f->random.state = seed;
  for (int32_t i = 0; i < ITEMS; i++) {
    b->paths[i] = (ovl_path){.points = b->points[i], .capacity = ITEM_POINTS};
    b->items[i] = (ovl_batch_item){.query = fixture_query(f),
                                   .path = i % 3 != 0 ? &b->paths[i] : NULL,
                                   .route = &b->routes[i],
                                   .result = OVL_RESULT_COUNT};
    query_own_more(&b->items[i].query, &b->mores[i]);
  }
}

/* Answers each query alone. */
static void answer_alone(batch *b, const fixture *f) {
  for (int32_t i = 0; i < ITEMS; i++) {
    ovl_batch_item *item = &b->items[i];
    item->result = item->path != NULL
                       ? ovl_find_path(f->planner, f->world, &item->query, item->path)
                       : ovl_route_begin(f->planner, f->world, &item->query, item->route);
  }
}

static void check_same(test_state *t, const batch *a, const batch *b) {
  for (int32_t i = 0; i < ITEMS; i++) {
    CHECK(t, a->items[i].result == b->items[i].result, "item %" PRId32 ": %s, alone %s", i,
          ovl_result_text(a->items[i].result), ovl_result_text(b->items[i].result));
    CHECK(t,
          a->paths[i].count == b->paths[i].count && a->paths[i].cost == b->paths[i].cost &&
              memcmp(&a->routes[i], &b->routes[i], sizeof a->routes[i]) == 0,
          "item %" PRId32 " differs", i);
  }
  CHECK(t, memcmp(a->points, b->points, sizeof a->points) == 0, "points differ");
}

static void batch_answers(test_state *t) {
  const random_map_limits limits = {.max_side = 120, .max_region = 14, .weighted_percent = 40};
  struct platform_pool *pool = platform_pool_create(WORKERS);
  batch *alone = calloc(1, sizeof *alone);
  batch *together = calloc(1, sizeof *together);
  if (pool == NULL || alone == NULL || together == NULL) {
    abort();
  }
  for (uint64_t i = 0; test_more(t, i, 60, 1500); i++) {
    fixture f;
    ovl_planner *planners[WORKERS] = {NULL};
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    const ovl_planner_def def = {.world = f.world};
    for (int k = 0; k < WORKERS; k++) {
      ovl_planner_create(&def, &planners[k], NULL);
    }
    fill(alone, &f, t->case_seed);
    answer_alone(alone, &f);
    fill(together, &f, t->case_seed);
    ovl_result result =
        ovl_batch_run(planners, f.world, together->items, ITEMS, platform_pool_jobs(pool), NULL);
    CHECK(t, result == OVL_OK, "batch: %s", ovl_result_text(result));
    check_same(t, together, alone);
    fill(together, &f, t->case_seed);
    result = ovl_batch_run(planners, f.world, together->items, ITEMS, NULL, NULL);
    CHECK(t, result == OVL_OK, "batch without jobs: %s", ovl_result_text(result));
    check_same(t, together, alone);
    ovl_task_begin_path(planners[1], f.world, &alone->items[0].query, &alone->paths[0]);
    together->items[0].result = OVL_RESULT_COUNT;
    result =
        ovl_batch_run(planners, f.world, together->items, ITEMS, platform_pool_jobs(pool), NULL);
    CHECK(t, result == OVL_BUSY && together->items[0].result == OVL_RESULT_COUNT,
          "a planner with a task: %s", ovl_result_text(result));
    for (int k = 0; k < WORKERS; k++) {
      ovl_planner_destroy(planners[k]);
    }
    fixture_free(&f);
  }
  platform_pool_destroy(pool);
  free(alone);
  free(together);
}

/* ---- The governor --------------------------------------------------------------- */

static uint64_t read_clock(void *user) { return *(const uint64_t *)user; }

/* Runs ticks of 2 ms with a fixed time per expansion. Returns the last budget. */
static uint64_t run_ticks(ovl_governor *governor, uint64_t *now, uint64_t ns, int ticks) {
  uint64_t budget = 0;
  for (int i = 0; i < ticks; i++) {
    budget = ovl_governor_budget(governor, 2000);
    *now += budget * ns;
    ovl_governor_learn(governor, budget);
  }
  return budget;
}

static void governor_learns(test_state *t) {
  uint64_t now = 12345;
  ovl_governor governor = {.clock = read_clock, .user = &now};
  CHECK(t, ovl_governor_budget(&governor, 2000) == 10000, "200 ns an expansion at first");
  uint64_t budget = run_ticks(&governor, &now, 100, 60);
  CHECK(t, budget > 19000 && budget <= 20000, "100 ns: %" PRIu64, budget);
  budget = run_ticks(&governor, &now, 400, 2);
  CHECK(t, budget < 8500, "dearer ones count at once: %" PRIu64, budget);
  budget = run_ticks(&governor, &now, 400, 12);
  CHECK(t, budget >= 4990 && budget <= 5010, "400 ns: %" PRIu64, budget);
  budget = run_ticks(&governor, &now, 50, 2);
  CHECK(t, budget < 6000, "luck is not believed at once: %" PRIu64, budget);
}

static void governor_is_steady(test_state *t) {
  uint64_t now = UINT64_MAX / 2;
  ovl_governor governor = {.clock = read_clock, .user = &now};
  const uint64_t budget = ovl_governor_budget(&governor, 2000);
  now += 1000000000;
  ovl_governor_learn(&governor, 63);
  CHECK(t, ovl_governor_budget(&governor, 2000) == budget, "a few expansions tell nothing");
  now -= 5000;
  ovl_governor_learn(&governor, 1000);
  CHECK(t, ovl_governor_budget(&governor, 2000) == budget, "a clock that goes back tells nothing");
  CHECK(t, ovl_governor_budget(&governor, 0) == 256, "no time");
  CHECK(t, ovl_governor_budget(&governor, UINT64_MAX) == 1 << 30, "all time");
  now = UINT64_MAX;
  ovl_governor_learn(&governor, 64);
  CHECK(t, ovl_governor_budget(&governor, 1) == 256, "a stand-still of years");
  ovl_governor_learn(&governor, UINT64_MAX);
  for (int i = 0; i < 1000; i++) {
    ovl_governor_learn(&governor, UINT64_MAX);
  }
  CHECK(t, governor.cost >= 1 && ovl_governor_budget(&governor, 2000) > 1 << 28,
        "expansions for nothing");
}

const test_entry test_batch_table[] = {
    {"batch_answers", batch_answers},
    {"governor_learns", governor_learns},
    {"governor_is_steady", governor_is_steady},
    {NULL, NULL},
};
