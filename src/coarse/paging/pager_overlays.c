/* Overlay cells, and looking into all that there is. */
#include "coarse/check/overlay_check.h"
#include "coarse/paging/pager_internal.h"

/* A cell of an overlay that nothing leads to. */
static const uint8_t no_cell[OVI_CELL_HEADER_BYTES + 8];

static uint32_t level_of(const ovi_layer *layer, uint32_t number) {
  uint32_t level = 1;
  while (number >= layer->overlay.first_cells[level]) {
    level++;
  }
  return level;
}

static bool overlay_is_valid(ovi_pager *pager, uint32_t profile, uint32_t number,
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
  const uint32_t row = (uint32_t)ovi_clusters_x(layer, level);
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
    if (page != NULL && !overlay_is_valid(pager, profile, number, ovi_page_bytes(page))) {
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
    if (ovi_pager_has_fault(pager) || !overlay_is_valid(pager, profile, number, block)) {
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

/* What the regions before one add up to. */
typedef struct sums {
  uint64_t slots, open_cells, waypoints;
} sums;

/* Looks at the regions whose border with one is its own: what two of them share is compared while
 * both are there. */
static void look_beside(ovi_pager *pager, uint32_t id) {
  const ovi_layer *layer = pager->file->layers;
  const ovi_region place = ovi_region_place(layer, id);
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if (ovi_region_has_neighbour(layer, &place, group)) {
      ovi_pager_block(pager, ovi_neighbour_id(layer, id, group));
    }
  }
}

/* Looks into a region, its islands and what is beside it, and adds it to the sums. */
static void pager_scan_into(ovi_pager *pager, uint32_t id, sums *all) {
  const ovi_paged_file *file = pager->file;
  const uint8_t *block = ovi_pager_block(pager, id);
  look_beside(pager, id);
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const uint8_t *layer_block = ovi_layer_block(&file->layers[i], block);
    const uint32_t components = ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS);
    for (uint32_t component = 0; component < components; component++) {
      ovi_pager_island(pager, i, id, component);
    }
    if (ovi_pager_first_slot(pager, i, id) != all[i].slots && ovi_pager_outcome(pager) == OVL_OK) {
      ovi_pager_note(pager, OVL_CORRUPT,
                     &(ovl_fault){.what = "first island of a region", .where = id});
    }
    all[i].slots += components;
    all[i].open_cells += ovi_get_u16(layer_block + OVI_LAYER_OPEN_CELLS);
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      all[i].waypoints += ovi_layer_group_count(layer_block, group);
    }
  }
}

static void pager_check_sums(ovi_pager *pager, const sums *all) {
  const ovi_paged_file *file = pager->file;
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_layer *layer = &file->layers[i];
    if (all[i].slots != layer->islands.slots || all[i].open_cells != layer->graph.open_cells ||
        all[i].waypoints != layer->graph.waypoints) {
      ovi_pager_note(
          pager, OVL_CORRUPT,
          &(ovl_fault){.what = "number of local components, open cells or waypoints", .where = i});
    }
  }
}

static void check_overlays(ovi_pager *pager, const ovi_layer *layer) {
  ovl_fault fault = {.what = ""};
  ovi_pager_begin(pager);
  const ovl_result result = ovi_overlays_check(layer, &fault);
  if (result != OVL_OK && ovi_pager_outcome(pager) == OVL_OK) {
    ovi_pager_note(pager, result, &fault);
  }
}

ovl_result ovi_pager_check_all(ovi_pager *pager, const ovi_layer *layers, ovl_fault *fault) {
  const ovi_paged_file *file = pager->file;
  sums all[OVL_MAX_PROFILES] = {{0}};
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; id < ovi_region_count(file->layers) && result == OVL_OK; id++) {
    ovi_pager_begin(pager);
    pager_scan_into(pager, id, all);
    result = ovi_pager_outcome(pager);
  }
  if (result == OVL_OK) {
    pager_check_sums(pager, all);
    result = ovi_pager_outcome(pager);
  }
  for (uint32_t i = 0; i < file->shared.profile_count && result == OVL_OK; i++) {
    check_overlays(pager, &layers[i]);
    result = ovi_pager_outcome(pager);
  }
  if (result != OVL_OK) {
    *fault = pager->cache->fault;
  }
  return result;
}
