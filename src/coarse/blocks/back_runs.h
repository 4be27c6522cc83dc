/* The runs of the path that a search over bits found, from its end to its begin. */
#ifndef OVERLAND_COARSE_BLOCKS_BACK_RUNS_H
#define OVERLAND_COARSE_BLOCKS_BACK_RUNS_H

#include "coarse/format/edge_paths.h"
#include "common/cell.h"
#include "fine/fine_search.h"

/* The runs of a path from its end to its begin. */
typedef struct ovi_back_runs {
  uint8_t runs[OVI_PATH_MOST_RUNS];
  uint32_t count, most; /* stored runs; greatest number of them */
  int direction;        /* of the present run, from the begin on; -1: none */
  int32_t steps;
  bool has_last; /* the run that leads to the end is over: it is not stored */
} ovi_back_runs;

static inline void ovi_back_runs_end(ovi_back_runs *back) {
  if (back->has_last) {
    for (; back->steps > 0 && back->count <= back->most; back->steps -= OVI_RUN_STEPS) {
      const int32_t steps = back->steps < OVI_RUN_STEPS ? back->steps : OVI_RUN_STEPS;
      if (back->count < back->most) {
        back->runs[back->count] = (uint8_t)(back->direction | (steps - 1) << 3);
      }
      back->count++;
    }
  }
  back->has_last = back->direction >= 0;
}

/* Adds steps before those that were added. */
static inline void ovi_back_runs_add(ovi_back_runs *back, int direction, int32_t steps) {
  if (direction != back->direction) {
    ovi_back_runs_end(back);
    back->direction = direction;
    back->steps = 0;
  }
  back->steps += steps;
}

static inline void ovi_back_runs_add_run(ovi_back_runs *back, ovl_cell from, ovl_cell to) {
  const int32_t dx = to.x - from.x;
  const int32_t dy = to.y - from.y;
  if (dx != 0 || dy != 0) {
    ovi_back_runs_add(back, ovi_direction_of(ovi_sign(dx), ovi_sign(dy)),
                      ovi_magnitude(dx != 0 ? dx : dy));
  }
}

/* Follows the jumps of a search over bits back to its start. */
static inline void ovi_back_runs_follow(ovi_back_runs *back, const ovi_fine_search *search,
                                        const ovi_window *window, uint32_t node) {
  uint32_t parent = search->nodes[node].parent;
  for (; parent != node && back->count <= back->most;
       node = parent, parent = search->nodes[node].parent) {
    const ovl_cell from = {ovi_window_cell_x(window, parent), ovi_window_cell_y(window, parent), 0};
    const ovl_cell to = {ovi_window_cell_x(window, node), ovi_window_cell_y(window, node), 0};
    const ovl_cell turn = ovi_turn_of_move(window->corners, from, to, false);
    ovi_back_runs_add_run(back, turn, to);
    ovi_back_runs_add_run(back, from, turn);
  }
}

#endif
