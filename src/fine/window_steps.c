/* Preparing windows, those of bytes here: the legal steps and the kind of each cell follow from the
 * weights, heights and exceptions around it, so that a search reads a byte and looks at no
 * neighbour. */
#include "fine/window_steps.h"

#include "common/compiler.h"
#include "overland.h"

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
  if (!window->is_prepared && window->bits.in_use) {
    ovi_window_prepare_bits(window);
  } else if (!window->is_prepared) {
    ovi_window_prepare_part(window, (ovi_rectangle){0, 0, window->w, window->h});
  }
}
