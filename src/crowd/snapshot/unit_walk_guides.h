/* The guides of groups, as bytes. */
#ifndef OVERLAND_CROWD_UNIT_WALK_GUIDES_H
#define OVERLAND_CROWD_UNIT_WALK_GUIDES_H

#include "crowd/snapshot/unit_walk_base.h"
#include "crowd/units/unit_internal.h"

enum { OVI_GUIDE_BYTES = 64 + OVI_GUIDE_GATES * 48 /* at most, of a guide */ };

/* Walks all guides. */
void ovi_walk_guides(ovi_walk *walk);

#endif
