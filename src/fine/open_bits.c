/* Runs of open cells, tile by tile. */
#include "open_bits.h"

#include "bits.h"
#include "le_bytes.h"

void ovi_open_bits_begin(ovi_open_bits *bits, ovi_tile_fn find, void *user) {
  *bits = (ovi_open_bits){.find = find, .user = user};
}

static bool covers(const ovi_tile *tile, int32_t x, int32_t y) {
  return (uint32_t)(x - tile->x) < (uint32_t)tile->w && (uint32_t)(y - tile->y) < (uint32_t)tile->h;
}

static const ovi_tile *tile_at(ovi_open_bits *bits, int32_t x, int32_t y) {
  if (covers(&bits->tiles[bits->last], x, y)) {
    return &bits->tiles[bits->last];
  }
  bits->last ^= 1;
  ovi_tile *tile = &bits->tiles[bits->last];
  return covers(tile, x, y) || bits->find(bits->user, x, y, tile) ? tile : NULL;
}

static uint64_t row_of(const ovi_tile *tile, int32_t y) {
  if (tile->rows == NULL) {
    return tile->same;
  }
  const uint8_t *row = tile->rows + (int64_t)(y - tile->y) * tile->row_bytes;
  switch (tile->word_bytes) {
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

/* Zeros of the word from its lowest bit up, or from its highest down. */
static int32_t zeros(uint64_t word, int32_t step) {
  return word == 0 ? 64 : step > 0 ? ovi_lowest_bit(word) : ovi_zeros_above(word);
}

int32_t ovi_open_run(ovi_open_bits *bits, int32_t x, int32_t y, int32_t step, int32_t most) {
  int32_t run = 0;
  while (run < most) {
    const ovi_tile *tile = tile_at(bits, x, y);
    if (tile == NULL) {
      return run;
    }
    int32_t at = x - tile->x;
    uint64_t row = row_of(tile, y);
    int32_t open = zeros(~(step > 0 ? row >> at : row << (63 - at)), step);
    int32_t left = step > 0 ? tile->w - at : at + 1;
    if (open < left) {
      run += open;
      break;
    }
    run += left;
    x += step * left;
  }
  return run < most ? run : most;
}
