/* Whether a group has room: as many places as it has units, none over another, each of its own unit
 * that reaches it; a maximum flow between the two says so. */
#ifndef OVERLAND_TESTS_CROWD_JUDGE_CROWD_ROOM_H
#define OVERLAND_TESTS_CROWD_JUDGE_CROWD_ROOM_H

#include "tests/crowd/judge/crowd_model.h"

/* A unit of the group. */
typedef struct crowd_member {
  int32_t profile;
  ovl_cell cell;
} crowd_member;

/* Counts members that get places of their own, of cells from which and to which there is a way from
 * and to `place`. `shut` has a byte for each cell on which no place may be; the cells of the places
 * that were looked at are closed, too, when the call returns. Over those in `locked` no way leads.
 */
int32_t crowd_room_count(const crowd_model *model, const crowd_member *members, int32_t count,
                         ovl_cell place, const uint8_t *locked, uint8_t *shut);

#endif
