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

/* The directions in which a cell is expanded, by its ovi_even, or 0, and the direction in which it
 * was reached. From a cell that is not even, the neighbours of the cell before are reached from
 * there for less. */
static const uint8_t ovi_onward_directions[OVI_EVEN_KINDS][8] = {
    {0xc7, 0x8f, 0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3},
    {0x01, 0x07, 0x04, 0x1c, 0x10, 0x70, 0x40, 0xc1},
    {0x83, 0x8f, 0x0e, 0x3e, 0x38, 0xf8, 0xe0, 0xe3}};

/* The legal steps of a cell in a window without exceptions, a bit for each direction. */
OVI_NOINLINE static uint32_t ovi_legal_directions(const ovi_window *window, uint32_t cell,
                                                  const bool reverse) {
  const ovi_step_view view = ovi_step_view_of(window);
  uint64_t steps[8];
  uint32_t legal = 0;
  if (reverse) {
    ovi_even_steps(&view, cell, steps, true);
  } else {
    ovi_even_steps(&view, cell, steps, false);
  }
  for (int direction = 0; direction < 8; direction++) {
    legal |= (uint32_t)(steps[direction] != OVI_NO_STEP) << direction;
  }
  return legal;
}

/* Expands a cell. `kind` selects the open list, and whether heights count, in reverse if the search
 * is. */
OVI_FORCE_INLINE void ovi_expand_canonical(ovi_fine_search *search, uint32_t cell,
                                           const ovi_node_kind kind) {
  const bool slopes = kind == OVI_NODE_SLOPED;
  const ovi_window *window = search->window;
  const ovi_fine_node *node = &search->nodes[cell];
  const uint8_t *weights = window->weights + cell;
  const uint16_t *heights = slopes ? window->steps.heights + cell : NULL;
  const ovi_slope slope =
      slopes ? ovi_slope_of(&window->steps.rule, search->kind.reverse) : (ovi_slope){0};
  const uint8_t *even = window->even + cell;
  const int32_t stride = window->stride;
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const uint64_t cost = node->cost;
  const uint32_t here = weights[0];
  const bool is_even = even[0] != 0;
  OVI_ASSERT(here != 0);
  uint32_t directions = node->packed & OVI_ALL_DIRECTIONS;
  if (search->progress.limit != UINT64_MAX &&
      cost + ovi_heuristic_at(search, ovi_packed_x(packed_cell), ovi_packed_y(packed_cell)) >=
          search->progress.limit) {
    return; /* it was opened before the limit was lowered */
  }
  if (slopes && slope.is_limited && !is_even) {
    directions &= ovi_legal_directions(window, cell, search->kind.reverse);
  }
  for (; directions != 0; directions &= directions - 1) {
    const int direction = ovi_lowest_bit(directions);
    const int32_t across = ovi_direction_x(direction);
    const int32_t down = ovi_direction_y(direction);
    const int32_t offset = down * stride + across;
    const uint32_t there = weights[offset];
    const int diagonal = direction & 1;
    if (there == 0 ||
        (diagonal && !is_even &&
         !ovi_corner_is_free(window->corners, weights[across] != 0, weights[down * stride] != 0))) {
      continue;
    }
    const ovi_fine_node *next = node + offset;
    uint64_t next_cost = cost + ovi_step_cost(here + there, diagonal);
    if (slopes) {
      next_cost += ovi_slope_cost(&slope, heights[0], heights[offset]);
    }
    if (next->stamp == search->stamp && next->cost < next_cost) {
      continue;
    }
    const bool is_any = slopes && slope.is_limited && even[offset] == 0;
    /* Where steps may be too steep, a cell that is not even is expanded in all directions but
     * back. */
    const uint32_t onward = is_any ? OVI_ALL_DIRECTIONS & ~(1u << ((direction + 4) & 7))
                                   : ovi_onward_directions[even[offset]][direction];
    const uint32_t packed_step = ((uint32_t)across << 8) + ((uint32_t)down << 20); /* wraps */
    ovi_relax(search, (uint32_t)((int32_t)cell + offset), cell, next_cost,
              onward | (packed_cell + packed_step), kind);
  }
}

#endif
