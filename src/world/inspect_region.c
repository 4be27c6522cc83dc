/* Inspecting a world region by region: properties of a rectangle of cells, what a region holds, its
 * local components, the clusters of overlay levels.
 *
 * Invariant: a call looks at one region at a time, so that each may leave memory once the next is
 * read. */
#include "world/inspect_region.h"

#include "coarse/format/fault.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/compiler.h"

enum { MOST_SIDE_CELLS = 128 };

/* ---- Rectangles ------------------------------------------------------------------------------ */

/* A rectangle of the plane, and where its values go. */
typedef struct cells_wanted {
  ovl_cells cells;
  ovi_rectangle box; /* cells of the plane */
  uint32_t *out;
  size_t row_values;
} cells_wanted;

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most_of(int32_t a, int32_t b) { return a > b ? a : b; }

/* Reads the cells of a region that lie in the rectangle. */
static void read_of_region(const ovi_layer *layer, uint32_t id, const cells_wanted *wanted) {
  const ovl_cells cells = wanted->cells;
  const bool needs_terrain = cells == OVL_CELLS_TERRAIN || cells == OVL_CELLS_EXTRA;
  const ovi_region region = ovi_region_view(layer, id);
  const int32_t left = most_of(wanted->box.x0, region.x);
  const int32_t right = least_of(wanted->box.x1, region.x + region.w);
  const int32_t bottom = least_of(wanted->box.y1, region.y + region.h);
  const bool has_breaks = region.components.breaks != NULL;
  OVI_ASSERT(left < right && right - left <= MOST_SIDE_CELLS);
  ovi_slot_source terrain_source, weight_source;
  uint8_t terrain[MOST_SIDE_CELLS] = {0};
  uint8_t weights[MOST_SIDE_CELLS] = {0};
  uint16_t heights[MOST_SIDE_CELLS] = {0};
  if (needs_terrain) {
    ovi_find_terrain(&terrain_source, &region);
  }
  if (cells == OVL_CELLS_WEIGHT) {
    ovi_find_weights(&weight_source, layer, &region);
  } else if (cells == OVL_CELLS_EXTRA) {
    ovi_find_extra(&weight_source, layer, &region);
  }
  for (int32_t y = most_of(wanted->box.y0, region.y); y < bottom; y++) {
    uint32_t *out =
        wanted->out + (size_t)(y - wanted->box.y0) * wanted->row_values + (left - wanted->box.x0);
    uint32_t component =
        OVI_NO_COMPONENT; /* of the cell before, with its island: of a run's cells */
    uint32_t island = 0;
    uint64_t open[2];
    ovi_region_open_row(&region, y - region.y, open);
    if (needs_terrain) {
      ovi_read_slots(&terrain_source, &region, y - region.y, terrain);
    }
    if (cells == OVL_CELLS_WEIGHT) {
      ovi_read_weights(&weight_source, &region, y - region.y, weights);
    } else if (cells == OVL_CELLS_EXTRA) {
      ovi_read_extra(&weight_source, layer, &region, y - region.y, terrain, weights);
    }
    if (cells == OVL_CELLS_HEIGHT) {
      ovi_region_height_row(&region, y - region.y, heights);
    }
    for (int32_t x = left - region.x; x < right - region.x; x++, out++) {
      if (cells == OVL_CELLS_ISLAND && !ovi_get_bit(open, x)) {
        component = OVI_NO_COMPONENT;
        island = 0;
      } else if (cells == OVL_CELLS_ISLAND && (component == OVI_NO_COMPONENT || has_breaks)) {
        const uint32_t here = ovi_region_component(&region, x, y - region.y);
        island = here != component ? ovi_region_island(layer, &region, here) : island;
        component = here;
      }
      *out = cells == OVL_CELLS_ISLAND    ? island
             : cells == OVL_CELLS_TERRAIN ? terrain[x]
             : cells == OVL_CELLS_HEIGHT  ? heights[x]
                                          : weights[x]; /* or extra costs */
    }
  }
  ovi_layer_unpin(layer);
}

static void read_cells_of_box(const ovi_layer *layer, const cells_wanted *wanted) {
  const int32_t side = layer->partition.region_cells;
  for (int32_t y = wanted->box.y0; y < wanted->box.y1; y = (y / side + 1) * side) {
    for (int32_t x = wanted->box.x0; x < wanted->box.x1; x = (x / side + 1) * side) {
      read_of_region(layer, ovi_region_at(layer, x, y), wanted);
    }
  }
}

ovl_result ovl_world_read_cells(const ovl_world *world, int32_t profile, ovl_cells cells,
                                ovl_cell corner, int32_t w, int32_t h, uint32_t *out,
                                size_t row_values, ovl_fault *fault) {
  ovl_fault unused;
  ovl_floor_info floor = {0};
  fault = ovi_fault_begin(fault, &unused);
  ovl_world_floor(world, corner.floor, &floor);
  const int64_t row = row_values < INT32_MAX ? (int64_t)row_values : INT32_MAX;
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"cells", cells, 0, OVL_CELLS_COUNT - 1},
      {"row_values", row, w, INT32_MAX}};
  if (ovi_world_check_rectangle(world, corner, w, h, 0, fault) != OVL_OK ||
      OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[profile];
  ovi_world_begin_call(world);
  if (!floor.graph && w > 0 && h > 0) {
    const ovl_cell at = ovi_world_to_plane(world, corner);
    const cells_wanted wanted = {cells, {at.x, at.y, at.x + w, at.y + h}, out, row_values};
    read_cells_of_box(layer, &wanted);
  }
  for (int32_t x = 0; floor.graph && h > 0 && x < w; x++) {
    const ovl_cell at = ovi_world_to_plane(world, (ovl_cell){corner.x + x, corner.y, corner.floor});
    const cells_wanted wanted = {cells, {at.x, at.y, at.x + 1, at.y + 1}, out + x, row_values};
    read_cells_of_box(layer, &wanted);
  }
  return ovi_world_end_faulty_call(world, OVL_OK, fault);
}

/* ---- Bytes ---- */

/* The bytes of one layer block, by use. */
typedef struct layer_bytes {
  uint64_t cells, islands, waypoints, costs, all;
} layer_bytes;

/* Finds the bytes of the layer block of a region by use, from where its parts begin. */
static layer_bytes layer_bytes_of(const ovi_region *region) {
  layer_bytes spent;
  uint64_t costs = ovi_get_u32(region->layer_block + OVI_LAYER_COSTS);
  spent.all = ovi_layer_block_bytes(region, region->layer_block, UINT64_MAX);
  spent.costs = costs * ((region->flags & OVI_FLAG_WIDE) != 0 ? 4 : 2);
  spent.islands = (uint64_t)(region->ports.cells - region->components.run_rows);
  spent.waypoints = (uint64_t)(region->costs.exception_list - region->ports.cells);
  uint64_t exceptions = (uint64_t)(region->costs.values - region->costs.exception_list);
  uint64_t head = (region->flags & OVI_FLAG_DIRECTED) != 0 ? OVI_LAYER_DIRECTED_HEADER_BYTES
                                                           : OVI_LAYER_HEADER_BYTES;
  spent.cells = (uint64_t)(region->components.run_rows - region->layer_block) - head + exceptions;
  return spent;
}

/* True if an earlier profile has the same layer block of the region: its bytes count once. */
static bool is_shared(const ovl_world *world, uint32_t profile, const ovi_region *region) {
  for (uint32_t before = 0; before < profile; before++) {
    if (ovi_layer_block(&world->layers[before], region->block) == region->layer_block) {
      return true;
    }
  }
  return false;
}

void ovi_region_count_bytes(const ovl_world *world, uint32_t id, ovl_world_bytes *bytes) {
  uint64_t other = ovi_region_block_bytes(&world->layers[0], id);
  uint64_t cells = 0;
  for (uint32_t profile = 0; profile < world->shared.profile_count; profile++) {
    ovi_region region = ovi_region_view(&world->layers[profile], id);
    layer_bytes spent = layer_bytes_of(&region);
    if (profile == 0) {
      cells = ovi_cells_bytes(&world->layers[0], &region, region.block, UINT64_MAX) -
              world->shared.block_head_bytes;
      bytes->cells += cells;
      other -= cells;
    } else {
      bytes->shared += cells;
    }
    if (is_shared(world, profile, &region)) {
      bytes->shared += spent.all;
      continue;
    }
    bytes->cells += spent.cells;
    bytes->islands += spent.islands;
    bytes->waypoints += spent.waypoints;
    bytes->costs += spent.costs;
    other -= spent.cells + spent.islands + spent.waypoints + spent.costs;
  }
  bytes->other += other;
}

uint64_t ovi_region_own_bytes(const ovl_world *world, uint32_t profile, uint32_t id) {
  const ovi_region region = ovi_region_view(&world->layers[profile], id);
  return is_shared(world, profile, &region) ? 0 : layer_bytes_of(&region).all;
}

/* ---- Regions ---- */

/* Checks profile and region. */
static ovl_result refuse_region(const ovl_world *world, int32_t profile, int32_t region,
                                ovl_fault *fault) {
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"region", region, 0, (int64_t)ovi_region_count(&world->layers[0]) - 1}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, fault);
}

ovl_result ovl_world_region(const ovl_world *world, int32_t profile, int32_t region,
                            ovl_region_info *info, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  memset(info, 0, sizeof *info);
  if (refuse_region(world, profile, region, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_world_begin_call(world);
  const ovi_region view = ovi_region_view(&world->layers[profile], (uint32_t)region);
  const ovl_cell corner = ovi_world_from_plane(world, (ovl_cell){view.x, view.y, 0});
  ovl_floor_info floor;
  ovl_world_floor(world, corner.floor, &floor);
  info->corner = floor.graph ? (ovl_cell){0, 0, corner.floor} : corner;
  const int32_t right = floor.corner.x + floor.width;
  const int32_t bottom = floor.corner.y + floor.height;
  info->w = floor.graph ? 0 : most_of(0, least_of(view.w, right - corner.x));
  info->h = floor.graph ? 0 : most_of(0, least_of(view.h, bottom - corner.y));
  info->open_cells = ovi_get_u16(view.layer_block + OVI_LAYER_OPEN_CELLS);
  info->components = view.components.count;
  info->waypoints = view.ports.count;
  info->costs = ovi_get_u32(view.layer_block + OVI_LAYER_COSTS);
  info->bytes.file = ovi_region_block_bytes(&world->layers[0], (uint32_t)region);
  ovi_region_count_bytes(world, (uint32_t)region, &info->bytes);
  const ovl_result result = ovi_world_end_faulty_call(world, OVL_OK, fault);
  if (result != OVL_OK) {
    memset(info, 0, sizeof *info);
  }
  return result;
}

ovl_result ovl_world_components(const ovl_world *world, int32_t profile, int32_t region,
                                ovl_component *out, size_t capacity, size_t *needed,
                                ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  *needed = 0;
  if (refuse_region(world, profile, region, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const ovi_layer *layer = &world->layers[profile];
  ovi_world_begin_call(world);
  const ovi_region view = ovi_region_view(layer, (uint32_t)region);
  for (size_t i = 0; i < view.components.count && i < capacity; i++) {
    out[i] = (ovl_component){.cells = 0};
  }
  for (int32_t i = 0; i < view.w * view.h; i++) {
    const uint32_t number = ovi_region_component(&view, i % view.w, i / view.w);
    if (number == OVI_NO_COMPONENT || number >= capacity) {
      continue;
    }
    if (out[number].cells++ == 0) {
      const ovl_cell first = {view.x + i % view.w, view.y + i / view.w, 0};
      out[number].cell = ovi_world_from_plane(world, first);
      out[number].island = ovi_region_island(layer, &view, number);
    }
  }
  *needed = view.components.count;
  const ovl_result room =
      *needed <= capacity
          ? OVL_OK
          : ovi_check_fail_values(fault, OVL_MORE_ROOM, "capacity", 0, capacity, *needed);
  return ovi_world_end_faulty_call(world, room, fault);
}

/* ---- Clusters ---- */

ovl_result ovl_world_cluster(const ovl_world *world, int32_t profile, int32_t level, int32_t column,
                             int32_t row, ovl_cluster_info *info, ovl_fault *fault) {
  ovl_fault unused;
  fault = ovi_fault_begin(fault, &unused);
  memset(info, 0, sizeof *info);
  const ovi_layer *layer = ovi_world_layer(world, profile);
  const ovi_argument exists[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"level", level, 1, layer != NULL ? (int64_t)layer->overlay.levels : 0}};
  if (OVI_ARGUMENTS_CHECK(exists, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const int32_t columns = ovi_clusters_x(layer, (uint32_t)level);
  const ovi_argument place[] = {
      {"column", column, 0, columns - 1},
      {"row", row, 0, (int64_t)ovi_clusters_y(layer, (uint32_t)level) - 1}};
  if (OVI_ARGUMENTS_CHECK(place, 0, fault) != OVL_OK) {
    return OVL_BAD_ARGUMENT;
  }
  const uint32_t id = (uint32_t)(row * columns + column);
  ovi_world_begin_call(world);
  const ovi_cluster cluster = ovi_overlay_view(layer, (uint32_t)level, id);
  *info = (ovl_cluster_info){
      ovi_overlay_side((uint32_t)level), cluster.ports, cluster.linked,
      ovi_overlay_block_bytes(layer, ovi_overlay_number(layer, (uint32_t)level, id))};
  const ovl_result result = ovi_world_end_faulty_call(world, OVL_OK, fault);
  if (result != OVL_OK) {
    memset(info, 0, sizeof *info);
  }
  return result;
}
