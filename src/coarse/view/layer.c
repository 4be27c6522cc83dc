/* Making a layer from the shared part and its profile's settings. */
#include "coarse/view/layer.h"

void ovi_layer_begin(ovi_layer *layer, const ovi_shared *shared, uint32_t number) {
  layer->table = shared->table;
  layer->blocks = shared->blocks;
  ovi_layer_show(layer, shared->living, NULL);
  layer->width = shared->width;
  layer->height = shared->height;
  layer->region_cells = shared->region_cells;
  layer->regions_x = shared->regions_x;
  layer->regions_y = shared->regions_y;
  layer->entry_bytes = shared->entry_bytes;
  layer->block_head_bytes = shared->block_head_bytes;
  layer->number = number;
  layer->fingerprint = shared->fingerprint;
  layer->shared = shared;
}

void ovi_layer_read_profile(ovi_layer *layer, const uint8_t *entry) {
  uint32_t flags = entry[OVI_PROFILE_FLAGS];
  layer->weights = entry + OVI_PROFILE_WEIGHTS;
  layer->corners = entry[OVI_PROFILE_CORNERS];
  layer->body_cells = entry[OVI_PROFILE_BODY];
  layer->min_weight = entry[OVI_PROFILE_MIN_WEIGHT];
  layer->directed = (flags & OVI_PROFILE_DIRECTED) != 0;
  layer->has_links = (flags & OVI_PROFILE_LINKS) != 0;
  layer->climb = (int32_t)ovi_get_u32(entry + OVI_PROFILE_CLIMB);
  layer->drop = (int32_t)ovi_get_u32(entry + OVI_PROFILE_DROP);
  layer->climb_cost = ovi_get_u32(entry + OVI_PROFILE_CLIMB_COST);
  layer->drop_cost = ovi_get_u32(entry + OVI_PROFILE_DROP_COST);
  layer->max_exceptions = ovi_get_u32(entry + OVI_PROFILE_EXCEPTIONS);
  layer->island_count = ovi_get_u32(entry + OVI_PROFILE_ISLANDS);
  layer->island_slots = ovi_get_u32(entry + OVI_PROFILE_SLOTS);
  layer->max_ports = ovi_get_u16(entry + OVI_PROFILE_MAX_PORTS);
  layer->waypoints = ovi_get_u64(entry + OVI_PROFILE_WAYPOINTS);
  layer->open_cells = ovi_get_u64(entry + OVI_PROFILE_OPEN_CELLS);
}

void ovi_layer_find_islands(ovi_layer *layer, const uint8_t *section) {
  layer->islands = section;
  layer->weak_islands = layer->island_begins = layer->island_arcs = NULL;
  if (layer->directed) {
    layer->weak_islands = section + 4 * (uint64_t)layer->island_slots;
    layer->island_begins = layer->weak_islands + 4 * (uint64_t)layer->island_count;
    layer->island_arcs = layer->island_begins + 4 * ((uint64_t)layer->island_count + 1);
  }
}

ovi_step_rule ovi_layer_rule(const ovi_layer *layer) {
  return (ovi_step_rule){.most_rise = layer->climb < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)layer->climb,
                         .most_fall = layer->drop < 0 ? OVI_STEP_NO_LIMIT : (uint32_t)layer->drop,
                         .rise_cost = layer->climb_cost,
                         .fall_cost = layer->drop_cost};
}
