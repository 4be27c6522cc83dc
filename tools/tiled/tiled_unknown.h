/* Warnings for what a Tiled map says and this reader does not read. Functions return an exit code,
 * after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_UNKNOWN_H
#define OVERLAND_TOOLS_TILED_TILED_UNKNOWN_H

#include "tools/tiled/tree/tiled_tree.h"

/* Warns of all that has a meaning which is not read: elements, attributes and
 * properties. `root` is that of a map or of a tileset. */
void tiled_name_unknown(const struct tiled_file *file, const struct tiled_node *root);

#endif
