/* Reads a Tiled map from a file or from memory. */
#ifndef OVERLAND_TOOLS_TILED_TILED_READER_H
#define OVERLAND_TOOLS_TILED_TILED_READER_H

#include "tools/text/reader_talk.h"
#include "tools/tiled/tiled_map.h"

/* Reads a map and the tilesets that it refers to, which are sought beside it. An
 * external tileset that is not there is a warning: its tiles have no names. An
 * exit code, after one line if it is not EXIT_DONE; *map is then empty. */
int tiled_map_read(const char *path, const struct reader_talk *talk, struct tiled_map *map);

/* The same for bytes in memory; the path names them, and says beside what
 * external tilesets are sought. */
int tiled_map_read_bytes(const char *path, const char *bytes, size_t byte_count,
                         const struct reader_talk *talk, struct tiled_map *map);

#endif
