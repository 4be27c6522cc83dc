/* Successor generators that expand all neighbours, in the order of the directions: over weights
 * alone, or by the steps that a step rule allows; and where turns cost. */
#ifndef OVERLAND_FINE_NEIGHBOURS_H
#define OVERLAND_FINE_NEIGHBOURS_H

#include "fine/relax.h"
#include "fine/window_steps.h"

OVI_FORCE_INLINE void ovi_expand_neighbours(ovi_fine_search *search, uint32_t cell) {
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
    if (ovi_is_diagonal(direction) &&
        !ovi_diagonal_is_free(window->corners, direction, weights[offsets[direction - 1]] != 0,
                              weights[offsets[(direction + 1) & 7]] != 0)) {
      continue;
    }
    uint32_t step = ovi_step_cost(here + there, ovi_is_long(window->corners, direction));
    ovi_relax(search, (uint32_t)((int32_t)cell + offsets[direction]), cell, cost + step, 0,
              OVI_NODE_CELL);
  }
}

/* Finds the costs of the steps from a cell or, in reverse, to it, where they have a rule. */
OVI_FORCE_INLINE void ovi_find_steps(const ovi_step_view *view, uint32_t cell, uint64_t steps[8],
                                     const bool reverse) {
  if (view->exceptions->count == 0) {
    ovi_even_steps(view, cell, steps, reverse);
    return;
  }
  uint64_t straight[4];
  ovi_straight_steps(view, cell, straight, reverse);
  for (int direction = 0; direction < 8; direction++) {
    steps[direction] = !ovi_is_diagonal(direction)
                           ? straight[direction >> 1]
                           : ovi_diagonal_step(view, cell, direction, straight, reverse);
  }
}

/* In reverse: by the steps that lead to the node. */
OVI_FORCE_INLINE void ovi_expand_steps(ovi_fine_search *search, uint32_t cell, const bool reverse) {
  const ovi_step_view view = ovi_step_view_of(search->window);
  const uint64_t cost = search->nodes[cell].cost;
  uint64_t steps[8];
  ovi_find_steps(&view, cell, steps, reverse);
  for (int direction = 0; direction < 8; direction++) {
    if (steps[direction] != OVI_NO_STEP) {
      ovi_relax(search, ovi_step_neighbour(&view, cell, direction), cell, cost + steps[direction],
                0, OVI_NODE_CELL);
    }
  }
  if (view.exceptions->count == 0) {
    return;
  }
  const uint32_t kind = reverse ? OVI_HOP_TO : OVI_HOP_FROM;
  uint32_t at = ovi_exceptions_of(view.exceptions, cell);
  for (; at != OVI_NO_EXCEPTION; at = view.exceptions->list[at].next) {
    const ovi_exception *exception = &view.exceptions->list[at];
    if (exception->kind == kind) {
      ovi_relax(search, exception->other, cell, cost + exception->extra, 0, OVI_NODE_CELL);
    }
  }
}

/* ---- Turns that cost ----------------------------------------------------------------- */

/* Where turns cost, a cell has a cost for each direction in which it is entered, and its node holds
 * the least of them.
 *
 * A cell is expanded at its least cost first, in all directions. A path that enters it in another
 * direction, for less than that and a turn, is still the cheapest straight on, and goes on in that
 * direction alone when its turn comes; any other does as well by turning. So a cell is expanded
 * eight times at most, and few of its neighbours are entered twice.
 *
 * Invariant: a path of least cost visits no cell twice, since coming back takes a turn. Windows
 * have no hops, which would break that. */

/* Bits of `packed` of a node: directions in which it was entered and is still to be expanded; and
 * that it was expanded once. */
#define OVI_TURN_ENTERED 0xffu
#define OVI_TURN_EXPANDED 0x100u

/* Costs of entering a cell by direction; UINT64_MAX: it was not entered. */
static inline uint64_t *ovi_entered_of(const ovi_fine_search *search, uint32_t cell) {
  return search->open.entered + 8 * (uint64_t)cell;
}

static inline ovi_heap_item ovi_turn_item(const ovi_fine_search *search, uint32_t cell,
                                          uint64_t cost) {
  const uint64_t left = ovi_fine_heuristic(search, cell);
  return (ovi_heap_item){cost + left, left < UINT32_MAX ? (uint32_t)left : UINT32_MAX, cell};
}

/* Finds the costs of the steps from a cell, by a rule or by weights alone. */
static inline void ovi_turn_steps(const ovi_window *window, const ovi_step_view *view,
                                  uint32_t cell, uint64_t steps[8]) {
  const uint8_t *weights = view->weights + cell;
  if (window->steps.has_rule) {
    ovi_find_steps(view, cell, steps, false);
    return;
  }
  for (int direction = 0; direction < 8; direction++) {
    const uint32_t there = weights[view->offsets[direction]];
    const bool is_legal =
        there != 0 &&
        (!ovi_is_diagonal(direction) ||
         ovi_diagonal_is_free(view->corners, direction, weights[view->offsets[direction - 1]] != 0,
                              weights[view->offsets[(direction + 1) & 7]] != 0));
    steps[direction] =
        is_legal ? ovi_step_cost(weights[0] + there, ovi_is_long(view->corners, direction))
                 : OVI_NO_STEP;
  }
}

/* Enters a cell in a direction, unless that costs as much as to turn there. */
static inline void ovi_enter(ovi_fine_search *search, uint32_t cell, int direction, uint32_t parent,
                             uint64_t cost) {
  ovi_fine_node *node = &search->nodes[cell];
  uint64_t *entered = ovi_entered_of(search, cell);
  const bool is_new = node->stamp != search->stamp;
  if (is_new) {
    *node = (ovi_fine_node){
        .cost = UINT64_MAX, .parent = parent, .position = OVI_NOT_OPEN, .stamp = search->stamp};
    for (int i = 0; i < 8; i++) {
      entered[i] = UINT64_MAX;
    }
  } else if (cost >= entered[direction] || cost >= node->cost + search->kind.turn_cost) {
    return;
  }
  entered[direction] = cost;
  node->packed |= 1u << direction;
  if (cost < node->cost) {
    OVI_ASSERT((node->packed & OVI_TURN_EXPANDED) == 0);
    node->cost = cost;
    node->parent = parent;
    if (search->trace != NULL) {
      ovi_fine_emit_reached(search, cell, is_new);
    }
  }
  const ovi_heap_item item = ovi_turn_item(search, cell, cost);
  if (node->position == OVI_NOT_OPEN ||
      ovi_heap_before(item, search->open.heap.items[node->position])) {
    ovi_heap_add(&search->open.heap, item);
  }
}

static inline void ovi_expand_turns(ovi_fine_search *search, uint32_t cell) {
  ovi_fine_node *node = &search->nodes[cell];
  const uint64_t *entered = ovi_entered_of(search, cell);
  const ovi_step_view view = ovi_step_view_of(search->window);
  const uint64_t turned = node->cost + search->kind.turn_cost;
  const bool is_first = (node->packed & OVI_TURN_EXPANDED) == 0;
  uint32_t open = node->packed & OVI_TURN_ENTERED;
  uint64_t least = UINT64_MAX;
  uint64_t next = UINT64_MAX; /* the least of the directions that stay open */
  uint64_t steps[8];
  for (int direction = 0; direction < 8; direction++) {
    if ((open >> direction & 1u) != 0 && entered[direction] < least) {
      least = entered[direction];
    }
  }
  OVI_ASSERT(open != 0 && (is_first ? least == node->cost : least < turned));
  ovi_turn_steps(search->window, &view, cell, steps);
  for (int direction = 0; direction < 8; direction++) {
    const bool goes_on = (open >> direction & 1u) != 0 && entered[direction] < turned;
    if (goes_on && entered[direction] > least) {
      next = entered[direction] < next ? entered[direction] : next;
      continue;
    }
    open &= ~(1u << direction);
    if ((goes_on || is_first) && steps[direction] != OVI_NO_STEP) {
      ovi_enter(search, ovi_step_neighbour(&view, cell, direction), direction, cell,
                (goes_on ? least : turned) + steps[direction]);
    }
  }
  node->packed = OVI_TURN_EXPANDED | open;
  if (open != 0) {
    ovi_heap_add(&search->open.heap, ovi_turn_item(search, cell, next));
  }
}

#endif
