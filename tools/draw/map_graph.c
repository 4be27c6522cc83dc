/* The coarse tier drawn over the picture of a map: see map_graph.h.
 *
 * Invariant: the edges of a region are drawn inside it, from the cell where one waypoint leaves it
 * to the cell where another does, in a colour that no region beside it has. So the clique of one
 * region reads as one, and the two edges of a pair of waypoints on one border lie apart.
 *
 * Edges of one colour are drawn onto a mask, which is laid over the map in one go: where lines
 * cross they do not become darker, and many of them leave the ground visible. The colours are from
 * the set of Okabe and Ito ("Color Universal Design", 2008), which is told apart without full
 * colour vision. */
#include "tools/draw/map_graph.h"

#include "overland_inspect.h"

#include <math.h>
#include <stdlib.h>

#define EDGE_COLORS 4
#define BORDER_ALPHA 110

static const struct canvas_color BLACK = {0, 0, 0, 255};
static const struct canvas_color WAYPOINT_COLOR = {36, 40, 52, 255};
static const struct canvas_color EDGE_COLOR[EDGE_COLORS] = {
    {0, 114, 178, 190}, {213, 94, 0, 190}, {0, 140, 100, 190}, {170, 70, 140, 190}};

double map_graph_region_pixels(const struct map_view *view) {
  ovl_world_info info;
  ovl_world_describe(view->world, &info);
  return info.partition.region_cells * view->scale;
}

/* ---- Regions ---- */

/* Dark over light ground and light over dark: no one colour shows on both. */
static void draw_border(struct canvas *canvas, struct canvas_rect line, uint8_t alpha) {
  const struct canvas_color dark = {30, 34, 50, alpha};
  const struct canvas_color light = {255, 255, 255, alpha};
  for (int32_t y = line.top; y < line.top + line.height; y++)
    for (int32_t x = line.left; x < line.left + line.width; x++)
      canvas_blend(canvas, x, y, canvas_lightness(canvas, x, y) > 128 ? dark : light, 1.0);
}

/* A border of regions of hexagons leans; it passes through the hexagons beside it. */
static void draw_leaning(const struct map_view *view, struct canvas_point from,
                         struct canvas_point to, uint8_t alpha) {
  const int32_t steps = (int32_t)fmax(fabs(to.x - from.x), fabs(to.y - from.y)) + 1;
  for (int32_t i = 0; i < steps; i++) {
    const double share = (double)i / steps;
    const struct canvas_rect pixel = {(int32_t)(from.x + (to.x - from.x) * share),
                                      (int32_t)(from.y + (to.y - from.y) * share), 1, 1};
    draw_border(view->canvas, pixel, alpha);
  }
}

static void draw_regions(const struct map_view *view, int32_t region_cells) {
  ovl_floor_info floor;
  ovl_world_floor(view->world, view->area.floor, &floor);
  const ovl_cell corner = floor.corner;
  struct canvas_rect line = {view->rect.left, view->rect.top, 1, view->rect.height};
  const struct map_area *area = &view->area;
  /* Many lines are faint, so that the ground still shows. */
  const uint8_t alpha = (uint8_t)fmin(30.0 + 2.0 * region_cells * view->scale, BORDER_ALPHA);
  for (int32_t x = area->x - (area->x - corner.x) % region_cells + region_cells;
       x < area->x + area->width; x += region_cells) {
    line.left = (int32_t)(map_view_place(view, x, 0).x + 0.5);
    if (view->is_hexagonal)
      draw_leaning(view, map_view_place(view, x, area->y),
                   map_view_place(view, x, area->y + area->height), alpha);
    else
      draw_border(view->canvas, line, alpha);
    map_view_note(view, MAP_LAYER_REGIONS);
  }
  line = (struct canvas_rect){view->rect.left, view->rect.top, view->rect.width, 1};
  for (int32_t y = area->y - (area->y - corner.y) % region_cells + region_cells;
       y < area->y + area->height; y += region_cells) {
    line.top = (int32_t)(map_view_place(view, 0, y).y + 0.5);
    if (view->is_hexagonal)
      draw_leaning(view, map_view_place(view, area->x, y),
                   map_view_place(view, area->x + area->width, y), alpha);
    else
      draw_border(view->canvas, line, alpha);
    map_view_note(view, MAP_LAYER_REGIONS);
  }
}

/* ---- What one region holds ---- */

/* The regions that an area touches, and room for what one of them holds, which grows to the fullest
 * of them. */
struct region_walk {
  ovl_cell corner; /* of the floor */
  int32_t region_cells, regions_x, region_row;
  int32_t first_x, first_y, last_x, last_y; /* all included */
  ovl_waypoint *waypoints;
  size_t waypoint_capacity;
  ovl_edge *edges;
  size_t edge_capacity;
};

static struct region_walk begin_walk(const struct map_view *view, const ovl_world_info *info) {
  const struct map_area *area = &view->area;
  const int32_t side = info->partition.region_cells;
  ovl_floor_info floor = {0};
  ovl_world_floor(view->world, area->floor, &floor);
  const int32_t left = area->x - floor.corner.x, top = area->y - floor.corner.y;
  return (struct region_walk){.corner = floor.corner,
                              .region_cells = side,
                              .regions_x = info->partition.regions_x,
                              .region_row = floor.region_row,
                              .first_x = left / side,
                              .first_y = top / side,
                              .last_x = (left + area->width - 1) / side,
                              .last_y = (top + area->height - 1) / side};
}

static int32_t walk_region(const struct region_walk *walk, int32_t x, int32_t y) {
  return (walk->region_row + y) * walk->regions_x + x;
}

/* Fills walk->waypoints; false if there is no memory. */
static bool read_waypoints(const struct map_view *view, int32_t region, struct region_walk *walk,
                           size_t *count) {
  while ((*count = ovl_world_waypoints(view->world, view->profile, region, walk->waypoints,
                                       walk->waypoint_capacity)) > walk->waypoint_capacity) {
    free(walk->waypoints);
    walk->waypoint_capacity = *count * 2;
    walk->waypoints = malloc(walk->waypoint_capacity * sizeof *walk->waypoints);
    if (walk->waypoints == NULL)
      return false;
  }
  return true;
}

/* Fills walk->edges; false if there is no memory. */
static bool read_edges(const struct map_view *view, int32_t region, struct region_walk *walk,
                       size_t *count) {
  while ((*count = ovl_world_edges(view->world, view->profile, region, walk->edges,
                                   walk->edge_capacity)) > walk->edge_capacity) {
    free(walk->edges);
    walk->edge_capacity = *count * 2;
    walk->edges = malloc(walk->edge_capacity * sizeof *walk->edges);
    if (walk->edges == NULL)
      return false;
  }
  return true;
}

/* ---- Waypoints ---- */

static void draw_waypoint(struct canvas *canvas, struct canvas_point place, double radius) {
  if (radius >= 1.5)
    canvas_disc(canvas, place, radius + 1.0, CANVAS_WHITE);
  canvas_disc(canvas, place, radius, WAYPOINT_COLOR);
}

/* A waypoint on the area's left or upper border belongs to the region beyond. */
static bool draw_waypoints(const struct map_view *view, struct region_walk *walk) {
  const double radius = fmin(fmax(view->scale * walk->region_cells / 24.0, 0.4), 3.5);
  for (int32_t y = walk->first_y > 0 ? walk->first_y - 1 : 0; y <= walk->last_y; y++)
    for (int32_t x = walk->first_x > 0 ? walk->first_x - 1 : 0; x <= walk->last_x; x++) {
      size_t count;
      if (!read_waypoints(view, walk_region(walk, x, y), walk, &count))
        return false;
      for (size_t i = 0; i < count; i++)
        draw_waypoint(view->canvas,
                      map_view_between(view, walk->waypoints[i].first, walk->waypoints[i].second),
                      radius);
      if (count > 0)
        map_view_note(view, MAP_LAYER_WAYPOINTS);
    }
  return true;
}

/* ---- Edges ---- */

static bool lies_in(const struct region_walk *walk, ovl_cell cell, int32_t x, int32_t y) {
  return (cell.x - walk->corner.x) / walk->region_cells == x &&
         (cell.y - walk->corner.y) / walk->region_cells == y;
}

/* Where a waypoint's side of the region lies. */
static struct canvas_point side_of(const struct map_view *view, const struct region_walk *walk,
                                   const ovl_waypoint *waypoint, int32_t x, int32_t y) {
  const bool first =
      waypoint->first.floor == view->area.floor && lies_in(walk, waypoint->first, x, y);
  return map_view_centre(view, first ? waypoint->first : waypoint->second);
}

/* Draws the edges of one region onto the mask: the more there are, the paler. */
static bool mask_region(const struct map_view *mask, struct region_walk *walk, int32_t x,
                        int32_t y) {
  size_t count;
  if (!read_edges(mask, walk_region(walk, x, y), walk, &count))
    return false;
  const double side = walk->region_cells * mask->scale;
  const double pale = fmin(fmax(2.5 * side / ((double)count / 2.0 + 1.0), 0.3), 1.0);
  const uint8_t grey = (uint8_t)(255.0 * pale);
  for (size_t i = 0; i < count; i++) {
    const ovl_edge *edge = &walk->edges[i];
    const bool is_forward = edge->from.region != edge->to.region
                                ? edge->from.region < edge->to.region
                                : edge->from.number < edge->to.number;
    if (is_forward)
      canvas_line(mask->canvas, side_of(mask, walk, &edge->from, x, y),
                  side_of(mask, walk, &edge->to, x, y), 1.0,
                  (struct canvas_color){grey, grey, grey, 255});
  }
  if (count > 0)
    map_view_note(mask, MAP_LAYER_EDGES);
  return true;
}

/* Regions of one colour lie two apart, so their edges never meet. */
static bool draw_edges_of_color(const struct map_view *view, const struct map_view *mask,
                                struct region_walk *walk, int32_t color) {
  canvas_fill_rect(mask->canvas, mask->rect, BLACK);
  for (int32_t y = walk->first_y; y <= walk->last_y; y++)
    for (int32_t x = walk->first_x; x <= walk->last_x; x++)
      if (x % 2 + 2 * (y % 2) == color && !mask_region(mask, walk, x, y))
        return false;
  for (int32_t py = 0; py < mask->rect.height; py++)
    for (int32_t px = 0; px < mask->rect.width; px++) {
      const double share = canvas_lightness(mask->canvas, px, py) / 255.0;
      canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, EDGE_COLOR[color],
                   share);
    }
  return true;
}

static bool draw_edges(const struct map_view *view, struct region_walk *walk) {
  struct canvas canvas;
  if (!canvas_create(&canvas, view->rect.width, view->rect.height, BLACK))
    return false;
  struct map_view mask = *view;
  mask.canvas = &canvas;
  mask.rect = (struct canvas_rect){0, 0, view->rect.width, view->rect.height};
  bool good = true;
  for (int32_t color = 0; color < EDGE_COLORS && good; color++)
    good = draw_edges_of_color(view, &mask, walk, color);
  canvas_destroy(&canvas);
  return good;
}

/* ---- All of it ---- */

bool map_graph_draw(const struct map_view *view, unsigned layers) {
  ovl_world_info info;
  ovl_world_describe(view->world, &info);
  struct region_walk walk = begin_walk(view, &info);
  bool good = true;
  if ((layers & MAP_LAYER_REGIONS) != 0)
    draw_regions(view, info.partition.region_cells);
  if ((layers & MAP_LAYER_EDGES) != 0)
    good = draw_edges(view, &walk);
  if (good && (layers & MAP_LAYER_WAYPOINTS) != 0)
    good = draw_waypoints(view, &walk);
  free(walk.waypoints);
  free(walk.edges);
  return good;
}

void map_graph_sign(struct canvas *canvas, enum map_layer layer, int32_t x, int32_t y) {
  const struct canvas_rect left = {x + 2, y + 1, 12, 16};
  const struct canvas_rect right = {x + 14, y + 1, 12, 16};
  if (layer == MAP_LAYER_REGIONS) {
    canvas_fill_rect(canvas, left, (struct canvas_color){233, 227, 212, 255});
    canvas_fill_rect(canvas, right, (struct canvas_color){86, 88, 96, 255});
    draw_border(canvas, (struct canvas_rect){x + 2, y + 6, 24, 1}, BORDER_ALPHA);
    draw_border(canvas, (struct canvas_rect){x + 8, y + 1, 1, 16}, BORDER_ALPHA);
    draw_border(canvas, (struct canvas_rect){x + 20, y + 1, 1, 16}, BORDER_ALPHA);
  } else if (layer == MAP_LAYER_WAYPOINTS) {
    draw_waypoint(canvas, (struct canvas_point){x + 14.0, y + 9.0}, 3.5);
  } else if (layer == MAP_LAYER_EDGES) {
    for (int32_t i = 0; i < EDGE_COLORS; i++)
      canvas_line(canvas, (struct canvas_point){x + 2.0, y + 2.5 + 4.0 * i},
                  (struct canvas_point){x + 26.0, y + 2.5 + 4.0 * i}, 1.5, EDGE_COLOR[i]);
  }
}
