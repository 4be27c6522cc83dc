/* Checking a whole file region by region, as if each was touched for the first time, and then what
 * only all regions together show. */
#include "coarse/paging/pager_check.h"

#include "coarse/check/overlay_check.h"
#include "coarse/view/ports.h"

/* The totals of the regions before one. */
typedef struct region_totals {
  uint64_t slots, open_cells, waypoints;
} region_totals;

/* Reads the neighbours of a region whose borders with it are its own: two regions are compared
 * while both are in memory. */
static void touch_neighbours(ovi_pager *pager, uint32_t id) {
  const ovi_layer *layer = pager->file->layers;
  const ovi_region place = ovi_region_place(layer, id);
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    if (ovi_region_has_neighbour(layer, &place, group)) {
      pager->source.block(&pager->source, ovi_neighbour_id(layer, id, group));
    }
  }
}

/* Reads a region, its islands and its neighbours, and adds it to the totals. */
static void touch_region(ovi_pager *pager, uint32_t id, region_totals *totals) {
  const ovi_paged_file *file = pager->file;
  const uint8_t *block = pager->source.block(&pager->source, id);
  touch_neighbours(pager, id);
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const uint8_t *layer_block = ovi_layer_block(&file->layers[i], block);
    const uint32_t components = ovi_get_u16(layer_block + OVI_LAYER_COMPONENTS);
    for (uint32_t component = 0; component < components; component++) {
      pager->source.island(&pager->source, i, id, component);
    }
    if (pager->source.first_slot(&pager->source, i, id) != totals[i].slots &&
        ovi_pager_outcome(pager) == OVL_OK) {
      ovi_pager_note(pager, OVL_CORRUPT,
                     &(ovl_fault){.what = "first island of a region", .where = id});
    }
    totals[i].slots += components;
    totals[i].open_cells += ovi_get_u16(layer_block + OVI_LAYER_OPEN_CELLS);
    totals[i].waypoints += ovi_layer_group_begin(layer_block, OVI_OWN_GROUPS);
  }
}

static void check_totals(ovi_pager *pager, const region_totals *totals) {
  const ovi_paged_file *file = pager->file;
  for (uint32_t i = 0; i < file->shared.profile_count; i++) {
    const ovi_layer *layer = &file->layers[i];
    if (totals[i].slots != layer->islands.slots ||
        totals[i].open_cells != layer->graph.open_cells ||
        totals[i].waypoints != layer->graph.waypoints) {
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
  region_totals totals[OVL_MAX_PROFILES] = {{0}};
  ovl_result result = OVL_OK;
  for (uint32_t id = 0; id < ovi_region_count(file->layers) && result == OVL_OK; id++) {
    ovi_pager_begin(pager);
    touch_region(pager, id, totals);
    result = ovi_pager_outcome(pager);
  }
  if (result == OVL_OK) {
    check_totals(pager, totals);
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
