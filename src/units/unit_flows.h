/* Flows for goals that many units share. */
#ifndef OVERLAND_UNITS_UNIT_FLOWS_H
#define OVERLAND_UNITS_UNIT_FLOWS_H

#include "overland_units.h"
#include "units/unit_internal.h"

/* Lets a unit that asks for a route follow a flow to where it was sent; false if none leads there,
 * and nothing is done. */
bool ovi_unit_follow(ovl_units *units, ovi_unit *unit);

/* Begins flows, works on them, and lets units go on by them; lowers what is left of the budget. */
void ovi_units_run_flows(ovl_units *units, const ovl_world *world, uint64_t *left);

ovl_result ovi_units_make_flows(ovl_units *units, const ovl_units_def *def);
void ovi_units_end_flows(ovl_units *units);

#endif
