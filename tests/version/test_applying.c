/* Applyings of edits to worlds that are read by a reader which is late, fails or gives wrong bytes,
 * through small caches: they go on where they were, and give the version of a world in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/counting_allocator.h"
#include "tests/version/applying_case.h"
#include "world/world.h"

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
  return applying_case_finish(c, t, applying, mode, version);
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
  applying_compare(t, expected, found);
  ovl_world_close(c->in_memory);
  ovl_world_close(c->read);
  c->in_memory = expected;
  c->read = found;
  return true;
}

/* ---- Random worlds -------------------------------------------------------------------------- */

/* Edits of all kinds, of worlds of all kinds, one after the other. */
static void an_edit_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t edited[READINGS] = {0};
  uint64_t late = 0;
  for (uint64_t i = 0; test_more(t, i, 250, 8000); i++) {
    static tame_edits edits;
    model_fixture f;
    applying_case c;
    const reading mode = (reading)(i / 2 % READINGS);
    if (!applying_random_world(&f, t, i)) {
      continue;
    }
    const ovl_apply_def def = applying_rule_of(&f);
    const size_t cache = i % 3 == 0   ? APPLYING_AMPLE_CACHE
                         : i % 2 == 0 ? APPLYING_TINY_CACHE
                                      : APPLYING_SMALL_CACHE;
    bool goes_on = applying_case_open(&c, t, f.world, cache, NULL);
    for (int k = 0; k < 3 && goes_on && t->failures == 0; k++) {
      tame_edits_draw(&edits, &f.model, &f.random);
      goes_on = edit_case(&c, t, edits.edits, edits.count, &def, mode);
      edited[mode] += goes_on;
      late += c.steps - 1;
    }
    applying_case_close(&c);
    model_fixture_free(&f);
  }
  for (int mode = 0; mode < READINGS && t->failures == 0; mode++) {
    CHECK(t, edited[mode] > 50 && late > 1000, "only %" PRIu64 " edits, late %" PRIu64 " times",
          edited[mode], late);
  }
}

/* ---- Worlds larger than the cache ------------------------------------------------------------ */

/* Whichever pass over the regions an edit makes, each region is fetched a few times at most,
 * however often the reader is late. */
static void a_small_cache_is_enough(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (uint64_t i = 0; i < 2 * HILL_KINDS && t->failures == 0; i++) {
    const hill_kind *kind = &kinds[i / 2];
    const reading mode = i % 2 == 0 ? SELDOM_LATE : OFTEN_LATE;
    applying_case c;
    test_begin_case(t, i);
    test_context(t, "%s, %s", kind->name, mode == OFTEN_LATE ? "often late" : "seldom late");
    ovl_world *world = applying_bake_hills(t, kind);
    if (applying_case_open(&c, t, world, applying_hill_cache(kind), NULL)) {
      const uint64_t fetched = c.reader.fetched;
      ovl_world *prompt = NULL;
      CHECK(t, ovl_world_apply(c.read, &kind->edit, 1, NULL, &prompt, NULL) == OVL_OK, "prompt");
      const uint64_t least = c.reader.fetched - fetched;
      ovl_world *found = NULL;
      const uint64_t before = c.reader.fetched;
      ovi_page_cache_clear(c.read->base->pager.cache); /* what was read is read again */
      const ovl_result result = apply_by_steps(&c, t, &kind->edit, 1, NULL, mode, &found);
      const uint64_t all = c.reader.fetched - before;
      CHECK(t, all <= least + least / 2 + c.bytes.count / 2,
            "%" PRIu64 " bytes, a reader that is never late gives %" PRIu64 ", a file of %zu", all,
            least, c.bytes.count);
      CHECK(t, result == OVL_OK && c.steps > (mode == OFTEN_LATE ? 5 : 0),
            "%s after %" PRIu64 " steps", ovl_result_text(result), c.steps);
      if (prompt != NULL && found != NULL) {
        ovl_world *expected = NULL;
        CHECK(t, ovl_world_apply(world, &kind->edit, 1, NULL, &expected, NULL) == OVL_OK, "edit");
        applying_compare(t, expected, found);
        applying_compare(t, expected, prompt);
        ovl_world_close(expected);
      }
      ovl_world_close(found);
      ovl_world_close(prompt);
    }
    applying_case_close(&c);
    ovl_world_close(world);
  }
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Wherever an applying is destroyed, and whether or not its version was made, nothing is left. */
static void an_applying_destroyed_half_way_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    applying_case c;
    test_begin_case(t, i);
    ovl_world *world = applying_bake_hills(t, &kinds[i]);
    bool done = !applying_case_open(&c, t, world, APPLYING_AMPLE_CACHE, &hooks);
    const uint64_t live = counter.live;
    uint64_t unfinished = 0;
    for (uint64_t most = 1; !done && t->failures == 0; most += 1 + most / 8) {
      ovl_applying *applying = NULL;
      ovl_result result;
      CHECK(t, ovl_applying_create(c.read, &kinds[i].edit, 1, NULL, &applying, NULL) == OVL_OK,
            "create");
      done = applying_case_step(&c, applying, most, &result);
      unfinished += !done;
      ovl_applying_destroy(applying);
      CHECK(t, counter.live == live && counter.wrong_releases == 0,
            "%s, %" PRIu64 " steps: %" PRIu64 " blocks are left", kinds[i].name, most,
            counter.live - live);
      ovi_page_cache_clear(c.read->base->pager.cache); /* what was read is read again */
    }
    CHECK(t, t->failures != 0 || unfinished != 0, "%s was done at once", kinds[i].name);
    applying_case_close(&c);
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
    done = applying_case_step(c, applying, APPLYING_MOST_STEPS, &result);
  }
  const bool has_failed = counter->allocations >= counter->fail_at;
  counter->fail_at = 0;
  CHECK(t, result == (done ? OVL_OK : OVL_NO_MEMORY), "allocation %" PRIu64 ": %s", number,
        ovl_result_text(result));
  CHECK(t, has_failed || done, "no allocation failed, and it is not done");
  if (done && has_failed && CHECK(t, ovl_applying_take(applying, &version) == OVL_OK, "take")) {
    applying_compare(t, expected, version);
  }
  ovl_world_close(version);
  ovl_applying_destroy(applying);
  return has_failed;
}

/* Whichever allocation fails, also between two answers of a late reader, the applying ends with
 * OVL_NO_MEMORY and leaves nothing; another one then gives the version. */
static void an_applying_without_memory_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    counting_allocator counter = {0};
    const ovl_allocator hooks = counting_allocator_hooks(&counter);
    const ovl_edit *edit = &kinds[i].edit;
    applying_case c;
    ovl_world *expected = NULL;
    test_begin_case(t, i);
    ovl_world *world = applying_bake_hills(t, &kinds[i]);
    bool has_failed = applying_case_open(&c, t, world, APPLYING_AMPLE_CACHE, &hooks) &&
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
    applying_case_close(&c);
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
    ovl_world *world = applying_bake_hills(t, &kinds[i]);
    applying_case_open(&c, t, world, APPLYING_TINY_CACHE, &hooks);
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
    CHECK(t, applying_case_run(&c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
    ovl_result result = OVL_READ_FAILED;
    int tries = 0;
    applying_case_set_reading(&c, OFTEN_LATE);
    for (; result == OVL_READ_FAILED && tries < APPLYING_MOST_STEPS; tries++) {
      result = ovl_applying_find_cut(applying, &what, found, CUT_UNITS, &count);
    }
    CHECK(t, result == OVL_OK && tries > 2, "%s after %d tries", ovl_result_text(result), tries);
    CHECK(t, wanted > 5 && count == wanted && memcmp(found, expected, count * sizeof *found) == 0,
          "%zu units, expected %zu", count, wanted);
    applying_case_set_prompt(&c);
    ovl_applying_destroy(applying);
    CHECK(t, ovl_applying_create(c.read, what.edits, 1, NULL, &applying, NULL) == OVL_OK, "create");
    CHECK(t, applying_case_run(&c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
    applying_case_set_prompt(&c);
    check_without_memory(t, &counter, applying, &what);
    ovl_applying_destroy(applying);
    applying_case_close(&c);
    ovl_world_close(world);
  }
}

enum { LAND_SIDE = 512, FAR_UNITS = 200 };

/* A map with a great many regions, whose table and islands are far larger than a small cache. */
static ovl_world *bake_land(test_state *t) {
  static uint8_t terrain[LAND_SIDE * LAND_SIDE];
  ovl_bake_def def = ovl_bake_def_default();
  for (size_t i = 0; i < sizeof terrain; i++) {
    terrain[i] = i % LAND_SIDE % 8 == 3 && i / LAND_SIDE % 8 < 6 ? 0 : 1;
  }
  def.width = def.height = LAND_SIDE;
  def.terrain = terrain;
  def.tuning.region_cells = 8;
  def.tuning.label_bytes_per_cell = 0;
  def.tuning.overlays = OVL_OVERLAYS_NEVER;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  return world;
}

/* Units that stand far apart: each needs other parts of the table and of the islands. A region that
 * is late keeps none of the others in the cache. */
static void units_far_apart_need_a_small_cache(test_state *t) {
  const ovl_edit edit = ovl_edit_rect((ovl_cell){0, 96, 0}, LAND_SIDE, 2, 0);
  ovl_cell units[FAR_UNITS];
  uint32_t expected[FAR_UNITS];
  uint32_t found[FAR_UNITS];
  size_t wanted = 0;
  size_t count = 0;
  applying_case c;
  ovl_applying *applying = NULL;
  test_begin_case(t, 0);
  ovl_world *world = bake_land(t);
  applying_case_open(&c, t, world, APPLYING_TINY_CACHE, NULL);
  for (int32_t i = 0; i < FAR_UNITS; i++) {
    units[i] = (ovl_cell){i * 72 % LAND_SIDE, i * 64 % LAND_SIDE + i / 8, 0};
  }
  const ovl_what_if what = {.edits = &edit,
                            .edit_count = 1,
                            .home = {0, 300, 0},
                            .units = units,
                            .unit_count = FAR_UNITS};
  CHECK(t, ovl_world_what_if(world, &what, NULL, expected, FAR_UNITS, &wanted, NULL) == OVL_OK,
        "in memory");
  CHECK(t, ovl_applying_create(c.read, &edit, 1, NULL, &applying, NULL) == OVL_OK, "create");
  CHECK(t, applying_case_run(&c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
  ovl_result result = OVL_READ_FAILED;
  applying_case_set_reading(&c, OFTEN_LATE);
  for (int tries = 0; result == OVL_READ_FAILED && tries < APPLYING_MOST_STEPS; tries++) {
    result = ovl_applying_find_cut(applying, &what, found, FAR_UNITS, &count);
  }
  CHECK(t, result == OVL_OK, "%s: %s", ovl_result_text(result), ovl_applying_fault(applying)->what);
  CHECK(t, wanted > 5 && count == wanted && memcmp(found, expected, count * sizeof *found) == 0,
        "%zu units, expected %zu", count, wanted);
  applying_case_set_prompt(&c);
  ovl_applying_destroy(applying);
  applying_case_close(&c);
  ovl_world_close(world);
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
    {"applying/units-far-apart-need-a-small-cache", units_far_apart_need_a_small_cache},
    {NULL, NULL},
};
