/* A route across the world: planned over the coarse tier, then refined segment by segment. */
#ifndef OVERLAND_EXPLORER_WORLD_ROUTE_H
#define OVERLAND_EXPLORER_WORLD_ROUTE_H

#include "overland.h"

/* Ends route, planner and costs to a goal. */
void world_route_end(void);

#endif
