/* The fine tier's one search loop: A* (Hart, Nilsson and Raphael, 1968) over
 * the cells of a window, from one start to any number of targets.
 *
 * Invariant: estimates are consistent, so a cell that was taken from the open
 * list has its least cost. The loop stops when all targets of the window are
 * settled: the one-shot call, one-to-many costs and slices are all this loop.
 * Without a goal it is Dijkstra's algorithm.
 *
 * It is instantiated with the neighbours of a cell as successors (any weights,
 * any corner rule) and with its jump points (one weight, strict corners; Harabor
 * and Grastien, 2011 and 2014), for lines of one word and for longer ones. */
#ifndef OVI_FINE_SEARCH_H
#define OVI_FINE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "arena.h"
#include "open_list.h"
#include "overland.h"
#include "sight.h"
#include "window.h"

/* 24 bytes, one a cell, touched at random: not cleared but stamped. */
typedef struct ovi_fine_node {
  uint64_t cost;   /* from the start, units */
  uint32_t parent; /* cell that it was reached from */
  uint32_t place;  /* in the open list */
  uint32_t stamp;  /* of the search that wrote it */
  uint32_t ways;   /* jumps only: directions still to expand, a bit each, and the cell */
} ovi_fine_node;

typedef enum ovi_search_status {
  OVI_SEARCH_TARGET,    /* all targets are settled */
  OVI_SEARCH_EXHAUSTED, /* nothing is left to expand */
  OVI_SEARCH_PAUSED     /* the budget is spent: go on by calling again */
} ovi_search_status;

typedef struct ovi_fine_search {
  const ovi_window *window;
  ovi_fine_node *nodes;
  ovi_open_list open;
  uint32_t max_cells; /* that there are nodes for */
  uint32_t stamp;
  uint32_t target;  /* how many of the window's targets are settled */
  uint32_t settled; /* the last of them, a cell of the window */
  ovi_sight sight;  /* from the start */
  int32_t goal_x, goal_y;
  uint32_t goal_weight; /* of the estimate; 0: no goal, Dijkstra */
  uint64_t limit;       /* jumps: nothing is opened whose cost and estimate reach it */
  uint64_t expanded;    /* cells, over all searches since it was placed */
  ovl_visit_fn visit;
  void *visit_user;
} ovi_fine_search;

/* Takes memory for windows of up to max_cells cells, margin included. */
void ovi_fine_place(ovi_fine_search *search, ovi_arena *arena, uint32_t max_cells);

/* Once, before the first search, when the memory is there. */
void ovi_fine_clear(ovi_fine_search *search, uint32_t max_cells);

/* Begins a search of the window from its cell (x, y), without a goal. */
void ovi_fine_begin(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y);

/* Gives the search that has just begun a goal to be drawn to. */
void ovi_fine_aim(ovi_fine_search *search, int32_t goal_x, int32_t goal_y);

/* Adds a target to the search that has just begun: what lies in plain sight, a
 * diagonal and a straight run away, has its cost at once, the rest is marked.
 * With `any_way` only costs may be asked for afterwards, not the way. */
void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_way);

/* Settles all targets that were added and unmarks them; false if one can't be
 * reached. */
bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window);

/* Goes on until all marked targets are settled, the end, or `budget` expansions.
 * A window of bits must have been turned. */
ovi_search_status ovi_fine_run(ovi_fine_search *search, uint64_t budget);

/* Cost of a settled cell. */
static inline uint64_t ovi_fine_cost(const ovi_fine_search *search, uint32_t cell) {
  return search->nodes[cell].cost;
}

/* The way to a settled cell, from the start, as cells of the window between
 * which the way is first diagonal, then straight (either may be empty). Returns
 * how many; `cells` has room for all cells of the window. */
uint32_t ovi_fine_way(const ovi_fine_search *search, uint32_t target, uint32_t *cells);

#endif
