/* What it costs to turn a world into another one patch by patch, and what plans cost then.
 *
 * A patch is a square of cells, drawn anywhere, that takes the terrain which another map of the
 * same size has there. The patches are applied in batches, each of which is one ovl_world_apply and
 * the close of the version before it. Problems are then planned as bench_states.h describes. */
#ifndef OVERLAND_BENCH_EDITS_BENCH_PATCHES_H
#define OVERLAND_BENCH_EDITS_BENCH_PATCHES_H

#include "bench/edits/bench_states.h"
#include "bench/measure/bench_check.h"
#include "bench/measure/bench_stats.h"

enum { BENCH_PATCH_CELLS = 12 }; /* side of a patch; less on smaller maps */

struct bench_patches_def {
  const char *map; /* path of the map that the patches are copied from; letters mean terrains */
  uint64_t count;  /* of patches */
  uint64_t batches;
  uint64_t seed;
};

struct bench_patches {
  struct bench_summary batch_us; /* a batch */
  uint64_t changed_cells;        /* whose terrain is another one than before */
  struct bench_states states;
};

/* Patches floor 0 of the world of a ground. An exit code, after one line on standard error if it is
 * not EXIT_DONE: EXIT_INPUT if the map can't be read or has another size. */
int bench_patches_measure(const struct bench_ground *ground, const struct bench_patches_def *def,
                          struct bench_patches *patches);

#endif
