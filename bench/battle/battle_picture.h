/* The picture of a battle. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_PICTURE_H
#define OVERLAND_BENCH_BATTLE_BATTLE_PICTURE_H

#include "bench/battle/battle_state.h"

/* The tracks of both armies and the rocks, over the map. An exit code. */
int battle_picture_write(const struct battle *battle, const char *path);

#endif
