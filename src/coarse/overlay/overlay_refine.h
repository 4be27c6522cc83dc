/* One level of a plan made finer near the start: what lies between the border of the start's cell
 * of the level above and the end of the next such cell that the plan passes is found anew, on this
 * level. The border is crossed wherever the costs from the start, which are known, and those from
 * beyond are the least together; and the cell is left over any port by which the step behind it can
 * begin.
 *
 * Invariant: the plan becomes no dearer. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_REFINE_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_REFINE_H

#include "coarse/overlay/overlay_state.h"

typedef enum ovi_refined {
  OVI_REFINED,
  OVI_REFINING,   /* the cell ahead is to be searched first, and then joined */
  OVI_REFINED_NOT /* what the layer says contradicts itself */
} ovi_refined;

/* Refines the plan's level, or begins to. */
ovi_refined ovi_overlay_refine(ovi_overlay_plan *plan);

/* The search of the cell ahead has ended: puts its part of the plan, and the start's, on the stack.
 */
bool ovi_overlay_join(ovi_overlay_plan *plan);

#endif
