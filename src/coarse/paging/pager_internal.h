/* What the parts of a pager share: keys, bits, faults and fetching. */
#ifndef OVERLAND_COARSE_PAGING_PAGER_INTERNAL_H
#define OVERLAND_COARSE_PAGING_PAGER_INTERNAL_H

#include "coarse/paging/pager.h"

/* Kinds of pages, in the upper bits of their keys. */
enum {
  OVI_PAGE_REGION,
  OVI_PAGE_TABLE,
  OVI_PAGE_ISLANDS, /* and one kind more for each profile */
  OVI_PAGE_OVERLAYS = OVI_PAGE_ISLANDS + OVL_MAX_PROFILES
};

static inline uint64_t ovi_page_key(uint32_t kind, uint64_t number) {
  return (uint64_t)kind << 48 | number;
}

static inline bool ovi_has_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load_explicit(&bits->words[at / 32], memory_order_acquire) >> (at % 32) & 1u) != 0;
}

/* In one order for all threads: of two neighbours that are checked at once, one sees the other. */
static inline void ovi_set_shared_bit(const ovi_shared_bits *bits, uint64_t at) {
  atomic_fetch_or(&bits->words[at / 32], 1u << (at % 32));
}

static inline bool ovi_sees_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load(&bits->words[at / 32]) >> (at % 32) & 1u) != 0;
}

/* Notes what is wrong; the first fault stays. */
void ovi_pager_note(ovi_pager *pager, ovl_result result, const ovl_fault *fault);

static inline bool ovi_pager_has_fault(const ovi_pager *pager) {
  return pager->cache == NULL ? atomic_load_explicit(&pager->file->fault, memory_order_relaxed) != 0
                              : pager->cache->failed != OVL_OK;
}

/* Whether a page was asked for in this task, and is not there yet. */
bool ovi_page_is_missing(const ovi_page_cache *cache, uint64_t key);

enum { OVI_MOST_AHEAD = 16 }; /* pages that are fetched at once */

/* What is to be fetched: pages one behind the other, in the file as in the cache. */
typedef struct ovi_fetching {
  uint64_t key;
  uint64_t at; /* in the file */
  const uint32_t *bytes;
  uint32_t count;  /* of pages */
  uint32_t region; /* for which it is fetched */
} ovi_fetching;

/* The first of the pages, unchecked; of several all come or, where there is no room, the first
 * alone. NULL: it can't be had, which is noted. */
ovi_page *ovi_pager_fetch(ovi_pager *pager, ovi_fetching *fetching);

#endif
