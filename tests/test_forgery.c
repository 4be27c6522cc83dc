/* World files that were made to harm: values changed and every checksum repaired,
 * the fingerprint too. Such a file may open, but then no query may read astray, run
 * for ever, or report a cost that is not the sum of its steps.
 *
 * It uses the library's own format and checksum, as a forger would. */
#include <stdlib.h>
#include <string.h>

#include "fingerprint.h"
#include "fixture.h"
#include "hash64.h"
#include "le_bytes.h"

static uint8_t *section(uint8_t *bytes, int which) {
  return bytes + OVI_AT_SECTIONS + which * OVI_SECTION_BYTES;
}

static uint64_t repair_section(uint8_t *bytes, int which) {
  uint8_t *entry = section(bytes, which);
  uint64_t sum = ovi_hash64(0, bytes + ovi_get_u64(entry + 8), (size_t)ovi_get_u64(entry + 16));
  ovi_put_u64(entry + 24, sum);
  return sum;
}

static uint64_t repair_blocks(uint8_t *bytes, uint32_t regions) {
  const uint8_t *table = bytes + ovi_get_u64(section(bytes, OVI_SECTION_TABLE) + 8);
  uint8_t *blocks = bytes + ovi_get_u64(section(bytes, OVI_SECTION_BLOCKS) + 8);
  uint64_t sum = 0;
  for (uint32_t id = 0; id < regions; id++) {
    uint8_t *block = blocks + ovi_get_u64(table + 16 * (size_t)id);
    uint64_t own = ovi_hash64(0, block + 8, (size_t)ovi_get_u32(table + 16 * (size_t)id + 8) - 8);
    ovi_put_u64(block, own);
    sum = ovi_mix64(sum ^ own);
  }
  ovi_put_u64(section(bytes, OVI_SECTION_BLOCKS) + 24, sum);
  return sum;
}

/* Makes every checksum right again. Sizes and places in the header and the table
 * are as they were baked: only what lies behind them was forged. */
static void repair(uint8_t *bytes, uint32_t regions) {
  ovi_primary primary = {bytes + OVI_AT_WEIGHTS,
                         ovi_get_u32(bytes + OVI_AT_WIDTH),
                         ovi_get_u32(bytes + OVI_AT_HEIGHT),
                         ovi_get_u16(bytes + OVI_AT_REGION_CELLS),
                         ovi_get_u16(bytes + OVI_AT_SPACING),
                         bytes[OVI_AT_CORNERS],
                         {repair_section(bytes, OVI_SECTION_TABLE), repair_blocks(bytes, regions),
                          repair_section(bytes, OVI_SECTION_ISLANDS)}};
  uint64_t fingerprint = ovi_primary_fingerprint(&primary);
  ovi_put_u64(bytes + OVI_AT_FINGERPRINT, fingerprint);
  ovi_put_u64(bytes + ovi_get_u64(section(bytes, OVI_SECTION_LANDMARKS) + 8), fingerprint);
  repair_section(bytes, OVI_SECTION_LANDMARKS);
  ovi_put_u64(bytes + OVI_AT_HEADER_CHECKSUM, ovi_hash64(0, bytes, OVI_AT_HEADER_CHECKSUM));
}

/* Changes a few numbers behind the table. */
static void forge(uint8_t *bytes, size_t count, test_random *random) {
  int32_t first = (int32_t)ovi_get_u64(section(bytes, OVI_SECTION_BLOCKS) + 8);
  int32_t changes = test_random_between(random, 1, 4);
  for (int32_t i = 0; i < changes; i++) {
    int32_t at = test_random_between(random, first, (int32_t)count - 1);
    int32_t style = test_random_between(random, 0, 3);
    bytes[at] = style == 0   ? 0xff
                : style == 1 ? 0
                : style == 2 ? (uint8_t)(bytes[at] + 1)
                             : (uint8_t)test_random_next(random);
  }
}

static void ask(test_state *t, fixture *f, ovl_world *world) {
  ovl_planner *planner = NULL;
  ovl_planner_def def = ovl_planner_def_default(world);
  ovl_world_info info;
  ovl_world_describe(world, &info);
  if (ovl_planner_create(&def, &planner) != OVL_OK) {
    abort();
  }
  for (int i = 0; i < 6 && t->failures == 0; i++) {
    ovl_query query = fixture_query(f);
    ovl_path path = fixture_path(f);
    query.estimate = OVL_ESTIMATE_BEST;
    query.smoothing = OVL_SMOOTH_NONE;
    ovl_result result = ovl_find_path(planner, world, &query, &path);
    CHECK(t, ovl_planner_stats(planner).coarse_expanded <= info.waypoints,
          "more waypoints were expanded than there are");
    CHECK(t, result != OVL_OK || path.count <= path.capacity, "points beyond their room");
    if (result == OVL_OK && path.count > 0) {
      CHECK(t, fixture_same_cells(path.points[0], query.start), "a path from elsewhere");
      CHECK(t, fixture_same_cells(path.points[path.count - 1], query.goal), "a path elsewhere");
    }
  }
  ovl_planner_destroy(planner);
}

static void forged_files(test_state *t) {
  uint32_t opened = 0;
  random_map_limits limits = {.max_side = 40, .max_region = 9, .weighted_percent = 50};
  for (uint64_t i = 0; test_more(t, i, 150, 4000); i++) {
    fixture f;
    if (!fixture_make(&f, t, i, limits)) {
      continue;
    }
    ovl_world_info info;
    ovl_world_describe(f.world, &info);
    world_bytes saved = fixture_save(t, f.world);
    uint8_t *copy = malloc(saved.count);
    if (copy == NULL) {
      abort();
    }
    for (int k = 0; k < 12 && t->failures == 0; k++) {
      memcpy(copy, saved.bytes, saved.count);
      if (k > 0) { /* the first is only repaired: that must change nothing */
        forge(copy, saved.count, &f.random);
      }
      repair(copy, (uint32_t)(info.regions_x * info.regions_y));
      ovl_world *world = NULL;
      ovl_result result = ovl_world_open(copy, saved.count, NULL, &world, NULL);
      CHECK(t, k > 0 || (result == OVL_OK && memcmp(copy, saved.bytes, saved.count) == 0),
            "a repaired file is not the file: %s", ovl_result_text(result));
      if (world != NULL) {
        opened += k > 0;
        ask(t, &f, world);
      }
      ovl_world_close(world);
    }
    free(copy);
    free(saved.bytes);
    fixture_free(&f);
  }
  CHECK(t, opened > 20, "only %u forged files were opened: the test looks at too few",
        (unsigned)opened);
}

const test_entry test_forgery_table[] = {{"forged_files", forged_files}, {NULL, NULL}};
