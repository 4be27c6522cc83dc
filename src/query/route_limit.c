/* Whole paths: a route unfolded or refined to its end, and cut where a limit says so. */
#include "query/route_limit.h"

#include "coarse/refine/route_code.h"
#include "coarse/refine/unfold.h"
#include "common/step_cost.h"
#include "query/overlay_route.h"
#include "query/plan.h"

/* On plain ground the whole way is unfolded and the string does the rest. */
static void begin_unfolding(ovl_planner *planner, const ovi_layer *layer) {
  ovi_writing *writing = &planner->task.writing;
  const ovl_route *route = &writing->route;
  const ovi_labels_code code = ovi_labels_unpack(route);
  const ovi_unfold_task task = {.layer = layer,
                                .start = route->position,
                                .goal = route->goal,
                                .cost = route->cost_to_go,
                                .first = code.next_stop,
                                .hub = planner->workspace.hub,
                                .last = code.last_port,
                                .stops = planner->workspace.stops,
                                .capacity = planner->workspace.stop_capacity,
                                .local = &planner->workspace.refiner.local,
                                .bits = &writing->writer.string.bits};
  ovi_unfold_begin(&writing->unfolding, &task, ovi_path_sink(&writing->writer));
}

/* The direction in which a stretch ends; a link turns nobody. */
static int last_direction(const ovi_refiner *refiner) {
  const ovi_local_search *local = &refiner->local;
  if (local->cell_count < 2 || refiner->link != OVI_NO_NUMBER) {
    return local->turning.direction;
  }
  const ovl_cell *last = local->cells + local->cell_count - 1;
  int direction = 0;
  while (ovi_direction_x(direction) != last[0].x - last[-1].x ||
         ovi_direction_y(direction) != last[0].y - last[-1].y) {
    direction++;
  }
  return direction;
}

static ovl_result refine(ovl_planner *planner, const ovi_layer *layer) {
  const ovi_known_stops stops = {.stops = planner->workspace.stops,
                                 .count = planner->workspace.stop_capacity};
  return ovi_route_refine(planner, layer, &planner->task.writing.route, stops);
}

/* The next stretch. Where turns cost, a way with few of them may break the promise, which
 * counts steps only: then the cheapest is taken. */
static ovl_result refine_next(ovl_planner *planner, const ovi_layer *layer) {
  ovi_local_search *local = &planner->workspace.refiner.local;
  ovi_writing *writing = &planner->task.writing;
  ovl_result result = refine(planner, layer);
  if (local->turning.cost != 0 && result == OVL_CORRUPT) {
    writing->drops_turns = true;
    writing->turning = local->turning;
    ovi_local_search_turn(local, (ovi_turning){0, OVI_ANY_DIRECTION});
    result = refine(planner, layer);
  }
  if (result == OVL_BUSY) {
    return result;
  }
  if (writing->drops_turns) {
    writing->drops_turns = false;
    ovi_local_search_turn(local, writing->turning);
  }
  if (local->turning.cost != 0 && result == OVL_OK) {
    ovi_local_search_turn(
        local, (ovi_turning){local->turning.cost, last_direction(&planner->workspace.refiner)});
  }
  return result;
}

/* Remembers where the path has come to, if a task that waits for regions can go on from there: any
 * planner goes on with a route over overlays, so nothing else of this one counts. What is written
 * looks at ground as well, so nothing may be missing since. */
static void remember_place(ovl_planner *planner) {
  ovi_writing *writing = &planner->task.writing;
  const bool needs_stops =
      writing->route.kind != OVL_ROUTE_OVERLAYS && writing->route.kind != OVL_ROUTE_DIRECT;
  writing->resumes = ovi_planner_may_let_go(planner) && !needs_stops && !writing->is_taken &&
                     writing->path == planner->task.path &&
                     planner->task.asked.expansion_limit == 0 &&
                     planner->workspace.refiner.local.turning.cost == 0;
  writing->resume_at = writing->route;
  writing->resume_count = writing->path->count;
  writing->resume_stats =
      (ovl_stats){.coarse_expanded = planner->workspace.coarse.expanded,
                  .fine_expanded = planner->workspace.refiner.local.search.expanded,
                  .windows = planner->workspace.refiner.local.windows};
}

bool ovi_path_resume(ovl_planner *planner) {
  ovi_writing *writing = &planner->task.writing;
  if (!writing->resumes) {
    return false;
  }
  writing->has_begun = true;
  writing->route = writing->resume_at;
  writing->path->count = writing->resume_count;
  planner->workspace.coarse.expanded = writing->resume_stats.coarse_expanded;
  planner->workspace.refiner.local.search.expanded = writing->resume_stats.fine_expanded;
  planner->workspace.refiner.local.windows = writing->resume_stats.windows;
  ovi_planner_abandon(planner);
  return true;
}

/* Stretch by stretch, to the goal. */
static ovl_result refine_all(ovl_planner *planner, const ovi_layer *layer) {
  ovi_writing *writing = &planner->task.writing;
  while (!writing->route.done) {
    ovl_result result = refine_next(planner, layer);
    if (result != OVL_OK) {
      return result;
    }
    if (!ovi_planner_has_all(planner)) {
      return OVL_CORRUPT; /* or missing: the pager says what it is */
    }
    ovi_segment_write(&planner->workspace.refiner, &writing->writer);
    if (ovi_planner_may_let_go(planner)) { /* a path may be longer than a cache holds */
      ovi_path_let_go(&writing->writer);
    }
    remember_place(planner);
  }
  return OVL_OK;
}

static ovl_result write_legs(ovl_planner *planner, ovi_writing *writing) {
  const ovi_layer *layer = planner->task.plane.layer;
  if (writing->is_taken) {
    ovi_local_search_give(&planner->workspace.refiner.local, ovi_path_sink(&writing->writer));
    return OVL_OK;
  }
  return writing->unfolds ? ovi_unfold_run(&writing->unfolding) : refine_all(planner, layer);
}

/* Begins to write the path of the task's route. */
void ovi_writing_begin(ovl_planner *planner, ovl_path *path, uint64_t cost_limit, bool is_taken) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_writing *writing = &planner->task.writing;
  writing->has_begun = true;
  writing->path = path;
  writing->is_taken = is_taken;
  writing->route = planner->task.route;
  writing->drops_turns = false;
  writing->unfolds = writing->route.kind == OVL_ROUTE_LABELS && ovi_layer_is_plain(plane->layer) &&
                     plane->query.turn_cost == 0;
  ovi_path_begin(&writing->writer, plane->world, plane->layer, plane->query.smoothing, path,
                 plane->query.start);
  ovi_path_limit(&writing->writer, cost_limit);
  if (plane->query.turn_cost != 0) {
    ovi_path_turning(&writing->writer, plane->query.turn_cost);
  }
  if (writing->unfolds) {
    begin_unfolding(planner, plane->layer);
  }
  remember_place(planner);
}

/* Writes it. OVL_BUSY: it goes on when it is called again. */
ovl_result ovi_writing_run(ovl_planner *planner) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_writing *writing = &planner->task.writing;
  ovl_result result = write_legs(planner, writing);
  const bool is_spent = ovi_planner_is_spent(planner, result);
  if (result == OVL_BUSY && !is_spent) {
    return result;
  }
  writing->has_begun = false;
  if (result != OVL_OK && !is_spent) {
    writing->path->count = 0;
    return result;
  }
  ovi_planner_abandon(planner);
  writing->resumes = false; /* what ends the path looks at ground as well */
  result = ovi_path_end(&writing->writer);
  const bool is_limited = writing->is_taken || is_spent || writing->writer.is_cut;
  writing->end = writing->writer.last;
  writing->path->partial = plane->is_partial || is_limited;
  return result != OVL_OK    ? result
         : is_limited        ? OVL_LIMITED
         : plane->is_partial ? OVL_UNREACHABLE
                             : OVL_OK;
}

/* Begins to write a path that nobody wants to have. */
static void begin_measuring(ovl_planner *planner, uint64_t cost_limit) {
  planner->task.measured = (ovl_path){.points = NULL};
  ovi_writing_begin(planner, &planner->task.measured, cost_limit, false);
}

/* Whether the path is dearer than its limit, though its route may be and the path not:
 * OVL_LIMITED, OVL_OK or OVL_BUSY. */
ovl_result ovi_route_measure(ovl_planner *planner) {
  const ovi_task *task = &planner->task;
  const ovi_query *query = &task->plane.query;
  if (query->cost_limit == 0 || task->route.cost_to_go <= query->cost_limit) {
    return OVL_OK;
  }
  if (query->expansion_limit != 0) {
    return OVL_LIMITED; /* it is not looked at twice */
  }
  if (!task->writing.has_begun) {
    begin_measuring(planner, UINT64_MAX);
  }
  if (ovi_writing_run(planner) == OVL_BUSY) {
    return OVL_BUSY;
  }
  return task->measured.cost > query->cost_limit ? OVL_LIMITED : OVL_OK;
}

/* Cuts the path where it costs as much as is allowed by now. */
static ovl_result cut_path(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  if (!task->writing.has_begun) {
    begin_measuring(planner, task->cut_at);
  }
  const ovl_result result = ovi_writing_run(planner);
  if (result != OVL_MORE_ROOM) {
    return result;
  }
  task->plane.query.goal = task->writing.end;
  task->shortens = OVI_SHORTEN_REPLANS;
  return OVL_OK;
}

/* Plans to where it was cut, and lets it be cut earlier by what that is too dear. */
static ovl_result replan(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovl_result result = ovi_query_plan(planner, &task->plane, &task->route);
  if (result != OVL_OK) {
    return result;
  }
  const uint64_t most = task->plane.query.cost_limit;
  const uint64_t over = task->route.cost_to_go > most ? task->route.cost_to_go - most : 0;
  task->cut_at = task->cut_at > over ? task->cut_at - over : 0;
  task->shortens = OVI_SHORTEN_CUTS;
  return OVL_OK;
}

ovl_result ovi_route_shorten(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  if (task->shortens == OVI_SHORTEN_MEASURES) {
    const ovl_result result = ovi_route_measure(planner);
    if (result != OVL_LIMITED) {
      return result;
    }
    task->cut_at = task->plane.query.cost_limit;
    task->shortens = OVI_SHORTEN_CUTS;
  }
  while (task->shortens == OVI_SHORTEN_REPLANS ||
         task->route.cost_to_go > task->plane.query.cost_limit) {
    const ovl_result result =
        task->shortens == OVI_SHORTEN_CUTS ? cut_path(planner) : replan(planner);
    if (result != OVL_OK) {
      return result;
    }
  }
  return OVL_LIMITED;
}
