/* Smooth noise over the plane, in whole numbers, a row or a part of one at a time: the stuff of
 * land and sea. */
#ifndef OVERLAND_TOOLS_GENERATE_GENERATE_NOISE_H
#define OVERLAND_TOOLS_GENERATE_GENERATE_NOISE_H

#include <stdint.h>

/* Noise lies around 0, most of it within half of this, all of it within four
 * times this. */
#define NOISE_ONE 4096

/* The cells of a span. */
#define NOISE_SPAN 64

struct noise_def {
  uint64_t seed;
  uint64_t salt;           /* parts the noises of one seed */
  int32_t wavelength_log2; /* of the coarsest octave: 2^this cells, 1 to 12 */
  int32_t octaves;         /* each with half the wavelength of the one before, 2 cells at least */
  int32_t persistence;     /* strength of an octave over the one before, in 1/256 */
};

struct noise;

/* Noise of a map's rows; NULL: no memory. The caller frees it with noise_destroy. It uses a byte or
 * two for each cell of a row. */
struct noise *noise_create(const struct noise_def *def, int32_t width);
void noise_destroy(struct noise *noise);

/* No value of this noise lies farther from 0. */
int32_t noise_bound(const struct noise *noise);

/* Chooses the row of the next spans. Rows that follow each other are the cheapest. */
void noise_enter_row(struct noise *noise, int32_t y);

/* The values that have to be exact. Others only have to lie on the same side of them as the exact
 * ones, which takes fewer octaves where all of a span do. */
struct noise_range {
  int32_t least, most;
};
#define NOISE_ALL_EXACT ((struct noise_range){INT32_MIN / 2, INT32_MAX / 2})

/* Writes the noise of the cells from x on, a multiple of NOISE_SPAN; cells beyond the row have
 * noise as well. */
void noise_span(const struct noise *noise, int32_t x, struct noise_range exact,
                int32_t out[NOISE_SPAN]);

/* Writes the noise of all cells of row y, exactly. */
void noise_row(struct noise *noise, int32_t y, int32_t *out);

#endif
