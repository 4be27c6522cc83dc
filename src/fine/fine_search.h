/* The one search loop of the fine tier: A* (Hart, Nilsson and Raphael, 1968) over the cells of a
 * window, from one start to any number of targets.
 *
 * Invariant: the heuristic is consistent, so a cell that was taken from the open list has its least
 * cost. The loop stops when all targets of the window are settled; one-shot calls, one-to-many
 * costs and slices all run it. Without a goal it is Dijkstra's algorithm.
 *
 * It is compiled once for each successor generator, and once for all searches that are traced:
 * - the neighbours of a cell: any weights, any corner rule;
 * - the steps that a step rule allows, forward and in reverse;
 * - both of these forward where turns cost;
 * - neighbours and blocked cells that may be opened at a toll;
 * - canonical neighbours, in buckets: from one start to targets, over weights, or over weights and
 *   heights;
 * - jump points, for lines of one word and for longer ones: one weight, strict corners (Harabor and
 *   Grastien, 2011 and 2014).
 *
 * Jump points give targets their costs; neighbours give every cell its cost. A field takes the cost
 * of every cell from neighbours, or from rays where jump points would serve.
 *
 * A search that is paused needs its window unchanged. The caller then makes the same calls again
 * from its own beginning: those that open windows and begin searches are skipped while a search is
 * paused, and the search is resumed. So a query can be sliced anywhere, and the code that leads to
 * a search is written once. */
#ifndef OVERLAND_FINE_FINE_SEARCH_H
#define OVERLAND_FINE_FINE_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "fine/fine_nodes.h"

/* Reserves memory for that many nodes, a window's max_cells. When the memory is there, the search
 * is ready. */
void ovi_fine_reserve(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes);

/* Reserves memory for searches in which turns cost, after the call above. */
void ovi_fine_reserve_turns(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes);

/* Begins a search of the window from its cell (x, y), without a goal. */
void ovi_fine_begin(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y);

/* Begins a search without a start: the caller then adds seeds, cells with a cost of their own. A
 * goal is set before the seeds are added. */
void ovi_fine_begin_seeds(ovi_fine_search *search, const ovi_window *window);
void ovi_fine_add_seed(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost);

/* Makes the search that has just begun find the costs to its start or seeds. Without a step rule
 * they are the costs from there. */
static inline void ovi_fine_reverse(ovi_fine_search *search) { search->kind.reverse = true; }

/* Begins to fill a field of the window's size with the costs to its origins. The caller then adds
 * these, each with a cost below OVI_FIELD_COSTS_END and a move of its own; it is quickest to add
 * the cheapest first. */
void ovi_fine_begin_field(ovi_fine_search *search, ovi_window *window, const ovi_field *field);
void ovi_fine_add_origin(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost,
                         uint32_t move);

/* Fills the field, or goes on filling it, until `budget` cells are expanded: OVI_DONE, OVI_PAUSED.
 * Between two calls window and search must stay as they are. */
ovi_status ovi_fine_fill_field(ovi_fine_search *search, uint64_t budget);

/* Begins a forward search in which turns cost, with at most one target, in a window of bytes. */
void ovi_fine_begin_turning(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y,
                            ovi_turning turning);

/* Sets the goal of the heuristic for the search that has just begun. */
void ovi_fine_set_goal(ovi_fine_search *search, int32_t goal_x, int32_t goal_y);

/* Returns whether a cell lies in plain sight of the start of the search that has just begun, so
 * that its cost is the octile distance: a diagonal run and a straight run away, or, with
 * `any_order`, over such steps in any order where the window is narrow. */
static inline bool ovi_fine_sees(ovi_fine_search *search, int32_t x, int32_t y, bool any_order) {
  ovi_fine_start *start = &search->start;
  if (!start->uses_sight || !any_order || !search->window->bits.narrow) {
    return start->uses_sight && ovi_sight_reaches(&start->sight, search->window, x, y);
  }
  if (!start->knows_area) {
    start->knows_area = true;
    ovi_sight_find_area(&start->sight, search->window, start->area);
  }
  return (start->area[y] >> x & 1u) != 0;
}

/* Adds a target to the search that has just begun. If it lies in plain sight, it is settled at
 * once. With `any_order` only costs may be asked for afterwards, not paths. */
void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_order);

/* Settles all targets that were added, and removes them. Returns false if one can't be reached;
 * also if the expansions are spent: then the search is paused, the targets stay, and the next call
 * resumes it. */
bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window);

/* Makes a search that is paused at a rim go on in the window, which has grown. */
void ovi_fine_refit(ovi_fine_search *search);

/* Runs the search until it ends, comes to a rim, or its expansions are spent; the last two pause
 * it. */
ovi_status ovi_fine_resume(ovi_fine_search *search);

/* Expansions that remain until expanded_end. */
static inline uint64_t ovi_fine_expansions_left(const ovi_fine_search *search) {
  return search->expanded_end > search->expanded ? search->expanded_end - search->expanded : 0;
}

/* Runs the search until all targets are settled, it ends, or `budget` cells are expanded. A window
 * of bits must have been prepared. */
ovi_status ovi_fine_run(ovi_fine_search *search, uint64_t budget);

/* The cost of a settled node. */
static inline uint64_t ovi_fine_cost(const ovi_fine_search *search, uint32_t node) {
  return search->nodes[node].cost;
}

/* Returns whether the search has reached a node. Once the open list is empty its cost is the least.
 */
static inline bool ovi_fine_has_reached(const ovi_fine_search *search, uint32_t node) {
  return search->nodes[node].stamp == search->stamp;
}

/* Lists the path to a settled node, from the start or from its seed: cells of the window, from each
 * of which the path goes to the next first diagonally, then straight (either may be empty). In
 * reverse it is the way back. Returns their number; `cells` has room for all cells of the window. A
 * hop joins cells that are no neighbours. */
uint32_t ovi_fine_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells);

/* Lists the cells of the path to a settled target where turns cost; their number. */
uint32_t ovi_fine_turning_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells);

/* Reverses the parents of the path to a settled node, so that the parent of each of its nodes is
 * the next one and the last is its own: the path can be followed without memory for it. Ends the
 * search. Returns the first node. */
uint32_t ovi_fine_reverse_path(ovi_fine_search *search, uint32_t target);

#endif
