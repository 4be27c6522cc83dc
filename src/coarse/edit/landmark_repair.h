/* Landmarks after edits: still bounds, whatever was edited.
 *
 * Nothing but this makes landmarks an estimate that is never too much and consistent: along every
 * edge, costs to a landmark differ by no more than the edge costs. So whatever numbers hold to
 * that will do; they need not be the costs of any way. An edit breaks it only where edges got
 * cheaper or are new, which is less than it seems: where land was only built over, ways between two
 * waypoints that stayed cost no less than before, and what breaks it are new waypoints at other
 * places, by which a way over two regions may be a step or two shorter.
 *
 * So after an edit the waypoints that stayed keep their numbers, new ones begin with none, and then
 * every number that is above another's plus an edge is lowered to that, and what is broken by this
 * in turn: the greatest numbers that are no greater than the old ones and hold (McShane,
 * "Extension of range of functions", 1934), found as a dynamic search tree is mended (Ramalingam
 * and Reps, "An incremental algorithm for a generalization of the shortest-path problem", 1996).
 * All landmarks of a waypoint are looked at together. A region's costs are those of cheapest ways,
 * so one pass over the rows of what was lowered mends it. Where something was opened, numbers fall
 * to what the new ways cost, and the estimate is as good as ever; where land was built over it
 * is what it was before, too little by what the new detours cost.
 *
 * How much is done is bounded by the regions that were rebuilt. Where that does not do, a landmark
 * gets a cap: all its numbers above count as that. With the cap at the least number that some
 * row still asks for, what is broken is all above it; and no two numbers get farther apart by
 * it. Numbers of different islands of the base are of different landmarks and as good as any, so
 * islands that an edit joins are mended like all others.
 *
 * Units are the base's: costs that its shift does not divide are taken as less. Links and start are
 * dealt with in estimate.c. Directed layers do without landmarks until they are settled. */
#ifndef OVERLAND_COARSE_EDIT_LANDMARK_REPAIR_H
#define OVERLAND_COARSE_EDIT_LANDMARK_REPAIR_H

#include "coarse/view/delta_tree.h"
#include "coarse/view/layer.h"

/* A version that is being made. */
typedef struct ovi_landmark_repair {
  const ovi_layer *before; /* one a profile; the version that was edited */
  ovi_layer *after;        /* one a profile; they read the new blocks */
  uint32_t profiles;
  ovi_delta_tree *living;  /* what `after` reads */
  const uint32_t *regions; /* whose blocks are not those of before */
  uint32_t region_count;
  const ovl_allocator *allocator;
} ovi_landmark_repair;

/* Brings the landmarks of all layers up to date. OVL_OK, or OVL_NO_MEMORY: then the tree can be
 * dropped, and nothing else. Costs some 10 us a region, up to 100 us where much was opened. */
ovl_result ovi_landmarks_repair(const ovi_landmark_repair *update);

#endif
