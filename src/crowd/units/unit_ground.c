/* Cells that units occupy, cells that they claim ahead, and cells that are goals. */
#include "crowd/units/unit_ground.h"

#include "common/compiler.h"

/* ---- Bodies ---- */

uint32_t ovi_unit_at(const ovl_units *units, ovl_cell cell) {
  return ovi_cell_number(&units->ground.occupied, ovi_cell_key(cell, 0)) - 1;
}

int32_t ovi_unit_body(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const bool is_graph =
      (uint32_t)cell.floor < OVL_MAX_FLOORS && (units->walked.graphs >> cell.floor & 1) != 0;
  return is_graph ? 1 : unit->kind.body;
}

uint32_t ovi_unit_blocker(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const uint32_t self = ovi_unit_index(units, unit);
  const int32_t body = ovi_unit_body(units, unit, cell);
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint32_t other =
        ovi_cell_number(&units->ground.occupied, ovi_body_key(units, cell, body, i)) - 1;
    if (other != OVI_NO_INDEX && other != self) {
      return other;
    }
  }
  return OVI_NO_INDEX;
}

bool ovi_bodies_meet(const ovl_units *units, const ovi_unit *a, ovl_cell a_cell, const ovi_unit *b,
                     ovl_cell b_cell) {
  const int32_t a_body = ovi_unit_body(units, a, a_cell);
  const int32_t b_body = ovi_unit_body(units, b, b_cell);
  if (a_cell.floor != b_cell.floor) {
    return false;
  }
  if (units->walked.topology == OVI_HEXAGONS) { /* half of each reaches toward the other one */
    return 2 * ovi_steps_between(OVI_HEXAGONS, a_cell, b_cell) < a_body + b_body;
  }
  return a_cell.x < b_cell.x + b_body && b_cell.x < a_cell.x + a_body &&
         a_cell.y < b_cell.y + b_body && b_cell.y < a_cell.y + a_body;
}

/* Enters a unit's body into the table, where nobody stands, or removes it. */
static void set_body(ovl_units *units, const ovi_unit *unit, bool enters) {
  const int32_t body = ovi_unit_body(units, unit, unit->cell);
  const uint32_t self = ovi_unit_index(units, unit) + 1;
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint64_t key = ovi_body_key(units, unit->cell, body, i);
    OVI_ASSERT(ovi_cell_number(&units->ground.occupied, key) == (enters ? 0 : self));
    ovi_cell_set_number(&units->ground.occupied, key, enters ? self : 0);
  }
}

void ovi_unit_occupy(ovl_units *units, const ovi_unit *unit) { set_body(units, unit, true); }

void ovi_unit_vacate(ovl_units *units, const ovi_unit *unit) { set_body(units, unit, false); }

/* A cell from which a step leads may be entered by one that keeps OVI_GAP to it:
 * so a column walks without gaps. That one can't leave it before, so one unit at most leaves a cell
 * (but for what a snapshot may say: then the later one counts). */
void ovi_unit_leave(ovl_units *units, const ovi_unit *unit) {
  const int32_t body = ovi_unit_body(units, unit, unit->pace.from);
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint64_t key = ovi_body_key(units, unit->pace.from, body, i);
    ovi_cell_set_number(&units->ground.leaving, key, ovi_unit_index(units, unit) + 1);
  }
}

void ovi_unit_end_leave(ovl_units *units, const ovi_unit *unit) {
  const int32_t body = ovi_unit_body(units, unit, unit->pace.from);
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint64_t key = ovi_body_key(units, unit->pace.from, body, i);
    if (ovi_cell_number(&units->ground.leaving, key) == ovi_unit_index(units, unit) + 1) {
      ovi_cell_set_number(&units->ground.leaving, key, 0);
    }
  }
}

uint32_t ovi_unit_left_after(const ovl_units *units, const ovi_unit *unit, ovl_cell cell,
                             uint32_t tick) {
  const int32_t body = ovi_unit_body(units, unit, cell);
  uint32_t latest = 0;
  for (int32_t i = 0;
       i < ovi_body_area(units->walked.topology, body) && units->ground.leaving.count != 0; i++) {
    const uint64_t key = ovi_body_key(units, cell, body, i);
    const uint32_t other = ovi_cell_number(&units->ground.leaving, key) - 1;
    if (other != OVI_NO_INDEX && other != ovi_unit_index(units, unit)) {
      const ovi_unit_pace *pace = &units->unit[other].pace;
      const uint32_t late = pace->last - tick;
      const uint32_t lag = ovi_pace_lag(pace->length, pace->debt);
      const uint32_t after = late == 0 && lag != 0       ? OVI_LEFT_LATE * lag / pace->step_speed
                             : late - 1 < UINT32_MAX / 2 ? OVI_LEFT_LATE
                                                         : 0;
      latest = after > latest ? after : latest;
    }
  }
  return latest;
}

/* ---- Claims ---- */

void ovi_unit_claim_steps(ovl_units *units, ovi_unit *unit, uint32_t most) {
  OVI_ASSERT(unit->used && unit->plan.claimed <= unit->plan.way.count);
  if (unit->plan.claimed == 0) {
    unit->plan.claim_end = unit->cell;
  }
  while (unit->plan.claimed < most && unit->plan.claimed < unit->plan.way.count) {
    unit->plan.claim_end = ovi_way_next(&unit->plan.way, unit->plan.claimed, unit->plan.claim_end);
    ovi_cell_add_number(&units->ground.claims, ovi_cell_key(unit->plan.claim_end, unit->kind.side),
                        1);
    unit->plan.claimed++;
  }
}

void ovi_unit_claim(ovl_units *units, ovi_unit *unit) {
  ovi_unit_claim_steps(units, unit, OVI_CLAIMED_STEPS);
}

void ovi_unit_unclaim(ovl_units *units, ovi_unit *unit) {
  OVI_ASSERT(unit->plan.claimed <= OVI_CLAIMED_STEPS);
  ovl_cell cell = unit->cell;
  for (uint32_t i = 0; i < unit->plan.claimed; i++) {
    cell = ovi_way_next(&unit->plan.way, i, cell);
    ovi_cell_add_number(&units->ground.claims, ovi_cell_key(cell, unit->kind.side), -1);
  }
  unit->plan.claimed = 0;
}

uint32_t ovi_claims_of(const ovl_units *units, ovl_cell cell, uint32_t side) {
  return ovi_cell_number(&units->ground.claims, ovi_cell_key(cell, side));
}

uint32_t ovi_claims_of_all(const ovl_units *units, ovl_cell cell) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < units->turns.sides; i++) {
    count += ovi_claims_of(units, cell, units->turns.side[i]);
  }
  return count;
}

/* ---- Goals ---- */

void ovi_place_keep(ovl_units *units, const ovi_unit *unit, ovl_cell cell, bool is_kept) {
  const int32_t body = ovi_unit_body(units, unit, cell);
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint64_t key = ovi_body_key(units, cell, body, i);
    ovi_cell_add_number(&units->placing.taken, key, is_kept ? 1 : -1);
  }
}

bool ovi_place_is_free(const ovl_units *units, const ovi_unit *unit, ovl_cell cell) {
  const int32_t body = ovi_unit_body(units, unit, cell);
  for (int32_t i = 0; i < ovi_body_area(units->walked.topology, body); i++) {
    const uint64_t key = ovi_body_key(units, cell, body, i);
    if (ovi_cell_number(&units->placing.taken, key) != 0) {
      return false;
    }
  }
  return true;
}

/* ---- Sides ---- */

void ovi_side_enter(ovl_units *units, uint8_t side) {
  ovi_unit_turns *turns = &units->turns;
  if (turns->side_count[side]++ != 0) {
    return;
  }
  uint32_t at = turns->sides++;
  for (; at > 0 && turns->side[at - 1] > side; at--) {
    turns->side[at] = turns->side[at - 1];
  }
  turns->side[at] = side;
}

void ovi_side_leave(ovl_units *units, uint8_t side) {
  ovi_unit_turns *turns = &units->turns;
  OVI_ASSERT(turns->side_count[side] != 0);
  if (--turns->side_count[side] != 0) {
    return;
  }
  uint32_t at = 0;
  while (turns->side[at] != side) {
    at++;
  }
  turns->sides--;
  memmove(turns->side + at, turns->side + at + 1, turns->sides - at);
}

/* Turns until it is a side's turn: 0 while it is. During its turn the other units of equal priority
 * make way, so that a narrow passage is crossed by many in one direction and not by one in each. */
void ovi_sides_take_turns(ovl_units *units) {
  ovi_unit_turns *turns = &units->turns;
  OVI_ASSERT(OVI_TURN_TICKS % OVI_SORT_TICKS == 0); /* a turn begins with a sort */
  for (uint32_t i = 0; i < turns->sides; i++) {
    turns->turns[turns->side[i]] = (uint8_t)((i + units->tick / OVI_TURN_TICKS) % turns->sides);
  }
}
