/* Shared goals: one flow serves many units that are sent to one cell or near it.
 *
 * A free flow is given to the place that most units ask for, and kept while one unit is on its way
 * there. Units that follow it read their next cells from its tiles; a tick makes the missing tiles
 * and renews the flow for another version, in slices of its budget. A unit whose own goal is a cell
 * near the place leaves the flow before it and plans the rest itself.
 *
 * Units of a smaller group pass doors better each on its own route: they follow the flow only once
 * they stepped as it says to pass another unit.
 *
 * Invariant: the path of a unit that follows a flow ends at way_end and continues from there as the
 * flow says. */
#include "crowd/units/unit_flows.h"

#include "common/compiler.h"
#include "common/slice.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_groups.h"
#include "crowd/units/unit_orders.h"
#include "flow/flow_query.h"
#include "flow/flow_state.h"
#include "overland_edit.h"
#include "overland_inspect.h"

enum {
  FILLED_STEPS = 48,  /* steps to which a path is filled */
  FIRST_STEPS = 16,   /* the same of a unit of a large group that has none */
  LEAST_WORK = 16384, /* of filling paths of a flow in a tick: a step is 1, a path FILL_WORK more */
  WORK_A_UNIT = 3,    /* the same for each unit that follows it: it walks a step a tick at most */
  FILL_WORK = 4,
  MOST_ROUNDS = 16, /* in which a tick makes tiles of one flow */
  RENEW_TICKS = 16  /* between the ticks in which a flow may begin to be renewed */
};

/* ---- Units that follow a flow ---- */

/* Returns whether a flow leads to the goal of a unit, or near it. The flow to a place that is
 * blocked ends beside it. */
static bool serves(const ovi_shared_flow *shared, const ovi_unit *unit) {
  return shared->world != NULL && shared->profile == ovi_unit_planned_as(unit) &&
         ovi_cells_are_one(shared->place, unit->order.place) &&
         (!ovi_cells_are_one(shared->place, unit->goal) ||
          ovl_world_weight(shared->world, shared->profile, shared->place) != 0);
}

static bool wants_route(const ovi_unit *unit) {
  return unit->used && unit->order.has_goal && !unit->order.alone &&
         unit->ask == OVL_UNIT_REQUEST_ROUTE &&
         ovi_steps_between(OVI_SQUARES, unit->cell, unit->order.place) > ovi_unit_leave_steps(unit);
}

/* The number of the flow to the place of a unit, from 1; 0: there is none. */
static uint32_t find_flow(const ovl_units *units, const ovi_unit *unit) {
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    if (serves(&units->sharing.flows[i], unit)) {
      return i + 1;
    }
  }
  return 0;
}

uint32_t ovi_unit_flow(const ovl_units *units, const ovi_unit *unit) {
  const bool goes = unit->order.has_goal && !unit->order.alone && !unit->order.returning &&
                    unit->state != OVL_UNIT_ARRIVED && unit->state != OVL_UNIT_BESIDE &&
                    unit->state != OVL_UNIT_UNREACHABLE;
  return unit->flow != 0 || !goes ? unit->flow : find_flow(units, unit);
}

bool ovi_unit_follow(ovl_units *units, ovi_unit *unit) {
  const uint32_t number = wants_route(unit) ? find_flow(units, unit) : 0;
  if (number == 0 || !units->sharing.flows[number - 1].leads) {
    return false;
  }
  ovi_unit_forget(units, unit);
  unit->ask = OVL_UNIT_REQUEST_NONE;
  unit->state = OVL_UNIT_PLANNING;
  unit->flow = (uint8_t)number;
  ovi_unit_join(units, unit);
  return true;
}

/* Takes the unit off its flow; it plans for itself until its next order. */
static void unit_flow_leave(ovl_units *units, ovi_unit *unit) {
  unit->flow = 0;
  unit->order.alone = true;
  unit->order.as = 0;
  ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
}

/* ---- Beginning and ending ---- */

/* Lowers the budget by what a call of a flow has spent; `before` is what it had spent until then.
 */
static void unit_flow_spend(ovi_shared_flow *shared, uint64_t before, uint64_t *left) {
  const uint64_t spent = ovl_flow_stats(shared->flow).spent - before;
  OVI_ASSERT(spent <= *left);
  *left -= spent;
  shared->work += spent;
}

void ovi_shared_flow_close(ovi_shared_flow *shared) {
  ovl_world_close(shared->world);
  ovl_world_close(shared->next);
  shared->world = shared->next = NULL;
}

static void end_flow(ovl_units *units, uint32_t number) {
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->flow == number + 1) {
      unit_flow_leave(units, unit);
    }
  }
  ovi_shared_flow_close(&units->sharing.flows[number]);
}

/* Returns whether so many units that are sent to the place of this one follow a flow. */
static bool is_led(const ovl_units *units, const ovi_unit *unit, uint32_t count) {
  const bool marches = unit->order.group_pace != 0 || unit->order.together;
  return marches || count >= units->sharing.least_followers;
}

/* Returns a unit that asks for the place for which most units ask and no flow is there, and their
 * number; NULL if they are fewer than a flow needs. */
static const ovi_unit *find_most(ovl_units *units, uint32_t *most_count) {
  const ovi_unit *most = NULL;
  *most_count = OVI_FLOW_UNITS - 1;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (wants_route(unit) && find_flow(units, unit) == 0) {
      const uint64_t key = ovi_cell_key(unit->order.place, ovi_unit_planned_as(unit));
      ovi_cell_add_number(&units->placing.seen, key, 1);
      const uint32_t count = ovi_cell_number(&units->placing.seen, key);
      most = count > *most_count ? unit : most;
      *most_count = count > *most_count ? count : *most_count;
    }
  }
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    ovi_number_map_remove(&units->placing.seen,
                          ovi_cell_key(unit->order.place, ovi_unit_planned_as(unit)));
  }
  OVI_ASSERT(units->placing.seen.count == 0);
  return most;
}

static void follow_all(ovl_units *units) {
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit_follow(units, &units->unit[index]);
  }
}

ovl_result ovi_shared_flow_make(ovl_units *units, ovi_shared_flow *shared, const ovl_world *world) {
  ovl_flow_def def = {.world = world, .max_goals = 1};
  def.max_tiles = (int32_t)units->sharing.flow_tiles;
  def.allocator = units->object.allocator;
  return shared->flow != NULL ? OVL_OK : ovl_flow_create(&def, &shared->flow, NULL);
}

ovl_result ovi_shared_flow_begin(ovl_units *units, ovi_shared_flow *shared,
                                 const ovl_world *world) {
  ovl_query query = {0};
  query.goal = shared->place;
  query.profile = shared->profile;
  query.move_goal = true;
  ovl_result result = ovi_shared_flow_make(units, shared, world);
  result = result == OVL_OK ? ovl_flow_begin(shared->flow, world, &query) : result;
  if (result == OVL_PLANNER_TOO_SMALL) {
    ovl_flow_destroy(shared->flow);
    shared->flow = NULL;
    result = ovi_shared_flow_make(units, shared, world);
    result = result == OVL_OK ? ovl_flow_begin(shared->flow, world, &query) : result;
  }
  units->walked.refused = units->walked.refused || result == OVL_NO_MEMORY;
  return result;
}

/* Renews a flow for the next version, for which it grows if that needs more memory. */
static ovl_result renew(ovl_units *units, ovi_shared_flow *shared, uint64_t *left, uint64_t granted,
                        bool *done) {
  uint64_t before = ovl_flow_stats(shared->flow).spent;
  ovl_result result = ovl_flow_renew(shared->flow, shared->next, granted, done);
  unit_flow_spend(shared, before, left);
  if (result == OVL_PLANNER_TOO_SMALL) {
    ovi_shared_flow grown = *shared;
    grown.flow = NULL;
    result = ovi_shared_flow_make(units, &grown, shared->next);
    units->walked.refused = units->walked.refused || result == OVL_NO_MEMORY;
    if (result != OVL_OK) {
      return result;
    }
    result = ovi_shared_flow_begin(units, &grown, shared->world);
    if (result == OVL_OK && ovi_flow_continue(grown.flow, shared->flow, NULL)) {
      result = ovl_flow_renew(grown.flow, shared->next, granted, done);
      unit_flow_spend(&grown, 0, left);
    }
    ovl_flow_destroy(shared->flow);
    *shared = grown;
  }
  return result;
}

/* The units that ask for a place and follow no flow to it plan for themselves. */
static void leave_alone(ovl_units *units, ovl_cell place, uint8_t profile) {
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (wants_route(unit) && ovi_unit_planned_as(unit) == profile &&
        ovi_cells_are_one(unit->order.place, place)) {
      unit->order.alone = true;
    }
  }
}

/* Gives the free flows to places for which units ask, and to large groups also those that lead
 * nobody. A place that is blocked for the profile is served by a flow to the nearest one that is
 * not. */
static void begin_flows(ovl_units *units, const ovl_world *world) {
  const uint32_t all = units->sharing.flow_count;
  uint32_t count;
  const ovi_unit *unit = find_most(units, &count);
  for (uint32_t i = 0; i < 2 * all && unit != NULL; i++) {
    ovi_shared_flow *shared = &units->sharing.flows[i < all ? i : i - all];
    if (i >= all && !shared->leads && is_led(units, unit, count)) {
      end_flow(units, i - all);
    }
    while (shared->world == NULL && unit != NULL) {
      shared->place = unit->order.place;
      shared->profile = ovi_unit_planned_as(unit);
      shared->leads = is_led(units, unit, count);
      shared->work = 0;
      ovl_result result = ovi_shared_flow_begin(units, shared, world);
      if (result != OVL_OK && result != OVL_GOAL_BLOCKED && result != OVL_GOAL_OUTSIDE) {
        return; /* there is no memory */
      }
      result = result == OVL_OK ? ovl_world_retain(world, &shared->world) : result;
      if (result == OVL_OK) {
        units->stats.flows++;
        follow_all(units);
      }
      if (result != OVL_OK || shared->leads) {
        leave_alone(units, shared->place, shared->profile);
      }
      unit = find_most(units, &count);
    }
  }
}

/* ---- Paths ---- */

/* Fills the path of a unit to so many steps. Returns whether a tile is missing. */
static bool unit_flow_continue(ovl_units *units, const ovi_shared_flow *shared, ovi_unit *unit,
                               uint32_t most) {
  ovi_unit_plan *plan = &unit->plan;
  OVI_ASSERT(shared->world != NULL && &units->sharing.flows[unit->flow - 1] == shared);
  if (plan->way.count == 0) {
    plan->way_end = unit->cell;
  }
  const uint64_t left = plan->routed ? ovi_unit_left(unit) : UINT64_MAX;
  const ovi_filling end = ovi_unit_add_steps(units, shared, unit, most);
  if (plan->way.count != 0 || unit->flow == 0) {
    plan->routed = true;
    plan->skipped = 0;
    ovi_unit_stay_near(unit, left);
    unit->result = OVL_OK;
    unit->state = unit->state == OVL_UNIT_PLANNING ? OVL_UNIT_WALKING : unit->state;
    ovi_unit_claim(units, unit);
  }
  if (end == OVI_FILLING_LEAVES || (end == OVI_FILLING_STOPS && plan->way.count == 0)) {
    unit_flow_leave(units, unit);
  }
  return end == OVI_FILLING_WAITS;
}

/* The filling of the paths of a flow's units in a tick. All units of a large group need a path at
 * once when they are sent: they get a short one first, by turns. */
typedef struct flow_filling {
  uint32_t number; /* of the flow */
  uint32_t first;  /* steps to which a path is filled that has none */
  uint32_t left;   /* work that is left in this tick */
  bool goes_on;    /* it has gone through the units in this tick */
} flow_filling;

static flow_filling begin_filling(uint32_t number, uint32_t followers) {
  /* A path may be filled by a leg of a lane too far. */
  const bool is_large = followers * 2 * (FILLED_STEPS + FILL_WORK) > LEAST_WORK;
  const uint32_t work = followers * WORK_A_UNIT;
  return (flow_filling){.number = number,
                        .first = is_large ? FIRST_STEPS : FILLED_STEPS,
                        .left = work > LEAST_WORK ? work : LEAST_WORK};
}

/* Fills the path of a unit if it is short. Returns whether a tile is missing. */
static bool fill_path(ovl_units *units, flow_filling *fill, ovi_unit *unit, bool has_path) {
  const uint32_t before = unit->plan.way.count;
  if (!unit->used || unit->flow != fill->number + 1 || before > OVI_REFILL_STEPS ||
      (before != 0) != has_path) {
    return false;
  }
  const bool waits = unit_flow_continue(units, &units->sharing.flows[fill->number], unit,
                                        has_path ? FILLED_STEPS : fill->first);
  const uint32_t added = unit->plan.way.count > before ? unit->plan.way.count - before : 0;
  const uint32_t work = added != 0 ? added + FILL_WORK : 1;
  fill->left -= work < fill->left ? work : fill->left;
  return waits;
}

/* Returns whether a unit that is blocked has no tile to go round who is in its way as the flow
 * says, which it may not follow. It is asked once in a tick. */
static bool lacks_tile(const ovl_units *units, const flow_filling *fill, const ovi_unit *unit) {
  ovl_flow_step step;
  return unit->used && unit->patience.blocked != 0 &&
         ovi_unit_flow(units, unit) == fill->number + 1 &&
         ovi_flow_read(units->sharing.flows[fill->number].flow, unit->cell, &step) == OVL_NOT_READY;
}

/* Fills paths of units that follow a flow, first of those that have none, and lists the cells whose
 * tiles are missing. Returns their number. */
static size_t go_on_all(ovl_units *units, flow_filling *fill) {
  size_t missing = ovi_guides_go_on(units, fill->number + 1, units->placing.places, false);
  for (int32_t has_path = 0; has_path < 2; has_path++) {
    for (uint32_t index = 0; index < units->high && fill->left != 0; index++) {
      ovi_unit *unit = &units->unit[index];
      if (fill_path(units, fill, unit, has_path != 0)) {
        units->placing.places[missing++] = unit->plan.way_end;
      } else if (has_path != 0 && !fill->goes_on && lacks_tile(units, fill, unit)) {
        units->placing.places[missing++] = unit->cell;
        fill->left -= fill->left != 0 ? 1 : 0;
      }
    }
  }
  fill->goes_on = true;
  return missing;
}

/* ---- A tick ---- */

/* The expansions that a flow may spend: half of the budget while other units ask for routes; all of
 * it every other tick, if half of it is not enough to begin a route. */
static uint64_t grant(const ovl_units *units, uint64_t left) {
  if (units->asks.queue_count == 0) {
    return left;
  }
  return left >= (uint64_t)2 * OVI_REQUEST_EXPANSIONS ? left / 2 : units->tick % 2 == 0 ? left : 0;
}

/* Takes off the flow the units whose cell has no tile although all were made that can be. */
static void leave_all_without_tile(ovl_units *units, const flow_filling *fill) {
  const uint32_t number = fill->number;
  const ovi_shared_flow *shared = &units->sharing.flows[number];
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    ovl_flow_step step;
    if (unit->used && unit->flow == number + 1 && unit->plan.way.count == 0 &&
        ovi_flow_read(shared->flow, unit->cell, &step) == OVL_NOT_READY) {
      unit_flow_leave(units, unit);
    } else if (unit->flow == 0 && fill->left != 0 && lacks_tile(units, fill, unit)) {
      unit->order.alone = true;
    }
  }
}

static void run_flow(ovl_units *units, const ovl_world *world, uint32_t number, uint32_t followers,
                     uint64_t *left) {
  ovi_shared_flow *shared = &units->sharing.flows[number];
  ovl_result result = OVL_OK;
  bool done = true;
  if (shared->flow == NULL) {
    end_flow(units, number);
    return;
  }
  /* Renews the flow for the version of the tick, or continues the renewal for the version that it
   * began with. In a world that is edited in every tick this would take most of the budget: so a
   * flow begins it every few ticks, and spends half of what it is granted. Until then units see
   * from their next steps what was closed. */
  const bool is_old =
      shared->next != NULL || ((units->tick + number) % RENEW_TICKS == 0 &&
                               ovi_world_identity(world) != ovi_world_identity(shared->world));
  const uint64_t granted_to_renew = (grant(units, *left) + 1) / 2;
  if (granted_to_renew != 0 && is_old) {
    if (shared->next == NULL) {
      result = ovl_world_retain(world, &shared->next);
    }
    if (result == OVL_OK) {
      bool is_renewed = false;
      result = renew(units, shared, left, granted_to_renew, &is_renewed);
      if (is_renewed) {
        ovl_world_close(shared->world);
        shared->world = shared->next;
        shared->next = NULL;
        ovi_guides_renew(units, number + 1);
      }
    }
  }
  flow_filling fill = begin_filling(number, followers);
  /* Guides look far ahead: with each tile that is made they may need the next one. */
  for (int32_t round = 0; round < MOST_ROUNDS && result == OVL_OK && done; round++) {
    const size_t missing = go_on_all(units, &fill);
    const uint64_t granted = grant(units, *left);
    if (missing == 0 || granted == 0) {
      break;
    }
    const uint64_t before = ovl_flow_stats(shared->flow).spent;
    result = ovl_flow_prepare(shared->flow, units->placing.places, missing, granted, &done);
    unit_flow_spend(shared, before, left);
    if (!done) {
      go_on_all(units, &fill);
    } else {
      ovi_guides_go_on(units, number + 1, units->placing.places, true);
      leave_all_without_tile(units, &fill);
    }
  }
  if (result != OVL_OK) {
    end_flow(units, number);
  }
}

static void count_followers(const ovl_units *units, uint32_t followers[OVI_MOST_FLOWS + 1]) {
  for (uint32_t i = 0; i <= OVI_MOST_FLOWS; i++) {
    followers[i] = 0;
  }
  for (uint32_t index = 0; index < units->high; index++) {
    followers[units->unit[index].used ? ovi_unit_flow(units, &units->unit[index]) : 0]++;
  }
}

void ovi_units_run_flows(ovl_units *units, const ovl_world *world, uint64_t *left) {
  const bool sent = units->sharing.sent;
  units->sharing.sent = false;
  if (units->sharing.flow_count == 0) {
    return;
  }
  uint32_t followers[OVI_MOST_FLOWS + 1];
  follow_all(units);
  count_followers(units, followers);
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    if (followers[i + 1] == 0) {
      ovi_shared_flow_close(&units->sharing.flows[i]);
    }
  }
  ovi_guides_free_unused(units);
  ovi_guides_meet(units);
  if (sent) {
    begin_flows(units, world);
    count_followers(units, followers);
  }
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    const uint32_t number = (units->tick + i) % units->sharing.flow_count;
    if (units->sharing.flows[number].world != NULL) {
      run_flow(units, world, number, followers[number + 1], left);
    }
  }
}

void ovi_units_end_flows(ovl_units *units) {
  for (uint32_t i = 0; i < units->sharing.flow_count; i++) {
    ovi_shared_flow_close(&units->sharing.flows[i]);
    ovl_flow_destroy(units->sharing.flows[i].flow);
  }
}
