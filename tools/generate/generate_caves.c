/* Caves, by a cellular automaton.
 *
 * Rock is strewn at random, denser in some parts of the map than in others;
 * then, some rounds over, a cell becomes rock if five or more of the nine cells
 * around it are. A round looks at three rows of the round before, so a chain of
 * rounds keeps three rows each and gives the map row by row: round r is as many
 * rows ahead of the map's row as there are rounds after it. Outside the map is
 * rock. */
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"
#include "tools/generate/generate_noise.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  ROUNDS = 5,
  ROCK_PERMILLE = 470,  /* where the density is even */
  DENSITY_PERMILLE = 75 /* more or less than that, at most */
};

/* The last three rows of a round, row y at y % 3; each has a cell of rock
 * before its first and after its last. 1 is rock. */
struct round {
  uint8_t *rows[3];
};

struct caves {
  int32_t width, height;
  uint64_t seed;
  struct noise *density;
  int32_t *density_row;
  uint8_t *sums;               /* of three cells above each other, one for each column */
  struct round rounds[ROUNDS]; /* the first holds what was strewn */
  int32_t made[ROUNDS];        /* rows of each round so far, from row -ROUNDS on */
};

static void end(void *user) {
  struct caves *caves = user;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < 3; i++) {
      free(caves->rounds[round].rows[i]);
    }
  }
  noise_destroy(caves->density);
  free(caves->density_row);
  free(caves->sums);
  free(caves);
}

static void *begin(const struct generate_def *def) {
  struct caves *caves = calloc(1, sizeof *caves);
  if (caves == NULL) {
    return NULL;
  }
  const size_t row_bytes = (size_t)def->width + 2;
  bool good = true;
  caves->width = def->width;
  caves->height = def->height;
  caves->seed = def->seed;
  const struct noise_def density = {
      .seed = def->seed, .salt = 2, .wavelength_log2 = 6, .octaves = 2, .persistence = 128};
  caves->density = noise_create(&density, def->width);
  caves->density_row = malloc((size_t)def->width * sizeof *caves->density_row);
  caves->sums = malloc(row_bytes);
  for (int round = 0; round < ROUNDS; round++) {
    caves->made[round] = -ROUNDS;
    for (int i = 0; i < 3; i++) {
      caves->rounds[round].rows[i] = malloc(row_bytes);
      good = good && caves->rounds[round].rows[i] != NULL;
    }
  }
  if (!good || caves->density == NULL || caves->density_row == NULL || caves->sums == NULL) {
    end(caves);
    return NULL;
  }
  return caves;
}

static uint8_t *row_of(struct caves *caves, int round, int32_t y) {
  return caves->rounds[round].rows[(y + 3 * ROUNDS) % 3];
}

static void strew(struct caves *caves, int32_t y, uint8_t *out) {
  uint64_t stream = generate_hash(caves->seed, 1, 0, y);
  noise_row(caves->density, y, caves->density_row);
  for (int32_t x = 0; x < caves->width; x++) {
    const int32_t more = caves->density_row[x] * DENSITY_PERMILLE / (NOISE_ONE / 2);
    const int32_t draw = (int32_t)generate_below(random_next(&stream), 1000);
    out[x + 1] = draw < ROCK_PERMILLE + more ? 1 : 0;
  }
}

/* Row y of a round out of three rows of the round before; `out` may not be one
 * of them. Both have a cell before the first. */
static void settle(const struct caves *caves, uint8_t *above, uint8_t *here, uint8_t *below,
                   uint8_t *out) {
  const size_t count = (size_t)caves->width + 2;
  uint8_t *sums = caves->sums;
  for (size_t x = 0; x < count; x++) {
    sums[x] = (uint8_t)(above[x] + here[x] + below[x]);
  }
  for (size_t x = 1; x + 1 < count; x++) {
    out[x] = sums[x - 1] + sums[x] + sums[x + 1] >= 5 ? 1 : 0;
  }
}

/* Makes the next row of a round, and before it what it needs of the round
 * before. The chain is as long as there are rounds. */
static void advance(struct caves *caves, int round, int32_t y) {
  while (caves->made[round] <= y) {
    const int32_t at = caves->made[round]++;
    uint8_t *out = row_of(caves, round, at);
    memset(out, 1, (size_t)caves->width + 2);
    if (at < 0 || at >= caves->height) {
      continue;
    }
    if (round == 0) {
      strew(caves, at, out);
    } else {
      advance(caves, round - 1, at + 1);
      settle(caves, row_of(caves, round - 1, at - 1), row_of(caves, round - 1, at),
             row_of(caves, round - 1, at + 1), out);
    }
  }
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct caves *caves = user;
  advance(caves, ROUNDS - 1, y);
  const uint8_t *cells = row_of(caves, ROUNDS - 1, y) + 1;
  for (int32_t x = 0; x < caves->width; x++) {
    row[x] = cells[x] != 0 ? '@' : '.';
  }
}

const struct generator generate_caves = {
    .name = "caves",
    .begin = begin,
    .row = make_row,
    .end = end,
};
