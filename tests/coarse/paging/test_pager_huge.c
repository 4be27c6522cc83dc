/* A world file of more than 3 GB that is read by ranges, whole and cut short. The file is never
 * made: a world's own sections lie before and behind 3 GB of a section of an unknown name, which
 * readers of this version leave alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "coarse/format/world_format.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland.h"
#include "overland_stream.h"
#include "tests/support/fixture.h"

enum { SIDE = 160, MOST_POINTS = SIDE * SIDE, QUERIES = 60 };
#define GAP ((uint64_t)3 << 30)

/* The file: its header, the sections that lie before the gap, the gap, the others. */
typedef struct huge_file {
  uint8_t header[4096];
  uint64_t header_bytes;
  const uint8_t *body; /* of the baked file, behind its own header */
  uint64_t body_bytes;
  uint64_t before;  /* bytes of the body that lie before the gap */
  uint64_t end;     /* where the file ends; less than its length: it is cut short */
  uint64_t highest; /* end of the last range that was read */
} huge_file;

static uint64_t huge_bytes(const huge_file *file) {
  return file->header_bytes + file->body_bytes + GAP;
}

static const char sections[OVI_SECTION_COUNT][5] = OVI_SECTION_NAMES;

/* The byte at an offset of the file. */
static uint8_t huge_byte(const huge_file *file, uint64_t offset) {
  if (offset < file->header_bytes) {
    return file->header[offset];
  }
  offset -= file->header_bytes;
  if (offset < file->before) {
    return file->body[offset];
  }
  return offset < file->before + GAP ? 0 : file->body[offset - GAP];
}

static bool huge_read(void *user, uint64_t offset, void *bytes, size_t byte_count) {
  huge_file *file = user;
  uint8_t *out = bytes;
  if (offset > file->end || byte_count > file->end - offset) {
    return false;
  }
  for (size_t i = 0; i < byte_count; i++) {
    out[i] = huge_byte(file, offset + i);
  }
  file->highest = offset + byte_count > file->highest ? offset + byte_count : file->highest;
  return true;
}

/* Puts the gap before the section of that name. */
static void huge_make(huge_file *file, const world_bytes *baked, const char *name) {
  const uint32_t count = ovi_get_u32(baked->bytes + OVI_AT_SECTION_COUNT);
  const uint64_t old_header = ovi_header_bytes(count);
  uint8_t *entry = file->header + OVI_AT_SECTIONS;
  bool is_behind = false;
  *file = (huge_file){.header_bytes = ovi_header_bytes(count + 1),
                      .body = baked->bytes + old_header,
                      .body_bytes = baked->count - old_header};
  memcpy(file->header, baked->bytes, OVI_AT_SECTIONS);
  for (uint32_t i = 0; i < count; i++) {
    const uint8_t *old = baked->bytes + OVI_AT_SECTIONS + (size_t)i * OVI_SECTION_BYTES;
    const uint64_t at = ovi_get_u64(old + 8) - old_header + file->header_bytes;
    if (!is_behind && memcmp(old, name, 4) == 0) {
      is_behind = true;
      file->before = at - file->header_bytes;
      memcpy(entry, "GAP_", 4);
      ovi_put_u64(entry + 8, at);
      ovi_put_u64(entry + 16, GAP);
      entry += OVI_SECTION_BYTES;
    }
    memcpy(entry, old, OVI_SECTION_BYTES);
    ovi_put_u64(entry + 8, at + (is_behind ? GAP : 0));
    entry += OVI_SECTION_BYTES;
  }
  file->end = huge_bytes(file);
  ovi_put_u32(file->header + OVI_AT_SECTION_COUNT, count + 1);
  ovi_put_u32(file->header + OVI_AT_HEADER_BYTES, (uint32_t)file->header_bytes);
  ovi_put_u64(file->header + OVI_AT_FILE_BYTES, file->end);
  ovi_put_u64(entry, ovi_hash64(0, file->header, (size_t)file->header_bytes - 8));
}

static ovl_world *bake_scattered(test_state *t, test_random *random) {
  ovl_bake_def def = {.width = SIDE, .height = SIDE};
  def.tuning.region_cells = 8;
  def.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  def.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  return fixture_bake_rocks(t, random, def, 85);
}

static ovl_result huge_open(huge_file *file, size_t resident_bytes, ovl_world **world) {
  ovl_open_def def = {0};
  def.byte_count = (size_t)huge_bytes(file);
  def.read = huge_read;
  def.read_user = file;
  def.resident_bytes = resident_bytes;
  return ovl_world_open_def(&def, world, NULL);
}

/* Asks for paths of a read world and of the same one in memory. Counts those that fail because the
 * file ends too early: the fault names a place near its end. */
static uint32_t ask_both(test_state *t, const huge_file *file, const ovl_world *read,
                         const ovl_world *whole, uint64_t seed) {
  static ovl_cell points[2][MOST_POINTS];
  test_random random = {seed};
  uint32_t failed = 0;
  ovl_planner_def defs[2] = {(ovl_planner_def){.world = read}, (ovl_planner_def){.world = whole}};
  ovl_planner *planners[2] = {NULL, NULL};
  CHECK(t,
        ovl_planner_create(&defs[0], &planners[0], NULL) == OVL_OK &&
            ovl_planner_create(&defs[1], &planners[1], NULL) == OVL_OK,
        "planners");
  for (int k = 0; k < QUERIES && t->failures == 0; k++) {
    ovl_query query = {0};
    ovl_path found = {.points = points[0], .capacity = MOST_POINTS};
    ovl_path expected = {.points = points[1], .capacity = MOST_POINTS};
    query.start = (ovl_cell){test_random_between(&random, 0, SIDE - 1),
                             test_random_between(&random, 0, SIDE - 1), 0};
    query.goal = (ovl_cell){test_random_between(&random, 0, SIDE - 1),
                            test_random_between(&random, 0, SIDE - 1), 0};
    const ovl_result wanted = ovl_find_path(planners[1], whole, &query, &expected);
    const ovl_result result = ovl_find_path(planners[0], read, &query, &found);
    if (result == OVL_READ_FAILED) {
      const ovl_fault *fault = ovl_planner_fault(planners[0]);
      CHECK(t, strcmp(fault->what, "read") == 0 && fault->where + 65536 > file->end,
            "%s at %" PRIu64 ", the file ends at %" PRIu64, fault->what, fault->where, file->end);
      failed++;
      continue;
    }
    CHECK(t, result == wanted && (result != OVL_OK || fixture_same_paths(&found, &expected)),
          "'%s' instead of '%s'", ovl_result_text(result), ovl_result_text(wanted));
  }
  ovl_planner_destroy(planners[0]);
  ovl_planner_destroy(planners[1]);
  return failed;
}

/* Whole, its paths are those in memory. Cut behind its 3 GB, it opens or not, and a query that
 * touches what is missing says so; once all of it is there, all are answered. */
static void ask_huge(test_state *t, const ovl_world *whole, huge_file *file, uint64_t seed) {
  ovl_world *read = NULL;
  const ovl_result opened = huge_open(file, 1u << 20, &read);
  if (!CHECK(t, opened == OVL_OK, "open: %s", ovl_result_text(opened))) {
    return;
  }
  const uint64_t behind = file->header_bytes + file->before + GAP;
  CHECK(t, ask_both(t, file, read, whole, seed) == 0, "a whole file ends too early");
  CHECK(t, file->highest > behind, "nothing behind the 3 GB was read");
  ovl_world_close(read);
  read = NULL;
  CHECK(t, huge_open(file, 1u << 20, &read) == OVL_OK, "open again");
  file->end = behind + (file->body_bytes - file->before) / 3;
  const uint32_t failed = ask_both(t, file, read, whole, seed);
  CHECK(t, failed != 0, "no query touched what is missing");
  file->end = huge_bytes(file);
  CHECK(t, ask_both(t, file, read, whole, seed) == 0, "it does not go on once all is there");
  ovl_world_close(read);
}

static void huge_files_are_cut_short(test_state *t) {
  for (uint64_t i = 0; test_more(t, i, 2, 40); i++) {
    test_random random = {test_begin_case(t, i)};
    ovl_world *world = bake_scattered(t, &random);
    if (world == NULL) {
      continue;
    }
    huge_file file;
    const world_bytes bytes = fixture_save(t, world);
    huge_make(&file, &bytes, sections[i % 2 == 0 ? OVI_SECTION_BLOCKS : OVI_SECTION_OVERLAYS]);
    ask_huge(t, world, &file, t->case_seed);
    ovl_world_close(world);
    free(bytes.bytes);
  }
}

const test_entry test_pager_huge_table[] = {
    {"pager/huge-files-are-cut-short", huge_files_are_cut_short},
    {NULL, NULL},
};
