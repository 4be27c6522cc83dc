/* Draws one query (cells expanded, windows, route, path) over the picture of a map. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_QUERY_H
#define OVERLAND_TOOLS_DRAW_MAP_QUERY_H

#include "tools/draw/map_view.h"
#include "tools/draw/query_trace.h"

#include <stdbool.h>
#include <stddef.h>

/* Draws those layers of a query that are named: expanded cells as a veil, expanded waypoints as
 * dots, the route as lines that join start, waypoints and goal, wider under a path, and the path.
 * `path` NULL: there is none, and no route. Returns false if there is no memory. */
bool map_query_draw(const struct map_view *view, unsigned layers, const ovl_query *query,
                    const struct query_trace *trace, const ovl_path *path);

/* Expanded cells of any search, as a veil. Returns false if there is no memory. */
bool map_query_cell_set(const struct map_view *view, const struct cell_set *set);

/* The path, as far as it lies on the floor of the view. Returns false if there is no memory. */
bool map_query_path(const struct map_view *view, const ovl_path *path);

/* Discs with the letters S and G, moved inwards where they reach over the border of the view; an
 * end on another floor is left out. */
void map_query_ends(const struct map_view *view, ovl_cell start, ovl_cell goal);

/* Writes the numbers of floors beside links, off the ends and the path of a query; NULL: there is
 * none. Returns false if there is no memory. */
bool map_query_label_links(const struct map_view *view, const ovl_query *query,
                           const ovl_path *path);

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
