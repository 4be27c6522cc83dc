/* Whole paths: a route unfolded or refined to its end, and cut where a limit says so. */
#include "query/route_limit.h"

#include "coarse/nearest/nearest_goal.h"
#include "coarse/refine/route_code.h"
#include "coarse/refine/unfold.h"
#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "query/overlay_route.h"
#include "query/plan.h"
#include "query/task.h"
#include "query/turn_pieces.h"

/* Returns whether a route is unfolded. Windows along a route find better paths for wide bodies on
 * ground of several weights. */
static bool route_unfolds(const ovi_writing *writing, const ovi_layer *layer, uint32_t turn_cost) {
  const uint32_t kind = writing->route.kind;
  return turn_cost == 0 && (kind == OVL_ROUTE_OVERLAYS || kind == OVL_ROUTE_LABELS) &&
         (layer->profile.body_cells == 1 || ovi_layer_pulls_strings(layer));
}

/* Begins the pieces through which the legs pass where no strings are pulled. */
static void begin_pieces(ovi_workspace *space, ovi_writing *writing) {
  ovi_local_search *ends = &space->refiner.ends; /* its memory lists the legs */
  ovi_path_pieces *pieces = &writing->pieces;
  pieces->ground = &writing->writer.ground;
  pieces->local = &space->refiner.local;
  pieces->sink = ovi_path_sink(&writing->writer);
  pieces->ahead.ends = ends->cells;
  pieces->trace = writing->trace;
  pieces->ahead.capacity = ends->window.max_cells;
  ovi_path_pieces_begin(pieces, writing->route.position);
}

static void begin_unfolding(ovl_planner *planner, ovi_writing *writing, const ovi_layer *layer) {
  ovi_workspace *space = &planner->workspace;
  const ovl_route *route = &writing->route;
  const bool pulls = ovi_layer_pulls_strings(layer);
  if (!pulls) {
    begin_pieces(space, writing);
  }
  const ovi_labels_code code = ovi_labels_unpack(route);
  const ovi_unfold_task task = {.layer = layer,
                                .start = route->position,
                                .goal = route->goal,
                                .cost = route->cost_to_go,
                                .first = code.next_stop,
                                .hub = space->hub,
                                .last = code.last_port,
                                .stops = space->stops,
                                .capacity = space->stop_capacity,
                                .local = &space->refiner.local,
                                .bits = &writing->writer.string.bits,
                                .pieces = pulls ? NULL : &writing->pieces,
                                .trace = writing->trace,
                                .sink = {ovi_path_runs, ovi_path_link, &writing->writer}};
  ovi_unfold_begin(&writing->unfolding, &task);
  writing->plan = (ovi_plan_unfolding){.origin = ovi_origin_at_cell(layer, route->position)};
}

/* Unfolds a route by labels. Where costs differ with the direction, on ground of several weights
 * and over links, from stop to stop. */
static ovi_status unfold_labels(ovl_planner *planner, ovi_writing *writing) {
  const ovi_layer *layer = planner->task.plane.layer;
  ovi_stop_cursor *stops = &writing->plan.named;
  if (ovi_layer_pulls_strings(layer) && ovi_labels_unpack(&writing->route).way == OVI_NO_WAY) {
    return ovi_unfold_run(&writing->unfolding);
  }
  if (stops->layer == NULL &&
      !ovi_stop_cursor_begin(stops, ovi_route_age_of(layer, UINT64_MAX, true),
                             &planner->workspace.labels, &writing->route, NULL)) {
    return OVI_CORRUPT;
  }
  while (!stops->at_goal) {
    const ovi_status status = ovi_unfold_to(&writing->unfolding, &stops->stop);
    if (status != OVI_DONE) {
      return status;
    }
    if (!ovi_stop_cursor_next(stops)) {
      return OVI_CORRUPT;
    }
    if (ovi_world_is_read(planner->task.world)) { /* a path may be longer than a cache holds */
      const ovi_status is_there = ovi_planner_trust(planner);
      if (is_there != OVI_DONE) {
        return is_there;
      }
      ovi_path_unpin(&writing->writer);
    }
  }
  return ovi_unfold_to(&writing->unfolding, NULL);
}

/* Reports the segment that was found: cells, or a link. */
OVI_NOINLINE static void emit_segment(ovl_planner *planner, const ovi_writing *writing) {
  ovi_refiner *refiner = &planner->workspace.refiner;
  ovi_local_search *local = &refiner->local;
  const uint32_t last = local->cell_count - 1;
  const bool is_link = !writing->is_local && refiner->link != OVI_NO_LINK;
  ovi_trace_emit_piece(writing->trace, OVL_TRACE_SEGMENT, local->cells[0], local->cells[last],
                       is_link ? refiner->link_cost : ovi_local_search_cut(local, last));
}

/* Writes segment by segment, to the goal. */
static ovi_status refine_all(ovl_planner *planner, ovi_writing *writing) {
  while (!writing->route.done) {
    ovi_status status =
        ovi_route_refine(planner, &writing->route, writing->route.position, OVI_UNPACKED_OF_PATH);
    status = status == OVI_DONE ? ovi_planner_trust(planner) : status;
    if (status != OVI_DONE) {
      return status;
    }
    if (writing->writer.trace != NULL) {
      emit_segment(planner, writing);
    }
    ovi_segment_write(&planner->workspace.refiner, &writing->writer);
    if (ovi_world_is_read(planner->task.world)) { /* a path may be longer than a cache holds */
      ovi_path_unpin(&writing->writer);
    }
  }
  return OVI_DONE;
}

/* Begins to write the path of the route that was planned, with a smoothing and a cost of turns. */
static void begin_writing(ovl_planner *planner, ovl_path *path, ovl_smoothing smoothing,
                          uint32_t turn_cost) {
  ovi_writing *writing = &planner->task.as.writing;
  const ovi_plane_query *plane = &planner->task.plane;
  writing->has_begun = true;
  writing->path = path;
  writing->is_local = false;
  writing->trace = path != &writing->measured ? planner->workspace.coarse.trace : NULL;
  writing->route = planner->task.route;
  writing->unfolds = route_unfolds(writing, plane->layer, turn_cost);
  ovi_path_begin(&writing->writer, plane->world, plane->layer, smoothing, turn_cost != 0,
                 &planner->workspace.refiner.tiles, path, plane->query.start);
  writing->writer.trace = writing->trace;
  ovi_turn_pieces_begin(&writing->turns, turn_cost, plane->query.start);
  if (writing->unfolds) {
    begin_unfolding(planner, writing, plane->layer);
  }
}

void ovi_writing_begin(ovl_planner *planner, ovl_path *path, uint64_t cost_limit, bool is_local) {
  ovi_writing *writing = &planner->task.as.writing;
  const ovi_query *query = &planner->task.plane.query;
  begin_writing(planner, path, query->smoothing, query->more.turn_cost);
  writing->is_local = is_local;
  writing->writer.cost_limit = cost_limit;
}

ovi_status ovi_writing_run(void *work) {
  ovl_planner *planner = work;
  ovi_writing *writing = &planner->task.as.writing;
  ovi_status status;
  if (writing->is_local) { /* the path that the local search holds */
    status = ovi_planner_trust(planner);
    if (status == OVI_DONE && writing->writer.trace != NULL) {
      emit_segment(planner, writing);
    }
    if (status == OVI_DONE) {
      ovi_local_search_emit(&planner->workspace.refiner.local, ovi_path_sink(&writing->writer));
    }
  } else if (writing->unfolds && writing->route.kind == OVL_ROUTE_OVERLAYS) {
    status = ovi_overlay_unfold(planner);
  } else if (writing->unfolds) {
    status = unfold_labels(planner, writing);
  } else if (writing->turns.turning.cost != 0) {
    status = ovi_turn_pieces_write(planner);
  } else {
    status = refine_all(planner, writing);
  }
  const bool is_spent = ovi_planner_is_spent(planner, status);
  writing->has_begun = status == OVI_PAUSED && !is_spent;
  if (status != OVI_DONE && !is_spent) {
    return status;
  }
  ovi_planner_abandon(planner);
  writing->result = ovi_path_end(&writing->writer);
  const ovi_trace *trace = writing->trace;
  if (trace != NULL) {
    const ovl_path *path = writing->path;
    ovi_planner_emit_stage(planner, "refine the segments", trace->segments.cost,
                           trace->segments.count);
    if (trace->runs.count != 0) {
      ovi_planner_emit_stage(planner, "smooth the path", trace->runs.cost, trace->runs.count);
    }
    ovi_planner_emit_stage(planner, "write the path", path->cost, path->count);
  }
  writing->is_limited = writing->is_local || is_spent || writing->writer.is_cut;
  writing->end = writing->writer.last;
  writing->path->partial = planner->task.plane.is_partial || writing->is_limited;
  return OVI_DONE;
}

/* ---- Limits of cost --------------------------------------------------------------- */

enum { SHORTEN_MEASURE, SHORTEN_CUT, SHORTEN_REPLAN, SHORTEN_STAGES };

/* Begins to write the path, which the caller does not get, as far as a cost. */
static void begin_measuring(ovl_planner *planner, uint64_t cost_limit) {
  ovl_path *measured = &planner->task.as.writing.measured;
  *measured = (ovl_path){.points = NULL};
  ovi_writing_begin(planner, measured, cost_limit, false);
}

ovi_status ovi_goal_measure(void *work, ovl_cell goal, uint64_t *cost) {
  ovl_planner *planner = work;
  ovi_writing *writing = &planner->task.as.writing;
  if (!writing->has_begun) {
    const uint64_t limit = planner->call.expansion_limit;
    planner->task.plane.query.goal = goal;
    const ovi_status status = ovi_plan_run(planner);
    ovi_planner_limit(planner, limit); /* a plan lifts it to that of the whole call */
    if (status != OVI_DONE) {
      return status;
    }
    writing->measured = (ovl_path){.points = NULL};
    begin_writing(planner, &writing->measured, OVL_SMOOTH_GRID, 0);
  }
  const ovi_status status = ovi_writing_run(planner);
  if (status == OVI_DONE && writing->is_limited) {
    return OVI_PAUSED; /* the limit of the call is spent */
  }
  *cost = status == OVI_DONE ? writing->measured.cost : *cost;
  return status;
}

ovi_status ovi_route_measure(ovl_planner *planner) {
  const ovi_writing *writing = &planner->task.as.writing;
  const ovi_query *query = &planner->task.plane.query;
  /* A path costs no more than its route, unless it makes a detour to save turns. */
  const bool is_bounded =
      planner->task.route.cost_to_go <= query->more.cost_limit && query->more.turn_cost == 0;
  if (query->more.cost_limit == 0 || is_bounded) {
    return OVI_NONE;
  }
  if (query->more.expansion_limit != 0) {
    return OVI_DONE; /* a path is not written twice then */
  }
  if (!writing->has_begun) {
    begin_measuring(planner, UINT64_MAX);
  }
  if (ovi_writing_run(planner) == OVI_PAUSED) {
    return OVI_PAUSED;
  }
  ovi_planner_emit_stage(planner, "measure the path", writing->measured.cost,
                         writing->measured.count);
  return writing->measured.cost > query->more.cost_limit ? OVI_DONE : OVI_NONE;
}

static ovi_status measure_route(void *work) {
  ovl_planner *planner = work;
  ovi_route_task *route = &planner->task.beginning;
  const ovi_status status = ovi_route_measure(planner);
  route->is_cut = status == OVI_DONE;
  route->cut_at = planner->task.plane.query.more.cost_limit;
  if (status == OVI_NONE) {
    ovi_stage_go_to(&route->shortening, SHORTEN_STAGES);
    return OVI_DONE;
  }
  return status;
}

/* Cuts the path of a route that costs too much where it costs cut_at: the new goal. */
static ovi_status cut_route(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_route_task *route = &task->beginning;
  if (task->route.cost_to_go <= task->plane.query.more.cost_limit) {
    ovi_stage_go_to(&route->shortening, SHORTEN_STAGES);
    return OVI_DONE;
  }
  if (!task->as.writing.has_begun) {
    begin_measuring(planner, route->cut_at);
  }
  const ovi_status status = ovi_writing_run(planner);
  if (status == OVI_DONE) {
    task->plane.query.goal = task->as.writing.end;
    ovi_planner_emit_stage(planner, "cut the path at the limit", task->as.writing.measured.cost,
                           task->as.writing.measured.count);
  }
  return status;
}

/* Plans to that goal. What the route costs too much, the path is cut earlier next time. */
static ovi_status replan_cut_route(void *work) {
  ovl_planner *planner = work;
  ovi_task *task = &planner->task;
  ovi_route_task *route = &task->beginning;
  const ovi_status status = ovi_plan_run(planner);
  if (status != OVI_DONE) {
    return status;
  }
  const uint64_t most = task->plane.query.more.cost_limit;
  const uint64_t over = task->route.cost_to_go > most ? task->route.cost_to_go - most : 0;
  route->cut_at = route->cut_at > over ? route->cut_at - over : 0;
  ovi_stage_go_to(&route->shortening, SHORTEN_CUT);
  return OVI_DONE;
}

ovi_status ovi_route_shorten(void *work) {
  ovl_planner *planner = work;
  static const ovi_stage stages[SHORTEN_STAGES] = {
      [SHORTEN_MEASURE] = {"measure the path of the route", measure_route},
      [SHORTEN_CUT] = {"cut the path at the limit", cut_route},
      [SHORTEN_REPLAN] = {"plan to where it was cut", replan_cut_route}};
  return ovi_planner_do(planner, &planner->task.beginning.shortening, stages, SHORTEN_STAGES);
}

/* ---- Limits of expansions ------------------------------------------------------------ */

/* The cell that was reached nearest to a goal, by octile distance and then by cost. */
static uint32_t nearest_reached(const ovi_local_search *local, ovl_cell goal) {
  const ovi_window *window = &local->window;
  const ovi_fine_search *search = &local->search;
  uint64_t least = UINT64_MAX;
  uint64_t least_cost = UINT64_MAX;
  uint32_t nearest = 0;
  for (int32_t y = 0; y < window->h; y++) {
    for (int32_t x = 0; x < window->w; x++) {
      const uint32_t cell = ovi_window_cell(window, x, y);
      if (!ovi_fine_has_reached(search, cell)) {
        continue;
      }
      const uint64_t left =
          ovi_distance(window->corners, goal.x - window->x - x, goal.y - window->y - y, 1);
      const uint64_t cost = ovi_fine_cost(search, cell);
      if (left < least || (left == least && cost < least_cost)) {
        least = left;
        least_cost = cost;
        nearest = cell;
      }
    }
  }
  OVI_ASSERT(least != UINT64_MAX); /* the start is reached */
  return nearest;
}

/* The goal of a list that is nearest to the start by octile distance, among those that can be
 * reached. */
typedef struct near_goal {
  const ovi_plane_query *plane;
  ovl_cell cell;
  uint64_t left;
} near_goal;

static void take_near_goal(void *user, const ovi_goal *goal) {
  near_goal *near = user;
  const ovi_plane_query *plane = near->plane;
  const ovl_cell start = plane->query.start;
  const uint64_t left = ovi_distance(plane->layer->profile.corners, goal->cell.x - start.x,
                                     goal->cell.y - start.y, 1);
  if (left < near->left &&
      plane->reachable.reaches(plane->reachable.user,
                               ovi_layer_island(plane->layer, goal->cell.x, goal->cell.y))) {
    near->left = left;
    near->cell = goal->cell;
  }
}

/* The goal to go to where a limit ended the choice: the best one so far; if there is none, one that
 * is near by octile distance. */
static ovl_cell goal_in_doubt(const ovl_planner *planner) {
  const ovi_resolving *resolving = &planner->task.resolving;
  const ovi_plane_query *plane = &planner->task.plane;
  const ovi_goals *goals = &resolving->goals.goals;
  const ovi_plane *plain = &plane->layer->partition;
  near_goal near = {plane, plane->query.goal, UINT64_MAX};
  if (resolving->nearest.best.cost != UINT64_MAX) {
    return resolving->nearest.best.cell;
  }
  if (goals->cell_at != NULL) {
    ovi_goals_inside(goals, (ovi_rectangle){0, 0, plain->width, plain->height}, take_near_goal,
                     &near);
  } else if (!ovi_rectangle_is_empty(goals->area)) {
    const ovl_cell start = plane->query.start;
    const ovi_rectangle *area = &goals->area;
    near.cell.x = start.x < area->x0 ? area->x0 : start.x < area->x1 ? start.x : area->x1 - 1;
    near.cell.y = start.y < area->y0 ? area->y0 : start.y < area->y1 ? start.y : area->y1 - 1;
  }
  return near.cell;
}

ovi_status ovi_partial_find(void *work) {
  ovl_planner *planner = work;
  ovi_plane_query *plane = &planner->task.plane;
  ovi_local_search *local = &planner->workspace.refiner.local;
  if (!ovi_local_search_is_paused(local)) {
    /* Open the window around the start, and begin the search to the goal. */
    planner->call.stats.goal_uncertain = planner->task.resolving.is_choosing;
    if (planner->task.resolving.is_choosing) {
      plane->query.goal = goal_in_doubt(planner);
    }
    const ovl_cell start = plane->query.start;
    const ovl_cell goal = plane->query.goal;
    ovi_window *window = &local->window;
    ovi_box_paste(window, plane->layer, ovi_box_around(plane->layer, start), true);
    local->windows++;
    ovi_fine_begin(&local->search, window, start.x - window->x, start.y - window->y);
    ovi_fine_set_goal(&local->search, goal.x - window->x, goal.y - window->y);
  }
  if (ovi_fine_resume(&local->search) == OVI_PAUSED && ovi_planner_expansions_left(planner) != 0) {
    return OVI_PAUSED;
  }
  ovi_planner_abandon(planner);
  local->search.progress.settled = nearest_reached(local, plane->query.goal);
  const uint64_t cost = ovi_local_search_cost(local);
  ovi_local_search_list_cells(local);
  OVI_ASSERT(local->cell_count != 0 && ovi_same_cell(local->cells[0], plane->query.start));
  const ovl_cell end = local->cells[local->cell_count - 1];
  ovl_route *route = &planner->task.route;
  *route = ovi_plane_route(plane, end);
  route->kind = OVL_ROUTE_DIRECT;
  route->cost_to_go = cost;
  route->done = ovi_same_cell(plane->query.start, end);
  ovi_planner_emit_stage(planner, "go as near as the limit allows", cost, local->cell_count);
  return OVI_DONE;
}
