/* The fine tier's one search loop: A* (Hart, Nilsson and Raphael, 1968) over
 * the cells of a window, from one start to any number of targets.
 *
 * Invariant: estimates are consistent, so a cell that was taken from the open
 * list has its least cost. The loop stops when all targets of the window are
 * settled: the one-shot call, one-to-many costs and slices are all this loop.
 * Without a goal it is Dijkstra's algorithm.
 *
 * It is instantiated with the neighbours of a cell as successors (any weights,
 * any corner rule), with those that a step rule allows, forward and in reverse, with
 * both where turns cost, and with a cell's jump points (one weight, strict corners;
 * Harabor and Grastien, 2011 and 2014), for lines of one word and for longer ones.
 *
 * From one start to targets, over weights, it uses buckets and canonical neighbours.
 *
 * Jumps find what targets cost, neighbours what every cell does, and a field takes what
 * every cell costs from either: by rays where jumps would do.
 *
 * A search that is paused holds its window. Whoever began it does the same again, from
 * its own beginning: what opens windows and begins searches is passed over, and the
 * search goes on. So a query is sliced anywhere, and what leads to a search is written once. */
#ifndef OVERLAND_FINE_FINE_SEARCH_H
#define OVERLAND_FINE_FINE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "fine/fine_nodes.h"

typedef enum ovi_search_status {
  OVI_SEARCH_TARGET,    /* all targets are settled */
  OVI_SEARCH_EXHAUSTED, /* nothing is left to expand */
  OVI_SEARCH_PAUSED     /* the budget is spent: go on by calling again */
} ovi_search_status;

/* Takes memory for so many nodes: a window's max_cells, or 8 times that where
 * turns cost. */
void ovi_fine_reserve(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes);

/* Once, before the first search, when the memory is there. */
void ovi_fine_clear(ovi_fine_search *search, uint32_t max_nodes);

/* Begins a search of the window from its cell (x, y), without a goal. */
void ovi_fine_begin(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y);

/* Begins a search without a start: it begins from the seeds that are added then,
 * each with a cost that it has already. A goal is given before the seeds. */
void ovi_fine_begin_seeds(ovi_fine_search *search, const ovi_window *window);
void ovi_fine_add_seed(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost);

/* Turns the search that has just begun around: costs are those to its start or
 * seeds. Where steps have no rule they are the same. */
static inline void ovi_fine_reverse(ovi_fine_search *search) { search->reverse = true; }

/* Begins to fill a field of the window's size: costs are those to its origins, which are added
 * then, each with a cost below OVI_FIELD_COSTS_END and a way of its own; the cheapest first is
 * quickest. */
void ovi_fine_begin_field(ovi_fine_search *search, ovi_window *window, const ovi_field *field);
void ovi_fine_add_origin(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost,
                         uint32_t way);

/* Fills it. */
void ovi_fine_fill_field(ovi_fine_search *search);

#define OVI_ANY_DIRECTION (-1)

/* What a turn costs, units, and the direction that one comes from, if any. */
typedef struct ovi_turning {
  uint32_t cost;
  int direction;
} ovi_turning;

/* Begins a search in which turns cost, with one target at most, forward, of the
 * face of bytes. */
void ovi_fine_begin_turning(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y,
                            ovi_turning turning);

/* Lets the search that has just begun, by bytes, open blocked cells at a toll. */
static inline void ovi_fine_allow_removal(ovi_fine_search *search, uint64_t toll) {
  search->toll = toll;
}

/* Gives the search that has just begun a goal to be drawn to. */
void ovi_fine_set_goal(ovi_fine_search *search, int32_t goal_x, int32_t goal_y);

/* Adds a target to the search that has just begun: what lies in plain sight, a
 * diagonal and a straight run away, has its cost at once, the rest is marked.
 * With `any_way` only costs may be asked for afterwards, not the way. */
void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_way);

/* Settles all targets that were added and unmarks them; false if one can't be
 * reached. False and paused, with the targets as they are, if the expansions are spent: it goes on
 * when it is called again. */
bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window);

/* Goes on to the end, or until the expansions are spent: it is paused then. */
ovi_search_status ovi_fine_resume(ovi_fine_search *search);

/* Expansions that are left until expanded_end. */
static inline uint64_t ovi_fine_expansions_left(const ovi_fine_search *search) {
  return search->expanded_end > search->expanded ? search->expanded_end - search->expanded : 0;
}

/* Goes on until all marked targets are settled, the end, or `budget` expansions.
 * A window of bits must have been turned. */
ovi_search_status ovi_fine_run(ovi_fine_search *search, uint64_t budget);

/* Cell of a node. */
static inline uint32_t ovi_fine_cell(const ovi_fine_search *search, uint32_t node) {
  return search->turns ? node >> 3 : node;
}

/* Cost of a settled node. */
static inline uint64_t ovi_fine_cost(const ovi_fine_search *search, uint32_t node) {
  return search->nodes[node].cost;
}

/* Whether the search has come to a node; when nothing is left to expand, its cost
 * is the least. */
static inline bool ovi_fine_has_reached(const ovi_fine_search *search, uint32_t node) {
  return search->nodes[node].stamp == search->stamp;
}

/* The way to a settled node, from the start or the seed that it came from, as cells
 * of the window between which the way is first diagonal, then straight (either may be
 * empty); in reverse the way back. Returns how many; `cells` has room for all cells
 * of the window. A hop joins cells that are no neighbours. */
uint32_t ovi_fine_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells);

#endif
