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

#include "coarse/overlay/overlay_state.h"
#include "coarse/search/attach.h"
#include "coarse/search/search_state.h"

/* The sizes for which plans reserve memory: the greatest numbers. */
typedef struct ovi_overlay_needs {
  uint32_t region_ports, cluster_ports;
  uint32_t levels;
  uint32_t highest; /* clusters of the highest level; of a layer without levels, its regions */
  uint64_t highest_ports; /* of all of these */
  uint64_t stops;         /* of a plan, at a time: of some clusters, or of all regions */
} ovi_overlay_needs;

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

/* ---- Ends: costs that spread from a cell up the levels, by the tables of inner costs ------- */

/* The number of ports of an end's cluster of a level. */
uint32_t ovi_overlay_end_ports(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level);

/* Sets the costs of an end on level 0 to those of an attachment; NULL: there are none. FOUND, or
 * FULL if the region has too many ports. */
ovi_coarse_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                        const ovi_attachment *attachment);

/* Spreads the costs of an end to a level, 1 or above, from the level below; `back`: they are costs
 * to the end. FOUND, FULL or CORRUPT. */
ovi_coarse_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer,
                                         uint32_t level, bool back);

/* The least cost of an end on a level; UINT64_MAX: there is none. */
uint64_t ovi_overlay_end_least(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level);

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
ovi_coarse_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget);

/* Unpacks the next step until it is one between waypoints of regions, without a search. FOUND, FULL
 * or CORRUPT. */
ovi_coarse_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer);

#endif
