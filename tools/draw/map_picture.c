/* A world drawn onto a rectangle of a canvas.
 *
 * Invariant: drawing stays inside the view's rectangle, whatever part of the map it shows.
 *
 * Layers are drawn from the ground up, in one order, however they were named. Only the regions
 * that the area touches are asked for. */
#include "tools/draw/map_picture.h"

#include "overland_inspect.h"
#include "tools/base/fail.h"
#include "tools/draw/map_links.h"
#include "tools/draw/map_terrain.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Regions smaller than this on the picture would only grey it. */
#define MIN_REGION_PIXELS 3.0

static const struct canvas_color REGION_COLOR = {40, 44, 60, 90};
static const struct canvas_color EDGE_COLOR = {24, 100, 150, 255};
static const struct canvas_color WAYPOINT_COLOR = {0, 96, 104, 255};

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

int map_picture_parse_layers(const char *list, unsigned *layers) {
  unsigned found = 0;
  for (const char *at = list;;) {
    size_t length = strcspn(at, ",");
    unsigned layer = 0;
    for (size_t i = 0; i < sizeof LAYER_NAMES / sizeof LAYER_NAMES[0]; i++)
      if (strlen(LAYER_NAMES[i].name) == length && memcmp(LAYER_NAMES[i].name, at, length) == 0)
        layer = LAYER_NAMES[i].layer;
    if (layer == 0)
      return command_fail(EXIT_USAGE, "--layers: there is no layer '%.*s'; the layers are %s",
                          (int)length, at, MAP_LAYER_NAMES);
    found |= layer;
    if (at[length] == '\0')
      break;
    at += length + 1;
  }
  *layers = found;
  return EXIT_DONE;
}

struct map_view map_picture_fit(struct canvas *canvas, const ovl_world *world, struct map_area area,
                                struct canvas_rect frame) {
  struct map_view view = {.canvas = canvas, .world = world, .area = area};
  view.scale = fmin((double)frame.width / area.width, (double)frame.height / area.height);
  view.rect.width = (int32_t)fmin(fmax(floor(area.width * view.scale + 0.5), 1.0), frame.width);
  view.rect.height = (int32_t)fmin(fmax(floor(area.height * view.scale + 0.5), 1.0), frame.height);
  view.rect.left = frame.left + (frame.width - view.rect.width) / 2;
  view.rect.top = frame.top + (frame.height - view.rect.height) / 2;
  return view;
}

struct canvas_point map_picture_place(const struct map_view *view, double x, double y) {
  return (struct canvas_point){view->rect.left + (x - view->area.x) * view->scale,
                               view->rect.top + (y - view->area.y) * view->scale};
}

struct canvas_point map_picture_centre(const struct map_view *view, ovl_cell cell) {
  return map_picture_place(view, cell.x + 0.5, cell.y + 0.5);
}

/* A waypoint that is a link is shown at its end on the floor of the view. */
static struct canvas_point middle(const struct map_view *view, const ovl_waypoint *waypoint) {
  const ovl_cell *first = &waypoint->first;
  const ovl_cell *second = &waypoint->second;
  if (first->floor != second->floor || abs(first->x - second->x) > 1 ||
      abs(first->y - second->y) > 1)
    return map_picture_centre(view, first->floor == view->area.floor ? *first : *second);
  return map_picture_place(view, (first->x + second->x + 1) / 2.0,
                           (first->y + second->y + 1) / 2.0);
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
  for (int32_t py = 0; py < view->rect.height; py++) {
    for (int32_t px = 0; px < view->rect.width; px++) {
      ovl_cell cell = {view->area.x + (int32_t)((px + 0.5) / view->scale),
                       view->area.y + (int32_t)((py + 0.5) / view->scale), view->area.floor};
      uint32_t island = ovl_world_island(view->world, view->profile, cell);
      if (island != 0)
        canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, island_color(island),
                     1.0);
    }
  }
}

/* ---- Regions, edges, waypoints ---- */

static void draw_regions(const struct map_view *view, int32_t region_cells) {
  struct canvas_rect line = {view->rect.left, view->rect.top, 1, view->rect.height};
  const struct map_area *area = &view->area;
  for (int32_t x = area->x / region_cells + 1; x * region_cells < area->x + area->width; x++) {
    line.left = (int32_t)(map_picture_place(view, x * (double)region_cells, 0).x + 0.5);
    canvas_fill_rect(view->canvas, line, REGION_COLOR);
  }
  line = (struct canvas_rect){view->rect.left, view->rect.top, view->rect.width, 1};
  for (int32_t y = area->y / region_cells + 1; y * region_cells < area->y + area->height; y++) {
    line.top = (int32_t)(map_picture_place(view, 0, y * (double)region_cells).y + 0.5);
    canvas_fill_rect(view->canvas, line, REGION_COLOR);
  }
}

/* Room for what one region holds; it grows to the fullest region. */
struct region_room {
  int32_t region_cells;
  ovl_waypoint *waypoints;
  size_t waypoint_capacity;
  ovl_edge *edges;
  size_t edge_capacity;
};

static bool draw_region_waypoints(const struct map_view *view, int32_t region,
                                  struct region_room *room) {
  size_t count = ovl_world_waypoints(view->world, view->profile, region, room->waypoints,
                                     room->waypoint_capacity);
  if (count > room->waypoint_capacity) {
    free(room->waypoints);
    room->waypoint_capacity = count * 2;
    room->waypoints = malloc(room->waypoint_capacity * sizeof *room->waypoints);
    if (room->waypoints == NULL)
      return false;
    count = ovl_world_waypoints(view->world, view->profile, region, room->waypoints,
                                room->waypoint_capacity);
  }
  double radius = fmin(fmax(view->scale * room->region_cells / 20.0, 0.4), 5.0);
  for (size_t i = 0; i < count; i++)
    canvas_disc(view->canvas, middle(view, &room->waypoints[i]), radius, WAYPOINT_COLOR);
  return true;
}

static bool draw_region_edges(const struct map_view *view, int32_t region,
                              struct region_room *room) {
  size_t count =
      ovl_world_edges(view->world, view->profile, region, room->edges, room->edge_capacity);
  if (count > room->edge_capacity) {
    free(room->edges);
    room->edge_capacity = count * 2;
    room->edges = malloc(room->edge_capacity * sizeof *room->edges);
    if (room->edges == NULL)
      return false;
    count = ovl_world_edges(view->world, view->profile, region, room->edges, room->edge_capacity);
  }
  /* Many edges in little room are pale, so that the ground still shows. */
  double room_share = fmin(view->scale * room->region_cells / 40.0, 1.0);
  struct canvas_color color = EDGE_COLOR;
  color.alpha = (uint8_t)(room_share * fmin(fmax(24000.0 / ((double)count + 1.0), 22.0), 170.0));
  for (size_t i = 0; i < count; i++) {
    const ovl_edge *edge = &room->edges[i];
    bool is_forward = edge->from.region != edge->to.region ? edge->from.region < edge->to.region
                                                           : edge->from.number < edge->to.number;
    if (is_forward)
      canvas_line(view->canvas, middle(view, &edge->from), middle(view, &edge->to), 1.0, color);
  }
  return true;
}

static bool draw_graph(const struct map_view *view, const ovl_world_info *info, unsigned layer) {
  struct region_room room = {.region_cells = info->region_cells};
  const struct map_area *area = &view->area;
  int32_t side = info->region_cells;
  /* A waypoint on the area's left or upper border belongs to the region beyond. */
  int32_t first_x = area->x / side > 0 ? area->x / side - 1 : 0;
  int32_t first_y = area->y / side > 0 ? area->y / side - 1 : 0;
  int32_t last_x = (area->x + area->width - 1) / side;
  int32_t last_y = (area->y + area->height - 1) / side;
  ovl_floor_info floor = {0};
  ovl_world_floor(view->world, area->floor, &floor);
  bool good = true;
  for (int32_t ry = first_y; good && ry <= last_y; ry++)
    for (int32_t rx = first_x; good && rx <= last_x; rx++) {
      int32_t region = (floor.region_row + ry) * info->regions_x + rx;
      good = layer == MAP_LAYER_EDGES ? draw_region_edges(view, region, &room)
                                      : draw_region_waypoints(view, region, &room);
    }
  free(room.waypoints);
  free(room.edges);
  return good;
}

int map_picture_draw(const struct map_view *view, unsigned layers) {
  ovl_world_info info;
  ovl_world_describe(view->world, &info);
  unsigned small = layers & (MAP_LAYER_REGIONS | MAP_LAYER_EDGES);
  if (small != 0 && info.region_cells * view->scale < MIN_REGION_PIXELS) {
    fprintf(stderr,
            "overland: a region is under %.0f pixels wide here, so its borders and edges "
            "are left out\n",
            MIN_REGION_PIXELS);
    layers &= ~small;
  }
  canvas_set_clip(view->canvas, view->rect);
  const ovl_result result = (layers & MAP_LAYER_TERRAIN) != 0 ? map_terrain_draw(view) : OVL_OK;
  bool good = result == OVL_OK;
  if ((layers & MAP_LAYER_ISLANDS) != 0)
    draw_islands(view);
  if ((layers & MAP_LAYER_REGIONS) != 0)
    draw_regions(view, info.region_cells);
  if (good && (layers & MAP_LAYER_EDGES) != 0)
    good = draw_graph(view, &info, MAP_LAYER_EDGES);
  if (good && (layers & MAP_LAYER_WAYPOINTS) != 0)
    good = draw_graph(view, &info, MAP_LAYER_WAYPOINTS);
  if ((layers & MAP_LAYER_LINKS) != 0)
    map_links_draw(view);
  canvas_clear_clip(view->canvas);
  if (result != OVL_OK && result != OVL_NO_MEMORY)
    return command_fail_result("the picture", result, NULL);
  if (!good)
    return command_fail_memory("the picture");
  return EXIT_DONE;
}

/* ---- Sets of cells ---- */

bool map_picture_cover_create(struct map_cover *cover, const struct map_view *view) {
  cover->width = view->rect.width;
  cover->height = view->rect.height;
  cover->share = calloc((size_t)cover->width * (size_t)cover->height, sizeof *cover->share);
  return cover->share != NULL;
}

void map_picture_cover_add(struct map_cover *cover, const struct map_view *view, ovl_cell cell) {
  double left = fmax((cell.x - view->area.x) * view->scale, 0.0);
  double top = fmax((cell.y - view->area.y) * view->scale, 0.0);
  double right = fmin((cell.x - view->area.x + 1) * view->scale, cover->width);
  double bottom = fmin((cell.y - view->area.y + 1) * view->scale, cover->height);
  for (int32_t py = (int32_t)top; py < bottom; py++) {
    double share_y = fmin(bottom, py + 1.0) - fmax(top, (double)py);
    for (int32_t px = (int32_t)left; px < right; px++) {
      double share_x = fmin(right, px + 1.0) - fmax(left, (double)px);
      cover->share[(size_t)py * (size_t)cover->width + (size_t)px] += (float)(share_x * share_y);
    }
  }
}

void map_picture_cover_finish(struct map_cover *cover, const struct map_view *view,
                              struct canvas_color color) {
  for (int32_t py = 0; py < cover->height; py++)
    for (int32_t px = 0; px < cover->width; px++)
      canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, color,
                   cover->share[(size_t)py * (size_t)cover->width + (size_t)px]);
  free(cover->share);
  cover->share = NULL;
}
