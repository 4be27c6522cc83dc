/* One path in each region, up to the hub and down again. */
#include "coarse/refine/unfold.h"

#include "coarse/refine/route_stops.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/step_cost.h"

/* ---- The path inside a region --------------------------------------------- */

/* The cell where the first run of an octile move ends. */
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

static void give_run(ovi_unfolding *unfolding, ovl_cell to, bool continues) {
  if (!ovi_same_cell(unfolding->at, to)) {
    OVI_ASSERT(unfolding->at.x == to.x || unfolding->at.y == to.y ||
               ovi_magnitude(to.x - unfolding->at.x) == ovi_magnitude(to.y - unfolding->at.y));
    uint64_t cost = ovi_octile(to.x - unfolding->at.x, to.y - unfolding->at.y,
                               unfolding->task.layer->profile.min_weight);
    unfolding->sink.take(unfolding->sink.user, (ovi_leg){to.x, to.y, cost}, continues);
    unfolding->at = to;
  }
}

/* Passes on the path that the local search has found, and lists it in the edge: a diagonal and a
 * straight run from each of its cells to the next. All runs but the first continue it. */
static void give_path(ovi_unfolding *unfolding, ovi_cached_edge *edge) {
  const ovi_local_search *local = unfolding->task.local;
  const ovi_window *window = &local->window;
  uint32_t cells = ovi_fine_path(&local->search, local->search.progress.settled, local->path);
  for (uint32_t i = 1; i < cells; i++) {
    ovl_cell to = {window->x + ovi_window_cell_x(window, local->path[i]),
                   window->y + ovi_window_cell_y(window, local->path[i]), 0};
    const ovl_cell ends[2] = {corner_of(unfolding->at, to, false), to};
    for (int run = 0; run < 2; run++) {
      if (ovi_same_cell(unfolding->at, ends[run])) {
        continue;
      }
      give_run(unfolding, ends[run], edge->count != 0);
      ovi_edge_add(edge, ends[run]);
    }
  }
}

/* Passes on the path inside a region to a cell, of a cost that is known: an octile move, if it is
 * one that is free; the runs that an earlier search for the edge has found, which charges what that
 * took; or those of a search. False: it is paused, or there is no path of that cost. */
static bool unfold_edge(ovi_unfolding *unfolding, ovl_cell to, uint64_t cost) {
  const ovi_unfold_task *task = &unfolding->task;
  const ovi_layer *layer = task->layer;
  ovi_local_search *local = task->local;
  const ovl_cell from = unfolding->at;
  const uint32_t weight = layer->profile.min_weight;
  if (cost == ovi_octile(to.x - from.x, to.y - from.y, weight)) {
    for (int straight_first = 0; straight_first < 2; straight_first++) {
      const ovl_cell corner = corner_of(from, to, straight_first != 0);
      if (ovi_run_is_open(task->bits, from, corner) && ovi_run_is_open(task->bits, corner, to)) {
        give_run(unfolding, corner, false);
        give_run(unfolding, to, !ovi_same_cell(corner, from));
        return true;
      }
    }
  }
  const bool begins = !ovi_local_search_is_paused(local);
  const ovi_cached_edge *known =
      begins && task->cache != NULL ? ovi_edge_cache_find(task->cache, from, to, cost) : NULL;
  if (known != NULL && known->expanded <= ovi_fine_expansions_left(&local->search)) {
    for (uint32_t i = 0; i < known->count; i++) {
      give_run(unfolding, (ovl_cell){from.x + known->x[i], from.y + known->y[i], 0}, i != 0);
    }
    OVI_ASSERT(ovi_same_cell(unfolding->at, to));
    local->search.expanded += known->expanded;
    local->windows++;
    return true;
  }
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, from.x, from.y));
  const uint64_t before = local->search.expanded;
  if (ovi_region_at(layer, to.x, to.y) != region.id) {
    return false;
  }
  if (begins) {
    ovi_region_open(layer, &region, &local->window, &(ovi_window_ground){weight, true, false});
  }
  if (!ovi_local_search_find(local, from, to, cost) || ovi_local_search_cost(local) != cost) {
    return false;
  }
  ovi_cached_edge edge = {.from_x = from.x,
                          .from_y = from.y,
                          .cost = (uint32_t)cost,
                          .expanded = (uint16_t)(local->search.expanded - before)};
  give_path(unfolding, &edge);
  OVI_ASSERT(ovi_same_cell(unfolding->at, to));
  if (begins && task->cache != NULL) {
    ovi_edge_cache_keep(task->cache, &edge, to);
  }
  return true;
}

/* ---- From stop to stop --------------------------------------------------- */

/* Reports the segment that begins where the last one ended. */
OVI_NOINLINE static void emit_edge(ovi_unfolding *unfolding, ovl_cell to, uint64_t cost) {
  ovi_trace_emit_piece(unfolding->task.trace, OVL_TRACE_SEGMENT, unfolding->reported, to, cost);
  unfolding->reported = to;
}

/* Passes on the path to a stop and over its step or link. */
static bool pass_stop(ovi_unfolding *unfolding, const ovi_stop *stop) {
  const ovi_layer *layer = unfolding->task.layer;
  ovi_stop_view view;
  if (!ovi_stop_find(layer, stop, &view)) {
    return false;
  }
  const bool is_link = view.link != OVI_NO_LINK;
  const bool is_back = stop->side == 0;
  const bool is_diagonal = view.before.x != view.after.x && view.before.y != view.after.y;
  /* Each side has half of a step; a link's cost belongs to the region that is left. */
  const uint64_t half = is_link ? 0 : ovi_step_cost(layer->profile.min_weight, is_diagonal);
  const uint64_t leave = is_link ? ovi_link_cost(layer, view.link, is_back) : half;
  const uint64_t behind = stop->cost_to_go + leave;
  if (unfolding->cost_to_go < behind || stop->cost_to_go < half ||
      !unfold_edge(unfolding, view.before, unfolding->cost_to_go - behind)) {
    return false;
  }
  if (is_link) {
    unfolding->task.take_link(unfolding->sink.user, view.after, leave, view.link, is_back);
    unfolding->at = view.after;
  } else if (ovi_run_is_open(unfolding->task.bits, view.before, view.after)) {
    give_run(unfolding, view.after, false);
  } else {
    return false; /* a forged corner rule may forbid it */
  }
  if (unfolding->task.trace != NULL) {
    if (is_link && !ovi_same_cell(unfolding->reported, view.before)) {
      emit_edge(unfolding, view.before, unfolding->cost_to_go - behind);
      unfolding->cost_to_go = behind;
    }
    emit_edge(unfolding, view.after, unfolding->cost_to_go - (stop->cost_to_go - half));
  }
  unfolding->cost_to_go = stop->cost_to_go - half;
  return true;
}

static bool pass_goal(ovi_unfolding *unfolding) {
  const ovl_cell goal = unfolding->task.goal;
  if (!unfold_edge(unfolding, goal, unfolding->cost_to_go)) {
    return false;
  }
  if (unfolding->task.trace != NULL) {
    emit_edge(unfolding, goal, unfolding->cost_to_go);
  }
  return true;
}

/* The status after legs: where they were not passed the local search is paused, or the route is
 * wrong. */
static ovi_status unfold_status(const ovi_unfolding *unfolding, bool is_passed) {
  return is_passed                                           ? OVI_DONE
         : ovi_local_search_is_paused(unfolding->task.local) ? OVI_PAUSED
                                                             : OVI_CORRUPT;
}

ovi_status ovi_unfold_to(ovi_unfolding *unfolding, const ovi_stop *stop) {
  return unfold_status(unfolding, stop != NULL ? pass_stop(unfolding, stop) : pass_goal(unfolding));
}

/* Lists the stops between hub and goal from the last one back, at most `most`, as a ring of the
 * capacity: of more stops the last ones listed stay. Returns how many there are; UINT32_MAX if the
 * labels name no route. */
static uint32_t list_back(const ovi_unfolding *unfolding, uint32_t most) {
  const ovi_layer *layer = unfolding->task.layer;
  ovl_cell goal = unfolding->task.goal;
  ovi_region region = ovi_region_view(layer, ovi_region_at(layer, goal.x, goal.y));
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  ovi_stop stop = ovi_waypoint_of_port(layer, &region, &groups, unfolding->task.last);
  uint64_t waypoint = ovi_first_waypoint(layer, stop.region) + stop.number;
  uint64_t all = ovi_labels_to_hub(layer, waypoint, unfolding->task.hub.rank);
  ovi_label_hub hub = {unfolding->task.hub.rank, all};
  uint64_t link = unfolding->task.first.cost_to_go - unfolding->task.hub.cost - all;
  uint32_t count = 0;
  while (hub.cost != 0 && count < most) {
    ovi_stop *listed = &unfolding->task.stops[count++ % unfolding->task.capacity];
    *listed = stop;
    listed->side = stop.side ^ 1;
    listed->cost_to_go = link + (all - hub.cost);
    if (!ovi_label_route_toward(layer, &hub, &stop)) {
      return UINT32_MAX;
    }
  }
  return count;
}

void ovi_unfold_begin(ovi_unfolding *unfolding, const ovi_unfold_task *task, ovi_leg_sink sink) {
  *unfolding = (ovi_unfolding){.task = *task,
                               .sink = sink,
                               .at = task->start,
                               .reported = task->start,
                               .cost_to_go = task->cost,
                               .hub = task->hub,
                               .stop = task->first};
}

static bool unfold_on(ovi_unfolding *unfolding) {
  const uint32_t capacity = unfolding->task.capacity;
  if (capacity == 0) {
    return false;
  }
  if (!unfolding->is_past_hub) { /* and over the hub's own step */
    while (unfolding->hub.cost != 0) {
      uint64_t before = unfolding->hub.cost;
      if (!pass_stop(unfolding, &unfolding->stop) ||
          !ovi_label_route_toward(unfolding->task.layer, &unfolding->hub, &unfolding->stop)) {
        return false;
      }
      unfolding->stop.cost_to_go -= before - unfolding->hub.cost;
    }
    if (!pass_stop(unfolding, &unfolding->stop)) {
      return false;
    }
    unfolding->count = list_back(unfolding, UINT32_MAX);
    unfolding->listed = unfolding->count < capacity ? unfolding->count : capacity;
    if (unfolding->count == UINT32_MAX) {
      return false;
    }
    unfolding->is_past_hub = true;
  }
  while (unfolding->count != 0) { /* stops from the hub */
    if (unfolding->listed == 0) {
      list_back(unfolding, unfolding->count);
      unfolding->listed = unfolding->count < capacity ? unfolding->count : capacity;
    }
    if (!pass_stop(unfolding, &unfolding->task.stops[(unfolding->count - 1) % capacity])) {
      return false;
    }
    unfolding->count--;
    unfolding->listed--;
  }
  return pass_goal(unfolding);
}

ovi_status ovi_unfold_run(ovi_unfolding *unfolding) {
  return unfold_status(unfolding, unfold_on(unfolding));
}
