/* Merges parts: as their bands are read, or, if the world gets labels, in memory. */
#include "coarse/file/merge.h"

#include "coarse/file/bake_file.h"

/* A merge under way. */
typedef struct merge_work {
  ovi_part_reader *parts;
  ovi_bake bake;
  bool has_bad_part; /* the reader refused a part */
} merge_work;

/* The bake that the parts are of, as far as their common settings say. */
static ovi_bake bake_of_parts(const ovi_merge *merge) {
  const ovi_part_reader *parts = merge->parts;
  ovi_bake bake = ovi_bake_of_sections(&parts->shared);
  bake.checks_blocks = true;
  bake.allocator = parts->scratch.allocator;
  bake.jobs = merge->jobs;
  bake.progress = merge->progress;
  bake.progress_user = merge->progress_user;
  bake.fault = parts->fault;
  return bake;
}

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

/* The fault of blocks that do not agree names a region, or a profile: names its part instead. */
static void blame_part(const ovi_part_reader *parts) {
  const uint64_t band = parts->fault->where / (uint64_t)parts->shared.plane.regions_x;
  const uint64_t last = (uint64_t)parts->shared.plane.regions_y - 1;
  ovi_parts_blame(parts, band < last ? band : last);
}

static ovl_result write_file_of_parts(const ovi_merge *merge, merge_work *work, ovi_buffer *held) {
  const ovi_block_source source = {load_part_band, copy_part_band, work};
  const ovi_file_sink sink = {held, write_piece, (void *)(uintptr_t)merge};
  const ovl_result result = ovi_file_write(&work->bake, &source, &sink);
  if (result == OVL_CORRUPT && !work->has_bad_part) {
    blame_part(work->parts);
  }
  return result;
}

ovl_result ovi_merge_parts(const ovi_merge *merge) {
  merge->parts->jobs = merge->jobs;
  ovl_result result = ovi_parts_open(merge->parts);
  if (result == OVL_OK) {
    merge_work work = {.parts = merge->parts, .bake = bake_of_parts(merge)};
    ovi_buffer file = {.allocator = merge->parts->scratch.allocator};
    result = write_file_of_parts(merge, &work, ovi_file_can_stream(&work.bake) ? NULL : &file);
    ovi_buffer_release(&file);
  }
  ovi_parts_release(merge->parts);
  return result;
}
