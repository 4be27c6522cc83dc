/* Places in metres, as robots tell them: x grows to the right, y upwards. */
#ifndef OVERLAND_TOOLS_PATH_PATH_METRES_H
#define OVERLAND_TOOLS_PATH_PATH_METRES_H

#include "overland.h"

#include <stdbool.h>

struct path_metres {
  double cell;         /* the side of a cell; 0: nothing is told in metres */
  double left, bottom; /* of the lower left corner of the world */
  ovl_cell corner;     /* its upper left cell */
  int32_t height;      /* cells */
};

/* Takes the resolution and origin of the map that a world was built from: a .yaml of ROS, or an
 * ESRI ASCII grid. An exit code, after one line if the file says neither or is of another height.
 */
int path_metres_read(const char *path, const ovl_world *world, struct path_metres *metres);

/* Reads a place, "X,Y" with decimals and signs, as the cell that it lies in. False if the text is
 * anything else. */
bool path_metres_parse(const struct path_metres *metres, const char *text, ovl_cell *cell);

/* The middle of a cell. */
struct path_metres_place {
  double x, y;
};
struct path_metres_place path_metres_of(const struct path_metres *metres, ovl_cell cell);

#endif
