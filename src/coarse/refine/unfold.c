/* One path in each region, up to the hub and down again. */
#include "coarse/refine/unfold.h"

#include "coarse/refine/route_stops.h"
#include "coarse/view/ports.h"
#include "coarse/view/region_box.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

/* ---- The path inside a region --------------------------------------------- */

/* Passes on runs that are one cheapest path; `continues`: with those before. */
static void give_runs(ovi_unfolding *unfolding, const ovl_cell *ends, uint32_t count,
                      bool continues) {
  const ovi_unfold_sink *sink = &unfolding->task.sink;
  for (uint32_t i = 0; i < count && unfolding->task.pieces != NULL; i++) {
    ovi_path_pieces_add(unfolding->task.pieces, ends[i], false);
  }
  if (unfolding->task.pieces == NULL) {
    sink->take_runs(sink->user, ends, count, continues);
  }
  unfolding->at = ends[count - 1];
}

/* Passes on the path that the local search has found: a diagonal and a straight run from each of
 * its cells to the next. */
static void give_path(ovi_unfolding *unfolding) {
  const ovi_local_search *local = unfolding->task.local;
  const ovi_window *window = &local->window;
  const uint32_t cells = ovi_fine_path(&local->search, local->search.progress.settled, local->path);
  for (uint32_t i = 1; i < cells; i++) {
    const ovl_cell to = {window->x + ovi_window_cell_x(window, local->path[i]),
                         window->y + ovi_window_cell_y(window, local->path[i]), 0};
    const ovl_cell ends[2] = {ovi_turn_of_move(window->corners, unfolding->at, to, false), to};
    const uint32_t first =
        ovi_same_cell(ends[0], unfolding->at) || ovi_same_cell(ends[0], to) ? 1 : 0;
    give_runs(unfolding, ends + first, 2 - first, i != 1);
  }
}

/* Subtracts the cost of a run from *budget; false: it is not free, or costs more. */
static bool pay_run(ovi_layer_ground *ground, ovl_cell at, ovl_cell to, uint64_t *budget) {
  while (!ovi_same_cell(at, to)) {
    const ovl_cell next = ovi_cell_toward(at, to);
    const uint64_t step = ovi_layer_step(ground, at, next);
    if (step > *budget) {
      return false;
    }
    *budget -= step;
    at = next;
  }
  return true;
}

/* Returns whether an octile move of two runs is free, and costs no more than the path that it
 * stands for. */
static bool move_is_free(const ovi_unfolding *unfolding, const ovl_cell ends[2], uint64_t cost) {
  const ovl_cell from = unfolding->at;
  const ovi_path_pieces *pieces = unfolding->task.pieces;
  if (pieces == NULL) {
    return ovi_runs_are_open(unfolding->task.bits, from, ends, 2);
  }
  return pay_run(pieces->ground, from, ends[0], &cost) &&
         pay_run(pieces->ground, ends[0], ends[1], &cost);
}

/* Passes on an octile move of that cost, if it is one that is free. */
static bool give_move(ovi_unfolding *unfolding, ovl_cell to, uint64_t cost) {
  const ovl_cell from = unfolding->at;
  const ovi_layer_profile *profile = &unfolding->task.layer->profile;
  const uint64_t least =
      ovi_distance(profile->corners, to.x - from.x, to.y - from.y, profile->min_weight);
  if (cost < least || (cost != least && unfolding->task.pieces == NULL)) {
    return false;
  }
  for (int straight_first = 0; straight_first < 2; straight_first++) {
    const ovl_cell ends[2] = {ovi_turn_of_move(profile->corners, from, to, straight_first != 0),
                              to};
    if (move_is_free(unfolding, ends, cost)) {
      give_runs(unfolding, ends, 2, false);
      return true;
    }
  }
  return false;
}

/* Passes on the stored path from one place to another, of that cost. OVI_DONE; OVI_NONE: none is
 * stored; OVI_CORRUPT: it has another cost, or leads over a blocked cell. */
static ovi_status give_stored(ovi_unfolding *unfolding, const ovi_inner_edges *edges, uint32_t from,
                              uint32_t to, uint64_t cost) {
  ovi_inner_path path;
  if (!ovi_inner_edge_path(edges, from, to, &path)) {
    return OVI_NONE;
  }
  if (!path.is_legal || path.cost != cost) {
    return OVI_CORRUPT;
  }
  give_runs(unfolding, path.ends, path.count, false);
  return OVI_DONE;
}

/* Passes on the path inside the region to a cell, of that cost, by a search. False: it is paused,
 * or there is no path of that cost. */
static bool search_path(ovi_unfolding *unfolding, ovl_cell to, uint64_t cost) {
  const ovi_layer *layer = unfolding->task.layer;
  ovi_local_search *local = unfolding->task.local;
  const ovl_cell from = unfolding->at;
  if (ovi_region_at(layer, to.x, to.y) != ovi_region_at(layer, from.x, from.y)) {
    return false;
  }
  if (!ovi_local_search_is_paused(local)) {
    ovi_box_paste(&local->window, layer,
                  ovi_box_of_region(layer, ovi_region_at(layer, from.x, from.y)), false);
  }
  if (!ovi_local_search_find(local, from, to, cost) || ovi_local_search_cost(local) != cost) {
    return false;
  }
  give_path(unfolding);
  OVI_ASSERT(ovi_same_cell(unfolding->at, to));
  return true;
}

/* The port of a stop in the region of its first or second cell; UINT32_MAX: there is none. */
static uint32_t port_of_stop(const ovi_layer *layer, const ovi_region *region, const ovi_stop *stop,
                             bool second) {
  const uint32_t end =
      layer->profile.has_links ? ovi_port_of_end(layer, region, stop, second) : UINT32_MAX;
  return end != UINT32_MAX ? end
                           : ovi_port_of_waypoint(layer, region, stop->region, stop->number).port;
}

/* Passes on the path from the last stop, or the port in the middle that it has come to, to the port
 * of the next stop, in the cell `end`, which has that cost. Where it leads over ports in its middle
 * it is passed on from one to the next. False: it is paused, or there is no such path. */
static bool unfold_edge(ovi_unfolding *unfolding, const ovi_stop *stop, ovl_cell end,
                        uint64_t cost) {
  const ovi_layer *layer = unfolding->task.layer;
  const ovl_cell at = unfolding->at;
  const ovi_region region = ovi_region_view(layer, ovi_region_at(layer, at.x, at.y));
  if (unfolding->port == UINT32_MAX) {
    unfolding->port = port_of_stop(layer, &region, &unfolding->passed, unfolding->passed.side != 0);
  }
  const uint32_t port = port_of_stop(layer, &region, stop, stop->side == 0);
  if (port >= region.ports.count || unfolding->port >= region.ports.count) {
    return false;
  }
  ovi_inner_edges edges;
  ovi_inner_edges_begin(&edges, layer, &region, port);
  if (ovi_port_component(&region, unfolding->port) != edges.component) {
    return false;
  }
  const uint32_t last = ovi_port_place(&region, port, edges.component);
  uint32_t from = ovi_port_place(&region, unfolding->port, edges.component);
  if (!ovi_same_cell(at, ovi_inner_edge_cell(&edges, from)) ||
      !ovi_same_cell(end, ovi_inner_edge_cell(&edges, last))) {
    return false; /* the sides of a forged border differ */
  }
  bool is_tried = true; /* the whole edge, which is no octile move */
  while (from != last) {
    uint32_t to = last;
    uint64_t part = cost;
    ovi_status given = OVI_NONE;
    while (given == OVI_NONE) { /* as far as the nearest port on the way to which a path is known */
      const ovl_cell cell = ovi_inner_edge_cell(&edges, to);
      given = !is_tried && give_move(unfolding, cell, part)
                  ? OVI_DONE
                  : give_stored(unfolding, &edges, from, to, part);
      is_tried = false;
      const uint32_t middle =
          given == OVI_NONE ? ovi_inner_edge_middle(&edges, from, to, part) : OVI_NO_MIDDLE;
      if (middle != OVI_NO_MIDDLE) {
        const uint64_t whole = part;
        part = ovi_inner_edge_cost(&edges, from, middle);
        to = middle;
        if (part > whole) {
          return false; /* a forged square costs more in one direction */
        }
      } else if (given == OVI_NONE) {
        given = search_path(unfolding, cell, part) ? OVI_DONE : OVI_PAUSED;
      }
    }
    if (given != OVI_DONE) {
      return false;
    }
    OVI_ASSERT(part <= cost && ovi_same_cell(unfolding->at, ovi_inner_edge_cell(&edges, to)));
    cost -= part;
    unfolding->cost_to_go -= part;
    from = to;
    unfolding->port = ovi_clique_port(&edges.clique, from);
  }
  return cost == 0;
}

/* ---- From stop to stop --------------------------------------------------- */

/* Reports the segment that begins where the last one ended; `left` is the cost behind it. */
OVI_NOINLINE static void emit_edge(ovi_unfolding *unfolding, ovl_cell to, uint64_t left) {
  ovi_trace_emit_piece(unfolding->task.trace, OVL_TRACE_SEGMENT, unfolding->reported, to,
                       unfolding->unreported - left);
  unfolding->reported = to;
  unfolding->unreported = left;
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
  const bool is_long = ovi_is_long_between(layer->profile.corners, view.before, view.after);
  ovi_path_pieces *pieces = unfolding->task.pieces;
  /* Each side has half of a step; a link's cost belongs to the region that is left. */
  uint64_t half = is_link ? 0 : ovi_step_cost(layer->profile.min_weight, is_long);
  uint64_t leave = is_link ? ovi_link_cost(layer, view.link, is_back) : half;
  if (pieces != NULL && !is_link) {
    leave = ovi_layer_leave(pieces->ground, view.before, view.after);
    half =
        leave != OVI_NO_STEP ? ovi_layer_step(pieces->ground, view.before, view.after) - leave : 0;
  }
  if (leave >= OVI_COSTS_END || unfolding->cost_to_go < stop->cost_to_go + leave ||
      stop->cost_to_go < half) {
    return false;
  }
  const uint64_t behind = stop->cost_to_go + leave;
  const uint64_t cost = unfolding->cost_to_go - behind;
  if (!give_move(unfolding, view.before, cost) &&
      !(unfolding->has_passed && pieces == NULL ? unfold_edge(unfolding, stop, view.before, cost)
                                                : search_path(unfolding, view.before, cost))) {
    return false;
  }
  if (is_link && pieces == NULL) {
    unfolding->task.sink.take_link(unfolding->task.sink.user, view.after, leave, view.link,
                                   is_back);
    unfolding->at = view.after;
  } else if (pieces != NULL) {
    if (!is_link) {
      ovi_path_pieces_add(pieces, view.after, true);
    }
    unfolding->at = view.after;
  } else if (ovi_runs_are_open(unfolding->task.bits, view.before, &view.after, 1)) {
    give_runs(unfolding, &view.after, 1, false);
  } else {
    return false; /* a forged corner rule may forbid it */
  }
  if (unfolding->task.trace != NULL && pieces == NULL) {
    if (is_link && !ovi_same_cell(unfolding->reported, view.before)) {
      emit_edge(unfolding, view.before, behind);
    }
    emit_edge(unfolding, view.after, stop->cost_to_go - half);
  }
  unfolding->cost_to_go = stop->cost_to_go - half;
  unfolding->passed = *stop;
  unfolding->has_passed = true;
  unfolding->port = UINT32_MAX;
  return true;
}

static bool pass_goal(ovi_unfolding *unfolding) {
  const ovl_cell goal = unfolding->task.goal;
  if (!give_move(unfolding, goal, unfolding->cost_to_go) &&
      !search_path(unfolding, goal, unfolding->cost_to_go)) {
    return false;
  }
  if (unfolding->task.trace != NULL && unfolding->task.pieces == NULL) {
    emit_edge(unfolding, goal, 0);
  }
  return true;
}

/* The status after runs: where they were not passed the local search is paused, or the route is
 * wrong. */
static ovi_status unfold_status(const ovi_unfolding *unfolding, bool is_passed) {
  return is_passed                                           ? OVI_DONE
         : ovi_local_search_is_paused(unfolding->task.local) ? OVI_PAUSED
                                                             : OVI_CORRUPT;
}

/* Runs the pieces that the legs to a stop, or the goal, complete; takes the stop's link. */
static ovi_status run_pieces(ovi_unfolding *unfolding, const ovi_stop *stop) {
  const ovi_layer *layer = unfolding->task.layer;
  const uint32_t link = stop != NULL && layer->profile.has_links
                            ? ovi_waypoint_link(layer, stop->region, stop->number)
                            : OVI_NO_LINK;
  const ovi_status status =
      ovi_path_pieces_run(unfolding->task.pieces, stop == NULL || link != OVI_NO_LINK);
  if (status == OVI_DONE && link != OVI_NO_LINK) {
    const bool is_back = stop->side == 0;
    const uint64_t cost = ovi_link_cost(layer, link, is_back);
    if (unfolding->task.trace != NULL) {
      ovi_trace_emit_piece(unfolding->task.trace, OVL_TRACE_SEGMENT,
                           unfolding->task.pieces->reported, unfolding->at, cost);
    }
    unfolding->task.sink.take_link(unfolding->task.sink.user, unfolding->at, cost, link, is_back);
    ovi_path_pieces_begin(unfolding->task.pieces, unfolding->at);
  }
  unfolding->is_listed = status == OVI_PAUSED;
  return status;
}

ovi_status ovi_unfold_to(ovi_unfolding *unfolding, const ovi_stop *stop) {
  ovi_status status = OVI_DONE;
  if (!unfolding->is_listed) {
    status =
        unfold_status(unfolding, stop != NULL ? pass_stop(unfolding, stop) : pass_goal(unfolding));
  }
  return status == OVI_DONE && unfolding->task.pieces != NULL ? run_pieces(unfolding, stop)
                                                              : status;
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

void ovi_unfold_begin(ovi_unfolding *unfolding, const ovi_unfold_task *task) {
  *unfolding = (ovi_unfolding){.task = *task,
                               .at = task->start,
                               .port = UINT32_MAX,
                               .reported = task->start,
                               .unreported = task->cost,
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
