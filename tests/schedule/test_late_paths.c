/* Whole paths as tasks by a reader that is late: they go on where they are, with the path, the
 * counts and about the reads of a reader that is never late. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "tests/query/trace_log.h"
#include "tests/support/paged_world.h"

enum { SIDE = 512, REGION = 16, CACHE_BYTES = 256 << 10, MOST_STEPS = 20000, MOST_POINTS = 2048 };

/* ---- Random worlds and questions --------------------------------------------------------------
 */

/* Steps a task to its end by a late reader, with slices of all sizes. */
static void step_late(task_answer *a, const task_question *q, ovl_planner *planner,
                      const ovl_world *world, test_random *random) {
  bool done = task_begin(a, q, planner, world) != OVL_OK;
  for (int steps = 0; !done && steps < MOST_STEPS; steps++) {
    uint64_t spent;
    const uint64_t budget =
        test_random_percent(random, 50) ? UINT64_MAX : (uint64_t)test_random_between(random, 1, 60);
    ovl_task_step(planner, budget, &spent, &done);
  }
  task_take(a, planner);
}

/* Asks the same by a prompt reader and by a late one, each with a new planner. */
static void compare_late(test_state *t, model_fixture *f, paged_reader *reader,
                         const ovl_world *read) {
  task_question q;
  task_answer prompt;
  task_answer late;
  task_question_draw(&q, TASK_PATH, f, true);
  task_answer_make(&prompt, f);
  task_answer_make(&late, f);
  for (int is_failing = 0; is_failing < 2; is_failing++) {
    ovl_planner *planner = fixture_turn_planner(t, read);
    reader->failing_percent = is_failing != 0 ? test_random_between(&f->random, 1, 50) : 0;
    if (is_failing != 0) {
      step_late(&late, &q, planner, read, &f->random);
    } else {
      task_ask(&prompt, &q, planner, read);
    }
    ovl_planner_destroy(planner);
  }
  paged_answer_trim(&prompt, &q);
  paged_answer_trim(&late, &q);
  const char *differs = task_difference(&prompt, &late);
  model_fixture_context(f, t, &q.query);
  CHECK(t, differs == NULL,
        "%s: %s, late %s; %" PRIu64 " + %" PRIu64 " expansions, late %" PRIu64 " + %" PRIu64,
        differs, ovl_result_text(prompt.result), ovl_result_text(late.result),
        prompt.stats.coarse_expanded, prompt.stats.fine_expanded, late.stats.coarse_expanded,
        late.stats.fine_expanded);
  task_answer_free(&prompt);
  task_answer_free(&late);
}

static void a_late_reader_gives_the_same_path_and_counts(test_state *t) {
  const model_limits limits = {.max_side = 120, .max_region = 14, .most_profiles = 2};
  for (uint64_t i = 0; test_more(t, i, 250, 6000); i++) {
    model_fixture f;
    ovl_world *read = NULL;
    if (!(i % 3 == 0 ? paged_labelled_make(&f, t, i, limits)
                     : paged_fixture_make(&f, t, i, limits))) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    if (CHECK(t, paged_open_read(&reader, 8u << 20, &read) == OVL_OK, "open")) {
      for (int k = 0; k < 12 && t->failures == 0; k++) {
        compare_late(t, &f, &reader, read);
      }
    }
    ovl_world_close(read);
    free(bytes.bytes);
    model_fixture_free(&f);
  }
}

/* ---- Traces --------------------------------------------------------------------------------- */

/* Finds a path with a trace. */
static void trace_path(model_fixture *f, const ovl_world *world, ovl_planner *planner,
                       const ovl_query *query, trace_log *log) {
  ovl_query traced = *query;
  ovl_path path = model_fixture_path(f);
  ovl_query_more more = traced.more != NULL ? *traced.more : ovl_query_more_default();
  more.trace = trace_log_take;
  more.trace_user = log;
  traced.more = &more;
  trace_log_clear(log);
  ovl_find_path(planner, world, &traced, &path);
}

/* The trace of a path by a reader has the segments and runs of one in memory, each once. */
static void traces_have_each_part_once(test_state *t) {
  const model_limits limits = {.max_side = 90, .max_region = 14, .most_profiles = 2};
  trace_log in_memory = {0};
  trace_log by_reader = {0};
  uint64_t events = 0;
  for (uint64_t i = 0; test_more(t, i, 40, 2000); i++) {
    model_fixture f;
    ovl_world *read = NULL;
    if (!paged_fixture_make(&f, t, i, limits)) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    if (CHECK(t, paged_open_read(&reader, 8u << 20, &read) == OVL_OK, "open")) {
      ovl_planner *planner = fixture_turn_planner(t, read);
      for (int k = 0; k < 6 && t->failures == 0; k++) {
        const ovl_query query = model_fixture_query(&f);
        trace_path(&f, f.world, f.planner, &query, &in_memory);
        trace_path(&f, read, planner, &query, &by_reader);
        model_fixture_context(&f, t, &query);
        const size_t differs = trace_log_difference(&in_memory, &by_reader);
        CHECK(t, differs == SIZE_MAX && in_memory.count == by_reader.count,
              "%zu events, %zu by a reader; number %zu is another", in_memory.count,
              by_reader.count, differs);
        events += trace_log_count(&by_reader, OVL_TRACE_STRING, UINT32_MAX);
      }
      ovl_planner_destroy(planner);
    }
    ovl_world_close(read);
    free(bytes.bytes);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || events > 100, "only %" PRIu64 " runs", events);
  trace_log_free(&in_memory);
  trace_log_free(&by_reader);
}

/* ---- Caches that hold a part of the path -------------------------------------------------------
 */

/* Bakes ground with rocks, and overlays. */
static ovl_world *bake_rocks(test_state *t, test_random *random) {
  static uint8_t terrain[SIDE * SIDE];
  ovl_bake_def def = ovl_bake_def_default();
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = test_random_percent(random, 82) ? 1 : 0;
  }
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = REGION;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* A path from corner to corner, and what was read for it. */
typedef struct corner_path {
  ovl_cell points[MOST_POINTS];
  ovl_path path;
  ovl_stats stats;
  uint64_t fetched, steps;
} corner_path;

static void find_corner_path(test_state *t, corner_path *found, paged_reader *reader,
                             const ovl_world *read, ovl_smoothing smoothing) {
  ovl_planner *planner = fixture_turn_planner(t, read);
  ovl_query query = ovl_query_default();
  const uint64_t before = reader->fetched;
  bool done = false;
  query.start = (ovl_cell){3, 5, 0};
  query.goal = (ovl_cell){SIDE - 7, SIDE - 4, 0};
  query.move_start = query.move_goal = true;
  query.smoothing = smoothing;
  found->path = (ovl_path){.points = found->points, .capacity = MOST_POINTS};
  CHECK(t, ovl_task_begin_path(planner, read, &query, &found->path) == OVL_OK, "begin");
  for (found->steps = 0; !done && found->steps < MOST_STEPS; found->steps++) {
    uint64_t spent;
    ovl_task_step(planner, UINT64_MAX, &spent, &done);
  }
  CHECK(t, done && ovl_task_result(planner) == OVL_OK, "'%s' after %" PRIu64 " steps",
        ovl_result_text(ovl_task_result(planner)), found->steps);
  found->stats = ovl_planner_stats(planner);
  found->fetched = reader->fetched - before;
  ovl_planner_destroy(planner);
}

/* However often the reader is late, a path reads about as much as from one that never is. */
static void little_more_is_read(test_state *t) {
  static corner_path prompt;
  static corner_path late;
  static const int32_t percents[] = {3, 20, 60};
  for (uint64_t i = 0; test_more(t, i, 9, 90); i++) {
    test_random random = {test_begin_case(t, i)};
    const ovl_smoothing smoothing = (ovl_smoothing)(i / 3 % 3);
    ovl_world *read = NULL;
    ovl_world *world = bake_rocks(t, &random);
    world_bytes bytes = fixture_save(t, world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    if (CHECK(t, paged_open_read(&reader, CACHE_BYTES, &read) == OVL_OK, "open")) {
      find_corner_path(t, &prompt, &reader, read, smoothing);
      reader.failing_percent = percents[i % 3];
      test_context(t, "late in %d of 100 reads, smoothing %d", reader.failing_percent, smoothing);
      find_corner_path(t, &late, &reader, read, smoothing);
      CHECK(t, prompt.fetched > CACHE_BYTES, "the cache holds all of %" PRIu64, prompt.fetched);
      CHECK(t, late.fetched <= prompt.fetched * 3 / 2,
            "%" PRIu64 " bytes in %" PRIu64 " steps, not %" PRIu64, late.fetched, late.steps,
            prompt.fetched);
      CHECK(t,
            prompt.path.count == late.path.count && prompt.path.cost == late.path.cost &&
                prompt.path.length == late.path.length &&
                memcmp(prompt.points, late.points, prompt.path.count * sizeof(ovl_cell)) == 0,
            "another path");
      CHECK(t,
            prompt.stats.coarse_expanded == late.stats.coarse_expanded &&
                prompt.stats.fine_expanded == late.stats.fine_expanded,
            "%" PRIu64 " + %" PRIu64 " expansions, not %" PRIu64 " + %" PRIu64,
            late.stats.coarse_expanded, late.stats.fine_expanded, prompt.stats.coarse_expanded,
            prompt.stats.fine_expanded);
    }
    ovl_world_close(read);
    free(bytes.bytes);
    ovl_world_close(world);
  }
}

const test_entry test_late_paths_table[] = {
    {"late_paths/a-late-reader-gives-the-same-path-and-counts",
     a_late_reader_gives_the_same_path_and_counts},
    {"late_paths/traces-have-each-part-once", traces_have_each_part_once},
    {"late_paths/little-more-is-read", little_more_is_read},
    {NULL, NULL},
};
