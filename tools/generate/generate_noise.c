/* Smooth noise over the plane: see generate_noise.h.
 *
 * Gradient noise after Perlin ("An image synthesizer", 1985): each point of a
 * lattice has a slope from a hash of its place, and between four points their
 * slopes are blended. Within one row all that depends on y is blended first,
 * for each lattice column once, so that a cell costs one multiplication.
 *
 * Invariant: all sums fit 31 bits: a slope is at most 2^12, a distance too, so
 * what a column makes of a cell is at most 2^25. */
#include "tools/generate/generate_noise.h"

#include "tools/generate/generate.h"

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

/* 3 t^2 - 2 t^3. */
static int32_t ease(int32_t t) {
  const int64_t wide = t;
  return (int32_t)(wide * wide * (3 * STEP - 2 * wide) / ((int64_t)STEP * STEP));
}

static int32_t blend(int64_t a, int64_t b, int64_t share) {
  return (int32_t)(a + (b - a) * share / STEP);
}

static struct column column_at(const struct noise *noise, int32_t octave, int32_t lattice_x,
                               int32_t lattice_y, int32_t distance_y) {
  const uint64_t salt = noise->salt * 16 + (uint64_t)octave;
  const uint64_t above = generate_hash(noise->seed, salt, lattice_x, lattice_y) % SLOPES;
  const uint64_t below = generate_hash(noise->seed, salt, lattice_x, lattice_y + 1) % SLOPES;
  const int32_t share = ease(distance_y);
  return (struct column){blend((int64_t)slope_y[above] * distance_y,
                               (int64_t)slope_y[below] * (distance_y - STEP), share),
                         blend(slope_x[above], slope_x[below], share)};
}

/* A column whose slope has another strength, up to the whole of a blend. */
static struct column weaken(struct column column, int32_t strength) {
  return (struct column){blend(0, column.base, strength), blend(0, column.slope, strength)};
}

/* Adds the cells between two lattice columns. */
static void add_span(struct column left, struct column right, int32_t wavelength,
                     const int32_t *shares, int32_t *out, int32_t count) {
  const int32_t step = STEP / wavelength;
  int32_t a = left.base + left.slope * (step / 2);
  int32_t b = right.base + right.slope * (step / 2 - STEP);
  for (int32_t i = 0; i < count; i++) {
    out[i] += (a + (b - a) / STEP * shares[i]) / STEP;
    a += left.slope * step;
    b += right.slope * step;
  }
}

static void add_octave(const struct noise *noise, int32_t octave, int32_t strength, int32_t y,
                       int32_t *out, int32_t width) {
  int32_t shares[1 << MAX_WAVELENGTH_LOG2] = {0};
  const int32_t wavelength = 1 << (noise->wavelength_log2 - octave);
  const int32_t step = STEP / wavelength;
  const int32_t lattice_y = y / wavelength;
  const int32_t distance_y = step * (y % wavelength) + step / 2;
  for (int32_t i = 0; i < wavelength; i++) {
    shares[i] = ease(step * i + step / 2);
  }
  struct column left = weaken(column_at(noise, octave, 0, lattice_y, distance_y), strength);
  for (int32_t x = 0; x < width; x += wavelength) {
    const struct column right =
        weaken(column_at(noise, octave, x / wavelength + 1, lattice_y, distance_y), strength);
    const int32_t left_over = width - x;
    add_span(left, right, wavelength, shares, out + x,
             left_over < wavelength ? left_over : wavelength);
    left = right;
  }
}

void noise_row(const struct noise *noise, int32_t y, int32_t *out, int32_t width) {
  int32_t strength = NOISE_ONE;
  memset(out, 0, (size_t)width * sizeof *out);
  for (int32_t i = 0; i < noise->octaves && i < noise->wavelength_log2; i++) {
    add_octave(noise, i, strength, y, out, width);
    strength = strength * noise->persistence / 256;
  }
}
