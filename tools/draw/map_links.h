/* Links drawn over the picture of a map. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_LINKS_H
#define OVERLAND_TOOLS_DRAW_MAP_LINKS_H

#include "tools/draw/map_picture.h"

/* Draws the links that the view's profile may take and that have an end on its floor: an arc
 * between two cells of it, with a head at each end that it leads to; a ring with the number of the
 * other floor where it leads there. */
void map_links_draw(const struct map_view *view);

/* A link's leg of a path, in the colour of paths: an arc as above, or the two ends. */
void map_links_draw_leg(const struct map_view *view, ovl_cell from, ovl_cell to,
                        struct canvas_color color);

#endif
