/* The coarse tier of a world drawn over the picture of a map: regions, waypoints and edges. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_GRAPH_H
#define OVERLAND_TOOLS_DRAW_MAP_GRAPH_H

#include "tools/draw/map_view.h"

#include <stdbool.h>

/* Draws those of the layers regions, edges and waypoints that are named. False if there is no
 * memory. */
bool map_graph_draw(const struct map_view *view, unsigned layers);

/* How wide a region is on the picture: below MAP_GRAPH_LEGIBLE pixels it is hardly told from the
 * next one, below MAP_GRAPH_VISIBLE borders and edges only grey the picture. */
#define MAP_GRAPH_LEGIBLE 8.0
#define MAP_GRAPH_VISIBLE 3.0
double map_graph_region_pixels(const struct map_view *view);

/* The same signs for a legend, in a box of 28 x 18 pixels with its upper left corner at (x, y). */
void map_graph_sign(struct canvas *canvas, enum map_layer layer, int32_t x, int32_t y);

#endif
