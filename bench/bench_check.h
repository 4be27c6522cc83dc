/* The benchmark's own judge of paths.
 *
 * It knows the rules of a legal step from DESIGN's cost rule and the terrain,
 * and nothing of how the library works: it shares no code with it, so that a
 * mistake there is not repeated here. */
#ifndef OVERLAND_BENCH_CHECK_H
#define OVERLAND_BENCH_CHECK_H

#include "overland.h"

/* A map as the judge sees it: the terrain in memory and the rules. */
struct bench_ground {
  int32_t width, height;
  uint8_t *terrain; /* a byte a cell, row by row; owned */
  uint8_t weights[256];
  ovl_corners corners;
  bool plain; /* strict corners, and every open weight is plain ground: as scenarios count */
};

/* Reads the terrain of a world back. OVL_NO_MEMORY if it does not fit. */
ovl_result bench_ground_read(const ovl_world *world, struct bench_ground *ground);
void bench_ground_free(struct bench_ground *ground);

/* Weight of a cell, 0 outside the map. */
uint8_t bench_ground_weight(const struct bench_ground *ground, int32_t x, int32_t y);

/* A path and what the library says of it. */
struct bench_claim {
  ovl_cell start, goal;
  const ovl_cell *points;
  size_t point_count;
  uint64_t cost, straight_steps, diagonal_steps;
};

/* NULL if the path is right, else a few words that say what is wrong; *at is
 * then where. */
const char *bench_check_path(const struct bench_ground *ground, const struct bench_claim *claim,
                             ovl_cell *at);

/* Called with each cell of straight and diagonal legs in turn, corners once.
 * Returning false ends the walk. */
typedef bool (*bench_cell_fn)(void *user, ovl_cell cell);

/* Walks the cells of a path. False if a leg is neither straight nor diagonal,
 * with *at its beginning, or if `visit` said so. */
bool bench_each_cell(const ovl_cell *points, size_t point_count, bench_cell_fn visit, void *user,
                     ovl_cell *at);

#endif
