/* Units that retreat from others that they keep from passing, and the search for the nearest cell
 * by steps.
 *
 * A unit whose way has been blocked for long makes the one in its way retreat, on a path of its own
 * to the nearest cells on which it is in the way no more. It stays there until the other has
 * passed, and then plans its way to its goal. What blocks a retreat retreats from it in turn.
 * Nobody retreats that waits in a queue whose first unit gets on, nor from one that waits for an
 * enemy. */
#include "crowd/units/unit_aside.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_internal.h"
#include "crowd/units/unit_meet.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_places.h"
#include "crowd/units/unit_steps.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "world/inspect.h"

/* ---- Looking for a place ---- */

enum {
  AHEAD_STEPS = 16, /* of a unit that is let past */
  AGAIN_TICKS = 96,
  QUEUE_UNITS = 32,                     /* of a queue that are looked at */
  MOST_SEARCHED = 4 * OVI_SEARCH_CELLS, /* cells, before retreats wait for these to be charged */
  NEAR_GOAL = 32, /* steps from a unit to a goal that may close its way back */
  PASSED = 0,     /* kind of the keys in `seen` of cells that a search has reached */
  RETURNS = 1     /* and of cells from which a way leads back */
};

/* Returns whether a unit at a cell is in the way of another one: on its cells, or the next ones of
 * its path; on all of its path where that did not help, since the other one comes no nearer. */
static bool is_in_way(const ovl_units *units, const ovi_unit *unit, ovl_cell cell,
                      const ovi_unit *other) {
  const bool is_late = units->tick - other->patience.near_tick >= 3 * OVI_STANDSTILL_TICKS;
  const uint32_t steps = is_late ? OVI_WAY_STEPS : AHEAD_STEPS;
  ovl_cell ahead = other->cell;
  bool meets = ovi_bodies_meet(units, unit, cell, other, ahead);
  for (uint32_t i = 0; i < other->plan.way.count && i < steps && !meets; i++) {
    ahead = ovi_way_next(&other->plan.way, i, ahead);
    meets = ovi_bodies_meet(units, unit, cell, other, ahead);
  }
  return meets;
}

/* Whom a search for a place passes. DISPLACES: it also takes cells on which others stand, and those
 * from which the way back leads over the goal of the other one, which has to make way again. */
typedef enum passing { PASSES_NOBODY, PASSES_OTHERS, PASSES_ALL, DISPLACES } passing;

/* A search for the nearest cell by steps. A new goal must be nobody else's goal. On a retreat from
 * another unit the cell must not be in the way of that one; and the way back from it must not lead
 * over the other's goal, since the other one will stand there. */
typedef struct sought {
  const ovi_unit *unit;
  const ovi_unit *other; /* on a retreat; NULL: a new goal is searched for */
  passing passes;
  uint32_t ways_back; /* cells from which a way leads back; 0: from all */
} sought;

static bool is_found_there(const ovl_units *units, const sought *what, ovl_cell cell) {
  const ovi_unit *unit = what->unit;
  if (what->other == NULL) {
    return ovi_place_is_free(units, unit, cell);
  }
  const bool comes_back = what->ways_back == 0 ||
                          ovi_cell_number(&units->placing.seen, ovi_cell_key(cell, RETURNS)) != 0;
  const bool is_free =
      what->passes == DISPLACES || ovi_unit_blocker(units, unit, cell) == OVI_NO_INDEX;
  return comes_back && is_free && !is_in_way(units, unit, cell, what->other);
}

/* Returns whether a unit retreats, or may be asked to. */
static bool may_retreat(const ovl_units *units, const ovi_unit *unit) {
  return unit->patience.retreats_from != OVL_NO_UNIT ||
         !ovi_is_due(units, unit->patience.retreat_tick);
}

/* Returns whether a unit, and those from which it retreats, may push another one. */
static bool may_ask(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  bool may = true;
  for (uint32_t i = 0; may && i <= QUEUE_UNITS && unit != NULL; i++) {
    may = (i != 0 && unit == other) || ovi_unit_may_push(units, unit, other);
    unit = ovi_unit_of(units, unit->patience.retreats_from);
  }
  return may;
}

/* Returns whether the search may go on by a step: it leads where a way leads back. */
static bool may_search(const ovl_units *units, const ovl_world *world, const sought *what,
                       ovl_cell from, int32_t direction) {
  const int32_t profile = what->unit->kind.profile;
  const ovl_cell cell = ovi_cell_beside(from, direction);
  if (ovi_world_step(world, profile, from, direction) == 0 ||
      ovi_world_step(world, profile, cell, ovi_direction_back(direction)) == 0) {
    return false;
  }
  const uint32_t index = ovi_unit_blocker(units, what->unit, cell);
  if (index == OVI_NO_INDEX || (what->other == NULL && what->passes == PASSES_ALL)) {
    return true;
  }
  const ovi_unit *there = &units->unit[index];
  return (what->passes == PASSES_OTHERS && there != what->other && may_retreat(units, there) &&
          may_ask(units, what->unit, there)) ||
         (what->passes >= PASSES_ALL && ovi_unit_may_push(units, what->unit, there));
}

/* Finds the sought cell nearest to *place, and the way to it unless that is NULL. */
static bool find_place(ovl_units *units, const ovl_world *world, const sought *what,
                       ovl_cell *place, ovi_way *way) {
  ovi_number_map *seen = &units->placing.seen; /* by which step a cell was reached, from 1 */
  ovl_cell *cells = units->placing.places;
  uint32_t count = 1;
  bool is_found = false;
  OVI_ASSERT(seen->count == what->ways_back);
  cells[0] = *place;
  *ovi_number_map_add(seen, ovi_cell_key(*place, PASSED)) = OVI_STEP_LINK + 1u;
  for (uint32_t at = 0; at < count && !is_found; at++) {
    *place = cells[at];
    is_found = is_found_there(units, what, *place);
    for (int32_t direction = 0; direction < 8 && !is_found; direction++) {
      if (count == OVI_SEARCH_CELLS || !may_search(units, world, what, *place, direction)) {
        continue;
      }
      const ovl_cell cell = ovi_cell_beside(*place, direction);
      uint32_t *step = ovi_number_map_add(seen, ovi_cell_key(cell, PASSED));
      if (*step == OVI_NO_VALUE) {
        *step = (uint32_t)direction + 1;
        cells[count++] = cell;
      }
    }
  }
  ovl_cell at = *place;
  while (is_found && way != NULL && !ovi_cells_are_one(at, cells[0])) {
    const int32_t step = (int32_t)ovi_cell_number(seen, ovi_cell_key(at, PASSED)) - 1;
    is_found = ovi_way_room(way) != 0;
    if (is_found) {
      ovi_way_push_front(way, step);
      at = ovi_cell_beside(at, ovi_direction_back(step));
    }
  }
  units->placing.searched += what->other != NULL ? count : 0;
  for (uint32_t i = 0; i < count; i++) { /* fewer than the table has entries */
    ovi_number_map_remove(seen, ovi_cell_key(cells[i], PASSED));
  }
  return is_found;
}

bool ovi_unit_free_place(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                         bool passes_all, ovl_cell *place) {
  const sought what = {unit, NULL, passes_all ? PASSES_ALL : PASSES_NOBODY, 0};
  return find_place(units, world, &what, place, NULL);
}

/* ---- Retreats ---- */

/* Finds the cells from which a unit gets to the end of its path while the other one stands on its
 * goal. Returns how many; 0: none is cut off. */
static uint32_t find_ways_back(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                               const ovi_unit *other) {
  const ovl_cell goal = other->goal;
  const ovl_cell end = unit->plan.way.count != 0 ? unit->plan.way_end : unit->cell;
  ovl_cell *cells = units->placing.places + OVI_SEARCH_CELLS;
  uint32_t count = 1;
  if (other->patience.retreats_from != OVL_NO_UNIT || goal.floor != unit->cell.floor ||
      ovi_steps_between(units->walked.topology, unit->cell, goal) > NEAR_GOAL ||
      ovi_bodies_meet(units, unit, end, other, goal)) {
    return 0;
  }
  cells[0] = end;
  *ovi_number_map_add(&units->placing.seen, ovi_cell_key(end, RETURNS)) = 1;
  for (uint32_t at = 0; at < count; at++) {
    for (int32_t direction = 0; direction < 8 && count < OVI_SEARCH_CELLS; direction++) {
      const ovl_cell cell = ovi_cell_beside(cells[at], direction);
      if (ovi_world_step(world, unit->kind.profile, cell, ovi_direction_back(direction)) == 0 ||
          ovi_bodies_meet(units, unit, cell, other, goal)) {
        continue;
      }
      uint32_t *found = ovi_number_map_add(&units->placing.seen, ovi_cell_key(cell, RETURNS));
      if (*found == OVI_NO_VALUE) {
        *found = 1;
        cells[count++] = cell;
      }
    }
  }
  units->placing.searched += count;
  return count;
}

/* Finds a way for the retreat of a unit from where it stands: round others, else through them, last
 * through the one from which it retreats, out of a dead end. False: there is none. */
static bool find_retreat(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                         const ovi_unit *other, passing least, ovl_cell *place, ovi_way *way) {
  const passing most = least == DISPLACES                             ? DISPLACES
                       : other->patience.retreats_from == OVL_NO_UNIT ? PASSES_ALL
                                                                      : PASSES_OTHERS;
  sought what = {unit, other, least,
                 least == DISPLACES ? 0 : find_ways_back(units, world, unit, other)};
  bool is_found = false;
  for (; !is_found && what.passes <= most; what.passes++) {
    *place = unit->cell;
    way->count = 0;
    is_found = find_place(units, world, &what, place, way);
  }
  for (uint32_t i = 0; i < what.ways_back; i++) {
    ovi_number_map_remove(&units->placing.seen,
                          ovi_cell_key(units->placing.places[OVI_SEARCH_CELLS + i], RETURNS));
  }
  return is_found;
}

/* Plans the retreat of a unit. False: there is no way. */
static bool plan_retreat(ovl_units *units, const ovl_world *world, ovi_unit *unit,
                         const ovi_unit *other, passing least) {
  ovi_way way = {.count = 0};
  ovl_cell place;
  if (!find_retreat(units, world, unit, other, least, &place, &way)) {
    return false;
  }
  const bool is_at_home = ovi_unit_is_at_home(unit);
  ovi_unit_forget(units, unit);
  unit->order.returning = is_at_home && unit->order.has_goal;
  unit->plan.way = way;
  unit->plan.way_end = place;
  unit->ask = OVL_UNIT_REQUEST_NONE;
  unit->state = unit->order.has_goal ? OVL_UNIT_WAITING : OVL_UNIT_IDLE;
  unit->patience.blocked = 0;
  return true;
}

static void end_retreat(ovl_units *units, ovi_unit *unit) {
  unit->patience.retreats_from = OVL_NO_UNIT;
  unit->patience.retreat_tick = units->tick + AGAIN_TICKS; /* not again before this tick */
  if (!unit->order.has_goal) {
    ovi_unit_forget(units, unit);
    ovi_unit_go_home(units, unit);
  } else if (!unit->plan.routed && unit->ask == OVL_UNIT_REQUEST_NONE) {
    ovi_unit_forget(units, unit);
    unit->state = OVL_UNIT_PLANNING;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  }
}

/* Returns whether a unit goes on some time, as the first of its queue does that comes nearer to its
 * goal, and as one behind a long queue may, but not one that waits in a ring, or behind one that
 * stands. */
static bool gets_on(const ovl_units *units, const ovi_unit *unit) {
  const ovi_unit *first = unit;
  for (uint32_t i = 0; i < QUEUE_UNITS; i++) {
    if (units->tick - unit->patience.near_tick < OVI_STANDSTILL_TICKS) {
      return true;
    }
    if (unit->plan.way.count == 0) {
      return false;
    }
    const uint32_t ahead =
        ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
    if (ahead == OVI_NO_INDEX || !ovi_unit_may_push(units, unit, &units->unit[ahead])) {
      return ahead != OVI_NO_INDEX; /* nobody can make an enemy go */
    }
    unit = &units->unit[ahead];
    if (unit == first) {
      return false;
    }
  }
  return true;
}

/* Returns whether a unit may be asked to retreat from another one. */
static bool may_be_asked(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  return units->placing.searched < MOST_SEARCHED && may_ask(units, other, unit) &&
         !unit->pace.on_link && !ovi_unit_yields_to(units, other, unit) &&
         unit->patience.retreats_from == OVL_NO_UNIT && may_retreat(units, unit);
}

/* Makes a unit retreat from another one. False: it has no place to go. */
static bool begin_retreat(ovl_units *units, const ovl_world *world, ovi_unit *unit,
                          const ovi_unit *other, passing least) {
  ovi_unit_patience *patience = &unit->patience;
  const uint32_t slower =
      ovi_unit_speed(unit) < ovi_unit_speed(other) ? ovi_unit_speed(unit) : ovi_unit_speed(other);
  patience->retreats_from = ovi_unit_name(units, ovi_unit_index(units, other));
  patience->retreat_tick = units->tick + OVI_LONGEST_RETREAT * OVI_FULL_SPEED / slower;
  patience->retreat_cell = unit->cell;
  if (!plan_retreat(units, world, unit, other, least)) {
    patience->retreats_from = OVL_NO_UNIT;
    patience->retreat_tick = units->tick + OVI_RETREAT_TICKS;
    return false;
  }
  return true;
}

/* Returns whether the next step of a unit is onto cells of another one. */
static bool waits_for(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  return unit->plan.way.count != 0 &&
         ovi_bodies_meet(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell), other,
                         other->cell);
}

void ovi_unit_let_past(ovl_units *units, const ovl_world *world, ovi_unit *unit, ovi_unit *other) {
  const bool stands = other->plan.way.count == 0 || ovi_unit_is_at_home(other);
  const bool is_long = (stands && unit->patience.blocked >= OVI_RETREAT_TICKS) ||
                       units->tick - unit->patience.near_tick >= OVI_STANDSTILL_TICKS;
  const bool goes_ahead = /* by itself, away from the one that waits behind it */
      !stands && gets_on(units, other) && !waits_for(units, other, unit);
  if (!is_long || goes_ahead || !may_be_asked(units, other, unit) ||
      begin_retreat(units, world, other, unit, PASSES_NOBODY)) {
    return;
  }
  /* The other one may be in a dead end. */
  if (!waits_for(units, other, unit) || !may_be_asked(units, unit, other) ||
      !begin_retreat(units, world, unit, other, PASSES_NOBODY)) {
    begin_retreat(units, world, other, unit, DISPLACES);
  }
}

/* Returns whether a unit still wants to pass another one, which retreats. Of two that retreat from
 * each other the one that began later goes on first. */
static bool wants_past(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  const ovi_unit_patience *patience = &unit->patience;
  if (!unit->order.has_goal || unit->plan.way.count != 0) {
    return unit->plan.way.count != 0;
  }
  const bool is_first = ovi_unit_of(units, patience->retreats_from) == other &&
                        patience->retreat_tick - other->patience.retreat_tick < UINT32_MAX / 2;
  return patience->retreats_from != OVL_NO_UNIT
             ? is_first
             : unit->state != OVL_UNIT_ARRIVED && unit->state != OVL_UNIT_BESIDE &&
                   unit->state != OVL_UNIT_UNREACHABLE;
}

bool ovi_unit_retreats(ovl_units *units, const ovl_world *world, ovi_unit *unit) {
  const ovi_unit_patience *patience = &unit->patience;
  const ovi_unit *other = ovi_unit_of(units, patience->retreats_from);
  bool goes_on = other != NULL && may_ask(units, other, unit) && !unit->plan.routed &&
                 unit->ask == OVL_UNIT_REQUEST_NONE && ovi_is_due(units, patience->retreat_tick) &&
                 wants_past(units, other, unit);
  if (goes_on && unit->plan.way.count == 0) {
    goes_on =
        is_in_way(units, unit, unit->cell, other)
            ? units->placing.searched >= MOST_SEARCHED ||
                  plan_retreat(units, world, unit, other, PASSES_NOBODY)
            : other->plan.way.count == 0 || is_in_way(units, unit, patience->retreat_cell, other);
  }
  if (!goes_on) {
    end_retreat(units, unit);
  }
  return goes_on;
}
