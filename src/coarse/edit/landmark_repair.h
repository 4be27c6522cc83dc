/* Repairs landmark costs after an edit, so that they stay lower bounds (ALT: Goldberg and
 * Harrelson, "Computing the shortest path: A* search meets graph theory", 2005).
 *
 * The heuristic of landmarks is admissible and consistent if, along every edge, costs to a landmark
 * differ by no more than the cost of the edge. Any numbers with this property will do; they need
 * not be costs of real paths. An edit violates it only where edges became cheaper or are new.
 * Closing cells makes no path between two remaining waypoints cheaper; it violates the property
 * only through new waypoints at other cells, which may shorten a path over two regions by a step or
 * two.
 *
 * After an edit, remaining waypoints keep their numbers and new ones begin at infinity. Then each
 * number above that of another waypoint plus the edge between them is lowered to this sum, and so
 * on from there. The result is the greatest set of numbers that has the property and is nowhere
 * above the old ones (McShane, "Extension of range of functions", 1934), found like the repair of a
 * shortest-path tree (Ramalingam and Reps, "An incremental algorithm for a generalization of the
 * shortest-path problem", 1996). All landmarks of a waypoint are processed together. The costs of a
 * region are those of shortest paths, so one pass over its lowered rows repairs it. Where cells
 * were opened, numbers fall to the costs of the new paths and the heuristic is as good as after a
 * bake; where cells were closed it is as before, too low by the cost of the detours.
 *
 * The work is limited in proportion to the replaced regions. Beyond the limit a landmark gets a
 * cap: all its numbers above the cap count as the cap. The cap is the least number that a remaining
 * row would lower another to, so that all violations lie above it; capping moves no two numbers
 * farther apart. Numbers of different islands of the base belong to different landmarks and are as
 * valid as any others, so islands that an edit joins need no special case.
 *
 * Units are those of the base; costs that its shift does not divide are rounded down. Links and the
 * start are handled in heuristic.c. A directed layer uses no landmarks until it is refreshed. */
#ifndef OVERLAND_COARSE_EDIT_LANDMARK_REPAIR_H
#define OVERLAND_COARSE_EDIT_LANDMARK_REPAIR_H

#include "coarse/edit/update_input.h"

/* Repairs the landmark costs of all layers. OVL_OK or OVL_NO_MEMORY; after a failure the tree can
 * only be dropped. Takes some 10 us per replaced region, up to 100 us where many cells were opened.
 */
ovl_result ovi_landmarks_repair(const ovi_update *update);

#endif
