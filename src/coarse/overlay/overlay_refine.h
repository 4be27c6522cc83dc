/* Refines one level of a plan near the start: the path between the border of the start's cluster of
 * the level above and the end of the next such cluster is found again, on this level. The border is
 * crossed where the costs from the start, which are known, and those from beyond have the least
 * sum; and the cluster is left over any port by which the step behind it can begin.
 *
 * Invariant: the plan does not get more expensive. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_REFINE_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_REFINE_H

#include "coarse/overlay/overlay_state.h"
#include "common/slice.h"

/* Refines the plan's level. OVI_PAUSED: plan->ahead has to be run first, and then
 * ovi_overlay_join_ahead to be called. OVI_FAILED: the layer is corrupt, or there is no room. */
ovi_status ovi_overlay_refine(ovi_overlay_plan *plan);

/* Pushes the paths that the search of the cluster ahead and the start's search have found. */
bool ovi_overlay_join_ahead(ovi_overlay_plan *plan);

#endif
