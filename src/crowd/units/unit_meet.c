/* Units whose goal is taken: they stop beside it, or exchange goals.
 *
 * Units of one group order may exchange their goals: a unit that stands on its goal in the way of
 * another takes that one's goal and path and walks on in its stead (after Okumura and Defago,
 * "Solving Simultaneous Target Assignment and Path Planning Efficiently with Time-Independent
 * Execution", 2022). So a crowd fills its place from the far end, and no unit has to push through.
 *
 * Invariant: a unit that stands beside a goal has a rank, one more than that of a neighbour, down
 * to the unit on the goal itself: so no two units keep each other there after it has gone. */
#include "crowd/units/unit_meet.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_places.h"
#include "crowd/units/unit_steps.h"
#include "overland_inspect.h"

enum { NEAR_STEPS = 8 }; /* for each cell of a body: from its goal, where units exchange goals */

static bool stands_on_goal(const ovi_unit *unit) {
  return unit->state == OVL_UNIT_ARRIVED && ovi_cells_are_one(unit->cell, unit->goal);
}

/* The rank of a unit that would stop at another: 1 if that one stands on its goal, 0 if there is no
 * reason to stop. */
static uint32_t rank_at(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  if (stands_on_goal(other)) {
    return ovi_bodies_meet(units, unit, unit->goal, other, other->cell) ? 1 : 0;
  }
  return other->state == OVL_UNIT_BESIDE && ovi_cells_are_one(unit->goal, other->goal)
             ? other->order.rank + 1
             : 0;
}

bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit) {
  OVI_ASSERT(unit->state == OVL_UNIT_BESIDE && unit->order.rank != 0);
  for (int32_t y = -1; y <= unit->kind.body; y++) {
    for (int32_t x = -1; x <= unit->kind.body; x++) {
      const uint32_t index =
          ovi_unit_at(units, (ovl_cell){unit->cell.x + x, unit->cell.y + y, unit->cell.floor});
      if (index == OVI_NO_INDEX || index == ovi_unit_index(units, unit)) {
        continue;
      }
      const uint32_t rank = rank_at(units, unit, &units->unit[index]);
      if (rank != 0 && rank <= unit->order.rank) {
        return true;
      }
    }
  }
  return false;
}

static bool is_next(const ovi_unit *unit, const ovi_unit *other) {
  return unit->plan.way.count != 0 && ovi_way_step(&unit->plan.way, 0) != OVI_STEP_LINK &&
         ovi_cells_are_one(ovi_way_next(&unit->plan.way, 0, unit->cell), other->cell);
}

/* The square of the octile distance of two cells. */
static uint64_t squared(ovl_cell a, ovl_cell b) {
  const uint64_t distance = ovi_octile_halves(a.x - b.x, a.y - b.y, 1);
  return distance * distance;
}

/* Returns whether an exchange of goals lowers the sum of the squares of the distances that are
 * left. So no row of exchanges comes back to where it began, and a unit exchanges with one that
 * stands between it and its goal even if their bodies are not quite in line. */
static bool exchange_helps(const ovi_unit *unit, const ovi_unit *other) {
  return squared(unit->cell, other->goal) + squared(other->cell, unit->goal) <
         squared(unit->cell, unit->goal) + squared(other->cell, other->goal);
}

static bool is_near_goal(const ovi_unit *unit) {
  return ovi_cells_are_one(unit->goal, unit->cell) ||
         (unit->goal.floor == unit->cell.floor &&
          ovi_steps_between(unit->goal, unit->cell) <= NEAR_STEPS * unit->kind.body);
}

static void exchange_goals(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  const ovl_cell goal = unit->goal;
  unit->goal = other->goal;
  other->goal = goal;
  units->stats.exchanges++;
}

/* Exchanges the goals of two units, and their paths if they meet. Each continues from its own cell,
 * so the part of a path that leads through the other's cell is left out. */
static void exchange(ovl_units *units, ovi_unit *unit, ovi_unit *other) {
  ovi_unit_unclaim(units, unit);
  ovi_unit_unclaim(units, other);
  OVI_ASSERT(unit->plan.claimed == 0 && other->plan.claimed == 0);
  const bool meet_head_on = is_next(other, unit);
  const bool exchanges_paths =
      is_next(unit, other) && (meet_head_on || ovi_way_room(&other->plan.way) != 0);
  const ovi_unit before = *unit;
  exchange_goals(units, unit, other);
  unit->patience.least_left = other->patience.least_left;
  other->patience.least_left = before.patience.least_left;
  unit->patience.delay = other->patience.delay;
  other->patience.delay = before.patience.delay;
  unit->patience.near_tick = units->tick;
  other->patience.near_tick = before.patience.near_tick;
  unit->patience.blocked = other->patience.blocked = 0;
  other->order.since = unit->order.since;
  other->state = OVL_UNIT_WALKING;
  if (exchanges_paths) {
    const int32_t step = ovi_way_step(&before.plan.way, 0);
    const uint32_t serial = other->plan.serial; /* of the unit, as it is of its requests */
    unit->plan = other->plan;
    unit->plan.serial = before.plan.serial;
    unit->flow = other->flow;
    other->plan = before.plan;
    other->plan.serial = serial;
    other->flow = before.flow;
    ovi_way_drop(&other->plan.way, 1);
    if (meet_head_on) {
      ovi_way_drop(&unit->plan.way, 1);
    } else {
      ovi_way_push_front(&unit->plan.way, step);
    }
    ovi_unit_claim(units, unit);
    ovi_unit_claim(units, other);
  }
  const ovl_unit_request ask = exchanges_paths ? OVL_UNIT_REQUEST_SEGMENT : OVL_UNIT_REQUEST_ROUTE;
  ovi_unit_ask(units, unit, ask);
  ovi_unit_ask(units, other, ask);
  unit->plan.serial++;
  other->plan.serial++;
  units->turns.unsorted = true;
}

ovi_meeting ovi_unit_meet(ovl_units *units, ovi_unit *unit, ovi_unit *other, bool may_stop) {
  const uint32_t rank = may_stop ? rank_at(units, unit, other) : 0;
  if (rank != 0) {
    ovi_unit_forget(units, unit);
    unit->state = OVL_UNIT_BESIDE;
    unit->order.rank = rank;
    unit->patience.blocked = 0;
    return OVI_MEETING_BESIDE;
  }
  if (unit->order.order == 0 || unit->order.order != other->order.order ||
      unit->kind.profile != other->kind.profile) {
    return OVI_MEETING_NOTHING; /* they were not sent together */
  }
  const bool stays = other->state == OVL_UNIT_ARRIVED && !ovi_unit_may_push(units, unit, other);
  if (unit->plan.routed && other->plan.routed && !stays && is_near_goal(other) &&
      exchange_helps(unit, other)) {
    exchange(units, unit, other);
    return OVI_MEETING_EXCHANGED;
  }
  return OVI_MEETING_NOTHING;
}

/* ---- Who yields ---- */

bool ovi_unit_yields_to(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  return units->turns.turns[other->kind.side] < units->turns.turns[unit->kind.side] &&
         !other->order.returning && units->tick % OVI_TURN_TICKS < OVI_YIELD_TICKS;
}

bool ovi_unit_stays_aside(const ovl_units *units, const ovi_unit *unit) {
  const ovi_unit *other = &units->unit[unit->patience.pusher];
  if (units->tick >= unit->patience.pushed_until || !other->used || other->plan.way.count == 0) {
    return false;
  }
  const ovl_cell to = ovi_way_next(&unit->plan.way, 0, unit->cell);
  ovl_cell cell = other->cell;
  for (uint32_t i = 0; i < other->plan.way.count && i < 2 * (uint32_t)other->kind.body; i++) {
    cell = ovi_way_next(&other->plan.way, i, cell);
    if (ovi_bodies_meet(units, unit, to, other, cell)) {
      return true;
    }
  }
  return false;
}

void ovi_unit_stay_aside(ovl_units *units, uint32_t index, uint32_t other) {
  ovi_unit_patience *patience = &units->unit[index].patience;
  const uint32_t ticks = (uint32_t)(OVI_PUSHED_TICKS * units->unit[other].kind.body);
  if (units->tick >= patience->pushed_until + ticks) {
    patience->pusher = other;
    patience->pushed_until = units->tick + ticks;
  }
}

bool ovi_unit_is_at_home(const ovi_unit *unit) {
  return unit->order.returning || unit->state == OVL_UNIT_ARRIVED;
}

bool ovi_unit_must_make_way(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other) {
  if (!ovi_unit_may_push(units, unit, other)) {
    return false;
  }
  if (ovi_unit_is_at_home(other) && unit->kind.body <= other->kind.body &&
      (unit->order.returning ||
       (unit->order.order != 0 && unit->order.order == other->order.order))) {
    return unit->patience.blocked >= OVI_ESCAPE_TICKS;
  }
  return other->plan.way.count == 0 || ovi_unit_yields_to(units, other, unit) ||
         (other->patience.pusher == ovi_unit_index(units, unit) &&
          ovi_unit_stays_aside(units, other)) ||
         ovi_bodies_meet(units, other, ovi_way_next(&other->plan.way, 0, other->cell), unit,
                         unit->cell);
}

uint32_t ovi_unit_pass(const ovl_units *units, const ovi_unit *unit) {
  const bool holds_corridor = unit->inside && !unit->order.returning &&
                              units->tick - unit->patience.near_tick < OVI_CORRIDOR_TICKS;
  return holds_corridor || unit->pace.on_link || unit->state == OVL_UNIT_STUCK ? 0
         : unit->order.returning                                               ? OVI_MOVE_PASSES - 1
                                                                               : 1;
}

/* ---- Other places ---- */

/* A unit of a group order that is near its place and comes no nearer, because others that have
 * arrived stand in the only way, for instance between rocks, takes the free cell that it reaches by
 * the fewest steps without passing anybody. So the others need not make way for it again and again.
 */

enum {
  RESCUE_TICKS = 4, /* between looks at the cell of a unit */
  MOST_LOOKS = 8,   /* for other cells without success, in a tick */
  SETTLE_TICKS = 8, /* between looks at all units */
  GIVE_UP_TICKS = 32,
  NEAR_PLACE = 16,     /* cells by which it may be farther from the place than its goal is */
  SETTLE_CELLS = 1024, /* that are looked at for one unit */
};

/* Returns whether a unit of the same order that has arrived is in the way of the next step. */
static bool is_closed_off(const ovl_units *units, const ovi_unit *unit) {
  const uint32_t index =
      ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
  const ovi_unit *other = index != OVI_NO_INDEX ? &units->unit[index] : unit;
  return other->order.order == unit->order.order &&
         (other->state == OVL_UNIT_ARRIVED || other->order.returning);
}

/* Why a unit needs another place. */
typedef enum need {
  NEED_NONE,
  NEED_OPEN, /* its goal was closed */
  NEED_NEAR  /* it can't get to its goal */
} need;

static need need_of(const ovl_units *units, const ovl_world *world, const ovi_unit *unit) {
  if (!unit->used || !unit->order.has_goal || unit->order.order == 0) {
    return NEED_NONE;
  }
  if (unit->state == OVL_UNIT_UNREACHABLE) {
    return ovl_world_weight(world, unit->kind.profile, unit->goal) == 0 ? NEED_OPEN : NEED_NONE;
  }
  const bool waits = unit->plan.routed && unit->plan.way.count != 0 && !unit->pace.on_link &&
                     units->tick - unit->patience.near_tick >= GIVE_UP_TICKS &&
                     unit->cell.floor == unit->order.place.floor &&
                     (ovi_steps_between(unit->cell, unit->order.place) <=
                          ovi_steps_between(unit->goal, unit->order.place) + NEAR_PLACE ||
                      is_closed_off(units, unit));
  return waits || unit->state == OVL_UNIT_BESIDE ? NEED_NEAR : NEED_NONE;
}

/* The first unit that is looked at. Those that are left out in a tick come first in a later one,
 * for each round begins one unit farther on. */
static uint32_t first_looked_at(const ovl_units *units, uint32_t ticks) {
  const uint64_t looks = (uint64_t)(units->tick / ticks) * MOST_LOOKS;
  return units->high != 0 ? (uint32_t)((looks + looks / units->high) % units->high) : 0;
}

/* Notes the goals of all units, or forgets them. */
static void keep_goals(ovl_units *units, bool are_kept) {
  if (are_kept && units->placing.taken.count != 0) { /* of an order */
    ovi_number_map_clear(&units->placing.taken);
  }
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (unit->used) {
      ovi_place_keep(units, unit, unit->order.has_goal ? unit->goal : unit->cell, are_kept);
    }
  }
}

/* Finds the cell nearest by steps to *place that is nobody's goal, without passing anybody if so
 * asked. */
static bool find_place(ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       bool passes_units, ovl_cell *place) {
  ovl_cell *cells = units->placing.places;
  const uint32_t most =
      units->placing.place_count < SETTLE_CELLS ? units->placing.place_count : SETTLE_CELLS;
  uint32_t count = 1;
  bool is_found = false;
  if (units->placing.seen.count != 0) { /* of an order */
    ovi_number_map_clear(&units->placing.seen);
  }
  cells[0] = *place;
  *ovi_number_map_add(&units->placing.seen, ovi_cell_key(*place, 0)) = 1;
  for (uint32_t at = 0; at < count && !is_found; at++) {
    *place = cells[at];
    is_found = ovi_place_is_free(units, unit, *place);
    for (int32_t direction = 0; direction < 8 && !is_found; direction++) {
      const ovl_cell cell = ovi_cell_beside(*place, direction);
      if (count == most || ovl_world_step(world, unit->kind.profile, *place, direction) == 0 ||
          (!passes_units && ovi_unit_blocker(units, unit, cell) != OVI_NO_INDEX)) {
        continue;
      }
      uint32_t *seen = ovi_number_map_add(&units->placing.seen, ovi_cell_key(cell, 0));
      if (*seen == OVI_NO_VALUE) {
        *seen = 1;
        cells[count++] = cell;
      }
    }
  }
  for (uint32_t at = 0; at < count; at++) { /* fewer than the table has entries */
    ovi_number_map_remove(&units->placing.seen, ovi_cell_key(cells[at], 0));
  }
  return is_found;
}

void ovi_units_settle(ovl_units *units, const ovl_world *world) {
  bool has_kept = false;
  uint32_t looks = 0; /* that found nothing */
  const uint32_t first = first_looked_at(units, SETTLE_TICKS);
  for (uint32_t i = 0; i < units->high && units->tick % SETTLE_TICKS == 0 && looks < MOST_LOOKS;
       i++) {
    ovi_unit *unit = &units->unit[(first + i) % units->high];
    const need why = need_of(units, world, unit);
    if (why == NEED_NONE) {
      continue;
    }
    if (!has_kept) {
      keep_goals(units, true);
      has_kept = true;
    }
    ovi_place_keep(units, unit, unit->goal, false);
    ovl_cell place = unit->cell;
    const bool has_start =
        why == NEED_NEAR || ovi_unit_nearest(NULL, world, unit, unit->goal, &place);
    if (has_start && find_place(units, world, unit, why == NEED_OPEN, &place)) {
      unit->goal = place;
      ovi_unit_begin_order(units, unit);
    } else {
      looks += has_start ? 1 : MOST_LOOKS; /* the whole neighbourhood was looked at */
    }
    ovi_place_keep(units, unit, unit->goal, true);
  }
  if (has_kept) {
    keep_goals(units, false);
  }
}

void ovi_units_rescue(ovl_units *units, const ovl_world *world) {
  uint32_t looks = 0; /* that found nothing */
  const uint32_t first = first_looked_at(units, RESCUE_TICKS);
  for (uint32_t i = 0; i < units->high && looks < MOST_LOOKS; i++) {
    const uint32_t index = first + i < units->high ? first + i : first + i - units->high;
    ovi_unit *unit = &units->unit[index];
    ovl_cell to;
    if (index % RESCUE_TICKS != units->tick % RESCUE_TICKS || !unit->used || unit->pace.on_link ||
        ovi_unit_is_decided(units, unit) ||
        ovl_world_weight(world, unit->kind.profile, unit->cell) != 0) {
      continue;
    }
    if (ovi_unit_nearest_empty(units, world, unit, &to)) {
      ovi_unit_rescue(units, unit, to);
    } else {
      looks++;
    }
  }
}
