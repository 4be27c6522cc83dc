/* Filling a window with all regions and links. */
#include "coarse/view/plane_window.h"

#include "coarse/view/links.h"
#include "coarse/view/region_box.h"

static uint32_t count_exceptions(const ovi_layer *layer) {
  uint32_t count = 0;
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    count += ovi_region_view(layer, id).costs.exceptions;
    ovi_layer_unpin(layer);
  }
  return count;
}

static bool has_steps(const ovi_layer *layer, bool opens) {
  return layer->profile.is_directed ||
         (opens && (layer->shared->link_count != 0 || layer->shared->has_heights));
}

void ovi_plane_window_reserve(ovi_window *window, ovi_arena *arena, const ovi_layer *layer,
                              bool opens) {
  const ovi_window_shape shape = {0, 0,    layer->partition.width, layer->partition.height, 0,
                                  0, false};
  ovi_window_reserve(window, arena, shape, false);
  if (has_steps(layer, opens)) { /* a link may lead in both directions, and a hop takes two */
    ovi_window_reserve_steps(window, arena, layer->shared->has_heights,
                             count_exceptions(layer) + 4 * layer->shared->link_count);
  }
}

/* Adds hops for the links that the profile may take, with `opens` also if their ends are blocked.
 */
static void add_hops(ovi_window *window, const ovi_layer *layer, bool opens) {
  for (uint32_t number = 0; number < layer->shared->link_count; number++) {
    const ovi_link link = ovi_link_at(layer, number);
    const uint32_t first = ovi_window_cell(window, link.first.x, link.first.y);
    const uint32_t second = ovi_window_cell(window, link.second.x, link.second.y);
    const bool is_open = window->weights[first] != 0 && window->weights[second] != 0;
    if (!ovi_link_is_for(layer, number) || !(opens || is_open)) {
      continue;
    }
    ovi_window_add_hop(window, first, second, link.cost);
    if (link.cost_back != 0) {
      ovi_window_add_hop(window, second, first, link.cost_back);
    }
  }
}

void ovi_plane_window_fill(ovi_window *window, const ovi_layer *layer, bool opens) {
  const ovi_rectangle all = {0, 0, layer->partition.width, layer->partition.height};
  const ovi_window_ground ground = {layer->profile.min_weight, false, has_steps(layer, opens)};
  ovi_layer_open_window(layer, window, all, &ground);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    ovi_region_paste(layer, &region, window);
    ovi_layer_unpin(layer);
  }
  if (ground.steps) {
    add_hops(window, layer, opens);
  }
}
