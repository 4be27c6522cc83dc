/* Every public call with each kind of wrong argument: its fault names the argument. A row is one
 * wrong call; the rows are in tests/world/test_errors_*.c. tests/test_names.sh checks that no call
 * that returns a result is left out.
 *
 * Without a fault: each result has one reason, or it is the same as that of another call.
 *   ovl_world_retain: OVL_NO_MEMORY; ovl_world_rebuilt: OVL_MORE_ROOM;
 *   ovl_refresh_create, ovl_publisher_create: OVL_NO_MEMORY;
 *   ovl_publisher_publish: OVL_FULL; ovl_flow_peek: as ovl_flow_next, which says it;
 *   ovl_task_result: OVL_NOT_READY and OVL_BAD_ARGUMENT, or the result of the task;
 *   ovl_task_begin_route, ovl_task_begin_next, ovl_task_begin_reaches, ovl_task_begin_costs,
 *   ovl_task_begin_range: as ovl_task_begin_path. */
#ifndef ERROR_SCENE_H
#define ERROR_SCENE_H

#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_units.h"
#include "tests/support/test.h"

enum { ERROR_SIDE = 40, ERROR_ROOM = 200 };

/* The objects that calls use. */
typedef struct error_objects {
  ovl_world *world, *edited, *other; /* `other` is a larger one */
  ovl_planner *planner;
  ovl_flow *flow;
  ovl_queue *queue;
  ovl_units *units;
  ovl_blockers *blockers;
  ovl_refresh *refresh;
} error_objects;

/* Memory for answers that no test looks at. */
typedef struct error_rooms {
  ovl_cell points[ERROR_ROOM];
  ovl_range_cell reached[ERROR_ROOM];
  uint64_t numbers[ERROR_ROOM];
  ovl_world *made; /* the world that a call made */
  size_t needed;
  bool done;
} error_rooms;

/* A world of regions of 8 cells without labels: a wall at x = 30, a rock at 10,10, and one
 * profile whose body has two cells a side. Everything that calls use is made for it. */
typedef struct error_scene {
  uint8_t terrain[ERROR_SIDE * ERROR_SIDE];
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

extern const ovl_cell error_inside;
extern const ovl_cell error_outside;
extern const ovl_cell error_rock;
extern const ovl_cell error_edge; /* the body does not fit here */
extern const ovl_cell error_behind_wall;

typedef struct error_row {
  const char *call;
  ovl_result (*run)(error_scene *s);
  ovl_result result;
  const char *what;         /* the fault's text begins with it; "": there is no fault */
  uint64_t found, expected; /* both 0: not compared */
} error_row;

/* A row with another query than the scene's. */
typedef struct error_query_row {
  const ovl_query *query;
  error_row row;
} error_query_row;

/* -n as a fault holds it. */
#define LESS(n) ((uint64_t) - (n))

/* Runs each row in one scene, and compares its result and fault. */
void check_error_rows(test_state *t, const error_row *rows, size_t count);
void check_error_queries(test_state *t, const error_query_row *rows, size_t count);

/* Returns `result`, and keeps the planner's fault for the comparison. */
ovl_result error_of_planner(error_scene *s, ovl_result result);

/* Begins the route of the scene's query. */
ovl_result error_begin_route(error_scene *s);

#endif
