/* The statements `terrain` and `profile` of a legend. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_TERRAIN_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_TERRAIN_H

#include "tools/game_map/legend.h"

int legend_take_terrain(struct legend *legend, const struct legend_words *words);
int legend_take_profile(struct legend *legend, const struct legend_words *words);

#endif
