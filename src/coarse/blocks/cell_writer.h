/* Writing the cells of a region: palettes, bit planes, heights. */
#ifndef OVERLAND_COARSE_BLOCKS_CELL_WRITER_H
#define OVERLAND_COARSE_BLOCKS_CELL_WRITER_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "common/arena.h"

/* Values numbered so that as few planes as possible hold them. */
typedef struct ovi_palette {
  uint8_t value_of[512]; /* of each slot; none that is not used is not 0 */
  uint16_t slot_of[256]; /* of each value that occurs */
  uint32_t slots;
  uint32_t planes;
} ovi_palette;

/* One region's cells while its block is written, row by row as the region is wide. */
typedef struct ovi_cell_writer {
  uint8_t *terrain;
  uint8_t *weights; /* of one profile; 0: not open */
  uint16_t *heights;
  const uint8_t *open; /* the plane of terrains that are open to the default profile, as written;
                          none if all or none are */
  uint32_t flags;      /* of the cells */
} ovi_cell_writer;

/* Takes memory for regions of `cells` x `cells`. */
void ovi_cell_writer_reserve(ovi_cell_writer *writer, ovi_arena *arena, int32_t cells);

/* Bytes that palette, planes and heights take at the most. */
uint64_t ovi_cells_most_bytes(const ovi_region *place);

/* Writes the terrain and the heights of a region behind the head of a block, to `out`, and
 * keeps what parts need to know of them. Returns the bytes. */
uint32_t ovi_cells_write(ovi_cell_writer *writer, const ovi_map *map, const ovi_region *place,
                         uint8_t *block, uint8_t *out);

/* Numbers the values of so many cells, but for 0 if `skips_0`. */
void ovi_palette_make(ovi_palette *palette, const uint8_t *values, uint32_t count, bool skips_0);

/* Writes palette and planes, both padded to a multiple of 2. Returns the bytes. */
uint32_t ovi_palette_write(const ovi_palette *palette, const uint8_t *values,
                           const ovi_region *place, uint8_t *out);

#endif
