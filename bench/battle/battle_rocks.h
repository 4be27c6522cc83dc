/* Rocks that fall and are cleared. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_ROCKS_H
#define OVERLAND_BENCH_BATTLE_BATTLE_ROCKS_H

#include "bench/battle/battle_state.h"
#include "overland_edit.h"

/* Draws the events of a tick and makes edits of them; `edits` has room for
 * BATTLE_MOST_ROCKS_TICK. */
void battle_draw_rocks(struct battle *battle, ovl_edit *edits);

#endif
