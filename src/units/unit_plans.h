/* Plans for the units that ask, within the budget of a tick. */
#ifndef OVERLAND_UNITS_UNIT_PLANS_H
#define OVERLAND_UNITS_UNIT_PLANS_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Plans for those who ask, up to a budget of expansions. */
void ovi_units_plan(ovl_units *units, const ovl_world *world, uint64_t budget,
                    const ovl_jobs *jobs);

#endif
