/* The way down of a plan: from the path that was found on one level to steps of the levels below
 * it, by the tables of inner costs.
 *
 * Invariant: the plan does not get more expensive. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H

#include "coarse/overlay/overlay_state.h"

/* Makes the steps of a plan whose meeting was found. False: the layer is corrupt, or there is no
 * room. The same holds for the next. */
bool ovi_overlay_descend(ovi_overlay_plan *plan);

/* Replaces the next step, which is not one of level 0, by those of the level below. */
bool ovi_overlay_unpack_next(ovi_overlay_plan *plan);

#endif
