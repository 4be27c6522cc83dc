/* Runs of open cells, read from rows of bits: how far a row is open from a cell.
 *
 * Invariant: a tile has the open cells of its rectangle as they are in the map; a cell that no tile
 * covers is blocked. Tiles point to bits that are stored elsewhere, so a test costs a few
 * instructions. Tiles are cached, because paths run along their borders. */
#ifndef OVERLAND_FINE_SMOOTH_OPEN_BITS_H
#define OVERLAND_FINE_SMOOTH_OPEN_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "common/bits.h"
#include "common/le_bytes.h"
#include "overland.h"

/* A rectangle of cells, a bit for each, set where the cell is open. */
typedef struct ovi_tile {
  int32_t x, y, w, h;  /* w is 1 to 64 */
  const uint8_t *rows; /* little-endian; NULL: every row is `same` */
  int32_t row_bytes;   /* from one row to the next */
  int32_t word_bytes;  /* of a row: 1, 2, 4 or 8, at least w bits */
  uint64_t same;
} ovi_tile;

/* Fills in a tile that covers the cell; false if the cell is not in the map. */
typedef bool (*ovi_tile_fn)(void *user, int32_t x, int32_t y, ovi_tile *tile);

enum { OVI_TILE_COLUMNS = 4 };

typedef struct ovi_open_bits {
  int topology; /* OVI_SQUARES, whose corners are not cut, or OVI_HEXAGONS */
  ovi_tile_fn find;
  void *user;
  ovi_tile tiles[OVI_TILE_COLUMNS * OVI_TILE_COLUMNS]; /* a place for each, by its cells */
  uint32_t last;                                       /* the tile that was used last */
} ovi_open_bits;

void ovi_open_bits_begin(ovi_open_bits *bits, int topology, ovi_tile_fn find, void *user);

/* As ovi_open_run, for runs that are not inside the tile used last. */
int32_t ovi_open_run_over_tiles(ovi_open_bits *bits, int32_t x, int32_t y, int32_t step,
                                int32_t most);

static inline bool ovi_tile_covers(const ovi_tile *tile, int32_t x, int32_t y) {
  return (uint32_t)(x - tile->x) < (uint32_t)tile->w && (uint32_t)(y - tile->y) < (uint32_t)tile->h;
}

/* The word of so many bytes at a row. */
static inline uint64_t ovi_tile_word(int32_t bytes, const uint8_t *row) {
  switch (bytes) {
  case 1:
    return row[0];
  case 2:
    return ovi_get_u16(row);
  case 4:
    return ovi_get_u32(row);
  default:
    return ovi_get_u64(row);
  }
}

static inline uint64_t ovi_tile_row(const ovi_tile *tile, int32_t y) {
  return tile->rows == NULL ? tile->same
                            : ovi_tile_word(tile->word_bytes,
                                            tile->rows + (int64_t)(y - tile->y) * tile->row_bytes);
}

/* Length of the run of open cells in a tile's row from a covered cell on; it ends with the tile. */
static inline int32_t ovi_tile_run(const ovi_tile *tile, int32_t x, int32_t y, int32_t step) {
  int32_t at = x - tile->x;
  uint64_t row = ovi_tile_row(tile, y);
  uint64_t blocked = ~(step > 0 ? row >> at : row << (63 - at));
  return blocked == 0 ? 64 : step > 0 ? ovi_lowest_bit(blocked) : ovi_zeros_above(blocked);
}

/* Length of the run of open cells in a row from (x, y) on, towards `step`, 1 or -1, up to `most`; 0
 * if that cell is blocked. */
static inline int32_t ovi_open_run(ovi_open_bits *bits, int32_t x, int32_t y, int32_t step,
                                   int32_t most) {
  const ovi_tile *tile = &bits->tiles[bits->last];
  int32_t far = x + (most - 1) * step;
  if (ovi_tile_covers(tile, x, y) && (uint32_t)(far - tile->x) < (uint32_t)tile->w) {
    int32_t run = ovi_tile_run(tile, x, y, step);
    return run < most ? run : most;
  }
  return ovi_open_run_over_tiles(bits, x, y, step, most);
}

/* A parallelogram of cells: rows of one width, each shifted by dx from the one before. */
typedef struct ovi_slant {
  int32_t x, y;   /* leftmost cell of the first row */
  int32_t dx, dy; /* to that of the next row; dy is 1 or -1 */
  int32_t rows;
  int32_t width;   /* cells of each row, 1 to 64 */
  uint64_t needed; /* columns that must be open, as bits */
} ovi_slant;

/* A bit for each column of a slant, set if the column is open in all rows; 0 if a needed column is
 * not. */
uint64_t ovi_open_slant(ovi_open_bits *bits, ovi_slant slant);

/* Returns whether all steps of runs are legal: from an open cell to the first end, and from each
 * end to the next. */
bool ovi_runs_are_open(ovi_open_bits *bits, ovl_cell from, const ovl_cell *ends, uint32_t count);

#endif
