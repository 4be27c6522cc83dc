/* Functions and types that all classes of the binding for Godot use. Cells are Vector2, terrain and
 * weights bytes; costs and weights are those of the library's headers.
 *
 * Invariant: the state of an object begins with its basis and owns the memory that it points to. A
 * method that can fail returns true or a value; if it fails it returns false or null, leaves the
 * object as it was, and `reason` has the library's words. */
#ifndef OVERLAND_GODOT_OBJECTS_H
#define OVERLAND_GODOT_OBJECTS_H

#include "overland.h"
#include "tools/bindings/godot/gdnative.h"

enum { REASON_BYTES = 240 };

/* The first field of each state. */
typedef struct object_basis {
  char reason[REASON_BYTES];
} object_basis;

typedef struct flow_state flow_state;

typedef struct world_state {
  object_basis base;
  ovl_world *world; /* NULL: none yet */
  uint8_t *file;    /* the bytes that the world uses, or NULL */
  ovl_planner *planner;
  flow_state *flows; /* that lead in it */
  ovl_cell *points;
  size_t capacity;
} world_state;

extern const gd_class object_world_class, object_route_class, object_units_class, object_flow_class;

/* Keep why a call failed, and return false; `object_answer` returns true for OVL_OK. */
gd_variant object_fail(object_basis *base, ovl_result result, const ovl_fault *fault);
gd_variant object_fail_by(object_basis *base, const char *reason);
gd_variant object_answer(object_basis *base, ovl_result result, const ovl_fault *fault);

/* The method `reason` of each class. */
gd_variant object_reason(void *state, gd_variant **arguments);

/* Arguments. Numbers that are no cell are far outside of every world. */
ovl_cell object_cell(const gd_variant *argument);
int32_t object_number(const gd_variant *argument);

/* A world that was baked or opened; NULL, with the reason, if the argument is something else. */
world_state *object_world(object_basis *base, const gd_variant *argument);

/* Finds a path, or with `route` its next segment, with room for as much as it has. */
ovl_result object_find(world_state *state, const ovl_query *query, ovl_route *route,
                       ovl_path *path);

/* The turning points of a path. */
gd_variant object_points(const ovl_path *path);

#endif
