/* The occupancy map of a battle, kept from the moves that units report. */
#ifndef OVERLAND_BENCH_BATTLE_BATTLE_WATCH_H
#define OVERLAND_BENCH_BATTLE_BATTLE_WATCH_H

#include "bench/battle/battle_state.h"

struct battle_grid battle_grid_of(const ovl_world *world);
bool battle_grid_has(const struct battle_grid *grid, ovl_cell cell);
size_t battle_grid_cell(const struct battle_grid *grid, ovl_cell cell);

/* False if there is no memory. */
bool battle_watch_begin(struct battle *battle);
void battle_watch_free(struct battle *battle);

/* A unit appears. */
void battle_watch_add(struct battle *battle, size_t number, ovl_cell cell);

/* Whether a rock may lie on a cell, as far as units and goals go. */
bool battle_watch_is_free(const struct battle *battle, ovl_cell cell);

/* Follows the moves of the tick that is over, and writes it into the log. An exit code. */
int battle_watch_tick(struct battle *battle, int32_t tick);

#endif
