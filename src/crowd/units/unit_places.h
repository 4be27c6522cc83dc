/* Goals for units that are sent to one place. */
#ifndef OVERLAND_CROWD_UNIT_PLACES_H
#define OVERLAND_CROWD_UNIT_PLACES_H

#include "crowd/units/unit_internal.h"

/* Numbers a group order and sets goal and place of each of its units, which exist. Does not begin
 * the order. */
void ovi_units_place(ovl_units *units, const ovl_world *world, const ovl_unit *sent, size_t count,
                     ovl_cell place);

/* Notes in `taken` that a unit gets a cell as its goal or keeps it, or that it does not. */
void ovi_place_keep(ovl_units *units, const ovi_unit *unit, ovl_cell cell, bool is_kept);

/* Returns whether a unit's body on a cell overlaps nothing that is taken. */
bool ovi_place_is_free(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* Finds the cell nearest to a place on which a unit can stand and which it can reach: the place
 * itself, or the least octile distance from it, within 255 cells. False: there is none. */
bool ovi_unit_nearest(const ovl_world *world, const ovi_unit *unit, ovl_cell place,
                      ovl_cell *nearest);

#endif
