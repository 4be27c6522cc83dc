/* Open cells asked in runs: how far can one go from here along a row?
 *
 * Invariant: a tile shows the open cells of its rectangle as they are in the map;
 * a cell that no tile covers is blocked. Tiles point at bits that lie elsewhere,
 * so looking costs a few instructions, whatever the map is made of; the two that
 * were used last are kept, because paths run along the borders between two. */
#ifndef OVI_OPEN_BITS_H
#define OVI_OPEN_BITS_H

#include <stdbool.h>
#include <stdint.h>

/* A rectangle of cells with a bit each, set where it is open. */
typedef struct ovi_tile {
  int32_t x, y, w, h;  /* w is 1 to 64 */
  const uint8_t *rows; /* little-endian; NULL: every row is `same` */
  int32_t row_bytes;   /* from one row to the next */
  int32_t word_bytes;  /* that hold w bits: 1, 2, 4 or 8 */
  uint64_t same;
} ovi_tile;

/* Fills in a tile that covers the cell; false if the map does not. */
typedef bool (*ovi_tile_fn)(void *user, int32_t x, int32_t y, ovi_tile *tile);

typedef struct ovi_open_bits {
  ovi_tile_fn find;
  void *user;
  ovi_tile tiles[2];
  uint32_t last; /* the tile that answered last */
} ovi_open_bits;

void ovi_open_bits_begin(ovi_open_bits *bits, ovi_tile_fn find, void *user);

/* Open cells in a row, from (x, y) on towards `step`, 1 or -1: none if that cell
 * is blocked, and no more than `most` are looked for. */
int32_t ovi_open_run(ovi_open_bits *bits, int32_t x, int32_t y, int32_t step, int32_t most);

#endif
