/* Checking a whole file region by region, as if each was touched for the first time, and then what
 * only all regions together show. */
#include "coarse/paging/pager_check.h"

#include "coarse/check/overlay_check.h"
#include "coarse/view/ports.h"

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
      pager->source.block(&pager->source, ovi_neighbour_id(layer, id, group));
    }
  }
}

/* Looks into a region, its islands and what is beside it, and adds it to the sums. */
static void pager_scan_into(ovi_pager *pager, uint32_t id, sums *all) {
  const ovi_paged_file *file = pager->file;
  const uint8_t *block = pager->source.block(&pager->source, id);
  look_beside(pager, id);
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const uint8_t *layer_block = ovi_layer_block(&file->layers[i], block);
    const uint32_t components = ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS);
    for (uint32_t component = 0; component < components; component++) {
      pager->source.island(&pager->source, i, id, component);
    }
    if (pager->source.first_slot(&pager->source, i, id) != all[i].slots &&
        ovi_pager_outcome(pager) == OVL_OK) {
      ovi_pager_note(pager, OVL_CORRUPT,
                     &(ovl_fault){.what = "first island of a region", .where = id});
    }
    all[i].slots += components;
    all[i].open_cells += ovi_get_u16(layer_block + OVI_LAYER_OPEN_CELLS);
    all[i].waypoints += ovi_layer_group_begin(layer_block, OVI_OWN_GROUPS);
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
