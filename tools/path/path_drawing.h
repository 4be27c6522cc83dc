/* The data that the picture of a query is drawn from. */
#ifndef OVERLAND_TOOLS_PATH_PATH_DRAWING_H
#define OVERLAND_TOOLS_PATH_PATH_DRAWING_H

#include "overland.h"
#include "tools/draw/query_trace.h"
#include "tools/path/path_answer.h"

#include <stdbool.h>
#include <stdint.h>

struct path_picture_def {
  const ovl_world *world;
  ovl_planner *planner;
  const ovl_query *query;
  const struct path_answer *answer;
  unsigned layers;  /* of map_picture.h */
  const char *path; /* of the PNG file */
};

/* The result of the plain A* over all cells, which is run for the picture. */
struct path_plain {
  bool made; /* false: the map is too large, or there was no memory */
  ovl_result result;
  double cost_cells; /* of the path; 0: there is none */
  ovl_path path;
  uint64_t expanded;
  double elapsed_us;
  struct cell_set set; /* of the floor of the start */
};

struct path_drawing {
  const struct path_picture_def *def;
  struct path_plain plain;
  struct query_trace trace;
};

#endif
