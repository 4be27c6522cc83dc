/* The cost from every cell to a goal, by a flow field of the library. */
#ifndef OVERLAND_EXPLORER_WORLD_HEAT_H
#define OVERLAND_EXPLORER_WORLD_HEAT_H

#include "overland.h"

/* Forgets the goal. */
void world_heat_end(void);

/* *value: 1 to 255 by the cost from a cell to the goal; 0: there is no way, or no goal. */
ovl_result world_heat_at(ovl_cell cell, uint32_t *value);

#endif
