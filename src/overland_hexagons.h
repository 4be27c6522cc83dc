/* Overland: cells of hexagons in the layouts of editors and games. No call here needs a world. */
#ifndef OVERLAND_HEXAGONS_H
#define OVERLAND_HEXAGONS_H

#include "overland_inspect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Layouts of hexagons ----------------------------------------------------------------- */

/* In all other headers cells of hexagons are axial: x grows to the right, y down and half a cell to
 * the right, as Red Blob's q and r; seen with flat tops, x to the right and half a cell down, y
 * down. The neighbours of (x, y) are (x + 1, y), (x, y + 1), (x - 1, y + 1), (x - 1, y), (x, y - 1)
 * and (x + 1, y - 1). */

/* How an editor numbers hexagons. */
typedef enum ovl_layout {
  OVL_LAYOUT_AXIAL = 0,
  /* Pointed tops, in rows: of two rows one lies half a cell farther right, ... */
  OVL_LAYOUT_ODD_R,  /* ... those whose y is odd */
  OVL_LAYOUT_EVEN_R, /* ... those whose y is even */
  /* Flat tops, in columns: of two columns one lies half a cell farther down, ... */
  OVL_LAYOUT_ODD_Q,         /* ... those whose x is odd */
  OVL_LAYOUT_EVEN_Q,        /* ... those whose x is even */
  OVL_LAYOUT_DOUBLE_WIDTH,  /* pointed tops; x grows by 2 along a row, x + y is even */
  OVL_LAYOUT_DOUBLE_HEIGHT, /* flat tops; y grows by 2 along a column, x + y is even */
  OVL_LAYOUT_COUNT
} ovl_layout;

/* Returns the axial cell of a cell of a layout; the floor stays. Where x + y of a doubled layout is
 * odd, it is that of the cell to the left, of double height of the cell above. Coordinates that do
 * not fit 32 bits are cut; an unknown layout is as axial. Time: a few ns. */
OVL_API ovl_cell ovl_hexagon_from(ovl_layout layout, ovl_cell cell);

/* Returns the cell of a layout that an axial one is, in the same way. */
OVL_API ovl_cell ovl_hexagon_to(ovl_layout layout, ovl_cell axial);

/* Returns the number of steps between two axial cells where nothing is blocked; floors do not
 * count. */
OVL_API int64_t ovl_hexagon_distance(ovl_cell a, ovl_cell b);

/* Returns the axial cell of a point, in 1/256 of a cell (overland_inspect.h): the hexagon around
 * it, that whose middle is nearest; of two, seen with pointed tops, the right one. Coordinates from
 * -2^38 to 2^38, or as the nearest of these. */
OVL_API ovl_cell ovl_hexagon_at(ovl_point point);

/* The axial rectangle around some cells. */
typedef struct ovl_hexagon_box {
  ovl_cell cell; /* its upper left cell */
  int32_t w, h;  /* cells */
} ovl_hexagon_box;

/* Finds the axial box and mask of a rectangle of a layout, for edits, or for the terrain of a map:
 *
 *     ovl_hexagon_box box;
 *     ovl_hexagon_mask(OVL_LAYOUT_ODD_R, corner, 8, 5, &box, mask, sizeof mask, &needed, NULL);
 *     ovl_edit edit = ovl_edit_rect(box.cell, box.w, box.h, terrain);
 *     edit.mask = mask;
 *
 * The rectangle has h rows of w cells, `corner` is its upper left one. In a doubled layout these
 * are every second x or y: of double width every second row begins 1 to the right of the corner, of
 * double height every second column 1 below it. The mask has box->w x box->h bytes, row by row, 1
 * for a cell of the rectangle, else 0: in layouts of rows w + h / 2 columns, in those of columns
 * h + w / 2 rows.
 *
 * OVL_MORE_ROOM: the mask does not fit, *needed bytes would; the box is filled in.
 * OVL_BAD_ARGUMENT, with the box zeroed: layout; x or y of the corner, -2^30 to 2^30; w, h, 1 to
 * OVL_MAX_SIDE_CELLS; the box is wider or higher than that. Time: 1 ns for each byte of the mask.
 */
OVL_API ovl_result ovl_hexagon_mask(ovl_layout layout, ovl_cell corner, int32_t w, int32_t h,
                                    ovl_hexagon_box *box, uint8_t *mask, size_t capacity,
                                    size_t *needed, ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
