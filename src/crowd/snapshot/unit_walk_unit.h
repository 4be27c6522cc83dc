/* One unit, its route and its cells, as numbers. */
#ifndef OVERLAND_CROWD_UNIT_WALK_UNIT_H
#define OVERLAND_CROWD_UNIT_WALK_UNIT_H

#include "crowd/snapshot/unit_walk_base.h"

/* Walks a cell that is mostly near another one. */
void ovi_walk_cell(ovi_walk *walk, ovl_cell *cell, ovl_cell near);

/* Walks a number from -most to most. */
void ovi_walk_signed(ovi_walk *walk, int16_t *field, int32_t most);

/* Returns whether the cells of a body at a cell are inside its floor, with `around` more on either
 * side of each axis. */
bool ovi_walk_is_inside(ovi_walk *walk, ovl_cell cell, int32_t body, int32_t around);

/* Walks a route whose position is mostly near a cell. */
void ovi_walk_route(ovi_walk *walk, ovl_route *route, ovl_cell near);

/* Walks a unit, which is mostly near the one before it. */
void ovi_walk_unit(ovi_walk *walk, ovi_unit *unit, uint32_t index, ovl_cell near);

/* Puts a unit that was read on the ground, or on its link. */
void ovi_walk_place_pace(ovl_units *units, uint32_t now, ovi_unit *unit);

#endif
