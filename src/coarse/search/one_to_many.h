/* Costs from a start to many cells, part by part.
 *
 * Costs are spread over the waypoint graph first, forward; then each part of the plane,
 * the box of regions around the start or another region, is searched once from all its
 * ports by which it is entered, each with what it costs. The box is searched from the start
 * as well.
 *
 * Invariant: every cost is that of a real way, exact inside each part; in the box it is the
 * least of all where it is below what leads out of the box. */
#ifndef OVERLAND_COARSE_SEARCH_ONE_TO_MANY_H
#define OVERLAND_COARSE_SEARCH_ONE_TO_MANY_H

#include "coarse/search/nearest_goal.h"
#include "common/status.h"

typedef struct ovi_one_to_many {
  const ovi_layer *layer;
  ovl_cell start;
  ovi_rectangle box; /* around the start */
  ovi_local_search *local;
  ovi_coarse_search *coarse;
  ovi_attachment *links; /* becomes the start's */
  bool is_linked;        /* the start is, and spreading has begun */
  bool is_spread;        /* over the waypoint graph; else only the box has costs */
  uint64_t ahead;        /* ports of the list's regions that are still to be entered; UINT64_MAX: no
                            matter how many */
} ovi_one_to_many;

/* Begins at an open cell; layer, start and the memory are set. */
void ovi_one_to_many_begin(ovi_one_to_many *spread);

/* How far to spread. */
typedef struct ovi_one_to_many_task {
  uint64_t bound;        /* to all that costs less, */
  const ovi_goals *list; /* or up to where all regions of a sorted list (NULL: none) are entered by
                            all ports there are */
  ovi_reachable reachable;
} ovi_one_to_many_task;

/* Spreads over the waypoint graph, until both searches have expanded so many together. OVI_FAILED:
 * spread->coarse has no room for it, or the world is corrupt. */
ovi_status ovi_one_to_many_run(ovi_one_to_many *spread, const ovi_one_to_many_task *task,
                               uint64_t expanded_end);

/* A part: UINT32_MAX is the box. */
#define OVI_SPREAD_BOX UINT32_MAX

bool ovi_one_to_many_is_in_box(const ovi_one_to_many *spread, uint32_t region);

/* Opens a part's window and seeds the search with what is known; false if nothing leads
 * into it. `bytes`: by neighbours, so that every cell gets its cost. A search that is paused
 * stays as it is. */
bool ovi_one_to_many_open(ovi_one_to_many *spread, uint32_t part, bool bytes);

/* Cost of a cell of the part once its search has ended; UINT64_MAX if it was not reached. */
uint64_t ovi_one_to_many_cost(const ovi_one_to_many *spread, ovl_cell cell);

#endif
