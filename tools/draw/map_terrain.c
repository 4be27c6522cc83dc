/* Terrain drawn at any scale.
 *
 * Invariant: every pixel is the mean colour of the cells under it, each by the area that it covers
 * of the pixel. So a map scaled down keeps its thin walls as a shade, and one scaled up has clean
 * edges. Both are the same sum.
 *
 * Cells are read in strips, so a map 65,536 cells wide takes a few megabytes. Where a pixel covers
 * very many rows, some are skipped: sixteen give the mean as well. */
#include "tools/draw/map_terrain.h"

#include "overland_inspect.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRIP_ROWS 32
#define ROWS_PER_PIXEL 16
#define EDGED_PIXELS 7.0 /* hexagons so wide have edges */
#define EDGE_PIXELS 0.6

struct shade {
  float red, green, blue;
};

struct terrain_painter {
  const struct map_view *view;
  ovl_cell corner; /* of the floor */
  struct shade palette[256];
  bool occurs[256];
  uint8_t *strip; /* STRIP_ROWS rows of the area */
  int32_t strip_y;
  int32_t strip_rows;
  bool heights;            /* slopes are shaded */
  struct shade *row_means; /* a pixel each, of the cell row `row_y` */
  int32_t row_y;
  struct shade *sums; /* a pixel each, of the pixel row that is being made */
  ovl_result result;  /* what is wrong with the world, or with memory */
};

/* The terrains of the MovingAI format, which have the same colours in all pictures. */
static const struct known_terrain {
  char letter;
  const char *name;
  struct shade shade;
} KNOWN[] = {{'.', "ground", {233, 227, 212}}, {'G', "grass", {213, 220, 186}},
             {'S', "swamp", {183, 186, 150}},  {'W', "water", {140, 172, 192}},
             {'T', "trees", {128, 156, 122}},  {'@', "rock", {86, 88, 96}},
             {'O', "outside", {66, 66, 72}}};

/* Of other terrains those that can be crossed are light, those that block dark. Numbers in a
 * row have different hues, which alternate between warm and cold. */
static const struct shade LIGHT[] = {{216, 212, 206}, {236, 229, 210}, {180, 212, 240},
                                     {250, 204, 160}, {196, 230, 176}, {252, 238, 150},
                                     {156, 208, 206}, {242, 178, 178}, {184, 184, 228},
                                     {214, 192, 146}, {190, 176, 172}};
static const struct shade DARK[] = {{74, 76, 84},   {128, 86, 62},  {50, 92, 114},  {118, 46, 54},
                                    {92, 108, 58},  {58, 62, 110},  {142, 98, 106}, {48, 74, 62},
                                    {126, 118, 78}, {92, 116, 138}, {84, 62, 52}};

static const struct known_terrain *find_known(int terrain) {
  for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
    if (KNOWN[i].letter == terrain)
      return &KNOWN[i];
  return NULL;
}

void map_terrain_hues(const ovl_world *world, uint8_t hues[256]) {
  int rank = 1; /* bytes from 1 on keep their hues */
  bool crossed[256] = {false};
  ovl_profile_info info;
  for (int32_t profile = 0; ovl_world_profile(world, profile, &info); profile++)
    for (int terrain = 0; terrain < 256; terrain++)
      crossed[terrain] = crossed[terrain] || info.def.weights[terrain] != 0;
  for (int terrain = 0; terrain < 256; terrain++)
    hues[terrain] = (uint8_t)(crossed[terrain] && find_known(terrain) == NULL ? rank++ : terrain);
}

static struct shade terrain_shade(int terrain, uint8_t hue, uint8_t weight) {
  const struct known_terrain *known = find_known(terrain);
  if (known != NULL)
    return known->shade;
  if (weight == 0)
    return DARK[hue % (sizeof DARK / sizeof DARK[0])];
  /* The darker the more it costs. */
  const struct shade shade = LIGHT[hue % (sizeof LIGHT / sizeof LIGHT[0])];
  const float dark = fminf(log2f((float)weight / (float)OVL_PLAIN_WEIGHT) * 0.06F, 0.25F);
  const float light = 1.0F - fmaxf(dark, 0.0F);
  return (struct shade){shade.red * light, shade.green * light, shade.blue * light};
}

void map_terrain_name(int terrain, double weight, char *text, size_t capacity) {
  const struct known_terrain *known = find_known(terrain);
  char name[32];
  char cost[32] = "";
  if (known != NULL)
    snprintf(name, sizeof name, "%s", known->name);
  else if (terrain > ' ' && terrain < 127)
    snprintf(name, sizeof name, "terrain '%c'", terrain);
  else
    snprintf(name, sizeof name, "terrain %d", terrain);
  if (weight <= 0)
    snprintf(cost, sizeof cost, " (blocks)");
  else if (weight < 1 || weight > 1)
    snprintf(cost, sizeof cost, " (cost %g)", weight);
  snprintf(text, capacity, "%s%s", name, cost);
}

struct canvas_color map_terrain_color(int terrain, uint8_t hue, uint8_t weight) {
  struct shade shade = terrain_shade(terrain, hue, weight);
  return (struct canvas_color){(uint8_t)shade.red, (uint8_t)shade.green, (uint8_t)shade.blue, 255};
}

static bool painter_create(struct terrain_painter *painter, const struct map_view *view) {
  memset(painter, 0, sizeof *painter);
  painter->view = view;
  painter->row_y = -1;
  size_t pixels = (size_t)view->rect.width;
  const int32_t rows = view->is_hexagonal ? view->area.height : STRIP_ROWS;
  painter->strip = malloc((size_t)view->area.width * (size_t)rows);
  painter->row_means = malloc(pixels * sizeof(struct shade));
  painter->sums = malloc(pixels * sizeof(struct shade));
  ovl_profile_info *info = calloc(1, sizeof *info);
  bool good =
      painter->strip != NULL && painter->row_means != NULL && painter->sums != NULL && info != NULL;
  if (good) {
    ovl_floor_info floor = {0};
    ovl_world_profile(view->world, view->profile, info);
    uint8_t hues[256];
    map_terrain_hues(view->world, hues);
    for (int letter = 0; letter < 256; letter++)
      painter->palette[letter] = terrain_shade(letter, hues[letter], info->def.weights[letter]);
    painter->heights = ovl_world_floor(view->world, view->area.floor, &floor) && floor.heights;
    painter->corner = floor.corner;
  }
  free(info);
  return good;
}

static void painter_destroy(struct terrain_painter *painter) {
  free(painter->strip);
  free(painter->row_means);
  free(painter->sums);
}

static const uint8_t *cell_row(struct terrain_painter *painter, int32_t row) {
  const struct map_area *area = &painter->view->area;
  if (row < painter->strip_y || row >= painter->strip_y + painter->strip_rows) {
    /* Strips begin where rows of regions do, whatever the area, so none is unpacked twice. */
    int32_t begin = row - (area->y - painter->corner.y + row) % STRIP_ROWS;
    painter->strip_y = begin > 0 ? begin : 0;
    int32_t end = begin + STRIP_ROWS < area->height ? begin + STRIP_ROWS : area->height;
    painter->strip_rows = end - painter->strip_y;
    const ovl_result result = ovl_world_read_terrain(
        painter->view->world, (ovl_cell){area->x, area->y + painter->strip_y, area->floor},
        area->width, painter->strip_rows, painter->strip, (size_t)area->width, NULL);
    if (result != OVL_OK) {
      painter->result = result;
      memset(painter->strip, 0, (size_t)area->width * (size_t)painter->strip_rows);
    }
  }
  return painter->strip + (size_t)(row - painter->strip_y) * (size_t)area->width;
}

/* What a pixel covers: the cells from floor(low) on, the first and last of them in part. */
struct cover_range {
  double low, high;
  int32_t first, last;
};

static struct cover_range pixel_range(int32_t pixel, double scale, int32_t cell_count) {
  struct cover_range range;
  range.low = fmin(pixel / scale, cell_count - 1.0);
  range.high = fmin((pixel + 1) / scale, (double)cell_count);
  range.first = (int32_t)floor(range.low);
  range.last = (int32_t)ceil(range.high) - 1;
  if (range.last < range.first)
    range.last = range.first;
  return range;
}

static float share_of(const struct cover_range *range, int32_t cell) {
  return (float)(fmin(range->high, cell + 1.0) - fmax(range->low, (double)cell));
}

static void add_shade(struct shade *sum, struct shade shade, float share) {
  sum->red += shade.red * share;
  sum->green += shade.green * share;
  sum->blue += shade.blue * share;
}

/* A cell's colour: light where the ground rises towards the east, dark where it falls, as if the
 * sun stood in the west. */
static struct shade cell_shade(struct terrain_painter *painter, const uint8_t *cells, int32_t x,
                               int32_t row) {
  struct shade shade = painter->palette[cells[x]];
  painter->occurs[cells[x]] = true;
  const struct map_area *area = &painter->view->area;
  const ovl_cell cell = {area->x + x, area->y + row, area->floor};
  const ovl_cell west = {cell.x - (cell.x > painter->corner.x ? 1 : 0), cell.y, cell.floor};
  if (!painter->heights)
    return shade;
  const int32_t rise =
      ovl_world_height(painter->view->world, cell) - ovl_world_height(painter->view->world, west);
  const float light = 1.0F + fmaxf(fminf((float)rise * 0.04F, 0.25F), -0.3F);
  return (struct shade){fminf(shade.red * light, 255.0F), fminf(shade.green * light, 255.0F),
                        fminf(shade.blue * light, 255.0F)};
}

/* Means of one cell row under each pixel column. */
static void average_row(struct terrain_painter *painter, int32_t row) {
  if (painter->row_y == row)
    return;
  painter->row_y = row;
  const struct map_view *view = painter->view;
  const uint8_t *cells = cell_row(painter, row);
  for (int32_t px = 0; px < view->rect.width; px++) {
    struct cover_range range = pixel_range(px, view->scale, view->area.width);
    struct shade sum = {0, 0, 0};
    float total = share_of(&range, range.first);
    add_shade(&sum, cell_shade(painter, cells, range.first, row), total);
    for (int32_t x = range.first + 1; x < range.last; x++)
      add_shade(&sum, cell_shade(painter, cells, x, row), 1.0F);
    if (range.last > range.first) {
      float share = share_of(&range, range.last);
      add_shade(&sum, cell_shade(painter, cells, range.last, row), share);
      total += share + (float)(range.last - range.first - 1);
    }
    float scale = 1.0F / total;
    painter->row_means[px] = (struct shade){sum.red * scale, sum.green * scale, sum.blue * scale};
  }
}

static void paint_pixel_row(struct terrain_painter *painter, int32_t py) {
  const struct map_view *view = painter->view;
  struct cover_range range = pixel_range(py, view->scale, view->area.height);
  int32_t step = 1 + (range.last - range.first) / ROWS_PER_PIXEL;
  float total = 0;
  memset(painter->sums, 0, (size_t)view->rect.width * sizeof(struct shade));
  for (int32_t y = range.first; y <= range.last; y += step) {
    float share = share_of(&range, y);
    total += share;
    average_row(painter, y);
    for (int32_t px = 0; px < view->rect.width; px++)
      add_shade(&painter->sums[px], painter->row_means[px], share);
  }
  for (int32_t px = 0; px < view->rect.width; px++) {
    struct shade sum = painter->sums[px];
    struct canvas_color color = {(uint8_t)(sum.red / total + 0.5F),
                                 (uint8_t)(sum.green / total + 0.5F),
                                 (uint8_t)(sum.blue / total + 0.5F), 255};
    canvas_blend(view->canvas, view->rect.left + px, view->rect.top + py, color, 1.0);
  }
}

/* ---- Hexagons ---- */

#define SAMPLES 3 /* a side of a pixel */

/* Reads all of the area: a row of pixels passes several rows of hexagons. */
static void read_area(struct terrain_painter *painter) {
  const struct map_area *area = &painter->view->area;
  painter->strip_y = 0;
  painter->strip_rows = area->height;
  painter->result =
      ovl_world_read_terrain(painter->view->world, (ovl_cell){area->x, area->y, area->floor},
                             area->width, area->height, painter->strip, (size_t)area->width, NULL);
}

/* The shade of a place, darker at the edges of hexagons that are large enough. */
static struct shade shade_at(struct terrain_painter *painter, double x, double y) {
  const struct map_view *view = painter->view;
  const ovl_cell cell = map_view_cell(view, x, y);
  const struct shade background = {CANVAS_BACKGROUND.red, CANVAS_BACKGROUND.green,
                                   CANVAS_BACKGROUND.blue};
  if (!map_view_has(view, cell))
    return background;
  const int32_t row = cell.y - view->area.y, column = cell.x - view->area.x;
  const uint8_t *cells = cell_row(painter, row);
  if (cells[column] == 0) /* void beside the map */
    return background;
  const struct shade shade = cell_shade(painter, cells, column, row);
  const bool is_edge =
      view->scale >= EDGED_PIXELS && map_view_inside(view, cell, x, y) * view->scale < EDGE_PIXELS;
  const float light = is_edge ? 0.82F : 1.0F;
  return (struct shade){shade.red * light, shade.green * light, shade.blue * light};
}

static void paint_hexagons(struct terrain_painter *painter) {
  const struct map_view *view = painter->view;
  for (int32_t py = view->rect.top; py < view->rect.top + view->rect.height; py++)
    for (int32_t px = view->rect.left; px < view->rect.left + view->rect.width; px++) {
      struct shade sum = {0, 0, 0};
      for (int32_t i = 0; i < SAMPLES * SAMPLES; i++) {
        const int32_t column = i % SAMPLES, row = i / SAMPLES;
        add_shade(&sum,
                  shade_at(painter, px + (column + 0.5) / SAMPLES, py + (row + 0.5) / SAMPLES),
                  1.0F / (SAMPLES * SAMPLES));
      }
      const struct canvas_color color = {(uint8_t)(sum.red + 0.5F), (uint8_t)(sum.green + 0.5F),
                                         (uint8_t)(sum.blue + 0.5F), 255};
      canvas_blend(view->canvas, px, py, color, 1.0);
    }
}

ovl_result map_terrain_draw(const struct map_view *view) {
  struct terrain_painter painter;
  if (!painter_create(&painter, view))
    painter.result = OVL_NO_MEMORY;
  if (painter.result == OVL_OK && view->is_hexagonal) {
    read_area(&painter);
    if (painter.result == OVL_OK)
      paint_hexagons(&painter);
  }
  for (int32_t py = 0; painter.result == OVL_OK && !view->is_hexagonal && py < view->rect.height;
       py++)
    paint_pixel_row(&painter, py);
  map_view_note(view, MAP_LAYER_TERRAIN);
  for (int terrain = 0; view->shown != NULL && terrain < 256; terrain++)
    view->shown->terrains[terrain] |= painter.occurs[terrain];
  painter_destroy(&painter);
  return painter.result;
}
