/* An XML file as a tree. */
#ifndef OVERLAND_TOOLS_TILED_TREE_TILED_TREE_XML_H
#define OVERLAND_TOOLS_TILED_TREE_TILED_TREE_XML_H

#include "tools/tiled/tree/tiled_tree.h"

/* An exit code, as of tiled_tree_read. */
int tiled_tree_read_xml(const struct tiled_file *file, const char *bytes, size_t byte_count,
                        struct tiled_node **root);

#endif
