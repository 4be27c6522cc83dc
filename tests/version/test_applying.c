/* Applyings of edits to worlds that are read by a reader which is late, fails or gives wrong bytes,
 * through small caches: they go on where they were, and give the version of a world in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/paged_world.h"
#include "world/world.h"

enum {
  TINY_CACHE = 40 << 10, /* a chunk of the table, and a few regions */
  SMALL_CACHE = 1 << 20, /* for saving overlays */
  AMPLE_CACHE = 4 << 20,
  MOST_STEPS = 200000,
  HILL_SIDE = 256,
  HILL_REGION = 16,
  HILL_LINKS = 40
};

/* How a reader behaves. */
typedef enum reading {
  SELDOM_LATE,
  OFTEN_LATE,
  LATE_ONCE,
  LATE_OR_FAILED,
  LATE_OR_WRONG,
  READINGS
} reading;

/* A world in memory, and its file by a reader. */
typedef struct applying_case {
  world_bytes bytes;
  paged_reader reader;
  ovl_world *in_memory;
  ovl_world *read;
  uint8_t *was_late;
  test_random random;
  bool is_ample;  /* the cache holds all of a small world */
  uint64_t steps; /* of the applying that was stepped last */
} applying_case;

static bool open_case(applying_case *c, test_state *t, const ovl_world *world, size_t cache,
                      const ovl_allocator *hooks) {
  ovl_open_def def = ovl_open_def_default();
  memset(c, 0, sizeof *c);
  c->random = (test_random){t->case_seed ^ 5};
  c->bytes = fixture_save(t, world);
  c->is_ample = cache == AMPLE_CACHE;
  c->was_late = calloc(c->bytes.count + 1, 1);
  c->reader = paged_reader_of(&c->bytes, t->case_seed);
  def.byte_count = c->bytes.count;
  def.read = paged_read;
  def.read_user = &c->reader;
  def.resident_bytes = cache;
  def.allocator = hooks != NULL ? *hooks : def.allocator;
  ovl_world_retain(world, &c->in_memory);
  return CHECK(t, ovl_world_open_def(&def, &c->read, NULL) == OVL_OK, "open");
}

static void close_case(applying_case *c) {
  ovl_world_close(c->read);
  ovl_world_close(c->in_memory);
  free(c->bytes.bytes);
  free(c->was_late);
}

/* ---- Stepping ------------------------------------------------------------------------------ */

static void set_reading(applying_case *c, reading mode) {
  memset(c->was_late, 0, c->bytes.count);
  c->reader.was_late = mode == LATE_ONCE ? c->was_late : NULL;
  c->reader.later_percent = mode == OFTEN_LATE ? 50 : mode == LATE_ONCE ? 0 : 5;
}

static void set_prompt(applying_case *c) {
  c->reader.was_late = NULL;
  c->reader.later_percent = 0;
  c->reader.fails_at = c->reader.damages_at = UINT64_MAX;
}

/* Lets one of the next reads fail or give a wrong byte, in the modes that do so. */
static void draw_trouble(applying_case *c, reading mode) {
  const uint64_t call = c->reader.calls + (uint64_t)test_random_between(&c->random, 0, 9);
  if (mode == LATE_OR_FAILED && test_random_percent(&c->random, 30)) {
    c->reader.fails_at = call;
  }
  if (mode == LATE_OR_WRONG && test_random_percent(&c->random, 30)) {
    c->reader.damages_at = call;
  }
}

static bool may_go_on(ovl_result result, reading mode) {
  return result == OVL_OK || result == OVL_NEEDS_REGIONS ||
         (mode == LATE_OR_FAILED && result == OVL_READ_FAILED) ||
         (mode == LATE_OR_WRONG && (result == OVL_CORRUPT || result == OVL_WRONG_CHECKSUM));
}

/* Steps an applying to its end, and counts the steps. */
static ovl_result step_to_end(applying_case *c, test_state *t, ovl_applying *applying,
                              reading mode) {
  ovl_result result = OVL_NEEDS_REGIONS;
  bool done = false;
  set_reading(c, mode);
  for (c->steps = 0; !done && may_go_on(result, mode) && c->steps < MOST_STEPS; c->steps++) {
    draw_trouble(c, mode);
    result = ovl_applying_step(applying, &done);
    CHECK(t, done == (result == OVL_OK), "done %d, %s", done, ovl_result_text(result));
    CHECK(t, (ovl_applying_fault(applying)->what[0] == 0) == (result == OVL_OK),
          "'%s' has fault '%s'", ovl_result_text(result), ovl_applying_fault(applying)->what);
  }
  set_prompt(c);
  if (mode == LATE_OR_WRONG && ovi_world_is_read(c->read)) {
    ovi_page_cache_clear(c->read->base->pager.cache); /* of wrong bytes that were not checked yet */
  }
  return result;
}

/* Applies edits to the world of the reader, and sets *version. */
static ovl_result apply_by_steps(applying_case *c, test_state *t, const ovl_edit *edits,
                                 size_t count, const ovl_apply_def *def, reading mode,
                                 ovl_world **version) {
  ovl_applying *applying = NULL;
  *version = NULL;
  if (!CHECK(t, ovl_applying_create(c->read, edits, count, def, &applying, NULL) == OVL_OK,
             "create")) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = step_to_end(c, t, applying, mode);
  if (result == OVL_OK) {
    CHECK(t, ovl_applying_take(applying, version) == OVL_OK, "take");
  }
  ovl_applying_destroy(applying);
  return result;
}

/* ---- Comparing ----------------------------------------------------------------------------- */

/* Compares files, numbers of islands and histories of two versions. */
static void compare_versions(test_state *t, const ovl_world *expected, const ovl_world *found) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(expected, &a);
  ovl_world_version(found, &b);
  CHECK(t, a.version == b.version && a.rebuilt_regions == b.rebuilt_regions,
        "version %" PRIu64 " with %" PRIu64 " regions, by a reader %" PRIu64 " with %" PRIu64,
        a.version, a.rebuilt_regions, b.version, b.rebuilt_regions);
  const world_bytes wanted = fixture_save(t, expected);
  const world_bytes bytes = fixture_save(t, found);
  CHECK(t, bytes.count == wanted.count && memcmp(bytes.bytes, wanted.bytes, wanted.count) == 0,
        "other bytes: %zu, expected %zu", bytes.count, wanted.count);
  free(wanted.bytes);
  free(bytes.bytes);
  const ovi_plane *plane = &expected->shared.plane;
  for (int32_t i = 0; i < plane->width * plane->height && t->failures == 0; i += 7) {
    const ovl_cell cell = {i % plane->width, i / plane->width, 0};
    for (int32_t profile = 0; profile < (int32_t)expected->shared.profile_count; profile++) {
      CHECK(t, ovl_world_island(expected, profile, cell) == ovl_world_island(found, profile, cell),
            "island of %d,%d for profile %d", cell.x, cell.y, profile);
    }
  }
}

/* Makes both worlds the versions after edits, which are compared. False: an edit is refused, or the
 * cache does not hold one region. */
static bool edit_case(applying_case *c, test_state *t, const ovl_edit *edits, size_t count,
                      const ovl_apply_def *def, reading mode) {
  ovl_world *expected = NULL;
  ovl_world *found = NULL;
  const ovl_result wanted = ovl_world_apply(c->in_memory, edits, count, def, &expected, NULL);
  const ovl_result result = apply_by_steps(c, t, edits, count, def, mode, &found);
  CHECK(t, result == wanted || (result == OVL_PLANNER_TOO_SMALL && !c->is_ample),
        "in memory '%s', by a reader '%s' after %" PRIu64 " steps", ovl_result_text(wanted),
        ovl_result_text(result), c->steps);
  if (wanted != OVL_OK || found == NULL || t->failures != 0) {
    ovl_world_close(expected);
    ovl_world_close(found);
    return false;
  }
  compare_versions(t, expected, found);
  ovl_world_close(c->in_memory);
  ovl_world_close(c->read);
  c->in_memory = expected;
  c->read = found;
  return true;
}

/* ---- Random worlds -------------------------------------------------------------------------- */

static bool make_random(model_fixture *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  test_random random = {seed ^ 77};
  model_limits limits = index % 2 == 0 ? model_usual_limits() : model_overlay_limits();
  limits.max_side = limits.max_side < 150 ? limits.max_side : 150;
  model_world model =
      model_world_make(seed, (uint32_t)test_random_next(&random) & MODEL_ALL, limits);
  model.tuning.label_bytes = 0;
  model.tuning.overlays = index % 2 == 0 ? OVL_OVERLAYS_NEVER : OVL_OVERLAYS_ALWAYS;
  tame_edits_begin(&model);
  return model_fixture_make(f, t, model);
}

static ovl_apply_def rule_of(model_fixture *f) {
  ovl_apply_def def = ovl_apply_def_default();
  const ovl_bake_def bake = model_bake_def(&f->model);
  def.step_rule = bake.more.step_rule;
  def.step_rule_user = bake.more.step_rule_user;
  return def;
}

/* Edits of all kinds, of worlds of all kinds, one after the other. */
static void an_edit_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t edited[READINGS] = {0};
  uint64_t late = 0;
  for (uint64_t i = 0; test_more(t, i, 250, 8000); i++) {
    static tame_edits edits;
    model_fixture f;
    applying_case c;
    const reading mode = (reading)(i / 2 % READINGS);
    if (!make_random(&f, t, i)) {
      continue;
    }
    const ovl_apply_def def = rule_of(&f);
    const size_t cache = i % 3 == 0 ? AMPLE_CACHE : i % 2 == 0 ? TINY_CACHE : SMALL_CACHE;
    bool goes_on = open_case(&c, t, f.world, cache, NULL);
    for (int k = 0; k < 3 && goes_on && t->failures == 0; k++) {
      tame_edits_draw(&edits, &f.model, &f.random);
      goes_on = edit_case(&c, t, edits.edits, edits.count, &def, mode);
      edited[mode] += goes_on;
      late += c.steps - 1;
    }
    close_case(&c);
    model_fixture_free(&f);
  }
  for (int mode = 0; mode < READINGS && t->failures == 0; mode++) {
    CHECK(t, edited[mode] > 50 && late > 1000, "only %" PRIu64 " edits, late %" PRIu64 " times",
          edited[mode], late);
  }
}

/* ---- Worlds larger than the cache ------------------------------------------------------------ */

/* What a map of hills has. */
typedef struct hill_kind {
  const char *name;
  bool has_hills; /* heights */
  uint32_t climb; /* cost of climbing */
  int32_t links;  /* one-way links */
  ovl_overlays overlays;
  ovl_edit edit;
} hill_kind;

/* A map with a wall in which there are gaps, and heights if they are wanted. */
static ovl_world *bake_hills(test_state *t, const hill_kind *kind) {
  static uint8_t terrain[HILL_SIDE * HILL_SIDE];
  static uint16_t heights[HILL_SIDE * HILL_SIDE];
  ovl_link_def links[HILL_LINKS];
  ovl_profile_def profile = ovl_profile_def_default();
  ovl_bake_def def = ovl_bake_def_default();
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = i / HILL_SIDE == 100 && i % HILL_SIDE != 3 ? 0 : 1;
    heights[i] = kind->has_hills ? (uint16_t)(i % 7 + i / HILL_SIDE % 5) : 0;
  }
  memset(links, 0, sizeof links);
  for (int32_t i = 0; i < kind->links; i++) {
    links[i] = (ovl_link_def){.from = {5 + 6 * i, 20, 0}, .to = {5 + 6 * i, 200, 0}, .cost = 5000};
  }
  profile.weights[1] = 8;
  profile.weights[2] = 12;
  profile.climb_cost = kind->climb;
  const ovl_floor_def floor = {
      .width = HILL_SIDE, .height = HILL_SIDE, .terrain = terrain, .heights = heights};
  def.more.floors = &floor;
  def.more.floor_count = 1;
  def.more.profiles = &profile;
  def.more.profile_count = 1;
  def.more.links = kind->links != 0 ? links : NULL;
  def.more.link_count = kind->links;
  def.tuning.region_cells = HILL_REGION;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = kind->overlays;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

static ovl_edit edit_of(ovl_edit_kind kind, int32_t x, int32_t y, int32_t w, int32_t h,
                        uint32_t value) {
  return (ovl_edit){.kind = kind, .cell = {x, y, 0}, .w = w, .h = h, .value = value};
}

enum { HILL_KINDS = 9 };

/* Worlds and edits: those with a pass over all regions, and others. */
static void list_kinds(hill_kind *kinds) {
  const ovl_overlays never = OVL_OVERLAYS_NEVER;
  const ovl_overlays always = OVL_OVERLAYS_ALWAYS;
  const hill_kind all[HILL_KINDS] = {
      {"a first height", false, 0, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a first slope", false, 5, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"a height among hills", true, 5, 0, never, edit_of(OVL_EDIT_HEIGHT, 90, 90, 12, 3, 40)},
      {"the last heights", true, 5, 0, never,
       edit_of(OVL_EDIT_HEIGHT, 0, 0, HILL_SIDE, HILL_SIDE, 0)},
      {"a wall among hills", true, 5, 0, always, edit_of(OVL_EDIT_TERRAIN, 90, 60, 3, 50, 0)},
      {"a door", false, 0, HILL_LINKS, never, ovl_edit_door(7, false)},
      {"ground around links", false, 0, HILL_LINKS, always,
       edit_of(OVL_EDIT_TERRAIN, 0, 195, HILL_SIDE, 8, 0)},
      {"a gap that joins islands", false, 0, 0, always, edit_of(OVL_EDIT_TERRAIN, 3, 100, 1, 1, 0)},
      {"an extra cost", false, 0, 0, always, edit_of(OVL_EDIT_EXTRA, 90, 60, 30, 5, 9)}};
  memcpy(kinds, all, sizeof all);
}

/* Whichever pass over the regions an edit makes, each region is fetched a few times at most,
 * however often the reader is late. */
static void a_small_cache_is_enough(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  list_kinds(kinds);
  for (uint64_t i = 0; i < 2 * HILL_KINDS && t->failures == 0; i++) {
    const hill_kind *kind = &kinds[i / 2];
    const reading mode = i % 2 == 0 ? SELDOM_LATE : OFTEN_LATE;
    applying_case c;
    test_begin_case(t, i);
    test_context(t, "%s, %s", kind->name, mode == OFTEN_LATE ? "often late" : "seldom late");
    ovl_world *world = bake_hills(t, kind);
    if (open_case(&c, t, world, TINY_CACHE, NULL)) {
      const uint64_t fetched = c.reader.fetched;
      ovl_world *prompt = NULL;
      CHECK(t, ovl_world_apply(c.read, &kind->edit, 1, NULL, &prompt, NULL) == OVL_OK, "prompt");
      const uint64_t least = c.reader.fetched - fetched;
      ovl_world *found = NULL;
      const uint64_t before = c.reader.fetched;
      const ovl_result result = apply_by_steps(&c, t, &kind->edit, 1, NULL, mode, &found);
      const uint64_t all = c.reader.fetched - before;
      CHECK(t, all <= least + least / 2,
            "%" PRIu64 " bytes, a reader that is never late gives %" PRIu64 ", a file of %zu", all,
            least, c.bytes.count);
      CHECK(t, result == OVL_OK && c.steps > (mode == OFTEN_LATE ? 10 : 0),
            "%s after %" PRIu64 " steps", ovl_result_text(result), c.steps);
      if (prompt != NULL && found != NULL) {
        ovl_world *expected = NULL;
        CHECK(t, ovl_world_apply(world, &kind->edit, 1, NULL, &expected, NULL) == OVL_OK, "edit");
        compare_versions(t, expected, found);
        compare_versions(t, expected, prompt);
        ovl_world_close(expected);
      }
      ovl_world_close(found);
      ovl_world_close(prompt);
    }
    close_case(&c);
    ovl_world_close(world);
  }
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Steps an applying up to `most` times; true: it is done. */
static bool step_some(applying_case *c, ovl_applying *applying, uint64_t most, ovl_result *result) {
  bool done = false;
  *result = OVL_NEEDS_REGIONS;
  set_reading(c, OFTEN_LATE);
  for (uint64_t i = 0; !done && i < most && *result == OVL_NEEDS_REGIONS; i++) {
    *result = ovl_applying_step(applying, &done);
  }
  set_prompt(c);
  return done;
}

/* Wherever an applying is destroyed, and whether or not its version was made, nothing is left. */
static void an_applying_destroyed_half_way_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  list_kinds(kinds);
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    applying_case c;
    test_begin_case(t, i);
    ovl_world *world = bake_hills(t, &kinds[i]);
    bool done = !open_case(&c, t, world, AMPLE_CACHE, &hooks);
    const uint64_t live = counter.live;
    uint64_t unfinished = 0;
    for (uint64_t most = 1; !done && t->failures == 0; most += 1 + most / 8) {
      ovl_applying *applying = NULL;
      ovl_result result;
      CHECK(t, ovl_applying_create(c.read, &kinds[i].edit, 1, NULL, &applying, NULL) == OVL_OK,
            "create");
      done = step_some(&c, applying, most, &result);
      unfinished += !done;
      ovl_applying_destroy(applying);
      CHECK(t, counter.live == live && counter.wrong_releases == 0,
            "%s, %" PRIu64 " steps: %" PRIu64 " blocks are left", kinds[i].name, most,
            counter.live - live);
      ovi_page_cache_clear(c.read->base->pager.cache); /* what was read is read again */
    }
    CHECK(t, t->failures != 0 || unfinished != 0, "%s was done at once", kinds[i].name);
    close_case(&c);
    CHECK(t, counter.live == 0, "%" PRIu64 " blocks are left", counter.live);
    ovl_world_close(world);
  }
  ovl_applying_destroy(NULL);
}

/* Lets one allocation of an applying by a late reader fail, and returns whether there was one. An
 * applying that asks the reader again at the same time may get over it. */
static bool fail_allocation(applying_case *c, test_state *t, counting_allocator *counter,
                            uint64_t number, const ovl_edit *edit, const ovl_world *expected) {
  ovl_applying *applying = NULL;
  ovl_world *version = NULL;
  bool done = false;
  counter->fail_at = counter->allocations + number;
  ovl_result result = ovl_applying_create(c->read, edit, 1, NULL, &applying, NULL);
  if (result == OVL_OK) {
    done = step_some(c, applying, MOST_STEPS, &result);
  }
  const bool has_failed = counter->allocations >= counter->fail_at;
  counter->fail_at = 0;
  CHECK(t, result == (done ? OVL_OK : OVL_NO_MEMORY), "allocation %" PRIu64 ": %s", number,
        ovl_result_text(result));
  CHECK(t, has_failed || done, "no allocation failed, and it is not done");
  if (done && has_failed && CHECK(t, ovl_applying_take(applying, &version) == OVL_OK, "take")) {
    compare_versions(t, expected, version);
  }
  ovl_world_close(version);
  ovl_applying_destroy(applying);
  return has_failed;
}

/* Whichever allocation fails, also between two answers of a late reader, the applying ends with
 * OVL_NO_MEMORY and leaves nothing; another one then gives the version. */
static void an_applying_without_memory_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  list_kinds(kinds);
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    const ovl_edit *edit = &kinds[i].edit;
    applying_case c;
    ovl_world *expected = NULL;
    test_begin_case(t, i);
    ovl_world *world = bake_hills(t, &kinds[i]);
    bool has_failed = open_case(&c, t, world, AMPLE_CACHE, &hooks) &&
                      ovl_world_apply(world, edit, 1, NULL, &expected, NULL) == OVL_OK;
    const uint64_t live = counter.live;
    for (uint64_t number = 1; has_failed && t->failures == 0; number += 1 + number / 16) {
      has_failed = fail_allocation(&c, t, &counter, number, edit, expected);
      CHECK(t, counter.live == live && counter.wrong_releases == 0,
            "%s, allocation %" PRIu64 " fails: %" PRIu64 " blocks are left", kinds[i].name, number,
            counter.live - live);
    }
    if (t->failures == 0) {
      edit_case(&c, t, edit, 1, NULL, OFTEN_LATE);
    }
    ovl_world_close(expected);
    close_case(&c);
    ovl_world_close(world);
  }
}

/* ---- What if -------------------------------------------------------------------------------- */

enum { CUT_UNITS = 30 };

/* Without memory for the regions of the units there is no answer, and the applying has ended. */
static void check_without_memory(test_state *t, counting_allocator *counter, ovl_applying *applying,
                                 const ovl_what_if *what) {
  uint32_t found[CUT_UNITS];
  size_t count = 0;
  bool done = true;
  counter->fail_at = counter->allocations + 1;
  const ovl_result result = ovl_applying_find_cut(applying, what, found, CUT_UNITS, &count);
  CHECK(t, result == OVL_NO_MEMORY && count == 0, "%s, %zu units", ovl_result_text(result), count);
  ovl_world *none = NULL;
  ovl_applying_take(applying, &none);
  CHECK(t, ovl_applying_step(applying, &done) == OVL_NO_MEMORY && !done, "a step after it");
  CHECK(t, strncmp(ovl_applying_fault(applying)->what, "allocator", 9) == 0, "the fault is '%s'",
        ovl_applying_fault(applying)->what);
  ovl_world_close(none);
}

/* A wall would cut off some units; an applying by a late reader finds the same ones. */
static void an_applying_finds_the_units_that_are_cut_off(test_state *t) {
  const hill_kind kinds[2] = {
      {"flat", false, 0, 0, OVL_OVERLAYS_NEVER, ovl_edit_rect((ovl_cell){0, 98, 0}, 9, 5, 0)},
      {"hills", true, 5, 0, OVL_OVERLAYS_NEVER, ovl_edit_rect((ovl_cell){0, 98, 0}, 9, 5, 0)}};
  for (uint64_t i = 0; i < 2 && t->failures == 0; i++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    applying_case c;
    ovl_cell units[CUT_UNITS];
    uint32_t expected[CUT_UNITS];
    uint32_t found[CUT_UNITS];
    size_t wanted = 0;
    size_t count = 0;
    ovl_applying *applying = NULL;
    test_begin_case(t, i);
    ovl_world *world = bake_hills(t, &kinds[i]);
    open_case(&c, t, world, TINY_CACHE, &hooks);
    for (int32_t k = 0; k < CUT_UNITS; k++) {
      units[k] = (ovl_cell){(k * 37) % HILL_SIDE, k * 8, 0};
    }
    const ovl_what_if what = {.edits = &kinds[i].edit,
                              .edit_count = 1,
                              .home = {10, 10, 0},
                              .units = units,
                              .unit_count = CUT_UNITS};
    CHECK(t, ovl_world_what_if(world, &what, NULL, expected, CUT_UNITS, &wanted, NULL) == OVL_OK,
          "in memory");
    CHECK(t, ovl_applying_create(c.read, what.edits, 1, NULL, &applying, NULL) == OVL_OK, "create");
    CHECK(t, step_to_end(&c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
    ovl_result result = OVL_NEEDS_REGIONS;
    int tries = 0;
    set_reading(&c, OFTEN_LATE);
    for (; result == OVL_NEEDS_REGIONS && tries < MOST_STEPS; tries++) {
      result = ovl_applying_find_cut(applying, &what, found, CUT_UNITS, &count);
    }
    CHECK(t, result == OVL_OK && tries > 2, "%s after %d tries", ovl_result_text(result), tries);
    CHECK(t, wanted > 5 && count == wanted && memcmp(found, expected, count * sizeof *found) == 0,
          "%zu units, expected %zu", count, wanted);
    set_prompt(&c);
    ovl_applying_destroy(applying);
    CHECK(t, ovl_applying_create(c.read, what.edits, 1, NULL, &applying, NULL) == OVL_OK, "create");
    CHECK(t, step_to_end(&c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
    set_prompt(&c);
    check_without_memory(t, &counter, applying, &what);
    ovl_applying_destroy(applying);
    close_case(&c);
    ovl_world_close(world);
  }
}

const test_entry test_applying_table[] = {
    {"applying/an-edit-goes-on-where-its-reader-was-late",
     an_edit_goes_on_where_its_reader_was_late},
    {"applying/a-small-cache-is-enough", a_small_cache_is_enough},
    {"applying/an-applying-destroyed-half-way-leaves-nothing",
     an_applying_destroyed_half_way_leaves_nothing},
    {"applying/an-applying-without-memory-leaves-nothing",
     an_applying_without_memory_leaves_nothing},
    {"applying/an-applying-finds-the-units-that-are-cut-off",
     an_applying_finds_the_units_that_are_cut_off},
    {NULL, NULL},
};
