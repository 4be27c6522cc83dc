/* What lies ahead of a route, stop by stop, wherever the stops are told. */
#ifndef OVERLAND_COARSE_REFINE_ROUTE_STOPS_H
#define OVERLAND_COARSE_REFINE_ROUTE_STOPS_H

#include "coarse/refine/route_age.h"
#include "coarse/search/label_route.h"
#include "overland.h"

/* A stop as a walk uses it. */
typedef struct ovi_stop_view {
  ovl_cell near, far; /* the cells before and after its step */
  uint32_t next;      /* the region after it */
  uint32_t link;      /* the number of the link that it is, or OVI_NO_NUMBER */
} ovi_stop_view;

/* False: it is no stop of the layer. */
bool ovi_stop_look(const ovi_layer *layer, const ovl_stop *stop, ovi_stop_view *view);

/* The stops of a route that lists them, as far as they are known: the first `count`. Or those that
 * a planner found ahead of a route over overlays. */
typedef struct ovi_known_stops {
  const ovl_stop *stops;
  size_t count;
  bool is_planned;
  /* Then: */
  bool is_whole; /* they lead to the goal */
  uint32_t at;   /* which of them the route's exit is, or stands for */
} ovi_known_stops;

/* Where a route is: the stop that the present plan leads to, and what comes behind
 * it, told by the caller's list or by labels. */
typedef struct ovi_ahead {
  const ovi_layer *layer;
  ovi_route_age age;
  ovl_stop stop;
  bool at_goal; /* the plan leads to the goal itself */
  bool at_link; /* or to a link */
  /* A route by labels: */
  ovi_label_walk walk;
  /* A route that lists its stops, or whose planner does: */
  bool lists;
  bool is_planned;
  const ovl_stop *stops;
  uint32_t count, at;
  uint32_t known; /* how many of them are listed */
  bool at_end;    /* the plan leads over the last one that is */
} ovi_ahead;

/* Begins where the route's present plan leads to. False: it is no route of the world, or labels
 * can't be trusted any more. */
bool ovi_ahead_begin(ovi_ahead *ahead, ovi_route_age age, ovi_label_table *labels,
                     const ovl_route *route, ovi_known_stops stops);

/* Whether a stop is what it was when the route was begun, and can be gone on from. */
bool ovi_ahead_lasts(const ovi_ahead *ahead, const ovi_stop_view *stop);

/* Moves on to the next stop or the goal. */
bool ovi_ahead_go(ovi_ahead *ahead);

/* A region that lies no farther than two from another, as a number from 1 to 25; and the region of
 * such a number, UINT32_MAX if there is none. */
uint8_t ovi_kept_code(const ovi_layer *layer, uint32_t from, uint32_t region);
uint32_t ovi_kept_region(const ovi_layer *layer, uint32_t from, uint8_t code);

/* A route over overlays keeps two waypoints, and so names the one that its present plan leads to by
 * where its region lies from that of its position: 6 bits of exit_stop. */
#define OVI_EXIT_SHIFT 16
#define OVI_EXIT_BITS ((uint32_t)63 << OVI_EXIT_SHIFT)

/* That exit; its region is UINT32_MAX if there is none such. */
ovl_stop ovi_planned_exit(const ovi_layer *layer, const ovl_route *route);

/* Makes a stop the exit of a route whose position and cost_to_go are set. False: it lies too far
 * away. */
bool ovi_set_planned_exit(const ovi_layer *layer, ovl_route *route, const ovl_stop *stop);

#endif
