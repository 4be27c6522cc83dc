/* One way a region, up to the hub and down again. */
#include "coarse/refine/unfold.h"

#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/step_cost.h"
#include "overland_inspect.h"

/* ---- The way inside a region --------------------------------------------- */

/* The corner of an octile move: where its first run ends. */
static ovl_cell corner_of(ovl_cell a, ovl_cell b, bool straight_first) {
  int32_t dx = b.x - a.x;
  int32_t dy = b.y - a.y;
  int32_t low = ovi_magnitude(dx) < ovi_magnitude(dy) ? ovi_magnitude(dx) : ovi_magnitude(dy);
  ovl_cell corner = straight_first ? b : a;
  int32_t back = straight_first ? -low : low;
  corner.x += back * ovi_sign(dx);
  corner.y += back * ovi_sign(dy);
  return corner;
}

static bool run_is_free(ovi_open_bits *bits, ovl_cell a, ovl_cell b) {
  int32_t dx = b.x - a.x;
  int32_t dy = b.y - a.y;
  return ovi_bit_run_is_open(
      bits, (ovi_bit_run){a.x, a.y, ovi_sign(dx), ovi_sign(dy), ovi_magnitude(dx != 0 ? dx : dy)});
}

static void give_run(ovi_unfolding *u, ovl_cell to, bool follows) {
  if (!ovi_same_cell(u->at, to)) {
    uint64_t cost = ovi_octile(to.x - u->at.x, to.y - u->at.y, u->task.layer->profile.min_weight);
    u->sink.take(u->sink.user, (ovi_leg){to, cost, follows});
    u->at = to;
  }
}

/* The way by one octile move, if there is one at that cost. */
static bool try_move(ovi_unfolding *u, ovl_cell to, uint64_t cost) {
  ovi_open_bits *bits = u->task.bits;
  ovl_cell a = u->at;
  if (cost != ovi_octile(to.x - a.x, to.y - a.y, u->task.layer->profile.min_weight)) {
    return false;
  }
  for (int straight_first = 0; straight_first < 2; straight_first++) {
    ovl_cell corner = corner_of(a, to, straight_first != 0);
    if (run_is_free(bits, a, corner) && run_is_free(bits, corner, to)) {
      give_run(u, corner, false);
      give_run(u, to, !ovi_same_cell(corner, a));
      return true;
    }
  }
  return false;
}

/* Gives the way that was found, a diagonal and a straight run from each of its cells
 * to the next: all but the first follow on another. */
static void give_way(ovi_unfolding *u) {
  const ovi_local_search *local = u->task.local;
  const ovi_window *window = &local->window;
  const ovl_cell from = u->at;
  uint32_t cells = ovi_fine_way(&local->search, local->search.settled, local->way);
  for (uint32_t i = 1; i < cells; i++) {
    ovl_cell to = {window->x + ovi_window_cell_x(window, local->way[i]),
                   window->y + ovi_window_cell_y(window, local->way[i]), 0};
    give_run(u, corner_of(u->at, to, false), !ovi_same_cell(u->at, from));
    give_run(u, to, !ovi_same_cell(u->at, from));
  }
}

static bool search_way(ovi_unfolding *u, ovl_cell to, uint64_t cost) {
  const ovi_layer *layer = u->task.layer;
  ovi_local_search *local = u->task.local;
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, u->at.x, u->at.y));
  ovi_window_shape shape = {
      region.x, region.y, region.w, region.h, layer->profile.corners, layer->profile.min_weight,
      true};
  if (ovi_region_at(layer, to.x, to.y) != region.id) {
    return false;
  }
  if (!ovi_local_search_is_paused(local)) {
    ovi_window_open(&local->window, &shape);
    ovi_region_paste(layer, &region, &local->window);
  }
  if (!ovi_local_search_find(local, u->at, to) || ovi_local_search_cost(local) != cost) {
    return false;
  }
  give_way(u);
  return true;
}

static bool unfold_way(ovi_unfolding *u, ovl_cell to, uint64_t cost) {
  return try_move(u, to, cost) || search_way(u, to, cost);
}

/* ---- From stop to stop --------------------------------------------------- */

/* Goes to a stop and over its step. */
static bool pass_stop(ovi_unfolding *u, const ovl_stop *stop) {
  const ovi_layer *layer = u->task.layer;
  ovl_waypoint w = ovi_waypoint_cells(layer, stop->region, stop->number);
  ovl_cell near = stop->side == 0 ? w.second : w.first;
  ovl_cell far = stop->side == 0 ? w.first : w.second;
  uint32_t half = ovi_step_cost(layer->profile.min_weight, near.x != far.x && near.y != far.y);
  uint64_t behind = stop->cost_to_go + half;
  if (u->left < behind || stop->cost_to_go < half || !unfold_way(u, near, u->left - behind) ||
      !run_is_free(u->task.bits, near, far)) { /* a forged corner rule would not allow it */
    return false;
  }
  give_run(u, far, false);
  u->left = stop->cost_to_go - half;
  return true;
}

/* From the start over the hub's own step. */
static bool unfold_to_hub(ovi_unfolding *u) {
  while (u->hub.cost != 0) {
    uint64_t before = u->hub.cost;
    if (!pass_stop(u, &u->stop) || !ovi_label_route_toward(u->task.layer, &u->hub, &u->stop)) {
      return false;
    }
    u->stop.cost_to_go -= before - u->hub.cost;
  }
  return pass_stop(u, &u->stop);
}

/* Lists the stops behind the hub from the last one back, at most `most`, the later
 * ones where the earlier were if there is no room. Returns how many there are;
 * UINT32_MAX: that is no route. */
static uint32_t list_back(const ovi_unfolding *u, uint32_t most) {
  const ovi_layer *layer = u->task.layer;
  ovl_cell goal = u->task.goal;
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, goal.x, goal.y));
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  ovl_stop stop = ovi_waypoint_of_port(layer, &region, &groups, u->task.last);
  stop.side = stop.region == region.id ? 1 : 0;
  uint64_t waypoint = ovi_first_waypoint(layer, stop.region) + stop.number;
  uint64_t all = ovi_labels_to_hub(layer, waypoint, u->task.hub.rank);
  ovi_label_hub hub = {u->task.hub.rank, all};
  uint64_t link = u->task.first.cost_to_go - u->task.hub.cost - all;
  uint32_t count = 0;
  while (hub.cost != 0 && count < most) {
    ovl_stop *listed = &u->task.stops[count++ % u->task.capacity];
    *listed = stop;
    listed->side = stop.side ^ 1;
    listed->cost_to_go = link + (all - hub.cost);
    if (!ovi_label_route_toward(layer, &hub, &stop)) {
      return UINT32_MAX;
    }
  }
  return count;
}

static bool unfold_from_hub(ovi_unfolding *u) {
  const uint32_t capacity = u->task.capacity;
  if (capacity == 0) {
    return false;
  }
  while (u->count != 0) {
    if (u->listed == 0) {
      list_back(u, u->count);
      u->listed = u->count < capacity ? u->count : capacity;
    }
    if (!pass_stop(u, &u->task.stops[(u->count - 1) % capacity])) {
      return false;
    }
    u->count--;
    u->listed--;
  }
  return true;
}

static bool begin_from_hub(ovi_unfolding *u) {
  u->count = list_back(u, UINT32_MAX);
  u->listed = u->count < u->task.capacity ? u->count : u->task.capacity;
  return u->count != UINT32_MAX;
}

void ovi_unfold_begin(ovi_unfolding *unfolding, const ovi_unfold_task *task, ovi_leg_sink sink) {
  *unfolding = (ovi_unfolding){.task = *task,
                               .sink = sink,
                               .at = task->start,
                               .left = task->cost,
                               .hub = task->hub,
                               .stop = task->first};
}

static bool unfold_on(ovi_unfolding *u) {
  if (u->stage == OVI_UNFOLDS_TO_HUB) {
    if (!unfold_to_hub(u) || !begin_from_hub(u)) {
      return false;
    }
    u->stage = OVI_UNFOLDS_FROM_HUB;
  }
  if (u->stage == OVI_UNFOLDS_FROM_HUB) {
    if (!unfold_from_hub(u)) {
      return false;
    }
    u->stage = OVI_UNFOLDS_TO_GOAL;
  }
  return unfold_way(u, u->task.goal, u->left);
}

ovi_status ovi_unfold_run(ovi_unfolding *unfolding) {
  if (unfold_on(unfolding)) {
    return OVI_DONE;
  }
  return ovi_local_search_is_paused(unfolding->task.local) ? OVI_PAUSED : OVI_FAILED;
}
