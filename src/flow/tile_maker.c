/* Collects the origins of a region and runs the fine search from them. */
#include "flow/tile_maker.h"

#include "coarse/view/layer_steps.h"
#include "common/compiler.h"

/* Opens the window of a region; returns a field of its size over the values. */
static ovi_field open_region_field(ovi_tile_maker *maker, const ovi_layer *layer, uint32_t region,
                                   uint64_t *values) {
  ovi_window *window = &maker->local.window;
  ovi_box_paste(window, layer, ovi_box_of_region(layer, region), false);
  return (ovi_field){values, window->w, window->h};
}

static void add_goal_origin(void *user, const ovi_goal *goal) {
  ovi_tile_maker *maker = user;
  const ovi_window *window = &maker->local.window;
  maker->goals++;
  if (ovi_local_search_weight(&maker->local, goal->cell) != 0) {
    maker->open_goals++;
    ovi_fine_add_origin(&maker->local.search, goal->cell.x - window->x, goal->cell.y - window->y, 0,
                        OVI_MOVE_HERE);
  }
}

bool ovi_tile_attach_goals(ovi_tile_maker *maker, const ovi_layer *layer, const ovi_goals *goals,
                           uint32_t region) {
  const uint32_t open_before = maker->open_goals;
  const ovi_field field = open_region_field(maker, layer, region, maker->values);
  ovi_fine_begin_field(&maker->local.search, &maker->local.window, &field);
  ovi_goals_of_region(goals, layer, region, add_goal_origin, maker);
  if (maker->open_goals == open_before) {
    return false;
  }
  ovi_fine_fill_field(&maker->local.search);
  const ovi_region view = ovi_region_view(layer, region);
  ovi_layer_ground ground;
  const ovi_port_groups groups = ovi_port_groups_of(&view);
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){view.x, view.y, 0});
  maker->attachment.region = region;
  maker->attachment.count = view.ports.count;
  for (uint32_t port = 0; port < view.ports.count; port++) {
    const uint32_t cell = ovi_port_cell(&view, port);
    const uint64_t value = *ovi_field_at(&field, ovi_port_x(cell), ovi_port_y(cell));
    const uint64_t enter =
        value != OVI_FIELD_NONE ? ovi_port_half(&ground, &view, &groups, port, false) : OVI_NO_STEP;
    const uint64_t cost = enter != OVI_NO_STEP ? ovi_field_cost(value) + enter : OVI_UNREACHED;
    maker->attachment.costs[port] = cost < OVI_UNREACHED ? (uint32_t)cost : OVI_UNREACHED;
  }
  return true;
}

/* ---- Tiles ------------------------------------------------------------------- */

/* Begins a field in the open window and adds the goals of the region to it. */
static void begin_tile_field(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                             const ovi_field *field) {
  ovi_fine_begin_field(&maker->local.search, &maker->local.window, field);
  ovi_goals_of_region(source->goals, source->coarse->layer, region, add_goal_origin, maker);
}

/* Adds an origin for each port over which a path leads out of the region, and fills the field.
 * False if a cost is too high for a field. */
static bool end_tile_field(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region) {
  const ovi_coarse_page *page = ovi_entered_page(source->coarse, region);
  for (uint32_t port = 0; page != NULL && port < page->region.ports.count; port++) {
    const ovi_entry entry = ovi_entry_at(source->coarse, page, port);
    const uint64_t cost = ovi_entry_cell_cost(source->coarse, &entry);
    if (cost == UINT64_MAX) {
      continue;
    }
    if (entry.cost >= OVI_FIELD_COSTS_END) {
      return false;
    }
    const uint32_t cell = ovi_port_cell(&page->region, port);
    const uint32_t move = entry.group < OVI_GROUP_COUNT
                              ? OVI_MOVE_OUT + (uint32_t)ovi_port_direction(entry.group, cell)
                              : OVI_MOVE_LINK;
    ovi_fine_add_origin(&maker->local.search, ovi_port_x(cell), ovi_port_y(cell), cost, move);
  }
  ovi_fine_fill_field(&maker->local.search);
  return true;
}

bool ovi_tile_rim(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                  uint64_t *rim) {
  const ovi_layer *layer = source->coarse->layer;
  const ovi_field field = open_region_field(maker, layer, region, maker->values);
  begin_tile_field(maker, source, region, &field);
  if (!end_tile_field(maker, source, region)) {
    return false;
  }
  /* Copies the outermost costs of the field. */
  const int32_t side = layer->partition.region_cells;
  for (int32_t y = 0; y < field.h; y++) {
    const uint64_t ends[] = {*ovi_field_at(&field, field.w - 1, y), *ovi_field_at(&field, 0, y)};
    for (int i = 0; i < 2; i++) { /* east, west */
      ovi_rim_line(rim, side, 2 * i)[y] =
          ends[i] != OVI_FIELD_NONE ? ovi_field_cost(ends[i]) : UINT64_MAX;
    }
  }
  for (int32_t x = 0; x < field.w; x++) {
    const uint64_t ends[] = {*ovi_field_at(&field, x, field.h - 1), *ovi_field_at(&field, x, 0)};
    for (int i = 0; i < 2; i++) { /* south, north */
      ovi_rim_line(rim, side, 2 * i + 1)[x] =
          ends[i] != OVI_FIELD_NONE ? ovi_field_cost(ends[i]) : UINT64_MAX;
    }
  }
  return true;
}

bool ovi_tile_fill(ovi_tile_maker *maker, const ovi_tile_source *source, uint32_t region,
                   uint64_t *values) {
  const ovi_layer *layer = source->coarse->layer;
  const ovi_field field = open_region_field(maker, layer, region, values);
  begin_tile_field(maker, source, region, &field);
  for (int side = 0; side < OVI_SIDES; side++) {
    if (maker->has_line[side]) {
      const uint32_t beyond = ovi_side_region(layer, region, side);
      const uint32_t weight = ovi_region_layer_block(layer, beyond)[OVI_LAYER_MIN_WEIGHT];
      ovi_rim_cross(&maker->local, side, weight,
                    ovi_rim_line(maker->lines, layer->partition.region_cells, side));
    }
  }
  maker->local.windows++;
  return end_tile_field(maker, source, region);
}
