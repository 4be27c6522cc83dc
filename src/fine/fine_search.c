/* The loop and its two generators of successors.
 *
 * Jumps. A cell reached in a direction need only be left in some directions:
 * every other cell has a way as short that does not pass here, with its
 * diagonal steps first. Under the strict corner rule a turn is needed only
 * beside a cell whose neighbour behind was blocked, or at a target. Scans read
 * rows and columns of bits, so 63 cells cost a few instructions. */
#include "fine_search.h"

#include <string.h>

#include "bits.h"
#include "cost_rule.h"

#define ALL_WAYS 0xffu
#define WAY(direction) (1u << (direction))
#define NOWHERE (-1)

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

static uint64_t estimate(const ovi_fine_search *search, uint32_t cell) {
  if (search->goal_weight == 0) {
    return 0;
  }
  int32_t x = ovi_window_cell_x(search->window, cell);
  int32_t y = ovi_window_cell_y(search->window, cell);
  return ovi_octile(search->goal_x - x, search->goal_y - y, search->goal_weight);
}

/* Reaches a cell at a cost: opens it, or moves it up, or does nothing. */
static inline void reach(ovi_fine_search *search, uint32_t cell, uint32_t parent, uint64_t cost,
                         uint32_t ways) {
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
  uint64_t left = estimate(search, cell);
  uint32_t tie = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  ovi_open_add(&search->open, (ovi_open_item){cost + left, tie, cell});
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
  reach(search, cell, cell, 0, ALL_WAYS);
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
    reach(search, (uint32_t)((int32_t)cell + offsets[direction]), cell, cost + step, 0);
  }
}

/* Three neighbouring lines of bits and the stops of the middle one. */
typedef struct lines {
  const uint64_t *before, *after, *stops, *blocked;
} lines;

static inline lines lines_of(const uint64_t *bits, const uint64_t *stops, int32_t words,
                             int32_t line) {
  const uint64_t *middle = bits + (int64_t)line * words;
  return (lines){middle - words, middle + words, stops + (int64_t)line * words, middle};
}

/* The next cell on a line, going up from `at`, where a scan has to stop and
 * that is not blocked; NOWHERE if a blocked cell comes first. */
static inline int32_t scan_up(lines l, int32_t at) {
  for (;;) {
    uint64_t before = ovi_bits_at(l.before, at);
    uint64_t after = ovi_bits_at(l.after, at);
    uint64_t turns = ((before << 1) & ~before) | ((after << 1) & ~after);
    uint64_t stops = (turns | ovi_bits_at(l.stops, at)) & ~(uint64_t)1;
    if (stops != 0) {
      at += ovi_lowest_bit(stops);
      return ovi_get_bit(l.blocked, at) ? NOWHERE : at;
    }
    at += 63; /* one again, so that what is behind the next cell is seen */
  }
}

/* 64 bits that end with bit `at`; below the line's begin all is blocked. */
static inline uint64_t bits_up_to(const uint64_t *line, int32_t at) {
  return at >= 63 ? ovi_bits_at(line, at - 63) : (line[0] << (63 - at)) | ovi_low_bits(63 - at);
}

static inline int32_t scan_down(lines l, int32_t at) {
  const uint64_t top = (uint64_t)1 << 63;
  for (;;) {
    uint64_t before = bits_up_to(l.before, at);
    uint64_t after = bits_up_to(l.after, at);
    uint64_t turns = ((before >> 1) & ~before) | ((after >> 1) & ~after);
    uint64_t stops = (turns | bits_up_to(l.stops, at)) & ~top;
    if (stops != 0) {
      at -= ovi_zeros_above(stops);
      return ovi_get_bit(l.blocked, at) ? NOWHERE : at;
    }
    at -= 63;
  }
}

/* The directions in which to leave `at`, reached along a line: on, and around
 * each cell beside that opens here. `behind` is the cell before. */
static inline uint32_t turns_at(lines l, int32_t at, int32_t behind, const uint8_t ways[3]) {
  uint32_t leave = ways[0];
  if (ovi_get_bit(l.before, behind) && !ovi_get_bit(l.before, at)) {
    leave |= ways[1];
  }
  if (ovi_get_bit(l.after, behind) && !ovi_get_bit(l.after, at)) {
    leave |= ways[2];
  }
  return leave;
}

/* What a jump needs to know of where it began. */
typedef struct jump_start {
  uint32_t cell;          /* the parent of what is found */
  uint64_t cost;          /* at (x, y) */
  int32_t x, y;           /* in bits: window cell + 1 */
  uint64_t straight_cost; /* of one step */
} jump_start;

/* Scans in a straight direction and opens the jump point found. */
static inline void jump_straight(ovi_fine_search *search, jump_start from, int direction) {
  /* On, around a corner of the line before, around one of the line after. */
  static const uint8_t ways[4][3] = {
      {WAY(OVI_E), WAY(OVI_N) | WAY(OVI_NE), WAY(OVI_S) | WAY(OVI_SE)},
      {WAY(OVI_S), WAY(OVI_W) | WAY(OVI_SW), WAY(OVI_E) | WAY(OVI_SE)},
      {WAY(OVI_W), WAY(OVI_N) | WAY(OVI_NW), WAY(OVI_S) | WAY(OVI_SW)},
      {WAY(OVI_N), WAY(OVI_W) | WAY(OVI_NW), WAY(OVI_E) | WAY(OVI_NE)},
  };
  const ovi_window *window = search->window;
  bool along_row = (direction & 2) == 0;
  bool upward = direction == OVI_E || direction == OVI_S;
  lines l = along_row
                ? lines_of(window->rows, window->row_stops, window->row_words, from.y)
                : lines_of(window->columns, window->column_stops, window->column_words, from.x);
  int32_t at = along_row ? from.x : from.y;
  int32_t found = upward ? scan_up(l, at) : scan_down(l, at);
  if (found == NOWHERE) {
    return;
  }
  uint32_t leave = turns_at(l, found, upward ? found - 1 : found + 1, ways[direction >> 1]);
  uint32_t steps = (uint32_t)(upward ? found - at : at - found);
  int32_t x = along_row ? found : from.x;
  int32_t y = along_row ? from.y : found;
  reach(search, (uint32_t)(y * window->stride + x), from.cell,
        from.cost + steps * from.straight_cost, leave);
}

/* Walks a diagonal, scanning to both its sides from each cell. */
static inline void jump_diagonal(ovi_fine_search *search, jump_start from, int direction) {
  const ovi_window *window = search->window;
  const int side_a = direction - 1;
  const int side_b = (direction + 1) & 7;
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  const uint64_t step = from.straight_cost / OVI_K_STRAIGHT * OVI_K_DIAGONAL;
  for (;;) {
    const uint64_t *here = window->rows + (int64_t)from.y * window->row_words;
    const uint64_t *there = here + (int64_t)dy * window->row_words;
    if (ovi_get_bit(here, from.x + dx) || ovi_get_bit(there, from.x) ||
        ovi_get_bit(there, from.x + dx)) {
      return;
    }
    from.x += dx;
    from.y += dy;
    from.cost += step;
    if (ovi_window_is_target(window, from.x - 1, from.y - 1)) {
      reach(search, (uint32_t)(from.y * window->stride + from.x), from.cell, from.cost,
            WAY(direction) | WAY(side_a) | WAY(side_b));
      return;
    }
    jump_straight(search, from, side_a);
    jump_straight(search, from, side_b);
  }
}

static inline void open_jumps(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  ovi_fine_node *node = &search->nodes[cell];
  uint32_t ways = node->ways;
  jump_start from = {cell, node->cost, ovi_window_cell_x(window, cell) + 1,
                     ovi_window_cell_y(window, cell) + 1, 2u * ovi_share(window->min_weight, 0)};
  for (int direction = 0; direction < 8; direction++) {
    if ((ways & WAY(direction)) == 0) {
      continue;
    }
    if (direction & 1) {
      jump_diagonal(search, from, direction);
    } else {
      jump_straight(search, from, direction);
    }
  }
}

static void visit_cell(const ovi_fine_search *search, int32_t x, int32_t y) {
  ovl_cell cell = {search->window->x + x, search->window->y + y, 0};
  search->visit(search->visit_user, OVL_VISIT_FINE, cell, cell);
}

/* The loop. */
static inline ovi_search_status run(ovi_fine_search *search, uint64_t budget,
                                    void (*open_successors)(ovi_fine_search *, uint32_t)) {
  while (search->open.count != 0) {
    if (budget-- == 0) {
      return OVI_SEARCH_PAUSED;
    }
    uint32_t cell = ovi_open_take(&search->open).node;
    int32_t x = ovi_window_cell_x(search->window, cell);
    int32_t y = ovi_window_cell_y(search->window, cell);
    search->expanded++;
    if (search->visit != NULL) {
      visit_cell(search, x, y);
    }
    open_successors(search, cell);
    if (ovi_window_is_target(search->window, x, y)) {
      search->settled = cell;
      return OVI_SEARCH_TARGET;
    }
  }
  return OVI_SEARCH_EXHAUSTED;
}

ovi_search_status ovi_fine_run(ovi_fine_search *search, uint64_t budget) {
  return search->window->uses_bits ? run(search, budget, open_jumps)
                                   : run(search, budget, open_neighbours);
}

uint32_t ovi_fine_settle(ovi_fine_search *search, ovi_window *window, uint32_t targets) {
  while (targets != 0 && ovi_fine_run(search, UINT64_MAX) == OVI_SEARCH_TARGET) {
    ovi_window_unmark(window, ovi_window_cell_x(window, search->settled),
                      ovi_window_cell_y(window, search->settled));
    targets--;
  }
  return targets;
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
