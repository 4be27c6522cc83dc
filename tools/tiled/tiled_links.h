/* Links between objects of a Tiled map. Functions return an exit code, after one line if it is not
 * EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_LINKS_H
#define OVERLAND_TOOLS_TILED_TILED_LINKS_H

#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

/* Links by objects; checks goals, and names the classes that have no use. */
int tiled_read_links(const struct tiled_file *file, struct tiled_map *map);

#endif
