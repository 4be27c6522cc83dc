/* Plain A* (Hart, Nilsson and Raphael, 1968) over all cells of a world: what a program would use
 * without Overland. It visits one neighbour at a time, with octile distance as its heuristic (none
 * where there are links) and a binary heap. Its paths are optimal.
 *
 * Benchmarks, pictures and scenarios compare with it. It shares no code with the library, and reads
 * worlds by public calls. It is frozen, so that ratios mean the same next year: the cells that it
 * expands, and its time for each, do not change. */
#ifndef OVERLAND_TOOLS_PLAIN_PLAIN_SEARCH_H
#define OVERLAND_TOOLS_PLAIN_PLAIN_SEARCH_H

#include "overland.h"

#include <stdbool.h>
#include <stdint.h>

struct plain_search;

/* Whether a world can be searched: it has up to 2^29 cells, and such a profile. */
bool plain_search_fits(const ovl_world *world, int32_t profile);

/* Makes a search for a profile of a world, which reads the world's cells and then no more of it.
 * The caller destroys it, before the world. `allocator` NULL: malloc. Errors, with *search NULL:
 * OVL_BAD_ARGUMENT (it does not fit), OVL_NO_MEMORY, and those of ovl_world_read_cells. Memory: 41
 * bytes a cell, 43 with heights, and 32 for each link and each answer of a step rule. */
ovl_result plain_search_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, struct plain_search **search);

/* Destroys a search; NULL is allowed. */
void plain_search_destroy(struct plain_search *search);

/* Called with each cell that is expanded. */
typedef void (*plain_search_fn)(void *user, ovl_cell cell);

/* Sets the function that later searches call; NULL: none. */
void plain_search_show(struct plain_search *search, plain_search_fn show, void *user);

/* Finds an optimal path, written as ovl_find_path writes one with OVL_SMOOTH_NONE, but for its
 * `length`, which is 0. *expanded, unless expanded is NULL, is the number of cells that were
 * expanded. Errors: OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE, OVL_START_BLOCKED, OVL_GOAL_BLOCKED,
 * OVL_UNREACHABLE, each with path->count 0; OVL_MORE_ROOM: points or links do not fit, the sums are
 * right. Time: 100 to 300 ns an expansion. */
ovl_result plain_search_find(struct plain_search *search, ovl_cell start, ovl_cell goal,
                             ovl_path *path, uint64_t *expanded);

/* Finds the least cost from a cell to every other, without a heuristic: Dijkstra's algorithm.
 * Errors: OVL_START_OUTSIDE, OVL_START_BLOCKED. */
ovl_result plain_search_flood(struct plain_search *search, ovl_cell start);

/* What the last flood found for a cell, in cost units; UINT64_MAX: it can't be reached. */
uint64_t plain_search_cost(const struct plain_search *search, ovl_cell cell);

#endif
