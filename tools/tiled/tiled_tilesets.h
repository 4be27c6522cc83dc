/* Tilesets of a Tiled map, and properties of any element. Functions return an exit code, after one
 * line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_TILESETS_H
#define OVERLAND_TOOLS_TILED_TILED_TILESETS_H

#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

/* The properties of any element. */
int tiled_read_properties(const struct tiled_file *file, const struct tiled_node *element,
                          struct tiled_properties *properties);

/* Tilesets and their tiles; reads external ones from beside the map. */
int tiled_read_tilesets(const struct tiled_file *file, const struct tiled_node *root,
                        struct tiled_map *map);

#endif
