/* A file put together in memory, by the maker that bakes use; see merge_stream for the other way.
 */
#include "coarse/file/merge.h"

#include "coarse/file/file_maker.h"
#include "common/compiler.h"

/* Blocks go behind the table that names them. */
static ovl_result add_bands(ovi_file_maker *maker, ovi_part_reader *parts) {
  const uint64_t table_at = ovi_file_table_begin(maker->profiles);
  const uint64_t blocks_at =
      table_at + ovi_chunked_bytes(ovi_file_table_bytes(maker->regions, maker->profiles));
  ovl_result result = ovi_buffer_add(maker->image, blocks_at) != NULL ? OVL_OK : OVL_NO_MEMORY;
  while (result == OVL_OK && parts->next_band < parts->shared.plane.regions_y) {
    const uint64_t first = (uint64_t)parts->next_band * (uint64_t)maker->regions_x;
    uint64_t at = maker->image->used - blocks_at;
    uint64_t bytes;
    result = ovi_parts_next_band(parts, &bytes);
    if (result == OVL_OK) {
      uint8_t *out = ovi_buffer_add(maker->image, bytes);
      result = out != NULL ? ovi_parts_blocks(parts, out) : OVL_NO_MEMORY;
    }
    for (int32_t rx = 0; result == OVL_OK && rx < maker->regions_x; rx++) {
      uint8_t *entry =
          maker->image->bytes + table_at + (first + (uint64_t)rx) * parts->shared.entry_bytes;
      ovi_put_u64(entry, at);
      ovi_put_u32(entry + 8, ovi_parts_block_bytes(parts, rx));
      at += ovi_parts_block_bytes(parts, rx);
    }
    maker->done += (uint64_t)maker->regions_x;
    if (result == OVL_OK && !ovi_file_reports(maker)) {
      result = OVL_STOPPED;
    }
  }
  ovi_file_blocks_are_there(maker, table_at, blocks_at);
  return result;
}

ovi_bake ovi_merge_bake(const ovi_merge *merge) {
  const ovi_part_reader *parts = merge->parts;
  const ovi_shared *shared = &parts->shared;
  return (ovi_bake){.map = {.floor_count = (int32_t)shared->floor_count,
                            .profile_count = (int32_t)shared->profile_count,
                            .link_count = (int32_t)shared->link_count,
                            .width = shared->plane.width,
                            .height = shared->plane.height,
                            .region_cells = shared->plane.region_cells,
                            .spacing = shared->plane.spacing,
                            .has_heights = shared->has_heights},
                    .given = {shared->file.profiles, shared->file.floors, shared->file.links, 0},
                    .is_doubtful = true,
                    .landmarks = shared->file.bytes[OVI_AT_LANDMARKS],
                    .label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET],
                    .overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS],
                    .allocator = parts->allocator,
                    .jobs = merge->jobs,
                    .progress = merge->progress,
                    .progress_user = merge->progress_user,
                    .fault = parts->fault};
}

/* Writes an image, its header last. */
static ovl_result write_image(const ovi_merge *merge, const ovi_buffer *image, uint64_t header) {
  const uint64_t piece = 1u << 20;
  for (uint64_t at = header; at < image->used; at += piece) {
    const uint64_t left = image->used - at < piece ? image->used - at : piece;
    if (!merge->write(merge->write_user, at, image->bytes + at, (size_t)left)) {
      return OVL_WRITE_FAILED;
    }
  }
  return merge->write(merge->write_user, 0, image->bytes, (size_t)header) ? OVL_OK
                                                                          : OVL_WRITE_FAILED;
}

static ovl_result merge_in_memory(const ovi_merge *merge) {
  ovi_part_reader *parts = merge->parts;
  ovi_bake bake = ovi_merge_bake(merge);
  ovi_buffer image = {.allocator = parts->allocator};
  ovi_file_maker maker;
  ovi_file_begin(&maker, &bake, &image);
  ovl_result result = add_bands(&maker, parts);
  if (result == OVL_OK) {
    uint64_t budget = OVI_SLICE_ENDLESS;
    bake.given.map_fingerprint = parts->shared.map_fingerprint + parts->cells;
    ovi_file_make(&maker, &budget);
    result = maker.result;
    if (result == OVL_CORRUPT) { /* in a region */
      ovi_parts_blame(parts, parts->fault->where / (uint64_t)parts->shared.plane.regions_x);
    }
  }
  ovi_file_release(&maker);
  if (result == OVL_OK) {
    result = write_image(merge, &image, ovi_file_table_begin(maker.profiles));
  }
  ovi_release(image.allocator, image.bytes, image.capacity);
  return result;
}

/* Directed layers need all of a world at once, and so do estimates. */
static bool can_stream(const ovi_part_reader *parts) {
  bool directed = false;
  for (uint32_t i = 0; i < parts->shared.profile_count; i++) {
    directed = directed || parts->layers[i].profile.is_directed;
  }
  return parts->shared.has_overlays && !directed;
}

ovl_result ovi_merge_parts(const ovi_merge *merge) {
  ovl_result result = ovi_parts_open(merge->parts);
  if (result == OVL_OK) {
    result = can_stream(merge->parts) ? ovi_merge_stream(merge) : merge_in_memory(merge);
  }
  ovi_parts_release(merge->parts);
  return result;
}
