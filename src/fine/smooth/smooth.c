/* Grid smoothing and lines at any angle: the two modes of one smoother. Of several possible
 * replacements the longest one is made. */
#include "fine/smooth/smooth.h"

#include "common/bits.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

/* ---- Runs ---------------------------------------------------------------- */

/* A run of steps in one direction. */
typedef struct smooth_run {
  int32_t dx, dy;
  int32_t steps;
} smooth_run;

/* Follows a run while its steps are legal and cost no more than *budget, from which their cost is
 * subtracted. */
static bool walk_run(const ovi_ground *ground, ovl_cell *at, smooth_run run, uint64_t *budget) {
  const ovi_ground_steps *steps = ground->steps;
  const bool plain = steps == NULL || steps->is_free; /* weights and heights decide */
  const int direction = run.steps != 0 ? ovi_direction_of(run.dx, run.dy) : OVI_E;
  const ovi_slope slope = steps != NULL ? ovi_slope_of(&steps->rule, false) : (ovi_slope){0};
  uint32_t low = plain && steps != NULL ? steps->height(ground->user, at->x, at->y) : 0;
  uint32_t here = plain ? ovi_ground_weight(ground, at->x, at->y) : 0;
  for (int32_t i = 0; i < run.steps; i++) {
    const ovl_cell to = {at->x + run.dx, at->y + run.dy, 0};
    const uint32_t there = plain ? ovi_ground_weight(ground, to.x, to.y) : 0;
    uint64_t step = OVI_NO_STEP;
    if (!plain) {
      step = ovi_ground_step(ground, at->x, at->y, direction);
    } else if (there != 0 && (!ovi_is_diagonal(direction) ||
                              ovi_diagonal_is_free(ground->corners, direction,
                                                   ovi_ground_weight(ground, to.x, at->y) != 0,
                                                   ovi_ground_weight(ground, at->x, to.y) != 0))) {
      step = ovi_step_cost(here + there, ovi_is_long(ground->corners, direction));
      if (steps != NULL) {
        const uint32_t next = steps->height(ground->user, to.x, to.y);
        step += ovi_slope_cost(&slope, low, next);
        low = next;
      }
    }
    if (step > *budget || step == OVI_NO_STEP) {
      return false;
    }
    *budget -= step;
    *at = (ovl_cell){to.x, to.y, at->floor};
    here = there;
  }
  return true;
}

/* A move between two points by two runs, one of them diagonal; either may be empty. */
typedef struct smooth_move {
  smooth_run runs[2];
} smooth_move;

static smooth_run run_between(ovl_cell a, ovl_cell b) {
  return (smooth_run){ovi_sign(b.x - a.x), ovi_sign(b.y - a.y),
                      ovi_steps_between(OVI_SQUARES, a, b)};
}

static smooth_move move_between(int corners, ovl_cell a, ovl_cell b, bool second_first) {
  const ovl_cell turn = ovi_turn_of_move(corners, a, b, second_first);
  return (smooth_move){{run_between(a, turn), run_between(turn, b)}};
}

/* ---- Lines --------------------------------------------------------------- */

/* The square root of 2, by OVL_LENGTH_UNIT and 2^20: rounded down. */
#define DIAGONAL_LENGTH 1518500249u

uint64_t ovi_line_length(int topology, int64_t dx, int64_t dy) {
  const bool is_hexagonal = topology == OVI_HEXAGONS;
  if (dx == 0 || dy == 0) {
    return (uint64_t)(dx + dy < 0 ? -dx - dy : dx + dy) * OVL_LENGTH_UNIT;
  }
  if (is_hexagonal && dx == -dy) {
    return (uint64_t)(dx < 0 ? -dx : dx) * OVL_LENGTH_UNIT;
  }
  uint64_t square = (uint64_t)(dx * dx + dy * dy + (is_hexagonal ? dx * dy : 0)) << 20;
  uint64_t root = 0;
  if (!is_hexagonal && (dx == dy || dx == -dy)) { /* a lower estimate, then corrected */
    root = (uint64_t)(dx < 0 ? -dx : dx) * DIAGONAL_LENGTH >> 20;
    while ((root + 1) * (root + 1) <= square) {
      root++;
    }
    return root;
  }
  /* The highest bit of the root is at most at half the position of the square's. */
  int32_t high = (63 - ovi_zeros_above(square | 1)) / 2;
  for (uint64_t bit = (uint64_t)1 << high; bit != 0; bit >>= 1) {
    uint64_t longer = root | bit;
    if (longer * longer <= square) {
      root = longer;
    }
  }
  return root;
}

/* Returns whether the line between two cell centres is free: all cells whose interior it enters are
 * even with the first one (see ovi_ground_is_even), and so are the open cells around a vertex that
 * it passes, which are as many as the corner rule requires. Goes over the cells whose interior the
 * line enters. Crossings of columns and rows are compared exactly: of the line, the next column
 * border is at (2 i + 1) / (2 nx), the next row border at (2 j + 1) / (2 ny). */
static bool line_is_free(const ovi_ground *ground, ovl_cell a, ovl_cell b) {
  int64_t nx = ovi_magnitude(b.x - a.x);
  int64_t ny = ovi_magnitude(b.y - a.y);
  int32_t sx = ovi_sign(b.x - a.x);
  int32_t sy = ovi_sign(b.y - a.y);
  int64_t i = 0;
  int64_t j = 0;
  while (i < nx || j < ny) {
    int64_t column = (2 * i + 1) * ny;
    int64_t row = (2 * j + 1) * nx;
    ovl_cell to = {a.x + (column <= row ? sx : 0), a.y + (row <= column ? sy : 0), 0};
    if (column == row) { /* a vertex: open cells beside it are touched by the line */
      const ovl_cell one = {to.x, a.y, 0};
      const ovl_cell two = {a.x, to.y, 0};
      const bool one_open = ovi_ground_weight(ground, one.x, one.y) != 0;
      const bool two_open = ovi_ground_weight(ground, two.x, two.y) != 0;
      if (!ovi_diagonal_is_free(ground->corners, ovi_direction_of(sx, sy), one_open, two_open) ||
          (one_open && !ovi_ground_is_even(ground, a, one)) ||
          (two_open && !ovi_ground_is_even(ground, a, two))) {
        return false;
      }
    }
    if (!ovi_ground_is_even(ground, a, to)) {
      return false;
    }
    i += column <= row;
    j += row <= column;
    a = to;
  }
  return true;
}

static inline int64_t floor_of_ratio(int64_t number, int64_t by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

/* How far a displacement goes in the direction of another, times twice the length of that. */
static inline int64_t hexagons_along(int64_t x, int64_t y, int64_t dx, int64_t dy) {
  return x * (2 * dx + dy) + y * (dx + 2 * dy);
}

/* Returns whether all hexagons that a line touches are even with the first one, also those
 * along whose side or past whose corner it runs. Corners of a hexagon are a third of (1, 1), (2,
 * -1) and (1, -2) from its centre, and as far on the other side: so the line through both centres
 * touches the cell that is (x, y) from the first one if 3 |dx y - dy x| is at most the greatest of
 * such a product for a corner. Cells that it touches before its first cell lie behind that, and
 * those after its last cell ahead of that. */
static bool line_over_hexagons_is_free(const ovi_ground *ground, ovl_cell a, ovl_cell b) {
  const int64_t dx = (int64_t)b.x - a.x;
  const int64_t dy = (int64_t)b.y - a.y;
  const int64_t rows = dy < 0 ? -dy : dy;
  const int64_t corners[3] = {dx - dy, dx + 2 * dy, 2 * dx + dy};
  int64_t most = 0;
  for (int i = 0; i < 3; i++) {
    const int64_t reach = corners[i] < 0 ? -corners[i] : corners[i];
    most = reach > most ? reach : most;
  }
  for (int64_t row = 0; row <= rows; row++) {
    const int64_t y = dy < 0 ? -row : row;
    int64_t x = rows != 0 ? -floor_of_ratio(most - 3 * dx * row, 3 * rows) : dx < 0 ? dx : 0;
    const int64_t last = rows != 0 ? floor_of_ratio(3 * dx * row + most, 3 * rows)
                         : dx < 0  ? 0
                                   : dx;
    for (; x <= last; x++) {
      const bool is_first = x == 0 && y == 0;
      const bool is_last = x == dx && y == dy;
      const ovl_cell cell = {a.x + (int32_t)x, a.y + (int32_t)y, 0};
      if ((is_first || hexagons_along(x, y, dx, dy) > 0) &&
          (is_last || hexagons_along(x - dx, y - dy, dx, dy) < 0) &&
          !ovi_ground_is_even(ground, a, cell)) {
        return false;
      }
    }
  }
  return true;
}

/* As line_is_free, row by row, on ground that has bits. The line leaves row j for the next one at
 * (nx (2 j
 * + 1) + ny) / (2 ny) columns from the border of a's column; an integer is a vertex, and the cells
 * beside it belong to both rows. */
static bool line_is_open(ovi_open_bits *bits, ovl_cell a, ovl_cell b) {
  int32_t nx = ovi_magnitude(b.x - a.x);
  int32_t ny = ovi_magnitude(b.y - a.y);
  int32_t sx = b.x < a.x ? -1 : 1;
  int32_t sy = ovi_sign(b.y - a.y);
  int32_t from = 0;
  int64_t unit = ny != 0 ? 2 * (int64_t)ny : 1;
  int64_t column = (nx + (int64_t)ny) / unit; /* plus `rest` / unit */
  int64_t rest = (nx + (int64_t)ny) % unit;
  int64_t step = 2 * (int64_t)nx / unit;
  int64_t step_rest = 2 * (int64_t)nx % unit;
  for (int32_t j = 0; j <= ny; j++) {
    int32_t to = j < ny ? (int32_t)column : nx;
    if (ovi_open_run(bits, a.x + from * sx, a.y + j * sy, sx, to - from + 1) <= to - from) {
      return false;
    }
    from = rest == 0 ? to - 1 : to;
    column += step + (rest + step_rest >= unit ? 1 : 0);
    rest = rest + step_rest - (rest + step_rest >= unit ? unit : 0);
  }
  return true;
}

/* Returns whether a line is free and, its length times the weight, costs no more than `budget`. On
 * ground of one weight no path is cheaper than a line. */
static bool line_is_possible(const ovi_ground *ground, ovl_cell a, ovl_cell b, uint64_t budget) {
  if (ground->bits != NULL) {
    return line_is_open(ground->bits, a, b);
  }
  uint32_t weight = ovi_ground_weight(ground, a.x, a.y);
  uint64_t length = ovi_line_length(ground->corners, b.x - a.x, b.y - a.y);
  return 2 * (uint64_t)weight * OVI_K_STRAIGHT * length <= budget * OVL_LENGTH_UNIT &&
         (ground->corners == OVI_HEXAGONS ? line_over_hexagons_is_free(ground, a, b)
                                          : line_is_free(ground, a, b));
}

/* ---- Stages -------------------------------------------------------------- */

static void smooth_emit(ovi_smoother *smoother, ovl_cell to, uint64_t cost) {
  smoother->sink.take(smoother->sink.user, (ovi_leg){to.x, to.y, cost}, false);
}

/* Finds a legal move from the first held point to point j that costs no more than `cost`; prefers
 * the one that begins in the direction of the last run. */
static bool find_move(const ovi_smoother *smoother, uint32_t j, uint64_t cost, smooth_move *found) {
  ovl_cell from = ovi_leg_end(smoother->ahead[0]);
  smooth_move first =
      move_between(smoother->ground->corners, from, ovi_leg_end(smoother->ahead[j]), false);
  bool straight_continues = first.runs[1].steps != 0 && first.runs[1].dx == smoother->last_dx &&
                            first.runs[1].dy == smoother->last_dy;
  for (int attempt = 0; attempt < 2; attempt++) {
    *found = move_between(smoother->ground->corners, from, ovi_leg_end(smoother->ahead[j]),
                          straight_continues != (attempt != 0));
    uint64_t budget = cost;
    ovl_cell at = from;
    if (walk_run(smoother->ground, &at, found->runs[0], &budget) &&
        walk_run(smoother->ground, &at, found->runs[1], &budget)) {
      return true;
    }
  }
  return false;
}

/* Extends the line from the first held point beyond point `best`, along the next leg: by bisection,
 * each attempt with its own line test. Cuts the leg there, and returns the cost of the part that
 * the line replaces. */
static uint64_t extend_line(ovi_smoother *smoother, uint32_t best, uint64_t cost) {
  ovl_cell from = ovi_leg_end(smoother->ahead[best]);
  ovi_leg *leg = &smoother->ahead[best + 1];
  smooth_move whole = move_between(smoother->ground->corners, from, ovi_leg_end(*leg), false);
  smooth_run along = whole.runs[whole.runs[0].steps == 0];
  int32_t low = 0;
  int32_t high = along.steps; /* the whole leg was tried before and is not possible */
  uint64_t low_cost = 0;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    ovl_cell at = from;
    uint64_t budget = UINT64_MAX;
    walk_run(smoother->ground, &at, (smooth_run){along.dx, along.dy, middle}, &budget);
    if (line_is_possible(smoother->ground, ovi_leg_end(smoother->ahead[0]), at,
                         cost + (UINT64_MAX - budget))) {
      low = middle;
      low_cost = UINT64_MAX - budget;
      smoother->ahead[best].x = at.x;
      smoother->ahead[best].y = at.y;
    } else {
      high = middle;
    }
  }
  OVI_ASSERT(low_cost <= leg->cost);
  leg->cost -= low_cost;
  return low_cost;
}

/* Replaces as many of the held legs as possible, and passes on what replaces them. */
static void smooth_advance(ovi_smoother *smoother) {
  uint64_t cost = smoother->ahead[1].cost;
  uint64_t best_cost = cost;
  uint32_t best = 1;
  smooth_move best_move = move_between(smoother->ground->corners, ovi_leg_end(smoother->ahead[0]),
                                       ovi_leg_end(smoother->ahead[1]), false);
  for (uint32_t j = 2; j < smoother->count; j++) {
    smooth_move move;
    cost += smoother->ahead[j].cost;
    if (smoother->lines ? line_is_possible(smoother->ground, ovi_leg_end(smoother->ahead[0]),
                                           ovi_leg_end(smoother->ahead[j]), cost)
                        : find_move(smoother, j, cost, &move)) {
      best = j;
      best_cost = cost;
      if (!smoother->lines) {
        best_move = move;
      }
    }
  }
  if (smoother->lines) {
    if (best + 1 < smoother->count) {
      best_cost += extend_line(smoother, best, best_cost);
    }
    if (!ovi_same_cell(ovi_leg_end(smoother->ahead[0]),
                       ovi_leg_end(smoother->ahead[best]))) { /* otherwise a loop is cut off */
      smooth_emit(smoother, ovi_leg_end(smoother->ahead[best]), best_cost);
    }
  } else {
    ovl_cell at = ovi_leg_end(smoother->ahead[0]);
    for (int i = 0; i < 2; i++) {
      const smooth_run run = best_move.runs[i];
      uint64_t budget = UINT64_MAX;
      if (run.steps != 0) {
        walk_run(smoother->ground, &at, run, &budget);
        smooth_emit(smoother, at, UINT64_MAX - budget);
        smoother->last_dx = run.dx;
        smoother->last_dy = run.dy;
      }
    }
  }
  OVI_ASSERT(best >= 1 && best < smoother->count);
  smoother->count -= best;
  memmove(smoother->ahead, smoother->ahead + best, smoother->count * sizeof(ovi_leg));
}

void ovi_smoother_begin(ovi_smoother *smoother, ovl_cell first) {
  smoother->ahead[0] = (ovi_leg){first.x, first.y, 0};
  smoother->count = 1;
  smoother->last_dx = 0;
  smoother->last_dy = 0;
  smooth_emit(smoother, first, 0);
}

void ovi_smoother_add(ovi_smoother *smoother, ovi_leg leg) {
  if (smoother->count == (smoother->lines ? OVI_SMOOTH_AHEAD : OVI_SMOOTH_GRID_AHEAD)) {
    smooth_advance(smoother);
  }
  smoother->ahead[smoother->count++] = leg;
}

void ovi_smoother_end(ovi_smoother *smoother) {
  while (smoother->count > 1) {
    smooth_advance(smoother);
  }
}
