/* Checks of one block: its cells first, then each layer block. */
#include "coarse/check/block_check.h"

#include "coarse/check/directed_check.h"
#include "coarse/check/path_check.h"
#include "coarse/format/fault.h"
#include "coarse/format/limits.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_cells.h"
#include "common/hash64.h"
#include "common/topology.h"

/* ---- Cells --------------------------------------------------------------------------- */

/* Checks that a slot is in the palette, and that its lowest bit says whether its terrain is open to
 * the default profile. */
static bool slot_is_valid(const ovi_layer *layer, const ovi_region *region, uint32_t slot) {
  const uint32_t flags = region->block[OVI_BLOCK_CELLS];
  bool said_open =
      (flags & OVI_CELLS_OPEN) != 0 || ((flags & OVI_CELLS_CLOSED) == 0 && (slot & 1) != 0);
  return slot < ovi_get_u16(region->block + OVI_BLOCK_SLOTS) &&
         said_open == (layer->profile.weights[region->cells.palette[slot]] != 0);
}

/* Returns what is wrong with the cells of a block; NULL: nothing. `layer` is that of the default
 * profile. */
static const char *wrong_cells(const ovi_layer *layer, const ovi_region *region) {
  const uint32_t flags = region->block[OVI_BLOCK_CELLS];
  const uint32_t both = OVI_CELLS_OPEN | OVI_CELLS_CLOSED;
  const uint32_t planes = region->block[OVI_BLOCK_PLANES];
  const bool has_heights = (flags & OVI_CELLS_HEIGHTS) != 0;
  if ((flags & ~(both | OVI_CELLS_HEIGHTS)) != 0 || (flags & both) == both ||
      ((flags & both) == 0 && planes == 0) || has_heights != layer->shared->has_heights) {
    return "cells of a region";
  }
  if (region->cells.heights != NULL && ovi_get_u16(region->cells.heights + 2) > 2) {
    return "heights of a region"; /* they are stored in at most two bytes a cell */
  }
  for (int32_t i = 0; region->cells.heights != NULL && i < region->w * region->h; i++) {
    if (ovi_region_height(region, i % region->w, i / region->w) > UINT16_MAX) {
      return "heights of a region";
    }
  }
  if (planes <= 1) {
    bool valid =
        slot_is_valid(layer, region, 0) && (planes == 0 || slot_is_valid(layer, region, 1));
    return valid ? NULL : "terrain of a region";
  }
  const ovi_slot_set set = ovi_find_slots(region, region->cells.planes, (int32_t)planes, false);
  for (uint32_t slot = ovi_next_slot(&set, 0); slot != OVI_NO_SLOT;
       slot = ovi_next_slot(&set, slot + 1)) {
    if (!slot_is_valid(layer, region, slot)) {
      return "terrain of a region";
    }
  }
  return NULL;
}

/* ---- Layer blocks -------------------------------------------------------------------- */

/* The weights of the open positions of a region. */
typedef struct weight_range {
  uint32_t least, most;
} weight_range;

/* Finds the range of weights. False if the slot of some position is not in its palette, or a weight
 * is below the least of the layer. */
static bool find_weight_range(const ovi_layer *layer, const ovi_region *region,
                              weight_range *range) {
  *range = (weight_range){UINT32_MAX, 0};
  if ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) {
    range->least = range->most = region->layer_block[OVI_LAYER_MIN_WEIGHT];
    return range->least >= layer->profile.min_weight;
  }
  const uint8_t *own = region->cells.weights;
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

/* Checks the extra costs that are stored beside the weights: each position has a slot of the
 * palette. What does not fit beside the weight of the terrain is cut where it is read. */
static bool extra_is_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint8_t *extra = region->cells.extra;
  if (extra == NULL) {
    return true;
  }
  const uint32_t slots = ovi_get_u16(extra);
  const uint32_t planes = ovi_get_u16(extra + 2);
  if (slots == 0 || slots > 255 || planes > 8 || ovi_wall_cells(layer->profile.wall_cost) == 0) {
    return false;
  }
  const ovi_slot_set set =
      ovi_find_slots(region, extra + 4 + ovi_padded2(slots), (int32_t)planes, false);
  return ovi_next_slot(&set, slots) == OVI_NO_SLOT;
}

static bool positions_are_valid(const ovi_layer *layer, const ovi_region *region) {
  const uint32_t whole = OVI_FLAG_OPEN | OVI_FLAG_CLOSED;
  const uint32_t cells = region->block[OVI_BLOCK_CELLS] & (OVI_CELLS_OPEN | OVI_CELLS_CLOSED);
  const uint32_t given = region->flags & (whole | OVI_FLAG_OWN_OPEN);
  const bool directed = (region->flags & OVI_FLAG_DIRECTED) != 0;
  const uint32_t more = (given & (given - 1)); /* 0 if at most one of them is set */

  if (more != 0 || (given == 0 && cells != 0) || directed != layer->profile.is_directed ||
      (!directed && (region->flags & OVI_FLAG_STEPPED) != 0) ||
      (region->layer_block[OVI_LAYER_MORE] & ~(OVI_MORE_PATHS | OVI_MORE_EXTRA)) != 0 ||
      !extra_is_valid(layer, region)) {
    return false;
  }
  const uint8_t *own = region->cells.weights;
  if (own != NULL && (ovi_get_u16(own) == 0 || ovi_get_u16(own) > 255 || ovi_get_u16(own + 2) > 8 ||
                      (region->flags & OVI_FLAG_ONE_WEIGHT) != 0)) {
    return false;
  }
  weight_range range;
  if (!find_weight_range(layer, region, &range)) {
    return false;
  }
  bool one = range.most != 0 && range.least == range.most;
  bool is_closed = (region->flags & OVI_FLAG_CLOSED) != 0;
  return one == ((region->flags & OVI_FLAG_ONE_WEIGHT) != 0) && is_closed == (range.most == 0) &&
         region->layer_block[OVI_LAYER_MIN_WEIGHT] == (range.most != 0 ? range.least : 0);
}

/* ---- Open cells that are cells of a floor --------------------------------------------- */

/* A bit for each cell of a region's row that is a cell of its floor, of which this is the entry. */
static void row_of_floor(const ovi_region *region, const uint8_t *floor, int32_t y,
                         uint64_t row[2]) {
  const int32_t width = (int32_t)ovi_get_u32(floor);
  const int32_t down = region->y + y - (int32_t)ovi_get_u32(floor + 8);
  row[0] = row[1] = 0;
  if (ovi_get_u32(floor + 12) != 0) { /* places of a graph, in every other row and column */
    const int32_t before = down / 2 * OVI_PLACES_A_ROW;
    const int32_t in_row = width - before < OVI_PLACES_A_ROW ? width - before : OVI_PLACES_A_ROW;
    for (int32_t x = 0; x < region->w && down % 2 == 0; x++) {
      const int32_t at = region->x + x;
      row[x / 64] |= (uint64_t)(at % 2 == 0 && at / 2 < in_row) << (x % 64);
    }
  } else if (down < (int32_t)ovi_get_u32(floor + 4)) {
    const int32_t across = width > region->x ? width - region->x : 0;
    row[0] = ovi_low_bits(across);
    row[1] = ovi_low_bits(across > 64 ? across - 64 : 0);
  }
}

/* Checks that all open cells lie on their floor, not beside it, below it, or between places. */
static bool floors_hold_open_cells(const ovi_layer *layer, const ovi_region *region) {
  if (layer->shared->is_one_floor) {
    return true; /* it is all of the plane */
  }
  const uint8_t *floor =
      layer->shared->file.floors + (uint64_t)(layer->shared->floor_count - 1) * OVI_FLOOR_BYTES;
  while ((int32_t)ovi_get_u32(floor + 8) > region->y) { /* each begins at a row of regions */
    floor -= OVI_FLOOR_BYTES;
  }
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t open[2];
    uint64_t held[2];
    ovi_region_open_row(region, y, open);
    if ((open[0] | open[1]) != 0) {
      row_of_floor(region, floor, y, held);
      if ((open[0] & ~held[0]) != 0 || (open[1] & ~held[1]) != 0) {
        return false;
      }
    }
  }
  return true;
}

/* Checks runs and components, and the number of open cells. */
static bool components_are_valid(const ovi_region *region) {
  uint32_t runs = 0;
  uint32_t open = 0;
  for (int32_t y = 0; y < region->h; y++) {
    uint64_t row[2];
    ovi_region_open_row(region, y, row);
    if ((row[0] & ~ovi_low_bits(region->w)) != 0 ||
        (row[1] & ~ovi_low_bits(region->w > 64 ? region->w - 64 : 0)) != 0) {
      return false; /* open cells outside of the region */
    }
    if (region->components.runs != 0 && ovi_get_u16(region->components.run_rows + 2 * y) != runs) {
      return false;
    }
    open += (uint32_t)(ovi_count_bits(row[0]) + ovi_count_bits(row[1]));
    uint64_t begins[2] = {row[0] & ~(row[0] << 1), row[1] & ~(row[1] << 1 | row[0] >> 63)};
    for (int word = 0; region->components.breaks != NULL && word < 2; word++) {
      uint64_t breaks[2]; /* runs begin there, too: beside an open cell */
      ovi_region_break_row(region, y, breaks);
      if ((breaks[word] & (~row[word] | begins[word])) != 0) {
        return false;
      }
      begins[word] |= breaks[word];
    }
    runs += (uint32_t)(ovi_count_bits(begins[0]) + ovi_count_bits(begins[1]));
  }
  if (open != ovi_get_u16(region->layer_block + OVI_LAYER_OPEN_CELLS)) {
    return false;
  }
  if (region->components.runs == 0) {
    return region->components.count == (open != 0 ? 1u : 0u);
  }
  if (runs != region->components.runs) {
    return false;
  }
  for (uint32_t run = 0; run < runs; run++) {
    if (ovi_get_u16(region->components.run_components + 2 * (uint64_t)run) >=
        region->components.count) {
      return false;
    }
  }
  return true;
}

/* Checks the linked components: order and places are inverse to each other, and there are as many
 * costs as the triangles or squares have. */
static bool linked_are_valid(const ovi_region *region) {
  uint64_t costs = 0;
  uint32_t begin = 0;
  uint32_t shift = region->layer_block[OVI_LAYER_COST_SHIFT];
  if (region->components.linked > region->components.count ||
      (region->components.linked == 0) != (region->ports.count == 0) ||
      shift > OVI_MOST_COST_SHIFT) {
    return false;
  }
  for (uint32_t c = 0; c < region->components.linked; c++) {
    uint32_t end = region->ports.count;
    if (region->components.linked > 1) {
      if (ovi_get_u16(region->ports.linked_begins + 2 * (uint64_t)c) != begin) {
        return false;
      }
      end = ovi_get_u16(region->ports.linked_begins + 2 * (uint64_t)(c + 1));
    }
    if (end <= begin || end > region->ports.count) {
      return false;
    }
    uint64_t size = end - begin;
    costs += ovi_clique_costs(size, (region->flags & OVI_FLAG_DIRECTED) != 0);
    begin = end;
  }
  if (begin != region->ports.count || costs != ovi_get_u32(region->layer_block + OVI_LAYER_COSTS)) {
    return false;
  }
  return region->components.linked <= 1 ||
         ovi_port_order_is_valid(region->ports.linked_begins, region->components.linked,
                                 region->ports.order, region->ports.places);
}

/* Checks that each port of a group lies in the region, that its step is one of the topology and
 * leaves the region where the group says, and that its cell belongs to the linked component of the
 * port. No two are equal. */
static bool group_is_valid(const ovi_region *region, int group, const ovi_port_groups *groups,
                           int topology) {
  for (uint32_t port = groups->begins[group]; port < groups->begins[group + 1]; port++) {
    const uint32_t cell = ovi_port_cell(region, port);
    const int32_t x = ovi_port_x(cell);
    const int32_t y = ovi_port_y(cell);
    if (x >= region->w || y >= region->h || cell >> 14 == 3) {
      return false;
    }
    const int direction = ovi_port_direction(group, cell);
    const int32_t to_x = x + ovi_direction_x(direction);
    const int32_t to_y = y + ovi_direction_y(direction);
    const bool leaves_x = to_x < 0 || to_x >= region->w;
    const bool leaves_y = to_y < 0 || to_y >= region->h;
    if (leaves_x != (ovi_group_x(group) != 0) || leaves_y != (ovi_group_y(group) != 0) ||
        !ovi_leads(topology, direction) || !ovi_is_in_clique_of(region, x, y, port)) {
      return false;
    }
    for (uint32_t other = groups->begins[group]; other < port; other++) {
      if (ovi_port_cell(region, other) == cell) {
        return false;
      }
    }
  }
  return true;
}

/* Returns what is wrong with a layer block, which has the length that its header says; NULL:
 * nothing. */
static const char *wrong_layer_block(const ovi_layer *layer, const ovi_region *region) {
  if (!positions_are_valid(layer, region)) {
    return "positions of a region";
  }
  if (!components_are_valid(region)) {
    return "local components of a region";
  }
  if (!floors_hold_open_cells(layer, region)) {
    return "open cells of a region, beside its floor";
  }
  const ovi_port_groups groups = ovi_port_groups_of(region);
  if (groups.begins[OVI_GROUP_COUNT] + region->ports.links_out + region->ports.links_in !=
          region->ports.count ||
      region->ports.count > layer->graph.max_ports || !linked_are_valid(region)) {
    return "waypoints of a region";
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (!group_is_valid(region, group, &groups, layer->profile.corners)) {
      return "a waypoint of a region";
    }
  }
  if (!ovi_paths_are_valid(layer, region)) {
    return "paths of a region";
  }
  return layer->profile.is_directed ? ovi_directed_block_check(layer, region) : NULL;
}

/* ---- The whole block ----------------------------------------------------------------- */

/* Layer blocks lie one behind the other; one that is shared is that of a profile before. Nothing is
 * read before it is known to be within the block. Returns the end of the last layer block;
 * UINT64_MAX: something is wrong. */
static uint64_t find_layer_blocks(const ovi_shared *shared, const ovi_region *place,
                                  const ovi_block_bytes *block, uint64_t at) {
  for (uint32_t profile = 0; profile < shared->profile_count; profile++) {
    ovi_layer layer = {.store.head_bytes = shared->block_head_bytes, .number = profile};
    uint64_t begin = (uint64_t)(ovi_layer_block(&layer, block->bytes) - block->bytes);
    bool is_shared = false;
    for (uint32_t before = 0; before < profile && !is_shared; before++) {
      layer.number = before;
      is_shared = block->bytes + begin == ovi_layer_block(&layer, block->bytes);
    }
    if (is_shared) {
      continue;
    }
    if (begin != at || at > block->length) {
      return UINT64_MAX;
    }
    uint64_t bytes = ovi_layer_block_bytes(place, block->bytes + begin, block->length - begin);
    if (bytes > block->length - begin) {
      return UINT64_MAX;
    }
    at = begin + bytes;
  }
  return at;
}

bool ovi_block_place_is_valid(const ovi_shared *shared, uint64_t at, uint64_t length,
                              uint64_t blocks_bytes) {
  return at % 8 == 0 && length % 8 == 0 && length >= shared->block_head_bytes &&
         at <= blocks_bytes && length <= blocks_bytes - at;
}

ovl_result ovi_block_check(const ovi_layer *layers, const ovi_block_bytes *block,
                           ovl_fault *fault) {
  const uint64_t checksum = ovi_hash64(0, block->bytes + 8, (size_t)block->length - 8);
  const uint64_t stored = ovi_get_u64(block->bytes + OVI_BLOCK_CHECKSUM);
  if (stored != checksum) {
    return ovi_check_fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of a region", block->where,
                                 checksum, stored);
  }
  const uint8_t *bytes = block->bytes;
  const ovi_region place = ovi_region_place(layers, block->id);
  if (bytes[OVI_BLOCK_PLANES] > 9 || ovi_get_u16(bytes + OVI_BLOCK_SLOTS) > 512) {
    return ovi_check_fail(fault, OVL_CORRUPT, "length of a region's block", block->where);
  }
  uint64_t cells = ovi_cells_bytes(layers, &place, bytes, block->length);
  uint64_t end =
      cells <= block->length ? find_layer_blocks(layers->shared, &place, block, cells) : UINT64_MAX;
  if (end > block->length || ovi_padded8(end) != block->length) {
    return ovi_check_fail(fault, OVL_CORRUPT, "length of a region's block", block->where);
  }
  const char *wrong = NULL;
  for (uint32_t profile = 0; wrong == NULL && profile < layers->shared->profile_count; profile++) {
    const ovi_layer *layer = &layers[profile];
    ovi_region region = place;
    ovi_region_layout(&region, layer, bytes, ovi_layer_block(layer, bytes));
    wrong = profile == 0 ? wrong_cells(layer, &region) : NULL;
    wrong = wrong == NULL ? wrong_layer_block(layer, &region) : wrong;
  }
  return wrong != NULL ? ovi_check_fail(fault, OVL_CORRUPT, wrong, block->where) : OVL_OK;
}
