/* Statements of a legend that name files: floors, levels, places, heights, extra costs. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_FILES_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_FILES_H

#include "tools/game_map/legend.h"

int legend_take_levels(struct legend *legend, const struct legend_words *words);
int legend_take_floor(struct legend *legend, const struct legend_words *words);
int legend_take_places(struct legend *legend, const struct legend_words *words);
int legend_take_heights(struct legend *legend, const struct legend_words *words);
int legend_take_extra(struct legend *legend, const struct legend_words *words);

#endif
