/* The picture of one query: in three panels, or, where it leads over several floors, in one for
 * each of them. */
#ifndef OVERLAND_TOOLS_PATH_PATH_PICTURE_H
#define OVERLAND_TOOLS_PATH_PATH_PICTURE_H

#include "tools/path/path_drawing.h"

/* *plain becomes the result of the plain A*, without its path and cells. Returns an exit code,
 * after one line on stderr if it is not EXIT_DONE. */
int path_picture_write(const struct path_picture_def *def, struct path_plain *plain);

#endif
