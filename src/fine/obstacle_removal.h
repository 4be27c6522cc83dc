/* Successor generator for minimum obstacle removal: neighbours, where blocked cells may be opened
 * at a toll each.
 *
 * A toll is more than the cost of any path without tolls. So the path that is found opens the
 * fewest cells, and is the cheapest of those that do. A cell that is opened counts as plain ground.
 * The window's plane of open cells says which cells exist at all.
 *
 * Invariant: with the cells that a path opens each of its steps is legal, and fewer cells would not
 * suffice. Diagonal steps that must not cut corners are not needed for that: the straight steps
 * around the corner are legal too, and open no more cells. So a cell beside a diagonal step is
 * opened only where one open side is enough, to save cost. Where both sides must be open, a step
 * past a blocked cell is omitted, because the path around the other side opens one cell less. Where
 * corners are free, the cells beside a step do not matter.
 *
 * A cell beside a step counts as blocked even if the path has opened it before: from that cell a
 * straight step leads there sooner. Only where steps cost more than their cells weigh may that be
 * dearer: then the path opens the fewest cells but is not always the cheapest of those. */
#ifndef OVERLAND_FINE_OBSTACLE_REMOVAL_H
#define OVERLAND_FINE_OBSTACLE_REMOVAL_H

#include "fine/neighbours.h"

#define OVI_NO_REMOVAL UINT32_MAX

/* A step that may open cells. */
typedef struct ovi_removal {
  uint64_t cost;   /* without tolls; OVI_NO_STEP: there is none */
  uint32_t to;     /* cell of the window */
  bool opens_to;   /* `to` is blocked and is opened */
  uint32_t beside; /* a blocked cell beside the step that is opened for it; OVI_NO_REMOVAL */
} ovi_removal;

/* Returns whether a cell exists at all. */
static inline bool ovi_removal_has(const ovi_window *window, uint32_t cell) {
  const int32_t x = ovi_window_cell_x(window, cell);
  const int32_t y = ovi_window_cell_y(window, cell);
  return x >= 0 && y >= 0 && x < window->w && y < window->h &&
         ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, y), x) != 0;
}

static inline uint32_t ovi_removal_neighbour(const ovi_window *window, uint32_t cell,
                                             int direction) {
  return (uint32_t)((int32_t)cell + ovi_direction_y(direction) * window->stride +
                    ovi_direction_x(direction));
}

/* The end of a step at a cell: one that is blocked counts as plain ground. */
static inline ovi_step_end ovi_removal_end(const ovi_window *window, uint32_t cell) {
  const uint32_t weight = window->weights[cell];
  const bool has_heights = window->steps.has_rule && window->steps.heights != NULL;
  return (ovi_step_end){weight != 0 ? weight : OVL_PLAIN_WEIGHT,
                        has_heights ? window->steps.heights[cell] : 0};
}

/* The cost of one step without tolls, and without regard to corners. */
static inline uint64_t ovi_removal_single(const ovi_window *window, uint32_t from, uint32_t to,
                                          int direction) {
  static const ovi_step_rule no_rule = {OVI_STEP_NO_LIMIT, OVI_STEP_NO_LIMIT, 0, 0};
  const bool has_rule = window->steps.has_rule;
  if (!ovi_removal_has(window, to)) {
    return OVI_NO_STEP;
  }
  const uint32_t extra =
      has_rule ? ovi_exceptions_extra(&window->steps.exceptions, from, (uint32_t)direction & 7u)
               : 0;
  return ovi_step_between(has_rule ? &window->steps.rule : &no_rule, ovi_removal_end(window, from),
                          ovi_removal_end(window, to), extra,
                          ovi_is_long(window->corners, direction));
}

static inline ovi_removal ovi_removal_step(const ovi_window *window, uint32_t from, int direction) {
  const uint32_t to = ovi_removal_neighbour(window, from, direction);
  ovi_removal removal = {.cost = ovi_removal_single(window, from, to, direction),
                         .to = to,
                         .opens_to = window->weights[to] == 0,
                         .beside = OVI_NO_REMOVAL};
  if (removal.cost == OVI_NO_STEP || !ovi_is_diagonal(direction)) {
    return removal;
  }
  /* The straight steps around the corner, which are legal or would be if the cell between them were
   * open. */
  uint32_t between[2];
  bool is_legal[2];
  bool is_open[2];
  for (int side = 0; side < 2; side++) {
    const int first = side == 0 ? direction - 1 : direction + 1;
    const int second = side == 0 ? direction + 1 : direction - 1;
    between[side] = ovi_removal_neighbour(window, from, first);
    is_legal[side] = ovi_removal_single(window, from, between[side], first) != OVI_NO_STEP &&
                     ovi_removal_single(window, between[side], to, second) != OVI_NO_STEP;
    is_open[side] = is_legal[side] && window->weights[between[side]] != 0;
  }
  if (ovi_diagonal_is_free(window->corners, direction, is_open[0], is_open[1])) {
    return removal;
  }
  if (window->corners == OVL_CORNERS_ONE && (is_legal[0] || is_legal[1])) {
    removal.beside = is_legal[0] ? between[0] : between[1];
  } else {
    removal.cost = OVI_NO_STEP;
  }
  return removal;
}

/* Cost of a step with its tolls. */
static inline uint64_t ovi_removal_cost(const ovi_fine_search *search, const ovi_removal *removal) {
  return removal->cost + (removal->opens_to ? search->kind.toll : 0) +
         (removal->beside != OVI_NO_REMOVAL ? search->kind.toll : 0);
}

static inline void ovi_expand_removals(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  const uint64_t cost = search->nodes[cell].cost;
  for (int direction = 0; direction < 8; direction++) {
    const ovi_removal removal = ovi_removal_step(window, cell, direction);
    if (removal.cost != OVI_NO_STEP) {
      ovi_relax(search, removal.to, cell, cost + ovi_removal_cost(search, &removal), 0,
                OVI_NODE_CELL);
    }
  }
  if (!window->steps.has_rule) {
    return;
  }
  /* Hops, whose other end may have to be opened. */
  const ovi_exceptions *exceptions = &window->steps.exceptions;
  uint32_t at = ovi_exceptions_of(exceptions, cell);
  for (; at != OVI_NO_EXCEPTION; at = exceptions->list[at].next) {
    const ovi_exception *hop = &exceptions->list[at];
    if (hop->kind == OVI_HOP_FROM && ovi_removal_has(window, hop->other)) {
      const uint64_t toll = window->weights[hop->other] == 0 ? search->kind.toll : 0;
      ovi_relax(search, hop->other, cell, cost + hop->extra + toll, 0, OVI_NODE_CELL);
    }
  }
}

#endif
