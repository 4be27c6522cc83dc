/* Opening a window, and preparing it: where scans stop is worked out for all cells at once, so that
 * a scan reads words of its own line alone. */
#include "fine/window.h"

#include "common/compiler.h"
#include "overland.h"

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

/* ---- Even cells ---------------------------------------------------------- */

/* Cells of a row that are worked out side by side. Those that are left over are worked out
 * with some of those before: what is found depends on the weights alone. */
enum { BLOCK = 16 };

/* The begin of the block after one at x, in a row of so many cells. */
static inline int64_t next_block(int64_t x, int64_t count) {
  return x + BLOCK < count && x + 2 * BLOCK > count ? count - BLOCK : x + BLOCK;
}

OVI_FORCE_INLINE void find_even_block(const uint8_t *restrict at, int64_t stride, int64_t count,
                                      uint8_t *restrict even) {
  const uint8_t *above = at - stride;
  const uint8_t *below = at + stride;
  for (int64_t x = 0; x < count; x++) {
    const uint8_t weight = at[x];
    const uint8_t beside = (uint8_t)((at[x - 1] ^ weight) | (at[x + 1] ^ weight));
    const uint8_t over =
        (uint8_t)((above[x - 1] ^ weight) | (above[x] ^ weight) | (above[x + 1] ^ weight));
    const uint8_t under =
        (uint8_t)((below[x - 1] ^ weight) | (below[x] ^ weight) | (below[x + 1] ^ weight));
    even[x] = (beside | over | under) == 0;
  }
}

static void find_even_row(const uint8_t *at, int64_t stride, int64_t count, uint8_t *even) {
  if (count < BLOCK) {
    find_even_block(at, stride, count, even);
  }
  for (int64_t x = 0; x + BLOCK <= count; x = next_block(x, count)) {
    find_even_block(at + x, stride, BLOCK, even + x);
  }
}

/* As ovi_diagonal_is_free, for cells side by side: 0xff is true. */
OVI_FORCE_INLINE uint8_t corner_mask(uint8_t one_open, uint8_t two_open, const int corners,
                                     const int direction) {
  return corners == OVL_CORNERS_STRICT            ? (uint8_t)(one_open & two_open)
         : corners == OVL_CORNERS_ONE             ? (uint8_t)(one_open | two_open)
         : ovi_leads_past_all(corners, direction) ? 0xff
                                                  : 0;
}

/* Finds the legal steps of cells of a row, by weights alone. */
OVI_FORCE_INLINE void find_legal_block(const uint8_t *restrict at, int64_t stride, int64_t count,
                                       uint8_t *restrict legal, const int corners) {
  const uint8_t *above = at - stride;
  const uint8_t *below = at + stride;
  for (int64_t x = 0; x < count; x++) {
    const uint8_t e = at[x + 1] != 0 ? 0xff : 0;
    const uint8_t s = below[x] != 0 ? 0xff : 0;
    const uint8_t w = at[x - 1] != 0 ? 0xff : 0;
    const uint8_t n = above[x] != 0 ? 0xff : 0;
    const uint8_t se =
        (below[x + 1] != 0 ? 0xff : 0) & corner_mask(e, s, corners, ovi_direction_of(1, 1));
    const uint8_t sw =
        (below[x - 1] != 0 ? 0xff : 0) & corner_mask(w, s, corners, ovi_direction_of(-1, 1));
    const uint8_t nw =
        (above[x - 1] != 0 ? 0xff : 0) & corner_mask(w, n, corners, ovi_direction_of(-1, -1));
    const uint8_t ne =
        (above[x + 1] != 0 ? 0xff : 0) & corner_mask(e, n, corners, ovi_direction_of(1, -1));
    const uint8_t straight = (uint8_t)((e & 1) | (s & 4) | (w & 16) | (n & 64));
    const uint8_t diagonal = (uint8_t)((se & 2) | (sw & 8) | (nw & 32) | (ne & 128));
    legal[x] = (uint8_t)((straight | diagonal) & (at[x] != 0 ? 0xff : 0));
  }
}

OVI_FORCE_INLINE void find_legal_row(const uint8_t *at, int64_t stride, int64_t count,
                                     uint8_t *legal, const int corners) {
  if (count < BLOCK) {
    find_legal_block(at, stride, count, legal, corners);
  }
  for (int64_t x = 0; x + BLOCK <= count; x = next_block(x, count)) {
    find_legal_block(at + x, stride, BLOCK, legal + x, corners);
  }
}

/* Finds the kinds of cells and their legal steps, by weights alone. */
static void find_kinds(ovi_window *window, ovi_rectangle part) {
  const int64_t stride = window->stride;
  const int64_t count = part.x1 - part.x0;
  for (int32_t y = part.y0; y < part.y1; y++) {
    const uint32_t first = ovi_window_cell(window, part.x0, y);
    const uint8_t *at = window->weights + first;
    uint8_t *legal = window->kinds.legal + first;
    find_even_row(at, stride, count, window->kinds.even + first);
    switch (window->corners) {
    case OVL_CORNERS_STRICT:
      find_legal_row(at, stride, count, legal, OVL_CORNERS_STRICT);
      break;
    case OVL_CORNERS_ONE:
      find_legal_row(at, stride, count, legal, OVL_CORNERS_ONE);
      break;
    case OVL_CORNERS_FREE:
      find_legal_row(at, stride, count, legal, OVL_CORNERS_FREE);
      break;
    case OVI_HEXAGONS:
      find_legal_row(at, stride, count, legal, OVI_HEXAGONS);
      break;
    default: /* without diagonals there is no canonical order */
      find_legal_row(at, stride, count, legal, OVL_CORNERS_NONE);
      memset(window->kinds.even + first, OVI_UNEVEN, (size_t)count);
      break;
    }
  }
}

enum { STRIP = 64 }; /* cells of a row that are looked at together */

/* Finds the greatest difference between the heights around each of up to STRIP cells of a row.
 * Heights are compared as signed numbers, which processors do for many at once. */
static void find_relief(const uint16_t *restrict at, int64_t stride, int64_t count,
                        uint16_t *restrict change) {
  int16_t low[STRIP + 2];
  int16_t high[STRIP + 2];
  for (int64_t x = 0; x < count + 2; x++) {
    const int16_t here = (int16_t)(at[x] ^ 0x8000);
    const int16_t above = (int16_t)(at[x - stride] ^ 0x8000);
    const int16_t below = (int16_t)(at[x + stride] ^ 0x8000);
    const int16_t lower = above < below ? above : below;
    const int16_t higher = above > below ? above : below;
    low[x] = here < lower ? here : lower;
    high[x] = here > higher ? here : higher;
  }
  for (int64_t x = 0; x < count; x++) {
    const int16_t lower = low[x] < low[x + 2] ? low[x] : low[x + 2];
    const int16_t higher = high[x] > high[x + 2] ? high[x] : high[x + 2];
    const int16_t lowest = low[x + 1] < lower ? low[x + 1] : lower;
    const int16_t highest = high[x + 1] > higher ? high[x + 1] : higher;
    change[x] = (uint16_t)(highest - lowest);
  }
}

/* Up to STRIP cells of a row. Those on the border of a part are not looked at, but go with the
 * others: it is quickest to work out whole eights of cells. */
typedef struct row_strip {
  int64_t first, count;
  bool begins, ends; /* with a cell of the border */
} row_strip;

/* Sorts cells of a row by the heights around them; returns the greatest difference. */
static uint16_t sort_slopes(const ovi_window *window, row_strip strip, uint16_t most_legal) {
  const int64_t count = strip.count;
  uint8_t *restrict even = window->kinds.even + strip.first;
  uint16_t changes[STRIP];
  uint8_t slopes[STRIP];
  uint16_t most = 0;
  find_relief(window->steps.heights + strip.first - 1, window->stride, count, changes);
  changes[0] = strip.begins ? 0 : changes[0];
  changes[count - 1] = strip.ends ? 0 : changes[count - 1];
  for (int64_t x = 0; x < count; x++) {
    const uint16_t change = changes[x];
    most = change > most ? change : most;
    slopes[x] = change != 0;
  }
  _Static_assert(OVI_UNEVEN == 0 && OVI_EVEN == 1 && OVI_EVEN_SLOPE == 2, "kinds are added up");
  for (int64_t x = 0; x < count; x++) {
    even[x] = (uint8_t)(even[x] + (even[x] & slopes[x]));
  }
  for (int64_t x = 0; x < count && most > most_legal; x++) {
    even[x] = changes[x] <= most_legal ? even[x] : OVI_IRREGULAR;
  }
  return most;
}

/* The greatest difference between an open cell and its open neighbours. */
static uint32_t relief_at(const ovi_window *window, int32_t x, int32_t y) {
  const uint32_t cell = ovi_window_cell(window, x, y);
  const uint16_t *heights = window->steps.heights;
  uint32_t most = 0;
  for (uint32_t left = window->kinds.legal[cell]; left != 0; left &= left - 1) {
    const int direction = ovi_lowest_bit(left);
    const uint32_t other =
        ovi_window_cell(window, x + ovi_direction_x(direction), y + ovi_direction_y(direction));
    const uint32_t change = heights[cell] > heights[other]
                                ? (uint32_t)heights[cell] - heights[other]
                                : (uint32_t)heights[other] - heights[cell];
    most = change > most ? change : most;
  }
  return most;
}

/* Sorts the cells of a part by the heights around them. Those on its border, and those beside it,
 * count as uneven, and as irregular where steps may be too steep. Returns the greatest difference
 * between two neighbours: a step between two cells of the border has its heights beside a cell
 * further in, too. */
static uint32_t find_slopes(ovi_window *window, ovi_rectangle part) {
  const ovi_step_rule *rule = &window->steps.rule;
  const uint32_t legal = rule->most_rise < rule->most_fall ? rule->most_rise : rule->most_fall;
  const uint16_t most_legal = (uint16_t)(legal < UINT16_MAX ? legal : UINT16_MAX);
  const uint8_t border = legal < UINT16_MAX ? OVI_IRREGULAR : OVI_UNEVEN;
  const ovi_rectangle around = ovi_rectangle_common(ovi_rectangle_grow(part, 1),
                                                    (ovi_rectangle){0, 0, window->w, window->h});
  const bool is_narrow = part.x1 - part.x0 <= 2 || part.y1 - part.y0 <= 2;
  uint32_t most = 0;
  for (int32_t y = part.y0 + 1; y + 1 < part.y1; y++) {
    for (int32_t x = part.x0; x < part.x1; x += STRIP) {
      const row_strip strip = {ovi_window_cell(window, x, y),
                               part.x1 - x < STRIP ? part.x1 - x : STRIP, x == part.x0,
                               part.x1 - x <= STRIP};
      const uint16_t change = sort_slopes(window, strip, most_legal);
      most = change > most ? change : most;
    }
  }
  for (int32_t y = around.y0; y < around.y1; y++) {
    const bool is_inner_row = y > part.y0 && y + 1 < part.y1;
    for (int32_t x = around.x0; x < around.x1; x++) {
      if (is_inner_row && x == part.x0 + 1 && part.x1 - part.x0 > 2) {
        x = part.x1 - 1; /* behind the cells further in */
      }
      window->kinds.even[ovi_window_cell(window, x, y)] = border;
      if (is_narrow || !ovi_rectangle_has(part, x, y)) {
        const uint32_t change = relief_at(window, x, y);
        most = change > most ? change : most;
      }
    }
  }
  return most;
}

/* Marks the cells around each cell that has an exception; returns the highest extra cost. */
static uint32_t find_exceptions(ovi_window *window) {
  const ovi_exceptions *exceptions = &window->steps.exceptions;
  const size_t words = ((size_t)window->stride * (size_t)(window->h + 2) + 63) / 64;
  uint32_t most = 0;
  for (uint32_t i = 0; i < exceptions->count; i++) {
    const uint32_t extra = exceptions->list[i].extra;
    most = extra != OVI_STEP_BLOCKED && extra > most ? extra : most;
  }
  for (size_t word = 0; exceptions->count != 0 && word < words; word++) {
    for (uint64_t bits = exceptions->marks[word]; bits != 0; bits &= bits - 1) {
      const int64_t cell = (int64_t)(64 * word) + ovi_lowest_bit(bits);
      for (int32_t down = -1; down <= 1; down++) {
        memset(window->kinds.even + cell + down * window->stride - 1, OVI_IRREGULAR, 3);
      }
    }
  }
  return most;
}

void ovi_window_prepare_part(ovi_window *window, ovi_rectangle part) {
  ovi_window_step_rule *steps = &window->steps;
  const ovi_rectangle whole = {0, 0, window->w, window->h};
  const ovi_rectangle around = ovi_rectangle_common(ovi_rectangle_grow(part, 1), whole);
  OVI_ASSERT(!window->bits.in_use);
  if (!window->is_prepared) {
    steps->most_extra = 0;
  }
  window->is_prepared = true;
  find_kinds(window, around);
  if (steps->has_rule) {
    const uint32_t dearer = steps->rule.rise_cost > steps->rule.fall_cost ? steps->rule.rise_cost
                                                                          : steps->rule.fall_cost;
    const uint64_t relief = steps->heights != NULL ? find_slopes(window, part) : 0;
    const uint64_t extra = 2 * relief * dearer + find_exceptions(window);
    steps->most_extra = extra > steps->most_extra ? extra : steps->most_extra;
  }
}

void ovi_window_mark_rim(ovi_window *window, ovi_rectangle part) {
  OVI_ASSERT(window->is_prepared && !window->bits.in_use);
  const int32_t count = part.x1 - part.x0;
  uint8_t *row = window->kinds.even + ovi_window_cell(window, part.x0, part.y0);
  for (int32_t y = part.y0; y < part.y1; y++, row += window->stride) {
    row[0] = OVI_RIM;
    if (count > 1) {
      memset(row, OVI_RIM, (size_t)count);
    }
  }
}

void ovi_window_prepare(ovi_window *window) {
  if (window->is_prepared) {
    return;
  }
  if (!window->bits.in_use) {
    ovi_window_prepare_part(window, (ovi_rectangle){0, 0, window->w, window->h});
    return;
  }
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
