/* Which waypoints an overlay level keeps, and the ports of its cells that follow from that.
 *
 * Of the waypoints of the level below that cross a border, one is kept for each window along the
 * border, an eighth of a cell's side, and each pair of linked components of what lies below that
 * they join there: the one that is nearest to the window's middle, and of equal ones the first.
 * Over a corner one for each pair. So both banks of a river are kept, though there may be a bridge
 * somewhere in the cell.
 * Above level 1 a waypoint counts as where the middle of its region is, so that no region is
 * looked at there.
 *
 * Invariant: every pair of components that some waypoint joins has one that is kept. What is kept
 * of a border is found from the side that owns it, whichever cell is made, so both sides have the
 * same waypoints in the same order. */
#ifndef OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BORDERS_H
#define OVERLAND_COARSE_OVERLAY_MAKE_OVERLAY_BORDERS_H

#include "coarse/overlay/make/overlay_contents.h"

/* A waypoint that is kept, or is a candidate: both its sides as place << 16 | port in the two
 * cells, the owner's first, and their labels there. */
typedef struct ovi_kept {
  uint32_t below[2];
  uint32_t labels[2];
  uint32_t cliques[2]; /* and the linked components of what lies there */
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
bool ovi_cell_plan_make(ovi_cell_plan *plan, ovi_overlay_contents *parts, uint32_t id,
                        ovi_scratch *scratch);

/* The same from the block that the cell has, whose ports and components are known to be right. */
bool ovi_cell_plan_read(ovi_cell_plan *plan, ovi_overlay_contents *parts, uint32_t id,
                        ovi_scratch *scratch);

/* Whether the block that a cell has is of that plan. */
bool ovi_cell_plan_is_there(const ovi_cell_plan *plan, const ovi_overlay_contents *parts);

/* Whether the borders of a cell are the same in two versions, `was` and `is`: all that crosses them
 * has the same names and places, and is joined inside in the same way. If so, the ports of the cell
 * and of its neighbours are the same, as far as it decides about them. OVL_NO_MEMORY: no memory. */
ovl_result ovi_cell_borders_stay(ovi_overlay_contents *was, ovi_overlay_contents *is, uint32_t id,
                                 ovi_scratch *scratch, bool *stay);

#endif
