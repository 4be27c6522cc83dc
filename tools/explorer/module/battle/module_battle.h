/* A battle of the Explorer's module: units in a world of their own, which begins as the present one
 * and keeps its rocks for itself. Units are numbered as they were added, from 0. Lists are arrays
 * of 32-bit integers. */
#ifndef OVERLAND_EXPLORER_MODULE_BATTLE_H
#define OVERLAND_EXPLORER_MODULE_BATTLE_H

#include "overland.h"
#include "tools/battle/battle_game.h"

#define MODULE_BATTLE_MOST_UNITS 2000

/* For module_battle_look.c: the battle, NULL if there is none; and room for a list of integers,
 * NULL without memory. */
struct battle_game *module_battle_game(void);
int32_t *module_battle_list(size_t ints);

#endif
