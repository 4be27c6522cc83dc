/* Filling a window. What a scan needs to know of the lines beside its own is
 * worked out once for all cells, so that a scan reads one word. */
#include "window.h"

#include <string.h>

/* Words of a line of so many cells in a window whose longer side is `longest`. */
static int32_t line_words(int32_t cells, int32_t longest) {
  return longest <= 64 ? 1 : cells / 64 + 1;
}

void ovi_window_place(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool bits) {
  uint64_t row_words = (uint64_t)(max.h + 2) * (uint64_t)(max.w / 64 + 1);
  uint64_t column_words = (uint64_t)(max.w + 2) * (uint64_t)(max.h / 64 + 1);
  uint64_t cells = (uint64_t)(max.w + 2) * (uint64_t)(max.h + 2);
  window->max_cells = (uint32_t)cells;
  window->weights = ovi_arena_take(arena, cells, 1);
  window->row_targets = ovi_arena_take(arena, row_words, sizeof(uint64_t));
  window->targets =
      ovi_arena_take(arena, 2 * ((uint64_t)max.w + (uint64_t)max.h), sizeof(uint32_t));
  if (!bits) {
    return;
  }
  window->column_targets = ovi_arena_take(arena, column_words, sizeof(uint64_t));
  window->rows = ovi_arena_take(arena, row_words, sizeof(uint64_t));
  window->columns = ovi_arena_take(arena, column_words, sizeof(uint64_t));
  for (int i = 0; i < 4; i++) {
    window->passes[i] =
        ovi_arena_take(arena, (i & 1) == 0 ? row_words : column_words, sizeof(uint64_t));
  }
}

void ovi_window_open(ovi_window *window, const ovi_window_shape *shape) {
  int32_t longest = shape->w > shape->h ? shape->w : shape->h;
  window->x = shape->x;
  window->y = shape->y;
  window->w = shape->w;
  window->h = shape->h;
  window->stride = shape->w + 2;
  window->row_words = line_words(shape->w, longest);
  window->column_words = line_words(shape->h, longest);
  window->corners = shape->corners;
  window->min_weight = shape->min_weight;
  window->uses_bits = shape->uses_bits;
  window->narrow = longest <= 64;
  window->target_count = 0;
  size_t row_bytes = (size_t)(shape->h + 2) * (size_t)window->row_words * sizeof(uint64_t);
  size_t column_bytes = (size_t)(shape->w + 2) * (size_t)window->column_words * sizeof(uint64_t);
  memset(window->row_targets, 0, row_bytes);
  if (!shape->uses_bits) {
    memset(window->weights, 0, (size_t)(shape->h + 2) * (size_t)window->stride);
    return;
  }
  memset(window->column_targets, 0, column_bytes);
  memset(window->rows, 0, row_bytes);
  memset(window->columns, 0, column_bytes);
}

/* ---- Columns ------------------------------------------------------------- */

/* One round of swapping squares of side x side bits over the diagonal. */
static inline void swap_squares(uint32_t rows[32], int32_t side, uint32_t mask) {
  for (int32_t block = 0; block < 32; block += 2 * side) {
    for (int32_t i = block; i < block + side; i++) {
      uint32_t swap = ((rows[i] >> side) ^ rows[i + side]) & mask;
      rows[i] ^= swap << side;
      rows[i + side] ^= swap;
    }
  }
}

/* Transposes 32 x 32 bits in place: rows[i] bit j becomes rows[j] bit i. */
static void transpose_32(uint32_t rows[32]) {
  swap_squares(rows, 16, 0x0000ffffu);
  swap_squares(rows, 8, 0x00ff00ffu);
  swap_squares(rows, 4, 0x0f0f0f0fu);
  swap_squares(rows, 2, 0x33333333u);
  swap_squares(rows, 1, 0x55555555u);
}

/* Turns the square of cells at (x, y), both multiples of 32. */
static void turn_square(ovi_window *window, int32_t x, int32_t y) {
  uint32_t square[32] = {0};
  uint32_t any = 0;
  const uint64_t *rows = window->rows + (int64_t)(y + 1) * window->row_words + (x >> 6);
  int32_t height = window->h - y < 32 ? window->h - y : 32;
  for (int32_t i = 0; i < height; i++) {
    square[i] = (uint32_t)(rows[(int64_t)i * window->row_words] >> (x & 63));
    any |= square[i];
  }
  if (any == 0) {
    return;
  }
  transpose_32(square);
  uint64_t *columns = window->columns + (int64_t)(x + 1) * window->column_words + (y >> 6);
  int32_t width = window->w - x < 32 ? window->w - x : 32;
  for (int32_t i = 0; i < width; i++) {
    columns[(int64_t)i * window->column_words] |= (uint64_t)square[i] << (y & 63);
  }
}

/* ---- Where scans stop ---------------------------------------------------- */

/* Lines of one word: bits up a line are bits to the left. A scan that goes up
 * turns where a run of open cells begins beside it: there a cell beside it is
 * open whose neighbour behind is blocked. One that goes down, where a run ends. */
static void find_narrow_passes(const uint64_t *restrict lines, int32_t count, uint64_t *restrict up,
                               uint64_t *restrict down) {
  for (int32_t i = 1; i <= count; i++) {
    uint64_t before = lines[i - 1];
    uint64_t after = lines[i + 1];
    up[i] = lines[i] & ~(before & ~(before << 1)) & ~(after & ~(after << 1));
    down[i] = lines[i] & ~(before & ~(before >> 1)) & ~(after & ~(after >> 1));
  }
}

static uint64_t run_begins(const uint64_t *line, int32_t word) {
  return line[word] & ~(line[word] << 1 | (word > 0 ? line[word - 1] >> 63 : 0));
}

static uint64_t run_ends(const uint64_t *line, int32_t word, int32_t words) {
  return line[word] & ~(line[word] >> 1 | (word + 1 < words ? line[word + 1] << 63 : 0));
}

/* The same for lines of any number of words. */
static void find_passes(const uint64_t *lines, int32_t count, int32_t words, uint64_t *up,
                        uint64_t *down) {
  for (int32_t i = 1; i <= count; i++) {
    const uint64_t *line = lines + (int64_t)i * words;
    for (int32_t word = 0; word < words; word++) {
      up[(int64_t)i * words + word] =
          line[word] & ~run_begins(line - words, word) & ~run_begins(line + words, word);
      down[(int64_t)i * words + word] =
          line[word] & ~run_ends(line - words, word, words) & ~run_ends(line + words, word, words);
    }
  }
}

void ovi_window_turn(ovi_window *window) {
  for (int32_t y = 0; y < window->h; y += 32) {
    for (int32_t x = 0; x < window->w; x += 32) {
      turn_square(window, x, y);
    }
  }
  if (window->narrow) {
    find_narrow_passes(window->rows, window->h, window->passes[0], window->passes[2]);
    find_narrow_passes(window->columns, window->w, window->passes[1], window->passes[3]);
  } else {
    find_passes(window->rows, window->h, window->row_words, window->passes[0], window->passes[2]);
    find_passes(window->columns, window->w, window->column_words, window->passes[1],
                window->passes[3]);
  }
}

/* ---- Targets ------------------------------------------------------------- */

void ovi_window_mark(ovi_window *window, int32_t x, int32_t y) {
  if (ovi_window_is_target(window, x, y)) {
    return;
  }
  window->targets[window->target_count++] = ovi_window_cell(window, x, y);
  ovi_set_bit(window->row_targets + (int64_t)(y + 1) * window->row_words, x);
  if (window->uses_bits) {
    ovi_set_bit(window->column_targets + (int64_t)(x + 1) * window->column_words, y);
  }
}

static void clear_marks(ovi_window *window, int32_t x, int32_t y) {
  ovi_clear_bit(window->row_targets + (int64_t)(y + 1) * window->row_words, x);
  if (window->uses_bits) {
    ovi_clear_bit(window->column_targets + (int64_t)(x + 1) * window->column_words, y);
  }
}

void ovi_window_unmark(ovi_window *window, int32_t x, int32_t y) {
  uint32_t cell = ovi_window_cell(window, x, y);
  uint32_t at = window->target_count - 1;
  while (window->targets[at] != cell) {
    at--;
  }
  window->targets[at] = window->targets[--window->target_count];
  clear_marks(window, x, y);
}

void ovi_window_unmark_all(ovi_window *window) {
  for (uint32_t i = 0; i < window->target_count; i++) {
    clear_marks(window, ovi_window_cell_x(window, window->targets[i]),
                ovi_window_cell_y(window, window->targets[i]));
  }
  window->target_count = 0;
}
