/* Chunks of sections, found in memory or in the cache, and checked on first touch: numbers, such as
 * those of the region table, and the bundles of labels that lie in chunks.
 *
 * Invariant: a waypoint has its bit only after all of its bundle was checked. Threads may check the
 * same bundle at once, which does no harm. */
#include "coarse/paging/pager_chunks.h"

#include "coarse/format/sections.h"
#include "common/compiler.h"

enum { PAGER_CHUNK_NUMBERS = OVI_CHUNK_BYTES / 4, PAGER_BYTES_AHEAD = 4096 };

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
  if (chunks->most == 0) {
    return true;
  }
  /* Numbers must lie between 1 and the chunks' greatest. The loop is simple, so that compilers turn
   * it into vector code. */
  const uint64_t first = chunk * PAGER_CHUNK_NUMBERS;
  const uint64_t rest = first < chunks->numbers ? chunks->numbers - first : 0;
  const uint64_t count = rest < length / 4 ? rest : length / 4;
  uint32_t most = 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t below = ovi_get_u32(bytes + 4 * i) - 1; /* 0 becomes the greatest number */
    most = below > most ? below : most;
  }
  if (most >= chunks->most) {
    ovi_pager_note(pager, OVL_CORRUPT, &fault);
    return false;
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

bool ovi_pager_number(ovi_pager *pager, uint32_t kind, const ovi_paged_chunks *chunks,
                      uint64_t number, uint32_t *value) {
  const uint64_t chunk = number / PAGER_CHUNK_NUMBERS;
  *value = 0;
  if (number >= chunks->numbers) {
    ovi_pager_note(pager, OVL_CORRUPT, &(ovl_fault){.what = "first island of a region"});
    return false;
  }
  const uint8_t *bytes = NULL;
  if (pager->cache == NULL) {
    bytes = chunk_in_place(pager, chunks, chunk);
  } else {
    const uint64_t key = ovi_page_key(kind, chunk);
    ovi_page *page = ovi_page_find(pager->cache, key);
    bytes = page != NULL ? ovi_page_bytes(page) : NULL;
    if (page == NULL) {
      const uint32_t length = ovi_chunk_length(chunks->bytes, chunk);
      page = ovi_pager_fetch(
          pager, &(ovi_fetching){key, chunks->at + chunk * OVI_CHUNK_BYTES, &length, 1});
      if (page != NULL && chunk_is_valid(pager, chunks, chunk, ovi_page_bytes(page))) {
        bytes = ovi_page_bytes(page);
      } else if (page != NULL) {
        ovi_page_drop(pager->cache, page);
      }
    }
  }
  if (bytes != NULL) {
    *value = ovi_get_u32(bytes + 4 * (number % PAGER_CHUNK_NUMBERS));
  }
  return bytes != NULL;
}

/* ---- The region table ------------------------------------------------------------------- */

bool ovi_pager_table(ovi_pager *pager, uint32_t id, uint32_t at, uint32_t *value) {
  const ovi_paged_file *file = pager->file;
  const uint64_t number = ((uint64_t)id * file->shared.entry_bytes + at) / 4;
  return ovi_pager_number(pager, OVI_PAGE_TABLE, &file->table, number, value);
}

bool ovi_pager_find_block(ovi_pager *pager, uint32_t id, ovi_block_bytes *block) {
  const ovi_paged_file *file = pager->file;
  uint32_t low;
  uint32_t high;
  uint32_t length;
  if (!ovi_pager_table(pager, id, 0, &low) || !ovi_pager_table(pager, id, 4, &high) ||
      !ovi_pager_table(pager, id, 8, &length)) {
    return false;
  }
  const uint64_t at = (uint64_t)high << 32 | low;
  *block = (ovi_block_bytes){NULL, length, file->blocks.at + at, id};
  if (!ovi_block_place_is_valid(&file->shared, at, length, file->blocks.bytes)) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "place of a region's block", .where = id});
    return false;
  }
  return true;
}

uint32_t ovi_pager_count_ahead(ovi_pager *pager, const ovi_block_bytes *first, bool skips_held,
                               uint32_t *bytes) {
  const ovi_paged_file *file = pager->file;
  const uint32_t columns = (uint32_t)file->shared.plane.regions_x;
  const uint64_t entry = file->shared.entry_bytes;
  uint64_t end = first->where + first->length;
  uint32_t count = 1;
  bytes[0] = (uint32_t)first->length;
  for (uint32_t id = first->id + 1; count < OVI_MOST_AHEAD && id % columns != 0; id++) {
    const uint64_t key = ovi_page_key(OVI_PAGE_REGION, id);
    ovi_block_bytes block;
    const bool same_chunk =
        (uint64_t)first->id * entry / OVI_CHUNK_BYTES == ((id + 1) * entry - 1) / OVI_CHUNK_BYTES;
    if (!same_chunk || (skips_held && ovi_page_peek(pager->cache, key) != NULL) ||
        !ovi_pager_find_block(pager, id, &block) || block.where != end ||
        end + block.length - first->where > PAGER_BYTES_AHEAD) {
      break;
    }
    bytes[count++] = (uint32_t)block.length;
    end += block.length;
  }
  OVI_ASSERT(count <= OVI_MOST_AHEAD);
  return count;
}

/* ---- Labels ---------------------------------------------------------------------------- */

ovl_byte_range ovi_pager_bundle_range(const ovi_pager *pager, uint32_t profile,
                                      const ovi_bundle_span *span) {
  const ovi_paged_labels *labels = &pager->file->labels[profile];
  const ovi_paged_chunks *chunks = &labels->chunks;
  const uint64_t begin = (labels->data_at + span->begin) / OVI_CHUNK_BYTES * OVI_CHUNK_BYTES;
  const uint64_t behind = ovi_chunk_count(labels->data_at + span->end) * OVI_CHUNK_BYTES;
  const uint64_t read_end = labels->data_at + span->end + OVI_LABELS_PADDING;
  const uint64_t end = behind > read_end ? behind : read_end;
  return (ovl_byte_range){chunks->at + begin, (end < chunks->bytes ? end : chunks->bytes) - begin};
}

/* Fetches the chunks of a bundle, and checks them; NULL: they could not be read. */
static ovi_page *fetch_bundle(ovi_pager *pager, uint32_t profile, const ovi_bundle_span *span,
                              uint64_t key) {
  const ovi_paged_labels *labels = &pager->file->labels[profile];
  const uint64_t first = (labels->data_at + span->begin) / OVI_CHUNK_BYTES;
  const uint64_t behind = ovi_chunk_count(labels->data_at + span->end);
  const ovl_byte_range range = ovi_pager_bundle_range(pager, profile, span);
  const uint32_t length = (uint32_t)range.byte_count;
  ovi_page *page = ovi_pager_fetch(pager, &(ovi_fetching){key, range.offset, &length, 1});
  for (uint64_t chunk = first; page != NULL && chunk < behind; chunk++) {
    const uint8_t *bytes = ovi_page_bytes(page) + (chunk - first) * OVI_CHUNK_BYTES;
    if (!chunk_is_valid(pager, &labels->chunks, chunk, bytes)) {
      ovi_page_drop(pager->cache, page);
      page = NULL;
    }
  }
  return page;
}

const uint8_t *ovi_pager_bundle(ovi_source *source, uint32_t profile, uint64_t waypoint) {
  ovi_pager *pager = (ovi_pager *)source;
  const ovi_layer *layer = &pager->file->layers[profile];
  const ovi_paged_labels *labels = &pager->file->labels[profile];
  if (ovi_pager_has_fault(pager)) {
    return NULL;
  }
  if (waypoint >= layer->labels.count) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "number of a waypoint", .where = waypoint});
    return NULL;
  }
  const ovi_bundle_span span = ovi_bundle_find_span(layer, waypoint);
  const uint64_t begin = labels->data_at + span.begin;
  const uint8_t *bytes;
  ovi_page *page = NULL;
  if (pager->cache == NULL) {
    /* All chunks that it lies in must have their checksums. */
    for (uint64_t at = begin; at < labels->data_at + span.end;
         at = (at / OVI_CHUNK_BYTES + 1) * OVI_CHUNK_BYTES) {
      if (chunk_in_place(pager, &labels->chunks, at / OVI_CHUNK_BYTES) == NULL) {
        return NULL;
      }
    }
    bytes = labels->chunks.data + begin;
  } else {
    const uint64_t key = ovi_page_key(OVI_PAGE_LABELS + profile, span.first);
    page = ovi_page_find(pager->cache, key);
    if (page != NULL) {
      return ovi_page_bytes(page) + begin % OVI_CHUNK_BYTES;
    }
    page = fetch_bundle(pager, profile, &span, key);
    if (page == NULL) {
      return NULL;
    }
    bytes = ovi_page_bytes(page) + begin % OVI_CHUNK_BYTES;
  }
  if (!ovi_bundle_check(layer, &span, bytes)) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "a label", .where = labels->chunks.at + begin});
    if (page != NULL) {
      ovi_page_drop(pager->cache, page);
    }
    return NULL;
  }
  for (uint64_t one = span.first; page == NULL && one < span.behind; one++) {
    ovi_set_shared_bit(&labels->checked, one);
  }
  return bytes;
}
