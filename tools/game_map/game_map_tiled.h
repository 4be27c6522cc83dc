/* From a Tiled map to a game map. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GAME_MAP_TILED_H
#define OVERLAND_TOOLS_GAME_MAP_GAME_MAP_TILED_H

#include "tools/game_map/game_map.h"

struct tiled_map;

/* Takes floors and goals of a Tiled map, and the names of its terrains; then its links, once the
 * profiles are known. */
int game_map_take_tiled(const char *path, const struct tiled_map *tiled, struct game_map *map);
int game_map_take_tiled_links(const char *path, const struct tiled_map *tiled,
                              struct game_map *map);

#endif
