/* Counts slots in the order of regions, and finds islands from the arcs between components. */
#include "coarse/update/directed_update.h"

#include "common/compiler.h"

static bool heights_changed(const ovi_layer *before, const ovi_layer *after, uint32_t id) {
  const ovi_region before_region = ovi_region_view(before, id);
  const ovi_region after_region = ovi_region_view(after, id);
  if (before_region.cells.heights == NULL || after_region.cells.heights == NULL) {
    return before_region.cells.heights != after_region.cells.heights;
  }
  const uint32_t cell_bytes = ovi_get_u16(after_region.cells.heights + 2);
  const size_t bytes = 4 + (size_t)(after_region.w * after_region.h) * cell_bytes;
  return ovi_get_u16(before_region.cells.heights + 2) != cell_bytes ||
         memcmp(before_region.cells.heights, after_region.cells.heights, bytes) != 0;
}

/* Whether a directed layer may have changed. Heights are not in its layer blocks: where they limit
 * steps, an edit may turn a one-way step and leave the layer block the same. A link that is opened
 * or closed changes the layer block, because closed links have no ports. */
static bool directed_changed(const ovi_update *update, uint32_t profile) {
  const ovi_layer *before = &update->before[profile];
  const ovi_layer *after = &update->after[profile];
  const bool is_limited = after->profile.climb >= 0 || after->profile.drop >= 0;
  bool changed = false;
  for (uint32_t i = 0; i < update->region_count && !changed; i++) {
    const uint32_t id = update->regions[i];
    changed = !ovi_layer_block_is_same(before, after, id) ||
              (is_limited && heights_changed(before, after, id));
  }
  return changed;
}

/* Counts the slots of components in the order of regions, as in a base. OVL_OK or OVL_NO_MEMORY, or
 * why the next region could not be read. */
static ovl_result count_slots(ovi_directed_update *updater) {
  const ovi_layer *layer = &updater->update->passing[updater->profile];
  const uint32_t regions = ovi_region_count(layer);
  if (updater->firsts == NULL) {
    updater->firsts = ovi_blob_make(updater->update->allocator, 4 * (uint64_t)regions);
  }
  if (updater->firsts == NULL) {
    return OVL_NO_MEMORY;
  }
  for (; updater->region < regions; updater->region++) {
    const uint8_t *block = ovi_region_layer_block(layer, updater->region);
    const uint32_t components = ovi_get_u16(block + OVI_LAYER_COMPONENTS);
    if (ovi_layer_outcome(layer) != OVL_OK) {
      return ovi_layer_outcome(layer);
    }
    ovi_put_u32((uint8_t *)updater->firsts->data + 4 * (uint64_t)updater->region, updater->slots);
    updater->slots += components;
    ovi_layer_unpin(layer);
  }
  return OVL_OK;
}

/* Gives the version the slots that were counted, and begins to find islands. */
static ovl_result begin_finding(ovi_directed_update *updater) {
  const ovi_update *update = updater->update;
  ovi_own_islands *own = &update->own[updater->profile];
  ovi_layer *layer = &update->after[updater->profile];
  ovi_blob_drop(update->allocator, own->firsts);
  own->firsts = updater->firsts;
  updater->firsts = NULL;
  layer->islands.slots = updater->slots;
  layer->islands.firsts = ovi_blob_bytes(own->firsts);
  update->passing[updater->profile].islands = layer->islands;
  updater->is_counted = true;
  return ovi_directed_finding_begin(&updater->finding, updater->slots, update->allocator);
}

/* Gives the version the islands that were found. False: no memory. */
static bool put_islands(ovi_directed_update *updater) {
  const ovi_update *update = updater->update;
  ovi_own_islands *own = &update->own[updater->profile];
  ovi_layer *layer = &update->after[updater->profile];
  const ovi_directed_islands *found = &updater->finding.islands;
  ovi_blob *section = ovi_blob_make(update->allocator, ovi_directed_islands_bytes(found));
  if (section == NULL) {
    return false;
  }
  memset(section->data, 0, (size_t)section->bytes);
  ovi_directed_islands_write(found, (uint8_t *)section->data);
  ovi_blob_drop(update->allocator, own->islands);
  own->islands = section;
  layer->islands.count = found->count;
  ovi_layer_find_islands(layer, ovi_blob_bytes(section));
  return true;
}

void ovi_directed_update_begin(ovi_directed_update *updater, const ovi_update *update,
                               uint32_t profile) {
  *updater = (ovi_directed_update){.update = update, .profile = profile};
}

void ovi_directed_update_release(ovi_directed_update *updater) {
  ovi_blob_drop(updater->update->allocator, updater->firsts);
  ovi_directed_finding_release(&updater->finding);
}

ovl_result ovi_directed_update_run(ovi_directed_update *updater) {
  if (!directed_changed(updater->update, updater->profile)) {
    return OVL_OK;
  }
  ovl_result result = OVL_OK;
  if (!updater->is_counted) {
    result = count_slots(updater);
    result = result == OVL_OK ? begin_finding(updater) : result;
  }
  if (result == OVL_OK) {
    result =
        ovi_directed_islands_find(&updater->finding, &updater->update->passing[updater->profile]);
  }
  if (result == OVL_OK && !put_islands(updater)) {
    result = OVL_NO_MEMORY;
  }
  return result;
}
