/* A map whose rows or columns are shifted becomes one of the cells of its world. */
#ifndef OVERLAND_TOOLS_GAME_MAP_READ_GAME_MAP_SHEAR_H
#define OVERLAND_TOOLS_GAME_MAP_READ_GAME_MAP_SHEAR_H

#include "tools/game_map/game_map.h"

/* Moves all cells of floors, and the cells of links, places and goals, from the tiles of the map's
 * layout to the cells of its world, whose upper left one is `origin`, or follows from the map's.
 * Cells beside the map are void, or a terrain that none crosses if a profile crosses void. `path`
 * names the map. An exit code, after one line on standard error if it is not EXIT_DONE. */
int game_map_shear(const char *path, const ovl_cell *origin, struct game_map *map);

#endif
