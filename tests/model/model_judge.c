/* Plain and slow: every step of every cell is computed one by one and stored; no code is shared
 * with the library. */
#include "tests/model/model_judge.h"

#include <stdlib.h>
#include <string.h>

#include "overland_bake.h"
#include "tests/support/test_allocate.h"

int32_t model_direction_x(int32_t direction) {
  static const int32_t x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  return x[direction];
}

int32_t model_direction_y(int32_t direction) {
  static const int32_t y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  return y[direction];
}

/* ---- Steps --------------------------------------------------------------- */

static ovl_cell beside(ovl_cell from, int32_t direction) {
  return (ovl_cell){from.x + model_direction_x(direction), from.y + model_direction_y(direction),
                    from.floor};
}

/* Hexagons are axial: one step away are those whose columns, rows, and both together, differ by at
 * most 1. */
static bool is_hexagonal(const model_judge *judge) {
  return (judge->model->features & MODEL_HEXAGONS) != 0;
}

static bool is_beside_hexagon(int32_t direction) {
  return abs(model_direction_x(direction) + model_direction_y(direction)) <= 1;
}

static uint32_t weight_at(const model_judge *judge, ovl_cell cell) {
  return model_has_cell(judge->model, cell) ? judge->weights[model_node(judge->model, cell)] : 0;
}

/* Cost by tables, corners apart; 0 if the step is not legal. */
static uint32_t table_cost(const model_judge *judge, ovl_cell from, int32_t direction) {
  const model_world *model = judge->model;
  const ovl_profile_def *profile = &model->profiles[judge->profile];
  ovl_cell to = beside(from, direction);
  uint32_t a = weight_at(judge, from);
  uint32_t b = weight_at(judge, to);
  if (a == 0 || b == 0 || model->floors[from.floor].places) {
    return 0;
  }
  if (is_hexagonal(judge) && !is_beside_hexagon(direction)) {
    return 0;
  }
  uint32_t cost = (direction % 2 == 0 || is_hexagonal(judge) ? 70u : 99u) * (a + b);
  int32_t rise = model_height(model, to) - model_height(model, from);
  if (rise > 0) {
    bool legal = profile->max_climb == 0 || rise <= profile->max_climb;
    return legal ? cost + (uint32_t)rise * profile->climb_cost : 0;
  }
  bool legal = rise == 0 || profile->max_drop == 0 || -rise <= profile->max_drop;
  return legal ? cost + (uint32_t)-rise * profile->drop_cost : 0;
}

static bool asks_rule(const model_judge *judge) {
  const model_world *model = judge->model;
  return model->has_rule &&
         (model->rule.profiles == 0 || (model->rule.profiles >> judge->profile & 1u) != 0);
}

/* Cost by tables and rule, corners apart. */
static uint32_t ruled_cost(const model_judge *judge, ovl_cell from, int32_t direction) {
  uint32_t cost = table_cost(judge, from, direction);
  if (cost == 0 || !asks_rule(judge)) {
    return cost;
  }
  const uint32_t(*asked)[8] = judge->model->asked;
  if (asked != NULL && asked[model_node(judge->model, from)][direction] == 0) {
    return cost;
  }
  model_rule rule = judge->model->rule;
  /* The public numbers of hexagons leave out the two directions without steps. */
  const int32_t number = direction - (direction > 1 ? 1 : 0) - (direction > 5 ? 1 : 0);
  const ovl_step step = {from, is_hexagonal(judge) ? number : direction, judge->profile, cost};
  uint32_t more = model_step_rule(&rule, &step);
  return more == OVL_STEP_BLOCKED ? 0 : cost + more;
}

/* Whether two straight steps, first in one direction and then in the other, are legal. */
static bool is_way(const model_judge *judge, ovl_cell from, int32_t first, int32_t second) {
  return ruled_cost(judge, from, first) != 0 && ruled_cost(judge, beside(from, first), second) != 0;
}

static uint32_t step_cost(const model_judge *judge, ovl_cell from, int32_t direction) {
  uint32_t cost = ruled_cost(judge, from, direction);
  if (direction % 2 == 0 || cost == 0 || is_hexagonal(judge)) {
    return cost;
  }
  int32_t one = direction - 1;
  int32_t other = (direction + 1) % 8;
  int32_t ways =
      (is_way(judge, from, one, other) ? 1 : 0) + (is_way(judge, from, other, one) ? 1 : 0);
  switch (judge->model->profiles[judge->profile].corners) {
  case OVL_CORNERS_STRICT:
    return ways == 2 ? cost : 0;
  case OVL_CORNERS_ONE:
    return ways >= 1 ? cost : 0;
  case OVL_CORNERS_FREE:
    return cost;
  default:
    return 0;
  }
}

uint32_t model_judge_step(const model_judge *judge, ovl_cell from, int32_t direction) {
  return judge->steps[model_node(judge->model, from)][direction];
}

static uint32_t find_flat(const model_judge *judge) {
  uint32_t weight = 0;
  const ovl_profile_def *profile = &judge->model->profiles[judge->profile];
  for (uint32_t node = 0; node < judge->model->node_count; node++) {
    uint32_t here = judge->weights[node];
    if (here != 0 && weight != 0 && here != weight) {
      return 0;
    }
    weight = here != 0 ? here : weight;
  }
  return profile->climb_cost == 0 && profile->drop_cost == 0 && !asks_rule(judge) ? weight : 0;
}

/* ---- Links --------------------------------------------------------------- */

bool model_judge_takes(const model_judge *judge, uint32_t link, bool back) {
  const ovl_link_def *def = &judge->model->links[link];
  bool serves = def->profiles == 0 || (def->profiles >> judge->profile & 1u) != 0;
  return serves && !def->closed && weight_at(judge, def->from) != 0 &&
         weight_at(judge, def->to) != 0 && (!back || def->cost_back != 0);
}

static bool is_same(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

uint64_t model_judge_step_to(const model_judge *judge, ovl_cell from, ovl_cell to) {
  for (int32_t direction = 0; direction < 8; direction++) {
    if (is_same(to, (ovl_cell){from.x + model_direction_x(direction),
                               from.y + model_direction_y(direction), from.floor})) {
      return model_judge_step(judge, from, direction);
    }
  }
  return 0;
}

uint64_t model_judge_move(const model_judge *judge, ovl_cell from, ovl_cell to, uint32_t link,
                          bool back) {
  if (link == UINT32_MAX) {
    return model_judge_step_to(judge, from, to);
  }
  if (link >= (uint32_t)judge->model->link_count || !model_judge_takes(judge, link, back)) {
    return 0;
  }
  const ovl_link_def *def = &judge->model->links[link];
  const bool joins =
      is_same(from, back ? def->to : def->from) && is_same(to, back ? def->from : def->to);
  return !joins ? 0 : back ? def->cost_back : def->cost;
}

static void add_way(model_judge *judge, uint32_t from, uint32_t to, uint32_t cost) {
  uint32_t at = judge->way_count++;
  judge->ways[at] = (model_way){to, cost, judge->first_ways[from]};
  judge->first_ways[from] = at + 1;
  judge->backs[at] = (model_way){from, cost, judge->first_backs[to]};
  judge->first_backs[to] = at + 1;
}

static void add_links(model_judge *judge) {
  for (uint32_t i = 0; i < (uint32_t)judge->model->link_count; i++) {
    const ovl_link_def *def = &judge->model->links[i];
    uint32_t from = model_node(judge->model, def->from);
    uint32_t to = model_node(judge->model, def->to);
    if (model_judge_takes(judge, i, false)) {
      add_way(judge, from, to, def->cost);
    }
    if (model_judge_takes(judge, i, true)) {
      add_way(judge, to, from, def->cost_back);
    }
  }
}

/* ---- Dijkstra ------------------------------------------------------------ */

static void push(model_judge *judge, model_entry entry) {
  size_t at = judge->heap_count++;
  while (at > 0 && judge->heap[(at - 1) / 2].distance > entry.distance) {
    judge->heap[at] = judge->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  judge->heap[at] = entry;
}

static model_entry pop(model_judge *judge) {
  model_entry least = judge->heap[0];
  model_entry last = judge->heap[--judge->heap_count];
  size_t at = 0;
  for (;;) {
    size_t child = 2 * at + 1;
    if (child >= judge->heap_count) {
      break;
    }
    if (child + 1 < judge->heap_count &&
        judge->heap[child + 1].distance < judge->heap[child].distance) {
      child++;
    }
    if (judge->heap[child].distance >= last.distance) {
      break;
    }
    judge->heap[at] = judge->heap[child];
    at = child;
  }
  judge->heap[at] = last;
  return least;
}

static void relax(model_judge *judge, uint32_t to, uint64_t distance) {
  if (distance < judge->distance[to]) {
    judge->distance[to] = distance;
    push(judge, (model_entry){distance, to});
  }
}

/* Where one is among the ways out of a node: a direction, then links. */
typedef struct way_cursor {
  uint32_t node;
  int32_t direction; /* 8: the steps are through */
  uint32_t way;      /* 1 + the next link */
} way_cursor;

static way_cursor ways_of(const model_judge *judge, uint32_t node, bool reverse) {
  return (way_cursor){node, 0, (reverse ? judge->first_backs : judge->first_ways)[node]};
}

/* The next way out of a node, or into it; false if there is no more. */
static bool next_way(const model_judge *judge, way_cursor *at, bool reverse, model_way *way) {
  ovl_cell cell = model_cell(judge->model, at->node);
  while (at->direction < 8) {
    int32_t direction = at->direction++;
    ovl_cell to = beside(cell, direction);
    if (!model_has_cell(judge->model, to)) {
      continue;
    }
    way->to = model_node(judge->model, to);
    way->cost =
        reverse ? judge->steps[way->to][(direction + 4) % 8] : judge->steps[at->node][direction];
    if (way->cost != 0) {
      return true;
    }
  }
  if (at->way == 0) {
    return false;
  }
  *way = (reverse ? judge->backs : judge->ways)[at->way - 1];
  at->way = way->next;
  return true;
}

void model_judge_run(model_judge *judge, ovl_cell start, bool reverse) {
  memset(judge->distance, 0xFF, judge->model->node_count * sizeof *judge->distance);
  judge->heap_count = 0;
  relax(judge, model_node(judge->model, start), 0);
  while (judge->heap_count > 0) {
    model_entry entry = pop(judge);
    if (entry.distance != judge->distance[entry.node]) {
      continue;
    }
    way_cursor at = ways_of(judge, entry.node, reverse);
    model_way way;
    while (next_way(judge, &at, reverse, &way)) {
      relax(judge, way.to, entry.distance + way.cost);
    }
  }
}

uint64_t model_judge_distance(const model_judge *judge, ovl_cell cell) {
  return judge->distance[model_node(judge->model, cell)];
}

/* ---- Strongly connected parts -------------------------------------------- */

/* Kosaraju's algorithm: nodes in the order in which they are left, then floods against the
 * ways, the last left first. */
typedef struct part_finder {
  way_cursor *stack;
  uint32_t depth;
  uint32_t *left; /* nodes as they are left */
  uint32_t left_count;
  bool *seen;
} part_finder;

static void enter(const model_judge *judge, part_finder *f, uint32_t node, bool reverse) {
  f->seen[node] = true;
  f->stack[f->depth++] = ways_of(judge, node, reverse);
}

/* From one node, depth first, over nodes not seen. */
static void flood(const model_judge *judge, part_finder *f, uint32_t node, bool reverse) {
  enter(judge, f, node, reverse);
  while (f->depth > 0) {
    way_cursor *at = &f->stack[f->depth - 1];
    model_way way;
    if (!next_way(judge, at, reverse, &way)) {
      f->left[f->left_count++] = at->node;
      f->depth--;
    } else if (!f->seen[way.to]) {
      enter(judge, f, way.to, reverse);
    }
  }
}

static void find_parts(model_judge *judge) {
  uint32_t count = judge->model->node_count;
  part_finder f = {.stack = test_allocate(count, sizeof *f.stack),
                   .left = test_allocate(2 * (size_t)count, sizeof *f.left),
                   .seen = test_allocate(count, sizeof *f.seen)};
  for (uint32_t node = 0; node < count; node++) {
    if (judge->weights[node] != 0 && !f.seen[node]) {
      flood(judge, &f, node, false);
    }
  }
  memset(f.seen, 0, count * sizeof *f.seen);
  for (uint32_t last = f.left_count; last > 0; last--) {
    uint32_t first = f.left_count;
    if (f.seen[f.left[last - 1]]) {
      continue;
    }
    flood(judge, &f, f.left[last - 1], true);
    judge->part_count++;
    for (uint32_t i = first; i < f.left_count; i++) {
      judge->parts[f.left[i]] = judge->part_count;
    }
  }
  free(f.stack);
  free(f.left);
  free(f.seen);
}

/* ---- Making -------------------------------------------------------------- */

model_judge model_judge_make(const model_world *model, int32_t profile) {
  model_judge judge = {.model = model, .profile = profile};
  size_t count = model->node_count;
  judge.weights = test_allocate(count, 1);
  judge.steps = test_allocate(count, sizeof *judge.steps);
  judge.first_ways = test_allocate(count, sizeof *judge.first_ways);
  judge.first_backs = test_allocate(count, sizeof *judge.first_backs);
  judge.distance = test_allocate(count, sizeof *judge.distance);
  judge.parts = test_allocate(count, sizeof *judge.parts);
  /* Each node is pushed at most once for each way into it, and the start. */
  judge.heap = test_allocate(count * 8 + 2 * MODEL_MOST_LINKS + 1, sizeof *judge.heap);
  for (uint32_t node = 0; node < model->node_count; node++) {
    judge.weights[node] = (uint8_t)model_weight(model, profile, model_cell(model, node));
  }
  for (uint32_t node = 0; node < model->node_count; node++) {
    for (int32_t direction = 0; direction < 8; direction++) {
      judge.steps[node][direction] = step_cost(&judge, model_cell(model, node), direction);
    }
  }
  judge.flat = find_flat(&judge);
  add_links(&judge);
  find_parts(&judge);
  return judge;
}

void model_judge_free(model_judge *judge) {
  free(judge->weights);
  free(judge->steps);
  free(judge->first_ways);
  free(judge->first_backs);
  free(judge->distance);
  free(judge->parts);
  free(judge->heap);
}
