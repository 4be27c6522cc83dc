/* Recognises the format of a map file by its first bytes, whatever its name is. To add a format:
 * name it here, recognise it in map_format.c, and read it in game_map_floor.c (one floor) or
 * game_map_read.c (a whole map); list new files in meson.build. */
#ifndef OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H
#define OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum map_format {
  MAP_FORMAT_LETTERS, /* a .map file, one letter per cell; all that is not recognised */
  MAP_FORMAT_GRID,    /* letters without a header, numbers, occupancy: see sign_grid.h */
  MAP_FORMAT_PICTURE, /* PNG or PNM, one pixel per cell */
  MAP_FORMAT_TILED,   /* a map of the Tiled editor, with its own floors and objects: XML or JSON */
  MAP_FORMAT_LDTK     /* a project of the LDtk editor, read into the same model */
};

/* Returns whether maps of a format have layers, in the model of Tiled maps. */
static inline bool map_format_has_layers(enum map_format format) {
  return format == MAP_FORMAT_TILED || format == MAP_FORMAT_LDTK;
}

/* Recognises a format by the first bytes of a file. */
enum map_format map_format_of(const uint8_t *bytes, size_t count);

/* The same of a file. An exit code, after one line on standard error if it is not EXIT_DONE. */
int map_format_of_file(const char *path, enum map_format *format);

#endif
