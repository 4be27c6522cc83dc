/* The plain A* over all cells, run for the picture of a query. */
#ifndef OVERLAND_TOOLS_PATH_PATH_PLAIN_H
#define OVERLAND_TOOLS_PATH_PATH_PLAIN_H

#include "overland.h"
#include "tools/draw/query_trace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct path_plain {
  bool made; /* false: the map is too large, or there was no memory */
  ovl_result result;
  ovl_path path;
  uint64_t expanded;
  double elapsed_us;
  struct cell_set set; /* of the floor of the start */
};

/* Answers the query, whose path has about `cells` cells. */
void path_plain_run(struct path_plain *plain, const ovl_world *world, const ovl_query *query,
                    size_t cells);
void path_plain_free(struct path_plain *plain);

#endif
