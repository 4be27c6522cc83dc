/* Writes the cells of a region: terrain as a palette with bit planes, and heights. */
#ifndef OVERLAND_COARSE_BLOCKS_CELL_WRITER_H
#define OVERLAND_COARSE_BLOCKS_CELL_WRITER_H

#include "coarse/blocks/map.h"
#include "coarse/view/region.h"
#include "common/arena.h"

/* A palette: values numbered so that as few bit planes as possible are needed. */
typedef struct ovi_palette {
  uint8_t value_of[512]; /* value of each slot; 0 for unused slots */
  uint16_t slot_of[256]; /* slot of each value that occurs */
  uint32_t slots;
  uint32_t planes;
} ovi_palette;

/* The cells of one region while its block is written, row by row, without padding. */
typedef struct ovi_cell_writer {
  uint8_t *terrain;
  uint8_t *weights; /* of the current profile, in eighths; 0: not open */
  uint8_t *extra;   /* extra costs and 1, where weights do not tell them; 0: not open */
  uint16_t *heights;
  const uint8_t *open; /* the written plane of terrains that are open to the default profile; not
                          present if all or none are */
  uint32_t flags;      /* of the cells, as in the file */
} ovi_cell_writer;

/* Greatest size in bytes of palette, planes and heights. */
uint64_t ovi_cells_most_bytes(const ovi_region *place);

/* Writes the head of `block`, and the terrain and heights of a region to `out`. Terrain, heights
 * and flags stay in the writer for the layer blocks. Returns the size in bytes. */
uint32_t ovi_cells_write(ovi_cell_writer *writer, const ovi_map *map, const ovi_region *place,
                         uint8_t *block, uint8_t *out);

/* Makes the palette of the terrain of `count` cells, with odd numbers for open terrains if both
 * kinds occur. Returns the flags of the cells. `weights` NULL: of weights, without 0. */
uint32_t ovi_palette_make(ovi_palette *palette, const uint8_t *values, uint32_t count,
                          const uint8_t *weights);

/* Writes palette and planes, each padded to a multiple of 2 bytes. Returns the size in bytes. */
uint32_t ovi_palette_write(const ovi_palette *palette, const uint8_t *values,
                           const ovi_region *place, uint8_t *out);

#endif
