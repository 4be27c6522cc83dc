/* Fetching pages of a paged file into a cache, with the faults that come up.
 *
 * Invariant: the first fault of a task stays; after it nothing is fetched. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_FETCH_H
#define OVERLAND_COARSE_PAGING_PAGER_FETCH_H

#include "coarse/paging/page_cache.h"
#include "coarse/paging/paged_file.h"
#include "coarse/view/source.h"

/* Reads a paged file for the layers that have it as their source. */
typedef struct ovi_pager {
  ovi_source source; /* first, so that a source is cast to its pager */
  ovi_paged_file *file;
  ovi_page_cache *cache; /* NULL: the file is in memory */
} ovi_pager;

/* Kinds of pages, in the upper bits of their keys. */
enum {
  OVI_PAGE_REGION,
  OVI_PAGE_TABLE,
  OVI_PAGE_ISLANDS, /* one kind for each profile */
  OVI_PAGE_OVERLAYS = OVI_PAGE_ISLANDS + OVL_MAX_PROFILES,
  OVI_PAGE_LABELS = OVI_PAGE_OVERLAYS + OVL_MAX_PROFILES
};

static inline uint64_t ovi_page_key(uint32_t kind, uint64_t number) {
  return (uint64_t)kind << 48 | number;
}

/* Records a fault, if it is the first. */
void ovi_pager_note(ovi_pager *pager, ovl_result result, const ovl_fault *fault);

/* The fault that was recorded; `what` is "" if there is none. Of a file in memory it may also be
 * "" while another thread records the first one. */
ovl_fault ovi_pager_fault(const ovi_pager *pager);

static inline bool ovi_pager_has_fault(const ovi_pager *pager) {
  return pager->cache == NULL ? atomic_load_explicit(&pager->file->fault, memory_order_relaxed) != 0
                              : pager->cache->failed != OVL_OK;
}

enum { OVI_MOST_AHEAD = 16 }; /* pages that are fetched at once */

/* Pages to be fetched, which follow each other in the file and in the cache. */
typedef struct ovi_fetching {
  uint64_t key; /* of the first page */
  uint64_t at;  /* in the file */
  const uint32_t *bytes;
  uint32_t count; /* of pages */
} ovi_fetching;

/* Fetches pages and returns the first, unchecked. If there is no room for several, the first comes
 * alone. NULL: it could not be fetched, which is recorded. */
ovi_page *ovi_pager_fetch(ovi_pager *pager, ovi_fetching *fetching);

#endif
