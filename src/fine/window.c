/* Filling a window. Lines of bits are blocked beyond their end, margin and
 * spare word included, so a scan always meets a blocked cell. */
#include "window.h"

#include <string.h>

static int32_t line_words(int32_t cells) { return (cells + 2) / 64 + 2; }

void ovi_window_place(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool bits) {
  uint64_t row_words = (uint64_t)(max.h + 2) * (uint64_t)line_words(max.w);
  uint64_t column_words = (uint64_t)(max.w + 2) * (uint64_t)line_words(max.h);
  uint64_t cells = (uint64_t)(max.w + 2) * (uint64_t)(max.h + 2);
  window->max_cells = (uint32_t)cells;
  window->weights = ovi_arena_take(arena, cells, 1);
  window->targets = ovi_arena_take(arena, row_words, sizeof(uint64_t));
  if (!bits) {
    return;
  }
  window->rows = ovi_arena_take(arena, row_words, sizeof(uint64_t));
  window->row_stops = ovi_arena_take(arena, row_words, sizeof(uint64_t));
  window->columns = ovi_arena_take(arena, column_words, sizeof(uint64_t));
  window->column_stops = ovi_arena_take(arena, column_words, sizeof(uint64_t));
}

void ovi_window_open(ovi_window *window, const ovi_window_shape *shape) {
  window->x = shape->x;
  window->y = shape->y;
  window->w = shape->w;
  window->h = shape->h;
  window->stride = shape->w + 2;
  window->row_words = line_words(shape->w);
  window->column_words = line_words(shape->h);
  window->corners = shape->corners;
  window->min_weight = shape->min_weight;
  window->uses_bits = shape->uses_bits;
  size_t row_bytes = (size_t)(shape->h + 2) * (size_t)window->row_words * sizeof(uint64_t);
  size_t column_bytes = (size_t)(shape->w + 2) * (size_t)window->column_words * sizeof(uint64_t);
  memset(window->targets, 0, row_bytes);
  if (!shape->uses_bits) {
    memset(window->weights, 0, (size_t)(shape->h + 2) * (size_t)window->stride);
    return;
  }
  memset(window->rows, 0xff, row_bytes);
  memset(window->row_stops, 0xff, row_bytes);
  memset(window->columns, 0xff, column_bytes);
  memset(window->column_stops, 0xff, column_bytes);
}

/* Clears the bits of `line` from `at` on that are set in `bits`. */
static void clear_bits(uint64_t *line, int32_t at, uint64_t bits) {
  int32_t shift = at & 63;
  line[at >> 6] &= ~(bits << shift);
  if (shift != 0) {
    line[(at >> 6) + 1] &= ~(bits >> (64 - shift));
  }
}

void ovi_window_paste_bits(ovi_window *window, int32_t x, int32_t y, int32_t w,
                           const uint64_t *open) {
  int64_t line = (int64_t)(y + 1) * window->row_words;
  for (int32_t at = 0; at < w; at += 64) {
    uint64_t bits = open[at >> 6] & ovi_low_bits(w - at);
    clear_bits(window->rows + line, x + 1 + at, bits);
    clear_bits(window->row_stops + line, x + 1 + at, bits);
  }
}

/* Transposes 32 x 32 bits in place: rows[i] bit j becomes rows[j] bit i, by
 * swapping ever smaller squares. */
static void transpose_32(uint32_t rows[32]) {
  uint32_t mask = 0x0000ffffu;
  for (int32_t side = 16; side != 0; side >>= 1, mask ^= mask << side) {
    for (int32_t i = 0; i < 32; i = (i + side + 1) & ~side) {
      uint32_t swap = ((rows[i] >> side) ^ rows[i + side]) & mask;
      rows[i] ^= swap << side;
      rows[i + side] ^= swap;
    }
  }
}

static void turn_square(ovi_window *window, int32_t x, int32_t y, int32_t w, int32_t h) {
  uint32_t square[32];
  for (int32_t i = 0; i < 32; i++) {
    const uint64_t *row = window->rows + (int64_t)(y + 1 + i) * window->row_words;
    square[i] = i < h ? (uint32_t)~ovi_bits_at(row, x + 1) : 0;
  }
  transpose_32(square);
  for (int32_t i = 0; i < w; i++) {
    int64_t line = (int64_t)(x + 1 + i) * window->column_words;
    clear_bits(window->columns + line, y + 1, square[i]);
    clear_bits(window->column_stops + line, y + 1, square[i]);
  }
}

void ovi_window_turn(ovi_window *window, int32_t x, int32_t y, int32_t w, int32_t h) {
  for (int32_t dy = 0; dy < h; dy += 32) {
    for (int32_t dx = 0; dx < w; dx += 32) {
      turn_square(window, x + dx, y + dy, w - dx < 32 ? w - dx : 32, h - dy < 32 ? h - dy : 32);
    }
  }
}

uint32_t ovi_window_mark(ovi_window *window, int32_t x, int32_t y) {
  uint32_t added = ovi_window_is_target(window, x, y) ? 0 : 1;
  int64_t row = (int64_t)(y + 1) * window->row_words;
  ovi_set_bit(window->targets + row, x + 1);
  if (window->uses_bits) {
    ovi_set_bit(window->row_stops + row, x + 1);
    ovi_set_bit(window->column_stops + (int64_t)(x + 1) * window->column_words, y + 1);
  }
  return added;
}

void ovi_window_unmark(ovi_window *window, int32_t x, int32_t y) {
  int64_t row = (int64_t)(y + 1) * window->row_words;
  ovi_clear_bit(window->targets + row, x + 1);
  if (window->uses_bits) {
    ovi_clear_bit(window->row_stops + row, x + 1);
    ovi_clear_bit(window->column_stops + (int64_t)(x + 1) * window->column_words, y + 1);
  }
}
