/* The plan over overlays that a planner holds: what it is for, and its stops. */
#ifndef OVERLAND_QUERY_OVERLAY_PLANNING_H
#define OVERLAND_QUERY_OVERLAY_PLANNING_H

#include "coarse/overlay/overlay_plan.h"
#include "coarse/refine/route_code.h"
#include "coarse/refine/route_stops.h"

/* What a plan is for. */
typedef struct ovi_overlay_key {
  uint64_t world;
  uint32_t layer;
  ovl_cell goal;
  ovi_route_origin origin;
} ovi_overlay_key;

typedef enum ovi_planning_stage {
  OVI_PLANNING_IDLE,
  OVI_PLANNING_START, /* links the start, */
  OVI_PLANNING_GOAL,  /* and the goal */
  OVI_PLANNING_SEARCHES,
  OVI_PLANNING_UNPACKS
} ovi_planning_stage;

typedef struct ovi_overlay_planning {
  ovi_overlay_plan plan;
  ovi_overlay_needs needs; /* that it was made for */
  ovi_overlay_key key;     /* of what it holds, or is about */
  ovi_planning_stage stage;
  bool is_held;
  bool is_found;
  bool is_whole; /* the stops lead to the goal */
  bool is_anew;  /* it plans from an exit */
  uint64_t cost; /* from the origin */
  ovl_stop *stops;
  uint32_t *entered; /* the region behind each */
  uint32_t stop_capacity, stop_count;
  uint32_t last_cell;    /* the first stop that enters the last cell */
  ovi_known_stops known; /* of the route whose next stretch is searched for */
} ovi_overlay_planning;

/* Lets go of what is under way. */
static inline void ovi_overlay_planning_abandon(ovi_overlay_planning *planning) {
  planning->is_held = planning->is_held && planning->stage == OVI_PLANNING_IDLE;
  planning->stage = OVI_PLANNING_IDLE;
  planning->is_anew = false;
}

#endif
