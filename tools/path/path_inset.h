/* A part of a route, enlarged in a corner of its panel, where the map is too large to show regions
 * and waypoints. */
#ifndef OVERLAND_TOOLS_PATH_PATH_INSET_H
#define OVERLAND_TOOLS_PATH_PATH_INSET_H

#include "tools/draw/map_view.h"
#include "tools/path/path_drawing.h"

#include <stdbool.h>

/* Whether layers of the graph are drawn that can't be distinguished in a view, and it has room for
 * an inset. */
bool path_inset_is_needed(const struct path_drawing *drawing, const struct map_view *view);

/* Draws it in the corner that hides least of the route. Returns an exit code, after one line on
 * stderr if it is not EXIT_DONE. */
int path_inset_draw(const struct path_drawing *drawing, const struct map_view *panel);

#endif
