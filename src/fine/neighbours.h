/* Successor generators that expand all neighbours, in the order of the directions: over weights
 * alone, or by the steps that a step rule allows.
 *
 * Where turns cost, a node is a cell and the direction of the step that led to it. So the cost of a
 * step, its turn included, depends on its node alone, and the search is the same. */
#ifndef OVERLAND_FINE_NEIGHBOURS_H
#define OVERLAND_FINE_NEIGHBOURS_H

#include "fine/relax.h"
#include "fine/window_steps.h"

/* Relaxes the step from a node to the neighbour in a direction. */
OVI_FORCE_INLINE void ovi_relax_neighbour(ovi_fine_search *search, uint32_t from, uint32_t cell,
                                          int direction, uint64_t cost, const bool turns) {
  if (turns) {
    const uint32_t last = (uint32_t)direction;
    cost += (from & 7u) != last ? search->kind.turn_cost : 0;
    ovi_relax(search, cell << 3 | last, from, cost, 0, OVI_NODE_TURN);
  } else {
    ovi_relax(search, cell, from, cost, 0, OVI_NODE_CELL);
  }
}

OVI_FORCE_INLINE void ovi_expand_neighbours(ovi_fine_search *search, uint32_t node,
                                            const bool turns) {
  const ovi_window *window = search->window;
  const uint32_t cell = turns ? node >> 3 : node;
  const uint8_t *weights = window->weights + cell;
  const int32_t stride = window->stride;
  const int32_t offsets[8] = {1,  stride + 1,  stride,  stride - 1,
                              -1, -stride - 1, -stride, 1 - stride};
  uint64_t cost = search->nodes[node].cost;
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
    uint32_t step = ovi_step_cost(here + there, diagonal);
    ovi_relax_neighbour(search, node, (uint32_t)((int32_t)cell + offsets[direction]), direction,
                        cost + step, turns);
  }
}

/* In reverse: by the steps that lead to the node. */
OVI_FORCE_INLINE void ovi_expand_steps(ovi_fine_search *search, uint32_t node, const bool reverse,
                                       const bool turns) {
  const ovi_step_view view = ovi_step_view_of(search->window);
  const uint32_t cell = turns ? node >> 3 : node;
  const uint64_t cost = search->nodes[node].cost;
  if (view.exceptions->count == 0) {
    uint64_t steps[8];
    ovi_even_steps(&view, cell, steps, reverse);
    for (int direction = 0; direction < 8; direction++) {
      if (steps[direction] != OVI_NO_STEP) {
        ovi_relax_neighbour(search, node, ovi_step_neighbour(&view, cell, direction), direction,
                            cost + steps[direction], turns);
      }
    }
    return;
  }
  uint64_t straight[4];
  ovi_straight_steps(&view, cell, straight, reverse);
  for (int direction = 0; direction < 8; direction++) {
    const uint64_t step = (direction & 1) == 0
                              ? straight[direction >> 1]
                              : ovi_diagonal_step(&view, cell, direction, straight, reverse);
    if (step != OVI_NO_STEP) {
      ovi_relax_neighbour(search, node, ovi_step_neighbour(&view, cell, direction), direction,
                          cost + step, turns);
    }
  }
  /* Hops, which are no turns. */
  const uint32_t kind = reverse ? OVI_HOP_TO : OVI_HOP_FROM;
  uint32_t at = ovi_exceptions_of(view.exceptions, cell);
  for (; at != OVI_NO_EXCEPTION; at = view.exceptions->list[at].next) {
    const ovi_exception *exception = &view.exceptions->list[at];
    if (exception->kind == kind) {
      ovi_relax_neighbour(search, node, exception->other, (int)(node & 7u), cost + exception->extra,
                          turns);
    }
  }
}

#endif
