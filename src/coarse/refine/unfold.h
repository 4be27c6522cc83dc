/* Unfolding a route by labels: from waypoints to legs, region by region, without
 * windows.
 *
 * Invariant: each edge of a route has its way inside one region, and that way costs
 * what the edge says less the halves of the two steps. Most edges are an octile
 * move, one diagonal and one straight run, which is tried first; the others are
 * searched for. What comes out is as long as the route: the string that smoothing
 * pulls taut makes a good path of it.
 *
 * A route leads up to a hub and down from it. Costs are the same both ways, so both
 * halves are walked to the hub, by labels that are read no further than that hub;
 * the second half is then listed from its end. */
#ifndef OVERLAND_COARSE_REFINE_UNFOLD_H
#define OVERLAND_COARSE_REFINE_UNFOLD_H

#include "coarse/search/label_route.h"
#include "common/status.h"
#include "fine/leg.h"
#include "fine/local_search.h"
#include "fine/smooth/open_bits.h"

/* A route as it was found, and where to work. */
typedef struct ovi_unfold_task {
  const ovi_layer *layer; /* which is plain */
  ovl_cell start, goal;
  uint64_t cost;     /* of all */
  ovl_stop first;    /* its first waypoint */
  ovi_label_hub hub; /* on the way from there */
  uint32_t last;     /* port of the goal's region over which it arrives */
  ovl_stop *stops;   /* room for stops, at least one: with less than half the route
                        needs, parts of it are walked more than once */
  uint32_t capacity; /* of it */
  ovi_local_search *local;
  ovi_open_bits *bits; /* of the world */
} ovi_unfold_task;

typedef enum ovi_unfold_stage {
  OVI_UNFOLDS_TO_HUB,
  OVI_UNFOLDS_FROM_HUB,
  OVI_UNFOLDS_TO_GOAL
} ovi_unfold_stage;

/* An unfolding under way. */
typedef struct ovi_unfolding {
  ovi_unfold_task task;
  ovi_leg_sink sink;
  ovi_unfold_stage stage;
  ovl_cell at;
  uint64_t left;     /* from there to the goal */
  ovi_label_hub hub; /* ahead, on the way up */
  ovl_stop stop;     /* that is made for */
  uint32_t count;    /* stops behind the hub that are still to be passed */
  uint32_t listed;   /* of them, how many are listed; they are the next ones */
} ovi_unfolding;

void ovi_unfold_begin(ovi_unfolding *unfolding, const ovi_unfold_task *task, ovi_leg_sink sink);

/* Gives the legs of a route, from the start's first to the last, which ends in the goal. The start
 * itself is not given. OVI_FAILED: it is no route of this world. */
ovi_status ovi_unfold_run(ovi_unfolding *unfolding);

#endif
