/* Plans routes over the overlays: up the levels from both ends, then down again near them.
 *
 * Up: the costs from the start spread to the ports of its region, from these to the ports of its
 * cluster of level 1, and so on; and the same for the goal. This reads the tables of inner costs.
 * From the lowest level where both ends lie in one cluster of the next one on, A* leads from the
 * start's cluster to the goal's, inside that next cluster; on the highest level everywhere (Holzer,
 * Schulz and Wagner, "Engineering multilevel overlay graphs for shortest-path queries", 2008).
 * Where costs are too high or links too many for some level, the one below it is the highest;
 * without any level the regions are searched.
 *
 * Down: the ways from the start and to the goal are read from the tables, level by level. The next
 * cluster that lies ahead on each level is unpacked, and the crossing between it and the start's
 * cluster moves to the cheapest waypoint of the same border: higher levels have fewer waypoints.
 *
 * Invariant: a plan depends on the layer, its origin and the goal alone. Its steps lie on a stack,
 * the next one on top. Those at the top are edges between waypoints of regions; those below are
 * coarser, and are unpacked when they come to the top. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H

#include "coarse/overlay/overlay_ends.h"

/* What plans in a layer need, and the larger of two needs. */
ovi_overlay_needs ovi_overlay_needs_of(const ovi_layer *layer);
ovi_overlay_needs ovi_overlay_needs_larger(ovi_overlay_needs a, ovi_overlay_needs b);

/* The needs of later versions, whose regions may have so many ports and which may have so many per
 * cent more of all else. */
ovi_overlay_needs ovi_overlay_needs_spare(ovi_overlay_needs needs, uint32_t region_ports,
                                          uint32_t percent);

/* Whether plans that were made for some needs serve others. */
bool ovi_overlay_needs_serve(const ovi_overlay_needs *made_for, const ovi_overlay_needs *needs);

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs);

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
ovi_coarse_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget);

/* Unpacks the next step until it is one between waypoints of regions, without a search. FOUND, FULL
 * or CORRUPT. */
ovi_coarse_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer);

#endif
