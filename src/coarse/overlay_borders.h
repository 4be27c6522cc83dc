/* Which waypoints an overlay level keeps, and the ports of its cells that follow from that.
 *
 * Of the waypoints of the level below that cross a border, one is kept for each pair of components
 * that they join and each window along the border, an eighth of a cell's side: the one that is
 * nearest to the window's middle, and of equal ones the first. Over a corner one for each pair.
 * Above level 1 a waypoint counts as where the middle of its region is, so that no region is
 * looked at there.
 *
 * Invariant: every pair of components that some waypoint joins has one that is kept. What is kept
 * of a border is found from the side that owns it, whichever cell is made, so both sides have the
 * same waypoints in the same order. */
#ifndef OVI_OVERLAY_BORDERS_H
#define OVI_OVERLAY_BORDERS_H

#include "overlay_parts.h"

/* A waypoint that is kept, or is a candidate: both its sides as place << 16 | port in the two
 * cells, the owner's first, and their labels there. */
typedef struct ovi_kept {
  uint32_t below[2];
  uint32_t labels[2];
  uint32_t window;
  uint32_t distance; /* from the window's middle */
} ovi_kept;

/* The ports of a cell. */
typedef struct ovi_cell_plan {
  uint32_t id;
  uint32_t ports, linked;
  uint32_t groups[OVI_GROUP_COUNT];
  uint32_t *below;         /* a port */
  uint32_t *linked_begins; /* a component, and one more */
  uint32_t *order;         /* ports, by component */
  uint64_t costs;          /* that its block stores */
  const ovi_part_labels *labels;
  bool too_large; /* there are more ports than a cell can have */
} ovi_cell_plan;

/* Plans a cell of the level that `parts` look at. What the plan points to is taken from
 * `scratch`. False: no memory. */
bool ovi_cell_plan_make(ovi_cell_plan *plan, ovi_overlay_parts *parts, uint32_t id,
                        ovi_scratch *scratch);

#endif
