/* The judge of worlds with every feature: the cost of each step for one profile, computed from the
 * words of overland.h, and a plain Dijkstra over cells and links, forward or backward. */
#ifndef OVERLAND_TESTS_MODEL_MODEL_JUDGE_H
#define OVERLAND_TESTS_MODEL_MODEL_JUDGE_H

#include "tests/model/model_world.h"

#define MODEL_UNREACHED UINT64_MAX

/* A link as one way out of a cell. */
typedef struct model_way {
  uint32_t to;   /* node */
  uint32_t cost; /* units */
  uint32_t next; /* 1 + the next of the same cell; 0: none */
} model_way;

typedef struct model_entry {
  uint64_t distance;
  uint32_t node;
} model_entry;

typedef struct model_judge {
  const model_world *model;
  int32_t profile;
  uint8_t *weights;      /* a node each */
  uint32_t (*steps)[8];  /* cost of the step in each direction; 0: not legal */
  uint32_t *first_ways;  /* of each node: 1 + its first way; 0: none */
  uint32_t *first_backs; /* the same against the links */
  model_way ways[2 * MODEL_MOST_LINKS], backs[2 * MODEL_MOST_LINKS];
  uint32_t way_count;
  uint64_t *distance; /* a node each */
  uint32_t *parts;    /* a node each: strongly connected part, 1 and up; 0: blocked */
  uint32_t part_count;
  uint32_t flat; /* what all open cells weigh, if no step costs extra; 0: they differ */
  model_entry *heap;
  size_t heap_count;
} model_judge;

int32_t model_direction_x(int32_t direction);
int32_t model_direction_y(int32_t direction);

model_judge model_judge_make(const model_world *model, int32_t profile);
void model_judge_free(model_judge *judge);

/* Cost of a step; 0 if it is not legal. */
uint32_t model_judge_step(const model_judge *judge, ovl_cell from, int32_t direction);

/* Cost of the step from a cell to another one; 0 if they are no neighbours or it is not legal. */
uint64_t model_judge_step_to(const model_judge *judge, ovl_cell from, ovl_cell to);

/* Cost of a step, or of taking a link, to another cell; 0: it does not lead there. `link`
 * UINT32_MAX: it is a step. */
uint64_t model_judge_move(const model_judge *judge, ovl_cell from, ovl_cell to, uint32_t link,
                          bool back);

/* Whether a link serves the profile in one direction. */
bool model_judge_takes(const model_judge *judge, uint32_t link, bool back);

/* Distances from an open cell to all, or with `reverse` from all to it. */
void model_judge_run(model_judge *judge, ovl_cell start, bool reverse);

uint64_t model_judge_distance(const model_judge *judge, ovl_cell cell);

#endif
