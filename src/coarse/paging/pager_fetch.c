/* Fetching pages: several at once are read in one piece and then moved apart. */
#include "coarse/paging/pager_fetch.h"

#include "common/compiler.h"
#include "overland_stream.h"

/* ---- Faults ------------------------------------------------------------------------------ */

void ovi_pager_note(ovi_pager *pager, ovl_result result, const ovl_fault *fault) {
  if (pager->cache == NULL) {
    int none = OVL_OK;
    if (atomic_compare_exchange_strong(&pager->file->fault, &none, (int)result)) {
      pager->file->first_fault = *fault;
      atomic_store_explicit(&pager->file->has_first_fault, true, memory_order_release);
    }
  } else if (pager->cache->failed == OVL_OK) {
    pager->cache->failed = result;
    pager->cache->fault = *fault;
  }
}

ovl_fault ovi_pager_fault(const ovi_pager *pager) {
  const ovl_fault none = {.what = ""};
  if (pager->cache != NULL) {
    return pager->cache->failed != OVL_OK ? pager->cache->fault : none;
  }
  return atomic_load_explicit(&pager->file->has_first_fault, memory_order_acquire)
             ? pager->file->first_fault
             : none;
}

/* ---- Fetching ------------------------------------------------------------------------- */

ovi_page *ovi_pager_fetch(ovi_pager *pager, ovi_fetching *fetching) {
  ovi_page_cache *cache = pager->cache;
  const ovi_paged_file *file = pager->file;
  ovi_page heads[OVI_MOST_AHEAD];
  OVI_ASSERT(fetching->count != 0 && fetching->count <= OVI_MOST_AHEAD);
  if (ovi_pager_has_fault(pager)) {
    return NULL;
  }
  ovi_page *first = ovi_page_add(cache, fetching->key, fetching->bytes, fetching->count);
  if (first == NULL && fetching->count > 1) { /* the first alone */
    fetching->count = 1;
    first = ovi_page_add(cache, fetching->key, fetching->bytes, fetching->count);
  }
  if (first == NULL) {
    const ovl_fault fault = {"resident_bytes", 0, cache->units * OVI_PAGE_UNIT,
                             cache->bytes_needed};
    ovi_pager_note(pager, OVL_CACHE_TOO_SMALL, &fault);
    return NULL;
  }
  uint64_t bytes = 0; /* to be read */
  uint64_t all = 0;   /* of the pages */
  ovi_page *page = first;
  for (uint32_t i = 0; i < fetching->count; i++) {
    bytes += fetching->bytes[i];
    all += (uint64_t)page->units * OVI_PAGE_UNIT;
    heads[i] = *page;
    page = ovi_page_behind(page);
  }
  OVI_ASSERT(bytes <= all && all <= cache->units * OVI_PAGE_UNIT);
  uint8_t *const to = fetching->count == 1 ? ovi_page_bytes(first) : (uint8_t *)first + all - bytes;
  const bool is_read = file->blocks.read(file->blocks.read_user, fetching->at, to, (size_t)bytes);
  cache->fetches++;
  /* The bytes of all pages lie in one piece at the end of their memory. Moves them to their pages,
   * and restores the heads, which may have been overwritten. */
  const uint8_t *from = to;
  page = first;
  for (uint32_t i = 0; i < fetching->count; i++) {
    *page = heads[i];
    memmove(ovi_page_bytes(page), from, fetching->bytes[i]);
    from += fetching->bytes[i];
    page = ovi_page_behind(page);
  }
  if (!is_read) {
    ovi_pager_note(pager, OVL_READ_FAILED, &(ovl_fault){"read", fetching->at, 0, bytes});
    page = first;
    for (uint32_t i = 0; i < fetching->count; i++) {
      ovi_page *behind = ovi_page_behind(page);
      ovi_page_drop(cache, page);
      page = behind;
    }
    return NULL;
  }
  cache->fetched_bytes += bytes;
  return first;
}
