/* Requests and orders of units, and the worlds that they can walk: those with the same sizes of
 * floors and names of profiles.
 *
 * Invariant: a unit stands in the ring of requests at most once. */
#include "crowd/units/unit_orders.h"

#include "common/argument.h"
#include "common/compiler.h"
#include "common/hash64.h"
#include "crowd/units/unit_ground.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "world/inspect.h"

/* ---- Worlds ---- */

/* A hash of the places and sizes of all floors and of the numbers of the profiles with our names.
 */
static uint64_t walkable_shape(const ovl_units *units, const ovl_world *world) {
  ovl_floor_info floor;
  uint64_t hash = ovi_world_topology(world) == OVI_HEXAGONS ? 1 : 0;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    hash = ovi_mix64(ovi_mix64(hash + (uint64_t)floor.width) + (uint64_t)floor.height);
    hash = ovi_mix64(hash + (floor.graph ? 1 : 0));
    hash = ovi_mix64(hash + ((uint64_t)(uint32_t)floor.corner.x << 32 | (uint32_t)floor.corner.y));
  }
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    const int32_t number = ovl_world_find_profile(world, units->walked.names[profile]);
    hash = ovi_mix64(hash + (uint64_t)number);
  }
  return hash;
}

uint64_t ovi_world_identity(const ovl_world *world) {
  ovl_version_info info;
  ovl_world_version(world, &info);
  return info.identity;
}

void ovi_units_learn_world(ovl_units *units, const ovl_world *world) {
  for (int32_t profile = 0; profile < units->walked.profiles; profile++) {
    ovl_profile_info about;
    ovl_world_profile(world, profile, &about);
    memcpy(units->walked.names[profile], about.def.name, OVL_NAME_BYTES);
  }
  ovl_floor_info floor;
  for (int32_t number = 0; ovl_world_floor(world, number, &floor); number++) {
    units->walked.graphs |= (uint64_t)(floor.graph ? 1 : 0) << number;
  }
  units->walked.topology = ovi_world_topology(world);
  units->walked.shape = walkable_shape(units, world);
  units->walked.identity = ovi_world_identity(world);
}

bool ovi_units_serve(const ovl_units *units, const ovl_world *world) {
  return ovi_world_identity(world) == units->walked.identity ||
         walkable_shape(units, world) == units->walked.shape;
}

/* ---- Requests ---- */

ovi_unit *ovi_unit_of(const ovl_units *units, ovl_unit unit) {
  const uint32_t index = unit & 0xffffu;
  if (index >= units->high || !units->unit[index].used ||
      units->unit[index].generation != unit >> 16) {
    return NULL;
  }
  return &units->unit[index];
}

bool ovi_units_check_cell(ovl_units *units, const ovl_world *world, ovl_cell cell,
                          const char *const names[3]) {
  ovl_floor_info floor = {0};
  ovl_world_info info = {.floors = 0};
  if (!ovl_world_floor(world, cell.floor, &floor)) {
    ovl_world_describe(world, &info); /* for the fault */
  }
  const ovl_cell at = floor.corner;
  const int64_t last = floor.width != 0 ? cell.floor : (int64_t)info.floors - 1;
  const ovi_argument arguments[] = {{names[2], cell.floor, 0, last},
                                    {names[0], cell.x, at.x, at.x + floor.width - 1},
                                    {names[1], cell.y, at.y, at.y + floor.height - 1}};
  return OVI_ARGUMENTS_CHECK(arguments, 0, &units->fault) == OVL_OK;
}

ovi_unit *ovi_units_asked(ovl_units *units, ovl_unit unit) {
  ovi_unit *asked = ovi_unit_of(units, unit);
  units->fault = asked != NULL ? (ovl_fault){.what = ""}
                               : (ovl_fault){"unit: there is none with this handle", 0, unit, 0};
  return asked;
}

void ovi_unit_ask(ovl_units *units, ovi_unit *unit, ovl_unit_request ask) {
  if (ask == OVL_UNIT_REQUEST_SEGMENT && unit->flow != 0) {
    return; /* the flow fills its path */
  }
  unit->ask = unit->ask > (uint8_t)ask ? unit->ask : (uint8_t)ask;
  if (!unit->queued) {
    OVI_ASSERT(units->asks.queue_count < units->capacity);
    const uint32_t end = (units->asks.queue_begin + units->asks.queue_count) % units->capacity;
    units->asks.queue[end] = ovi_unit_index(units, unit);
    units->asks.queue_count++;
    unit->queued = true;
  }
}

void ovi_unit_forget(ovl_units *units, ovi_unit *unit) {
  ovi_unit_unclaim(units, unit);
  unit->plan.way.begin = unit->plan.way.count = 0;
  unit->plan.serial++;
  unit->flow = 0;
  unit->plan.routed = false;
  unit->plan.route = (ovl_route){0}; /* of which nothing is left, nor saved */
  unit->plan.skipped = 0;
}

void ovi_unit_begin_order(ovl_units *units, ovi_unit *unit) {
  OVI_ASSERT(unit->used);
  ovi_unit_forget(units, unit);
  unit->order.has_goal = true;
  unit->order.alone = unit->order.idle = unit->order.returning = false;
  unit->patience.retreats_from = OVL_NO_UNIT;
  units->sharing.sent = true;
  unit->state = OVL_UNIT_PLANNING;
  unit->result = OVL_OK;
  unit->order.since = unit->patience.near_tick = units->tick;
  unit->patience.least_left = unit->plan.least_flow = UINT64_MAX;
  unit->patience.blocked = unit->patience.delay = unit->patience.exchanges = 0;
  unit->patience.detour_at = OVI_DETOUR_TICKS;
  units->turns.unsorted = true;
  ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
}

void ovi_unit_go_home(ovl_units *units, ovi_unit *unit) {
  const bool sent = units->sharing.sent;
  if (ovi_cells_are_one(unit->cell, unit->goal) || unit->patience.retreats_from != OVL_NO_UNIT) {
    return;
  }
  ovi_unit_begin_order(units, unit);
  units->sharing.sent = sent; /* no flow serves it */
  unit->order.place = unit->goal;
  unit->order.order = unit->order.pace = unit->order.group_pace = unit->order.as = 0;
  unit->order.together = false;
  unit->order.alone = unit->order.idle = unit->order.returning = true;
}

void ovi_unit_rest(ovl_units *units, ovi_unit *unit) {
  ovi_unit_forget(units, unit);
  unit->order.has_goal = unit->order.idle = unit->order.returning = false;
  unit->state = OVL_UNIT_IDLE;
  unit->goal = unit->cell;
  unit->patience.blocked = 0;
  unit->patience.retreats_from = OVL_NO_UNIT;
}

/* ---- Orders ---- */

/* A coordinate of a goal. One that no world has is lowered to another one that none has. */
static int32_t goal_coordinate(int32_t value) {
  const int32_t most = OVL_MAX_ORIGIN + 2 * OVL_MAX_SIDE_CELLS;
  return value > most ? most : value < -most ? -most : value;
}

ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal) {
  ovi_unit *sent = ovi_units_asked(units, unit);
  if (sent == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  goal.x = goal_coordinate(goal.x);
  goal.y = goal_coordinate(goal.y);
  sent->goal = sent->order.place = goal;
  sent->order.order = 0;
  sent->order.together = false;
  sent->order.pace = sent->order.group_pace = sent->order.as = 0;
  ovi_unit_begin_order(units, sent);
  return OVL_OK;
}

ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit) {
  ovi_unit *stopped = ovi_units_asked(units, unit);
  if (stopped == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovi_unit_rest(units, stopped);
  return OVL_OK;
}
