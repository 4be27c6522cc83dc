/* The way that opens an island that is cut off from the largest one. */
#ifndef OVERLAND_EXPLORER_WORLD_WAY_H
#define OVERLAND_EXPLORER_WORLD_WAY_H

#include "overland.h"

/* Finds the fewest positions to open so that the island at a place of the plane joins the largest
 * one, within so many cells of it. An ovl_result; OVL_UNREACHABLE: there is no way. Number 0: how
 * many positions, 1: a terrain that is open, 2: the side of the body. */
int32_t world_way(int32_t x, int32_t y, int32_t reach);

/* Their places in the plane: x and y. */
const int32_t *world_way_cells(void);

#endif
