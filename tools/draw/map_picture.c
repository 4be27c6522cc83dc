/* A world drawn onto a rectangle of a canvas.
 *
 * Invariant: drawing stays inside the view's rectangle, whatever part of the map it shows.
 *
 * Layers are drawn from the ground up, in one order, however they were named. Only the regions
 * that the area touches are asked for. */
#include "tools/draw/map_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/draw/map_graph.h"
#include "tools/draw/map_links.h"
#include "tools/draw/map_terrain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct layer_name {
  const char *name;
  unsigned layer;
};

static const struct layer_name LAYER_NAMES[] = {
    {"terrain", MAP_LAYER_TERRAIN},     {"islands", MAP_LAYER_ISLANDS},
    {"regions", MAP_LAYER_REGIONS},     {"edges", MAP_LAYER_EDGES},
    {"waypoints", MAP_LAYER_WAYPOINTS}, {"fine", MAP_LAYER_FINE},
    {"coarse", MAP_LAYER_COARSE},       {"route", MAP_LAYER_ROUTE},
    {"path", MAP_LAYER_PATH},           {"links", MAP_LAYER_LINKS},
};

static int fail_layer(const char *name, size_t length) {
  struct nearest_word nearest = {name, length, NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  for (size_t i = 0; i < sizeof LAYER_NAMES / sizeof LAYER_NAMES[0]; i++)
    nearest_word_try(&nearest, LAYER_NAMES[i].name);
  return command_fail(EXIT_USAGE, "--layers: there is no layer '%.*s'%s; the layers are %s",
                      (int)length, name, nearest_word_ask(&nearest, meant), MAP_LAYER_NAMES);
}

int map_picture_parse_layers(const char *list, unsigned *layers) {
  unsigned found = 0;
  for (const char *at = list;;) {
    size_t length = strcspn(at, ",");
    unsigned layer = 0;
    for (size_t i = 0; i < sizeof LAYER_NAMES / sizeof LAYER_NAMES[0]; i++)
      if (strlen(LAYER_NAMES[i].name) == length && memcmp(LAYER_NAMES[i].name, at, length) == 0)
        layer = LAYER_NAMES[i].layer;
    if (layer == 0)
      return fail_layer(at, length);
    found |= layer;
    if (at[length] == '\0')
      break;
    at += length + 1;
  }
  *layers = found;
  return EXIT_DONE;
}

/* ---- Islands ---- */

/* Colours that differ for numbers in a row: the hue steps by the golden angle. The first, mostly
 * the largest, is amber, which no terrain is. */
static struct canvas_color island_color(uint32_t island) {
  double hue = fmod((double)island * 0.61803398875 + 0.49, 1.0) * 6.0;
  double side = 1.0 - fabs(fmod(hue, 2.0) - 1.0);
  double red = hue < 1.0 || hue >= 5.0 ? 1.0 : hue < 2.0 || hue >= 4.0 ? side : 0.0;
  double green = hue >= 4.0 ? 0.0 : hue >= 1.0 && hue < 3.0 ? 1.0 : side;
  double blue = hue < 2.0 ? 0.0 : hue >= 3.0 && hue < 5.0 ? 1.0 : side;
  return (struct canvas_color){(uint8_t)(40.0 + 180.0 * red), (uint8_t)(40.0 + 160.0 * green),
                               (uint8_t)(50.0 + 190.0 * blue), 130};
}

static void draw_islands(const struct map_view *view) {
  map_view_note(view, MAP_LAYER_ISLANDS);
  for (int32_t py = 0; py < view->rect.height; py++) {
    for (int32_t px = 0; px < view->rect.width; px++) {
      const ovl_cell cell =
          map_view_cell(view, view->rect.left + px + 0.5, view->rect.top + py + 0.5);
      if (!map_view_has(view, cell))
        continue;
      uint32_t island = ovl_world_island(view->world, view->profile, cell);
      if (island != 0)
        canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, island_color(island),
                     1.0);
    }
  }
}

/* ---- All layers ---- */

/* What of the graph can be seen at this scale; what is left out is said. */
static unsigned choose_graph(const struct map_view *view, unsigned layers) {
  const unsigned small = layers & (MAP_LAYER_REGIONS | MAP_LAYER_EDGES);
  if (small != 0 && map_graph_region_pixels(view) < MAP_GRAPH_VISIBLE) {
    command_note("a region is under %.0f pixels wide here, so its borders and edges "
                 "are left out",
                 MAP_GRAPH_VISIBLE);
    layers &= ~small;
  }
  return layers & MAP_LAYERS_OF_GRAPH;
}

int map_picture_draw(const struct map_view *view, unsigned layers) {
  canvas_set_clip(view->canvas, view->rect);
  const ovl_result result = (layers & MAP_LAYER_TERRAIN) != 0 ? map_terrain_draw(view) : OVL_OK;
  bool good = result == OVL_OK;
  if (good && (layers & MAP_LAYER_ISLANDS) != 0)
    draw_islands(view);
  if (good && (layers & MAP_LAYERS_OF_GRAPH) != 0)
    good = map_graph_draw(view, choose_graph(view, layers));
  if (good && (layers & MAP_LAYER_LINKS) != 0)
    map_links_draw(view);
  canvas_clear_clip(view->canvas);
  if (result != OVL_OK && result != OVL_NO_MEMORY)
    return command_fail_result("the picture", result, NULL);
  if (!good)
    return command_fail_memory("the picture");
  return EXIT_DONE;
}

void map_picture_island_sign(struct canvas *canvas, int32_t x, int32_t y) {
  for (uint32_t i = 1; i <= 4; i++)
    canvas_fill_rect(canvas, (struct canvas_rect){x + 6 * (int32_t)i - 4, y + 1, 6, 16},
                     island_color(i));
}
