/* See classic_maze.h. */
#include "tests/explorer/classic_maze.h"

#include "tests/support/test_allocate.h"

#include <stdlib.h>
#include <string.h>

static classic_maze maze_empty(uint32_t width, uint32_t height) {
  const size_t cells = (size_t)width * height;
  classic_maze maze = {.weights = malloc(cells)};
  memset(maze.weights, 8, cells);
  maze.grid = (classic_grid){.weights = maze.weights, .width = width, .height = height};
  maze.room = (lists_room){.nodes = malloc(cells * sizeof *maze.room.nodes),
                           .heap = malloc(cells * sizeof *maze.room.heap),
                           .closed = malloc(cells * sizeof *maze.room.closed),
                           .node_count = (uint32_t)cells};
  return maze;
}

classic_maze maze_from_rows(const char *const *rows, uint32_t height) {
  const uint32_t width = (uint32_t)strlen(rows[0]);
  classic_maze maze = maze_empty(width, height);
  for (uint32_t cell = 0; cell < width * height; cell++) {
    maze.weights[cell] = rows[cell / width][cell % width] == '#' ? 0 : 8;
  }
  return maze;
}

classic_maze maze_random(test_random *random, int32_t most, bool is_weighted) {
  classic_maze maze = maze_empty((uint32_t)test_random_between(random, 2, most),
                                 (uint32_t)test_random_between(random, 2, most));
  const int32_t walls = test_random_between(random, 0, 45);
  const int32_t slow = is_weighted ? test_random_between(random, 0, 40) : 0;
  const uint32_t cells = maze.grid.width * maze.grid.height;
  for (uint32_t cell = 0; cell < cells; cell++) {
    if (test_random_percent(random, walls)) {
      maze.weights[cell] = 0;
    } else if (test_random_percent(random, slow)) {
      maze.weights[cell] = (uint8_t)test_random_between(random, 2, 80);
    }
  }
  maze.start = (uint32_t)test_random_between(random, 0, (int32_t)cells - 1);
  maze.goal = (uint32_t)test_random_between(random, 0, (int32_t)cells - 1);
  maze.weights[maze.start] = maze.weights[maze.goal] = 8;
  return maze;
}

void maze_free(classic_maze *maze) {
  free(maze->weights);
  free(maze->room.nodes);
  free(maze->room.heap);
  free(maze->room.closed);
}

bool maze_begin(classic_maze *maze, const classic_rules *rules) {
  return classic_begin(&maze->search, &maze->grid, rules, maze->start, maze->goal, maze->room);
}

static uint32_t weight_at(const classic_maze *maze, int32_t x, int32_t y) {
  const bool inside =
      x >= 0 && y >= 0 && x < (int32_t)maze->grid.width && y < (int32_t)maze->grid.height;
  return inside ? maze->weights[(uint32_t)y * maze->grid.width + (uint32_t)x] : 0;
}

/* The direction of (dx, dy), clockwise from the right. */
static uint32_t direction_of(int32_t dx, int32_t dy) {
  static const uint32_t directions[9] = {5, 6, 7, 4, 8, 0, 3, 2, 1};
  return directions[3 * (dy + 1) + dx + 1];
}

uint64_t maze_step_units(const classic_grid *grid, uint32_t cell, uint32_t direction) {
  static const int32_t across[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int32_t down[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  const int64_t to = (int64_t)cell + down[direction] * (int64_t)grid->width + across[direction];
  const uint64_t weights = (uint64_t)grid->weights[cell] + grid->weights[to];
  const uint32_t chance = (cell * 2654435761U + direction * 40503U) >> 24;
  return chance < 25 ? 0
                     : weights * (direction % 2 == 0 ? 70 : 99) + (chance < 128 ? 70 * chance : 0);
}

/* The cost of a step by (dx, dy) from a cell; 0: it is not legal. */
static uint64_t cost_of_step(const classic_maze *maze, const classic_rules *rules, uint32_t cell,
                             int32_t dx, int32_t dy) {
  const int32_t x = (int32_t)(cell % maze->grid.width);
  const int32_t y = (int32_t)(cell / maze->grid.width);
  const uint32_t to = weight_at(maze, x + dx, y + dy);
  const int beside = maze->grid.step_units != NULL
                         ? 2
                         : (weight_at(maze, x + dx, y) != 0) + (weight_at(maze, x, y + dy) != 0);
  static const int needed[4] = {3, 2, 1, 0};
  const bool is_diagonal = dx != 0 && dy != 0;
  if (to == 0 || (dx == 0 && dy == 0) || (is_diagonal && beside < needed[rules->corners])) {
    return 0;
  }
  const uint64_t cost =
      (uint64_t)(is_diagonal ? rules->diagonal : rules->straight) * (maze->weights[cell] + to);
  if (maze->grid.step_units == NULL) {
    return cost;
  }
  const uint64_t units = maze->grid.step_units(&maze->grid, cell, direction_of(dx, dy));
  const uint64_t plain = (uint64_t)(is_diagonal ? 99 : 70) * (maze->weights[cell] + to);
  return units == 0 ? 0 : cost + (units - plain) / 70 * rules->straight;
}

/* Relaxes the steps from a cell; returns whether a cost fell. */
static bool relax_cell(const classic_maze *maze, const classic_rules *rules, uint32_t cell,
                       uint64_t *costs) {
  bool fell = false;
  for (int i = 0; i < 9 && costs[cell] != UINT64_MAX; i++) {
    const uint64_t step = cost_of_step(maze, rules, cell, i % 3 - 1, i / 3 - 1);
    const int64_t to = (int64_t)cell + (i / 3 - 1) * (int64_t)maze->grid.width + i % 3 - 1;
    if (step != 0 && to >= 0 && costs[cell] + step < costs[to]) {
      costs[to] = costs[cell] + step;
      fell = true;
    }
  }
  return fell;
}

uint64_t maze_relax(const classic_maze *maze, const classic_rules *rules) {
  const uint32_t cells = maze->grid.width * maze->grid.height;
  uint64_t *costs = test_allocate(cells, sizeof *costs);
  for (uint32_t cell = 0; cell < cells; cell++) {
    costs[cell] = cell == maze->start ? 0 : UINT64_MAX;
  }
  for (bool fell = true; fell;) {
    fell = false;
    for (uint32_t cell = 0; cell < cells; cell++) {
      fell = relax_cell(maze, rules, cell, costs) || fell;
    }
  }
  const uint64_t cost = costs[maze->goal];
  free(costs);
  return cost;
}

static int32_t sign_of(int32_t value) { return (value > 0) - (value < 0); }

uint64_t maze_check_path(test_state *t, const classic_maze *maze) {
  uint32_t *branch = test_allocate(maze->room.node_count, sizeof *branch);
  const int32_t width = (int32_t)maze->grid.width;
  const uint32_t count =
      lists_branch(&maze->search.lists, maze->goal, branch, maze->room.node_count);
  uint64_t cost = 0;
  CHECK(t, branch[0] == maze->start && branch[count - 1] == maze->goal, "from start to goal");
  for (uint32_t i = 1; i < count; i++) {
    uint32_t at = branch[i - 1];
    const int32_t dx = sign_of((int32_t)branch[i] % width - (int32_t)at % width);
    const int32_t dy = sign_of((int32_t)branch[i] / width - (int32_t)at / width);
    for (int32_t left = 2 * width + 4096; at != branch[i] && left > 0; left--) {
      const uint64_t step = cost_of_step(maze, &maze->search.rules, at, dx, dy);
      if (!CHECK(t, step != 0, "the step from (%d, %d) is legal", (int32_t)at % width,
                 (int32_t)at / width)) {
        free(branch);
        return 0;
      }
      cost += step;
      at = (uint32_t)((int32_t)at + dy * width + dx);
    }
    CHECK(t, at == branch[i], "the run to entry %u is straight", i);
  }
  CHECK(t, cost == maze->room.nodes[maze->goal].g, "the steps cost what the search says");
  free(branch);
  return cost;
}
