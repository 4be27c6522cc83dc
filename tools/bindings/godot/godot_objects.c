/* Reasons, arguments and paths, for all classes. */
#include "tools/bindings/godot/godot_objects.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* A coordinate of what is no cell: far outside of every world. */
enum { FIRST_POINTS = 256, NO_CELL = INT32_MIN };

/* ---- Words of a failure ---- */

gd_variant object_fail(object_basis *base, ovl_result result, const ovl_fault *fault) {
  const char *text = ovl_result_text(result);
  const bool is_answer =
      result == OVL_UNREACHABLE || result == OVL_START_BLOCKED || result == OVL_GOAL_BLOCKED;
  if (is_answer || fault == NULL || fault->what == NULL || fault->what[0] == '\0') {
    snprintf(base->reason, sizeof base->reason, "%s", text);
  } else if (fault->found == fault->expected || result >= OVL_OTHER_PART) {
    snprintf(base->reason, sizeof base->reason, "%s: %s", text, fault->what);
  } else if ((int64_t)fault->found == NO_CELL) {
    snprintf(base->reason, sizeof base->reason, "%s: %s is not a number, or one beyond 1e9", text,
             fault->what);
  } else {
    const int64_t found = (int64_t)fault->found, expected = (int64_t)fault->expected;
    snprintf(base->reason, sizeof base->reason,
             "%s: %s is %" PRId64 "; it should be at %s %" PRId64, text, fault->what, found,
             found < expected ? "least" : "most", expected);
  }
  return gd_from_flag(false);
}

gd_variant object_fail_by(object_basis *base, const char *reason) {
  snprintf(base->reason, sizeof base->reason, "%s", reason);
  return gd_from_flag(false);
}

gd_variant object_answer(object_basis *base, ovl_result result, const ovl_fault *fault) {
  if (result != OVL_OK) {
    return object_fail(base, result, fault);
  }
  base->reason[0] = '\0';
  return gd_from_flag(true);
}

gd_variant object_reason(void *state, gd_variant **arguments) {
  const object_basis *base = state;
  (void)arguments;
  return gd_from_text(base->reason);
}

/* ---- Arguments ---- */

static int32_t whole(float number) {
  return number >= -1e9f && number <= 1e9f ? (int32_t)number - (number < (float)(int32_t)number)
                                           : NO_CELL;
}

ovl_cell object_cell(const gd_variant *argument) {
  float point[2];
  gd_point(argument, point);
  return (ovl_cell){whole(point[0]), whole(point[1]), 0};
}

int32_t object_number(const gd_variant *argument) {
  const int64_t number = gd_int(argument);
  return number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
}

/* A world that was baked or opened; NULL, with the reason, if the argument is something else. */
world_state *object_world(object_basis *base, const gd_variant *argument) {
  world_state *state = gd_state(argument, &object_world_class);
  if (state == NULL || state->world == NULL) {
    object_fail_by(base, "that is no world which was baked or opened");
    return NULL;
  }
  return state;
}

/* ---- Paths ---- */

/* Finds a path, or with `route` its next segment, with room for as much as it has. */
ovl_result object_find(world_state *state, const ovl_query *query, ovl_route *route,
                       ovl_path *path) {
  ovl_result result = OVL_MORE_ROOM;
  *path = (ovl_path){.count = FIRST_POINTS};
  while (result == OVL_MORE_ROOM) {
    if (path->count > state->capacity) {
      ovl_cell *room = realloc(state->points, path->count * sizeof *room);
      if (room == NULL) {
        *path = (ovl_path){.count = 0}; /* points that have no room are not read */
        return OVL_NO_MEMORY;
      }
      state->points = room;
      state->capacity = path->count;
    }
    *path = (ovl_path){.points = state->points, .capacity = state->capacity};
    result = route == NULL
                 ? ovl_find_path(state->planner, state->world, query, path)
                 : ovl_route_next(state->planner, state->world, route, route->position, path);
  }
  return result;
}

gd_variant object_points(const ovl_path *path) {
  gd_array points = gd_points(path->count);
  for (size_t i = 0; i < path->count; i++) {
    gd_set_point(&points, i, (float)path->points[i].x, (float)path->points[i].y);
  }
  return gd_from_points(&points);
}
