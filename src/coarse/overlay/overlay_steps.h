/* The stack of a plan's steps: pushes the paths that searches have found.
 *
 * Invariant: the step on top is the next one. Parents in the search lead backwards, so that the
 * last step is pushed first. Steps that are found in their own order are reversed once they are
 * pushed. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_STEPS_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_STEPS_H

#include "coarse/overlay/overlay_state.h"

static inline void ovi_overlay_steps_clear(ovi_overlay_plan *plan) {
  plan->stack.top = plan->stack.capacity;
}

static inline bool ovi_overlay_plan_is_over(const ovi_overlay_plan *plan) {
  return plan->stack.top == plan->stack.capacity;
}

/* The next step of the plan; NULL: there is none. */
static inline const ovi_overlay_step *ovi_overlay_next_step(const ovi_overlay_plan *plan) {
  return ovi_overlay_plan_is_over(plan) ? NULL : &plan->stack.steps[plan->stack.top];
}

/* Pushes a step. False if there is no room; the same holds for the functions below. */
bool ovi_overlay_push(ovi_overlay_plan *plan, ovi_overlay_step step);

/* Reverses the steps that were pushed since the top was `before`. */
void ovi_overlay_steps_reverse(ovi_overlay_plan *plan, uint32_t before);

/* Pushes the path from the first node of a level to this one, which the search has reached; `total`
 * is the cost of the whole plan. *first: the port of the first node. */
bool ovi_overlay_push_back(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                           uint32_t number, uint64_t total, uint32_t *first);

/* Whether the next step is one between waypoints of regions; false if it is a coarser one, or if
 * the plan has come to the goal's region. */
bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan);

/* Pops the next step, which is a fine one, as a stop, and finds the region that it enters. False if
 * the layer has no such waypoint. */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovi_stop *stop,
                           uint32_t *entered);

#endif
