/* See classic_search.h. */
#include "tools/explorer/module/classic_search.h"

#include <stddef.h>

enum { STRAIGHT_UNITS = 70, DIAGONAL_UNITS = 99 }; /* of the library, times weights in eighths */

static const int32_t steps_x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t steps_y[8] = {0, 1, 1, 1, 0, -1, -1, -1};

classic_rules classic_rules_default(void) {
  return (classic_rules){.method = CLASSIC_ASTAR,
                         .heuristic = CLASSIC_OCTILE,
                         .tie = LISTS_NEWEST,
                         .corners = CLASSIC_NO_CUT,
                         .straight = 10,
                         .diagonal = 14,
                         .weight_percent = 100,
                         .order = {0, 2, 4, 6, 1, 3, 5, 7}};
}

/* ---- The grid ---- */

static uint32_t weight_at(const classic_grid *grid, int32_t x, int32_t y) {
  const bool inside = x >= 0 && y >= 0 && (uint32_t)x < grid->width && (uint32_t)y < grid->height;
  return inside ? grid->weights[(uint32_t)y * grid->width + (uint32_t)x] : 0;
}

static int32_t column_of(const classic_search *search, uint32_t cell) {
  return (int32_t)(cell % search->grid.width);
}
static int32_t row_of(const classic_search *search, uint32_t cell) {
  return (int32_t)(cell / search->grid.width);
}

static bool is_diagonal(const classic_grid *grid, uint32_t direction) {
  return !grid->is_hexagonal && direction % 2 == 1;
}

/* Whether a unit may step from (x, y) in a direction. */
static bool may_step(const classic_search *search, int32_t x, int32_t y, uint32_t direction) {
  const classic_grid *grid = &search->grid;
  const int32_t dx = steps_x[direction];
  const int32_t dy = steps_y[direction];
  if (weight_at(grid, x + dx, y + dy) == 0 || (grid->is_hexagonal && direction % 4 == 1)) {
    return false;
  }
  if (!is_diagonal(grid, direction) || grid->step_units != NULL) {
    return true;
  }
  const int open = (weight_at(grid, x + dx, y) != 0) + (weight_at(grid, x, y + dy) != 0);
  switch (search->rules.corners) {
  case CLASSIC_NO_CUT:
    return open == 2;
  case CLASSIC_CUT_ONE:
    return open >= 1;
  case CLASSIC_CUT_BOTH:
    return true;
  default:
    return false;
  }
}

static uint32_t least_weight_of(const classic_grid *grid) {
  uint32_t least = UINT8_MAX;
  for (uint32_t cell = 0; cell < grid->width * grid->height; cell++) {
    if (grid->weights[cell] != 0 && grid->weights[cell] < least) {
      least = grid->weights[cell];
    }
  }
  return least;
}

/* ---- The heuristic ---- */

static uint64_t root_of(uint64_t square) {
  uint64_t root = 0;
  for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1) {
    if ((root | bit) * (root | bit) <= square) {
      root |= bit;
    }
  }
  return root;
}

static uint64_t heuristic_of(const classic_search *search, uint32_t cell) {
  const classic_rules *rules = &search->rules;
  const int32_t across = column_of(search, cell) - column_of(search, search->goal);
  const int32_t down = row_of(search, cell) - row_of(search, search->goal);
  const uint64_t dx = (uint64_t)(across < 0 ? -across : across);
  const uint64_t dy = (uint64_t)(down < 0 ? -down : down);
  const uint64_t straight = 2 * (uint64_t)search->least_weight * rules->straight;
  const uint64_t diagonal = 2 * (uint64_t)search->least_weight * rules->diagonal;
  const uint64_t shorter = dx < dy ? dx : dy;
  const uint64_t longer = dx < dy ? dy : dx;
  if (rules->method == CLASSIC_DIJKSTRA || rules->heuristic == CLASSIC_NO_HEURISTIC) {
    return 0;
  }
  if (search->grid.is_hexagonal) {
    return straight * ((across < 0) == (down < 0) ? dx + dy : longer);
  }
  switch (rules->heuristic) {
  case CLASSIC_MANHATTAN:
    return straight * (dx + dy);
  case CLASSIC_OCTILE:
    return straight * (longer - shorter) + diagonal * shorter;
  case CLASSIC_EUCLID:
    return root_of(straight * straight * (dx * dx + dy * dy));
  default:
    return 0;
  }
}

/* The key of the open list. */
static uint64_t order_of(const classic_rules *rules, uint64_t g, uint64_t h) {
  switch (rules->method) {
  case CLASSIC_GREEDY:
    return h;
  case CLASSIC_WEIGHTED:
    return g + h * rules->weight_percent / 100;
  default:
    return g + h;
  }
}

/* ---- Events ---- */

static search_node *node_of(const classic_search *search, uint32_t cell) {
  return &search->lists.room.nodes[cell];
}

static void tell(classic_search *search, step_kind kind, uint32_t cell, step_event *event) {
  const search_node *node = node_of(search, cell);
  *event = (step_event){kind, cell, node->parent, node->g, node->h, node->f};
  search->events++;
}

/* Opens a cell, or lowers its cost. */
static void reach(classic_search *search, uint32_t cell, uint32_t parent, uint64_t g) {
  const uint64_t h = heuristic_of(search, cell);
  const search_node costs = {.g = g,
                             .h = h,
                             .f = order_of(&search->rules, g, h),
                             .parent = parent,
                             .number = search->events};
  lists_reach(&search->lists, cell, &costs);
}

/* Reaches a neighbour, unless it has as good a cost or is closed. Returns whether that was an
 * event. */
static bool relax(classic_search *search, uint32_t cell, uint64_t g, step_event *event) {
  const search_node *node = node_of(search, cell);
  const bool is_new = node->state == NODE_UNSEEN;
  if (!is_new && (node->g <= g || (node->state == NODE_CLOSED && !search->rules.reopens))) {
    return false;
  }
  reach(search, cell, search->at, g);
  tell(search, is_new ? STEP_GENERATE : STEP_IMPROVE, cell, event);
  return true;
}

static uint64_t cost_of_step(const classic_search *search, uint32_t from, uint32_t to,
                             uint32_t direction) {
  const uint32_t points =
      is_diagonal(&search->grid, direction) ? search->rules.diagonal : search->rules.straight;
  return (uint64_t)points * ((uint32_t)search->grid.weights[from] + search->grid.weights[to]);
}

/* The cost of a step beyond the weights of its cells, by heights and rules, in sixteenths of a
 * point. */
static uint64_t extra_of_step(const classic_search *search, uint64_t units, uint32_t from,
                              uint32_t to, uint32_t direction) {
  const uint64_t weights = (uint64_t)search->grid.weights[from] + search->grid.weights[to];
  const uint64_t plain =
      weights * (is_diagonal(&search->grid, direction) ? DIAGONAL_UNITS : STRAIGHT_UNITS);
  return units > plain ? (units - plain) * search->rules.straight / STRAIGHT_UNITS : 0;
}

/* The cost of the step to a neighbour; 0: it is not legal. */
static uint64_t cost_to_neighbour(const classic_search *search, uint32_t from, uint32_t to,
                                  uint32_t direction) {
  const classic_grid *grid = &search->grid;
  if (grid->step_units == NULL) {
    return cost_of_step(search, from, to, direction);
  }
  const uint64_t units = grid->step_units(grid, from, direction);
  return units == 0 ? 0
                    : cost_of_step(search, from, to, direction) +
                          extra_of_step(search, units, from, to, direction);
}

/* ---- Jump points ---- */

/* Whether a straight run that enters (x, y) may have to turn there: beside the cell before it is a
 * wall, and beside the cell itself is none. */
static bool is_forced(const classic_search *search, int32_t x, int32_t y, uint32_t direction,
                      uint32_t side) {
  const classic_grid *grid = &search->grid;
  const int32_t back_x = x - steps_x[direction] + steps_x[side];
  const int32_t back_y = y - steps_y[direction] + steps_y[side];
  return weight_at(grid, back_x, back_y) == 0 &&
         weight_at(grid, x + steps_x[side], y + steps_y[side]) != 0;
}

static bool ends_straight_run(const classic_search *search, int32_t x, int32_t y,
                              uint32_t direction) {
  return is_forced(search, x, y, direction, (direction + 2) % 8) ||
         is_forced(search, x, y, direction, (direction + 6) % 8);
}

/* The jump point that is next in a direction; LISTS_NONE: a wall is. A diagonal run looks straight
 * on either side. */
static uint32_t jump(const classic_search *search, uint32_t from, uint32_t direction) {
  int32_t x = column_of(search, from);
  int32_t y = row_of(search, from);
  while (may_step(search, x, y, direction)) {
    x += steps_x[direction];
    y += steps_y[direction];
    const uint32_t cell = (uint32_t)y * search->grid.width + (uint32_t)x;
    node_of(search, cell)->was_scanned = true;
    if (cell == search->goal ||
        (direction % 2 == 0 ? ends_straight_run(search, x, y, direction)
                            : jump(search, cell, (direction + 7) % 8) != LISTS_NONE ||
                                  jump(search, cell, (direction + 1) % 8) != LISTS_NONE)) {
      return cell;
    }
  }
  return LISTS_NONE;
}

/* The direction in which a jump point was entered; 8: it is the start. */
static uint32_t entered_in(const classic_search *search, uint32_t cell) {
  const uint32_t parent = node_of(search, cell)->parent;
  const int32_t dx = column_of(search, cell) - column_of(search, parent);
  const int32_t dy = row_of(search, cell) - row_of(search, parent);
  for (uint32_t direction = 0; direction < 8 && parent != cell; direction++) {
    if (steps_x[direction] == (dx > 0) - (dx < 0) && steps_y[direction] == (dy > 0) - (dy < 0)) {
      return direction;
    }
  }
  return 8;
}

/* Whether jump points need a direction from the cell that is expanded: it is natural, or forced by
 * a wall behind. */
static bool is_needed(const classic_search *search, uint32_t direction) {
  const uint32_t entered = entered_in(search, search->at);
  const uint32_t turn = (direction + 8 - entered) % 8;
  if (entered == 8 || turn == 0) {
    return true;
  }
  if (entered % 2 == 1) { /* diagonally: both of its straight parts go on */
    return turn == 1 || turn == 7;
  }
  const int32_t x = column_of(search, search->at);
  const int32_t y = row_of(search, search->at);
  const uint32_t side = turn < 4 ? (entered + 2) % 8 : (entered + 6) % 8;
  return (turn == 1 || turn == 2 || turn == 6 || turn == 7) &&
         is_forced(search, x, y, entered, side);
}

static bool relax_jump(classic_search *search, uint32_t direction, step_event *event) {
  if (!is_needed(search, direction)) {
    return false;
  }
  const uint32_t cell = jump(search, search->at, direction);
  if (cell == LISTS_NONE) {
    return false;
  }
  const int32_t dx = column_of(search, cell) - column_of(search, search->at);
  const int32_t dy = row_of(search, cell) - row_of(search, search->at);
  const int32_t apart = dx != 0 ? dx : dy;
  const uint64_t steps = (uint64_t)(apart < 0 ? -apart : apart);
  const uint64_t one = cost_of_step(search, search->at, search->at, direction);
  return relax(search, cell, node_of(search, search->at)->g + steps * one, event);
}

/* ---- The search ---- */

/* Generates the next neighbour in a direction. Returns whether that was an event. */
static bool relax_neighbour(classic_search *search, uint32_t direction, step_event *event) {
  if (search->rules.method == CLASSIC_JUMP_POINTS) {
    return relax_jump(search, direction, event);
  }
  const int32_t x = column_of(search, search->at);
  const int32_t y = row_of(search, search->at);
  if (!may_step(search, x, y, direction)) {
    return false;
  }
  const uint32_t cell =
      (uint32_t)(y + steps_y[direction]) * search->grid.width + (uint32_t)(x + steps_x[direction]);
  const uint64_t cost = cost_to_neighbour(search, search->at, cell, direction);
  return cost != 0 && relax(search, cell, node_of(search, search->at)->g + cost, event);
}

bool classic_rules_are_valid(const classic_rules *rules) {
  uint32_t seen = 0;
  for (int i = 0; i < 8; i++) {
    seen |= rules->order[i] < 8 ? 1u << rules->order[i] : 0;
  }
  return rules->method <= CLASSIC_JUMP_POINTS && rules->heuristic <= CLASSIC_NO_HEURISTIC &&
         rules->tie <= LISTS_LARGER_G && rules->corners <= CLASSIC_CUT_BOTH &&
         rules->straight >= 1 && rules->straight <= 10000 && rules->diagonal >= 1 &&
         rules->diagonal <= 10000 && rules->weight_percent >= 100 &&
         rules->weight_percent <= 10000 && seen == 0xff &&
         (rules->method != CLASSIC_JUMP_POINTS || rules->corners == CLASSIC_NO_CUT);
}

bool classic_begin(classic_search *search, const classic_grid *grid, const classic_rules *rules,
                   uint32_t start, uint32_t goal, lists_room room) {
  const uint32_t cells = grid->width * grid->height;
  if (start >= cells || goal >= cells || grid->weights[start] == 0 || grid->weights[goal] == 0 ||
      !classic_rules_are_valid(rules) ||
      (grid->is_hexagonal && rules->method == CLASSIC_JUMP_POINTS)) {
    return false;
  }
  *search = (classic_search){.grid = *grid,
                             .rules = *rules,
                             .start = start,
                             .goal = goal,
                             .least_weight = least_weight_of(grid),
                             .at = LISTS_NONE};
  lists_begin(&search->lists, room, rules->tie);
  return true;
}

/* Takes the first cell of the open list. */
static void take_turn(classic_search *search, step_event *event) {
  if (search->lists.open_count == 0) {
    search->is_over = true;
    *event = (step_event){STEP_FAILED, LISTS_NONE, LISTS_NONE, 0, 0, 0};
    search->events++;
    return;
  }
  search->at = search->lists.room.heap[0];
  search->next = 0;
  lists_close(&search->lists, search->at);
  tell(search, STEP_EXPAND, search->at, event);
}

bool classic_step(classic_search *search, step_event *event) {
  if (search->is_over) {
    return false;
  }
  if (search->events == 0) {
    reach(search, search->start, search->start, 0);
    tell(search, STEP_SOURCE, search->start, event);
    return true;
  }
  if (search->at == LISTS_NONE) {
    take_turn(search, event);
    return true;
  }
  if (search->at == search->goal) {
    search->is_over = true;
    search->is_found = true;
    tell(search, STEP_GOAL, search->goal, event);
    return true;
  }
  while (search->next < 8) {
    if (relax_neighbour(search, search->rules.order[search->next++], event)) {
      return true;
    }
  }
  tell(search, STEP_CLOSE, search->at, event);
  search->at = LISTS_NONE;
  return true;
}
