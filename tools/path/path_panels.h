/* The picture of a query in three panels: what the plain A* expanded; the route, with regions and
 * waypoints; the smoothed path. */
#ifndef OVERLAND_TOOLS_PATH_PATH_PANELS_H
#define OVERLAND_TOOLS_PATH_PATH_PANELS_H

#include "tools/path/path_drawing.h"

/* Returns an exit code, after one line on stderr if it is not EXIT_DONE. */
int path_panels_write(const struct path_drawing *drawing);

#endif
