/* Problems for a map, with their optimal lengths. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_SCENARIO_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_SCENARIO_H

#include "tools/base/progress.h"
#include "tools/game_map/game_map.h"
#include "tools/map/scenario_file.h"

/* Draws `count` problems between cells of one island each, of all lengths that
 * the map has, the shortest first. Returns an exit code, after one line on
 * standard error if it is not EXIT_DONE; map_path is named there. */
int generate_scenario(const char *map_path, struct game_map *map, int32_t profile, uint64_t count,
                      uint64_t seed, struct progress *progress, struct scenario_list *scenarios);

#endif
