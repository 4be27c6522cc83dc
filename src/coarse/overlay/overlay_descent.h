/* The way down of a plan: from the costs of both ends and their meeting to a few steps, and from
 * these, when they are next, to steps of the levels below, by the tables of clusters.
 *
 * Invariant: steps cost what their tables say, and all of them together what the plan costs. The
 * step on top of the stack is the next one: parents in a search lead backwards, so that its last
 * step is pushed first; steps that are found in their own order are reversed once they are pushed.
 */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_DESCENT_H

#include "coarse/overlay/overlay_state.h"

/* Makes the steps of a plan whose meeting was found. False: the layer is corrupt, or there is no
 * room. */
bool ovi_overlay_descend(ovi_overlay_plan *plan);

/* Returns whether the plan turns round on a waypoint: it leaves a cluster that holds the start, or
 * enters one that holds the goal, and goes straight back over the same waypoint. With exact costs
 * that happens only if the plan begins at a waypoint; with rounded costs it may happen anywhere. */
bool ovi_overlay_turns_round(const ovi_overlay_plan *plan);

/* Unpacks the next step until it is one between waypoints of regions, without a search. DONE or
 * CORRUPT. */
ovi_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer);

/* The next step of the plan, between waypoints of regions if its level is 0; NULL: there is none,
 * and the plan has come to the goal's region. */
static inline const ovi_overlay_step *ovi_overlay_next_step(const ovi_overlay_plan *plan) {
  const ovi_overlay_stack *stack = &plan->stack;
  return stack->top != stack->capacity ? &stack->steps[stack->top] : NULL;
}

/* The middle of the crossing at the end of a step. */
ovi_half_cells ovi_overlay_step_end(const ovi_overlay_plan *plan, const ovi_layer *layer,
                                    const ovi_overlay_step *step);

/* The region that a stop enters, and the port by which it does. */
ovi_overlay_port ovi_overlay_entered_by(const ovi_layer *layer, const ovi_stop *stop);

/* The stop at which a route leaves a region, whose cost is 0, and its crossing, of which the rest
 * is known. Not of a link. */
ovi_stop ovi_overlay_stop_of(const ovi_layer *layer, uint32_t left, const ovi_crossing *crossing);

/* Pops the next step, which is one of level 0, as a stop. False if the layer has no such waypoint.
 */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovi_stop *stop,
                           ovi_crossing *crossing);

#endif
