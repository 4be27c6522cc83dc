/* The bake as a call: progress, and jobs. test_bad_worlds.c has arguments that it refuses,
 * test_builder.c checks the result. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"
#include "tests/support/test_allocate.h"

/* ---- Progress ------------------------------------------------------------ */

typedef struct progress_log {
  test_state *t;
  uint64_t calls, last, total, stop_at; /* stop_at: the call that stops; 0: none */
} progress_log;

static bool log_progress(void *user, uint64_t done, uint64_t total) {
  progress_log *log = user;
  log->calls++;
  CHECK(log->t, done <= total, "done %" PRIu64 " of %" PRIu64, done, total);
  CHECK(log->t, done >= log->last, "done fell from %" PRIu64 " to %" PRIu64, log->last, done);
  CHECK(log->t, log->total == 0 || log->total == total, "total became %" PRIu64, total);
  log->last = done;
  log->total = total;
  return log->calls != log->stop_at;
}

static void bake_progress(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 100, 1000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, random_map_usual_limits())) {
      continue;
    }
    counting_allocator counter = {0};
    progress_log log = {.t = t};
    ovl_bake_def def = random_map_bake_def(&f.map);
    def.allocator = counting_allocator_hooks(&counter);
    def.progress = log_progress;
    def.progress_user = &log;
    ovl_world *world = NULL;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake with progress");
    CHECK(t, log.calls > 0 && log.last == log.total, "progress ended at %" PRIu64 " of %" PRIu64,
          log.last, log.total);
    ovl_world_close(world);
    for (uint64_t stop_at = 1; stop_at <= log.calls && stop_at < 12; stop_at++) {
      progress_log stopping = {.t = t, .stop_at = stop_at};
      def.progress_user = &stopping;
      ovl_result result = ovl_world_bake(&def, &world, NULL);
      CHECK(t, result == OVL_STOPPED && world == NULL, "stopped at call %" PRIu64 ": %s", stop_at,
            ovl_result_text(result));
      CHECK(t, stopping.calls == stop_at, "progress was called after it had said stop");
      ovl_world_close(world);
    }
    CHECK(t, counter.live == 0, "%" PRIu64 " blocks of memory were kept", counter.live);
    fixture_free(&f);
  }
}

/* Reports while labels grow, each after as many expansions. */
typedef struct growth_log {
  uint64_t regions;
  uint64_t done[4096];
  size_t count;
} growth_log;

static bool log_growth(void *user, uint64_t done, uint64_t total) {
  growth_log *log = user;
  if (done > log->regions && done < total && log->count < 4096) {
    log->done[log->count++] = done;
  }
  return true;
}

/* Labels count 7 for each region, and grow evenly: when half of the work is done, about half is
 * reported, although the first hubs take most of it. */
static void bake_progress_of_labels(test_state *t) {
  enum { SIDE = 320, REGIONS = (SIDE / 32) * (SIDE / 32) };
  static uint8_t terrain[SIDE * SIDE];
  test_random random = {test_begin_case(t, 0)};
  for (int i = 0; i < SIDE * SIDE; i++) {
    terrain[i] = test_random_percent(&random, 10) ? 0 : 1;
  }
  static growth_log log = {.regions = REGIONS};
  ovl_bake_def def = {0};
  ovl_world *world = NULL;
  def.width = def.height = SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 32;
  def.progress = log_growth;
  def.progress_user = &log;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  ovl_world_close(world);
  CHECK(t, log.count >= 8, "%zu reports", log.count);
  for (size_t i = 0; i < log.count; i++) {
    const double worked = (double)(i + 1) / (double)log.count;
    const double told = (double)(log.done[i] - REGIONS) / (7.0 * REGIONS * 7 / 8);
    CHECK(t, told > worked - 0.25 && told < worked + 0.25, "%.2f of the work, %.2f is reported",
          worked, told);
  }
}

/* ---- Jobs ---------------------------------------------------------------- */

typedef struct scrambler {
  test_random random;
  int32_t workers;
  bool fits; /* no count was out of range */
} scrambler;

/* Runs all jobs on this thread in a random order, with random worker numbers. */
static void run_scrambled(void *user, int32_t count,
                          void (*job)(void *context, int32_t index, int32_t worker),
                          void *context) {
  scrambler *s = user;
  s->fits = s->fits && count >= 0;
  int32_t *order = test_allocate((size_t)count, sizeof *order);
  for (int32_t i = 0; i < count; i++) {
    int32_t at = test_random_between(&s->random, 0, i);
    order[i] = order[at];
    order[at] = i;
  }
  for (int32_t i = 0; i < count; i++) {
    job(context, order[i], test_random_between(&s->random, 0, s->workers - 1));
  }
  free(order);
}

/* Runs all jobs on this thread as worker 0, so that one worker has to note what all find. */
static void run_as_first(void *user, int32_t count,
                         void (*job)(void *context, int32_t index, int32_t worker), void *context) {
  (void)user;
  for (int32_t i = 0; i < count; i++) {
    job(context, i, 0);
  }
}

enum { MANY_SIDE = 224 }; /* of a map with some thousand waypoints: 64 hubs are searched together */

/* Bakes with jobs give the bytes of the bake without, also where labels are given up. */
static void check_many_waypoints(test_state *t, ovl_bake_def def, int32_t label_bytes) {
  ovl_world *alone = NULL;
  def.tuning.label_bytes_per_cell = label_bytes;
  CHECK(t, ovl_world_bake(&def, &alone, NULL) == OVL_OK, "alone");
  ovl_world_info info;
  ovl_world_describe(alone, &info);
  CHECK(
      t, info.graph.waypoints > 2000 && (label_bytes < 255 || info.graph.labels == OVL_LABELS_HELD),
      "%" PRIu64 " waypoints, labels %s", info.graph.waypoints, ovl_labels_text(info.graph.labels));
  world_bytes expected = fixture_save(t, alone);
  for (int32_t workers = 2; workers <= 3; workers++) {
    scrambler s = {{t->case_seed}, workers, true};
    const ovl_jobs jobs = {workers, workers == 2 ? run_as_first : run_scrambled, &s};
    def.jobs = &jobs;
    ovl_world *world = NULL;
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "%d workers", (int)workers);
    world_bytes found = fixture_save(t, world);
    CHECK(t, found.count == expected.count && memcmp(found.bytes, expected.bytes, found.count) == 0,
          "%d workers give other bytes, within %d a cell", (int)workers, (int)label_bytes);
    free(found.bytes);
    ovl_world_close(world);
  }
  free(expected.bytes);
  ovl_world_close(alone);
}

static void bake_jobs_of_many_waypoints(test_state *t) {
  static uint8_t terrain[MANY_SIDE * MANY_SIDE];
  static const int32_t label_bytes[] = {255, 6, 4, 2};
  for (uint64_t i = 0; test_more(t, i, 2, 12); i++) {
    test_random random = {t->case_seed};
    const int32_t blocked = test_random_between(&random, 0, 35);
    for (int32_t at = 0; at < MANY_SIDE * MANY_SIDE; at++) {
      terrain[at] = test_random_between(&random, 0, 99) >= blocked;
    }
    ovl_bake_def def = {0};
    def.width = MANY_SIDE;
    def.height = MANY_SIDE;
    def.terrain = terrain;
    def.tuning.region_cells = 16;
    def.tuning.spacing_cells = 4;
    for (size_t k = 0; k < sizeof label_bytes / sizeof label_bytes[0]; k++) {
      check_many_waypoints(t, def, label_bytes[k]);
    }
  }
}

/* ---- The scale of costs -------------------------------------------------- */

static void expect_scale(test_state *t, const ovl_world *world, int32_t scale, const char *of) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  CHECK(t, info.cost_scale == scale, "%s has scale %d, not %d", of, (int)info.cost_scale,
        (int)scale);
}

static void bake_keeps_the_scale_of_costs(test_state *t) {
  static const uint8_t terrain[20 * 20] = {1, 1, 1};
  static const int32_t given[] = {0, 1, 5, UINT8_MAX};
  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
    ovl_bake_def def = {.width = 20, .height = 20, .terrain = terrain};
    const int32_t scale = given[i] != 0 ? given[i] : 1;
    const ovl_edit edit = ovl_edit_rect((ovl_cell){9, 9, 0}, 1, 1, 1);
    ovl_world *world = NULL, *edited = NULL;
    def.more.cost_scale = given[i];
    CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "a scale of %d", (int)given[i]);
    CHECK(t, ovl_world_apply(world, &edit, 1, &edited, NULL) == OVL_OK, "an edit");
    expect_scale(t, world, scale, "the world");
    expect_scale(t, edited, scale, "its next version");
    ovl_world_close(world);
    ovl_world_close(edited);
  }
  ovl_bake_def def = {.width = 20, .height = 20, .terrain = terrain, .more.cost_scale = 256};
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_BAD_ARGUMENT, "a scale of 256");
}

const test_entry test_bake_table[] = {
    {"bake_progress", bake_progress},
    {"bake_progress_of_labels", bake_progress_of_labels},
    {"bake_jobs_of_many_waypoints", bake_jobs_of_many_waypoints},
    {"bake_keeps_the_scale_of_costs", bake_keeps_the_scale_of_costs},
    {NULL, NULL},
};
