/* Links drawn over the picture of a map. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_LINKS_H
#define OVERLAND_TOOLS_DRAW_MAP_LINKS_H

#include "tools/draw/map_labels.h"
#include "tools/draw/map_view.h"

/* Draws the links that the view's profile may take and that have an end on its floor: an arc
 * between two cells of it, with a head at each end that it leads to; a disc where one leads to
 * another floor, a ring where one only comes from there. */
void map_links_draw(const struct map_view *view);

/* Writes beside each disc and ring the numbers of the other floors, where there is room. Returns
 * false if there is no memory. */
bool map_links_label(const struct map_view *view, struct map_labels *labels);

/* A link's leg of a path, in the colour of paths: an arc as above, or the end on this floor. */
void map_links_draw_leg(const struct map_view *view, ovl_cell from, ovl_cell to,
                        struct canvas_color color);

/* The same signs for a legend, in a box of 28 x 18 pixels with its upper left corner at (x, y). */
enum map_link_sign { MAP_LINK_ARC, MAP_LINK_DEPARTURE, MAP_LINK_ARRIVAL };
void map_links_sign(struct canvas *canvas, enum map_link_sign sign, int32_t x, int32_t y);

#endif
