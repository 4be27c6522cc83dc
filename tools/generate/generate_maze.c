/* A perfect maze: exactly one way between any two of its squares.
 *
 * It is made by Eller's method, which keeps one row of squares: each square
 * belongs to a set of squares that are joined so far. Along a row, neighbours
 * of different sets are joined at random; downward, at least one square of each
 * set is joined. In the last row all sets are joined. No two squares of one set
 * are ever joined again, so there is no loop, and no set is ever cut off.
 *
 * A square is corridor_cells wide; between squares stands a wall of one cell. */
#include "tools/base/random_numbers.h"
#include "tools/generate/generate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct maze {
  int32_t width; /* cells */
  int32_t corridor_cells;
  int32_t columns, rows; /* of squares */
  uint64_t stream;
  int32_t *parent;  /* of each column: a tree for each set */
  int32_t *members; /* of each tree's root: squares seen so far */
  int32_t *keeper; /* of each tree's root: the square that is joined downward; then the next root */
  bool *right;     /* joined with the next square */
  bool *down;      /* joined with the square below */
};

static void end(void *user) {
  struct maze *maze = user;
  free(maze->parent);
  free(maze->members);
  free(maze->keeper);
  free(maze->right);
  free(maze->down);
  free(maze);
}

static int32_t least(int32_t a, int32_t b) { return a < b ? a : b; }

static void *begin(const struct generate_def *def) {
  struct maze *maze = calloc(1, sizeof *maze);
  if (maze == NULL) {
    return NULL;
  }
  const int32_t corridor = least(def->corridor_cells, least(def->width, def->height));
  maze->width = def->width;
  maze->corridor_cells = corridor;
  maze->columns = (def->width + 1) / (corridor + 1);
  maze->rows = (def->height + 1) / (corridor + 1);
  maze->stream = generate_hash(def->seed, 1, 0, 0);
  const size_t columns = (size_t)maze->columns;
  maze->parent = malloc(columns * sizeof *maze->parent);
  maze->members = malloc(columns * sizeof *maze->members);
  maze->keeper = malloc(columns * sizeof *maze->keeper);
  maze->right = malloc(columns * sizeof *maze->right);
  maze->down = malloc(columns * sizeof *maze->down);
  if (maze->parent == NULL || maze->members == NULL || maze->keeper == NULL ||
      maze->right == NULL || maze->down == NULL) {
    end(maze);
    return NULL;
  }
  for (int32_t i = 0; i < maze->columns; i++) {
    maze->parent[i] = i;
  }
  return maze;
}

static int32_t find_root(int32_t *parent, int32_t column) {
  while (parent[column] != column) {
    parent[column] = parent[parent[column]];
    column = parent[column];
  }
  return column;
}

static void join_along(struct maze *maze, bool last) {
  for (int32_t i = 0; i + 1 < maze->columns; i++) {
    const int32_t a = find_root(maze->parent, i);
    const int32_t b = find_root(maze->parent, i + 1);
    maze->right[i] = a != b && (last || random_next(&maze->stream) >> 63 != 0);
    if (maze->right[i]) {
      maze->parent[b] = a;
    }
  }
  maze->right[maze->columns - 1] = false;
}

/* Some square of each set goes down, each with the same chance; others go down
 * one time in three. */
static void join_down(struct maze *maze) {
  memset(maze->members, 0, (size_t)maze->columns * sizeof *maze->members);
  for (int32_t i = 0; i < maze->columns; i++) {
    const int32_t root = find_root(maze->parent, i);
    const uint64_t draw = random_next(&maze->stream);
    maze->members[root]++;
    if (generate_below(draw, (uint64_t)maze->members[root]) == 0) {
      maze->keeper[root] = i;
    }
    maze->down[i] = draw % 3 == 0;
  }
  for (int32_t i = 0; i < maze->columns; i++) {
    if (maze->parent[i] == i) {
      maze->down[maze->keeper[i]] = true;
    }
  }
}

/* The sets of the next row: a square that was joined from above keeps its set,
 * each other begins one. */
static void step_down(struct maze *maze) {
  for (int32_t i = 0; i < maze->columns; i++) {
    maze->members[i] = find_root(maze->parent, i);
    maze->keeper[i] = -1;
  }
  for (int32_t i = 0; i < maze->columns; i++) {
    const int32_t set = maze->members[i];
    maze->parent[i] = i;
    if (maze->down[i] && maze->keeper[set] < 0) {
      maze->keeper[set] = i;
    }
    if (maze->down[i]) {
      maze->parent[i] = maze->keeper[set];
    }
  }
}

static void draw_squares(const struct maze *maze, uint8_t *row) {
  const int32_t pitch = maze->corridor_cells + 1;
  for (int32_t i = 0; i < maze->columns; i++) {
    memset(row + i * pitch, '.', (size_t)maze->corridor_cells + (maze->right[i] ? 1 : 0));
  }
}

static void draw_passages(const struct maze *maze, uint8_t *row) {
  const int32_t pitch = maze->corridor_cells + 1;
  for (int32_t i = 0; i < maze->columns; i++) {
    if (maze->down[i]) {
      memset(row + i * pitch, '.', (size_t)maze->corridor_cells);
    }
  }
}

static void make_row(void *user, int32_t y, uint8_t *row) {
  struct maze *maze = user;
  const int32_t pitch = maze->corridor_cells + 1;
  const int32_t maze_row = y / pitch;
  memset(row, '@', (size_t)maze->width);
  if (maze_row >= maze->rows) {
    return;
  }
  const bool last = maze_row == maze->rows - 1;
  if (y % pitch == 0) {
    join_along(maze, last);
  }
  if (y % pitch < maze->corridor_cells) {
    draw_squares(maze, row);
  } else if (!last) {
    join_down(maze);
    draw_passages(maze, row);
    step_down(maze);
  }
}

const struct generator generate_maze = {
    .name = "maze",
    .begin = begin,
    .row = make_row,
    .end = end,
};
