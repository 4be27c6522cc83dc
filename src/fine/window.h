/* A window: the rectangle of cells that a fine search may use, copied out of
 * the map with a blocked margin of one cell around it.
 *
 * Invariant: a cell of the window is open if and only if it was pasted and its
 * weight is not 0; the margin never is, so no search checks for the edge.
 *
 * It has two faces, and a search uses one of them:
 * - bytes: a weight a cell, for any weights and corner rule;
 * - bits: blocked cells as rows and as columns of bits, for windows in which
 *   all open cells weigh the same under the strict corner rule. Jump point
 *   search reads 64 cells at a time from them (Harabor and Grastien, "Improving
 *   Jump Point Search", 2014). */
#ifndef OVI_WINDOW_H
#define OVI_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "bits.h"

typedef struct ovi_window {
  int32_t x, y;         /* world cell of the window's cell (0, 0) */
  int32_t w, h;         /* cells, without the margin */
  int32_t stride;       /* w + 2: from one row of bytes to the next */
  int32_t row_words;    /* words of a row of bits */
  int32_t column_words; /* words of a column of bits */
  uint32_t max_cells;   /* with the margin: what the memory holds */
  uint8_t corners;      /* an ovl_corners */
  uint8_t min_weight;   /* no open cell weighs less */
  bool uses_bits;       /* which face is filled */
  uint8_t *weights;     /* (w + 2) x (h + 2) */
  uint64_t *rows;       /* blocked cells, row by row; bit x + 1 of row y + 1 */
  uint64_t *columns;    /* the same, column by column; bit y + 1 of column x + 1 */
  uint64_t *row_stops;  /* rows, with the targets set as well */
  uint64_t *column_stops;
  uint64_t *targets; /* targets alone, row by row */
} ovi_window;

/* What a window is opened for. */
typedef struct ovi_window_shape {
  int32_t x, y, w, h;
  uint8_t corners;
  uint8_t min_weight;
  bool uses_bits;
} ovi_window_shape;

/* Takes memory for windows of up to w x h cells; without `bits` only for the
 * face of bytes. */
void ovi_window_place(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool bits);

/* Empties the window: all blocked, no target. Costs its bits or bytes. */
void ovi_window_open(ovi_window *window, const ovi_window_shape *shape);

/* Pastes a row of w open bits, bit 0 first, at window cell (x, y): for the face
 * of bits. Columns follow with ovi_window_turn. */
void ovi_window_paste_bits(ovi_window *window, int32_t x, int32_t y, int32_t w,
                           const uint64_t *open);

/* Makes the columns of a pasted rectangle from its rows. */
void ovi_window_turn(ovi_window *window, int32_t x, int32_t y, int32_t w, int32_t h);

/* A cell's number in the window, for its bytes and for the nodes of a search. */
static inline uint32_t ovi_window_cell(const ovi_window *window, int32_t x, int32_t y) {
  return (uint32_t)((y + 1) * window->stride + x + 1);
}

static inline int32_t ovi_window_cell_x(const ovi_window *window, uint32_t cell) {
  return (int32_t)(cell % (uint32_t)window->stride) - 1;
}

static inline int32_t ovi_window_cell_y(const ovi_window *window, uint32_t cell) {
  return (int32_t)(cell / (uint32_t)window->stride) - 1;
}

/* Targets: where a search stops. Returns how many that adds: 0 if it was one. */
uint32_t ovi_window_mark(ovi_window *window, int32_t x, int32_t y);
void ovi_window_unmark(ovi_window *window, int32_t x, int32_t y);

static inline bool ovi_window_is_target(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_get_bit(window->targets + (int64_t)(y + 1) * window->row_words, x + 1) != 0;
}

#endif
