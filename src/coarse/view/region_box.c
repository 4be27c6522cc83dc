/* Copying regions into windows, as bits or as weights. */
#include "coarse/view/region_box.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

/* ---- One region ------------------------------------------------------------------------ */

/* Copies the weights of a row of a region, from column x0 to before x1, into a window; with heights
 * if its steps have a rule. */
static void paste_row(const ovi_slot_source *source, const ovi_region *region, int32_t row,
                      int32_t x0, int32_t x1, ovi_window *window) {
  uint8_t weights[OVL_MAX_REGION_CELLS];
  uint16_t heights[OVL_MAX_REGION_CELLS];
  const uint32_t to =
      ovi_window_cell(window, region->x + x0 - window->x, region->y + row - window->y);
  const bool is_whole = x0 == 0 && x1 == region->w;
  const size_t count = (size_t)(x1 - x0);
  ovi_read_weights(source, region, row, is_whole ? window->weights + to : weights);
  if (!is_whole) {
    memcpy(window->weights + to, weights + x0, count);
  }
  if (window->steps.has_rule && window->steps.heights != NULL && region->cells.heights != NULL) {
    ovi_region_height_row(region, row, is_whole ? window->steps.heights + to : heights);
    if (!is_whole) {
      memcpy(window->steps.heights + to, heights + x0, count * sizeof(heights[0]));
    }
  }
}

/* Copies what a region has in a window of bytes: weights; with heights and exceptions if steps have
 * a rule. */
static void paste_bytes(const ovi_layer *layer, const ovi_region *region, ovi_window *window) {
  const int32_t x = region->x - window->x;
  const int32_t y = region->y - window->y;
  const ovi_rectangle part =
      ovi_rectangle_common((ovi_rectangle){-x, -y, window->w - x, window->h - y},
                           (ovi_rectangle){0, 0, region->w, region->h});
  ovi_slot_source source;
  ovi_find_weights(&source, layer, region);
  for (int32_t row = part.y0; row < part.y1; row++) {
    paste_row(&source, region, row, part.x0, part.x1, window);
  }
  for (uint32_t i = 0; window->steps.has_rule && i < region->costs.exceptions; i++) {
    const uint8_t *entry = region->costs.exception_list + 8 * (uint64_t)i;
    const uint32_t key = ovi_get_u32(entry);
    const int32_t cell = (int32_t)(key >> 3);
    if (ovi_rectangle_has(part, cell % region->w, cell / region->w)) {
      ovi_window_except(window, x + cell % region->w, y + cell / region->w, (int)(key & 7u),
                        ovi_get_u32(entry + 4));
    }
  }
}

void ovi_region_paste(const ovi_layer *layer, const ovi_region *region, ovi_window *window) {
  const int32_t x = region->x - window->x;
  const int32_t y = region->y - window->y;
  if (!window->bits.in_use) {
    paste_bytes(layer, region, window);
    return;
  }
  OVI_ASSERT(x >= 0 && y >= 0 && x + region->w <= window->w && y + region->h <= window->h);
  if ((region->flags & OVI_FLAG_CLOSED) != 0) {
    return;
  }
  const bool all_open = (region->flags & OVI_FLAG_OPEN) != 0;
  if (region->cells.row_bytes == 4 && (x & 63) + region->w <= 64 && !all_open) {
    /* Rows of 17 to 32 cells, as most regions have. */
    const int64_t words = window->bits.words[0];
    uint64_t *to = ovi_window_line(window, OVI_PLANE_OPEN, y) + (x >> 6);
    for (int64_t row = 0; row < region->h; row++) {
      uint64_t open = ovi_get_u32(region->cells.open + 4 * row);
      to[row * words] |= open << (x & 63);
    }
    return;
  }
  /* Rows of any length. All rows of a region that is open everywhere are the same. */
  uint64_t open[2];
  for (int32_t row = 0; row < region->h; row++) {
    if (row == 0 || !all_open) {
      ovi_region_open_row(region, row, open);
    }
    ovi_window_paste_bits(window, x, y + row, open);
  }
}

/* ---- Opening ----------------------------------------------------------------------------- */

void ovi_layer_open_window(const ovi_layer *layer, ovi_window *window, ovi_rectangle cells,
                           const ovi_window_ground *ground) {
  const ovi_window_shape shape = {cells.x0,
                                  cells.y0,
                                  cells.x1 - cells.x0,
                                  cells.y1 - cells.y0,
                                  layer->profile.corners,
                                  (uint8_t)ground->min_weight,
                                  ground->bits};
  const ovi_step_rule rule = ovi_layer_rule(layer);
  ovi_window_open(window, &shape, ground->steps ? &rule : NULL);
}

void ovi_region_open(const ovi_layer *layer, const ovi_region *region, ovi_window *window,
                     const ovi_window_ground *ground) {
  const ovi_rectangle cells = {region->x, region->y, region->x + region->w, region->y + region->h};
  ovi_layer_open_window(layer, window, cells, ground);
  ovi_region_paste(layer, region, window);
}

/* ---- A box ----------------------------------------------------------------------------- */

ovi_rectangle ovi_box_cells(const ovi_layer *layer, ovi_rectangle box) {
  const int32_t side = layer->partition.region_cells;
  OVI_ASSERT(box.x0 <= box.x1 && box.y0 <= box.y1);
  return ovi_rectangle_common(
      (ovi_rectangle){box.x0 * side, box.y0 * side, box.x1 * side, box.y1 * side},
      (ovi_rectangle){0, 0, layer->partition.width, layer->partition.height});
}

/* Returns whether some step of a box may cost more than its weights or be blocked: inside a region,
 * or between two whose levels differ. */
static bool box_has_steps(const ovi_layer *layer, ovi_rectangle box) {
  uint32_t level = UINT32_MAX; /* height of the regions before */
  for (int32_t ry = box.y0; ry < box.y1; ry++) {
    for (int32_t rx = box.x0; rx < box.x1; rx++) {
      ovi_region region = ovi_region_view(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
      uint32_t height = 0;
      if ((region.flags & OVI_FLAG_CLOSED) != 0) {
        continue;
      }
      if ((region.flags & OVI_FLAG_STEPPED) != 0 || region.costs.exceptions != 0 ||
          !ovi_region_is_level(&region, &height) || (level != UINT32_MAX && height != level)) {
        return true;
      }
      level = height;
    }
  }
  return false;
}

ovi_window_ground ovi_box_ground(const ovi_layer *layer, ovi_rectangle box) {
  ovi_window_ground ground = {.bits = ovi_has_jump_points(layer->profile.corners)};
  for (int32_t ry = box.y0; ry < box.y1; ry++) {
    for (int32_t rx = box.x0; rx < box.x1; rx++) {
      const uint8_t *layer_block =
          ovi_region_layer_block(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
      const uint32_t weight = layer_block[OVI_LAYER_MIN_WEIGHT];
      if (weight == 0) {
        continue; /* closed */
      }
      /* A box has bits if all open positions weigh the same. */
      ground.bits = ground.bits && ovi_layer_block_is_even(layer_block) &&
                    (ground.min_weight == 0 || ground.min_weight == weight);
      ground.min_weight =
          ground.min_weight == 0 || weight < ground.min_weight ? weight : ground.min_weight;
    }
  }
  if (ovi_layer_has_rule(layer) && box_has_steps(layer, box)) {
    ground.steps = true;
    ground.bits = false;
  }
  OVI_ASSERT(ground.min_weight <= UINT8_MAX && (!ground.bits || !ground.steps));
  return ground;
}

void ovi_box_paste(ovi_window *window, const ovi_layer *layer, ovi_rectangle box, bool bytes) {
  ovi_window_ground ground = ovi_box_ground(layer, box);
  ground.bits = ground.bits && !bytes;
  ovi_layer_open_window(layer, window, ovi_box_cells(layer, box), &ground);
  for (int32_t ry = box.y0; ry < box.y1; ry++) {
    for (int32_t rx = box.x0; rx < box.x1; rx++) {
      ovi_region region = ovi_region_view(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
      ovi_region_paste(layer, &region, window);
    }
  }
}

void ovi_cells_paste(ovi_window *window, const ovi_layer *layer, ovi_rectangle cells) {
  const ovi_rectangle around = ovi_rectangle_squares(cells, layer->partition.region_cells);
  const ovi_window_ground ground = {.min_weight = layer->profile.min_weight,
                                    .steps =
                                        ovi_layer_has_rule(layer) && box_has_steps(layer, around)};
  ovi_layer_open_window(layer, window, cells, &ground);
  for (int32_t ry = around.y0; ry < around.y1; ry++) {
    for (int32_t rx = around.x0; rx < around.x1; rx++) {
      const ovi_region region =
          ovi_region_view(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
      ovi_region_paste(layer, &region, window);
    }
  }
}
