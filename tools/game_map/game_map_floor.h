/* Reads one floor of a game map: a `.map` or a picture. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GAME_MAP_FLOOR_H
#define OVERLAND_TOOLS_GAME_MAP_GAME_MAP_FLOOR_H

#include "tools/base/options.h"
#include "tools/game_map/game_map.h"

/* Takes what the file says of its cells, unless the legend has said it. */
void game_map_take_shear(struct game_map *map, struct cell_shear shear);

/* The letters that a `.map` of it may hold, as text. */
void game_map_list_letters(const struct game_map *map, char letters[256]);

/* Reads a file of one floor: a `.map`, a picture or a grid, whose words become terrains; of raw
 * numbers if `raw` is the size of the floor: width 0: it is none. */
int game_map_read_floor(const char *path, const struct option_size *raw, struct game_map *map,
                        struct game_floor *floor);

#endif
