/* Single steps of units, and corridors one cell wide. */
#ifndef OVERLAND_CROWD_UNIT_STEPS_H
#define OVERLAND_CROWD_UNIT_STEPS_H

#include "crowd/units/unit_internal.h"
#include "overland_units.h"

/* Returns whether a step in a direction is legal and crosses no other unit; whether the cell is
 * free is not asked. */
bool ovi_unit_may_step(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       int32_t direction);

/* Returns whether the first step of a unit's path is legal in the world. */
bool ovi_unit_is_open_ahead(const ovl_world *world, const ovi_unit *unit);

/* Makes a step, a direction or OVI_STEP_LINK, to a free cell, and records the move. After a step
 * off the path the path is repaired. */
void ovi_unit_step(ovl_units *units, const ovl_world *world, ovi_unit *unit, int32_t step);

/* Returns whether a step off the path leads to a cell from which one more step leads back to the
 * path, farther on. */
bool ovi_unit_rejoins(const ovl_world *world, const ovi_unit *unit, int32_t direction);

/* Returns whether a step of a unit that is in no corridor leads into one. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step);

#endif
