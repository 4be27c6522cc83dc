/* Guesses from names: what blocks, by the words that people use for it. */
#ifndef OVERLAND_TOOLS_GAME_MAP_NAME_GUESS_H
#define OVERLAND_TOOLS_GAME_MAP_NAME_GUESS_H

#include "tools/game_map/game_map.h"

/* Returns whether a name has a word for what blocks, as "Collision", "deep_water", "wallTop". */
bool name_guess_blocks(const char *name);

/* Returns whether a name has a word for what is crossed even in a layer of what blocks: "ladder",
 * "one_way_platform", "empty". */
bool name_guess_crosses(const char *name);

/* Returns whether a property says that what has it blocks: collides=true, walkable=false. */
bool name_guess_property_blocks(const char *name, const char *value);

/* A name for the terrain of a colour, after the colour: green, dark_green. */
void name_guess_color(uint32_t color, char name[GAME_NAME_BYTES]);

#endif
