/* Tasks: queries in slices; a call in one go is a task with one slice without an end.
 *
 * A task that has read a region which could not be read, or was not valid, ends with its slice.
 *
 * Invariant: a planner has at most one task, and its workspace is the task's until that is done or
 * cancelled. */
#include "query/task.h"

#include "common/compiler.h"

/* ---- Worlds that are fetched ----------------------------------------------------------- */

const ovl_world *ovi_planner_enter_world(ovl_planner *planner, const ovl_world *world) {
  planner->pages.pager = ovi_world_is_paged(world) ? &world->base->pager : NULL;
  if (!ovi_world_is_read(world)) {
    return world;
  }
  planner->pages.pager = NULL;
  if (world->object_bytes > planner->pages.view_bytes) {
    return NULL;
  }
  planner->pages.own_pager = ovi_pager_make(world->base->paged, &planner->pages.cache);
  planner->pages.pager = &planner->pages.own_pager;
  /* A copy whose layers are read through the pager. It is not counted as a handle of the world. */
  ovl_world *view = planner->pages.view;
  ovi_world_copy(view, world);
  for (uint32_t i = 0; i < view->shared.profile_count; i++) {
    ovi_layer_set_sources(&view->layers[i], world->layers[i].store.delta,
                          &planner->pages.pager->source);
  }
  ovi_pager_begin(planner->pages.pager);
  return view;
}

ovl_result ovi_planner_leave_world(ovl_planner *planner, ovl_result result) {
  if (ovi_planner_has_all(planner)) {
    return result;
  }
  ovi_refiner_forget(&planner->workspace.refiner); /* it was found in placeholders of regions */
  ovi_planner_abandon(planner);
  if (result == OVL_BAD_ARGUMENT) {
    return result;
  }
  const ovl_result outcome = ovi_pager_outcome(planner->pages.pager);
  planner->call.fault = ovi_paged_fault(planner->pages.pager);
  if (outcome == OVL_CACHE_TOO_SMALL) {
    const ovi_page_cache *cache = &planner->pages.cache;
    planner->call.stats.bytes_needed =
        planner->object.bytes - cache->units * OVI_PAGE_UNIT + cache->bytes_needed;
  }
  return outcome;
}

/* ---- Counts and limits ------------------------------------------------------------------- */

void ovi_planner_grant(ovl_planner *planner) {
  const uint64_t end = ovi_planner_end(planner);
  const uint64_t coarse = planner->workspace.coarse.expanded;
  planner->workspace.refiner.local.search.expanded_end = end == UINT64_MAX ? end
                                                         : end > coarse    ? end - coarse
                                                                           : 0;
}

void ovi_planner_limit(ovl_planner *planner, uint64_t expansion_limit) {
  planner->call.expansion_limit = expansion_limit != 0 ? expansion_limit : UINT64_MAX;
  ovi_planner_grant(planner);
}

void ovi_planner_begin_work(ovl_planner *planner) {
  ovi_workspace *space = &planner->workspace;
  ovi_local_search *local = &space->refiner.local;
  planner->call =
      (ovi_call){.expansion_limit = UINT64_MAX, .slice_end = UINT64_MAX, .fault = {.what = ""}};
  space->refiner.since = UINT64_MAX;
  space->coarse.expanded = 0;
  space->coarse.trace = NULL;
  local->windows = 0;
  local->search.expanded = 0;
  local->search.trace = NULL;
  ovi_planner_grant(planner);
  ovi_planner_abandon(planner);
}

void ovi_planner_begin_trace(ovl_planner *planner) {
  ovi_workspace *space = &planner->workspace;
  ovi_query_trace *query_trace = &planner->task.plane.query_trace;
  query_trace->trace.left_out = planner->untraced;
  space->refiner.local.search.trace = space->coarse.trace =
      query_trace->receive != NULL ? &query_trace->trace : NULL;
  space->refiner.local.search.reported.window = UINT64_MAX;
  space->refiner.ends.search.reported.window = UINT64_MAX;
}

void ovi_planner_emit_stop(const ovi_workspace *space, const ovi_layer *layer, ovl_tier tier,
                           const ovi_stop *stop) {
  const ovl_waypoint at = ovi_waypoint_cells(layer, stop->region, stop->number);
  ovi_trace_emit_outside(space->coarse.trace, (ovl_trace_event){.kind = OVL_TRACE_ROUTE,
                                                                .tier = tier,
                                                                .node = {at.first, at.second},
                                                                .parent = {at.first, at.second},
                                                                .g = stop->cost_to_go,
                                                                .f = stop->cost_to_go});
}

void ovi_planner_emit_stage(const ovl_planner *planner, const char *name, uint64_t cost,
                            uint64_t count) {
  const ovi_query *query = &planner->task.plane.query;
  ovi_trace *trace = planner->workspace.coarse.trace;
  if (trace != NULL) {
    ovi_trace_emit_outside(trace, (ovl_trace_event){.kind = OVL_TRACE_STAGE,
                                                    .node = {query->goal, query->goal},
                                                    .parent = {query->start, query->start},
                                                    .g = cost,
                                                    .f = cost,
                                                    .stage = name,
                                                    .count = count});
  }
}

void ovi_planner_end_work(ovl_planner *planner) {
  ovi_workspace *space = &planner->workspace;
  planner->call.stats.coarse_expanded = space->coarse.expanded;
  planner->call.stats.fine_expanded = space->refiner.local.search.expanded;
  planner->call.stats.windows = space->refiner.local.windows;
  space->refiner.local.search.trace = NULL;
  space->coarse.trace = NULL;
}

/* Attaches an end, in a window of its own: that of a direct search may be needed later. */
static ovi_status attach_end(ovl_planner *planner, bool is_goal) {
  ovi_local_search *local = &planner->workspace.refiner.ends;
  ovi_fine_search *direct = &planner->workspace.refiner.local.search;
  ovi_label_end *end = &planner->workspace.ends[is_goal ? OVI_END_GOAL : OVI_END_START];
  local->search.expanded = direct->expanded;
  local->search.expanded_end = direct->expanded_end;
  local->search.trace = direct->trace;
  const bool is_attached =
      ovi_attach(&end->attachment, planner->task.plane.layer, local, end->cell, is_goal);
  direct->expanded = local->search.expanded;
  if (is_attached) {
    uint64_t attached = 0;
    for (uint32_t port = 0; local->search.trace != NULL && port < end->attachment.count; port++) {
      attached += end->attachment.costs[port] != OVI_UNREACHED ? 1 : 0;
    }
    ovi_planner_emit_stage(planner, is_goal ? "attach the goal" : "attach the start", 0, attached);
    return OVI_DONE;
  }
  return ovi_local_search_is_paused(local) ? OVI_PAUSED : OVI_CORRUPT;
}

ovi_status ovi_planner_attach_start(void *work) { return attach_end(work, false); }

ovi_status ovi_planner_attach_goal(void *work) { return attach_end(work, true); }

/* ---- Faults -------------------------------------------------------------------------------- */

/* Finds out what the result of a task is about, unless a part of it has said so. */
static void note_fault(ovl_planner *planner, ovl_result result) {
  const ovi_task *task = &planner->task;
  ovl_fault *fault = &planner->call.fault;
  if (result == OVL_OK) {
    *fault = (ovl_fault){.what = ""};
    return;
  }
  if (fault->what[0] != 0) {
    return;
  }
  switch (result) {
  case OVL_LIMITED: {
    const uint64_t limit = task->asked.more.expansion_limit;
    const bool is_spent = limit != 0 && ovi_planner_expanded(planner) >= limit;
    *fault = is_spent ? (ovl_fault){"expansion_limit", 0, limit, 0}
                      : (ovl_fault){"cost_limit", 0, task->asked.more.cost_limit, 0};
    break;
  }
  case OVL_MORE_ROOM: {
    const ovl_path *path = task->path;
    if (path != NULL) { /* points or links did not fit */
      *fault = path->count > path->capacity
                   ? (ovl_fault){"capacity", 0, path->capacity, path->count}
                   : (ovl_fault){"link_capacity", 0, path->link_capacity, path->link_count};
    }
    break;
  }
  case OVL_OTHER_WORLD:
    fault->what = "world";
    break;
  case OVL_BEGIN_AGAIN:
    fault->what = "route";
    break;
  case OVL_INTERNAL:
    fault->what = planner->call.stage;
    break;
  case OVL_CORRUPT:
    fault->what = task->asked.profile < 0 ? "route" : "world";
    break;
  default:
    ovi_query_find_fault(&task->asked, task->world, result, fault);
  }
}

/* ---- Stages -------------------------------------------------------------------------------- */

static void enter_stage(void *work, const char *name) {
  ovl_planner *planner = work;
  planner->call.stage = name;
}

ovi_status ovi_planner_do(ovl_planner *planner, ovi_stage_run *run, const ovi_stage *stages,
                          uint32_t count) {
  const char *around = planner->call.stage;
  const ovi_status status = ovi_stages_do(run, stages, count, planner, enter_stage);
  planner->call.stage = status == OVI_DONE ? around : planner->call.stage;
  return status;
}

ovl_result ovi_task_begin(ovl_planner *planner, const ovl_world *world, const ovl_query *query,
                          const ovi_task_kind *kind) {
  ovi_task *task = &planner->task;
  if (ovi_planner_has_task(planner)) {
    return ovi_planner_refuse(planner, OVL_BUSY, "planner: it has a task", 0, 0);
  }
  task->asked = query != NULL ? ovi_query_of(query) : (ovi_query){.profile = -1};
  const bool turns = task->asked.more.turn_cost != 0;
  const ovl_result fitted = ovi_planner_fit(planner, world, turns);
  if (fitted != OVL_OK) {
    return ovi_planner_refuse(planner, fitted, "planner", 0, 0);
  }
  task->world = ovi_planner_enter_world(planner, world);
  task->kind = kind;
  task->has_result = false;
  task->path = NULL;
  task->plane.query_trace.trace.can_stop = false;
  task->stages = task->planning = task->resolving.stages = (ovi_stage_run){0};
  task->is_limited = false;
  ovi_planner_begin_work(planner);
  if (task->world == NULL) {
    ovi_planner_too_small(planner, world, turns);
  }
  task->fault = planner->call.fault;
  OVI_ASSERT(ovi_planner_expanded(planner) == 0);
  OVI_ASSERT(!ovi_local_search_is_paused(&planner->workspace.refiner.local) &&
             !ovi_local_search_is_paused(&planner->workspace.refiner.ends));
  return OVL_OK;
}

/* Ends the task; its counts stay. */
static void end_task(ovl_planner *planner) {
  planner->task.kind = NULL;
  ovi_planner_abandon(planner);
  ovi_planner_end_work(planner);
}

/* The result of a task whose stages have ended with a status. */
static ovl_result result_of(ovl_planner *planner, ovi_status status) {
  const ovi_task *task = &planner->task;
  switch (status) {
  case OVI_DONE:
    return task->kind->result != NULL ? task->kind->result(planner) : OVL_OK;
  case OVI_PAUSED:
    return OVL_NOT_READY;
  case OVI_FULL: /* its size is limited */
    return ovi_planner_too_small(planner, task->world, false);
  case OVI_CORRUPT:
    return OVL_CORRUPT;
  case OVI_FAILED:
    return planner->call.failure;
  default:
    return OVL_INTERNAL;
  }
}

/* Does a slice of the task: its result, OVL_NOT_READY if it is not over. */
static ovl_result run_task(ovl_planner *planner) {
  ovi_task *task = &planner->task;
  const ovi_task_kind *kind = task->kind;
  ovi_status status = OVI_PAUSED;
  if (task->world == NULL) { /* the planner has no room for it */
    status = ovi_planner_fail(planner, OVL_PLANNER_TOO_SMALL);
  } else if (!task->is_limited) {
    status = ovi_planner_do(planner, &task->stages, kind->stages, kind->stage_count);
    if (kind->limited != NULL && ovi_planner_is_spent(planner, status)) {
      /* It goes on with the stages for a limit of expansions, and with all of the limit. */
      ovi_planner_abandon(planner);
      ovi_planner_limit(planner, task->asked.more.expansion_limit);
      task->is_limited = true;
      task->stages = (ovi_stage_run){0};
    }
  }
  if (kind->limited != NULL && task->is_limited) {
    status = ovi_planner_do(planner, &task->stages, kind->limited, kind->limited_count);
  }
  /* The result, but for what the pager says of it. */
  OVI_ASSERT(status != OVI_NONE);
  if (status != OVI_DONE && status != OVI_PAUSED) {
    ovi_planner_emit_stage(planner, planner->call.stage, 0, 0);
  }
  const ovl_result before = result_of(planner, status);
  const ovl_result result = ovi_planner_leave_world(planner, before);
  if (task->path != NULL && ((status != OVI_DONE && status != OVI_PAUSED) || result != before)) {
    ovi_path_clear(task->path);
  }
  return result;
}

ovl_result ovi_task_finish(ovl_planner *planner, ovl_result begun) {
  if (begun != OVL_OK) {
    return begun;
  }
  const ovl_result result = run_task(planner);
  OVI_ASSERT(result != OVL_NOT_READY); /* its only slice has no end */
  end_task(planner);
  note_fault(planner, result);
  return result;
}

ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent, bool *done) {
  ovi_task *task = &planner->task;
  *spent = 0;
  *done = task->has_result;
  if (!ovi_planner_has_task(planner)) {
    return task->has_result
               ? OVL_OK
               : ovi_planner_refuse(planner, OVL_BAD_ARGUMENT, "planner: it has no task", 0, 0);
  }
  if (budget == 0) {
    return OVL_OK;
  }
  const uint64_t before = ovi_planner_expanded(planner);
  task->plane.query_trace.trace.can_stop = true;
  task->plane.query_trace.trace.stops = false;
  planner->call.fault = task->fault;
  planner->call.slice_end = budget < UINT64_MAX - before ? before + budget : UINT64_MAX;
  ovi_planner_grant(planner);
  const ovl_result result = run_task(planner);
  *spent = ovi_planner_expanded(planner) - before;
  OVI_ASSERT(*spent <= budget);
  if (result != OVL_NOT_READY) {
    task->result = result;
    task->has_result = true;
    *done = true;
    end_task(planner);
    note_fault(planner, result);
  }
  return OVL_OK;
}

ovl_result ovl_task_result(const ovl_planner *planner) {
  const ovi_task *task = &planner->task;
  return ovi_planner_has_task(planner) ? OVL_NOT_READY
         : task->has_result            ? task->result
                                       : OVL_BAD_ARGUMENT;
}

void ovl_task_cancel(ovl_planner *planner) {
  if (ovi_planner_has_task(planner)) {
    end_task(planner);
    planner->call.fault = (ovl_fault){.what = "planner: it has no task"}; /* for its result */
  }
}
