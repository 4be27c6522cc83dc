/* Maps whose rows or columns are shifted by half a cell: where their tiles lie in a world, whose
 * cells have axes of their own.
 *
 * Hexagons are axial in worlds (overland_hexagons.h). Diamonds with eight neighbours, of staggered
 * maps, are squares of a grid that is turned by 45 degrees: its x grows to the right and down, its
 * y to the left and down. */
#ifndef OVERLAND_TOOLS_PLAIN_CELL_SHEAR_H
#define OVERLAND_TOOLS_PLAIN_CELL_SHEAR_H

#include "overland_hexagons.h"

enum cell_kind { CELL_SQUARES, CELL_DIAMONDS, CELL_HEXAGONS };

struct cell_shear {
  enum cell_kind kind;
  ovl_layout layout; /* of the map's columns and rows; squares are axial */
};

/* Returns whether tiles of a map are other cells of its world. */
bool cell_shear_moves(const struct cell_shear *shear);

/* The cell of a tile. */
ovl_cell cell_shear_take(const struct cell_shear *shear, ovl_cell tile);

/* Sides of the box of cells of the tiles from `first` to `last`, which lies to the right and below:
 * its upper left and its lower right cell. */
void cell_shear_box(const struct cell_shear *shear, ovl_cell first, ovl_cell last, ovl_cell *least,
                    ovl_cell *most);

/* "odd-r" and so on. False: it is no layout. */
bool cell_shear_parse_layout(const char *text, ovl_layout *layout);
const char *cell_shear_layout_name(ovl_layout layout);

#endif
