/* The loop and its generators of successors.
 *
 * Jumps. A cell reached in a direction need only be left in some directions:
 * every other cell has a way as short that does not pass here, with its
 * diagonal steps first. Under the strict corner rule a turn is needed only
 * beside a cell whose neighbour behind was blocked. Scans read rows and columns
 * of bits, so 64 cells cost a few instructions. A target that a scan comes by is
 * given its cost at once and needs no place in the open list: it is settled when
 * nothing that is open could lead to it for less. */
#include "fine_search.h"

#include <string.h>

#include "bits.h"
#include "cost_rule.h"

#define ALL_WAYS 0xffu
#define WAY(direction) (1u << (direction))
/* Of a function that is written once and made anew for each set of constants. */
#define INSTANTIATED static inline __attribute__((always_inline))

void ovi_fine_place(ovi_fine_search *search, ovi_arena *arena, uint32_t max_cells) {
  search->nodes = ovi_arena_take(arena, max_cells, sizeof(ovi_fine_node));
  search->open.items = ovi_arena_take(arena, max_cells, sizeof(ovi_open_item));
}

void ovi_fine_clear(ovi_fine_search *search, uint32_t max_cells) {
  memset(search->nodes, 0, max_cells * sizeof(ovi_fine_node));
  search->max_cells = max_cells;
  search->open.places = &search->nodes[0].place;
  search->open.stride = sizeof(ovi_fine_node) / sizeof(uint32_t);
  search->open.count = 0;
  search->stamp = 0;
  search->expanded = 0;
  search->visit = NULL;
}

/* What jumps keep in a node's `ways` beside the directions: its cell. */
static inline uint32_t pack_place(int32_t x, int32_t y) {
  return (uint32_t)x << 8 | (uint32_t)y << 20;
}
static inline int32_t packed_x(uint32_t ways) { return (int32_t)(ways >> 8 & 0xfffu); }
static inline int32_t packed_y(uint32_t ways) { return (int32_t)(ways >> 20); }

static inline uint64_t estimate_at(const ovi_fine_search *search, int32_t x, int32_t y) {
  if (search->goal_weight == 0) {
    return 0;
  }
  return ovi_octile(search->goal_x - x, search->goal_y - y, search->goal_weight);
}

static inline uint64_t estimate(const ovi_fine_search *search, uint32_t cell) {
  if (search->goal_weight == 0) {
    return 0;
  }
  return estimate_at(search, ovi_window_cell_x(search->window, cell),
                     ovi_window_cell_y(search->window, cell));
}

/* Reaches a cell at a cost: opens it, or moves it up, or does nothing. Jumps
 * have `packed` ways. */
static inline void reach(ovi_fine_search *search, uint32_t cell, uint32_t parent, uint64_t cost,
                         uint32_t ways, const bool packed) {
  ovi_fine_node *node = &search->nodes[cell];
  if (node->stamp != search->stamp) {
    node->stamp = search->stamp;
    node->place = OVI_NOT_OPEN;
    node->ways = 0;
  } else if (node->cost < cost || (node->cost == cost && (ways & ~node->ways) == 0)) {
    return;
  } else if (node->cost == cost) {
    /* As good, from another side: leave in both sides' directions. */
    if (node->place == OVI_NOT_OPEN) {
      node->ways = 0;
    }
    ways |= node->ways;
    parent = node->parent;
  }
  node->cost = cost;
  node->parent = parent;
  node->ways = ways;
  uint64_t left =
      packed ? estimate_at(search, packed_x(ways), packed_y(ways)) : estimate(search, cell);
  if (packed && cost + left >= search->limit) {
    return;
  }
  uint32_t tie = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  ovi_open_add(&search->open, (ovi_open_item){cost + left, tie, cell});
}

/* Gives a target that a scan comes by its cost. If it is open for more, it stays
 * so and is left nowhere. */
static inline void come_by(ovi_fine_search *search, uint32_t cell, uint32_t parent, uint64_t cost,
                           uint32_t place) {
  ovi_fine_node *node = &search->nodes[cell];
  if (node->stamp != search->stamp) {
    node->stamp = search->stamp;
    node->place = OVI_NOT_OPEN;
  } else if (node->cost <= cost) {
    return;
  }
  node->cost = cost;
  node->parent = parent;
  node->ways = place;
}

void ovi_fine_begin(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y) {
  search->window = window;
  search->open.count = 0;
  search->goal_weight = 0;
  search->limit = UINT64_MAX;
  search->stamp++;
  if (search->stamp == 0) { /* a stamp would come back: forget all old ones */
    for (uint32_t i = 0; i < search->max_cells; i++) {
      search->nodes[i].stamp = 0;
    }
    search->stamp = 1;
  }
  uint32_t cell = ovi_window_cell(window, x, y);
  search->target = 0;
  ovi_sight_begin(&search->sight, x, y);
  if (window->uses_bits) {
    reach(search, cell, cell, 0, ALL_WAYS | pack_place(x, y), true);
  } else {
    reach(search, cell, cell, 0, ALL_WAYS, false);
  }
}

void ovi_fine_aim(ovi_fine_search *search, int32_t goal_x, int32_t goal_y) {
  search->goal_x = goal_x;
  search->goal_y = goal_y;
  search->goal_weight = search->window->min_weight;
}

/* Neighbours, in the order of the directions. */
static inline void open_neighbours(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  const uint8_t *weights = window->weights + cell;
  const int32_t stride = window->stride;
  const int32_t offsets[8] = {1,  stride + 1,  stride,  stride - 1,
                              -1, -stride - 1, -stride, 1 - stride};
  uint64_t cost = search->nodes[cell].cost;
  uint32_t here = weights[0];
  for (int direction = 0; direction < 8; direction++) {
    uint32_t there = weights[offsets[direction]];
    if (there == 0) {
      continue;
    }
    int diagonal = direction & 1;
    if (diagonal && !ovi_corner_is_free(window->corners, weights[offsets[direction - 1]] != 0,
                                        weights[offsets[(direction + 1) & 7]] != 0)) {
      continue;
    }
    uint32_t step = ovi_share(here + there, diagonal);
    reach(search, (uint32_t)((int32_t)cell + offsets[direction]), cell, cost + step, 0, false);
  }
}

/* Jumps from one cell, and what they read of the window: kept here, because the
 * compiler can't know that writing nodes leaves the window as it is. */
typedef struct jump {
  ovi_fine_search *search;
  const uint64_t *planes;
  int64_t plane_words;
  int32_t words[2]; /* of a row, of a column */
  int32_t stride;
  uint32_t from; /* the parent of what is found */
  uint32_t straight_cost, diagonal_cost;
} jump;

/* Where a jump stands. */
typedef struct jump_place {
  int32_t x, y; /* window cell */
  uint64_t cost;
} jump_place;

/* Along rows 0, along columns 1; and whether to higher numbers. */
static inline int jump_axis(int direction) { return direction >> 1 & 1; }
static inline bool jump_is_upward(int direction) {
  return direction == OVI_E || direction == OVI_S;
}

/* ovi_window_line, in a narrow window at a constant distance from plane to plane. */
INSTANTIATED const uint64_t *jump_line(const jump *j, int plane, int32_t line, const bool narrow) {
  return narrow ? j->planes + (plane * OVI_NARROW_PLANE_WORDS + line + 1)
                : j->planes + plane * j->plane_words + (int64_t)(line + 1) * j->words[plane & 1];
}

INSTANTIATED uint32_t jump_bit(const uint64_t *line, int32_t at, const bool narrow) {
  return narrow ? (uint32_t)(line[0] >> at) & 1u : ovi_get_bit(line, at);
}

/* The lines that a scan reads. */
typedef struct scan_lines {
  const uint64_t *open, *targets, *stops;
} scan_lines;

INSTANTIATED scan_lines lines_of(const jump *j, const jump_place *from, int direction,
                                 const bool narrow) {
  const int axis = jump_axis(direction);
  const int32_t line = axis == 0 ? from->y : from->x;
  const int stops = (jump_is_upward(direction) ? OVI_PLANE_STOPS_UP : OVI_PLANE_STOPS_DOWN) + axis;
  return (scan_lines){jump_line(j, OVI_PLANE_OPEN + axis, line, narrow),
                      jump_line(j, OVI_PLANE_TARGETS + axis, line, narrow),
                      jump_line(j, stops, line, narrow)};
}

/* The next cell of a line beyond `at` that is a target or a stop, if it is open;
 * else -1. */
INSTANTIATED int32_t next_open_stop(scan_lines lines, int32_t at, bool upward, const bool narrow) {
  int32_t word = narrow ? 0 : (upward ? at + 1 : at) >> 6;
  uint64_t beyond = !upward  ? ovi_low_bits(at & 63)
                    : narrow ? ~(uint64_t)1 << at
                             : ~ovi_low_bits((at + 1) & 63);
  uint64_t found = (lines.stops[word] | lines.targets[word]) & beyond;
  while (found == 0) {
    word += upward ? 1 : -1;
    if (narrow || word < 0) {
      return -1;
    }
    found = lines.stops[word] | lines.targets[word];
  }
  int32_t bit = upward ? ovi_lowest_bit(found) : 63 - ovi_zeros_above(found);
  return (lines.open[word] >> bit & 1u) != 0 ? 64 * word + bit : -1;
}

/* The directions in which to leave a jump point reached in a straight direction
 * at `at` of a line: on, and around each cell beside it that opens there. */
INSTANTIATED uint32_t leave_ways(const uint64_t *open, int32_t words, int32_t at, int direction,
                                 const bool narrow) {
  const int32_t behind = jump_is_upward(direction) ? at - 1 : at + 1;
  /* The line before lies to the left of east and north, to the right of south and west. */
  const int32_t left = direction == OVI_E || direction == OVI_N ? -words : words;
  uint32_t ways = WAY(direction);
  if (jump_bit(open + left, at, narrow) && !jump_bit(open + left, behind, narrow)) {
    ways |= WAY((direction + 6) & 7) | WAY((direction + 7) & 7);
  }
  if (jump_bit(open - left, at, narrow) && !jump_bit(open - left, behind, narrow)) {
    ways |= WAY((direction + 1) & 7) | WAY((direction + 2) & 7);
  }
  return ways;
}

/* Whether a cell has been reached for less. */
static inline bool is_cheaper(const ovi_fine_search *search, uint32_t cell, uint64_t cost) {
  return search->nodes[cell].stamp == search->stamp && search->nodes[cell].cost < cost;
}

/* Goes on with a scan that came to a target or a jump point at `at`: gives the
 * targets on the way their costs and opens the jump point at its end, if there
 * is one. */
INSTANTIATED void end_scan(const jump *j, jump_place from, int direction, int32_t at,
                           const bool narrow) {
  const int axis = jump_axis(direction);
  const bool upward = jump_is_upward(direction);
  const int32_t begin = axis == 0 ? from.x : from.y;
  const scan_lines lines = lines_of(j, &from, direction, narrow);
  do {
    const int32_t x = axis == 0 ? at : from.x;
    const int32_t y = axis == 0 ? from.y : at;
    const uint32_t steps = (uint32_t)(upward ? at - begin : begin - at);
    const uint32_t cell = (uint32_t)((y + 1) * j->stride + x + 1);
    const uint64_t cost = from.cost + (uint64_t)steps * j->straight_cost;
    if (jump_bit(lines.stops, at, narrow)) {
      if (is_cheaper(j->search, cell, cost)) {
        return;
      }
      uint32_t ways = leave_ways(lines.open, narrow ? 1 : j->words[axis], at, direction, narrow);
      reach(j->search, cell, j->from, cost, ways | pack_place(x, y), true);
      return;
    }
    come_by(j->search, cell, j->from, cost, pack_place(x, y));
    at = next_open_stop(lines, at, upward, narrow);
  } while (at >= 0);
}

/* Apart from the scans: few end so. */
static __attribute__((noinline)) void end_narrow_scan(const jump *j, jump_place from, int direction,
                                                      int32_t at) {
  end_scan(j, from, direction, at, true);
}
static __attribute__((noinline)) void end_wide_scan(const jump *j, jump_place from, int direction,
                                                    int32_t at) {
  end_scan(j, from, direction, at, false);
}

/* Scans in a straight direction. */
INSTANTIATED void jump_straight(const jump *j, jump_place from, const int direction,
                                const bool narrow) {
  const int32_t begin = jump_axis(direction) == 0 ? from.x : from.y;
  int32_t at = next_open_stop(lines_of(j, &from, direction, narrow), begin,
                              jump_is_upward(direction), narrow);
  if (at < 0) {
    return;
  }
  if (narrow) {
    end_narrow_scan(j, from, direction, at);
  } else {
    end_wide_scan(j, from, direction, at);
  }
}

/* Whether the step from a place in a diagonal direction is legal. */
INSTANTIATED bool can_step(const jump *j, const jump_place *from, const int direction,
                           const bool narrow) {
  const int32_t x = from->x;
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  const uint64_t *here = jump_line(j, OVI_PLANE_OPEN, from->y, narrow);
  const uint64_t *there = jump_line(j, OVI_PLANE_OPEN, from->y + dy, narrow);
  if (narrow) {
    uint64_t both = here[0] & there[0];
    return ((dx > 0 ? both >> 1 : both << 1) & there[0]) >> x & 1u;
  }
  return x + dx >= 0 && ovi_get_bit(here, x + dx) && ovi_get_bit(there, x) &&
         ovi_get_bit(there, x + dx);
}

/* Walks a diagonal, scanning to both its sides from each cell. */
INSTANTIATED void jump_diagonal(const jump *j, jump_place at, const int direction,
                                const bool narrow) {
  while (can_step(j, &at, direction, narrow)) {
    at.x += ovi_direction_x(direction);
    at.y += ovi_direction_y(direction);
    at.cost += j->diagonal_cost;
    if (jump_bit(jump_line(j, OVI_PLANE_TARGETS, at.y, narrow), at.x, narrow)) {
      come_by(j->search, (uint32_t)((at.y + 1) * j->stride + at.x + 1), j->from, at.cost,
              pack_place(at.x, at.y));
    }
    jump_straight(j, at, direction - 1, narrow);
    jump_straight(j, at, (direction + 1) & 7, narrow);
  }
}

/* A straight direction and the diagonal one after it, if they are among the ways. */
INSTANTIATED void jump_twice(const jump *j, const jump_place *from, uint32_t ways,
                             const int direction, const bool narrow) {
  if (ways & WAY(direction)) {
    jump_straight(j, *from, direction, narrow);
  }
  if (ways & WAY(direction + 1)) {
    jump_diagonal(j, *from, direction + 1, narrow);
  }
}

INSTANTIATED void open_jumps(ovi_fine_search *search, uint32_t cell, const bool narrow) {
  const ovi_window *window = search->window;
  const ovi_fine_node *node = &search->nodes[cell];
  const uint32_t step = 2u * window->min_weight;
  const jump j = {
      search,         window->planes, window->plane_words, {window->words[0], window->words[1]},
      window->stride, cell,           ovi_share(step, 0),  ovi_share(step, 1)};
  const jump_place from = {packed_x(node->ways), packed_y(node->ways), node->cost};
  const uint32_t ways = node->ways;
  jump_twice(&j, &from, ways, OVI_E, narrow); /* each direction is a copy of its own */
  jump_twice(&j, &from, ways, OVI_S, narrow);
  jump_twice(&j, &from, ways, OVI_W, narrow);
  jump_twice(&j, &from, ways, OVI_N, narrow);
}

static void open_narrow_jumps(ovi_fine_search *search, uint32_t cell) {
  open_jumps(search, cell, true);
}

static void open_wide_jumps(ovi_fine_search *search, uint32_t cell) {
  open_jumps(search, cell, false);
}

/* ---- The loop ------------------------------------------------------------ */

/* Neighbours settle a target by expanding it. */
static inline bool all_settled(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  if (!ovi_window_is_target(window, ovi_window_cell_x(window, cell),
                            ovi_window_cell_y(window, cell))) {
    return false;
  }
  search->settled = cell;
  return ++search->target >= window->target_count;
}

/* Jumps have settled a target when nothing that is open can lead to it for less,
 * or nothing at all could. */
static inline bool all_reached(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  uint64_t front = search->open.count != 0 ? search->open.items[0].key : UINT64_MAX;
  (void)cell;
  for (; search->target < window->target_count; search->target++) {
    uint32_t target = window->targets[search->target];
    const ovi_fine_node *node = &search->nodes[target];
    if (node->stamp != search->stamp) {
      return false;
    }
    int32_t x = packed_x(node->ways);
    int32_t y = packed_y(node->ways);
    uint64_t key = node->cost + estimate_at(search, x, y);
    if (key > front &&
        node->cost > ovi_octile(x - search->sight.x, y - search->sight.y, window->min_weight)) {
      if (search->target + 1 == window->target_count && key < search->limit) {
        search->limit = key; /* what is no cheaper than the last target is of no use */
      }
      return false;
    }
    search->settled = target;
  }
  return window->target_count != 0;
}

static void visit_cell(const ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  ovl_cell at = {window->x + ovi_window_cell_x(window, cell),
                 window->y + ovi_window_cell_y(window, cell), 0};
  search->visit(search->visit_user, OVL_VISIT_FINE, at, at);
}

/* The loop. */
INSTANTIATED ovi_search_status run(ovi_fine_search *search, uint64_t budget,
                                   void (*open_successors)(ovi_fine_search *, uint32_t),
                                   bool (*is_done)(ovi_fine_search *, uint32_t)) {
  while (search->open.count != 0) {
    if (budget-- == 0) {
      return OVI_SEARCH_PAUSED;
    }
    uint32_t cell = ovi_open_take(&search->open).node;
    search->expanded++;
    if (search->visit != NULL) {
      visit_cell(search, cell);
    }
    open_successors(search, cell);
    if (is_done(search, cell)) {
      return OVI_SEARCH_TARGET;
    }
  }
  return OVI_SEARCH_EXHAUSTED;
}

ovi_search_status ovi_fine_run(ovi_fine_search *search, uint64_t budget) {
  if (!search->window->uses_bits) {
    return run(search, budget, open_neighbours, all_settled);
  }
  return search->window->narrow ? run(search, budget, open_narrow_jumps, all_reached)
                                : run(search, budget, open_wide_jumps, all_reached);
}

void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_way) {
  if (!window->uses_bits || !ovi_sight_reaches(&search->sight, window, x, y, any_way)) {
    ovi_window_mark(window, x, y);
    return;
  }
  const int32_t start_x = search->sight.x;
  const int32_t start_y = search->sight.y;
  search->settled = ovi_window_cell(window, x, y);
  come_by(search, search->settled, ovi_window_cell(window, start_x, start_y),
          ovi_octile(x - start_x, y - start_y, window->min_weight), pack_place(x, y));
}

bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window) {
  if (window->target_count == 0) {
    return true;
  }
  if (window->uses_bits) {
    ovi_window_turn(window);
  }
  bool found = ovi_fine_run(search, UINT64_MAX) == OVI_SEARCH_TARGET;
  ovi_window_unmark_all(window);
  return found;
}

uint32_t ovi_fine_way(const ovi_fine_search *search, uint32_t target, uint32_t *cells) {
  uint32_t count = 0;
  for (uint32_t cell = target;; cell = search->nodes[cell].parent) {
    cells[count++] = cell;
    if (search->nodes[cell].parent == cell) {
      break;
    }
  }
  for (uint32_t i = 0; i < count / 2; i++) {
    uint32_t swap = cells[i];
    cells[i] = cells[count - 1 - i];
    cells[count - 1 - i] = swap;
  }
  return count;
}
