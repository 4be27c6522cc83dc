/* A JSON file as a tree of the same shape. */
#ifndef OVERLAND_TOOLS_TILED_TREE_TILED_TREE_JSON_H
#define OVERLAND_TOOLS_TILED_TREE_TILED_TREE_JSON_H

#include "tools/tiled/tree/tiled_tree.h"

/* An exit code, as of tiled_tree_read. */
int tiled_tree_read_json(const struct tiled_file *file, const char *bytes, size_t byte_count,
                         struct tiled_node **root);

/* Reads any JSON file, whose members are not of Tiled: an object is an element, an array one
 * whose items are called "item". An array of numbers whose key is `numbers` becomes an element with
 * their text, as it is written. */
int tiled_tree_read_plain_json(const struct tiled_file *file, const char *bytes, size_t byte_count,
                               const char *numbers, struct tiled_node **root);

#endif
