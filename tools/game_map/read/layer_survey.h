/* Surveys of maps of layers: of Tiled and LDtk. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LAYER_SURVEY_H
#define OVERLAND_TOOLS_GAME_MAP_LAYER_SURVEY_H

#include "tools/game_map/map_format.h"
#include "tools/game_map/read/survey_signs.h"
#include "tools/tiled/tiled_map.h"

/* Surveys a map of layers, in one pass over its cells. The classes of LDtk are the author's own
 * words for cells: they say what blocks as much as names of layers do. An exit code, after one line
 * on standard error if it is not EXIT_DONE. */
int layer_survey_take(const char *path, enum map_format format, const struct tiled_map *tiled,
                      struct map_survey *survey);

#endif
