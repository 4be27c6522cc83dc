/* The one place that knows the neighbours of a cell: directions and their opposites, which cells
 * lie beside a step, what a step costs, and how far cells are apart.
 *
 * A topology is one byte. For squares it is the corner rule, an ovl_corners; or it is OVI_HEXAGONS.
 * Hexagons are stored in axial coordinates, in the same rows and columns as squares: of the eight
 * cells around a cell six are its neighbours, those to the east, south, south-west, west, north and
 * north-east, clockwise. So a direction has one number for both topologies, and hexagons have two
 * that never lead anywhere.
 *
 * Costs: a step between the cells a and b costs k (w(a) + w(b)), with weights in eighths of plain
 * ground. k is 99 for a diagonal step of squares, and 70 for any other step.
 *
 * Invariant: all costs are integers. 99/70 approximates sqrt 2 to 5 in 100,000. Half a step, k w of
 * one of its cells, is an integer too, so each half can be charged to the region of its cell
 * without rounding. */
#ifndef OVERLAND_COMMON_TOPOLOGY_H
#define OVERLAND_COMMON_TOPOLOGY_H

#include <stdbool.h>
#include <stdint.h>

#include "common/cell.h"
#include "common/compiler.h"
#include "overland.h"
#include "overland_inspect.h"

enum {
  OVI_SQUARES = OVL_CORNERS_STRICT, /* where corners do not matter */
  OVI_HEXAGONS = OVL_CORNERS_COUNT
};

#define OVI_K_STRAIGHT 70u
#define OVI_K_LONG 99u

/* All costs of paths and routes are below this, so that a few of them can be added. */
#define OVI_COSTS_END ((uint64_t)1 << 62)

/* The highest cost of a step for each unit of height or by a rule, and that of a link. */
#define OVI_MOST_STEP_COST ((uint32_t)1 << 20)
#define OVI_MOST_LINK_COST ((uint32_t)1 << 30)

/* The dearest path inside a region passes each of its cells once, and each end adds half a step.
 * That fits 31 bits, so costs inside a region are 32-bit numbers. */
_Static_assert((uint64_t)OVL_MAX_REGION_CELLS *OVL_MAX_REGION_CELLS *OVI_K_LONG * 2 * 255 +
                       2 * OVI_K_LONG * 255 <
                   (uint64_t)1 << 31,
               "costs within a region fit 31 bits");

/* ---- Directions ---------------------------------------------------------------------------- */

/* The eight directions, clockwise from east; those along a row or column are even. */
enum { OVI_E, OVI_SE, OVI_S, OVI_SW, OVI_W, OVI_NW, OVI_N, OVI_NE, OVI_DIRECTIONS };

static inline int32_t ovi_direction_x(int direction) {
  static const int8_t x[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  return x[direction & 7];
}

static inline int32_t ovi_direction_y(int direction) {
  static const int8_t y[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  return y[direction & 7];
}

/* The direction of (dx, dy), which are -1 to 1 and not both 0. */
static inline int ovi_direction_of(int32_t dx, int32_t dy) {
  static const int8_t directions[9] = {OVI_NW, OVI_N,  OVI_NE, OVI_W, -1,
                                       OVI_E,  OVI_SW, OVI_S,  OVI_SE};
  OVI_ASSERT(dx >= -1 && dx <= 1 && dy >= -1 && dy <= 1 && (dx != 0 || dy != 0));
  return directions[3 * (dy + 1) + dx + 1];
}

static inline int ovi_direction_back(int direction) { return (direction + 4) & 7; }

/* Returns whether a step changes both row and column. */
static inline bool ovi_is_diagonal(int direction) { return (direction & 1) != 0; }

/* The direction on the other side of that of a diagonal step, from the given side. */
static inline int ovi_direction_across(int direction, int side) { return 2 * direction - side; }

/* The direction of a step over a border beside the straight one, by the slant of a waypoint: see
 * world_format.h. Of a step back it is that of the waypoint, too. */
static inline int ovi_direction_slanted(int straight, uint32_t slant) {
  const int turn = slant == 0 ? 0 : slant == 1 ? 1 : -1;
  return (straight + ((straight & 2) == 0 ? turn : -turn)) & 7;
}

/* Returns whether there are steps in a direction at all. */
static inline bool ovi_leads(int topology, int direction) {
  return topology != OVI_HEXAGONS || (direction & 3) != OVI_SE;
}

/* The direction beside one, clockwise (turn 1) or against that (turn -1). */
static inline int ovi_direction_turned(int topology, int direction, int turn) {
  const int next = (direction + turn) & 7;
  return ovi_leads(topology, next) ? next : (next + turn) & 7;
}

/* The turn from one direction to another, clockwise: in eighths of a circle, of hexagons in sixths;
 * from the negative half turn on. */
static inline int ovi_turn_between(int topology, int from, int to) {
  static const int8_t sixths[8] = {0, 0, 1, 2, 3, 3, 4, 5};
  return topology == OVI_HEXAGONS ? (sixths[to & 7] - sixths[from & 7] + 9) % 6 - 3
                                  : ((to - from + 4) & 7) - 4;
}

/* A half turn, in the same parts. */
static inline int ovi_half_turn(int topology) { return topology == OVI_HEXAGONS ? 3 : 4; }

/* Returns whether a diagonal step is legal, given whether the two cells beside it are open, or the
 * ways over them legal. */
static inline int ovi_diagonal_is_free(int topology, int direction, int side_a_open,
                                       int side_b_open) {
  switch (topology) {
  case OVL_CORNERS_STRICT:
    return side_a_open && side_b_open;
  case OVL_CORNERS_ONE:
    return side_a_open || side_b_open;
  case OVL_CORNERS_FREE:
    return 1;
  case OVI_HEXAGONS: /* nothing lies beside a step */
    return ovi_leads(topology, direction);
  default:
    return 0;
  }
}

/* Returns whether a diagonal step is legal whatever lies beside it. */
static inline bool ovi_leads_past_all(int topology, int direction) {
  return ovi_diagonal_is_free(topology, direction, 0, 0);
}

/* Returns whether paths over ground of one weight are searched for by jump points and pulled
 * straight as strings: where no corner is cut, or there is none. */
static inline bool ovi_has_jump_points(int topology) {
  return topology == OVI_SQUARES || topology == OVI_HEXAGONS;
}

/* Returns whether there are such steps. */
static inline bool ovi_has_free_diagonals(int topology) {
  return ovi_leads_past_all(topology, OVI_NE);
}

/* The direction of a public number of hexagons, 0 to 5. */
static inline int ovi_direction_of_hexagons(int number) {
  static const int8_t directions[6] = {OVI_E, OVI_S, OVI_SW, OVI_W, OVI_N, OVI_NE};
  OVI_ASSERT(number >= 0 && number < 6);
  return directions[number];
}

/* ---- Costs --------------------------------------------------------------------------------- */

/* Returns whether a step in a direction is a long one. */
static inline int ovi_is_long(int topology, int direction) {
  return direction & (int)(topology != OVI_HEXAGONS);
}

/* Returns whether the step between two neighbours is a long, diagonal one. */
static inline int ovi_is_long_between(int topology, ovl_cell a, ovl_cell b) {
  return a.x != b.x && a.y != b.y && topology != OVI_HEXAGONS;
}

/* Cost of half a step, on one of its cells. */
static inline uint32_t ovi_step_cost(uint32_t weight, int is_long) {
  return weight * (is_long ? OVI_K_LONG : OVI_K_STRAIGHT);
}

/* ---- Distances ----------------------------------------------------------------------------- */

/* Cost of the displacement (dx, dy), in half cells, over ground of one weight: over squares the
 * octile norm, over hexagons their distance. No path over ground of at least that weight costs
 * less, because each step costs at least the norm of its displacement. */
static inline uint64_t ovi_distance_halves(int topology, int64_t dx, int64_t dy, uint32_t weight) {
  const uint64_t ax = (uint64_t)(dx < 0 ? -dx : dx);
  const uint64_t ay = (uint64_t)(dy < 0 ? -dy : dy);
  const uint64_t low = ax < ay ? ax : ay;
  const uint64_t high = ax < ay ? ay : ax;
  uint64_t both = OVI_K_LONG; /* of a column and a row */
  if (topology == OVI_HEXAGONS) {
    both = (dx < 0) != (dy < 0) ? OVI_K_STRAIGHT : 2 * OVI_K_STRAIGHT;
  }
  return weight * (OVI_K_STRAIGHT * (high - low) + both * low);
}

/* Returns the cost of a displacement in whole cells. */
static inline uint64_t ovi_distance(int topology, int64_t dx, int64_t dy, uint32_t weight) {
  return 2 * ovi_distance_halves(topology, dx, dy, weight);
}

/* The least of it for so many columns and rows, in either sense of each. */
static inline uint64_t ovi_distance_apart(int topology, int64_t columns, int64_t rows,
                                          uint32_t weight) {
  return ovi_distance(topology, columns, -rows, weight);
}

/* The least number of steps between two cells where all are open; at most INT32_MAX. */
static inline int32_t ovi_steps_between(int topology, ovl_cell a, ovl_cell b) {
  const int64_t dx = (int64_t)b.x - a.x;
  const int64_t dy = (int64_t)b.y - a.y;
  const int64_t ax = dx < 0 ? -dx : dx;
  const int64_t ay = dy < 0 ? -dy : dy;
  int64_t steps = ax > ay ? ax : ay;
  if (topology == OVI_HEXAGONS && (dx < 0) == (dy < 0)) {
    steps = ax + ay;
  }
  return steps < INT32_MAX ? (int32_t)steps : INT32_MAX;
}

/* The squared distance between the nearest cells of two rectangles, which are not empty: of squares
 * in a straight line, of hexagons by steps. */
static inline uint64_t ovi_rectangle_square(int topology, ovi_rectangle a, ovi_rectangle b) {
  const int64_t dx = ovi_range_apart(a.x0, a.x1, b.x0, b.x1);
  const int64_t dy = ovi_range_apart(a.y0, a.y1, b.y0, b.y1);
  if (topology == OVI_HEXAGONS) {
    const bool is_one_sense = (a.x0 < b.x0) == (a.y0 < b.y0);
    const int64_t steps = is_one_sense ? dx + dy : dx > dy ? dx : dy;
    return (uint64_t)(steps * steps);
  }
  return (uint64_t)(dx * dx + dy * dy);
}

/* The cell one step from `from` in the direction of `to`: of a straight run from there, the next
 * cell. Diagonal unless they share a column or row. */
static inline ovl_cell ovi_cell_toward(ovl_cell from, ovl_cell to) {
  return (ovl_cell){from.x + ovi_sign(to.x - from.x), from.y + ovi_sign(to.y - from.y), from.floor};
}

/* The direction of a step of a line along (dx, dy): the one of the two directions of the angle in
 * which that lies that is nearer to it, or with `aside` the other one. */
static inline int ovi_direction_of_line(int topology, int32_t dx, int32_t dy, bool aside) {
  const bool by_columns = ovi_magnitude(dx) >= ovi_magnitude(dy);
  const bool by_both = aside && !(topology == OVI_HEXAGONS && (dx < 0) == (dy < 0));
  return ovi_direction_of(by_columns != aside || by_both ? ovi_sign(dx) : 0,
                          by_columns == aside || by_both ? ovi_sign(dy) : 0);
}

/* The displacement to the right across (dx, dy); of hexagons longer by a factor of sqrt 3. */
static inline ovl_cell ovi_across(int topology, int32_t dx, int32_t dy) {
  return topology == OVI_HEXAGONS ? (ovl_cell){-dx - 2 * dy, 2 * dx + dy, 0}
                                  : (ovl_cell){-dy, dx, 0};
}

/* The squared length of a displacement; of hexagons that between their middles. */
static inline uint64_t ovi_squared_length(int topology, int64_t dx, int64_t dy) {
  return (uint64_t)(dx * dx + dy * dy + (topology == OVI_HEXAGONS ? dx * dy : 0));
}

/* Of a displacement the one whose sum of products with another one tells how far that leads along
 * it; with itself this is the square of its length, of hexagons twice that. */
static inline ovl_cell ovi_along(int topology, int32_t dx, int32_t dy) {
  return topology == OVI_HEXAGONS ? (ovl_cell){2 * dx + dy, dx + 2 * dy, 0} : (ovl_cell){dx, dy, 0};
}

/* Returns whether steps of one direction lead from one cell to another. */
static inline bool ovi_is_run(int topology, ovl_cell from, ovl_cell to) {
  const int32_t dx = to.x - from.x;
  const int32_t dy = to.y - from.y;
  return dx == 0 || dy == 0 || dx == -dy || (dx == dy && topology != OVI_HEXAGONS);
}

/* The cell where the first run of the shortest move from a to b by two runs ends. Of squares the
 * first run is diagonal and the other straight, of hexagons the first leads to the east, the
 * south-west or the north; `second_first` exchanges them. */
static inline ovl_cell ovi_turn_of_move(int topology, ovl_cell a, ovl_cell b, bool second_first) {
  const int32_t dx = b.x - a.x;
  const int32_t dy = b.y - a.y;
  if (topology == OVI_HEXAGONS && (dx < 0) == (dy < 0)) { /* along the row and the column */
    return (dx < 0) != second_first ? (ovl_cell){a.x, b.y, a.floor} : (ovl_cell){b.x, a.y, a.floor};
  }
  const int32_t low = ovi_magnitude(dx) < ovi_magnitude(dy) ? ovi_magnitude(dx) : ovi_magnitude(dy);
  const bool is_last = second_first != (topology == OVI_HEXAGONS && dx > 0); /* the diagonal run */
  const ovl_cell from = is_last ? b : a;
  const int32_t by = is_last ? -low : low;
  return (ovl_cell){from.x + by * ovi_sign(dx), from.y + by * ovi_sign(dy), from.floor};
}

/* ---- Points ---------------------------------------------------------------------------------- */

/* Points in 1/256 of a cell. The middle of cell (x, y) is the point (256 x + 128, 256 y + 128). A
 * square holds the points of its column and row. A hexagon is bounded by three pairs of sides, each
 * a range of one of three sums of the coordinates, its axes: 2 x + y, x + 2 y and x - y, twice the
 * distance across the sides. It holds the points of those sides on which they are least. Its
 * corners lie at thirds, so that no point is on one. */
enum { OVI_HEXAGON_AXES = 3 };

static inline ovl_point ovi_middle_of_cell(ovl_cell cell) {
  return (ovl_point){(int64_t)cell.x * OVL_POINT_UNIT + OVL_POINT_UNIT / 2,
                     (int64_t)cell.y * OVL_POINT_UNIT + OVL_POINT_UNIT / 2, cell.floor};
}

/* The column or row of a coordinate. */
static inline int32_t ovi_cell_under(int64_t at) {
  return (int32_t)((at - (at & (OVL_POINT_UNIT - 1))) / OVL_POINT_UNIT);
}

/* The place of (x, y) on an axis of hexagons. Beyond a side a step leads along (1, 0) for the first
 * one, (0, 1) for the second and (1, -1) for the third. */
static inline int64_t ovi_hexagon_axis(int axis, int64_t x, int64_t y) {
  return axis == 0 ? 2 * x + y : axis == 1 ? x + 2 * y : x - y;
}

/* The cell that holds a point. */
static inline ovl_cell ovi_cell_of_point(int topology, ovl_point at) {
  ovl_cell cell = {ovi_cell_under(at.x), ovi_cell_under(at.y), at.floor};
  if (topology == OVI_HEXAGONS) { /* this one, or one of four around it */
    const ovl_point middle = ovi_middle_of_cell(cell);
    const int64_t u = ovi_hexagon_axis(0, at.x - middle.x, at.y - middle.y);
    const int64_t v = ovi_hexagon_axis(1, at.x - middle.x, at.y - middle.y);
    const int32_t by = u >= OVL_POINT_UNIT || v >= OVL_POINT_UNIT   ? 1
                       : u < -OVL_POINT_UNIT || v < -OVL_POINT_UNIT ? -1
                                                                    : 0;
    const bool is_row = (by > 0) == (u < v);
    cell.x += is_row ? 0 : by;
    cell.y += is_row ? by : 0;
  }
  return cell;
}

/* The length of a displacement along the directions of steps: of squares along the axis on which it
 * is longer, diagonal ones included. */
static inline int64_t ovi_point_steps(int topology, int64_t dx, int64_t dy) {
  const int64_t ax = dx < 0 ? -dx : dx;
  const int64_t ay = dy < 0 ? -dy : dy;
  const bool is_sum = topology == OVI_HEXAGONS && (dx < 0) == (dy < 0);
  return is_sum ? ax + ay : ax > ay ? ax : ay;
}

#endif
