/* Merges parts: as their bands are read, or, if the world gets labels, in memory. */
#include "coarse/file/merge.h"

#include "coarse/file/bake_file.h"

/* A merge under way. */
typedef struct merge_work {
  ovi_part_reader *parts;
  ovi_bake bake;
  bool has_bad_part; /* the reader refused a part */
} merge_work;

/* ---- Parts as a source of blocks ------------------------------------------------- */

static ovl_result load_part_band(void *user, int32_t band, uint32_t *lengths) {
  merge_work *work = user;
  if (band == 0) {
    ovi_parts_rewind(work->parts);
  }
  const ovl_result result = ovi_parts_next_band(work->parts);
  for (int32_t rx = 0; result == OVL_OK && rx < work->parts->shared.plane.regions_x; rx++) {
    lengths[rx] = ovi_parts_block_bytes(work->parts, rx);
  }
  work->has_bad_part = result != OVL_OK;
  return result;
}

static ovl_result copy_part_band(void *user, int32_t band, uint8_t *out) {
  merge_work *work = user;
  const ovi_part_reader *parts = work->parts;
  const ovl_result result = ovi_parts_blocks(work->parts, out);
  (void)band;
  work->has_bad_part = result != OVL_OK;
  work->bake.given.map_fingerprint = parts->shared.map_fingerprint + parts->cells.all;
  return result;
}

/* ---- Merging ----------------------------------------------------------------------- */

static ovl_result write_piece(void *user, uint64_t at, const uint8_t *bytes, uint64_t count) {
  const ovi_merge *merge = user;
  return merge->write(merge->write_user, at, bytes, (size_t)count) ? OVL_OK : OVL_WRITE_FAILED;
}

ovl_result ovi_merge_parts(const ovi_merge *merge) {
  ovi_part_reader *parts = merge->parts;
  parts->jobs = merge->jobs;
  ovl_result result = ovi_parts_open(parts);
  if (result == OVL_OK) {
    /* The bake that the parts are of, as far as their common settings say. */
    merge_work work = {.parts = parts, .bake = ovi_bake_of_sections(&parts->shared)};
    work.bake.checks_blocks = true;
    work.bake.allocator = parts->scratch.allocator;
    work.bake.jobs = merge->jobs;
    work.bake.progress = merge->progress;
    work.bake.progress_user = merge->progress_user;
    work.bake.fault = parts->fault;
    ovi_buffer file = {.allocator = parts->scratch.allocator};
    const ovi_block_source source = {load_part_band, copy_part_band, &work};
    const ovi_file_sink sink = {ovi_file_can_stream(&work.bake) ? NULL : &file, write_piece,
                                (void *)(uintptr_t)merge};
    result = ovi_file_write(&work.bake, &source, &sink);
    if (result == OVL_CORRUPT && !work.has_bad_part) {
      /* The fault of blocks that do not agree names a region, or a profile: names its part. */
      const uint64_t band = parts->fault->where / (uint64_t)parts->shared.plane.regions_x;
      const uint64_t last = (uint64_t)parts->shared.plane.regions_y - 1;
      ovi_parts_blame(parts, band < last ? band : last);
    }
    ovi_buffer_release(&file);
  }
  ovi_parts_release(parts);
  return result;
}
