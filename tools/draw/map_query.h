/* Draws one query (cells expanded, windows, route, path) over the picture of a map. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_QUERY_H
#define OVERLAND_TOOLS_DRAW_MAP_QUERY_H

#include "tools/draw/map_labels.h"
#include "tools/draw/map_view.h"
#include "tools/draw/query_trace.h"

#include <stdbool.h>
#include <stddef.h>

/* Expanded cells, as a veil. They return false if there is no memory. */
bool map_query_cells(const struct map_view *view, const struct cell_list *cells);
bool map_query_cell_set(const struct map_view *view, const struct cell_set *set);

/* Expanded waypoints, as dots. */
void map_query_waypoints(const struct map_view *view, const struct cell_list *waypoints);

/* Start, waypoints and goal joined by lines, wider if a path will be drawn over them. Returns false
 * if there is no memory. */
bool map_query_route(const struct map_view *view, const struct cell_list *waypoints,
                     const ovl_query *query, bool under_path);

/* The path, as far as it lies on the floor of the view. Returns false if there is no memory. */
bool map_query_path(const struct map_view *view, const ovl_path *path);

/* Discs with the letters S and G, moved inwards where they reach over the border of the view; an
 * end on another floor is left out. */
void map_query_ends(const struct map_view *view, ovl_cell start, ovl_cell goal);

/* Keeps labels off the ends and the path, as far as they lie on the floor of the view. */
void map_query_take(const struct map_view *view, const ovl_query *query, const ovl_path *path,
                    struct map_labels *labels);

/* The same signs for a legend, in a box of 28 x 18 pixels with its upper left corner at (x, y). */
enum map_sign {
  MAP_SIGN_START,
  MAP_SIGN_GOAL,
  MAP_SIGN_CELL,
  MAP_SIGN_WAYPOINT,
  MAP_SIGN_ROUTE,
  MAP_SIGN_PATH
};
void map_query_sign(struct canvas *canvas, enum map_sign sign, int32_t x, int32_t y);

#endif
