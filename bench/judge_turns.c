/* Judges paths on which turns cost, by Dijkstra's algorithm over the states (cell, direction of the
 * last step) of the first floor of a world, with steps as ovl_world_step tells them.
 *
 *     judge_turns FILE.world PAIRS SEED TURN_COST
 *
 * The output is, of that many random pairs: how many have a path; the sum of its steps and turns
 * over the least, on average and at worst; and how many turns all paths and all best ones have. */
#include "overland.h"
#include "overland_inspect.h"
#include "overland_query.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 65536 };

static const int step_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int step_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

struct item {
  uint64_t cost;
  uint32_t state;
};

/* A state is 8 times a cell, row by row, and a direction. */
struct judge {
  int32_t width, height;
  ovl_cell corner;
  uint32_t turn_cost;
  uint64_t *steps, *costs; /* of each state */
  uint32_t *parents;
  struct item *heap; /* none is removed when its cost falls */
  size_t count, capacity;
};

/* Ends the program. */
static void fail(const char *what) {
  fprintf(stderr, "judge_turns: %s\n", what);
  exit(1);
}

static void *allocate(size_t count, size_t bytes) {
  void *memory = calloc(count, bytes);
  if (memory == NULL) {
    fail("there is not enough memory");
  }
  return memory;
}

/* The bytes of the world are the caller's. */
static ovl_world *open_world(const char *name, void **memory) {
  FILE *file = fopen(name, "rb");
  ovl_world *world = NULL;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
    fail("the world can't be read");
  }
  const size_t bytes = (size_t)ftell(file);
  *memory = allocate(bytes, 1);
  rewind(file);
  if (fread(*memory, 1, bytes, file) != bytes ||
      ovl_world_open(*memory, bytes, &world, NULL) != OVL_OK) {
    fail("the world can't be read");
  }
  fclose(file);
  return world;
}

static void push(struct judge *judge, uint64_t cost, uint32_t state) {
  if (judge->count == judge->capacity) {
    judge->capacity = 2 * judge->capacity + 1024;
    judge->heap = realloc(judge->heap, judge->capacity * sizeof *judge->heap);
    if (judge->heap == NULL) {
      fail("there is not enough memory");
    }
  }
  size_t at = judge->count++;
  while (at > 0 && judge->heap[(at - 1) / 2].cost > cost) {
    judge->heap[at] = judge->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  judge->heap[at] = (struct item){cost, state};
}

static struct item pop(struct judge *judge) {
  const struct item first = judge->heap[0];
  const struct item last = judge->heap[--judge->count];
  size_t at = 0;
  for (size_t below = 1; below < judge->count; below = 2 * at + 1) {
    below +=
        below + 1 < judge->count && judge->heap[below + 1].cost < judge->heap[below].cost ? 1 : 0;
    if (judge->heap[below].cost >= last.cost) {
      break;
    }
    judge->heap[at] = judge->heap[below];
    at = below;
  }
  judge->heap[at] = last;
  return first;
}

/* The least sum from one cell to another, and the turns that it counts; UINT64_MAX: no path. */
static uint64_t least(struct judge *judge, uint32_t start, uint32_t goal, uint64_t *turns) {
  memset(judge->costs, 0xff,
         8 * (size_t)judge->width * (size_t)judge->height * sizeof *judge->costs);
  judge->count = 0;
  for (uint32_t state = 8 * start; state < 8 * start + 8; state++) {
    judge->costs[state] = 0;
    judge->parents[state] = state;
    push(judge, 0, state);
  }
  while (judge->count != 0) {
    const struct item item = pop(judge);
    const uint32_t state = item.state;
    if (state / 8 == goal) {
      for (uint32_t at = state; judge->parents[at] != at; at = judge->parents[at]) {
        *turns += at % 8 != judge->parents[at] % 8 ? 1 : 0;
      }
      return item.cost;
    }
    for (uint32_t direction = 0; direction < 8 && item.cost == judge->costs[state]; direction++) {
      const uint64_t step = judge->steps[state / 8 * 8 + direction];
      const int64_t to =
          (int64_t)(state / 8) + step_y[direction] * judge->width + step_x[direction];
      const uint32_t next = (uint32_t)(8 * to) + direction;
      const uint64_t cost = item.cost + step + (state % 8 != direction ? judge->turn_cost : 0);
      if (step != 0 && cost < judge->costs[next]) {
        judge->costs[next] = cost;
        judge->parents[next] = state;
        push(judge, cost, next);
      }
    }
  }
  return UINT64_MAX;
}

static uint64_t turns_of(const ovl_path *path) {
  uint64_t turns = 0;
  for (size_t i = 2; i < path->count; i++) {
    const ovl_cell *at = path->points + i - 2;
    turns +=
        (at[1].x > at[0].x) - (at[1].x < at[0].x) != (at[2].x > at[1].x) - (at[2].x < at[1].x) ||
                (at[1].y > at[0].y) - (at[1].y < at[0].y) !=
                    (at[2].y > at[1].y) - (at[2].y < at[1].y)
            ? 1
            : 0;
  }
  return turns;
}

static struct judge make_judge(const ovl_world *world, uint32_t turn_cost) {
  ovl_floor_info floor;
  ovl_world_floor(world, 0, &floor);
  const size_t cells = (size_t)floor.width * (size_t)floor.height;
  struct judge judge = {.width = floor.width,
                        .height = floor.height,
                        .corner = floor.corner,
                        .turn_cost = turn_cost,
                        .steps = allocate(8 * cells, sizeof(uint64_t)),
                        .costs = allocate(8 * cells, sizeof(uint64_t)),
                        .parents = allocate(8 * cells, sizeof(uint32_t))};
  for (size_t state = 0; state < 8 * cells; state++) {
    const int32_t cell = (int32_t)(state / 8);
    const ovl_cell at = {floor.corner.x + cell % floor.width, floor.corner.y + cell / floor.width,
                         0};
    judge.steps[state] = ovl_world_step(world, 0, at, (int)(state % 8));
  }
  return judge;
}

/* An open cell; Lehmer's generator. */
static uint32_t draw(const struct judge *judge, const ovl_world *world, uint64_t *random) {
  for (;;) {
    *random = *random * 48271 % 2147483647;
    const uint32_t cell = (uint32_t)(*random % ((uint64_t)judge->width * (uint64_t)judge->height));
    const ovl_cell at = {judge->corner.x + (int32_t)cell % judge->width,
                         judge->corner.y + (int32_t)cell / judge->width, 0};
    if (ovl_world_weight(world, 0, at) != 0) {
      return cell;
    }
  }
}

int main(int count, char **words) {
  if (count != 5) {
    fail("usage: judge_turns FILE.world PAIRS SEED TURN_COST");
  }
  void *bytes = NULL;
  ovl_world *world = open_world(words[1], &bytes);
  const uint32_t turn_cost = (uint32_t)strtoul(words[4], NULL, 10);
  struct judge judge = make_judge(world, turn_cost);
  const ovl_planner_def def = {.world = world, .turn_costs = true};
  const ovl_query_more more = {.turn_cost = turn_cost};
  ovl_planner *planner = NULL;
  ovl_cell *points = allocate(MOST_POINTS, sizeof *points);
  uint64_t random = strtoul(words[3], NULL, 10) * 7919 + 1;
  uint64_t found = 0, turns = 0, best_turns = 0;
  double all = 0, worst = 0;
  if (ovl_planner_create(&def, &planner, NULL) != OVL_OK) {
    fail("there is not enough memory");
  }
  for (unsigned long i = strtoul(words[2], NULL, 10); i > 0; i--) {
    const uint32_t start = draw(&judge, world, &random);
    const uint32_t goal = draw(&judge, world, &random);
    const ovl_query query = {.start = {judge.corner.x + (int32_t)start % judge.width,
                                       judge.corner.y + (int32_t)start / judge.width, 0},
                             .goal = {judge.corner.x + (int32_t)goal % judge.width,
                                      judge.corner.y + (int32_t)goal / judge.width, 0},
                             .more = &more};
    ovl_path path = {.points = points, .capacity = MOST_POINTS};
    const uint64_t best = least(&judge, start, goal, &best_turns);
    const ovl_result result = ovl_find_path(planner, world, &query, &path);
    if ((result == OVL_OK) != (best != UINT64_MAX)) {
      fail("an answer is wrong");
    }
    if (result == OVL_OK && best != 0) {
      const double ratio = (double)(path.cost + turns_of(&path) * turn_cost) / (double)best;
      if (ratio < 1) {
        fail("a path is better than the best one");
      }
      turns += turns_of(&path);
      all += ratio;
      worst = ratio > worst ? ratio : worst;
      found++;
    }
  }
  printf("%" PRIu64 " %.4f %.3f %" PRIu64 " %" PRIu64 "\n", found,
         found != 0 ? all / (double)found : 0, worst, turns, best_turns);
  ovl_planner_destroy(planner);
  ovl_world_close(world);
  free(bytes);
  free(points);
  free(judge.steps);
  free(judge.costs);
  free(judge.parents);
  free(judge.heap);
  return 0;
}
