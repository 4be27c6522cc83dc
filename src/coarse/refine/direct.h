/* Direct searches: one window of cells holds both start and goal, and no route is needed.
 *
 * On ground of several weights, or with heights, it is one search in a window that grows, region by
 * region, as the search comes to them, over the box of the regions of start and goal with one more
 * on each side. Once it has expanded as many cells as attaching both ends may take, and comes to
 * another region, it waits until a path through the graph is known, whose cost bounds it. So it
 * expands no cell that plain A* would not.
 *
 * On even ground, where jump points are fast, the window is the box of their regions; then the
 * larger box, anew. For wide bodies on ground of several weights, whose coarse routes are the
 * farthest from the optimum, the ends may lie one region further apart. A box is not widened on an
 * axis on which the window has no room for it. The answer is kept as long as the window is, so that
 * a query and the route that follows from it search once. */
#ifndef OVERLAND_COARSE_REFINE_DIRECT_H
#define OVERLAND_COARSE_REFINE_DIRECT_H

#include "coarse/view/layer.h"
#include "common/slice.h"
#include "fine/local_search.h"

enum {
  OVI_DIRECT_REGIONS = 2, /* start and goal are at most so many regions apart on either axis, */
  OVI_DIRECT_WIDE = 3,    /* and those of wide bodies on ground of several weights */
  OVI_DIRECT_WINDOW = 5   /* regions along the side of the largest window */
};

/* The window of a search that grows, of at most OVI_DIRECT_WINDOW^2 regions. */
typedef struct ovi_growing {
  bool in_use;       /* the search that is under way or waits grows */
  bool is_waiting;   /* for a path through the graph */
  bool leaves;       /* the search has come to the border of the window, and gone on */
  ovi_rectangle box; /* of regions: the window */
  uint32_t pasted;   /* a bit for each region of the box, row by row */
  uint64_t begun;    /* expansions when it began */
} ovi_growing;

/* The last direct search. */
typedef struct ovi_direct {
  uint64_t generation; /* of the window that holds the path; 0: no answer is kept */
  ovi_rectangle near;  /* the box of the regions of start and goal */
  ovi_growing growing;
  bool is_widened;         /* the window has one more region on each side */
  bool is_exact;           /* no path is cheaper */
  bool is_exact_but_links; /* only a route over links can be cheaper */
  uint64_t cost;           /* cost units */
  /* The query that it answers: */
  uint64_t world; /* fingerprint */
  uint32_t layer;
  ovl_cell start, goal;
} ovi_direct;

/* Searches from start to goal; the path is then in `local`, its cost in direct->cost, and
 * direct->is_exact says whether no path that leaves the window can be cheaper. A path that costs no
 * more than `promise` is known to exist; UINT64_MAX if none is. OVI_DONE, OVI_PAUSED; OVI_NONE:
 * they are too far apart, no path leads inside the window, or the search waits for a promise
 * (direct->growing.is_waiting): the same call with one goes on, as long as the window is kept. */
ovi_status ovi_direct_find(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                           ovl_cell start, ovl_cell goal, uint64_t promise);

#endif
