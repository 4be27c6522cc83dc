/* Colours of terrain, and terrain drawn at any scale. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_TERRAIN_H
#define OVERLAND_TOOLS_DRAW_MAP_TERRAIN_H

#include "tools/draw/map_view.h"

#include <stddef.h>

/* Numbers the terrains that a profile of the world can cross, so that the first ones have different
 * hues; the number of any other terrain is its byte. */
void map_terrain_hues(const ovl_world *world, uint8_t hues[256]);

/* Of the cells of one terrain, whose weight it is. */
struct canvas_color map_terrain_color(int terrain, uint8_t hue, uint8_t weight);

/* Its name in a legend, with its weight in straight steps: "swamp (cost 2)", "rock (blocks)",
 * "terrain 3" where the byte has no usual meaning; a world does not hold names. */
void map_terrain_name(int terrain, double weight, char *text, size_t capacity);

/* Fills the view's rectangle with the terrain of its area. OVL_NO_MEMORY, or what is wrong with the
 * world. */
ovl_result map_terrain_draw(const struct map_view *view);

#endif
