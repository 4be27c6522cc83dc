/* The moves of one tick: who moves, who is pushed aside and who yields. */
#ifndef OVERLAND_CROWD_UNIT_MOVES_H
#define OVERLAND_CROWD_UNIT_MOVES_H

#include "crowd/units/unit_internal.h"

/* Decides and makes all moves of a tick; they stand in units->moving.moves. */
void ovi_units_move(ovl_units *units, const ovl_world *world);

#endif
