/* Routes over overlays: what a planner knows of one, and how a route names it.
 *
 * A route keeps where it was planned from, its origin, and the exit that its present plan leads
 * to. From the origin its stops are planned: those up to the end of the second cell of the lowest
 * overlay level, and coarser steps behind them. Once the exit lies in the last cell whose stops are
 * known, the route is planned anew from there, which becomes its origin; should that be dearer, the
 * old plan stays and the stops of one cell more of it are unpacked.
 *
 * Invariant: all of that follows from the route and the world. What the planner holds spares it
 * to be done again, and is plain data: no view of a world. */
#ifndef OVERLAND_QUERY_OVERLAY_ROUTE_H
#define OVERLAND_QUERY_OVERLAY_ROUTE_H

#include "coarse/overlay/overlay_plan.h"
#include "coarse/refine/route_stops.h"

/* What a route was planned from, and how many coarser steps of that plan were unpacked. */
typedef struct ovi_route_origin {
  uint32_t region; /* that holds the start, or that owns the waypoint */
  uint32_t place;  /* packed: see overlay_route.c */
  uint32_t pieces;
} ovi_route_origin;

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

void ovi_overlay_planning_reserve(ovi_overlay_planning *planning, ovi_arena *arena,
                                  ovi_overlay_needs needs);

/* Lets go of what is under way. */
static inline void ovi_overlay_planning_abandon(ovi_overlay_planning *planning) {
  planning->is_held = planning->is_held && planning->stage == OVI_PLANNING_IDLE;
  planning->stage = OVI_PLANNING_IDLE;
  planning->is_anew = false;
}

struct ovl_planner;

/* Plans from cell to cell for less than route->cost_to_go, and fills in the route if there is such
 * a way. OVL_BUSY: the expansions are spent, and it goes on when it is called again. */
ovl_result ovi_overlay_route_plan(struct ovl_planner *planner, const ovi_layer *layer,
                                  const ovl_query *query, ovl_route *route);

/* Sees to it that the planner knows the stops ahead of a route, which may be planned anew. */
ovl_result ovi_overlay_route_prepare(struct ovl_planner *planner, const ovi_layer *layer,
                                     ovl_route *route, ovi_known_stops *stops);

#endif
