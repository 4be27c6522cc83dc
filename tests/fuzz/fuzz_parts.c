/* Parts of a world with wrong bytes under right checksums, and their merge. */
#include "coarse/format/part_format.h"
#include "common/hash64.h"
#include "common/le_bytes.h"
#include "overland_bake.h"
#include "tests/bake/part_files.h"
#include "tests/fuzz/fuzz_calls.h"
#include "tests/fuzz/fuzz_targets.h"
#include "tests/fuzz/fuzz_worlds.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 3, MOST_CHANGES = 12, CALLS = 6 };

/* The parts of a base world, baked once for each number of parts. */
static const part_file *base_parts(uint32_t number, int32_t count) {
  static part_file all[FUZZ_BASE_WORLDS][MOST_PARTS][MOST_PARTS];
  part_file *files = all[number % FUZZ_BASE_WORLDS][count - 1];
  model_world model = fuzz_base_model(number);
  for (int32_t i = 0; i < count && files[i].bytes == NULL; i++) {
    ovl_bake_def bake = model_bake_def(&model);
    bake.more.step_rule = bake.more.step_rule != NULL ? fuzz_step_rule : NULL;
    bake.more.step_rule_is_mutual = false;
    const part_request request = {.bake = &bake, .index = i, .count = count, .identity = 7};
    if (part_file_bake(&files[i], &request, NULL) != OVL_OK) {
      free(files[i].bytes);
      files[i] = (part_file){.bytes = NULL};
      break; /* fewer rows of regions than parts */
    }
  }
  model_world_free(&model);
  return files;
}

/* Makes the checksums of the head, the common bytes and each band right, as far as their lengths
 * stay within the file. */
static void repair_part(uint8_t *bytes, size_t count) {
  const uint64_t common = ovi_get_u64(bytes + OVI_HEAD_COMMON_BYTES);
  const uint8_t *settings = bytes + OVI_HEAD_BYTES;
  const uint32_t side = ovi_get_u16(settings + OVI_AT_REGION_CELLS);
  if (common > count - OVI_HEAD_BYTES || common < OVI_COMMON_SECTIONS || side == 0) {
    return;
  }
  ovi_put_u64(bytes + OVI_HEAD_COMMON_CHECKSUM, ovi_hash64(0, settings, (size_t)common));
  ovi_put_u64(bytes + OVI_HEAD_CHECKSUM, ovi_hash64(0, bytes, OVI_HEAD_CHECKSUM));
  const uint64_t regions = ((uint64_t)ovi_get_u32(settings + OVI_AT_WIDTH) + side - 1) / side;
  const uint64_t lengths = ovi_padded8(4 * regions);
  uint64_t at = OVI_HEAD_BYTES + common;
  while (regions < count && at + OVI_BAND_HEAD_BYTES + lengths <= count) {
    uint8_t *band = bytes + at;
    uint64_t sum = 0;
    at += OVI_BAND_HEAD_BYTES + lengths;
    for (uint64_t rx = 0; rx < regions; rx++) {
      const uint64_t length = ovi_get_u32(band + OVI_BAND_HEAD_BYTES + 4 * rx);
      if (length < 8 || length > count - at) {
        return;
      }
      ovi_put_u64(bytes + at, ovi_hash64(0, bytes + at + 8, (size_t)length - 8));
      sum = ovi_mix64(sum ^ ovi_get_u64(bytes + at));
      at += length;
    }
    ovi_put_u64(band + OVI_BAND_BLOCKS_CHECKSUM, sum);
    ovi_put_u64(band + OVI_BAND_LENGTHS_CHECKSUM,
                ovi_hash64(0, band + OVI_BAND_HEAD_BYTES, (size_t)lengths));
    ovi_put_u64(band + OVI_BAND_CHECKSUM, ovi_hash64(0, band, OVI_BAND_CHECKSUM));
  }
}

static void change_part(part_file *file, fuzz_input *input) {
  const bool repairs = fuzz_u8(input) % 8u != 0;
  for (int32_t changes = fuzz_between(input, 0, MOST_CHANGES); changes > 0; changes--) {
    const size_t at = fuzz_u32(input) % file->count;
    const uint32_t how = fuzz_u8(input);
    file->bytes[at] = (uint8_t)(how < 8 ? file->bytes[at] ^ 1u << how : fuzz_u8(input));
  }
  if (repairs) {
    repair_part(file->bytes, file->count);
  }
}

void fuzz_parts(const uint8_t *bytes, size_t count) {
  fuzz_input input = {bytes, count, 0};
  const uint32_t number = fuzz_u8(&input);
  part_files parts = {.count = fuzz_between(&input, 1, MOST_PARTS)};
  const part_file *base = base_parts(number, parts.count);
  merged_file merged = {.last_at = 1};
  ovl_world *world = NULL;
  int32_t copied = 0;
  for (; copied < parts.count && base[copied].bytes != NULL; copied++) {
    const part_file *from = &base[copied];
    parts.files[copied] = (part_file){.bytes = malloc(from->count + 1), .count = from->count};
    memcpy(parts.files[copied].bytes, from->bytes, from->count);
  }
  if (copied == parts.count) {
    change_part(&parts.files[fuzz_between(&input, 0, parts.count - 1)], &input);
    const ovl_result result = part_files_merge(&parts, &merged, NULL, NULL);
    if (result == OVL_OK) { /* a merge checks all that opening does */
      FUZZ_CHECK(ovl_world_open(merged.file.bytes, merged.file.count, &world, NULL) == OVL_OK);
      const fuzz_session session = {world, fuzz_planner(world), false, false};
      if (session.planner != NULL) {
        fuzz_make_calls(&session, &input, CALLS);
      }
      ovl_planner_destroy(session.planner);
      ovl_world_close(world);
    }
  }
  free(merged.file.bytes);
  part_files_free(&parts);
}
