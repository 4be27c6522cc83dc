/* Runs over rows of bits. The margin is blocked, so every run ends inside the window. */
#include "fine/sight.h"

#include "common/bits.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

/* A path in plain sight: diagonal steps `across`, then steps `along` a row or column, or in the
 * other order. */
typedef struct run_pair {
  int32_t sign_x, sign_y; /* towards the cell */
  int32_t across, along;  /* steps */
  bool by_row;            /* the steps along are along a row */
} run_pair;

static inline run_pair runs_to(const ovi_sight *from, int32_t x, int32_t y) {
  const int32_t dx = x - from->x;
  const int32_t dy = y - from->y;
  const int32_t far_x = ovi_magnitude(dx);
  const int32_t far_y = ovi_magnitude(dy);
  const bool by_row = far_x > far_y;
  return (run_pair){dx < 0 ? -1 : 1, dy < 0 ? -1 : 1, by_row ? far_y : far_x,
                    by_row ? far_x - far_y : far_y - far_x, by_row};
}

/* Returns whether the steps along are free from (x, y) on. */
static inline bool is_along_free(const ovi_window *window, const run_pair *run, int32_t x,
                                 int32_t y) {
  const uint64_t *row = ovi_window_line(window, OVI_PLANE_OPEN, y);
  if (run->by_row) {
    return ovi_all_set(row, run->sign_x > 0 ? x : x - run->along, run->along + 1);
  }
  const int64_t next = run->sign_y * window->bits.words[0];
  const uint64_t *word = row + (x >> 6);
  uint64_t all = word[0];
  for (int32_t count = run->along; count > 0; count--) {
    word += next;
    all &= word[0];
  }
  return (all >> (x & 63) & 1u) != 0;
}

/* Counts the steps across that are free from (x, y) on, up to `most`. */
static int32_t free_across(const ovi_window *window, const run_pair *run, int32_t x, int32_t y,
                           int32_t most) {
  const uint64_t *row = ovi_window_line(window, OVI_PLANE_OPEN, y);
  const int64_t next = run->sign_y * window->bits.words[0];
  const int32_t dx = run->sign_x;
  const bool narrow = window->bits.narrow;
  int32_t steps = 0;
  for (; steps < most; steps++, row += next, x += dx) {
    const uint64_t *there = row + next;
    if (narrow) {
      uint64_t both = row[0] & there[0];
      if (((dx > 0 ? both >> 1 : both << 1) & there[0] & (uint64_t)1 << x) == 0) {
        break;
      }
    } else if (x + dx < 0 || !ovi_get_bit(row, x + dx) || !ovi_get_bit(there, x) ||
               !ovi_get_bit(there, x + dx)) {
      break;
    }
  }
  return steps;
}

/* Returns whether the cells of a window of hexagons are open that a run leads to. */
static bool is_hexagon_run_free(const ovi_window *window, ovl_cell at, ovl_cell to) {
  const int32_t dx = ovi_sign(to.x - at.x);
  const int32_t dy = ovi_sign(to.y - at.y);
  if (dy == 0) {
    return ovi_all_set(ovi_window_line(window, OVI_PLANE_OPEN, at.y), dx > 0 ? at.x : to.x,
                       ovi_magnitude(to.x - at.x) + 1) != 0;
  }
  uint32_t open = 1;
  while (at.y != to.y && open != 0) {
    at.x += dx;
    at.y += dy;
    open = ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, at.y), at.x);
  }
  return open != 0;
}

/* Returns whether the two runs of a move over hexagons are free, in that order. */
static bool is_hexagon_move_free(const ovi_window *window, const ovi_sight *from, int32_t x,
                                 int32_t y, bool second_first) {
  const ovl_cell begin = {from->x, from->y, 0};
  const ovl_cell end = {x, y, 0};
  const ovl_cell turn = ovi_turn_of_move(OVI_HEXAGONS, begin, end, second_first);
  return is_hexagon_run_free(window, begin, turn) && is_hexagon_run_free(window, turn, end);
}

bool ovi_sight_reaches(const ovi_sight *from, const ovi_window *window, int32_t x, int32_t y) {
  if (window->corners == OVI_HEXAGONS) {
    return is_hexagon_move_free(window, from, x, y, false);
  }
  const run_pair run = runs_to(from, x, y);
  return free_across(window, &run, from->x, from->y, run.across) == run.across &&
         is_along_free(window, &run, from->x + run.sign_x * run.across,
                       from->y + run.sign_y * run.across);
}

bool ovi_sight_moves(const ovi_sight *from, const ovi_window *window, int32_t x, int32_t y) {
  const ovi_sight to = {x, y};
  return ovi_sight_reaches(from, window, x, y) ||
         (window->corners == OVI_HEXAGONS ? is_hexagon_move_free(window, from, x, y, true)
                                          : ovi_sight_reaches(&to, window, from->x, from->y));
}

bool ovi_sight_along_first(const ovi_window *window, const ovi_sight *from, int32_t x, int32_t y) {
  if (window->corners == OVI_HEXAGONS) {
    const ovl_cell begin = {from->x, from->y, 0};
    const ovl_cell end = {x, y, 0};
    const ovl_cell turn = ovi_turn_of_move(OVI_HEXAGONS, begin, end, true);
    return ovi_steps_between(OVI_HEXAGONS, begin, turn) >
               ovi_steps_between(OVI_HEXAGONS, turn, end) &&
           is_hexagon_move_free(window, from, x, y, true);
  }
  const run_pair run = runs_to(from, x, y);
  return run.along > run.across && is_along_free(window, &run, from->x, from->y) &&
         free_across(window, &run, x - run.sign_x * run.across, y - run.sign_y * run.across,
                     run.across) == run.across;
}

/* ---- Areas --------------------------------------------------------------------------- */

/* The open cells of a row from seeds on up to the next blocked one, to higher bits: a sum carries
 * through open cells. */
static inline uint64_t fill_up(uint64_t seeds, uint64_t open) {
  return open & (~(open + seeds) | seeds);
}

/* The same to lower bits, run by run. */
static inline uint64_t fill_down(uint64_t seeds, uint64_t open) {
  const uint64_t all = ~(uint64_t)0;
  uint64_t filled = 0;
  while (seeds != 0) {
    const uint64_t below = all >> ovi_zeros_above(seeds);
    const uint64_t blocked = ~open & below;
    const uint64_t run = blocked != 0 ? below & ~(all >> ovi_zeros_above(blocked)) : below;
    filled |= run;
    seeds &= ~run;
  }
  return filled;
}

/* A path costs the octile distance if its steps go in two directions at 45 degrees: one diagonal,
 * to the right or left, and one straight, which makes it steep or flat. */
static void find_square_area(const ovi_sight *from, const ovi_window *window, uint64_t *rows) {
  const uint64_t *begin = ovi_window_line(window, OVI_PLANE_OPEN, from->y);
  const uint64_t here = (uint64_t)1 << from->x;
  for (int32_t dy = -1; dy <= 1; dy += 2) { /* upwards and downwards, and in the row itself */
    const uint64_t *open = begin;
    uint64_t *row = rows + from->y;
    uint64_t steep_right = here;
    uint64_t steep_left = here;
    uint64_t flat_right = fill_up(here, open[0]);
    uint64_t flat_left = fill_down(here, open[0]);
    for (uint64_t seen = flat_right | flat_left; seen != 0;) { /* the margin is blocked */
      const uint64_t there = open[dy];
      const uint64_t both = open[0] & there; /* columns that are open in this row and the next */
      row[0] = seen;
      steep_right &= there;
      steep_right |= steep_right << 1 & both;
      steep_left &= there;
      steep_left |= steep_left >> 1 & both;
      flat_right = fill_up((flat_right & there) << 1 & both, there);
      flat_left = fill_down((flat_left & there) >> 1 & both, there);
      seen = steep_right | steep_left | flat_right | flat_left;
      open += dy;
      row += dy;
    }
  }
}

/* Over hexagons the steps of such a path go in two directions at 60 degrees: to the next row in its
 * two directions, or in one of them and along the row, to the east or west. */
static void find_hexagon_area(const ovi_sight *from, const ovi_window *window, uint64_t *rows) {
  const uint64_t *begin = ovi_window_line(window, OVI_PLANE_OPEN, from->y);
  const uint64_t here = (uint64_t)1 << from->x;
  for (int32_t dy = -1; dy <= 1; dy += 2) {
    const uint64_t *open = begin;
    uint64_t *row = rows + from->y;
    uint64_t steep = here;
    uint64_t east = fill_up(here, open[0]);
    uint64_t west = fill_down(here, open[0]);
    for (uint64_t seen = east | west; seen != 0;) { /* the margin is blocked */
      row[0] = seen;
      open += dy;
      row += dy;
      steep = (steep | (dy > 0 ? steep >> 1 : steep << 1)) & open[0];
      east = fill_up((dy > 0 ? east : east << 1) & open[0], open[0]);
      west = fill_down((dy > 0 ? west >> 1 : west) & open[0], open[0]);
      seen = steep | east | west;
    }
  }
}

void ovi_sight_find_area(const ovi_sight *from, const ovi_window *window, uint64_t *rows) {
  memset(rows, 0, (size_t)window->h * sizeof rows[0]);
  if (window->corners == OVI_HEXAGONS) {
    find_hexagon_area(from, window, rows);
  } else {
    find_square_area(from, window, rows);
  }
}
