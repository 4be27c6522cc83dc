/* Queries of the Explorer's module.
 *
 * Invariant: the planner belongs to the world that it was made for, or a version of that world;
 * module_query_end destroys it before a new world is baked. */
#include "tools/explorer/module/module_query.h"

#include "overland_inspect.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"

enum { FIRST_POINTS = 4096, FIRST_EVENTS = 4096 };

static struct {
  ovl_query query;
  ovl_query_more more;
  bool set;
  ovl_cell *goals;
  size_t goal_capacity;
} asked;

static struct {
  ovl_planner *planner;
  ovl_path path; /* its points have room */
  ovl_cell *cells;
  size_t cell_capacity;
  ovl_route route;
  int32_t *flat_points, *flat_cells; /* x, y */
  size_t flat_point_capacity, flat_cell_capacity;
} found;

static struct {
  struct module_event *events;
  size_t capacity, count, limit, left_out;
  uint32_t kinds;
} record;

/* ---- Events ---- */

static void copy_cell(int32_t *to, ovl_cell cell) {
  to[0] = cell.x;
  to[1] = cell.y;
}

/* Makes room for one more event; those there are stay. */
static bool grow_events(void) {
  if (record.count < record.capacity) {
    return true;
  }
  const size_t more = record.capacity == 0 ? FIRST_EVENTS : 2 * record.capacity;
  struct module_event *larger = module_allocate((uint32_t)(more * sizeof *larger));
  if (larger == NULL) {
    return false;
  }
  for (size_t i = 0; i < record.count; i++) {
    larger[i] = record.events[i];
  }
  module_release(record.events, (uint32_t)(record.capacity * sizeof *larger));
  record.events = larger;
  record.capacity = more;
  return true;
}

static void keep_event(const ovl_trace_event *event) {
  if (record.count >= record.limit || !grow_events()) {
    record.left_out++;
    return;
  }
  struct module_event *to = &record.events[record.count++];
  *to = (struct module_event){.kind = (int32_t)event->kind,
                              .tier = (int32_t)event->tier,
                              .search = (int32_t)event->search,
                              .g = (double)event->g,
                              .h = (double)event->h,
                              .f = (double)event->f};
  for (int i = 0; i < 2; i++) {
    copy_cell(to->node + (ptrdiff_t)2 * i, event->node[i]);
    copy_cell(to->parent + (ptrdiff_t)2 * i, event->parent[i]);
  }
}

/* Stages of a query have nothing to draw. */
bool module_record_event(void *user, const ovl_trace_event *event) {
  (void)user;
  if (event->kind != OVL_TRACE_STAGE && (record.kinds & UINT32_C(1) << event->kind) != 0) {
    keep_event(event);
  }
  return false;
}

void module_begin_record(void) { record.count = record.left_out = 0; }

EXPLORER_EXPORT(module_record)
void module_record(uint32_t limit, uint32_t kinds) {
  record.limit = limit;
  record.kinds = kinds;
}

EXPLORER_EXPORT(module_events) const struct module_event *module_events(void) {
  module_numbers()[0] = (double)record.count;
  module_numbers()[1] = (double)record.left_out;
  return record.events;
}

/* ---- The query ---- */

static ovl_query *own_query(void) {
  if (!asked.set) {
    asked.query = (ovl_query){0};
    asked.more = (ovl_query_more){0};
    asked.query.more = &asked.more;
    asked.set = true;
  }
  return &asked.query;
}

const ovl_query *module_query(void) { return own_query(); }

EXPLORER_EXPORT(module_query_ends)
void module_query_ends(int32_t start_x, int32_t start_y, int32_t goal_x, int32_t goal_y) {
  own_query()->start = (ovl_cell){start_x, start_y, 0};
  asked.query.goal = (ovl_cell){goal_x, goal_y, 0};
}

EXPLORER_EXPORT(module_query_ways)
void module_query_ways(int32_t smoothing, int32_t flags) {
  ovl_query *query = own_query();
  query->smoothing = (ovl_smoothing)smoothing;
  query->nearest = (flags & 1) != 0;
  query->move_start = (flags & 2) != 0;
}

/* Many goals: `cells` are x, y, count times, memory of module_allocate that must stay as it is; 0:
 * the goal alone. */
EXPLORER_CALL(module_query_goals) void module_query_goals(const int32_t *cells, uint32_t count) {
  own_query();
  if (!module_reserve(&asked.goals, &asked.goal_capacity, count, sizeof *asked.goals)) {
    count = (uint32_t)asked.goal_capacity;
  }
  for (size_t i = 0; i < count; i++) {
    asked.goals[i] = (ovl_cell){cells[2 * i], cells[2 * i + 1], 0};
  }
  asked.more.goal_kind = count > 0 ? OVL_GOAL_SET : OVL_GOAL_CELL;
  asked.more.goal_cells = count > 0 ? asked.goals : NULL;
  asked.more.goal_count = count;
}

/* ---- The planner ---- */

/* Destroys the planner, before its world is replaced by another map's. */
EXPLORER_CALL(module_query_end) void module_query_end(void) {
  ovl_planner_destroy(found.planner);
  found.planner = NULL;
}

ovl_planner *module_planner(void) {
  if (found.planner == NULL && module_world() != NULL) {
    ovl_planner_def def = {.world = module_world()};
    def.allocator = *module_allocator();
    ovl_planner_create(&def, &found.planner, NULL);
  }
  return found.planner;
}

static bool reserve_points(size_t count) {
  return module_reserve(&found.path.points, &found.path.capacity, count, sizeof(ovl_cell));
}

static bool flatten(int32_t **flat, size_t *capacity, const ovl_cell *cells, size_t count) {
  const bool has_room = module_reserve(flat, capacity, 2 * count, sizeof **flat);
  for (size_t i = 0; has_room && i < count; i++) {
    copy_cell(*flat + 2 * i, cells[i]);
  }
  return has_room;
}

/* Lists the cells of a path in grid moves; returns their number. */
static size_t list_cells(void) {
  size_t needed = 0;
  if (asked.query.smoothing == OVL_SMOOTH_ANY) {
    return 0;
  }
  ovl_path_cells(&found.path, NULL, 0, &needed, NULL);
  if (!module_reserve(&found.cells, &found.cell_capacity, needed, sizeof *found.cells) ||
      ovl_path_cells(&found.path, found.cells, found.cell_capacity, &needed, NULL) != OVL_OK ||
      !flatten(&found.flat_cells, &found.flat_cell_capacity, found.cells, needed)) {
    return 0;
  }
  return needed;
}

/* The numbers of module_find. */
static void tell_path(void) {
  const ovl_path *path = &found.path;
  const ovl_stats stats = ovl_planner_stats(found.planner);
  const bool listed =
      flatten(&found.flat_points, &found.flat_point_capacity, path->points, path->count);
  const double numbers[] = {(double)path->cost,
                            (double)path->length,
                            listed ? (double)path->count : 0,
                            (double)list_cells(),
                            path->partial,
                            (double)stats.fine_expanded,
                            (double)stats.coarse_expanded,
                            (double)stats.windows,
                            stats.method,
                            (double)path->straight_steps,
                            (double)path->diagonal_steps};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
}

static void begin_record(void) {
  module_begin_record();
  asked.more.trace = record.limit > 0 ? module_record_event : NULL;
}

/* One search, with more room as it asks for it. */
static ovl_result find_once(void) {
  if (module_planner() == NULL || !reserve_points(FIRST_POINTS)) {
    return module_world() == NULL ? OVL_BAD_ARGUMENT : OVL_NO_MEMORY;
  }
  for (;;) {
    begin_record();
    const ovl_result result =
        ovl_find_path(found.planner, module_world(), own_query(), &found.path);
    if (result != OVL_MORE_ROOM) {
      return result;
    }
    if (!reserve_points(found.path.count)) {
      return OVL_NO_MEMORY;
    }
  }
}

static int32_t tell_result(ovl_result result) {
  if (found.planner != NULL) {
    module_keep_fault(ovl_planner_fault(found.planner));
    tell_path();
  }
  return (int32_t)result;
}

EXPLORER_EXPORT(module_find) int32_t module_find(void) {
  found.path.count = 0;
  return tell_result(find_once());
}

/* Finds the path `times` times and leaves no numbers, for measuring. */
EXPLORER_CALL(module_find_often) int32_t module_find_often(int32_t times) {
  ovl_result result = OVL_OK;
  for (int32_t i = 0; i < times && result == OVL_OK; i++) {
    result = find_once();
  }
  return (int32_t)result;
}

/* ---- Routes ---- */

static ovl_result begin_route(void) {
  return ovl_route_begin(found.planner, module_world(), own_query(), &found.route);
}

static ovl_result next_segment(void) {
  return ovl_route_next(found.planner, module_world(), &found.route, found.route.position,
                        &found.path);
}

static int32_t tell_route(ovl_result result) {
  module_numbers()[0] = (double)found.route.cost_to_go;
  module_numbers()[1] = found.route.done;
  return (int32_t)result;
}

/* Begins a route for the present query. Numbers: 0 what it costs, units; 1 whether it is over. */
EXPLORER_CALL(module_route_begin) int32_t module_route_begin(void) {
  found.route = (ovl_route){0};
  found.path.count = 0;
  if (module_planner() == NULL || !reserve_points(FIRST_POINTS)) {
    return OVL_NO_MEMORY;
  }
  asked.more.trace = NULL;
  return tell_route(begin_route());
}

/* Refines the next segment of that route. Numbers as module_find, of the segment; 11 what the rest
 * of the route costs, 12 whether it is over. Its events are recorded. */
EXPLORER_CALL(module_route_next) int32_t module_route_next(void) {
  begin_record();
  ovl_planner_trace_segments(found.planner, asked.more.trace, NULL);
  const ovl_result result = next_segment();
  ovl_planner_trace_segments(found.planner, NULL, NULL);
  tell_result(result);
  module_numbers()[11] = (double)found.route.cost_to_go;
  module_numbers()[12] = found.route.done;
  return (int32_t)result;
}

/* The first step: begins a route and finds its first segment, `times` times. Numbers as
 * module_find, of the segment; 0 is the cost of the whole route. */
EXPLORER_CALL(module_first_step) int32_t module_first_step(int32_t times) {
  if (module_planner() == NULL || !reserve_points(FIRST_POINTS)) {
    return OVL_NO_MEMORY;
  }
  uint64_t cost = 0;
  ovl_result result = OVL_OK;
  begin_record();
  for (int32_t i = 0; i < times && result == OVL_OK; i++) {
    result = begin_route();
    cost = found.route.cost_to_go;
    if (result == OVL_OK && !found.route.done) {
      result = next_segment();
    }
  }
  const int32_t answer = tell_result(result);
  module_numbers()[0] = (double)cost;
  return answer;
}

/* The path of the last module_find: x, y of each turning point and of each cell. */
EXPLORER_CALL(module_points) const int32_t *module_points(void) { return found.flat_points; }
EXPLORER_CALL(module_cells) const int32_t *module_cells(void) { return found.flat_cells; }
