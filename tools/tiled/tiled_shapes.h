/* Shapes of objects: of a map's objects, and of those that say where a tile collides. Functions
 * return an exit code, after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_SHAPES_H
#define OVERLAND_TOOLS_TILED_TILED_SHAPES_H

#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

/* Reads the box of an object, which is moved by what `object->box` says already, its turn, its
 * shape and the points of it. `line` and `id` of the object are known. */
int tiled_read_shape(const struct tiled_file *file, const struct tiled_node *node,
                     struct tiled_object *object);

/* Returns whether a rectangle, an ellipse, a polygon or a tile covers a point, in pixels of the
 * object. Other shapes cover none. */
bool tiled_shape_covers(const struct tiled_object *object, double x, double y);

/* Columns left to before right and rows top to before bottom of a floor. */
struct tiled_area {
  int32_t left, top, right, bottom;
};

/* The cells of a floor that an object may cover; a turned one may reach as far as it is long. */
struct tiled_area tiled_cells_around(const struct tiled_map *map, int32_t floor,
                                     const struct tiled_object *object);

#endif
