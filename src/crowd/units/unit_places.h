/* Goals for units that are sent to one place. */
#ifndef OVERLAND_CROWD_UNIT_PLACES_H
#define OVERLAND_CROWD_UNIT_PLACES_H

#include "crowd/units/unit_internal.h"

/* Numbers a group order and sets goal and place of each of its units, which exist. Does not begin
 * the order. */
void ovi_units_place(ovl_units *units, const ovl_world *world, const ovl_unit *sent, size_t count,
                     ovl_cell place);

#endif
