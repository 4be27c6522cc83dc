/* Steps of a window of bytes: the steps and kinds of all its cells by weights, found when it is
 * prepared, and single steps under a step rule, from a cell or, in reverse, to it.
 *
 * Invariant: the direction of a step in reverse is that from the cell to the neighbour from which
 * the step comes. */
#ifndef OVERLAND_FINE_WINDOW_STEPS_H
#define OVERLAND_FINE_WINDOW_STEPS_H

#include "common/compiler.h"
#include "fine/window.h"

/* ---- Preparing a window --------------------------------------------------------------------- */

/* Derives what jumps and canonical neighbours read from the cells that were pasted: columns of bits
 * and the stops of scans, or the kinds and legal steps of cells. Does nothing the second time. */
void ovi_window_prepare(ovi_window *window);

/* Windows of bytes may grow while they are searched: the caller fills in a part, prepares it, and
 * marks the cells beside which the map is not filled in yet. A search that comes to one of these
 * pauses (ovi_fine_progress.at_rim). The part is in cells of the window; cells beside it are
 * prepared anew, which takes their marks away. */
void ovi_window_prepare_part(ovi_window *window, ovi_rectangle part);
void ovi_window_mark_rim(ovi_window *window, ovi_rectangle part);

/* ---- Steps under a rule ---------------------------------------------------------------------- */

/* A copy of all that steps read: so the compiler knows that writing nodes does not change it. */
typedef struct ovi_step_view {
  ovi_step_rule rule;
  const uint8_t *weights;
  const uint16_t *heights; /* may be NULL */
  const ovi_exceptions *exceptions;
  int32_t offsets[8]; /* to the neighbour in each direction */
  int corners;
} ovi_step_view;

static inline ovi_step_view ovi_step_view_of(const ovi_window *window) {
  const int32_t stride = window->stride;
  return (ovi_step_view){
      .rule = window->steps.rule,
      .weights = window->weights,
      .heights = window->steps.heights,
      .exceptions = &window->steps.exceptions,
      .offsets = {1, stride + 1, stride, stride - 1, -1, -stride - 1, -stride, 1 - stride},
      .corners = window->corners};
}

static inline uint32_t ovi_step_neighbour(const ovi_step_view *view, uint32_t cell, int direction) {
  return (uint32_t)((int32_t)cell + view->offsets[direction & 7]);
}

static inline ovi_step_end ovi_step_end_at(const ovi_step_view *view, uint32_t cell) {
  return (ovi_step_end){view->weights[cell], view->heights != NULL ? view->heights[cell] : 0};
}

/* Cost of one step, without regard to corners. */
OVI_FORCE_INLINE uint64_t ovi_single_step(const ovi_step_view *view, uint32_t cell, int direction,
                                          const bool reverse) {
  const uint32_t other = ovi_step_neighbour(view, cell, direction);
  if (view->weights[other] == 0) {
    return OVI_NO_STEP;
  }
  const uint32_t from = reverse ? other : cell;
  const uint32_t to = reverse ? cell : other;
  const uint32_t forward = (uint32_t)(reverse ? ovi_direction_back(direction) : direction) & 7u;
  return ovi_step_between(&view->rule, ovi_step_end_at(view, from), ovi_step_end_at(view, to),
                          ovi_exceptions_extra(view->exceptions, from, forward),
                          ovi_is_long(view->corners, direction));
}

OVI_FORCE_INLINE void ovi_straight_steps(const ovi_step_view *view, uint32_t cell,
                                         uint64_t straight[4], const bool reverse) {
  for (int i = 0; i < 4; i++) {
    straight[i] = ovi_single_step(view, cell, 2 * i, reverse);
  }
}

/* Returns whether the straight step `first`, whose cost is given, and then `second` are legal. */
OVI_FORCE_INLINE bool ovi_detour_is_legal(const ovi_step_view *view, uint32_t cell,
                                          uint64_t first_cost, int first, int second,
                                          const bool reverse) {
  return first_cost != OVI_NO_STEP && ovi_single_step(view, ovi_step_neighbour(view, cell, first),
                                                      second & 7, reverse) != OVI_NO_STEP;
}

/* Cost of a diagonal step, given those of the straight steps from the cell. */
OVI_FORCE_INLINE uint64_t ovi_diagonal_step(const ovi_step_view *view, uint32_t cell, int direction,
                                            const uint64_t straight[4], const bool reverse) {
  const uint64_t cost = ovi_single_step(view, cell, direction, reverse);
  const int before = direction - 1;
  const int after = direction + 1;
  if (cost == OVI_NO_STEP) {
    return cost;
  }
  const bool by_before =
      ovi_detour_is_legal(view, cell, straight[before >> 1], before, after, reverse);
  const bool by_after =
      ovi_detour_is_legal(view, cell, straight[after >> 1 & 3], after, before, reverse);
  return ovi_diagonal_is_free(view->corners, direction, by_before, by_after) ? cost : OVI_NO_STEP;
}

/* Finds the costs of the steps in all directions in a window without exceptions. What decides about
 * them is read once: a step in reverse is one with the limits and costs of rise and fall exchanged.
 */
OVI_FORCE_INLINE void ovi_even_steps(const ovi_step_view *view, uint32_t cell, uint64_t steps[8],
                                     const bool reverse) {
  const ovi_step_rule *there = &view->rule;
  const ovi_step_rule back = {there->most_fall, there->most_rise, there->fall_cost,
                              there->rise_cost};
  const ovi_step_rule rule = reverse ? back : *there;
  const ovi_step_end here = ovi_step_end_at(view, cell);
  ovi_step_end ends[8];
  for (int direction = 0; direction < 8; direction++) {
    ends[direction] = ovi_step_end_at(view, ovi_step_neighbour(view, cell, direction));
    steps[direction] =
        ovi_step_between(&rule, here, ends[direction], 0, ovi_is_long(view->corners, direction));
  }
  for (int direction = 1; direction < 8; direction += 2) {
    const int before = direction - 1;
    const int after = (direction + 1) & 7;
    const bool by_before =
        steps[before] != OVI_NO_STEP &&
        ovi_step_between(&rule, ends[before], ends[direction], 0, 0) != OVI_NO_STEP;
    const bool by_after =
        steps[after] != OVI_NO_STEP &&
        ovi_step_between(&rule, ends[after], ends[direction], 0, 0) != OVI_NO_STEP;
    if (!ovi_diagonal_is_free(view->corners, direction, by_before, by_after)) {
      steps[direction] = OVI_NO_STEP;
    }
  }
}

/* Finds the cost of a step from a cell of a window whose steps have a rule; false if it is not
 * legal.
 */
static inline bool ovi_window_step(const ovi_window *window, int32_t x, int32_t y, int direction,
                                   uint64_t *cost) {
  const ovi_step_view view = ovi_step_view_of(window);
  const uint32_t cell = ovi_window_cell(window, x, y);
  uint64_t straight[4];
  ovi_straight_steps(&view, cell, straight, false);
  *cost = !ovi_is_diagonal(direction) ? straight[direction >> 1]
                                      : ovi_diagonal_step(&view, cell, direction, straight, false);
  return *cost != OVI_NO_STEP;
}

#endif
