/* The picture of one query: in three panels, or, where it leads over several floors, in one for
 * each of them. */
#ifndef OVERLAND_TOOLS_PATH_PATH_PICTURE_H
#define OVERLAND_TOOLS_PATH_PATH_PICTURE_H

#include "tools/path/path_drawing.h"

/* The result of the plain A*, which is run for the picture. */
struct path_picture_plain {
  bool made;  /* false: the map is too large, or there was no memory */
  bool found; /* there is a path, so there is a cost */
  double elapsed_us;
  uint64_t expanded;
  double cost_cells;
};

/* Returns an exit code, after one line on stderr if it is not EXIT_DONE. */
int path_picture_write(const struct path_picture_def *def, struct path_picture_plain *plain);

#endif
