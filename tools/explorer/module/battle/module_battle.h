/* A battle of the Explorer's module: units in a world of their own, which begins as the present one
 * and keeps its rocks for itself. Units are numbered as they were added, from 0. Lists are arrays
 * of 32-bit integers. */
#ifndef OVERLAND_EXPLORER_MODULE_BATTLE_H
#define OVERLAND_EXPLORER_MODULE_BATTLE_H

#include "overland.h"
#include "tools/battle/battle_game.h"

#define MODULE_BATTLE_MOST_UNITS 2000

/* Begins a battle with room for `units` units, without any. `rocks` fall or go in a tick, drawn
 * from the seed, once there are armies; `flows` can be shared. Returns an enum battle_problem; with
 * number 0 how many cells each end of the island has, and number 1 the library's result. */
int32_t module_battle_begin(int32_t units, uint32_t seed, int32_t rocks, int32_t flows);

/* Fills the battle with two armies, as `overland simulate` does. As module_battle_begin. */
int32_t module_battle_raise(void);

/* Ends the battle. */
void module_battle_end(void);

/* Adds units: x, y, side of each. Cells that are blocked, outside or taken are left out. Number 0:
 * how many were added. */
int32_t module_battle_add(const int32_t *units, uint32_t count);

/* Sends units, by number, to a place, or stops them. Returns the library's result. */
int32_t module_battle_send(const int32_t *units, uint32_t count, int32_t x, int32_t y);
int32_t module_battle_stop(const int32_t *units, uint32_t count);

/* Changes cells, x, y and value of each, as one version: their terrain, or, with `extra`, what they
 * cost beside it in eighths. Cells on which a unit stands are not blocked. The list that
 * module_battle_changed returns has the same for the cells that were changed. */
int32_t module_battle_edit(const int32_t *cells, uint32_t count, int32_t extra);
const int32_t *module_battle_changed(void);

/* Runs a tick. Numbers: 0 and 1 the low and high half of the hash of the battle so far, 2
 * expansions of the tick, 3 moves since the battle began, 4 units that wait for planning. */
int32_t module_battle_tick(double budget);

/* For module_battle_look.c: the battle, NULL if there is none; and room for a list of integers,
 * NULL without memory. */
struct battle_game *module_battle_game(void);
int32_t *module_battle_list(size_t ints);

#endif
