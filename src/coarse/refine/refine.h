/* Refinement: from a route to cells, a window of two or three regions at a time.
 *
 * Invariant: cost_to_go, the promise, never rises. Each window contains all that
 * is left of the plan before and the region of the route's next edge, so the
 * best way in it costs no more than was promised; the unit then walks on, and
 * the promise falls by what it walked. So no walk turns back for ever and none
 * costs more than its route. A route that breaks this is no route of the world:
 * OVL_CORRUPT. In a later version than it was begun in, stops must not have been rebuilt in
 * between: see route_stops.h.
 *
 * Windows know nothing of links. Where the route takes one, the window ends at the cell that it
 * leads from; once the unit stands there, the next stretch is the link alone. */
#ifndef OVERLAND_COARSE_REFINE_REFINE_H
#define OVERLAND_COARSE_REFINE_REFINE_H

#include "coarse/refine/route_stops.h"
#include "coarse/view/region_box.h"
#include "fine/local_search.h"
#include "overland.h"

enum {
  OVI_WINDOW_REGIONS = 3, /* regions in a window at the most; their box is no larger than 3 x 3 */
  OVI_DIRECT_REGIONS = 2, /* cells whose regions are no farther apart are near */
  OVI_BOX_REGIONS = 5     /* side of the largest box: near, and one region around */
};

typedef struct ovi_refiner {
  ovi_local_search stretch; /* what was found last */
  /* The link that the stretch is instead, from its first cell to its second: */
  uint32_t link; /* its number; OVI_NO_NUMBER: it is none */
  bool link_back;
  uint64_t link_cost;
  uint64_t since; /* the version that the route was begun in, if not in that which it goes on in;
                     else UINT64_MAX */
  bool tries_own; /* of two exits that a window has, the second is being tried */
  /* The direct answer, which holds while the window is of this generation; 0: there is none. */
  uint64_t direct_generation;
  bool near_widened; /* the window is the larger box */
  uint64_t near_world;
  uint32_t near_layer;
  ovl_cell near_start, near_goal;
  uint32_t near_turn_cost; /* what it was searched with, */
  uint32_t near_percent;   /* which a call that goes on with a route need not share */
  uint64_t near_cost;
  bool near_exact;
} ovi_refiner;

/* Takes memory for worlds with regions of up to region_cells; exceptions are those of
 * one region. */
void ovi_refiner_reserve(ovi_refiner *refiner, ovi_arena *arena, int32_t region_cells,
                         ovi_local_search_needs needs);
void ovi_refiner_clear(ovi_refiner *refiner);

/* Forgets the direct answer, where what follows may not depend on earlier calls. */
static inline void ovi_refiner_forget(ovi_refiner *refiner) { refiner->direct_generation = 0; }

/* The next stretch of a route, into refiner->stretch; moves the route on. The stops
 * are those of a route that lists them; labels tell the others. OVL_BEGIN_AGAIN: it has passed the
 * last stop that is known. OVL_BUSY: the search is paused; the route is as it was, and the same
 * call goes on. */
ovl_result ovi_refine_next(ovi_refiner *refiner, const ovi_layer *layer, ovi_label_table *labels,
                           ovl_route *route, ovi_known_stops stops);

typedef enum ovi_direct {
  OVI_DIRECT_EXACT, /* found, and no way is cheaper */
  OVI_DIRECT_BOUND, /* found, but a way around outside the window may be cheaper */
  OVI_DIRECT_NONE,  /* not near, or no way in the window */
  OVI_DIRECT_PAUSED /* the search is paused: it goes on when asked again */
} ovi_direct;

/* One search for start and goal that are near each other: of their regions' box,
 * or of that and the regions around it if the way may lead outside. A way that costs no more
 * than `promise` is known to be there; UINT64_MAX if nothing is known. */
ovi_direct ovi_direct_find(ovi_refiner *refiner, const ovi_layer *layer, ovl_cell start,
                           ovl_cell goal, uint64_t promise);

#endif
