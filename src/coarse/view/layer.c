/* Making a layer from the shared part of a world and the settings of its profile. */
#include "coarse/view/layer.h"

void ovi_layer_begin(ovi_layer *layer, const ovi_shared *shared, uint32_t number) {
  layer->store.table = shared->file.table;
  layer->store.blocks = shared->file.blocks;
  ovi_layer_set_sources(layer, shared->delta, NULL);
  layer->partition = shared->plane;
  layer->store.entry_bytes = shared->entry_bytes;
  layer->store.head_bytes = shared->block_head_bytes;
  layer->number = number;
  layer->fingerprint = shared->fingerprint;
  layer->shared = shared;
}

void ovi_layer_read_profile(ovi_layer *layer, const uint8_t *entry) {
  uint32_t flags = entry[OVI_PROFILE_FLAGS];
  layer->profile.weights = entry + OVI_PROFILE_WEIGHTS;
  memcpy(layer->profile.wall_cost, entry + OVI_PROFILE_WALLS, OVL_WALL_CELLS);
  layer->profile.corners = entry[OVI_PROFILE_CORNERS];
  layer->profile.body_cells = entry[OVI_PROFILE_BODY];
  layer->profile.min_weight = entry[OVI_PROFILE_MIN_WEIGHT];
  layer->profile.is_directed = (flags & OVI_PROFILE_DIRECTED) != 0;
  layer->profile.has_links = (flags & OVI_PROFILE_LINKS) != 0;
  layer->profile.asks_rule = (flags & OVI_PROFILE_RULE) != 0;
  layer->profile.is_mutual = (flags & OVI_PROFILE_MUTUAL) != 0;
  layer->profile.climb = (int32_t)ovi_get_u32(entry + OVI_PROFILE_CLIMB);
  layer->profile.drop = (int32_t)ovi_get_u32(entry + OVI_PROFILE_DROP);
  layer->profile.climb_cost = ovi_get_u32(entry + OVI_PROFILE_CLIMB_COST);
  layer->profile.drop_cost = ovi_get_u32(entry + OVI_PROFILE_DROP_COST);
  layer->profile.max_exceptions = ovi_get_u32(entry + OVI_PROFILE_EXCEPTIONS);
  layer->islands.count = ovi_get_u32(entry + OVI_PROFILE_ISLANDS);
  layer->islands.slots = ovi_get_u32(entry + OVI_PROFILE_SLOTS);
  layer->graph.max_ports = ovi_get_u16(entry + OVI_PROFILE_MAX_PORTS);
  layer->graph.waypoints = ovi_get_u64(entry + OVI_PROFILE_WAYPOINTS);
  layer->graph.open_cells = ovi_get_u64(entry + OVI_PROFILE_OPEN_CELLS);
}

void ovi_layer_set_islands(ovi_layer *layer, const uint8_t *numbers, const uint8_t *behind) {
  layer->islands.numbers = numbers;
  layer->islands.weak = layer->islands.arc_begins = layer->islands.arcs = NULL;
  if (ovi_layer_has_arcs(layer) && behind != NULL) {
    layer->islands.weak = behind;
    layer->islands.arc_begins = layer->islands.weak + 4 * (uint64_t)layer->islands.count;
    layer->islands.arcs = layer->islands.arc_begins + 4 * ((uint64_t)layer->islands.count + 1);
  }
}

ovi_step_rule ovi_layer_rule(const ovi_layer *layer) {
  return (ovi_step_rule){
      .most_rise = layer->profile.climb < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)layer->profile.climb,
      .most_fall = layer->profile.drop < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)layer->profile.drop,
      .rise_cost = layer->profile.climb_cost,
      .fall_cost = layer->profile.drop_cost};
}

uint32_t ovi_base_block_bytes(const ovi_layer *layer, uint32_t id) {
  return layer->store.source != NULL ? layer->store.source->block_bytes(layer->store.source, id)
                                     : ovi_get_u32(ovi_region_entry(layer, id) + 8);
}

uint32_t ovi_region_block_bytes(const ovi_layer *layer, uint32_t id) {
  const ovi_replaced *replaced =
      layer->store.delta != NULL ? ovi_delta_tree_find(layer->store.delta, id) : NULL;
  return replaced != NULL && replaced->block != NULL ? (uint32_t)replaced->block->bytes
                                                     : ovi_base_block_bytes(layer, id);
}
