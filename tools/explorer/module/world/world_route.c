/* See world_route.h. */
#include "tools/explorer/module/world/world_route.h"

#include "overland_stream.h"
#include "overland_trace.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"

enum {
  MOST_PLANNED = 32768,
  MOST_POINTS = 4096,
  MOST_LINKS = 4,
  PLAN_NUMBERS = 5,
  MOST_WINDOWS = 64,
  WINDOW_NUMBERS = 4,
  TRACED = 1 << OVL_TRACE_ROUTE | 1 << OVL_TRACE_WINDOW | 1 << OVL_TRACE_SEGMENT
};

static struct {
  ovl_planner *planner;
  size_t planner_bytes;
  bool is_begun;
  ovl_query query;
  ovl_query_more more;
  ovl_route route;
  ovl_path segment;
  uint32_t planned, segments;
  /* Events of the task: windows that were searched, whether there is a plan, and whether the last
   * event was a waypoint of it. */
  uint32_t windows;
  bool has_plan, is_plan_open;
  double walked;
} walk;

static double plan[PLAN_NUMBERS * MOST_PLANNED];
static ovl_cell points[MOST_POINTS];
static ovl_path_link links[MOST_LINKS];
static int32_t flat[2 * MOST_POINTS];
static int32_t windows[WINDOW_NUMBERS * MOST_WINDOWS];

EXPLORER_EXPORT(world_route_end) void world_route_end(void) {
  ovl_planner_destroy(walk.planner);
  memset(&walk, 0, sizeof walk);
}

static void keep_stop(const ovl_trace_event *event) {
  if (walk.planned < MOST_PLANNED) {
    double *to = &plan[PLAN_NUMBERS * walk.planned++];
    for (int i = 0; i < 2; i++) {
      const ovl_cell place = world_place_of(event->node[i]);
      to[2 * i] = place.x;
      to[2 * i + 1] = place.y;
    }
    to[4] = (double)event->g;
  }
}

static void keep_window(const ovl_trace_event *event) {
  if (walk.windows == MOST_WINDOWS) {
    return;
  }
  int32_t *window = &windows[WINDOW_NUMBERS * walk.windows++];
  for (int i = 0; i < 2; i++) {
    const ovl_cell place =
        world_place_of((ovl_cell){event->node[i].x, event->node[i].y, event->parent[0].floor});
    window[2 * i] = place.x;
    window[2 * i + 1] = place.y;
  }
}

/* The waypoints of a plan come one after the other; the last plan of a task is kept. */
static bool keep_event(void *user, const ovl_trace_event *event) {
  (void)user;
  if (event->kind == OVL_TRACE_ROUTE) {
    walk.planned = walk.is_plan_open ? walk.planned : 0;
    keep_stop(event);
    walk.has_plan = true;
  } else if (event->kind == OVL_TRACE_WINDOW) {
    keep_window(event);
  }
  walk.is_plan_open = event->kind == OVL_TRACE_ROUTE;
  return false;
}

static void begin_events(void) {
  walk.windows = 0;
  walk.has_plan = walk.is_plan_open = false;
}

static ovl_result make_planner(void) {
  ovl_fault fault = {0};
  if (walk.planner != NULL) {
    ovl_task_cancel(walk.planner);
    return OVL_OK;
  }
  ovl_planner_def def = {.world = world_shown()};
  def.allocator = *module_allocator();
  walk.planner_bytes = ovl_planner_bytes(&def);
  const ovl_result result = ovl_planner_create(&def, &walk.planner, &fault);
  module_keep_fault(&fault);
  if (result == OVL_OK) {
    ovl_planner_trace_segments(walk.planner, keep_event, NULL);
    ovl_planner_trace_kinds(walk.planner, TRACED);
  }
  return result;
}

/* Begins a route between two places of the plane, which are moved to open cells: a task. An
 * ovl_result. */
EXPLORER_CALL(world_route_begin)
int32_t world_route_begin(int32_t start_x, int32_t start_y, int32_t goal_x, int32_t goal_y) {
  if (world_shown() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  const ovl_result result = make_planner();
  if (result != OVL_OK) {
    return (int32_t)result;
  }
  walk.query = (ovl_query){0};
  walk.more = (ovl_query_more){0};
  walk.more.trace = keep_event;
  walk.query.more = &walk.more;
  walk.query.profile = world_profile();
  walk.query.smoothing = OVL_SMOOTH_ANY;
  walk.query.start = world_cell_at(start_x, start_y);
  walk.query.goal = world_cell_at(goal_x, goal_y);
  walk.query.move_start = walk.query.move_goal = true;
  walk.planned = walk.segments = 0;
  walk.walked = 0;
  walk.is_begun = false;
  begin_events();
  walk.segment = (ovl_path){
      .points = points, .capacity = MOST_POINTS, .links = links, .link_capacity = MOST_LINKS};
  return (int32_t)ovl_task_begin_route(walk.planner, world_shown(), &walk.query, &walk.route);
}

/* Begins the next segment: a task. */
EXPLORER_CALL(world_route_next) int32_t world_route_next(void) {
  begin_events();
  return walk.planner == NULL || !walk.is_begun
             ? OVL_BAD_ARGUMENT
             : (int32_t)ovl_task_begin_next(walk.planner, world_shown(), &walk.route,
                                            walk.route.position, &walk.segment);
}

/* Continues the task. Number 0: whether it is done, 1: expansions of this step, 2: cost to go in
 * units, 3: whether the route is done, 4: ovl_route_kind, 5 and 6: its place in the plane, 7: bytes
 * of regions that its planner holds, 8: those that it fetched, 9: fetches, 10: bytes of the
 * planner, 11: segments so far, 12: cost walked, 13: coarse expansions, 14: fine expansions of the
 * task, 15: whether the task planned (world_route_plan), 16: windows that it searched. */
EXPLORER_CALL(world_route_step) int32_t world_route_step(int32_t budget) {
  uint64_t spent = 0;
  bool done = false;
  if (walk.planner == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = ovl_task_step(walk.planner, (uint64_t)budget, &spent, &done);
  if (result == OVL_OK && done) {
    result = ovl_task_result(walk.planner);
    if (result == OVL_OK && walk.is_begun) {
      walk.segments++;
      walk.walked += (double)walk.segment.cost;
    }
    walk.is_begun = walk.is_begun || result == OVL_OK;
  }
  if (result != OVL_OK) {
    module_keep_fault(ovl_planner_fault(walk.planner));
  }
  const ovl_residence residence = ovl_planner_residence(walk.planner);
  const ovl_stats stats = ovl_planner_stats(walk.planner);
  const ovl_cell position = world_place_of(walk.route.position);
  const double numbers[] = {done,
                            (double)spent,
                            (double)walk.route.cost_to_go,
                            walk.route.done,
                            walk.route.kind,
                            position.x,
                            position.y,
                            (double)residence.resident_bytes,
                            (double)residence.fetched_bytes,
                            (double)residence.fetches,
                            (double)walk.planner_bytes,
                            walk.segments,
                            walk.walked,
                            (double)stats.coarse_expanded,
                            (double)stats.fine_expanded,
                            walk.has_plan,
                            walk.windows};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return (int32_t)result;
}

/* The waypoints of the last plan: x, y of both cells in the plane, and the cost to go; five
 * doubles each. Number 0: how many. */
EXPLORER_CALL(world_route_plan) const double *world_route_plan(void) {
  module_numbers()[0] = walk.planned;
  return plan;
}

/* The turning points of the segment that was refined last: x and y. Number 0: how many. */
EXPLORER_CALL(world_route_segment) const int32_t *world_route_segment(void) {
  const size_t count = walk.segment.count < MOST_POINTS ? walk.segment.count : MOST_POINTS;
  for (size_t i = 0; i < count; i++) {
    const ovl_cell place = world_place_of(points[i]);
    flat[2 * i] = place.x;
    flat[2 * i + 1] = place.y;
  }
  module_numbers()[0] = (double)count;
  return flat;
}

/* The windows in which the segment that was refined last was searched: x and y of the upper left
 * cell and of the lower right one, in the plane. */
EXPLORER_CALL(world_route_windows) const int32_t *world_route_windows(void) { return windows; }
