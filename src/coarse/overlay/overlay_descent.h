/* The way down of a plan: from the path that was found on one level to steps of the levels below
 * it, by the tables of inner costs.
 *
 * Invariant: the plan does not get more expensive. The step on top of the stack is the next one:
 * parents in a search lead backwards, so that its last step is pushed first; steps that are found
 * in their own order are reversed once they are pushed. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H

#include "coarse/overlay/overlay_state.h"

/* Makes the steps of a plan whose meeting was found. False: the layer is corrupt, or there is no
 * room. ovi_overlay_unpack_next() fails likewise. */
bool ovi_overlay_descend(ovi_overlay_plan *plan);

/* Replaces the next step, which is not one of level 0, by those of the level below. */
bool ovi_overlay_unpack_next(ovi_overlay_plan *plan);

/* The next step of the plan, between waypoints of regions if its level is 0; NULL: there is none,
 * and the plan has come to the goal's region. */
static inline const ovi_overlay_step *ovi_overlay_next_step(const ovi_overlay_plan *plan) {
  const ovi_overlay_stack *stack = &plan->stack;
  return stack->top != stack->capacity ? &stack->steps[stack->top] : NULL;
}

/* Pops the next step, which is one of level 0, as a stop, and finds the region that it enters.
 * False if the layer has no such waypoint. */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovi_stop *stop,
                           uint32_t *entered);

#endif
