/* The two armies of a battle. */
#ifndef OVERLAND_TOOLS_BATTLE_BATTLE_ARMIES_H
#define OVERLAND_TOOLS_BATTLE_BATTLE_ARMIES_H

#include "tools/battle/battle_game.h"

/* Finds the field, adds the units, sends them, and marks their goals. */
bool battle_raise_armies(struct battle_game *game);

#endif
