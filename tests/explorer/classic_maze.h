/* Small maps for the searches of the Explorer's Step mode, and what judges them. */
#ifndef OVERLAND_TESTS_EXPLORER_CLASSIC_MAZE_H
#define OVERLAND_TESTS_EXPLORER_CLASSIC_MAZE_H

#include "tests/support/test.h"
#include "tests/support/test_random.h"
#include "tools/explorer/module/classic_search.h"

typedef struct classic_maze {
  uint8_t *weights;
  classic_grid grid; /* of these weights */
  lists_room room;
  uint32_t start, goal;
  classic_search search;
} classic_maze;

/* A map from its rows: '#' is a wall. */
classic_maze maze_from_rows(const char *const *rows, uint32_t height);

/* A random map of up to `most` x `most` cells, with open ends. */
classic_maze maze_random(test_random *random, int32_t most, bool is_weighted);

/* Costs of steps for classic_grid.step_units: some steps are not legal, some cost more. */
uint64_t maze_step_units(const classic_grid *grid, uint32_t cell, uint32_t direction);

void maze_free(classic_maze *maze);

bool maze_begin(classic_maze *maze, const classic_rules *rules);

/* The least cost from start to goal, by relaxing all steps until none gets cheaper; UINT64_MAX:
 * there is no path. */
uint64_t maze_relax(const classic_maze *maze, const classic_rules *rules);

/* Checks that the path that was found consists of legal steps from the start to the goal and costs
 * what the search says. Returns its cost. */
uint64_t maze_check_path(test_state *t, const classic_maze *maze);

#endif
