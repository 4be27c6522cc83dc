/* The part of the walk of all fields that concerns steps under way and rides over links. */
#ifndef OVERLAND_CROWD_UNIT_WALK_PACE_H
#define OVERLAND_CROWD_UNIT_WALK_PACE_H

#include "crowd/snapshot/unit_walk_base.h"
#include "crowd/units/unit_internal.h"

/* Walks the speed of a unit and, while it decides something, its last step. */
void ovi_walk_pace(ovi_walk *walk, ovi_unit *unit);

/* Puts a unit that was read on the ground, or on its link. */
void ovi_walk_place_pace(ovl_units *units, uint32_t now, ovi_unit *unit);

/* Walks the links that have room for so many, and whether the ground slows steps. */
void ovi_walk_rooms(ovi_walk *walk);

#endif
