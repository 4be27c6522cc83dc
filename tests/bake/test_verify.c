/* ovl_world_verify: worlds of every kind, in memory and by a reader, edited and forged. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/format/sections.h"
#include "coarse/overlay/overlay.h"
#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_stream.h"
#include "tests/model/model_fixture.h"
#include "tests/model/wild_edits.h"
#include "tests/support/counting_allocator.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"

enum { SMALL_CACHE = 1 << 16, USUAL_CACHE = 1 << 20 };

static ovl_result verify_world(const model_fixture *f, const ovl_world *world, ovl_fault *fault) {
  ovl_verify_def def = ovl_verify_def_default();
  if (f->model.has_rule) {
    def.step_rule = model_step_rule;
    def.step_rule_user = (void *)(uintptr_t)&f->model.rule;
  }
  return ovl_world_verify(world, &def, fault);
}

static void check_verified(const model_fixture *f, test_state *t, const ovl_world *world,
                           const char *which) {
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_result result = verify_world(f, world, &fault);
  CHECK(t, result == OVL_OK,
        "verify %s: %s (%s at %" PRIu64 ", found %" PRIu64 ", not %" PRIu64 ")", which,
        ovl_result_text(result), fault.what, fault.where, fault.found, fault.expected);
}

/* Verifies versions that edits make. Returns how many there were. */
static uint32_t verify_versions(model_fixture *f, test_state *t, const ovl_world *world,
                                const char *which) {
  ovl_apply_def def = ovl_apply_def_default();
  const ovl_world *base = world;
  ovl_world *made = NULL;
  uint32_t count = 0;
  if (f->model.has_rule) {
    def.step_rule = model_step_rule;
    def.step_rule_user = &f->model.rule;
  }
  for (int round = 0; round < 3 && t->failures == 0; round++) {
    wild_edits edits = wild_edits_draw(&f->model, &f->random);
    ovl_world *next = NULL;
    if (ovl_world_apply(base, edits.edits, edits.count, &def, &next, NULL) == OVL_OK) {
      check_verified(f, t, next, which);
      ovl_world_close(made);
      made = next;
      base = next;
      count++;
    }
    wild_edits_free(&edits);
  }
  ovl_world_close(made);
  return count;
}

static void verify_opened(model_fixture *f, test_state *t, size_t cache) {
  world_bytes bytes = fixture_save(t, f->world);
  paged_reader reader = paged_reader_of(&bytes, 1);
  ovl_world *world = NULL;
  if (CHECK(t, paged_open_in_place(&bytes, &world) == OVL_OK, "open in place")) {
    check_verified(f, t, world, "in place");
    verify_versions(f, t, world, "an edited world in place");
    ovl_world_close(world);
  }
  if (CHECK(t, paged_open_read(&reader, cache, &world) == OVL_OK, "open by a reader")) {
    check_verified(f, t, world, "by a reader");
    verify_versions(f, t, world, "an edited world by a reader");
    ovl_world_close(world);
  }
  free(bytes.bytes);
}

/* Every feature alone and each pair of them, with labels or overlays. */
static void verify_every_kind(test_state *t) {
  uint32_t versions = 0;
  for (uint64_t i = 0; test_more(t, i, 64, 3000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, i % 4 == 3 ? model_overlay_limits() : model_usual_limits())) {
      continue;
    }
    check_verified(&f, t, f.world, "as it was baked");
    versions += verify_versions(&f, t, f.world, "an edited world");
    verify_opened(&f, t, USUAL_CACHE);
    model_fixture_free(&f);
  }
  CHECK(t, versions > 40, "only %" PRIu32 " versions", versions);
}

/* Worlds that a reader fetches region by region, through the smallest cache. */
static void verify_by_readers(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 40, 1500); i++) {
    model_fixture f;
    if (paged_fixture_make(&f, t, i, model_usual_limits())) {
      verify_opened(&f, t, i % 2 == 0 ? SMALL_CACHE : USUAL_CACHE);
      model_fixture_free(&f);
    }
  }
}

/* ---- Readers that fail ---------------------------------------------------------------------- */

/* Verifies by a reader that fails, gives a wrong byte or is late at one call; then again. */
static void verify_disturbed(model_fixture *f, test_state *t, int how) {
  world_bytes bytes = fixture_save(t, f->world);
  paged_reader reader = paged_reader_of(&bytes, test_random_next(&f->random));
  ovl_world *world = NULL;
  if (!CHECK(t, paged_open_read(&reader, SMALL_CACHE, &world) == OVL_OK, "open by a reader")) {
    free(bytes.bytes);
    return;
  }
  const uint64_t opened = reader.calls;
  check_verified(f, t, world, "by a reader");
  const uint64_t read = reader.calls - opened;
  CHECK(t, read != 0, "the reader was not used");
  const uint64_t call = reader.calls + test_random_next(&f->random) % (read + 1);
  reader.fails_at = how == 0 ? call : UINT64_MAX;
  reader.damages_at = how == 1 ? call : UINT64_MAX;
  reader.later_percent = how == 2 ? 5 : 0;
  ovl_fault fault = {"", 0, 0, 0};
  const ovl_result result = verify_world(f, world, &fault);
  const bool is_met = reader.calls > call || how == 2; /* the cache may hold more than before */
  const bool is_right = how == 0   ? result == OVL_READ_FAILED
                        : how == 1 ? result == OVL_WRONG_CHECKSUM || result == OVL_CORRUPT
                                   : result == OVL_NEEDS_REGIONS || result == OVL_OK;
  CHECK(t, is_met ? is_right : result == OVL_OK, "way %d: %s (%s at %" PRIu64 ")", how,
        ovl_result_text(result), fault.what, fault.where);
  CHECK(t, !is_met || result == OVL_NEEDS_REGIONS || result == OVL_OK || fault.what[0] != 0,
        "way %d: the fault says nothing", how);
  reader.fails_at = UINT64_MAX;
  reader.damages_at = UINT64_MAX;
  reader.later_percent = 0;
  check_verified(f, t, world, "by a reader that came back");
  ovl_world_close(world);
  free(bytes.bytes);
}

static void verify_by_bad_readers(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    model_fixture f;
    if (paged_fixture_make(&f, t, i, model_usual_limits())) {
      verify_disturbed(&f, t, (int)(i % 3));
      model_fixture_free(&f);
    }
  }
}

/* ---- Forged files --------------------------------------------------------------------------- */

static const char *const section_words[OVI_SECTION_COUNT] = {
    "region table", "block of a region", "profiles", "floors",
    "links",        "islands",           "overlays", "labels"};

/* The name that a fault must have: sections that follow from others alone are named themselves. Of
 * those that say what is baked, so may others be that follow from them. */
static bool is_named(ovi_section section, const char *what) {
  const bool is_derived = section == OVI_SECTION_ISLANDS || section == OVI_SECTION_OVERLAYS ||
                          section == OVI_SECTION_LABELS;
  return is_derived ? strcmp(what, section_words[section]) == 0 : what[0] != 0;
}

/* Whether a byte says how a map is baked, so that with another one a world may be right as well: it
 * is in no total of a profile. */
static bool is_input(ovi_section section, uint64_t place) {
  const uint64_t at = place % OVI_PROFILE_BYTES;
  return section == OVI_SECTION_FLOORS || section == OVI_SECTION_LINKS ||
         (section == OVI_SECTION_PROFILES &&
          (at < OVI_PROFILE_MIN_WEIGHT || (at >= OVI_PROFILE_CLIMB && at < OVI_PROFILE_ISLANDS)));
}

/* A fault of a difference states the bytes there. */
static bool has_place(const world_bytes *forged, const ovl_fault *fault) {
  return fault->where < forged->count && forged->bytes[fault->where] == fault->found &&
         fault->found != fault->expected;
}

/* A byte of a section that may be changed: no checksum of a chunk, and of the table no place, by
 * which checksums are made right. False: there is none. */
static bool find_place(model_fixture *f, const world_bytes *bytes, ovi_section section,
                       uint64_t *place) {
  const uint64_t front = section == OVI_SECTION_LABELS ? OVI_LABELS_TABLE : 0;
  uint64_t length = file_section_bytes(bytes->bytes, section);
  length = ovi_section_is_chunked(section) && length != 0 ? ovi_chunked_content(length) : length;
  if (length <= front) {
    return false;
  }
  *place = front + test_random_next(&f->random) % (length - front);
  const uint64_t entry = ovi_table_entry_bytes(ovi_get_u16(bytes->bytes + OVI_AT_PROFILES));
  return section != OVI_SECTION_TABLE || *place % entry >= OVI_TABLE_SLOTS;
}

/* Changes a byte of a section, and makes all checksums right again. Opened in place nothing but the
 * frame is checked beforehand. Returns whether the world could be opened. */
static bool verify_forged(model_fixture *f, test_state *t, world_bytes *bytes,
                          ovi_section section) {
  uint64_t place;
  if (!find_place(f, bytes, section, &place)) {
    return false;
  }
  world_bytes forged = {malloc(bytes->count), bytes->count};
  memcpy(forged.bytes, bytes->bytes, bytes->count);
  file_section(forged.bytes, section)[place] ^= (uint8_t)(1u << test_random_next(&f->random) % 8);
  file_repair(forged.bytes);
  const bool is_same = memcmp(forged.bytes, bytes->bytes, bytes->count) == 0; /* it was a sum */
  ovl_world *world = NULL;
  const bool is_open = !is_same && paged_open_in_place(&forged, &world) == OVL_OK;
  if (is_open) {
    ovl_fault fault = {"", 0, 0, 0};
    const ovl_result result = verify_world(f, world, &fault);
    CHECK(t, result != OVL_OK || is_input(section, place),
          "byte %" PRIu64 " of the %s is changed, and verify finds nothing", place,
          section_words[section]);
    CHECK(t,
          result != OVL_CORRUPT || is_named(section, fault.what) ||
              strcmp(fault.what, section_words[OVI_SECTION_BLOCKS]) == 0,
          "byte %" PRIu64 " of the %s is changed, and verify names %s", place,
          section_words[section], fault.what);
    CHECK(t,
          !is_named(section, fault.what) || section < OVI_SECTION_ISLANDS ||
              has_place(&forged, &fault),
          "byte %" PRIu64 " of the %s: not at %" PRIu64, place, section_words[section],
          fault.where);
  }
  ovl_world_close(world);
  free(forged.bytes);
  return is_open;
}

static void verify_finds_forgeries(test_state *t) {
  uint32_t opened[OVI_SECTION_COUNT] = {0};
  for (uint64_t i = 0; test_more(t, i, 40, 3000); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, i % 3 == 0 ? model_overlay_limits() : model_usual_limits())) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    for (int section = 0; section < OVI_SECTION_COUNT && t->failures == 0; section++) {
      for (int k = 0; k < 6; k++) {
        opened[section] += verify_forged(&f, t, &bytes, (ovi_section)section);
      }
    }
    free(bytes.bytes);
    model_fixture_free(&f);
  }
  for (int section = 0; section < OVI_SECTION_COUNT; section++) {
    CHECK(t, opened[section] != 0 || section == OVI_SECTION_FLOORS,
          "no world with other %s was opened", section_words[section]);
  }
}

/* Changes the last of some bytes of a version for the time of one verification. */
static void check_changed(const model_fixture *f, test_state *t, const ovl_world *version,
                          const void *bytes, uint64_t count, const char *what) {
  uint8_t *last = (uint8_t *)(uintptr_t)bytes + count - 1;
  ovl_fault fault = {"", 0, 0, 0};
  *last ^= 1;
  const ovl_result result = verify_world(f, version, &fault);
  CHECK(t, result == OVL_CORRUPT && strcmp(fault.what, what) == 0,
        "a wrong %s of an edited world: %s (%s)", what, ovl_result_text(result), fault.what);
  *last ^= 1;
}

/* Versions with a wrong block, a wrong cluster, and a wrong fingerprint of the map. */
static void verify_finds_wrong_versions(test_state *t) {
  model_fixture f;
  if (!paged_fixture_make(&f, t, 1, model_usual_limits())) {
    return;
  }
  const ovl_edit edit = {.kind = OVL_EDIT_TERRAIN, .cell = {1, 1, 0}, .w = 2, .h = 2, .value = 0};
  ovl_world *version = NULL;
  if (CHECK(t, ovl_world_apply(f.world, &edit, 1, NULL, &version, NULL) == OVL_OK, "apply")) {
    const ovi_layer *layer = &version->layers[0];
    check_verified(&f, t, version, "an edited world");
    check_changed(&f, t, version, ovi_region_block(layer, 0), ovi_region_block_bytes(layer, 0),
                  "block of a region");
    check_changed(&f, t, version, ovi_overlay_front(layer, 0),
                  ovi_overlay_piece(layer, 0, OVI_CLUSTER_FRONT).count, "overlays");
    check_changed(&f, t, version, &version->shared.map_fingerprint, 1, "header");
    check_verified(&f, t, version, "the edited world");
    ovl_world_close(version);
  }
  model_fixture_free(&f);
}

/* ---- Memory --------------------------------------------------------------------------------- */

/* The most memory that verifying a map of scattered walls takes. */
static uint64_t memory_of(test_state *t, int32_t height) {
  uint8_t *terrain = malloc((size_t)512 * (size_t)height);
  test_random random = {5};
  for (int32_t i = 0; i < 512 * height; i++) {
    terrain[i] = !test_random_percent(&random, 10);
  }
  ovl_bake_def bake = ovl_bake_def_default();
  bake.terrain = terrain;
  bake.width = 512;
  bake.height = height;
  bake.tuning.region_cells = 16;
  bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  ovl_world *world = NULL;
  counting_allocator counter = {.fail_at = 0};
  if (CHECK(t, ovl_world_bake(&bake, &world, NULL) == OVL_OK, "bake")) {
    ovl_verify_def def = ovl_verify_def_default();
    def.allocator = counting_allocator_hooks(&counter);
    const ovl_result result = ovl_world_verify(world, &def, NULL);
    CHECK(t, result == OVL_OK, "verify: %s", ovl_result_text(result));
    CHECK(t, counter.live == 0, "%" PRIu64 " blocks are kept", counter.live);
    CHECK(t, ovl_world_verify(world, NULL, NULL) == OVL_OK, "by the default definition");
    ovl_world_close(world);
  }
  free(terrain);
  return counter.most_bytes;
}

/* Memory grows with the width of a world, and by little with its height. */
static void verify_holds_few_rows(test_state *t) {
  const uint64_t quarter = memory_of(t, 256);
  const uint64_t all = memory_of(t, 1024);
  CHECK(t, 2 * all < 3 * quarter, "%" PRIu64 " bytes for a quarter, %" PRIu64 " for all", quarter,
        all);
}

const test_entry test_verify_table[] = {
    {"verify_every_kind", verify_every_kind},
    {"verify_by_readers", verify_by_readers},
    {"verify_by_bad_readers", verify_by_bad_readers},
    {"verify_finds_forgeries", verify_finds_forgeries},
    {"verify_finds_wrong_versions", verify_finds_wrong_versions},
    {"verify_holds_few_rows", verify_holds_few_rows},
    {NULL, NULL}};
