/* Comparing waypoints on both sides of a border, and in directed layers the steps and links over
 * it.
 */
#include "coarse/paging/pager_borders.h"

#include "coarse/check/directed_check.h"
#include "coarse/view/ports.h"

/* ---- Waypoints --------------------------------------------------------------------------- */

/* The view of a checked block. */
static ovi_region view_checked(const ovi_layer *layer, uint32_t id, const uint8_t *block) {
  ovi_region region = ovi_region_place(layer, id);
  ovi_region_layout(&region, layer, block, ovi_layer_block(layer, block));
  return region;
}

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

/* Whether a region has the same waypoints as its neighbours that were checked. */
static bool region_agrees(ovi_pager *pager, uint32_t id, const uint8_t *block) {
  const ovi_paged_file *file = pager->file;
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_layer *layer = &file->layers[i];
    const ovi_region region = view_checked(layer, id, block);
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      const bool has_other = ovi_region_has_neighbour(layer, &region, group);
      const uint32_t beyond = has_other ? ovi_neighbour_id(layer, id, group) : 0;
      const uint8_t *other = has_other ? checked_block(pager, beyond) : NULL;
      if (!has_other && ovi_region_group_count(&region, group) != 0) {
        return false;
      }
      if (other != NULL) {
        const ovi_region view = view_checked(layer, beyond, other);
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

/* Checks the ports of a region of a directed layer, and those of its neighbours that depend on it.
 * Returns what is wrong; NULL: nothing. */
static const char *wrong_ports(const ovi_layer *file_layer, checked_source *checked) {
  const ovi_readable_regions readable = {is_readable, checked};
  ovi_layer layer = *file_layer;
  ovi_layer_set_sources(&layer, NULL, &checked->source);
  const ovi_region region = ovi_region_view(&layer, checked->id);
  const char *wrong = ovi_directed_ports_check(&layer, &region, checked->id, &readable);
  for (int group = 0; group < OVI_GROUP_COUNT && wrong == NULL; group++) {
    if (!ovi_region_has_neighbour(&layer, &region, group)) {
      continue;
    }
    const uint32_t beyond = ovi_neighbour_id(&layer, checked->id, group);
    if (is_readable(checked, beyond)) {
      const ovi_region other = ovi_region_view(&layer, beyond);
      wrong = ovi_directed_ports_check(&layer, &other, checked->id, &readable);
    }
  }
  return wrong;
}

static const char *wrong_directed(ovi_pager *pager, uint32_t id, const uint8_t *block) {
  const ovi_paged_file *file = pager->file;
  checked_source checked = {{.block = checked_source_block}, pager, id, block};
  const char *wrong = NULL;
  for (uint32_t i = 0; i < file->shared.profile_count && wrong == NULL; i++) {
    const ovi_layer *layer = &file->layers[i];
    wrong = layer->profile.is_directed ? wrong_ports(layer, &checked) : NULL;
  }
  return wrong;
}

bool ovi_pager_check_border(ovi_pager *pager, uint32_t id, const uint8_t *block) {
  const char *wrong = !region_agrees(pager, id, block) ? "waypoints that two regions share"
                                                       : wrong_directed(pager, id, block);
  if (wrong != NULL) {
    ovi_pager_note(pager, OVL_CORRUPT, &(ovl_fault){.what = wrong, .where = id});
  }
  return wrong == NULL;
}
