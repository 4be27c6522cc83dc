/* Groups that follow a flow: each has a guide, and each of its units a lane; and their paths. */
#ifndef OVERLAND_CROWD_UNIT_GROUPS_H
#define OVERLAND_CROWD_UNIT_GROUPS_H

#include "crowd/units/unit_internal.h"

/* Gives the group of a unit that begins to follow a flow a guide, if it has none and one is free.
 */
void ovi_unit_join(ovl_units *units, const ovi_unit *unit);

/* Begins and extends the guides of a flow as far as units need them. Lists the cells whose tiles
 * are missing in `missing`, which has room for one a guide, and returns their number. `made`: all
 * tiles that were listed before and can be made are there. */
size_t ovi_guides_go_on(ovl_units *units, uint32_t flow, ovl_cell *missing, bool made);

/* The flow was renewed for another version of the world. */
void ovi_guides_renew(ovl_units *units, uint32_t flow);

/* After an order and every few ticks: sets the pace of units whose groups arrive together by what
 * each has left to walk. */
void ovi_units_keep_together(ovl_units *units);

/* Frees the guides of groups of which no unit follows the flow any more. */
void ovi_guides_free_unused(ovl_units *units);

/* Notes for each guide whether it meets that of a group which comes the opposite way. */
void ovi_guides_meet(ovl_units *units);

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
