/* The statements `terrain`, `near`, `scale`, `profile` and `off-walls` of a legend. */
#ifndef OVERLAND_TOOLS_GAME_MAP_LEGEND_TERRAIN_H
#define OVERLAND_TOOLS_GAME_MAP_LEGEND_TERRAIN_H

#include "tools/game_map/legend.h"

/* Returns whether a word is a setting of profiles, which no terrain may be named by. */
bool legend_is_setting(const char *name);

int legend_take_hexagons(struct legend *legend, const struct legend_words *words);
int legend_take_near(struct legend *legend, const struct legend_words *words);
int legend_take_scale(struct legend *legend, const struct legend_words *words);
int legend_take_terrain(struct legend *legend, const struct legend_words *words);
int legend_take_profile(struct legend *legend, const struct legend_words *words);
int legend_take_off_walls(struct legend *legend, const struct legend_words *words);

/* Fails if weights of profiles are too large for the scale. An exit code. */
int legend_check_scale(const struct legend *legend);

#endif
