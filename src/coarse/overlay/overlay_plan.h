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

#include "coarse/overlay/overlay_search.h"
#include "coarse/search/attach.h"

/* An edge of a plan: through a cell, from one of its ports to another. */
typedef struct ovi_overlay_step {
  uint64_t cost_to_go; /* units, from the middle of the crossing at its end */
  uint32_t cell;
  uint16_t from, to;
  uint8_t level;
} ovi_overlay_step;

typedef enum ovi_overlay_stage {
  OVI_OVERLAY_IDLE,
  OVI_OVERLAY_GOAL,    /* spreads from the goal */
  OVI_OVERLAY_START,   /* and from the start, on the same level */
  OVI_OVERLAY_REFINES, /* searches the cell ahead */
  OVI_OVERLAY_UNPACKS  /* a coarser step */
} ovi_overlay_stage;

typedef enum ovi_overlay_status {
  OVI_OVERLAY_FOUND,
  OVI_OVERLAY_NONE,   /* no way below the bound */
  OVI_OVERLAY_PAUSED, /* the budget is spent: go on by calling again */
  OVI_OVERLAY_FULL,
  OVI_OVERLAY_CORRUPT
} ovi_overlay_status;

typedef struct ovi_overlay_plan {
  const ovi_layer *layer;
  ovi_half_cells goal_at;
  ovi_overlay_search goal, start, ahead;
  uint32_t goal_region, start_region;
  ovi_overlay_stage stage;
  uint32_t level; /* that is searched */
  /* The best meeting so far. */
  uint64_t best;
  uint32_t meet_level;
  uint32_t meet_start, meet_goal; /* nodes of the two searches; OVI_NO_NODE: the origin leads
                                     straight to the goal */
  bool has_met;
  uint32_t next_cell;     /* that is searched ahead, of the level above */
  bool exits_to_goal;     /* from there the goal's own search goes on */
  ovi_overlay_step after; /* else this is the step behind */
  /* What is left: */
  ovi_overlay_step *steps; /* a stack that grows downwards */
  uint32_t step_capacity, top;
} ovi_overlay_plan;

/* Most ports of regions, and of the cells of overlays. */
typedef struct ovi_overlay_needs {
  uint32_t region_ports, cell_ports;
  uint32_t levels; /* 0: nothing is taken */
} ovi_overlay_needs;

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs);

/* What a plan begins at: a cell by its links, or a waypoint on which nobody turns round. */
typedef struct ovi_overlay_origin {
  const ovi_attachment *links; /* or NULL: */
  uint32_t region, port;       /* the region that is entered, and by which of its ports */
} ovi_overlay_origin;

/* And what it leads to. */
typedef struct ovi_overlay_goal {
  const ovi_attachment *links;
  ovl_cell cell;
} ovi_overlay_goal;

/* Begins to plan for less than `bound`. */
void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound);

/* Goes on; takes from the budget what was expanded. The cost is plan->best. */
ovi_overlay_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget);

/* Whether the next step is one between regions' waypoints; false if it is coarser, or there is
 * none: the goal's region has been reached. */
bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan);
static inline bool ovi_overlay_plan_is_over(const ovi_overlay_plan *plan) {
  return plan->top == plan->step_capacity;
}

/* Takes the next step, which is fine, as a stop, and tells the region that it enters. False: it is
 * no step of the layer. */
bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovl_stop *stop,
                           uint32_t *entered);

/* Unpacks the next step until it is fine. */
ovi_overlay_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer,
                                           uint64_t *budget);

#endif
