/* The state of a plan over the overlays: the costs at both ends, its search, and the stack of the
 * steps that are left of it. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_STATE_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_STATE_H

#include "coarse/overlay/overlay_end.h"
#include "coarse/overlay/overlay_search.h"

/* The kinds of steps of a plan through a cluster. */
typedef enum ovi_step_kind {
  OVI_STEP_THROUGH, /* from one of its ports to another; the only kind on level 0, of regions */
  OVI_STEP_OUT,     /* from a port of the start's part to a port */
  OVI_STEP_INSIDE,  /* from a port of the start's part to one of the goal's */
  OVI_STEP_IN       /* from a port to one of the goal's part */
} ovi_step_kind;

typedef struct ovi_overlay_step {
  uint64_t cost_to_go; /* cost units, from the middle of the crossing at the step's end */
  uint32_t cluster;
  uint16_t from, to; /* ports of the cluster, or of the part where the kind says so */
  uint8_t level;
  uint8_t kind; /* an ovi_step_kind */
} ovi_overlay_step;

/* How a route crosses at a stop: the region that it enters there, and the ports by which it leaves
 * the region before and enters that one. */
typedef struct ovi_crossing {
  uint32_t entered;
  uint16_t left_by, entered_by;
} ovi_crossing;

/* The steps that are left: the next one is at `top`, and the stack grows downwards. */
typedef struct ovi_overlay_stack {
  ovi_overlay_step *steps;
  uint32_t capacity;
  uint32_t top; /* capacity: it is empty */
} ovi_overlay_stack;

/* How the cheapest path leads from the start's cluster of a level to the goal's. */
typedef enum ovi_overlay_way {
  OVI_WAY_NONE,    /* there is none so far */
  OVI_WAY_ORIGIN,  /* the origin is a waypoint on the border of the goal's region */
  OVI_WAY_JOINED,  /* over the border that they share, through a cluster beside both, or over inner
                      ports of the cluster of the next level that holds both */
  OVI_WAY_SEARCHED /* as a search found */
} ovi_overlay_way;

/* The middle of the cheapest path so far. */
typedef struct ovi_overlay_meeting {
  ovi_overlay_way way;
  uint32_t level;
  uint32_t from, to;     /* ports by which the start's cluster is left, and the goal's is entered */
  uint32_t cost;         /* OVI_WAY_JOINED: exact, between both; 0: they are the same waypoint */
  ovi_overlay_step over; /* and else the step between them */
  uint32_t node;         /* OVI_WAY_SEARCHED: the last one, which leads to the goal's cluster */
} ovi_overlay_meeting;

typedef struct ovi_overlay_plan {
  const ovi_layer *layer;
  ovi_overlay_end goal, start;
  ovi_overlay_search search;
  ovl_cell target;   /* the goal */
  uint64_t *between; /* of each level: costs from the start to the inner ports of its cluster of the
                        next one, OVI_MOST_INNER; of costs to any region alone */
  ovi_stage_run stages;
  uint32_t level; /* of the stage */
  uint64_t best;  /* cost units: cost of the cheapest way so far, or the limit; at last, exact */
  uint64_t limit; /* the plan costs less */
  ovi_overlay_meeting meeting;
  ovi_overlay_stack stack;
  bool corrupt;
} ovi_overlay_plan;

#endif
