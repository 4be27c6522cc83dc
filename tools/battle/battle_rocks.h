/* Rocks that fall and are cleared. */
#ifndef OVERLAND_TOOLS_BATTLE_BATTLE_ROCKS_H
#define OVERLAND_TOOLS_BATTLE_BATTLE_ROCKS_H

#include "overland_edit.h"
#include "tools/battle/battle_game.h"

/* Draws the events of a tick and makes edits of them; `edits` has room for
 * BATTLE_MOST_ROCKS_TICK. */
void battle_draw_rocks(struct battle_game *game, ovl_edit *edits);

#endif
