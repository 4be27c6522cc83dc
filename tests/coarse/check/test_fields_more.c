/* The fields of parts and patches, put at their limits as test_fields.c does with those of worlds.
 */
#include <stdlib.h>

#include "coarse/format/part_format.h"
#include "common/hash64.h"
#include "tests/bake/part_files.h"
#include "tests/coarse/check/field_forger.h"
#include "tests/model/model_fixture.h"
#include "tests/model/tame_edits.h"
#include "version/difference.h"

/* ---- Parts -------------------------------------------------------------------------------- */

/* The number of regions in a band of a part. */
static uint32_t band_regions(const uint8_t *part) {
  const uint8_t *settings = part + OVI_HEAD_BYTES;
  const uint32_t side = ovi_get_u16(settings + OVI_AT_REGION_CELLS);
  return (ovi_get_u32(settings + OVI_AT_WIDTH) + side - 1) / side;
}

/* The first band of a part, as an offset, and the band behind one. */
static uint64_t first_band(const uint8_t *part) {
  return OVI_HEAD_BYTES + ovi_get_u64(part + OVI_HEAD_COMMON_BYTES);
}

static uint64_t next_band(const uint8_t *part, uint64_t band) {
  return band + OVI_BAND_HEAD_BYTES + ovi_band_length_bytes((int32_t)band_regions(part)) +
         ovi_get_u64(part + band + OVI_BAND_BLOCK_BYTES);
}

/* Makes all checksums of a part right; bands and blocks are where they were saved. */
static void repair_part(const forged_file *file) {
  uint8_t *part = file->bytes.bytes;
  const uint8_t *saved = file->saved;
  const uint32_t regions = band_regions(saved);
  const size_t lengths = (size_t)ovi_band_length_bytes((int32_t)regions);
  for (uint64_t at = first_band(saved); at < file->bytes.count; at = next_band(saved, at)) {
    uint8_t *block = part + at + OVI_BAND_HEAD_BYTES + lengths;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < regions; i++) {
      const uint32_t bytes = ovi_get_u32(saved + at + OVI_BAND_HEAD_BYTES + 4 * (uint64_t)i);
      ovi_put_u64(block, ovi_hash64(0, block + 8, bytes - 8));
      sum = ovi_mix64(sum ^ ovi_get_u64(block));
      block += bytes;
    }
    ovi_put_u64(part + at + OVI_BAND_BLOCKS_CHECKSUM, sum);
    ovi_put_u64(part + at + OVI_BAND_LENGTHS_CHECKSUM,
                ovi_hash64(0, part + at + OVI_BAND_HEAD_BYTES, lengths));
    ovi_put_u64(part + at + OVI_BAND_CHECKSUM, ovi_hash64(0, part + at, OVI_BAND_CHECKSUM));
  }
  ovi_put_u64(
      part + OVI_HEAD_COMMON_CHECKSUM,
      ovi_hash64(0, part + OVI_HEAD_BYTES, (size_t)ovi_get_u64(saved + OVI_HEAD_COMMON_BYTES)));
  ovi_put_u64(part + OVI_HEAD_CHECKSUM, ovi_hash64(0, part, OVI_HEAD_CHECKSUM));
}

static ovl_result merge_parts(const forged_file *file, field_way way) {
  (void)way;
  merged_file merged = {{NULL, 0, 0}, 1};
  const ovl_result result = part_files_merge(file->user, &merged, NULL, NULL);
  free(merged.file.bytes);
  return result;
}

static void add_part(forged_file *file, bool is_alone, test_random *random) {
  const uint8_t *part = file->bytes.bytes;
  forged_file_add(file, FIELDS_PART_HEAD, part, 0);
  if (is_alone) { /* else the other part says the same */
    forged_file_add(file, FIELDS_COMMON, part + OVI_HEAD_BYTES, 0);
  }
  for (uint64_t at = first_band(part); at < file->bytes.count; at = next_band(part, at)) {
    forged_file_add(file, FIELDS_BAND, part + at, 0);
    forged_file_add_some(file, FIELDS_BLOCK_LENGTH, part + at + OVI_BAND_HEAD_BYTES,
                         band_regions(part), 0, random);
  }
}

static void fields_of_parts_are_refused_beyond_their_limits(test_state *t) {
  static forged_file file;
  uint32_t forged[FIELDS_STRUCTURES] = {0};
  for (uint64_t i = 0; test_more(t, i, 10, 300); i++) {
    const model_limits limits = {.max_side = 40, .max_region = 9, .most_profiles = 2};
    const uint64_t seed = test_begin_case(t, i);
    test_random random = {seed};
    model_world model = model_world_make(seed, i % 3 == 0 ? (uint32_t)MODEL_ALL : 0, limits);
    ovl_bake_def bake = model_bake_def(&model);
    ovl_part_rows rows;
    part_files parts = {.count = 0};
    const bool has_two = i % 2 == 0 && ovl_part_rows_of(&bake, 0, 2, &rows, NULL) == OVL_OK;
    const part_request request = {.bake = &bake, .count = has_two ? 2 : 1, .identity = 7};
    if (part_files_bake(&parts, t, &request, &random)) {
      const part_file *part = &parts.files[i / 2 % (uint64_t)parts.count];
      forged_file_begin(&file, (world_bytes){part->bytes, part->count});
      file.repair = repair_part;
      file.open = merge_parts;
      file.user = &parts;
      add_part(&file, !has_two, &random);
      forged_file_check(t, &file, forged);
      forged_file_end(&file);
    }
    part_files_free(&parts);
    model_world_free(&model);
  }
  forged_file_check_counts(t, forged, FIELDS_PART_HEAD, FIELDS_BLOCK_LENGTH);
}

/* ---- Patches ------------------------------------------------------------------------------ */

enum { PATCH_LINKS = 12, PATCH_EDITS = 56, PATCH_HEAD_BYTES = 64, PATCH_CHECKSUM_BYTES = 8 };

static void repair_patch(const forged_file *file) {
  const size_t checked = file->bytes.count - PATCH_CHECKSUM_BYTES;
  ovi_put_u64(file->bytes.bytes + checked, ovi_hash64(0, file->bytes.bytes, checked));
}

static ovl_result apply_patch(const forged_file *file, field_way way) {
  (void)way;
  ovl_world *version = NULL;
  const ovl_apply_def def = {0};
  const ovl_result result =
      ovl_world_open_patch(file->user, file->bytes.bytes, file->bytes.count, &def, &version, NULL);
  ovl_world_close(version);
  return result;
}

/* Adds the head of a patch, its links and its first edit. */
static void add_patch(forged_file *file, const ovl_world *world, test_random *random) {
  const uint8_t *patch = file->bytes.bytes;
  const uint32_t links = ovi_get_u32(patch + PATCH_LINKS);
  forged_file_add(file, FIELDS_PATCH, patch, 0);
  forged_file_add_some(file, FIELDS_PATCH_LINK, patch + PATCH_HEAD_BYTES, links,
                       2 * (uint64_t)world->shared.link_count - 1, random);
  if (ovi_get_u32(patch + PATCH_EDITS) != 0) {
    forged_file_add(file, FIELDS_PATCH_EDIT,
                    patch + PATCH_HEAD_BYTES + (uint64_t)OVI_DIFFERENCE_LINK_BYTES * links,
                    ovi_region_count(world->layers) - 1);
  }
}

static void fields_of_patches_are_refused_beyond_their_limits(test_state *t) {
  static forged_file file;
  static tame_edits edits;
  uint32_t forged[FIELDS_STRUCTURES] = {0};
  for (uint64_t i = 0; test_more(t, i, 30, 600); i++) {
    const model_limits limits = {.max_side = 40, .max_region = 12, .most_profiles = 2};
    const uint64_t seed = test_begin_case(t, i);
    model_fixture f;
    const uint32_t features = MODEL_ONE_WAY | MODEL_TWO_WAY | MODEL_EXTRA | MODEL_WEIGHTS;
    if (!model_fixture_make(&f, t, model_world_make(seed, i % 2 == 0 ? features : 0, limits))) {
      continue;
    }
    ovl_world *edited = NULL;
    ovl_world *closed = NULL;
    world_bytes patch = {NULL, 0};
    const ovl_apply_def def = {0};
    const ovl_save_def save = {.write = fixture_append, .write_user = &patch};
    tame_edits_begin(&f.model);
    tame_edits_draw(&edits, &f.model, &f.random);
    const ovl_edit door = ovl_edit_door(0, false);
    const bool has_door = f.model.link_count != 0;
    if (ovl_world_apply_def(f.world, edits.edits, edits.count, &def, &edited, NULL) == OVL_OK &&
        ovl_world_apply_def(edited, &door, has_door ? 1 : 0, &def, &closed, NULL) == OVL_OK &&
        CHECK(t, ovl_world_save_patch(f.world, closed, &save, NULL) == OVL_OK, "not saved")) {
      forged_file_begin(&file, patch);
      file.repair = repair_patch;
      file.open = apply_patch;
      file.user = f.world;
      add_patch(&file, f.world, &f.random);
      forged_file_check(t, &file, forged);
      forged_file_end(&file);
    }
    free(patch.bytes);
    ovl_world_close(closed);
    ovl_world_close(edited);
    model_fixture_free(&f);
  }
  forged_file_check_counts(t, forged, FIELDS_PATCH, FIELDS_PATCH_EDIT);
}

const test_entry test_fields_more_table[] = {
    {"fields/of_parts_are_refused_beyond_their_limits",
     fields_of_parts_are_refused_beyond_their_limits},
    {"fields/of_patches_are_refused_beyond_their_limits",
     fields_of_patches_are_refused_beyond_their_limits},
    {NULL, NULL},
};
