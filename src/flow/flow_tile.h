/* Makes the tile of a region: settles the costs of the regions that it depends on, then fills their
 * rims and the region's own field. */
#ifndef OVERLAND_FLOW_FLOW_TILE_H
#define OVERLAND_FLOW_FLOW_TILE_H

#include "flow/flow.h"
#include "overland_flow.h"

/* Settles the costs that the tile of a region is made of; lowers the budget. OVL_LIMITED if that is
 * spent before, otherwise as ovi_cost_to_go_reach. */
ovl_result ovi_flow_reach(ovi_flow_view *view, uint32_t region, uint64_t *budget);

/* Lists the regions that the tile of a settled region is made of: the region itself, then for each
 * side the region beyond whose rim is used; UINT32_MAX if none is. */
void ovi_flow_sources(const ovi_flow_view *view, uint32_t region, uint32_t sources[1 + OVI_SIDES]);

/* Makes the tile of a region in the place of a spare one. OVL_LIMITED as above, or if there is none
 * to spare. */
ovl_result ovi_flow_make_tile(ovl_flow *flow, uint32_t region, uint32_t spare, uint64_t *budget);

#endif
