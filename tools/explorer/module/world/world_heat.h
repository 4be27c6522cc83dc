/* The cost from every cell to a goal, by a flow field of the library. */
#ifndef OVERLAND_EXPLORER_WORLD_HEAT_H
#define OVERLAND_EXPLORER_WORLD_HEAT_H

#include "overland.h"

/* Sets the goal, a place of the plane, and the cost in units at which colours end. An ovl_result.
 */
int32_t world_heat_begin(int32_t x, int32_t y, double most);
void world_heat_end(void);

/* *value: 1 to 255 by the cost from a cell to the goal; 0: there is no way, or no goal. */
ovl_result world_heat_at(ovl_cell cell, uint32_t *value);

#endif
