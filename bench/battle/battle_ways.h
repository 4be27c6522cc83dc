/* Which units have a path to their goals, and how long it is. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_WAYS_H
#define OVERLAND_BENCH_BATTLE_BATTLE_WAYS_H

#include "bench/battle/battle_state.h"

/* Marks the goals, and begins the clock of every unit. An exit code. */
int battle_begin_ways(struct battle *battle);

/* Checks at intervals which units have no path to their goals. */
void battle_look_at_ways(struct battle *battle, int32_t tick);

/* Whether a path leads to a unit's goal now, and whether the unit had the time to walk it. */
bool battle_has_way(const struct battle *battle, size_t number);
bool battle_had_time(const struct battle *battle, size_t number);

#endif
