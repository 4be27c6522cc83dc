/* The cells of a Tiled map, and where its file and its pixels have them.
 *
 * A tile of an orthogonal or isometric map is the cell of its column and row. The tiles of a
 * staggered map are diamonds with eight neighbours: they become the squares of a grid that is
 * turned by 45 degrees, whose x grows to the right and down, its y to the left and down, as in an
 * isometric map; those of a hexagonal map become hexagons in axial coordinates
 * (overland_hexagons.h). Both are sheared: what lies beside the map is void. */
#ifndef OVERLAND_TOOLS_TILED_TILED_GRID_H
#define OVERLAND_TOOLS_TILED_TILED_GRID_H

#include "overland_hexagons.h"

#include <stdbool.h>
#include <stdint.h>

#define TILED_MOST_PIXELS 4096 /* along a tile */

enum tiled_cells { TILED_SQUARES, TILED_DIAMONDS, TILED_HEXAGONS };

struct tiled_point {
  double x, y; /* pixels */
};

struct tiled_grid {
  int32_t width, height;           /* cells; of an infinite map: of the box of its chunks */
  int32_t tile_width, tile_height; /* pixels */
  int32_t origin_x, origin_y; /* the upper left cell, as the file counts squares; 0, 0 if these are
                                 not infinite; of other cells that of tile 0, 0 is 0, 0 */
  bool is_isometric;
  enum tiled_cells cells;
  ovl_layout layout; /* odd or even rows or columns, but of squares */
  int32_t side;      /* of hexagons: pixels along an edge that lies along the axis; else 0 */
};

/* The pixel from which objects count. */
struct tiled_point tiled_grid_corner(const struct tiled_grid *grid);

/* The cell of a tile that the file calls so. Cells count from the upper left of the grid. */
ovl_cell tiled_grid_cell(const struct tiled_grid *grid, ovl_cell tile);

/* The cell that a point lies in, perhaps outside of the grid. */
ovl_cell tiled_grid_at(const struct tiled_grid *grid, struct tiled_point point, int32_t floor);

/* The middle of a cell. */
struct tiled_point tiled_grid_middle(const struct tiled_grid *grid, ovl_cell cell);

/* Makes the grid of a map's tiles, which count from 0, 0 or as `origin` of an infinite map, that of
 * their cells. */
void tiled_grid_shear(struct tiled_grid *grid);

#endif
