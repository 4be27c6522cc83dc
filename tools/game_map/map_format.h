/* Recognises the format of a map file. To add a format: name it here, recognise it in map_format.c,
 * and read it in game_map_floor.c (one floor) or game_map_read.c (a whole map, recognised by its
 * path alone, also in tools/build/build_source.c); list new files in meson.build. */
#ifndef OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H
#define OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H

#include <stddef.h>
#include <stdint.h>

enum map_format {
  MAP_FORMAT_LETTERS, /* a .map file, one letter per cell; all that is not recognised */
  MAP_FORMAT_PICTURE, /* PNG or PNM, one pixel per cell */
  MAP_FORMAT_TILED    /* a map of the Tiled editor, with its own floors and objects */
};

/* Recognises a format by the path and the first bytes of a file. Without bytes (`count` 0) by the
 * path alone. */
enum map_format map_format_of(const char *path, const uint8_t *bytes, size_t count);

#endif
