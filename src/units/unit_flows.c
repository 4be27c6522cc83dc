/* Shared goals: where many units are sent to one cell, or near it, one flow serves all of them.
 *
 * A flow is given to the place that most units ask for, and kept while one of them follows it. Who
 * follows it takes its next cells from tiles, for looks alone; a tick makes the tiles that are
 * missing, and goes over to another version, in slices of its budget. Who has a goal of its own
 * near the place leaves the flow before it and plans the rest.
 *
 * Invariant: the way of a unit that follows a flow ends at way_end, and leads on from there as the
 * flow says. A tile more than was granted still fits the budget of the tick. */
#include "units/unit_flows.h"

#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_units.h"
#include "units/unit_ground.h"
#include "units/unit_hash.h"
#include "units/unit_internal.h"
#include "units/unit_orders.h"

enum {
  LEAST_FOLLOWERS = 8,
  FILLED_STEPS = 48, /* of a way that is filled */
  LEAVE_STEPS = 32,  /* from the place, and more, where its own goal is another one */
  UNIT_FLOW_CELLS_AN_EXPANSION = 32 /* of a tile, beside those that are expanded */
};

/* ---- Who follows ------------------------------------------------------------------ */

static bool serves(const ovi_shared_flow *shared, const ovi_unit *unit) {
  return shared->world != NULL && shared->profile == unit->profile &&
         ovi_cells_are_one(shared->place, unit->place);
}

static bool wants_route(const ovi_unit *unit) {
  return unit->used && unit->has_goal && !unit->alone && unit->ask == OVI_ASK_ROUTE;
}

bool ovi_unit_follow(ovl_units *units, ovi_unit *unit) {
  for (uint32_t i = 0; i < units->flow_count && wants_route(unit); i++) {
    if (serves(&units->flows[i], unit)) {
      ovi_unit_forget(units, unit);
      unit->ask = OVI_ASK_NOTHING;
      unit->state = OVL_UNIT_PLANNING;
      unit->flow = (uint8_t)(i + 1);
      return true;
    }
  }
  return false;
}

/* It plans for itself until it is sent again. */
static void unit_flow_leave(ovl_units *units, ovi_unit *unit) {
  unit->flow = 0;
  unit->alone = true;
  ovi_unit_ask(units, unit, OVI_ASK_ROUTE);
}

/* ---- Beginning and ending ----------------------------------------------------------- */

/* What was worked since the flow was begun. */
static uint64_t unit_flow_work_of(const ovl_units *units, const ovi_shared_flow *shared) {
  const ovl_flow_work work = ovl_flow_stats(shared->flow);
  return work.coarse_expanded + work.fine_expanded +
         work.tiles_made * (units->region_area / UNIT_FLOW_CELLS_AN_EXPANSION + 1);
}

static void unit_flow_spend(const ovl_units *units, ovi_shared_flow *shared, uint64_t *left) {
  const uint64_t work = unit_flow_work_of(units, shared);
  const uint64_t spent = work > shared->work ? work - shared->work : 0;
  *left -= spent < *left ? spent : *left;
  shared->work = work;
}

static void close_worlds(ovi_shared_flow *shared) {
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
  close_worlds(&units->flows[number]);
}

static void end_unused(ovl_units *units) {
  bool used[OVI_MOST_FLOWS + 1] = {false};
  for (uint32_t index = 0; index < units->high; index++) {
    used[units->unit[index].used ? units->unit[index].flow : 0] = true;
  }
  for (uint32_t i = 0; i < units->flow_count; i++) {
    if (!used[i + 1]) {
      close_worlds(&units->flows[i]);
    }
  }
}

static uint64_t place_key(const ovi_unit *unit) { return ovi_cell_key(unit->place, unit->profile); }

/* One of those who ask for the place that most of them ask for; NULL if they are too few. */
static const ovi_unit *find_most(ovl_units *units) {
  const ovi_unit *most = NULL;
  uint32_t most_count = LEAST_FOLLOWERS - 1;
  ovi_cell_table_clear(&units->seen);
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (wants_route(unit)) {
      ovi_cell_table_add(&units->seen, place_key(unit), 1);
    }
  }
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    const uint32_t count =
        wants_route(unit) ? ovi_cell_table_find(&units->seen, place_key(unit)) : 0;
    if (count > most_count) {
      most = unit;
      most_count = count;
    }
  }
  return most;
}

static void follow_all(ovl_units *units) {
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit_follow(units, &units->unit[index]);
  }
}

static bool unit_flow_begin_flow(ovl_units *units, const ovl_world *world, ovi_shared_flow *shared,
                                 const ovi_unit *unit, uint64_t *left) {
  ovl_query query = ovl_query_default();
  query.goal = unit->place;
  query.profile = unit->profile;
  shared->place = unit->place;
  shared->profile = unit->profile;
  shared->work = 0;
  const ovl_result result = ovl_flow_begin(shared->flow, world, &query);
  unit_flow_spend(units, shared, left);
  units->stats.flows += result == OVL_OK ? 1 : 0;
  return result == OVL_OK && ovl_world_retain(world, &shared->world) == OVL_OK;
}

/* Gives the flows that are free to those who were sent. */
static void begin_flows(ovl_units *units, const ovl_world *world, uint64_t *left) {
  for (uint32_t i = 0; i<units->flow_count && * left> units->flow_reserve; i++) {
    if (units->flows[i].world != NULL) {
      continue;
    }
    const ovi_unit *unit = find_most(units);
    if (unit == NULL || !unit_flow_begin_flow(units, world, &units->flows[i], unit, left)) {
      return;
    }
    follow_all(units);
  }
}

/* ---- Ways ------------------------------------------------------------------------- */

static void unit_flow_append(ovi_unit *unit, const ovl_flow_step *step) {
  if (step->link != UINT32_MAX) {
    unit->way.link_to = step->next;
    unit->way.link = step->link;
    ovi_way_push_back(&unit->way, OVI_STEP_LINK);
  } else {
    ovi_way_push_back(&unit->way, ovi_direction_to(unit->way_end, step->next));
  }
  unit->way_end = step->next;
}

static bool unit_flow_is_full(const ovi_unit *unit) {
  const uint32_t count = unit->way.count;
  return count >= FILLED_STEPS ||
         (count != 0 && ovi_way_step(&unit->way, count - 1) == OVI_STEP_LINK);
}

static int32_t unit_flow_steps_between(ovl_cell a, ovl_cell b) {
  const int32_t dx = a.x > b.x ? a.x - b.x : b.x - a.x;
  const int32_t dy = a.y > b.y ? a.y - b.y : b.y - a.y;
  return dx > dy ? dx : dy;
}

/* Whether the rest is to be planned: its own goal is another cell than the place, and near. The
 * farther from the place that is, the sooner it leaves, so that it does not come through those who
 * stand between. */
static bool is_near(const ovi_unit *unit, const ovl_flow_step *step) {
  const int32_t apart = unit_flow_steps_between(unit->goal, unit->place);
  return !ovi_cells_are_one(unit->goal, unit->place) &&
         step->cost_to_go <= (uint64_t)(LEAVE_STEPS + 2 * apart) * OVL_STRAIGHT_COST;
}

/* Takes cells from tiles; OVL_LIMITED where the next of them is missing. */
static ovl_result unit_flow_fill(const ovl_flow *flow, ovi_unit *unit) {
  ovl_result result = OVL_OK;
  bool ends = false;
  while (!unit_flow_is_full(unit) && !ends) {
    ovl_flow_step step;
    result = ovl_flow_peek(flow, unit->way_end, &step);
    if (result != OVL_OK) {
      return result;
    }
    unit->route =
        (ovl_route){.goal = unit->goal, .position = unit->way_end, .cost_to_go = step.cost_to_go};
    const bool near = is_near(unit, &step);
    ends = near || step.cost_to_go == 0;
    unit->route.done = ends && !near;
    if (!ends) {
      unit_flow_append(unit, &step);
    } else if (!near) {
      unit->flow = 0;
    } else if (unit->way.count <= 1) {
      return OVL_OFF_ROUTE;
    }
  }
  return result;
}

/* Fills the way of a unit; whether a tile is missing for that. */
static bool unit_flow_continue(ovl_units *units, const ovi_shared_flow *shared, ovi_unit *unit) {
  if (unit->way.count == 0) {
    unit->way_end = unit->cell;
  }
  const ovl_result result = unit_flow_fill(shared->flow, unit);
  if (unit->way.count != 0 || unit->flow == 0) {
    unit->routed = true;
    unit->skipped = 0;
    unit->result = OVL_OK;
    unit->state = unit->state == OVL_UNIT_PLANNING ? OVL_UNIT_WALKING : unit->state;
    ovi_unit_claim(units, unit);
  }
  if (result == OVL_OFF_ROUTE ||
      (result != OVL_OK && result != OVL_LIMITED && unit->way.count == 0)) {
    unit_flow_leave(units, unit);
  }
  return result == OVL_LIMITED;
}

/* Lets all who follow a flow go on; lists the cells of which there is no tile yet. */
static size_t go_on_all(ovl_units *units, uint32_t number) {
  size_t missing = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->flow == number + 1 && unit->way.count <= OVI_REFILL_STEPS &&
        unit_flow_continue(units, &units->flows[number], unit)) {
      units->places[missing++] = unit->way_end;
    }
  }
  return missing;
}

/* Those who stand where a flow has no tile, and gets none. */
static void leave_without(ovl_units *units, uint32_t number) {
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (unit->used && unit->flow == number + 1 && unit->way.count == 0 &&
        unit_flow_continue(units, &units->flows[number], unit) && unit->way.count == 0) {
      unit_flow_leave(units, unit);
    }
  }
}

/* ---- A tick ------------------------------------------------------------------------ */

/* What a flow may spend: others who ask get half. */
static uint64_t grant(const ovl_units *units, uint64_t left) {
  const uint64_t most = left > units->flow_reserve ? left - units->flow_reserve : 0;
  return units->queue_count != 0 ? most / 2 : most;
}

/* Goes over to the version of the tick, or to one that it had begun with. */
static ovl_result renew(ovl_units *units, const ovl_world *world, ovi_shared_flow *shared,
                        uint64_t *left) {
  bool done = false;
  if (shared->next == NULL) {
    if (ovi_world_identity(world) == ovi_world_identity(shared->world)) {
      return OVL_OK;
    }
    if (ovl_world_retain(world, &shared->next) != OVL_OK) {
      return OVL_NO_MEMORY;
    }
  }
  const ovl_result result = ovl_flow_renew(shared->flow, shared->next, grant(units, *left), &done);
  unit_flow_spend(units, shared, left);
  if (done) {
    ovl_world_close(shared->world);
    shared->world = shared->next;
    shared->next = NULL;
  }
  return result;
}

static void run_flow(ovl_units *units, const ovl_world *world, uint32_t number, uint64_t *left) {
  ovi_shared_flow *shared = &units->flows[number];
  bool done = true;
  ovl_result result = grant(units, *left) != 0 ? renew(units, world, shared, left) : OVL_OK;
  const size_t missing = go_on_all(units, number);
  const uint64_t granted = grant(units, *left);
  if (result == OVL_OK && missing != 0 && granted != 0) {
    result = ovl_flow_prepare(shared->flow, units->places, missing, granted, &done);
    unit_flow_spend(units, shared, left);
    if (done) {
      leave_without(units, number);
    } else {
      go_on_all(units, number);
    }
  }
  if (result != OVL_OK) {
    end_flow(units, number);
  }
}

void ovi_units_run_flows(ovl_units *units, const ovl_world *world, uint64_t *left) {
  if (units->flow_count == 0) {
    return;
  }
  const bool serve = *left > 2 * units->flow_reserve;
  end_unused(units);
  follow_all(units);
  if (units->sent && serve) {
    begin_flows(units, world, left);
  }
  units->sent = false;
  for (uint32_t i = 0; i < units->flow_count; i++) {
    const uint32_t number = (units->tick + i) % units->flow_count;
    if (units->flows[number].world != NULL && serve) {
      run_flow(units, world, number, left);
    } else if (units->flows[number].world != NULL) {
      end_flow(units, number);
    }
  }
}

/* ---- Memory -------------------------------------------------------------------------- */

ovl_result ovi_units_make_flows(ovl_units *units, const ovl_units_def *def) {
  ovl_flow_def flow = ovl_flow_def_default(def->world);
  ovl_result result = OVL_OK;
  flow.max_bytes = def->flow_bytes;
  flow.max_goals = 1;
  flow.allocator = def->allocator;
  for (int32_t i = 0; i < def->flows && result == OVL_OK; i++) {
    result = ovl_flow_create(&flow, &units->flows[i].flow);
    units->flow_count += result == OVL_OK ? 1 : 0;
  }
  return result;
}

void ovi_units_end_flows(ovl_units *units) {
  for (uint32_t i = 0; i < units->flow_count; i++) {
    close_worlds(&units->flows[i]);
    ovl_flow_destroy(units->flows[i].flow);
  }
}
