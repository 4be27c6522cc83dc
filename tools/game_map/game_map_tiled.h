/* From a Tiled map to a game map. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GAME_MAP_TILED_H
#define OVERLAND_TOOLS_GAME_MAP_GAME_MAP_TILED_H

#include "tools/game_map/game_map.h"
#include "tools/game_map/map_format.h"
#include "tools/tiled/tiled_map.h"

/* Reads a map of a format that has layers; its levels are one world, or floors. NULL after a
 * failure, else to be freed by the caller. An exit code. */
int game_map_open_layered(const char *path, enum map_format format, bool levels_are_floors,
                          struct tiled_map **tiled);
void game_map_free_layered(struct tiled_map *tiled); /* NULL is allowed */

/* Takes floors and goals of a Tiled map, and the names of its terrains; then its links, once the
 * profiles are known. */
int game_map_take_tiled(const char *path, const struct tiled_map *tiled, struct game_map *map);
int game_map_take_tiled_links(const char *path, const struct tiled_map *tiled,
                              struct game_map *map);

#endif
