/* Colours of terrain, and terrain drawn at any scale. */
#ifndef OVERLAND_TOOLS_MAP_TERRAIN_H
#define OVERLAND_TOOLS_MAP_TERRAIN_H

#include "map_picture.h"

/* Fills the view's rectangle with the terrain of its area. Returns false if there is no memory. */
bool map_terrain_draw(const struct map_view *view);

#endif
