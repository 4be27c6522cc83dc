/* Regions into one window. */
#include "plane_window.h"

#include "link_table.h"

/* Exceptions and links of all regions; a link counts as four, for it may lead both ways. */
static uint32_t count_exceptions(const ovi_layer *layer) {
  uint32_t count = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    count += region.exceptions + 4 * region.links_out;
  }
  return count;
}

static ovi_window_shape shape_of(const ovi_layer *layer) {
  return (ovi_window_shape){0,    0, layer->width, layer->height, layer->corners, layer->min_weight,
                            false};
}

void ovi_plane_window_place(ovi_window *window, ovi_arena *arena, const ovi_layer *layer) {
  ovi_window_place(window, arena, shape_of(layer), false);
  if (layer->directed) {
    ovi_window_place_steps(window, arena, layer->shared->has_heights, count_exceptions(layer));
  }
}

/* The ways over the links that begin in a region. */
static void add_hops(ovi_window *window, const ovi_layer *layer, const ovi_region *region) {
  for (uint32_t i = 0; i < region->links_out; i++) {
    ovi_link link = ovi_link_at(layer, ovi_region_link(region, i));
    uint32_t first = ovi_window_cell(window, link.first.x, link.first.y);
    uint32_t second = ovi_window_cell(window, link.second.x, link.second.y);
    ovi_window_add_hop(window, first, second, link.cost);
    if (link.cost_back != 0) {
      ovi_window_add_hop(window, second, first, link.cost_back);
    }
  }
}

void ovi_plane_window_fill(ovi_window *window, const ovi_layer *layer) {
  const ovi_window_shape shape = shape_of(layer);
  if (layer->directed) {
    ovi_window_open_steps(window, &shape, ovi_layer_rule(layer));
  } else {
    ovi_window_open(window, &shape);
  }
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    ovi_region region = ovi_region_view(layer, id);
    ovi_region_paste(layer, &region, window);
    if (layer->directed) {
      add_hops(window, layer, &region);
    }
  }
}
