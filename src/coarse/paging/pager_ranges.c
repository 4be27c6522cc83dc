/* Ranges are collected as they come, and sorted and joined at the end. */
#include "coarse/paging/pager_ranges.h"

#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/paging/pager_chunks.h"

static void add_range(ovi_range_list *list, ovl_byte_range range) {
  const uint64_t count = list->buffer.used / sizeof range;
  ovl_byte_range *last =
      count != 0 ? (ovl_byte_range *)(void *)list->buffer.bytes + count - 1 : NULL;
  if (last != NULL && range.offset >= last->offset &&
      range.offset - last->offset <= last->byte_count) { /* as most do, it follows the one before */
    const uint64_t bytes = range.offset - last->offset + range.byte_count;
    last->byte_count = bytes > last->byte_count ? bytes : last->byte_count;
    return;
  }
  void *added = ovi_buffer_add(&list->buffer, sizeof range);
  list->lacks_memory = list->lacks_memory || added == NULL;
  if (added != NULL) {
    *(ovl_byte_range *)added = range;
  }
}

/* Adds the chunks that hold some numbers of a section, `from` to before `to`. */
static void add_numbers(ovi_range_list *list, const ovi_paged_chunks *chunks, uint64_t from,
                        uint64_t to) {
  const uint64_t begin = 4 * from / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES;
  const uint64_t end = ovi_chunk_count(4 * to) * OVI_CHUNK_BYTES;
  if (from < to && begin < chunks->bytes) {
    add_range(list, (ovl_byte_range){chunks->at + begin,
                                     (end < chunks->bytes ? end : chunks->bytes) - begin});
  }
}

void ovi_ranges_add_entries(ovi_range_list *list, const ovi_pager *pager, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  const uint64_t numbers = file->shared.entry_bytes / 4;
  const uint64_t end = ((uint64_t)id + 2) * numbers;
  add_numbers(list, &file->table, id * numbers,
              end < file->table.numbers ? end : file->table.numbers);
}

bool ovi_ranges_add_region(ovi_range_list *list, ovi_pager *pager, uint32_t profile, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  const ovi_layer *layer = &file->layers[profile];
  const uint32_t slot = OVI_TABLE_SLOTS + 4 * profile;
  const bool is_last = id + 1 == ovi_region_count(layer);
  uint32_t lengths[OVI_MOST_AHEAD];
  uint32_t first_slot;
  uint32_t next_slot = layer->islands.slots;
  ovi_block_bytes block;
  if (!ovi_pager_find_block(pager, id, &block) || !ovi_pager_table(pager, id, slot, &first_slot) ||
      (!is_last && !ovi_pager_table(pager, id + 1, slot, &next_slot))) {
    return false;
  }
  const uint32_t count = ovi_pager_count_ahead(pager, &block, false, lengths);
  uint64_t bytes = 0;
  for (uint32_t i = 0; i < count; i++) {
    bytes += lengths[i];
  }
  add_range(list, (ovl_byte_range){block.where, bytes});
  add_numbers(list, &file->islands[profile], first_slot, next_slot);
  return true;
}

void ovi_ranges_add_labels(ovi_range_list *list, const ovi_pager *pager, uint32_t profile,
                           uint64_t first, uint64_t behind) {
  const ovi_layer *layer = &pager->file->layers[profile];
  behind = behind < layer->labels.count ? behind : layer->labels.count;
  while (first < behind) {
    const ovi_bundle_span span = ovi_bundle_find_span(layer, first);
    add_range(list, ovi_pager_bundle_range(pager, profile, &span));
    first = span.behind;
  }
}

void ovi_ranges_add_piece(ovi_range_list *list, const ovi_pager *pager, uint32_t profile,
                          uint32_t number, ovi_cluster_piece piece) {
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number, piece);
  add_range(list,
            (ovl_byte_range){pager->file->overlays[profile].at + ovi_get_u64(entry + OVI_PIECE_AT),
                             ovi_get_u32(entry + OVI_PIECE_LENGTH)});
}

/* ---- Sorting --------------------------------------------------------------------------- */

/* Moves the range at `at` down to its place in a heap whose last range comes first. */
static void sink_range(ovl_byte_range *ranges, size_t count, size_t at) {
  const ovl_byte_range range = ranges[at];
  for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    child += child + 1 < count && ranges[child + 1].offset > ranges[child].offset;
    if (ranges[child].offset <= range.offset) {
      break;
    }
    ranges[at] = ranges[child];
    at = child;
  }
  ranges[at] = range;
}

size_t ovi_ranges_merge(ovi_range_list *list) {
  ovl_byte_range *ranges = (ovl_byte_range *)(void *)list->buffer.bytes;
  const size_t count = (size_t)(list->buffer.used / sizeof *ranges);
  list->buffer.used = 0;
  for (size_t at = count / 2; at-- > 0;) { /* heapsort: no memory, no bad cases */
    sink_range(ranges, count, at);
  }
  for (size_t end = count; end-- > 1;) {
    const ovl_byte_range last = ranges[0];
    ranges[0] = ranges[end];
    ranges[end] = last;
    sink_range(ranges, end, 0);
    OVI_ASSERT(end + 1 >= count || ranges[end].offset <= ranges[end + 1].offset); /* sorted */
  }
  for (size_t i = 0; i < count; i++) {
    if (ranges[i].byte_count != 0) {
      add_range(list, ranges[i]); /* there is memory for it, which was read already */
    }
  }
  return (size_t)(list->buffer.used / sizeof *ranges);
}
