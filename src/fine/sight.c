/* Runs over rows of bits. The margin is blocked, so every run ends inside the window. */
#include "fine/sight.h"

#include "common/bits.h"
#include "common/cell.h"

/* A path in plain sight: diagonal steps `across`, then steps `along` a row or column, or in the
 * other order. */
typedef struct run_pair {
  int32_t sign_x, sign_y; /* towards the cell */
  int32_t across, along;  /* steps */
  bool by_row;            /* the steps along are along a row */
} run_pair;

static inline run_pair runs_to(const ovi_sight *sight, int32_t x, int32_t y) {
  const int32_t dx = x - sight->x;
  const int32_t dy = y - sight->y;
  const int32_t far_x = ovi_magnitude(dx);
  const int32_t far_y = ovi_magnitude(dy);
  const bool by_row = far_x > far_y;
  return (run_pair){dx < 0 ? -1 : 1, dy < 0 ? -1 : 1, by_row ? far_y : far_x,
                    by_row ? far_x - far_y : far_y - far_x, by_row};
}

/* Whether the steps along are free from (x, y) on. */
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

/* How many of the steps across are free from (x, y) on, up to `most`. */
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

bool ovi_sight_reaches(ovi_sight *sight, const ovi_window *window, int32_t x, int32_t y,
                       bool any_order) {
  const run_pair run = runs_to(sight, x, y);
  const int32_t across_x = run.sign_x * run.across;
  const int32_t across_y = run.sign_y * run.across;
  int32_t *known = &sight->diagonals[(run.sign_x + 1) / 2 + run.sign_y + 1];
  if (*known < 0) {
    *known = free_across(window, &run, sight->x, sight->y, INT32_MAX);
  }
  if (run.across <= *known &&
      is_along_free(window, &run, sight->x + across_x, sight->y + across_y)) {
    return true;
  }
  return any_order && run.across != 0 && is_along_free(window, &run, sight->x, sight->y) &&
         free_across(window, &run, x - across_x, y - across_y, run.across) == run.across;
}

bool ovi_sight_along_first(const ovi_window *window, const ovi_sight *from, int32_t x, int32_t y) {
  const run_pair run = runs_to(from, x, y);
  return run.along > run.across && is_along_free(window, &run, from->x, from->y) &&
         free_across(window, &run, x - run.sign_x * run.across, y - run.sign_y * run.across,
                     run.across) == run.across;
}
