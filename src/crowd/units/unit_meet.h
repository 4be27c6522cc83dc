/* Units that find another unit on their goal: they stop beside it, or exchange goals with it; and
 * who yields to whom. */
#ifndef OVERLAND_CROWD_UNIT_MEET_H
#define OVERLAND_CROWD_UNIT_MEET_H

#include "crowd/units/unit_internal.h"

enum { OVI_MOVE_PASSES = 3 };

/* The result of a meeting. */
typedef enum ovi_meeting {
  OVI_MEETING_NOTHING,
  OVI_MEETING_BESIDE,   /* the unit stopped beside its goal */
  OVI_MEETING_EXCHANGED /* they exchanged goals and paths */
} ovi_meeting;

ovi_meeting ovi_unit_meet(ovl_units *units, const ovl_world *world, ovi_unit *unit, ovi_unit *other,
                          bool may_stop);

/* Returns whether a unit that stands beside its goal still has a reason to. */
bool ovi_unit_is_beside(const ovl_units *units, const ovi_unit *unit);

/* Returns whether a unit steps aside for one of another side at once, because it is that side's
 * turn. Toward the end of a turn none do: two crowds without room beside each other only pass when
 * they mix. Turns concern units on their way: one that returns would push the same ones back for
 * ever. */
bool ovi_unit_yields_to(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other);

/* Returns whether the next step of a unit leads before the one that pushed it, which has not passed
 * yet. */
bool ovi_unit_stays_aside(const ovl_units *units, const ovi_unit *unit);

/* Makes a unit stay out of another's way for a while, but not one that has just done so. */
void ovi_unit_stay_aside(ovl_units *units, uint32_t index, uint32_t other);

/* Returns whether a unit stands on its goal or was pushed from there. */
bool ovi_unit_is_at_home(const ovi_unit *unit);

/* Returns whether a unit that decides for itself pushes another one, which would not go by itself:
 * it has no path, or its next step leads back against the unit. Others are waited for. One that
 * returns to its goal looks for a way around others that stand on theirs first: pushed away, they
 * would only come back through it. */
bool ovi_unit_must_make_way(const ovl_units *units, const ovi_unit *unit, const ovi_unit *other);

/* Returns the pass in which a unit moves: first those that a corridor is reserved for, and those
 * that would wait for ever before it, last those that return to their goals. A unit that returns to
 * a goal inside a corridor keeps nobody out of it. */
uint32_t ovi_unit_pass(const ovl_units *units, const ovi_unit *unit);

#endif
