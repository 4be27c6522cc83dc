/* Options of `overland path`. */
#ifndef OVERLAND_TOOLS_PATH_PATH_OPTIONS_H
#define OVERLAND_TOOLS_PATH_PATH_OPTIONS_H

#include "overland.h"
#include "overland_query.h"
#include "tools/path/path_trace.h"

#include <stdbool.h>
#include <stdint.h>

#define PATH_MOST_TURN_UNITS (1 << 20) /* of --turn-cost */

/* Options whose values are names or lists; NULL: not given. */
struct path_names {
  const char *profile;
  const char *goals, *named;
  const char *rect;
  const char *legend, *map; /* they name terrains */
  const char *metres;       /* the map that says how large a cell is */
};

/* Options whose values are numbers. */
struct path_numbers {
  int32_t radius;
  bool has_radius;
  uint64_t cost_limit, expansion_limit, turn_cost;
};

/* Files that are written beside the answer. */
struct path_files {
  const char *png; /* the picture; NULL: none */
  const char *layers_text;
  unsigned layers;
  bool has_trace_format;
  struct path_trace_def trace; /* its path is NULL: none */
};

struct path_options {
  const char *world, *patch;
  bool safe;
  const char *start, *goal; /* a cell, or the name of a place of the world; goal may be NULL */
  ovl_smoothing smoothing;
  bool nearest, move, why;
  bool json;
  ovl_query query;     /* all of it that is known without the world, except `more`, */
  ovl_query_more more; /* which is this */
  struct path_names names;
  struct path_numbers numbers;
  struct path_files files;
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool path_options_parse(int argc, char **argv, struct path_options *options, int *exit_code);

#endif
