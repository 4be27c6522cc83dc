/* Objects of a Tiled map. Functions return an exit code, after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_OBJECTS_H
#define OVERLAND_TOOLS_TILED_TILED_OBJECTS_H

#include "tools/tiled/tiled_layers.h"
#include "tools/tiled/tiled_map.h"

/* Objects of all object layers. */
int tiled_read_objects(const struct tiled_file *file, const struct tiled_place *places,
                       struct tiled_map *map);

#endif
