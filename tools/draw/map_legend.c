/* Legends of maps: see map_legend.h.
 *
 * Invariant: a legend names what was drawn and nothing else; the signs are drawn by those who draw
 * the map. */
#include "tools/draw/map_legend.h"

#include "overland_inspect.h"
#include "tools/draw/map_graph.h"
#include "tools/draw/map_links.h"
#include "tools/draw/map_picture.h"
#include "tools/draw/map_query.h"
#include "tools/draw/map_terrain.h"
#include "tools/text/world_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST_TERRAINS 20
#define TEXT_BYTES 200

/* `plain` is the weight of plain ground. */
static void add_terrains(struct picture_legend *legend, const ovl_world *world,
                         const ovl_profile_info *profile, double plain,
                         const struct map_shown *shown) {
  uint8_t hues[256];
  int listed = 0;
  int left_out = 0;
  char text[TEXT_BYTES];
  map_terrain_hues(world, hues);
  for (int terrain = 0; terrain < 256; terrain++) {
    const uint8_t weight = profile->def.weights[terrain];
    if (!shown->terrains[terrain])
      continue;
    if (listed == MOST_TERRAINS) {
      left_out++;
      continue;
    }
    map_terrain_name(terrain, weight / plain, text, sizeof text);
    picture_legend_add_color(legend, text, map_terrain_color(terrain, hues[terrain], weight));
    listed++;
  }
  if (left_out > 0) {
    int32_t x, y;
    snprintf(text, sizeof text, "and %d more terrains", left_out);
    picture_legend_add(legend, text, &x, &y);
  }
}

static void add_links(struct picture_legend *legend, const struct map_shown *shown) {
  static const char *const TEXTS[] = {[MAP_LINK_ARC] = "link",
                                      [MAP_LINK_DEPARTURE] = "link to the floor of that number",
                                      [MAP_LINK_ARRIVAL] = "link from that floor only"};
  const bool has[] = {[MAP_LINK_ARC] = shown->arcs,
                      [MAP_LINK_DEPARTURE] = shown->departures,
                      [MAP_LINK_ARRIVAL] = shown->arrivals};
  for (int sign = MAP_LINK_ARC; sign <= MAP_LINK_ARRIVAL; sign++) {
    int32_t x, y;
    if (!has[sign])
      continue;
    picture_legend_add(legend, TEXTS[sign], &x, &y);
    map_links_sign(legend->canvas, (enum map_link_sign)sign, x, y);
  }
}

void map_legend_add_world(struct picture_legend *legend, const ovl_world *world, int32_t profile,
                          const struct map_shown *shown) {
  static const struct {
    enum map_layer layer;
    const char *text;
  } GRAPH[] = {{MAP_LAYER_REGIONS, "region border"},
               {MAP_LAYER_WAYPOINTS, "waypoint"},
               {MAP_LAYER_EDGES, "edges, a colour a region"}};
  int32_t x, y;
  for (size_t i = 0; i < sizeof GRAPH / sizeof GRAPH[0]; i++)
    if ((shown->layers & GRAPH[i].layer) != 0) {
      picture_legend_add(legend, GRAPH[i].text, &x, &y);
      map_graph_sign(legend->canvas, GRAPH[i].layer, x, y);
    }
  if ((shown->layers & MAP_LAYER_ISLANDS) != 0) {
    picture_legend_add(legend, "islands, a colour each", &x, &y);
    map_picture_island_sign(legend->canvas, x, y);
  }
  add_links(legend, shown);
  ovl_profile_info *info = malloc(sizeof *info);
  const double plain = world_report_unit(world) / OVL_STRAIGHT_COST * OVL_PLAIN_WEIGHT;
  picture_legend_break(legend);
  if (info != NULL && ovl_world_profile(world, profile, info))
    add_terrains(legend, world, info, plain, shown);
  free(info);
}

void map_legend_add_query(struct picture_legend *legend, unsigned layers) {
  static const struct {
    enum map_sign sign;
    unsigned layer; /* 0: always drawn */
    const char *text;
  } ITEMS[] = {{MAP_SIGN_START, 0, "start"},
               {MAP_SIGN_GOAL, 0, "goal"},
               {MAP_SIGN_CELL, MAP_LAYER_FINE, "cell expanded"},
               {MAP_SIGN_WAYPOINT, MAP_LAYER_COARSE, "waypoint expanded"},
               {MAP_SIGN_ROUTE, MAP_LAYER_ROUTE, "route"},
               {MAP_SIGN_PATH, MAP_LAYER_PATH, "path"}};
  for (size_t i = 0; i < sizeof ITEMS / sizeof ITEMS[0]; i++) {
    int32_t x, y;
    if (ITEMS[i].layer != 0 && (layers & ITEMS[i].layer) == 0)
      continue;
    picture_legend_add(legend, ITEMS[i].text, &x, &y);
    map_query_sign(legend->canvas, ITEMS[i].sign, x, y);
  }
}

void map_legend_write_size(struct picture_legend *legend, const ovl_world *world, int32_t profile,
                           int32_t floor) {
  char text[TEXT_BYTES];
  char where[48] = "";
  char who[OVL_NAME_BYTES + 16] = "";
  ovl_world_info info;
  ovl_floor_info size = {0};
  ovl_profile_info *mover = malloc(sizeof *mover);
  ovl_world_describe(world, &info);
  ovl_world_floor(world, floor, &size);
  if (info.floors > 1)
    snprintf(where, sizeof where, "Floor %" PRId32 " (floors 0 to %" PRId32 "): ", floor,
             info.floors - 1);
  if (mover != NULL && info.profiles > 1 && ovl_world_profile(world, profile, mover))
    snprintf(who, sizeof who, "; profile %s", mover->def.name);
  snprintf(text, sizeof text,
           "%s%" PRId32 " x %" PRId32 " cells, regions of %" PRId32 " x %" PRId32 "%s", where,
           size.width, size.height, info.partition.region_cells, info.partition.region_cells, who);
  picture_legend_write(legend, text, CANVAS_TEXT);
  free(mover);
}
