/* Pictures of squares of the plane, 256 x 256 pixels: near ones from the cells of the file, far
 * ones from the survey. */
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"
#include "tools/explorer/module/world/world_survey.h"

enum { TILE_PIXELS = 256, TILE_MOST_NEAR = 2 };

/* Layers that are drawn over the terrain, a bit each. */
enum { TILE_ISLANDS = 1, TILE_CLEARANCE = 2, TILE_HEIGHTS = 4, TILE_EXTRA = 8, TILE_BYTES = 16 };

enum {
  MOST_SPAN = TILE_PIXELS << TILE_MOST_NEAR, /* cells along a near tile */
  MOST_BODY = 16,
  UNKNOWN = 255,
  MOST_STRIDE = 4096
};

static struct {
  uint32_t palette[256];
  uint32_t pixels[TILE_PIXELS * TILE_PIXELS];
  int32_t unknown;
} tile;

/* Values of a square of cells, and a margin to the right and below for bodies. */
static uint32_t plane_a[(MOST_SPAN + MOST_BODY) * (MOST_SPAN + MOST_BODY)];
static uint32_t plane_b[(MOST_SPAN + MOST_BODY) * (MOST_SPAN + MOST_BODY)];

/* The colours of terrains, red lowest: 256 of them. The page sets them. */
EXPLORER_CALL(world_palette) uint32_t *world_palette(void) { return tile.palette; }
/* The pixels of the last tile. Number 0: how many of them are not known yet. */
EXPLORER_CALL(world_tile_pixels) const uint32_t *world_tile_pixels(void) {
  module_numbers()[0] = tile.unknown;
  return tile.pixels;
}

/* ---- Colours -------------------------------------------------------------------------------- */

/* `a`, and `share` of 256 of `b`. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t share) {
  uint32_t mixed = 0xff000000u;
  for (int shift = 0; shift < 24; shift += 8) {
    const uint32_t from = a >> shift & 0xff;
    const uint32_t to = b >> shift & 0xff;
    mixed |= ((from * (256 - share) + to * share) >> 8 & 0xff) << shift;
  }
  return mixed;
}

static uint32_t colour_of(uint32_t red, uint32_t green, uint32_t blue) {
  return 0xff000000u | blue << 16 | green << 8 | red;
}

/* A lively colour for a number, apart from the greens, blues and greys of terrains. */
static uint32_t hue_of(uint32_t number) {
  static const uint8_t hues[][3] = {{245, 60, 170}, {190, 50, 230}, {250, 110, 0},
                                    {225, 20, 50},  {255, 0, 255},  {130, 0, 190}};
  const uint8_t *hue = hues[(number * 2654435761u >> 16) % (sizeof hues / sizeof *hues)];
  return colour_of(hue[0], hue[1], hue[2]);
}

/* Cold to hot, for 0 to 255. */
static uint32_t heat_of(uint32_t value) {
  const uint32_t half = value & 127;
  return value < 128 ? mix(colour_of(40, 60, 160), colour_of(240, 200, 60), half * 2)
                     : mix(colour_of(240, 200, 60), colour_of(190, 30, 40), half * 2);
}

static bool is_cut_off(uint32_t island) { return island != 0 && island != world_largest_island(); }

/* Islands that are cut off from the largest one stand out. */
static uint32_t with_island(uint32_t colour, uint32_t island) {
  return is_cut_off(island) ? mix(colour, hue_of(island), 220) : colour;
}

/* ---- Near tiles ---- */

/* The part of a floor that a near tile shows. */
typedef struct floor_part {
  ovl_cell first;
  int32_t w, h;       /* cells of the tile */
  int32_t tall, wide; /* with a margin, as far as the floor goes */
  int32_t top;        /* its first row in the tile, cells */
  int32_t level;
  int32_t layers;
} floor_part;

static int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

static ovl_result read_part(const floor_part *part, ovl_cells cells, uint32_t *out) {
  return ovl_world_read_cells(world_shown(), world_profile(), cells, part->first, part->wide,
                              part->tall, out, (size_t)part->wide, NULL);
}

static uint32_t *pixel_of(const floor_part *part, int32_t x, int32_t y) {
  return &tile.pixels[((part->top + y) >> part->level) * TILE_PIXELS + (x >> part->level)];
}

/* Calls `paint` for one cell of each pixel: that in the middle. */
typedef uint32_t (*paint_fn)(uint32_t colour, uint32_t value);
static void paint_plane(const floor_part *part, const uint32_t *plane, paint_fn paint) {
  const int32_t step = 1 << part->level;
  const int32_t first = (step - part->top % step) % step + step / 2;
  for (int32_t y = first; y < part->h; y += step) {
    for (int32_t x = step / 2; x < part->w; x += step) {
      uint32_t *pixel = pixel_of(part, x, y);
      *pixel = paint(*pixel, plane[y * part->wide + x]);
    }
  }
}

/* The terrain: each pixel has the mean of the colours of its cells. */
static void paint_terrain(const floor_part *part) {
  const int32_t step = 1 << part->level;
  for (int32_t y = 0; y < part->h; y += step - (part->top + y) % step) {
    const int32_t rows = lesser(step - (part->top + y) % step, part->h - y);
    for (int32_t x = 0; x < part->w; x += step) {
      const int32_t columns = lesser(step, part->w - x);
      uint32_t sums[3] = {0, 0, 0};
      for (int32_t i = 0; i < rows * columns; i++) {
        const uint32_t terrain = plane_a[(y + i / columns) * part->wide + x + i % columns];
        const uint32_t colour = tile.palette[terrain & 255];
        sums[0] += colour & 255;
        sums[1] += colour >> 8 & 255;
        sums[2] += colour >> 16 & 255;
      }
      const uint32_t count = (uint32_t)(rows * columns);
      *pixel_of(part, x, y) = colour_of(sums[0] / count, sums[1] / count, sums[2] / count);
    }
  }
}

static uint32_t paint_extra(uint32_t colour, uint32_t extra) {
  return extra == 0 ? colour
                    : mix(colour, colour_of(213, 40, 120), 80 + (extra < 88 ? extra * 2 : 176));
}

static uint32_t paint_height(uint32_t colour, uint32_t height) {
  return height == 0 ? colour
                     : mix(colour, colour_of(214, 140, 70), height < 40 ? 40 + height * 5 : 240);
}

static uint32_t paint_clearance(uint32_t colour, uint32_t clearance) {
  return clearance == 0 ? colour : mix(colour, heat_of(255 - (clearance - 1) * 17), 150);
}

/* In place of weights: the side of the largest body, up to MOST_BODY, that can stand at each cell.
 */
static void make_clearance(const floor_part *part) {
  for (int32_t y = part->tall - 1; y >= 0; y--) {
    for (int32_t x = part->wide - 1; x >= 0; x--) {
      uint32_t *at = &plane_b[y * part->wide + x];
      uint32_t least = 0;
      if (x + 1 < part->wide && y + 1 < part->tall) {
        least = at[1] < at[part->wide] ? at[1] : at[part->wide];
        least = at[part->wide + 1] < least ? at[part->wide + 1] : least;
      }
      *at = *at == 0 ? 0 : least < MOST_BODY ? least + 1 : (uint32_t)MOST_BODY;
    }
  }
}

/* Dark pixels around the islands that are cut off, on cells of no island. */
static void outline_islands(const floor_part *part, const uint32_t *islands) {
  const int32_t step = 1 << part->level;
  const int32_t first = (step - part->top % step) % step + step / 2;
  for (int32_t y = first; y < part->h; y += step) {
    for (int32_t x = step / 2; x < part->w; x += step) {
      const uint32_t *at = &islands[y * part->wide + x];
      const int32_t row = step * part->wide;
      const bool is_beside =
          (x >= step && is_cut_off(at[-step])) || (x + step < part->w && is_cut_off(at[step])) ||
          (y >= step && is_cut_off(at[-row])) || (y + step < part->h && is_cut_off(at[row]));
      if (*at == 0 && is_beside) {
        *pixel_of(part, x, y) = colour_of(40, 0, 50);
      }
    }
  }
}

/* One layer over the terrain, from the cells of the file. */
static ovl_result add_layer(const floor_part *part, int32_t layer, ovl_cells cells,
                            paint_fn paint) {
  if ((part->layers & layer) == 0) {
    return OVL_OK;
  }
  const ovl_result result = read_part(part, cells, plane_b);
  if (result == OVL_OK && layer == TILE_CLEARANCE) {
    make_clearance(part);
  }
  if (result == OVL_OK) {
    paint_plane(part, plane_b, paint);
  }
  if (result == OVL_OK && layer == TILE_ISLANDS) {
    outline_islands(part, plane_b);
  }
  return result;
}

static ovl_result draw_part(const floor_part *part) {
  ovl_result result = read_part(part, OVL_CELLS_TERRAIN, plane_a);
  if (result == OVL_OK) {
    paint_terrain(part);
    result = add_layer(part, TILE_HEIGHTS, OVL_CELLS_HEIGHT, paint_height);
  }
  if (result == OVL_OK) {
    result = add_layer(part, TILE_EXTRA, OVL_CELLS_EXTRA, paint_extra);
  }
  if (result == OVL_OK) {
    result = add_layer(part, TILE_CLEARANCE, OVL_CELLS_WEIGHT, paint_clearance);
  }
  if (result == OVL_OK) {
    result = add_layer(part, TILE_ISLANDS, OVL_CELLS_ISLAND, with_island);
  }
  return result;
}

static ovl_result draw_near(int32_t level, int32_t column, int32_t row, int32_t layers) {
  const int32_t span = TILE_PIXELS << level;
  const int32_t x = column * span;
  const int32_t y = row * span;
  ovl_result result = OVL_OK;
  world_floor floor;
  for (int32_t number = 0; result == OVL_OK && world_floor_of(number, &floor); number++) {
    const int32_t first = y > floor.y ? y : floor.y;
    const int32_t end = lesser(y + span, floor.y + floor.info.height);
    if (floor.info.graph || first >= end || x >= floor.info.width) {
      continue;
    }
    floor_part part = {.first = world_cell_at(x, first), .level = level};
    part.layers = layers;
    part.w = lesser(span, floor.info.width - x);
    part.h = end - first;
    const bool has_margin = (layers & TILE_CLEARANCE) != 0;
    part.wide = has_margin ? lesser(part.w + MOST_BODY, floor.info.width - x) : part.w;
    part.tall =
        has_margin ? lesser(part.h + MOST_BODY, floor.y + floor.info.height - first) : part.h;
    part.top = first - y;
    result = draw_part(&part);
  }
  return result;
}

/* ---- Far tiles ---- */

/* For each pixel of the far tile: true if it shows an island that is cut off. */
static bool far_cut[TILE_PIXELS * TILE_PIXELS];

static uint32_t colour_of_part(uint32_t region, int32_t part, int32_t layers) {
  const uint32_t share = world_survey_share(region, part);
  const uint32_t terrain = tile.palette[world_survey_terrain(region, part)];
  uint32_t colour = share == 0 ? terrain : mix(tile.palette[0], terrain, share + 2);
  if ((layers & TILE_ISLANDS) != 0 && share != 0) {
    colour = with_island(colour, world_survey_island(region));
  }
  if ((layers & TILE_BYTES) != 0) {
    const uint32_t bytes = world_survey_bytes(region);
    colour = mix(colour, heat_of(bytes / 16 < 255 ? bytes / 16 : 255), 150);
  }
  return colour;
}

/* A region that is known, in the smallest square around a column and row; UINT32_MAX: none. */
static uint32_t known_near(int32_t rx, int32_t ry) {
  const ovl_partition_info *partition = world_partition();
  const uint32_t columns = (uint32_t)partition->regions_x;
  for (int32_t stride = 1; stride <= MOST_STRIDE; stride *= 2) {
    const uint32_t x = (uint32_t)world_survey_sample(rx, stride, partition->regions_x);
    const uint32_t y = (uint32_t)world_survey_sample(ry, stride, partition->regions_y);
    const uint32_t region = y * columns + x;
    if (world_survey_share(region, 0) != UNKNOWN) {
      return region;
    }
  }
  return UINT32_MAX;
}

static void draw_far_pixel(int32_t level, int32_t x, int32_t y, int32_t layers, uint32_t *pixel) {
  const int32_t side = world_partition()->region_cells;
  const int32_t parts = world_survey_side();
  const ovl_cell cell = world_cell_at(x, y);
  if (cell.floor < 0) {
    return;
  }
  const int32_t rx = x / side;
  const int32_t ry = y / side;
  const uint32_t exact = (uint32_t)ry * (uint32_t)world_partition()->regions_x + (uint32_t)rx;
  const uint32_t region = known_near(rx, ry);
  if (region != exact) {
    tile.unknown++;
  }
  if (region == UINT32_MAX) {
    return;
  }
  const bool is_cut = (layers & TILE_ISLANDS) != 0 && is_cut_off(world_survey_island(region));
  bool *const cut = &far_cut[pixel - tile.pixels];
  if (1 << level < side && region == exact) {
    const int32_t part = y % side * parts / side * parts + x % side * parts / side;
    *pixel = colour_of_part(region, part, layers);
    *cut = is_cut && world_survey_share(region, part) != 0;
    return;
  }
  uint32_t sums[3] = {0, 0, 0};
  for (int32_t part = 0; part < parts * parts; part++) {
    const uint32_t colour = colour_of_part(region, part, layers);
    *cut = *cut || (is_cut && world_survey_share(region, part) != 0);
    sums[0] += colour & 255;
    sums[1] += colour >> 8 & 255;
    sums[2] += colour >> 16 & 255;
  }
  const uint32_t count = (uint32_t)(parts * parts);
  *pixel = colour_of(sums[0] / count, sums[1] / count, sums[2] / count);
}

/* Dark pixels around the islands that are cut off. */
static void outline_far(void) {
  for (int32_t i = 0; i < TILE_PIXELS * TILE_PIXELS; i++) {
    const int32_t x = i % TILE_PIXELS;
    const bool is_beside =
        (x > 0 && far_cut[i - 1]) || (x + 1 < TILE_PIXELS && far_cut[i + 1]) ||
        (i >= TILE_PIXELS && far_cut[i - TILE_PIXELS]) ||
        (i + TILE_PIXELS < TILE_PIXELS * TILE_PIXELS && far_cut[i + TILE_PIXELS]);
    if (is_beside && !far_cut[i] && tile.pixels[i] != 0) {
      tile.pixels[i] = colour_of(40, 0, 50);
    }
  }
}

static void draw_far(int32_t level, int32_t column, int32_t row, int32_t layers) {
  memset(far_cut, 0, sizeof far_cut);
  for (int32_t y = 0; y < TILE_PIXELS; y++) {
    for (int32_t x = 0; x < TILE_PIXELS; x++) {
      draw_far_pixel(level, ((column * TILE_PIXELS + x) << level) + (1 << level) / 2,
                     ((row * TILE_PIXELS + y) << level) + (1 << level) / 2, layers,
                     &tile.pixels[y * TILE_PIXELS + x]);
    }
  }
  outline_far();
}

/* Draws the tile in a column and row of a level, of which a pixel has 2^level cells a side: the
 * result is an ovl_result. Levels up to TILE_MOST_NEAR are read from the file. */
EXPLORER_CALL(world_tile)
int32_t world_tile(int32_t level, int32_t column, int32_t row, int32_t layers) {
  memset(tile.pixels, 0, sizeof tile.pixels);
  tile.unknown = 0;
  if (world_shown() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  if (level <= TILE_MOST_NEAR) {
    return (int32_t)draw_near(level, column, row, layers);
  }
  if (world_survey_side() != 0) {
    draw_far(level, column, row, layers);
  }
  return OVL_OK;
}
