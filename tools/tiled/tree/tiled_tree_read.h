/* Reads a Tiled file of either format as a tree. */
#ifndef OVERLAND_TOOLS_TILED_TREE_TILED_TREE_READ_H
#define OVERLAND_TOOLS_TILED_TREE_TILED_TREE_READ_H

#include "tools/tiled/tree/tiled_tree.h"

/* Reads a file of either format, as its first letter tells. An exit code. */
int tiled_tree_read(const struct tiled_file *file, const char *bytes, size_t byte_count,
                    struct tiled_node **root);

/* Reads the tree of a file. If it can't be read and `why` is not NULL, *why says so instead of a
 * line, and the code is EXIT_DONE. */
int tiled_tree_read_file(const struct tiled_file *file, struct tiled_node **root, const char **why);

#endif
