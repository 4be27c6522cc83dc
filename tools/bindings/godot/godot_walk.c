/* The classes Route, the way of one unit, and Units, a crowd; and the entry point that tells the
 * engine of all classes. */
#include <stdlib.h>

#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/bindings/godot/godot_objects.h"

enum { CELL_PARTS = 256 }; /* of places of units */

/* ---- Route ---- */

typedef struct route_state {
  object_basis base;
  ovl_query query;
  ovl_route route;
  bool leads; /* it was begun, and leads on */
} route_state;

static void *create_route(void) { return calloc(1, sizeof(route_state)); }

static void destroy_route(void *state) { free(state); }

/* With `nearest` a route leads on where its goal can't be reached. */
static bool begin(route_state *state, const world_state *world) {
  const ovl_result result =
      ovl_route_begin(world->planner, world->world, &state->query, &state->route);
  object_answer(&state->base, result, ovl_planner_fault(world->planner));
  state->leads = result == OVL_OK || state->route.cost_to_go > 0;
  return state->leads;
}

/* begin(world, from, to, nearest) */
static gd_variant route_begin(void *state, gd_variant **arguments) {
  route_state *held = state;
  const world_state *world = object_world(&held->base, arguments[0]);
  if (world == NULL) {
    return gd_from_flag(false);
  }
  const bool nearest = gd_flag(arguments[3]);
  held->query = (ovl_query){.start = object_cell(arguments[1]),
                            .goal = object_cell(arguments[2]),
                            .move_start = nearest,
                            .move_goal = nearest,
                            .nearest = nearest};
  return gd_from_flag(begin(held, world));
}

/* next(world): the next segment, which begins where the last one ended; none at the end. */
static gd_variant route_next(void *state, gd_variant **arguments) {
  route_state *held = state;
  world_state *world = object_world(&held->base, arguments[0]);
  ovl_path path = {.count = 0};
  if (world != NULL && held->leads && !held->route.done) {
    ovl_result result = object_find(world, NULL, &held->route, &path);
    if (result == OVL_BEGIN_AGAIN) { /* an edit */
      held->query.start = held->route.position;
      path.count = 0;
      result = begin(held, world) ? object_find(world, NULL, &held->route, &path) : OVL_OK;
    }
    if (result != OVL_OK) {
      object_fail(&held->base, result, ovl_planner_fault(world->planner));
      held->leads = false;
    }
  }
  return object_points(&path);
}

/* ---- Units ---- */

typedef struct units_state {
  object_basis base;
  ovl_units *units; /* NULL: none yet */
} units_state;

static void *create_units(void) { return calloc(1, sizeof(units_state)); }

static void destroy_units(void *state) {
  units_state *held = state;
  ovl_units_destroy(held->units);
  free(held);
}

/* begin(world, capacity): anew, without any unit. */
static gd_variant units_begin(void *state, gd_variant **arguments) {
  units_state *held = state;
  const world_state *world = object_world(&held->base, arguments[0]);
  if (world == NULL) {
    return gd_from_flag(false);
  }
  ovl_units *units = NULL;
  ovl_fault fault = {0};
  const ovl_units_def def = {.world = world->world, .capacity = object_number(arguments[1])};
  const ovl_result result = ovl_units_create(&def, &units, &fault);
  if (result == OVL_OK) {
    ovl_units_destroy(held->units);
    held->units = units;
  }
  return object_answer(&held->base, result, &fault);
}

/* The world for a call of units that were begun; NULL, with the reason. */
static const world_state *world_for(units_state *state, const gd_variant *argument) {
  if (state->units == NULL) {
    object_fail_by(&state->base, "the units were not begun");
    return NULL;
  }
  return object_world(&state->base, argument);
}

/* add(world, cell, side, speed): the unit, 0 if that fails; speed in 1/256 steps a tick, 0: 256. */
static gd_variant units_add(void *state, gd_variant **arguments) {
  units_state *held = state;
  const world_state *world = world_for(held, arguments[0]);
  ovl_unit unit = OVL_NO_UNIT;
  const int32_t side = object_number(arguments[2]), speed = object_number(arguments[3]);
  if (world != NULL && (side < 0 || side > UINT8_MAX || speed < 0 || speed > UINT16_MAX)) {
    object_fail_by(&held->base, "a side is a number from 0 to 255, and a speed one to 256");
  } else if (world != NULL) {
    const ovl_unit_def def = {
        .cell = object_cell(arguments[1]), .side = (uint8_t)side, .speed = (uint16_t)speed};
    const ovl_result result = ovl_unit_add(held->units, world->world, &def, &unit);
    object_answer(&held->base, result, ovl_units_fault(held->units));
  }
  return gd_from_int(unit);
}

/* The unit of a number; OVL_NO_UNIT: it is none. */
static ovl_unit unit_of(const gd_variant *argument) {
  const int64_t number = gd_int(argument);
  return number > 0 && number <= UINT32_MAX ? (ovl_unit)number : OVL_NO_UNIT;
}

static gd_variant units_remove(void *state, gd_variant **arguments) {
  units_state *held = state;
  if (held->units == NULL) {
    return object_fail_by(&held->base, "the units were not begun");
  }
  const ovl_result result = ovl_unit_remove(held->units, unit_of(arguments[0]));
  return object_answer(&held->base, result, ovl_units_fault(held->units));
}

/* send(world, units, cell): each gets a place of its own near the cell. One that is sent alone gets
 * the cell, if that is open, and does not settle for another one where others are in its way. */
static gd_variant units_send(void *state, gd_variant **arguments) {
  units_state *held = state;
  const world_state *world = world_for(held, arguments[0]);
  if (world == NULL) {
    return gd_from_flag(false);
  }
  size_t count = 0;
  uint32_t *sent = gd_ints(arguments[1], &count);
  if (sent == NULL) {
    return object_fail(&held->base, OVL_NO_MEMORY, NULL);
  }
  const ovl_order order = {.place = object_cell(arguments[2]), .nearest = true};
  const bool is_alone = count == 1 && ovl_world_weight(world->world, 0, order.place) > 0;
  const ovl_result result = is_alone
                                ? ovl_unit_send(held->units, sent[0], order.place)
                                : ovl_units_order(held->units, world->world, sent, count, &order);
  free(sent);
  return object_answer(&held->base, result, ovl_units_fault(held->units));
}

/* tick(world, budget) */
static gd_variant units_tick(void *state, gd_variant **arguments) {
  units_state *held = state;
  const world_state *world = world_for(held, arguments[0]);
  if (world == NULL) {
    return gd_from_flag(false);
  }
  const int64_t budget = gd_int(arguments[1]);
  const ovl_result result =
      ovl_units_tick(held->units, world->world, budget > 0 ? (uint64_t)budget : 0, NULL);
  return object_answer(&held->base, result, ovl_units_fault(held->units));
}

/* places(units): after the last tick, in cells; of one that is none 0, 0. */
static gd_variant units_places(void *state, gd_variant **arguments) {
  const units_state *held = state;
  size_t count = 0;
  uint32_t *list = gd_ints(arguments[0], &count);
  count = list == NULL || held->units == NULL ? 0 : count;
  gd_array places = gd_points(count);
  for (size_t i = 0; i < count; i++) {
    ovl_unit_info info = {0};
    ovl_unit_describe(held->units, list[i], &info);
    gd_set_point(&places, i, (float)info.x / CELL_PARTS, (float)info.y / CELL_PARTS);
  }
  free(list);
  return gd_from_points(&places);
}

/* state(unit): idle, planning, walking, waiting, arrived, beside, stuck or unreachable. */
static gd_variant units_state_text(void *state, gd_variant **arguments) {
  const units_state *held = state;
  ovl_unit_info info;
  const bool is_there =
      held->units != NULL && ovl_unit_describe(held->units, unit_of(arguments[0]), &info);
  return gd_from_text(is_there ? ovl_unit_state_text(info.state) : "");
}

/* ---- The classes ---- */

static const gd_method route_methods[] = {
    {"begin", 4, route_begin}, {"next", 1, route_next}, {"reason", 0, object_reason}};
static const gd_method units_methods[] = {
    {"begin", 2, units_begin},      {"add", 4, units_add},       {"remove", 1, units_remove},
    {"send", 3, units_send},        {"tick", 2, units_tick},     {"places", 1, units_places},
    {"state", 1, units_state_text}, {"reason", 0, object_reason}};

const gd_class object_route_class = {"Route", create_route, destroy_route, route_methods,
                                     sizeof route_methods / sizeof *route_methods};
const gd_class object_units_class = {"Units", create_units, destroy_units, units_methods,
                                     sizeof units_methods / sizeof *units_methods};

GD_ENTRY void godot_nativescript_init(void *handle);

void godot_nativescript_init(void *handle) {
  gd_register(handle, &object_world_class);
  gd_register(handle, &object_route_class);
  gd_register(handle, &object_units_class);
  gd_register(handle, &object_flow_class);
}
