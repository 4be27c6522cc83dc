/* Tests patches: a fork saved as a patch is the same fork when it is opened again, in whatever way
 * its base is opened; other bytes and patches of other worlds are refused. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"

typedef struct patching {
  model_fixture f;
  ovl_apply_def def;
  ovl_world *fork;
  world_bytes world, patch;
} patching;

/* An ovl_write_fn that appends to a world_bytes. */
static bool append_bytes(void *user, const void *bytes, size_t count) {
  world_bytes *all = user;
  uint8_t *grown = realloc(all->bytes, all->count + count);
  if (grown == NULL) {
    abort();
  }
  memcpy(grown + all->count, bytes, count);
  all->bytes = grown;
  all->count += count;
  return true;
}

/* Makes a fork with one to three calls of edits, and saves its base and its patch. */
static bool begin_patching(patching *p, test_state *t, uint64_t index, bool can_page) {
  const model_limits limits = {.max_side = 40, .max_region = 16, .most_profiles = 2};
  memset(p, 0, sizeof *p);
  const bool made = can_page && index % 3 == 0 ? paged_labelled_make(&p->f, t, index, limits)
                    : can_page                 ? paged_fixture_make(&p->f, t, index, limits)
                                               : model_fixture_pair(&p->f, t, index, limits);
  if (!made) {
    return false;
  }
  ovl_bake_def def = model_bake_def(&p->f.model);
  p->def = ovl_apply_def_default();
  p->def.step_rule = def.more.step_rule;
  p->def.step_rule_user = def.more.step_rule_user;
  tame_edits_begin(&p->f.model);
  CHECK(t, ovl_world_fork(p->f.world, &p->fork) == OVL_OK, "fork");
  for (int calls = test_random_between(&p->f.random, 1, 3); calls > 0; calls--) {
    static tame_edits edits;
    ovl_world *next = NULL;
    tame_edits_draw(&edits, &p->f.model, &p->f.random);
    if (test_random_percent(&p->f.random, 15)) {
      edits.count = 0;
    }
    if (ovl_world_apply(p->fork, edits.edits, edits.count, &p->def, &next, NULL) == OVL_OK) {
      ovl_world_close(p->fork);
      p->fork = next;
    }
  }
  p->world = fixture_save(t, p->f.world);
  CHECK(t, ovl_world_save_patch(p->fork, append_bytes, &p->patch, NULL) == OVL_OK, "save");
  return true;
}

static void end_patching(patching *p) {
  ovl_world_close(p->fork);
  model_fixture_free(&p->f);
  free(p->world.bytes);
  free(p->patch.bytes);
}

/* Opens the patch over a base, which is closed then. */
static ovl_world *open_patch(patching *p, test_state *t, ovl_world *base) {
  ovl_world *fork = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_result result =
      ovl_world_open_patch(base, p->patch.bytes, p->patch.count, &p->def, &fork, &fault);
  size_t before;
  size_t after = 0;
  ovl_world_is_fork(p->fork, &before);
  CHECK(t, result == OVL_OK && ovl_world_is_fork(fork, &after) && before == after,
        "%s: %s; %zu of %zu edits", ovl_result_text(result), fault.what, after, before);
  ovl_world_close(base);
  return fork;
}

static void check_same_identity(const patching *p, test_state *t, const ovl_world *fork) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(p->fork, &a);
  ovl_world_version(fork, &b);
  CHECK(t, a.version == b.version && a.identity == b.identity,
        "version %" PRIu64 ", not %" PRIu64 ", or another identity", b.version, a.version);
}

static void check_same_history(const patching *p, test_state *t, const ovl_world *fork) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(p->fork, &a);
  ovl_world_version(fork, &b);
  check_same_identity(p, t, fork);
  CHECK(t, a.rebuilt_regions == b.rebuilt_regions, "%" PRIu64 " regions rebuilt, not %" PRIu64,
        b.rebuilt_regions, a.rebuilt_regions);
}

static void check_same_file(const patching *p, test_state *t, const ovl_world *fork) {
  world_bytes expected = fixture_save(t, p->fork);
  world_bytes found = fixture_save(t, fork);
  CHECK(t,
        expected.count == found.count && memcmp(expected.bytes, found.bytes, expected.count) == 0,
        "the patched world has another file than the fork");
  free(expected.bytes);
  free(found.bytes);
}

/* Rebases the fork onto an edited version of its base, of which it becomes a fork. */
static void rebase_patching(patching *p, test_state *t) {
  const ovl_edit edit = ovl_edit_set((ovl_cell){0, 0, 0}, 0);
  ovl_world *parent = NULL;
  ovl_world *rebased = NULL;
  ovl_world *one_by_one = NULL;
  if (ovl_world_apply(p->f.world, &edit, 1, &p->def, &parent, NULL) != OVL_OK) {
    return; /* on a floor of places */
  }
  if (ovl_world_rebase(p->fork, parent, &p->def, &rebased, NULL) == OVL_OK) {
    free(p->patch.bytes);
    p->patch = (world_bytes){NULL, 0};
    CHECK(t, ovl_world_save_patch(rebased, append_bytes, &p->patch, NULL) == OVL_OK, "save");
    CHECK(t,
          ovl_world_open_patch(parent, p->patch.bytes, p->patch.count, &p->def, &one_by_one,
                               NULL) == OVL_OK,
          "open");
    ovl_world_close(p->fork);
    p->fork = rebased;
    if (one_by_one != NULL) { /* which has also rebuilt regions that end as they were */
      check_same_identity(p, t, one_by_one);
      check_same_file(p, t, one_by_one);
    }
  }
  ovl_world_close(one_by_one);
  ovl_world_close(parent);
}

static void rebased_forks_have_the_history_of_their_patches(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 100, 3000); i++) {
    patching p;
    if (begin_patching(&p, t, i, false)) {
      rebase_patching(&p, t);
      end_patching(&p);
    }
  }
}

/* A call without edits gives the same version: its routes continue, and a patch loses nothing. */
static void calls_without_edits_change_nothing(test_state *t) {
  patching p;
  if (!begin_patching(&p, t, 0, false)) {
    return;
  }
  ovl_world *again = NULL;
  ovl_world *fork = NULL;
  CHECK(t, ovl_world_apply(p.fork, NULL, 0, &p.def, &again, NULL) == OVL_OK, "apply nothing");
  if (again != NULL) {
    check_same_history(&p, t, again);
    check_same_file(&p, t, again);
    world_bytes patch = {NULL, 0};
    CHECK(t, ovl_world_save_patch(again, append_bytes, &patch, NULL) == OVL_OK, "save");
    CHECK(t,
          ovl_world_open_patch(p.f.world, patch.bytes, patch.count, &p.def, &fork, NULL) == OVL_OK,
          "open");
    free(patch.bytes);
  }
  if (fork != NULL) {
    check_same_history(&p, t, fork);
  }
  ovl_world_close(again);
  ovl_world_close(fork);
  end_patching(&p);
}

static void patched_world_equals_the_fork(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 5000); i++) {
    patching p;
    ovl_world *base = NULL;
    if (!begin_patching(&p, t, i, false)) {
      continue;
    }
    CHECK(t, ovl_world_open(p.world.bytes, p.world.count, NULL, &base, NULL) == OVL_OK, "open");
    ovl_world *fork = open_patch(&p, t, base);
    if (fork != NULL) {
      check_same_history(&p, t, fork);
      check_same_file(&p, t, fork);
    }
    ovl_world_close(fork);
    end_patching(&p);
  }
}

/* Compares the terrain and the islands of all cells. */
static void check_same_islands(const patching *p, test_state *t, const ovl_world *fork) {
  const model_world *model = &p->f.model;
  for (uint32_t node = 0; node < model->node_count && t->failures == 0; node++) {
    const ovl_cell cell = model_cell(model, node);
    for (int32_t profile = 0; profile < model->profile_count; profile++) {
      CHECK(t,
            ovl_world_terrain(p->fork, cell) == ovl_world_terrain(fork, cell) &&
                ovl_world_island(p->fork, profile, cell) == ovl_world_island(fork, profile, cell),
            "another cell at %d,%d on %d", (int)cell.x, (int)cell.y, (int)cell.floor);
    }
  }
}

static void bases_may_be_opened_in_any_way(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 80, 3000); i++) {
    patching p;
    ovl_world *base = NULL;
    if (!begin_patching(&p, t, i, true)) {
      continue;
    }
    CHECK(t, paged_open_in_place(&p.world, &base) == OVL_OK, "in place");
    ovl_world *fork = open_patch(&p, t, base);
    if (fork != NULL) {
      check_same_history(&p, t, fork);
      check_same_file(&p, t, fork);
    }
    ovl_world_close(fork);
    paged_reader reader = paged_reader_of(&p.world, 1);
    CHECK(t, paged_open_read(&reader, 1 << 20, &base) == OVL_OK, "by a reader");
    fork = open_patch(&p, t, base);
    if (fork != NULL) {
      check_same_history(&p, t, fork);
      check_same_islands(&p, t, fork);
    }
    ovl_world_close(fork);
    end_patching(&p);
  }
}

static void check_refused(const patching *p, test_state *t, const ovl_world *base,
                          const uint8_t *bytes, size_t count, ovl_result expected) {
  ovl_world *fork = (ovl_world *)(void *)t; /* must become NULL */
  ovl_fault fault = {NULL, 0, 0, 0};
  const ovl_result result = ovl_world_open_patch(base, bytes, count, &p->def, &fork, &fault);
  CHECK(t, result == expected && fork == NULL && fault.what != NULL && fault.what[0] != '\0',
        "'%s', not '%s'", ovl_result_text(result), ovl_result_text(expected));
}

static void damaged_and_other_patches_are_refused(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 5, 100); i++) {
    patching p;
    patching other;
    if (!begin_patching(&p, t, 2 * i, false)) {
      continue;
    }
    const ovl_world *base = p.f.world;
    for (size_t at = 0; at < p.patch.count && t->failures == 0; at++) {
      test_context(t, "byte %zu of %zu", at, p.patch.count);
      check_refused(&p, t, base, p.patch.bytes, at, OVL_WRONG_LENGTH);
      p.patch.bytes[at] ^= 4;
      check_refused(&p, t, base, p.patch.bytes, p.patch.count,
                    at < 8                ? OVL_NOT_A_WORLD
                    : at < 12             ? OVL_OTHER_VERSION
                    : at >= 16 && at < 24 ? OVL_WRONG_LENGTH
                                          : OVL_WRONG_CHECKSUM);
      p.patch.bytes[at] ^= 4;
    }
    if (begin_patching(&other, t, 2 * i + 1, false)) {
      check_refused(&p, t, other.f.world, p.patch.bytes, p.patch.count, OVL_OTHER_WORLD);
      end_patching(&other);
    }
    world_bytes none = {NULL, 0};
    CHECK(t,
          ovl_world_save_patch(base, append_bytes, &none, NULL) == OVL_BAD_ARGUMENT &&
              none.count == 0,
          "a patch of a world that is no fork");
    end_patching(&p);
  }
}

/* A byte of the calls is changed and the checksum made right again: the patch opens with another
 * edit, or is refused where it is read. */
static void forged_patches_are_refused(test_state *t) {
  enum { CALLS_AT = 32, CHECKSUM_BYTES = 8 };
  uint64_t opened = 0;
  uint64_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 12, 200); i++) {
    patching p;
    if (!begin_patching(&p, t, i, false)) {
      continue;
    }
    uint8_t *checksum = p.patch.bytes + p.patch.count - CHECKSUM_BYTES;
    for (size_t at = CALLS_AT; at + CHECKSUM_BYTES < p.patch.count && t->failures == 0; at++) {
      const uint8_t kept = p.patch.bytes[at];
      const uint8_t forged[] = {(uint8_t)(kept + 1), (uint8_t)(kept ^ 0x80), 0xff};
      for (size_t k = 0; k < sizeof forged; k++) {
        ovl_world *fork = (ovl_world *)(void *)t; /* must become NULL if it is refused */
        ovl_fault fault = {"", 0, 0, 0};
        p.patch.bytes[at] = forged[k];
        ovi_put_u64(checksum, ovi_hash64(0, p.patch.bytes, p.patch.count - CHECKSUM_BYTES));
        const ovl_result result =
            ovl_world_open_patch(p.f.world, p.patch.bytes, p.patch.count, &p.def, &fork, &fault);
        test_context(t, "byte %zu of %zu became %d", at, p.patch.count, forged[k]);
        CHECK(t, result == OVL_OK || (result == OVL_CORRUPT && fault.what[0] != '\0'), "'%s'",
              ovl_result_text(result));
        CHECK(t, (result == OVL_OK) == (fork != NULL), "a fork, or none");
        opened += result == OVL_OK;
        refused += result != OVL_OK;
        ovl_world_close(fork);
      }
      p.patch.bytes[at] = kept;
    }
    end_patching(&p);
  }
  CHECK(t, t->failures != 0 || (opened > 100 && refused > 1000),
        "%" PRIu64 " opened, %" PRIu64 " refused", opened, refused);
}

/* An edit that was moved out of the map is named by its own byte, in whichever call it is. */
static void a_forged_edit_is_named_by_its_byte(test_state *t) {
  enum { HEAD = 32, CALL = 8, EDIT = 40, X_OF_EDIT = 4, CALLS = 3 };
  static const uint8_t open_land[64] = {0};
  const uint16_t stamp[3] = {1, 1, 1}; /* three cells, padded to 8 bytes */
  ovl_bake_def bake = ovl_bake_def_default();
  ovl_world *world = NULL;
  ovl_world *fork = NULL;
  world_bytes patch = {NULL, 0};
  bake.terrain = open_land;
  bake.width = bake.height = 8;
  if (!CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake")) {
    return;
  }
  CHECK(t, ovl_world_fork(world, &fork) == OVL_OK, "fork");
  for (int i = 0; i < CALLS && t->failures == 0; i++) {
    const ovl_edit edits[2] = {
        {.kind = OVL_EDIT_TERRAIN, .cell = {i, 0, 0}, .w = 3, .h = 1, .stamp = stamp},
        ovl_edit_set((ovl_cell){i, 1, 0}, 1)};
    ovl_world *next = NULL;
    CHECK(t, ovl_world_apply(fork, edits, 2, NULL, &next, NULL) == OVL_OK, "edit");
    ovl_world_close(fork);
    fork = next;
  }
  CHECK(t, ovl_world_save_patch(fork, fixture_append, &patch, NULL) == OVL_OK, "save");
  for (size_t i = 0; i < 2 * CALLS && t->failures == 0; i++) {
    const size_t at = HEAD + i / 2 * (CALL + 2 * EDIT + 8) + CALL + i % 2 * (EDIT + 8);
    ovl_world *opened = NULL;
    ovl_fault fault = {"", 0, 0, 0};
    patch.bytes[at + X_OF_EDIT] ^= 64;
    ovi_put_u64(patch.bytes + patch.count - 8, ovi_hash64(0, patch.bytes, patch.count - 8));
    const ovl_result result =
        ovl_world_open_patch(world, patch.bytes, patch.count, NULL, &opened, &fault);
    CHECK(t, result == OVL_CORRUPT && fault.where == at, "edit %zu: %s at %" PRIu64 ", not %zu", i,
          ovl_result_text(result), fault.where, at);
    patch.bytes[at + X_OF_EDIT] ^= 64;
    ovl_world_close(opened);
  }
  free(patch.bytes);
  ovl_world_close(fork);
  ovl_world_close(world);
}

const test_entry test_patch_table[] = {
    {"patch/patched-world-equals-the-fork", patched_world_equals_the_fork},
    {"patch/calls-without-edits-change-nothing", calls_without_edits_change_nothing},
    {"patch/rebased-forks-have-the-history-of-their-patches",
     rebased_forks_have_the_history_of_their_patches},
    {"patch/bases-may-be-opened-in-any-way", bases_may_be_opened_in_any_way},
    {"patch/damaged-and-other-patches-are-refused", damaged_and_other_patches_are_refused},
    {"patch/forged-patches-are-refused", forged_patches_are_refused},
    {"patch/a-forged-edit-is-named-by-its-byte", a_forged_edit_is_named_by_its_byte},
    {NULL, NULL},
};
