/* Regions, chunks and clusters, found in memory or in the cache, and checked on first touch. */
#include "coarse/paging/pager.h"

#include "coarse/check/block_check.h"
#include "coarse/check/cluster_check.h"
#include "coarse/check/directed_check.h"
#include "coarse/check/label_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/sections.h"
#include "coarse/paging/pager_borders.h"
#include "coarse/paging/pager_chunks.h"
#include "coarse/view/ports.h"

/* ---- Regions --------------------------------------------------------------------------- */

/* Checks the number of a region's first local component against the entry of the next region, if
 * that lies in the same chunk of the table. False also if the table could not be read, which was
 * recorded. */
static bool slots_are_valid(ovi_pager *pager, const ovi_block_bytes *block, uint32_t profile) {
  const ovi_paged_file *file = pager->file;
  const ovi_layer *layer = &file->layers[profile];
  const uint32_t components =
      ovi_get_u16(ovi_layer_block(layer, block->bytes) + OVI_LAYER_COMPONENTS);
  const uint32_t at = OVI_TABLE_SLOTS + 4 * profile;
  const uint64_t place = (uint64_t)block->id * file->shared.entry_bytes + at;
  const bool is_last = block->id + 1 == ovi_region_count(layer);
  uint32_t first;
  uint32_t next = layer->islands.slots;
  if (!ovi_pager_table(pager, block->id, at, &first)) {
    return false;
  }
  if (first > layer->islands.slots || components > layer->islands.slots - first) {
    return false;
  }
  if (!is_last && place / OVI_CHUNK_BYTES != (place + file->shared.entry_bytes) / OVI_CHUNK_BYTES) {
    return true;
  }
  if (!is_last && !ovi_pager_table(pager, block->id + 1, at, &next)) {
    return false;
  }
  return first + components == next;
}

/* Checks, of a region whose block is valid, what it says of one layer. Returns what is wrong; NULL:
 * nothing. */
static const char *wrong_in_layer(const ovi_layer *layer, const ovi_block_bytes *block) {
  ovi_region region = ovi_region_place(layer, block->id);
  ovi_region_layout(&region, layer, block->bytes, ovi_layer_block(layer, block->bytes));
  if (layer->profile.is_plain && !ovi_layer_block_is_plain(layer, region.layer_block)) {
    return "flags of a profile";
  }
  const char *wrong = layer->labels.count != 0 ? ovi_labels_check_region(layer, &region) : NULL;
  return wrong == NULL && layer->profile.is_directed ? ovi_directed_alone_check(layer, &region)
                                                     : wrong;
}

/* Checks a region in itself. False, which is recorded, also if the table could not be read. */
static bool region_is_valid(ovi_pager *pager, const ovi_block_bytes *block) {
  const ovi_paged_file *file = pager->file;
  ovl_fault fault = {.what = ""};
  ovl_result result = ovi_block_check(file->layers, block, &fault);
  for (uint32_t i = 0; i < file->shared.profile_count && result == OVL_OK; i++) {
    const char *wrong = wrong_in_layer(&file->layers[i], block);
    if (wrong == NULL && !slots_are_valid(pager, block, i)) {
      wrong = "first island of a region";
    }
    if (wrong != NULL) {
      result = ovi_check_fail(&fault, OVL_CORRUPT, wrong, block->id);
    }
  }
  if (result != OVL_OK) {
    ovi_pager_note(pager, result, &fault); /* unless the table could not be read */
  }
  return result == OVL_OK;
}

/* ---- Touching a region ----------------------------------------------------------------- */

/* Checks a region of a file in memory; NULL: it is corrupt. */
static const uint8_t *touch_in_place(ovi_pager *pager, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  ovi_block_bytes block;
  if (ovi_pager_has_fault(pager) || !ovi_pager_find_block(pager, id, &block)) {
    return NULL;
  }
  block.bytes = file->blocks.data + (block.where - file->blocks.at);
  if (!ovi_has_bit(&file->checked, id)) {
    if (!region_is_valid(pager, &block)) {
      return NULL;
    }
    ovi_set_shared_bit(&file->checked, id);
  }
  if (!ovi_pager_check_border(pager, id, block.bytes)) {
    return NULL;
  }
  ovi_set_shared_bit(&file->compared, id);
  return block.bytes;
}

static ovi_page *fetch_region(ovi_pager *pager, uint32_t id) {
  uint32_t bytes[OVI_MOST_AHEAD];
  ovi_block_bytes block;
  if (!ovi_pager_find_block(pager, id, &block)) {
    return NULL;
  }
  const uint32_t count = ovi_pager_count_ahead(pager, &block, true, bytes);
  return ovi_pager_fetch(
      pager, &(ovi_fetching){ovi_page_key(OVI_PAGE_REGION, id), block.where, bytes, count});
}

/* Fetches and checks a region; NULL: it could not be read. */
static const uint8_t *touch_fetched(ovi_pager *pager, uint32_t id) {
  ovi_page *page = ovi_page_find(pager->cache, ovi_page_key(OVI_PAGE_REGION, id));
  if (page != NULL && page->was_checked != 0) {
    return ovi_page_bytes(page);
  }
  page = page != NULL ? page : fetch_region(pager, id);
  ovi_block_bytes block;
  if (page == NULL || !ovi_pager_find_block(pager, id, &block)) {
    return NULL;
  }
  block.bytes = ovi_page_bytes(page);
  if (block.length > ovi_page_room(page)) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "place of a region's block", .where = id});
  } else if (region_is_valid(pager, &block) && ovi_pager_check_border(pager, id, block.bytes)) {
    page->was_checked = 1;
    return block.bytes;
  }
  ovi_page_drop(pager->cache, page);
  return NULL;
}

/* ---- Clusters of overlays ---------------------------------------------------------------- */

/* The placeholder: a cluster without ports. */
static const uint8_t no_cluster[OVI_CLUSTER_HEADER_BYTES + 4];

/* A piece of a cluster's block that is touched. */
typedef struct touched_piece {
  ovi_pager *pager;
  uint32_t profile, number;
  ovi_cluster_piece piece;
  const uint8_t *entry; /* in the file */
  const uint8_t *front; /* of the tables: the front, which was checked */
} touched_piece;

static bool piece_is_valid(const touched_piece *touched, const uint8_t *bytes) {
  const ovi_layer *layer = &touched->pager->file->layers[touched->profile];
  ovl_fault fault = {.what = ""};
  const ovl_result result =
      touched->piece == OVI_CLUSTER_FRONT
          ? ovi_cluster_front_check(layer, touched->number, bytes, &fault)
          : ovi_cluster_tables_check(layer, touched->number, touched->front, bytes, &fault);
  if (result != OVL_OK) {
    ovi_pager_note(touched->pager, result, &fault);
  }
  return result == OVL_OK;
}

/* NULL: it could not be read. */
static const uint8_t *fetch_piece(const touched_piece *touched) {
  ovi_pager *pager = touched->pager;
  const uint64_t key =
      ovi_page_key(OVI_PAGE_OVERLAYS + touched->profile,
                   OVI_CLUSTER_PIECES * (uint64_t)touched->number + (uint32_t)touched->piece);
  ovi_page *page = ovi_page_find(pager->cache, key);
  if (page == NULL) {
    const uint32_t length = ovi_get_u32(touched->entry + OVI_PIECE_LENGTH);
    const uint64_t at =
        pager->file->overlays[touched->profile].at + ovi_get_u64(touched->entry + OVI_PIECE_AT);
    page = ovi_pager_fetch(pager, &(ovi_fetching){key, at, &length, 1});
    if (page != NULL && !piece_is_valid(touched, ovi_page_bytes(page))) {
      ovi_page_drop(pager->cache, page);
      page = NULL;
    }
  }
  return page != NULL ? ovi_page_bytes(page) : NULL;
}

/* NULL: it is corrupt. */
static const uint8_t *piece_in_place(const touched_piece *touched) {
  ovi_pager *pager = touched->pager;
  const ovi_paged_overlays *overlays = &pager->file->overlays[touched->profile];
  const uint8_t *bytes = overlays->data + ovi_get_u64(touched->entry + OVI_PIECE_AT);
  const uint64_t bit = OVI_CLUSTER_PIECES * (uint64_t)touched->number + (uint32_t)touched->piece;
  if (!ovi_has_bit(&overlays->checked, bit)) {
    if (ovi_pager_has_fault(pager) || !piece_is_valid(touched, bytes)) {
      return NULL;
    }
    ovi_set_shared_bit(&overlays->checked, bit);
  }
  return bytes;
}

static ovi_piece_bytes pager_cluster(ovi_source *source, uint32_t profile, uint32_t number,
                                     ovi_cluster_piece piece) {
  ovi_pager *pager = (ovi_pager *)source;
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number, piece);
  touched_piece touched = {pager, profile, number, piece, entry, NULL};
  if (piece == OVI_CLUSTER_TABLES) {
    touched.front = pager_cluster(source, profile, number, OVI_CLUSTER_FRONT).bytes;
  }
  const uint8_t *bytes = touched.front == no_cluster ? NULL
                         : pager->cache == NULL      ? piece_in_place(&touched)
                                                     : fetch_piece(&touched);
  if (bytes != NULL) {
    return (ovi_piece_bytes){bytes, ovi_get_u32(entry + OVI_PIECE_LENGTH)};
  }
  return (ovi_piece_bytes){no_cluster, piece == OVI_CLUSTER_FRONT ? sizeof(no_cluster) : 0};
}

/* ---- The source ------------------------------------------------------------------------ */

static const uint8_t *pager_block(ovi_source *source, uint32_t id) {
  ovi_pager *pager = (ovi_pager *)source;
  const ovi_paged_file *file = pager->file;
  if (pager->cache == NULL && ovi_has_bit(&file->compared, id)) {
    return file->blocks.data +
           ovi_get_u64(file->table.data + (uint64_t)id * file->shared.entry_bytes);
  }
  const uint8_t *block =
      pager->cache == NULL ? touch_in_place(pager, id) : touch_fetched(pager, id);
  return block != NULL ? block : file->placeholder;
}

static uint32_t pager_block_bytes(ovi_source *source, uint32_t id) {
  ovi_pager *pager = (ovi_pager *)source;
  ovi_block_bytes block;
  return pager_block(source, id) != pager->file->placeholder &&
                 ovi_pager_find_block(pager, id, &block)
             ? (uint32_t)block.length
             : pager->file->placeholder_bytes;
}

static uint32_t pager_first_slot(ovi_source *source, uint32_t profile, uint32_t id) {
  uint32_t first;
  ovi_pager_table((ovi_pager *)source, id, OVI_TABLE_SLOTS + 4 * profile, &first);
  return first;
}

bool ovi_pager_island(ovi_pager *pager, uint32_t profile, uint32_t region, uint32_t component,
                      uint32_t *island) {
  uint32_t first;
  const bool is_read =
      ovi_pager_table(pager, region, OVI_TABLE_SLOTS + 4 * profile, &first) &&
      ovi_pager_number(pager, OVI_PAGE_ISLANDS + profile, &pager->file->islands[profile],
                       (uint64_t)first + component, island);
  *island = is_read ? *island : 1;
  return is_read;
}

static uint32_t pager_island(ovi_source *source, uint32_t profile, uint32_t id,
                             uint32_t component) {
  uint32_t island;
  ovi_pager_island((ovi_pager *)source, profile, id, component, &island);
  return island;
}

static void pager_unpin(ovi_source *source) {
  ovi_pager *pager = (ovi_pager *)source;
  if (pager->cache != NULL) {
    ovi_page_cache_unpin(pager->cache);
  }
}

static void pager_pass(ovi_source *source, bool begins) {
  ovi_page_cache *cache = ((ovi_pager *)source)->cache;
  if (cache != NULL && begins) {
    ovi_page_cache_begin_pass(cache);
  } else if (cache != NULL) {
    ovi_page_cache_end_pass(cache);
  }
}

static ovl_result pager_outcome(const ovi_source *source) {
  const ovi_pager *pager = (const ovi_pager *)source;
  const ovi_page_cache *cache = pager->cache;
  if (cache == NULL) {
    return (ovl_result)atomic_load_explicit(&pager->file->fault, memory_order_relaxed);
  }
  return cache->failed;
}

ovi_pager ovi_pager_make(ovi_paged_file *file, ovi_page_cache *cache) {
  const ovi_shared_bits none = {NULL};
  return (ovi_pager){{.ready = cache == NULL ? file->compared : none,
                      .no_block = file->placeholder,
                      .block = pager_block,
                      .block_bytes = pager_block_bytes,
                      .first_slot = pager_first_slot,
                      .island = pager_island,
                      .cluster = pager_cluster,
                      .bundle = ovi_pager_bundle,
                      .unpin = pager_unpin,
                      .pass = pager_pass,
                      .outcome = pager_outcome},
                     file,
                     cache};
}

/* ---- Tasks ------------------------------------------------------------------------------ */

void ovi_pager_begin(ovi_pager *pager) {
  ovi_page_cache *cache = pager->cache;
  if (cache == NULL) {
    return;
  }
  ovi_page_cache_begin(cache);
  if (cache->file != pager->file) {
    ovi_page_cache_clear(cache);
    cache->file = pager->file;
  }
}
