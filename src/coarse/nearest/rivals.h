/* The rivals of the best goal so far: goals to which a path may cost less.
 *
 * A rival is told by what a path to it costs at least: by octile distance and, once costs over
 * waypoints have spread, by those of its region's entries. Of a few rivals the paths are planned
 * and measured, those of the least bounds first, until no bound is below the best cost. Many
 * rivals, and those whose paths cost nearly the same, are searched for zone by zone, toward them
 * and no farther than the best cost.
 *
 * Invariant: every cost by which a goal is chosen is that of a path to it, or over waypoints. */
#ifndef OVERLAND_COARSE_NEAREST_RIVALS_H
#define OVERLAND_COARSE_NEAREST_RIVALS_H

#include "coarse/nearest/nearest_state.h"

/* The least that a path to a region costs; over links any way is possible. */
uint64_t ovi_rivals_least_to(const ovi_nearest_goal *nearest, uint32_t region);

/* Waypoints that cost less than this are settled to tell the rivals of the best goal. */
uint64_t ovi_rivals_reach(const ovi_nearest_goal *nearest);

/* Lists the rivals as the candidates of nearest->search, the best goal among them if its own cost
 * is not known to be the least; false if there are no others. */
bool ovi_rivals_list(ovi_nearest_goal *nearest);

/* Returns whether paths to those in the list are to be planned: that takes less than zones. */
bool ovi_rivals_are_measured(const ovi_nearest_goal *nearest);

/* Plans and measures them. OVI_NONE: the best goal is chosen; OVI_DONE: zones are to be searched.
 * OVI_PAUSED and others as of nearest->measure. */
ovi_status ovi_rivals_measure(ovi_nearest_goal *nearest);

/* Begins to search zones toward all rivals. */
void ovi_rivals_begin_zones(ovi_nearest_goal *nearest);

/* Returns whether a goal is seen to be blocked in the window that is open. */
static inline bool ovi_rivals_is_blocked(const ovi_nearest_goal *nearest, ovl_cell cell) {
  return nearest->search.is_open && ovi_local_search_weight(nearest->costs.local, cell) == 0;
}

/* Chooses a goal of the window whose search has ended, by its cost there: an ovi_goal_fn. */
void ovi_rivals_take_reached(void *user, const ovi_goal *goal);

/* Searches zones until no other goal can be nearer, or too many are searched. OVI_DONE, OVI_PAUSED.
 */
ovi_status ovi_rivals_search_zones(ovi_nearest_goal *nearest);

#endif
