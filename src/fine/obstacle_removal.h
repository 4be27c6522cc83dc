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

static inline bool ovi_removal_has(const ovi_window *window, int32_t x, int32_t y) {
  return x >= 0 && y >= 0 && x < window->w && y < window->h &&
         ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, y), x) != 0;
}

/* A cell with its coordinates. */
typedef struct ovi_removal_place {
  const ovi_window *window;
  int32_t x, y;
} ovi_removal_place;

static inline ovi_removal_place ovi_removal_place_of(const ovi_window *window, uint32_t cell) {
  return (ovi_removal_place){window, ovi_window_cell_x(window, cell),
                             ovi_window_cell_y(window, cell)};
}

static inline ovi_removal_place ovi_removal_neighbour(ovi_removal_place from, int direction) {
  return (ovi_removal_place){from.window, from.x + ovi_direction_x(direction),
                             from.y + ovi_direction_y(direction)};
}

static inline uint32_t ovi_removal_cell(ovi_removal_place place) {
  return ovi_window_cell(place.window, place.x, place.y);
}

static inline ovi_step_end ovi_removal_end(ovi_removal_place place) {
  const ovi_window *window = place.window;
  const uint32_t cell = ovi_removal_cell(place);
  const uint32_t weight = window->weights[cell];
  const bool has_heights = window->steps.has_rule && window->steps.heights != NULL;
  return (ovi_step_end){weight != 0 ? weight : OVL_PLAIN_WEIGHT,
                        has_heights ? window->steps.heights[cell] : 0};
}

/* Cost of one step without tolls, and without regard to corners. */
static inline uint64_t ovi_removal_single(ovi_removal_place from, int direction) {
  static const ovi_step_rule no_rule = {OVI_STEP_NO_LIMIT, OVI_STEP_NO_LIMIT, 0, 0};
  const ovi_window *window = from.window;
  const ovi_removal_place to = ovi_removal_neighbour(from, direction);
  if (!ovi_removal_has(window, to.x, to.y)) {
    return OVI_NO_STEP;
  }
  const uint32_t extra = window->steps.has_rule ? ovi_exceptions_extra(&window->steps.exceptions,
                                                                       ovi_removal_cell(from),
                                                                       (uint32_t)direction & 7u)
                                                : 0;
  return ovi_step_between(window->steps.has_rule ? &window->steps.rule : &no_rule,
                          ovi_removal_end(from), ovi_removal_end(to), extra, direction & 1);
}

/* Returns whether the straight steps `first` and then `second` around a corner would be legal if
 * the cell between were open; *is_open is set to whether it is. */
static inline bool ovi_removal_detour(ovi_removal_place from, int first, int second, bool *is_open,
                                      uint32_t *between) {
  const ovi_removal_place place = ovi_removal_neighbour(from, first);
  *is_open = false;
  if (ovi_removal_single(from, first) == OVI_NO_STEP ||
      ovi_removal_single(place, second) == OVI_NO_STEP) {
    return false;
  }
  *between = ovi_removal_cell(place);
  *is_open = from.window->weights[*between] != 0;
  return true;
}

static inline ovi_removal ovi_removal_step(ovi_removal_place from, int direction) {
  const ovi_removal_place to = ovi_removal_neighbour(from, direction);
  ovi_removal removal = {.cost = ovi_removal_single(from, direction), .beside = OVI_NO_REMOVAL};
  if (removal.cost == OVI_NO_STEP) {
    return removal;
  }
  removal.to = ovi_removal_cell(to);
  removal.opens_to = from.window->weights[removal.to] == 0;
  if ((direction & 1) == 0) {
    return removal;
  }
  const int before = direction - 1;
  const int after = direction + 1;
  const int corners = from.window->corners;
  bool open_before;
  bool open_after;
  uint32_t cell_before = OVI_NO_REMOVAL;
  uint32_t cell_after = OVI_NO_REMOVAL;
  const bool by_before = ovi_removal_detour(from, before, after, &open_before, &cell_before);
  const bool by_after = ovi_removal_detour(from, after, before, &open_after, &cell_after);
  if (ovi_corner_is_free(corners, open_before, open_after)) {
    return removal;
  }
  if (corners == OVL_CORNERS_ONE && (by_before || by_after)) {
    removal.beside = by_before ? cell_before : cell_after;
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
  const ovi_removal_place from = ovi_removal_place_of(window, cell);
  for (int direction = 0; direction < 8; direction++) {
    const ovi_removal removal = ovi_removal_step(from, direction);
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
    const ovi_removal_place to = ovi_removal_place_of(window, hop->other);
    if (hop->kind == OVI_HOP_FROM && ovi_removal_has(window, to.x, to.y)) {
      const uint64_t toll = window->weights[hop->other] == 0 ? search->kind.toll : 0;
      ovi_relax(search, hop->other, cell, cost + hop->extra + toll, 0, OVI_NODE_CELL);
    }
  }
}

#endif
