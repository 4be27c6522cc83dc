/* Chooses the window, searches it, and keeps the answer. */
#include "coarse/refine/direct.h"

#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/step_cost.h"

/* Searches a box, and finds whether a path that leaves it may be cheaper. No such path costs less
 * than the octile distance by way of a side that has map beyond it, found by mirroring the goal. */
static ovi_status search_box(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                             ovi_rectangle box, ovl_cell start, ovl_cell goal) {
  const ovi_window *window = &local->window;
  if (!ovi_local_search_is_paused(local)) {
    OVI_ASSERT(box.x1 - box.x0 <= OVI_DIRECT_WINDOW && box.y1 - box.y0 <= OVI_DIRECT_WINDOW);
    ovi_box_paste(&local->window, layer, box, local->turning.cost != 0);
  }
  if (!ovi_local_search_find(local, start, goal, UINT64_MAX)) {
    return ovi_local_search_is_paused(local) ? OVI_PAUSED : OVI_NONE;
  }
  const int64_t left = (int64_t)window->x - 1;
  const int64_t right = (int64_t)window->x + window->w;
  const int64_t above = (int64_t)window->y - 1;
  const int64_t below = (int64_t)window->y + window->h;
  const int64_t dx = goal.x - start.x;
  const int64_t dy = goal.y - start.y;
  const int64_t mirrored[4][2] = {{2 * left - goal.x - start.x, dy},
                                  {2 * right - goal.x - start.x, dy},
                                  {dx, 2 * above - goal.y - start.y},
                                  {dx, 2 * below - goal.y - start.y}};
  const bool beyond[4] = {left >= 0, right < layer->partition.width, above >= 0,
                          below < layer->partition.height};
  uint64_t least = UINT64_MAX;
  for (int side = 0; side < 4; side++) {
    const uint64_t around =
        ovi_octile(mirrored[side][0], mirrored[side][1], layer->profile.min_weight);
    least = beyond[side] && around < least ? around : least;
  }
  direct->cost = ovi_local_search_cost(local);
  direct->is_exact = direct->cost <= least;
  return OVI_DONE;
}

ovi_status ovi_direct_find(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                           ovl_cell start, ovl_cell goal, uint64_t promise) {
  const int32_t side = layer->partition.region_cells;
  const bool is_wide_on_weights = layer->profile.body_cells > 1 && !layer->profile.is_plain;
  if (direct->generation != 0 && direct->generation == local->window.generation &&
      direct->world == layer->fingerprint && direct->layer == layer->number &&
      ovi_same_cell(direct->start, start) && ovi_same_cell(direct->goal, goal) &&
      direct->turn_cost == local->turning.cost) { /* the window still holds the answer */
    return OVI_DONE;
  }
  direct->generation = 0;
  direct->is_widened = direct->is_widened && ovi_local_search_is_paused(local);
  ovi_rectangle box = ovi_rectangle_join(ovi_rectangle_of_one(start.x / side, start.y / side),
                                         ovi_rectangle_of_one(goal.x / side, goal.y / side));
  const int32_t most = is_wide_on_weights ? OVI_DIRECT_WIDE : OVI_DIRECT_REGIONS;
  if (box.x1 - box.x0 > most + 1 || box.y1 - box.y0 > most + 1) {
    return OVI_NONE; /* too far apart */
  }
  ovi_status answer = OVI_NONE;
  if (!direct->is_widened && !is_wide_on_weights) {
    answer = search_box(direct, local, layer, box, start, goal);
  }
  /* Where windows are small, searching around a large box hardly ever pays, and the coarse tier
   * plans as well; unless a cheaper path is known to exist. */
  const bool pays = ovi_layer_has_large_windows(layer) ||
                    (box.x1 - box.x0) + (box.y1 - box.y0) <= 3 || direct->cost > promise;
  if (answer == OVI_NONE || (answer == OVI_DONE && !direct->is_exact && pays)) {
    direct->is_widened = true;
    const ovi_rectangle wide = ovi_box_widen(layer, box);
    if (wide.x1 - wide.x0 <= OVI_DIRECT_WINDOW) { /* each axis on which the window can hold it */
      box.x0 = wide.x0;
      box.x1 = wide.x1;
    }
    if (wide.y1 - wide.y0 <= OVI_DIRECT_WINDOW) {
      box.y0 = wide.y0;
      box.y1 = wide.y1;
    }
    answer = search_box(direct, local, layer, box, start, goal);
  }
  if (answer == OVI_PAUSED) {
    return answer;
  }
  direct->is_exact = direct->is_exact && answer == OVI_DONE;
  direct->is_exact_but_links = layer->profile.has_links && direct->is_exact;
  direct->is_exact = direct->is_exact && !direct->is_exact_but_links;
  direct->turn_cost = local->turning.cost;
  direct->generation = answer != OVI_NONE ? local->window.generation : 0;
  direct->world = layer->fingerprint;
  direct->layer = layer->number;
  direct->start = start;
  direct->goal = goal;
  return answer;
}
