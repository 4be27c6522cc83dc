/* Smooth noise over the plane: see generate_noise.h.
 *
 * Gradient noise after Perlin ("An image synthesizer", 1985): each point of a
 * lattice has a slope from a hash of its place, and between four points their
 * slopes are blended. Within one row all that depends on y is blended first,
 * for each lattice column once, so that a cell costs one multiplication. The
 * slopes of two lattice rows are kept until a row lies beyond them.
 *
 * Invariant: all sums fit 31 bits: a slope is at most 2^12, a distance too, so
 * what a column makes of a cell is at most 2^25. */
#include "tools/generate/generate_noise.h"

#include "tools/generate/generate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
  STEP = 4096, /* one lattice step, and the whole of a blend */
  MAX_WAVELENGTH_LOG2 = 12,
  SLOPES = 16
};

/* A sixteenth of a turn each, 4096 long. */
static const int32_t slope_x[SLOPES] = {4096,  3784,  2896,  1567,  0, -1567, -2896, -3784,
                                        -4096, -3784, -2896, -1567, 0, 1567,  2896,  3784};
static const int32_t slope_y[SLOPES] = {0, 1567,  2896,  3784,  4096,  3784,  2896,  1567,
                                        0, -1567, -2896, -3784, -4096, -3784, -2896, -1567};

/* The slope at a lattice column and what it makes of the row's distance from
 * the lattice rows, blended between the two of them. */
struct column {
  int32_t base, slope;
};

struct octave {
  int32_t wavelength_log2;
  int32_t strength;   /* up to the whole of a blend */
  int32_t rest;       /* no sum of the finer octaves lies farther from 0 */
  int32_t lattice_y;  /* of the lattice row above; -1: none yet */
  int32_t distance_y; /* of the row from it, and its share of the blend */
  int32_t share_y;
  uint8_t *above, *below; /* slopes of the two lattice rows */
  /* For each cell between two lattice columns, its distance from the left one, and the right one's
   * share. */
  int16_t *distances, *shares;
};

struct noise {
  struct noise_def def;
  int32_t width;
  int32_t octave_count;
  struct octave octaves[MAX_WAVELENGTH_LOG2];
};

/* 3 t^2 - 2 t^3. */
static int32_t ease(int32_t t) {
  const int64_t wide = t;
  return (int32_t)(wide * wide * (3 * STEP - 2 * wide) / ((int64_t)STEP * STEP));
}

static int32_t blend(int64_t a, int64_t b, int64_t share) {
  return (int32_t)(a + (b - a) * share / STEP);
}

/* ---- Making ------------------------------------------------------------ */

/* Between four slopes of length 1 no blend is above the root of 1/2, in the
 * middle; divisions add a few units. */
static int32_t octave_bound(const struct octave *octave) { return octave->strength * 3 / 4 + 8; }

int32_t noise_bound(const struct noise *noise) {
  return octave_bound(&noise->octaves[0]) + noise->octaves[0].rest;
}

/* The lattice columns of all spans of a row. */
static int32_t column_count(int32_t width, int32_t wavelength_log2) {
  return ((width + NOISE_SPAN) >> wavelength_log2) + 2;
}

/* False: no memory. */
static bool make_octave(struct octave *octave, int32_t width) {
  const int32_t wavelength = 1 << octave->wavelength_log2;
  const int32_t step = STEP >> octave->wavelength_log2;
  const size_t columns = (size_t)column_count(width, octave->wavelength_log2);
  octave->lattice_y = -1;
  octave->above = malloc(columns);
  octave->below = malloc(columns);
  octave->distances = malloc((size_t)wavelength * sizeof *octave->distances);
  octave->shares = malloc((size_t)wavelength * sizeof *octave->shares);
  if (octave->above == NULL || octave->below == NULL || octave->distances == NULL ||
      octave->shares == NULL) {
    return false;
  }
  for (int32_t i = 0; i < wavelength; i++) {
    octave->distances[i] = (int16_t)(step * i + step / 2);
    octave->shares[i] = (int16_t)ease(octave->distances[i]);
  }
  return true;
}

/* False: no memory. */
static bool make_octaves(struct noise *noise) {
  const struct noise_def *def = &noise->def;
  bool good = true;
  int32_t strength = NOISE_ONE;
  noise->octave_count = def->octaves < def->wavelength_log2 ? def->octaves : def->wavelength_log2;
  for (int32_t i = 0; i < noise->octave_count; i++) {
    struct octave *octave = &noise->octaves[i];
    octave->wavelength_log2 = def->wavelength_log2 - i;
    octave->strength = strength;
    good = make_octave(octave, noise->width) && good;
    strength = strength * def->persistence / 256;
  }
  for (int32_t i = noise->octave_count - 2; i >= 0; i--) {
    const struct octave *finer = &noise->octaves[i + 1];
    noise->octaves[i].rest = finer->rest + octave_bound(finer);
  }
  return good;
}

struct noise *noise_create(const struct noise_def *def, int32_t width) {
  struct noise *noise = calloc(1, sizeof *noise);
  if (noise == NULL) {
    return NULL;
  }
  noise->def = *def;
  noise->width = width;
  if (!make_octaves(noise)) {
    noise_destroy(noise);
    return NULL;
  }
  return noise;
}

void noise_destroy(struct noise *noise) {
  if (noise == NULL) {
    return;
  }
  for (int32_t i = 0; i < noise->octave_count; i++) {
    free(noise->octaves[i].above);
    free(noise->octaves[i].below);
    free(noise->octaves[i].distances);
    free(noise->octaves[i].shares);
  }
  free(noise);
}

/* ---- Rows -------------------------------------------------------------- */

static void hash_slopes(const struct noise *noise, int32_t octave, int32_t lattice_y,
                        uint8_t *slopes) {
  const uint64_t salt = noise->def.salt * 16 + (uint64_t)octave;
  const int32_t columns = column_count(noise->width, noise->octaves[octave].wavelength_log2);
  for (int32_t x = 0; x < columns; x++) {
    slopes[x] = (uint8_t)(generate_hash(noise->def.seed, salt, x, lattice_y) % SLOPES);
  }
}

void noise_enter_row(struct noise *noise, int32_t y) {
  for (int32_t i = 0; i < noise->octave_count; i++) {
    struct octave *octave = &noise->octaves[i];
    const int32_t step = STEP >> octave->wavelength_log2;
    const int32_t lattice_y = y >> octave->wavelength_log2;
    const int32_t below_y = y & ((1 << octave->wavelength_log2) - 1);
    if (lattice_y == octave->lattice_y + 1 && octave->lattice_y >= 0) {
      uint8_t *passed = octave->above;
      octave->above = octave->below;
      octave->below = passed;
      hash_slopes(noise, i, lattice_y + 1, octave->below);
    } else if (lattice_y != octave->lattice_y) {
      hash_slopes(noise, i, lattice_y, octave->above);
      hash_slopes(noise, i, lattice_y + 1, octave->below);
    }
    octave->lattice_y = lattice_y;
    octave->distance_y = step * below_y + step / 2;
    octave->share_y = ease(octave->distance_y);
  }
}

/* ---- Spans ------------------------------------------------------------- */

static struct column column_at(const struct octave *octave, int32_t lattice_x) {
  const uint8_t above = octave->above[lattice_x];
  const uint8_t below = octave->below[lattice_x];
  const int32_t base =
      blend((int64_t)slope_y[above] * octave->distance_y,
            (int64_t)slope_y[below] * (octave->distance_y - STEP), octave->share_y);
  const int32_t slope = blend(slope_x[above], slope_x[below], octave->share_y);
  return (struct column){blend(0, base, octave->strength), blend(0, slope, octave->strength)};
}

/* Adds cells between two lattice columns; `distances` and `shares` begin with the first one's. */
static void add_between(struct column left, struct column right, const int16_t *distances,
                        const int16_t *shares, int32_t *restrict out, int32_t count) {
  const int16_t slope_left = (int16_t)left.slope;
  const int16_t slope_right = (int16_t)right.slope;
  for (int32_t i = 0; i < count; i++) {
    const int32_t a = left.base + slope_left * distances[i];
    const int32_t b = right.base + slope_right * (int16_t)(distances[i] - STEP);
    out[i] += (a + (int16_t)((b - a) / STEP) * shares[i]) / STEP;
  }
}

static void add_octave(const struct octave *octave, int32_t x, int32_t out[NOISE_SPAN]) {
  const int32_t wavelength = 1 << octave->wavelength_log2;
  const int32_t cells = wavelength < NOISE_SPAN ? wavelength : NOISE_SPAN;
  const int32_t steps = x & (wavelength - 1);
  int32_t lattice_x = x >> octave->wavelength_log2;
  struct column left = column_at(octave, lattice_x);
  for (int32_t i = 0; i < NOISE_SPAN; i += cells) {
    const struct column right = column_at(octave, ++lattice_x);
    add_between(left, right, octave->distances + steps, octave->shares + steps, out + i, cells);
    left = right;
  }
}

/* True if no value can come to lie within the range, or to the other side of
 * it. */
static bool are_outside(const int32_t values[NOISE_SPAN], struct noise_range exact, int32_t rest) {
  const int32_t least = exact.least - rest;
  const int32_t most = exact.most + rest;
  int32_t within = 0;
  for (int32_t i = 0; i < NOISE_SPAN; i++) {
    within |= (values[i] >= least) & (values[i] <= most);
  }
  return within == 0;
}

void noise_span(const struct noise *noise, int32_t x, struct noise_range exact,
                int32_t out[NOISE_SPAN]) {
  memset(out, 0, NOISE_SPAN * sizeof *out);
  for (int32_t i = 0; i < noise->octave_count; i++) {
    const struct octave *octave = &noise->octaves[i];
    add_octave(octave, x, out);
    if (are_outside(out, exact, octave->rest)) {
      return;
    }
  }
}

void noise_row(struct noise *noise, int32_t y, int32_t *out) {
  noise_enter_row(noise, y);
  for (int32_t x = 0; x < noise->width; x += NOISE_SPAN) {
    int32_t span[NOISE_SPAN];
    const int32_t left = noise->width - x;
    noise_span(noise, x, NOISE_ALL_EXACT, span);
    memcpy(out + x, span, (size_t)(left < NOISE_SPAN ? left : NOISE_SPAN) * sizeof *out);
  }
}
