/* The stack that public calls take: less than 16 KiB each, as overland.h says. Each call runs on a
 * thread whose stack was painted before. */
#if defined(__unix__) || defined(__APPLE__)
#define _DEFAULT_SOURCE
#endif
#include <stddef.h>

#include "tests/support/test.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer) || __has_feature(undefined_behavior_sanitizer)
#define IS_SANITIZED
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__OPTIMIZE__) ||     \
    !(defined(__unix__) || defined(__APPLE__))
#define IS_SANITIZED
#endif

#ifdef IS_SANITIZED

/* Without optimisation, and with the checks of sanitizers, frames are larger. */
const test_entry test_stack_table[] = {{NULL, NULL}};

#else

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_schedule.h"
#include "overland_stream.h"
#include "overland_units.h"
#include "tests/support/test_allocate.h"
#include "tests/support/test_random.h"

enum { SIDE = 200, STACK_BYTES = 1 << 19, PAINT = 0xa5, MOST_BYTES = 16 << 10 };

/* Room for answers. */
typedef struct stack_answer {
  ovl_cell points[4 * SIDE * SIDE];
  ovl_path path;
  ovl_route route;
} stack_answer;

typedef struct stack_file {
  uint8_t *bytes;
  size_t count;
} stack_file;

/* What the calls work on, one after the other. */
typedef struct stack_scene {
  uint8_t terrain[SIDE * SIDE];
  ovl_bake_def bake;
  ovl_world *world, *edited, *fork;
  ovl_planner *planner;
  ovl_flow *flow;
  ovl_units *units;
  ovl_queue *queue;
  ovl_query query;
  ovl_query_more more;
  stack_answer answer;
  stack_file file;
} stack_scene;

static bool keep_file(void *user, const void *bytes, size_t count) {
  stack_scene *s = user;
  uint8_t *grown = realloc(s->file.bytes, s->file.count + count);
  if (grown == NULL) {
    abort();
  }
  memcpy(grown + s->file.count, bytes, count);
  s->file.bytes = grown;
  s->file.count += count;
  return true;
}

static bool read_file(void *user, uint64_t offset, void *bytes, size_t count) {
  const stack_scene *s = user;
  memcpy(bytes, s->file.bytes + offset, count);
  return true;
}

static ovl_result bake(stack_scene *s) { return ovl_world_bake(&s->bake, &s->world, NULL); }

static ovl_result bake_with_a_size(stack_scene *s) {
  ovl_bake_def def = s->bake;
  ovl_world *world = NULL;
  def.tuning.region_cells = 16;
  const ovl_result result = ovl_world_bake(&def, &world, NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result make_planner(stack_scene *s) {
  ovl_planner_def def = {.world = s->world};
  def.turn_costs = true;
  return ovl_planner_bytes(&def) != 0 ? ovl_planner_create(&def, &s->planner, NULL) : OVL_CORRUPT;
}

static ovl_result find(stack_scene *s) {
  return ovl_find_path(s->planner, s->world, &s->query, &s->answer.path);
}

static ovl_result find_within(stack_scene *s) {
  s->more = (ovl_query_more){0};
  s->more.goal_kind = OVL_GOAL_WITHIN;
  s->more.goal_radius = 5;
  s->query.more = &s->more;
  const ovl_result result = find(s);
  s->query.more = NULL;
  return result;
}

static ovl_result find_turning(stack_scene *s) {
  s->more = (ovl_query_more){0};
  s->more.turn_cost = 3000;
  s->query.more = &s->more;
  const ovl_result result = find(s);
  s->query.more = NULL;
  return result;
}

static ovl_result begin(stack_scene *s) {
  return ovl_route_begin(s->planner, s->world, &s->query, &s->answer.route);
}

static ovl_result next(stack_scene *s) {
  return ovl_route_next(s->planner, s->world, &s->answer.route, s->answer.route.position,
                        &s->answer.path);
}

static ovl_result save(stack_scene *s) {
  return ovl_world_save(s->world, &(ovl_save_def){.write = keep_file, .write_user = s}, NULL);
}

static ovl_result open_again(stack_scene *s) {
  ovl_world *world = NULL;
  const ovl_result result = ovl_world_open(s->file.bytes, s->file.count, &world, NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result open_by_reader(stack_scene *s) {
  ovl_world *world = NULL;
  ovl_open_def def = {0};
  def.read = read_file;
  def.read_user = s;
  def.byte_count = s->file.count;
  const ovl_result result = ovl_world_open_def(&def, &world, NULL);
  ovl_world_close(world);
  return result;
}

static ovl_result apply(stack_scene *s) {
  const ovl_edit house = ovl_edit_rect((ovl_cell){40, 40, 0}, 9, 9, 0);
  return ovl_world_apply(s->world, &house, 1, &s->edited, NULL);
}

static ovl_result rebase(stack_scene *s) {
  ovl_world *rebased = NULL;
  const ovl_result result = ovl_world_rebase(s->edited, s->world, s->edited, NULL, &rebased, NULL);
  ovl_world_close(rebased);
  return result;
}

static ovl_result save_edited(stack_scene *s) {
  s->file.count = 0;
  return ovl_world_save(s->edited, &(ovl_save_def){.write = keep_file, .write_user = s}, NULL);
}

static ovl_result find_edited(stack_scene *s) {
  return ovl_find_path(s->planner, s->edited, &s->query, &s->answer.path);
}

static ovl_result make_labels_anew(stack_scene *s) {
  ovl_refresh *refresh = NULL;
  bool done = false;
  ovl_result result = ovl_refresh_create(s->edited, NULL, &refresh);
  while (result == OVL_OK && !done) {
    result = ovl_refresh_step(refresh, UINT64_MAX, &done);
  }
  ovl_refresh_destroy(refresh);
  return result;
}

static ovl_result flow(stack_scene *s) {
  const ovl_flow_def def = {.world = s->world};
  ovl_flow_step step;
  ovl_result result = ovl_flow_create(&def, &s->flow, NULL);
  result = result == OVL_OK ? ovl_flow_begin(s->flow, s->world, &s->query) : result;
  return result == OVL_OK ? ovl_flow_next(s->flow, s->query.start, &step) : result;
}

static ovl_result make_units(stack_scene *s) {
  const ovl_units_def def = {.world = s->world};
  return ovl_units_create(&def, &s->units, NULL);
}

static ovl_result march(stack_scene *s) {
  const ovl_unit_def def = {.cell = s->query.start};
  ovl_unit unit;
  ovl_result result = ovl_unit_add(s->units, s->world, &def, &unit);
  result = result == OVL_OK ? ovl_unit_send(s->units, unit, s->query.goal) : result;
  for (int i = 0; i < 20 && result == OVL_OK; i++) {
    result = ovl_units_tick(s->units, s->world, 20000, NULL);
  }
  return result;
}

static ovl_result make_queue(stack_scene *s) {
  const ovl_queue_def def = {.world = s->world};
  return ovl_queue_create(&def, &s->queue, NULL);
}

static ovl_result bake_part(stack_scene *s) {
  ovl_part_def def = {0};
  const int32_t region_cells = def.bake.tuning.region_cells;
  def.bake = s->bake;
  def.bake.tuning.region_cells = region_cells;
  def.from = NULL;
  def.write = keep_file;
  def.write_user = s;
  s->file.count = 0;
  return ovl_part_bytes_needed(&def.bake, 0, 1) != 0 ? ovl_part_bake(&def, NULL) : OVL_CORRUPT;
}

static bool read_part(void *user, int32_t part, uint64_t offset, void *bytes, size_t count) {
  (void)part;
  return read_file(user, offset, bytes, count);
}

static bool drop_bytes(void *user, uint64_t offset, const void *bytes, size_t count) {
  (void)user;
  (void)offset;
  (void)bytes;
  (void)count;
  return true;
}

static ovl_result merge_part(stack_scene *s) {
  ovl_merge_def def = {0};
  def.part_count = 1;
  def.read = read_part;
  def.read_user = s;
  def.write = drop_bytes;
  return ovl_parts_merge(&def, NULL);
}

static ovl_result find_blockers(stack_scene *s) {
  ovl_blockers *blockers = NULL;
  ovl_obstacle obstacle;
  size_t needed = 0;
  bool done = false;
  ovl_result result = ovl_blockers_create(s->world, 0, NULL, &blockers, NULL);
  if (result == OVL_OK) {
    result = ovl_blockers_begin(blockers, s->query.start, s->query.goal);
  }
  if (result == OVL_OK) {
    result = ovl_blockers_step(blockers, UINT64_MAX, &done);
  }
  if (result == OVL_OK) {
    result = ovl_blockers_answer(blockers, &obstacle, 1, &needed, NULL);
  }
  ovl_blockers_destroy(blockers);
  return result;
}

/* A call on a thread of its own. */
typedef struct stack_call {
  const char *name;
  ovl_result (*call)(stack_scene *s);
  stack_scene *scene;
  ovl_result result;
} stack_call;

static void *run_call(void *user) {
  stack_call *call = user;
  call->result = call->call != NULL ? call->call(call->scene) : OVL_OK;
  return NULL;
}

/* Runs a call; returns the bytes of the stack that it touched, those of the thread included. */
static size_t measure(stack_call *call) {
  pthread_attr_t attributes;
  pthread_t thread;
  uint8_t *stack = aligned_alloc(1 << 12, STACK_BYTES);
  if (stack == NULL) {
    abort();
  }
  memset(stack, PAINT, STACK_BYTES);
  if (pthread_attr_init(&attributes) != 0 ||
      pthread_attr_setstack(&attributes, stack, STACK_BYTES) != 0 ||
      pthread_create(&thread, &attributes, run_call, call) != 0 ||
      pthread_join(thread, NULL) != 0) {
    abort();
  }
  pthread_attr_destroy(&attributes);
  size_t untouched = 0;
  while (untouched < STACK_BYTES && stack[untouched] == PAINT) {
    untouched++;
  }
  free(stack);
  return STACK_BYTES - untouched;
}

static void make_scene(stack_scene *s) {
  test_random random = {5};
  for (int32_t i = 0; i < SIDE * SIDE; i++) {
    s->terrain[i] = !test_random_percent(&random, 15);
  }
  s->terrain[2 * SIDE + 2] = s->terrain[(SIDE - 3) * SIDE + SIDE - 3] = 1;
  s->bake = (ovl_bake_def){0};
  s->bake.width = SIDE;
  s->bake.height = SIDE;
  s->bake.terrain = s->terrain;
  s->bake.tuning.overlays = OVL_OVERLAYS_ALWAYS;
  s->query = (ovl_query){0};
  s->query.start = (ovl_cell){2, 2, 0};
  s->query.goal = (ovl_cell){SIDE - 3, SIDE - 3, 0};
  s->answer.path = (ovl_path){.points = s->answer.points,
                              .capacity = sizeof s->answer.points / sizeof *s->answer.points};
}

static void free_scene(stack_scene *s) {
  ovl_queue_destroy(s->queue);
  ovl_units_destroy(s->units);
  ovl_flow_destroy(s->flow);
  ovl_planner_destroy(s->planner);
  ovl_world_close(s->fork);
  ovl_world_close(s->edited);
  ovl_world_close(s->world);
  free(s->file.bytes);
  free(s);
}

static void calls_take_little_stack(test_state *t) {
  stack_call calls[] = {
      {"ovl_world_bake, all chosen", bake, NULL, OVL_OK},
      {"ovl_world_bake", bake_with_a_size, NULL, OVL_OK},
      {"ovl_planner_create", make_planner, NULL, OVL_OK},
      {"ovl_find_path", find, NULL, OVL_OK},
      {"ovl_find_path within", find_within, NULL, OVL_OK},
      {"ovl_find_path with turns", find_turning, NULL, OVL_OK},
      {"ovl_route_begin", begin, NULL, OVL_OK},
      {"ovl_route_next", next, NULL, OVL_OK},
      {"ovl_world_save", save, NULL, OVL_OK},
      {"ovl_world_open", open_again, NULL, OVL_OK},
      {"ovl_world_open_def", open_by_reader, NULL, OVL_OK},
      {"ovl_world_apply", apply, NULL, OVL_OK},
      {"ovl_world_rebase", rebase, NULL, OVL_OK},
      {"ovl_find_path, edited", find_edited, NULL, OVL_OK},
      {"ovl_world_save, edited", save_edited, NULL, OVL_OK},
      {"ovl_refresh_step", make_labels_anew, NULL, OVL_OK},
      {"ovl_flow_*", flow, NULL, OVL_OK},
      {"ovl_units_create", make_units, NULL, OVL_OK},
      {"ovl_units_tick", march, NULL, OVL_OK},
      {"ovl_queue_create", make_queue, NULL, OVL_OK},
      {"ovl_part_bake", bake_part, NULL, OVL_OK},
      {"ovl_parts_merge", merge_part, NULL, OVL_OK},
      {"ovl_blockers_*", find_blockers, NULL, OVL_OK},
  };
  stack_call none = {"nothing", NULL, NULL, OVL_OK};
  stack_scene *scene = test_allocate(1, sizeof *scene);
  make_scene(scene);
  const size_t thread = measure(&none);
  for (size_t i = 0; i < sizeof calls / sizeof *calls && t->failures == 0; i++) {
    calls[i].scene = scene;
    const size_t bytes = measure(&calls[i]) - thread;
    CHECK(t, calls[i].result == OVL_OK, "%s: %s", calls[i].name, ovl_result_text(calls[i].result));
    CHECK(t, bytes < MOST_BYTES, "%s takes %zu bytes of stack", calls[i].name, bytes);
  }
  free_scene(scene);
}

const test_entry test_stack_table[] = {
    {"stack_of_calls", calls_take_little_stack},
    {NULL, NULL},
};

#endif
