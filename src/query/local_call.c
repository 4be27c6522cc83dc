/* Detours around nearby obstacles: one search of a small window, from goals that each have the cost
 * of going on from there, back to the start.
 *
 * Invariant: all cells outside the square around the start, or outside its floor, are closed in the
 * window. So the answer depends on the cells of the square alone. */
#include "coarse/view/region_box.h"
#include "coarse/view/region_cells.h"
#include "common/argument.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "query/task.h"

enum { HEAVIEST = 255, USUAL_RADIUS_CELLS = 16 };

/* A query while it is answered. */
typedef struct local_work {
  ovi_local_search *local;
  const ovl_world *world;
  const ovi_layer *layer;
  const ovl_local_query *query;
  ovl_cell start;       /* in the plane */
  ovi_rectangle square; /* in the plane */
} local_work;

/* The weight of a position in this search, its toll included; 0: it is closed. */
static uint32_t weight_with_toll(const local_work *work, int32_t x, int32_t y, uint32_t weight) {
  if (!ovi_rectangle_has(work->square, x, y)) {
    return 0;
  }
  if (weight == 0 || work->query->toll == NULL || (x == work->start.x && y == work->start.y)) {
    return weight;
  }
  const ovl_cell position = ovi_world_from_plane(work->world, (ovl_cell){x, y, 0});
  const uint32_t toll = work->query->toll(work->query->user, &position);
  if (toll == OVL_STEP_BLOCKED) {
    return 0;
  }
  return toll < HEAVIEST - weight ? weight + toll : HEAVIEST;
}

/* Begins the search at all goals that are open and inside the square; false if there are none. */
static bool add_goals(const local_work *work) {
  ovi_window *window = &work->local->window;
  ovi_fine_search *search = &work->local->search;
  bool any = false;
  ovi_fine_begin_seeds(search, window);
  ovi_fine_reverse(search);
  ovi_fine_set_goal(search, work->start.x - window->x, work->start.y - window->y);
  for (size_t i = 0; i < work->query->goal_count; i++) {
    const ovl_local_goal *goal = &work->query->goals[i];
    if (!ovi_world_has(work->world, goal->cell)) {
      continue;
    }
    const ovl_cell at = ovi_world_to_plane(work->world, goal->cell);
    if (ovi_rectangle_has(work->square, at.x, at.y) && goal->cost < OVI_COSTS_END &&
        window->weights[ovi_window_cell(window, at.x - window->x, at.y - window->y)] != 0) {
      ovi_fine_add_seed(search, at.x - window->x, at.y - window->y, goal->cost);
      any = true;
    }
  }
  return any;
}

static ovl_cell cell_of(const local_work *work, uint32_t node) {
  const ovi_window *window = &work->local->window;
  const ovl_cell at = {window->x + ovi_window_cell_x(window, node),
                       window->y + ovi_window_cell_y(window, node), 0};
  return ovi_world_from_plane(work->world, at);
}

static void write_local_point(ovl_path *path, ovl_cell cell) {
  if (path->count < path->capacity) {
    path->points[path->count] = cell;
  }
  path->count++;
}

/* The search ran from the goals, so parents lead to the one that was chosen. */
static void write_local_path(const local_work *work, ovl_path *path) {
  const ovi_fine_node *nodes = work->local->search.nodes;
  uint32_t at = work->local->search.progress.settled;
  ovl_cell here = cell_of(work, at);
  int direction = -1;
  path->cost = nodes[at].cost;
  while (nodes[at].parent != at) {
    OVI_ASSERT(nodes[nodes[at].parent].cost <= nodes[at].cost);
    at = nodes[at].parent;
    const ovl_cell there = cell_of(work, at);
    const int taken = ovi_direction_of(there.x - here.x, there.y - here.y);
    if (taken != direction) {
      write_local_point(path, here);
      direction = taken;
    }
    *(ovi_is_long(work->local->window.corners, taken) ? &path->diagonal_steps
                                                      : &path->straight_steps) += 1;
    here = there;
  }
  write_local_point(path, here);
}

static ovl_result search_square(const local_work *work, uint64_t budget, ovl_path *path) {
  ovi_window *window = &work->local->window;
  ovi_box_paste(window, work->layer,
                ovi_rectangle_squares(work->square, work->layer->partition.region_cells), true);
  for (int32_t y = 0; y < window->h; y++) {
    uint8_t *row = window->weights + ovi_window_cell(window, 0, y);
    for (int32_t x = 0; x < window->w; x++) {
      row[x] = (uint8_t)weight_with_toll(work, window->x + x, window->y + y, row[x]);
    }
  }
  if (!add_goals(work)) {
    return OVL_UNREACHABLE;
  }
  ovi_window_add_target(window, work->start.x - window->x, work->start.y - window->y);
  switch (ovi_fine_run(&work->local->search, budget)) {
  case OVI_NONE:
    return OVL_UNREACHABLE;
  case OVI_PAUSED:
    return OVL_LIMITED;
  default:
    write_local_path(work, path);
    return path->count > path->capacity ? OVL_MORE_ROOM : OVL_OK;
  }
}

ovl_result ovl_find_local(ovl_planner *planner, const ovl_world *world,
                          const ovl_local_query *query, ovl_path *path) {
  const ovi_layer *layer = ovi_world_layer(world, query->profile);
  if (ovi_planner_has_task(planner)) {
    return ovi_planner_refuse(planner, OVL_BUSY, "planner: it has a task", 0, 0);
  }
  ovi_path_clear(path);
  planner->call.stats = (ovl_stats){0};
  const int32_t side = layer != NULL ? layer->partition.region_cells : INT32_MAX;
  const int32_t radius = query->radius_cells != 0    ? query->radius_cells
                         : side < USUAL_RADIUS_CELLS ? side
                                                     : USUAL_RADIUS_CELLS;
  const ovi_argument arguments[] = {
      {"profile", query->profile, 0, (int64_t)world->shared.profile_count - 1},
      {"radius_cells", radius, 1, side}};
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, &planner->call.fault);
  result = result == OVL_OK ? ovi_path_check(path, &planner->call.fault) : result;
  if (result != OVL_OK) {
    return result;
  }
  result = ovi_planner_fit(planner, world, false);
  if (result != OVL_OK) {
    return ovi_planner_refuse(planner, result, "planner", 0, 0);
  }
  if (!ovi_planner_serves(planner, layer)) {
    return ovi_planner_too_small(planner, world, false);
  }
  if (!ovi_world_has(world, query->start)) {
    ovi_query_find_outside(world, query->start, ovi_start_names, &planner->call.fault);
    return OVL_START_OUTSIDE;
  }
  const ovl_world *view = ovi_planner_enter_world(planner, world);
  if (view == NULL) {
    return ovi_planner_too_small(planner, world, false);
  }
  world = view;
  layer = &world->layers[query->profile];
  local_work work = {.local = &planner->workspace.refiner.local,
                     .world = world,
                     .layer = layer,
                     .query = query,
                     .start = ovi_world_to_plane(world, query->start)};
  if (ovi_layer_weight(layer, work.start.x, work.start.y) == 0) {
    return ovi_planner_leave_world(planner,
                                   ovi_planner_refuse(planner, OVL_START_BLOCKED, "start", 0, 0));
  }
  ovi_planner_begin_work(planner);
  planner->task.has_result = false;
  /* The square around the start, clipped to its floor; a place of a floor graph has no neighbours.
   */
  const ovi_rectangle start = ovi_rectangle_of_one(work.start.x, work.start.y);
  ovi_rectangle floor;
  if (!ovi_world_floor_rectangle(world, query->start.floor, &floor)) {
    floor = start;
  }
  work.square = ovi_rectangle_common(ovi_rectangle_grow(start, radius), floor);
  result =
      search_square(&work, query->expansion_limit != 0 ? query->expansion_limit : UINT64_MAX, path);
  ovi_planner_end_work(planner);
  planner->call.fault =
      result == OVL_OK            ? (ovl_fault){.what = ""}
      : result == OVL_UNREACHABLE ? (ovl_fault){.what = "goals: none can be reached in the window"}
      : result == OVL_LIMITED     ? (ovl_fault){"expansion_limit", 0, query->expansion_limit, 0}
                                  : (ovl_fault){"capacity", 0, path->capacity, path->count};
  if (!ovi_planner_has_all(planner)) {
    ovi_path_clear(path);
  }
  return ovi_planner_leave_world(planner, result);
}
