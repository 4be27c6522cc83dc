/* The first stages of making a file: the blocks of a version of a world, and the table that names
 * them. */
#include "coarse/file/file_blocks.h"

#include "coarse/format/checksums.h"
#include "common/compiler.h"

typedef ovi_file_maker baker;

enum { COPIED_BYTES = 1024 }; /* that are as long as an expansion */

void ovi_file_blocks_are_there(ovi_file_maker *b, uint64_t table_at, uint64_t blocks_at) {
  b->sections[OVI_SECTION_TABLE] = (ovi_section_place){table_at, blocks_at - table_at, 0};
  b->sections[OVI_SECTION_BLOCKS] = (ovi_section_place){blocks_at, b->image->used - blocks_at, 0};
}

static bool fail(baker *b, ovl_result result) {
  b->result = result;
  return true;
}

static uint64_t table_begin(const baker *b) { return ovi_file_table_begin(b->profiles); }

static uint64_t blocks_begin(const baker *b) {
  return table_begin(b) + ovi_chunked_bytes(ovi_file_table_bytes(b->regions, b->profiles));
}

bool ovi_file_make_room(void *work, uint64_t *budget) {
  baker *b = work;
  if (b->bake->version == NULL) {
    return true;
  }
  if (b->stages.at == 0) {
    uint64_t bytes = blocks_begin(b);
    for (uint32_t id = 0; id < b->regions; id++) {
      bytes += ovi_region_block_bytes(b->bake->version, id);
    }
    ovi_buffer_growth_begin(&b->growth, b->image, bytes);
    b->stages.at = 1;
  }
  if (!ovi_buffer_grow(&b->growth, budget)) {
    return false;
  }
  if (b->growth.failed) {
    return fail(b, OVL_NO_MEMORY);
  }
  b->image->used = blocks_begin(b); /* the blocks come one by one */
  return true;
}

static void copy_block(baker *b, uint32_t id) {
  const ovi_layer *layer = b->bake->version;
  const uint32_t bytes = ovi_region_block_bytes(layer, id);
  uint8_t *out = b->image->bytes + b->image->used;
  memcpy(out, ovi_region_block(layer, id), bytes);
  b->has_heights = b->has_heights || (out[OVI_BLOCK_CELLS] & OVI_CELLS_HEIGHTS) != 0;
  uint8_t *entry = b->image->bytes + table_begin(b) + (uint64_t)id * layer->entry_bytes;
  ovi_put_u64(entry, b->image->used - blocks_begin(b));
  ovi_put_u32(entry + 8, bytes);
  b->image->used += bytes;
}

bool ovi_file_copy_blocks(void *work, uint64_t *budget) {
  baker *b = work;
  if (b->bake->version == NULL) {
    return true;
  }
  while (b->stages.at < b->regions && *budget != 0) {
    const uint64_t before = b->image->used;
    copy_block(b, (uint32_t)b->stages.at++);
    ovi_slice_pay(budget, 1 + (b->image->used - before) / COPIED_BYTES);
    b->done++;
    if (b->stages.at % (uint32_t)b->regions_x == 0 && !ovi_file_reports(b)) {
      return fail(b, OVL_STOPPED);
    }
  }
  if (b->stages.at != b->regions) {
    return false;
  }
  ovi_file_blocks_are_there(b, table_begin(b), blocks_begin(b));
  return true;
}
