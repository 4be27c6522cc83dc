/* Entries of the region table, and runs of regions that are fetched in one piece. */
#include "coarse/paging/pager_table.h"

#include "coarse/paging/pager_chunks.h"

enum { PAGER_BYTES_AHEAD = 4096 };

bool ovi_pager_table(ovi_pager *pager, uint32_t id, uint32_t at, uint32_t *value) {
  const ovi_paged_file *file = pager->file;
  const uint64_t number = ((uint64_t)id * file->shared.entry_bytes + at) / 4;
  return ovi_pager_number(pager, OVI_PAGE_TABLE, &file->table, number, value);
}

bool ovi_pager_find_block(ovi_pager *pager, uint32_t id, ovi_block_bytes *block) {
  const ovi_paged_file *file = pager->file;
  uint32_t low;
  uint32_t high;
  uint32_t length;
  if (!ovi_pager_table(pager, id, 0, &low) || !ovi_pager_table(pager, id, 4, &high) ||
      !ovi_pager_table(pager, id, 8, &length)) {
    return false;
  }
  const uint64_t at = (uint64_t)high << 32 | low;
  *block = (ovi_block_bytes){NULL, length, file->blocks.at + at, id};
  if (!ovi_block_place_is_valid(&file->shared, at, length, file->blocks.bytes)) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "place of a region's block", .where = id});
    return false;
  }
  return true;
}

uint32_t ovi_pager_count_ahead(ovi_pager *pager, const ovi_block_bytes *first, bool skips_held,
                               uint32_t *bytes) {
  const ovi_paged_file *file = pager->file;
  const uint32_t columns = (uint32_t)file->shared.plane.regions_x;
  const uint64_t entry = file->shared.entry_bytes;
  uint64_t end = first->where + first->length;
  uint32_t count = 1;
  bytes[0] = (uint32_t)first->length;
  for (uint32_t id = first->id + 1; count < OVI_MOST_AHEAD && id % columns != 0; id++) {
    const uint64_t key = ovi_page_key(OVI_PAGE_REGION, id);
    ovi_block_bytes block;
    const bool same_chunk =
        (uint64_t)first->id * entry / OVI_CHUNK_BYTES == ((id + 1) * entry - 1) / OVI_CHUNK_BYTES;
    if (!same_chunk || (skips_held && ovi_page_peek(pager->cache, key) != NULL) ||
        !ovi_pager_find_block(pager, id, &block) || block.where != end ||
        end + block.length - first->where > PAGER_BYTES_AHEAD) {
      break;
    }
    bytes[count++] = (uint32_t)block.length;
    end += block.length;
  }
  return count;
}
