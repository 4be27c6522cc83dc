/* Worlds of the Tiled editor, `.world`: JSON that lists maps and where each lies, in pixels. They
 * are read as one map, which is made of levels as a project of LDtk is.
 *
 * Maps lie where the file says, in whole tiles; what lies between them is `void`, and a cell of a
 * map that nothing names is of the class `empty`, of the lowest layer, called `levels`. Where maps
 * overlap the later one is on top. All maps are orthogonal, and their tiles of one size. On demand
 * each map is a floor of its own, in the order of the file, or as many as it has. */
#ifndef OVERLAND_TOOLS_TILED_TILED_WORLD_H
#define OVERLAND_TOOLS_TILED_TILED_WORLD_H

#include "tools/text/reader_talk.h"
#include "tools/tiled/tiled_map.h"

#include <stdbool.h>

/* Reads a file of Tiled: a world, or a map, whose `level_count` is 0. An exit code, after one line
 * if it is not EXIT_DONE; *map is then empty. */
int tiled_world_read(const char *path, const struct reader_talk *talk, bool levels_are_floors,
                     struct tiled_map *map);

#endif
