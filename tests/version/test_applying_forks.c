/* Forks of worlds that are read by a reader which is late, fails or gives wrong bytes: they are
 * rebased, committed and opened from their patches call by call, go on where they were, and give
 * the version of a world in memory. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/counting_allocator.h"
#include "tests/version/applying_case.h"
#include "world/world.h"

enum { MOST_CALLS = 3, CUT_UNITS = 30 };

/* What is done with a fork. */
typedef enum fork_way { BY_REBASE, BY_COMMIT, BY_COMMIT_TO_ITS_PARENT, BY_PATCH, WAYS } fork_way;

/* A fork, the version that was forked, a later one, and the fork's patch. */
typedef struct forked {
  ovl_world *origin, *fork, *parent;
  world_bytes patch;
} forked;

static void forked_close(forked *of) {
  ovl_world_close(of->origin);
  ovl_world_close(of->fork);
  ovl_world_close(of->parent);
  free(of->patch.bytes);
}

/* Begins the applying that does with a fork what a way says. */
static ovl_result create_by(const forked *of, fork_way way, const ovl_apply_def *def,
                            ovl_applying **applying) {
  switch (way) {
  case BY_REBASE:
    return ovl_applying_create_rebase(of->fork, of->parent, def, applying, NULL);
  case BY_COMMIT:
    return ovl_applying_create_commit(of->parent, of->fork, def, applying, NULL);
  case BY_COMMIT_TO_ITS_PARENT:
    return ovl_applying_create_commit(of->origin, of->fork, def, applying, NULL);
  default:
    return ovl_applying_create_patch(of->origin, of->patch.bytes, of->patch.count, def, applying,
                                     NULL);
  }
}

/* Does the same in one go. */
static ovl_result make_by(const forked *of, fork_way way, const ovl_apply_def *def,
                          ovl_world **made) {
  switch (way) {
  case BY_REBASE:
    return ovl_world_rebase(of->fork, of->parent, def, made, NULL);
  case BY_COMMIT:
    return ovl_world_commit(of->parent, of->fork, def, made, NULL);
  case BY_COMMIT_TO_ITS_PARENT:
    return ovl_world_commit(of->origin, of->fork, def, made, NULL);
  default:
    return ovl_world_open_patch(of->origin, of->patch.bytes, of->patch.count, def, made, NULL);
  }
}

/* ---- Random worlds -------------------------------------------------------------------------- */

static void replace(ovl_world **world, ovl_world *by) {
  ovl_world_close(*world);
  *world = by;
}

/* Applies the same edits to a version in memory and by a prompt reader. False: they are refused, or
 * the cache does not hold one region. */
static bool edit_both(test_state *t, const tame_edits *edits, const ovl_apply_def *def,
                      ovl_world **in_memory, ovl_world **read) {
  ovl_world *a = NULL;
  ovl_world *b = NULL;
  const ovl_result wanted = ovl_world_apply(*in_memory, edits->edits, edits->count, def, &a, NULL);
  const ovl_result result = ovl_world_apply(*read, edits->edits, edits->count, def, &b, NULL);
  CHECK(t, result == wanted || result == OVL_PLANNER_TOO_SMALL, "in memory '%s', by a reader '%s'",
        ovl_result_text(wanted), ovl_result_text(result));
  if (a == NULL || b == NULL) {
    ovl_world_close(a);
    ovl_world_close(b);
    return false;
  }
  replace(in_memory, a);
  replace(read, b);
  return true;
}

/* Forks both worlds of a case, and edits the forks in some calls and their parents in one. */
static bool fork_both(applying_case *c, test_state *t, model_fixture *f, forked *in_memory,
                      forked *read) {
  static tame_edits edits;
  const ovl_apply_def def = applying_rule_of(f);
  memset(in_memory, 0, sizeof *in_memory);
  memset(read, 0, sizeof *read);
  ovl_world_retain(c->in_memory, &in_memory->origin);
  ovl_world_retain(c->in_memory, &in_memory->parent);
  ovl_world_retain(c->read, &read->origin);
  ovl_world_retain(c->read, &read->parent);
  bool is_edited = ovl_world_fork(c->in_memory, &in_memory->fork) == OVL_OK &&
                   ovl_world_fork(c->read, &read->fork) == OVL_OK;
  for (int k = test_random_between(&f->random, 0, MOST_CALLS); k > 0 && is_edited; k--) {
    tame_edits_draw(&edits, &f->model, &f->random);
    is_edited = edit_both(t, &edits, &def, &in_memory->fork, &read->fork);
  }
  tame_edits_draw(&edits, &f->model, &f->random);
  is_edited = is_edited && edit_both(t, &edits, &def, &in_memory->parent, &read->parent);
  return is_edited &&
         ovl_world_save_patch(in_memory->fork, fixture_append, &in_memory->patch, NULL) == OVL_OK &&
         ovl_world_save_patch(read->fork, fixture_append, &read->patch, NULL) == OVL_OK;
}

/* Does the same with both forks, and compares the versions. True: there are some. */
static bool check_way(applying_case *c, test_state *t, const forked *in_memory, const forked *read,
                      fork_way way, const ovl_apply_def *def, reading mode) {
  ovl_world *expected = NULL;
  ovl_world *found = NULL;
  ovl_applying *applying = NULL;
  size_t a = 0;
  size_t b = 0;
  const ovl_result wanted = make_by(in_memory, way, def, &expected);
  if (!CHECK(t, create_by(read, way, def, &applying) == OVL_OK, "create")) {
    return false;
  }
  ovi_page_cache_clear(c->read->base->pager.cache); /* what was read is read again */
  const ovl_result result = applying_case_finish(c, t, applying, mode, &found);
  CHECK(t, result == wanted || (result == OVL_PLANNER_TOO_SMALL && !c->is_ample),
        "way %d: in memory '%s', by a reader '%s' after %" PRIu64 " steps", way,
        ovl_result_text(wanted), ovl_result_text(result), c->steps);
  const bool is_made = expected != NULL && found != NULL;
  if (is_made) {
    CHECK(t, ovl_world_is_fork(expected, &a) == ovl_world_is_fork(found, &b) && a == b,
          "way %d: %zu edits are remembered, not %zu", way, b, a);
    applying_compare(t, expected, found);
  }
  ovl_world_close(expected);
  ovl_world_close(found);
  return is_made;
}

static void a_fork_goes_on_where_its_reader_was_late(test_state *t) {
  uint64_t made[WAYS] = {0};
  uint64_t late = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 4000); i++) {
    model_fixture f;
    applying_case c;
    forked in_memory;
    forked read;
    if (!applying_random_world(&f, t, i)) {
      continue;
    }
    const ovl_apply_def def = applying_rule_of(&f);
    const size_t cache = i % 3 == 0   ? APPLYING_AMPLE_CACHE
                         : i % 2 == 0 ? APPLYING_TINY_CACHE
                                      : APPLYING_SMALL_CACHE;
    if (applying_case_open(&c, t, f.world, cache, NULL)) {
      const bool is_edited = fork_both(&c, t, &f, &in_memory, &read);
      for (fork_way way = 0; way < WAYS && is_edited && t->failures == 0; way++) {
        made[way] += check_way(&c, t, &in_memory, &read, way, &def, (reading)(i / 2 % READINGS));
        late += c.steps - 1;
      }
      forked_close(&in_memory);
      forked_close(&read);
    }
    applying_case_close(&c);
    model_fixture_free(&f);
  }
  for (int way = 0; way < WAYS && t->failures == 0; way++) {
    CHECK(t, made[way] > 60 && late > 500, "only %" PRIu64 " versions, late %" PRIu64 " times",
          made[way], late);
  }
}

/* ---- Worlds larger than the cache ------------------------------------------------------------ */

/* Makes a fork of a world with the edit of a kind between others, each in a call of its own, and
 * its patch. The version that was forked is its parent too. */
static bool fork_hills(test_state *t, const ovl_world *world, const hill_kind *kind, forked *of) {
  const ovl_edit edits[] = {ovl_edit_rect((ovl_cell){20, 30, 0}, 3, 40, 0), kind->edit,
                            ovl_edit_rect((ovl_cell){20, 30, 0}, 3, 20, 2),
                            ovl_edit_rect((ovl_cell){200, 220, 0}, 2, 2, 0)};
  memset(of, 0, sizeof *of);
  const ovl_edit of_parent = ovl_edit_set((ovl_cell){240, 10, 0}, 0);
  ovl_world_retain(world, &of->origin);
  bool is_edited = ovl_world_apply(world, &of_parent, 1, NULL, &of->parent, NULL) == OVL_OK &&
                   ovl_world_fork(world, &of->fork) == OVL_OK;
  for (size_t i = 0; i < sizeof edits / sizeof *edits && is_edited; i++) {
    ovl_world *next = NULL;
    is_edited = ovl_world_apply(of->fork, &edits[i], 1, NULL, &next, NULL) == OVL_OK;
    if (is_edited) {
      replace(&of->fork, next);
    }
  }
  return CHECK(
      t, is_edited && ovl_world_save_patch(of->fork, fixture_append, &of->patch, NULL) == OVL_OK,
      "the fork of %s", kind->name);
}

/* The same fork, whose calls are to be applied to a world. */
static forked onto_world(const forked *of, ovl_world *world) {
  forked onto = *of;
  onto.origin = onto.parent = world;
  return onto;
}

/* However many calls there are and however often the reader is late, little more is fetched than of
 * a reader that is never late, whose pages may still be in the cache when they are read again. */
static void check_small_cache(test_state *t, const hill_kind *kind, fork_way way, reading mode) {
  applying_case c;
  forked of;
  ovl_world *prompt = NULL;
  ovl_world *found = NULL;
  ovl_applying *applying = NULL;
  ovl_world *world = applying_bake_hills(t, kind);
  const bool is_open = applying_case_open(&c, t, world, applying_hill_cache(kind), NULL);
  if (fork_hills(t, world, kind, &of) && is_open) {
    const forked onto = onto_world(&of, c.read);
    const uint64_t begin = c.reader.fetched;
    CHECK(t, make_by(&onto, way, NULL, &prompt) == OVL_OK, "prompt");
    const uint64_t middle = c.reader.fetched;
    ovi_page_cache_clear(c.read->base->pager.cache);
    CHECK(t, create_by(&onto, way, NULL, &applying) == OVL_OK, "create");
    const ovl_result result = applying_case_finish(&c, t, applying, mode, &found);
    const uint64_t all = c.reader.fetched - middle;
    const uint64_t least = middle - begin;
    CHECK(t, all <= least + least / 2 + c.bytes.count,
          "%" PRIu64 " bytes, a reader that is never late gives %" PRIu64 ", a file of %zu", all,
          least, c.bytes.count);
    CHECK(t, result == OVL_OK && c.steps > (mode == OFTEN_LATE ? 10 : 0),
          "%s after %" PRIu64 " steps", ovl_result_text(result), c.steps);
  }
  if (prompt != NULL && found != NULL) {
    ovl_world *expected = NULL;
    const forked onto = onto_world(&of, world);
    CHECK(t, make_by(&onto, way, NULL, &expected) == OVL_OK, "in memory");
    applying_compare(t, expected, found);
    applying_compare(t, expected, prompt);
    ovl_world_close(expected);
  }
  ovl_world_close(prompt);
  ovl_world_close(found);
  forked_close(&of);
  applying_case_close(&c);
  ovl_world_close(world);
}

static void a_small_cache_is_enough(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (uint64_t i = 0; i < 2 * HILL_KINDS && t->failures == 0; i++) {
    const reading mode = i % 2 == 0 ? SELDOM_LATE : OFTEN_LATE;
    const fork_way way = i % 4 < 2 ? BY_REBASE : BY_PATCH;
    test_begin_case(t, i);
    test_context(t, "%s, %s, way %d", kinds[i / 2].name,
                 mode == OFTEN_LATE ? "often late" : "seldom late", way);
    check_small_cache(t, &kinds[i / 2], way, mode);
  }
}

/* ---- Memory -------------------------------------------------------------------------------- */

/* Wherever an applying is destroyed, and although the fork was closed meanwhile, nothing is left.
 */
static void check_half_way(test_state *t, const hill_kind *kind, fork_way way) {
  counting_allocator counter = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counter);
  applying_case c;
  uint64_t unfinished = 0;
  ovl_world *world = applying_bake_hills(t, kind);
  bool done = !applying_case_open(&c, t, world, APPLYING_AMPLE_CACHE, &hooks);
  const uint64_t live = counter.live;
  for (uint64_t most = 1; !done && t->failures == 0; most += 1 + most / 2) {
    forked of;
    ovl_applying *applying = NULL;
    ovl_result result = OVL_OK;
    if (fork_hills(t, c.read, kind, &of)) {
      ovi_page_cache_clear(c.read->base->pager.cache); /* what was read is read again */
      CHECK(t, create_by(&of, way, NULL, &applying) == OVL_OK, "create");
    }
    forked_close(&of);
    done = applying == NULL || applying_case_step(&c, applying, most, &result);
    unfinished += !done;
    ovl_applying_destroy(applying);
    CHECK(t, counter.live == live && counter.wrong_releases == 0,
          "%" PRIu64 " steps, %s: %" PRIu64 " blocks are left", most, ovl_result_text(result),
          counter.live - live);
  }
  CHECK(t, t->failures != 0 || unfinished != 0, "it was done at once");
  applying_case_close(&c);
  CHECK(t, counter.live == 0, "%" PRIu64 " blocks are left", counter.live);
  ovl_world_close(world);
}

/* The peak of memory while something is made by a prompt reader, beyond what was live. */
static uint64_t peak_of(counting_allocator *counter, ovl_result result, uint64_t live) {
  const uint64_t peak = counter->most_bytes - live;
  return result == OVL_OK ? peak : UINT64_MAX;
}

/* Passes over all regions keep none of them, in each of the calls of a patch: all of its calls need
 * little more memory than the one with such a pass. */
static void passes_keep_no_copies(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  const hill_kind *door = &kinds[5];
  counting_allocator counter = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counter);
  applying_case c;
  forked of;
  ovl_world *edited = NULL;
  ovl_world *opened = NULL;
  ovl_world *world = applying_bake_hills(t, door);
  applying_case_open(&c, t, world, APPLYING_TINY_CACHE, &hooks);
  if (fork_hills(t, world, door, &of)) {
    const forked onto = onto_world(&of, c.read);
    const uint64_t live = counter.most_bytes = counter.live_bytes;
    const uint64_t of_one =
        peak_of(&counter, ovl_world_apply(c.read, &door->edit, 1, NULL, &edited, NULL), live);
    ovl_world_close(edited);
    counter.most_bytes = counter.live_bytes;
    const uint64_t of_all = peak_of(&counter, make_by(&onto, BY_PATCH, NULL, &opened), live);
    CHECK(t, of_one != UINT64_MAX && of_all < of_one + c.bytes.count / 2,
          "%" PRIu64 " bytes, %" PRIu64 " for one call, a file of %zu", of_all, of_one,
          c.bytes.count);
  }
  ovl_world_close(opened);
  forked_close(&of);
  applying_case_close(&c);
  ovl_world_close(world);
}

static void an_applying_destroyed_half_way_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (uint64_t i = 0; i < HILL_KINDS && t->failures == 0; i++) {
    const fork_way way = i % 3 == 0 ? BY_REBASE : i % 3 == 1 ? BY_COMMIT : BY_PATCH;
    test_begin_case(t, i);
    test_context(t, "%s, way %d", kinds[i].name, way);
    check_half_way(t, &kinds[i], way);
  }
}

/* Lets one allocation fail, and returns whether there was one; checks what comes of it. */
static bool fail_allocation(applying_case *c, test_state *t, counting_allocator *counter,
                            uint64_t number, const forked *of, fork_way way) {
  ovl_applying *applying = NULL;
  bool done = false;
  counter->fail_at = counter->allocations + number;
  ovl_result result = create_by(of, way, NULL, &applying);
  CHECK(t, (result == OVL_OK) == (applying != NULL), "%s", ovl_result_text(result));
  if (result == OVL_OK) {
    done = applying_case_step(c, applying, APPLYING_MOST_STEPS, &result);
  }
  const bool has_failed = counter->allocations >= counter->fail_at;
  counter->fail_at = 0;
  CHECK(t, result == (done ? OVL_OK : OVL_NO_MEMORY), "allocation %" PRIu64 ": %s", number,
        ovl_result_text(result));
  CHECK(t, has_failed || done, "no allocation failed, and it is not done");
  ovl_applying_destroy(applying);
  return has_failed;
}

/* Whichever allocation fails, also between two calls of a log, the applying ends with OVL_NO_MEMORY
 * and leaves nothing; another one then gives the version. */
static void check_without_memory(test_state *t, const hill_kind *kind, fork_way way) {
  counting_allocator counter = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counter);
  applying_case c;
  forked of;
  ovl_world *found = NULL;
  ovl_world *world = applying_bake_hills(t, kind);
  const bool is_open = applying_case_open(&c, t, world, APPLYING_AMPLE_CACHE, &hooks);
  bool has_failed = fork_hills(t, c.read, kind, &of) && is_open;
  const uint64_t live = counter.live;
  for (uint64_t number = 1; has_failed && t->failures == 0; number += 1 + number / 8) {
    has_failed = fail_allocation(&c, t, &counter, number, &of, way);
    CHECK(t, counter.live == live && counter.wrong_releases == 0,
          "allocation %" PRIu64 " fails: %" PRIu64 " blocks are left", number, counter.live - live);
  }
  CHECK(t, t->failures != 0 || make_by(&of, way, NULL, &found) == OVL_OK, "once more");
  ovl_world_close(found);
  forked_close(&of);
  applying_case_close(&c);
  ovl_world_close(world);
}

static void an_applying_without_memory_leaves_nothing(test_state *t) {
  hill_kind kinds[HILL_KINDS];
  applying_hill_kinds(kinds);
  for (fork_way way = 0; way < WAYS && t->failures == 0; way++) {
    const hill_kind *kind = &kinds[(2 * (int)way + 1) % HILL_KINDS];
    test_begin_case(t, way);
    test_context(t, "%s, way %d", kind->name, way);
    check_without_memory(t, kind, way);
  }
}

/* ---- What if -------------------------------------------------------------------------------- */

/* Asks an applying by a late reader which units it cuts off. */
static size_t find_cut(applying_case *c, test_state *t, ovl_applying *applying,
                       const ovl_what_if *what, uint32_t *cut) {
  ovl_result result = OVL_NEEDS_REGIONS;
  size_t count = 0;
  CHECK(t, applying_case_run(c, t, applying, OFTEN_LATE) == OVL_OK, "steps");
  applying_case_set_reading(c, OFTEN_LATE);
  for (int tries = 0; result == OVL_NEEDS_REGIONS && tries < APPLYING_MOST_STEPS; tries++) {
    result = ovl_applying_find_cut(applying, what, cut, CUT_UNITS, &count);
  }
  applying_case_set_prompt(c);
  CHECK(t, result == OVL_OK, "%s", ovl_result_text(result));
  ovl_applying_destroy(applying);
  return count;
}

/* Two walls, each in a call of its own, cut units off only together; each way finds these units. */
static void the_calls_together_cut_units_off(test_state *t) {
  const hill_kind flat = {"flat", false, 0, 0, OVL_OVERLAYS_NEVER, {0}};
  const ovl_edit walls[2] = {ovl_edit_rect((ovl_cell){0, 60, 0}, HILL_SIDE, 1, 0),
                             ovl_edit_rect((ovl_cell){0, 62, 0}, HILL_SIDE, 1, 0)};
  const ovl_what_if what = {.home = {10, 61, 0},
                            .units = (const ovl_cell[]){{20, 61, 0}, {20, 50, 0}, {20, 70, 0}},
                            .unit_count = 3};
  ovl_world *world = applying_bake_hills(t, &flat);
  for (fork_way way = 0; way < WAYS && t->failures == 0; way++) {
    applying_case c;
    forked of = {NULL, NULL, NULL, {NULL, 0}};
    uint32_t cut[CUT_UNITS] = {0};
    ovl_applying *applying = NULL;
    test_begin_case(t, way);
    applying_case_open(&c, t, world, APPLYING_TINY_CACHE, NULL);
    ovl_world_retain(c.read, &of.origin);
    ovl_world_retain(c.read, &of.parent);
    CHECK(t, ovl_world_fork(c.read, &of.fork) == OVL_OK, "fork");
    for (int k = 0; k < 2 && t->failures == 0; k++) {
      ovl_world *next = NULL;
      CHECK(t, ovl_world_apply(of.fork, &walls[k], 1, NULL, &next, NULL) == OVL_OK, "edit");
      replace(&of.fork, next);
    }
    CHECK(t, ovl_world_save_patch(of.fork, fixture_append, &of.patch, NULL) == OVL_OK, "patch");
    if (CHECK(t, create_by(&of, way, NULL, &applying) == OVL_OK, "create")) {
      const size_t count = find_cut(&c, t, applying, &what, cut);
      CHECK(t, count == 2 && cut[0] == 1 && cut[1] == 2,
            "way %d: %zu units, of which the first is %u", way, count, (unsigned)cut[0]);
    }
    forked_close(&of);
    applying_case_close(&c);
  }
  ovl_world_close(world);
}

const test_entry test_applying_forks_table[] = {
    {"applying_forks/a-fork-goes-on-where-its-reader-was-late",
     a_fork_goes_on_where_its_reader_was_late},
    {"applying_forks/a-small-cache-is-enough", a_small_cache_is_enough},
    {"applying_forks/passes-keep-no-copies", passes_keep_no_copies},
    {"applying_forks/an-applying-destroyed-half-way-leaves-nothing",
     an_applying_destroyed_half_way_leaves_nothing},
    {"applying_forks/an-applying-without-memory-leaves-nothing",
     an_applying_without_memory_leaves_nothing},
    {"applying_forks/the-calls-together-cut-units-off", the_calls_together_cut_units_off},
    {NULL, NULL},
};
