/* The fields of a unit, each walked once.
 *
 * Invariant: the steps of a path that was read lead from the unit's cell, and none out of the
 * world. */
#include "crowd/snapshot/unit_walk_unit.h"

#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_steps.h"

enum { FARTHEST_GOAL = OVL_MAX_ORIGIN + 4 * OVL_MAX_SIDE_CELLS };

enum { PACE_STANDS, PACE_STEPS, PACE_RIDES, LONGEST_STEP = 1 << 30 };

/* ---- Cells ---- */

void ovi_walk_cell(ovi_walk *walk, ovl_cell *cell, ovl_cell near) {
  uint32_t parts[3] = {(uint32_t)cell->x, (uint32_t)cell->y, (uint32_t)cell->floor};
  ovi_code_near(&walk->codec, &parts[0], (uint32_t)near.x);
  ovi_code_near(&walk->codec, &parts[1], (uint32_t)near.y);
  ovi_code_near(&walk->codec, &parts[2], (uint32_t)near.floor);
  *cell = (ovl_cell){(int32_t)parts[0], (int32_t)parts[1], (int32_t)parts[2]};
}

void ovi_walk_signed(ovi_walk *walk, int16_t *field, int32_t most) {
  uint32_t value = (uint32_t)(int32_t)*field;
  ovi_code_near(&walk->codec, &value, 0);
  const int32_t number = (int32_t)value;
  const bool holds = number >= -most && number <= most;
  ovi_walk_require(walk, holds, "unit: lane, or guide: direction");
  *field = holds ? (int16_t)number : *field;
}

bool ovi_walk_is_inside(ovi_walk *walk, ovl_cell cell, int32_t body, int32_t around) {
  if (cell.floor != walk->floor_number) {
    walk->floor_number = -1;
    if (!ovl_world_floor(walk->named.worlds[0], cell.floor, &walk->floor)) {
      return false;
    }
    walk->floor_number = cell.floor;
  }
  const ovl_floor_info *floor = &walk->floor;
  const int64_t x = (int64_t)cell.x - floor->corner.x;
  const int64_t y = (int64_t)cell.y - floor->corner.y;
  const bool is_middle = walk->units->walked.topology == OVI_HEXAGONS;
  const int32_t before = around + (is_middle ? body / 2 : 0);
  const int32_t after = around + (is_middle ? body / 2 + 1 : body);
  return x >= before && y >= before && x + after <= floor->width && y + after <= floor->height;
}

/* Walks what an order says of a unit's group. */
static void walk_group(ovi_walk *walk, ovi_unit_order *order, uint8_t profiles) {
  ovi_codec *codec = &walk->codec;
  order->together = ovi_code_flag(codec, order->together);
  ovi_walk_signed(walk, &order->across, OVI_MOST_LANES_BESIDE);
  ovi_code_16(codec, &order->carry, UINT16_MAX, "unit: carry");
  ovi_code_16(codec, &order->pace, OVI_FULL_SPEED, "unit: pace");
  ovi_code_16(codec, &order->group_pace, OVI_FULL_SPEED, "unit: pace");
  ovi_code_8(codec, &order->as, profiles, "unit: profile of its way");
}

/* ---- Paths and routes ---- */

/* The steps, three bits each, without that over a link. Returns their end where they are read, and
 * checks that they stay in the world. */
static ovl_cell walk_steps(ovi_walk *walk, ovi_way *way, uint32_t count, ovl_cell cell) {
  const bool reads = ovi_walk_reads(walk);
  for (uint32_t at = 0; at < count; at += 8) {
    const uint32_t steps = count - at < 8 ? count - at : 8;
    const bool asks = ovi_walk_checks(walk) && !ovi_walk_is_inside(walk, cell, 1, 8);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < steps && !reads; i++) {
      bits |= (uint32_t)ovi_way_step(way, at + i) << 3 * i;
    }
    bits = ovi_code_bytes(&walk->codec, bits, (3 * steps + 7) / 8);
    for (uint32_t i = 0; i < steps && reads; i++) { /* what is read begins at the first */
      way->steps[at + i] = (uint8_t)(bits >> 3 * i & 7);
      cell = ovi_cell_beside(cell, way->steps[at + i]);
      ovi_walk_require(walk, ovi_leads(walk->units->walked.topology, way->steps[at + i]),
                       "unit: its path has no such step");
      if (asks) {
        ovi_walk_require(walk, ovi_walk_is_inside(walk, cell, 1, 0),
                         "unit: its path leaves the world");
      }
    }
  }
  return cell;
}

/* The path of a unit; reading finds its end. */
static void walk_way(ovi_walk *walk, ovi_unit *unit) {
  ovi_way *way = &unit->plan.way;
  const bool ended = ovi_way_ends_in_link(way);
  const uint64_t length = ovi_code(&walk->codec, 2 * (uint64_t)way->count + (ended ? 1 : 0),
                                   2 * OVI_WAY_STEPS + 1, "unit: steps of its path");
  const uint32_t links = (uint32_t)length & 1;
  const uint32_t steps = (uint32_t)(length >> 1) - links;
  ovi_walk_require(walk, length != 1, "unit: a link without a step");
  if (ovi_walk_failed(walk)) {
    return;
  }
  const ovl_cell end = walk_steps(walk, way, steps, unit->cell);
  if (ovi_walk_reads(walk)) {
    way->count = (uint16_t)steps;
    unit->plan.way_end = end;
  }
  if (links != 0) {
    ovi_walk_cell(walk, &way->link_to, unit->cell);
    ovi_code_32(&walk->codec, &way->link, UINT32_MAX, "unit: link");
    if (ovi_walk_reads(walk)) {
      ovi_way_push_back(way, OVI_STEP_LINK);
      unit->plan.way_end = way->link_to;
    }
  }
  if (links != 0 && ovi_walk_checks(walk)) {
    ovl_link_def link;
    ovi_walk_require(walk,
                     ovi_walk_is_inside(walk, way->link_to, 1, 0) &&
                         (!ovl_world_link(walk->named.worlds[0], way->link, &link) ||
                          ovi_cells_are_one(link.from, way->link_to) ||
                          ovi_cells_are_one(link.to, way->link_to)),
                     "unit: its link leads elsewhere");
  }
}

void ovi_walk_route(ovi_walk *walk, ovl_route *route, ovl_cell near) {
  ovi_codec *codec = &walk->codec;
  bool other = route->world != walk->route_world;
  bool done = route->done != 0;
  bool *const flags[] = {&other, &done};
  ovi_code_flags(codec, flags, 2);
  ovi_walk_cell(walk, &route->position, near);
  ovi_walk_cell(walk, &route->goal, route->position);
  ovi_code_64(codec, &route->cost_to_go, UINT64_MAX, "route: cost");
  route->world = other ? route->world : walk->route_world;
  if (other) {
    ovi_code_64(codec, &route->world, UINT64_MAX, "route: world");
  }
  walk->route_world = route->world;
  for (uint32_t i = 0; i < sizeof route->state / sizeof *route->state; i++) {
    ovi_code_32(codec, &route->state[i], UINT32_MAX, "route: state");
  }
  ovi_code_8(codec, &route->kind, UINT8_MAX, "route: kind");
  ovi_code_8(codec, &route->profile, (uint8_t)(walk->units->walked.profiles - 1), "route: profile");
  ovi_code_8(codec, &route->smoothing, UINT8_MAX, "route: smoothing");
  route->done = done ? 1 : 0;
}

static void walk_plan(ovi_walk *walk, ovi_unit *unit) {
  ovi_codec *codec = &walk->codec;
  ovi_unit_plan *plan = &unit->plan;
  walk_way(walk, unit);
  ovi_code_32(codec, &plan->claimed, OVI_CLAIMED_STEPS, "unit: claimed steps");
  ovi_walk_require(walk, plan->claimed <= plan->way.count, "unit: claimed steps");
  if (plan->routed) {
    OVI_ASSERT(ovi_walk_reads(walk) || plan->way.count != 0 ||
               ovi_cells_are_one(plan->way_end, unit->cell));
    ovi_code_32(codec, &plan->skipped, UINT32_MAX, "unit: skipped steps");
    ovi_walk_route(walk, &plan->route, plan->way_end);
  }
}

/* ---- Steps under way ---- */

/* A step that has ended before the last tick decides nothing. */

static uint32_t ticks_left(uint32_t now, const ovi_unit *unit) {
  const uint32_t ticks = unit->pace.last - now;
  return ticks < UINT32_MAX / 2 ? ticks : 0;
}

/* Returns whether a link has room for so many units. */
static bool has_room(const ovi_walk *walk, uint32_t link) {
  uint32_t at = 0;
  while (at < walk->roomy.count && walk->roomy.links[at] != link) {
    at++;
  }
  return at < walk->roomy.count;
}

/* Walks the speed of a unit and, while it decides something, its last step. */
static void walk_pace(ovi_walk *walk, ovi_unit *unit) {
  ovi_codec *codec = &walk->codec;
  const uint32_t now = walk->tick;
  ovi_unit_pace *pace = &unit->pace;
  const bool steps = pace->last - now < UINT32_MAX / 2;
  uint8_t kind = pace->on_link ? PACE_RIDES : steps ? PACE_STEPS : PACE_STANDS;
  ovi_code_16(codec, &pace->speed, OVI_FULL_SPEED, "unit: speed");
  ovi_code_8(codec, &kind, PACE_RIDES, "unit: step");
  ovi_walk_require(walk, pace->speed != 0, "unit: speed");
  if (kind == PACE_STANDS) {
    *pace = (ovi_unit_pace){.from = unit->cell, .speed = pace->speed, .link = OVI_NOT_OVER_LINK};
    pace->begun = pace->last = now - 1;
    return;
  }
  uint32_t left = ticks_left(now, unit);
  uint32_t link = pace->link + 1;
  ovi_walk_cell(walk, &pace->from, unit->cell);
  ovi_code_32(codec, &left, LONGEST_STEP, "unit: ticks of a step");
  ovi_code_near(codec, &pace->begun, now);
  ovi_code_32(codec, &pace->length, UINT32_MAX, "unit: length of a step");
  ovi_code_32(codec, &pace->debt, OVI_FULL_SPEED, "unit: debt");
  ovi_code_16(codec, &pace->step_speed, OVI_FULL_SPEED, "unit: speed");
  ovi_code_32(codec, &link, UINT32_MAX, "unit: link");
  pace->last = now + left;
  pace->link = link - 1;
  pace->on_link = kind == PACE_RIDES;
  ovi_walk_require(walk, pace->debt < pace->step_speed, "unit: debt");
  ovi_walk_require(walk, !pace->on_link || has_room(walk, pace->link), "unit: link without room");
}

void ovi_walk_place_pace(ovl_units *units, uint32_t now, ovi_unit *unit) {
  const ovi_unit_pace *pace = &unit->pace;
  unit->patience.decided = now + ticks_left(now, unit);
  if (pace->on_link) {
    unit->patience.decided -= ticks_left(now, unit) != 0 ? 1 : 0;
    units->ground.rooms[ovi_units_room(units, pace->link)].riding++;
    return;
  }
  ovi_unit_occupy(units, unit);
  if (ticks_left(now, unit) != 0 && pace->link == OVI_NOT_OVER_LINK) {
    ovi_unit_leave(units, unit);
  }
  units->moving.steppers[units->moving.stepper_count++] = ovi_unit_index(units, unit);
}

/* ---- A unit ---- */

static void walk_tick(ovi_walk *walk, uint32_t *tick) {
  ovi_code_near(&walk->codec, tick, walk->tick);
}

/* Goals may be outside of all floors, but not so far that a distance to them overflows. */
static bool are_near(ovl_cell a, ovl_cell b, int64_t most) {
  const int64_t x = (int64_t)a.x - b.x;
  const int64_t y = (int64_t)a.y - b.y;
  return x >= -most && x <= most && y >= -most && y <= most;
}

static void walk_order(ovi_walk *walk, ovi_unit *unit) {
  ovi_unit_order *order = &unit->order;
  ovi_walk_cell(walk, &unit->goal, unit->cell);
  ovi_walk_cell(walk, &order->place, unit->goal);
  ovi_walk_require(walk,
                   are_near(unit->goal, unit->cell, FARTHEST_GOAL) &&
                       are_near(order->place, unit->cell, FARTHEST_GOAL) &&
                       ((!order->has_goal && unit->flow == 0) ||
                        are_near(unit->goal, order->place, FARTHEST_GOAL / 2)),
                   "unit: goal");
  ovi_code_32(&walk->codec, &order->order, UINT32_MAX, "unit: order");
  walk_tick(walk, &order->since);
  ovi_code_32(&walk->codec, &order->rank, UINT32_MAX, "unit: rank");
  ovi_walk_require(walk, unit->state != OVL_UNIT_BESIDE || order->rank != 0, "unit: rank");
  walk_group(walk, order, (uint8_t)walk->units->walked.profiles);
}

static void walk_patience(ovi_walk *walk, ovi_unit_patience *patience, uint32_t index,
                          ovl_cell near) {
  ovi_codec *codec = &walk->codec;
  ovi_code_32(codec, &patience->blocked, UINT32_MAX, "unit: blocked");
  ovi_code_32(codec, &patience->detour_at, UINT32_MAX, "unit: detour_at");
  walk_tick(walk, &patience->near_tick);
  ovi_code_32(codec, &patience->delay, UINT32_MAX, "unit: delay");
  walk_tick(walk, &patience->retry_tick);
  ovi_code_32(codec, &patience->retreats_from, UINT32_MAX, "unit: retreats_from");
  ovi_walk_require(
      walk, patience->retreats_from == OVL_NO_UNIT || (patience->retreats_from & 0xffffu) != index,
      "unit: retreats_from");
  ovi_walk_cell(walk, &patience->retreat_cell, near);
  ovi_walk_require(walk, are_near(patience->retreat_cell, near, FARTHEST_GOAL),
                   "unit: retreat_cell");
  walk_tick(walk, &patience->retreat_tick);
  ovi_code_32(codec, &patience->pusher, UINT32_MAX, "unit: pusher");
  walk_tick(walk, &patience->pushed_until);
  ovi_code_32(codec, &patience->exchanges, UINT32_MAX, "unit: exchanges");
  ovi_code_64(codec, &patience->least_left, UINT64_MAX, "unit: least_left");
}

static void walk_kind(ovi_walk *walk, ovi_unit_kind *kind) {
  const ovi_walked_world *walked = &walk->units->walked;
  ovi_code_8(&walk->codec, &kind->profile, (uint8_t)(walked->profiles - 1), "unit: profile");
  ovi_code_8(&walk->codec, &kind->side, UINT8_MAX, "unit: side");
  ovi_code_8(&walk->codec, &kind->priority, UINT8_MAX, "unit: priority");
  ovi_code_8(&walk->codec, &kind->hold, OVL_HOLD_ALL, "unit: hold");
  kind->body = walked->bodies[kind->profile];
}

void ovi_walk_unit(ovi_walk *walk, ovi_unit *unit, uint32_t index, ovl_cell near) {
  ovi_codec *codec = &walk->codec;
  bool *const flags[] = {&unit->used,       &unit->order.has_goal, &unit->order.returning,
                         &unit->inside,     &unit->order.alone,    &unit->plan.routed,
                         &unit->order.idle, &unit->order.own};
  ovi_code_flags(codec, flags, sizeof flags / sizeof *flags);
  ovi_code_16(codec, &unit->generation, UINT16_MAX, "unit: generation");
  ovi_code_32(codec, &unit->plan.serial, UINT32_MAX, "unit: serial");
  ovi_code_8(codec, &unit->ask, OVL_UNIT_REQUEST_ROUTE, "unit: request");
  if (!unit->used) { /* what is left of a unit that was removed */
    ovi_walk_require(walk, !unit->order.has_goal && !unit->order.idle && !unit->plan.routed,
                     "unit: flags");
    return;
  }
  ovi_walk_cell(walk, &unit->cell, near);
  if (ovi_walk_checks(walk)) {
    ovi_walk_require(walk, ovi_walk_is_inside(walk, unit->cell, 1, 0), "unit: its cell is outside");
  }
  walk_kind(walk, &unit->kind);
  ovi_code_8(codec, &unit->state, OVL_UNIT_STATE_COUNT - 1, "unit: state");
  ovi_code_8(codec, &unit->flow, (uint8_t)walk->units->sharing.flow_count, "unit: flow");
  ovi_walk_require(walk, unit->flow == 0 || (walk->flows >> (unit->flow - 1) & 1) != 0,
                   "unit: flow");
  uint32_t result = (uint32_t)unit->result;
  ovi_code_32(codec, &result, OVL_RESULT_COUNT - 1, "unit: result");
  unit->result = (int32_t)result;
  walk_pace(walk, unit);
  walk_order(walk, unit);
  walk_patience(walk, &unit->patience, index, unit->cell);
  ovi_code_64(codec, &unit->plan.least_flow, UINT64_MAX, "unit: least_flow");
  walk_plan(walk, unit);
}
