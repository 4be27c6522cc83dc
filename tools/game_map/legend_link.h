/* The statement `link` of a legend. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_LINK_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_LINK_H

#include "tools/game_map/legend.h"

int legend_take_link(struct legend *legend, const struct legend_words *words);

#endif
