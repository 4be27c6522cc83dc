/* Counts slots in the order of regions, and finds islands from the arcs between components; but not
 * where an edit leaves the arcs around the regions that it replaced as they were. */
#include "coarse/update/directed_update.h"

#include "coarse/islands/directed_islands.h"
#include "coarse/islands/sort_arcs.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"
#include "common/union_find.h"

/* Returns whether a directed layer may have changed. Heights are not in its layer blocks: where
 * they limit steps, an edit may turn a one-way step and leave the layer block the same. A link that
 * is opened or closed changes the layer block, because closed links have no ports. */
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

/* Adds the arcs from and to the components of the regions that were replaced, in both directions,
 * each once. */
static ovl_result add_arcs_around(const ovi_update *update, const ovi_layer *layer,
                                  ovi_directed_arcs *arcs) {
  ovl_result result = OVL_OK;
  for (uint32_t i = 0; i < update->region_count && result == OVL_OK; i++) {
    const uint32_t id = update->regions[i];
    const ovi_region place = ovi_region_place(layer, id);
    result = ovi_directed_arcs_add(arcs, layer, id, id + 1, NULL);
    /* The arcs over the other borders are those of the regions behind them. */
    for (int group = OVI_OWN_GROUPS; group < OVI_GROUP_COUNT && result == OVL_OK; group++) {
      if (ovi_region_has_neighbour(layer, &place, group)) {
        const uint32_t other = ovi_neighbour_id(layer, id, group);
        result = ovi_directed_arcs_add(arcs, layer, other, other + 1, NULL);
      }
    }
  }
  const uint64_t count = ovi_arc_count(arcs);
  if (count > 0) {
    ovi_sort_u64(ovi_arc_list(arcs), count);
    arcs->arcs.used = ovi_drop_repeated_u64(ovi_arc_list(arcs), count) * sizeof(uint64_t);
  }
  return result;
}

static bool same_bytes(const ovi_buffer *one, const ovi_buffer *other) {
  return one->used == other->used &&
         (one->used == 0 || memcmp(one->bytes, other->bytes, (size_t)one->used) == 0);
}

/* Finds whether all slots are joined as before, so that the islands are the same. Regions that a
 * reader fetches are not compared. */
static ovl_result compare_joins(const ovi_update *update, uint32_t profile, bool *are_same) {
  const ovi_layer *const layers[2] = {&update->before[profile], &update->after[profile]};
  ovi_directed_arcs arcs[2];
  *are_same = !ovi_layer_is_fetched(layers[1]);
  for (uint32_t i = 0; i < update->region_count && *are_same; i++) {
    const uint32_t id = update->regions[i];
    *are_same = ovi_get_u16(ovi_region_layer_block(layers[0], id) + OVI_LAYER_COMPONENTS) ==
                ovi_get_u16(ovi_region_layer_block(layers[1], id) + OVI_LAYER_COMPONENTS);
  }
  ovl_result result = OVL_OK;
  for (int i = 0; i < 2; i++) {
    ovi_directed_arcs_begin(&arcs[i], update->allocator);
    if (*are_same && result == OVL_OK) {
      result = add_arcs_around(update, layers[i], &arcs[i]);
    }
  }
  *are_same = *are_same && result == OVL_OK && same_bytes(&arcs[0].arcs, &arcs[1].arcs) &&
              same_bytes(&arcs[0].link_ends, &arcs[1].link_ends);
  ovi_directed_arcs_release(&arcs[0]);
  ovi_directed_arcs_release(&arcs[1]);
  return result == OVL_OK ? ovi_layer_outcome(update->after) : result;
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

/* Returns whether a region has as many local components as slots: the file of a reader may have
 * changed. */
static bool slots_are_those_of(const ovi_layer *layer, uint32_t id) {
  const uint32_t end = id + 1 < ovi_region_count(layer) ? ovi_region_first_slot(layer, id + 1)
                                                        : layer->islands.slots;
  return ovi_get_u16(ovi_region_layer_block(layer, id) + OVI_LAYER_COMPONENTS) ==
         end - ovi_region_first_slot(layer, id);
}

/* Adds the arcs of all regions, many at once; by a reader one by one, in whose cache no region has
 * to stay longer than its neighbours are read. Joins `sets` of slots. */
static ovl_result add_arcs(const ovi_update *update, const ovi_layer *layer,
                           ovi_directed_arcs *arcs, uint32_t *sets) {
  const uint32_t regions = ovi_region_count(layer);
  const bool is_fetched = ovi_layer_is_fetched(layer);
  const uint32_t most = is_fetched ? 1 : OVI_PROGRESS_ITEMS;
  ovl_result result = OVL_OK;
  ovi_progress_expect(update->progress, regions);
  for (uint32_t id = 0; result == OVL_OK && id < regions; id += most) {
    const uint32_t count = regions - id < most ? regions - id : most;
    const ovi_region place = ovi_region_place(layer, id);
    bool are_right = !is_fetched || slots_are_those_of(layer, id);
    /* The region is read, and those to its right and below, to whose ports its arcs lead. */
    for (int group = 0; is_fetched && group < OVI_OWN_GROUPS; group++) {
      if (ovi_region_has_neighbour(layer, &place, group)) {
        are_right = slots_are_those_of(layer, ovi_neighbour_id(layer, id, group)) && are_right;
      }
    }
    result = ovi_layer_outcome(layer);
    result = result == OVL_OK && !are_right ? OVL_CORRUPT : result;
    result = result == OVL_OK ? ovi_directed_arcs_add(arcs, layer, id, id + count, sets) : result;
    result = result == OVL_OK ? ovi_layer_outcome(layer) : result;
    result = result == OVL_OK ? ovi_progress_add(update->progress, count) : result;
  }
  uint32_t broken;
  return result == OVL_OK ? ovi_directed_arcs_add_links(arcs, layer, sets, &broken) : result;
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
  bool are_same;
  ovl_result result = compare_joins(update, profile, &are_same);
  result = result == OVL_OK && !are_same ? count_slots(update, profile) : result;
  if (result != OVL_OK || are_same) {
    return result;
  }
  ovi_layer *layer = &update->after[profile];
  const uint32_t slots = layer->islands.slots;
  const uint64_t set_bytes = ((uint64_t)slots + 1) * sizeof(uint32_t);
  uint32_t *sets = ovi_allocate(update->allocator, set_bytes);
  ovi_directed_arcs arcs;
  ovi_directed_islands found = {.count = 0};
  ovi_directed_arcs_begin(&arcs, update->allocator);
  result = OVL_NO_MEMORY;
  if (sets != NULL) {
    ovi_union_begin(sets, 0, slots);
    result = add_arcs(update, layer, &arcs, sets);
  }
  result = result == OVL_OK ? ovi_directed_islands_make(&found, &arcs, sets, slots) : result;
  if (result == OVL_OK && !put_islands(update, profile, &found)) {
    result = OVL_NO_MEMORY;
  }
  ovi_directed_islands_release(&found);
  ovi_directed_arcs_release(&arcs);
  ovi_release(update->allocator, sets, set_bytes);
  return result;
}
