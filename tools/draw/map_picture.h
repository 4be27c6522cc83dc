/* A world, or a part of it, drawn onto a rectangle of a canvas: terrain and what was baked. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_PICTURE_H
#define OVERLAND_TOOLS_DRAW_MAP_PICTURE_H

#include "tools/draw/map_view.h"

/* The names of all layers, comma separated: for help texts. */
#define MAP_LAYER_NAMES "terrain,islands,regions,edges,waypoints,links,fine,coarse,route,path"

/* Reads a comma separated list of layers. Returns an exit code; a wrong name is reported. */
int map_picture_parse_layers(const char *list, unsigned *layers);

/* Draws the layers that show the world; those of a query are left out. Returns an exit code, after
 * one line on stderr. */
int map_picture_draw(const struct map_view *view, unsigned layers);

/* The colours of islands for a legend, in a box of 28 x 18 pixels. */
void map_picture_island_sign(struct canvas *canvas, int32_t x, int32_t y);

#endif
