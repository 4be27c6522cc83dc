/* The plan over overlays that a planner holds: what it was made for, and its stops. */
#ifndef OVERLAND_QUERY_OVERLAY_PLANNING_H
#define OVERLAND_QUERY_OVERLAY_PLANNING_H

#include "coarse/overlay/overlay_plan.h"
#include "coarse/refine/route_code.h"
#include "coarse/refine/route_stops.h"
#include "common/slice.h"

/* What a plan is for. */
typedef struct ovi_overlay_key {
  uint64_t world;
  uint32_t layer;
  ovl_cell goal;
  ovi_route_origin origin;
} ovi_overlay_key;

/* A plan that is asked for, for as long as the call that does. */
typedef struct ovi_overlay_request {
  const ovi_layer *layer;
  ovi_overlay_key key;
  uint64_t bound; /* the plan must cost less */
} ovi_overlay_request;

/* The stops of a plan, as far as they are unpacked. */
typedef struct ovi_overlay_stops {
  ovl_stop *stops;
  uint32_t *entered; /* the region behind each stop */
  uint32_t capacity, count;
  uint32_t last_cluster; /* the first stop that enters the last cluster of level 1 */
  bool is_whole;         /* they lead to the goal */
} ovi_overlay_stops;

typedef struct ovi_overlay_planning {
  ovi_overlay_plan plan;
  ovi_overlay_key key; /* of the plan that is held or being made */
  ovi_overlay_request request;
  ovi_stages stages;
  bool is_under_way;
  bool is_held;
  bool is_found;
  bool is_replan; /* what is under way begins at a route's next stop */
  uint64_t cost;  /* from the origin */
  ovi_overlay_stops list;
  ovi_known_stops known; /* of the route whose next segment is being searched for */
} ovi_overlay_planning;

/* Ends what is under way. */
static inline void ovi_overlay_planning_abandon(ovi_overlay_planning *planning) {
  planning->is_held = planning->is_held && !planning->is_under_way;
  planning->is_under_way = false;
  planning->is_replan = false;
}

#endif
