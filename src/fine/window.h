/* A window: the rectangle of cells that a fine search may use, copied out of
 * the map with a blocked margin of one cell around it.
 *
 * Invariant: a cell of the window is open if and only if it was pasted and its
 * weight is not 0; the margin never is, so no search checks for the edge.
 *
 * It has two faces, and a search uses one of them:
 * - bytes: a weight a cell, for any weights and corner rule;
 * - bits: open cells as rows and as columns of bits, for windows in which all
 *   open cells weigh the same under the strict corner rule. Jump point search
 *   reads 64 cells at a time from them (Harabor and Grastien, "Improving Jump
 *   Point Search", 2014).
 *
 * Beside the bytes, steps may have a rule: then heights and exceptions count too, and
 * a step need not cost what the step back does.
 *
 * Bits lie in planes of lines, a line for each row or column and one before and
 * after: the margin. A line has one word where no side of the window is longer
 * than 64 cells, and else words enough to end with a cell outside. */
#ifndef OVERLAND_FINE_WINDOW_H
#define OVERLAND_FINE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/bits.h"
#include "fine/exceptions.h"
#include "fine/step_rule.h"

/* Planes of bits; each comes for rows and, one further, for columns. Cell (x, y)
 * is bit x of line y + 1 of a plane for rows, bit y of line x + 1 of one for
 * columns. */
enum {
  OVI_PLANE_OPEN = 0,       /* open cells */
  OVI_PLANE_TARGETS = 2,    /* targets */
  OVI_PLANE_STOPS_UP = 4,   /* where a scan to higher numbers ends: all but cells to pass by */
  OVI_PLANE_STOPS_DOWN = 6, /* the same to lower numbers */
  OVI_PLANES = 8
};

#define OVI_NARROW_CELLS 64                           /* longest side of a narrow window */
#define OVI_NARROW_PLANE_WORDS (OVI_NARROW_CELLS + 2) /* its lines are words */

typedef struct ovi_window {
  int32_t x, y;        /* world cell of the window's cell (0, 0) */
  int32_t w, h;        /* cells, without the margin */
  int32_t stride;      /* w + 2: from one row of bytes to the next */
  int32_t words[2];    /* words of a row of bits, of a column */
  int64_t plane_words; /* from one plane to the next */
  uint32_t max_cells;  /* with the margin: what the memory holds */
  uint64_t generation; /* how often it was opened: what was found in it holds until that changes */
  uint8_t corners;     /* an ovl_corners */
  uint8_t min_weight;  /* no open cell weighs less */
  bool uses_bits;      /* which face is filled; targets of rows are in both */
  bool narrow;         /* a line is one word */
  bool turned;         /* there is more of the face of bits than open cells by rows, and targets */
  uint8_t *weights;    /* (w + 2) x (h + 2) */
  uint8_t *even;       /* as weights: 1 where all neighbours have the cell's weight, once turned;
                          NULL: no memory for it */
  bool has_rule;       /* of steps: then what follows counts */
  ovi_step_rule rule;
  uint16_t *heights;         /* as weights; NULL: all is level */
  ovi_exceptions exceptions; /* of cells of the window */
  uint64_t *memory;          /* of the planes */
  uint64_t *planes;
  uint32_t *targets; /* as cells, in the order of marking */
  uint32_t target_count;
} ovi_window;

/* What a window is opened for. */
typedef struct ovi_window_shape {
  int32_t x, y, w, h;
  uint8_t corners;
  uint8_t min_weight;
  bool uses_bits;
} ovi_window_shape;

/* Takes memory for windows of up to w x h cells; if not `quick`, only for weights, which
 * are searched one neighbour at a time. */
void ovi_window_reserve(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool quick);

/* Takes what a step rule needs beside, when that was placed. */
void ovi_window_reserve_steps(ovi_window *window, ovi_arena *arena, bool heights,
                              uint32_t most_exceptions);

/* Empties the window: all blocked, no target. Costs its bits or bytes. */
void ovi_window_open(ovi_window *window, const ovi_window_shape *shape);

/* The same, and gives its steps a rule: all is level and without exceptions. Heights are written
 * into the window as weights are. */
void ovi_window_open_steps(ovi_window *window, const ovi_window_shape *shape, ovi_step_rule rule);

/* Line of a plane for cells with y, or x, of `line`. */
static inline uint64_t *ovi_window_line(const ovi_window *window, int plane, int32_t line) {
  return window->planes + plane * window->plane_words +
         (int64_t)(line + 1) * window->words[plane & 1];
}

/* Pastes a row of up to 128 open cells, bit 0 first and 0 beyond its end, at
 * window cell (x, y) where all is blocked: for the face of bits. */
static inline void ovi_window_paste_bits(ovi_window *window, int32_t x, int32_t y,
                                         const uint64_t open[2]) {
  uint64_t *row = ovi_window_line(window, OVI_PLANE_OPEN, y);
  if (window->narrow) {
    row[0] |= open[0] << x;
    return;
  }
  ovi_or_bits(row, x, open[0]);
  ovi_or_bits(row, x + 64, open[1]);
}

/* Makes what quick searches need from what was pasted, unless it is made. */
void ovi_window_prepare(ovi_window *window);

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

/* Says of one step, once, that it costs so much more or is OVI_STEP_BLOCKED. */
static inline void ovi_window_except(ovi_window *window, int32_t x, int32_t y, int direction,
                                     uint32_t extra) {
  ovi_exceptions_add(&window->exceptions, ovi_window_cell(window, x, y),
                     (ovi_exception){.extra = extra, .kind = (uint32_t)direction});
}

/* Joins two cells, one way. Octile distance is no bound where there are hops. */
void ovi_window_add_hop(ovi_window *window, uint32_t from, uint32_t to, uint32_t cost);

/* Targets: what a search is for; no more at once than the window's border has
 * cells. Marking one twice is marking it once. */
void ovi_window_add_target(ovi_window *window, int32_t x, int32_t y);
void ovi_window_remove_target(ovi_window *window, int32_t x, int32_t y);
void ovi_window_clear_targets(ovi_window *window);

/* Marks any number of targets, of which the first that is settled ends a search: for the face
 * of bytes. They are unmarked when the window is opened anew. */
static inline void ovi_window_add_any_target(ovi_window *window, int32_t x, int32_t y) {
  ovi_set_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x);
  window->target_count = 1;
}

static inline bool ovi_window_is_target(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_get_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x) != 0;
}

#endif
