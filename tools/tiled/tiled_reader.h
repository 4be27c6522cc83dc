/* Reads a Tiled map: see tiled_world.h for files. */
#ifndef OVERLAND_TOOLS_TILED_TILED_READER_H
#define OVERLAND_TOOLS_TILED_TILED_READER_H

#include "tools/text/reader_talk.h"
#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

/* Reads a map from bytes in memory, and the tilesets and templates that it refers to; the path
 * names it, and says beside what they are sought. An external tileset that is not there is a
 * warning: its tiles have no names. An exit code, after one line if it is not EXIT_DONE; *map is
 * then empty. */
int tiled_map_read_bytes(const char *path, const char *bytes, size_t byte_count,
                         const struct reader_talk *talk, struct tiled_map *map);

/* Reads a map from a tree; all memory of the map but the gids of its layers is of the file's arena.
 * After a failure the map is the caller's to free as well. */
int tiled_map_read_tree(const struct tiled_file *file, const struct tiled_node *root,
                        struct tiled_map *map);

#endif
