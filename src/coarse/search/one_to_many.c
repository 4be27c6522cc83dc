/* The waypoint graph, and then part by part. */
#include "coarse/search/one_to_many.h"

#include "coarse/view/region_box.h"
#include "common/step_cost.h"

void ovi_one_to_many_begin(ovi_one_to_many *spread) {
  spread->box = ovi_box_around(spread->layer, spread->start);
  spread->is_linked = false;
  spread->is_spread = false;
}

bool ovi_one_to_many_is_in_box(const ovi_one_to_many *spread, uint32_t region) {
  const int32_t rx = (int32_t)region % spread->layer->regions_x;
  const int32_t ry = (int32_t)region / spread->layer->regions_x;
  return ovi_rectangle_has(spread->box, rx, ry);
}

/* ---- The waypoint graph ----------------------------------------------------- */

/* Whether costs into a region are wanted. */
static bool is_wanted(const ovi_one_to_many *spread, const ovi_goals *list, uint32_t region) {
  return ovi_goals_has_region(list, spread->layer, region);
}

/* Ports of a region over which it could be entered. */
static uint64_t ports_ahead(const ovi_layer *layer, uint32_t id, ovi_reachable reachable) {
  const ovi_region region = ovi_region_view(layer, id);
  uint64_t ports = 0;
  for (uint32_t component = 0; component < region.linked; component++) {
    if (reachable.reaches(reachable.user, ovi_region_island(layer, &region, component))) {
      ports += ovi_region_clique(&region, component).count;
    }
  }
  return ports;
}

/* Ports of all regions of a list; where ways have directions not all of them need be
 * entered, and the search runs to its end. */
static uint64_t all_ports_ahead(const ovi_one_to_many *spread, const ovi_goals *list,
                                ovi_reachable reachable) {
  uint64_t ports = 0;
  if (list == NULL || spread->layer->profile.is_directed) {
    return UINT64_MAX;
  }
  for (uint32_t at = 0; at < list->count; at++) {
    ovl_cell cell;
    if (ovi_goals_is_first(list, spread->layer, at) && list->place(list->user, at, &cell)) {
      ports += ports_ahead(spread->layer, ovi_region_at(spread->layer, cell.x, cell.y), reachable);
    }
  }
  return ports;
}

/* One turn, and which of the list's ports it enters. */
static ovi_coarse_status run_to_list(ovi_one_to_many *spread, const ovi_goals *list) {
  ovi_coarse_search *coarse = spread->coarse;
  ovi_coarse_entry entry;
  const ovi_coarse_status status = ovi_coarse_run(coarse, 1);
  if (status == OVI_COARSE_PAUSED && ovi_coarse_entered(coarse, &entry)) {
    spread->ahead -= is_wanted(spread, list, entry.region->id) ? 1 : 0;
    spread->ahead -= is_wanted(spread, list, entry.other) ? 1 : 0;
  }
  return status;
}

static uint64_t expansions_left(const ovi_one_to_many *spread, uint64_t expanded_end) {
  const uint64_t done = spread->coarse->expanded + spread->local->search.expanded;
  return done < expanded_end ? expanded_end - done : 0;
}

static bool begin_run(ovi_one_to_many *spread, const ovi_one_to_many_task *task) {
  if (!ovi_attach(spread->links, spread->layer, spread->local, spread->start)) {
    return false;
  }
  spread->ahead = all_ports_ahead(spread, task->list, task->reachable);
  ovi_coarse_spread_begin(spread->coarse, spread->layer, spread->links, task->bound);
  spread->is_linked = true;
  return true;
}

ovi_status ovi_one_to_many_run(ovi_one_to_many *spread, const ovi_one_to_many_task *task,
                               uint64_t expanded_end) {
  ovi_coarse_status status = OVI_COARSE_PAUSED;
  if (!spread->is_linked && !begin_run(spread, task)) {
    return ovi_local_search_is_paused(spread->local) ? OVI_PAUSED : OVI_FAILED;
  }
  while (status == OVI_COARSE_PAUSED && spread->ahead != 0) {
    const uint64_t left = expansions_left(spread, expanded_end);
    if (left == 0) {
      return OVI_PAUSED;
    }
    status = spread->ahead != UINT64_MAX ? run_to_list(spread, task->list)
                                         : ovi_coarse_run(spread->coarse, left);
  }
  spread->is_spread = true;
  return status == OVI_COARSE_FULL || status == OVI_COARSE_CORRUPT ? OVI_FAILED : OVI_DONE;
}

/* ---- Parts ---------------------------------------------------------------------- */

static bool seed_region(ovi_one_to_many *spread, uint32_t id) {
  const ovi_coarse_page *page = ovi_coarse_page_entered(spread->coarse, id);
  ovi_local_search *local = spread->local;
  bool is_entered = false;
  for (uint32_t port = 0; page != NULL && port < page->region.ports; port++) {
    const ovi_coarse_entry entry = ovi_coarse_entry_at(spread->coarse, page, port);
    if (entry.cost == UINT64_MAX) {
      continue;
    }
    const ovl_cell cell = ovi_coarse_entry_cell(&entry);
    ovi_fine_add_seed(&local->search, cell.x - local->window.x, cell.y - local->window.y,
                      entry.cost + ovi_coarse_entry_half_step(spread->layer, &entry));
    is_entered = true;
  }
  return is_entered;
}

bool ovi_one_to_many_open(ovi_one_to_many *spread, uint32_t part, bool bytes) {
  const ovi_layer *layer = spread->layer;
  const bool is_box = part == OVI_SPREAD_BOX;
  const ovi_rectangle box = is_box ? spread->box : ovi_box_of_region(layer, part);
  ovi_local_search *local = spread->local;
  if (ovi_local_search_is_paused(local)) {
    return true;
  }
  if (!is_box && (!spread->is_spread || ovi_coarse_page_entered(spread->coarse, part) == NULL)) {
    return false;
  }
  ovi_box_paste(&local->window, layer, box, bytes);
  ovi_fine_begin_seeds(&local->search, &local->window);
  local->windows++;
  bool is_entered = is_box;
  if (is_box) {
    ovi_fine_add_seed(&local->search, spread->start.x - local->window.x,
                      spread->start.y - local->window.y, 0);
  }
  for (int32_t y = box.y0; y < box.y1 && spread->is_spread; y++) {
    for (int32_t x = box.x0; x < box.x1; x++) {
      is_entered = seed_region(spread, (uint32_t)(y * layer->regions_x + x)) || is_entered;
    }
  }
  return is_entered;
}

uint64_t ovi_one_to_many_cost(const ovi_one_to_many *spread, ovl_cell cell) {
  const ovi_local_search *local = spread->local;
  const uint32_t number =
      ovi_window_cell(&local->window, cell.x - local->window.x, cell.y - local->window.y);
  return ovi_fine_has_reached(&local->search, number) ? ovi_fine_cost(&local->search, number)
                                                      : UINT64_MAX;
}
