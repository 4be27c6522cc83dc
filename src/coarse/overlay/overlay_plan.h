/* Plans over the overlays: up from both ends, and refined on the way down to the start.
 *
 * Up: level by level, costs spread from the goal inside its cell of the level above, from there to
 * the border of the next larger cell, and so on; and the same from the start. Where both spread
 * inside the same cell they may meet. On the highest level that is searched, the lowest with few
 * enough cells, A* leads from the start's cell to the goal's. The higher the level the fewer
 * waypoints there are to cross a border by, so then the plan is made finer near the start, from the
 * level below that of the meeting down to the regions: on each level the next cell of the level
 * above is searched anew, from where the plan leaves it back to the border of the start's own,
 * which can so be crossed anywhere. What is near the goal is as fine already. (Holzer, Schulz and
 * Wagner, "Engineering multilevel overlay graphs for shortest-path queries", 2008; what is refined
 * and how far is our own.)
 *
 * Invariant: a plan follows from the layer, its origin and the goal alone, and refining makes it
 * no dearer. Its steps lie on a stack, the next one on top; those at the top are edges between
 * regions' waypoints, those below are coarser and are unpacked, top first, when they come near. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_PLAN_H

#include "coarse/overlay/overlay_state.h"
#include "coarse/search/attach.h"
#include "coarse/search/search_state.h"

/* Most ports of regions, and of the cells of overlays. */
typedef struct ovi_overlay_needs {
  uint32_t region_ports, cell_ports;
  uint32_t levels; /* 0: nothing is taken */
} ovi_overlay_needs;

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs);

/* What a plan begins at: a cell by its links, or a waypoint on which nobody turns round. */
typedef struct ovi_overlay_origin {
  const ovi_attachment *attachment; /* or NULL: */
  uint32_t region, port;            /* the region that is entered, and by which of its ports */
} ovi_overlay_origin;

/* And what it leads to. */
typedef struct ovi_overlay_goal {
  const ovi_attachment *attachment;
  ovl_cell cell;
} ovi_overlay_goal;

/* Begins to plan for less than `bound`. */
void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound);

/* Goes on; takes from the budget what was expanded. The cost is plan->best. */
ovi_coarse_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget);

/* Unpacks the next step until it is fine. */
ovi_coarse_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer,
                                          uint64_t *budget);

#endif
