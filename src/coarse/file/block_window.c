/* Bands come at the end and go at the beginning; what stays moves there. */
#include "coarse/file/block_window.h"

#include "common/arena.h"
#include "common/compiler.h"

ovl_result ovi_block_window_begin(ovi_block_window *window, const ovi_shared *shared,
                                  const ovl_allocator *allocator) {
  *window = (ovi_block_window){.allocator = allocator,
                               .regions_x = (uint64_t)shared->plane.regions_x,
                               .entry_bytes = shared->entry_bytes};
  window->table_bytes = window->regions_x * (uint64_t)shared->plane.regions_y * window->entry_bytes;
  window->table = ovi_allocate(allocator, window->table_bytes);
  return window->table != NULL ? OVL_OK : OVL_NO_MEMORY;
}

uint8_t *ovi_block_window_add(ovi_block_window *window, uint64_t bytes) {
  if (window->used + bytes > window->capacity) {
    const uint64_t capacity = window->capacity + window->capacity / 2 + bytes;
    uint8_t *grown = ovi_allocate(window->allocator, capacity);
    if (grown == NULL) {
      return NULL;
    }
    if (window->used != 0) {
      memcpy(grown, window->bytes, (size_t)window->used);
    }
    ovi_release(window->allocator, window->bytes, window->capacity);
    window->bytes = grown;
    window->capacity = capacity;
  }
  window->used += bytes;
  window->end_band++;
  return window->bytes + window->used - bytes;
}

void ovi_block_window_drop(ovi_block_window *window, int32_t band) {
  if (band <= window->first_band || band >= window->end_band) {
    return;
  }
  const uint64_t first = (uint64_t)band * window->regions_x;
  const uint64_t end = (uint64_t)window->end_band * window->regions_x;
  const uint64_t begin = ovi_get_u64(ovi_block_window_entry(window, first));
  for (uint64_t id = first; id < end; id++) {
    uint8_t *entry = ovi_block_window_entry(window, id);
    ovi_put_u64(entry, ovi_get_u64(entry) - begin);
  }
  window->used -= begin;
  memmove(window->bytes, window->bytes + begin, (size_t)window->used);
  window->first_band = band;
}

void ovi_block_window_release(ovi_block_window *window) {
  ovi_release(window->allocator, window->table, window->table_bytes);
  ovi_release(window->allocator, window->bytes, window->capacity);
}
