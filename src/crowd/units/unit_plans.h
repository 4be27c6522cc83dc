/* Plans for the units that ask, within the budget of a tick. */
#ifndef OVERLAND_CROWD_UNIT_PLANS_H
#define OVERLAND_CROWD_UNIT_PLANS_H

#include "crowd/units/unit_internal.h"

/* Plans for the units that request it, up to `budget` expansions, with the lanes spread over
 * `jobs`. */
void ovi_units_plan(ovl_units *units, const ovl_world *world, uint64_t budget,
                    const ovl_jobs *jobs);

#endif
