/* Chunks of sections, found in memory or in the cache, and checked on first touch: numbers, and the
 * bundles of labels that lie in chunks.
 *
 * Invariant: a waypoint has its bit only after all of its bundle was checked. Threads may check the
 * same bundle at once, which does no harm. */
#include "coarse/paging/pager_chunks.h"

#include "coarse/check/bundle_check.h"
#include "coarse/format/sections.h"

enum { PAGER_CHUNK_NUMBERS = OVI_CHUNK_BYTES / 4 };

/* ---- Numbers --------------------------------------------------------------------------- */

static bool chunk_is_valid(ovi_pager *pager, const ovi_paged_chunks *chunks, uint64_t chunk,
                           const uint8_t *bytes) {
  ovl_fault fault = {.what = chunks->numbers != 0 ? "region table or islands" : "labels",
                     .where = chunks->at + chunk * OVI_CHUNK_BYTES};
  const uint32_t length = ovi_chunk_length(chunks->bytes, chunk);
  if (ovi_get_u64(chunks->sums + 8 * chunk) != ovi_chunk_sum(bytes, length)) {
    ovi_pager_note(pager, OVL_WRONG_CHECKSUM, &fault);
    return false;
  }
  for (uint64_t i = 0; i < length / 4 && chunk * PAGER_CHUNK_NUMBERS + i < chunks->numbers; i++) {
    const uint32_t number = ovi_get_u32(bytes + 4 * i);
    if (chunks->most != 0 && (number == 0 || number > chunks->most)) {
      ovi_pager_note(pager, OVL_CORRUPT, &fault);
      return false;
    }
  }
  return true;
}

static const uint8_t *chunk_in_place(ovi_pager *pager, const ovi_paged_chunks *chunks,
                                     uint64_t chunk) {
  const uint8_t *bytes = chunks->data + chunk * OVI_CHUNK_BYTES;
  if (ovi_has_bit(&chunks->checked, chunk)) {
    return bytes;
  }
  if (ovi_pager_has_fault(pager) || !chunk_is_valid(pager, chunks, chunk, bytes)) {
    return NULL;
  }
  ovi_set_shared_bit(&chunks->checked, chunk);
  return bytes;
}

static const uint8_t *chunk_fetched(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                                    uint64_t chunk, uint32_t region) {
  const uint64_t key = ovi_page_key(kind, chunk);
  ovi_page *page = ovi_page_find(pager->cache, key);
  if (page != NULL) {
    return ovi_page_bytes(page);
  }
  const uint32_t length = ovi_chunk_length(chunks->bytes, chunk);
  page = ovi_pager_fetch(
      pager, &(ovi_fetching){key, chunks->at + chunk * OVI_CHUNK_BYTES, &length, 1, region});
  if (page != NULL && !chunk_is_valid(pager, chunks, chunk, ovi_page_bytes(page))) {
    ovi_page_drop(pager->cache, page);
    return NULL;
  }
  return page != NULL ? ovi_page_bytes(page) : NULL;
}

bool ovi_pager_number(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                      uint64_t number, uint32_t region, uint32_t *value) {
  const uint64_t chunk = number / PAGER_CHUNK_NUMBERS;
  *value = 0;
  if (number >= chunks->numbers) {
    ovi_pager_note(pager, OVL_CORRUPT, &(ovl_fault){.what = "first island of a region"});
    return false;
  }
  const uint8_t *bytes = pager->cache == NULL ? chunk_in_place(pager, chunks, chunk)
                                              : chunk_fetched(pager, kind, chunks, chunk, region);
  if (bytes != NULL) {
    *value = ovi_get_u32(bytes + 4 * (number % PAGER_CHUNK_NUMBERS));
  }
  return bytes != NULL;
}

/* ---- Labels ---------------------------------------------------------------------------- */

/* Whether all chunks that a bundle lies in have their checksums. */
static bool bundle_is_intact(ovi_pager *pager, const ovi_paged_labels *labels,
                             const ovi_bundle_span *span) {
  const uint64_t end = labels->data_at + span->end;
  uint64_t at = labels->data_at + span->begin;
  for (; at < end; at = (at / OVI_CHUNK_BYTES + 1) * OVI_CHUNK_BYTES) {
    if (chunk_in_place(pager, &labels->chunks, at / OVI_CHUNK_BYTES) == NULL) {
      return false;
    }
  }
  return true;
}

/* Checks the bundle of a waypoint, and records what is wrong. */
static bool check_bundle(ovi_pager *pager, uint32_t profile, uint64_t waypoint) {
  const ovi_layer *layer = &pager->file->layers[profile];
  const ovi_paged_labels *labels = &pager->file->labels[profile];
  if (waypoint >= layer->labels.count) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "number of a waypoint", .where = waypoint});
    return false;
  }
  const ovi_bundle_span span = ovi_bundle_find_span(layer, waypoint);
  if (!bundle_is_intact(pager, labels, &span)) {
    return false;
  }
  if (!ovi_bundle_check(layer, &span)) {
    const uint64_t where = labels->chunks.at + labels->data_at + span.begin;
    ovi_pager_note(pager, OVL_CORRUPT, &(ovl_fault){.what = "a label", .where = where});
    return false;
  }
  for (uint64_t one = span.first; one < span.behind; one++) {
    ovi_set_shared_bit(&labels->checked, one);
  }
  return true;
}

bool ovi_pager_touch_labels(ovi_source *source, uint32_t profile, uint64_t waypoint) {
  ovi_pager *pager = (ovi_pager *)source;
  return !ovi_pager_has_fault(pager) && check_bundle(pager, profile, waypoint);
}
