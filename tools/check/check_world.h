/* The world that is checked, and what answers queries in it. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_WORLD_H
#define OVERLAND_TOOLS_CHECK_CHECK_WORLD_H

#include "overland.h"

struct check_world {
  const ovl_world *world;
  ovl_planner *planner;
  const char *file, *legend; /* for messages; legend NULL: there is none */
  int32_t floors;
};

#endif
