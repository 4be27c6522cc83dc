/* The path of a unit that follows a flow: where the group has a guide it goes in the unit's lane
 * from gate to gate, else as the flow says. It ends where the unit leaves the flow. */
#include "crowd/units/unit_flow_steps.h"

#include "common/compiler.h"
#include "crowd/units/unit_groups.h"
#include "crowd/way/guide.h"
#include "crowd/way/guide_lane.h"
#include "flow/flow_query.h"
#include "overland_inspect.h"

enum {
  PLAIN_STEPS = 8, /* steps of the flow before a unit looks for its lane again */
  LEAVE_STEPS = 32 /* steps before the place at which a unit with another goal leaves, at least */
};

int32_t ovi_unit_leave_steps(const ovi_unit *unit) {
  const int32_t apart = ovi_steps_between(unit->goal, unit->order.place);
  return apart != 0 ? LEAVE_STEPS + 2 * apart : 0;
}

/* Returns whether the unit should leave the flow. */
static bool is_near(const ovi_unit *unit, uint64_t cost_to_go) {
  const int32_t steps = ovi_unit_leave_steps(unit);
  return steps != 0 && cost_to_go <= (uint64_t)steps * OVL_STRAIGHT_COST;
}

/* The unit's path ends in a cell, at a cost to go. */
static void way_ends_at(ovi_unit *unit, ovl_cell cell, uint64_t cost_to_go, bool done) {
  unit->plan.way_end = cell;
  unit->plan.route =
      (ovl_route){.goal = unit->goal, .position = cell, .cost_to_go = cost_to_go, .done = done};
}

/* Reads what the end of the path costs to go, and adds the step that the flow says if asked. */
static ovi_filling way_read_step(const ovi_shared_flow *shared, ovi_unit *unit, bool adds) {
  ovi_unit_plan *plan = &unit->plan;
  ovl_flow_step step;
  const ovl_result result = ovi_flow_read(shared->flow, plan->way_end, &step);
  if (result != OVL_OK) {
    return result == OVL_NOT_READY ? OVI_FILLING_WAITS : OVI_FILLING_STOPS;
  }
  const bool near = is_near(unit, step.cost_to_go) ||
                    (step.cost_to_go == 0 && !ovi_cells_are_one(plan->way_end, unit->goal));
  way_ends_at(unit, plan->way_end, step.cost_to_go, !near && step.cost_to_go == 0);
  if (near) {
    return plan->way.count <= 1 ? OVI_FILLING_LEAVES : OVI_FILLING_DONE;
  }
  if (plan->route.done) {
    unit->flow = 0;
    return OVI_FILLING_DONE;
  }
  if (!adds) {
    return OVI_FILLING_ON;
  }
  if (step.link != UINT32_MAX) {
    plan->way.link_to = step.next;
    plan->way.link = step.link;
    ovi_way_push_back(&plan->way, OVI_STEP_LINK);
  } else {
    ovi_way_push_back(&plan->way, ovi_direction_to(plan->way_end, step.next));
  }
  plan->way_end = step.next;
  return OVI_FILLING_ON;
}

/* Adds the straight line to the goal of a unit that is near it, if the goal is in sight. */
static bool way_add_last(const ovi_shared_flow *shared, ovi_unit *unit) {
  const ovi_laned laned = {
      .way = &unit->plan.way, .end = &unit->plan.way_end, .profile = unit->kind.profile};
  const uint32_t weight = ovl_world_weight(shared->world, unit->kind.profile, unit->plan.way_end);
  if (!ovi_way_straight(shared->world, &laned, unit->goal, weight)) {
    return false;
  }
  way_ends_at(unit, unit->goal, 0, true);
  unit->flow = 0;
  return true;
}

/* Adds the steps to the next gate in the unit's lane. Where no lane is within reach, or the guide
 * waits while the unit stands, it follows the flow for *plain steps. */
static ovi_filling way_add_lane(const ovi_shared_flow *shared, ovi_guide *guide, ovi_unit *unit,
                                uint32_t *plain) {
  ovi_unit_plan *plan = &unit->plan;
  ovl_cell end = plan->way_end;
  uint64_t cost = plan->route.cost_to_go;
  const ovi_laned laned = {&plan->way,        &end, &cost, &unit->order.carry, unit->kind.profile,
                           unit->order.across};
  const bool is_middle = ovi_magnitude(unit->order.across) <= guide->width / 8;
  if (guide->width != 0 && is_middle &&
      (guide->count == 0 ||
       (guide->ended && cost < ovi_guide_gate(guide, guide->count - 1)->cost_to_go))) {
    ovi_guide_begin(guide, end, cost);
  }
  const ovi_lane_result result = guide->count != 0 ? ovi_guide_go_on(guide, shared->world, &laned)
                                 : guide->ended || guide->width != 0 ? OVI_LANE_LOST
                                                                     : OVI_LANE_WAITS;
  if (result == OVI_LANE_STEPS) {
    way_ends_at(unit, end, cost, false);
    return OVI_FILLING_ON;
  }
  guide->wanted = guide->wanted || result == OVI_LANE_WAITS;
  if (result == OVI_LANE_WAITS && (plan->way.count != 0 || guide->width == 0)) {
    return OVI_FILLING_GUIDED;
  }
  *plain = PLAIN_STEPS;
  return OVI_FILLING_ON;
}

ovi_filling ovi_unit_add_steps(const ovl_units *units, const ovi_shared_flow *shared,
                               ovi_unit *unit, uint32_t most) {
  ovi_unit_plan *plan = &unit->plan;
  /* Beside rocks a lane may lead to and fro: one that gets no nearer follows the flow alone. */
  const bool gets_on = units->tick - unit->patience.near_tick < OVI_CORRIDOR_TICKS;
  ovi_guide *guide = gets_on ? ovi_unit_guide(units, unit) : NULL;
  ovi_filling now = OVI_FILLING_ON;
  bool looked = false;                             /* whether the goal is in sight */
  uint32_t plain = guide != NULL ? 0 : UINT32_MAX; /* steps before it looks for its lane again */
  bool is_known =                                  /* what the end of the path costs to go */
      plan->routed && ovi_cells_are_one(plan->route.position, plan->way_end);
  while (now == OVI_FILLING_ON && plan->way.count < most && !ovi_way_ends_in_link(&plan->way)) {
    const bool near = is_known && is_near(unit, plan->route.cost_to_go);
    if (near && !looked) {
      looked = true;
      now = way_add_last(shared, unit) ? OVI_FILLING_DONE : now;
    } else if (is_known && plain == 0 && !near) {
      now = way_add_lane(shared, guide, unit, &plain);
    } else {
      const bool adds = is_known || plain != 0;
      now = way_read_step(shared, unit, adds);
      is_known = !adds;
      plain -= adds && plain != 0 ? 1 : 0;
    }
  }
  return now;
}
