/* The class Flow: one search for all units with one goal. It goes on in later versions of its
 * world.
 *
 * Invariant: the flows of a world are its list, and a flow is in it as long as it has a goal. So a
 * world that ends, in whatever order objects are freed, ends its flows. */
#include "tools/bindings/godot/godot_flow.h"

#include <stdlib.h>

#include "overland_flow.h"

struct flow_state {
  object_basis base;
  ovl_flow *flow; /* NULL: it has no goal */
  world_state *world;
  flow_state *next; /* of the same world */
};

static void *create_flow(void) { return calloc(1, sizeof(flow_state)); }

/* Ends a flow, which leaves the list of its world. */
static void end_flow(flow_state *state) {
  if (state->flow == NULL) {
    return;
  }
  flow_state **link = &state->world->flows;
  while (*link != state) {
    link = &(*link)->next;
  }
  *link = state->next;
  ovl_flow_destroy(state->flow);
  state->flow = NULL;
}

static void destroy_flow(void *state) {
  end_flow(state);
  free(state);
}

void object_end_flows(world_state *world) {
  while (world->flows != NULL) {
    end_flow(world->flows);
  }
}

void object_renew_flows(world_state *world, const ovl_world *version) {
  flow_state *next;
  for (flow_state *state = world->flows; state != NULL; state = next) {
    next = state->next;
    bool done = false;
    if (ovl_flow_renew(state->flow, version, UINT64_MAX, &done) != OVL_OK || !done) {
      end_flow(state);
    }
  }
}

/* begin(world, goal): a goal that is blocked is moved to the nearest open cell. */
static gd_variant flow_begin(void *state, gd_variant **arguments) {
  flow_state *held = state;
  world_state *world = object_world(&held->base, arguments[0]);
  if (world == NULL) {
    return gd_from_flag(false);
  }
  end_flow(held);
  ovl_fault fault = {0};
  const ovl_flow_def def = {.world = world->world};
  const ovl_query query = {.goal = object_cell(arguments[1]), .move_goal = true};
  ovl_result result = ovl_flow_create(&def, &held->flow, &fault);
  if (result == OVL_OK) {
    held->world = world;
    held->next = world->flows;
    world->flows = held;
    result = ovl_flow_begin(held->flow, world->world, &query);
    fault = *ovl_flow_fault(held->flow);
    if (result != OVL_OK) {
      end_flow(held);
    }
  }
  return object_answer(&held->base, result, &fault);
}

/* next(cell): where a unit on this cell goes; the cell itself on the goal, or where there is no
 * way, of which `reason` then tells. */
static gd_variant flow_next(void *state, gd_variant **arguments) {
  flow_state *held = state;
  const ovl_cell cell = object_cell(arguments[0]);
  ovl_flow_step step = {.next = cell};
  if (held->flow == NULL) {
    object_fail_by(&held->base, "the flow has no goal");
  } else {
    const ovl_result result = ovl_flow_next(held->flow, cell, &step);
    object_answer(&held->base, result, ovl_flow_fault(held->flow));
    step.next = result == OVL_OK ? step.next : cell;
  }
  return gd_from_point((float)step.next.x, (float)step.next.y);
}

static const gd_method flow_methods[] = {
    {"begin", 2, flow_begin}, {"next", 1, flow_next}, {"reason", 0, object_reason}};

const gd_class object_flow_class = {"Flow", create_flow, destroy_flow, flow_methods,
                                    sizeof flow_methods / sizeof *flow_methods};
