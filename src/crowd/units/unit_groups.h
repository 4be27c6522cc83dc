/* Groups that follow a flow: each has a guide, and each of its units a lane. */
#ifndef OVERLAND_CROWD_UNIT_GROUPS_H
#define OVERLAND_CROWD_UNIT_GROUPS_H

#include "crowd/units/unit_internal.h"

/* Gives the group of a unit that begins to follow a flow a guide, if it has none and one is free.
 */
void ovi_unit_join(ovl_units *units, const ovi_unit *unit);

/* The guide of a unit that follows a flow; NULL: it has none. */
ovi_guide *ovi_unit_guide(const ovl_units *units, const ovi_unit *unit);

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

#endif
