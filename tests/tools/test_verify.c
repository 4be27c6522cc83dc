/* Comparing a world file with a fresh bake: files of every kind of world, edited and saved, forged,
 * and read by readers that fail. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/format/sections.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "tests/model/model_fixture.h"
#include "tests/model/wild_edits.h"
#include "tests/support/file_repair.h"
#include "tests/support/fixture.h"
#include "tests/support/paged_world.h"
#include "tools/verify/fresh_bake.h"

/* A world of case `index`. False: it failed, or it has a step rule, without which no world can be
 * baked again. */
static bool make_case(model_fixture *f, test_state *t, uint64_t index, bool has_overlays) {
  if (!model_fixture_pair(f, t, index,
                          has_overlays ? model_overlay_limits() : model_usual_limits())) {
    return false;
  }
  if (f->model.has_rule) {
    ovl_fault fault;
    const ovl_result result = fixture_verify(t, f->world, &fault);
    CHECK(t, result == OVL_NEEDS_RULE, "with a step rule: %s", ovl_result_text(result));
    model_fixture_free(f);
    return false;
  }
  return true;
}

static void check_same(test_state *t, ovl_result result, const ovl_fault *fault,
                       const char *which) {
  CHECK(t, result == OVL_OK, "%s: %s (%s at %" PRIu64 ", found %" PRIu64 ", not %" PRIu64 ")",
        which, ovl_result_text(result), fault->what, fault->where, fault->found, fault->expected);
}

static void check_verified(test_state *t, const ovl_world *world, const char *which) {
  ovl_fault fault = {.what = ""};
  const ovl_result result = fixture_verify(t, world, &fault);
  check_same(t, result, &fault, which);
}

/* ---- Worlds of every kind -------------------------------------------------------------------- */

/* How many worlds of a kind were compared. */
typedef struct kinds {
  uint32_t edited, in_parts, with_labels, with_floors, with_many_profiles, with_links, directed;
} kinds;

static void count_kinds(const model_fixture *f, kinds *seen) {
  ovl_world_info info;
  ovl_profile_info profile;
  ovl_world_describe(f->world, &info);
  ovl_world_profile(f->world, 0, &profile);
  seen->in_parts += info.floors == 1 && info.graph.labels == OVL_LABELS_OVERLAYS;
  seen->with_labels += info.graph.labels == OVL_LABELS_HELD;
  seen->with_floors += info.floors > 1;
  seen->with_many_profiles += info.profiles > 1;
  seen->with_links += info.links != 0;
  seen->directed += profile.directed;
}

/* Saves and verifies versions that edits make. Returns how many there were. */
static uint32_t verify_versions(model_fixture *f, test_state *t) {
  ovl_world *made = NULL;
  uint32_t count = 0;
  for (int round = 0; round < 3 && t->failures == 0; round++) {
    wild_edits edits = wild_edits_draw(&f->model, &f->random);
    ovl_world *next = NULL;
    if (ovl_world_apply(made != NULL ? made : f->world, edits.edits, edits.count, &next, NULL) ==
        OVL_OK) {
      check_verified(t, next, "an edited world");
      ovl_world_close(made);
      made = next;
      count++;
    }
    wild_edits_free(&edits);
  }
  ovl_world_close(made);
  return count;
}

/* Every feature alone and each pair of them, with labels or overlays, as baked and edited. */
static void verify_every_kind(test_state *t) {
  kinds seen = {0};
  for (uint64_t i = 0; test_more(t, i, 40, 3000); i++) {
    model_fixture f;
    if (make_case(&f, t, i, i % 4 == 3)) {
      check_verified(t, f.world, "as it was baked");
      count_kinds(&f, &seen);
      seen.edited += verify_versions(&f, t);
      model_fixture_free(&f);
    }
  }
  CHECK(
      t,
      seen.edited > 60 && seen.in_parts > 3 && seen.with_labels > 6 && seen.with_floors > 10 &&
          seen.with_many_profiles > 6 && seen.with_links > 10 && seen.directed > 10,
      "%u edited, %u in parts, %u with labels, %u with floors, %u with profiles, %u with links, %u "
      "directed",
      seen.edited, seen.in_parts, seen.with_labels, seen.with_floors, seen.with_many_profiles,
      seen.with_links, seen.directed);
}

/* A map of many rows of regions, which are baked in several parts: with heights, extra costs, links
 * and three profiles in turn. */
static void verify_in_many_parts(test_state *t) {
  enum { WIDTH = 40, HEIGHT = 700 };
  static uint8_t terrain[WIDTH * HEIGHT], extra[WIDTH * HEIGHT];
  static uint16_t heights[WIDTH * HEIGHT];
  for (uint64_t i = 0; test_more(t, i, 8, 60); i++) {
    test_random random = {test_begin_case(t, i)};
    for (int32_t at = 0; at < WIDTH * HEIGHT; at++) {
      terrain[at] = !test_random_percent(&random, 25);
      heights[at] = (uint16_t)(at / WIDTH / 9 % 4);
      extra[at] = (uint8_t)test_random_between(&random, 0, 20);
    }
    ovl_profile_def profiles[3];
    for (int k = 0; k < 3; k++) {
      profiles[k] = (ovl_profile_def){0};
      profiles[k].name[0] = (char)('a' + k);
      profiles[k].body_cells = 1 + k;
      profiles[k].max_climb = k == 1 ? OVL_LEVEL : 0;
    }
    const uint8_t *const extras[3] = {NULL, extra, NULL};
    const ovl_floor_def floor = {.width = WIDTH,
                                 .height = HEIGHT,
                                 .terrain = terrain,
                                 .heights = (i & 1) != 0 ? heights : NULL,
                                 .extra = (i & 2) != 0 ? extras : NULL};
    const ovl_link_def link = {.from = {1, 5, 0}, .to = {30, HEIGHT - 5, 0}, .cost = 99};
    ovl_bake_def def = {0};
    def.tuning.region_cells = 8;
    def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
    def.more.floors = &floor;
    def.more.floor_count = 1;
    def.more.profiles = profiles;
    def.more.profile_count = i % 3 == 0 ? 1 : 3;
    def.more.links = &link;
    def.more.link_count = (int32_t)(i >> 2 & 1);
    def.more.blocked_links = true;
    ovl_world *world = NULL;
    ovl_fault fault = {.what = ""};
    if (CHECK(t, ovl_world_bake(&def, &world, &fault) == OVL_OK, "bake: %s", fault.what)) {
      check_verified(t, world, "in many parts");
      ovl_world_close(world);
    }
  }
}

/* ---- Readers ----------------------------------------------------------------------------------
 */

/* The world is opened through a reader with the smallest cache, of which one call fails or gives a
 * wrong byte; then all is well again. */
static void verify_disturbed(test_state *t, world_bytes *bytes, bool fails, uint64_t seed) {
  enum { SMALL_CACHE = 1 << 16 };
  test_random random = {seed};
  paged_reader reader = paged_reader_of(bytes, seed);
  ovl_world *world = NULL;
  ovl_fault fault = {.what = ""};
  if (!CHECK(t, paged_open_read(&reader, SMALL_CACHE, &world) == OVL_OK, "open by a reader")) {
    return;
  }
  const uint64_t opened = reader.calls;
  ovl_result result = fixture_verify_file(world, bytes, &fault);
  check_same(t, result, &fault, "by a reader");
  const uint64_t call = reader.calls + test_random_next(&random) % (reader.calls - opened + 1);
  *(fails ? &reader.fails_at : &reader.damages_at) = call;
  result = fixture_verify_file(world, bytes, &fault);
  const bool is_met = reader.calls > call; /* the cache may hold more than before */
  const bool is_right =
      fails ? result == OVL_READ_FAILED : result == OVL_WRONG_CHECKSUM || result == OVL_CORRUPT;
  CHECK(t, is_met ? is_right && fault.what[0] != 0 : result == OVL_OK,
        "a reader that %s: %s (%s at %" PRIu64 ")", fails ? "fails" : "gives a wrong byte",
        ovl_result_text(result), fault.what, fault.where);
  reader.fails_at = UINT64_MAX;
  reader.damages_at = UINT64_MAX;
  result = fixture_verify_file(world, bytes, &fault);
  check_same(t, result, &fault, "by a reader that came back");
  ovl_world_close(world);
}

/* A file whose bytes can be read once more, and then not. */
typedef struct failing_file {
  world_bytes *bytes;
  uint64_t calls, fails_at;
} failing_file;

static bool read_failing(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  failing_file *file = user;
  return file->calls++ != file->fails_at && fixture_read(file->bytes, offset, bytes, byte_count);
}

/* The file that is compared can't be read at one place. */
static void verify_unreadable(test_state *t, const ovl_world *world, world_bytes *bytes,
                              uint64_t seed) {
  failing_file file = {bytes, 0, UINT64_MAX};
  const struct fresh_bake_def def = {
      .world = world, .file = {read_failing, &file, bytes->count}, .path = ""};
  ovl_fault fault = {.what = ""};
  ovl_result result = fresh_bake_compare(&def, &fault);
  check_same(t, result, &fault, "by another reader");
  test_random random = {seed};
  file.fails_at = test_random_next(&random) % file.calls;
  file.calls = 0;
  result = fresh_bake_compare(&def, &fault);
  CHECK(t, result == OVL_READ_FAILED, "a file that can't be read: %s (%s)", ovl_result_text(result),
        fault.what);
}

static void verify_by_bad_readers(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 60, 2000); i++) {
    model_fixture f;
    if (!paged_fixture_make(&f, t, i, model_usual_limits())) {
      continue;
    }
    world_bytes bytes = fixture_save(t, f.world);
    if (!f.model.has_rule) {
      verify_disturbed(t, &bytes, i % 2 == 0, t->case_seed);
      verify_unreadable(t, f.world, &bytes, t->case_seed);
    }
    free(bytes.bytes);
    model_fixture_free(&f);
  }
}

/* ---- Forged files --------------------------------------------------------------------------- */

static const char *const section_words[OVI_SECTION_COUNT] = {
    "region table", "block of a region", "profiles", "floors", "links",
    "places",       "islands",           "overlays", "labels"};

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
         section == OVI_SECTION_PLACES ||
         (section == OVI_SECTION_PROFILES &&
          (at < OVI_PROFILE_MIN_WEIGHT || (at >= OVI_PROFILE_CLIMB && at < OVI_PROFILE_ISLANDS) ||
           at >= OVI_PROFILE_WALLS));
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

/* Changes a byte of a section, and makes all checksums right again. A wrong table is refused by
 * whoever reads all of it, and so is opened in place. Returns whether the world could be opened. */
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
  const ovl_result opening = section == OVI_SECTION_TABLE
                                 ? paged_open_in_place(&forged, &world)
                                 : ovl_world_open(forged.bytes, forged.count, &world, NULL);
  const bool is_open = !is_same && opening == OVL_OK;
  if (is_open) {
    ovl_fault fault = {"", 0, 0, 0};
    const ovl_result result = fixture_verify_file(world, &forged, &fault);
    /* An extra cost that no stored cost depends on may be another as well. */
    const bool is_free = section == OVI_SECTION_BLOCKS && (f->model.features & MODEL_EXTRA) != 0;
    CHECK(t, result != OVL_OK || is_input(section, place) || is_free,
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
    if (!make_case(&f, t, i, i % 3 == 0)) {
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

/* ---- Sections ----------------------------------------------------------------------------------
 */

/* Passes the bytes of a bake in pieces, which a file that differs has other bytes at two places. */
static ovl_fault compare_pieces(test_state *t, test_random *random, world_bytes *file,
                                const world_bytes *made) {
  struct file_compare compare;
  const struct compared_file compared = {fixture_read, file, file->count};
  CHECK(t, file_compare_begin(&compare, &compared) == OVL_OK, "begin");
  uint64_t at = 0;
  bool goes_on = true;
  while (at < made->count && goes_on) {
    const uint64_t rest = made->count - at;
    const uint64_t drawn = 1 + test_random_next(random) % (made->count / 2);
    const uint64_t count = drawn < rest ? drawn : rest;
    goes_on = file_compare_take(&compare, made->bytes + at, (size_t)count);
    at += count;
  }
  CHECK(t, compare.result == OVL_CORRUPT, "no difference is found");
  const ovl_fault fault = compare.difference;
  file_compare_end(&compare);
  return fault;
}

/* A byte that differs is told by its section and place, also beside one of the header. */
static void verify_names_sections(test_state *t) {
  uint32_t named[OVI_SECTION_COUNT] = {0};
  for (uint64_t i = 0; test_more(t, i, 30, 600); i++) {
    model_fixture f;
    if (!model_fixture_pair(&f, t, i, i % 2 == 0 ? model_overlay_limits() : model_usual_limits())) {
      continue;
    }
    world_bytes file = fixture_save(t, f.world);
    world_bytes made = fixture_save(t, f.world);
    for (int section = 0; section < OVI_SECTION_COUNT; section++) {
      const uint64_t bytes = file_section_bytes(made.bytes, (ovi_section)section);
      if (bytes == 0) {
        continue;
      }
      uint8_t *byte =
          file_section(made.bytes, (ovi_section)section) + test_random_next(&f.random) % bytes;
      *byte ^= 4;
      made.bytes[OVI_AT_FINGERPRINT] ^= (uint8_t)(i & 1);
      const ovl_fault fault = compare_pieces(t, &f.random, &file, &made);
      CHECK(t,
            strcmp(fault.what, section_words[section]) == 0 &&
                fault.where == (uint64_t)(byte - made.bytes) && fault.expected == *byte &&
                fault.found == (uint8_t)(*byte ^ 4),
            "%s: %s at %" PRIu64 ", not at %zu", section_words[section], fault.what, fault.where,
            (size_t)(byte - made.bytes));
      *byte ^= 4;
      made.bytes[OVI_AT_FINGERPRINT] ^= (uint8_t)(i & 1);
      named[section]++;
    }
    made.bytes[OVI_AT_FINGERPRINT] ^= 1;
    const ovl_fault fault = compare_pieces(t, &f.random, &file, &made);
    CHECK(t, strcmp(fault.what, "header") == 0 && fault.where == OVI_AT_FINGERPRINT, "header: %s",
          fault.what);
    free(file.bytes);
    free(made.bytes);
    model_fixture_free(&f);
  }
  for (int section = 0; section < OVI_SECTION_COUNT; section++) {
    CHECK(t, named[section] != 0, "no world has %s", section_words[section]);
  }
}

/* A file that ends too early differs where it ends. */
static void verify_compares_lengths(test_state *t) {
  model_fixture f;
  if (!model_fixture_pair(&f, t, 0, model_usual_limits())) {
    return;
  }
  world_bytes file = fixture_save(t, f.world);
  const world_bytes made = {file.bytes, file.count};
  world_bytes shorter = {file.bytes, file.count - 3};
  const ovl_fault fault = compare_pieces(t, &f.random, &shorter, &made);
  CHECK(t, fault.where == shorter.count && fault.found == 0, "a short file: %s at %" PRIu64,
        fault.what, fault.where);
  free(file.bytes);
  model_fixture_free(&f);
}

const test_entry test_verify_table[] = {{"verify_every_kind", verify_every_kind},
                                        {"verify_in_many_parts", verify_in_many_parts},
                                        {"verify_by_bad_readers", verify_by_bad_readers},
                                        {"verify_finds_forgeries", verify_finds_forgeries},
                                        {"verify_names_sections", verify_names_sections},
                                        {"verify_compares_lengths", verify_compares_lengths},
                                        {NULL, NULL}};
