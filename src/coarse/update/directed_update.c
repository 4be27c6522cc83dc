/* Counts slots in the order of regions, and finds islands from the arcs between components. */
#include "coarse/update/directed_update.h"

#include "coarse/islands/directed_islands.h"
#include "common/compiler.h"

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
    changed = !ovi_layer_block_is_same(before, after, id);
    if (changed || !is_limited) {
      continue;
    }
    const ovi_region after_region = ovi_region_view(after, id);
    const ovi_region before_region = ovi_region_view(before, id);
    const uint8_t *was = before_region.cells.heights;
    const uint8_t *is = after_region.cells.heights;
    changed = was != is;
    if (was != NULL && is != NULL) {
      const uint32_t cell_bytes = ovi_get_u16(is + 2);
      const size_t bytes = 4 + (size_t)(after_region.w * after_region.h) * cell_bytes;
      changed = ovi_get_u16(was + 2) != cell_bytes || memcmp(was, is, bytes) != 0;
    }
  }
  return changed;
}

/* Counts the slots of components in the order of regions, as in a base, and gives them to the
 * version. OVL_OK, OVL_NO_MEMORY, OVL_STOPPED, or why a region could not be read. */
static ovl_result count_slots(const ovi_update *update, uint32_t profile) {
  ovi_layer *layer = &update->after[profile];
  const uint32_t regions = ovi_region_count(layer);
  ovi_blob *firsts = ovi_blob_make(update->allocator, 4 * (uint64_t)regions);
  uint32_t slots = 0;
  ovl_result result = firsts != NULL ? OVL_OK : OVL_NO_MEMORY;
  ovi_progress_expect(update->progress, regions);
  for (uint32_t id = 0; result == OVL_OK && id < regions; id++) {
    const uint8_t *block = ovi_region_layer_block(layer, id);
    ovi_put_u32((uint8_t *)firsts->data + 4 * (uint64_t)id, slots);
    slots += ovi_get_u16(block + OVI_LAYER_COMPONENTS);
    result = ovi_layer_outcome(layer);
    ovi_layer_unpin(layer);
    result = result == OVL_OK ? ovi_progress_add_item(update->progress, id, regions) : result;
  }
  if (result != OVL_OK) {
    ovi_blob_drop(update->allocator, firsts);
    return result;
  }
  OVI_ASSERT(layer->profile.is_directed);
  ovi_own_islands *own = &update->own[profile];
  ovi_blob_drop(update->allocator, own->firsts);
  own->firsts = firsts;
  layer->islands.slots = slots;
  layer->islands.firsts = ovi_blob_bytes(firsts);
  return OVL_OK;
}

/* Gives the version the islands that were found. False: no memory. */
static bool put_islands(const ovi_update *update, uint32_t profile,
                        const ovi_directed_islands *found) {
  ovi_own_islands *own = &update->own[profile];
  ovi_layer *layer = &update->after[profile];
  ovi_blob *section = ovi_blob_make(update->allocator, ovi_directed_islands_bytes(found));
  if (section == NULL) {
    return false;
  }
  OVI_ASSERT(found->slot_count == layer->islands.slots);
  memset(section->data, 0, (size_t)section->bytes);
  ovi_directed_islands_write(found, (uint8_t *)section->data);
  ovi_blob_drop(update->allocator, own->islands);
  own->islands = section;
  layer->islands.count = found->count;
  ovi_layer_find_islands(layer, ovi_blob_bytes(section));
  return true;
}

ovl_result ovi_directed_update(const ovi_update *update, uint32_t profile) {
  if (!directed_changed(update, profile)) {
    return ovi_layer_outcome(update->after);
  }
  ovl_result result = count_slots(update, profile);
  if (result != OVL_OK) {
    return result;
  }
  ovi_directed_finding finding;
  result = ovi_directed_islands_find(&finding, &update->after[profile], update->progress,
                                     update->allocator);
  if (result == OVL_OK && !put_islands(update, profile, &finding.islands)) {
    result = OVL_NO_MEMORY;
  }
  ovi_directed_finding_release(&finding);
  return result;
}
