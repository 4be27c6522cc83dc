/* Recognises the format of a map file by its first bytes, whatever its name is. To add a format:
 * name it here, recognise it in map_format.c, and read it in game_map_floor.c (one floor) or
 * game_map_read.c (a whole map); list new files in meson.build. */
#ifndef OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H
#define OVERLAND_TOOLS_GAME_MAP_MAP_FORMAT_H

#include "overland.h"
#include "tools/base/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum map_format {
  MAP_FORMAT_LETTERS, /* a .map file, one letter per cell; all that is not recognised */
  MAP_FORMAT_GRID,    /* letters without a header, numbers, occupancy: see grid_reader.h */
  MAP_FORMAT_PICTURE, /* PNG, PNM or BMP, one pixel per cell */
  MAP_FORMAT_TILED,   /* a map of the Tiled editor, with its own floors and objects: XML or JSON */
  MAP_FORMAT_LDTK     /* a project of the LDtk editor, read into the same model */
};

/* A map with what completes it. */
struct map_files {
  const char *map, *legend; /* the legend: NULL: none */
  ovl_corners corners;      /* of profiles that name no rule */
  bool takes_nearest;       /* as the statement `near` of a legend */
  struct option_size raw;   /* of a map of raw numbers, 8 or 16 bits each; 0: it is none */
  const ovl_cell *origin;   /* the upper left cell; NULL: that of the map, 0,0 if it has none */
  bool is_quiet;            /* what a guess takes as blocked is not told */
};

/* Returns whether maps of a format have layers, in the model of Tiled maps. */
static inline bool map_format_has_layers(enum map_format format) {
  return format == MAP_FORMAT_TILED || format == MAP_FORMAT_LDTK;
}

/* Options of commands that read maps: --near and --size. */
struct option_def map_option_near(bool *target);
#define MAP_NEAR_LACKS_LEGEND "--near is for a --legend, which names colours to be near to"
struct option_def map_option_size(struct option_size *target);

/* Recognises a format by the first bytes of a file. */
enum map_format map_format_of(const uint8_t *bytes, size_t count);

/* Recognises the format of a file. An exit code, after one line on standard error if it is not
 * EXIT_DONE. */
int map_format_of_file(const char *path, enum map_format *format);

/* Recognises the format of a map, which may be raw numbers. */
int map_format_of_map(const struct map_files *files, enum map_format *format);

#endif
