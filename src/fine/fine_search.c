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
  search->stamp++;
  if (search->stamp == 0) { /* a stamp would come back: forget all old ones */
    for (uint32_t i = 0; i < search->max_cells; i++) {
      search->nodes[i].stamp = 0;
    }
    search->stamp = 1;
  }
  uint32_t cell = ovi_window_cell(window, x, y);
  search->target = 0;
  search->start_x = x;
  search->start_y = y;
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

/* Where a jump began. */
typedef struct jump_start {
  uint32_t cell;                         /* the parent of what is found */
  uint64_t cost;                         /* at (x, y) */
  int32_t x, y;                          /* window cell */
  uint32_t straight_cost, diagonal_cost; /* of one step */
} jump_start;

/* A bit of a line; beyond its ends 0. */
static inline bool line_bit(const uint64_t *line, int32_t at, const bool narrow) {
  if (narrow) {
    return (uint32_t)at < 64 && (line[0] >> at & 1u) != 0;
  }
  return at >= 0 && ovi_get_bit(line, at) != 0;
}

/* The next cell of a line, in a direction, that is a target or is not passed. */
static inline int32_t next_stop(const uint64_t *pass, const uint64_t *targets, int32_t at,
                                const bool upward, const bool narrow) {
  if (narrow) {
    uint64_t on = pass[0] & ~targets[0];
    return upward ? at + 1 + ovi_lowest_bit(~(on >> at >> 1))
                  : at - 1 - ovi_zeros_above(~(on << (63 - at) << 1));
  }
  int32_t word = (upward ? at + 1 : at) >> 6;
  uint64_t beyond = upward ? ~ovi_low_bits((at + 1) & 63) : ovi_low_bits(at & 63);
  uint64_t stops = (~pass[word] | targets[word]) & beyond;
  while (stops == 0) {
    word += upward ? 1 : -1;
    if (word < 0) {
      return -1;
    }
    stops = ~pass[word] | targets[word];
  }
  return 64 * word + (upward ? ovi_lowest_bit(stops) : 63 - ovi_zeros_above(stops));
}

/* The directions in which to leave a jump point reached in a straight direction:
 * on, and around each cell beside it that opens there. */
static inline uint32_t leave_ways(const ovi_window *window, int32_t x, int32_t y,
                                  const int direction, const bool narrow) {
  const bool along_row = (direction & 2) == 0;
  const int32_t words = narrow ? 1 : along_row ? window->row_words : window->column_words;
  const uint64_t *bits = along_row ? window->rows : window->columns;
  const uint64_t *line = bits + (int64_t)((along_row ? y : x) + 1) * words;
  const int32_t at = along_row ? x : y;
  const bool upward = direction == OVI_E || direction == OVI_S;
  const int32_t behind = upward ? at - 1 : at + 1;
  /* The line with the lower number lies to the left of east, and of north; to the right of
   * south and west. */
  const int left = direction == OVI_E || direction == OVI_N ? -1 : 1;
  uint32_t ways = WAY(direction);
  if (line_bit(line + left * words, at, narrow) && !line_bit(line + left * words, behind, narrow)) {
    ways |= WAY((direction + 6) & 7) | WAY((direction + 7) & 7);
  }
  if (line_bit(line - left * words, at, narrow) && !line_bit(line - left * words, behind, narrow)) {
    ways |= WAY((direction + 2) & 7) | WAY((direction + 1) & 7);
  }
  return ways;
}

/* Scans in a straight direction: gives the targets on the way their costs and
 * opens the jump point at its end, if there is one. */
static inline void jump_straight(ovi_fine_search *search, const jump_start *from,
                                 const int direction, const bool narrow) {
  const ovi_window *window = search->window;
  const bool along_row = (direction & 2) == 0;
  const bool upward = direction == OVI_E || direction == OVI_S;
  const int32_t begin = along_row ? from->x : from->y;
  const int32_t words = narrow ? 1 : along_row ? window->row_words : window->column_words;
  const int64_t line = (int64_t)((along_row ? from->y : from->x) + 1) * words;
  const uint64_t *pass = window->passes[direction >> 1] + line;
  const uint64_t *targets = (along_row ? window->row_targets : window->column_targets) + line;
  const uint64_t *open = (along_row ? window->rows : window->columns) + line;
  int32_t at = begin;
  for (;;) {
    at = next_stop(pass, targets, at, upward, narrow);
    if (!line_bit(open, at, narrow)) {
      return;
    }
    int32_t x = along_row ? at : from->x;
    int32_t y = along_row ? from->y : at;
    uint32_t steps = (uint32_t)(upward ? at - begin : begin - at);
    uint64_t cost = from->cost + (uint64_t)steps * from->straight_cost;
    uint32_t cell = ovi_window_cell(window, x, y);
    if (!line_bit(pass, at, narrow)) {
      uint32_t ways = leave_ways(window, x, y, direction, narrow) | pack_place(x, y);
      reach(search, cell, from->cell, cost, ways, true);
      return;
    }
    come_by(search, cell, from->cell, cost, pack_place(x, y));
  }
}

/* Walks a diagonal, scanning to both its sides from each cell. */
static inline void jump_diagonal(ovi_fine_search *search, const jump_start *start,
                                 const int direction, const bool narrow) {
  const ovi_window *window = search->window;
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  const int32_t words = narrow ? 1 : window->row_words;
  jump_start from = *start;
  for (;;) {
    const uint64_t *here = window->rows + (int64_t)(from.y + 1) * words;
    const uint64_t *there = here + dy * words;
    if (!line_bit(here, from.x + dx, narrow) || !line_bit(there, from.x, narrow) ||
        !line_bit(there, from.x + dx, narrow)) {
      return;
    }
    from.x += dx;
    from.y += dy;
    from.cost += from.diagonal_cost;
    if (line_bit(window->row_targets + (int64_t)(from.y + 1) * words, from.x, narrow)) {
      come_by(search, ovi_window_cell(window, from.x, from.y), from.cell, from.cost,
              pack_place(from.x, from.y));
    }
    jump_straight(search, &from, direction - 1, narrow);
    jump_straight(search, &from, (direction + 1) & 7, narrow);
  }
}

static inline void open_jumps(ovi_fine_search *search, uint32_t cell, const bool narrow) {
  const ovi_fine_node *node = &search->nodes[cell];
  const uint32_t step = 2u * search->window->min_weight;
  jump_start from = {cell,
                     node->cost,
                     packed_x(node->ways),
                     packed_y(node->ways),
                     ovi_share(step, 0),
                     ovi_share(step, 1)};
  for (uint32_t ways = node->ways & ALL_WAYS; ways != 0; ways &= ways - 1) {
    switch (ovi_lowest_bit(ways)) { /* each direction is a copy of its own */
    case OVI_E:
      jump_straight(search, &from, OVI_E, narrow);
      break;
    case OVI_SE:
      jump_diagonal(search, &from, OVI_SE, narrow);
      break;
    case OVI_S:
      jump_straight(search, &from, OVI_S, narrow);
      break;
    case OVI_SW:
      jump_diagonal(search, &from, OVI_SW, narrow);
      break;
    case OVI_W:
      jump_straight(search, &from, OVI_W, narrow);
      break;
    case OVI_NW:
      jump_diagonal(search, &from, OVI_NW, narrow);
      break;
    case OVI_N:
      jump_straight(search, &from, OVI_N, narrow);
      break;
    default:
      jump_diagonal(search, &from, OVI_NE, narrow);
      break;
    }
  }
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
    if (node->cost + estimate_at(search, x, y) > front &&
        node->cost > ovi_octile(x - search->start_x, y - search->start_y, window->min_weight)) {
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
static inline ovi_search_status run(ovi_fine_search *search, uint64_t budget,
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
