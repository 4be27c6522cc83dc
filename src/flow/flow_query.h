/* Steps for units that pay for tiles with ovl_flow_prepare alone. */
#ifndef OVERLAND_FLOW_FLOW_QUERY_H
#define OVERLAND_FLOW_FLOW_QUERY_H

#include "overland_flow.h"

/* As ovl_flow_next, but makes no tile that has to be paid for: OVL_NOT_READY. Leaves the fault of
 * the last call as it is. */
ovl_result ovi_flow_read(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

#endif
