/* The scene in which calls with wrong arguments are made, and the comparison of their faults. */
#include "tests/world/error_scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const ovl_cell error_inside = {2, 2, 0};
const ovl_cell error_outside = {2, ERROR_SIDE, 0};
const ovl_cell error_rock = {10, 10, 0};
const ovl_cell error_edge = {ERROR_SIDE - 1, 5, 0};
const ovl_cell error_behind_wall = {35, 5, 0};

static void begin_row(error_scene *s, const ovl_query *query) {
  s->more = (ovl_query_more){0};
  s->query = (ovl_query){0};
  s->query.start = error_inside;
  s->query.goal = (ovl_cell){28, 28, 0};
  s->query = query != NULL ? *query : s->query;
  s->more = s->query.more != NULL ? *s->query.more : s->more;
  s->query.more = &s->more;
  s->path = (ovl_path){.points = s->room.points, .capacity = ERROR_ROOM};
  s->fault = (ovl_fault){.what = ""};
  s->no_jobs = (ovl_jobs){.workers = -1};
  ovl_task_cancel(s->use.planner);
}

static void make_map(error_scene *s) {
  memset(s->terrain, 1, sizeof s->terrain);
  for (int32_t y = 0; y < ERROR_SIDE; y++) {
    s->terrain[y * ERROR_SIDE + 30] = 0;
  }
  s->terrain[10 * ERROR_SIDE + 10] = 0;
  s->profile = (ovl_profile_def){0};
  s->profile.body_cells = 2;
  s->bake = (ovl_bake_def){0};
  s->bake.width = s->bake.height = ERROR_SIDE;
  s->bake.terrain = s->terrain;
  s->bake.more.profiles = &s->profile;
  s->bake.more.profile_count = 1;
  s->bake.tuning.region_cells = 8;
  s->bake.tuning.label_bytes_per_cell = OVL_NO_LABELS;
}

static bool make_worlds(error_scene *s) {
  static uint8_t large[128 * 128];
  const ovl_edit edit = ovl_edit_rect((ovl_cell){5, 5, 0}, 1, 1, 0);
  memset(large, 1, sizeof large);
  make_map(s);
  ovl_bake_def def = s->bake;
  def.width = def.height = 128;
  def.terrain = large;
  return ovl_world_bake(&s->bake, &s->use.world, NULL) == OVL_OK &&
         ovl_world_bake(&def, &s->use.other, NULL) == OVL_OK &&
         ovl_world_apply(s->use.world, &edit, 1, &s->use.edited, NULL) == OVL_OK;
}

static bool make_objects(error_scene *s) {
  ovl_planner_def planner = {.world = s->use.world};
  ovl_flow_def flow = {.world = s->use.world};
  ovl_queue_def queue = {.world = s->use.world};
  ovl_units_def units = {.world = s->use.world};
  planner.max_bytes = ovl_planner_bytes(&planner);
  flow.max_goals = 1;
  queue.capacity = queue.lanes = 1;
  units.capacity = 2;
  return ovl_planner_create(&planner, &s->use.planner, NULL) == OVL_OK &&
         ovl_flow_create(&flow, &s->use.flow, NULL) == OVL_OK &&
         ovl_queue_create(&queue, &s->use.queue, NULL) == OVL_OK &&
         ovl_units_create(&units, &s->use.units, NULL) == OVL_OK &&
         ovl_blockers_create(s->use.world, 0, NULL, &s->use.blockers, NULL) == OVL_OK &&
         ovl_refresh_create(s->use.edited, NULL, &s->use.refresh) == OVL_OK;
}

static void free_scene(error_scene *s) {
  ovl_refresh_destroy(s->use.refresh);
  ovl_blockers_destroy(s->use.blockers);
  ovl_units_destroy(s->use.units);
  ovl_queue_destroy(s->use.queue);
  ovl_flow_destroy(s->use.flow);
  ovl_planner_destroy(s->use.planner);
  ovl_world_close(s->use.edited);
  ovl_world_close(s->use.other);
  ovl_world_close(s->use.world);
}

ovl_result error_of_planner(error_scene *s, ovl_result result) {
  s->fault = *ovl_planner_fault(s->use.planner);
  return result;
}

ovl_result error_begin_route(error_scene *s) {
  return error_of_planner(s, ovl_route_begin(s->use.planner, s->use.world, &s->query, &s->route));
}

static void check_row(error_scene *s, test_state *t, const error_row *row) {
  const ovl_result result = row->run(s);
  const ovl_fault *fault = &s->fault;
  CHECK(t, result == row->result, "%s, not %s", ovl_result_text(result),
        ovl_result_text(row->result));
  CHECK(t, strncmp(fault->what, row->what, row->what[0] == 0 ? 1 : strlen(row->what)) == 0,
        "'%s', not '%s'", fault->what, row->what);
  CHECK(t,
        (row->found == 0 && row->expected == 0) ||
            (fault->found == row->found && fault->expected == row->expected),
        "'%s': found %" PRIu64 ", expected %" PRIu64 "; not %" PRIu64 ", %" PRIu64, fault->what,
        fault->found, fault->expected, row->found, row->expected);
}

/* Checks the rows, or the rows with a query, of which there are `count`. */
static void check_all(test_state *t, const error_row *rows, const error_query_row *queries,
                      size_t count) {
  error_scene *s = calloc(1, sizeof *s);
  if (CHECK(t, s != NULL && make_worlds(s) && make_objects(s), "the scene")) {
    for (size_t i = 0; i < count; i++) {
      const error_row *row = rows != NULL ? &rows[i] : &queries[i].row;
      test_context(t, "%s, row %d", row->call, (int)i);
      begin_row(s, rows != NULL ? NULL : queries[i].query);
      check_row(s, t, row);
    }
  }
  if (s != NULL) {
    free_scene(s);
  }
  free(s);
}

void check_error_rows(test_state *t, const error_row *rows, size_t count) {
  check_all(t, rows, NULL, count);
}

void check_error_queries(test_state *t, const error_query_row *rows, size_t count) {
  check_all(t, NULL, rows, count);
}
