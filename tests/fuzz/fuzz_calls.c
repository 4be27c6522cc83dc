/* Calls of paths, routes, costs, tasks, flows, units and inspection. */
#include "tests/fuzz/fuzz_calls.h"

#include "overland_bake.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_trace.h"
#include "overland_units.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_BYTES = 64 << 20,
  MOST_POINTS = 600,
  MOST_LINKS = 40,
  MOST_CELLS = 24,
  MOST_RANGE = 300
};

void fuzz_check(bool holds, const char *condition, const char *file, int line) {
  if (!holds) {
    fprintf(stderr, "%s:%d: broken: %s\n", file, line, condition);
    abort();
  }
}

uint32_t fuzz_step_rule(void *user, const struct ovl_step *step) {
  (void)user;
  return (uint32_t)(step->from.x * 7 + step->from.y * 13 + step->direction) % 11 == 0
             ? OVL_STEP_BLOCKED
             : (uint32_t)(step->from.x + step->from.y) % 3 * 100;
}

/* Memory as a game grants it: a forged world that asks for more gets none. */
static void *allocate_some(void *user, size_t bytes) {
  (void)user;
  return bytes <= MOST_BYTES ? malloc(bytes) : NULL;
}

static void release_some(void *user, void *memory, size_t bytes) {
  (void)user;
  (void)bytes;
  free(memory);
}

static const ovl_allocator some_memory = {allocate_some, release_some, NULL};

ovl_planner *fuzz_planner(const ovl_world *world) {
  ovl_planner_def def = {.world = world};
  ovl_planner *planner = NULL;
  def.turn_costs = true;
  def.allocator = some_memory;
  return ovl_planner_create(&def, &planner, NULL) == OVL_OK ? planner : NULL;
}

ovl_cell fuzz_cell(const fuzz_session *session, fuzz_input *input) {
  ovl_floor_info floor = {.width = 1, .height = 1};
  const int32_t number = (int32_t)fuzz_u8(input);
  const int32_t on = ovl_world_floor(session->world, number, &floor) ? number : 0;
  ovl_world_floor(session->world, on, &floor);
  const int32_t x = floor.corner.x + fuzz_between(input, -1, floor.width);
  return (ovl_cell){x, floor.corner.y + fuzz_between(input, -1, floor.height), on};
}

/* ---- Queries ----------------------------------------------------------------------------- */

/* Reads an event, and asks to stop at some. */
static bool take_event(void *user, const ovl_trace_event *event) {
  (void)user;
  FUZZ_CHECK(event->kind <= OVL_TRACE_STAGE && event->tier <= OVL_TIER_OVERLAY);
  return (event->g + event->h + (uint32_t)event->node[0].x + (uint32_t)event->parent[1].y) % 61 ==
         0;
}

/* The cells of sets stand in `cells`, the further settings in `more`. */
static ovl_query draw_query(const fuzz_session *session, fuzz_input *input, ovl_query_more *more,
                            ovl_cell *cells) {
  ovl_query query = {0};
  const uint32_t flags = fuzz_u8(input);
  query.start = fuzz_cell(session, input);
  query.goal = fuzz_cell(session, input);
  query.move_start = (flags & 1u) != 0;
  query.move_goal = (flags & 2u) != 0;
  query.nearest = (flags & 4u) != 0;
  query.profile = (flags & 8u) != 0 ? fuzz_between(input, 0, 3) : 0;
  query.smoothing = (ovl_smoothing)fuzz_between(input, 0, OVL_SMOOTH_COUNT);
  *more = (ovl_query_more){0};
  if ((flags & 16u) != 0) {
    more->goal_kind = (ovl_goal_kind)fuzz_between(input, 0, OVL_GOAL_COUNT);
    more->goal_w = fuzz_between(input, 0, 30);
    more->goal_h = fuzz_between(input, 0, 30);
    more->goal_radius = fuzz_between(input, 0, 20);
    more->goal_count = (size_t)fuzz_between(input, 0, MOST_CELLS);
    for (size_t i = 0; more->goal_kind == OVL_GOAL_SET && i < more->goal_count; i++) {
      cells[i] = fuzz_cell(session, input);
    }
    more->goal_cells = cells;
  }
  if ((flags & 32u) != 0) {
    more->cost_limit = fuzz_u16(input) * 16u;
    more->expansion_limit = fuzz_u16(input);
  }
  if ((flags & 64u) != 0) {
    more->turn_cost = fuzz_u16(input);
  }
  more->trace = (flags & 128u) != 0 ? take_event : NULL;
  query.more = more;
  return query;
}

/* The cost of the run of steps of a leg; 0 if one of them is not legal. */
static uint64_t leg_cost(const fuzz_session *session, int32_t profile, ovl_cell from, ovl_cell to) {
  static const int8_t xs[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int8_t ys[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  const int32_t dx = (to.x > from.x) - (to.x < from.x);
  const int32_t dy = (to.y > from.y) - (to.y < from.y);
  uint64_t cost = 0;
  int32_t direction = 0;
  while (direction < 8 && (xs[direction] != dx || ys[direction] != dy)) {
    direction++;
  }
  while (direction < 8 && (from.x != to.x || from.y != to.y)) {
    const uint64_t step = ovl_world_step(session->world, profile, from, direction);
    if (step == 0) {
      return 0;
    }
    cost += step;
    from.x += dx;
    from.y += dy;
  }
  return cost;
}

/* Sums up the legs of a path of straight and diagonal runs. */
static uint64_t path_cost(const fuzz_session *session, int32_t profile, const ovl_path *path) {
  uint64_t cost = 0;
  size_t link = 0;
  for (size_t i = 1; i < path->count; i++) {
    if (link < path->link_count && path->links[link].point == i) {
      ovl_link_def def;
      FUZZ_CHECK(ovl_world_link(session->world, path->links[link].link, &def));
      cost += path->links[link].back ? def.cost_back : def.cost;
      link++;
      continue;
    }
    const uint64_t leg = leg_cost(session, profile, path->points[i - 1], path->points[i]);
    FUZZ_CHECK(leg != 0);
    cost += leg;
  }
  return cost;
}

/* Checks what a path promises. */
static void judge_path(const fuzz_session *session, const ovl_query *query, const ovl_path *path,
                       ovl_result result) {
  const bool fits = path->count <= path->capacity && path->link_count <= path->link_capacity;
  FUZZ_CHECK(result != OVL_OK || (fits && path->count != 0));
  FUZZ_CHECK(result != OVL_MORE_ROOM || !fits);
  if (result != OVL_OK || !session->is_honest || session->is_failing ||
      query->smoothing >= OVL_SMOOTH_ANY || path->partial) {
    return;
  }
  if (query->more->goal_kind == OVL_GOAL_CELL && !query->move_goal) {
    const ovl_cell last = path->points[path->count - 1];
    FUZZ_CHECK(last.x == query->goal.x && last.y == query->goal.y);
  }
  FUZZ_CHECK(path_cost(session, query->profile, path) == path->cost);
}

static void call_path(const fuzz_session *session, fuzz_input *input, bool sliced) {
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  ovl_cell points[MOST_POINTS];
  ovl_path_link links[MOST_LINKS];
  const ovl_query query = draw_query(session, input, &more, cells);
  ovl_path path = {.points = points,
                   .capacity = fuzz_bool(input) ? MOST_POINTS : fuzz_u8(input),
                   .links = links,
                   .link_capacity = MOST_LINKS};
  if (!sliced) {
    judge_path(session, &query, &path,
               ovl_find_path(session->planner, session->world, &query, &path));
    return;
  }
  const uint64_t budget = 1 + fuzz_u8(input) * 8u;
  uint64_t spent = 0;
  bool done = false;
  ovl_result result = ovl_task_begin_path(session->planner, session->world, &query, &path);
  for (int steps = 0; result == OVL_OK && !done && steps < 400; steps++) {
    result = ovl_task_step(session->planner, budget, &spent, &done);
    FUZZ_CHECK(spent <= budget);
  }
  if (done) {
    judge_path(session, &query, &path, ovl_task_result(session->planner));
  }
  ovl_task_cancel(session->planner);
}

static void call_route(const fuzz_session *session, fuzz_input *input) {
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  ovl_cell points[MOST_POINTS];
  ovl_path_link links[MOST_LINKS];
  ovl_route route;
  const ovl_query query = draw_query(session, input, &more, cells);
  ovl_result result = ovl_route_begin(session->planner, session->world, &query, &route);
  const bool is_walked = result == OVL_OK || result == OVL_LIMITED || result == OVL_UNREACHABLE;
  ovl_planner_trace_segments(session->planner, more.trace, NULL);
  result = is_walked && route.cost_to_go != 0 ? OVL_OK : OVL_UNREACHABLE;
  for (int i = 0; result == OVL_OK && !route.done && i < 40; i++) {
    ovl_path segment = {
        .points = points, .capacity = MOST_POINTS, .links = links, .link_capacity = MOST_LINKS};
    const uint64_t before = route.cost_to_go;
    result = ovl_route_next(session->planner, session->world, &route, route.position, &segment);
    FUZZ_CHECK(result != OVL_OK || segment.count <= segment.capacity);
    if (result == OVL_OK && session->is_honest && route.kind != OVL_ROUTE_DIRECT) {
      FUZZ_CHECK(route.cost_to_go + segment.cost <= before);
    }
  }
}

static void call_costs(const fuzz_session *session, fuzz_input *input) {
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  uint64_t costs[MOST_CELLS];
  ovl_query query = draw_query(session, input, &more, cells);
  const size_t count = (size_t)fuzz_between(input, 0, MOST_CELLS);
  for (size_t i = 0; i < count; i++) {
    cells[i] = fuzz_cell(session, input);
  }
  const ovl_result result =
      ovl_find_costs(session->planner, session->world, &query, cells, count, costs);
  for (size_t i = 0; result == OVL_OK && session->is_honest && !session->is_failing && i < count;
       i++) {
    ovl_query to = {0};
    to.start = query.start;
    to.move_start = query.move_start;
    to.goal = cells[i];
    to.profile = query.profile;
    const ovl_result reached = ovl_reaches(session->planner, session->world, &to);
    FUZZ_CHECK((costs[i] != UINT64_MAX) == (reached == OVL_OK));
  }
}

static void call_range(const fuzz_session *session, fuzz_input *input) {
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  ovl_range_cell reached[MOST_RANGE];
  size_t needed = 0;
  const ovl_query query = draw_query(session, input, &more, cells);
  const uint64_t budget = fuzz_u16(input) * 4u;
  const ovl_result result = ovl_find_range(session->planner, session->world, &query, budget,
                                           reached, MOST_RANGE, &needed);
  FUZZ_CHECK(result != OVL_OK || needed <= MOST_RANGE);
  for (size_t i = 0; result == OVL_OK && i < needed; i++) {
    FUZZ_CHECK(reached[i].cost <= budget);
  }
}

/* ---- Other calls -------------------------------------------------------------------------- */

static void call_reaches(const fuzz_session *session, fuzz_input *input) {
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  const ovl_query query = draw_query(session, input, &more, cells);
  ovl_reaches(session->planner, session->world, &query);
}

static void call_inspect(const fuzz_session *session, fuzz_input *input) {
  const ovl_cell cell = fuzz_cell(session, input);
  const int32_t profile = fuzz_between(input, -1, 4);
  const int32_t region = fuzz_between(input, -1, 200);
  ovl_waypoint waypoints[20];
  ovl_edge edges[40];
  ovl_profile_info profile_info;
  ovl_world_info info;
  ovl_world_bytes bytes;
  uint8_t terrain[64];
  ovl_world_terrain(session->world, cell);
  ovl_world_height(session->world, cell);
  ovl_world_read_terrain(session->world, cell, 8, 8, terrain, 8, NULL);
  ovl_world_weight(session->world, profile, cell);
  ovl_world_island(session->world, profile, cell);
  for (int32_t direction = -1; direction <= 8; direction++) {
    ovl_world_step(session->world, profile, cell, direction);
  }
  ovl_world_describe(session->world, &info);
  ovl_world_profile(session->world, profile, &profile_info);
  ovl_place place;
  for (int32_t i = 0; ovl_world_place(session->world, i, &place); i++) { /* all of it is there */
    const ovl_cell last = {place.cell.x + place.width - 1, place.cell.y + place.height - 1,
                           place.cell.floor};
    ovl_floor_info floor;
    FUZZ_CHECK(strlen(place.name) >= 1 && strlen(place.name) <= 63);
    FUZZ_CHECK(place.width >= 1 && place.height >= 1);
    FUZZ_CHECK(ovl_world_floor(session->world, last.floor, &floor));
    FUZZ_CHECK(last.x < floor.corner.x + floor.width && last.y < floor.corner.y + floor.height);
  }
  ovl_world_count_bytes(session->world, &bytes);
  ovl_world_waypoints(session->world, profile, region, waypoints, 20);
  ovl_world_edges(session->world, profile, region, edges, 40);
}

static void call_flow(const fuzz_session *session, fuzz_input *input) {
  ovl_flow_def def = {.world = session->world};
  ovl_flow *flow = NULL;
  ovl_query_more more;
  ovl_cell cells[MOST_CELLS];
  const ovl_query query = draw_query(session, input, &more, cells);
  def.allocator = some_memory;
  if (ovl_flow_create(&def, &flow, NULL) != OVL_OK) {
    return;
  }
  ovl_result result = ovl_flow_begin(flow, session->world, &query);
  ovl_cell at = fuzz_cell(session, input);
  ovl_flow_step step = {.cost_to_go = UINT64_MAX};
  for (int i = 0; result == OVL_OK && i < 200 && step.cost_to_go != 0; i++) {
    const uint64_t before = step.cost_to_go;
    result = ovl_flow_next(flow, at, &step);
    FUZZ_CHECK(result != OVL_OK || !session->is_honest || step.cost_to_go < before);
    at = step.next;
  }
  ovl_flow_destroy(flow);
}

static void call_local(const fuzz_session *session, fuzz_input *input) {
  ovl_cell points[MOST_POINTS];
  ovl_local_goal goals[4];
  ovl_local_query query = {0};
  ovl_path path = {.points = points, .capacity = MOST_POINTS};
  query.start = fuzz_cell(session, input);
  query.profile = fuzz_between(input, 0, 3);
  query.radius_cells = fuzz_between(input, 0, 40);
  query.goal_count = (size_t)fuzz_between(input, 0, 4);
  query.goals = goals;
  for (size_t i = 0; i < query.goal_count; i++) {
    goals[i] = (ovl_local_goal){fuzz_cell(session, input), fuzz_u16(input)};
  }
  const ovl_result result = ovl_find_local(session->planner, session->world, &query, &path);
  FUZZ_CHECK(result != OVL_OK || path.count <= path.capacity);
}

static void call_blockers(const fuzz_session *session, fuzz_input *input) {
  ovl_blockers *blockers = NULL;
  ovl_obstacle obstacles[20];
  size_t needed = 0;
  bool done = false;
  const int32_t profile = fuzz_between(input, 0, 3);
  const ovl_cell from = fuzz_cell(session, input);
  if (ovl_blockers_create(session->world, profile, &some_memory, &blockers, NULL) != OVL_OK) {
    return;
  }
  ovl_result result = ovl_blockers_begin(blockers, from, fuzz_cell(session, input));
  for (int i = 0; result == OVL_OK && !done && i < 100; i++) {
    result = ovl_blockers_step(blockers, 200, &done);
  }
  ovl_blockers_answer(blockers, obstacles, 20, &needed, NULL);
  ovl_blockers_destroy(blockers);
}

static void call_units(const fuzz_session *session, fuzz_input *input) {
  ovl_units_def def = {.world = session->world};
  ovl_units *units = NULL;
  def.capacity = 12;
  def.lanes = 1;
  def.allocator = some_memory;
  if (ovl_units_create(&def, &units, NULL) != OVL_OK) {
    return;
  }
  for (int32_t i = fuzz_between(input, 0, 12); i > 0; i--) {
    const ovl_unit_def unit_def = {.cell = fuzz_cell(session, input), .side = (uint8_t)(i & 1)};
    ovl_unit unit;
    if (ovl_unit_add(units, session->world, &unit_def, &unit) == OVL_OK) {
      ovl_unit_send(units, unit, fuzz_cell(session, input));
    }
  }
  for (int tick = 0; tick < 30; tick++) {
    size_t count = 0;
    ovl_units_tick(units, session->world, 3000, NULL);
    const ovl_unit_move *moves = ovl_units_moves(units, &count);
    for (size_t i = 0; i < count; i++) {
      FUZZ_CHECK(!session->is_honest || ovl_world_weight(session->world, 0, moves[i].to) != 0);
    }
  }
  ovl_units_destroy(units);
}

static void call_whole_path(const fuzz_session *session, fuzz_input *input) {
  call_path(session, input, false);
}

static void call_sliced_path(const fuzz_session *session, fuzz_input *input) {
  call_path(session, input, true);
}

void fuzz_make_calls(const fuzz_session *session, fuzz_input *input, int calls) {
  static void (*const kinds[])(const fuzz_session *, fuzz_input *) = {
      call_whole_path, call_whole_path, call_sliced_path, call_sliced_path, call_route,
      call_route,      call_costs,      call_range,       call_reaches,     call_inspect,
      call_flow,       call_local,      call_blockers,    call_units};
  for (int i = 0; i < calls && !fuzz_ends(input); i++) {
    kinds[fuzz_u8(input) % (sizeof kinds / sizeof kinds[0])](session, input);
  }
}
