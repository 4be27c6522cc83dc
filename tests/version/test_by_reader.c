/* Refreshes, files and edits of worlds that are read by a reader, which may fail or have a small
 * cache: they give the bytes of a world in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"
#include "world/world.h"

enum {
  SMALLEST_CACHE = 28 << 10, /* a chunk of the table, and less than a row of regions */
  SMALL_CACHE = 64 << 10,
  LARGE_CACHE = 1 << 20,
  WIDE_SIDE = 256,
  WIDE_REGION = 16
};

/* One world with the same edits in memory and by a reader. */
typedef struct reader_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read;
} reader_case;

static ovl_apply_def rule_of(reader_case *c) {
  ovl_apply_def def = {0};
  const ovl_bake_def bake = model_bake_def(&c->f.model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return def;
}

static bool open_read(reader_case *c, test_state *t, size_t resident_bytes) {
  c->bytes = fixture_save(t, c->f.world);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  CHECK(t, paged_open_read(&c->reader, resident_bytes, &c->read) == OVL_OK, "open");
  return t->failures == 0;
}

/* With labels; half have overlays too. */
static bool reader_case_make(reader_case *c, test_state *t, uint64_t index) {
  memset(c, 0, sizeof *c);
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = model_usual_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & MODEL_ALL, limits);
  model.tuning.label_bytes = 255;
  model.tuning.overlays = OVL_OVERLAYS_AUTO;
  tame_edits_begin(&model);
  return model_fixture_make(&c->f, t, model) &&
         open_read(c, t, index % 3 == 0 ? SMALL_CACHE : LARGE_CACHE);
}

static void reader_case_free(reader_case *c) {
  ovl_world_close(c->read);
  free(c->bytes.bytes);
  model_fixture_free(&c->f);
}

static void replace(ovl_world **world, ovl_world *by) {
  ovl_world_close(*world);
  *world = by;
}

/* Edits both, and the reader does not fail. False: the cache is too small for the edits. */
static bool edit_both(reader_case *c, test_state *t) {
  static tame_edits edits;
  const ovl_apply_def def = rule_of(c);
  ovl_world *in_memory = NULL;
  ovl_world *by_reader = NULL;
  tame_edits_draw(&edits, &c->f.model, &c->f.random);
  const ovl_result a =
      ovl_world_apply(c->f.world, edits.edits, edits.count, &def, &in_memory, NULL);
  const ovl_result b = ovl_world_apply(c->read, edits.edits, edits.count, &def, &by_reader, NULL);
  CHECK(t, a == OVL_OK && (b == OVL_OK || b == OVL_PLANNER_TOO_SMALL),
        "in memory '%s', by a reader '%s'", ovl_result_text(a), ovl_result_text(b));
  if (a != OVL_OK || b != OVL_OK) {
    ovl_world_close(in_memory);
    ovl_world_close(by_reader);
    return false;
  }
  replace(&c->f.world, in_memory);
  replace(&c->read, by_reader);
  return true;
}

static bool edit_times(reader_case *c, test_state *t, int times) {
  bool fits = true;
  for (int i = 0; i < times && fits; i++) {
    fits = edit_both(c, t);
  }
  return fits;
}

static void check_same_bytes(test_state *t, const world_bytes *found, const world_bytes *expected) {
  CHECK(t,
        found->count == expected->count && memcmp(found->bytes, expected->bytes, found->count) == 0,
        "other bytes: %zu, expected %zu", found->count, expected->count);
}

/* ---- Refreshing -------------------------------------------------------------------------- */

/* Makes the labels of the world in memory. */
static ovl_refresh *refresh_in_memory(const reader_case *c, test_state *t) {
  ovl_refresh *refresh = NULL;
  bool done = false;
  CHECK(t, ovl_refresh_create(c->f.world, NULL, &refresh) == OVL_OK, "create");
  CHECK(t, ovl_refresh_step(refresh, UINT64_MAX, &done) == OVL_OK && done, "in memory");
  return refresh;
}

/* Steps in slices until the refresh by the reader is done, or fails as the reader does. */
static ovl_result step_by_reader(reader_case *c, test_state *t, ovl_refresh *refresh) {
  bool done = false;
  ovl_result result = OVL_OK;
  while (!done && result == OVL_OK) {
    result = ovl_refresh_step(refresh, 1 + test_random_next(&c->f.random) % 900, &done);
    const ovl_fault *fault = ovl_refresh_fault(refresh);
    CHECK(t, (fault->what[0] == 0) == (result == OVL_OK), "'%s': the fault names '%s'",
          ovl_result_text(result), fault->what);
  }
  return result;
}

/* Refreshes, after one that may have ended because the reader failed. NULL: it failed. */
static ovl_refresh *refresh_by_reader(reader_case *c, test_state *t, bool fails) {
  ovl_refresh *refresh = NULL;
  CHECK(t, ovl_refresh_create(c->read, NULL, &refresh) == OVL_OK, "create");
  c->reader.fails_at =
      fails ? c->reader.calls + (uint64_t)test_random_between(&c->f.random, 0, 20) : UINT64_MAX;
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

/* Compares the files and identities of both. */
static void compare_versions(test_state *t, const ovl_world *in_memory,
                             const ovl_world *by_reader) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(in_memory, &a);
  ovl_world_version(by_reader, &b);
  CHECK(t,
        a.version == b.version && a.refreshed == b.refreshed &&
            a.rebuilt_regions == b.rebuilt_regions,
        "version %" PRIu64 " and %" PRIu64 ", refreshed %d and %d", a.version, b.version,
        a.refreshed, b.refreshed);
  const world_bytes expected = fixture_save(t, in_memory);
  const world_bytes found = fixture_save(t, by_reader);
  check_same_bytes(t, &found, &expected);
  free(expected.bytes);
  free(found.bytes);
}

/* After edits; some versions are edited while the refresh runs. */
static void a_refresh_by_a_reader_is_that_in_memory(test_state *t) {
  uint64_t refreshed = 0;
  uint64_t of_small = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    reader_case c;
    if (!reader_case_make(&c, t, i)) {
      continue;
    }
    if (edit_times(&c, t, (int)(i / 2 % 3)) && t->failures == 0) {
      ovl_refresh *expected = refresh_in_memory(&c, t);
      ovl_refresh *refresh = refresh_by_reader(&c, t, i % 5 == 2);
      const uint64_t before = c.read->history.version;
      const bool is_edited = i % 4 == 1 && edit_both(&c, t);
      const bool is_rebuilt =
          c.read->history.routes_since > before || c.f.world->history.routes_since > before;
      ovl_world *a = NULL;
      ovl_world *b = NULL;
      if (t->failures == 0 && !is_rebuilt) {
        CHECK(t, ovl_refresh_apply(expected, c.f.world, &a) == OVL_OK, "apply in memory");
        CHECK(t, ovl_refresh_apply(refresh, c.read, &b) == OVL_OK, "apply by a reader");
        compare_versions(t, a, b);
        refreshed++;
        of_small += i % 3 == 0;
      }
      CHECK(t, t->failures == 0, "case %" PRIu64 ", edited meanwhile %d", i, is_edited);
      ovl_world_close(a);
      ovl_world_close(b);
      ovl_refresh_destroy(expected);
      ovl_refresh_destroy(refresh);
    }
    reader_case_free(&c);
  }
  CHECK(t, t->failures != 0 || (refreshed > 60 && of_small > 15),
        "only %" PRIu64 " were refreshed, %" PRIu64 " of them with a small cache", refreshed,
        of_small);
}

/* ---- Small caches -------------------------------------------------------------------------- */

static ovl_world *bake_wide(test_state *t, uint64_t seed, ovl_overlays overlays) {
  static uint8_t terrain[WIDE_SIDE * WIDE_SIDE];
  test_random random = {seed};
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = test_random_percent(&random, 90) ? 1 : 0;
  }
  ovl_bake_def def = {0};
  def.width = 4 * WIDE_SIDE;
  def.height = WIDE_SIDE / 4;
  def.terrain = terrain;
  def.tuning.region_cells = WIDE_REGION;
  def.tuning.overlays = overlays;
  def.tuning.label_bytes_per_cell = overlays == OVL_OVERLAYS_ALWAYS ? OVL_NO_LABELS : 255;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* A cache far smaller than the file is enough for a refresh, and for saving an edited version. */
static void a_small_cache_is_enough(test_state *t) {
  for (int kind = 0; kind < 2; kind++) {
    test_begin_case(t, (uint64_t)kind);
    ovl_world *world =
        bake_wide(t, t->case_seed, kind == 0 ? OVL_OVERLAYS_AUTO : OVL_OVERLAYS_ALWAYS);
    const world_bytes bytes = fixture_save(t, world);
    const size_t cache = kind == 0 ? SMALLEST_CACHE : bytes.count / 6;
    const ovl_edit edits[] = {ovl_edit_rect((ovl_cell){100, 30, 0}, 3, 3, 0)};
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    ovl_world *read = NULL;
    ovl_world *edited = NULL;
    ovl_refresh *refresh = NULL;
    world_bytes found = {NULL, 0};
    CHECK(t, paged_open_read(&reader, cache, &read) == OVL_OK, "open");
    const uint64_t fetched = reader.fetched;
    ovl_result result = OVL_OK;
    if (kind == 0) {
      bool done = false;
      CHECK(t, ovl_refresh_create(read, NULL, &refresh) == OVL_OK, "create");
      result = ovl_refresh_step(refresh, UINT64_MAX, &done);
    } else if (CHECK(t, ovl_world_apply(read, edits, 1, NULL, &edited, NULL) == OVL_OK, "apply")) {
      result = ovl_world_save(edited,
                              &(ovl_save_def){.write = fixture_append, .write_user = &found}, NULL);
    }
    CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
    CHECK(t, reader.fetched - fetched < 8 * bytes.count, "%" PRIu64 " bytes of a file of %zu",
          reader.fetched - fetched, bytes.count);
    ovl_refresh_destroy(refresh);
    free(found.bytes);
    ovl_world_close(edited);
    ovl_world_close(read);
    ovl_world_close(world);
    free(bytes.bytes);
  }
}

/* A cache that holds no region is refused with the bytes that are needed. */
static void a_cache_below_one_region_is_named(test_state *t) {
  test_begin_case(t, 0);
  ovl_world *world = bake_wide(t, t->case_seed, OVL_OVERLAYS_AUTO);
  const world_bytes bytes = fixture_save(t, world);
  paged_reader reader = paged_reader_of(&bytes, t->case_seed);
  ovl_world *read = NULL;
  ovl_refresh *refresh = NULL;
  bool done = false;
  CHECK(t, paged_open_read(&reader, 100, &read) == OVL_OK, "open");
  CHECK(t, ovl_refresh_create(read, NULL, &refresh) == OVL_OK, "create");
  const ovl_result result = ovl_refresh_step(refresh, 1000, &done);
  const ovl_fault *fault = ovl_refresh_fault(refresh);
  CHECK(t, result == OVL_PLANNER_TOO_SMALL && !done, "%s", ovl_result_text(result));
  CHECK(t, strcmp(fault->what, "resident_bytes") == 0 && fault->expected > fault->found,
        "'%s', %" PRIu64 " of %" PRIu64, fault->what, fault->found, fault->expected);
  ovl_refresh_destroy(refresh);
  ovl_world_close(read);
  ovl_world_close(world);
  free(bytes.bytes);
}

const test_entry test_by_reader_table[] = {
    {"reader/a-refresh-is-that-in-memory", a_refresh_by_a_reader_is_that_in_memory},
    {"reader/a-small-cache-is-enough", a_small_cache_is_enough},
    {"reader/a-cache-below-one-region-is-named", a_cache_below_one_region_is_named},
    {NULL, NULL},
};
