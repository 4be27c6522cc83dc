/* Successor generator for canonical paths (Sturtevant and Rabin, "Canonical Orderings on Grids",
 * 2016): where the ground around a cell is even, most of its neighbours are not expanded from it.
 * It is the rule of jump points, cell by cell.
 *
 * A cell is even if it and its eight neighbours have one weight. A path over such a cell that
 * neither goes straight on, nor turns from a diagonal to a straight step beside it, has an
 * alternative between the same two neighbours that costs no more and takes its diagonal steps
 * earlier. So one of the cheapest paths to each cell is of the kind that remains. Where paths of
 * equal cost meet, the cell is expanded in the directions of both.
 *
 * Where heights cost, this holds if the nine cells have one height. Otherwise a step over two cells
 * rises and falls at least as far as the step between them, so a diagonal step is cheaper than the
 * two straight ones, and a step to a neighbour than one over another, unless it is too steep. */
#ifndef OVERLAND_FINE_CANONICAL_H
#define OVERLAND_FINE_CANONICAL_H

#include "fine/relax.h"
#include "fine/window_steps.h"

/* The directions in which a cell is expanded, by its topology, its ovi_even and the direction in
 * which it was reached. From a cell that is not even, the neighbours of the cell before are reached
 * from there for less, unless a step there is irregular or not known yet.
 *
 * Of hexagons nothing lies beside a step, so only three cells lie ahead over any ground. Where it
 * is even, a path may go on in two directions 60 degrees apart in any order: it first goes east,
 * south-west or north. */
static const uint8_t ovi_onward_directions[2][OVI_EVEN_KINDS][8] = {
    {{0xc7, 0x8f, 0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3},
     {0x01, 0x07, 0x04, 0x1c, 0x10, 0x70, 0x40, 0xc1},
     {0x83, 0x8f, 0x0e, 0x3e, 0x38, 0xf8, 0xe0, 0xe3},
     {0xef, 0xdf, 0xbf, 0x7f, 0xfe, 0xfd, 0xfb, 0xf7},
     {0xef, 0xdf, 0xbf, 0x7f, 0xfe, 0xfd, 0xfb, 0xf7}},
    {{0x85, 0x00, 0x0d, 0x1c, 0x58, 0x00, 0xd0, 0xc1},
     {0x85, 0x00, 0x04, 0x1c, 0x10, 0x00, 0xd0, 0x80},
     {0x85, 0x00, 0x0d, 0x1c, 0x58, 0x00, 0xd0, 0xc1},
     {0xcd, 0x00, 0x9d, 0x5d, 0xdc, 0x00, 0xd9, 0xd5},
     {0xcd, 0x00, 0x9d, 0x5d, 0xdc, 0x00, 0xd9, 0xd5}}};

/* A copy of the state that a search in buckets reads at each step. The compiler need not read a
 * local copy again after each write to a node. */
typedef struct ovi_canonical {
  ovi_fine_node *nodes;
  const uint8_t *weights, *even, *legal;
  const uint16_t *heights; /* set where nodes are sloped */
  ovi_fine_steps steps;
  ovi_bucket_queue queue;
  uint64_t limit;
  uint64_t least_step; /* no step costs less */
  uint32_t stamp;
  ovi_fine_goal goal;
  uint32_t straight, diagonal; /* distance of a step at the goal's weight */
  bool is_hexagonal;           /* the loop is compiled for either, so that it need not be tested */
} ovi_canonical;

OVI_FORCE_INLINE ovi_canonical ovi_canonical_of(const ovi_fine_search *search,
                                                const bool is_hexagonal) {
  const ovi_window *window = search->window;
  return (ovi_canonical){.nodes = search->nodes,
                         .weights = window->weights,
                         .even = window->kinds.even,
                         .legal = window->kinds.legal,
                         .heights = window->steps.heights,
                         .steps = search->steps,
                         .queue = search->open.buckets,
                         .limit = search->progress.limit,
                         .least_step = 2 * OVI_K_STRAIGHT * (uint64_t)window->min_weight,
                         .stamp = search->stamp,
                         .goal = search->goal,
                         .straight = 2 * OVI_K_STRAIGHT * search->goal.weight,
                         .diagonal =
                             (uint32_t)ovi_distance(window->corners, 1, -1, search->goal.weight),
                         .is_hexagonal = is_hexagonal};
}

/* The extra cost of a rise. */
OVI_FORCE_INLINE uint64_t ovi_rise_cost(const ovi_slope *slope, uint32_t from, uint32_t to) {
  const int64_t rise = (int64_t)to - (int64_t)from;
  const int64_t cost = rise >= 0 ? (int64_t)slope->rise_cost : -(int64_t)slope->fall_cost;
  return (uint64_t)(rise * cost);
}

/* The heuristic of a packed cell: as ovi_heuristic_at and ovi_slope_left. */
OVI_FORCE_INLINE uint64_t ovi_canonical_left(const ovi_canonical *at, uint32_t cell,
                                             uint32_t packed, const bool slopes) {
  if (at->goal.weight == 0) {
    return 0;
  }
  const int32_t dx = at->goal.x - ovi_packed_x(packed);
  const int32_t dy = at->goal.y - ovi_packed_y(packed);
  const uint32_t far_x = (uint32_t)ovi_magnitude(dx);
  const uint32_t far_y = (uint32_t)ovi_magnitude(dy);
  const bool has_diagonal = !at->is_hexagonal || (dx ^ dy) < 0;
  const uint32_t across = !has_diagonal ? 0 : far_x < far_y ? far_x : far_y;
  const uint32_t distance =
      (far_x + far_y - 2 * across) * at->straight + across * at->diagonal; /* below 2^30 */
  return distance +
         (slopes ? ovi_rise_cost(&at->steps.slope, at->heights[cell], at->goal.height) : 0);
}

/* Adds a node that is not open to the buckets, unless its key reaches the limit. */
OVI_FORCE_INLINE void ovi_open_onward(ovi_canonical *at, uint32_t cell, uint32_t packed,
                                      uint64_t cost, const bool slopes) {
  const uint64_t key = cost + ovi_canonical_left(at, cell, packed, slopes);
  ovi_fine_node *node = &at->nodes[cell];
  node->packed = packed;
  node->position = key < at->limit ? ovi_buckets_add(&at->queue, cell, key) : OVI_NOT_OPEN;
}

/* Relaxes a step to a cell that has no cost yet. */
OVI_FORCE_INLINE void ovi_reach_onward(ovi_canonical *at, ovi_fine_search *search, uint32_t to,
                                       uint32_t from, uint32_t packed, uint64_t cost,
                                       const bool slopes, const bool traced) {
  ovi_fine_node *node = &at->nodes[to];
  node->stamp = at->stamp;
  node->cost = cost;
  node->parent = from;
  if (traced) {
    node->packed = packed;
    ovi_fine_emit_reached(search, to, true);
  }
  ovi_open_onward(at, to, packed, cost, slopes);
}

/* Relaxes a step to a cell that has a cost, which is not below this one. */
OVI_FORCE_INLINE void ovi_improve_onward(ovi_canonical *at, ovi_fine_search *search, uint32_t to,
                                         uint32_t from, uint32_t packed, uint64_t cost,
                                         const bool slopes, const bool traced) {
  ovi_fine_node *node = &at->nodes[to];
  const bool is_open = node->position != OVI_NOT_OPEN;
  if (node->cost != cost) {
    if (is_open) {
      ovi_buckets_remove(&at->queue, to, node->position);
    }
    node->cost = cost;
    node->parent = from;
    if (traced) {
      ovi_fine_emit_reached(search, to, false);
    }
  } else if (is_open || (packed & ~node->packed) == 0) { /* from another side */
    node->packed |= packed;
    return;
  }
  ovi_open_onward(at, to, packed, cost, slopes);
}

/* Finds the costs of the steps from a cell near which one may be too steep or have an exception, or
 * to it if the search is in reverse. Returns those of the given directions that are legal. */
OVI_NOINLINE static uint32_t ovi_irregular_steps(const ovi_window *window, uint32_t cell,
                                                 uint32_t directions, bool reverse,
                                                 uint64_t steps[8]) {
  const ovi_step_view view = ovi_step_view_of(window);
  uint64_t straight[4];
  uint32_t legal = 0;
  ovi_straight_steps(&view, cell, straight, reverse);
  for (uint32_t left = directions; left != 0; left &= left - 1) {
    const int direction = ovi_lowest_bit(left);
    steps[direction] = !ovi_is_diagonal(direction)
                           ? straight[direction >> 1]
                           : ovi_diagonal_step(&view, cell, direction, straight, reverse);
    legal |= steps[direction] != OVI_NO_STEP ? left & (0 - left) : 0;
  }
  return legal;
}

/* The cost of a step to a neighbour in a direction, by weights and, if `slopes`, heights. */
OVI_FORCE_INLINE uint64_t ovi_onward_cost(const ovi_canonical *at, uint32_t weight, uint32_t height,
                                          uint32_t to, uint32_t direction, const bool slopes) {
  const uint32_t cost = (weight + at->weights[to]) * at->steps.factors[direction];
  return slopes ? cost + ovi_rise_cost(&at->steps.slope, height, at->heights[to]) : cost;
}

/* The packed number of a neighbour, with the directions in which it is expanded. */
OVI_FORCE_INLINE uint32_t ovi_onward_packed(const ovi_canonical *at, uint32_t packed, uint32_t to,
                                            uint32_t direction) {
  return (packed + at->steps.packed[direction]) |
         ovi_onward_directions[at->is_hexagonal][at->even[to]][direction];
}

/* Expands a cell in buckets. Heights count if `slopes`, in reverse if the search is. There,
 * neighbours that no step could reach for less are passed over first. */
OVI_FORCE_INLINE void ovi_expand_canonical(ovi_canonical *at, ovi_fine_search *search,
                                           uint32_t cell, const bool slopes, const bool traced) {
  const ovi_fine_node *node = &at->nodes[cell];
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const uint64_t cost = node->cost;
  const uint64_t least = slopes ? cost + at->least_step : 0;
  const uint32_t weight = at->weights[cell];
  const uint32_t height = slopes ? at->heights[cell] : 0;
  OVI_ASSERT(weight != 0);
  for (uint32_t left = node->packed & at->legal[cell]; left != 0; left &= left - 1) {
    const uint32_t direction = (uint32_t)ovi_lowest_bit(left);
    const uint32_t to = cell + (uint32_t)at->steps.offsets[direction];
    const ovi_fine_node *next = &at->nodes[to];
    OVI_ASSERT(to < search->max_nodes);
    if (next->stamp != at->stamp) {
      ovi_reach_onward(at, search, to, cell, ovi_onward_packed(at, packed_cell, to, direction),
                       cost + ovi_onward_cost(at, weight, height, to, direction, slopes), slopes,
                       traced);
    } else if (next->cost >= least) {
      const uint64_t next_cost = cost + ovi_onward_cost(at, weight, height, to, direction, slopes);
      if (next->cost >= next_cost) {
        ovi_improve_onward(at, search, to, cell, ovi_onward_packed(at, packed_cell, to, direction),
                           next_cost, slopes, traced);
      }
    }
  }
}

/* Expands a cell near which a step may be too steep or have an exception. */
OVI_FORCE_INLINE void ovi_expand_irregular(ovi_canonical *at, ovi_fine_search *search,
                                           uint32_t cell, const bool slopes, const bool traced) {
  const ovi_fine_node *node = &at->nodes[cell];
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const uint64_t cost = node->cost;
  uint64_t steps[8];
  uint32_t left = ovi_irregular_steps(search->window, cell, node->packed & at->legal[cell],
                                      search->kind.reverse, steps);
  for (; left != 0; left &= left - 1) {
    const uint32_t direction = (uint32_t)ovi_lowest_bit(left);
    const uint32_t to = cell + (uint32_t)at->steps.offsets[direction];
    const uint64_t next_cost = cost + steps[direction];
    const uint32_t packed = ovi_onward_packed(at, packed_cell, to, direction);
    const ovi_fine_node *next = &at->nodes[to];
    if (next->stamp != at->stamp) {
      ovi_reach_onward(at, search, to, cell, packed, next_cost, slopes, traced);
    } else if (next->cost >= next_cost) {
      ovi_improve_onward(at, search, to, cell, packed, next_cost, slopes, traced);
    }
  }
}

/* Expands a cell of a field: in the order of a heap, over weights alone. */
OVI_FORCE_INLINE void ovi_expand_field_cell(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  const ovi_fine_node *node = &search->nodes[cell];
  const uint8_t *weights = window->weights + cell;
  const uint32_t stamp = search->stamp;
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const uint64_t cost = node->cost;
  OVI_ASSERT(weights[0] != 0);
  for (uint32_t left = node->packed & window->kinds.legal[cell]; left != 0; left &= left - 1) {
    const int direction = ovi_lowest_bit(left);
    const int64_t offset = search->steps.offsets[direction];
    const ovi_fine_node *next = node + offset;
    const uint32_t weight = (uint32_t)weights[0] + weights[offset];
    const uint64_t next_cost = cost + weight * search->steps.factors[direction];
    if (next->stamp != stamp || next->cost >= next_cost) {
      const uint32_t to = (uint32_t)((int32_t)cell + search->steps.offsets[direction]);
      const uint32_t onward =
          ovi_onward_directions[window->corners == OVI_HEXAGONS][window->kinds.even[to]][direction];
      ovi_relax(search, to, cell, next_cost,
                onward | (packed_cell + search->steps.packed[direction]), OVI_NODE_PACKED);
    }
  }
}

#endif
