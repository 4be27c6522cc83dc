/* Runs a battle. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_H

#include "bench/battle/battle_state.h"

/* Runs the battle to its end. Returns an exit code, after one line on standard error if it is not
 * EXIT_DONE. Call battle_free in either case. */
int battle_run(const struct battle_def *def, struct battle *battle);
void battle_free(struct battle *battle);

#endif
