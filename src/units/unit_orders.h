/* Units by their handles, what they ask of planning, and their orders. */
#ifndef OVERLAND_UNITS_UNIT_ORDERS_H
#define OVERLAND_UNITS_UNIT_ORDERS_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* The unit of a handle; NULL if there is none. */
ovi_unit *ovi_unit_of(const ovl_units *units, ovl_unit unit);

/* Asks for something; the strongest ask counts. */
void ovi_unit_ask(ovl_units *units, ovi_unit *unit, ovi_ask ask);

/* Forgets route and way. */
void ovi_unit_forget(ovl_units *units, ovi_unit *unit);

/* Begins an order: the unit's goal is set already. */
void ovi_unit_set_out(ovl_units *units, ovi_unit *unit);

#endif
