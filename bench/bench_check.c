/* The benchmark's own judge of paths: see bench_check.h.
 *
 * Every leg is walked cell by cell; each step is looked at alone. */
#include "bench_check.h"

#include <stdlib.h>

enum { STRAIGHT_FACTOR = 70, DIAGONAL_FACTOR = 99 };

ovl_result bench_ground_read(const ovl_world *world, struct bench_ground *ground) {
  ovl_world_info info;
  ovl_world_describe(world, &info);
  *ground = (struct bench_ground){.width = info.width, .height = info.height};
  ground->corners = info.corners;
  ground->plain = info.corners == OVL_CORNERS_STRICT;
  for (int i = 0; i < 256; i++) {
    ground->weights[i] = info.weights[i];
    ground->plain &= info.weights[i] == 0 || info.weights[i] == OVL_PLAIN_WEIGHT;
  }
  const uint64_t cells = (uint64_t)info.width * (uint64_t)info.height;
  if (cells > SIZE_MAX) {
    return OVL_NO_MEMORY;
  }
  ground->terrain = malloc((size_t)cells);
  if (ground->terrain == NULL) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result = ovl_world_read_terrain(
      world, (ovl_cell){0, 0, 0}, info.width, info.height, ground->terrain, (size_t)info.width);
  if (result != OVL_OK) {
    bench_ground_free(ground);
  }
  return result;
}

void bench_ground_free(struct bench_ground *ground) {
  free(ground->terrain);
  ground->terrain = NULL;
}

uint8_t bench_ground_weight(const struct bench_ground *ground, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= ground->width || y >= ground->height) {
    return 0;
  }
  return ground->weights[ground->terrain[(size_t)y * (size_t)ground->width + (size_t)x]];
}

static int32_t sign(int64_t value) { return (value > 0) - (value < 0); }

bool bench_each_cell(const ovl_cell *points, size_t point_count, bench_cell_fn visit, void *user,
                     ovl_cell *at) {
  if (point_count > 0 && !visit(user, points[0])) {
    return false;
  }
  for (size_t i = 1; i < point_count; i++) {
    ovl_cell cell = points[i - 1];
    const ovl_cell end = points[i];
    const int64_t across = (int64_t)end.x - cell.x, down = (int64_t)end.y - cell.y;
    if (across != 0 && down != 0 && llabs(across) != llabs(down)) {
      *at = cell;
      return false;
    }
    const int64_t steps = llabs(across) > llabs(down) ? llabs(across) : llabs(down);
    for (int64_t step = 0; step < steps; step++) {
      cell.x += sign(across);
      cell.y += sign(down);
      if (!visit(user, cell)) {
        return false;
      }
    }
  }
  return true;
}

/* What is known after the cells so far. */
struct judge {
  const struct bench_ground *ground;
  ovl_cell last;
  bool begun;
  uint64_t cost, straight_steps, diagonal_steps;
  const char *wrong;
};

static bool corner_is_legal(const struct bench_ground *ground, ovl_cell from, ovl_cell to) {
  const int open_beside = (bench_ground_weight(ground, to.x, from.y) != 0) +
                          (bench_ground_weight(ground, from.x, to.y) != 0);
  switch (ground->corners) {
  case OVL_CORNERS_STRICT:
    return open_beside == 2;
  case OVL_CORNERS_ONE:
    return open_beside >= 1;
  case OVL_CORNERS_FREE:
    return true;
  case OVL_CORNERS_NONE:
  case OVL_CORNERS_COUNT:
    break;
  }
  return false;
}

static bool judge_cell(void *user, ovl_cell cell) {
  struct judge *judge = user;
  const struct bench_ground *ground = judge->ground;
  const ovl_cell from = judge->last;
  const uint64_t weight = bench_ground_weight(ground, cell.x, cell.y);
  judge->last = cell;
  if (weight == 0) {
    judge->wrong = "the cell is blocked or outside";
    return false;
  }
  if (!judge->begun) {
    judge->begun = true;
    return true;
  }
  const uint64_t both_weights = weight + bench_ground_weight(ground, from.x, from.y);
  if (from.x == cell.x || from.y == cell.y) {
    judge->straight_steps++;
    judge->cost += STRAIGHT_FACTOR * both_weights;
    return true;
  }
  if (!corner_is_legal(ground, from, cell)) {
    judge->wrong = "the diagonal step cuts a corner";
    return false;
  }
  judge->diagonal_steps++;
  judge->cost += DIAGONAL_FACTOR * both_weights;
  return true;
}

static bool same_cell(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

const char *bench_check_path(const struct bench_ground *ground, const struct bench_claim *claim,
                             ovl_cell *at) {
  struct judge judge = {.ground = ground};
  *at = claim->start;
  if (claim->point_count == 0 || !same_cell(claim->points[0], claim->start)) {
    return "it does not begin at the start";
  }
  if (!bench_each_cell(claim->points, claim->point_count, judge_cell, &judge, at)) {
    if (judge.wrong == NULL) {
      return "a leg is neither straight nor diagonal";
    }
    *at = judge.last;
    return judge.wrong;
  }
  *at = claim->goal;
  if (!same_cell(claim->points[claim->point_count - 1], claim->goal)) {
    return "it does not end at the goal";
  }
  if (judge.cost != claim->cost) {
    return "the cost is not the sum of its steps";
  }
  if (judge.straight_steps != claim->straight_steps ||
      judge.diagonal_steps != claim->diagonal_steps) {
    return "the numbers of steps are not those of its cells";
  }
  return NULL;
}
