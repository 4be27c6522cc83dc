/* Continents: land and sea with bays, mountain ranges with passes, lakes,
 * forests and swamps.
 *
 * Each is a threshold on smooth noise. Height tells land from sea. A range
 * stands where a second noise is near 0, which is a net of winding lines; a
 * third noise makes it wide, narrow or, at a pass, no range at all. Lakes,
 * forests and swamps have a noise each; the woods are full of holes from a fine
 * noise of their own.
 *
 * The features grow with the map, so that a small map shows several too.
 *
 * Rows are made in spans, so that noises which decide nothing in a span are not computed there. */
#include "tools/generate/generate.h"
#include "tools/generate/generate_noise.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  SEA_LEVEL = -720,
  BEACH = 90,          /* height above the sea without ranges, lakes or woods */
  RANGE_WIDTH = 170,   /* of the noise near 0 where a range is */
  RANGE_HEIGHT = 1000, /* above the sea, where a range has its full width */
  LAKE_LEVEL = 1750,   /* noise above it is water */
  FOREST_LEVEL = 1000, /* noise above it is wood */
  SWAMP_LEVEL = 900,   /* noise above it is swamp where the land is low */
  SWAMP_HEIGHT = 700   /* above the sea */
};

enum layer { HEIGHT, RANGE, PASS, LAKE, WOOD, FINE, LAYER_COUNT };

struct continents {
  int32_t width;
  struct noise *noises[LAYER_COUNT];
  int32_t span[LAYER_COUNT][NOISE_SPAN];
};

static void end(void *user) {
  struct continents *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noise_destroy(land->noises[layer]);
  }
  free(land);
}

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

/* The wavelength of continents: about a quarter of the map's longer side. */
static int32_t choose_wavelength_log2(int32_t width, int32_t height) {
  const int32_t side = width > height ? width : height;
  int32_t log2 = 0;
  while ((INT64_C(1) << (log2 + 1)) <= side) {
    log2++;
  }
  return clamp(log2 - 2, 4, 10);
}

/* False: no memory. */
static bool create_noises(const struct generate_def *def, struct noise *noises[LAYER_COUNT]) {
  /* How much finer than the continents, how many octaves, how rough. */
  static const struct noise_def shapes[LAYER_COUNT] = {
      [HEIGHT] = {.wavelength_log2 = 0, .octaves = 8, .persistence = 132},
      [RANGE] = {.wavelength_log2 = 0, .octaves = 7, .persistence = 104},
      [PASS] = {.wavelength_log2 = 2, .octaves = 5, .persistence = 128},
      [LAKE] = {.wavelength_log2 = 2, .octaves = 6, .persistence = 128},
      [WOOD] = {.wavelength_log2 = 2, .octaves = 6, .persistence = 140},
      [FINE] = {.wavelength_log2 = 5, .octaves = 3, .persistence = 200},
  };
  const int32_t wavelength_log2 = choose_wavelength_log2(def->width, def->height);
  bool good = true;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    struct noise_def shape = shapes[layer];
    shape.seed = def->seed;
    shape.salt = (uint64_t)layer + 1;
    shape.wavelength_log2 = clamp(wavelength_log2 - shape.wavelength_log2, 3, 10);
    noises[layer] = noise_create(&shape, def->width);
    good = good && noises[layer] != NULL;
  }
  return good;
}

static void *begin(const struct generate_def *def) {
  struct continents *land = calloc(1, sizeof *land);
  if (land == NULL) {
    return NULL;
  }
  land->width = def->width;
  if (!create_noises(def, land->noises)) {
    end(land);
    return NULL;
  }
  return land;
}

static int32_t magnitude(int32_t value) { return value < 0 ? -value : value; }

/* How far from 0 the noise of ranges makes one, at a height above the sea. */
static int32_t range_width(int32_t above_sea, int32_t pass) {
  const int32_t height = clamp(above_sea, 0, RANGE_HEIGHT);
  return (RANGE_WIDTH + pass / 6) * height / RANGE_HEIGHT;
}

static uint8_t terrain_at(const struct continents *land, int32_t i) {
  const int32_t above_sea = land->span[HEIGHT][i] - SEA_LEVEL;
  const int32_t fine = land->span[FINE][i];
  if (above_sea < 0) {
    return 'W';
  }
  if (above_sea >= BEACH) {
    if (magnitude(land->span[RANGE][i]) < range_width(above_sea, land->span[PASS][i])) {
      return '@';
    }
    if (land->span[LAKE][i] > LAKE_LEVEL) {
      return 'W';
    }
    if (land->span[WOOD][i] > FOREST_LEVEL && fine > -100) {
      return 'T';
    }
  }
  const bool low = above_sea < SWAMP_HEIGHT;
  return low && -land->span[WOOD][i] + fine / 4 > SWAMP_LEVEL ? 'S' : '.';
}

static void make_layer(struct continents *land, enum layer layer, int32_t x,
                       struct noise_range exact) {
  noise_span(land->noises[layer], x, exact, land->span[layer]);
}

static int32_t greatest(const int32_t values[NOISE_SPAN]) {
  int32_t most = values[0];
  for (int32_t i = 1; i < NOISE_SPAN; i++) {
    most = values[i] > most ? values[i] : most;
  }
  return most;
}

/* Makes the noises of ranges and lakes, which are on land above the beach. The noise of passes
 * matters where a range could be at all: elsewhere any of its values, as that of an earlier span,
 * gives no range. */
static void make_high_layers(struct continents *land, int32_t x) {
  const int32_t widest = range_width(RANGE_HEIGHT, noise_bound(land->noises[PASS]));
  int32_t ranges = 0;
  make_layer(land, RANGE, x, (struct noise_range){-widest, widest});
  for (int32_t i = 0; i < NOISE_SPAN; i++) {
    ranges += magnitude(land->span[RANGE][i]) < widest;
  }
  if (ranges != 0) {
    make_layer(land, PASS, x, NOISE_ALL_EXACT);
  }
  make_layer(land, LAKE, x, (struct noise_range){LAKE_LEVEL, LAKE_LEVEL});
}

static void make_span(struct continents *land, int32_t x, uint8_t *cells, int32_t count) {
  const int32_t swamp = SWAMP_LEVEL + noise_bound(land->noises[FINE]) / 4;
  make_layer(land, HEIGHT, x, (struct noise_range){SEA_LEVEL, SEA_LEVEL + RANGE_HEIGHT});
  const int32_t highest = greatest(land->span[HEIGHT]) - SEA_LEVEL;
  if (highest < 0) {
    memset(cells, 'W', (size_t)count);
    return;
  }
  if (highest >= BEACH) {
    make_high_layers(land, x);
  }
  make_layer(land, WOOD, x, (struct noise_range){-swamp, FOREST_LEVEL});
  make_layer(land, FINE, x, NOISE_ALL_EXACT);
  for (int32_t i = 0; i < count; i++) {
    cells[i] = terrain_at(land, i);
  }
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct continents *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noise_enter_row(land->noises[layer], y);
  }
  for (int32_t x = 0; x < land->width; x += NOISE_SPAN) {
    const int32_t left = land->width - x;
    make_span(land, x, row + x, left < NOISE_SPAN ? left : NOISE_SPAN);
  }
}

const struct generator generate_continents = {
    .name = "continents",
    .rows_apart = true,
    .begin = begin,
    .row = make_row,
    .end = end,
};
