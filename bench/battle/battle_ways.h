/* Which units have a path to their goals, and how long it is. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_WAYS_H
#define OVERLAND_BENCH_BATTLE_BATTLE_WAYS_H

#include "bench/battle/battle_state.h"

/* Marks the goals, and begins the clock of every unit. An exit code. */
int battle_begin_ways(struct battle *battle);

/* Looks, now and then, who has no way to its goal. */
void battle_look_at_ways(struct battle *battle, int32_t tick);

/* Whether a way leads to a unit's goal as things are, and whether it had the time to walk it. */
bool battle_has_way(const struct battle *battle, size_t number);
bool battle_had_time(const struct battle *battle, size_t number);

#endif
