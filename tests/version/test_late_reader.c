/* Refreshes and savings of worlds that are read by a reader which is late, fails, or has a small
 * cache: they go on where they were, and give the bytes of a world in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"
#include "world/world.h"

enum {
  SMALLEST_CACHE = 28 << 10, /* a chunk of the table, and less than a row of regions */
  SMALL_CACHE = 64 << 10,
  LARGE_CACHE = 1 << 20,
  MOST_TRIES = 100000,
  WIDE_SIDE = 256,
  WIDE_REGION = 16
};

/* How a reader behaves. */
typedef enum late_mode { LATE_AT_RANDOM, LATE_ONCE, LATE_OR_FAILED, LATE_MODES } late_mode;

/* One world with the same edits in memory and by a reader. */
typedef struct late_case {
  model_fixture f;
  world_bytes bytes;
  paged_reader reader;
  ovl_world *read;
  uint8_t *was_late;
} late_case;

/* ---- Readers and calls -------------------------------------------------------------------- */

static void set_late(late_case *c, late_mode mode) {
  c->reader.was_late = NULL;
  c->reader.later_percent = 0;
  if (mode == LATE_ONCE) {
    memset(c->was_late, 0, c->bytes.count);
    c->reader.was_late = c->was_late;
  } else {
    c->reader.later_percent = 30;
  }
}

static void set_prompt(late_case *c) {
  c->reader.was_late = NULL;
  c->reader.later_percent = 0;
  c->reader.fails_at = UINT64_MAX;
}

/* Lets one of the next reads fail, in the mode that does so. */
static void draw_failure(late_case *c, late_mode mode) {
  if (mode == LATE_OR_FAILED && test_random_percent(&c->f.random, 20)) {
    c->reader.fails_at = c->reader.calls + (uint64_t)test_random_between(&c->f.random, 0, 9);
  }
}

/* Returns true unless a call failed with an error other than those of a late reader, or, in the
 * mode that has them, of a failing one. */
static bool may_go_on(ovl_result result, late_mode mode) {
  return result == OVL_OK || result == OVL_NEEDS_REGIONS ||
         (result == OVL_READ_FAILED && mode == LATE_OR_FAILED);
}

static ovl_apply_def rule_of(late_case *c) {
  ovl_apply_def def = ovl_apply_def_default();
  const ovl_bake_def bake = model_bake_def(&c->f.model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return def;
}

/* ---- Worlds --------------------------------------------------------------------------------- */

static bool open_read(late_case *c, test_state *t, size_t resident_bytes) {
  c->bytes = fixture_save(t, c->f.world);
  c->was_late = calloc(c->bytes.count + 1, 1);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  CHECK(t, paged_open_read(&c->reader, resident_bytes, &c->read) == OVL_OK, "open");
  return t->failures == 0;
}

/* With labels, of which half have overlays too; or with overlays alone, or neither. */
static bool late_case_make(late_case *c, test_state *t, uint64_t index, bool has_labels) {
  memset(c, 0, sizeof *c);
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits =
      index % 2 == 0 || has_labels ? model_usual_limits() : model_overlay_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & MODEL_ALL, limits);
  model.tuning.label_bytes = has_labels ? 255 : 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_NEVER
                          : has_labels   ? OVL_OVERLAYS_AUTO
                                         : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  return model_fixture_make(&c->f, t, model) &&
         open_read(c, t, index % 3 == 0 ? SMALL_CACHE : LARGE_CACHE);
}

static void late_case_free(late_case *c) {
  ovl_world_close(c->read);
  free(c->bytes.bytes);
  free(c->was_late);
  model_fixture_free(&c->f);
}

static void replace(ovl_world **world, ovl_world *by) {
  ovl_world_close(*world);
  *world = by;
}

/* Edits both, by a prompt reader. False: the cache is too small for the edits. */
static bool edit_both(late_case *c, test_state *t) {
  static tame_edits edits;
  const ovl_apply_def def = rule_of(c);
  ovl_world *in_memory = NULL;
  ovl_world *by_reader = NULL;
  set_prompt(c);
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

static bool edit_times(late_case *c, test_state *t, int times) {
  bool fits = true;
  for (int i = 0; i < times && fits; i++) {
    fits = edit_both(c, t);
  }
  return fits;
}

/* Edits both in forks; that of the reader is opened once more from its patch, by a late reader. */
static bool edit_in_fork(late_case *c, test_state *t, late_mode mode) {
  ovl_world *parent = NULL;
  ovl_world *fork = NULL;
  ovl_world *opened = NULL;
  world_bytes patch = {NULL, 0};
  const ovl_apply_def def = rule_of(c);
  ovl_world_retain(c->read, &parent);
  CHECK(t, ovl_world_fork(c->f.world, &fork) == OVL_OK, "fork");
  replace(&c->f.world, fork);
  CHECK(t, ovl_world_fork(c->read, &fork) == OVL_OK, "fork");
  replace(&c->read, fork);
  const bool is_edited = edit_times(c, t, 2);
  CHECK(t, ovl_world_save_patch(c->read, fixture_append, &patch, NULL) == OVL_OK, "patch");
  set_late(c, mode);
  ovl_result result = OVL_NEEDS_REGIONS;
  for (int tries = 0; is_edited && result == OVL_NEEDS_REGIONS && tries < MOST_TRIES; tries++) {
    result = ovl_world_open_patch(parent, patch.bytes, patch.count, &def, &opened, NULL);
  }
  if (is_edited && CHECK(t, result == OVL_OK, "patch: %s", ovl_result_text(result))) {
    replace(&c->read, opened);
  }
  set_prompt(c);
  free(patch.bytes);
  ovl_world_close(parent);
  return is_edited;
}

/* Edits a few times, in forks too. False: the cache is too small for the edits. */
static bool edit_some(late_case *c, test_state *t, uint64_t index) {
  const int kind = (int)(index / 2 % 4);
  return kind == 3 ? edit_in_fork(c, t, LATE_ONCE) : edit_times(c, t, kind);
}

static void check_same_bytes(test_state *t, const world_bytes *found, const world_bytes *expected) {
  CHECK(t,
        found->count == expected->count && memcmp(found->bytes, expected->bytes, found->count) == 0,
        "other bytes: %zu, expected %zu", found->count, expected->count);
}

/* ---- Refreshing -------------------------------------------------------------------------- */

/* Makes the labels of the world in memory. */
static ovl_refresh *refresh_in_memory(const late_case *c, test_state *t) {
  ovl_refresh *refresh = NULL;
  bool done = false;
  CHECK(t, ovl_refresh_create(c->f.world, NULL, &refresh) == OVL_OK, "create");
  CHECK(t, ovl_refresh_step(refresh, UINT64_MAX, &done) == OVL_OK && done, "in memory");
  return refresh;
}

/* Steps until the refresh by the reader is done. */
static void step_late(late_case *c, test_state *t, ovl_refresh *refresh, late_mode mode) {
  bool done = false;
  ovl_result result = OVL_OK;
  int tries = 0;
  set_late(c, mode);
  for (; !done && may_go_on(result, mode) && tries < MOST_TRIES; tries++) {
    draw_failure(c, mode);
    result = ovl_refresh_step(refresh, 1 + test_random_next(&c->f.random) % 900, &done);
    const ovl_fault *fault = ovl_refresh_fault(refresh);
    CHECK(t, (fault->what[0] == 0) == (result == OVL_OK), "'%s': the fault names '%s'",
          ovl_result_text(result), fault->what);
  }
  CHECK(t, done && result == OVL_OK, "after %d steps: %s", tries, ovl_result_text(result));
}

/* Makes a version of a refresh, which may be late as well. */
static ovl_world *apply_late(late_case *c, test_state *t, ovl_refresh *refresh, late_mode mode) {
  ovl_world *made = NULL;
  ovl_result result = OVL_NEEDS_REGIONS;
  for (int tries = 0; result != OVL_OK && may_go_on(result, mode) && tries < MOST_TRIES; tries++) {
    result = ovl_refresh_apply(refresh, c->read, &made);
  }
  CHECK(t, result == OVL_OK, "apply: %s", ovl_result_text(result));
  return made;
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

/* After edits, forks and patches; some versions are edited while the refresh runs. */
static void a_refresh_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t refreshed = 0;
  uint64_t of_small = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    late_case c;
    const late_mode mode = (late_mode)(i % 5 % LATE_MODES);
    if (!late_case_make(&c, t, i, true)) {
      continue;
    }
    if (edit_some(&c, t, i) && t->failures == 0) {
      ovl_refresh *refresh = NULL;
      ovl_refresh *expected = refresh_in_memory(&c, t);
      CHECK(t, ovl_refresh_create(c.read, NULL, &refresh) == OVL_OK, "create");
      step_late(&c, t, refresh, mode);
      const uint64_t before = c.read->history.version;
      const bool is_edited = i % 4 == 1 && edit_both(&c, t);
      const bool is_rebuilt =
          c.read->history.routes_since > before || c.f.world->history.routes_since > before;
      set_late(&c, mode);
      ovl_world *a = NULL;
      if (t->failures == 0 && !is_rebuilt) {
        CHECK(t, ovl_refresh_apply(expected, c.f.world, &a) == OVL_OK, "apply in memory");
        ovl_world *b = apply_late(&c, t, refresh, mode);
        set_prompt(&c);
        if (a != NULL && b != NULL) {
          compare_versions(t, a, b);
          refreshed++;
          of_small += i % 3 == 0;
        }
        ovl_world_close(b);
      }
      CHECK(t, t->failures == 0, "case %" PRIu64 ", edited meanwhile %d", i, is_edited);
      ovl_world_close(a);
      ovl_refresh_destroy(expected);
      ovl_refresh_destroy(refresh);
    }
    late_case_free(&c);
  }
  CHECK(t, t->failures != 0 || (refreshed > 60 && of_small > 15),
        "only %" PRIu64 " were refreshed, %" PRIu64 " of them with a small cache", refreshed,
        of_small);
}

/* ---- Saving -------------------------------------------------------------------------------- */

static void a_saving_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t edited = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 4000); i++) {
    late_case c;
    const late_mode mode = (late_mode)(i % 5 % LATE_MODES);
    if (!late_case_make(&c, t, i, i % 4 == 3)) {
      continue;
    }
    if (edit_some(&c, t, i) && t->failures == 0) {
      world_bytes found = {NULL, 0};
      const world_bytes expected = fixture_save(t, c.f.world);
      ovl_saving *saving = NULL;
      bool done = false;
      ovl_result result = ovl_saving_create(c.read, fixture_append, &found, &saving);
      set_late(&c, mode);
      for (int tries = 0; !done && may_go_on(result, mode) && tries < MOST_TRIES; tries++) {
        draw_failure(&c, mode);
        result = ovl_saving_step(saving, 1 + test_random_next(&c.f.random) % 900, &done);
        CHECK(t, (ovl_saving_fault(saving)->what[0] == 0) == (result == OVL_OK), "fault");
      }
      CHECK(t, done && result == OVL_OK, "save: %s", ovl_result_text(result));
      check_same_bytes(t, &found, &expected);
      CHECK(t, ovl_saving_step(saving, 1, &done) == OVL_OK && done, "a step after the last");
      edited += ovi_world_is_edited(c.read);
      ovl_saving_destroy(saving);
      ovl_saving_destroy(NULL);
      free(found.bytes);
      free(expected.bytes);
    }
    late_case_free(&c);
  }
  CHECK(t, t->failures != 0 || edited > 30, "only %" PRIu64 " were edited", edited);
}

/* ---- Small caches -------------------------------------------------------------------------- */

static ovl_world *bake_wide(test_state *t, uint64_t seed, ovl_overlays overlays) {
  static uint8_t terrain[WIDE_SIDE * WIDE_SIDE];
  test_random random = {seed};
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = test_random_percent(&random, 90) ? 1 : 0;
  }
  ovl_bake_def def = ovl_bake_def_default();
  def.width = 4 * WIDE_SIDE;
  def.height = WIDE_SIDE / 4;
  def.terrain = terrain;
  def.tuning.region_cells = WIDE_REGION;
  def.tuning.overlays = overlays;
  def.tuning.label_bytes_per_cell = overlays == OVL_OVERLAYS_ALWAYS ? 0 : 255;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Steps a refresh, or a saving of an edited version, to its end; returns how often it was late. */
static uint64_t step_wide(test_state *t, ovl_refresh *refresh, ovl_saving *saving) {
  ovl_result result = OVL_OK;
  bool done = false;
  uint64_t late = 0;
  while (!done && (result == OVL_OK || result == OVL_NEEDS_REGIONS) && late < MOST_TRIES) {
    result = refresh != NULL ? ovl_refresh_step(refresh, 100000, &done)
                             : ovl_saving_step(saving, 100000, &done);
    late += result == OVL_NEEDS_REGIONS;
  }
  CHECK(t, done && result == OVL_OK, "%s", ovl_result_text(result));
  return late;
}

/* A cache far smaller than the file, and a reader that is late every other time: the pass over all
 * regions never begins anew. */
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
    ovl_saving *saving = NULL;
    world_bytes found = {NULL, 0};
    CHECK(t, paged_open_read(&reader, cache, &read) == OVL_OK, "open");
    if (kind == 0) {
      CHECK(t, ovl_refresh_create(read, NULL, &refresh) == OVL_OK, "create");
    } else if (CHECK(t, ovl_world_apply(read, edits, 1, NULL, &edited, NULL) == OVL_OK, "apply")) {
      CHECK(t, ovl_saving_create(edited, fixture_append, &found, &saving) == OVL_OK, "create");
    }
    reader.later_percent = 50;
    const uint64_t fetched = reader.fetched;
    const uint64_t late = t->failures == 0 ? step_wide(t, refresh, saving) : 0;
    reader.later_percent = 0;
    CHECK(t, late > 30 && reader.fetched - fetched < 16 * bytes.count,
          "late %" PRIu64 " times, %" PRIu64 " bytes of a file of %zu", late,
          reader.fetched - fetched, bytes.count);
    ovl_refresh_destroy(refresh);
    ovl_saving_destroy(saving);
    free(found.bytes);
    ovl_world_close(edited);
    ovl_world_close(read);
    ovl_world_close(world);
    free(bytes.bytes);
  }
}

/* A flat map, or one with hills, for a profile to which climbing costs more. */
static ovl_world *bake_hills(test_state *t, bool has_hills) {
  static uint8_t terrain[WIDE_SIDE * WIDE_SIDE];
  static uint16_t heights[WIDE_SIDE * WIDE_SIDE];
  ovl_profile_def profile = ovl_profile_def_default();
  ovl_bake_def def = ovl_bake_def_default();
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = 1;
    heights[i] = has_hills ? (uint16_t)(i % 7 + i / WIDE_SIDE % 5) : 0;
  }
  profile.weights[1] = 8;
  profile.climb_cost = 5;
  profile.climb = 3;
  const ovl_floor_def floor = {
      .width = WIDE_SIDE, .height = WIDE_SIDE, .terrain = terrain, .heights = heights};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.tuning.region_cells = WIDE_REGION;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = OVL_OVERLAYS_NEVER;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Edits whose islands depend on all regions, or that make a profile directed so that all regions
 * are rebuilt, pass through a cache that holds some of them. */
static void a_directed_world_is_edited_in_a_small_cache(test_state *t) {
  for (int has_hills = 0; has_hills < 2; has_hills++) {
    test_begin_case(t, (uint64_t)has_hills);
    ovl_world *world = bake_hills(t, has_hills != 0);
    const world_bytes bytes = fixture_save(t, world);
    paged_reader reader = paged_reader_of(&bytes, t->case_seed);
    ovl_edit edit = ovl_edit_rect((ovl_cell){90, 90, 0}, 12, 3, 40);
    ovl_world *read = NULL;
    ovl_world *by_reader = NULL;
    ovl_world *in_memory = NULL;
    ovl_fault fault;
    edit.kind = OVL_EDIT_HEIGHT;
    CHECK(t, paged_open_read(&reader, bytes.count / 6, &read) == OVL_OK, "open");
    CHECK(t, ovl_world_apply(world, &edit, 1, NULL, &in_memory, NULL) == OVL_OK, "apply");
    const ovl_result result = ovl_world_apply(read, &edit, 1, NULL, &by_reader, &fault);
    if (CHECK(t, result == OVL_OK, "by a reader: %s, '%s' %" PRIu64 " of %" PRIu64,
              ovl_result_text(result), fault.what, fault.found, fault.expected)) {
      CHECK(t, by_reader->layers[0].profile.is_directed, "it is not directed");
      compare_versions(t, in_memory, by_reader);
    }
    ovl_world_close(by_reader);
    ovl_world_close(in_memory);
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

const test_entry test_late_reader_table[] = {
    {"late/a-refresh-goes-on-where-its-reader-was-late",
     a_refresh_goes_on_where_its_reader_was_late},
    {"late/a-saving-goes-on-where-its-reader-was-late", a_saving_goes_on_where_its_reader_was_late},
    {"late/a-small-cache-is-enough", a_small_cache_is_enough},
    {"late/a-directed-world-is-edited-in-a-small-cache",
     a_directed_world_is_edited_in_a_small_cache},
    {"late/a-cache-below-one-region-is-named", a_cache_below_one_region_is_named},
    {NULL, NULL},
};
