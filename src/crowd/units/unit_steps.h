/* Single steps of units, the ticks that they take, links, and corridors one cell wide. */
#ifndef OVERLAND_CROWD_UNIT_STEPS_H
#define OVERLAND_CROWD_UNIT_STEPS_H

#include "crowd/units/unit_internal.h"

/* Returns whether a step in a direction is legal, crosses no other unit, and ends no sooner than
 * those that lead from its cells; whether these are occupied is not asked. */
bool ovi_unit_may_step(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       int32_t direction);

/* Returns whether the unit, whose next step is over a link, may enter the link in this tick. */
bool ovi_unit_may_use_link(const ovl_units *units, const ovl_world *world, const ovi_unit *unit);

/* Returns whether the first step of a unit's path is legal in the world. */
bool ovi_unit_is_open_ahead(const ovl_world *world, const ovi_unit *unit);

/* Returns whether that step can't lose the way to the unit's goal: it leads along a way that was
 * planned in this version, or that can be gone back, or to where the goal is reached. */
bool ovi_unit_keeps_way(const ovl_units *units, const ovl_world *world, const ovi_unit *unit);

/* Returns whether the next step of a unit is over a link that takes more than a tick and has room
 * for some: if there is room for it, it leaves the ground, whoever stands on the other end. */
bool ovi_unit_rides_next(const ovl_units *units, const ovl_world *world, const ovi_unit *unit);

/* Returns the place of a link in ground.rooms; room_count: it is not there. */
uint32_t ovi_units_room(const ovl_units *units, uint32_t link);

/* Takes a unit off a cell that an edit closed, to a free cell near it. */
void ovi_unit_rescue(ovl_units *units, ovi_unit *unit, ovl_cell to);

/* A unit on a link enters the ground, on free cells, or is removed. */
void ovi_unit_land(ovl_units *units, ovi_unit *unit);
/* It lands on the free cell beside the end of the link, from which a step leads back there, that is
 * nearest to its goal. False: there is none. */
bool ovi_unit_land_beside(ovl_units *units, const ovl_world *world, ovi_unit *unit);
void ovi_unit_end_ride(ovl_units *units, ovi_unit *unit);

/* Ends the steps of earlier ticks: their units no longer leave the cells from which they came. */
void ovi_units_end_steps(ovl_units *units);

/* Makes a step, a direction or OVI_STEP_LINK, to a free cell, and records the move; or begins one
 * over a link. After a step off the path the path leads on from there, or back; that of a unit
 * without one leads back. */
void ovi_unit_step(ovl_units *units, const ovl_world *world, ovi_unit *unit, int32_t step);

/* Returns whether a step off the path leads to a cell from which one more step leads back to the
 * path, farther on. */
bool ovi_unit_rejoins(const ovl_world *world, const ovi_unit *unit, int32_t direction);

/* The cost to go from a cell, as the flow says that leads the unit to its place; UINT64_MAX: none
 * does, the cell has no tile, or the place is near. */
uint64_t ovi_unit_cost_to_go(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* Returns whether a step lowers that cost. After such a step off the path the unit goes on as the
 * flow says: so a crowd before a door enters it on all of its cells. */
bool ovi_unit_comes_nearer(const ovl_units *units, const ovi_unit *unit, int32_t direction);

/* Returns whether a step off the path can be taken back, or leads on to the path. */
bool ovi_unit_comes_back(const ovl_world *world, const ovi_unit *unit, int32_t direction);

/* Returns whether a step of a unit that is in no corridor leads into one. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step);

#endif
