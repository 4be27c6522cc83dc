/* Checks whether a path is legal and computes its cost, without the library. */
#ifndef OVERLAND_TESTS_SUPPORT_PATH_CHECK_H
#define OVERLAND_TESTS_SUPPORT_PATH_CHECK_H

#include "tests/support/random_map.h"

typedef struct path_sums {
  uint64_t cost;           /* units */
  uint64_t straight_steps; /* cells */
  uint64_t diagonal_steps; /* cells */
  uint64_t length;         /* units of 1/1024 cell, each leg rounded down */
} path_sums;

/* Walks every step of straight and diagonal legs. NULL if all are legal, else
 * what is wrong; *at (never NULL) is then the leg. */
const char *path_check_grid(const test_map *map, const ovl_cell *points, size_t count,
                            path_sums *sums, size_t *at);

/* The same for legs at any angle, each a free line. Fills in sums->length only. */
const char *path_check_any(const test_map *map, const ovl_cell *points, size_t count,
                           path_sums *sums, size_t *at);

#endif
