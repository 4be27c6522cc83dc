/* The occupancy map of a battle, kept from the moves that units report. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_WATCH_H
#define OVERLAND_BENCH_BATTLE_BATTLE_WATCH_H

#include "bench/battle/battle_state.h"

/* False if there is no memory. */
bool battle_watch_begin(struct battle *battle);
void battle_watch_free(struct battle *battle);

/* All units appear. */
void battle_watch_add_all(struct battle *battle);

/* Follows the moves of the tick that is over, and writes it into the log. An exit code. */
int battle_watch_tick(struct battle *battle, int32_t tick);

#endif
