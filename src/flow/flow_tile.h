/* Makes the tile of a region: settles the costs of the regions that it depends on, then fills their
 * rims and the region's own field. */
#ifndef OVERLAND_FLOW_FLOW_TILE_H
#define OVERLAND_FLOW_FLOW_TILE_H

#include "flow/flow.h"

/* Settles the costs in a view that the tile of a region depends on, and lowers the budget by what
 * was expanded. OVI_PAUSED if the budget is spent before: the same call goes on; OVI_FAILED. */
ovi_status ovi_flow_settle(ovl_flow *flow, ovi_flow_view *view, uint32_t region, uint64_t *budget);

/* Lists the regions that the tile of a settled region depends on: first the region itself, then for
 * each side the region beyond it if its rim is used, else UINT32_MAX. */
void ovi_flow_sources(const ovi_flow_view *view, uint32_t region, uint32_t sources[1 + OVI_SIDES]);

/* Makes the tile of a region, and lowers the budget as ovl_flow_prepare counts; free of charge if
 * it is a lost one. The oldest tile makes room for it. OVI_PAUSED if the budget is spent before:
 * the same call goes on; OVI_FAILED. */
ovi_status ovi_flow_make_tile(ovl_flow *flow, uint32_t region, uint64_t *budget);

#endif
