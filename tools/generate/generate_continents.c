/* Continents: land and sea with bays, mountain ranges with passes, lakes,
 * forests and swamps.
 *
 * Each is a threshold on smooth noise. Height tells land from sea. A range
 * stands where a second noise is near 0, which is a net of winding lines; a
 * third noise makes it wide, narrow or, at a pass, no range at all. Lakes,
 * forests and swamps have a noise each; the woods are full of holes from a fine
 * noise of their own.
 *
 * The features grow with the map, so that a small map shows several too. */
#include "tools/generate/generate.h"
#include "tools/generate/generate_noise.h"

#include <stdbool.h>
#include <stdlib.h>

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
  struct noise noises[LAYER_COUNT];
  int32_t *rows[LAYER_COUNT];
};

static void end(void *user) {
  struct continents *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    free(land->rows[layer]);
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

static void choose_noises(const struct generate_def *def, struct noise noises[LAYER_COUNT]) {
  /* How much finer than the continents, how many octaves, how rough. */
  static const struct noise shapes[LAYER_COUNT] = {
      [HEIGHT] = {.wavelength_log2 = 0, .octaves = 8, .persistence = 132},
      [RANGE] = {.wavelength_log2 = 0, .octaves = 7, .persistence = 104},
      [PASS] = {.wavelength_log2 = 2, .octaves = 5, .persistence = 128},
      [LAKE] = {.wavelength_log2 = 2, .octaves = 6, .persistence = 128},
      [WOOD] = {.wavelength_log2 = 2, .octaves = 6, .persistence = 140},
      [FINE] = {.wavelength_log2 = 5, .octaves = 3, .persistence = 200},
  };
  const int32_t wavelength_log2 = choose_wavelength_log2(def->width, def->height);
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noises[layer] = shapes[layer];
    noises[layer].seed = def->seed;
    noises[layer].salt = (uint64_t)layer + 1;
    noises[layer].wavelength_log2 = clamp(wavelength_log2 - shapes[layer].wavelength_log2, 3, 10);
  }
}

static void *begin(const struct generate_def *def) {
  struct continents *land = calloc(1, sizeof *land);
  if (land == NULL) {
    return NULL;
  }
  land->width = def->width;
  choose_noises(def, land->noises);
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    land->rows[layer] = malloc((size_t)def->width * sizeof *land->rows[layer]);
    if (land->rows[layer] == NULL) {
      end(land);
      return NULL;
    }
  }
  return land;
}

static int32_t magnitude(int32_t value) { return value < 0 ? -value : value; }

/* How far from 0 the noise of ranges makes one, at a height above the sea. */
static int32_t range_width(int32_t above_sea, int32_t pass) {
  const int32_t height = clamp(above_sea, 0, RANGE_HEIGHT);
  return (RANGE_WIDTH + pass / 6) * height / RANGE_HEIGHT;
}

static uint8_t terrain_at(const struct continents *land, int32_t x) {
  const int32_t above_sea = land->rows[HEIGHT][x] - SEA_LEVEL;
  const int32_t fine = land->rows[FINE][x];
  if (above_sea < 0) {
    return 'W';
  }
  if (above_sea >= BEACH) {
    if (magnitude(land->rows[RANGE][x]) < range_width(above_sea, land->rows[PASS][x])) {
      return '@';
    }
    if (land->rows[LAKE][x] > LAKE_LEVEL) {
      return 'W';
    }
    if (land->rows[WOOD][x] > FOREST_LEVEL && fine > -100) {
      return 'T';
    }
  }
  const bool low = above_sea < SWAMP_HEIGHT;
  return low && -land->rows[WOOD][x] + fine / 4 > SWAMP_LEVEL ? 'S' : '.';
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct continents *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noise_row(&land->noises[layer], y, land->rows[layer], land->width);
  }
  for (int32_t x = 0; x < land->width; x++) {
    row[x] = terrain_at(land, x);
  }
}

const struct generator generate_continents = {
    .name = "continents",
    .rows_apart = true,
    .begin = begin,
    .row = make_row,
    .end = end,
};
