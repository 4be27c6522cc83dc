/* Unfolding a route: from waypoints to legs, region by region, without windows.
 *
 * Invariant: each edge of a route has its way inside one region, and that way costs
 * what the edge says less the halves of the two steps. Most edges are an octile
 * move, one diagonal and one straight run, which is tried first; the others are
 * searched for. What comes out is as long as the route: the string that smoothing
 * pulls taut makes a good path of it. */
#ifndef OVI_UNFOLD_H
#define OVI_UNFOLD_H

#include "label_route.h"
#include "smooth.h"
#include "stretch.h"

/* Gives the legs of a route by labels, from the start's first to the last, which
 * ends in the goal; OVL_CORRUPT if it is no route. The start itself is not given. */
ovl_result ovi_unfold(ovi_stretch *stretch, ovi_label_walk *walk, ovl_cell start,
                      const ovl_stop *first, ovi_leg_sink sink);

#endif
