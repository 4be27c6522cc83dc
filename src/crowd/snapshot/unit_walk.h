/* The one list of all that decides what units will do: it writes, hashes, checks and restores them.
 */
#ifndef OVERLAND_CROWD_UNIT_WALK_H
#define OVERLAND_CROWD_UNIT_WALK_H

#include "crowd/snapshot/unit_walk_base.h"

/* Walks counts and names that decide nothing; then all the rest. */
void ovi_walk_head(ovi_walk *walk);
void ovi_walk_state(ovi_walk *walk);

#endif
