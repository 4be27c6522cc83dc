/* Tests patches: opened on its first version, in whatever way that is opened, a patch gives the
 * second one, with its number and identity; other bytes and patches of other worlds are refused. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/tame_edits.h"
#include "tests/support/paged_world.h"

enum { HEAD_BYTES = 64, CHECKSUM_BYTES = 8, EDIT_BYTES = 16 };

/* Two versions, and the patch that leads from the one to the other. */
typedef struct patching {
  model_fixture f;
  ovl_apply_def def;
  ovl_world *from, *to;
  world_bytes patch;
} patching;

static world_bytes save_patch(test_state *t, const ovl_world *from, const ovl_world *to) {
  world_bytes patch = {NULL, 0};
  const ovl_save_def def = {.write = fixture_append, .write_user = &patch};
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_result result = ovl_world_save_patch(from, to, &def, &fault);
  CHECK(t, result == OVL_OK, "save: %s (%s)", ovl_result_text(result), fault.what);
  return patch;
}

/* The version after so many calls of edits. */
static ovl_world *edited(patching *p, const ovl_world *world, int32_t calls) {
  ovl_world *made = NULL;
  ovl_world_retain(world, &made);
  for (int32_t i = 0; i < calls; i++) {
    static tame_edits edits;
    ovl_world *next = NULL;
    tame_edits_draw(&edits, &p->f.model, &p->f.random);
    if (ovl_world_apply_def(made, edits.edits, edits.count, &p->def, &next, NULL) == OVL_OK) {
      ovl_world_close(made);
      made = next;
    }
  }
  return made;
}

/* Makes two versions of a world, the second of which was edited `calls` times since the first, or
 * up to three times if that is 0. */
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
  p->def = (ovl_apply_def){0};
  p->def.step_rule = def.more.step_rule;
  p->def.step_rule_user = def.more.step_rule_user;
  tame_edits_begin(&p->f.model);
  ovl_world_retain(p->f.world, &p->from);
  p->to = edited(p, p->from, test_random_between(&p->f.random, 1, 3));
  p->patch = save_patch(t, p->from, p->to);
  return true;
}

static void end_patching(patching *p) {
  ovl_world_close(p->from);
  ovl_world_close(p->to);
  model_fixture_free(&p->f);
  free(p->patch.bytes);
}

static ovl_world *open_patch(const patching *p, test_state *t, const ovl_world *base) {
  ovl_world *opened = NULL;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_result result =
      ovl_world_open_patch(base, p->patch.bytes, p->patch.count, &p->def, &opened, &fault);
  CHECK(t, result == OVL_OK, "open: %s (%s)", ovl_result_text(result), fault.what);
  return opened;
}

static void check_same_ends(test_state *t, const ovl_world *expected, const ovl_world *found) {
  ovl_version_info a;
  ovl_version_info b;
  ovl_world_version(expected, &a);
  ovl_world_version(found, &b);
  CHECK(t, a.version == b.version && a.identity == b.identity,
        "version %" PRIu64 ", not %" PRIu64 ", or another identity", b.version, a.version);
  size_t later = 1;
  CHECK(t, ovl_world_rebuilt(found, b.version, NULL, 0, &later) == OVL_OK && later == 0,
        "%zu regions were rebuilt later", later);
}

static void check_same(test_state *t, const ovl_world *expected, const ovl_world *found) {
  if (found != NULL) {
    check_same_ends(t, expected, found);
    fixture_check_same(t, expected, found, "patched");
  }
}

/* ---- Opening -------------------------------------------------------------------------- */

static void a_patch_gives_the_second_version(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 150, 5000); i++) {
    patching p;
    if (begin_patching(&p, t, i, false)) {
      ovl_world *opened = open_patch(&p, t, p.from);
      check_same(t, p.to, opened);
      ovl_world_close(opened);
      end_patching(&p);
    }
  }
}

/* Between any two versions: forks of one world, and back to an earlier one. What is opened is
 * edited and patched again. */
static void patches_lead_between_any_versions(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 80, 3000); i++) {
    patching p;
    if (!begin_patching(&p, t, i, false)) {
      continue;
    }
    ovl_world *worlds[3] = {NULL};
    ovl_world_retain(p.f.world, &worlds[0]);
    ovl_world_retain(p.to, &worlds[1]);
    worlds[2] = edited(&p, p.f.world, test_random_between(&p.f.random, 1, 5));
    for (int k = 0; k < 6 && t->failures == 0; k++) {
      const int from = test_random_between(&p.f.random, 0, 2);
      const int to = test_random_between(&p.f.random, 0, 2);
      free(p.patch.bytes);
      p.patch = save_patch(t, worlds[from], worlds[to]);
      ovl_world *opened = open_patch(&p, t, worlds[from]);
      check_same(t, worlds[to], opened);
      ovl_world_close(worlds[to]);
      worlds[to] = opened;
    }
    for (int k = 0; k < 3; k++) {
      ovl_world_close(worlds[k]);
    }
    end_patching(&p);
  }
}

static void first_versions_may_be_opened_in_any_way(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 80, 3000); i++) {
    patching p;
    ovl_world *base = NULL;
    if (!begin_patching(&p, t, i, true)) {
      continue;
    }
    const world_bytes file = fixture_save(t, p.f.world);
    paged_reader reader = paged_reader_of(&file, 1);
    for (int way = 0; way < 3 && t->failures == 0; way++) {
      const ovl_result result = way == 0   ? ovl_world_open(file.bytes, file.count, &base, NULL)
                                : way == 1 ? paged_open_in_place(&file, &base)
                                           : paged_open_read(&reader, 1 << 20, &base);
      CHECK(t, result == OVL_OK, "open: %s", ovl_result_text(result));
      ovl_world *opened = open_patch(&p, t, base);
      check_same(t, p.to, opened);
      ovl_world_close(opened);
      ovl_world_close(base);
    }
    free(file.bytes);
    end_patching(&p);
  }
}

/* A patch of what one edit changes has the size of that, and one of no difference none. */
static void a_patch_is_as_small_as_the_difference(test_state *t) {
  static uint8_t terrain[64 * 64];
  memset(terrain, 1, sizeof terrain);
  ovl_bake_def bake = {0};
  ovl_world *world = NULL;
  ovl_world *next = NULL;
  bake.terrain = terrain;
  bake.width = bake.height = 64;
  bake.tuning.region_cells = 32;
  CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake");
  const ovl_edit house = ovl_edit_rect((ovl_cell){10, 10, 0}, 16, 16, 0);
  CHECK(t, ovl_world_apply(world, &house, 1, &next, NULL) == OVL_OK, "edit");
  world_bytes patch = save_patch(t, world, next);
  CHECK(t, patch.count == HEAD_BYTES + EDIT_BYTES + CHECKSUM_BYTES, "%zu bytes", patch.count);
  free(patch.bytes);
  patch = save_patch(t, next, next);
  CHECK(t, patch.count == HEAD_BYTES + CHECKSUM_BYTES, "%zu bytes", patch.count);
  free(patch.bytes);
  ovl_world_close(next);
  ovl_world_close(world);
}

/* ---- History --------------------------------------------------------------------------- */

/* Routes of the second version go on in what a patch gives; those of the first do if its number is
 * lower, up to what was rebuilt. */
static void routes_of_both_ends_go_on(test_state *t) {
  static uint8_t terrain[64 * 64];
  memset(terrain, 1, sizeof terrain);
  static ovl_cell points[4096];
  ovl_bake_def bake = {0};
  ovl_world *worlds[4] = {NULL}; /* the first, the second, from a patch, and back again */
  ovl_planner *planner = NULL;
  bake.terrain = terrain;
  bake.width = bake.height = 64;
  bake.tuning.region_cells = 16;
  bake.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  CHECK(t, ovl_world_bake(&bake, &worlds[0], NULL) == OVL_OK, "bake");
  const ovl_edit wall = ovl_edit_rect((ovl_cell){40, 20, 0}, 1, 44, 0);
  CHECK(t, ovl_world_apply(worlds[0], &wall, 1, &worlds[1], NULL) == OVL_OK, "edit");
  const world_bytes there = save_patch(t, worlds[0], worlds[1]);
  const world_bytes back = save_patch(t, worlds[1], worlds[0]);
  CHECK(t,
        ovl_world_open_patch(worlds[0], there.bytes, there.count, NULL, &worlds[2], NULL) == OVL_OK,
        "there");
  CHECK(t,
        ovl_world_open_patch(worlds[1], back.bytes, back.count, NULL, &worlds[3], NULL) == OVL_OK,
        "back");
  check_same(t, worlds[0], worlds[3]);
  const ovl_planner_def def = {.world = worlds[0]};
  CHECK(t, ovl_planner_create(&def, &planner, NULL) == OVL_OK, "planner");
  /* From which version, to which one, in which row, and what comes of it. */
  static const struct {
    int from, to;
    int32_t y;
    ovl_result result;
  } rows[] = {{1, 2, 43, OVL_OK},
              {0, 2, 3, OVL_OK},
              {0, 2, 50, OVL_BEGIN_AGAIN},
              {1, 3, 3, OVL_OTHER_WORLD},
              {0, 3, 43, OVL_OK}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows && t->failures == 0; i++) {
    ovl_query query = {0};
    ovl_route route;
    query.start = (ovl_cell){1, rows[i].y, 0};
    query.goal = (ovl_cell){62, rows[i].y, 0};
    ovl_result result = ovl_route_begin(planner, worlds[rows[i].from], &query, &route);
    while (result == OVL_OK && !route.done) {
      ovl_path path = {.points = points, .capacity = sizeof points / sizeof *points};
      result = ovl_route_next(planner, worlds[rows[i].to], &route, route.position, &path);
    }
    CHECK(t, result == rows[i].result, "route %zu: %s", i, ovl_result_text(result));
  }
  ovl_planner_destroy(planner);
  free(there.bytes);
  free(back.bytes);
  for (int i = 0; i < 4; i++) {
    ovl_world_close(worlds[i]);
  }
}

/* ---- Refused --------------------------------------------------------------------------- */

static void check_refused(const patching *p, test_state *t, const ovl_world *base,
                          const uint8_t *bytes, size_t count, ovl_result expected) {
  ovl_world *opened = (ovl_world *)(void *)t; /* must become NULL */
  ovl_fault fault = {NULL, 0, 0, 0};
  const ovl_result result = ovl_world_open_patch(base, bytes, count, &p->def, &opened, &fault);
  CHECK(t, result == expected && opened == NULL && fault.what != NULL && fault.what[0] != '\0',
        "'%s', not '%s'", ovl_result_text(result), ovl_result_text(expected));
}

static void damaged_and_other_patches_are_refused(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 5, 100); i++) {
    patching p;
    patching other;
    if (!begin_patching(&p, t, 2 * i, false)) {
      continue;
    }
    for (size_t at = 0; at < p.patch.count && t->failures == 0; at++) {
      test_context(t, "byte %zu of %zu", at, p.patch.count);
      check_refused(&p, t, p.from, p.patch.bytes, at, OVL_WRONG_LENGTH);
      p.patch.bytes[at] ^= 4;
      check_refused(&p, t, p.from, p.patch.bytes, p.patch.count,
                    at < 8                ? OVL_NOT_A_WORLD
                    : at < 12             ? OVL_OTHER_VERSION
                    : at >= 16 && at < 24 ? OVL_WRONG_LENGTH
                                          : OVL_WRONG_CHECKSUM);
      p.patch.bytes[at] ^= 4;
    }
    check_refused(&p, t, p.to, p.patch.bytes, p.patch.count, OVL_OTHER_WORLD);
    if (begin_patching(&other, t, 2 * i + 1, false)) {
      check_refused(&p, t, other.from, p.patch.bytes, p.patch.count, OVL_OTHER_WORLD);
      end_patching(&other);
    }
    end_patching(&p);
  }
}

static void make_checksum_right(const world_bytes *patch) {
  const size_t checked = patch->count - CHECKSUM_BYTES;
  ovi_put_u64(patch->bytes + checked, ovi_hash64(0, patch->bytes, checked));
}

/* A byte is changed and the checksum made right again: the patch opens with other edits, or is
 * refused. */
static void forged_patches_are_refused(test_state *t) {
  enum { LINKS_AT = 12 };
  uint64_t opened = 0;
  uint64_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 20, 300); i++) {
    patching p;
    if (!begin_patching(&p, t, i, false)) {
      continue;
    }
    for (size_t at = LINKS_AT; at + CHECKSUM_BYTES < p.patch.count && t->failures == 0; at++) {
      const uint8_t kept = p.patch.bytes[at];
      const uint8_t forged[] = {(uint8_t)(kept + 1), (uint8_t)(kept ^ 0x80), 0xff};
      for (size_t k = 0; k < sizeof forged; k++) {
        ovl_world *made = (ovl_world *)(void *)t; /* must become NULL if it is refused */
        ovl_fault fault = {"", 0, 0, 0};
        p.patch.bytes[at] = forged[k];
        make_checksum_right(&p.patch);
        const ovl_result result =
            ovl_world_open_patch(p.from, p.patch.bytes, p.patch.count, &p.def, &made, &fault);
        test_context(t, "byte %zu of %zu became %d", at, p.patch.count, forged[k]);
        CHECK(t,
              result == OVL_OK || result == OVL_BAD_ARGUMENT || result == OVL_CORRUPT ||
                  (at < HEAD_BYTES && fault.what[0] != '\0'),
              "'%s'", ovl_result_text(result));
        CHECK(t, (result == OVL_OK) == (made != NULL), "a version, or none");
        opened += result == OVL_OK;
        refused += result != OVL_OK;
        ovl_world_close(made);
      }
      p.patch.bytes[at] = kept;
    }
    end_patching(&p);
  }
  CHECK(t, t->failures != 0 || (opened > 500 && refused > 500),
        "%" PRIu64 " opened, %" PRIu64 " refused", opened, refused);
}

/* Edits that are twice there, in another order, or outside of their region are named by their byte;
 * so no byte of a patch makes more work than its cells. */
static void edits_ascend_and_lie_in_their_region(test_state *t) {
  static const uint8_t open_land[40 * 20] = {0};
  ovl_bake_def bake = {0};
  ovl_world *world = NULL;
  ovl_world *next = NULL;
  bake.terrain = open_land;
  bake.width = 40;
  bake.height = 20;
  bake.tuning.region_cells = 16;
  CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake");
  const ovl_edit edit = ovl_edit_rect((ovl_cell){14, 14, 0}, 4, 4, 1);
  CHECK(t, ovl_world_apply(world, &edit, 1, &next, NULL) == OVL_OK, "edit");
  world_bytes patch = save_patch(t, world, next);
  CHECK(t, patch.count == HEAD_BYTES + 4 * EDIT_BYTES + CHECKSUM_BYTES, "%zu bytes", patch.count);
  /* Of which edit which byte becomes what. */
  static const uint8_t changes[][3] = {
      {1, 0, 0},  {1, 0, 0xff}, {0, 4, 1},  {0, 4, 4}, {0, 4, 200}, {0, 5, 1},  {0, 6, 15},
      {0, 8, 0},  {0, 8, 3},    {0, 9, 0},  {0, 9, 3}, {0, 10, 4},  {0, 10, 1}, {0, 10, 2},
      {0, 11, 1}, {0, 13, 1},   {0, 14, 1}, {2, 9, 5}, {3, 10, 2},  {3, 10, 1}};
  for (size_t i = 0; i < sizeof changes / sizeof *changes && t->failures == 0; i++) {
    const size_t edit_at = HEAD_BYTES + (size_t)EDIT_BYTES * changes[i][0];
    uint8_t *byte = patch.bytes + edit_at + changes[i][1];
    const uint8_t kept = *byte;
    ovl_world *made = NULL;
    ovl_fault fault = {"", 0, 0, 0};
    *byte = changes[i][2];
    make_checksum_right(&patch);
    const ovl_result result =
        ovl_world_open_patch(world, patch.bytes, patch.count, NULL, &made, &fault);
    /* a mask or values that are not there shift what follows, and are found there */
    CHECK(t,
          result == OVL_CORRUPT &&
              (fault.where == edit_at || (changes[i][1] == 10 && fault.where > edit_at)),
          "change %zu: %s at %" PRIu64 ", not %zu", i, ovl_result_text(result), fault.where,
          edit_at);
    *byte = kept;
    ovl_world_close(made);
  }
  free(patch.bytes);
  ovl_world_close(next);
  ovl_world_close(world);
}

/* A region that can't be read ends the save of a patch with the fault of its reader. */
static void a_reader_that_fails_is_named(test_state *t) {
  static model_fixture f;
  if (!paged_fixture_make(&f, t, 0, model_usual_limits())) {
    return;
  }
  world_bytes file = fixture_save(t, f.world);
  paged_reader reader = paged_reader_of(&file, 1);
  ovl_world *read = NULL;
  if (CHECK(t, paged_open_read(&reader, 1 << 20, &read) == OVL_OK, "not opened")) {
    reader.failing_percent = 100;
    for (int order = 0; order < 2; order++) {
      world_bytes patch = {NULL, 0};
      const ovl_save_def def = {.write = fixture_append, .write_user = &patch};
      ovl_fault fault;
      const ovl_result result = ovl_world_save_patch(order == 0 ? read : f.world,
                                                     order == 0 ? f.world : read, &def, &fault);
      CHECK(t, result == OVL_READ_FAILED && strcmp(fault.what, "read") == 0, "%s (%s)",
            ovl_result_text(result), fault.what);
      free(patch.bytes);
    }
  }
  ovl_world_close(read);
  free(file.bytes);
  model_fixture_free(&f);
}

const test_entry test_patch_table[] = {
    {"patch/gives-the-second-version", a_patch_gives_the_second_version},
    {"patch/lead-between-any-versions", patches_lead_between_any_versions},
    {"patch/first-versions-may-be-opened-in-any-way", first_versions_may_be_opened_in_any_way},
    {"patch/is-as-small-as-the-difference", a_patch_is_as_small_as_the_difference},
    {"patch/routes-of-both-ends-go-on", routes_of_both_ends_go_on},
    {"patch/damaged-and-other-patches-are-refused", damaged_and_other_patches_are_refused},
    {"patch/forged-patches-are-refused", forged_patches_are_refused},
    {"patch/a-reader-that-fails-is-named", a_reader_that_fails_is_named},
    {"patch/edits-ascend-and-lie-in-their-region", edits_ascend_and_lie_in_their_region},
    {NULL, NULL},
};
