/* The guides of groups, as bytes. */
#ifndef OVERLAND_CROWD_UNIT_WALK_GUIDES_H
#define OVERLAND_CROWD_UNIT_WALK_GUIDES_H

#include "crowd/snapshot/unit_codec.h"
#include "crowd/units/unit_internal.h"

enum { OVI_GUIDE_BYTES = 64 + OVI_GUIDE_GATES * 48 /* at most, of a guide */ };

/* Walks what an order says of a unit's group. */
void ovi_walk_group(ovi_codec *codec, ovi_unit_order *order, uint8_t profiles);

/* Walks all guides of `units`, into those of `into` unless that is NULL. */
void ovi_walk_guides(ovi_codec *codec, const ovl_units *units, ovl_units *into);

#endif
