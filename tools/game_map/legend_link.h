/* Links and named places in a legend: the statements `link`, `place` and `places =`. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_LINK_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_LINK_H

#include "tools/game_map/legend.h"

int legend_take_link(struct legend *legend, const struct legend_words *words);
int legend_take_place(struct legend *legend, const struct legend_words *words);
int legend_take_place_objects(struct legend *legend, const struct legend_words *words);

#endif
