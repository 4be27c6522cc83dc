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

/* The directions in which a cell is expanded, by its ovi_even and the direction in which it was
 * reached. From a cell that is not even, the neighbours of the cell before are reached from there
 * for less, unless a step there is irregular or not known yet. */
static const uint8_t ovi_onward_directions[OVI_EVEN_KINDS][8] = {
    {0xc7, 0x8f, 0x1f, 0x3e, 0x7c, 0xf8, 0xf1, 0xe3},
    {0x01, 0x07, 0x04, 0x1c, 0x10, 0x70, 0x40, 0xc1},
    {0x83, 0x8f, 0x0e, 0x3e, 0x38, 0xf8, 0xe0, 0xe3},
    {0xef, 0xdf, 0xbf, 0x7f, 0xfe, 0xfd, 0xfb, 0xf7},
    {0xef, 0xdf, 0xbf, 0x7f, 0xfe, 0xfd, 0xfb, 0xf7}};

/* Relaxes a step from an expanded cell, whose packed number is given. */
OVI_FORCE_INLINE void ovi_relax_onward(ovi_fine_search *search, uint32_t cell, uint32_t packed_cell,
                                       int direction, uint64_t cost, const ovi_node_kind kind) {
  const uint32_t to = (uint32_t)((int32_t)cell + search->steps.offsets[direction]);
  const uint32_t onward = ovi_onward_directions[search->window->kinds.even[to]][direction];
  ovi_relax(search, to, cell, cost, onward | (packed_cell + search->steps.packed[direction]), kind);
}

/* Expands a cell near which a step may be too steep or has an exception. */
OVI_NOINLINE static void ovi_expand_irregular(ovi_fine_search *search, uint32_t cell,
                                              const ovi_node_kind kind) {
  const ovi_step_view view = ovi_step_view_of(search->window);
  const ovi_fine_node *node = &search->nodes[cell];
  const uint64_t cost = node->cost;
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const bool reverse = search->kind.reverse;
  uint64_t straight[4];
  ovi_straight_steps(&view, cell, straight, reverse);
  for (uint32_t left = node->packed & OVI_ALL_DIRECTIONS; left != 0; left &= left - 1) {
    const int direction = ovi_lowest_bit(left);
    const uint64_t step = (direction & 1) == 0
                              ? straight[direction >> 1]
                              : ovi_diagonal_step(&view, cell, direction, straight, reverse);
    if (step != OVI_NO_STEP && kind == OVI_NODE_SLOPED) {
      ovi_relax_onward(search, cell, packed_cell, direction, cost + step, OVI_NODE_SLOPED);
    } else if (step != OVI_NO_STEP) {
      ovi_relax_onward(search, cell, packed_cell, direction, cost + step, OVI_NODE_BUCKETED);
    }
  }
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
  const int64_t rise_cost = slopes ? search->steps.slope.rise_cost : 0;
  const int64_t fall_cost = slopes ? search->steps.slope.fall_cost : 0;
  const uint32_t stamp = search->stamp;
  const uint32_t packed_cell = node->packed & ~OVI_ALL_DIRECTIONS;
  const uint64_t cost = node->cost;
  OVI_ASSERT(weights[0] != 0);
  if (kind != OVI_NODE_PACKED && window->kinds.even[cell] == OVI_IRREGULAR) {
    ovi_expand_irregular(search, cell, kind);
    return;
  }
  for (uint32_t left = node->packed & window->kinds.legal[cell]; left != 0; left &= left - 1) {
    const int direction = ovi_lowest_bit(left);
    const int64_t offset = search->steps.offsets[direction];
    const ovi_fine_node *next = node + offset;
    const uint32_t weight = (uint32_t)weights[0] + weights[offset];
    uint64_t next_cost = cost + weight * search->steps.factors[direction];
    if (slopes) {
      const int64_t rise = (int64_t)heights[offset] - heights[0];
      next_cost += (uint64_t)(rise * (rise >= 0 ? rise_cost : -fall_cost));
    }
    if (next->stamp != stamp || next->cost >= next_cost) {
      ovi_relax_onward(search, cell, packed_cell, direction, next_cost, kind);
    }
  }
}

#endif
