/* Pages, the buckets that find them by key, and the hand of the clock. */
#include "coarse/paging/page_cache.h"

#include "common/compiler.h"
#include "common/hash64.h"
#include "overland_stream.h"

enum {
  PAGE_HEAD_UNITS = sizeof(ovi_page) / OVI_PAGE_UNIT,
  BYTES_A_BUCKET = 1024,
  MOST_BUCKETS = 1 << 24,
  MOST_TURNS = 3
};
#define MOST_UNITS ((uint64_t)1 << 31)

static ovi_page *page_at(const ovi_page_cache *cache, uint64_t at) {
  return (ovi_page *)(void *)(cache->memory + at * OVI_PAGE_UNIT);
}

static void free_units(ovi_page_cache *cache, uint64_t at, uint64_t units) {
  if (units != 0) {
    *page_at(cache, at) = (ovi_page){.key = OVI_FREE_PAGE, .units = (uint32_t)units};
  }
}

void ovi_page_cache_clear(ovi_page_cache *cache) {
  memset(cache->buckets, 0, ((size_t)cache->bucket_mask + 1) * sizeof(uint32_t));
  cache->hand = 0;
  cache->taken_units = 0;
  cache->stamp = cache->last_stamp = 1;
  cache->held = 0;
  cache->file = NULL;
  if (cache->units < PAGE_HEAD_UNITS) {
    cache->units = 0;
  }
  free_units(cache, 0, cache->units);
}

void ovi_page_cache_reserve(ovi_page_cache *cache, ovi_arena *arena, uint64_t bytes) {
  const uint64_t units = bytes / OVI_PAGE_UNIT;
  const uint64_t buckets = bytes / BYTES_A_BUCKET;
  *cache = (ovi_page_cache){
      .units = units < MOST_UNITS ? units : MOST_UNITS,
      .bucket_mask =
          (uint32_t)ovi_hash_slots(16, buckets < MOST_BUCKETS ? buckets : MOST_BUCKETS) - 1};
  cache->buckets = ovi_arena_take(arena, (uint64_t)cache->bucket_mask + 1, sizeof(uint32_t));
  cache->memory = ovi_arena_take(arena, bytes, 1);
  if (cache->memory != NULL) {
    ovi_page_cache_clear(cache);
  }
}

void ovi_page_cache_unpin(ovi_page_cache *cache) {
  if (++cache->last_stamp == 0) { /* stamps have wrapped: no old page may have a new one */
    for (uint64_t at = 0; at < cache->units; at += page_at(cache, at)->units) {
      page_at(cache, at)->stamp = cache->held != 0 && page_at(cache, at)->stamp == cache->held;
    }
    cache->held = cache->held != 0;
    cache->last_stamp = 2;
  }
  cache->stamp = cache->last_stamp;
}

void ovi_page_cache_begin(ovi_page_cache *cache, const void *file) {
  OVI_ASSERT(cache->held == 0); /* each pass of the last task has ended */
  cache->failed = OVL_OK;
  cache->fault = (ovl_fault){.what = ""};
  ovi_page_cache_unpin(cache);
  if (cache->file != file) {
    ovi_page_cache_clear(cache);
    cache->file = file;
  }
}

void ovi_page_cache_pass(ovi_page_cache *cache, bool begins) {
  if (begins) {
    OVI_ASSERT(cache->held == 0); /* passes are not nested */
    cache->held = cache->stamp;
    ovi_page_cache_unpin(cache);
  } else {
    OVI_ASSERT(cache->held != 0); /* a pass has begun */
    cache->stamp = cache->held;
    cache->held = 0;
  }
}

static bool is_pinned(const ovi_page_cache *cache, const ovi_page *page) {
  return page->stamp == cache->stamp || (cache->held != 0 && page->stamp == cache->held);
}

static uint32_t *page_bucket(const ovi_page_cache *cache, uint64_t key) {
  return &cache->buckets[(uint32_t)ovi_mix64(key) & cache->bucket_mask];
}

ovi_page *ovi_page_peek(const ovi_page_cache *cache, uint64_t key) {
  uint32_t at = *page_bucket(cache, key);
  while (at != 0 && page_at(cache, at - 1)->key != key) {
    at = page_at(cache, at - 1)->next;
  }
  return at != 0 ? page_at(cache, at - 1) : NULL;
}

ovi_page *ovi_page_find(ovi_page_cache *cache, uint64_t key) {
  ovi_page *page = ovi_page_peek(cache, key);
  if (page != NULL) {
    page->stamp = is_pinned(cache, page) ? page->stamp : cache->stamp;
    page->is_used = 1;
  }
  return page;
}

void ovi_page_drop(ovi_page_cache *cache, ovi_page *page) {
  const uint64_t position = (uint64_t)((const uint8_t *)page - cache->memory) / OVI_PAGE_UNIT;
  const uint32_t place = (uint32_t)position + 1;
  uint32_t *at = page_bucket(cache, page->key);
  while (*at != place) {
    at = &page_at(cache, *at - 1)->next;
  }
  *at = page->next;
  OVI_ASSERT(page->key != OVI_FREE_PAGE && cache->taken_units >= page->units);
  page->key = OVI_FREE_PAGE;
  page->stamp = 0;
  cache->taken_units -= page->units;
}

/* Moves the hand behind a run of so many units whose pages may be dropped; returns the begin of the
 * run. UINT64_MAX: there is none. */
static uint64_t find_run(ovi_page_cache *cache, uint64_t units) {
  uint64_t begin = cache->hand;
  for (uint64_t walked = 0; walked <= MOST_TURNS * cache->units;) {
    if (cache->hand >= cache->units) {
      cache->hand = begin = 0;
    }
    ovi_page *page = page_at(cache, cache->hand);
    OVI_ASSERT(page->units != 0 && page->units <= cache->units - cache->hand);
    cache->hand += page->units;
    walked += page->units;
    const bool is_used = page->is_used != 0; /* it has a second chance */
    page->is_used = 0;
    if (page->key != OVI_FREE_PAGE && (is_used || is_pinned(cache, page))) {
      begin = cache->hand;
    } else if (cache->hand - begin >= units) {
      return begin;
    }
  }
  return UINT64_MAX;
}

static uint64_t units_of(uint64_t bytes) {
  return PAGE_HEAD_UNITS + (bytes + OVI_PAGE_UNIT - 1) / OVI_PAGE_UNIT;
}

ovi_page *ovi_page_add(ovi_page_cache *cache, uint64_t key, const uint32_t *bytes, uint32_t count) {
  uint64_t units = 0;
  for (uint32_t i = 0; i < count; i++) {
    units += units_of(bytes[i]);
  }
  const uint64_t begin = units <= cache->units ? find_run(cache, units) : UINT64_MAX;
  if (begin == UINT64_MAX) {
    /* The bytes of these pages and of all pinned ones, doubled for the gaps between pages. */
    for (uint64_t at = 0; at < cache->units; at += page_at(cache, at)->units) {
      units += is_pinned(cache, page_at(cache, at)) ? page_at(cache, at)->units : 0;
    }
    cache->bytes_needed = 2 * units * OVI_PAGE_UNIT;
    return NULL;
  }
  const uint64_t end = cache->hand;
  OVI_ASSERT(begin + units <= end && end <= cache->units);
  for (uint64_t at = begin; at < end; at += page_at(cache, at)->units) {
    OVI_ASSERT(page_at(cache, at)->units != 0 && !is_pinned(cache, page_at(cache, at)));
    if (page_at(cache, at)->key != OVI_FREE_PAGE) {
      ovi_page_drop(cache, page_at(cache, at));
    }
  }
  uint64_t at = begin;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t own = units_of(bytes[i]);
    const uint64_t rest = end - at - own;
    own += rest < PAGE_HEAD_UNITS ? rest : 0; /* too short for a page of its own */
    uint32_t *bucket = page_bucket(cache, key + i);
    *page_at(cache, at) = (ovi_page){.key = key + i,
                                     .units = (uint32_t)own,
                                     .next = *bucket,
                                     .stamp = cache->stamp,
                                     .is_used = 1};
    *bucket = (uint32_t)at + 1;
    cache->taken_units += own;
    at += own;
  }
  OVI_ASSERT(at <= end && cache->taken_units <= cache->units);
  free_units(cache, at, end - at);
  cache->hand = at;
  return page_at(cache, begin);
}

ovl_residence ovi_page_cache_residence(const ovi_page_cache *cache) {
  return (ovl_residence){cache->taken_units * OVI_PAGE_UNIT, cache->fetched_bytes, cache->fetches};
}
