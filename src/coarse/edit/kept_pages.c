/* Copies regions, pieces of clusters and numbers of islands once they have passed the checks of the
 * pager. */
#include "coarse/edit/kept_pages.h"

#include "coarse/overlay/overlay.h"
#include "coarse/paging/pager_borders.h"
#include "common/compiler.h"

/* A copy. */
typedef struct kept_page {
  const uint8_t *bytes;
  uint32_t count;
} kept_page;

static ovi_kept_pages *kept_of(ovi_source *source) { return (ovi_kept_pages *)source; }

/* NULL: there is none. */
static const kept_page *find_kept(const ovi_kept_pages *kept, uint64_t key) {
  const uint32_t *place = ovi_number_map_find(&kept->places, key);
  return place != NULL ? (const kept_page *)(void *)kept->pages.bytes + *place : NULL;
}

/* Lets what was read leave the cache: all that is of use was copied. */
static void let_leave(ovi_kept_pages *kept) { kept->pager->source.unpin(&kept->pager->source); }

/* Copies a page that is not kept yet. NULL: no memory. */
static const kept_page *keep_page(ovi_kept_pages *kept, uint64_t key, const uint8_t *bytes,
                                  uint32_t count) {
  uint8_t *copy = ovi_scratch_take(&kept->scratch, (uint64_t)count + 1, 1);
  uint8_t *added = copy != NULL ? ovi_buffer_add(&kept->pages, sizeof(kept_page)) : NULL;
  uint32_t *place = added != NULL ? ovi_number_map_add(&kept->places, key) : NULL;
  if (place == NULL) {
    kept->failed = true;
    return NULL;
  }
  memcpy(copy, bytes, count);
  *(kept_page *)(void *)added = (kept_page){copy, count};
  *place = (uint32_t)(kept->pages.used / sizeof(kept_page)) - 1;
  return find_kept(kept, key);
}

/* ---- Regions ------------------------------------------------------------------------------ */

static const uint8_t *find_block_copy(const void *user, uint32_t id) {
  const kept_page *page = find_kept(user, ovi_page_key(OVI_PAGE_REGION, id));
  return page != NULL ? page->bytes : NULL;
}

/* Compares the waypoints on the borders of a region with those of its neighbours that were copied.
 * False: they differ, and the pager has recorded the fault. */
static bool agrees_with_copies(ovi_kept_pages *kept, uint32_t id, const uint8_t *block) {
  kept->pager->copied = &kept->copied;
  const bool agrees = ovi_pager_check_border(kept->pager, id, block);
  kept->pager->copied = NULL;
  return agrees;
}

/* Copies a region. NULL: it could not be read or copied. */
static const kept_page *copy_region(ovi_kept_pages *kept, uint32_t id) {
  ovi_source *from = &kept->pager->source;
  const uint8_t *block = from->block(from, id);
  if (block == kept->pager->file->placeholder) {
    return NULL;
  }
  const uint32_t bytes = from->block_bytes(from, id);
  if (bytes == kept->pager->file->placeholder_bytes && from->outcome(from) != OVL_OK) {
    return NULL; /* the table may be missing */
  }
  const uint64_t key = ovi_page_key(OVI_PAGE_REGION, id);
  return agrees_with_copies(kept, id, block) ? keep_page(kept, key, block, bytes) : NULL;
}

static const kept_page *touch_region(ovi_kept_pages *kept, uint32_t id) {
  const kept_page *page = find_kept(kept, ovi_page_key(OVI_PAGE_REGION, id));
  if (page == NULL && !kept->failed) {
    page = copy_region(kept, id);
    let_leave(kept);
  }
  return page;
}

static const uint8_t *kept_block(ovi_source *source, uint32_t id) {
  const kept_page *page = touch_region(kept_of(source), id);
  return page != NULL ? page->bytes : kept_of(source)->pager->file->placeholder;
}

static uint32_t kept_block_bytes(ovi_source *source, uint32_t id) {
  const kept_page *page = touch_region(kept_of(source), id);
  return page != NULL ? page->count : kept_of(source)->pager->file->placeholder_bytes;
}

/* ---- Islands ------------------------------------------------------------------------------ */

static uint32_t kept_first_slot(ovi_source *source, uint32_t profile, uint32_t id) {
  ovi_source *from = &kept_of(source)->pager->source;
  const uint32_t first = from->first_slot(from, profile, id);
  let_leave(kept_of(source));
  return first;
}

static uint32_t kept_island(ovi_source *source, uint32_t profile, uint32_t id, uint32_t component) {
  ovi_kept_pages *kept = kept_of(source);
  const uint64_t key = (uint64_t)profile << 56 | (uint64_t)id << 16 | component;
  const uint32_t *known = ovi_number_map_find(&kept->islands, key);
  if (known != NULL) {
    return *known;
  }
  uint32_t island;
  if (ovi_pager_island(kept->pager, profile, id, component, &island)) {
    uint32_t *added = ovi_number_map_add(&kept->islands, key);
    kept->failed = kept->failed || added == NULL;
    if (added != NULL) {
      *added = island;
    }
  }
  let_leave(kept);
  return island;
}

/* ---- Clusters ----------------------------------------------------------------------------- */

/* True if the cluster's front is the one that was copied. Otherwise the file was changed meanwhile,
 * and its tables do not belong to the copy. */
static bool is_front(const kept_page *front, ovi_piece_bytes now) {
  return front != NULL && front->count == now.count &&
         memcmp(front->bytes, now.bytes, now.count) == 0;
}

static ovi_piece_bytes kept_cluster(ovi_source *source, uint32_t profile, uint32_t number,
                                    ovi_cluster_piece piece) {
  ovi_kept_pages *kept = kept_of(source);
  ovi_source *from = &kept->pager->source;
  const uint64_t front_key =
      ovi_page_key(OVI_PAGE_OVERLAYS + profile, OVI_CLUSTER_PIECES * (uint64_t)number);
  const uint64_t key = front_key + (uint32_t)piece;
  const kept_page *page = find_kept(kept, key);
  if (page != NULL) {
    return (ovi_piece_bytes){page->bytes, page->count};
  }
  const uint32_t length = ovi_get_u32(
      ovi_overlay_entry(&kept->pager->file->layers[profile], number, piece) + OVI_PIECE_LENGTH);
  if (piece == OVI_CLUSTER_TABLES) {
    kept_cluster(source, profile, number, OVI_CLUSTER_FRONT);
  }
  const ovi_piece_bytes found = from->cluster(from, profile, number, piece);
  if (kept->failed || found.count != length || from->outcome(from) != OVL_OK) {
    return found;
  }
  if (piece == OVI_CLUSTER_TABLES &&
      !is_front(find_kept(kept, front_key),
                from->cluster(from, profile, number, OVI_CLUSTER_FRONT))) {
    ovi_pager_note(kept->pager, OVL_CORRUPT,
                   &(ovl_fault){.what = "cluster of an overlay that changes", .where = number});
    return (ovi_piece_bytes){NULL, 0};
  }
  page = keep_page(kept, key, found.bytes, found.count);
  let_leave(kept);
  return page != NULL ? (ovi_piece_bytes){page->bytes, page->count} : found;
}

/* ---- The source --------------------------------------------------------------------------- */

static const uint8_t *kept_bundle(ovi_source *source, uint32_t profile, uint64_t waypoint) {
  ovi_source *from = &kept_of(source)->pager->source;
  return from->bundle(from, profile, waypoint);
}

static void kept_unpin(ovi_source *source) {
  ovi_source *from = &kept_of(source)->pager->source;
  from->unpin(from);
}

static ovl_result kept_outcome(const ovi_source *source) {
  const ovi_kept_pages *kept = (const ovi_kept_pages *)source;
  return kept->failed ? OVL_NO_MEMORY : ovi_pager_outcome(kept->pager);
}

void ovi_kept_pages_begin(ovi_kept_pages *kept, ovi_pager *pager, const ovl_allocator *allocator) {
  *kept = (ovi_kept_pages){.source = {.no_block = pager->file->placeholder,
                                      .block = kept_block,
                                      .block_bytes = kept_block_bytes,
                                      .first_slot = kept_first_slot,
                                      .island = kept_island,
                                      .cluster = kept_cluster,
                                      .bundle = kept_bundle,
                                      .unpin = kept_unpin,
                                      .outcome = kept_outcome},
                           .pager = pager,
                           .copied = {find_block_copy, kept},
                           .scratch = {.allocator = allocator},
                           .pages = {.allocator = allocator},
                           .places = {.allocator = allocator},
                           .islands = {.allocator = allocator}};
}

void ovi_kept_pages_release(ovi_kept_pages *kept) {
  if (kept->pager == NULL) {
    return;
  }
  ovi_scratch_release(&kept->scratch);
  ovi_buffer_release(&kept->pages);
  ovi_number_map_release(&kept->places);
  ovi_number_map_release(&kept->islands);
}
