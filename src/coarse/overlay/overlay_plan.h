/* Plans routes over the overlays: up the levels from both ends, joined where they meet, then down.
 *
 * Up: the costs from the start spread to the ports of its region, from these to the ports of its
 * cluster of level 1, and so on; and the same for the goal. On each level the two are joined: over
 * the inner ports of the cluster of the next level, if it holds both; else, where their clusters
 * touch, over the border that they share or through a cluster beside both. All of this are sums of
 * costs and rows of tables, without a search, and it ends where the least costs of both ends are
 * together no less than the best way so far (Holzer, Schulz and Wagner, "Engineering multilevel
 * overlay graphs for shortest-path queries", 2008, whose search of each level they replace). Two
 * ends in one cluster of level 1 are joined by A* over its regions, and so are those on the highest
 * level where costs are too high, or inner ports or links too many, for one that is the world.
 *
 * Down: the ports over which the best way leads follow from equal sums, and its steps are unpacked
 * when they are next.
 *
 * Invariant: a plan depends on the layer, its origin and the goal alone. Its steps lie on a stack,
 * the next one on top. Those at the top are edges between waypoints of regions; those below are
 * coarser, and are unpacked when they come to the top. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H

#include "coarse/overlay/overlay_end.h"
#include "coarse/overlay/overlay_state.h"

/* The sizes for which plans reserve memory: the greatest numbers. */
typedef struct ovi_overlay_needs {
  uint32_t region_ports, cluster_ports;
  uint32_t levels;
  uint32_t highest; /* clusters of the highest level; of a layer without levels, its regions */
  uint64_t highest_ports; /* of all of these */
  uint64_t stops;         /* of a plan, at a time: of some clusters, or of all regions */
} ovi_overlay_needs;

/* The needs of plans in a layer, and the larger of two needs. */
ovi_overlay_needs ovi_overlay_needs_of(const ovi_layer *layer);
ovi_overlay_needs ovi_overlay_needs_larger(ovi_overlay_needs a, ovi_overlay_needs b);

/* The needs of later versions, whose regions may have so many ports and which may have so many per
 * cent more of all else. */
ovi_overlay_needs ovi_overlay_needs_spare(ovi_overlay_needs needs, uint32_t region_ports,
                                          uint32_t percent);

/* Returns whether plans that were made for some needs serve others. */
bool ovi_overlay_needs_serve(const ovi_overlay_needs *made_for, const ovi_overlay_needs *needs);

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs);

/* ---- Plans ---------------------------------------------------------------------------- */

/* The origin of a plan: an attached cell, or a waypoint, on which it must not turn round. */
typedef struct ovi_overlay_origin {
  const ovi_attachment *attachment; /* NULL: a waypoint */
  uint32_t region, port; /* the region that is entered there, and by which of its ports */
} ovi_overlay_origin;

/* The goal of a plan. */
typedef struct ovi_overlay_goal {
  const ovi_attachment *attachment;
  ovl_cell cell;
} ovi_overlay_goal;

/* Begins a plan that costs less than `bound`. */
void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound);

/* Goes on, and lowers the budget by what it expands. Reads of tables are not counted: they are few
 * for each level. The cost is plan->best. */
ovi_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget);

#endif
