/* A draft of a legend for any map: its terrains, a guess of what blocks, and a profile. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_DRAFT_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_DRAFT_H

#include "tools/game_map/read/map_survey.h"

/* Writes a draft as a text, which is the caller's to free; `path` names the map in it. NULL: no
 * memory. */
char *legend_draft_write(const char *path, const struct map_survey *survey);

#endif
