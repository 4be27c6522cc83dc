/* Handles, requests and orders of units, and their worlds. */
#ifndef OVERLAND_CROWD_UNIT_ORDERS_H
#define OVERLAND_CROWD_UNIT_ORDERS_H

#include "crowd/units/unit_internal.h"

/* Returns the unit of a handle; NULL if there is none. */
ovi_unit *ovi_unit_of(const ovl_units *units, ovl_unit unit);

/* Checks that a cell is one of the world; false: the fault names its coordinate that is not. */
bool ovi_units_check_cell(ovl_units *units, const ovl_world *world, ovl_cell cell,
                          const char *const names[3]);

/* The unit of a handle. NULL: there is none, and the fault says so. */
ovi_unit *ovi_units_asked(ovl_units *units, ovl_unit unit);

/* Requests planning; of several requests the strongest counts. */
void ovi_unit_ask(ovl_units *units, ovi_unit *unit, ovl_unit_request ask);

/* Drops the unit's route, path and claims. */
void ovi_unit_forget(ovl_units *units, ovi_unit *unit);

/* Begins an order whose goal is set already. */
void ovi_unit_begin_order(ovl_units *units, ovi_unit *unit);

/* An idle unit that was pushed away, and can't just step back, plans its way to where it stood. */
void ovi_unit_go_home(ovl_units *units, ovi_unit *unit);

/* A unit stays where it stands, without an order. */
void ovi_unit_rest(ovl_units *units, ovi_unit *unit);

/* The identity of a world's version. */
uint64_t ovi_world_identity(const ovl_world *world);

/* Stores floor sizes, profile names and identity of the world for which the units are made. */
void ovi_units_learn_world(ovl_units *units, const ovl_world *world);

/* Returns whether the units can walk a world: same floors, same profiles. A comparison if it is the
 * version of the last tick. */
bool ovi_units_serve(const ovl_units *units, const ovl_world *world);

#endif
