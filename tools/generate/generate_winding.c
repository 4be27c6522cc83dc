/* Maps with one long corridor, three cells wide: to and fro from the top to the bottom, or round
 * and round to the middle. Their paths are as long as paths can be, and are the worst for planners
 * whose work grows faster than the path. An odd seed mirrors the map. */
#include "tools/generate/generate.h"

#include <stdlib.h>

enum { PITCH = 4 /* cells of a corridor and a wall */ };

static int32_t lesser(int32_t a, int32_t b) { return a < b ? a : b; }

static int32_t mirrored(const struct generate_def *def, int32_t x) {
  return def->seed % 2 != 0 ? def->width - 1 - x : x;
}

/* Each fourth row is a wall with a gap of three cells, at alternating ends. */
static void serpentine_row(void *user, int32_t y, uint8_t *row) {
  const struct generate_def *def = user;
  const bool is_wall = y % PITCH == PITCH - 1;
  const bool is_left = y / PITCH % 2 != 0;
  for (int32_t x = 0; x < def->width; x++) {
    const int32_t from_end = is_left ? x : def->width - 1 - x;
    row[mirrored(def, x)] = is_wall && from_end >= PITCH - 1 ? '@' : '.';
  }
}

/* Walls are rings. Each has a gap at its upper left, and a wall across the corridor beside the gap
 * leaves only the way around. */
static bool is_spiral_wall(const struct generate_def *def, int32_t x, int32_t y) {
  const int32_t beside = lesser(x, def->width - 1 - x);
  const int32_t depth = lesser(beside, lesser(y, def->height - 1 - y));
  if (depth % PITCH != PITCH - 1) {
    return y == depth && x == depth / PITCH * PITCH + PITCH - 1;
  }
  return y != depth || x <= depth || x >= depth + PITCH;
}

static void spiral_row(void *user, int32_t y, uint8_t *row) {
  const struct generate_def *def = user;
  for (int32_t x = 0; x < def->width; x++) {
    row[mirrored(def, x)] = is_spiral_wall(def, x, y) ? '@' : '.';
  }
}

const struct generator generate_serpentine = {
    .name = "serpentine",
    .rows_apart = true,
    .begin = generate_keep,
    .row = serpentine_row,
    .end = free,
};

const struct generator generate_spiral = {
    .name = "spiral",
    .rows_apart = true,
    .begin = generate_keep,
    .row = spiral_row,
    .end = free,
};
