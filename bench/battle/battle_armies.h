/* The armies of a battle. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_ARMIES_H
#define OVERLAND_BENCH_BATTLE_BATTLE_ARMIES_H

#include "bench/battle/battle_state.h"

/* Finds the field, adds the units and sends them. An exit code. */
int battle_raise_armies(struct battle *battle);

#endif
