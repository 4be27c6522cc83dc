/* What passes here is trusted everywhere else: see world_check. */
#include "coarse/check/layer_check.h"

#include "coarse/check/directed_check.h"
#include "coarse/check/label_check.h"
#include "coarse/check/overlay_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/sections.h"
#include "coarse/view/landmark_costs.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Parts ---------------------------------------------------------------- */

/* The weights of the positions that a region has. */
typedef struct weight_range {
  uint32_t least, most;
} weight_range;

static bool own_weights_are_valid(const ovi_region *region) {
  const uint8_t *own = region->weights;
  return own == NULL || (ovi_get_u16(own) != 0 && ovi_get_u16(own) <= 255 &&
                         ovi_get_u16(own + 2) <= 8 && (region->flags & OVI_FLAG_ONE_WEIGHT) == 0);
}

/* Every position has a weight that a slot of its palette names. */
static bool find_range(const ovi_layer *layer, const ovi_region *region, weight_range *range) {
  *range = (weight_range){UINT32_MAX, 0};
  if ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) {
    range->least = range->most = region->layer_block[OVI_LAYER_MIN_WEIGHT];
    return range->least >= layer->profile.min_weight;
  }
  const uint8_t *own = region->weights;
  const uint32_t slots = ovi_get_u16(own != NULL ? own : region->block + OVI_BLOCK_SLOTS);
  ovi_slot_source source;
  ovi_find_weights(&source, layer, region);
  const ovi_slot_set set = ovi_find_slots(region, source.planes, source.plane_count, true);
  for (uint32_t slot = ovi_next_slot(&set, 0); slot != OVI_NO_SLOT;
       slot = ovi_next_slot(&set, slot + 1)) {
    if (slot >= slots) {
      return false;
    }
    const uint32_t weight = source.of_slot[slot];
    range->least = weight < range->least ? weight : range->least;
    range->most = weight > range->most ? weight : range->most;
  }
  return range->most == 0 || range->least >= layer->profile.min_weight;
}

static bool positions_are_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint32_t whole = OVI_FLAG_OPEN | OVI_FLAG_CLOSED;
  const uint32_t cells = region->block[OVI_BLOCK_CELLS] & (OVI_CELLS_OPEN | OVI_CELLS_CLOSED);
  const uint32_t told = region->flags & (whole | OVI_FLAG_OWN_OPEN);
  const bool directed = (region->flags & OVI_FLAG_DIRECTED) != 0;
  const uint32_t ones = (told & (told - 1)); /* at most one of them may be set */
  if (ones != 0 || (told == 0 && cells != 0) || directed != layer->profile.is_directed ||
      (!directed && (region->flags & OVI_FLAG_STEPPED) != 0) ||
      region->layer_block[OVI_LAYER_COST_SHIFT + 1] != 0 || !own_weights_are_valid(region)) {
    return false;
  }
  weight_range range;
  if (!find_range(layer, region, &range)) {
    return false;
  }
  bool one = range.most != 0 && range.least == range.most;
  bool is_closed = (region->flags & OVI_FLAG_CLOSED) != 0;
  return one == ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) && is_closed == (range.most == 0) &&
         region->layer_block[OVI_LAYER_MIN_WEIGHT] == (range.most != 0 ? range.least : 0);
}

/* Runs of a directed layer may begin beside an open cell as well, and nowhere else. */
static bool add_breaks(const ovi_region *region, int32_t y, const uint64_t open[2],
                       uint64_t begins[2]) {
  if (region->breaks == NULL) {
    return true;
  }
  uint64_t breaks[2];
  ovi_region_break_row(region, y, breaks);
  for (int word = 0; word < 2; word++) {
    if ((breaks[word] & (~open[word] | begins[word])) != 0) {
      return false;
    }
    begins[word] |= breaks[word];
  }
  return true;
}

static bool components_are_valid(const ovi_region *region) {
  uint32_t runs = 0;
  uint32_t open = 0;
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t row[2];
    ovi_region_open_row(region, y, row);
    if ((row[0] & ~ovi_low_bits(region->w)) != 0 ||
        (row[1] & ~ovi_low_bits(region->w > 64 ? region->w - 64 : 0)) != 0) {
      return false; /* open cells beyond the region's edge */
    }
    if (region->runs != 0 && ovi_get_u16(region->run_rows + 2 * y) != runs) {
      return false;
    }
    open += (uint32_t)(ovi_count_bits(row[0]) + ovi_count_bits(row[1]));
    uint64_t begins[2] = {row[0] & ~(row[0] << 1), row[1] & ~(row[1] << 1 | row[0] >> 63)};
    if (!add_breaks(region, y, row, begins)) {
      return false;
    }
    runs += (uint32_t)(ovi_count_bits(begins[0]) + ovi_count_bits(begins[1]));
  }
  if (open != ovi_get_u16(region->layer_block + OVI_LAYER_OPEN_CELLS)) {
    return false;
  }
  if (region->runs == 0) {
    return region->components == (open != 0 ? 1u : 0u);
  }
  if (runs != region->runs) {
    return false;
  }
  for (uint32_t run = 0; run < runs; run++) {
    if (ovi_get_u16(region->run_components + 2 * (uint64_t)run) >= region->components) {
      return false;
    }
  }
  return true;
}

/* Order and places are each other's inverse, and the costs are the triangles or squares. */
static bool links_are_valid(const ovi_region *region) {
  uint64_t costs = 0;
  uint32_t begin = 0;
  uint32_t shift = region->layer_block[OVI_LAYER_COST_SHIFT];
  if (region->linked > region->components || (region->linked == 0) != (region->ports == 0) ||
      shift > OVI_MOST_COST_SHIFT) {
    return false;
  }
  for (uint32_t c = 0; c < region->linked; c++) {
    uint32_t end = region->ports;
    if (region->linked > 1) {
      if (ovi_get_u16(region->linked_begins + 2 * (uint64_t)c) != begin) {
        return false;
      }
      end = ovi_get_u16(region->linked_begins + 2 * (uint64_t)(c + 1));
    }
    if (end <= begin || end > region->ports) {
      return false;
    }
    uint64_t size = end - begin;
    costs += (region->flags & OVI_FLAG_DIRECTED) != 0 ? size * size : size * (size - 1) / 2;
    begin = end;
  }
  if (begin != region->ports || costs != ovi_get_u32(region->layer_block + OVI_LAYER_COSTS)) {
    return false;
  }
  for (uint32_t i = 0; region->linked > 1 && i < region->ports; i++) {
    uint32_t port = ovi_get_u16(region->port_order + 2 * (uint64_t)i);
    if (port >= region->ports || ovi_get_u16(region->port_places + 2 * (uint64_t)port) != i) {
      return false;
    }
  }
  return true;
}

static bool port_is_valid(const ovi_region *region, int group, uint32_t port) {
  uint32_t cell = ovi_port_cell(region, port);
  int32_t x = ovi_port_x(cell);
  int32_t y = ovi_port_y(cell);
  if (x >= region->w || y >= region->h || cell >> 14 == 3) {
    return false;
  }
  int32_t dx;
  int32_t dy;
  ovi_port_step(group, cell, &dx, &dy);
  bool leaves_x = x + dx < 0 || x + dx >= region->w;
  bool leaves_y = y + dy < 0 || y + dy >= region->h;
  return leaves_x == (ovi_group_x(group) != 0) && leaves_y == (ovi_group_y(group) != 0) &&
         ovi_is_in_clique_of(region, x, y, port);
}

/* Whether the ports of a group are sound, and no two of them the same. */
static bool group_is_valid(const ovi_region *region, int group, const ovi_port_groups *groups) {
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    if (!port_is_valid(region, group, port)) {
      return false;
    }
    for (uint32_t other = groups->begins[group]; other < port; other++) {
      if (ovi_port_cell(region, other) == ovi_port_cell(region, port)) {
        return false;
      }
    }
  }
  return true;
}

const char *ovi_layer_block_check(const ovi_layer *layer, const ovi_region *region) {
  ovi_port_groups groups;
  if (!positions_are_valid(layer, region)) {
    return "positions of a region";
  }
  if (!components_are_valid(region)) {
    return "local components of a region";
  }
  groups = ovi_port_groups_of(region);
  if (groups.begins[8] + region->links_out + region->links_in != region->ports ||
      region->ports > layer->graph.max_ports || !links_are_valid(region)) {
    return "waypoints of a region";
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (!group_is_valid(region, group, &groups)) {
      return "a waypoint of a region";
    }
  }
  return layer->profile.is_directed ? ovi_directed_block_check(layer, region) : NULL;
}

/* ---- The layer ------------------------------------------------------------- */

/* It is looked at once both blocks are known to be sound in themselves. */
static bool group_is_sound_beyond(const ovi_layer *layer, const ovi_region *region, int group) {
  if (!ovi_region_has_neighbour(layer, region, group)) {
    return ovi_region_group_count(region, group) == 0;
  }
  const ovi_region other = ovi_region_view(layer, ovi_region_neighbour(layer, region, group));
  return ovi_group_is_shared(region, group, &other);
}

bool ovi_borders_are_valid(const ovi_layer *layer, const ovi_region *region) {
  bool sound = true;
  for (int group = 0; sound && group < OVI_GROUP_COUNT; group++) {
    sound = group_is_sound_beyond(layer, region, group);
  }
  return sound;
}

/* Both sides of each border, and what the parts add up to. */
static ovl_result check_borders(const ovi_layer *layer, ovl_fault *fault) {
  uint64_t waypoints = 0;
  uint64_t slots = 0;
  uint64_t open_cells = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    if (ovi_region_first_slot(layer, id) != slots) {
      return ovi_check_fail(fault, OVL_CORRUPT, "first island of a region", id);
    }
    slots += region.components;
    open_cells += ovi_get_u16(region.layer_block + OVI_LAYER_OPEN_CELLS);
    waypoints += ovi_region_waypoints(&region);
    if (!ovi_borders_are_valid(layer, &region)) {
      return ovi_check_fail(fault, OVL_CORRUPT, "waypoints that two regions share", id);
    }
  }
  if (slots != layer->islands.slots || open_cells != layer->graph.open_cells) {
    return ovi_check_fail(fault, OVL_CORRUPT, "number of local components or open cells",
                          layer->number);
  }
  if (waypoints != layer->graph.waypoints) {
    return ovi_check_fail_values(fault, OVL_CORRUPT, "number of waypoints", layer->number,
                                 waypoints, layer->graph.waypoints);
  }
  return OVL_OK;
}

/* The section ends where its arcs do, if there are any. */
static ovl_result check_island_length(const ovi_layer *layer, const ovi_section_view *islands,
                                      ovl_fault *fault) {
  uint64_t bytes = (uint64_t)layer->islands.slots * 4;
  if (layer->profile.is_directed) {
    bytes += 4 * (2 * (uint64_t)layer->islands.count + 1);
    if (bytes <= islands->bytes) {
      const uint8_t *last = layer->islands.arc_begins + 4 * (uint64_t)layer->islands.count;
      bytes += 4 * (uint64_t)ovi_get_u32(last);
    }
  }
  bytes = ovi_chunked_bytes((bytes + 7) & ~(uint64_t)7);
  return islands->bytes == bytes
             ? OVL_OK
             : ovi_check_fail_values(fault, OVL_CORRUPT, "length of the islands", islands->at,
                                     islands->bytes, bytes);
}

static ovl_result check_islands(const ovi_layer *layer, ovl_fault *fault) {
  for (uint64_t i = 0; i < layer->islands.slots; i++) {
    uint32_t island = ovi_get_u32(layer->islands.numbers + 4 * i);
    if (island == 0 || island > layer->islands.count) {
      return ovi_check_fail_values(fault, OVL_CORRUPT, "island of a local component", i, island,
                                   layer->islands.count);
    }
  }
  return OVL_OK;
}

/* Estimates: of this world, and with an entry for every waypoint. What bases and
 * deltas say is left as it is: costs are compared, nothing is found by them. */
static ovl_result check_landmarks(ovi_layer *layer, const ovi_section_view *section,
                                  ovl_fault *fault) {
  const uint8_t *bytes = section->data;
  uint32_t regions = ovi_region_count(layer);
  if (section->bytes < OVI_LANDMARKS_FIRSTS + 8 * (uint64_t)regions ||
      ovi_get_u64(bytes + OVI_LANDMARKS_STAMP) != layer->fingerprint) {
    return ovi_check_fail(fault, OVL_CORRUPT, "landmarks of another world", section->at);
  }
  uint32_t waypoint = 0;
  uint32_t component = 0;
  for (uint32_t id = 0; id < regions; id++) {
    const uint8_t *firsts = bytes + OVI_LANDMARKS_FIRSTS + 8 * (uint64_t)id;
    ovi_region region = ovi_region_view(layer, id);
    if (ovi_get_u32(firsts) != waypoint || ovi_get_u32(firsts + 4) != component) {
      return ovi_check_fail(fault, OVL_CORRUPT, "first waypoint of a region", id);
    }
    waypoint += ovi_region_waypoints(&region);
    component += region.linked;
  }
  ovi_landmark_table_size size = {ovi_get_u32(bytes + OVI_LANDMARKS_COUNT), component,
                                  bytes[OVI_LANDMARKS_WIDE] != 0};
  ovi_landmark_table_layout layout = ovi_landmarks_layout(layer, &size);
  if (size.count > OVL_MAX_LANDMARKS || bytes[OVI_LANDMARKS_SHIFT] > OVI_LANDMARKS_MOST_SHIFT ||
      bytes[OVI_LANDMARKS_BASE_SHIFT] > OVI_LANDMARKS_MOST_BASE_SHIFT ||
      bytes[OVI_LANDMARKS_WIDE] > 1 || bytes[OVI_LANDMARKS_WIDE + 1] != 0 ||
      layout.bytes != section->bytes) {
    return ovi_check_fail(fault, OVL_CORRUPT, "number of landmarks", section->at);
  }
  layer->landmarks.count = size.count;
  layer->landmarks.shift = bytes[OVI_LANDMARKS_SHIFT];
  layer->landmarks.base_shift = bytes[OVI_LANDMARKS_BASE_SHIFT];
  layer->landmarks.is_wide = size.is_wide;
  layer->landmarks.firsts = bytes + OVI_LANDMARKS_FIRSTS;
  layer->landmarks.bases = bytes + layout.bases;
  layer->landmarks.deltas = bytes + layout.deltas;
  return OVL_OK;
}

/* A section without landmarks: what it says of regions is of no use. */
static ovl_result check_no_landmarks(const ovi_layer *layer, const ovi_section_view *section,
                                     ovl_fault *fault) {
  const ovi_landmark_table_size size = {0, 0, false};
  return ovi_landmarks_layout(layer, &size).bytes == section->bytes
             ? OVL_OK
             : ovi_check_fail(fault, OVL_CORRUPT, "number of landmarks", section->at);
}

ovl_result ovi_layer_graph_check(const ovi_layer *layer, ovl_fault *fault) {
  const ovl_result result = check_borders(layer, fault);
  return result == OVL_OK && layer->profile.is_directed ? ovi_directed_graph_check(layer, fault)
                                                        : result;
}

static ovl_result check_graph(ovi_layer *layer, const ovi_section_view *islands, ovl_fault *fault) {
  ovl_result result = check_island_length(layer, islands, fault);
  if (result == OVL_OK) {
    result = ovi_layer_graph_check(layer, fault);
  }
  if (result == OVL_OK) {
    result = check_islands(layer, fault);
  }
  return result == OVL_OK && layer->profile.is_directed ? ovi_directed_islands_check(layer, fault)
                                                        : result;
}

ovl_result ovi_layer_check(ovi_layer *layer, const ovi_section_views *sections, bool on_touch,
                           ovl_fault *fault) {
  const ovi_section_view *islands = &sections->own[0][layer->number];
  const ovi_section_view *overlays =
      &sections->own[OVI_SECTION_OVERLAYS - OVI_SECTION_ISLANDS][layer->number];
  const ovi_section_view *landmarks =
      &sections->own[OVI_SECTION_LANDMARKS - OVI_SECTION_ISLANDS][layer->number];
  const ovi_section_view *labels =
      &sections->own[OVI_SECTION_LABELS - OVI_SECTION_ISLANDS][layer->number];
  ovi_layer_find_islands(layer, islands->data);
  layer->islands.bytes = islands->bytes;
  layer->landmarks.bytes = landmarks->bytes;
  layer->labels.bytes = labels->bytes;
  const uint8_t *entry = layer->shared->file.profiles + (uint64_t)layer->number * OVI_PROFILE_BYTES;
  if (layer->profile.is_plain != ((entry[OVI_PROFILE_FLAGS] & OVI_PROFILE_PLAIN) != 0)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "flags of a profile", layer->number);
  }
  if (!layer->profile.is_directed &&
      (layer->profile.has_links || layer->profile.max_exceptions != 0)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "flags of a profile", layer->number);
  }
  ovl_result result = layer->shared->is_made ? OVL_OK
                      : on_touch             ? check_island_length(layer, islands, fault)
                                             : check_graph(layer, islands, fault);
  if (result == OVL_OK) {
    result = ovi_overlays_find(layer, overlays, fault);
  }
  if (result == OVL_OK && !layer->shared->is_made && !on_touch) {
    result = ovi_overlays_check(layer, fault);
  }
  if (result == OVL_OK && layer->shared->has_overlays) {
    layer->labels.state = OVL_LABELS_OVERLAYS;
    const uint64_t beside = landmarks->bytes + labels->bytes;
    return beside == 0 ? OVL_OK
                       : ovi_check_fail_values(fault, OVL_CORRUPT, "estimates beside overlays",
                                               landmarks->at, beside, 0);
  }
  if (result == OVL_OK) {
    result = on_touch ? check_no_landmarks(layer, landmarks, fault)
                      : check_landmarks(layer, landmarks, fault);
  }
  if (result != OVL_OK) {
    return result;
  }
  const char *unsound = ovi_labels_check(layer, labels->data, labels->bytes);
  return unsound != NULL ? ovi_check_fail(fault, OVL_CORRUPT, unsound, labels->at) : OVL_OK;
}
