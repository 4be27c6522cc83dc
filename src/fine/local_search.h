/* A stretch: the way that one search of a window found, cell by cell.
 *
 * Invariant: it is read while the window and the search that found it still hold
 * what they held; the next window ends it. */
#ifndef OVERLAND_FINE_LOCAL_SEARCH_H
#define OVERLAND_FINE_LOCAL_SEARCH_H

#include "fine/fine_search.h"
#include "fine/leg.h"

typedef struct ovi_local_search {
  ovi_window window;
  ovi_fine_search search;
  uint32_t *way;   /* cells of the window between which the way runs */
  ovl_cell *cells; /* world cells, every one of them */
  uint32_t cell_count;
  uint32_t max_nodes;
  uint64_t windows;    /* searches made */
  ovi_turning turning; /* no cost: turns are free */
  uint64_t turns_cost; /* of the way that was found */
} ovi_local_search;

/* What a stretch has memory for besides weights and bits. */
typedef struct ovi_local_search_needs {
  bool steps;               /* windows whose steps have a rule */
  bool heights;             /* and heights */
  bool turns;               /* turns that cost */
  uint32_t most_exceptions; /* of the steps of one window */
} ovi_local_search_needs;

/* Takes memory for windows of up to side x side cells. */
void ovi_local_search_reserve(ovi_local_search *local, ovi_arena *arena, int32_t side,
                              ovi_local_search_needs needs);
void ovi_local_search_clear(ovi_local_search *local);

/* Lets turns cost from here on, until told otherwise; then windows have the face of
 * bytes. */
static inline void ovi_local_search_set_turning(ovi_local_search *local, ovi_turning turning) {
  local->turning = turning;
}

/* Whether the search of the window was paused: it goes on when it is asked for again, in
 * the window as it is. */
static inline bool ovi_local_search_is_paused(const ovi_local_search *local) {
  return local->search.is_paused;
}

/* Searches the window, which is open and filled, between two world cells inside
 * it; false if there is no way, or it is paused. Its cost is ovi_local_search_cost. */
bool ovi_local_search_find(ovi_local_search *local, ovl_cell start, ovl_cell goal);

/* Cost of the way that was found, units, without its turns. */
static inline uint64_t ovi_local_search_cost(const ovi_local_search *local) {
  return ovi_fine_cost(&local->search, local->search.settled) - local->turns_cost;
}

/* Lists the way's cells. */
void ovi_local_search_list_cells(ovi_local_search *local);

/* Cuts the list behind cell `end` and returns the cost of the steps up to there. */
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

/* Gives the listed cells as straight and diagonal runs, without the first. */
void ovi_local_search_emit(const ovi_local_search *local, ovi_leg_sink sink);

#endif
