/* The stack of a plan's steps: pushes the paths that searches have found.
 *
 * Invariant: the step on top is the next one. Parents in a search from the start lead backwards, so
 * that the last step is pushed first. In a search from the goal or from exits they lead onward, and
 * the steps are reversed once they are pushed. */
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

/* The node, one level below, of a cluster's port; OVI_NO_NODE: there is none. */
uint32_t ovi_overlay_node_below(ovi_overlay_search *search, const ovi_cluster *cluster,
                                uint32_t port);

/* Pushes the path from the first node of a level to this one, which a search from the start has
 * reached; `total` is the cost of the whole plan. */
bool ovi_overlay_push_back(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                           uint32_t number, uint64_t total);

/* Pushes the path of the start's search to a node of the plan's level; on level 0 from the start
 * itself. */
bool ovi_overlay_push_start(ovi_overlay_plan *plan, uint32_t node, uint64_t total);

/* Pushes the path onward from a node of a search from the goal or from exits, on its level, first
 * step first. Returns the node where it ends; OVI_NO_NODE: no room. */
uint32_t ovi_overlay_push_onward(ovi_overlay_plan *plan, const ovi_overlay_search *search,
                                 uint32_t level, uint32_t number);

/* Replaces the stack by the path from a node of the goal's search to the goal. */
bool ovi_overlay_push_goal(ovi_overlay_plan *plan, uint32_t level, uint32_t number);

/* Whether the next step is one between waypoints of regions; false if it is a coarser one, or if
 * the plan has come to the goal's region. */
bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan);

/* Pops the next step, which is a fine one, as a stop, and finds the region that it enters. False if
 * the layer has no such waypoint. */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovl_stop *stop,
                           uint32_t *entered);

#endif
