/* Refinement: from a route to cells, a window of two or three regions at a time.
 *
 * Invariant: cost_to_go, the promise, never rises. Each window contains all that
 * is left of the plan before and the region of the route's next edge, so the
 * best way in it costs no more than was promised; the unit then walks on, and
 * the promise falls by what it walked. So no walk turns back for ever and none
 * costs more than its route. A route that breaks this is no route of the world:
 * OVI_FAILED. In a later version than it was begun in, stops must not have been rebuilt in
 * between: see route_stops.h.
 *
 * Windows know nothing of links. Where the route takes one, the window ends at the cell that it
 * leads from; once the unit stands there, the next stretch is the link alone. */
#ifndef OVERLAND_COARSE_REFINE_REFINE_H
#define OVERLAND_COARSE_REFINE_REFINE_H

#include "coarse/refine/direct.h"
#include "coarse/refine/route_stops.h"
#include "coarse/view/region_box.h"
#include "common/status.h"
#include "fine/local_search.h"
#include "overland.h"

/* Most regions in a window along a route; their box is no larger than 3 x 3. */
enum { OVI_WINDOW_REGIONS = 3 };

typedef struct ovi_refiner {
  ovi_local_search local; /* what was found last */
  /* The link that the stretch is instead, from its first cell to its second: */
  uint32_t link; /* its number; OVI_NO_LINK: it is none */
  bool link_back;
  uint64_t link_cost;
  uint64_t since; /* the version that the route was begun in, if not in that which it goes on in;
                     else UINT64_MAX */
  bool tries_own; /* of two exits that a window has, the second is being tried */
  ovi_direct direct;
} ovi_refiner;

/* Takes memory for worlds with regions of up to region_cells; exceptions are those of
 * one region. */
void ovi_refiner_reserve(ovi_refiner *refiner, ovi_arena *arena, int32_t region_cells,
                         ovi_local_search_needs needs);
void ovi_refiner_clear(ovi_refiner *refiner);

/* Forgets the direct answer, where what follows may not depend on earlier calls. */
static inline void ovi_refiner_forget(ovi_refiner *refiner) { refiner->direct.generation = 0; }

/* Finds the next segment of a route, into refiner->local, and moves the route on. `stops` are those
 * of a route that lists them; of others the labels are read. OVI_NONE: the route has passed the
 * last stop that is known. OVI_FAILED: it is no route of this world. OVI_PAUSED: the route is as it
 * was, and the same call goes on. */
ovi_status ovi_refine_next(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                           ovl_route *route, ovi_known_stops stops);

#endif
