/* Faults: a call that is refused names the argument, what was found, and what would be right. */
#include <inttypes.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_units.h"
#include "tests/support/test.h"

enum { WIDTH = 64, HEIGHT = 40, POINTS = 64 };

/* A world without labels and overlays: a wall from top to bottom at x = 50, and a rock
 * at 10,10. */
typedef struct fault_world {
  uint8_t terrain[WIDTH * HEIGHT];
  ovl_bake_def bake;
  ovl_world *world;
  ovl_planner *planner;
  ovl_query query; /* from 2,2 to 30,30 */
  ovl_query_more more;
  ovl_cell points[POINTS];
  ovl_path path;
} fault_world;

static bool fault_world_make(fault_world *f, test_state *t) {
  memset(f, 0, sizeof *f);
  memset(f->terrain, 1, sizeof f->terrain);
  for (int32_t y = 0; y < HEIGHT; y++) {
    f->terrain[y * WIDTH + 50] = 0;
  }
  f->terrain[10 * WIDTH + 10] = 0;
  f->bake = (ovl_bake_def){0};
  f->bake.width = WIDTH;
  f->bake.height = HEIGHT;
  f->bake.terrain = f->terrain;
  f->bake.tuning.region_cells = 8;
  f->bake.tuning.label_bytes_per_cell = OVL_NO_LABELS;
  bool made = CHECK(t, ovl_world_bake(&f->bake, &f->world, NULL) == OVL_OK, "bake");
  const ovl_planner_def def = {.world = f->world};
  made = made && CHECK(t, ovl_planner_create(&def, &f->planner, NULL) == OVL_OK, "planner");
  f->path = (ovl_path){.points = f->points, .capacity = POINTS};
  return made;
}

static void fault_world_free(fault_world *f) {
  ovl_planner_destroy(f->planner);
  ovl_world_close(f->world);
}

static void begin_query(fault_world *f) {
  f->query = (ovl_query){0};
  f->query.start = (ovl_cell){2, 2, 0};
  f->query.goal = (ovl_cell){30, 30, 0};
  f->more = (ovl_query_more){0};
  f->query.more = &f->more;
}

static void expect(test_state *t, const ovl_fault *fault, const char *what, uint64_t found,
                   uint64_t expected) {
  CHECK(t, strcmp(fault->what, what) == 0 && fault->found == found && fault->expected == expected,
        "'%s', found %" PRIu64 ", expected %" PRIu64 "; not '%s', %" PRIu64 ", %" PRIu64,
        fault->what, fault->found, fault->expected, what, found, expected);
}

/* Asks for the path; the result and its fault are these. */
static void ask(test_state *t, fault_world *f, ovl_result expected, const char *what,
                uint64_t found, uint64_t right) {
  const ovl_result result = ovl_find_path(f->planner, f->world, &f->query, &f->path);
  CHECK(t, result == expected, "%s: %s", what, ovl_result_text(result));
  expect(t, ovl_planner_fault(f->planner), what, found, right);
  begin_query(f);
}

static void fault_ends(test_state *t, fault_world *f) {
  ask(t, f, OVL_OK, "", 0, 0);
  f->query.start.x = -1;
  ask(t, f, OVL_START_OUTSIDE, "start.x", UINT64_MAX, 0);
  f->query.start.y = HEIGHT;
  ask(t, f, OVL_START_OUTSIDE, "start.y", HEIGHT, HEIGHT - 1);
  f->query.start.y = INT32_MIN;
  ask(t, f, OVL_START_OUTSIDE, "start.y", (uint64_t)INT32_MIN, 0);
  f->query.goal.x = INT32_MAX;
  ask(t, f, OVL_GOAL_OUTSIDE, "goal.x", INT32_MAX, WIDTH - 1);
  f->query.goal.floor = 1;
  ask(t, f, OVL_GOAL_OUTSIDE, "goal.floor", 1, 0);
  f->query.start = (ovl_cell){10, 10, 0};
  ask(t, f, OVL_START_BLOCKED, "start", 0, 0);
  f->query.goal = (ovl_cell){10, 10, 0};
  ask(t, f, OVL_GOAL_BLOCKED, "goal", 0, 0);
  f->query.goal = (ovl_cell){60, 5, 0};
  ask(t, f, OVL_UNREACHABLE, "goal", 0, 0);
}

static void fault_settings(test_state *t, fault_world *f) {
  f->query.profile = 1;
  ask(t, f, OVL_BAD_ARGUMENT, "profile", 1, 0);
  f->query.smoothing = OVL_SMOOTH_COUNT;
  ask(t, f, OVL_BAD_ARGUMENT, "smoothing", OVL_SMOOTH_COUNT, OVL_SMOOTH_COUNT - 1);
  f->more.turn_cost = (1u << 20) + 1;
  ask(t, f, OVL_BAD_ARGUMENT, "turn_cost", (1u << 20) + 1, 1u << 20);
  f->more.goal_kind = OVL_GOAL_RECT;
  f->more.goal_w = 3;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_h", 0, 1);
  f->more.goal_kind = OVL_GOAL_WITHIN;
  f->more.goal_radius = 65536;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_radius", 65536, 65535);
  f->more.goal_kind = OVL_GOAL_WITHIN;
  f->more.goal_radius = -1;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_radius", UINT64_MAX, 0);
  f->more.goal_kind = OVL_GOAL_SET;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_cells", 0, 1);
  f->more.goal_kind = OVL_GOAL_SET;
  f->more.goal_cells = &f->query.goal;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_count", 0, 1);
  f->more.goal_kind = OVL_GOAL_SET;
  f->more.goal_cells = &f->query.goal;
  f->more.goal_count = OVL_MAX_GOALS + 1;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_count", OVL_MAX_GOALS + 1, OVL_MAX_GOALS);
  f->more.goal_kind = OVL_GOAL_COUNT;
  ask(t, f, OVL_BAD_ARGUMENT, "goal_kind", OVL_GOAL_COUNT, OVL_GOAL_COUNT - 1);
}

static void fault_limits(test_state *t, fault_world *f) {
  f->more.cost_limit = OVL_STRAIGHT_COST;
  ask(t, f, OVL_LIMITED, "cost_limit", OVL_STRAIGHT_COST, 0);
  f->more.expansion_limit = 1;
  ask(t, f, OVL_LIMITED, "expansion_limit", 1, 0);
  f->path.capacity = 1;
  const ovl_result result = ovl_find_path(f->planner, f->world, &f->query, &f->path);
  CHECK(t, result == OVL_MORE_ROOM, "room for one point: %s", ovl_result_text(result));
  expect(t, ovl_planner_fault(f->planner), "capacity", 1, f->path.count);
  f->path.capacity = POINTS;
  begin_query(f);
}

static void fault_queries(test_state *t) {
  fault_world f;
  if (fault_world_make(&f, t)) {
    begin_query(&f);
    fault_ends(t, &f);
    fault_settings(t, &f);
    fault_limits(t, &f);
  }
  fault_world_free(&f);
}

/* Routes, tasks and the calls with a fault of their own. */
static void fault_calls(test_state *t) {
  fault_world f;
  if (!fault_world_make(&f, t)) {
    fault_world_free(&f);
    return;
  }
  begin_query(&f);
  ovl_route route;
  uint64_t spent;
  bool done;
  const ovl_fault *fault = ovl_planner_fault(f.planner);
  CHECK(t, fault->what[0] == 0, "a new planner has a fault: %s", fault->what);
  CHECK(t, ovl_task_step(f.planner, 9, &spent, &done) == OVL_BAD_ARGUMENT, "no task");
  expect(t, fault, "planner: it has no task", 0, 0);
  CHECK(t, ovl_route_begin(f.planner, f.world, &f.query, &route) == OVL_OK, "route");
  const ovl_cell elsewhere = {3, 2, 0};
  CHECK(t, ovl_route_next(f.planner, f.world, &route, elsewhere, &f.path) == OVL_OFF_ROUTE,
        "elsewhere");
  expect(t, fault, "from", 0, 0);
  CHECK(t, ovl_task_begin_path(f.planner, f.world, &f.query, &f.path) == OVL_OK, "a task");
  CHECK(t, ovl_find_path(f.planner, f.world, &f.query, &f.path) == OVL_BUSY, "another call");
  expect(t, fault, "planner: it has a task", 0, 0);
  ovl_task_cancel(f.planner);
  f.query.goal = (ovl_cell){60, 5, 0};
  CHECK(t, ovl_task_begin_path(f.planner, f.world, &f.query, &f.path) == OVL_OK, "a task");
  CHECK(t, ovl_planner_fit(f.planner, f.world, NULL) == OVL_BUSY, "a call during a task");
  CHECK(t, ovl_task_step(f.planner, UINT64_MAX, &spent, &done) == OVL_OK && done, "step");
  expect(t, fault, "goal", 0, 0); /* of the task, not of the call that was refused */
  ovl_local_query local = {0};
  local.radius_cells = 9;
  CHECK(t, ovl_find_local(f.planner, f.world, &local, &f.path) == OVL_BAD_ARGUMENT, "radius 9");
  expect(t, fault, "radius_cells", 9, 8);
  ovl_batch_item items[2] = {{.query = f.query, .path = &f.path}, {.query = f.query}};
  items[0].query.goal.y = -3;
  CHECK(t, ovl_batch_run(&f.planner, f.world, items, 2, NULL, NULL) == OVL_OK, "batch");
  expect(t, &items[0].fault, "goal.y", (uint64_t)-3, 0);
  expect(t, &items[1].fault, "path", 0, 1);
  fault_world_free(&f);
}

/* Asks a flow to begin; the result and its fault are these. */
static void ask_flow(test_state *t, fault_world *f, ovl_flow *flow, ovl_result expected,
                     const char *what, uint64_t found, uint64_t right) {
  const ovl_result result = ovl_flow_begin(flow, f->world, &f->query);
  CHECK(t, result == expected, "%s: %s", what, ovl_result_text(result));
  expect(t, ovl_flow_fault(flow), what, found, right);
  begin_query(f);
}

static void fault_begun_flows(test_state *t, fault_world *f, ovl_flow *flow) {
  const ovl_cell cells[3] = {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}};
  f->query.profile = -1;
  ask_flow(t, f, flow, OVL_BAD_ARGUMENT, "profile", (uint64_t)-1, 0);
  f->more.goal_kind = OVL_GOAL_WITHIN;
  f->more.goal_radius = -1;
  ask_flow(t, f, flow, OVL_BAD_ARGUMENT, "goal_radius", (uint64_t)-1, 0);
  f->more.goal_kind = OVL_GOAL_SET;
  f->more.goal_cells = cells;
  f->more.goal_count = 3;
  ask_flow(t, f, flow, OVL_MORE_ROOM, "max_goals", 2, 3);
  f->query.goal.x = WIDTH;
  ask_flow(t, f, flow, OVL_GOAL_OUTSIDE, "goal.x", WIDTH, WIDTH - 1);
  f->query.goal = (ovl_cell){10, 10, 0};
  ask_flow(t, f, flow, OVL_GOAL_BLOCKED, "goal", 0, 0);
}

static void fault_flows(test_state *t) {
  fault_world f;
  ovl_flow *flow = NULL;
  if (!fault_world_make(&f, t)) {
    fault_world_free(&f);
    return;
  }
  begin_query(&f);
  ovl_flow_def def = {.world = f.world};
  def.max_goals = 2;
  ovl_flow_step step;
  bool done;
  if (CHECK(t, ovl_flow_create(&def, &flow, NULL) == OVL_OK, "flow")) {
    expect(t, ovl_flow_fault(flow), "", 0, 0);
    CHECK(t, ovl_flow_next(flow, f.query.start, &step) == OVL_BAD_ARGUMENT, "no goal");
    expect(t, ovl_flow_fault(flow), "flow: it has no goal", 0, 1);
    CHECK(t, ovl_flow_prepare(flow, NULL, 0, 1, &done) == OVL_BAD_ARGUMENT, "no goal");
    expect(t, ovl_flow_fault(flow), "flow: it has no goal", 0, 1);
    CHECK(t, ovl_flow_renew(flow, f.world, 1, &done) == OVL_BAD_ARGUMENT, "no goal");
    expect(t, ovl_flow_fault(flow), "flow: it has no goal", 0, 1);
    fault_begun_flows(t, &f, flow);
    ask_flow(t, &f, flow, OVL_OK, "", 0, 0);
    CHECK(t, ovl_flow_next(flow, (ovl_cell){2, -1, 0}, &step) == OVL_START_OUTSIDE, "outside");
    expect(t, ovl_flow_fault(flow), "cell.y", (uint64_t)-1, 0);
    CHECK(t, ovl_flow_next(flow, (ovl_cell){60, 5, 0}, &step) == OVL_UNREACHABLE, "unreachable");
    expect(t, ovl_flow_fault(flow), "cell", 0, 0);
    CHECK(t, ovl_flow_next(flow, f.query.start, &step) == OVL_OK, "a step");
    CHECK(t, ovl_flow_fault(flow)->what[0] == 0, "a fault of a step");
  }
  ovl_flow_destroy(flow);
  fault_world_free(&f);
}

static void fault_units(test_state *t) {
  fault_world f;
  ovl_units *units = NULL;
  if (!fault_world_make(&f, t)) {
    fault_world_free(&f);
    return;
  }
  ovl_units_def def = {.world = f.world};
  def.capacity = 2;
  if (CHECK(t, ovl_units_create(&def, &units, NULL) == OVL_OK, "units")) {
    const ovl_fault *fault = ovl_units_fault(units);
    ovl_unit_def one = {.cell = {2, 2, 0}, .profile = 1};
    ovl_unit unit, second;
    expect(t, fault, "", 0, 0);
    CHECK(t, ovl_unit_add(units, f.world, &one, &unit) == OVL_BAD_ARGUMENT, "profile 1");
    expect(t, fault, "profile", 1, 0);
    one.profile = 0;
    one.cell.x = WIDTH;
    CHECK(t, ovl_unit_add(units, f.world, &one, &unit) == OVL_START_OUTSIDE, "outside");
    expect(t, fault, "cell.x", WIDTH, WIDTH - 1);
    one.cell = (ovl_cell){10, 10, 0};
    CHECK(t, ovl_unit_add(units, f.world, &one, &unit) == OVL_START_BLOCKED, "blocked");
    expect(t, fault, "cell", 0, 0);
    one.cell = (ovl_cell){2, 2, 0};
    CHECK(t, ovl_unit_add(units, f.world, &one, &unit) == OVL_OK, "add");
    expect(t, fault, "", 0, 0);
    CHECK(t, ovl_unit_add(units, f.world, &one, &second) == OVL_START_BLOCKED, "on a unit");
    expect(t, fault, "cell: a unit is there", 0, 0);
    one.cell.x = 3;
    CHECK(t, ovl_unit_add(units, f.world, &one, &second) == OVL_OK, "add");
    one.cell.x = 4;
    CHECK(t, ovl_unit_add(units, f.world, &one, &second) == OVL_MORE_ROOM, "a third one");
    expect(t, fault, "capacity", 2, 3);
    CHECK(t, ovl_unit_stop(units, OVL_NO_UNIT) == OVL_BAD_ARGUMENT, "no unit");
    expect(t, fault, "unit: there is none with this handle", OVL_NO_UNIT, 0);
    const ovl_unit sent[2] = {unit, OVL_NO_UNIT};
    CHECK(t, ovl_units_send(units, f.world, sent, 2, one.cell) == OVL_BAD_ARGUMENT, "no unit");
    CHECK(t, fault->where == 1, "unit %" PRIu64, fault->where);
    CHECK(t, ovl_units_send(units, f.world, sent, 1, (ovl_cell){0, -1, 0}) == OVL_GOAL_OUTSIDE,
          "outside");
    expect(t, fault, "place.y", (uint64_t)-1, 0);
    CHECK(t, ovl_units_send(units, f.world, sent, 1, (ovl_cell){10, 10, 0}) == OVL_GOAL_BLOCKED,
          "blocked");
    expect(t, fault, "place", 0, 0);
    const ovl_jobs jobs = {.workers = -1};
    CHECK(t, ovl_units_tick(units, f.world, 9, &jobs) == OVL_BAD_ARGUMENT, "jobs");
    expect(t, fault, "jobs", 0, 1);
    CHECK(t, ovl_units_tick(units, f.world, 9, NULL) == OVL_OK, "tick");
    expect(t, fault, "", 0, 0);
  }
  ovl_units_destroy(units);
  fault_world_free(&f);
}

const test_entry test_faults_table[] = {
    {"fault_queries", fault_queries},
    {"fault_calls", fault_calls},
    {"fault_flows", fault_flows},
    {"fault_units", fault_units},
    {NULL, NULL},
};
