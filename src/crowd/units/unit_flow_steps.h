/* The steps of units that follow a flow: those of the flow, or of a lane beside its guide. */
#ifndef OVERLAND_CROWD_UNIT_FLOW_STEPS_H
#define OVERLAND_CROWD_UNIT_FLOW_STEPS_H

#include "crowd/units/unit_internal.h"

/* Steps before the place at which a unit leaves the flow whose own goal is a cell near the place.
 * The farther that goal is from the place, the sooner it leaves, so that it does not push through
 * units that stand between. 0: its goal is the place. */
int32_t ovi_unit_leave_steps(const ovi_unit *unit);

/* The outcome of adding steps to the path of a unit. */
typedef enum ovi_filling {
  OVI_FILLING_ON,     /* there may be more */
  OVI_FILLING_DONE,   /* the path leads to the goal, or to where the unit leaves the flow */
  OVI_FILLING_LEAVES, /* the unit leaves the flow here */
  OVI_FILLING_WAITS,  /* a tile is missing */
  OVI_FILLING_GUIDED, /* the next gate of the guide is missing */
  OVI_FILLING_STOPS   /* the flow does not lead on */
} ovi_filling;

/* Adds steps to the path of a unit that follows a flow, until it has so many. */
ovi_filling ovi_unit_add_steps(const ovl_units *units, const ovi_shared_flow *shared,
                               ovi_unit *unit, uint32_t most);

#endif
