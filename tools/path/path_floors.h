/* The picture of a query that leads over several floors: a panel for each floor that its path, its
 * start or its goal touches, in the order in which they come. */
#ifndef OVERLAND_TOOLS_PATH_PATH_FLOORS_H
#define OVERLAND_TOOLS_PATH_PATH_FLOORS_H

#include "tools/path/path_drawing.h"

#include <stdbool.h>

/* Whether the query needs it. */
bool path_floors_are_many(const struct path_picture_def *def);

/* Returns an exit code, after one line on stderr if it is not EXIT_DONE. */
int path_floors_write(const struct path_drawing *drawing);

#endif
