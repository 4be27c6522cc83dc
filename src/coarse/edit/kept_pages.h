/* A source that keeps a copy of all that is read through it, for an edit of a world that is read by
 * a reader: what an edit reads around its cells is fetched once, however often the reader is late
 * later, and the cache of the world need not hold more than a region, or the front and the tables
 * of a cluster, with its part of the table.
 *
 * Invariant: a copy does not move and is not released before the source is. Regions that were
 * copied have the same waypoints on their borders. After anything was read through this source,
 * nothing that was read from the pager itself is pinned. */
#ifndef OVERLAND_COARSE_EDIT_KEPT_PAGES_H
#define OVERLAND_COARSE_EDIT_KEPT_PAGES_H

#include "coarse/paging/pager.h"
#include "common/buffer.h"
#include "common/number_map.h"
#include "common/scratch.h"

typedef struct ovi_kept_pages {
  ovi_source source; /* first, so that a source is cast to this */
  ovi_pager *pager;
  ovi_copied_blocks copied;
  ovi_scratch scratch;    /* holds the copies */
  ovi_buffer pages;       /* a list of copies: see kept_pages.c */
  ovi_number_map places;  /* of each in that list, by its key */
  ovi_number_map islands; /* by profile, region and component */
  bool failed;            /* there was no memory for a copy */
} ovi_kept_pages;

/* Begins without copies; allocates nothing yet. It must not be moved. */
void ovi_kept_pages_begin(ovi_kept_pages *kept, ovi_pager *pager, const ovl_allocator *allocator);

/* Releases all copies. It was begun, or is all zeros. */
void ovi_kept_pages_release(ovi_kept_pages *kept);

#endif
