/* Tests of edge_cache.h: an edge is found by its two cells and its cost, in the layer that it was
 * added for; and a planner whose cache is filled answers as a new one does, with the same counts.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/refine/edge_cache.h"
#include "query/planner.h"
#include "tests/support/task_answer.h"

/* A cache in memory that is not zeroed. */
typedef struct cache_room {
  ovi_edge_cache cache;
  void *block;
} cache_room;

static cache_room make_cache(uint64_t waypoints) {
  cache_room room;
  ovi_arena count = {NULL, 0};
  ovi_edge_cache_reserve(&room.cache, &count, waypoints);
  room.block = malloc((size_t)count.used + 1);
  if (room.block == NULL) {
    abort();
  }
  memset(room.block, 0xa5, (size_t)count.used);
  ovi_arena cut = {room.block, 0};
  ovi_edge_cache_reserve(&room.cache, &cut, waypoints);
  return room;
}

static ovi_cached_edge make_edge(ovl_cell from, uint32_t cost, uint32_t runs) {
  ovi_cached_edge edge = {.from_x = from.x, .from_y = from.y, .cost = cost, .expanded = 5};
  for (uint32_t i = 1; i <= runs; i++) {
    ovi_edge_add(&edge, (ovl_cell){from.x + (int32_t)i, from.y - (int32_t)(i / 2), 0});
  }
  return edge;
}

static ovl_cell end_of(ovl_cell from, uint32_t runs) {
  return (ovl_cell){from.x + (int32_t)runs, from.y - (int32_t)(runs / 2), 0};
}

static void edges_are_found_again(test_state *t) {
  cache_room room = make_cache(1000);
  ovi_edge_cache *cache = &room.cache;
  const ovl_cell from = {70000, 300000, 0};
  const ovl_cell to = end_of(from, OVI_EDGE_RUNS);
  const ovi_cached_edge edge = make_edge(from, 9000, OVI_EDGE_RUNS);
  ovi_edge_cache_enter(cache, 7, 1);
  CHECK(t, ovi_edge_cache_find(cache, from, to, 9000) == NULL, "an empty cache holds an edge");
  ovi_edge_cache_keep(cache, &edge, to);
  const ovi_cached_edge *found = ovi_edge_cache_find(cache, from, to, 9000);
  CHECK(t, found != NULL && memcmp(found, &edge, sizeof edge) == 0, "the edge is not found");
  CHECK(t, ovi_edge_cache_find(cache, from, to, 9001) == NULL, "of another cost");
  CHECK(t, ovi_edge_cache_find(cache, to, from, 9000) == NULL, "the edge in the other direction");
  ovi_edge_cache_enter(cache, 7, 1);
  CHECK(t, ovi_edge_cache_find(cache, from, to, 9000) != NULL, "the same layer loses its edges");
  ovi_edge_cache_enter(cache, 7, 2);
  CHECK(t, ovi_edge_cache_find(cache, from, to, 9000) == NULL, "an edge of another layer");
  ovi_edge_cache_keep(cache, &edge, to);
  ovi_edge_cache_enter(cache, 8, 2);
  CHECK(t, ovi_edge_cache_find(cache, from, to, 9000) == NULL, "an edge of another world");
  free(room.block);
}

static void edges_that_are_not_kept(test_state *t) {
  cache_room room = make_cache(1000);
  const ovl_cell from = {40, 50, 0};
  const ovl_cell to = end_of(from, OVI_EDGE_RUNS + 1);
  const ovi_cached_edge longer = make_edge(from, 1, OVI_EDGE_RUNS + 1);
  const ovi_cached_edge none = make_edge(from, 0, 0);
  ovi_edge_cache_enter(&room.cache, 1, 0);
  ovi_edge_cache_keep(&room.cache, &longer, to);
  ovi_edge_cache_keep(&room.cache, &none, from);
  CHECK(t, ovi_edge_cache_find(&room.cache, from, to, 1) == NULL, "an edge of too many runs");
  CHECK(t, ovi_edge_cache_find(&room.cache, from, from, 0) == NULL, "an edge of no run");
  free(room.block);
  room = make_cache(0);
  ovi_edge_cache_enter(&room.cache, 1, 0);
  const ovi_cached_edge edge = make_edge(from, 1, 1);
  ovi_edge_cache_keep(&room.cache, &edge, end_of(from, 1));
  CHECK(t, ovi_edge_cache_find(&room.cache, from, end_of(from, 1), 1) == NULL,
        "a cache of nothing");
  free(room.block);
}

/* ---- Planners ---------------------------------------------------------------- */

static ovl_planner *new_planner(test_state *t, const ovl_world *world) {
  const ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  return planner;
}

/* Asks in slices, in which some searches of edges are paused. */
static void ask_in_slices(test_state *t, model_fixture *f, const task_question *q,
                          task_answer *answer) {
  bool done = false;
  uint64_t spent;
  CHECK(t, task_begin(answer, q, f->planner, f->world) == OVL_OK, "begin");
  while (!done && ovl_task_step(f->planner, 3, &spent, &done) == OVL_OK) {
  }
  task_take(answer, f->planner);
}

/* Asks a new planner and one that has answered before. */
static void check_alike(test_state *t, model_fixture *f, const task_question *q,
                        task_answer answers[2]) {
  ovl_planner *fresh = new_planner(t, f->world);
  task_ask(&answers[0], q, fresh, f->world);
  task_ask(&answers[1], q, f->planner, f->world);
  const char *difference = task_difference(&answers[0], &answers[1]);
  CHECK(t, difference == NULL, "%s: a new planner '%s', a used one '%s'", difference,
        ovl_result_text(answers[0].result), ovl_result_text(answers[1].result));
  ovl_planner_destroy(fresh);
}

/* The paths between few cells, asked for again and again, some with a limit of expansions. */
static uint64_t check_world(test_state *t, model_fixture *f) {
  task_answer answers[2];
  task_answer_make(&answers[0], f);
  task_answer_make(&answers[1], f);
  task_question questions[4];
  uint64_t unfolded = 0;
  for (int k = 0; k < 16 && t->failures == 0; k++) {
    task_question *q = &questions[k % 4];
    if (k < 4) {
      *q = (task_question){.kind = TASK_PATH, .query = model_fixture_query(f)};
      q->more = f->more;
      q->query.more = &q->more;
    }
    q->more.expansion_limit =
        k >= 8 ? (uint64_t)test_random_between(&f->random, 0, 60) : q->more.expansion_limit;
    model_fixture_context(f, t, &q->query);
    if (k % 3 == 0) {
      ask_in_slices(t, f, q, &answers[1]);
    }
    check_alike(t, f, q, answers);
  }
  for (uint32_t i = 0; i < f->planner->workspace.unfolded.places; i++) {
    unfolded +=
        f->planner->workspace.unfolded.is_begun && f->planner->workspace.unfolded.tags[i] != 0;
  }
  task_answer_free(&answers[0]);
  task_answer_free(&answers[1]);
  return unfolded;
}

static void used_planners_answer_alike(test_state *t) {
  const model_limits limits = {.max_side = 160, .max_region = 30, .most_profiles = 2};
  uint64_t unfolded = 0;
  uint64_t worlds = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    model_fixture f;
    model_world model = model_world_make(test_begin_case(t, i), 0, limits);
    model.tuning.label_bytes = 255;
    if (model_fixture_make(&f, t, model)) {
      unfolded += check_world(t, &f);
      worlds++;
      model_fixture_free(&f);
    }
  }
  CHECK(t, unfolded > 4 * worlds, "%" PRIu64 " edges of %" PRIu64 " worlds are kept", unfolded,
        worlds);
}

const test_entry test_edge_cache_table[] = {
    {"edge_cache_finds_edges_again", edges_are_found_again},
    {"edge_cache_keeps_no_others", edges_that_are_not_kept},
    {"edge_cache_used_planners_answer_alike", used_planners_answer_alike},
    {NULL, NULL},
};
