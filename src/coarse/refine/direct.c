/* The one window of a short query. */
#include "coarse/refine/refine.h"
#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/step_cost.h"

/* The least that a way can cost that leaves the window: over each side beyond
 * which there is map, the octile distance by way of it, found by mirroring. */
static uint64_t cost_around(const ovi_window *window, const ovi_layer *layer, ovl_cell start,
                            ovl_cell goal) {
  int64_t left = (int64_t)window->x - 1;
  int64_t right = (int64_t)window->x + window->w;
  int64_t above = (int64_t)window->y - 1;
  int64_t below = (int64_t)window->y + window->h;
  int64_t dx = goal.x - start.x;
  int64_t dy = goal.y - start.y;
  uint64_t least = UINT64_MAX;
  int64_t mirrored[4][2] = {{2 * left - goal.x - start.x, dy},
                            {2 * right - goal.x - start.x, dy},
                            {dx, 2 * above - goal.y - start.y},
                            {dx, 2 * below - goal.y - start.y}};
  bool beyond[4] = {left >= 0, right < layer->width, above >= 0, below < layer->height};
  for (int side = 0; side < 4; side++) {
    uint64_t cost = ovi_octile(mirrored[side][0], mirrored[side][1], layer->profile.min_weight);
    least = beyond[side] && cost < least ? cost : least;
  }
  return least;
}

static ovi_direct search_box(ovi_refiner *refiner, const ovi_layer *layer, ovi_region_box box,
                             ovl_cell start, ovl_cell goal) {
  if (!ovi_local_search_is_paused(&refiner->stretch)) {
    ovi_box_paste(&refiner->stretch.window, layer, box, refiner->stretch.turning.cost != 0);
  }
  if (!ovi_local_search_find(&refiner->stretch, start, goal)) {
    return ovi_local_search_is_paused(&refiner->stretch) ? OVI_DIRECT_PAUSED : OVI_DIRECT_NONE;
  }
  refiner->near_cost = ovi_local_search_cost(&refiner->stretch);
  return refiner->near_cost <= cost_around(&refiner->stretch.window, layer, start, goal)
             ? OVI_DIRECT_EXACT
             : OVI_DIRECT_BOUND;
}

/* Whether the window that was searched last is the one that is asked about. */
static bool is_kept(const ovi_refiner *refiner, const ovi_layer *layer, ovl_cell start,
                    ovl_cell goal) {
  return refiner->direct_generation != 0 &&
         refiner->direct_generation == refiner->stretch.window.generation &&
         refiner->near_world == layer->fingerprint && refiner->near_layer == layer->number &&
         ovi_same_cell(refiner->near_start, start) && ovi_same_cell(refiner->near_goal, goal) &&
         refiner->near_turn_cost == refiner->stretch.turning.cost &&
         refiner->near_percent == refiner->stretch.search.heuristic_weight_percent;
}

ovi_direct ovi_direct_find(ovi_refiner *refiner, const ovi_layer *layer, ovl_cell start,
                           ovl_cell goal, uint64_t promise) {
  if (is_kept(refiner, layer, start, goal)) {
    return refiner->near_exact ? OVI_DIRECT_EXACT : OVI_DIRECT_BOUND;
  }
  ovi_refiner_forget(refiner);
  refiner->near_widened = refiner->near_widened && ovi_local_search_is_paused(&refiner->stretch);
  int32_t side = layer->region_cells;
  ovi_region_box box = {start.x / side, start.y / side, start.x / side, start.y / side};
  box = ovi_box_grow(box, goal.x / side, goal.y / side);
  if (box.x1 - box.x0 > OVI_DIRECT_REGIONS || box.y1 - box.y0 > OVI_DIRECT_REGIONS) {
    return OVI_DIRECT_NONE;
  }
  ovi_direct answer = OVI_DIRECT_NONE;
  if (!refiner->near_widened) {
    answer = search_box(refiner, layer, box, start, goal);
  }
  /* Where cells weigh more than the least, what is around a large box hardly ever pays, and
   * the coarse tier is asked anyway, unless a way around was promised. */
  const bool pays = layer->profile.is_plain || (box.x1 - box.x0) + (box.y1 - box.y0) <= 1 ||
                    refiner->near_cost > promise;
  if (answer == OVI_DIRECT_NONE || (answer == OVI_DIRECT_BOUND && pays)) {
    refiner->near_widened = true;
    box.x0 = box.x0 > 0 ? box.x0 - 1 : 0;
    box.y0 = box.y0 > 0 ? box.y0 - 1 : 0;
    box.x1 = box.x1 + 1 < layer->regions_x ? box.x1 + 1 : box.x1;
    box.y1 = box.y1 + 1 < layer->regions_y ? box.y1 + 1 : box.y1;
    answer = search_box(refiner, layer, box, start, goal);
  }
  if (answer == OVI_DIRECT_PAUSED) {
    return answer;
  }
  if (layer->profile.has_links && answer == OVI_DIRECT_EXACT) {
    answer = OVI_DIRECT_BOUND; /* no way on foot is cheaper */
  }
  refiner->near_turn_cost = refiner->stretch.turning.cost;
  refiner->near_percent = refiner->stretch.search.heuristic_weight_percent;
  refiner->direct_generation = answer != OVI_DIRECT_NONE ? refiner->stretch.window.generation : 0;
  refiner->near_exact = answer == OVI_DIRECT_EXACT;
  refiner->near_world = layer->fingerprint;
  refiner->near_layer = layer->number;
  refiner->near_start = start;
  refiner->near_goal = goal;
  return answer;
}
