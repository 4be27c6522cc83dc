/* Calls of the Explorer beside those for paths: islands, costs from a cell, blockers, and a plain
 * A* to compare with. */
#ifndef OVERLAND_EXPLORER_MODULE_LOOK_H
#define OVERLAND_EXPLORER_MODULE_LOOK_H

#include "overland.h"

/* The island of a cell, 0: it is blocked or outside. */
uint32_t module_island(int32_t x, int32_t y);

/* The islands of all cells of the map, row by row. NULL: no memory. Valid until the next call. */
const uint32_t *module_islands(void);

/* Compares the islands of the fork with those of the world, for each cell: 0 as before, 1 closed in
 * the fork, 2 cut off from the island of `home`, 3 joined to it. Numbers: 0 to 2 how many cells are
 * closed, cut off, joined; 3 and 4 how many islands there were and are. NULL: no fork, no memory.
 */
const uint8_t *module_fork_islands(int32_t home_x, int32_t home_y);

/* The costs from a cell to all cells within `budget` units: an array of a value a cell of the map,
 * in straight steps over plain ground; below 0: not within it. NULL: no memory, or the cell is
 * blocked. Number 0 is how many are within, 1 the result. */
const float *module_range(int32_t x, int32_t y, double budget);

/* Finds the fewest cells to open so that the goal of the present query can be reached. Numbers: 0
 * their count, 1 the cost of the path with them open. module_obstacles lists their x, y. */
int32_t module_why_not(void);
const int32_t *module_obstacles(void);

/* Asks a plain A* over all cells for the present query. Numbers: 0 cost, units; 1
 * cells expanded. */
int32_t module_plain(void);

#endif
