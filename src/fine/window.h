/* A window: the rectangle of cells that a fine search may use, copied out of the map with a blocked
 * margin of one cell around it.
 *
 * Invariant: a cell of the window is open if and only if it was pasted and its weight is not 0. The
 * margin is never open, so no search checks for the edge.
 *
 * A window has one of two forms:
 * - bytes: a weight for each cell, for any weights and any corner rule;
 * - bits: open cells as rows and as columns of bits, where all open cells weigh the same and the
 *   corner rule is the strict one, or cells are hexagons. Jump point search reads 64 cells at a
 * time from them (Harabor and Grastien, "Improving Jump Point Search", 2014).
 *
 * In the form of bytes steps may have a rule: then heights and exceptions count too, and a step
 * need not cost what the step back does.
 *
 * Bits lie in planes of lines: a line for each row or column, and one before the first and after
 * the last for the margin. A line is one word where no side of the window is longer than 64 cells,
 * and otherwise as many words as it takes to end with a cell outside. */
#ifndef OVERLAND_FINE_WINDOW_H
#define OVERLAND_FINE_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/bits.h"
#include "common/cell.h"
#include "fine/step_rule.h"

/* Planes of bits, each twice: of rows, and at the next number of columns. Cell (x, y) is bit x of
 * line y + 1 of a plane of rows, and bit y of line x + 1 of a plane of columns. */
enum {
  OVI_PLANE_OPEN = 0,       /* open cells */
  OVI_PLANE_TARGETS = 2,    /* targets */
  OVI_PLANE_STOPS_UP = 4,   /* cells at which a scan to higher numbers ends */
  OVI_PLANE_STOPS_DOWN = 6, /* cells at which a scan to lower numbers ends */
  OVI_PLANES = 8
};

#define OVI_NARROW_CELLS 64                           /* longest side of a narrow window */
#define OVI_NARROW_PLANE_WORDS (OVI_NARROW_CELLS + 2) /* a line of it is one word */

typedef struct ovi_window_bits {
  bool in_use;      /* the window has the form of bits; its targets are bits of rows in any case */
  bool narrow;      /* a line is one word */
  int32_t words[2]; /* of a row, of a column */
  int64_t plane_words; /* from one plane to the next */
  uint64_t *planes;
  uint64_t *memory; /* of the planes, and of a word before them */
} ovi_window_bits;

typedef struct ovi_window_step_rule {
  bool has_rule; /* otherwise weights alone count, and the rest is not set */
  ovi_step_rule rule;
  uint16_t *heights;   /* as weights; NULL: the ground is level */
  uint64_t most_extra; /* once it is prepared: that a step costs beside its weights, at most */
  ovi_exceptions exceptions;
} ovi_window_step_rule;

/* The kinds of cells by the eight cells around them. All steps between even cells are legal. */
typedef enum ovi_even {
  OVI_UNEVEN,     /* some differ in weight */
  OVI_EVEN,       /* they have the cell's weight and its height */
  OVI_EVEN_SLOPE, /* they have its weight, but not all its height */
  OVI_IRREGULAR,  /* a step near the cell may be too steep or has an exception */
  OVI_RIM,        /* cells beside it are not known yet: see ovi_window_mark_rim */
  OVI_EVEN_KINDS
} ovi_even;

/* What canonical neighbours read of each cell, as weights, once the window is prepared. NULL: no
 * memory is reserved for it. */
typedef struct ovi_window_kinds {
  uint8_t *even;  /* an ovi_even */
  uint8_t *legal; /* a bit for each direction in which a step is legal by weights and corners */
} ovi_window_kinds;

/* The cells that a search is made for. */
typedef struct ovi_window_targets {
  uint32_t *cells; /* in the order in which they were added */
  uint32_t count;
} ovi_window_targets;

typedef struct ovi_window {
  int32_t x, y;        /* world cell of the window's cell (0, 0) */
  int32_t w, h;        /* cells, without the margin */
  int32_t stride;      /* w + 2: from one row of bytes to the next */
  uint32_t max_cells;  /* that memory is reserved for, margin included */
  uint64_t generation; /* how often it was opened: an answer found in it holds until that changes */
  uint8_t corners;     /* a topology, see common/topology.h */
  uint8_t min_weight;  /* no open cell weighs less */
  bool is_prepared;    /* ovi_window_prepare was called since it was opened */
  uint8_t *weights;    /* (w + 2) x (h + 2) */
  ovi_window_kinds kinds;
  ovi_window_bits bits;
  ovi_window_step_rule steps;
  ovi_window_targets targets;
} ovi_window;

/* The place and the properties of a window that is opened. */
typedef struct ovi_window_shape {
  int32_t x, y, w, h;
  uint8_t corners;
  uint8_t min_weight;
  bool uses_bits;
} ovi_window_shape;

/* Reserves memory for windows of up to w x h cells. Not `quick`: for weights alone, which are
 * searched one neighbour at a time. */
void ovi_window_reserve(ovi_window *window, ovi_arena *arena, ovi_window_shape max, bool quick);

/* Reserves what a step rule needs in addition, after the call above; a hop counts as two
 * exceptions. */
void ovi_window_reserve_steps(ovi_window *window, ovi_arena *arena, bool heights,
                              uint32_t most_exceptions);

/* Empties the window: all cells are blocked, and there is no target. Costs its bits or bytes.
 * `rule`: that of its steps, if they have one; NULL: weights alone count. With a rule the ground is
 * level and has no exceptions: the caller writes heights into the window as it writes weights. */
void ovi_window_open(ovi_window *window, const ovi_window_shape *shape, const ovi_step_rule *rule);

/* The line of a plane for the row, or column, of that number. */
static inline uint64_t *ovi_window_line(const ovi_window *window, int plane, int32_t line) {
  return window->bits.planes + plane * window->bits.plane_words +
         (int64_t)(line + 1) * window->bits.words[plane & 1];
}

/* Pastes a row of up to 128 open cells, bit 0 first and 0 beyond its end, at window cell (x, y),
 * where all cells are blocked. The window has the form of bits. */
static inline void ovi_window_paste_bits(ovi_window *window, int32_t x, int32_t y,
                                         const uint64_t open[2]) {
  uint64_t *row = ovi_window_line(window, OVI_PLANE_OPEN, y);
  if (window->bits.narrow) {
    row[0] |= open[0] << x;
    return;
  }
  ovi_or_bits(row, x, open[0]);
  ovi_or_bits(row, x + 64, open[1]);
}

/* Derives what jumps read from the cells that were pasted into a window of bits: its columns, and
 * the stops of scans. See ovi_window_prepare. */
void ovi_window_prepare_bits(ovi_window *window);

/* A cell's number in the window, by which weights and the nodes of a search are found. */
static inline uint32_t ovi_window_cell(const ovi_window *window, int32_t x, int32_t y) {
  return (uint32_t)((y + 1) * window->stride + x + 1);
}

static inline int32_t ovi_window_cell_x(const ovi_window *window, uint32_t cell) {
  return (int32_t)(cell % (uint32_t)window->stride) - 1;
}

static inline int32_t ovi_window_cell_y(const ovi_window *window, uint32_t cell) {
  return (int32_t)(cell / (uint32_t)window->stride) - 1;
}

/* Adds an exception, at most one for each step: the step costs `extra` more, or is
 * OVI_STEP_BLOCKED.
 */
static inline void ovi_window_except(ovi_window *window, int32_t x, int32_t y, int direction,
                                     uint32_t extra) {
  ovi_exceptions_add(&window->steps.exceptions, ovi_window_cell(window, x, y),
                     (ovi_exception){.extra = extra, .kind = (uint32_t)direction});
}

/* Adds a hop: a link between two cells of the window, in one direction. Where there are hops,
 * octile distance is no lower bound. */
void ovi_window_add_hop(ovi_window *window, uint32_t from, uint32_t to, uint32_t cost);

/* Adds a target. There are at most as many at once as the window's border has cells; adding one a
 * second time changes nothing. */
void ovi_window_add_target(ovi_window *window, int32_t x, int32_t y);
void ovi_window_clear_targets(ovi_window *window);

/* Adds one of any number of targets, of which the first that is settled ends the search. They are
 * removed when the window is opened again. The window has the form of bytes. */
static inline void ovi_window_add_any_target(ovi_window *window, int32_t x, int32_t y) {
  ovi_set_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x);
  window->targets.count = 1;
}

static inline bool ovi_window_is_target(const ovi_window *window, int32_t x, int32_t y) {
  return ovi_get_bit(ovi_window_line(window, OVI_PLANE_TARGETS, y), x) != 0;
}

#endif
