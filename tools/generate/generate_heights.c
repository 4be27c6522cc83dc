/* Heights: hills, valleys and cliffs as greys of 0 to 255, for the statement `heights` of a legend.
 *
 * Hills are smooth noise; almost all of their steps rise or fall by 2 at most. Where a second noise
 * is above 0 the ground is lifted: at once, which is a cliff, or bit by bit, which is a ramp, as a
 * third noise decides. */
#include "tools/generate/generate.h"
#include "tools/generate/generate_noise.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
  MIDDLE = 112,      /* the height of noise 0 */
  HILL_NOISE = 24,   /* of the hills' noise for a unit of height */
  LIFT = 32,         /* units above a cliff or ramp */
  RAMP_NOISE = 24,   /* of the cliffs' noise for a unit of height on a ramp */
  RAMP_LEVEL = -300, /* noise above it makes ramps */
  MOST_HEIGHT = 255
};

enum layer { HILLS, CLIFFS, RAMPS, LAYER_COUNT };

struct heights {
  int32_t width;
  struct noise *noises[LAYER_COUNT];
  int32_t *rows[LAYER_COUNT];
};

static void end(void *user) {
  struct heights *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noise_destroy(land->noises[layer]);
    free(land->rows[layer]);
  }
  free(land);
}

static void *begin(const struct generate_def *def) {
  static const struct noise_def shapes[LAYER_COUNT] = {
      [HILLS] = {.salt = 1, .wavelength_log2 = 8, .octaves = 5, .persistence = 112},
      [CLIFFS] = {.salt = 2, .wavelength_log2 = 7, .octaves = 4, .persistence = 128},
      [RAMPS] = {.salt = 3, .wavelength_log2 = 6, .octaves = 1, .persistence = 0},
  };
  struct heights *land = calloc(1, sizeof *land);
  if (land == NULL) {
    return NULL;
  }
  land->width = def->width;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    struct noise_def shape = shapes[layer];
    shape.seed = def->seed;
    land->noises[layer] = noise_create(&shape, def->width);
    land->rows[layer] = malloc((size_t)def->width * sizeof *land->rows[layer]);
    if (land->noises[layer] == NULL || land->rows[layer] == NULL) {
      end(land);
      return NULL;
    }
  }
  return land;
}

static int32_t clamp(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct heights *land = user;
  for (int layer = 0; layer < LAYER_COUNT; layer++) {
    noise_row(land->noises[layer], y, land->rows[layer]);
  }
  for (int32_t x = 0; x < land->width; x++) {
    const int32_t above = land->rows[CLIFFS][x];
    const bool ramp = land->rows[RAMPS][x] > RAMP_LEVEL;
    const int32_t lift = ramp ? clamp(above / RAMP_NOISE, 0, LIFT) : above > 0 ? LIFT : 0;
    const int32_t height = MIDDLE + land->rows[HILLS][x] / HILL_NOISE + lift;
    row[x] = (uint8_t)clamp(height, 0, MOST_HEIGHT);
  }
}

const struct generator generate_heights = {
    .name = "heights",
    .grey = true,
    .rows_apart = true,
    .begin = begin,
    .row = make_row,
    .end = end,
};
