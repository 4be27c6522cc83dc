/* Every public call with each kind of wrong argument: its fault names the argument. A row is one
 * wrong call. tests/test_names.sh checks that no call that returns a result is left out; those with
 * one reason for each result have no fault, and stand at the end. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_units.h"
#include "overland_watch.h"
#include "tests/support/test.h"

enum { SIDE = 40, ROOM = 200 };

/* What calls use. */
typedef struct error_objects {
  ovl_world *world, *edited, *other; /* `other` is a larger one */
  ovl_planner *planner;
  ovl_flow *flow;
  ovl_queue *queue;
  ovl_units *units;
  ovl_watch *watch;
  ovl_blockers *blockers;
  ovl_baseline *baseline;
  ovl_refresh *refresh;
} error_objects;

/* Rooms for answers that no test looks at. */
typedef struct error_rooms {
  ovl_cell points[ROOM];
  ovl_stop stops[ROOM];
  ovl_range_cell reached[ROOM];
  uint64_t numbers[ROOM];
  ovl_world *made; /* what a call made, of one kind or another */
  size_t needed;
  bool done;
} error_rooms;

/* A world of regions of 8 cells without labels: a wall at x = 30, a rock at 10,10, and one profile
 * whose body has two cells a side. Everything that calls use is made for it. */
typedef struct error_scene {
  uint8_t terrain[SIDE * SIDE];
  ovl_profile_def profile;
  ovl_bake_def bake;
  error_objects use;
  error_rooms room;
  ovl_query query; /* from 2,2 to 28,28, with `more` */
  ovl_query_more more;
  ovl_path path;
  ovl_route route;
  ovl_jobs no_jobs;
  ovl_fault fault; /* of the call under test */
} error_scene;

static const ovl_cell inside = {2, 2, 0};
static const ovl_cell outside = {2, SIDE, 0};
static const ovl_cell rock = {10, 10, 0};
static const ovl_cell edge = {SIDE - 1, 5, 0}; /* the body does not fit here */
static const ovl_cell behind_wall = {35, 5, 0};

static bool take_bytes(void *user, const void *bytes, size_t count) {
  (void)bytes;
  return user != NULL && count == 0;
}

static void begin_row(error_scene *s) {
  s->more = ovl_query_more_default();
  s->query = ovl_query_default();
  s->query.start = inside;
  s->query.goal = (ovl_cell){28, 28, 0};
  s->query.more = &s->more;
  s->path = (ovl_path){.points = s->room.points, .capacity = ROOM};
  s->fault = (ovl_fault){.what = ""};
  s->no_jobs = (ovl_jobs){.workers = -1};
  ovl_task_cancel(s->use.planner);
}

static void make_map(error_scene *s) {
  memset(s->terrain, 1, sizeof s->terrain);
  for (int32_t y = 0; y < SIDE; y++) {
    s->terrain[y * SIDE + 30] = 0;
  }
  s->terrain[10 * SIDE + 10] = 0;
  s->profile = ovl_profile_def_default();
  s->profile.body_cells = 2;
  s->bake = ovl_bake_def_default();
  s->bake.width = s->bake.height = SIDE;
  s->bake.terrain = s->terrain;
  s->bake.more.profiles = &s->profile;
  s->bake.more.profile_count = 1;
  s->bake.tuning.region_cells = 8;
  s->bake.tuning.label_bytes_per_cell = 0;
  s->bake.tuning.overlays = OVL_OVERLAYS_NEVER;
}

static bool make_worlds(error_scene *s) {
  static uint8_t large[128 * 128];
  const ovl_edit edit = ovl_edit_set((ovl_cell){5, 5, 0}, 0);
  memset(large, 1, sizeof large);
  make_map(s);
  ovl_bake_def def = s->bake;
  def.width = def.height = 128;
  def.terrain = large;
  return ovl_world_bake(&s->bake, &s->use.world, NULL) == OVL_OK &&
         ovl_world_bake(&def, &s->use.other, NULL) == OVL_OK &&
         ovl_world_apply(s->use.world, &edit, 1, NULL, &s->use.edited, NULL) == OVL_OK;
}

static bool make_objects(error_scene *s) {
  ovl_planner_def planner = ovl_planner_def_default(s->use.world);
  ovl_flow_def flow = ovl_flow_def_default(s->use.world);
  ovl_queue_def queue = ovl_queue_def_default(s->use.world);
  ovl_units_def units = ovl_units_def_default(s->use.world);
  ovl_watch_def watch = ovl_watch_def_default(s->use.world);
  planner.max_bytes = ovl_planner_bytes(&planner);
  flow.max_goals = 1;
  queue.capacity = queue.lanes = 1;
  units.capacity = 1;
  watch.regions = 1;
  return ovl_planner_create(&planner, &s->use.planner, NULL) == OVL_OK &&
         ovl_flow_create(&flow, &s->use.flow, NULL) == OVL_OK &&
         ovl_queue_create(&queue, &s->use.queue, NULL) == OVL_OK &&
         ovl_units_create(&units, &s->use.units, NULL) == OVL_OK &&
         ovl_watch_create(&watch, &s->use.watch, NULL) == OVL_OK &&
         ovl_blockers_create(s->use.world, 0, NULL, &s->use.blockers, NULL) == OVL_OK &&
         ovl_baseline_create(s->use.world, 0, NULL, &s->use.baseline, NULL) == OVL_OK &&
         ovl_refresh_create(s->use.edited, NULL, &s->use.refresh) == OVL_OK;
}

static void free_scene(error_scene *s) {
  ovl_refresh_destroy(s->use.refresh);
  ovl_baseline_destroy(s->use.baseline);
  ovl_blockers_destroy(s->use.blockers);
  ovl_watch_destroy(s->use.watch);
  ovl_units_destroy(s->use.units);
  ovl_queue_destroy(s->use.queue);
  ovl_flow_destroy(s->use.flow);
  ovl_planner_destroy(s->use.planner);
  ovl_world_close(s->use.edited);
  ovl_world_close(s->use.other);
  ovl_world_close(s->use.world);
}

/* ---- Results with the fault of an object ---------------------------------------------------- */

static ovl_result of_planner(error_scene *s, ovl_result result) {
  s->fault = *ovl_planner_fault(s->use.planner);
  return result;
}

static ovl_result of_flow(error_scene *s, ovl_result result) {
  s->fault = *ovl_flow_fault(s->use.flow);
  return result;
}

static ovl_result of_queue(error_scene *s, ovl_result result) {
  s->fault = *ovl_queue_fault(s->use.queue);
  return result;
}

static ovl_result of_units(error_scene *s, ovl_result result) {
  s->fault = *ovl_units_fault(s->use.units);
  return result;
}

static ovl_result of_blockers(error_scene *s, ovl_result result) {
  s->fault = *ovl_blockers_fault(s->use.blockers);
  return result;
}

static ovl_result of_refresh(error_scene *s, ovl_result result) {
  s->fault = *ovl_refresh_fault(s->use.refresh);
  return result;
}

/* ---- Baking, parts and files ----------------------------------------------------------------- */

static ovl_result bake_without_width(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.width = 0;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result bake_with_large_regions(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.tuning.region_cells = OVL_MAX_REGION_CELLS + 1;
  return ovl_world_bake(&def, &s->room.made, &s->fault);
}

static ovl_result choose_without_height(error_scene *s) {
  ovl_bake_def def = s->bake;
  def.height = 0;
  return ovl_bake_choose(&def, NULL, NULL, &s->fault);
}

static ovl_result steer_without_height(error_scene *s) {
  const ovl_bake_figures limits = {0};
  ovl_bake_figures expected;
  ovl_bake_def def = s->bake;
  def.height = 0;
  return ovl_bake_steer(&def, &limits, NULL, NULL, &expected, &s->fault);
}

static ovl_result survey_places(error_scene *s) {
  const ovl_floor_def places = ovl_floor_graph(4);
  ovl_bake_def def = s->bake;
  ovl_survey *survey;
  def.more.floors = &places;
  def.more.floor_count = 1;
  return ovl_survey_create(&def, NULL, NULL, &survey, &s->fault);
}

static ovl_result rows_of(error_scene *s, int32_t index, int32_t count) {
  ovl_part_rows rows;
  return ovl_part_rows_of(&s->bake, index, count, &rows, &s->fault);
}

static ovl_result rows_of_no_part(error_scene *s) { return rows_of(s, 2, 2); }
static ovl_result rows_of_many_parts(error_scene *s) { return rows_of(s, 0, SIDE); }

static ovl_result rows_of_no_regions(error_scene *s) {
  s->bake.tuning.region_cells = 7;
  const ovl_result result = rows_of(s, 0, 1);
  s->bake.tuning.region_cells = 8;
  return result;
}

static ovl_result rows_of_no_width(error_scene *s) {
  s->bake.width = -4;
  const ovl_result result = rows_of(s, 0, 1);
  s->bake.width = SIDE;
  return result;
}

static ovl_result bake_no_part(error_scene *s) {
  ovl_part_def def = ovl_part_def_default();
  def.bake = s->bake;
  def.index = 1;
  def.write = take_bytes;
  return ovl_part_bake(&def, &s->fault);
}

static ovl_result merge_nothing(error_scene *s) {
  const ovl_merge_def def = ovl_merge_def_default();
  return ovl_parts_merge(&def, &s->fault);
}

static ovl_result verify_without_allocator(error_scene *s) {
  ovl_verify_def def = ovl_verify_def_default();
  def.allocator.allocate = NULL;
  return ovl_world_verify(s->use.world, &def, &s->fault);
}

static ovl_result save_nowhere(error_scene *s) {
  return ovl_world_save(s->use.world, take_bytes, NULL, &s->fault);
}

static ovl_result save_edited_nowhere(error_scene *s) {
  return ovl_world_save(s->use.edited, take_bytes, NULL, &s->fault);
}

static ovl_result open_text(error_scene *s) {
  static const uint64_t text[32] = {0};
  return ovl_world_open(text, sizeof text, NULL, &s->room.made, &s->fault);
}

static ovl_result open_nothing(error_scene *s) {
  const ovl_open_def def = ovl_open_def_default();
  return ovl_world_open_def(&def, &s->room.made, &s->fault);
}

static ovl_result read_terrain(error_scene *s, ovl_cell corner, int32_t w, int32_t h, size_t row) {
  uint8_t out[8];
  return ovl_world_read_terrain(s->use.world, corner, w, h, out, row, &s->fault);
}

static ovl_result read_beyond(error_scene *s) { return read_terrain(s, edge, 2, 1, 8); }
static ovl_result read_below(error_scene *s) { return read_terrain(s, inside, 1, SIDE, 8); }
static ovl_result read_narrow(error_scene *s) { return read_terrain(s, inside, 4, 1, 3); }

static ovl_result read_other_floor(error_scene *s) {
  return read_terrain(s, (ovl_cell){0, 0, 1}, 1, 1, 8);
}

/* ---- Paths, routes and tasks ----------------------------------------------------------------- */

static ovl_result create_without_world(error_scene *s) {
  ovl_planner *planner;
  const ovl_planner_def def = ovl_planner_def_default(NULL);
  return ovl_planner_create(&def, &planner, &s->fault);
}

static ovl_result create_without_memory(error_scene *s) {
  ovl_planner *planner;
  ovl_planner_def def = ovl_planner_def_default(s->use.world);
  def.max_bytes = 100;
  return ovl_planner_create(&def, &planner, &s->fault);
}

static ovl_result fit_to_larger(error_scene *s) {
  return of_planner(s, ovl_planner_fit(s->use.planner, s->use.other, NULL));
}

static ovl_result find(error_scene *s) {
  return of_planner(s, ovl_find_path(s->use.planner, s->use.world, &s->query, &s->path));
}

static ovl_result find_outside(error_scene *s) {
  s->query.start = outside;
  return find(s);
}

static ovl_result find_blocked(error_scene *s) {
  s->query.goal = rock;
  return find(s);
}

static ovl_result find_at_edge(error_scene *s) {
  s->query.goal = edge;
  return find(s);
}

static ovl_result find_unreachable(error_scene *s) {
  s->query.goal = behind_wall;
  return find(s);
}

static ovl_result find_without_room(error_scene *s) {
  s->path.capacity = 0;
  return find(s);
}

static ovl_result find_by_labels(error_scene *s) {
  s->more.method = OVL_METHOD_LABELS;
  return find(s);
}

static ovl_result find_while_busy(error_scene *s) {
  ovl_task_begin_path(s->use.planner, s->use.world, &s->query, &s->path);
  return find(s);
}

static ovl_result list_cells(error_scene *s, ovl_cell a, ovl_cell b, size_t room) {
  ovl_cell cells[ROOM];
  s->room.points[0] = a;
  s->room.points[1] = b;
  s->path.count = 2;
  return ovl_path_cells(&s->path, cells, room, &s->room.needed, &s->fault);
}

static ovl_result list_crooked(error_scene *s) {
  return list_cells(s, inside, (ovl_cell){3, 4, 0}, ROOM);
}

static ovl_result list_without_room(error_scene *s) {
  return list_cells(s, inside, (ovl_cell){9, 2, 0}, 3);
}

static ovl_result list_outside(error_scene *s) {
  return list_cells(s, inside, (ovl_cell){-1, 2, 0}, ROOM);
}

static ovl_result list_cut_path(error_scene *s) {
  s->path.capacity = 1;
  return list_cells(s, inside, (ovl_cell){9, 2, 0}, ROOM);
}

static ovl_result reach_outside(error_scene *s) {
  s->query.goal = outside;
  return of_planner(s, ovl_reaches(s->use.planner, s->use.world, &s->query));
}

static ovl_result cost_of_blocked(error_scene *s) {
  s->query.start = rock;
  return of_planner(
      s, ovl_find_costs(s->use.planner, s->use.world, &s->query, &inside, 1, s->room.numbers));
}

static ovl_result cost_of_many(error_scene *s) {
  return of_planner(s, ovl_find_costs(s->use.planner, s->use.world, &s->query, &inside,
                                      OVL_MAX_GOALS + 1, s->room.numbers));
}

static ovl_result range_without_room(error_scene *s) {
  return of_planner(s, ovl_find_range(s->use.planner, s->use.world, &s->query, 5000,
                                      s->room.reached, 1, &s->room.needed));
}

static ovl_result route(error_scene *s, size_t room) {
  return of_planner(
      s, ovl_route_begin(s->use.planner, s->use.world, &s->query, &s->route, s->room.stops, room));
}

static ovl_result route_without_room(error_scene *s) { return route(s, 0); }

static ovl_result next(error_scene *s, const ovl_world *world, ovl_cell from) {
  route(s, ROOM);
  return of_planner(
      s, ovl_route_next(s->use.planner, world, &s->route, s->room.stops, ROOM, from, &s->path));
}

static ovl_result next_off_route(error_scene *s) { return next(s, s->use.world, rock); }
static ovl_result next_elsewhere(error_scene *s) { return next(s, s->use.other, inside); }

static ovl_result retarget(error_scene *s, ovl_cell goal, int32_t percent) {
  route(s, ROOM);
  return of_planner(s, ovl_route_retarget(s->use.planner, s->use.world, &s->route, s->room.stops,
                                          ROOM, goal, percent));
}

static ovl_result retarget_outside(error_scene *s) { return retarget(s, outside, 10); }
static ovl_result retarget_percent(error_scene *s) { return retarget(s, inside, -1); }

static ovl_result local(error_scene *s, ovl_cell start, int32_t radius, ovl_cell goal) {
  const ovl_local_goal goals[] = {{goal, 0}};
  ovl_local_query query = ovl_local_query_default();
  query.start = start;
  query.radius_cells = radius;
  query.goals = goals;
  query.goal_count = 1;
  return of_planner(s, ovl_find_local(s->use.planner, s->use.world, &query, &s->path));
}

static ovl_result local_outside(error_scene *s) { return local(s, outside, 4, inside); }
static ovl_result local_blocked(error_scene *s) { return local(s, rock, 4, inside); }
static ovl_result local_radius(error_scene *s) { return local(s, inside, 0, inside); }
static ovl_result local_far(error_scene *s) { return local(s, inside, 4, behind_wall); }

static ovl_result step_no_task(error_scene *s) {
  ovl_find_path(s->use.planner, s->use.world, &s->query, &s->path);
  ovl_find_local(s->use.planner, s->use.world,
                 &(ovl_local_query){.start = inside, .radius_cells = 1}, &s->path);
  return of_planner(s, ovl_task_step(s->use.planner, 1, s->room.numbers, &s->room.done));
}

static ovl_result begin_two_tasks(error_scene *s) {
  ovl_task_begin_reaches(s->use.planner, s->use.world, &s->query);
  return of_planner(s, ovl_task_begin_path(s->use.planner, s->use.world, &s->query, &s->path));
}

static ovl_result batch_of_less(error_scene *s) {
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, -1, NULL, &s->fault);
}

static ovl_result batch_of_no_jobs(error_scene *s) {
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, 0, &s->no_jobs, &s->fault);
}

static ovl_result batch_while_busy(error_scene *s) {
  ovl_task_begin_reaches(s->use.planner, s->use.world, &s->query);
  return ovl_batch_run(&s->use.planner, s->use.world, NULL, 0, NULL, &s->fault);
}

/* ---- Blockers and baseline ------------------------------------------------------------------- */

static ovl_result blockers_of_no_profile(error_scene *s) {
  ovl_blockers *blockers;
  return ovl_blockers_create(s->use.world, 1, NULL, &blockers, &s->fault);
}

static ovl_result blockers_begin(error_scene *s, ovl_cell start, ovl_cell goal) {
  return of_blockers(s, ovl_blockers_begin(s->use.blockers, start, goal));
}

static ovl_result blockers_from_outside(error_scene *s) {
  return blockers_begin(s, outside, inside);
}

static ovl_result blockers_to_outside(error_scene *s) { return blockers_begin(s, inside, outside); }
static ovl_result blockers_from_edge(error_scene *s) { return blockers_begin(s, edge, inside); }
static ovl_result blockers_to_edge(error_scene *s) { return blockers_begin(s, inside, edge); }

static ovl_result blockers_step_early(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, outside, inside);
  return of_blockers(s, ovl_blockers_step(s->use.blockers, 1, &s->room.done));
}

static ovl_result blockers_answer(error_scene *s) {
  return of_blockers(s, ovl_blockers_answer(s->use.blockers, NULL, 0, &s->room.needed, NULL));
}

static ovl_result blockers_answer_early(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, inside, behind_wall);
  return blockers_answer(s);
}

static ovl_result blockers_without_room(error_scene *s) {
  ovl_blockers_begin(s->use.blockers, inside, behind_wall);
  ovl_blockers_step(s->use.blockers, UINT64_MAX, &s->room.done);
  return blockers_answer(s);
}

static ovl_result baseline_of_no_profile(error_scene *s) {
  ovl_baseline *baseline;
  return ovl_baseline_create(s->use.world, -1, NULL, &baseline, &s->fault);
}

static ovl_result baseline_find(error_scene *s) {
  const ovl_result result = ovl_baseline_find(s->use.baseline, &s->query, &s->path, NULL);
  s->fault = *ovl_baseline_fault(s->use.baseline);
  return result;
}

static ovl_result baseline_other_profile(error_scene *s) {
  s->query.profile = 1;
  return baseline_find(s);
}

static ovl_result baseline_many_goals(error_scene *s) {
  s->more.goal_kind = OVL_GOAL_WITHIN;
  return baseline_find(s);
}

static ovl_result baseline_outside(error_scene *s) {
  s->query.goal = outside;
  return baseline_find(s);
}

static ovl_result baseline_at_edge(error_scene *s) {
  s->query.goal = edge;
  return baseline_find(s);
}

static ovl_result baseline_unreachable(error_scene *s) {
  s->query.goal = behind_wall;
  return baseline_find(s);
}

static ovl_result baseline_without_room(error_scene *s) {
  s->path.capacity = 1;
  return baseline_find(s);
}

/* ---- Edits and versions ---------------------------------------------------------------------- */

static ovl_result apply_outside(error_scene *s) {
  const ovl_edit edits[2] = {ovl_edit_set(inside, 1), ovl_edit_set(outside, 1)};
  return ovl_world_apply(s->use.world, edits, 2, NULL, &s->room.made, &s->fault);
}

static ovl_result apply_no_link(error_scene *s) {
  const ovl_edit edit = ovl_edit_door(0, true);
  return ovl_world_apply(s->use.world, &edit, 1, NULL, &s->room.made, &s->fault);
}

static ovl_result rebase_no_fork(error_scene *s) {
  return ovl_world_rebase(s->use.edited, s->use.world, NULL, &s->room.made, &s->fault);
}

static ovl_result commit_no_fork(error_scene *s) {
  return ovl_world_commit(s->use.world, s->use.edited, NULL, &s->room.made, &s->fault);
}

static ovl_result save_no_fork(error_scene *s) {
  return ovl_world_save_patch(s->use.edited, take_bytes, s, &s->fault);
}

static ovl_result open_no_patch(error_scene *s) {
  return ovl_world_open_patch(s->use.world, "a text", 6, NULL, &s->room.made, &s->fault);
}

static ovl_result what_if_no_profile(error_scene *s) {
  const ovl_what_if what = {.profile = 3};
  return ovl_world_what_if(s->use.world, &what, NULL, NULL, 0, &s->room.needed, &s->fault);
}

static ovl_result refresh_early(error_scene *s) {
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.edited, &s->room.made));
}

static ovl_result refresh_elsewhere(error_scene *s) {
  ovl_refresh_step(s->use.refresh, UINT64_MAX, &s->room.done);
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.other, &s->room.made));
}

static ovl_result refresh_twice(error_scene *s) {
  ovl_world *refreshed;
  ovl_refresh_step(s->use.refresh, UINT64_MAX, &s->room.done);
  if (ovl_refresh_apply(s->use.refresh, s->use.edited, &refreshed) == OVL_OK) {
    ovl_world_close(refreshed);
  }
  return of_refresh(s, ovl_refresh_apply(s->use.refresh, s->use.edited, &s->room.made));
}

/* ---- Flows, queues, units, watches ----------------------------------------------------------- */

static ovl_result flow_of_no_goals(error_scene *s) {
  ovl_flow *flow;
  ovl_flow_def def = ovl_flow_def_default(s->use.world);
  def.max_goals = -1;
  return ovl_flow_create(&def, &flow, &s->fault);
}

static ovl_result flow_begin(error_scene *s) {
  return of_flow(s, ovl_flow_begin(s->use.flow, s->use.world, &s->query));
}

static ovl_result flow_at_edge(error_scene *s) {
  s->query.goal = edge;
  return flow_begin(s);
}

static ovl_result flow_to_outside(error_scene *s) {
  s->query.goal = outside;
  return flow_begin(s);
}

static ovl_result flow_of_larger(error_scene *s) {
  return of_flow(s, ovl_flow_begin(s->use.flow, s->use.other, &s->query));
}

static ovl_result flow_from_outside(error_scene *s) {
  ovl_flow_step step;
  flow_begin(s);
  return of_flow(s, ovl_flow_next(s->use.flow, outside, &step));
}

static ovl_result flow_prepare_early(error_scene *s) {
  s->query.goal = outside;
  flow_begin(s);
  return of_flow(s, ovl_flow_prepare(s->use.flow, &inside, 1, 1, &s->room.done));
}

static ovl_result flow_renew_elsewhere(error_scene *s) {
  flow_begin(s);
  return of_flow(s, ovl_flow_renew(s->use.flow, s->use.other, 1, &s->room.done));
}

static ovl_result queue_of_none(error_scene *s) {
  ovl_queue *queue;
  ovl_queue_def def = ovl_queue_def_default(s->use.world);
  def.lanes = 0;
  return ovl_queue_create(&def, &queue, &s->fault);
}

static ovl_result queue_priority(error_scene *s) {
  const ovl_request request = {.query = s->query, .priority = -1};
  return of_queue(s, ovl_queue_add(s->use.queue, &request, s->room.numbers));
}

static ovl_result queue_cancel_none(error_scene *s) {
  return of_queue(s, ovl_queue_cancel(s->use.queue, 77));
}

static ovl_result queue_no_jobs(error_scene *s) {
  return of_queue(s, ovl_queue_step(s->use.queue, s->use.world, 1, &s->no_jobs, s->room.numbers));
}

static ovl_result units_of_none(error_scene *s) {
  ovl_units *units;
  ovl_units_def def = ovl_units_def_default(s->use.world);
  def.capacity = 0;
  return ovl_units_create(&def, &units, &s->fault);
}

static ovl_result add_unit(error_scene *s, ovl_cell cell) {
  const ovl_unit_def def = {.cell = cell};
  ovl_unit unit;
  return of_units(s, ovl_unit_add(s->use.units, s->use.world, &def, &unit));
}

static ovl_result unit_outside(error_scene *s) { return add_unit(s, outside); }
static ovl_result unit_at_edge(error_scene *s) { return add_unit(s, edge); }

static ovl_result unit_remove_none(error_scene *s) {
  return of_units(s, ovl_unit_remove(s->use.units, 5));
}

static ovl_result unit_send_none(error_scene *s) {
  return of_units(s, ovl_unit_send(s->use.units, 5, inside));
}

static ovl_result unit_stop_none(error_scene *s) {
  return of_units(s, ovl_unit_stop(s->use.units, 5));
}

static ovl_result units_send_outside(error_scene *s) {
  return of_units(s, ovl_units_send(s->use.units, s->use.world, NULL, 0, outside));
}

static ovl_result units_tick_elsewhere(error_scene *s) {
  return of_units(s, ovl_units_tick(s->use.units, s->use.other, 1, NULL));
}

static ovl_result watch_of_none(error_scene *s) {
  ovl_watch *watch;
  ovl_watch_def def = ovl_watch_def_default(s->use.world);
  def.routes = 0;
  return ovl_watch_create(&def, &watch, &s->fault);
}

static ovl_result watch_route(error_scene *s, const ovl_world *world, uint32_t number) {
  route(s, ROOM);
  return of_planner(s, ovl_watch_route(s->use.watch, s->use.planner, world, number, &s->route,
                                       s->room.stops, ROOM));
}

static ovl_result watch_number(error_scene *s) { return watch_route(s, s->use.world, UINT32_MAX); }
static ovl_result watch_long_route(error_scene *s) { return watch_route(s, s->use.world, 0); }

static ovl_result watch_changes(error_scene *s, const ovl_world *before, const ovl_world *after) {
  const ovl_result result =
      ovl_watch_changes(s->use.watch, before, after, NULL, 0, &s->room.needed);
  s->fault = *ovl_watch_fault(s->use.watch);
  return result;
}

static ovl_result watch_elsewhere(error_scene *s) {
  return watch_changes(s, s->use.world, s->use.other);
}
static ovl_result watch_backwards(error_scene *s) {
  return watch_changes(s, s->use.edited, s->use.world);
}

/* ---- The table ------------------------------------------------------------------------------- */

typedef struct error_row {
  const char *call;
  ovl_result (*run)(error_scene *s);
  ovl_result result;
  const char *what;         /* begins so */
  uint64_t found, expected; /* both 0: not compared */
} error_row;

#define LESS(n) ((uint64_t) - (n))

static const error_row rows[] = {
    {"ovl_world_bake", bake_without_width, OVL_BAD_ARGUMENT, "width", 0, 1},
    {"ovl_world_bake", bake_with_large_regions, OVL_BAD_ARGUMENT, "region_cells", 129, 128},
    {"ovl_bake_choose", choose_without_height, OVL_BAD_ARGUMENT, "height", 0, 1},
    {"ovl_bake_steer", steer_without_height, OVL_BAD_ARGUMENT, "height", 0, 1},
    {"ovl_survey_create", survey_places, OVL_BAD_ARGUMENT, "floors of a survey", 0, 1},
    {"ovl_part_rows_of", rows_of_no_part, OVL_BAD_ARGUMENT, "index", 2, 1},
    {"ovl_part_rows_of", rows_of_many_parts, OVL_BAD_ARGUMENT, "count", SIDE, 5},
    {"ovl_part_rows_of", rows_of_no_regions, OVL_BAD_ARGUMENT, "region_cells", 7, 8},
    {"ovl_part_rows_of", rows_of_no_width, OVL_BAD_ARGUMENT, "width", LESS(4), 1},
    {"ovl_part_bake", bake_no_part, OVL_BAD_ARGUMENT, "index", 1, 0},
    {"ovl_parts_merge", merge_nothing, OVL_BAD_ARGUMENT, "part_count", 0, 1},
    {"ovl_world_verify", verify_without_allocator, OVL_BAD_ARGUMENT, "allocator", 0, 1},
    {"ovl_world_save", save_nowhere, OVL_WRITE_FAILED, "write", 0, 0},
    {"ovl_world_save", save_edited_nowhere, OVL_WRITE_FAILED, "write", 0, 0},
    {"ovl_world_open", open_text, OVL_NOT_A_WORLD, "magic", 0, 0},
    {"ovl_world_open_def", open_nothing, OVL_BAD_ARGUMENT, "read", 0, 1},
    {"ovl_world_read_terrain", read_beyond, OVL_BAD_ARGUMENT, "w", 2, 1},
    {"ovl_world_read_terrain", read_below, OVL_BAD_ARGUMENT, "h", SIDE, SIDE - 2},
    {"ovl_world_read_terrain", read_narrow, OVL_BAD_ARGUMENT, "row_bytes", 3, 4},
    {"ovl_world_read_terrain", read_other_floor, OVL_BAD_ARGUMENT, "corner.floor", 1, 0},
    {"ovl_planner_create", create_without_world, OVL_BAD_ARGUMENT, "world", 0, 1},
    {"ovl_planner_create", create_without_memory, OVL_BAD_ARGUMENT, "max_bytes", 0, 0},
    {"ovl_planner_fit", fit_to_larger, OVL_PLANNER_TOO_SMALL, "max_bytes", 0, 0},
    {"ovl_find_path", find_outside, OVL_START_OUTSIDE, "start.y", SIDE, SIDE - 1},
    {"ovl_find_path", find_blocked, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_find_path", find_at_edge, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_find_path", find_unreachable, OVL_UNREACHABLE, "goal", 0, 0},
    {"ovl_find_path", find_without_room, OVL_MORE_ROOM, "capacity", 0, 0},
    {"ovl_find_path", find_by_labels, OVL_BAD_ARGUMENT, "method", OVL_METHOD_LABELS, 0},
    {"ovl_find_path", find_while_busy, OVL_BUSY, "planner", 0, 0},
    {"ovl_path_cells", list_crooked, OVL_BAD_ARGUMENT, "path: a leg", 0, 1},
    {"ovl_path_cells", list_without_room, OVL_MORE_ROOM, "capacity", 3, 8},
    {"ovl_path_cells", list_outside, OVL_BAD_ARGUMENT, "path: x", LESS(1), 0},
    {"ovl_path_cells", list_cut_path, OVL_BAD_ARGUMENT, "path: points", 1, 2},
    {"ovl_reaches", reach_outside, OVL_GOAL_OUTSIDE, "goal.y", SIDE, SIDE - 1},
    {"ovl_find_costs", cost_of_blocked, OVL_START_BLOCKED, "start", 0, 0},
    {"ovl_find_costs", cost_of_many, OVL_BAD_ARGUMENT, "count", OVL_MAX_GOALS + 1, OVL_MAX_GOALS},
    {"ovl_find_range", range_without_room, OVL_MORE_ROOM, "capacity", 0, 0},
    {"ovl_route_begin", route_without_room, OVL_MORE_ROOM, "stop_capacity", 0, 0},
    {"ovl_route_next", next_off_route, OVL_OFF_ROUTE, "from", 0, 0},
    {"ovl_route_next", next_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_route_retarget", retarget_outside, OVL_GOAL_OUTSIDE, "goal.y", SIDE, SIDE - 1},
    {"ovl_route_retarget", retarget_percent, OVL_BAD_ARGUMENT, "max_percent", LESS(1), 0},
    {"ovl_find_local", local_outside, OVL_START_OUTSIDE, "start.y", SIDE, SIDE - 1},
    {"ovl_find_local", local_blocked, OVL_START_BLOCKED, "start", 0, 0},
    {"ovl_find_local", local_radius, OVL_BAD_ARGUMENT, "radius_cells", 0, 1},
    {"ovl_find_local", local_far, OVL_UNREACHABLE, "goals", 0, 0},
    {"ovl_task_step", step_no_task, OVL_BAD_ARGUMENT, "planner", 0, 0},
    {"ovl_task_begin_path", begin_two_tasks, OVL_BUSY, "planner", 0, 0},
    {"ovl_batch_run", batch_of_less, OVL_BAD_ARGUMENT, "count", LESS(1), 0},
    {"ovl_batch_run", batch_of_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_batch_run", batch_while_busy, OVL_BUSY, "planners", 0, 0},
    {"ovl_blockers_create", blockers_of_no_profile, OVL_BAD_ARGUMENT, "profile", 1, 0},
    {"ovl_blockers_begin", blockers_from_outside, OVL_START_OUTSIDE, "start.y", SIDE, SIDE - 1},
    {"ovl_blockers_begin", blockers_to_outside, OVL_GOAL_OUTSIDE, "goal.y", SIDE, SIDE - 1},
    {"ovl_blockers_begin", blockers_from_edge, OVL_START_BLOCKED, "start", 2, 1},
    {"ovl_blockers_begin", blockers_to_edge, OVL_GOAL_BLOCKED, "goal", 2, 1},
    {"ovl_blockers_step", blockers_step_early, OVL_BAD_ARGUMENT, "blockers", 0, 1},
    {"ovl_blockers_answer", blockers_answer_early, OVL_BAD_ARGUMENT, "blockers", 0, 1},
    {"ovl_blockers_answer", blockers_without_room, OVL_MORE_ROOM, "capacity", 0, 2},
    {"ovl_baseline_create", baseline_of_no_profile, OVL_BAD_ARGUMENT, "profile", LESS(1), 0},
    {"ovl_baseline_find", baseline_other_profile, OVL_BAD_ARGUMENT, "profile", 1, 0},
    {"ovl_baseline_find", baseline_many_goals, OVL_BAD_ARGUMENT, "goal_kind", 2, 0},
    {"ovl_baseline_find", baseline_outside, OVL_GOAL_OUTSIDE, "goal.y", SIDE, SIDE - 1},
    {"ovl_baseline_find", baseline_at_edge, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_baseline_find", baseline_unreachable, OVL_UNREACHABLE, "goal", 0, 0},
    {"ovl_baseline_find", baseline_without_room, OVL_MORE_ROOM, "capacity", 0, 0},
    {"ovl_world_apply", apply_outside, OVL_BAD_ARGUMENT, "cell", 0, 0},
    {"ovl_world_apply", apply_no_link, OVL_BAD_ARGUMENT, "link", 0, 0},
    {"ovl_world_rebase", rebase_no_fork, OVL_BAD_ARGUMENT, "fork", 0, 0},
    {"ovl_world_commit", commit_no_fork, OVL_BAD_ARGUMENT, "fork", 0, 0},
    {"ovl_world_save_patch", save_no_fork, OVL_BAD_ARGUMENT, "fork", 0, 1},
    {"ovl_world_open_patch", open_no_patch, OVL_NOT_A_WORLD, "magic of a patch", 0, 0},
    {"ovl_world_what_if", what_if_no_profile, OVL_BAD_ARGUMENT, "profile", 3, 0},
    {"ovl_refresh_apply", refresh_early, OVL_BAD_ARGUMENT, "refresh: it is not done", 0, 1},
    {"ovl_refresh_step", refresh_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_refresh_apply", refresh_twice, OVL_BAD_ARGUMENT, "refresh: it was applied", 1, 0},
    {"ovl_flow_create", flow_of_no_goals, OVL_BAD_ARGUMENT, "max_goals", LESS(1), 0},
    {"ovl_flow_begin", flow_at_edge, OVL_GOAL_BLOCKED, "goal", 0, 0},
    {"ovl_flow_begin", flow_to_outside, OVL_GOAL_OUTSIDE, "goal.y", SIDE, SIDE - 1},
    {"ovl_flow_begin", flow_of_larger, OVL_PLANNER_TOO_SMALL, "max_bytes", 0, 0},
    {"ovl_flow_next", flow_from_outside, OVL_START_OUTSIDE, "cell.y", SIDE, SIDE - 1},
    {"ovl_flow_prepare", flow_prepare_early, OVL_BAD_ARGUMENT, "flow", 0, 1},
    {"ovl_flow_renew", flow_renew_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_queue_create", queue_of_none, OVL_BAD_ARGUMENT, "lanes", 0, 1},
    {"ovl_queue_add", queue_priority, OVL_BAD_ARGUMENT, "priority", LESS(1), 0},
    {"ovl_queue_cancel", queue_cancel_none, OVL_BAD_ARGUMENT, "ticket", 77, 0},
    {"ovl_queue_step", queue_no_jobs, OVL_BAD_ARGUMENT, "jobs", 0, 1},
    {"ovl_units_create", units_of_none, OVL_BAD_ARGUMENT, "capacity", 0, 1},
    {"ovl_unit_add", unit_outside, OVL_START_OUTSIDE, "cell.y", SIDE, SIDE - 1},
    {"ovl_unit_add", unit_at_edge, OVL_START_BLOCKED, "cell", 0, 0},
    {"ovl_unit_remove", unit_remove_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_unit_send", unit_send_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_unit_stop", unit_stop_none, OVL_BAD_ARGUMENT, "unit", 0, 0},
    {"ovl_units_send", units_send_outside, OVL_GOAL_OUTSIDE, "place.y", SIDE, SIDE - 1},
    {"ovl_units_tick", units_tick_elsewhere, OVL_OTHER_WORLD, "world", 0, 0},
    {"ovl_watch_create", watch_of_none, OVL_BAD_ARGUMENT, "routes", 0, 1},
    {"ovl_watch_route", watch_number, OVL_BAD_ARGUMENT, "number", 0, 0},
    {"ovl_watch_route", watch_long_route, OVL_MORE_ROOM, "regions", 0, 0},
    {"ovl_watch_changes", watch_elsewhere, OVL_OTHER_WORLD, "after", 0, 0},
    {"ovl_watch_changes", watch_backwards, OVL_OTHER_WORLD, "before", 0, 0},
};

/* Without a fault: each result has one reason, or it is the same as that of another call.
 *   ovl_world_retain, ovl_world_fork: OVL_NO_MEMORY; ovl_world_rebuilt: OVL_MORE_ROOM;
 *   ovl_refresh_create: OVL_NO_MEMORY, OVL_NEEDS_REGIONS; ovl_publisher_create: OVL_NO_MEMORY;
 *   ovl_publisher_publish: OVL_BUSY; ovl_flow_peek: as ovl_flow_next, which says it;
 *   ovl_task_result: OVL_BUSY and OVL_BAD_ARGUMENT, or the result of the task;
 *   ovl_task_begin_route, ovl_task_begin_next, ovl_task_begin_reaches, ovl_task_begin_costs,
 *   ovl_task_begin_range: as ovl_task_begin_path. */

static void check_row(error_scene *s, test_state *t, const error_row *row) {
  test_context(t, "%s, row %d", row->call, (int)(row - rows));
  begin_row(s);
  const ovl_result result = row->run(s);
  const ovl_fault *fault = &s->fault;
  CHECK(t, result == row->result, "%s, not %s", ovl_result_text(result),
        ovl_result_text(row->result));
  CHECK(t, strncmp(fault->what, row->what, strlen(row->what)) == 0, "'%s', not '%s'", fault->what,
        row->what);
  CHECK(t,
        (row->found == 0 && row->expected == 0) ||
            (fault->found == row->found && fault->expected == row->expected),
        "'%s': found %" PRIu64 ", expected %" PRIu64 "; not %" PRIu64 ", %" PRIu64, fault->what,
        fault->found, fault->expected, row->found, row->expected);
}

static void every_error_names_its_argument(test_state *t) {
  error_scene *s = calloc(1, sizeof *s);
  if (s != NULL && CHECK(t, make_worlds(s) && make_objects(s), "the scene")) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
      check_row(s, t, &rows[i]);
    }
  }
  if (s != NULL) {
    free_scene(s);
  }
  free(s);
}

const test_entry test_every_error_table[] = {
    {"every_error_names_its_argument", every_error_names_its_argument},
    {NULL, NULL},
};
