/* The source of layers whose regions are checked, and fetched if need be, when they are first read.
 *
 * A region that is corrupt or could not be read is replaced by a placeholder, a closed region
 * without waypoints, and the pager records why. Code that reads a world ignores this: a call checks
 * the outcome at its end, and returns no answer that depends on a placeholder.
 *
 * Invariant: a block that is returned has passed the same check as a region of a world that was
 * checked whole, except for its borders. Two regions that are pinned at once have the same
 * waypoints on their border, unless one is a placeholder; so a search that crosses a border checks
 * that the other region has the waypoint. A region that was returned as a placeholder stays one
 * until the task is over. A region that was returned as it is stays so while it is pinned;
 * after ovi_layer_unpin it may come back as a placeholder, so a caller that unpins keeps nothing
 * that depends on the regions that it read before. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_H
#define OVERLAND_COARSE_PAGING_PAGER_H

#include "coarse/paging/pager_fetch.h"

/* A pager of a file in memory, or with a cache of one that is read by a reader. */
ovi_pager ovi_pager_make(ovi_paged_file *file, ovi_page_cache *cache);

/* Begins a task: what was touched before may leave the cache. */
void ovi_pager_begin(ovi_pager *pager);

/* OVL_OK, or why an answer from what was read since cannot be trusted. */
static inline ovl_result ovi_pager_outcome(const ovi_pager *pager) {
  return pager->source.outcome(&pager->source);
}

#endif
