/* Some bands of regions whose blocks are in memory, while a world is put together: the table of all
 * regions, and the blocks of a few rows of them.
 *
 * Invariant: what the table says of a region's length and slots stays true; where its block lies is
 * true while its band is held. */
#ifndef OVERLAND_COARSE_FILE_BLOCK_WINDOW_H
#define OVERLAND_COARSE_FILE_BLOCK_WINDOW_H

#include "coarse/view/layer.h"

typedef struct ovi_block_window {
  const ovl_allocator *allocator;
  uint64_t regions_x, entry_bytes;
  uint64_t table_bytes;
  uint8_t *table;
  uint8_t *bytes; /* blocks */
  uint64_t used, capacity;
  int32_t first_band, end_band; /* that are held */
} ovi_block_window;

/* Begins without bands, for the regions of a world. OVL_OK or OVL_NO_MEMORY; in any case it is to
 * be released. */
ovl_result ovi_block_window_begin(ovi_block_window *window, const ovi_shared *shared,
                                  const ovl_allocator *allocator);

/* Room for the blocks of the next band, one behind the other; NULL: no memory. Blocks may move. */
uint8_t *ovi_block_window_add(ovi_block_window *window, uint64_t bytes);

/* The entry of a region in the table. */
static inline uint8_t *ovi_block_window_entry(const ovi_block_window *window, uint64_t id) {
  return window->table + id * window->entry_bytes;
}

/* Lets go of bands before one. Blocks move. */
void ovi_block_window_drop(ovi_block_window *window, int32_t band);

void ovi_block_window_release(ovi_block_window *window);

#endif
