/* Where a part of a world lies on a canvas, and what was drawn of it. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_VIEW_H
#define OVERLAND_TOOLS_DRAW_MAP_VIEW_H

#include "overland_inspect.h"
#include "tools/draw/canvas.h"

#include <stdbool.h>
#include <stdint.h>

/* The layers of a picture; a set of layers is their sum. Four of them belong to one query. */
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
  MAP_LAYERS_OF_QUERY = MAP_LAYER_FINE | MAP_LAYER_COARSE | MAP_LAYER_ROUTE | MAP_LAYER_PATH,
  MAP_LAYERS_OF_GRAPH = MAP_LAYER_REGIONS | MAP_LAYER_EDGES | MAP_LAYER_WAYPOINTS
};

/* A rectangle of cells of a floor. */
struct map_area {
  int32_t x, y, width, height;
  int32_t floor;
};

/* All of a floor. */
struct map_area map_area_of(const ovl_floor_info *floor);

/* The part of a picture that an area covers, in widths of a cell; of hexagons, whose axial rows are
 * slanted, only where they have terrain. */
struct map_shape {
  double left, top, width, height;
};

struct map_shape map_area_shape(const ovl_world *world, struct map_area area);

/* The kinds of things drawn so far, for the legend. */
struct map_shown {
  bool terrains[256];
  unsigned layers; /* that have something on the picture */
  bool arcs;       /* links between cells of the floor */
  bool departures; /* links to other floors, and those that only come from there */
  bool arrivals;
};

/* Where the cells of an area are on the canvas. */
struct map_view {
  struct canvas *canvas;
  const ovl_world *world;
  int32_t profile; /* whose regions and waypoints it shows; 0, the default one, if the caller sets
                      none */
  struct map_area area;
  bool is_hexagonal;       /* cells are hexagons */
  bool is_flat;            /* with flat tops: the world was sheared from shifted columns */
  struct map_shape shape;  /* of the area */
  struct canvas_rect rect; /* what the area covers, inside the canvas */
  double scale;            /* pixels a cell */
  struct map_shown *shown; /* added to by all that draws; NULL: not wanted */
};

/* Fits the area into the frame, centred, its shape kept. */
struct map_view map_view_fit(struct canvas *canvas, const ovl_world *world, struct map_area area,
                             struct canvas_rect frame);

/* The pixel place of a place in cells; the centre of cell (0,0) is at (0.5, 0.5). */
struct canvas_point map_view_place(const struct map_view *view, double x, double y);
/* The cell at a place of the canvas; it may lie outside of the area. */
ovl_cell map_view_cell(const struct map_view *view, double x, double y);
bool map_view_has(const struct map_view *view, ovl_cell cell);

/* How far a place is inside of its hexagon: 0 at an edge, 0.5 in the middle. */
double map_view_inside(const struct map_view *view, ovl_cell cell, double x, double y);

/* The smallest box of pixels around some cells. */
struct canvas_rect map_view_box(const struct map_view *view, int32_t x, int32_t y, int32_t width,
                                int32_t height);

struct canvas_point map_view_centre(const struct map_view *view, ovl_cell cell);

/* Where a waypoint between two cells lies: halfway, or, if it is a link, at its end on the floor of
 * the view; the first, if both are. */
struct canvas_point map_view_between(const struct map_view *view, ovl_cell first, ovl_cell second);

/* Notes that some layer has something on the picture. */
void map_view_note(const struct map_view *view, enum map_layer layer);

/* How far each pixel of a view is covered by a set of cells. */
struct map_cover {
  int32_t width, height;
  float *share; /* 0 to 1, row by row */
};

bool map_cover_create(struct map_cover *cover, const struct map_view *view);
void map_cover_add(struct map_cover *cover, const struct map_view *view, ovl_cell cell);
/* Lays the colour over the covered pixels and frees the cover. */
void map_cover_finish(struct map_cover *cover, const struct map_view *view,
                      struct canvas_color color);

#endif
