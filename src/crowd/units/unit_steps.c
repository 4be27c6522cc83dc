/* Single steps of units: whether one is legal and crosses no other unit, how many ticks it takes,
 * and making it. After a step off the path the path is repaired: it leads back, or on from the new
 * cell. Corridors one cell wide are recognised by the steps that lead from their cells (for the
 * paper see there).
 *
 * A unit is on the cell to which its step leads from the first tick of the step on. It never walks
 * farther in a tick than its speed allows, but for what is left of a step that no longer fills a
 * tick: that is a debt, which it walks with its next step. So seventeen diagonal steps take the
 * ticks of twenty-four straight ones, and a straight step at full speed takes one. A step to a cell
 * that another unit leaves keeps the gap of OVI_GAP to it: if need be, its debt is raised. */
#include "crowd/units/unit_steps.h"

#include "common/compiler.h"
#include "crowd/units/unit_flows.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_orders.h"
#include "flow/flow_query.h"
#include "overland_inspect.h"
#include "world/inspect.h"

/* ---- The ticks of a step ---- */

enum { STRAIGHT_LENGTH = 256, DIAGONAL_LENGTH = 362 };

typedef struct step_time {
  uint32_t ticks, length, debt;
} step_time;

/* The length of a step of a unit: of one over the link of its path by the cost of the link. */
static uint32_t length_of(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                          int32_t step) {
  if (step == OVI_STEP_LINK) {
    ovl_link_def link = {.cost = OVL_STRAIGHT_COST};
    const bool is_forth = !ovl_world_link(world, unit->plan.way.link, &link) ||
                          ovi_cells_are_one(link.from, unit->cell);
    const uint64_t cost = is_forth ? link.cost : link.cost_back;
    return (uint32_t)(cost * STRAIGHT_LENGTH / OVL_STRAIGHT_COST);
  }
  const uint32_t length =
      ovi_is_long(units->walked.topology, step) ? DIAGONAL_LENGTH : STRAIGHT_LENGTH;
  if (!units->moving.ground_slows) {
    return length;
  }
  const uint32_t from = ovl_world_weight(world, unit->kind.profile, unit->cell);
  const uint32_t to =
      ovl_world_weight(world, unit->kind.profile, ovi_cell_beside(unit->cell, step));
  return length * (from + to) / (2 * OVL_PLAIN_WEIGHT);
}

/* The time of a step that begins in this tick. After a pause there is no debt. */
static step_time time_of(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                         int32_t step) {
  const uint32_t speed = ovi_unit_speed(unit);
  OVI_ASSERT(speed != 0);
  const uint32_t length = length_of(units, world, unit, step);
  const uint32_t debt = unit->pace.last + 1 == units->tick ? unit->pace.debt : 0;
  const uint32_t ticks = (length + debt) / speed;
  return ticks != 0 ? (step_time){ticks, length, (length + debt) % speed}
                    : (step_time){1, length, 0};
}

/* Returns whether a step ends no sooner than those that lead from its cells. */
static bool follows_in_time(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                            int32_t step) {
  if (units->ground.leaving.count == 0) {
    return true;
  }
  const ovl_cell to = ovi_way_cell(&unit->plan.way, step, unit->cell);
  return !ovi_unit_is_left_late(units, unit, to, units->tick) ||
         !ovi_unit_is_left_late(units, unit, to,
                                units->tick + time_of(units, world, unit, step).ticks - 1);
}

void ovi_units_end_steps(ovl_units *units) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < units->moving.stepper_count; i++) {
    const uint32_t index = units->moving.steppers[i];
    ovi_unit *unit = &units->unit[index];
    if (unit->used && ovi_is_due(units, unit->pace.last) &&
        !ovi_cells_are_one(unit->pace.from, unit->cell)) {
      units->moving.steppers[kept++] = index;
    } else {
      if (units->ground.leaving.count != 0) {
        ovi_unit_end_leave(units, unit);
      }
      unit->pace.from = unit->cell;
    }
  }
  units->moving.stepper_count = kept;
}

/* ---- Links ---- */

/* A unit on a link that has room for others is on no cell of the ground; without such room it
 * stands on the other end from the first tick on, as with any other step. */

uint32_t ovi_units_room(const ovl_units *units, uint32_t link) {
  uint32_t i = 0;
  while (i < units->ground.room_count && units->ground.rooms[i].link != link) {
    i++;
  }
  return i;
}

bool ovi_unit_rides_next(const ovl_units *units, const ovl_world *world, const ovi_unit *unit) {
  if (unit->plan.way.count == 0 || ovi_way_step(&unit->plan.way, 0) != OVI_STEP_LINK) {
    return false;
  }
  const uint32_t i = ovi_units_room(units, unit->plan.way.link);
  return i < units->ground.room_count && units->ground.rooms[i].room != 0 &&
         time_of(units, world, unit, OVI_STEP_LINK).ticks > 1;
}

void ovi_unit_end_ride(ovl_units *units, ovi_unit *unit) {
  const uint32_t i = ovi_units_room(units, unit->pace.link);
  OVI_ASSERT(i < units->ground.room_count && units->ground.rooms[i].riding != 0);
  units->ground.rooms[i].riding--;
  unit->pace.on_link = false;
}

/* ---- Whether a step is legal ---- */

static bool has_just_come(const ovl_units *units, uint32_t index, ovl_cell from) {
  return index != OVI_NO_INDEX && ovi_cells_are_one(units->unit[index].pace.from, from);
}

bool ovi_unit_may_step(const ovl_units *units, const ovl_world *world, const ovi_unit *unit,
                       int32_t direction) {
  const ovl_cell left = ovi_cell_beside(unit->cell, direction - 1);
  const ovl_cell right = ovi_cell_beside(unit->cell, direction + 1);
  /* A diagonal step must not cross that of another unit. Bodies of several cells can't: they would
   * overlap. */
  return ovi_world_step(world, unit->kind.profile, unit->cell, direction) != 0 &&
         (!ovi_is_long(units->walked.topology, direction) ||
          !(has_just_come(units, ovi_unit_at(units, left), right) ||
            has_just_come(units, ovi_unit_at(units, right), left))) &&
         follows_in_time(units, world, unit, direction);
}

bool ovi_unit_is_open_ahead(const ovl_world *world, const ovi_unit *unit) {
  const int32_t step = ovi_way_step(&unit->plan.way, 0);
  const int32_t profile = unit->kind.profile;
  if (step != OVI_STEP_LINK) {
    return ovi_world_step(world, profile, unit->cell, step) != 0;
  }
  /* The link may have been closed, its end blocked, or another link got its number since the path
   * was planned. */
  ovl_link_def link;
  const ovl_cell to = unit->plan.way.link_to;
  return ovl_world_link(world, unit->plan.way.link, &link) && !link.closed &&
         (link.profiles == 0 || (link.profiles >> profile & 1) != 0) &&
         ((ovi_cells_are_one(link.from, unit->cell) && ovi_cells_are_one(link.to, to)) ||
          (link.cost_back != 0 && ovi_cells_are_one(link.to, unit->cell) &&
           ovi_cells_are_one(link.from, to))) &&
         ovl_world_weight(world, profile, unit->cell) != 0 &&
         ovl_world_weight(world, profile, unit->plan.way.link_to) != 0;
}

/* The version in which the path of a unit was planned. */
static uint64_t planned_in(const ovl_units *units, const ovi_unit *unit) {
  return unit->flow == 0 ? unit->plan.route.world
                         : ovi_world_identity(units->sharing.flows[unit->flow - 1].world);
}

bool ovi_unit_keeps_way(const ovl_units *units, const ovl_world *world, const ovi_unit *unit) {
  const int32_t profile = unit->kind.profile;
  if (!unit->plan.routed || planned_in(units, unit) == units->walked.identity) {
    return true;
  }
  const uint32_t next =
      ovl_world_island(world, profile, ovi_way_next(&unit->plan.way, 0, unit->cell));
  return next == ovl_world_island(world, profile, unit->cell) ||
         next == ovl_world_island(world, profile, unit->goal);
}

bool ovi_unit_may_use_link(const ovl_units *units, const ovl_world *world, const ovi_unit *unit) {
  const ovi_unit_ground *ground = &units->ground;
  const uint32_t i = ovi_units_room(units, unit->plan.way.link);
  const bool has_room = i == ground->room_count || ground->rooms[i].room == 0 ||
                        ground->rooms[i].riding < ground->rooms[i].room;
  return has_room && ovi_unit_is_open_ahead(world, unit) &&
         (ovi_unit_rides_next(units, world, unit) ||
          follows_in_time(units, world, unit, OVI_STEP_LINK));
}

/* ---- Corridors ---- */

/* Corridors one cell wide, in which two units can't pass each other.
 *
 * A corridor is reserved for the units inside it: they move before all others, so whoever stands
 * before its end is pushed aside and lets them out, and a pushed unit does not step into a
 * corridor if it can go elsewhere. Two streams that meet at a corridor therefore pass through it
 * in turn: units follow each other in for as long as nobody comes toward them (after the corridor
 * reasoning of Li, Gange, Harabor, Stuckey, Ma and Koenig, "New Techniques for Pairwise Symmetry
 * Breaking in Multi-Agent Path Finding", 2020: of two units that meet in a corridor, one waits
 * until the other has left it).
 *
 * The reservation ends when a unit has not come nearer to its goal for a few ticks: then two
 * columns push against each other, and the one with the unit that has been delayed most goes on.
 *
 * Invariant: no map of corridors is kept. The steps that lead from a cell say that it is narrow,
 * and they are asked only where a straight step might enter a corridor or goes on in one. So it
 * costs nothing to make or edit a world, however large. */

/* Returns whether a body has no room beside its way at a position: no diagonal step leads from
 * there, or among hexagons no two steps to cells beside each other. */
static bool is_narrow(const ovl_world *world, int32_t profile, ovl_cell cell) {
  const int topology = ovi_world_topology(world);
  const int32_t apart = topology == OVI_HEXAGONS ? 1 : 2;
  for (int32_t direction = apart - 1; direction < OVI_DIRECTIONS; direction += apart) {
    if (ovi_world_step(world, profile, cell, direction) != 0 &&
        (ovi_is_long(topology, direction) ||
         ovi_world_step(world, profile, cell, ovi_direction_turned(topology, direction, 1)) != 0)) {
      return false;
    }
  }
  return true;
}

/* Only straight steps enter a corridor: after a diagonal one there is a diagonal step back. Open
 * ground, with room beside the step, is recognised by a single one. */
bool ovi_unit_enters_corridor(const ovl_world *world, const ovi_unit *unit, int32_t step) {
  const int topology = ovi_world_topology(world);
  const int32_t profile = unit->kind.profile;
  return !unit->inside && step != OVI_STEP_LINK && !ovi_is_long(topology, step) &&
         ovi_world_step(world, profile, unit->cell, ovi_direction_turned(topology, step, 1)) == 0 &&
         ovi_world_step(world, profile, unit->cell, ovi_direction_turned(topology, step, -1)) ==
             0 &&
         is_narrow(world, profile, ovi_cell_beside(unit->cell, step));
}

/* ---- Leaving and rejoining a path ---- */

enum {
  REJOIN_STEPS = 6,
  OWN_WAY_STEPS = 8, /* before its place, where a unit keeps to the way to its own goal */
  FLOW_STEPS = 8     /* of the flow that take the place of a path */
};

/* The way in which a path is rejoined from a cell: after `dropped` of its steps, by one more step
 * unless that is -1. */
typedef struct rejoin {
  uint32_t dropped; /* 0: it can't be rejoined */
  int32_t step;
} rejoin;

static rejoin find_rejoin(const ovl_world *world, const ovi_unit *unit, ovl_cell at) {
  rejoin best = {0, -1};
  ovl_cell cell = unit->cell;
  for (uint32_t i = 0; i < unit->plan.way.count && i < REJOIN_STEPS; i++) {
    if (ovi_way_step(&unit->plan.way, i) == OVI_STEP_LINK) {
      break;
    }
    cell = ovi_way_next(&unit->plan.way, i, cell);
    const int32_t step = ovi_direction_to(at, cell);
    if (ovi_cells_are_one(at, cell)) {
      best = (rejoin){i + 1, -1};
    } else if (step >= 0 && ovi_world_step(world, unit->kind.profile, at, step) != 0) {
      best = (rejoin){i + 1, step};
    }
  }
  return best;
}

bool ovi_unit_rejoins(const ovl_world *world, const ovi_unit *unit, int32_t direction) {
  return find_rejoin(world, unit, ovi_cell_beside(unit->cell, direction)).dropped != 0;
}

bool ovi_unit_comes_back(const ovl_world *world, const ovi_unit *unit, int32_t direction) {
  return ovi_world_step(world, unit->kind.profile, ovi_cell_beside(unit->cell, direction),
                        ovi_direction_back(direction)) != 0 ||
         ovi_unit_rejoins(world, unit, direction);
}

/* ---- Leaving a path for the flow ---- */

static bool read_flow(const ovl_units *units, const ovi_unit *unit, ovl_cell cell,
                      ovl_flow_step *step) {
  const uint32_t number = ovi_unit_flow(units, unit);
  return number != 0 && ovi_flow_read(units->sharing.flows[number - 1].flow, cell, step) == OVL_OK;
}

uint64_t ovi_unit_cost_to_go(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const int32_t near =
      OWN_WAY_STEPS + 2 * ovi_steps_between(units->walked.topology, unit->goal, unit->order.place);
  ovl_flow_step step;
  return read_flow(units, unit, cell, &step) && step.cost_to_go > (uint64_t)near * OVL_STRAIGHT_COST
             ? step.cost_to_go
             : UINT64_MAX;
}

bool ovi_unit_comes_nearer(const ovl_units *units, const ovi_unit *unit, int32_t direction) {
  const uint64_t here = ovi_unit_cost_to_go(units, unit, unit->cell);
  return here != UINT64_MAX &&
         ovi_unit_cost_to_go(units, unit, ovi_cell_beside(unit->cell, direction)) < here;
}

/* Replaces the path of a unit by the next steps of its flow from a cell beside it. */
static void follow_from(const ovl_units *units, ovi_unit *unit, ovl_cell cell) {
  ovi_unit_plan *plan = &unit->plan;
  ovl_flow_step step;
  const uint64_t cost = ovi_unit_cost_to_go(units, unit, cell);
  if (unit->flow == 0) { /* what was planned for it does not go on from here */
    unit->flow = (uint8_t)ovi_unit_flow(units, unit);
    plan->serial++;
    unit->ask = unit->ask == OVL_UNIT_REQUEST_SEGMENT ? OVL_UNIT_REQUEST_NONE : unit->ask;
  }
  ovi_way_drop(&plan->way, plan->way.count);
  plan->skipped = 0;
  plan->route = (ovl_route){.goal = unit->goal, .profile = unit->kind.profile, .position = cell};
  while (read_flow(units, unit, cell, &step)) {
    plan->route.position = cell;
    plan->route.cost_to_go = step.cost_to_go;
    if (plan->way.count == FLOW_STEPS || step.cost_to_go == 0 || step.link != UINT32_MAX) {
      break;
    }
    ovi_way_push_back(&plan->way, ovi_direction_to(cell, step.next));
    cell = step.next;
  }
  plan->way_end = cell;
  ovi_unit_patience *patience = &unit->patience;
  const uint64_t left = ovi_unit_left(unit);
  /* Of a unit that is long delayed only a new least cost counts, so that no one goes to and fro for
   * ever as if it came nearer. */
  const bool is_nearer = cost < plan->least_flow || patience->delay < OVI_STUCK_TICKS;
  plan->least_flow = cost < plan->least_flow ? cost : plan->least_flow;
  const uint64_t more = is_nearer ? 0 : cost - plan->least_flow; /* than where it was nearest */
  patience->least_left = left > more ? left - more : 0;
  patience->near_tick = is_nearer ? units->tick : patience->near_tick;
}

/* The unit enters the cells to which its step leads, which are free, and claims the next ones. */
static void enter(ovl_units *units, ovi_unit *unit) {
  OVI_ASSERT(units->moving.move_count < units->stats.units); /* each unit moves once at most */
  OVI_ASSERT(units->moving.stepper_count < units->capacity);
  const uint32_t index = ovi_unit_index(units, unit);
  ovi_unit_occupy(units, unit);
  units->moving.steppers[units->moving.stepper_count++] = index;
  units->moving.moves[units->moving.move_count++] =
      (ovl_unit_move){ovi_unit_name(units, index), unit->pace.from, unit->cell};
  units->stats.moves++;
}

void ovi_unit_rescue(ovl_units *units, ovi_unit *unit, ovl_cell to) {
  ovi_unit_forget(units, unit);
  ovi_unit_vacate(units, unit);
  unit->pace = (ovi_unit_pace){.from = unit->cell,
                               .speed = unit->pace.speed,
                               .step_speed = unit->pace.speed,
                               .link = OVI_NOT_OVER_LINK,
                               .begun = units->tick,
                               .last = units->tick,
                               .length = STRAIGHT_LENGTH};
  unit->cell = to;
  unit->inside = false;
  unit->patience.decided = units->tick;
  enter(units, unit);
  if (unit->order.has_goal) {
    unit->state = OVL_UNIT_PLANNING;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  } else {
    unit->goal = to;
  }
}

void ovi_unit_land(ovl_units *units, ovi_unit *unit) {
  OVI_ASSERT(unit->pace.on_link && ovi_unit_blocker(units, unit, unit->cell) == OVI_NO_INDEX);
  ovi_unit_end_ride(units, unit);
  unit->pace.last = units->tick;
  enter(units, unit);
}

bool ovi_unit_land_beside(ovl_units *units, const ovl_world *world, ovi_unit *unit) {
  const int32_t profile = unit->kind.profile;
  int32_t least = INT32_MAX;
  ovl_cell best = unit->cell;
  for (int32_t direction = 0; direction < 8; direction++) {
    const ovl_cell to = ovi_cell_beside(unit->cell, direction);
    const int32_t steps = ovi_steps_between(units->walked.topology, to, unit->goal);
    if (steps < least && ovi_world_step(world, profile, unit->cell, direction) != 0 &&
        ovi_world_step(world, profile, to, ovi_direction_back(direction)) != 0 &&
        ovi_unit_blocker(units, unit, to) == OVI_NO_INDEX &&
        !ovi_unit_is_left_late(units, unit, to, units->tick)) {
      least = steps;
      best = to;
    }
  }
  if (least == INT32_MAX) {
    return false;
  }
  ovi_unit_forget(units, unit);
  unit->cell = best;
  unit->inside = false;
  ovi_unit_land(units, unit);
  unit->pace.link = OVI_NOT_OVER_LINK;
  if (unit->order.has_goal) {
    unit->state = OVL_UNIT_PLANNING;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  } else {
    unit->goal = best;
  }
  return true;
}

void ovi_unit_step(ovl_units *units, const ovl_world *world, ovi_unit *unit, int32_t step) {
  ovi_way *way = &unit->plan.way;
  ovi_unit_pace *pace = &unit->pace;
  const ovl_cell to = ovi_way_cell(way, step, unit->cell);
  step_time time = time_of(units, world, unit, step);
  const bool rides = step == OVI_STEP_LINK && ovi_unit_rides_next(units, world, unit);
  OVI_ASSERT(rides || ovi_unit_blocker(units, unit, to) == OVI_NO_INDEX);
  if (way->count != 0 && ovi_way_step(way, 0) == step) {
    if (unit->plan.claimed != 0) {
      ovi_cell_add_number(&units->ground.claims, ovi_cell_key(to, unit->kind.side), -1);
      unit->plan.claimed--;
    }
    ovi_way_drop(way, 1);
    unit->patience.blocked = 0;
  } else {
    ovi_unit_unclaim(units, unit);
    /* Repairs the path. A unit without one gets one that leads back to where it stood. */
    if (unit->state == OVL_UNIT_ARRIVED) {
      unit->order.returning = true;
      unit->patience.near_tick = units->tick;
    }
    const bool comes_nearer = step != OVI_STEP_LINK && ovi_unit_comes_nearer(units, unit, step);
    const rejoin back = find_rejoin(world, unit, to);
    if (comes_nearer) {
      follow_from(units, unit, to);
    } else if (back.dropped != 0) {
      ovi_way_drop(way, back.dropped);
      if (back.step >= 0) {
        ovi_way_push_front(way, back.step);
      }
    } else if (way->count == 0 && unit->state == OVL_UNIT_BESIDE) {
      unit->plan.way_end = to; /* nothing binds it to where it stood */
      unit->patience.exchanges++;
    } else if (ovi_way_room(way) != 0) {
      unit->plan.way_end = way->count != 0 ? unit->plan.way_end : unit->cell;
      ovi_way_push_front(way, ovi_direction_back(step));
    } else {
      ovi_unit_forget(units, unit);
      if (unit->order.has_goal) {
        ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
      } else {
        ovi_unit_go_home(units, unit);
      }
    }
  }
  /* Between two neighbouring corridors there may be open cells: a unit that leaves one and enters
   * the next is outside in between. */
  unit->inside = unit->inside ? is_narrow(world, unit->kind.profile, to)
                              : ovi_unit_enters_corridor(world, unit, step);
  ovi_unit_vacate(units, unit);
  const uint32_t speed = ovi_unit_speed(unit);
  const uint32_t behind =
      ovi_unit_left_after(units, unit, to, units->tick + time.ticks - 1) * speed / OVI_FULL_SPEED;
  time.debt = rides || time.debt > behind ? time.debt : behind;
  *pace = (ovi_unit_pace){.from = unit->cell,
                          .speed = pace->speed,
                          .step_speed = (uint16_t)speed,
                          .on_link = rides,
                          .link = step == OVI_STEP_LINK ? way->link : OVI_NOT_OVER_LINK,
                          .begun = units->tick,
                          .last = units->tick + time.ticks - 1,
                          .length = time.length,
                          .debt = time.debt};
  unit->cell = to;
  ovi_unit_claim(units, unit);
  unit->patience.decided = pace->last;
  if (rides) { /* in the last tick it is decided whether it can land */
    unit->patience.decided--;
    units->ground.rooms[ovi_units_room(units, way->link)].riding++;
    return;
  }
  if ((time.ticks > 1 || ovi_pace_lag(time.length, time.debt) != 0) && step != OVI_STEP_LINK) {
    ovi_unit_leave(units, unit);
  }
  enter(units, unit);
}
