/* Cells that units occupy and claim, and those that are their goals. */
#ifndef OVERLAND_CROWD_UNIT_GROUND_H
#define OVERLAND_CROWD_UNIT_GROUND_H

#include "crowd/units/unit_internal.h"

/* Returns the index of the unit on a cell; OVI_NO_INDEX if it is free. */
uint32_t ovi_unit_at(const ovl_units *units, ovl_cell cell);

/* Returns the index of another unit under this unit's body if it stood at `cell`; OVI_NO_INDEX if
 * there is none. */
uint32_t ovi_unit_blocker(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* The side of a unit's body at a cell, whatever is there; on a graph floor it is one cell, because
 * the next cells are other places. */
int32_t ovi_unit_body(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* The key of cell `i` of a body. */
static inline uint64_t ovi_body_key(const ovl_units *units, ovl_cell cell, int32_t body,
                                    int32_t i) {
  return ovi_cell_key(ovi_body_cell(units->walked.topology, cell, body, i), 0);
}

/* Returns whether the bodies of two units at two cells overlap. */
bool ovi_bodies_meet(const ovl_units *units, const ovi_unit *a, ovl_cell a_cell, const ovi_unit *b,
                     ovl_cell b_cell);

/* Enters a unit's body into the table of occupied cells, or removes it. */
void ovi_unit_occupy(ovl_units *units, const ovi_unit *unit);
void ovi_unit_vacate(ovl_units *units, const ovi_unit *unit);

/* Notes a unit whose step began on the cells of its body at `from`, where a follower would come too
 * near to it, or that the step has ended. */
void ovi_unit_leave(ovl_units *units, const ovi_unit *unit);
void ovi_unit_end_leave(ovl_units *units, const ovi_unit *unit);

enum {
  OVI_GAP = 160, /* 1/256 of a step, between a unit and one that follows it */
  OVI_LEFT_LATE = 256
};

/* The debt of a follower at least, if its step ends in the same tick as one of this length and
 * debt; it is below that debt. */
static inline uint32_t ovi_pace_lag(uint32_t length, uint32_t debt) {
  const uint32_t near = debt + OVI_GAP * (length < 256 ? length : 256) / 256;
  return near > length ? near - length : 0;
}

/* Returns when a step to `cell` may end, as others leave the cells of this unit's body there: in
 * 1/256 of the tick after `tick`; OVI_LEFT_LATE: later. */
uint32_t ovi_unit_left_after(const ovl_units *units, const ovi_unit *unit, ovl_cell cell,
                             uint32_t tick);

static inline bool ovi_unit_is_left_late(const ovl_units *units, const ovi_unit *unit,
                                         ovl_cell cell, uint32_t tick) {
  return ovi_unit_left_after(units, unit, cell, tick) == OVI_LEFT_LATE;
}

/* Claims the next cells of the path as far as they are not claimed, up to `most`; unclaim returns
 * all claims, which is needed before the path changes anywhere but at its end. */
void ovi_unit_claim_steps(ovl_units *units, ovi_unit *unit, uint32_t most);
void ovi_unit_claim(ovl_units *units, ovi_unit *unit);
void ovi_unit_unclaim(ovl_units *units, ovi_unit *unit);

/* Notes in `taken` that a unit gets a cell as its goal or keeps it, or that it does not. */
void ovi_place_keep(ovl_units *units, const ovi_unit *unit, ovl_cell cell, bool is_kept);

/* Returns whether a unit's body on a cell overlaps nothing that is taken. */
bool ovi_place_is_free(const ovl_units *units, const ovi_unit *unit, ovl_cell cell);

/* A unit joins its side, or is removed from it. */
void ovi_side_enter(ovl_units *units, uint8_t side);
void ovi_side_leave(ovl_units *units, uint8_t side);

/* Sets the turns of the sides that have units in this tick. */
void ovi_sides_take_turns(ovl_units *units);

/* Claims on a cell by units of one side, or of all sides. */
uint32_t ovi_claims_of(const ovl_units *units, ovl_cell cell, uint32_t side);
uint32_t ovi_claims_of_all(const ovl_units *units, ovl_cell cell);

#endif
