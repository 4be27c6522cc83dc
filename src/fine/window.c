/* Opening a window, and preparing one of bits: where scans stop is worked out for all cells at
 * once, so that a scan reads words of its own line alone. */
#include "fine/window.h"

#include "common/compiler.h"

/* Words before the first plane, so that the word before any line can be read. */
#define GUARD_WORDS 1

/* Lines of a plane: whole squares of 32, and the margin. */
static int64_t line_count(int32_t cells) { return (cells + 31) / 32 * 32 + 2; }

static int32_t line_words(int32_t cells) { return cells / 64 + 1; }

/* Words of a plane of rows or of columns, whichever takes more. */
static int64_t plane_words(int32_t w, int32_t h) {
  int64_t rows = line_count(h) * line_words(w);
  int64_t columns = line_count(w) * line_words(h);
  return rows > columns ? rows : columns;
}

void ovi_window_reserve(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool quick) {
  uint64_t cells = (uint64_t)(max.w + 2) * (uint64_t)(max.h + 2);
  int64_t words = plane_words(max.w, max.h);
  words = words > OVI_NARROW_PLANE_WORDS ? words : OVI_NARROW_PLANE_WORDS;
  window->max_cells = (uint32_t)cells;
  window->weights = ovi_arena_take(arena, cells, 1);
  window->kinds.even = quick ? ovi_arena_take(arena, cells, 1) : NULL;
  window->kinds.legal = quick ? ovi_arena_take(arena, cells, 1) : NULL;
  window->targets.cells = ovi_arena_take(arena, 2 * (uint64_t)(max.w + max.h), sizeof(uint32_t));
  uint64_t planes = quick ? OVI_PLANES : OVI_PLANE_TARGETS + 1;
  window->bits.memory =
      ovi_arena_take(arena, GUARD_WORDS + (uint64_t)words * planes, sizeof(uint64_t));
  window->steps.heights = NULL;
  window->generation = 0;
}

void ovi_window_reserve_steps(ovi_window *window, ovi_arena *arena, bool heights,
                              uint32_t most_exceptions) {
  if (heights) {
    window->steps.heights = ovi_arena_take(arena, window->max_cells, sizeof(uint16_t));
  }
  ovi_exceptions *exceptions = &window->steps.exceptions;
  exceptions->marks = ovi_arena_take(arena, (window->max_cells + 63) / 64, sizeof(uint64_t));
  exceptions->first = ovi_arena_take(arena, window->max_cells, sizeof(uint32_t));
  exceptions->list = ovi_arena_take(arena, most_exceptions, sizeof(ovi_exception));
}

static void window_clear_plane(ovi_window *window, int plane) {
  int64_t lines = line_count((plane & 1) == 0 ? window->h : window->w);
  memset(window->bits.planes + plane * window->bits.plane_words, 0,
         (size_t)(lines * window->bits.words[plane & 1]) * sizeof(uint64_t));
}

void ovi_window_open(ovi_window *window, const ovi_window_shape *shape, const ovi_step_rule *rule) {
  window->generation++;
  window->x = shape->x;
  window->y = shape->y;
  window->w = shape->w;
  window->h = shape->h;
  window->stride = shape->w + 2;
  window->bits.memory[0] = 0;
  window->bits.planes = window->bits.memory + GUARD_WORDS;
  window->bits.narrow = shape->w <= OVI_NARROW_CELLS && shape->h <= OVI_NARROW_CELLS;
  window->bits.words[0] = window->bits.narrow ? 1 : line_words(shape->w);
  window->bits.words[1] = window->bits.narrow ? 1 : line_words(shape->h);
  window->bits.plane_words =
      window->bits.narrow ? OVI_NARROW_PLANE_WORDS : plane_words(shape->w, shape->h);
  window->corners = shape->corners;
  window->min_weight = shape->min_weight;
  window->bits.in_use = shape->uses_bits;
  window->steps.has_rule = rule != NULL;
  window->targets.count = 0;
  window->is_prepared = false;
  window_clear_plane(window, OVI_PLANE_TARGETS);
  if (shape->uses_bits) {
    OVI_ASSERT(rule == NULL);
    window_clear_plane(window, OVI_PLANE_TARGETS + 1);
    window_clear_plane(window, OVI_PLANE_OPEN);
    return;
  }
  const size_t cells = (size_t)(shape->h + 2) * (size_t)window->stride;
  memset(window->weights, 0, cells);
  if (rule != NULL) {
    window->steps.rule = *rule;
    window->steps.exceptions.count = 0;
    memset(window->steps.exceptions.marks, 0, (cells + 63) / 64 * sizeof(uint64_t));
    if (window->steps.heights != NULL) {
      memset(window->steps.heights, 0, cells * sizeof(uint16_t));
    }
  }
}

/* ---- Columns ------------------------------------------------------------- */

/* One round of a transposition: swaps squares of side x side bits across the diagonal. */
static inline void swap_squares(uint64_t words[16], int32_t side, uint64_t mask) {
  for (int32_t block = 0; block < 16; block += 2 * side) {
    for (int32_t i = block; i < block + side; i++) {
      uint64_t swap = ((words[i] >> side) ^ words[i + side]) & mask;
      words[i] ^= swap << side;
      words[i + side] ^= swap;
    }
  }
}

/* Transposes 32 x 32 bits in place: row i is the lower half of word i, row 16 + i its upper half.
 */
static void transpose_32(uint64_t words[16]) {
  for (int32_t i = 0; i < 16; i++) {
    uint64_t swap = (words[i] ^ words[i] >> 16) & 0xffff0000u;
    words[i] ^= swap ^ swap << 16;
  }
  swap_squares(words, 8, 0x00ff00ff00ff00ffu);
  swap_squares(words, 4, 0x0f0f0f0f0f0f0f0fu);
  swap_squares(words, 2, 0x3333333333333333u);
  swap_squares(words, 1, 0x5555555555555555u);
}

/* Transposes all rows into the columns, in squares of 32 x 32 cells. */
static inline void transpose_rows(ovi_window *window, const bool narrow) {
  const int64_t row_words = narrow ? 1 : window->bits.words[0];
  const int64_t column_words = narrow ? 1 : window->bits.words[1];
  for (int32_t y = 0; y < window->h; y += 32) {
    for (int32_t x = 0; x < window->w; x += 32) {
      const uint64_t *rows = ovi_window_line(window, OVI_PLANE_OPEN, y) + (x >> 6);
      uint64_t *columns = ovi_window_line(window, OVI_PLANE_OPEN + 1, x) + (y >> 6);
      uint64_t square[16];
      uint64_t any = 0;
      for (int64_t i = 0; i < 16; i++) {
        const uint64_t low = rows[i * row_words] >> (x & 63) & UINT32_MAX;
        square[i] = low | rows[(i + 16) * row_words] >> (x & 63) << 32;
        any |= square[i];
      }
      if (any == 0) {
        continue;
      }
      transpose_32(square);
      for (int64_t i = 0; i < 16; i++) {
        columns[i * column_words] |= (square[i] & UINT32_MAX) << (y & 63);
        columns[(i + 16) * column_words] |= square[i] >> 32 << (y & 63);
      }
    }
  }
}

/* ---- Where scans stop ---------------------------------------------------- */

/* A scan to higher numbers may have to turn where a run of open cells begins in the line before or
 * after: there a cell beside the scan is open whose neighbour behind is blocked. A scan to lower
 * numbers may have to turn where such a run ends. */
static void find_narrow_stops(uint64_t *planes, int32_t count) {
  const uint64_t *restrict open = planes;
  uint64_t *restrict up = planes + OVI_PLANE_STOPS_UP * OVI_NARROW_PLANE_WORDS;
  uint64_t *restrict down = planes + OVI_PLANE_STOPS_DOWN * OVI_NARROW_PLANE_WORDS;
  for (int32_t i = 1; i <= count; i++) {
    uint64_t before = open[i - 1];
    uint64_t after = open[i + 1];
    up[i] = ~open[i] | (before & ~(before << 1)) | (after & ~(after << 1));
    down[i] = ~open[i] | (before & ~(before >> 1)) | (after & ~(after >> 1));
  }
}

/* The same for lines of any number of words. A line ends with a cell outside, so no run goes on
 * from one line to the next, and the words of all lines are processed as one array. */
static void find_stops(ovi_window *window, int axis) {
  const int64_t words = window->bits.words[axis];
  const int64_t count = (axis == 0 ? window->h : window->w) * words;
  const uint64_t *restrict open = ovi_window_line(window, OVI_PLANE_OPEN + axis, 0);
  uint64_t *restrict up = ovi_window_line(window, OVI_PLANE_STOPS_UP + axis, 0);
  uint64_t *restrict down = ovi_window_line(window, OVI_PLANE_STOPS_DOWN + axis, 0);
  for (int64_t i = 0; i < count; i++) {
    const uint64_t before = open[i - words];
    const uint64_t after = open[i + words];
    up[i] = ~open[i] | (before & ~(before << 1 | open[i - words - 1] >> 63)) |
            (after & ~(after << 1 | open[i + words - 1] >> 63));
    down[i] = ~open[i] | (before & ~(before >> 1 | open[i - words + 1] << 63)) |
              (after & ~(after >> 1 | open[i + words + 1] << 63));
  }
}

/* The bit of each cell tells of the one before it in its line, or of the one after it. */
OVI_FORCE_INLINE uint64_t cells_before(const uint64_t *word, const bool narrow) {
  return word[0] << 1 | (narrow ? 0 : word[-1] >> 63);
}

OVI_FORCE_INLINE uint64_t cells_after(const uint64_t *word, const bool narrow) {
  return word[0] >> 1 | (narrow ? 0 : word[1] << 63);
}

/* Over hexagons scans go to the south along columns, and to the west and north-east along rows and
 * from row to row: see jumps.h. There are none to the east, so those to the north-east have the
 * plane of their stops. */
OVI_FORCE_INLINE void find_hexagon_stops(ovi_window *window, const bool narrow) {
  const int64_t row = window->bits.words[0];
  const int64_t column = window->bits.words[1];
  const uint64_t *restrict open = ovi_window_line(window, OVI_PLANE_OPEN, 0);
  uint64_t *restrict west = ovi_window_line(window, OVI_PLANE_STOPS_DOWN, 0);
  uint64_t *restrict north_east = ovi_window_line(window, OVI_PLANE_STOPS_UP, 0);
  for (int64_t i = 0; i < window->h * row; i++) {
    const uint64_t *above = open + i - row;
    const uint64_t *below = open + i + row;
    west[i] = ~open[i] | (cells_before(below, narrow) & ~below[0]) |
              (above[0] & ~cells_after(above, narrow));
    north_east[i] = ~open[i] | (above[0] & ~cells_before(open + i, narrow)) |
                    (cells_after(open + i, narrow) & ~below[0]);
  }
  open = ovi_window_line(window, OVI_PLANE_OPEN + 1, 0);
  uint64_t *restrict south = ovi_window_line(window, OVI_PLANE_STOPS_UP + 1, 0);
  for (int64_t i = 0; i < window->w * column; i++) {
    const uint64_t *before = open + i - column;
    const uint64_t *after = open + i + column;
    south[i] = ~open[i] | (after[0] & ~cells_before(after, narrow)) |
               (cells_after(before, narrow) & ~before[0]);
  }
}

/* ---- Preparing ---------------------------------------------------------- */

void ovi_window_prepare_bits(ovi_window *window) {
  OVI_ASSERT(window->bits.in_use);
  window->is_prepared = true;
  window_clear_plane(window, OVI_PLANE_OPEN + 1);
  if (window->bits.narrow && window->corners == OVI_HEXAGONS) {
    transpose_rows(window, true);
    find_hexagon_stops(window, true);
  } else if (window->corners == OVI_HEXAGONS) {
    transpose_rows(window, false);
    find_hexagon_stops(window, false);
  } else if (window->bits.narrow) {
    transpose_rows(window, true);
    find_narrow_stops(window->bits.planes, window->h);
    find_narrow_stops(window->bits.planes + OVI_NARROW_PLANE_WORDS, window->w);
  } else {
    transpose_rows(window, false);
    find_stops(window, 0);
    find_stops(window, 1);
  }
}

/* ---- Steps --------------------------------------------------------------- */

void ovi_window_add_hop(ovi_window *window, uint32_t from, uint32_t to, uint32_t cost) {
  ovi_exceptions_add(&window->steps.exceptions, from,
                     (ovi_exception){.extra = cost, .other = to, .kind = OVI_HOP_FROM});
  ovi_exceptions_add(&window->steps.exceptions, to,
                     (ovi_exception){.extra = cost, .other = from, .kind = OVI_HOP_TO});
}

/* ---- Targets ------------------------------------------------------------- */

void ovi_window_add_target(ovi_window *window, int32_t x, int32_t y) {
  if (ovi_window_is_target(window, x, y)) {
    return;
  }
  window->targets.cells[window->targets.count++] = ovi_window_cell(window, x, y);
  ovi_set_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x);
  if (window->bits.in_use) {
    ovi_set_bit(ovi_window_line(window, OVI_PLANE_TARGETS + 1, x), y);
  }
}

void ovi_window_clear_targets(ovi_window *window) {
  for (uint32_t i = 0; i < window->targets.count; i++) {
    const int32_t x = ovi_window_cell_x(window, window->targets.cells[i]);
    const int32_t y = ovi_window_cell_y(window, window->targets.cells[i]);
    ovi_clear_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x);
    if (window->bits.in_use) {
      ovi_clear_bit(ovi_window_line(window, OVI_PLANE_TARGETS + 1, x), y);
    }
  }
  window->targets.count = 0;
}
