/* The first stages of making a file: the blocks of a version of a world, and the table that names
 * them. */
#include "coarse/file/file_blocks.h"

#include "coarse/format/sections.h"
#include "common/compiler.h"

enum { FILE_BLOCKS_COPIED_BYTES = 1024 }; /* that are as long as an expansion */

void ovi_file_blocks_are_there(ovi_file_maker *maker, uint64_t table_at, uint64_t blocks_at) {
  maker->sections[OVI_SECTION_TABLE] = (ovi_section_place){table_at, blocks_at - table_at, 0};
  maker->sections[OVI_SECTION_BLOCKS] =
      (ovi_section_place){blocks_at, maker->image->used - blocks_at, 0};
}

static bool file_blocks_fail(ovi_file_maker *maker, ovl_result result) {
  maker->result = result;
  return true;
}

static uint64_t table_begin(const ovi_file_maker *maker) {
  return ovi_file_table_begin(maker->profiles);
}

static uint64_t blocks_begin(const ovi_file_maker *maker) {
  return table_begin(maker) +
         ovi_chunked_bytes(ovi_file_table_bytes(maker->regions, maker->profiles));
}

bool ovi_file_make_room(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  if (maker->bake->version == NULL) {
    return true;
  }
  if (maker->stages.at == 0) {
    uint64_t bytes = blocks_begin(maker);
    for (uint32_t id = 0; id < maker->regions; id++) {
      bytes += ovi_region_block_bytes(maker->bake->version, id);
    }
    ovi_buffer_growth_begin(&maker->growth, maker->image, bytes);
    maker->stages.at = 1;
  }
  if (!ovi_buffer_grow(&maker->growth, budget)) {
    return false;
  }
  if (maker->growth.failed) {
    return file_blocks_fail(maker, OVL_NO_MEMORY);
  }
  maker->image->used = blocks_begin(maker); /* the blocks come one by one */
  return true;
}

static void copy_block(ovi_file_maker *maker, uint32_t id) {
  const ovi_layer *layer = maker->bake->version;
  const uint32_t bytes = ovi_region_block_bytes(layer, id);
  uint8_t *out = maker->image->bytes + maker->image->used;
  memcpy(out, ovi_region_block(layer, id), bytes);
  maker->has_heights = maker->has_heights || (out[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0;
  uint8_t *entry = maker->image->bytes + table_begin(maker) + (uint64_t)id * layer->entry_bytes;
  ovi_put_u64(entry, maker->image->used - blocks_begin(maker));
  ovi_put_u32(entry + 8, bytes);
  maker->image->used += bytes;
}

bool ovi_file_copy_blocks(void *work, uint64_t *budget) {
  ovi_file_maker *maker = work;
  if (maker->bake->version == NULL) {
    return true;
  }
  while (maker->stages.at < maker->regions && *budget != 0) {
    const uint64_t before = maker->image->used;
    copy_block(maker, (uint32_t)maker->stages.at++);
    ovi_slice_pay(budget, 1 + (maker->image->used - before) / FILE_BLOCKS_COPIED_BYTES);
    maker->done++;
    if (maker->stages.at % (uint32_t)maker->regions_x == 0 && !ovi_file_reports(maker)) {
      return file_blocks_fail(maker, OVL_STOPPED);
    }
  }
  if (maker->stages.at != maker->regions) {
    return false;
  }
  ovi_file_blocks_are_there(maker, table_begin(maker), blocks_begin(maker));
  return true;
}
