/* Options of `overland path`. */
#ifndef OVERLAND_TOOLS_PATH_PATH_OPTIONS_H
#define OVERLAND_TOOLS_PATH_PATH_OPTIONS_H

#include "overland.h"

#include <stdbool.h>
#include <stdint.h>

struct path_options {
  const char *world, *patch;
  bool safe;
  ovl_cell start, goal;
  bool has_goal, has_radius, has_percent;
  const char *smooth;
  const char *estimate;
  const char *profile;
  const char *goals, *named;
  const char *rect;
  int32_t radius, percent;
  uint64_t cost_limit, expansion_limit, turn_cost;
  bool nearest, move, why;
  const char *png;
  const char *layers_text;
  bool json;
  unsigned layers;     /* of the picture */
  ovl_query query;     /* all of it that can be told without the world, but for `more`, */
  ovl_query_more more; /* which is this */
};

/* Reads the command line. False: the command ends here with *exit_code. */
bool path_options_parse(int argc, char **argv, struct path_options *options, int *exit_code);

#endif
