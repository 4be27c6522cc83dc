/* Chooses the window, searches it, and keeps the answer. */
#include "coarse/refine/direct.h"

#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "fine/window_steps.h"

/* Searches a box, and finds whether a path that leaves it may be cheaper. No such path costs less
 * than the octile distance by way of a side that has map beyond it, found by mirroring the goal. */
static ovi_status search_box(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                             ovi_rectangle box, ovl_cell start, ovl_cell goal) {
  const ovi_window *window = &local->window;
  if (!ovi_local_search_is_paused(local)) {
    OVI_ASSERT(box.x1 - box.x0 <= OVI_DIRECT_WINDOW && box.y1 - box.y0 <= OVI_DIRECT_WINDOW);
    ovi_box_paste(&local->window, layer, box, false);
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
    const uint64_t around = ovi_distance(window->corners, mirrored[side][0], mirrored[side][1],
                                         layer->profile.min_weight);
    least = beyond[side] && around < least ? around : least;
  }
  direct->cost = ovi_local_search_cost(local);
  direct->is_exact = direct->cost <= least;
  return OVI_DONE;
}

/* ---- Windows that grow ------------------------------------------------------------- */

static uint32_t growing_bit(const ovi_growing *growing, int32_t rx, int32_t ry) {
  const ovi_rectangle *box = &growing->box;
  return 1u << ((ry - box->y0) * (box->x1 - box->x0) + rx - box->x0);
}

/* The cells of a region, or of a part of its border, in a window. */
static ovi_rectangle region_in_window(const ovi_layer *layer, const ovi_window *window, int32_t rx,
                                      int32_t ry) {
  const ovi_rectangle cells = ovi_box_cells(layer, ovi_rectangle_of_one(rx, ry));
  return (ovi_rectangle){cells.x0 - window->x, cells.y0 - window->y, cells.x1 - window->x,
                         cells.y1 - window->y};
}

/* Marks the cells of the pasted regions that lie beside others: of the box, where a search must
 * pause, or beyond it, where it must be noted that it leaves. */
static void mark_rims(const ovi_growing *growing, const ovi_layer *layer, ovi_window *window) {
  const ovi_rectangle *box = &growing->box;
  for (int32_t ry = box->y0; ry < box->y1; ry++) {
    for (int32_t rx = box->x0; rx < box->x1; rx++) {
      if ((growing->pasted & growing_bit(growing, rx, ry)) == 0) {
        continue;
      }
      const ovi_rectangle cells = region_in_window(layer, window, rx, ry);
      for (int direction = 0; direction < 8; direction++) {
        const int32_t dx = ovi_direction_x(direction);
        const int32_t dy = ovi_direction_y(direction);
        const bool is_inside = ovi_rectangle_has(*box, rx + dx, ry + dy);
        const bool is_map = rx + dx >= 0 && ry + dy >= 0 && rx + dx < layer->partition.regions_x &&
                            ry + dy < layer->partition.regions_y;
        if (!is_map || (is_inside ? (growing->pasted & growing_bit(growing, rx + dx, ry + dy)) != 0
                                  : growing->leaves)) {
          continue;
        }
        ovi_window_mark_rim(window, (ovi_rectangle){dx > 0 ? cells.x1 - 1 : cells.x0,
                                                    dy > 0 ? cells.y1 - 1 : cells.y0,
                                                    dx < 0 ? cells.x0 + 1 : cells.x1,
                                                    dy < 0 ? cells.y0 + 1 : cells.y1});
      }
    }
  }
}

static void paste_part(ovi_growing *growing, const ovi_layer *layer, ovi_window *window, int32_t rx,
                       int32_t ry) {
  const ovi_region region =
      ovi_region_view(layer, (uint32_t)(ry * layer->partition.regions_x + rx));
  growing->pasted |= growing_bit(growing, rx, ry);
  ovi_region_paste(layer, &region, window);
  ovi_window_prepare_part(window, region_in_window(layer, window, rx, ry));
}

/* Opens a window that holds the regions of start and goal so far, and begins the search. */
static void begin_growing(ovi_growing *growing, ovi_local_search *local, const ovi_layer *layer,
                          ovl_cell start, ovl_cell goal) {
  ovi_window *window = &local->window;
  const int32_t side = layer->partition.region_cells;
  const ovi_window_ground ground = {layer->profile.min_weight, false, ovi_layer_has_rule(layer)};
  growing->is_waiting = false;
  growing->leaves = false;
  growing->pasted = 0;
  growing->begun = local->search.expanded;
  local->windows++;
  ovi_layer_open_window(layer, window, ovi_box_cells(layer, growing->box), &ground);
  paste_part(growing, layer, window, start.x / side, start.y / side);
  if ((growing->pasted & growing_bit(growing, goal.x / side, goal.y / side)) == 0) {
    paste_part(growing, layer, window, goal.x / side, goal.y / side);
  }
  mark_rims(growing, layer, window);
  ovi_fine_begin(&local->search, window, start.x - window->x, start.y - window->y);
  ovi_fine_set_goal(&local->search, goal.x - window->x, goal.y - window->y);
  ovi_fine_add_target(&local->search, window, goal.x - window->x, goal.y - window->y, false);
}

/* Fills in the regions beside the cell at which the search has paused. */
static void grow(ovi_growing *growing, ovi_local_search *local, const ovi_layer *layer) {
  ovi_window *window = &local->window;
  const int32_t side = layer->partition.region_cells;
  const int32_t x = window->x + ovi_window_cell_x(window, local->search.progress.rim);
  const int32_t y = window->y + ovi_window_cell_y(window, local->search.progress.rim);
  uint32_t new = 0;
  for (int direction = 0; direction < 8; direction++) {
    const int32_t to_x = x + ovi_direction_x(direction);
    const int32_t to_y = y + ovi_direction_y(direction);
    const int32_t rx = to_x / side;
    const int32_t ry = to_y / side;
    if (!ovi_plane_has(layer, to_x, to_y)) {
      continue;
    }
    const bool is_inside = ovi_rectangle_has(growing->box, rx, ry);
    growing->leaves = growing->leaves || !is_inside;
    if (is_inside && (growing->pasted & growing_bit(growing, rx, ry)) == 0) {
      new |= growing_bit(growing, rx, ry);
    }
  }
  for (int32_t ry = growing->box.y0; ry < growing->box.y1; ry++) {
    for (int32_t rx = growing->box.x0; rx < growing->box.x1; rx++) {
      const uint32_t bit = growing_bit(growing, rx, ry);
      if ((new &bit) != 0) {
        paste_part(growing, layer, window, rx, ry);
      } else if (new == 0 && growing->leaves && (growing->pasted & bit) != 0) {
        /* No cell beside the border is a rim any more. */
        ovi_window_prepare_part(window, region_in_window(layer, window, rx, ry));
      }
    }
  }
  mark_rims(growing, layer, window);
  ovi_fine_refit(&local->search);
}

static ovi_status search_growing(ovi_direct *direct, ovi_local_search *local,
                                 const ovi_layer *layer, ovl_cell start, ovl_cell goal,
                                 uint64_t promise) {
  ovi_growing *growing = &direct->growing;
  ovi_fine_search *search = &local->search;
  if (growing->is_waiting) {
    search->progress.is_paused = true;
    growing->is_waiting = false;
  } else if (!ovi_local_search_is_paused(local)) {
    begin_growing(growing, local, layer, start, goal);
    direct->generation = local->window.generation;
  }
  if (promise < OVI_COSTS_END && promise + 1 < search->progress.limit) {
    search->progress.limit = promise + 1;
  }
  while (!ovi_fine_settle(search, &local->window)) {
    if (!ovi_local_search_is_paused(local)) {
      return OVI_NONE;
    }
    if (!search->progress.at_rim) {
      return OVI_PAUSED;
    }
    const uint64_t side = (uint64_t)layer->partition.region_cells;
    if (promise == UINT64_MAX && search->expanded - growing->begun >= 2 * side * side) {
      search->progress.is_paused = false;
      growing->is_waiting = true;
      return OVI_NONE;
    }
    grow(growing, local, layer);
  }
  direct->cost = ovi_local_search_cost(local);
  direct->is_exact = !growing->leaves;
  /* The goal may have been reached, for more than it is worth now, before the promise was known. */
  return direct->cost <= promise ? OVI_DONE : OVI_NONE;
}

/* ---- Finding ------------------------------------------------------------------------- */

/* A box as far as the largest window can hold it on each axis; else `least`. */
static ovi_rectangle clip_box(ovi_rectangle box, ovi_rectangle least) {
  const bool fits_x = box.x1 - box.x0 <= OVI_DIRECT_WINDOW;
  const bool fits_y = box.y1 - box.y0 <= OVI_DIRECT_WINDOW;
  return (ovi_rectangle){fits_x ? box.x0 : least.x0, fits_y ? box.y0 : least.y0,
                         fits_x ? box.x1 : least.x1, fits_y ? box.y1 : least.y1};
}

/* Searches the box by jump points, and then the larger one. */
static ovi_status search_boxes(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                               ovl_cell start, ovl_cell goal, uint64_t promise) {
  const ovi_rectangle box = direct->near;
  ovi_status answer = OVI_NONE;
  if (!direct->is_widened) {
    answer = search_box(direct, local, layer, box, start, goal);
  }
  /* Where windows are small, searching around a large box hardly ever pays, and the coarse tier
   * plans as well; unless a cheaper path is known to exist. */
  const bool pays = ovi_layer_has_large_windows(layer) ||
                    (box.x1 - box.x0) + (box.y1 - box.y0) <= 3 || direct->cost > promise;
  if (answer == OVI_NONE || (answer == OVI_DONE && !direct->is_exact && pays)) {
    direct->is_widened = true;
    answer = search_box(direct, local, layer, direct->growing.box, start, goal);
  }
  return answer;
}

ovi_status ovi_direct_find(ovi_direct *direct, ovi_local_search *local, const ovi_layer *layer,
                           ovl_cell start, ovl_cell goal, uint64_t promise) {
  const int32_t side = layer->partition.region_cells;
  const bool is_wide_on_weights = layer->profile.body_cells > 1 && !layer->profile.is_plain;
  const bool is_paused = ovi_local_search_is_paused(local);
  const bool is_held = direct->generation != 0 && direct->generation == local->window.generation &&
                       direct->world == layer->fingerprint && direct->layer == layer->number &&
                       ovi_same_cell(direct->start, start) &&
                       ovi_same_cell(direct->goal, goal); /* the window holds this search */
  if (is_held && !is_paused && !direct->growing.is_waiting) {
    return OVI_DONE;
  }
  if (!is_paused && !(is_held && direct->growing.is_waiting)) {
    const ovi_rectangle box =
        ovi_rectangle_join(ovi_rectangle_of_one(start.x / side, start.y / side),
                           ovi_rectangle_of_one(goal.x / side, goal.y / side));
    const int32_t most = is_wide_on_weights ? OVI_DIRECT_WIDE : OVI_DIRECT_REGIONS;
    *direct = (ovi_direct){
        .world = layer->fingerprint, .layer = layer->number, .start = start, .goal = goal};
    if (box.x1 - box.x0 > most + 1 || box.y1 - box.y0 > most + 1) {
      return OVI_NONE; /* too far apart */
    }
    direct->near = box;
    direct->growing.box = clip_box(ovi_box_widen(layer, box), box);
    direct->growing.in_use = !ovi_box_ground(layer, direct->growing.box).bits;
    direct->is_widened = is_wide_on_weights && !direct->growing.in_use;
  }
  const ovi_status answer = direct->growing.in_use
                                ? search_growing(direct, local, layer, start, goal, promise)
                                : search_boxes(direct, local, layer, start, goal, promise);
  if (answer == OVI_PAUSED) {
    return answer;
  }
  direct->is_exact = direct->is_exact && answer == OVI_DONE;
  direct->is_exact_but_links = layer->profile.has_links && direct->is_exact;
  direct->is_exact = direct->is_exact && !direct->is_exact_but_links;
  direct->generation =
      answer != OVI_NONE || direct->growing.is_waiting ? local->window.generation : 0;
  return answer;
}
