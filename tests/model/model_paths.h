/* Whether a path through a model's world is legal, and what it costs. */
#ifndef OVERLAND_TESTS_MODEL_MODEL_PATHS_H
#define OVERLAND_TESTS_MODEL_MODEL_PATHS_H

#include "tests/model/model_judge.h"

typedef struct model_sums {
  uint64_t cost;           /* units, links included */
  uint64_t straight_steps; /* cells */
  uint64_t diagonal_steps; /* cells */
  uint64_t length;         /* units of 1/1024 cell, each leg rounded down, links left out */
  size_t links;
} model_sums;

/* Walks every step and link of a path of straight and diagonal legs. NULL if all are legal,
 * else what is wrong; *at (never NULL) is then the leg. */
const char *model_path_check_grid(const model_judge *judge, const ovl_path *path, model_sums *sums,
                                  size_t *at);

/* The same for free lines: every step along a line is legal, and its ground weighs the same.
 * The sums are of length and links alone. */
const char *model_path_check_any(const model_judge *judge, const ovl_path *path, model_sums *sums,
                                 size_t *at);

#endif
