/* Guesses from names: what blocks, by the words that people use for it. */
#ifndef OVERLAND_TOOLS_GAME_MAP_NAME_GUESS_H
#define OVERLAND_TOOLS_GAME_MAP_NAME_GUESS_H

#include "tools/game_map/game_map.h"

/* The meaning of a name, guessed by its words. */
enum name_guess {
  NAME_SAYS_NOTHING, /* or that it is crossed: "stone floor", "no collision" */
  NAME_IS_THING,     /* it is something that blocks in most worlds: "deep_water", "wallTop" */
  NAME_STOPS         /* it says that nobody enters: "Collision", "not walkable" */
};

enum name_guess name_guess_of(const char *name);

/* Guesses by the name of a layer, which may be drawn above those who walk: "Roofs", "Trees above".
 */
enum name_guess name_guess_of_layer(const char *name);

/* Returns whether a name has the word wall, which is that of a shape as much as of a picture. */
bool name_guess_is_wall(const char *name);

/* Returns whether a name has a word for what is crossed even in a layer of what blocks: "ladder",
 * "one_way_platform", "empty". */
bool name_guess_crosses(const char *name);

/* Returns whether a property says that what has it blocks: collides=true,
 * walkable=false, type=wall; an empty value is true. */
bool name_guess_property_blocks(const char *name, const char *value);

/* A name for the terrain of a colour, after the colour: green, dark_green. */
void name_guess_color(uint32_t color, char name[GAME_NAME_BYTES]);

#endif
