/* Flows for goals that many units share. */
#ifndef OVERLAND_CROWD_UNIT_FLOWS_H
#define OVERLAND_CROWD_UNIT_FLOWS_H

#include "crowd/units/unit_internal.h"

/* Makes a unit that requests a route follow a flow to its place. Returns false, with nothing done,
 * if no flow leads there. */
bool ovi_unit_follow(ovl_units *units, ovi_unit *unit);

/* The number of the flow that leads a unit to its place, from 1, also once the rest of its path is
 * known; 0: none does. */
uint32_t ovi_unit_flow(const ovl_units *units, const ovi_unit *unit);

/* Begins flows, works on them, and fills the paths of the units that follow them. Lowers *left, the
 * budget in expansions, by what it spent. */
void ovi_units_run_flows(ovl_units *units, const ovl_world *world, uint64_t *left);

/* Frees a flow, so that it serves no goal. */
void ovi_shared_flow_close(ovi_shared_flow *shared);

/* Takes memory for a flow unless it has it: OVL_OK, OVL_NO_MEMORY. */
ovl_result ovi_shared_flow_make(ovl_units *units, ovi_shared_flow *shared, const ovl_world *world);

/* Begins a flow at its place, with more memory if the world needs it. */
ovl_result ovi_shared_flow_begin(ovl_units *units, ovi_shared_flow *shared, const ovl_world *world);

/* Frees all flows and their memory. */
void ovi_units_end_flows(ovl_units *units);

#endif
