/* Legends of maps: what was drawn of a world, and of a query. */
#ifndef OVERLAND_TOOLS_DRAW_MAP_LEGEND_H
#define OVERLAND_TOOLS_DRAW_MAP_LEGEND_H

#include "tools/draw/map_view.h"
#include "tools/draw/picture_legend.h"

/* Adds what pictures of a world have shown: terrains with what they cost the profile, regions,
 * waypoints and so on. Where the graph was asked for and not drawn, a line says why. */
void map_legend_add_world(struct picture_legend *legend, const ovl_world *world, int32_t profile,
                          const struct map_shown *shown);

/* Adds the ends of a query and those of its layers that are named. */
void map_legend_add_query(struct picture_legend *legend, unsigned layers);

/* Adds what the map is: its size, how it is cut, and for whom it is shown. */
void map_legend_write_size(struct picture_legend *legend, const ovl_world *world, int32_t profile,
                           int32_t floor);

#endif
