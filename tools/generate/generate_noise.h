/* Smooth noise over the plane, in whole numbers, a row at a time: the stuff of
 * land and sea. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_NOISE_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_NOISE_H

#include <stdint.h>

/* Noise lies around 0, most of it within half of this, all of it within four
 * times this. */
#define NOISE_ONE 4096

struct noise {
  uint64_t seed;
  uint64_t salt;           /* parts the noises of one seed */
  int32_t wavelength_log2; /* of the coarsest octave: 2^this cells, 1 to 12 */
  int32_t octaves;         /* each with half the wavelength of the one before, 2 cells at least */
  int32_t persistence;     /* strength of an octave over the one before, in 1/256 */
};

/* The noise at the cells 0..width - 1 of row y. */
void noise_row(const struct noise *noise, int32_t y, int32_t *out, int32_t width);

#endif
