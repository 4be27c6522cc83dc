/* Surveys a map before a legend names its terrains: letters, colours, classes of tiles, layers,
 * properties, objects; how many cells each has, and a guess of which of them block. */
#ifndef OVERLAND_TOOLS_GAME_MAP_MAP_SURVEY_H
#define OVERLAND_TOOLS_GAME_MAP_MAP_SURVEY_H

#include "tools/game_map/map_format.h"
#include "tools/game_map/read/survey_signs.h"

/* Surveys a map, whatever its format is, without its legend. An exit code, after one line on
 * standard error if it is not EXIT_DONE; the survey is then empty. */
int map_survey_take(const struct map_files *files, struct map_survey *survey);

#endif
