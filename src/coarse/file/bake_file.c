/* Bakes a map band by band into a file, or puts a version of a world into one. */
#include "coarse/file/bake_file.h"

#include "coarse/blocks/band_baker.h"
#include "coarse/blocks/directed.h"
#include "coarse/file/file_maker.h"
#include "coarse/format/sections.h"
#include "common/compiler.h"

/* Puts the blocks of a band into the file and names them in the table. */
static ovl_result file_add_band(ovi_file_maker *maker, const ovi_band_baker *bands, int32_t band,
                                uint64_t table_at, uint64_t blocks_begin) {
  const uint32_t entry_bytes = ovi_table_entry_bytes(maker->profiles);
  for (int32_t rx = 0; rx < maker->regions_x; rx++) {
    uint32_t bytes;
    const uint8_t *block = ovi_bands_block(bands, rx, &bytes);
    const uint64_t at = maker->image->used - blocks_begin;
    uint8_t *out = ovi_buffer_add(maker->image, bytes);
    if (out == NULL) {
      return OVL_NO_MEMORY;
    }
    memcpy(out, block, bytes);
    const uint64_t region = (uint64_t)band * (uint64_t)maker->regions_x + (uint64_t)rx;
    uint8_t *entry = maker->image->bytes + table_at + region * entry_bytes;
    ovi_put_u64(entry, at);
    ovi_put_u32(entry + 8, bytes);
  }
  return OVL_OK;
}

static ovl_result add_blocks(ovi_file_maker *maker, ovi_band_baker *bands) {
  const uint64_t table_at = ovi_file_table_begin(maker->profiles);
  const uint64_t blocks_begin =
      table_at + ovi_chunked_bytes(ovi_file_table_bytes(maker->regions, maker->profiles));
  if (ovi_buffer_add(maker->image, blocks_begin) == NULL) {
    return OVL_NO_MEMORY;
  }
  for (int32_t band = 0; band < maker->regions_y; band++) {
    ovl_result result = ovi_bands_bake(bands, band);
    if (result == OVL_OK) {
      result = file_add_band(maker, bands, band, table_at, blocks_begin);
    }
    if (result != OVL_OK) {
      return result;
    }
    maker->done += (uint64_t)maker->regions_x;
    if (!ovi_file_reports(maker)) {
      return OVL_STOPPED;
    }
  }
  ovi_file_blocks_are_there(maker, table_at, blocks_begin);
  return OVL_OK;
}

static ovl_result make_all(ovi_file_maker *maker) {
  uint64_t budget = OVI_SLICE_ENDLESS;
  ovi_file_make(maker, &budget);
  return maker->result;
}

static ovl_result bake_map(const ovi_bake *bake, const ovi_map *map, ovi_buffer *image) {
  ovi_band_baker bands = {
      .map = map, .allocator = bake->allocator, .jobs = bake->jobs, .fault = bake->fault};
  ovl_result result = ovi_bands_begin(&bands);
  ovi_file_maker maker;
  ovi_file_begin(&maker, bake, image);
  if (result == OVL_OK) {
    result = add_blocks(&maker, &bands);
  }
  if (result == OVL_OK) {
    result = make_all(&maker);
  }
  ovi_file_release(&maker);
  ovi_bands_release(&bands);
  return result;
}

static ovl_result put_version(const ovi_bake *bake, ovi_buffer *image) {
  ovi_file_maker maker;
  ovi_file_begin(&maker, bake, image);
  const ovl_result result = make_all(&maker);
  ovi_file_release(&maker);
  return result;
}

ovi_bake ovi_bake_of_version(const ovi_layer *layers) {
  const ovi_shared *shared = layers->shared;
  return (ovi_bake){.map = {.floor_count = (int32_t)shared->floor_count,
                            .profile_count = (int32_t)shared->profile_count,
                            .link_count = (int32_t)shared->link_count,
                            .width = shared->plane.width,
                            .height = shared->plane.height,
                            .region_cells = shared->plane.region_cells,
                            .spacing = shared->plane.spacing},
                    .version = layers,
                    .given = {shared->file.profiles, shared->file.floors, shared->file.links,
                              shared->map_fingerprint},
                    .landmarks = shared->file.bytes[OVI_AT_LANDMARKS],
                    .label_bytes_per_cell = shared->file.bytes[OVI_AT_LABEL_BUDGET],
                    .overlays = (ovl_overlays)shared->file.bytes[OVI_AT_OVERLAYS]};
}

ovl_result ovi_bake_world(const ovi_bake *bake, ovi_buffer *image) {
  if (bake->version != NULL) {
    return put_version(bake, image);
  }
  ovi_map map = bake->map;
  ovi_directed directed;
  map.directed = &directed;
  ovl_result result = ovi_directed_find(&directed, &map, bake->allocator, bake->fault);
  if (result == OVL_OK) {
    result = bake_map(bake, &map, image);
  }
  ovi_directed_release(&directed);
  return result;
}
