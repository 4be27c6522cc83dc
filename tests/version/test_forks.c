/* Tests forks: their edits do not change the parent, can be rebased onto later versions of it, and
 * can be committed to it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "tests/model/tame_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/fixture.h"

/* ---- Worlds of random models ------------------------------------------------- */

typedef struct forking {
  model_world model;
  ovl_world *world;
  test_random random;
  ovl_apply_def def;
} forking;

static bool begin_forking(forking *f, test_state *t, uint64_t index) {
  const uint64_t seed = test_begin_case(t, index);
  memset(f, 0, sizeof *f);
  f->random.state = seed ^ 0xD1B54A32D192ED03u;
  const uint32_t one = (uint32_t)1 << test_random_between(&f->random, 0, MODEL_FEATURES - 1);
  const uint32_t two = (uint32_t)1 << test_random_between(&f->random, 0, MODEL_FEATURES - 1);
  const uint32_t features = seed % 3 == 0   ? 0
                            : seed % 3 == 1 ? MODEL_WEIGHTS | MODEL_EXTRA
                                            : one | two;
  const model_limits limits = {.max_side = 40, .max_region = 16, .most_profiles = 2};
  f->model = model_world_make(seed, features, limits);
  tame_edits_begin(&f->model);
  ovl_bake_def def = model_bake_def(&f->model);
  def.more.blocked_links = true;
  def.tuning.label_bytes_per_cell = 0;
  f->def = ovl_apply_def_default();
  f->def.step_rule = def.more.step_rule;
  f->def.step_rule_user = def.more.step_rule_user;
  char words[200];
  model_feature_words(features, words, sizeof words);
  test_context(t, "%s, region %d", words, f->model.tuning.region_cells);
  ovl_fault fault = {"", 0, 0, 0};
  if (!CHECK(t, ovl_world_bake(&def, &f->world, &fault) == OVL_OK, "bake: %s", fault.what)) {
    model_world_free(&f->model);
    return false;
  }
  return true;
}

static void end_forking(forking *f) {
  ovl_world_close(f->world);
  model_world_free(&f->model);
}

/* Draws edits, makes them to the model, and applies them to a world; returns the new version, and
 * closes the old one. */
static ovl_world *edit(forking *f, test_state *t, ovl_world *world, tame_edits *edits) {
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  tame_edits_draw(edits, &f->model, &f->random);
  const ovl_result result =
      ovl_world_apply(world, edits->edits, edits->count, &f->def, &next, &fault);
  CHECK(t, result == OVL_OK, "apply: %s (%s)", ovl_result_text(result), fault.what);
  ovl_world_close(world);
  return next;
}

/* Applies edits that were drawn to another world, which may be NULL; returns the new version, and
 * closes the old one. NULL: its terrain weighs more than an edit of a weight allows. */
static ovl_world *apply_edits(forking *f, test_state *t, ovl_world *world,
                              const tame_edits *edits) {
  ovl_world *next = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  if (world == NULL) {
    return NULL;
  }
  const ovl_result result =
      ovl_world_apply(world, edits->edits, edits->count, &f->def, &next, &fault);
  CHECK(t,
        result == OVL_OK ||
            (result == OVL_BAD_ARGUMENT && strncmp(fault.what, "weight of a cell", 16) == 0),
        "apply the same edits: %s (%s)", ovl_result_text(result), fault.what);
  ovl_world_close(world);
  return next;
}

static ovl_world *retain(const ovl_world *world) {
  ovl_world *retained = NULL;
  ovl_world_retain(world, &retained);
  return retained;
}

static ovl_world *fork_of(test_state *t, const ovl_world *world) {
  ovl_world *fork = NULL;
  size_t edits = 1;
  CHECK(t, ovl_world_fork(world, &fork) == OVL_OK, "fork");
  CHECK(t, ovl_world_is_fork(fork, &edits) && edits == 0, "a new fork remembers %zu edits", edits);
  return fork;
}

static uint64_t identity_of(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info.identity;
}

static void check_same(test_state *t, const ovl_world *a, const ovl_world *b, const char *what) {
  if (a == NULL || b == NULL) {
    return;
  }
  const world_bytes one = fixture_save(t, a);
  const world_bytes two = fixture_save(t, b);
  CHECK(t, one.count == two.count && memcmp(one.bytes, two.bytes, one.count) == 0,
        "%s: the worlds differ", what);
  free(one.bytes);
  free(two.bytes);
}

/* A fork with two calls of edits, whose parent was edited meanwhile, is rebased and committed. Both
 * equal the parent with the same calls of edits applied; the committed one is no fork. False: the
 * edits fit only one of the two. */
static bool rebase_and_commit(forking *f, test_state *t) {
  static tame_edits of_parent, first, second;
  ovl_fault fault = {"", 0, 0, 0};
  size_t count = 0;
  ovl_world *fork = fork_of(t, f->world);
  ovl_world *parent = edit(f, t, retain(f->world), &of_parent);
  ovl_world *expected = retain(parent);
  tame_edits_draw(&first, &f->model, &f->random);
  fork = apply_edits(f, t, fork, &first);
  expected = apply_edits(f, t, expected, &first);
  tame_edits_draw(&second, &f->model, &f->random);
  fork = apply_edits(f, t, fork, &second);
  expected = apply_edits(f, t, expected, &second);
  const bool are_edited = fork != NULL && expected != NULL;
  if (t->failures == 0 && are_edited) {
    ovl_world *rebased = NULL;
    ovl_world *again = NULL;
    ovl_world *committed = NULL;
    ovl_result result = ovl_world_rebase(fork, parent, &f->def, &rebased, &fault);
    CHECK(t, result == OVL_OK, "rebase: %s (%s %" PRIu64 ")", ovl_result_text(result), fault.what,
          fault.where);
    result = ovl_world_commit(parent, fork, &f->def, &committed, &fault);
    CHECK(t, result == OVL_OK, "commit: %s (%s)", ovl_result_text(result), fault.what);
    check_same(t, rebased, expected, "rebased");
    check_same(t, committed, expected, "committed");
    if (t->failures == 0) {
      CHECK(t, ovl_world_is_fork(rebased, &count) && count == first.count + second.count,
            "%zu edits are remembered, not %zu", count, first.count + second.count);
      CHECK(t, !ovl_world_is_fork(committed, &count), "the committed version is a fork");
      result = ovl_world_rebase(rebased, parent, &f->def, &again, &fault);
      CHECK(t, result == OVL_OK, "rebase again: %s", ovl_result_text(result));
      check_same(t, again, expected, "rebased again");
    }
    ovl_world_close(rebased);
    ovl_world_close(again);
    ovl_world_close(committed);
  }
  ovl_world_close(expected);
  ovl_world_close(parent);
  ovl_world_close(fork);
  return are_edited;
}

static void rebase_equals_the_same_edits(test_state *t) {
  uint64_t cases = 0;
  uint64_t rebased = 0;
  for (uint64_t i = 0; test_more(t, i, 120, 5000); i++) {
    forking f;
    if (begin_forking(&f, t, i)) {
      rebased += rebase_and_commit(&f, t);
      cases++;
      end_forking(&f);
    }
  }
  CHECK(t, t->failures != 0 || rebased > cases * 9 / 10, "only %" PRIu64 " of %" PRIu64, rebased,
        cases);
}

/* A fork of a fork remembers only its own edits. Committed to the fork they become the fork's, and
 * with it the parent's. */
static void fork_of_a_fork_has_its_own_edits(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1000); i++) {
    static tame_edits outer, inner;
    forking f;
    size_t count = 0;
    if (!begin_forking(&f, t, i)) {
      continue;
    }
    ovl_world *fork = edit(&f, t, fork_of(t, f.world), &outer);
    ovl_world *second = t->failures == 0 ? edit(&f, t, fork_of(t, fork), &inner) : NULL;
    if (t->failures == 0) {
      ovl_world *joined = NULL;
      ovl_world *committed = NULL;
      CHECK(t, ovl_world_is_fork(second, &count) && count == inner.count, "%zu edits", count);
      CHECK(t, ovl_world_commit(fork, second, &f.def, &joined, NULL) == OVL_OK, "commit to a fork");
      CHECK(t, ovl_world_is_fork(joined, &count) && count == inner.count + outer.count,
            "%zu edits are remembered, not %zu", count, inner.count + outer.count);
      CHECK(t, ovl_world_commit(f.world, joined, &f.def, &committed, NULL) == OVL_OK, "commit");
      CHECK(t, !ovl_world_is_fork(committed, &count) && count == 0, "it is a fork of %zu edits",
            count);
      CHECK(t, identity_of(committed) == identity_of(second),
            "another identity than that of the inner fork");
      check_same(t, committed, second, "committed");
      ovl_world_close(joined);
      ovl_world_close(committed);
    }
    ovl_world_close(second);
    ovl_world_close(fork);
    end_forking(&f);
  }
}

/* ---- Memory ---------------------------------------------------------------------- */

enum { LARGE = 512 };

/* Bakes a square of open ground. */
static ovl_world *bake_open(test_state *t, int32_t side, const ovl_allocator *allocator) {
  uint8_t *terrain = malloc((size_t)side * (size_t)side);
  if (terrain == NULL) {
    abort();
  }
  memset(terrain, 1, (size_t)side * (size_t)side);
  ovl_bake_def def = ovl_bake_def_default();
  def.width = side;
  def.height = side;
  def.terrain = terrain;
  def.tuning.label_bytes_per_cell = 0;
  def.allocator = *allocator;
  ovl_world *world = NULL;
  CHECK(t, ovl_world_bake(&def, &world, NULL) == OVL_OK, "bake");
  free(terrain);
  return world;
}

static void memory_grows_with_the_edits(test_state *t) {
  counting_allocator counts = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counts);
  ovl_world *world = bake_open(t, LARGE, &hooks);
  const uint64_t before = counts.live_bytes;
  ovl_world *fork = fork_of(t, world);
  const uint64_t empty = counts.live_bytes - before;
  CHECK(t, empty < 4096, "a fork takes %" PRIu64 " bytes", empty);
  const ovl_edit house = ovl_edit_rect((ovl_cell){100, 100, 0}, 16, 16, 0);
  ovl_world *next = NULL;
  CHECK(t, ovl_world_apply(fork, &house, 1, NULL, &next, NULL) == OVL_OK, "apply");
  ovl_world_close(fork);
  const uint64_t edited = counts.live_bytes - before;
  CHECK(t, edited < 64 * 1024, "a house takes %" PRIu64 " bytes", edited);
  ovl_world_close(next);
  CHECK(t, counts.live_bytes == before, "%" PRIu64 " bytes are left of a fork that was dropped",
        counts.live_bytes - before);
  /* To an unchanged parent, a commit costs one handle, and for a moment an applying. */
  fork = fork_of(t, world);
  CHECK(t, ovl_world_apply(fork, &house, 1, NULL, &next, NULL) == OVL_OK, "apply");
  const uint64_t allocations = counts.allocations;
  ovl_world *committed = NULL;
  CHECK(t, ovl_world_commit(world, next, NULL, &committed, NULL) == OVL_OK, "commit");
  CHECK(t, counts.allocations == allocations + 2, "a commit takes %" PRIu64 " allocations",
        counts.allocations - allocations);
  ovl_world_close(committed);
  ovl_world_close(next);
  ovl_world_close(fork);
  ovl_world_close(world);
  CHECK(t, counts.live == 0 && counts.wrong_releases == 0, "%" PRIu64 " blocks are left",
        counts.live);
}

/* A fork that was rebased or opened from its patch holds its edits once. */
static void edits_are_held_once(test_state *t) {
  enum { SIDE = 96, STAMP_BYTES = 2 * SIDE * SIDE };
  static uint16_t stamp[SIDE * SIDE];
  counting_allocator counts = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counts);
  ovl_world *world = bake_open(t, SIDE, &hooks);
  ovl_world *fork = fork_of(t, world);
  for (size_t i = 0; i < SIDE * SIDE; i++) {
    stamp[i] = 1;
  }
  for (int i = 0; i < 2 && t->failures == 0; i++) {
    const ovl_edit edit = {
        .kind = OVL_EDIT_TERRAIN, .cell = {0, 0, 0}, .w = SIDE, .h = SIDE, .stamp = stamp};
    ovl_world *next = NULL;
    stamp[0] = (uint16_t)(i % 2); /* else no edit would change anything */
    CHECK(t, ovl_world_apply(fork, &edit, 1, NULL, &next, NULL) == OVL_OK, "edit");
    ovl_world_close(fork);
    fork = next;
  }
  const uint64_t before = counts.live_bytes;
  ovl_world *rebased = NULL;
  CHECK(t, ovl_world_rebase(fork, world, NULL, &rebased, NULL) == OVL_OK, "rebase");
  CHECK(t, counts.live_bytes < before + STAMP_BYTES, "%" PRIu64 " bytes more",
        counts.live_bytes - before);
  ovl_world_close(rebased);
  ovl_world_close(fork);
  ovl_world_close(world);
}

/* Whichever allocation of a fork, rebase, commit or what-if query fails, all memory is released. */
static void no_memory_is_lost_if_it_runs_out(test_state *t) {
  counting_allocator counts = {0};
  const ovl_allocator hooks = counting_allocator_hooks(&counts);
  ovl_world *world = bake_open(t, 96, &hooks);
  ovl_world *fork = fork_of(t, world);
  const ovl_edit house = ovl_edit_rect((ovl_cell){20, 20, 0}, 16, 16, 0);
  const ovl_edit wall = ovl_edit_rect((ovl_cell){60, 0, 0}, 1, 96, 0);
  ovl_world *edited = NULL;
  ovl_world *parent = NULL;
  CHECK(t, ovl_world_apply(fork, &house, 1, NULL, &edited, NULL) == OVL_OK, "apply");
  CHECK(t, ovl_world_apply(world, &wall, 1, NULL, &parent, NULL) == OVL_OK, "apply");
  const ovl_cell unit = {80, 80, 0};
  const ovl_what_if what = {
      .edits = &wall, .edit_count = 1, .home = {1, 1, 0}, .units = &unit, .unit_count = 1};
  for (int call = 0; call < 4; call++) {
    ovl_result result = OVL_NO_MEMORY;
    const uint64_t live = counts.live;
    for (uint64_t fail = 1; result == OVL_NO_MEMORY && t->failures == 0; fail++) {
      ovl_world *made = NULL;
      uint32_t cut = 0;
      size_t needed = 0;
      counts.fail_at = counts.allocations + fail;
      result = call == 0   ? ovl_world_fork(world, &made)
               : call == 1 ? ovl_world_rebase(edited, parent, NULL, &made, NULL)
               : call == 2 ? ovl_world_commit(parent, edited, NULL, &made, NULL)
                           : ovl_world_what_if(world, &what, NULL, &cut, 1, &needed, NULL);
      counts.fail_at = 0;
      CHECK(t, call == 3 || (result == OVL_OK) == (made != NULL), "call %d: %s", call,
            ovl_result_text(result));
      ovl_world_close(made);
      CHECK(t, counts.live == live, "call %d: %" PRIu64 " blocks are left", call,
            counts.live - live);
    }
    CHECK(t, result == OVL_OK, "call %d: %s", call, ovl_result_text(result));
  }
  ovl_world_close(parent);
  ovl_world_close(edited);
  ovl_world_close(fork);
  ovl_world_close(world);
}

static void only_forks_are_rebased(test_state *t) {
  ovl_world *world = bake_open(t, 32, ovl_default_allocator());
  ovl_world *made = world;
  ovl_fault fault = {"", 0, 0, 0};
  CHECK(t, ovl_world_rebase(world, world, NULL, &made, &fault) == OVL_BAD_ARGUMENT && made == NULL,
        "a rebase of a world that is no fork");
  CHECK(t, strcmp(fault.what, "fork: it is none") == 0, "the fault is called %s", fault.what);
  made = world;
  CHECK(t, ovl_world_commit(world, world, NULL, &made, NULL) == OVL_BAD_ARGUMENT && made == NULL,
        "a commit of a world that is no fork");
  /* The fault has the index of the edit that does not fit, among all edits of the fork. */
  ovl_world *large = bake_open(t, 64, ovl_default_allocator());
  ovl_world *fork = fork_of(t, large);
  for (int32_t x = 0; x < 3; x++) {
    const ovl_edit one = ovl_edit_set((ovl_cell){20 * x, 5, 0}, 0);
    ovl_world *next = NULL;
    CHECK(t, ovl_world_apply(fork, &one, 1, NULL, &next, NULL) == OVL_OK, "apply");
    ovl_world_close(fork);
    fork = next;
  }
  CHECK(t, ovl_world_rebase(fork, world, NULL, &made, &fault) == OVL_BAD_ARGUMENT && made == NULL,
        "an edit outside");
  CHECK(t, fault.where == 2, "edit %" PRIu64 " does not fit, not 2", fault.where);
  ovl_world_close(fork);
  ovl_world_close(large);
  ovl_world_close(world);
}

/* A fork without edits can be rebased and committed. */
static void fork_without_edits_is_rebased(test_state *t) {
  ovl_world *world = bake_open(t, 64, ovl_default_allocator());
  ovl_world *fork = fork_of(t, world);
  const ovl_edit house = ovl_edit_rect((ovl_cell){20, 20, 0}, 4, 4, 0);
  ovl_world *edited = NULL;
  ovl_world *parent = NULL;
  ovl_world *rebased = NULL;
  ovl_world *committed = NULL;
  size_t edits = 1;
  CHECK(t, ovl_world_apply(fork, NULL, 0, NULL, &edited, NULL) == OVL_OK, "apply nothing");
  CHECK(t, ovl_world_apply(world, &house, 1, NULL, &parent, NULL) == OVL_OK, "apply");
  CHECK(t, ovl_world_is_fork(edited, &edits) && edits == 0, "%zu edits", edits);
  CHECK(t, ovl_world_rebase(edited, parent, NULL, &rebased, NULL) == OVL_OK && rebased != NULL,
        "rebase");
  CHECK(t, ovl_world_commit(parent, edited, NULL, &committed, NULL) == OVL_OK && committed != NULL,
        "commit");
  ovl_world *const worlds[] = {committed, rebased, parent, edited, fork, world};
  for (int i = 0; i < 6; i++) {
    ovl_world_close(worlds[i]);
  }
}

/* An edit with a stamp and one with a mask of the same bytes give versions of other identities. */
static void stamps_and_masks_have_other_identities(test_state *t) {
  ovl_world *world = bake_open(t, 64, ovl_default_allocator());
  const uint16_t stamp[2] = {1, 0};
  const uint8_t mask[2] = {1, 0};
  ovl_edit stamped = ovl_edit_rect((ovl_cell){20, 20, 0}, 2, 1, 0);
  ovl_edit masked = stamped;
  stamped.stamp = stamp;
  masked.mask = mask;
  ovl_world *made[2] = {NULL, NULL};
  ovl_version_info info[2] = {{0}, {0}};
  const ovl_edit *const edits[2] = {&stamped, &masked};
  for (int i = 0; i < 2; i++) {
    CHECK(t, ovl_world_apply(world, edits[i], 1, NULL, &made[i], NULL) == OVL_OK, "apply");
    ovl_world_version(made[i], &info[i]);
    ovl_world_close(made[i]);
  }
  CHECK(t, info[0].identity != info[1].identity, "two histories with one identity");
  ovl_world_close(world);
}

const test_entry test_forks_table[] = {
    {"forks/rebase-equals-the-same-edits", rebase_equals_the_same_edits},
    {"forks/fork-of-a-fork-has-its-own-edits", fork_of_a_fork_has_its_own_edits},
    {"forks/memory-grows-with-the-edits", memory_grows_with_the_edits},
    {"forks/edits-are-held-once", edits_are_held_once},
    {"forks/no-memory-is-lost-if-it-runs-out", no_memory_is_lost_if_it_runs_out},
    {"forks/only-forks-are-rebased", only_forks_are_rebased},
    {"forks/fork-without-edits-is-rebased", fork_without_edits_is_rebased},
    {"forks/stamps-and-masks-have-other-identities", stamps_and_masks_have_other_identities},
    {NULL, NULL},
};
