/* Moves the waypoints of a route along their borders, where that makes it cheaper.
 *
 * A plan over overlays crosses the borders of clusters at the few waypoints that their levels keep.
 * Where another one of such a border is better for the way from the stop before to the stop behind,
 * a run of stops around it is placed anew: on those waypoints of the same borders over which the
 * way from the stop before the run to the one behind it costs least, by dynamic programming from
 * border to border.
 *
 * Invariant: a run costs no more than it did, and enters the same regions. */
#ifndef OVERLAND_COARSE_OVERLAY_OVERLAY_POLISH_H
#define OVERLAND_COARSE_OVERLAY_OVERLAY_POLISH_H

#include "coarse/overlay/overlay_plan.h"
#include "coarse/view/ports.h"

/* Most stops of a run. */
enum { OVI_POLISHED_STOPS = 6 };

/* The stops ahead on a route. */
typedef struct ovi_overlay_ahead {
  const ovi_stop *stops; /* the next ones, at least one */
  const ovi_crossing *crossings;
  uint32_t count;
  ovi_overlay_origin from;    /* the start, or the waypoint that was passed last */
  uint64_t cost_to_go;        /* cost units, from there */
  const ovi_attachment *goal; /* of the goal, if the stops lead to it; NULL: others follow, and the
                                 last of these stays */
} ovi_overlay_ahead;

typedef struct ovi_polished_run {
  ovi_stop stops[OVI_POLISHED_STOPS];
  uint32_t count;
  ovi_overlay_port entered; /* at the last one: the region, and its port */
  uint64_t saved;           /* cost units, that the route now costs less */
} ovi_polished_run;

/* Finds the next stops of a route: a run that was placed anew, or some stops as they are. False if
 * the layer has no such stops. Reads the regions between them. */
bool ovi_overlay_polish(const ovi_layer *layer, const ovi_overlay_ahead *ahead,
                        ovi_polished_run *run);

#endif
