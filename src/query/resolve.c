/* Moves ends to open cells and chooses one of many goals; after that a query leads from cell to
 * cell. */
#include "query/resolve.h"

#include "coarse/nearest/nearest_cell.h"
#include "coarse/nearest/nearest_goal.h"
#include "coarse/view/region_cells.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "overland_bake.h"
#include "overland_inspect.h"
#include "query/route_limit.h"
#include "query/task.h"
#include "world/inspect.h"

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

static ovi_rectangle of_one(ovl_cell cell) { return ovi_rectangle_of_one(cell.x, cell.y); }

ovl_result ovi_goals_asked(ovi_query_goals *goals, ovi_goal_index *index, const ovl_world *world,
                           const ovi_query *asked) {
  const ovl_cell at = asked->goal;
  const int64_t radius = asked->more.goal_radius;
  const int topology = ovi_world_topology(world);
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
        .from = of_one(ovi_world_to_plane(world, at)),
        .topology = topology,
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
  ovi_nearest_goal_begin(&resolving->nearest, &costs, &planner->workspace.zones,
                         &resolving->goals.goals, ovi_goal_measure, planner);
  planner->task.as.writing.has_begun = false;
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

/* A goal that no path leads to: cells of a floor, counted from its corner. */
typedef struct lost_goal {
  int32_t floor;
  ovi_rectangle cells;
} lost_goal;

/* The reachable place of a floor graph that is nearest to a range of columns, if it is nearer than
 * `below`. */
static ovi_nearest_cell nearest_place(const ovi_plane_query *plane, const lost_goal *goal,
                                      int32_t places, uint64_t below) {
  ovi_nearest_cell nearest = {.square = below};
  for (int32_t x = 0; x < places; x++) {
    const ovl_cell cell = ovi_world_to_plane(plane->world, (ovl_cell){x, 0, goal->floor});
    const int64_t away = ovi_range_apart(x, x + 1, goal->cells.x0, goal->cells.x1);
    if ((uint64_t)(away * away) < nearest.square &&
        plane->reachable.reaches(plane->reachable.user,
                                 ovi_layer_island(plane->layer, cell.x, cell.y))) {
      nearest = (ovi_nearest_cell){true, cell, (uint64_t)(away * away)};
    }
  }
  return nearest;
}

/* Finds the reachable cell of a goal's floor that is nearest to it, if it is nearer than `below`.
 */
static ovi_nearest_cell nearest_to(const ovi_plane_query *plane, const lost_goal *goal,
                                   uint64_t below) {
  ovi_rectangle floor;
  int32_t places;
  if (is_floor_graph(plane->world, goal->floor, &places)) {
    return nearest_place(plane, goal, places, below);
  }
  if (!ovi_world_floor_rectangle(plane->world, goal->floor, &floor)) {
    return (ovi_nearest_cell){.square = below};
  }
  const ovi_rectangle place = {floor.x0 + goal->cells.x0, floor.y0 + goal->cells.y0,
                               floor.x0 + goal->cells.x1, floor.y0 + goal->cells.y1};
  return ovi_nearest_cell_find(plane->layer, floor, place, below, plane->reachable);
}

/* Makes the cells of a goal's floor that lie so far from it the goals. */
static void set_cells_at(ovl_planner *planner, const lost_goal *goal, uint64_t square) {
  const ovi_plane_query *plane = &planner->task.plane;
  const ovi_rectangle cells = goal->cells;
  const int64_t away = (int64_t)ovi_root(square);
  ovi_rectangle floor;
  int32_t places;
  if (is_floor_graph(plane->world, goal->floor, &places)) {
    const int32_t apart = away != 0 ? cells.x1 - 1 - cells.x0 + 2 * (int32_t)away : 1;
    list_places(&planner->task.resolving.goals, &planner->workspace.goal_index, plane->world,
                (ovl_cell){cells.x0 - (int32_t)away, 0, goal->floor}, apart,
                away != 0 ? 2 : cells.x1 - cells.x0);
  } else if (ovi_world_floor_rectangle(plane->world, goal->floor, &floor)) {
    planner->task.resolving.goals.goals =
        (ovi_goals){.area = clip(plane->world, goal->floor, cells.x0 - away, cells.y0 - away,
                                 cells.x1 - cells.x0 + 2 * away, cells.y1 - cells.y0 + 2 * away),
                    .from = {floor.x0 + cells.x0, floor.y0 + cells.y0, floor.x0 + cells.x1,
                             floor.y0 + cells.y1},
                    .topology = plane->layer->profile.corners,
                    .least_square = square,
                    .most_square = square};
  }
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
  const ovi_nearest_cell nearest =
      ovi_nearest_cell_find(layer, floor, of_one(*cell), UINT64_MAX, open);
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
  if (ovi_layer_has_arcs(plane->layer) && plane->start_island != 0) {
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

/* A cell of the world as a goal. */
static lost_goal lost_cell(const ovl_world *world, ovl_cell cell) {
  ovl_floor_info floor;
  ovl_world_floor(world, cell.floor, &floor);
  return (lost_goal){cell.floor,
                     ovi_rectangle_of_one(cell.x - floor.corner.x, cell.y - floor.corner.y)};
}

/* The part of a rectangle that lies in the world. */
static lost_goal lost_rectangle(const ovl_world *world, const ovi_query *asked) {
  const ovl_cell at = asked->goal;
  ovl_floor_info floor;
  ovl_world_floor(world, at.floor, &floor);
  const int64_t x = (int64_t)at.x - floor.corner.x;
  const int64_t y = (int64_t)at.y - floor.corner.y;
  return (lost_goal){at.floor,
                     {clamp(x, 0, floor.width), clamp(y, 0, floor.height),
                      clamp(x + asked->more.goal_w, 0, floor.width),
                      clamp(y + asked->more.goal_h, 0, floor.height)}};
}

/* Finds the box of some goals of a set. It has no cells if none of them lies in the world; false:
 * they lie on several floors, or on one that is no grid. */
static bool lost_block(const ovi_plane_query *plane, const ovl_cell *cells, size_t count,
                       lost_goal *block) {
  int32_t places;
  *block = (lost_goal){-1, {0, 0, 0, 0}};
  for (size_t i = 0; i < count; i++) {
    if (ovi_world_has(plane->world, cells[i])) {
      const lost_goal goal = lost_cell(plane->world, cells[i]);
      const bool is_first = block->floor < 0;
      if (is_floor_graph(plane->world, goal.floor, &places) ||
          (!is_first && goal.floor != block->floor)) {
        return false;
      }
      block->floor = goal.floor;
      block->cells = is_first ? goal.cells : ovi_rectangle_join(block->cells, goal.cells);
    }
  }
  return true;
}

/* The goals of a set that are looked for, and the best one so far. */
typedef struct lost_search {
  const ovi_plane_query *plane;
  lost_goal chosen;
  uint64_t least;       /* its squared distance; UINT64_MAX: no cell of its floor can be reached */
  uint64_t lost_floors; /* a bit for each floor that has no reachable cell */
} lost_search;

/* Returns whether a goal, or a block of goals, may be nearer than the best one so far. */
static bool is_lost_goal_nearer(lost_search *search, const lost_goal *goal, uint64_t *square) {
  const uint64_t floor = (uint64_t)1 << (goal->floor % OVL_MAX_FLOORS);
  if ((search->lost_floors & floor) != 0) {
    return false;
  }
  const ovi_nearest_cell nearest = nearest_to(search->plane, goal, search->least);
  search->lost_floors |= !nearest.found && search->least == UINT64_MAX ? floor : 0;
  *square = nearest.square;
  return nearest.found;
}

/* Chooses the cell of a set that is nearest to a reachable cell of its floor, the first of several;
 * the first cell of the set in the world if there is none. Blocks of goals that are no nearer than
 * the best one so far are passed over. */
static lost_goal lost_of_set(const ovi_plane_query *plane) {
  enum { GOALS = 64 };
  const ovl_query_more *more = &plane->asked->more;
  const size_t count = more->goal_count;
  lost_search search = {.plane = plane, .chosen = {-1, {0, 0, 0, 0}}, .least = UINT64_MAX};
  uint64_t square;
  for (size_t at = 0, size = 1; at < count; at += size) {
    lost_goal block;
    for (size = (size_t)GOALS * GOALS; size > 1; size /= GOALS) {
      const size_t goals = size < count - at ? size : count - at;
      if (at % size == 0 && search.chosen.floor >= 0 &&
          lost_block(plane, more->goal_cells + at, goals, &block) &&
          (block.floor < 0 || !is_lost_goal_nearer(&search, &block, &square))) {
        break;
      }
    }
    if (size == 1 && ovi_world_has(plane->world, more->goal_cells[at])) {
      const lost_goal goal = lost_cell(plane->world, more->goal_cells[at]);
      const bool is_nearer = is_lost_goal_nearer(&search, &goal, &square);
      search.chosen = is_nearer || search.chosen.floor < 0 ? goal : search.chosen;
      search.least = is_nearer ? square : search.least;
    }
  }
  OVI_ASSERT(search.chosen.floor >= 0); /* or the goals would be outside */
  return search.chosen;
}

/* If no goal can be reached, begins to choose among the reachable cells nearest to the goal that
 * was asked for, wherever that was moved to. They are cells of the goal's floor, or of the start's
 * if none of the goal's can be reached. */
static ovi_status resolve_nearest(void *work) {
  ovl_planner *planner = work;
  ovi_plane_query *plane = &planner->task.plane;
  ovi_resolving *resolving = &planner->task.resolving;
  const ovl_world *world = plane->world;
  ovi_query single;
  if (resolving->refusal == OVL_OK) {
    ovi_stage_go_to(&resolving->stages, RESOLVE_STAGES);
    return OVI_DONE;
  }
  if (!plane->asked->nearest) {
    return ovi_planner_fail(planner, resolving->refusal);
  }
  const bool is_cell = ovi_query_is_for_cell(plane->asked, &single);
  lost_goal goal = is_cell                                        ? lost_cell(world, single.goal)
                   : plane->asked->more.goal_kind == OVL_GOAL_SET ? lost_of_set(plane)
                   : plane->asked->more.goal_kind == OVL_GOAL_WITHIN
                       ? lost_cell(world, single.goal)
                       : lost_rectangle(world, plane->asked);
  ovi_nearest_cell nearest = nearest_to(plane, &goal, UINT64_MAX);
  if (!nearest.found) {
    goal.floor = ovi_world_from_plane(world, plane->query.start).floor;
    nearest = nearest_to(plane, &goal, UINT64_MAX);
  }
  OVI_ASSERT(nearest.found || !ovi_planner_has_all(planner)); /* the start can be reached */
  if (!nearest.found) {
    return OVI_INTERNAL;
  }
  set_cells_at(planner, &goal, nearest.square);
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
