/* Memory for what was fetched of a world file: pages of any length in one piece of memory.
 *
 * Pages lie one behind the other and fill it; some are free. A hand goes round over them: where
 * room is asked for, it passes over pages that were used since it came by last, and over those of
 * the task under way, and takes the first run of others that is long enough (the second chance, or
 * clock, of Corbato, "A paging experiment with the Multics system", 1968).
 *
 * Invariant: a page stays where it is while its stamp is the cache's, so what was given to a task
 * can be looked into until it ends. */
#ifndef OVERLAND_COARSE_PAGING_PAGE_CACHE_H
#define OVERLAND_COARSE_PAGING_PAGE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "overland_stream.h"

#define OVI_FREE_PAGE UINT64_MAX /* the key of what is free */

/* In front of its bytes, which are aligned to 8. */
typedef struct ovi_page {
  uint64_t key;
  uint32_t units;       /* of 8 bytes, this included */
  uint32_t next;        /* of its bucket: place in units and one; 0: none */
  uint32_t stamp;       /* of the task that it was touched in last */
  uint16_t is_used;     /* since the hand came by */
  uint16_t was_checked; /* else its bytes are as they were fetched */
} ovi_page;

enum { OVI_PAGE_UNIT = 8, OVI_MOST_MISSING = 256 };

/* What is asked for and is not there yet. */
typedef struct ovi_missing_page {
  uint64_t key;
  uint32_t region; /* that it was asked for */
} ovi_missing_page;

typedef struct ovi_page_cache {
  uint8_t *memory;
  uint64_t units;    /* of 8 bytes */
  uint32_t *buckets; /* a power of two */
  uint32_t bucket_mask;
  uint32_t stamp;
  uint64_t hand;        /* in units */
  uint64_t taken_units; /* by pages that are not free */
  const void *file;     /* whose pages these are */
  /* Of the task under way: */
  ovl_result failed; /* OVL_OK: nothing went wrong */
  ovl_fault fault;
  uint64_t bytes_needed; /* if it is OVL_PLANNER_TOO_SMALL: what might do */
  uint32_t missing_count;
  ovi_missing_page missing[OVI_MOST_MISSING];
  /* Since it was made: */
  uint64_t fetched_bytes, fetches;
} ovi_page_cache;

/* Takes memory for `bytes` of pages. */
void ovi_page_cache_reserve(ovi_page_cache *cache, ovi_arena *arena, uint64_t bytes);

/* Forgets all pages; a cache whose memory was taken. */
void ovi_page_cache_clear(ovi_page_cache *cache);

/* No page is held any more. */
void ovi_page_cache_unpin(ovi_page_cache *cache);

/* The same, at the beginning of a task. */
void ovi_page_cache_begin(ovi_page_cache *cache);

/* The page of a key, which is then held; NULL: it is not there. */
ovi_page *ovi_page_find(ovi_page_cache *cache, uint64_t key);

/* The same without holding it. */
ovi_page *ovi_page_peek(const ovi_page_cache *cache, uint64_t key);

/* Makes room for pages of so many bytes each, one behind the other, and gives them keys that
 * rise by one. They are held, and their bytes are not set. NULL: there is no room. */
ovi_page *ovi_page_add(ovi_page_cache *cache, uint64_t key, const uint32_t *bytes, uint32_t count);

/* The page behind another. */
static inline ovi_page *ovi_page_behind(ovi_page *page) {
  return (ovi_page *)(void *)((uint8_t *)page + (uint64_t)page->units * OVI_PAGE_UNIT);
}

static inline uint8_t *ovi_page_bytes(ovi_page *page) { return (uint8_t *)(page + 1); }

/* How many bytes it has. */
static inline uint64_t ovi_page_room(const ovi_page *page) {
  return (uint64_t)page->units * OVI_PAGE_UNIT - sizeof(ovi_page);
}

ovl_residence ovi_page_cache_residence(const ovi_page_cache *cache);

/* Frees a page. */
void ovi_page_drop(ovi_page_cache *cache, ovi_page *page);

#endif
