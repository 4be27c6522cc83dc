/* A world, or a part of it, drawn onto a rectangle of a canvas: terrain and what was baked. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_PICTURE_H
#define OVERLAND_TOOLS_DRAW_MAP_PICTURE_H

#include "overland.h"
#include "tools/draw/canvas.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What can be drawn; a set of layers is their sum. Four of them belong to one query. */
enum map_layer {
  MAP_LAYER_TERRAIN = 1,
  MAP_LAYER_ISLANDS = 2,
  MAP_LAYER_REGIONS = 4,
  MAP_LAYER_EDGES = 8,
  MAP_LAYER_WAYPOINTS = 16,
  MAP_LAYER_FINE = 32,
  MAP_LAYER_COARSE = 64,
  MAP_LAYER_ROUTE = 128,
  MAP_LAYER_PATH = 256,
  MAP_LAYER_LINKS = 512,
  MAP_LAYERS_OF_QUERY = MAP_LAYER_FINE | MAP_LAYER_COARSE | MAP_LAYER_ROUTE | MAP_LAYER_PATH
};

/* The names of all layers, comma separated: for help texts. */
#define MAP_LAYER_NAMES "terrain,islands,regions,edges,waypoints,links,fine,coarse,route,path"

/* Reads a comma separated list of layers. Returns an exit code; a wrong name is reported. */
int map_picture_parse_layers(const char *list, unsigned *layers);

/* A rectangle of cells of a floor. */
struct map_area {
  int32_t x, y, width, height;
  int32_t floor;
};

/* Where the cells of an area are on the canvas. */
struct map_view {
  struct canvas *canvas;
  const ovl_world *world;
  int32_t profile; /* whose world it shows; the default one if the caller sets none */
  struct map_area area;
  struct canvas_rect rect; /* what the area covers, inside the canvas */
  double scale;            /* pixels a cell */
};

/* Fits the area into the frame, centred, its shape kept. */
struct map_view map_picture_fit(struct canvas *canvas, const ovl_world *world, struct map_area area,
                                struct canvas_rect frame);

/* The pixel place of a place in cells; the centre of cell (0,0) is at (0.5, 0.5). */
struct canvas_point map_picture_place(const struct map_view *view, double x, double y);
struct canvas_point map_picture_centre(const struct map_view *view, ovl_cell cell);

/* Draws the layers that show the world; those of a query are left out. Returns an exit code, after
 * one line on stderr. */
int map_picture_draw(const struct map_view *view, unsigned layers);

/* How far each pixel of a view is covered by a set of cells. */
struct map_cover {
  int32_t width, height;
  float *share; /* 0 to 1, row by row */
};

bool map_picture_cover_create(struct map_cover *cover, const struct map_view *view);
void map_picture_cover_add(struct map_cover *cover, const struct map_view *view, ovl_cell cell);
/* Lays the colour over the covered pixels and frees the cover. */
void map_picture_cover_finish(struct map_cover *cover, const struct map_view *view,
                              struct canvas_color color);

#endif
