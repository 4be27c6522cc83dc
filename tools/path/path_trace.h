/* The trace of one query as a file: lines of JSON, or a search trace that posthoc opens. */
#ifndef OVERLAND_TOOLS_PATH_PATH_TRACE_H
#define OVERLAND_TOOLS_PATH_PATH_TRACE_H

#include "overland.h"

enum path_trace_format {
  PATH_TRACE_LINES = 0, /* a JSON object a line: one of the query, then one for each event */
  PATH_TRACE_POSTHOC    /* one JSON object: version 1.4.0 of posthoc's format */
};

struct path_trace_def {
  const char *path;
  enum path_trace_format format;
};

/* Asks the query once more and writes its events as they come. Returns an exit code, after one line
 * on stderr if it is not EXIT_DONE. */
int path_trace_write(const struct path_trace_def *def, ovl_planner *planner, const ovl_world *world,
                     const ovl_query *query);

#endif
