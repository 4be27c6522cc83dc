/* The class World: a baked world, its present version, and the planner of its paths. */
#include <stdlib.h>
#include <string.h>

#include "overland_edit.h"
#include "overland_inspect.h"
#include "tools/bindings/godot/godot_flow.h"

enum { WEIGHTS = 256 };

static void *create_world(void) { return calloc(1, sizeof(world_state)); }

/* Planners use no version of a world between calls, so either may be closed first. */
static void release_world(world_state *state) {
  object_end_flows(state);
  ovl_planner_destroy(state->planner);
  ovl_world_close(state->world);
  free(state->file);
  state->planner = NULL;
  state->world = NULL;
  state->file = NULL;
}

static void destroy_world(void *state) {
  world_state *held = state;
  release_world(held);
  free(held->points);
  free(held);
}

/* Takes a new world, and the bytes that it uses, in place of the one before. */
static gd_variant take_world(world_state *state, ovl_world *world, uint8_t *file) {
  ovl_planner *planner = NULL;
  ovl_fault fault = {0};
  const ovl_planner_def def = {.world = world};
  const ovl_result result = ovl_planner_create(&def, &planner, &fault);
  if (result != OVL_OK) {
    ovl_world_close(world);
    free(file);
    return object_fail(&state->base, result, &fault);
  }
  release_world(state);
  state->world = world;
  state->file = file;
  state->planner = planner;
  return object_answer(&state->base, OVL_OK, NULL);
}

/* Returns whether there are weights and all are 0, which the library would take for its default:
 * all terrain but 0 is ground. */
static bool all_block(const uint8_t *weights, size_t count) {
  size_t blocked = 0;
  while (blocked < count && weights[blocked] == 0) {
    blocked++;
  }
  return count != 0 && blocked == count;
}

/* bake(terrain, width, weights, corner): terrain has a byte a cell, row by row from the corner on;
 * weights are 256 bytes, in eighths, 0 for blocked, or none: 0 is blocked, and all else ground. */
static gd_variant world_bake(void *state, gd_variant **arguments) {
  world_state *held = state;
  size_t cells = 0, weights = 0;
  uint8_t *terrain = gd_bytes(arguments[0], &cells);
  uint8_t *weight_of = gd_bytes(arguments[2], &weights);
  const int32_t width = object_number(arguments[1]);
  ovl_world *world = NULL;
  ovl_fault fault = {0};
  gd_variant done;
  if (terrain == NULL || weight_of == NULL) {
    done = object_fail(&held->base, OVL_NO_MEMORY, NULL);
  } else if (width < 1 || cells % (size_t)width != 0 || (weights != 0 && weights != WEIGHTS)) {
    done =
        object_fail_by(&held->base, "terrain has rows of `width` bytes, and there are 256 weights");
  } else if (all_block(weight_of, weights)) {
    done = object_fail_by(&held->base, "all terrain is blocked: no weight is above 0");
  } else {
    ovl_bake_def def = {.width = width,
                        .height = (int32_t)(cells / (size_t)width),
                        .terrain = terrain,
                        .origin = object_cell(arguments[3])};
    memcpy(def.weights, weight_of, weights);
    const ovl_result result = ovl_world_bake(&def, &world, &fault);
    done =
        result == OVL_OK ? take_world(held, world, NULL) : object_fail(&held->base, result, &fault);
  }
  free(terrain);
  free(weight_of);
  return done;
}

/* open(bytes): of a world file. */
static gd_variant world_open(void *state, gd_variant **arguments) {
  world_state *held = state;
  size_t count = 0;
  uint8_t *file = gd_bytes(arguments[0], &count);
  ovl_world *world = NULL;
  ovl_fault fault = {0};
  if (file == NULL) {
    return object_fail(&held->base, OVL_NO_MEMORY, NULL);
  }
  const ovl_result result = ovl_world_open(file, count, &world, &fault);
  if (result != OVL_OK) {
    free(file);
    return object_fail(&held->base, result, &fault);
  }
  return take_world(held, world, file);
}

typedef struct byte_list {
  uint8_t *bytes;
  size_t capacity, count;
} byte_list;

static bool append(void *user, const void *bytes, size_t count) {
  byte_list *list = user;
  if (list->count + count > list->capacity) {
    const size_t capacity = 2 * (list->count + count);
    uint8_t *larger = realloc(list->bytes, capacity);
    if (larger == NULL) {
      return false;
    }
    list->bytes = larger;
    list->capacity = capacity;
  }
  memcpy(list->bytes + list->count, bytes, count);
  list->count += count;
  return true;
}

/* save(): the bytes of the world file, none if that fails. */
static gd_variant world_save(void *state, gd_variant **arguments) {
  world_state *held = state;
  byte_list list = {.bytes = NULL};
  ovl_fault fault = {0};
  (void)arguments;
  if (held->world == NULL) {
    object_fail_by(&held->base, "there is no world yet");
  } else {
    const ovl_save_def def = {.write = append, .write_user = &list};
    const ovl_result result = ovl_world_save(held->world, &def, &fault);
    object_answer(&held->base, result, &fault);
    list.count = result == OVL_OK ? list.count : 0;
  }
  const gd_variant saved = gd_from_bytes(list.bytes, list.count);
  free(list.bytes);
  return saved;
}

/* edit(corner, w, h, terrain): routes that are under way are planned again where that matters. */
static gd_variant world_edit(void *state, gd_variant **arguments) {
  world_state *held = state;
  ovl_world *next = NULL;
  ovl_fault fault = {0};
  const int32_t terrain = object_number(arguments[3]);
  if (held->world == NULL || terrain < 0 || terrain > UINT8_MAX) {
    return object_fail_by(&held->base, held->world == NULL ? "there is no world yet"
                                                           : "a terrain is a number from 0 to 255");
  }
  const ovl_edit edit = ovl_edit_rect(object_cell(arguments[0]), object_number(arguments[1]),
                                      object_number(arguments[2]), (uint8_t)terrain);
  const ovl_result result = ovl_world_apply(held->world, &edit, 1, &next, &fault);
  if (result == OVL_OK) {
    object_renew_flows(held, next);
    ovl_world_close(held->world);
    held->world = next;
  }
  return object_answer(&held->base, result, &fault);
}

/* weight(cell): in eighths; 0: blocked, or outside. */
static gd_variant world_weight(void *state, gd_variant **arguments) {
  const world_state *held = state;
  return gd_from_int(
      held->world == NULL ? 0 : ovl_world_weight(held->world, 0, object_cell(arguments[0])));
}

/* island(cell): cells of one island reach each other; 0: blocked, or outside. */
static gd_variant world_island(void *state, gd_variant **arguments) {
  const world_state *held = state;
  return gd_from_int(
      held->world == NULL ? 0 : ovl_world_island(held->world, 0, object_cell(arguments[0])));
}

/* path(from, to, nearest) */
static gd_variant world_path(void *state, gd_variant **arguments) {
  world_state *held = state;
  ovl_path path = {.count = 0};
  if (held->world == NULL) {
    object_fail_by(&held->base, "there is no world yet");
    return object_points(&path);
  }
  const ovl_query query = {.start = object_cell(arguments[0]),
                           .goal = object_cell(arguments[1]),
                           .nearest = gd_flag(arguments[2])};
  const ovl_result result = object_find(held, &query, NULL, &path);
  object_answer(&held->base, result, ovl_planner_fault(held->planner));
  return object_points(&path);
}

static const gd_method world_methods[] = {
    {"bake", 4, world_bake}, {"open", 1, world_open},     {"save", 0, world_save},
    {"edit", 4, world_edit}, {"weight", 1, world_weight}, {"island", 1, world_island},
    {"path", 3, world_path}, {"reason", 0, object_reason}};

const gd_class object_world_class = {"World", create_world, destroy_world, world_methods,
                                     sizeof world_methods / sizeof *world_methods};
