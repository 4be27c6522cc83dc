/* Occupancy grids of ROS. */
#ifndef OVERLAND_TOOLS_GRID_ROS_GRID_H
#define OVERLAND_TOOLS_GRID_ROS_GRID_H

#include "tools/grid/sign_grid.h"

/* Reads the .yaml in `bytes` and the picture that it names. An exit code; what was begun is left to
 * the caller. */
int ros_grid_read(const struct reader_file *file, const char *bytes, size_t byte_count,
                  struct sign_grid *grid);

#endif
