/* Inspecting a world region by region: properties of a rectangle of cells, what a region holds, its
 * local components, the clusters of overlay levels.
 *
 * Invariant: a call looks at one region at a time, so that each may leave memory once the next is
 * read. */
#include "coarse/format/fault.h"
#include "coarse/overlay/cluster/overlay_section.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/compiler.h"
#include "overland_inspect.h"
#include "world/region_bytes.h"
#include "world/world.h"

enum { MOST_SIDE_CELLS = 128 };

/* ---- Runs of open cells ------------------------------------------------------------------- */

/* A run of open cells of one local component, in a row of a region. */
typedef struct open_run {
  int32_t begin, end;
  uint32_t component;
} open_run;

/* The runs of a row, one after the other. */
typedef struct run_walk {
  const ovi_region *region;
  uint64_t open[2], breaks[2];
  int32_t x;
  uint32_t run;
} run_walk;

static run_walk begin_open_runs(const ovi_region *region, int32_t y) {
  run_walk walk = {.region = region};
  ovi_region_open_row(region, y, walk.open);
  if (region->components.breaks != NULL) {
    ovi_region_break_row(region, y, walk.breaks);
  }
  if (region->components.runs != 0) {
    walk.run = ovi_get_u16(region->components.run_rows + 2 * (int64_t)y);
  }
  return walk;
}

static bool next_open_run(run_walk *walk, open_run *run) {
  const int32_t w = walk->region->w;
  while (walk->x < w && !ovi_get_bit(walk->open, walk->x)) {
    walk->x++;
  }
  if (walk->x == w) {
    return false;
  }
  run->begin = walk->x++;
  while (walk->x < w && ovi_get_bit(walk->open, walk->x) && !ovi_get_bit(walk->breaks, walk->x)) {
    walk->x++;
  }
  run->end = walk->x;
  run->component =
      walk->region->components.runs == 0
          ? 0
          : ovi_get_u16(walk->region->components.run_components + 2 * (uint64_t)walk->run++);
  return true;
}

/* ---- Rows of a region ---------------------------------------------------------------------- */

/* The planes and values that rows of a region are read from. */
typedef struct row_source {
  ovl_cells cells;
  ovi_slot_source terrain, weights; /* as far as the property needs them */
} row_source;

static void read_property_row(const row_source *source, const ovi_layer *layer,
                              const ovi_region *region, int32_t y, uint32_t *out) {
  uint8_t terrain[MOST_SIDE_CELLS] = {0};
  uint8_t weights[MOST_SIDE_CELLS] = {0};
  uint16_t heights[MOST_SIDE_CELLS];
  if (source->cells == OVL_CELLS_ISLAND) {
    run_walk walk = begin_open_runs(region, y);
    open_run run;
    memset(out, 0, (size_t)region->w * sizeof *out);
    while (next_open_run(&walk, &run)) {
      const uint32_t island = ovi_region_island(layer, region, run.component);
      for (int32_t x = run.begin; x < run.end; x++) {
        out[x] = island;
      }
    }
    return;
  }
  if (source->cells == OVL_CELLS_HEIGHT) {
    ovi_region_height_row(region, y, heights);
  } else if (source->cells == OVL_CELLS_TERRAIN || source->cells == OVL_CELLS_EXTRA) {
    ovi_read_slots(&source->terrain, region, y, terrain);
  }
  if (source->cells == OVL_CELLS_WEIGHT || source->cells == OVL_CELLS_EXTRA) {
    ovi_read_weights(&source->weights, region, y, weights);
  }
  for (int32_t x = 0; x < region->w; x++) {
    switch (source->cells) {
    case OVL_CELLS_TERRAIN:
      out[x] = terrain[x];
      break;
    case OVL_CELLS_HEIGHT:
      out[x] = heights[x];
      break;
    case OVL_CELLS_WEIGHT:
      out[x] = weights[x];
      break;
    default: /* extra cost */
      out[x] = weights[x] == 0 ? 0 : (uint32_t)(weights[x] - layer->profile.weights[terrain[x]]);
    }
  }
}

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

/* Copies the cells of a region that lie in the rectangle. */
static void read_of_region(const ovi_layer *layer, uint32_t id, const cells_wanted *wanted) {
  const ovi_region region = ovi_region_view(layer, id);
  const int32_t left = most_of(wanted->box.x0, region.x);
  const int32_t right = least_of(wanted->box.x1, region.x + region.w);
  const int32_t bottom = least_of(wanted->box.y1, region.y + region.h);
  uint32_t row[MOST_SIDE_CELLS];
  row_source source;
  source.cells = wanted->cells;
  if (wanted->cells == OVL_CELLS_TERRAIN || wanted->cells == OVL_CELLS_EXTRA) {
    ovi_find_terrain(&source.terrain, &region);
  }
  if (wanted->cells == OVL_CELLS_WEIGHT || wanted->cells == OVL_CELLS_EXTRA) {
    ovi_find_weights(&source.weights, layer, &region);
  }
  for (int32_t y = most_of(wanted->box.y0, region.y); y < bottom; y++) {
    read_property_row(&source, layer, &region, y - region.y, row);
    memcpy(wanted->out + (size_t)(y - wanted->box.y0) * wanted->row_values +
               (left - wanted->box.x0),
           row + (left - region.x), (size_t)(right - left) * sizeof *row);
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
      {"corner.floor", corner.floor, 0, (int64_t)world->shared.floor_count - 1},
      {"corner.x", corner.x, 0, floor.width},
      {"corner.y", corner.y, 0, floor.height},
      {"w", w, 0, (int64_t)floor.width - corner.x},
      {"h", h, 0, (int64_t)floor.height - corner.y},
      {"row_values", row, w, INT32_MAX}};
  if (OVI_ARGUMENTS_CHECK(arguments, 0, fault) != OVL_OK) {
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
  info->w = floor.graph ? 0 : most_of(0, least_of(view.w, floor.width - corner.x));
  info->h = floor.graph ? 0 : most_of(0, least_of(view.h, floor.height - corner.y));
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
  for (int32_t y = 0; y < view.h; y++) {
    run_walk walk = begin_open_runs(&view, y);
    open_run run;
    while (next_open_run(&walk, &run)) {
      ovl_component *component = run.component < capacity ? &out[run.component] : NULL;
      if (component != NULL && component->cells == 0) {
        const ovl_cell first = {view.x + run.begin, view.y + y, 0};
        component->cell = ovi_world_from_plane(world, first);
        component->island = ovi_region_island(layer, &view, run.component);
      }
      if (component != NULL) {
        component->cells += (uint32_t)(run.end - run.begin);
      }
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
