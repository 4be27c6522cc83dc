/* Successor generator for jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding
 * on Grid Maps", 2011; "Improving Jump Point Search", 2014).
 *
 * A cell that was reached in a direction is expanded in some directions only: every other neighbour
 * has a path as short that does not pass the cell and takes its diagonal steps first. Under the
 * strict corner rule a turn is needed only beside a cell whose neighbour behind was blocked. Scans
 * read rows and columns of bits, 64 cells in a few instructions. A target that a scan passes gets
 * its cost at once, without being opened: it is settled when no open node could lead to it for
 * less. */
#ifndef OVERLAND_FINE_JUMPS_H
#define OVERLAND_FINE_JUMPS_H

#include "common/bits.h"
#include "common/compiler.h"
#include "fine/relax.h"

#define OVI_DIRECTION_BIT(direction) (1u << (direction))

/* Jumps from one cell, with a copy of what they read of the window: so the compiler knows that
 * writing nodes does not change it. */
typedef struct ovi_jump {
  ovi_fine_search *search;
  const uint64_t *planes;
  int64_t plane_words;
  int32_t words[2]; /* of a row, of a column */
  int32_t stride;
  uint32_t from; /* the parent of the nodes that are found */
  uint32_t straight_cost, diagonal_cost;
} ovi_jump;

/* The cell that a jump has come to, and its cost. */
typedef struct ovi_jump_state {
  int32_t x, y; /* window cell */
  uint64_t cost;
} ovi_jump_state;

/* The axis of a straight direction, 0 along rows, 1 along columns; and whether it goes to higher
 * numbers. */
static inline int ovi_jump_axis(int direction) { return direction >> 1 & 1; }
static inline bool ovi_jump_is_upward(int direction) {
  return direction == OVI_E || direction == OVI_S;
}

/* As ovi_window_line; in a narrow window the distance from plane to plane is a constant. */
OVI_FORCE_INLINE const uint64_t *ovi_jump_line(const ovi_jump *jump, int plane, int32_t line,
                                               const bool narrow) {
  return narrow ? jump->planes + (plane * OVI_NARROW_PLANE_WORDS + line + 1)
                : jump->planes + plane * jump->plane_words +
                      (int64_t)(line + 1) * jump->words[plane & 1];
}

OVI_FORCE_INLINE uint32_t ovi_jump_bit(const uint64_t *line, int32_t at, const bool narrow) {
  return narrow ? (uint32_t)(line[0] >> at) & 1u : ovi_get_bit(line, at);
}

/* The lines that a scan reads. */
typedef struct ovi_scan_lines {
  const uint64_t *open, *targets, *stops;
} ovi_scan_lines;

OVI_FORCE_INLINE ovi_scan_lines ovi_lines_of(const ovi_jump *jump, const ovi_jump_state *from,
                                             int direction, const bool narrow) {
  const int axis = ovi_jump_axis(direction);
  const int32_t line = axis == 0 ? from->y : from->x;
  const int stops =
      (ovi_jump_is_upward(direction) ? OVI_PLANE_STOPS_UP : OVI_PLANE_STOPS_DOWN) + axis;
  return (ovi_scan_lines){ovi_jump_line(jump, OVI_PLANE_OPEN + axis, line, narrow),
                          ovi_jump_line(jump, OVI_PLANE_TARGETS + axis, line, narrow),
                          ovi_jump_line(jump, stops, line, narrow)};
}

/* Finds the next bit of a line beyond `at` that is set in `stops` or `targets`. False: none is. */
OVI_FORCE_INLINE bool ovi_next_stop(const uint64_t *stops, const uint64_t *targets, int32_t at,
                                    bool upward, const bool narrow, int32_t *word, int32_t *bit) {
  *word = narrow ? 0 : (upward ? at + 1 : at) >> 6;
  uint64_t beyond = !upward  ? ovi_low_bits(at & 63)
                    : narrow ? ~(uint64_t)1 << at
                             : ~ovi_low_bits((at + 1) & 63);
  uint64_t found = (stops[*word] | targets[*word]) & beyond;
  while (found == 0) {
    *word += upward ? 1 : -1;
    if (narrow || *word < 0) {
      return false;
    }
    found = stops[*word] | targets[*word];
  }
  *bit = upward ? ovi_lowest_bit(found) : 63 - ovi_zeros_above(found);
  return true;
}

/* The next cell of a line beyond `at` that is a target or a stop, if it is open; otherwise -1. */
OVI_FORCE_INLINE int32_t ovi_next_open_stop(ovi_scan_lines lines, int32_t at, bool upward,
                                            const bool narrow) {
  int32_t word;
  int32_t bit;
  const bool is_found = ovi_next_stop(lines.stops, lines.targets, at, upward, narrow, &word, &bit);
  return is_found && (lines.open[word] >> bit & 1u) != 0 ? 64 * word + bit : -1;
}

/* The directions in which a jump point is expanded that was reached in a straight direction, at
 * `at` of a line: straight on, and to each side where the cell beside it is open and the one behind
 * that is not. */
OVI_FORCE_INLINE uint32_t ovi_leave_directions(const uint64_t *open, int32_t words, int32_t at,
                                               int direction, const bool narrow) {
  const int32_t behind = ovi_jump_is_upward(direction) ? at - 1 : at + 1;
  /* The line before this one is on the left side going east or north, on the right side otherwise.
   */
  const int32_t left = direction == OVI_E || direction == OVI_N ? -words : words;
  uint32_t directions = OVI_DIRECTION_BIT(direction);
  if (ovi_jump_bit(open + left, at, narrow) && !ovi_jump_bit(open + left, behind, narrow)) {
    directions |= OVI_DIRECTION_BIT((direction + 6) & 7) | OVI_DIRECTION_BIT((direction + 7) & 7);
  }
  if (ovi_jump_bit(open - left, at, narrow) && !ovi_jump_bit(open - left, behind, narrow)) {
    directions |= OVI_DIRECTION_BIT((direction + 1) & 7) | OVI_DIRECTION_BIT((direction + 2) & 7);
  }
  return directions;
}

/* Returns whether a cell of the window or its margin is open. */
OVI_FORCE_INLINE bool ovi_jump_is_open(const ovi_jump *jump, int32_t x, int32_t y,
                                       const bool narrow) {
  const uint64_t *row = ovi_jump_line(jump, OVI_PLANE_OPEN, y, narrow);
  return narrow ? (uint32_t)x < OVI_NARROW_CELLS && ovi_jump_bit(row, x, true) != 0
                : x >= 0 && ovi_get_bit(row, x) != 0;
}

/* The directions in which a jump point of hexagons at (x, y) is expanded that a scan came to in a
 * direction: straight on, and to each side where the cell beside it is open and the one behind that
 * is not. */
OVI_FORCE_INLINE uint32_t ovi_hexagon_directions(const ovi_jump *jump, int32_t x, int32_t y,
                                                 int direction, const bool narrow) {
  uint32_t directions = OVI_DIRECTION_BIT(direction);
  for (int turn = -1; turn <= 1; turn += 2) {
    const int to = ovi_direction_turned(OVI_HEXAGONS, direction, turn);
    const int32_t beside_x = x + ovi_direction_x(to);
    const int32_t beside_y = y + ovi_direction_y(to);
    if (ovi_jump_is_open(jump, beside_x, beside_y, narrow) &&
        !ovi_jump_is_open(jump, beside_x - ovi_direction_x(direction),
                          beside_y - ovi_direction_y(direction), narrow)) {
      directions |= OVI_DIRECTION_BIT(to);
    }
  }
  return directions;
}

/* Continues a scan that came to a target or a jump point at `at`: gives the targets along it their
 * costs, and opens the jump point at its end, if there is one. */
OVI_FORCE_INLINE void ovi_end_scan(const ovi_jump *jump, ovi_jump_state from, int direction,
                                   int32_t at, const bool narrow, const bool is_hexagonal) {
  const int axis = ovi_jump_axis(direction);
  const bool upward = ovi_jump_is_upward(direction);
  const int32_t begin = axis == 0 ? from.x : from.y;
  const ovi_scan_lines lines = ovi_lines_of(jump, &from, direction, narrow);
  do {
    const int32_t x = axis == 0 ? at : from.x;
    const int32_t y = axis == 0 ? from.y : at;
    const uint32_t steps = (uint32_t)(upward ? at - begin : begin - at);
    const uint32_t cell = (uint32_t)((y + 1) * jump->stride + x + 1);
    const uint64_t cost = from.cost + (uint64_t)steps * jump->straight_cost;
    if (ovi_jump_bit(lines.stops, at, narrow)) {
      const ovi_fine_node *node = &jump->search->nodes[cell];
      if (node->stamp == jump->search->stamp && node->cost < cost) {
        return; /* it was reached for less */
      }
      const uint32_t directions =
          is_hexagonal ? ovi_hexagon_directions(jump, x, y, direction, narrow)
                       : ovi_leave_directions(lines.open, narrow ? 1 : jump->words[axis], at,
                                              direction, narrow);
      ovi_relax(jump->search, cell, jump->from, cost, directions | ovi_pack_cell(x, y),
                OVI_NODE_PACKED);
      return;
    }
    ovi_relax_target(jump->search, cell, jump->from, cost, ovi_pack_cell(x, y));
    at = ovi_next_open_stop(lines, at, upward, narrow);
  } while (at >= 0);
}

/* Not inlined into the scans, because few come to a target or a jump point. */
OVI_NOINLINE static void ovi_end_narrow_scan(const ovi_jump *jump, ovi_jump_state from,
                                             int direction, int32_t at) {
  ovi_end_scan(jump, from, direction, at, true, false);
}
OVI_NOINLINE static void ovi_end_wide_scan(const ovi_jump *jump, ovi_jump_state from, int direction,
                                           int32_t at) {
  ovi_end_scan(jump, from, direction, at, false, false);
}
OVI_NOINLINE static void ovi_end_narrow_hexagons(const ovi_jump *jump, ovi_jump_state from,
                                                 int direction, int32_t at) {
  ovi_end_scan(jump, from, direction, at, true, true);
}
OVI_NOINLINE static void ovi_end_wide_hexagons(const ovi_jump *jump, ovi_jump_state from,
                                               int direction, int32_t at) {
  ovi_end_scan(jump, from, direction, at, false, true);
}

/* Scans in a straight direction. */
OVI_FORCE_INLINE void ovi_jump_straight(const ovi_jump *jump, ovi_jump_state from,
                                        const int direction, const bool narrow,
                                        const bool is_hexagonal) {
  const int32_t begin = ovi_jump_axis(direction) == 0 ? from.x : from.y;
  int32_t at = ovi_next_open_stop(ovi_lines_of(jump, &from, direction, narrow), begin,
                                  ovi_jump_is_upward(direction), narrow);
  if (at < 0) {
    return;
  }
  if (is_hexagonal && narrow) {
    ovi_end_narrow_hexagons(jump, from, direction, at);
  } else if (is_hexagonal) {
    ovi_end_wide_hexagons(jump, from, direction, at);
  } else if (narrow) {
    ovi_end_narrow_scan(jump, from, direction, at);
  } else {
    ovi_end_wide_scan(jump, from, direction, at);
  }
}

/* Returns whether a diagonal step is legal. */
OVI_FORCE_INLINE bool ovi_can_step(const ovi_jump *jump, const ovi_jump_state *from,
                                   const int direction, const bool narrow) {
  const int32_t x = from->x;
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  const uint64_t *here = ovi_jump_line(jump, OVI_PLANE_OPEN, from->y, narrow);
  const uint64_t *there = ovi_jump_line(jump, OVI_PLANE_OPEN, from->y + dy, narrow);
  if (narrow) {
    uint64_t both = here[0] & there[0];
    return ((dx > 0 ? both >> 1 : both << 1) & there[0]) >> x & 1u;
  }
  return x + dx >= 0 && ovi_get_bit(here, x + dx) && ovi_get_bit(there, x) &&
         ovi_get_bit(there, x + dx);
}

/* Follows a diagonal, and scans from each of its cells to both sides. */
OVI_FORCE_INLINE void ovi_jump_diagonal(const ovi_jump *jump, ovi_jump_state at,
                                        const int direction, const bool narrow) {
  while (ovi_can_step(jump, &at, direction, narrow)) {
    at.x += ovi_direction_x(direction);
    at.y += ovi_direction_y(direction);
    at.cost += jump->diagonal_cost;
    if (ovi_jump_bit(ovi_jump_line(jump, OVI_PLANE_TARGETS, at.y, narrow), at.x, narrow)) {
      ovi_relax_target(jump->search, (uint32_t)((at.y + 1) * jump->stride + at.x + 1), jump->from,
                       at.cost, ovi_pack_cell(at.x, at.y));
    }
    ovi_jump_straight(jump, at, direction - 1, narrow, false);
    ovi_jump_straight(jump, at, (direction + 1) & 7, narrow, false);
  }
}

/* A straight direction and the diagonal one after it, where they are among the directions. */
OVI_FORCE_INLINE void ovi_jump_twice(const ovi_jump *jump, const ovi_jump_state *from,
                                     uint32_t directions, const int direction, const bool narrow) {
  if (directions & OVI_DIRECTION_BIT(direction)) {
    ovi_jump_straight(jump, *from, direction, narrow, false);
  }
  if (directions & OVI_DIRECTION_BIT(direction + 1)) {
    ovi_jump_diagonal(jump, *from, direction + 1, narrow);
  }
}

/* The jumps from a cell of the search's window. */
static inline ovi_jump ovi_jump_from(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  const uint32_t step = 2u * window->min_weight;
  return (ovi_jump){search,
                    window->bits.planes,
                    window->bits.plane_words,
                    {window->bits.words[0], window->bits.words[1]},
                    window->stride,
                    cell,
                    ovi_step_cost(step, 0),
                    ovi_step_cost(step, 1)};
}

OVI_FORCE_INLINE void ovi_expand_jumps(ovi_fine_search *search, uint32_t cell, const bool narrow) {
  const ovi_fine_node *node = &search->nodes[cell];
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_jump_state from = {ovi_packed_x(node->packed), ovi_packed_y(node->packed), node->cost};
  const uint32_t directions = node->packed;
  /* Each direction is a copy of its own. */
  ovi_jump_twice(&jump, &from, directions, OVI_E, narrow);
  ovi_jump_twice(&jump, &from, directions, OVI_S, narrow);
  ovi_jump_twice(&jump, &from, directions, OVI_W, narrow);
  ovi_jump_twice(&jump, &from, directions, OVI_N, narrow);
}

/* ---- Hexagons -------------------------------------------------------------------------------
 *
 * Three directions 120 degrees apart take the place of diagonal ones: east, south-west and north.
 * Of two steps 60 degrees apart, whose order is free, a path takes the one in such a direction
 * first. Nothing lies beside a step, so such a run turns to both sides at each of its cells over
 * any ground. From there scans go to the west along rows, to the south along columns, and to the
 * north-east from row to row; they may have to turn beside a cell that is open and whose neighbour
 * behind is not. */

/* Ends a scan to the north-east at a target or a stop, as ovi_end_scan does. Its stops are in a
 * plane of rows. */
OVI_NOINLINE static void ovi_end_north_east(const ovi_jump *jump, ovi_jump_state from,
                                            int32_t steps, const bool narrow) {
  const ovi_jump_state at = {from.x + steps, from.y - steps,
                             from.cost + (uint64_t)steps * jump->straight_cost};
  const uint32_t cell = (uint32_t)((at.y + 1) * jump->stride + at.x + 1);
  const uint64_t *stops = ovi_jump_line(jump, OVI_PLANE_STOPS_UP, at.y, narrow);
  if (!ovi_jump_bit(stops, at.x, narrow)) {
    ovi_relax_target(jump->search, cell, jump->from, at.cost, ovi_pack_cell(at.x, at.y));
  } else if (ovi_jump_bit(ovi_jump_line(jump, OVI_PLANE_OPEN, at.y, narrow), at.x, narrow)) {
    const uint32_t directions = ovi_hexagon_directions(jump, at.x, at.y, OVI_NE, narrow);
    ovi_relax(jump->search, cell, jump->from, at.cost, directions | ovi_pack_cell(at.x, at.y),
              OVI_NODE_PACKED);
  }
}

OVI_FORCE_INLINE void ovi_jump_north_east(const ovi_jump *jump, ovi_jump_state from,
                                          const bool narrow) {
  const int32_t columns = jump->stride - 3 - from.x;
  const int32_t most = columns < from.y ? columns : from.y;
  for (int32_t steps = 1; steps <= most; steps++) {
    const uint64_t *stops = ovi_jump_line(jump, OVI_PLANE_STOPS_UP, from.y - steps, narrow);
    const uint64_t *targets = ovi_jump_line(jump, OVI_PLANE_TARGETS, from.y - steps, narrow);
    const bool is_stop = ovi_jump_bit(stops, from.x + steps, narrow) != 0;
    if (is_stop || ovi_jump_bit(targets, from.x + steps, narrow) != 0) {
      ovi_end_north_east(jump, from, steps, narrow);
    }
    if (is_stop) {
      return;
    }
  }
}

/* Scans to the west, south or north-east. */
OVI_FORCE_INLINE void ovi_scan_hexagons(const ovi_jump *jump, ovi_jump_state from,
                                        const int direction, const bool narrow) {
  if (direction == OVI_NE) {
    ovi_jump_north_east(jump, from, narrow);
  } else {
    ovi_jump_straight(jump, from, direction, narrow, true);
  }
}

/* Follows a run to the east, south-west or north, and scans from each of its cells to both sides.
 */
OVI_FORCE_INLINE void ovi_run_hexagons(const ovi_jump *jump, ovi_jump_state at, const int direction,
                                       const bool narrow) {
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  while (ovi_jump_is_open(jump, at.x + dx, at.y + dy, narrow)) {
    at.x += dx;
    at.y += dy;
    at.cost += jump->straight_cost;
    if (ovi_jump_bit(ovi_jump_line(jump, OVI_PLANE_TARGETS, at.y, narrow), at.x, narrow)) {
      ovi_relax_target(jump->search, (uint32_t)((at.y + 1) * jump->stride + at.x + 1), jump->from,
                       at.cost, ovi_pack_cell(at.x, at.y));
    }
    ovi_scan_hexagons(jump, at, ovi_direction_turned(OVI_HEXAGONS, direction, -1), narrow);
    ovi_scan_hexagons(jump, at, ovi_direction_turned(OVI_HEXAGONS, direction, 1), narrow);
  }
}

/* A direction in which runs go and the one after it, where they are among the directions. */
OVI_FORCE_INLINE void ovi_leave_hexagon(const ovi_jump *jump, const ovi_jump_state *from,
                                        uint32_t directions, const int direction,
                                        const bool narrow) {
  const int next = ovi_direction_turned(OVI_HEXAGONS, direction, 1);
  if (directions & OVI_DIRECTION_BIT(direction)) {
    ovi_run_hexagons(jump, *from, direction, narrow);
  }
  if (directions & OVI_DIRECTION_BIT(next)) {
    ovi_scan_hexagons(jump, *from, next, narrow);
  }
}

OVI_FORCE_INLINE void ovi_expand_hexagons(ovi_fine_search *search, uint32_t cell,
                                          const bool narrow) {
  const ovi_fine_node *node = &search->nodes[cell];
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_jump_state from = {ovi_packed_x(node->packed), ovi_packed_y(node->packed), node->cost};
  const uint32_t directions = node->packed;
  ovi_leave_hexagon(&jump, &from, directions, OVI_E, narrow);
  ovi_leave_hexagon(&jump, &from, directions, OVI_SW, narrow);
  ovi_leave_hexagon(&jump, &from, directions, OVI_N, narrow);
}

#endif
