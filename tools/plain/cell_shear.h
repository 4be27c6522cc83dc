/* Maps whose rows or columns are shifted by half a cell: where their tiles lie in a world, whose
 * cells have axes of their own.
 *
 * Hexagons are axial in worlds (overland_hexagons.h). Diamonds with eight neighbours, of staggered
 * maps, are squares of a grid that is turned by 45 degrees: its x grows to the right and down, its
 * y to the left and down. */
#ifndef OVERLAND_TOOLS_PLAIN_CELL_SHEAR_H
#define OVERLAND_TOOLS_PLAIN_CELL_SHEAR_H

#include "overland_hexagons.h"
#include "overland_inspect.h"

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

/* Returns whether the cells of a world are squares or hexagons. */
enum cell_kind cell_kind_of_world(const ovl_world *world);

/* Sets what the cells of a definition are; diamonds are squares. */
void cell_kind_define(enum cell_kind kind, ovl_bake_def *def);

/* Returns whether two cells beside each other in rows or columns, or at a corner of squares, are
 * neighbours. */
bool cell_kind_is_step(enum cell_kind kind, ovl_cell from, ovl_cell to);

/* The layout of a name, as odd-r, in which maps have columns and rows: the doubled ones are none.
 */
bool cell_shear_parse_grid(const char *text, ovl_layout *layout);
const char *cell_shear_layout_name(ovl_layout layout);

#endif
