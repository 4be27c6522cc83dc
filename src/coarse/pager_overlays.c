/* Overlay cells, and looking into all that there is. */
#include "overlay_check.h"
#include "pager_parts.h"

/* A cell of an overlay that nothing leads to. */
static const uint8_t no_cell[OVI_CELL_HEADER_BYTES + 8];

static uint32_t level_of(const ovi_layer *layer, uint32_t number) {
  uint32_t level = 1;
  while (number >= layer->overlay.first_cells[level]) {
    level++;
  }
  return level;
}

static bool overlay_is_sound(ovi_pager *pager, uint32_t profile, uint32_t number,
                             const uint8_t *block) {
  const ovi_layer *layer = &pager->file->layers[profile];
  const uint32_t level = level_of(layer, number);
  const uint32_t id = number - layer->overlay.first_cells[level - 1];
  ovl_fault fault = {.what = ""};
  const ovl_result result = ovi_overlay_block_check(layer, level, id, block, &fault);
  if (result != OVL_OK) {
    ovi_pager_note(pager, result, &fault);
  }
  return result == OVL_OK;
}

/* The region at the upper left of a cell. */
static uint32_t region_in(const ovi_layer *layer, uint32_t number) {
  const uint32_t level = level_of(layer, number);
  const uint32_t id = number - layer->overlay.first_cells[level - 1];
  const uint32_t row = (uint32_t)ovi_overlay_cells_x(layer, level);
  const uint32_t side = (uint32_t)ovi_overlay_side(level);
  return id / row * side * (uint32_t)layer->regions_x + id % row * side;
}

static const uint8_t *fetch_overlay(ovi_pager *pager, uint32_t profile, uint32_t number,
                                    const uint8_t *entry) {
  const uint64_t key = ovi_page_key(OVI_PAGE_OVERLAYS + profile, number);
  ovi_page *page = ovi_page_find(pager->cache, key);
  if (page == NULL) {
    const uint32_t length = ovi_get_u32(entry + OVI_CELL_LENGTH);
    const uint64_t at = pager->file->overlays[profile].at + ovi_get_u64(entry);
    const uint32_t region = region_in(&pager->file->layers[profile], number);
    page = ovi_pager_fetch(pager, &(ovi_fetching){key, at, &length, 1, region});
    if (page != NULL && !overlay_is_sound(pager, profile, number, ovi_page_bytes(page))) {
      ovi_page_drop(pager->cache, page);
      page = NULL;
    }
  }
  return page != NULL ? ovi_page_bytes(page) : NULL;
}

const uint8_t *ovi_pager_overlay(ovi_pager *pager, uint32_t profile, uint32_t number) {
  const ovi_paged_overlays *overlays = &pager->file->overlays[profile];
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number);
  if (pager->cache != NULL) {
    const uint8_t *block = fetch_overlay(pager, profile, number, entry);
    return block != NULL ? block : no_cell;
  }
  const uint8_t *block = overlays->data + ovi_get_u64(entry);
  if (!ovi_has_bit(&overlays->good, number)) {
    if (ovi_pager_has_fault(pager) || !overlay_is_sound(pager, profile, number, block)) {
      return no_cell;
    }
    ovi_set_shared_bit(&overlays->good, number);
  }
  return block;
}

uint32_t ovi_pager_overlay_bytes(ovi_pager *pager, uint32_t profile, uint32_t number) {
  const uint8_t *entry = ovi_overlay_entry(&pager->file->layers[profile], number);
  return ovi_pager_overlay(pager, profile, number) != no_cell ? ovi_get_u32(entry + OVI_CELL_LENGTH)
                                                              : (uint32_t)sizeof(no_cell);
}

/* ---- All ------------------------------------------------------------------------------- */

/* Looks into a region, its islands and what is beside them. */
static void look_into(ovi_pager *pager, uint32_t id) {
  const ovi_paged_file *file = pager->file;
  const uint8_t *block = ovi_pager_block(pager, id);
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_layer *layer = &file->layers[i];
    const uint32_t components = ovi_get_u16(ovi_block_part(layer, block) + OVI_PART_COMPONENTS);
    for (uint32_t component = 0; component < components; component++) {
      ovi_pager_island(pager, i, id, component);
    }
  }
}

ovl_result ovi_pager_check_all(ovi_pager *pager, ovl_fault *fault) {
  const ovi_paged_file *file = pager->file;
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; id < ovi_region_count(file->layers) && result == OVL_OK; id++) {
    ovi_pager_begin(pager);
    look_into(pager, id);
    result = ovi_pager_outcome(pager);
  }
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_overlays *overlay = &file->layers[i].overlay;
    const uint32_t cells = overlay->levels != 0 ? overlay->first_cells[overlay->levels] : 0;
    for (uint32_t number = 0; number < cells && result == OVL_OK; number++) {
      ovi_pager_begin(pager);
      ovi_pager_overlay(pager, i, number);
      result = ovi_pager_outcome(pager);
    }
  }
  if (result != OVL_OK && pager->cache != NULL) {
    *fault = pager->cache->fault;
  }
  return result;
}
