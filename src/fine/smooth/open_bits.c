/* Runs over several tiles, and many rows at once. */
#include "fine/smooth/open_bits.h"

#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

enum { TILE_SIDE = 32 }; /* of most tiles; larger ones have several places in the cache */

void ovi_open_bits_begin(ovi_open_bits *bits, int topology, ovi_tile_fn find, void *user) {
  *bits = (ovi_open_bits){.topology = topology, .find = find, .user = user};
}

static inline const ovi_tile *tile_at(ovi_open_bits *bits, int32_t x, int32_t y) {
  const uint32_t place = ((uint32_t)x / TILE_SIDE) % OVI_TILE_COLUMNS +
                         OVI_TILE_COLUMNS * (((uint32_t)y / TILE_SIDE) % OVI_TILE_COLUMNS);
  ovi_tile *tile = &bits->tiles[place];
  if (!ovi_tile_covers(tile, x, y) && !bits->find(bits->user, x, y, tile)) {
    return NULL;
  }
  bits->last = place;
  return tile;
}

int32_t ovi_open_run_over_tiles(ovi_open_bits *bits, int32_t x, int32_t y, int32_t step,
                                int32_t most) {
  int32_t run = 0;
  while (run < most) {
    const ovi_tile *tile = tile_at(bits, x, y);
    if (tile == NULL) {
      return run;
    }
    int32_t open = ovi_tile_run(tile, x, y, step);
    int32_t left = step > 0 ? tile->x + tile->w - x : x - tile->x + 1;
    if (open < left) {
      run += open;
      break;
    }
    run += left;
    x += step * left;
  }
  return run < most ? run : most;
}

static uint64_t word_over_tiles(ovi_open_bits *bits, int32_t x, int32_t y, int32_t width) {
  uint64_t word = 0;
  for (int32_t n = 0; n < width;) {
    const ovi_tile *tile = tile_at(bits, x + n, y);
    if (tile == NULL) {
      n++;
      continue;
    }
    int32_t at = x + n - tile->x;
    int32_t part = tile->w - at < width - n ? tile->w - at : width - n;
    word |= (ovi_tile_row(tile, y) >> at & ovi_low_bits(part)) << n;
    n += part;
  }
  return word;
}

/* Counts the rows of a slant that begin in tile `left` and end in tile `right`, which may be the
 * same; the first row does. */
static int32_t rows_between(const ovi_tile *left, const ovi_tile *right, const ovi_slant *slant) {
  int32_t end = slant->x + slant->width;
  int32_t rows = slant->dy > 0 ? left->y + left->h - slant->y : slant->y - left->y + 1;
  int32_t in_left = slant->dx > 0 ? left->x + left->w - slant->x : slant->x - left->x + 1;
  int32_t in_right = slant->dx > 0 ? right->x + right->w - end + 1 : end - right->x;
  rows = rows < slant->rows ? rows : slant->rows;
  if (slant->dx != 0) {
    rows = rows < in_left ? rows : in_left;
    rows = rows < in_right ? rows : in_right;
  }
  return rows;
}

enum { ROWS_AT_ONCE = 4 }; /* between two looks at whether a slant is blocked */

/* The columns that are open in that many rows inside one tile, whose words have so many bytes. */
OVI_FORCE_INLINE uint64_t slant_in_words(const ovi_tile *tile, const ovi_slant *slant, int32_t rows,
                                         const int32_t word_bytes) {
  const uint8_t *row = tile->rows + (int64_t)(slant->y - tile->y) * tile->row_bytes;
  const int32_t next = slant->dy * tile->row_bytes;
  const int32_t dx = slant->dx;
  int32_t at = slant->x - tile->x;
  uint64_t open = ~(uint64_t)0;
  OVI_ASSERT(at >= 0 && at + slant->width <= tile->w);
  OVI_ASSERT(at + (rows - 1) * dx >= 0 && at + (rows - 1) * dx + slant->width <= tile->w);
  for (; rows >= ROWS_AT_ONCE && (~open & slant->needed) == 0; rows -= ROWS_AT_ONCE) {
    for (int32_t i = 0; i < ROWS_AT_ONCE; i++, row += next, at += dx) {
      open &= ovi_tile_word(word_bytes, row) >> at;
    }
  }
  for (; rows > 0; rows--, row += next, at += dx) {
    open &= ovi_tile_word(word_bytes, row) >> at;
  }
  return open;
}

/* As above, for rows that continue in the tile to the right. */
static uint64_t slant_in_tiles(const ovi_tile *left, const ovi_tile *right, const ovi_slant *slant,
                               int32_t rows) {
  int32_t at = slant->x - left->x;
  int32_t y = slant->y;
  uint64_t open = ~(uint64_t)0;
  for (int32_t i = 0; i < rows && (~open & slant->needed) == 0; i++) {
    OVI_ASSERT(at >= 0 && at < left->w && at + slant->width > left->w); /* it lies in both */
    open &= ovi_tile_row(left, y) >> at | ovi_tile_row(right, y) << (left->w - at);
    y += slant->dy;
    at += slant->dx;
  }
  return open;
}

uint64_t ovi_open_slant(ovi_open_bits *bits, ovi_slant slant) {
  uint64_t open = ovi_low_bits(slant.width);
  OVI_ASSERT(slant.width >= 1 && slant.width <= 64);
  while (slant.rows > 0) {
    int32_t end = slant.x + slant.width - 1;
    const ovi_tile *tile = tile_at(bits, slant.x, slant.y);
    int32_t rows = 1;
    if (tile != NULL && end < tile->x + tile->w) {
      rows = rows_between(tile, tile, &slant);
      open &= tile->rows == NULL      ? tile->same >> (slant.x - tile->x)
              : tile->word_bytes == 4 ? slant_in_words(tile, &slant, rows, 4)
                                      : slant_in_words(tile, &slant, rows, tile->word_bytes);
    } else if (tile != NULL) {
      ovi_tile left = *tile; /* a copy: finding the other may replace it */
      const ovi_tile *right = tile_at(bits, end, slant.y);
      if (right != NULL && right->x == left.x + left.w) {
        rows = rows_between(&left, right, &slant);
        open &= slant_in_tiles(&left, right, &slant, rows);
      } else {
        open &= word_over_tiles(bits, slant.x, slant.y, slant.width);
      }
    } else {
      open &= word_over_tiles(bits, slant.x, slant.y, slant.width);
    }
    if ((~open & slant.needed) != 0) {
      return 0;
    }
    slant.x += rows * slant.dx;
    slant.y += rows * slant.dy;
    OVI_ASSERT(rows >= 1 && rows <= slant.rows);
    slant.rows -= rows;
  }
  return open;
}

static bool all_open(ovi_open_bits *bits, ovi_slant slant) {
  slant.needed = ovi_low_bits(slant.width);
  return ovi_open_slant(bits, slant) != 0;
}

static bool cell_is_open(ovi_open_bits *bits, int32_t x, int32_t y) {
  const ovi_tile *tile = tile_at(bits, x, y);
  return tile != NULL && (ovi_tile_row(tile, y) >> (x - tile->x) & 1) != 0;
}

/* As ovi_runs_are_open, for one run of so many steps in the direction (dx, dy). */
OVI_NOINLINE static bool run_over_tiles(ovi_open_bits *bits, ovl_cell from, int32_t dx, int32_t dy,
                                        int32_t steps) {
  if (dy == 0) {
    return ovi_open_run_over_tiles(bits, from.x + dx, from.y, dx, steps) == steps;
  }
  if (steps == 1 && bits->topology == OVI_HEXAGONS) {
    return cell_is_open(bits, from.x + dx, from.y + dy);
  }
  if (steps == 1) {
    return cell_is_open(bits, from.x, from.y + dy) &&
           (dx == 0 || (cell_is_open(bits, from.x + dx, from.y + dy) &&
                        cell_is_open(bits, from.x + dx, from.y)));
  }
  if (dx == 0 || bits->topology == OVI_HEXAGONS) {
    return all_open(bits, (ovi_slant){from.x + dx, from.y + dy, dx, dy, steps, 1, 0});
  }
  /* The cells of the run, and the cells beside its steps. */
  return ovi_open_run(bits, from.x + dx, from.y, dx, 1) == 1 &&
         all_open(bits, (ovi_slant){from.x + dx - 1, from.y + dy, dx, dy, steps - 1, 3, 0}) &&
         ovi_open_run(bits, from.x + steps * dx, from.y + steps * dy, -dx, 2) == 2;
}

/* As above inside a tile, whose words have so many bytes. A step up, down or to a corner needs the
 * same columns of the row that it leaves and of the one that it enters. */
OVI_FORCE_INLINE bool run_in_words(const ovi_tile *tile, ovl_cell from, int32_t dx, int32_t dy,
                                   int32_t steps, const int32_t word_bytes) {
  const int32_t next = dy * tile->row_bytes;
  const uint64_t columns = dx == 0 ? 1 : 3;
  const uint8_t *row = tile->rows + (int64_t)(from.y - tile->y) * tile->row_bytes;
  int32_t at = from.x - tile->x - (dx < 0 ? 1 : 0);
  uint64_t word = ovi_tile_word(word_bytes, row);
  if (dy == 0) {
    const uint64_t needed = ovi_low_bits(steps);
    return (~(dx > 0 ? word >> at >> 1 : word >> (at + 1 - steps)) & needed) == 0;
  }
  for (; steps > 0; steps--, at += dx) {
    row += next;
    const uint64_t entered = ovi_tile_word(word_bytes, row);
    if ((~(word & entered) >> at & columns) != 0) {
      return false;
    }
    word = entered;
  }
  return true;
}

/* A run inside a tile. Of hexagons a step from row to row needs the cell that it enters alone. */
OVI_FORCE_INLINE bool run_in_tile(const ovi_open_bits *bits, const ovi_tile *tile, ovl_cell from,
                                  int32_t dx, int32_t dy, int32_t steps, const int32_t word_bytes) {
  if (bits->topology == OVI_HEXAGONS && dy != 0) {
    const ovi_slant slant = {from.x + dx, from.y + dy, dx, dy, steps, 1, 1};
    return (slant_in_words(tile, &slant, steps, word_bytes) & 1) != 0;
  }
  return run_in_words(tile, from, dx, dy, steps, word_bytes);
}

bool ovi_runs_are_open(ovi_open_bits *bits, ovl_cell from, const ovl_cell *ends, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const ovl_cell to = ends[i];
    const int32_t dx = ovi_sign(to.x - from.x);
    const int32_t dy = ovi_sign(to.y - from.y);
    const int32_t steps = ovi_magnitude(dx != 0 ? to.x - from.x : to.y - from.y);
    const ovi_tile *tile = &bits->tiles[bits->last];
    OVI_ASSERT(dx == 0 || dy == 0 || ovi_magnitude(to.y - from.y) == steps);
    if (steps == 0) {
      continue;
    }
    if (!ovi_tile_covers(tile, from.x, from.y)) {
      tile = tile_at(bits, from.x, from.y);
    }
    const bool is_open = tile == NULL || !ovi_tile_covers(tile, to.x, to.y)
                             ? run_over_tiles(bits, from, dx, dy, steps)
                         : tile->rows == NULL ? tile->same != 0
                         : tile->word_bytes == 4
                             ? run_in_tile(bits, tile, from, dx, dy, steps, 4)
                             : run_in_tile(bits, tile, from, dx, dy, steps, tile->word_bytes);
    if (!is_open) {
      return false;
    }
    from = to;
  }
  return true;
}
