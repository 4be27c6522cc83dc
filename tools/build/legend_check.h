/* Compares what a legend sets with a world: the number of floors, profiles and links. */
#ifndef OVERLAND_TOOLS_BUILD_LEGEND_CHECK_H
#define OVERLAND_TOOLS_BUILD_LEGEND_CHECK_H

#include "tools/game_map/game_map.h"

struct legend_check {
  const char *map_path, *world_path; /* for messages */
  const struct game_map *map;        /* with its legend */
  int32_t floors;                    /* of the map */
  const ovl_world *world;
  char **why; /* see below */
};

/* EXIT_DONE if they agree; else EXIT_NO, and *why names the first difference and both values
 * (command_answer_no). */
int legend_check_world(const struct legend_check *with);

#endif
