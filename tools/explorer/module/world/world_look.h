/* What the world holds of one cell, region or cluster, for the inspector. */
#ifndef OVERLAND_EXPLORER_WORLD_LOOK_H
#define OVERLAND_EXPLORER_WORLD_LOOK_H

#include "overland.h"

/* A cell at a place of the plane. Numbers: 0 to 2 x, y and floor, 3 terrain, 4 weight, 5 extra
 * cost, 6 height, 7 island, 8 region, 9 to 16 the costs of the steps from it, clockwise from east,
 * 17 whether its island is the largest. An ovl_result; OVL_START_OUTSIDE: there is no cell. */
int32_t world_look_cell(int32_t x, int32_t y);

/* A region. Numbers: 0 to 2 its corner, 3 and 4 its sides, 5 open cells, 6 components, 7 waypoints,
 * 8 stored costs, 9 bytes of its block, 10 of these of cells, 11 waypoints, 12 costs, 13
 * components, 14 other. An ovl_result. */
int32_t world_look_region(int32_t region);

/* The waypoints that begin in regions `first` to `last`: places in the plane x, y, x, y and the
 * number in the region; five numbers each. Number 0: how many. NULL: there is no memory. Without a
 * world in slot 0 they are those of the map's, as are edges. */
const int32_t *world_look_waypoints(int32_t first, int32_t last);

/* The edges through a region: places in the plane of both first cells, and the cost; five numbers
 * each. */
const int32_t *world_look_edges(int32_t region);

/* The entrances of a region's right and lower borders: runs of cells that are open on both sides,
 * from the first to the last cell of this side in the plane, and 1 if the border is the right one;
 * five numbers each. */
const int32_t *world_look_entrances(int32_t region);

/* A cluster. Numbers: 0 regions along its side, 1 ports, 2 components, 3 bytes. An ovl_result. */
int32_t world_look_cluster(int32_t level, int32_t column, int32_t row);

#endif
