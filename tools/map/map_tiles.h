/* A folder of map tiles: files `X-Y.map`, column and row, from 0-0.map on. All are as large as the
 * first, but for those of the last column and of the last row. Rows may be read by several threads
 * at once. */
#ifndef OVERLAND_TOOLS_MAP_MAP_TILES_H
#define OVERLAND_TOOLS_MAP_MAP_TILES_H

#include "tools/map/map_sheet.h"

#include <stdint.h>

struct map_tiles {
  const char *path; /* of the folder; the caller's */
  int32_t columns, rows;
  int32_t tile_width, tile_height; /* cells, of all but the last ones */
  int32_t width, height;           /* cells, of all together */
  struct cell_shear shear;         /* of the first */
};

/* Looks at every tile: whether it is there, its size, its length. Returns an exit code, after one
 * line on standard error, which names the file, if it is not EXIT_DONE. */
int map_tiles_open(struct map_tiles *tiles, const char *path, const char *letters);

/* Reads `count` rows from `first` on. The same. */
int map_tiles_read(const struct map_tiles *tiles, const char *letters, int32_t first, int32_t count,
                   uint8_t *out);

/* Calls `take` for each tile while it is open, row by row; ends with the first code that is not
 * EXIT_DONE, and returns it. */
int map_tiles_each(const struct map_tiles *tiles, const char *letters,
                   int (*take)(void *user, const struct map_sheet *tile), void *user);

#endif
