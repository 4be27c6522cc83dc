/* Refinement: finds the next segment of a route, cell by cell, in a window of two or three regions.
 *
 * Invariant: route->cost_to_go never rises while a unit follows its segments. Each window contains
 * the rest of the plan before and the region of the route's next edge, so that the best path in it
 * costs no more than was promised; the unit walks the segment, and the promise falls by what it
 * costs. So no unit turns back for ever, and none walks more than its route cost. A route that
 * breaks this does not belong to the world.
 *
 * Windows know nothing of links. Where the route takes one, the window ends at the cell where the
 * link begins; from there the next segment is the link alone. */
#ifndef OVERLAND_COARSE_REFINE_REFINE_H
#define OVERLAND_COARSE_REFINE_REFINE_H

#include "coarse/refine/direct.h"
#include "coarse/refine/route_stops.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/region_box.h"
#include "common/slice.h"
#include "fine/local_search.h"
#include "overland.h"

/* Most regions in a window along a route; their box is no larger than 3 x 3. */
enum { OVI_WINDOW_REGIONS = 3 };

/* Regions along the side of the largest window where turns cost; where steps have exceptions, for
 * which there is less memory, OVI_DIRECT_WINDOW. */
enum { OVI_TURNS_WINDOW = 8 };

typedef struct ovi_refiner {
  ovi_local_search local; /* the window, and the segment found last */
  ovi_local_search ends;  /* the window of one region in which start and goal are attached */
  uint32_t link;          /* number of the link that the segment is; OVI_NO_LINK: it is cells */
  bool link_back;         /* the link is taken from its second end to its first */
  uint64_t link_cost;     /* cost units */
  uint64_t since;         /* version that the route was begun in; UINT64_MAX: the present one */
  bool tries_own;         /* the best exit was tried; the search is now for the route's own */
  ovi_direct direct;
  ovi_ground_tiles tiles; /* of the ground that smoothing reads */
} ovi_refiner;

/* Takes memory for worlds with regions of up to region_cells x region_cells; needs.most_exceptions
 * are those of one region. */
void ovi_refiner_reserve(ovi_refiner *refiner, ovi_arena *arena, int32_t region_cells,
                         ovi_local_search_needs needs);

/* Forgets the direct answer, so that what follows does not depend on earlier calls. */
static inline void ovi_refiner_forget(ovi_refiner *refiner) { refiner->direct.generation = 0; }

/* Finds the next segment of a route, into refiner->local, and moves the route on. Of a route over
 * overlays `known` are the stops ahead; of one by labels these are read. OVI_CORRUPT: it does not
 * belong to this world. OVI_PAUSED: the route is as it was, and the same call goes on.
 *
 * The segment begins at `from`. If that is not the route's position, it leads to the farthest stop
 * in one window of 3 x 3 regions, and the cost to go is that of the path found: it may be higher
 * than before. OVI_NONE: no path leads there in such a window. */
ovi_status ovi_refine_next(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                           ovl_route *route, ovl_cell from, const ovi_known_stops *known);

#endif
