/* Forged parts: wrong bytes under correct checksums. */
#include <stdlib.h>
#include <string.h>

#include "coarse/format/part_format.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_bake.h"
#include "tests/bake/part_files.h"
#include "tests/model/model_world.h"
#include "tests/support/fixture.h"

/* The place of a block in a part, and its band. */
typedef struct block_place {
  uint8_t *band, *block;
  uint32_t bytes;
} block_place;

static uint8_t *first_band(const part_file *file) {
  return file->bytes + OVI_HEAD_BYTES + ovi_get_u64(file->bytes + OVI_HEAD_COMMON_BYTES);
}

/* The number of regions of a band. */
static int32_t band_regions(const part_file *file) {
  const uint8_t *settings = file->bytes + OVI_HEAD_BYTES;
  const uint32_t side = ovi_get_u16(settings + OVI_AT_REGION_CELLS);
  return (int32_t)((ovi_get_u32(settings + OVI_AT_WIDTH) + side - 1) / side);
}

/* Finds block `number` of a part; numbers go on from the first block behind the last one. */
static block_place find_block(const part_file *file, int32_t number) {
  uint8_t *band = first_band(file);
  for (;;) {
    const uint8_t *lengths = band + OVI_BAND_HEAD_BYTES;
    uint8_t *block = band + OVI_BAND_HEAD_BYTES + ovi_band_length_bytes(band_regions(file));
    for (int32_t rx = 0; rx < band_regions(file); rx++, number--) {
      const uint32_t bytes = ovi_get_u32(lengths + 4 * (size_t)rx);
      if (number == 0) {
        return (block_place){band, block, bytes};
      }
      block += bytes;
    }
    band = block < file->bytes + file->count ? block : first_band(file);
  }
}

/* Corrects the checksums of a band. */
static void repair_band(const part_file *file, uint8_t *band) {
  const uint8_t *lengths = band + OVI_BAND_HEAD_BYTES;
  uint8_t *block = band + OVI_BAND_HEAD_BYTES + ovi_band_length_bytes(band_regions(file));
  uint64_t sum = 0;
  for (int32_t rx = 0; rx < band_regions(file); rx++) {
    const uint32_t bytes = ovi_get_u32(lengths + 4 * (size_t)rx);
    ovi_put_u64(block, ovi_hash64(0, block + 8, bytes - 8));
    sum = ovi_mix64(sum ^ ovi_get_u64(block));
    block += bytes;
  }
  ovi_put_u64(band + OVI_BAND_BLOCKS_CHECKSUM, sum);
  ovi_put_u64(band + OVI_BAND_CHECKSUM, ovi_hash64(0, band, OVI_BAND_CHECKSUM));
}

/* Merges parts of which one has a wrong byte: the merge is refused, or its world is safe to use. */
static bool is_refused(part_files *parts, test_state *t, test_random *random) {
  const int32_t part = test_random_between(random, 0, parts->count - 1);
  const part_file *file = &parts->files[part];
  const block_place place = find_block(file, test_random_between(random, 0, 40));
  uint8_t *byte = place.block + test_random_between(random, 8, (int32_t)place.bytes - 1);
  const uint8_t was = *byte;
  *byte = test_random_percent(random, 50)
              ? (uint8_t)((uint32_t)was ^ 1u << test_random_between(random, 0, 7))
              : (uint8_t)test_random_next(random);
  repair_band(file, place.band);
  merged_file merged = {{NULL, 0, 0}, 1};
  ovl_fault fault;
  const ovl_result result = part_files_merge(parts, &merged, NULL, &fault);
  CHECK(t, result == OVL_OK || result == OVL_CORRUPT, "forged: %s (%s)", ovl_result_text(result),
        fault.what);
  CHECK(t, result == OVL_OK || fault.where < (uint64_t)parts->count, "part %d is wrong",
        (int)fault.where);
  free(merged.file.bytes);
  *byte = was;
  repair_band(file, place.band);
  return result == OVL_CORRUPT;
}

/* Forges parts in many ways; returns how many are refused. */
static uint32_t forge(test_state *t, const ovl_bake_def *bake, test_random *random) {
  ovl_part_rows rows;
  part_files parts = {.count = 0};
  uint32_t refused = 0;
  const bool two = ovl_part_rows_of(bake, 0, 2, &rows, NULL) == OVL_OK;
  const part_request request = {.bake = bake, .count = two ? 2 : 1, .identity = 7};
  if (part_files_bake(&parts, t, &request, random)) {
    for (int tries = 0; tries < 20 && t->failures == 0; tries++) {
      refused += is_refused(&parts, t, random);
    }
  }
  part_files_free(&parts);
  return refused;
}

static void forged_parts_are_refused_or_safe(test_state *t) {
  uint32_t refused = 0;
  for (uint64_t i = 0; test_more(t, i, 100, 6000); i++) {
    test_random random = {test_begin_case(t, i) ^ 0x3c6ef374u};
    const uint32_t features = i % 3 == 0 ? 0 : (uint32_t)test_random_next(&random) & MODEL_ALL;
    char words[200];
    model_world model = model_world_make(t->case_seed, features, model_usual_limits());
    model_feature_words(features, words, sizeof words);
    test_context(t, "%s, regions of %d", words, model.tuning.region_cells);
    ovl_bake_def bake = model_bake_def(&model);
    bake.tuning.overlays = i % 2 == 0 ? OVL_OVERLAYS_ALWAYS : bake.tuning.overlays;
    refused += forge(t, &bake, &random);
    model_world_free(&model);
  }
  CHECK(t, t->failures != 0 || refused > 100, "only %u forged parts were refused", refused);
}

/* Parts whose world has another version are refused by its number, not as corrupt. */
static void parts_of_other_worlds_are_named(test_state *t) {
  test_random random = {test_begin_case(t, 0)};
  test_map map = random_map_make(test_random_next(&random), (random_map_limits){40, 12, 50});
  const ovl_bake_def bake = random_map_bake_def(&map);
  const part_request request = {.bake = &bake, .count = 1, .identity = 7};
  part_files parts = {.count = 0};
  if (part_files_bake(&parts, t, &request, &random)) {
    uint8_t *head = parts.files[0].bytes;
    uint8_t *common = head + OVI_HEAD_BYTES;
    const uint64_t bytes = ovi_get_u64(head + OVI_HEAD_COMMON_BYTES);
    ovi_put_u32(common + OVI_AT_VERSION, OVI_WORLD_VERSION - 1);
    ovi_put_u64(head + OVI_HEAD_COMMON_CHECKSUM, ovi_hash64(0, common, (size_t)bytes));
    ovi_put_u64(head + OVI_HEAD_CHECKSUM, ovi_hash64(0, head, OVI_HEAD_CHECKSUM));
    merged_file merged = {{NULL, 0, 0}, 1};
    ovl_fault fault;
    const ovl_result result = part_files_merge(&parts, &merged, NULL, &fault);
    CHECK(t,
          result == OVL_OTHER_VERSION && fault.where == 0 && fault.found == OVI_WORLD_VERSION - 1 &&
              fault.expected == OVI_WORLD_VERSION,
          "%s (%s)", ovl_result_text(result), fault.what);
    free(merged.file.bytes);
  }
  part_files_free(&parts);
  random_map_free(&map);
}

const test_entry test_part_forgery_table[] = {
    {"forged_parts_are_refused_or_safe", forged_parts_are_refused_or_safe},
    {"parts_of_other_worlds_are_named", parts_of_other_worlds_are_named},
    {NULL, NULL}};
