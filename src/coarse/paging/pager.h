/* Regions that are checked, and fetched if need be, when they are first read.
 *
 * A region that is corrupt or not loaded yet is replaced by a placeholder, a closed region without
 * waypoints, and the pager records why. So the code that reads a world need not know of it: a call
 * looks at the outcome at its end, and gives no answer that came of a placeholder.
 *
 * Invariant: what is given has passed the same check as a region of a world that was checked whole,
 * but for what lies beyond its borders. Two regions that are pinned at once know the same
 * waypoints, unless one is a placeholder: a search that crosses a border checks that the other side
 * knows the waypoint. A region that was given as a placeholder stays one until the task begins
 * again. One that was given as it is stays so while it is pinned; after ovi_layer_unpin it may come
 * as a placeholder, so a caller that unpins keeps nothing that depends on what it read before. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_H
#define OVERLAND_COARSE_PAGING_PAGER_H

#include "coarse/paging/pager_fetch.h"

/* A pager of a file in memory, or with a cache of one that is read by a reader. */
ovi_pager ovi_pager_make(ovi_paged_file *file, ovi_page_cache *cache);

/* Begins a task: what was touched before may leave the cache. */
void ovi_pager_begin(ovi_pager *pager);

/* Starts the task again from its beginning: what was touched stays. */
void ovi_pager_begin_again(ovi_pager *pager);

/* OVL_OK, or why an answer from what was read since cannot be trusted. */
static inline ovl_result ovi_pager_outcome(const ovi_pager *pager) {
  return pager->source.outcome(&pager->source);
}

#endif
