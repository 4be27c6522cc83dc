/* The stack of a plan's steps: ways that the searches know, pushed in front of what follows.
 *
 * Invariant: the step on top comes first. What a search from the start knows is a way back, whose
 * last step is pushed first; what one from the goal or from exits knows is a way onward, which is
 * turned round once it is pushed. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_STEPS_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_STEPS_H

#include "coarse/overlay/overlay_state.h"

static inline void ovi_overlay_steps_clear(ovi_overlay_plan *plan) {
  plan->stack.top = plan->stack.capacity;
}

static inline bool ovi_overlay_plan_is_over(const ovi_overlay_plan *plan) {
  return plan->stack.top == plan->stack.capacity;
}

/* The next step of the plan, or NULL. */
static inline const ovi_overlay_step *ovi_overlay_next_step(const ovi_overlay_plan *plan) {
  return ovi_overlay_plan_is_over(plan) ? NULL : &plan->stack.steps[plan->stack.top];
}

/* False: there is no room; so with all that follow. */
bool ovi_overlay_push(ovi_overlay_plan *plan, ovi_overlay_step step);

/* Turns round the order of the steps that were pushed since the top was `before`. */
void ovi_overlay_steps_reverse(ovi_overlay_plan *plan, uint32_t before);

/* Where the node of a cell's port lies one level below; OVI_NO_NODE: there is none. */
uint32_t ovi_overlay_node_below(ovi_overlay_search *search, const ovi_cluster *cluster,
                                uint32_t port);

/* Pushes the way back from a node to where its level begins; `total` is what the whole plan costs.
 */
bool ovi_overlay_push_back(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                           uint32_t number, uint64_t total);

/* The same of the start's search on the plan's level, down to the start itself. */
bool ovi_overlay_push_start(ovi_overlay_plan *plan, uint32_t near, uint64_t total);

/* Pushes the way on from a node, on its level; returns where it ends, a node; OVI_NO_NODE: no
 * room. */
uint32_t ovi_overlay_push_onward(ovi_overlay_plan *plan, const ovi_overlay_search *search,
                                 uint32_t level, uint32_t number);

/* Lets the stack be the way from a node of the goal's search to the goal. */
bool ovi_overlay_push_goal(ovi_overlay_plan *plan, uint32_t level, uint32_t number);

/* Whether the next step is one between waypoints of regions; false if it is a coarser one, or if
 * the plan has come to the goal's region. */
bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan);

/* Pops the next step, which is a fine one, as a stop, and finds the region that it enters. False if
 * the layer has no such waypoint. */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovl_stop *stop,
                           uint32_t *entered);

#endif
