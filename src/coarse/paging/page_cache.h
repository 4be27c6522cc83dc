/* A cache of pages of any length in one block of memory, for the parts of a world file that were
 * fetched. Each planner has one (query/planner.c), and the world has one for calls without a
 * planner (world/world_open.c).
 *
 * Pages, some of them free, lie one behind the other and fill the block. Room is found by the clock
 * algorithm, or second chance (Corbato, "A paging experiment with the Multics system", 1968): a
 * hand goes round over the pages, skips those that were used since it last passed and those of the
 * current task, and takes the first run of others that is long enough.
 *
 * Invariant: a page is pinned, and stays where it is, while its stamp is the stamp of the cache, or
 * the one that is held. So a task may keep pointers into pages until it ends or unpins them. */
#ifndef OVERLAND_COARSE_PAGING_PAGE_CACHE_H
#define OVERLAND_COARSE_PAGING_PAGE_CACHE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "overland_stream.h"

#define OVI_FREE_PAGE UINT64_MAX /* the key of a free page */

/* The head of a page; its bytes follow, aligned to 8. */
typedef struct ovi_page {
  uint64_t key;
  uint32_t units;       /* of 8 bytes, with the head */
  uint32_t next;        /* in its bucket: position in units, plus 1; 0: none */
  uint32_t stamp;       /* of the task that touched it last */
  uint16_t is_used;     /* since the hand passed */
  uint16_t was_checked; /* 0: its bytes were fetched but not checked */
} ovi_page;

enum { OVI_PAGE_UNIT = 8 };

typedef struct ovi_page_cache {
  uint8_t *memory;
  uint64_t units;    /* of 8 bytes */
  uint32_t *buckets; /* a power of two */
  uint32_t bucket_mask;
  uint32_t stamp,
      last_stamp;       /* of the task or of a step of its pass; the greatest that was given */
  uint32_t held;        /* the stamp of the task, during a pass; else 0 */
  uint64_t hand;        /* in units */
  uint64_t taken_units; /* by pages that are not free */
  const void *file;     /* of the pages */
  /* Of the current task: */
  ovl_result failed; /* OVL_OK: no error */
  ovl_fault fault;
  uint64_t bytes_needed; /* if failed is OVL_CACHE_TOO_SMALL: a size that may be enough */
  /* Since the cache was made: */
  uint64_t fetched_bytes, fetches;
} ovi_page_cache;

/* Takes the memory of a cache with `bytes` of pages. */
void ovi_page_cache_reserve(ovi_page_cache *cache, ovi_arena *arena, uint64_t bytes);

/* Empties a cache whose memory was taken. */
void ovi_page_cache_clear(ovi_page_cache *cache);

/* Unpins all pages; in a pass those that were touched since it began. */
void ovi_page_cache_unpin(ovi_page_cache *cache);

/* Begins a pass over many pages, in which those that are pinned stay so, or ends it: then all that
 * were touched in it alone are unpinned. */
void ovi_page_cache_pass(ovi_page_cache *cache, bool begins);

/* Begins a task: unpins all pages, and clears the errors of the last task; drops them if they are
 * of another file. */
void ovi_page_cache_begin(ovi_page_cache *cache, const void *file);

/* The page of a key, which is then pinned; NULL: it is not in the cache. */
ovi_page *ovi_page_find(ovi_page_cache *cache, uint64_t key);

/* As above, without pinning it. */
ovi_page *ovi_page_peek(const ovi_page_cache *cache, uint64_t key);

/* Adds pages of so many bytes each, one behind the other, with keys that rise by one. They are
 * pinned, and their bytes are not set. NULL: there is no room. */
ovi_page *ovi_page_add(ovi_page_cache *cache, uint64_t key, const uint32_t *bytes, uint32_t count);

/* The page behind another. */
static inline ovi_page *ovi_page_behind(ovi_page *page) {
  return (ovi_page *)(void *)((uint8_t *)page + (uint64_t)page->units * OVI_PAGE_UNIT);
}

static inline uint8_t *ovi_page_bytes(ovi_page *page) { return (uint8_t *)(page + 1); }

ovl_residence ovi_page_cache_residence(const ovi_page_cache *cache);

/* Frees a page. */
void ovi_page_drop(ovi_page_cache *cache, ovi_page *page);

#endif
