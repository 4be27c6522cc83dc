/* Reading cells one by one: they lie close to each other, so the region of the last cell is kept
 * and another is looked up only when it is left. Where there are tiles, each row of a region is
 * decoded once. */
#include "coarse/view/layer_steps.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- Tiles ------------------------------------------------------------------ */

void ovi_ground_tiles_reserve(ovi_ground_tiles *tiles, ovi_arena *arena, int32_t region_cells,
                              bool heights) {
  const uint64_t cells = (uint64_t)region_cells * (uint64_t)region_cells;
  for (int i = 0; i < OVI_GROUND_TILES; i++) {
    tiles->tiles[i].weights = ovi_arena_take(arena, cells, 1);
    tiles->tiles[i].heights = heights ? ovi_arena_take(arena, cells, sizeof(uint16_t)) : NULL;
  }
}

/* Makes `ground->region` the region of a cell; false if the cell is outside the plane. */
static bool ground_move_to(ovi_layer_ground *ground, int32_t x, int32_t y) {
  const ovi_region *region = &ground->region;
  if (!ovi_plane_has(ground->layer, x, y)) {
    return false;
  }
  if (x < region->x || y < region->y || x >= region->x + region->w || y >= region->y + region->h) {
    ground->region = ovi_region_view(ground->layer, ovi_region_at(ground->layer, x, y));
  }
  return true;
}

static inline bool tile_has(const ovi_ground_tile *tile, int32_t x, int32_t y) {
  const uint32_t row = (uint32_t)(y - tile->y);
  return (uint32_t)(x - tile->x) < (uint32_t)tile->w && row < (uint32_t)tile->h &&
         (tile->decoded[row >> 6] >> (row & 63) & 1u) != 0;
}

/* Finds the tile of a cell of the plane, and decodes its row if it is not decoded. */
OVI_NOINLINE static const ovi_ground_tile *decode_tile(ovi_layer_ground *ground, int32_t x,
                                                       int32_t y) {
  const int32_t side = ground->layer->partition.region_cells;
  ground->last =
      (uint32_t)(y / side % OVI_GROUND_SIDE * OVI_GROUND_SIDE + x / side % OVI_GROUND_SIDE);
  ovi_ground_tile *tile = &ground->tiles->tiles[ground->last];
  if (tile_has(tile, x, y)) {
    return tile;
  }
  ground_move_to(ground, x, y);
  const ovi_region *region = &ground->region;
  const int32_t row = y - region->y;
  ovi_slot_source source;
  if (tile->w == 0 || tile->x != region->x || tile->y != region->y) {
    tile->x = region->x;
    tile->y = region->y;
    tile->w = region->w;
    tile->h = region->h;
    tile->decoded[0] = tile->decoded[1] = 0;
  }
  ovi_find_weights(&source, ground->layer, region);
  ovi_read_weights(&source, region, row, tile->weights + row * region->w);
  if (tile->heights != NULL && region->cells.heights != NULL) {
    ovi_region_height_row(region, row, tile->heights + row * region->w);
  } else if (tile->heights != NULL) {
    memset(tile->heights + row * region->w, 0, (size_t)region->w * sizeof(uint16_t));
  }
  tile->decoded[row >> 6] |= (uint64_t)1 << (row & 63);
  return tile;
}

void ovi_layer_ground_forget(ovi_layer_ground *ground) {
  ground->region = (ovi_region){0};
  ground->last = 0;
  for (int i = 0; ground->tiles != NULL && i < OVI_GROUND_TILES; i++) {
    ovi_ground_tile *tile = &ground->tiles->tiles[i];
    *tile = (ovi_ground_tile){.weights = tile->weights, .heights = tile->heights};
  }
}

/* ---- Cells ------------------------------------------------------------------ */

static uint32_t ground_weight(void *user, int32_t x, int32_t y) {
  ovi_layer_ground *ground = user;
  if (ground->tiles != NULL) {
    const ovi_ground_tile *tile = &ground->tiles->tiles[ground->last];
    if (!tile_has(tile, x, y)) {
      if (!ovi_plane_has(ground->layer, x, y)) {
        return 0;
      }
      tile = decode_tile(ground, x, y);
    }
    return tile->weights[(y - tile->y) * tile->w + x - tile->x];
  }
  return ground_move_to(ground, x, y)
             ? ovi_region_weight(ground->layer, &ground->region, x - ground->region.x,
                                 y - ground->region.y)
             : 0;
}

static uint32_t ground_height(void *user, int32_t x, int32_t y) {
  ovi_layer_ground *ground = user;
  if (ground->tiles != NULL && ground->tiles->tiles[0].heights != NULL) {
    const ovi_ground_tile *tile = &ground->tiles->tiles[ground->last];
    tile = tile_has(tile, x, y) ? tile : decode_tile(ground, x, y);
    return tile->heights[(y - tile->y) * tile->w + x - tile->x];
  }
  ground_move_to(ground, x, y);
  return ovi_region_height(&ground->region, x - ground->region.x, y - ground->region.y);
}

static uint32_t ground_extra(void *user, int32_t x, int32_t y, int direction) {
  ovi_layer_ground *ground = user;
  ground_move_to(ground, x, y);
  return ovi_region_exception(&ground->region, x - ground->region.x, y - ground->region.y,
                              direction);
}

static bool ground_has_extra(void *user, int32_t x, int32_t y) {
  ovi_layer_ground *ground = user;
  ground_move_to(ground, x, y);
  const ovi_region *region = &ground->region;
  bool any = false;
  for (int direction = 0; direction < 8 && !any && region->costs.exceptions != 0; direction++) {
    any = ovi_region_exception(region, x - region->x, y - region->y, direction) != 0;
  }
  return any;
}

void ovi_layer_ground_begin(ovi_layer_ground *ground, const ovi_layer *layer, ovl_cell first,
                            ovi_ground_tiles *tiles) {
  ground->layer = layer;
  ground->tiles = tiles;
  ovi_layer_ground_forget(ground);
  ground->region = ovi_region_view(layer, ovi_region_at(layer, first.x, first.y));
  ground->ground =
      (ovi_ground){.weight = ground_weight, .user = ground, .corners = layer->profile.corners};
  if (ovi_layer_has_rule(layer)) {
    const ovi_step_rule rule = ovi_layer_rule(layer);
    const bool is_free =
        layer->profile.max_exceptions == 0 && !ovi_slope_of(&rule, false).is_limited;
    ground->steps =
        (ovi_ground_steps){rule, ground_height, ground_extra, ground_has_extra, is_free};
    ground->ground.steps = &ground->steps;
  }
}

uint64_t ovi_layer_step(ovi_layer_ground *ground, ovl_cell from, ovl_cell to) {
  return ovi_ground_step(&ground->ground, from.x, from.y,
                         ovi_direction_of(to.x - from.x, to.y - from.y));
}

static uint32_t layer_half_step(ovi_layer_ground *ground, ovl_cell cell, ovl_cell other) {
  return ovi_step_cost(ground_weight(ground, cell.x, cell.y),
                       ovi_is_long_between(ground->ground.corners, cell, other));
}

uint64_t ovi_layer_leave(ovi_layer_ground *ground, ovl_cell from, ovl_cell to) {
  const uint64_t step = ovi_layer_step(ground, from, to);
  return step != OVI_NO_STEP ? step - layer_half_step(ground, to, from) : OVI_NO_STEP;
}

uint64_t ovi_port_half(ovi_layer_ground *ground, const ovi_region *region,
                       const ovi_port_groups *groups, uint32_t port, bool leaves) {
  ovl_cell cells[2];
  if (ovi_port_is_link(groups, port)) {
    const uint32_t place = port - groups->begins[OVI_GROUP_COUNT];
    const ovi_link link = ovi_link_at(ground->layer, ovi_region_link(region, place));
    const bool is_out = place < region->ports.links_out;
    if (leaves) {
      const uint32_t cost = is_out ? link.cost : link.cost_back;
      return cost != 0 ? cost : OVI_NO_STEP;
    }
    return !is_out || link.cost_back != 0 ? 0 : OVI_NO_STEP; /* it is paid where it is left */
  }
  ovi_port_cells(region, ovi_port_group(groups, port), port, cells);
  if (leaves) {
    return ovi_layer_leave(ground, cells[0], cells[1]);
  }
  return ovi_layer_step(ground, cells[1], cells[0]) != OVI_NO_STEP
             ? layer_half_step(ground, cells[0], cells[1])
             : OVI_NO_STEP;
}

bool ovi_layer_open_tile(const ovi_layer *layer, int32_t x, int32_t y, ovi_tile *tile) {
  if (!ovi_plane_has(layer, x, y)) {
    return false;
  }
  int32_t side = layer->partition.region_cells;
  int32_t rx = x / side;
  int32_t ry = y / side;
  int32_t w = layer->partition.width - rx * side < side ? layer->partition.width - rx * side : side;
  int32_t h =
      layer->partition.height - ry * side < side ? layer->partition.height - ry * side : side;
  int32_t half = (x - rx * side) & 64;
  int32_t row_bytes = ovi_plane_row_bytes(w);
  const uint8_t *block = ovi_region_block(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
  *tile = (ovi_tile){.x = rx * side + half,
                     .y = ry * side,
                     .w = w - half < 64 ? w - half : 64,
                     .h = h,
                     .row_bytes = row_bytes,
                     .word_bytes = row_bytes < 8 ? row_bytes : 8};
  const uint8_t *layer_block = ovi_layer_block(layer, block);
  if ((layer_block[OVI_LAYER_FLAGS] & OVI_FLAG_OPEN) != 0) {
    tile->same = ovi_low_bits(tile->w);
  } else if ((layer_block[OVI_LAYER_FLAGS] & OVI_FLAG_CLOSED) == 0) {
    tile->rows = ovi_open_plane(layer, block, layer_block) + half / 8;
  }
  return true;
}

/* ---- Balanced layers ------------------------------------------------------ */

/* The potential is (r - f) times the height, and at a waypoint the extra cost of its step, which is
 * what leaving costs beyond the half of the step that entering costs too. This is the reweighting
 * of Johnson, "Efficient algorithms for shortest paths in sparse networks" (1977), by heights,
 * which here makes costs symmetric. */
static int64_t slope_of(const ovi_layer *layer) {
  return (int64_t)layer->profile.climb_cost - (int64_t)layer->profile.drop_cost;
}

int64_t ovi_potential_of_cell(const ovi_layer *layer, ovl_cell cell) {
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, cell.x, cell.y));
  return slope_of(layer) *
         (int64_t)ovi_region_height(&region, cell.x - region.x, cell.y - region.y);
}

int64_t ovi_potential_of_port(ovi_layer_ground *ground, const ovi_region *region,
                              const ovi_port_groups *groups, uint32_t port) {
  const ovi_layer *layer = ground->layer;
  ovl_cell cells[2];
  if (ovi_port_is_link(groups, port)) {
    return 0; /* it is forged; so is a step that leaves the plane */
  }
  ovi_port_cells(region, ovi_port_group(groups, port), port, cells);
  if (!ovi_plane_has(layer, cells[1].x, cells[1].y)) {
    return 0;
  }
  const int64_t here =
      (int64_t)ovi_region_height(region, cells[0].x - region->x, cells[0].y - region->y);
  const int64_t rise = (int64_t)ground_height(ground, cells[1].x, cells[1].y) - here;
  const int64_t extra = rise >= 0 ? rise * (int64_t)layer->profile.climb_cost
                                  : -rise * (int64_t)layer->profile.drop_cost;
  return extra + slope_of(layer) * here;
}

int64_t ovi_potential_of_waypoint(const ovi_layer *layer, uint32_t owner, uint32_t number) {
  ovi_layer_ground ground;
  const ovi_region region = ovi_region_view(layer, owner);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){region.x, region.y, 0}, NULL);
  return ovi_potential_of_port(&ground, &region, &groups, ovi_own_port(&groups, number));
}
