/* The state of a plan over the overlays: its three searches, and the stack of the steps that are
 * left of it. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_STATE_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_STATE_H

#include "coarse/overlay/overlay_search.h"

/* An edge of a plan: through a cluster, from one of its ports to another. Level 0 has regions. */
typedef struct ovi_overlay_step {
  uint64_t cost_to_go; /* units, from the middle of the crossing at the step's end */
  uint32_t cluster;
  uint16_t from, to;
  uint8_t level;
} ovi_overlay_step;

/* The steps that are left: the next one is at `top`, and the stack grows downwards. */
typedef struct ovi_overlay_stack {
  ovi_overlay_step *steps;
  uint32_t capacity;
  uint32_t top; /* capacity: it is empty */
} ovi_overlay_stack;

typedef enum ovi_overlay_stage {
  OVI_OVERLAY_IDLE,
  OVI_OVERLAY_GOAL,   /* costs spread from the goal, on the plan's level */
  OVI_OVERLAY_START,  /* costs spread from the start, on the same level */
  OVI_OVERLAY_REFINE, /* the cluster ahead is searched */
  OVI_OVERLAY_UNPACK  /* the cluster of the next step is searched, one level below */
} ovi_overlay_stage;

/* The meeting point of the cheapest path so far: where the search from the start meets the one from
 * the goal. */
typedef struct ovi_overlay_meeting {
  bool is_found;
  uint32_t level;
  uint32_t start, goal; /* nodes of the two searches; start is OVI_NO_NODE if the origin is a
                           waypoint on the border of the goal's region */
} ovi_overlay_meeting;

typedef struct ovi_overlay_plan {
  const ovi_layer *layer;
  ovi_overlay_search goal, start, ahead;
  ovi_half_cells goal_at;
  uint32_t goal_region, start_region;
  ovi_overlay_stage stage;
  uint32_t level; /* that is searched */
  uint64_t best;  /* units: cost of the cheapest way so far, or the bound */
  ovi_overlay_meeting meeting;
  /* While a level is refined: */
  uint32_t next_cluster;  /* of the level above: it is searched by `ahead` */
  bool exits_to_goal;     /* behind its exits the plan goes on by the goal's search */
  ovi_overlay_step after; /* otherwise the step behind its exits; or the step that is unpacked */
  ovi_overlay_stack stack;
} ovi_overlay_plan;

#endif
