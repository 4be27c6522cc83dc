/* Counts slots in the order of regions, and finds islands from the arcs between components; but not
 * where an edit leaves the arcs around the regions that it replaced as they were. Where it adds or
 * removes components without ports alone, islands follow from those before it. */
#include "coarse/update/directed_update.h"

#include "coarse/islands/directed_islands.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/binary_heap.h"
#include "common/compiler.h"
#include "common/scratch.h"
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

/* ---- The same joins, of other components -------------------------------------------------- */

#define NO_COMPONENT_BEFORE UINT32_MAX

/* For each region, if it was replaced: for each of its components the one before the edit that had
 * its ports. */
typedef struct kept_joins {
  uint32_t **befores;
  ovi_scratch scratch;
} kept_joins;

/* Returns whether a port can be left by. */
static bool is_exit_of(const ovi_region *region, uint32_t port) {
  const uint32_t component = ovi_port_component(region, port);
  const ovi_clique clique = ovi_region_clique(region, component);
  return ovi_square_exit(&clique, ovi_port_place(region, port, component)) != OVI_NO_COST_32;
}

/* Returns whether no step of a region leads from one of its components to another. */
static bool has_no_step_arcs(const ovi_layer *layer, const ovi_region *region) {
  return (region->flags & OVI_FLAG_STEPPED) == 0 ||
         (layer->profile.climb == layer->profile.drop && region->costs.exceptions == 0);
}

/* Finds which components of a replaced region have the ports of which ones before. *keeps: the
 * ports are the same, and nothing else joins a component to others. False: no memory. */
static bool pair_components(kept_joins *kept, const ovi_layer *before, const ovi_layer *after,
                            uint32_t id, bool *keeps) {
  const ovi_region was = ovi_region_view(before, id);
  const ovi_region is = ovi_region_view(after, id);
  const uint32_t links = is.ports.links_out + is.ports.links_in;
  uint32_t *befores = ovi_scratch_take(&kept->scratch, is.components.count + 1, sizeof(uint32_t));
  uint32_t *nows = ovi_scratch_take(&kept->scratch, was.components.count + 1, sizeof(uint32_t));
  if (befores == NULL || nows == NULL) {
    return false;
  }
  memset(befores, 0xff, is.components.count * sizeof(uint32_t)); /* NO_COMPONENT_BEFORE */
  memset(nows, 0xff, was.components.count * sizeof(uint32_t));
  kept->befores[id] = befores;
  *keeps = was.ports.count == is.ports.count && was.ports.links_out == is.ports.links_out &&
           was.ports.links_in == is.ports.links_in && has_no_step_arcs(before, &was) &&
           has_no_step_arcs(after, &is) &&
           memcmp(was.layer_block + OVI_LAYER_GROUPS, is.layer_block + OVI_LAYER_GROUPS,
                  2 * (size_t)OVI_GROUP_COUNT) == 0;
  for (uint32_t i = 0; *keeps && i < links; i++) {
    *keeps = ovi_region_link(&was, i) == ovi_region_link(&is, i);
  }
  for (uint32_t port = 0; *keeps && port < is.ports.count; port++) {
    const uint32_t cell = ovi_port_cell(&is, port);
    const int32_t x = (int32_t)ovi_port_x(cell);
    const int32_t y = (int32_t)ovi_port_y(cell);
    const uint32_t then = ovi_region_component(&was, x, y);
    const uint32_t now = ovi_region_component(&is, x, y);
    *keeps = cell == ovi_port_cell(&was, port) && is_exit_of(&was, port) == is_exit_of(&is, port);
    if (*keeps && befores[now] == NO_COMPONENT_BEFORE && nows[then] == UINT32_MAX) {
      befores[now] = then;
      nows[then] = now;
    }
    *keeps = *keeps && befores[now] == then && nows[then] == now;
  }
  return true;
}

/* Pairs the components of all replaced regions; of a world that a reader fetches, of none. */
static ovl_result pair_all(const ovi_update *update, uint32_t profile, kept_joins *kept,
                           bool *keeps) {
  const ovi_layer *before = &update->before[profile];
  const ovi_layer *after = &update->after[profile];
  const uint32_t regions = ovi_region_count(after);
  *keeps = !ovi_layer_is_fetched(after);
  kept->befores = *keeps ? ovi_scratch_take(&kept->scratch, regions, sizeof(uint32_t *)) : NULL;
  if (*keeps && kept->befores == NULL) {
    return OVL_NO_MEMORY;
  }
  for (uint32_t id = 0; *keeps && id < regions; id++) {
    kept->befores[id] = NULL;
  }
  for (uint32_t i = 0; *keeps && i < update->region_count; i++) {
    if (!pair_components(kept, before, after, update->regions[i], keeps)) {
      return OVL_NO_MEMORY;
    }
  }
  return ovi_layer_outcome(after);
}

/* Joins the components of one island before the edit, and adds the arcs between islands: what the
 * arcs of all regions would do where these join the same components. */
static ovl_result add_old_joins(const ovi_update *update, uint32_t profile, kept_joins *kept,
                                ovi_directed_arcs *arcs, uint32_t *sets) {
  const ovi_layer *before = &update->before[profile];
  const ovi_layer *after = &update->after[profile];
  const uint32_t regions = ovi_region_count(after);
  const uint32_t islands = before->islands.count;
  /* Of each island: a slot of one of its components. */
  uint32_t *slots = ovi_scratch_take(&kept->scratch, (uint64_t)islands + 1, sizeof(uint32_t));
  if (slots == NULL) {
    return OVL_NO_MEMORY;
  }
  memset(slots, 0xff, ((size_t)islands + 1) * sizeof(uint32_t)); /* UINT32_MAX: none yet */
  for (uint32_t id = 0; id < regions; id++) {
    const ovi_region place = ovi_region_place(before, id);
    const uint32_t *befores = kept->befores[id];
    const uint32_t first = ovi_region_first_slot(after, id);
    const uint32_t end =
        id + 1 < regions ? ovi_region_first_slot(after, id + 1) : after->islands.slots;
    for (uint32_t slot = first; slot < end; slot++) {
      const uint32_t component = befores != NULL ? befores[slot - first] : slot - first;
      if (component == NO_COMPONENT_BEFORE) {
        continue; /* it has no port */
      }
      const uint32_t island = ovi_region_island(before, &place, component);
      if (island == 0 || island > islands) {
        return OVL_CORRUPT;
      }
      uint32_t *other = &slots[island];
      if (*other != UINT32_MAX) {
        ovi_union_join(sets, 1, *other, slot);
      } else {
        *other = slot;
      }
    }
  }
  for (uint32_t island = 1; island <= islands; island++) {
    uint32_t begin;
    uint32_t end;
    ovi_island_arcs(before, island, &begin, &end);
    for (uint32_t i = begin; i < end; i++) {
      const uint32_t to = ovi_island_of_arc(before, i);
      const uint64_t arc = ovi_arc(slots[island], to <= islands ? slots[to] : UINT32_MAX);
      if (ovi_arc_from(arc) == UINT32_MAX || ovi_arc_to(arc) == UINT32_MAX) {
        return OVL_CORRUPT;
      }
      uint8_t *out = ovi_buffer_add(&arcs->arcs, sizeof(arc));
      if (out == NULL) {
        return OVL_NO_MEMORY;
      }
      memcpy(out, &arc, sizeof(arc));
    }
  }
  return OVL_OK;
}

/* ---- All ------------------------------------------------------------------------------------ */

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
  OVI_ASSERT(ovi_layer_has_arcs(layer));
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
    kept_joins kept = {.scratch = {.allocator = update->allocator}};
    bool keeps;
    ovi_union_begin(sets, 0, slots);
    result = pair_all(update, profile, &kept, &keeps);
    result = result != OVL_OK ? result
             : keeps          ? add_old_joins(update, profile, &kept, &arcs, sets)
                              : add_arcs(update, layer, &arcs, sets);
    ovi_scratch_release(&kept.scratch);
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
