/* A local search: one search of a window between two cells, and the path that it found, cell by
 * cell.
 *
 * Invariant: the path can be read while the window and the search are unchanged; opening the window
 * again ends it. */
#ifndef OVERLAND_FINE_LOCAL_SEARCH_H
#define OVERLAND_FINE_LOCAL_SEARCH_H

#include "fine/fine_search.h"

/* ---- Legs ---------------------------------------------------------------------------------- */

/* Legs: the points of a path in their order, each with what the way to it costs. A path is passed
 * on leg by leg, to a sink, from the search that found it through smoothing to the caller's memory,
 * so that a path of any length needs constant memory on the way. */

/* A straight or diagonal run, or a free line, from the point before: 16 bytes, so that calls pass
 * it in registers. */
typedef struct ovi_leg {
  int32_t x, y;  /* cell where it ends */
  uint64_t cost; /* cost units */
} ovi_leg;

/* Takes the legs of a path. `follows`: the leg and the one before it are on one path that is the
 * cheapest inside some rectangle. */
typedef struct ovi_leg_sink {
  void (*take)(void *user, ovi_leg leg, bool follows);
  void *user;
} ovi_leg_sink;

static inline ovl_cell ovi_leg_end(ovi_leg leg) { return (ovl_cell){leg.x, leg.y, 0}; }

/* ---- One search ------------------------------------------------------------------------------ */

typedef struct ovi_local_search {
  ovi_window window;
  ovi_fine_search search;
  uint32_t *path;  /* cells of the window, as from ovi_fine_path */
  ovl_cell *cells; /* world cells, all cells of the path */
  uint32_t cell_count;
  uint64_t windows; /* searches made */
} ovi_local_search;

/* The things besides weights and bits for which a local search has memory. */
typedef struct ovi_local_search_needs {
  bool steps;               /* windows whose steps have a rule */
  bool heights;             /* and heights */
  bool turns;               /* turns that cost */
  uint32_t most_exceptions; /* of the steps of one window */
} ovi_local_search_needs;

/* Reserves memory for windows of up to side x side cells. */
void ovi_local_search_reserve(ovi_local_search *local, ovi_arena *arena, int32_t side,
                              ovi_local_search_needs needs);

/* Returns whether the search is paused: the next ovi_local_search_find resumes it in the same
 * window. */
static inline bool ovi_local_search_is_paused(const ovi_local_search *local) {
  return local->search.progress.is_paused;
}

/* Searches the window, which is open and filled, between two world cells inside it. Returns false
 * if there is no path, or if the search was paused. A path that costs more than `most` is of no
 * use, and need not be found: a window of bits is then searched no further than that. */
bool ovi_local_search_find(ovi_local_search *local, ovl_cell start, ovl_cell goal, uint64_t most);

/* The same where turns cost, in a window of bytes; the search takes up any direction, or that of
 * the last step before the start. */
bool ovi_local_search_find_turning(ovi_local_search *local, ovl_cell start, ovl_cell goal,
                                   ovi_turning turning);

/* Cost of the path that was found, cost units, with its turns if they cost. */
static inline uint64_t ovi_local_search_cost(const ovi_local_search *local) {
  return ovi_fine_cost(&local->search, local->search.progress.settled);
}

/* Lists the cells of the path. */
void ovi_local_search_list_cells(ovi_local_search *local);

/* Cuts the list behind cell `end`, and returns the cost of the steps up to that cell. */
uint64_t ovi_local_search_cut(ovi_local_search *local, uint32_t end);

/* Weight of a world cell inside the window. */
static inline uint32_t ovi_local_search_weight(const ovi_local_search *local, ovl_cell cell) {
  const ovi_window *window = &local->window;
  int32_t x = cell.x - window->x;
  int32_t y = cell.y - window->y;
  if (!window->bits.in_use) {
    return window->weights[ovi_window_cell(window, x, y)];
  }
  return ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, y), x) != 0 ? window->min_weight : 0;
}

/* Passes the listed cells to a sink as straight and diagonal runs, without the first cell. */
void ovi_local_search_emit(const ovi_local_search *local, ovi_leg_sink sink);

#endif
