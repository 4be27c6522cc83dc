/* Counts how the units of a battle ended. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_JUDGE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_JUDGE_H

#include "bench/battle/battle_state.h"

/* Judges the battle's outcome for every unit. Returns an exit code. */
int battle_judge(struct battle *battle);

#endif
