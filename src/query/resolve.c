/* Moves ends to open cells and chooses one of many goals; after that a query leads from cell to
 * cell. */
#include "query/resolve.h"

#include "coarse/search/nearest_cell.h"
#include "coarse/search/nearest_goal.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "overland_inspect.h"
#include "query/task.h"

enum { RESOLVE_ENDS, RESOLVE_GOAL, RESOLVE_NEAREST, RESOLVE_NEAREST_GOAL, RESOLVE_STAGES };

/* ---- Islands --------------------------------------------------------------- */

static bool is_open_island(const void *user, uint32_t island) {
  (void)user;
  return island != 0;
}

static bool is_same_island(const void *user, uint32_t island) {
  return island == *(const uint32_t *)user;
}

/* ---- Goals in the plane ------------------------------------------------------ */

static bool place_listed(const void *user, uint32_t at, ovl_cell *cell) {
  const ovi_query_goals *goals = user;
  ovl_cell given = goals->first;
  if (goals->cells != NULL) {
    given = goals->cells[at];
  } else {
    given.x += (int32_t)at * goals->apart;
  }
  if (!ovi_world_has(goals->world, given)) {
    return false;
  }
  *cell = ovi_world_to_plane(goals->world, given);
  return true;
}

void ovi_goals_listed(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                      const ovl_cell *cells, size_t count) {
  *goals = (ovi_query_goals){.world = world, .cells = cells};
  goals->goals.cell_at = place_listed;
  goals->goals.user = goals;
  goals->goals.count = (uint32_t)count;
  goals->goals.index = index;
}

/* Lists places of a floor graph, `apart` columns from each to the next: they form a row for the
 * caller, but not in the plane. */
static void list_places(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                        ovl_cell first, int32_t apart, int64_t count) {
  *goals = (ovi_query_goals){.world = world};
  if (count > 0) {
    ovi_goals_listed(goals, index, world, NULL, (size_t)count);
    goals->first = first;
    goals->apart = apart;
  }
}

/* Returns whether a floor is a graph of places; *count is their number. */
static bool is_floor_graph(const ovl_world *world, int32_t floor, int32_t *count) {
  ovl_floor_info info;
  const bool is = ovl_world_floor(world, floor, &info) && info.graph;
  *count = is ? info.width : 0;
  return is;
}

static int32_t clamp(int64_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : (int32_t)value;
}

/* Clips a rectangle of w x h cells, which begins so far from the corner of a floor, to that floor,
 * in the plane; empty if there is no such floor. */
static ovi_rectangle clip(const ovl_world *world, int32_t number, int64_t x, int64_t y, int64_t w,
                          int64_t h) {
  ovi_rectangle floor;
  if (!ovi_world_floor_rectangle(world, number, &floor)) {
    return (ovi_rectangle){0, 0, 0, 0};
  }
  const int32_t width = floor.x1 - floor.x0;
  const int32_t height = floor.y1 - floor.y0;
  return (ovi_rectangle){floor.x0 + clamp(x, 0, width), floor.y0 + clamp(y, 0, height),
                         floor.x0 + clamp(x + w, 0, width), floor.y0 + clamp(y + h, 0, height)};
}

/* Lists the places from a column up to before another, if their row is one of those asked for. */
static void list_row(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                     ovl_cell at, int64_t end_x, bool has_row) {
  int32_t places;
  is_floor_graph(world, at.floor, &places);
  const ovl_cell first = {clamp(at.x, 0, places), 0, at.floor};
  list_places(goals, index, world, first, 1, has_row ? clamp(end_x, 0, places) - first.x : 0);
}

ovl_result ovi_goals_asked(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                           const ovi_query *asked) {
  const ovl_cell at = asked->goal;
  const int64_t radius = asked->more.goal_radius;
  ovl_floor_info floor;
  const bool is_graph = ovl_world_floor(world, at.floor, &floor) && floor.graph;
  const int64_t x = (int64_t)at.x - floor.corner.x;
  const int64_t y = (int64_t)at.y - floor.corner.y;
  ovl_fault unused;
  if (!ovi_query_check_goals(asked, &unused)) {
    return OVL_BAD_ARGUMENT;
  }
  switch (asked->more.goal_kind) {
  case OVL_GOAL_RECT:
    if (is_graph) {
      list_row(goals, index, world, at, (int64_t)at.x + asked->more.goal_w,
               at.y <= 0 && at.y > -asked->more.goal_h);
      return OVL_OK;
    }
    goals->goals =
        (ovi_goals){.area = clip(world, at.floor, x, y, asked->more.goal_w, asked->more.goal_h),
                    .most_square = UINT64_MAX};
    return OVL_OK;
  case OVL_GOAL_WITHIN:
    if (!ovi_world_has(world, at)) {
      return OVL_GOAL_OUTSIDE;
    }
    if (is_graph) {
      const ovl_cell first = {at.x - (int32_t)radius, 0, at.floor};
      list_row(goals, index, world, first, at.x + radius + 1, true);
      return OVL_OK;
    }
    goals->goals = (ovi_goals){
        .area = clip(world, at.floor, x - radius, y - radius, 2 * radius + 1, 2 * radius + 1),
        .centre = ovi_world_to_plane(world, at),
        .most_square = (uint64_t)(radius * radius)};
    return OVL_OK;
  case OVL_GOAL_SET:
    ovi_goals_listed(goals, index, world, asked->more.goal_cells, asked->more.goal_count);
    return OVL_OK;
  default:
    return OVL_BAD_ARGUMENT;
  }
}

/* ---- Choosing ------------------------------------------------------------------ */

/* Begins to choose one of the goals. */
static void begin_choosing(ovl_planner *planner) {
  ovi_resolving *resolving = &planner->task.resolving;
  const ovi_dijkstra costs = ovi_planner_dijkstra(planner);
  ovi_nearest_goal_begin(&resolving->nearest, &costs, &resolving->goals.goals);
  resolving->is_choosing = true;
}

/* Chooses a goal, if that was begun. */
static ovi_status choose_goal(void *work) {
  ovl_planner *planner = work;
  ovi_resolving *resolving = &planner->task.resolving;
  if (!resolving->is_choosing) {
    return OVI_DONE;
  }
  const ovi_status status = ovi_nearest_goal_run(&resolving->nearest, ovi_planner_end(planner));
  if (status != OVI_DONE && status != OVI_NONE) {
    return status;
  }
  resolving->is_choosing = false;
  if (status == OVI_DONE) {
    OVI_ASSERT(resolving->nearest.best.cost != UINT64_MAX);
    planner->task.plane.query.goal = resolving->nearest.best.cell;
  } else if (resolving->nearest.state == OVI_GOALS_OUTSIDE) {
    return ovi_planner_fail(planner, OVL_GOAL_OUTSIDE);
  } else {
    resolving->refusal =
        resolving->nearest.state == OVI_GOALS_UNREACHABLE ? OVL_UNREACHABLE : OVL_GOAL_BLOCKED;
  }
  return OVI_DONE;
}

/* Lists the reachable places nearest to a column, one or two; false if none can be reached. */
static bool list_nearest(ovl_planner *planner, int32_t floor, int32_t x) {
  const ovi_plane_query *plane = &planner->task.plane;
  int32_t places;
  is_floor_graph(plane->world, floor, &places);
  const int32_t farthest = x > places - 1 - x ? x : places - 1 - x;
  for (int32_t away = 0; away <= farthest; away++) {
    for (int32_t at = x - away; at <= x + away; at += away != 0 ? 2 * away : 1) {
      const ovl_cell place = {at, 0, floor};
      if (at < 0 || at >= places) {
        continue;
      }
      const ovl_cell cell = ovi_world_to_plane(plane->world, place);
      if (plane->reachable.reaches(plane->reachable.user,
                                   ovi_layer_island(plane->layer, cell.x, cell.y))) {
        list_places(&planner->task.resolving.goals, &planner->workspace.goal_index, plane->world,
                    (ovl_cell){x - away, 0, floor}, 2 * away, away != 0 ? 2 : 1);
        return true;
      }
    }
  }
  return false;
}

/* Makes the reachable cells of a floor that are nearest to a cell the goals; false if there are
 * none. The cell is counted from the corner of the floor. */
static bool set_nearest(ovl_planner *planner, int32_t number, ovl_cell goal) {
  const ovi_plane_query *plane = &planner->task.plane;
  ovi_rectangle floor;
  int32_t places;
  if (is_floor_graph(plane->world, number, &places)) {
    return list_nearest(planner, number, goal.x);
  }
  if (!ovi_world_floor_rectangle(plane->world, number, &floor)) {
    return false;
  }
  const ovl_cell centre = {floor.x0 + goal.x, floor.y0 + goal.y, 0};
  const ovi_nearest_cell nearest =
      ovi_nearest_cell_find(plane->layer, floor, centre, plane->reachable);
  if (nearest.found) {
    const int64_t away = (int64_t)ovi_root(nearest.square);
    planner->task.resolving.goals.goals =
        (ovi_goals){.area = clip(plane->world, number, goal.x - away, goal.y - away, 2 * away + 1,
                                 2 * away + 1),
                    .centre = centre,
                    .least_square = nearest.square,
                    .most_square = nearest.square};
  }
  return nearest.found;
}

/* ---- Moving ---------------------------------------------------------------------- */

uint32_t ovi_end_island(const ovl_world *world, const ovi_layer *layer, int32_t floor_number,
                        bool moves, ovl_cell *cell) {
  ovi_rectangle floor;
  const ovi_reachable open = {is_open_island, NULL};
  const uint32_t island = ovi_layer_island(layer, cell->x, cell->y);
  if (island != 0 || !moves || !ovi_world_floor_rectangle(world, floor_number, &floor)) {
    return island; /* all places of floor graphs are open */
  }
  const ovi_nearest_cell nearest = ovi_nearest_cell_find(layer, floor, *cell, open);
  *cell = nearest.found ? nearest.cell : *cell;
  return nearest.found ? ovi_layer_island(layer, cell->x, cell->y) : 0;
}

ovi_status ovi_query_resolve_start(ovl_planner *planner) {
  ovi_plane_query *plane = &planner->task.plane;
  const ovi_query *asked = plane->asked;
  ovl_cell *start = &plane->query.start;
  plane->start_island =
      ovi_end_island(plane->world, plane->layer, asked->start.floor, asked->move_start, start);
  plane->reachable = (ovi_reachable){is_same_island, &plane->start_island};
  if (plane->layer->profile.is_directed && plane->start_island != 0) {
    ovi_island_reach *reach = &planner->workspace.island_reach;
    ovi_island_reach_all(reach, plane->layer, plane->start_island);
    plane->reachable = (ovi_reachable){ovi_island_reach_has, reach};
  }
  return plane->start_island != 0 ? OVI_DONE : ovi_planner_fail(planner, OVL_START_BLOCKED);
}

bool ovi_query_is_for_cell(const ovi_query *asked, ovi_query *single) {
  *single = *asked;
  if (asked->more.goal_kind == OVL_GOAL_SET && asked->more.goal_count == 1 &&
      asked->more.goal_cells != NULL) {
    single->more.goal_kind = OVL_GOAL_CELL;
    single->goal = asked->more.goal_cells[0];
  }
  return single->more.goal_kind == OVL_GOAL_CELL;
}

static ovi_status resolve_ends(void *work) {
  ovl_planner *planner = work;
  ovi_resolving *resolving = &planner->task.resolving;
  ovi_plane_query *plane = &planner->task.plane;
  ovi_query single;
  const bool is_cell = ovi_query_is_for_cell(plane->asked, &single);
  const bool is_outside = is_cell && !ovi_world_has(plane->world, single.goal);
  resolving->is_choosing = false;
  resolving->refusal = OVL_OK;
  if (is_outside && plane->asked->more.goal_kind == OVL_GOAL_CELL) {
    return ovi_planner_fail(planner, OVL_GOAL_OUTSIDE);
  }
  const ovi_status status = ovi_query_resolve_start(planner);
  if (status != OVI_DONE) {
    return status;
  }
  if (is_outside) {
    return ovi_planner_fail(planner, OVL_GOAL_OUTSIDE);
  }
  if (is_cell) {
    /* Move it to the nearest open one if the query says so. */
    ovl_cell *goal = &plane->query.goal;
    *goal = ovi_world_to_plane(plane->world, single.goal);
    const uint32_t island =
        ovi_end_island(plane->world, plane->layer, single.goal.floor, single.move_goal, goal);
    const bool is_reached = island != 0 && plane->reachable.reaches(plane->reachable.user, island);
    resolving->refusal = is_reached ? OVL_OK : island == 0 ? OVL_GOAL_BLOCKED : OVL_UNREACHABLE;
    return OVI_DONE;
  }
  const ovl_result result = ovi_goals_asked(&resolving->goals, &planner->workspace.goal_index,
                                            plane->world, plane->asked);
  if (result != OVL_OK) {
    return ovi_planner_fail(planner, result);
  }
  begin_choosing(planner);
  return OVI_DONE;
}

/* If no goal can be reached, begins to choose among the reachable cells nearest to the goal that
 * was asked for, wherever that was moved to. They are cells of the goal's floor, or of the start's
 * if none of the goal's can be reached. */
static ovi_status resolve_nearest(void *work) {
  ovl_planner *planner = work;
  ovi_plane_query *plane = &planner->task.plane;
  ovi_resolving *resolving = &planner->task.resolving;
  ovi_query single;
  if (resolving->refusal == OVL_OK) {
    ovi_stage_go_to(&resolving->stages, RESOLVE_STAGES);
    return OVI_DONE;
  }
  if (!plane->asked->nearest) {
    return ovi_planner_fail(planner, resolving->refusal);
  }
  ovl_cell goal = plane->asked->goal;
  if (ovi_query_is_for_cell(plane->asked, &single)) {
    goal = single.goal;
  } else if (plane->asked->more.goal_kind == OVL_GOAL_SET) {
    /* The first that is a cell of the world. There is one, or the goals would be outside. */
    const ovl_cell *cells = plane->asked->more.goal_cells;
    while (!ovi_world_has(plane->world, *cells)) {
      cells++;
    }
    goal = *cells;
  }
  ovl_floor_info floor;
  ovl_world_floor(plane->world, goal.floor, &floor);
  goal.x = goal.x > floor.corner.x ? goal.x - floor.corner.x : 0;
  goal.y = goal.y > floor.corner.y ? goal.y - floor.corner.y : 0;
  const ovl_cell start = ovi_world_from_plane(plane->world, plane->query.start);
  const bool is_set =
      set_nearest(planner, goal.floor, goal) || set_nearest(planner, start.floor, goal);
  OVI_ASSERT(is_set || !ovi_planner_has_all(planner)); /* the start itself can be reached */
  if (!is_set) {
    return OVI_INTERNAL;
  }
  resolving->refusal = OVL_OK;
  plane->is_partial = true;
  begin_choosing(planner);
  return OVI_DONE;
}

ovi_status ovi_query_resolve(void *work) {
  ovl_planner *planner = work;
  static const ovi_stage stages[RESOLVE_STAGES] = {
      [RESOLVE_ENDS] = {"move the ends to open cells", resolve_ends},
      [RESOLVE_GOAL] = {"choose the nearest goal", choose_goal},
      [RESOLVE_NEAREST] = {"check that a goal can be reached", resolve_nearest},
      [RESOLVE_NEAREST_GOAL] = {"choose the nearest cell that can be reached", choose_goal}};
  ovi_resolving *resolving = &planner->task.resolving;
  const ovi_status status = ovi_planner_do(planner, &resolving->stages, stages, RESOLVE_STAGES);
  if (status == OVI_DONE && resolving->refusal != OVL_OK) {
    return ovi_planner_fail(planner, resolving->refusal);
  }
  if (status == OVI_DONE) {
    ovi_planner_emit_stage(planner, "resolve the ends", 0, 2);
  }
  return status;
}
