/* Regions, chunks and clusters, found in memory or in the cache, and checked on first touch: in
 * themselves, and regions against their neighbours that were checked before. */
#include "coarse/paging/pager.h"

#include "coarse/check/block_check.h"
#include "coarse/check/directed_check.h"
#include "coarse/check/label_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/sections.h"
#include "coarse/overlay/cluster/cluster_check.h"
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

/* The view of a region by a block that is valid in itself. */
static ovi_region view_valid(const ovi_layer *layer, uint32_t id, const uint8_t *block) {
  ovi_region region = ovi_region_place(layer, id);
  ovi_region_layout(&region, layer, block, ovi_layer_block(layer, block));
  return region;
}

/* Checks a region in itself. False, which is recorded, also if the table could not be read. */
static bool region_is_valid(ovi_pager *pager, const ovi_block_bytes *block) {
  const ovi_paged_file *file = pager->file;
  ovl_fault fault = {.what = ""};
  ovl_result result = ovi_block_check(file->layers, block, &fault);
  for (uint32_t i = 0; i < file->shared.profile_count && result == OVL_OK; i++) {
    const ovi_layer *layer = &file->layers[i];
    const ovi_region region = view_valid(layer, block->id, block->bytes);
    const char *wrong = NULL;
    if (layer->profile.is_plain && !ovi_layer_block_is_plain(layer, region.layer_block)) {
      wrong = "flags of a profile";
    } else if (layer->labels.count != 0) {
      wrong = ovi_labels_check_region(layer, &region);
    }
    if (wrong == NULL && layer->profile.is_directed) {
      wrong = ovi_directed_alone_check(layer, &region);
    }
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

/* ---- Waypoints on both sides of a border ---------------------------------------------------- */

/* The block of a region that was checked and is still in memory; NULL: it is not. */
static const uint8_t *checked_block(ovi_pager *pager, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  if (pager->cache != NULL) {
    ovi_page *page = ovi_page_peek(pager->cache, ovi_page_key(OVI_PAGE_REGION, id));
    return page != NULL && page->was_checked != 0 ? ovi_page_bytes(page) : NULL;
  }
  return ovi_sees_bit(&file->checked, id)
             ? file->blocks.data +
                   ovi_get_u64(file->table.data + (uint64_t)id * file->shared.entry_bytes)
             : NULL;
}

/* Compares the waypoints on a region's sides with those of each checked neighbour. */
static bool region_agrees(ovi_pager *pager, uint32_t id, const uint8_t *block) {
  const ovi_paged_file *file = pager->file;
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_layer *layer = &file->layers[i];
    const ovi_region region = view_valid(layer, id, block);
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      const bool has_other = ovi_region_has_neighbour(layer, &region, group);
      const uint32_t beyond = has_other ? ovi_neighbour_id(layer, id, group) : 0;
      const uint8_t *other = has_other ? checked_block(pager, beyond) : NULL;
      if (!has_other && ovi_region_group_count(&region, group) != 0) {
        return false;
      }
      if (other != NULL) {
        const ovi_region view = view_valid(layer, beyond, other);
        if (!ovi_group_is_shared(&region, group, &view)) {
          return false;
        }
      }
    }
  }
  return true;
}

/* ---- Steps over borders ---------------------------------------------------------------- */

/* The source of a layer while a region is compared with those that were checked before. */
typedef struct checked_source {
  ovi_source source; /* first, so that a source is cast to this */
  ovi_pager *pager;
  uint32_t id;          /* of the region */
  const uint8_t *block; /* and its block */
} checked_source;

static const uint8_t *block_if_checked(const checked_source *checked, uint32_t id) {
  return id == checked->id ? checked->block : checked_block(checked->pager, id);
}

static const uint8_t *checked_source_block(ovi_source *source, uint32_t id) {
  const checked_source *checked = (const checked_source *)source;
  const uint8_t *block = block_if_checked(checked, id);
  return block != NULL ? block : checked->pager->file->placeholder;
}

static bool is_readable(const void *user, uint32_t id) {
  return block_if_checked(user, id) != NULL;
}

/* Compares a valid block with the checked regions in memory. If they contradict each other, records
 * that the file is damaged and returns false. */
static bool check_border(ovi_pager *pager, uint32_t id, const uint8_t *block) {
  const ovi_paged_file *file = pager->file;
  checked_source checked = {{.block = checked_source_block}, pager, id, block};
  const char *wrong = !region_agrees(pager, id, block) ? "waypoints that two regions share" : NULL;
  const ovi_readable_regions readable = {is_readable, &checked};
  for (uint32_t i = 0; i < file->shared.profile_count && wrong == NULL; i++) {
    ovi_layer layer = file->layers[i];
    if (!layer.profile.is_directed) {
      continue;
    }
    /* The ports of the region, and those of its neighbours that depend on it. */
    ovi_layer_set_sources(&layer, NULL, &checked.source);
    const ovi_region region = ovi_region_view(&layer, id);
    wrong = ovi_directed_ports_check(&layer, &region, id, &readable);
    for (int group = 0; group < OVI_GROUP_COUNT && wrong == NULL; group++) {
      const bool has_other = ovi_region_has_neighbour(&layer, &region, group);
      const uint32_t beyond = has_other ? ovi_neighbour_id(&layer, id, group) : 0;
      if (has_other && is_readable(&checked, beyond)) {
        const ovi_region other = ovi_region_view(&layer, beyond);
        wrong = ovi_directed_ports_check(&layer, &other, id, &readable);
      }
    }
  }
  if (wrong != NULL) {
    ovi_pager_note(pager, OVL_CORRUPT, &(ovl_fault){.what = wrong, .where = id});
  }
  return wrong == NULL;
}

/* ---- Touching a region ----------------------------------------------------------------- */

/* Finds the block of a region, in memory or in the cache, fetches it if need be, and checks it when
 * it is first touched. NULL: it is corrupt, or could not be read. */
static const uint8_t *touch_region(ovi_pager *pager, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  const uint64_t key = ovi_page_key(OVI_PAGE_REGION, id);
  ovi_page *page = pager->cache != NULL ? ovi_page_find(pager->cache, key) : NULL;
  ovi_block_bytes block;
  if (page != NULL && page->was_checked != 0) {
    return ovi_page_bytes(page);
  }
  if ((pager->cache == NULL && ovi_pager_has_fault(pager)) ||
      !ovi_pager_find_block(pager, id, &block)) {
    return NULL;
  }
  if (pager->cache == NULL) {
    block.bytes = file->blocks.data + (block.where - file->blocks.at);
    if (!ovi_has_bit(&file->checked, id)) {
      if (!region_is_valid(pager, &block)) {
        return NULL;
      }
      ovi_set_shared_bit(&file->checked, id);
    }
    if (!check_border(pager, id, block.bytes)) {
      return NULL;
    }
    ovi_set_shared_bit(&file->compared, id);
    return block.bytes;
  }
  if (page == NULL) { /* with those that follow it in the file */
    uint32_t bytes[OVI_MOST_AHEAD];
    const uint32_t count = ovi_pager_count_ahead(pager, &block, true, bytes);
    page = ovi_pager_fetch(pager, &(ovi_fetching){key, block.where, bytes, count});
  }
  if (page == NULL) {
    return NULL;
  }
  block.bytes = ovi_page_bytes(page);
  if (block.length > (uint64_t)page->units * OVI_PAGE_UNIT - sizeof(ovi_page)) {
    ovi_pager_note(pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "place of a region's block", .where = id});
  } else if (region_is_valid(pager, &block) && check_border(pager, id, block.bytes)) {
    page->was_checked = 1;
    return block.bytes;
  }
  ovi_page_drop(pager->cache, page);
  return NULL;
}

/* ---- Clusters of overlays ---------------------------------------------------------------- */

/* The placeholder: a cluster without ports. */
static const uint8_t no_cluster[OVI_CLUSTER_HEADER_BYTES + 4];

/* Finds a piece of a cluster in memory or in the cache, fetches it if need be, and checks it when
 * it is first touched. */
static ovi_piece_bytes pager_cluster(ovi_source *source, uint32_t profile, uint32_t number,
                                     ovi_cluster_piece piece) {
  const ovi_piece_bytes none = {no_cluster, piece == OVI_CLUSTER_FRONT ? sizeof(no_cluster) : 0};
  ovi_pager *pager = (ovi_pager *)source;
  const ovi_layer *layer = &pager->file->layers[profile];
  const ovi_paged_overlays *overlays = &pager->file->overlays[profile];
  const uint8_t *entry = ovi_overlay_entry(layer, number, piece);
  const uint64_t at = ovi_get_u64(entry + OVI_PIECE_AT);
  const uint32_t length = ovi_get_u32(entry + OVI_PIECE_LENGTH);
  const uint64_t bit = OVI_CLUSTER_PIECES * (uint64_t)number + (uint32_t)piece;
  const uint8_t *front = NULL; /* of tables */
  if (piece == OVI_CLUSTER_TABLES) {
    front = pager_cluster(source, profile, number, OVI_CLUSTER_FRONT).bytes;
  }
  if (front == no_cluster) {
    return none;
  }
  ovi_page *page = NULL;
  if (pager->cache == NULL) {
    if (ovi_has_bit(&overlays->checked, bit)) {
      return (ovi_piece_bytes){overlays->data + at, length};
    }
    if (ovi_pager_has_fault(pager)) {
      return none;
    }
  } else {
    const uint64_t key = ovi_page_key(OVI_PAGE_OVERLAYS + profile, bit);
    page = ovi_page_find(pager->cache, key);
    if (page != NULL) {
      return (ovi_piece_bytes){ovi_page_bytes(page), length};
    }
    page = ovi_pager_fetch(pager, &(ovi_fetching){key, overlays->at + at, &length, 1});
    if (page == NULL) {
      return none;
    }
  }
  const uint8_t *bytes = page != NULL ? ovi_page_bytes(page) : overlays->data + at;
  ovl_fault fault = {.what = ""};
  const ovl_result result = piece == OVI_CLUSTER_FRONT
                                ? ovi_cluster_front_check(layer, number, bytes, &fault)
                                : ovi_cluster_tables_check(layer, number, front, bytes, &fault);
  if (result != OVL_OK) {
    ovi_pager_note(pager, result, &fault);
    if (page != NULL) {
      ovi_page_drop(pager->cache, page);
    }
    return none;
  }
  if (page == NULL) {
    ovi_set_shared_bit(&overlays->checked, bit);
  }
  return (ovi_piece_bytes){bytes, length};
}

/* ---- The source ------------------------------------------------------------------------ */

static const uint8_t *pager_block(ovi_source *source, uint32_t id) {
  ovi_pager *pager = (ovi_pager *)source;
  const ovi_paged_file *file = pager->file;
  if (pager->cache == NULL && ovi_has_bit(&file->compared, id)) {
    return file->blocks.data +
           ovi_get_u64(file->table.data + (uint64_t)id * file->shared.entry_bytes);
  }
  const uint8_t *block = touch_region(pager, id);
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

static uint32_t pager_island(ovi_source *source, uint32_t profile, uint32_t id,
                             uint32_t component) {
  ovi_pager *pager = (ovi_pager *)source;
  uint32_t first;
  uint32_t island;
  return ovi_pager_table(pager, id, OVI_TABLE_SLOTS + 4 * profile, &first) &&
                 ovi_pager_number(pager, OVI_PAGE_ISLANDS + profile, &pager->file->islands[profile],
                                  (uint64_t)first + component, &island)
             ? island
             : 1;
}

static void pager_unpin(ovi_source *source) {
  ovi_pager *pager = (ovi_pager *)source;
  if (pager->cache != NULL) {
    ovi_page_cache_unpin(pager->cache);
  }
}

static void pager_pass(ovi_source *source, bool begins) {
  ovi_pager *pager = (ovi_pager *)source;
  if (pager->cache != NULL) {
    ovi_page_cache_pass(pager->cache, begins);
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
  if (pager->cache != NULL) {
    ovi_page_cache_begin(pager->cache, pager->file);
  }
}
