/* Refreshes and files of worlds that are read by a reader, which may fail or have a small cache, or
 * lie in place: they give the bytes of a world in memory. Savings report their progress and take
 * little memory.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_stream.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/test_allocate.h"
#include "tests/version/read_case.h"

enum {
  SMALLEST_CACHE = 28 << 10, /* a chunk of the table, and less than a row of regions */
  LITTLE_CACHE = 64 << 10,
  WIDE_SIDE = 256,
  WIDE_REGION = 16,
  SIDE = 1024,
  RECTS = 10
};

/* ---- Refreshing -------------------------------------------------------------------------- */

/* With labels, or without; half have overlays too. */
static bool make_model(model_fixture *f, test_state *t, uint64_t index, int32_t label_bytes) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = model_usual_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model = model_world_make(
      seed, (uint32_t)test_random_next(&random) & (MODEL_ALL | MODEL_ORIGIN | MODEL_WALLS), limits);
  model.tuning.label_bytes = label_bytes;
  model.tuning.overlays = OVL_OVERLAYS_AUTO;
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

/* Makes the labels of the world in memory. */
static ovl_refresh *refresh_in_memory(const read_case *c, test_state *t) {
  ovl_refresh *refresh = NULL;
  bool done = false;
  CHECK(t, ovl_refresh_create(c->in_memory, NULL, &refresh) == OVL_OK, "create");
  CHECK(t, ovl_refresh_step(refresh, UINT64_MAX, &done) == OVL_OK && done, "in memory");
  return refresh;
}

/* Steps in slices until the refresh by the reader is done, or fails as the reader does. */
static ovl_result step_by_reader(read_case *c, test_state *t, ovl_refresh *refresh) {
  bool done = false;
  ovl_result result = OVL_OK;
  while (!done && result == OVL_OK) {
    result = ovl_refresh_step(refresh, 1 + test_random_next(&c->random) % 900, &done);
    const ovl_fault *fault = ovl_refresh_fault(refresh);
    CHECK(t, (fault->what[0] == 0) == (result == OVL_OK), "'%s': the fault names '%s'",
          ovl_result_text(result), fault->what);
  }
  return result;
}

/* Refreshes, after one that may have ended because the reader failed. */
static ovl_refresh *refresh_by_reader(read_case *c, test_state *t, bool fails) {
  ovl_refresh *refresh = NULL;
  CHECK(t, ovl_refresh_create(c->read, NULL, &refresh) == OVL_OK, "create");
  c->reader.fails_at =
      fails ? c->reader.calls + (uint64_t)test_random_between(&c->random, 0, 20) : UINT64_MAX;
  ovl_result result = step_by_reader(c, t, refresh);
  c->reader.fails_at = UINT64_MAX;
  if (fails && result == OVL_READ_FAILED) {
    bool done = true;
    CHECK(t, ovl_refresh_step(refresh, 1, &done) == OVL_READ_FAILED && !done, "it goes on");
    ovl_refresh_destroy(refresh);
    CHECK(t, ovl_refresh_create(c->read, NULL, &refresh) == OVL_OK, "create");
    result = step_by_reader(c, t, refresh);
  }
  CHECK(t, result == OVL_OK, "step: %s", ovl_result_text(result));
  return refresh;
}

/* Or of a world in place. After edits; some versions are edited while the refresh runs. Where no
 * labels are to be made, nothing is read. */
static void a_refresh_by_a_reader_is_that_in_memory(test_state *t) {
  uint64_t refreshed[2] = {0, 0};
  uint64_t of_small = 0;
  for (uint64_t i = 0; test_more(t, i, 160, 4000); i++) {
    const int has_labels = i % 4 != 0;
    model_fixture f;
    read_case c;
    if (!make_model(&f, t, i, has_labels ? 255 : 0)) {
      continue;
    }
    const bool is_in_place = has_labels && i % 3 == 1;
    bool fits = read_case_open(&c, t, f.world,
                               is_in_place  ? 0
                               : i % 3 == 0 ? LITTLE_CACHE
                                            : AMPLE_CACHE,
                               NULL);
    for (uint64_t k = 0; k < i / 2 % 3 && fits; k++) {
      fits = read_case_edit_model(&c, t, &f);
    }
    if (fits && t->failures == 0) {
      const uint64_t reads = c.reader.calls;
      ovl_refresh *expected = refresh_in_memory(&c, t);
      ovl_refresh *refresh = refresh_by_reader(&c, t, i % 5 == 2);
      CHECK(t, has_labels || c.reader.calls == reads, "a world without labels is read");
      const uint64_t before = c.read->history.version;
      const bool is_edited = i % 4 == 1 && read_case_edit_model(&c, t, &f);
      const bool is_rebuilt =
          c.read->history.routes_since > before || c.in_memory->history.routes_since > before;
      ovl_world *a = NULL;
      ovl_world *b = NULL;
      if (t->failures == 0 && !is_rebuilt) {
        CHECK(t, ovl_refresh_apply(expected, c.in_memory, &a) == OVL_OK, "apply in memory");
        CHECK(t, ovl_refresh_apply(refresh, c.read, &b) == OVL_OK, "apply by a reader");
        if (has_labels) {
          read_case_compare(t, a, b);
        } else {
          fixture_check_same_file(t, c.read, b, "nothing to make");
        }
        refreshed[has_labels]++;
        of_small += i % 3 == 0;
      }
      CHECK(t, t->failures == 0, "case %" PRIu64 ", edited meanwhile %d", i, is_edited);
      ovl_world_close(a);
      ovl_world_close(b);
      ovl_refresh_destroy(expected);
      ovl_refresh_destroy(refresh);
    }
    read_case_close(&c);
    model_fixture_free(&f);
  }
  CHECK(t, t->failures != 0 || (refreshed[1] > 60 && refreshed[0] > 20 && of_small > 15),
        "only %" PRIu64 " and %" PRIu64 " were refreshed, %" PRIu64 " of them with a small cache",
        refreshed[1], refreshed[0], of_small);
}

/* ---- Small caches -------------------------------------------------------------------------- */

/* A map with scattered rocks. */
static ovl_world *bake_rocks(test_state *t, int32_t width, int32_t height, int32_t region_cells,
                             ovl_overlays overlays) {
  test_random random = {t->case_seed};
  ovl_bake_def def = {.width = width, .height = height};
  def.tuning.region_cells = region_cells;
  def.tuning.overlays = overlays;
  def.tuning.label_bytes_per_cell = overlays == OVL_OVERLAYS_ALWAYS ? OVL_NO_LABELS : 255;
  return fixture_bake_rocks(t, &random, def, 90);
}

/* A cache far smaller than the file is enough for a refresh, and for saving an edited version. */
static void a_small_cache_is_enough(test_state *t) {
  for (int kind = 0; kind < 2; kind++) {
    test_begin_case(t, (uint64_t)kind);
    ovl_world *world = bake_rocks(t, 4 * WIDE_SIDE, WIDE_SIDE / 4, WIDE_REGION,
                                  kind == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS);
    const ovl_edit edit = ovl_edit_rect((ovl_cell){100, 30, 0}, 3, 3, 0);
    read_case c;
    ovl_world *edited = NULL;
    ovl_refresh *refresh = NULL;
    world_bytes found = {NULL, 0};
    ovl_world_info info;
    ovl_world_describe(world, &info);
    read_case_open(&c, t, world, kind == 0 ? SMALLEST_CACHE : (size_t)info.file_bytes / 6, NULL);
    const uint64_t fetched = c.reader.fetched;
    ovl_result result = OVL_OK;
    if (kind == 0) {
      bool done = false;
      CHECK(t, ovl_refresh_create(c.read, NULL, &refresh) == OVL_OK, "create");
      result = ovl_refresh_step(refresh, UINT64_MAX, &done);
    } else if (CHECK(t, ovl_world_apply(c.read, &edit, 1, &edited, NULL) == OVL_OK, "apply")) {
      result = ovl_world_save(edited,
                              &(ovl_save_def){.write = fixture_append, .write_user = &found}, NULL);
    }
    CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
    CHECK(t, c.reader.fetched - fetched < 8 * c.bytes.count, "%" PRIu64 " bytes of a file of %zu",
          c.reader.fetched - fetched, c.bytes.count);
    ovl_refresh_destroy(refresh);
    free(found.bytes);
    ovl_world_close(edited);
    read_case_close(&c);
    ovl_world_close(world);
  }
}

/* A cache that holds no region is refused with the bytes that are needed. */
static void a_cache_below_one_region_is_named(test_state *t) {
  test_begin_case(t, 0);
  ovl_world *world = bake_rocks(t, 4 * WIDE_SIDE, WIDE_SIDE / 4, WIDE_REGION, OVL_OVERLAYS_AUTO);
  read_case c;
  ovl_refresh *refresh = NULL;
  bool done = false;
  read_case_open(&c, t, world, 100, NULL);
  CHECK(t, ovl_refresh_create(c.read, NULL, &refresh) == OVL_OK, "create");
  const ovl_result result = ovl_refresh_step(refresh, 1000, &done);
  const ovl_fault *fault = ovl_refresh_fault(refresh);
  CHECK(t, result == OVL_CACHE_TOO_SMALL && !done, "%s", ovl_result_text(result));
  CHECK(t, strcmp(fault->what, "resident_bytes") == 0 && fault->expected > fault->found,
        "'%s', %" PRIu64 " of %" PRIu64, fault->what, fault->found, fault->expected);
  ovl_refresh_destroy(refresh);
  read_case_close(&c);
  ovl_world_close(world);
}

/* ---- Saving -------------------------------------------------------------------------------- */

/* The progress that a saving has reported. */
typedef struct saved_progress {
  uint64_t calls, stops_at; /* the call that stops it */
  uint64_t done, total;     /* of the last call */
  bool is_wrong;            /* done went back, or beyond the total, or the total changed */
} saved_progress;

static bool save_report(void *user, uint64_t done, uint64_t total) {
  saved_progress *p = user;
  p->is_wrong =
      p->is_wrong || done < p->done || done > total || (p->calls != 0 && total != p->total);
  p->done = done;
  p->total = total;
  return p->calls++ != p->stops_at;
}

static ovl_result save_reporting(const ovl_world *world, saved_progress *p) {
  world_bytes file = {NULL, 0};
  const ovl_save_def def = {
      .write = fixture_append, .write_user = &file, .progress = save_report, .progress_user = p};
  const ovl_result result = ovl_world_save(world, &def, NULL);
  free(file.bytes);
  return result;
}

/* Of a world as it is in its file, and of an edited one; in memory and by a reader. */
static void a_saving_reports_its_progress_and_can_be_stopped(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 10, 200); i++) {
    model_fixture f;
    read_case c;
    if (!make_model(&f, t, i, 0)) {
      continue;
    }
    if (read_case_open(&c, t, f.world, AMPLE_CACHE, NULL) && i % 3 != 0) {
      read_case_edit_model(&c, t, &f);
    }
    for (int k = 0; k < 2 && t->failures == 0; k++) {
      const ovl_world *world = k == 0 ? c.in_memory : c.read;
      saved_progress all = {.stops_at = UINT64_MAX};
      CHECK(t, save_reporting(world, &all) == OVL_OK, "save");
      CHECK(t, !all.is_wrong && all.done == all.total && all.calls != 0,
            "%" PRIu64 " of %" PRIu64 " after %" PRIu64 " calls", all.done, all.total, all.calls);
      saved_progress stopped = {
          .stops_at = (uint64_t)test_random_between(&c.random, 0, (int32_t)all.calls - 1)};
      const ovl_result result = save_reporting(world, &stopped);
      CHECK(t, result == OVL_STOPPED && stopped.calls == stopped.stops_at + 1,
            "%s after %" PRIu64 " calls", ovl_result_text(result), stopped.calls);
    }
    read_case_close(&c);
    model_fixture_free(&f);
  }
}

static bool count_bytes(void *user, const void *bytes, size_t byte_count) {
  (void)bytes;
  *(uint64_t *)user += byte_count;
  return true;
}

/* A file is not assembled in memory. */
static void saving_takes_little_memory(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  ovl_world *world = bake_rocks(t, SIDE, SIDE, 0, OVL_OVERLAYS_ALWAYS);
  counting_allocator counts = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counts);
  read_case c;
  ovl_world *edited = NULL;
  ovl_edit edits[RECTS];
  for (int i = 0; i < RECTS; i++) {
    const ovl_cell cell = {test_random_between(&random, 0, SIDE - 20),
                           test_random_between(&random, 0, SIDE - 20), 0};
    edits[i] = ovl_edit_rect(cell, 16, 16, 0);
  }
  read_case_open(&c, t, world, AMPLE_CACHE, &hooks);
  const ovl_result applied = ovl_world_apply(c.read, edits, RECTS, &edited, NULL);
  if (CHECK(t, applied == OVL_OK, "apply: %s", ovl_result_text(applied))) {
    uint64_t written = 0;
    counts.most_bytes = counts.live_bytes;
    const uint64_t before = counts.live_bytes;
    const ovl_result result =
        ovl_world_save(edited, &(ovl_save_def){.write = count_bytes, .write_user = &written}, NULL);
    CHECK(t, result == OVL_OK, "save: %s", ovl_result_text(result));
    const uint64_t more = counts.most_bytes - before - AMPLE_CACHE;
    CHECK(t, more < written / 4, "%" PRIu64 " bytes beside the cache for a file of %" PRIu64, more,
          written);
  }
  ovl_world_close(edited);
  read_case_close(&c);
  CHECK(t, counts.live == 0, "memory is left");
  ovl_world_close(world);
}

const test_entry test_by_reader_table[] = {
    {"reader/a-refresh-is-that-in-memory", a_refresh_by_a_reader_is_that_in_memory},
    {"reader/a-small-cache-is-enough", a_small_cache_is_enough},
    {"reader/a-cache-below-one-region-is-named", a_cache_below_one_region_is_named},
    {"reader/a-saving-reports-its-progress-and-can-be-stopped",
     a_saving_reports_its_progress_and_can_be_stopped},
    {"reader/saving-takes-little-memory", saving_takes_little_memory},
    {NULL, NULL},
};
