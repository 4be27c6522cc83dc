/* Single steps of units. */
#ifndef OVERLAND_UNITS_UNIT_STEPS_H
#define OVERLAND_UNITS_UNIT_STEPS_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Whether a unit may make a step to a cell as things stand, others' cells apart: legal, and
 * crossing nobody. */
bool ovi_unit_may_step(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       int32_t direction);

/* Whether the first step of a unit's way is legal in the world. */
bool ovi_unit_is_open_ahead(const ovl_world *world, const ovi_unit *unit);

/* Makes a step, a direction or OVI_STEP_LINK, to a free place, and tells it. A step off the way is
 * mended: the way then leads back, or on from where it is. */
void ovi_unit_step(ovl_units *units, const ovl_world *world, ovi_unit *unit, int32_t step);

/* Whether a step off the way leads to a cell from which one more leads back to it, farther on. */
bool ovi_unit_rejoins(const ovl_world *world, const ovi_unit *unit, int32_t direction);

#endif
