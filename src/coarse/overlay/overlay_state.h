/* The state of a plan over the overlays: the costs at both ends, its search, and the stack of the
 * steps that are left of it. */
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
  OVI_OVERLAY_SPREAD, /* costs spread to a level from the one below */
  OVI_OVERLAY_SEARCH  /* the level is searched */
} ovi_overlay_stage;

/* The start or the goal of a plan. */
typedef struct ovi_overlay_end {
  uint32_t region;
  uint32_t port;   /* of the region that is entered there, where a plan begins at a waypoint; else
                      UINT32_MAX */
  uint64_t *costs; /* units, of the ports of the region, and of its cluster of each level, to or
                      from the end; UINT64_MAX: none */
  uint32_t region_ports, cluster_ports; /* room for so many */
} ovi_overlay_end;

/* The costs of an end on a level. */
static inline uint64_t *ovi_overlay_end_costs(const ovi_overlay_end *end, uint32_t level) {
  return level == 0 ? end->costs
                    : end->costs + end->region_ports + (uint64_t)(level - 1) * end->cluster_ports;
}

/* The meeting point of the cheapest path so far: where the search from the start meets the costs of
 * the goal. */
typedef struct ovi_overlay_meeting {
  bool is_found;
  uint32_t level;
  uint32_t node; /* of the search; OVI_NO_NODE if the origin is a waypoint on the border of the
                    goal's region */
  uint32_t port; /* of the goal's cluster, on the other side of the node */
} ovi_overlay_meeting;

typedef struct ovi_overlay_plan {
  const ovi_layer *layer;
  ovi_overlay_end goal, start;
  ovi_overlay_search search;
  ovi_shortcuts bound; /* on the cost to go to the goal */
  ovi_overlay_stage stage;
  uint32_t level; /* of the stage */
  uint64_t best;  /* units: cost of the cheapest way so far, or the bound */
  ovi_overlay_meeting meeting;
  ovi_overlay_stack stack;
  bool corrupt;
} ovi_overlay_plan;

#endif
