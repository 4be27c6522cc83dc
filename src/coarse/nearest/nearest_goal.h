/* Finds the nearest of many goals, by cost.
 *
 * First the box of regions around the start is searched. Unless all other goals lie farther away,
 * Dijkstra's algorithm runs over the waypoint graph, and each time that it enters a region, those
 * goals of the region are searched for that could still be the nearest from there. Where costs
 * spread over overlays, they do so first, as far as the best goal so far; then each region with
 * goals that could be nearer is searched from all its entries together. The goal that is nearest
 * over waypoints is the best so far; its rivals are then compared with it (rivals.h). Where there
 * are few goals from the beginning, they are compared at once.
 *
 * Invariant: octile distance is a lower bound inside a region, so that of many goals only a few are
 * searched for, those with the least bound first, as in the search for nearest neighbours
 * (Hjaltason and Samet, "Distance browsing in spatial databases", 1999). The whole state is one
 * structure: a search that is paused goes on in the next slice. */
#ifndef OVERLAND_COARSE_NEAREST_NEAREST_GOAL_H
#define OVERLAND_COARSE_NEAREST_NEAREST_GOAL_H

#include "coarse/nearest/nearest_state.h"

/* Begins at a start; its costs have not begun. */
void ovi_nearest_goal_begin(ovi_nearest_goal *nearest, const ovi_dijkstra *costs,
                            ovi_zone_room *room, const ovi_goals *goals,
                            ovi_goal_measure_fn measure, void *measure_user);

/* Goes on until the goal is chosen, or both searches have expanded so many together:
 * OVI_DONE, OVI_PAUSED. nearest->best is the best so far. OVI_NONE: no goal can be reached, and
 * nearest->state says why. OVI_FULL, OVI_CORRUPT. */
ovi_status ovi_nearest_goal_run(ovi_nearest_goal *nearest, uint64_t expanded_end);

#endif
