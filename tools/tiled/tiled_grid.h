/* The tiles of a Tiled map, and where its pixels have them. */
#ifndef OVERLAND_TOOLS_TILED_TILED_GRID_H
#define OVERLAND_TOOLS_TILED_TILED_GRID_H

#include "tools/plain/cell_shear.h"

#include <stdbool.h>
#include <stdint.h>

#define TILED_MOST_PIXELS 4096 /* along a tile */

struct tiled_point {
  double x, y; /* pixels */
};

struct tiled_grid {
  int32_t width, height;           /* tiles; of an infinite map: of the box of its chunks */
  int32_t tile_width, tile_height; /* pixels */
  int32_t origin_x, origin_y; /* what the file calls the upper left tile; 0, 0 if not infinite */
  bool is_isometric;
  struct cell_shear shear; /* of staggered and hexagonal maps: which rows or columns are shifted */
  int32_t side;            /* of hexagons: pixels along an edge that lies along the axis; else 0 */
};

/* Returns whether rows or columns are shifted, so that rectangles of tiles are none of pixels. */
bool tiled_grid_is_shifted(const struct tiled_grid *grid);

/* The pixel from which objects count. */
struct tiled_point tiled_grid_corner(const struct tiled_grid *grid);

/* The tile that a point lies in, counted from the upper left one; perhaps outside of the map. */
ovl_cell tiled_grid_at(const struct tiled_grid *grid, struct tiled_point point, int32_t floor);

/* The middle of a tile. */
struct tiled_point tiled_grid_middle(const struct tiled_grid *grid, ovl_cell tile);

#endif
