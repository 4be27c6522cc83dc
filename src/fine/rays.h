/* Rays: jump point search that also writes every cell between jump points. It fills a field where
 * all open cells weigh the same.
 *
 * The search is that of jumps.h, and only jump points are opened. In addition a scan writes the
 * cost of each cell that it passes, and ends at a cell whose cost is lower already.
 *
 * Why this is exact: one of the cheapest paths to a cell is canonical, the kind that rays follow,
 * and each part of it is a cheapest path too, so no cell on it can have a lower cost. Over even
 * ground many paths cost the same. So origins have ranks in the order in which they are added, as
 * if each cost slightly more than the one before: a ray then also ends where a ray of an earlier
 * origin has the same cost, and an origin that such a ray reaches is not expanded.
 *
 * An origin is expanded in the straight directions when it is added. With many origins along a
 * border most cells then get their final value at once; if origins were expanded in the order of
 * costs alone, each would overwrite half of the field.
 *
 * Moves point back along the rays, so a path that follows them goes straight first, then
 * diagonally. */
#ifndef OVERLAND_FINE_RAYS_H
#define OVERLAND_FINE_RAYS_H

#include "fine/field.h"
#include "fine/jumps.h"

/* Rays from one cell. */
typedef struct ovi_ray {
  const ovi_jump *jump;
  uint64_t *values;  /* of the field */
  int32_t w;         /* of its rows */
  uint64_t straight; /* costs of steps, as values */
  uint64_t diagonal;
} ovi_ray;

static inline int32_t ovi_ray_step(const ovi_ray *ray, int direction) {
  return ovi_direction_y(direction) * ray->w + ovi_direction_x(direction);
}

/* Gives a cell its value: cost, rank and move. False if its cost is lower already. A node of that
 * cell in the open list stays there: see ovi_ray_is_stale. */
OVI_FORCE_INLINE bool ovi_ray_write(uint64_t *cell, uint64_t value, const uint32_t move) {
  const uint64_t before = *cell;
  if (before > value + (7 - move)) { /* it cost more, or it is an origin of equal cost and rank */
    *cell = value;
    return true;
  }
  return before >= value - move;
}

/* Ends a straight ray at a cell where it may have to turn. */
OVI_FORCE_INLINE void ovi_ray_stop(const ovi_ray *ray, ovi_jump_state from, int direction,
                                   int32_t at, uint64_t cost, const bool narrow) {
  const ovi_jump *jump = ray->jump;
  const int axis = ovi_jump_axis(direction);
  const int32_t words = narrow ? 1 : jump->words[axis];
  const int32_t x = axis == 0 ? at : from.x;
  const int32_t y = axis == 0 ? from.y : at;
  const uint64_t *open =
      ovi_jump_line(jump, OVI_PLANE_OPEN + axis, axis == 0 ? from.y : from.x, narrow);
  if (at < 0 || at >= 64 * words || !ovi_jump_bit(open, at, narrow)) {
    return;
  }
  uint64_t *value = ray->values + (int64_t)y * ray->w + x;
  const bool was_origin = ovi_field_move(*value) >= OVI_MOVE_OUT;
  if (!ovi_ray_write(value, cost | (uint32_t)ovi_direction_back(direction),
                     (uint32_t)ovi_direction_back(direction))) {
    return;
  }
  const uint32_t cell = (uint32_t)((y + 1) * jump->stride + x + 1);
  if (was_origin) {
    jump->search->nodes[cell].packed &=
        ~OVI_ALL_DIRECTIONS; /* from here on it is left as others are */
  }
  const uint32_t directions = ovi_leave_directions(open, words, at, direction, narrow);
  ovi_relax(jump->search, cell, jump->from, ovi_field_cost(cost), directions | ovi_pack_cell(x, y),
            OVI_NODE_PACKED);
}

/* A straight ray, from a cell whose cost is a value without a move, as in all states of rays. */
OVI_FORCE_INLINE void ovi_ray_straight(const ovi_ray *ray, ovi_jump_state from, const int direction,
                                       const bool narrow) {
  const int axis = ovi_jump_axis(direction);
  const bool upward = ovi_jump_is_upward(direction);
  const int32_t begin = axis == 0 ? from.x : from.y;
  const int stops = (upward ? OVI_PLANE_STOPS_UP : OVI_PLANE_STOPS_DOWN) + axis;
  const uint64_t *line = ovi_jump_line(ray->jump, stops, axis == 0 ? from.y : from.x, narrow);
  int32_t word;
  int32_t bit;
  const int32_t at = ovi_next_stop(line, line, begin, upward, narrow, &word, &bit) ? 64 * word + bit
                     : upward ? OVI_NARROW_CELLS
                              : -1;
  const int32_t between = (upward ? at - begin : begin - at) - 1;
  const uint32_t move = (uint32_t)ovi_direction_back(direction);
  const int64_t step = ovi_ray_step(ray, direction);
  const uint64_t straight = ray->straight;
  uint64_t *cell = ray->values + (int64_t)from.y * ray->w + from.x;
  const uint64_t *end = cell + between * step;
  uint64_t value = from.cost | move;
  while (cell != end) {
    cell += step;
    value += straight;
    if (!ovi_ray_write(cell, value, move)) {
      return;
    }
  }
  ovi_ray_stop(ray, from, direction, at, value - move + straight, narrow);
}

/* A diagonal ray, with straight rays to both sides from each of its cells. */
OVI_FORCE_INLINE void ovi_ray_diagonal(const ovi_ray *ray, ovi_jump_state at, const int direction,
                                       const bool narrow) {
  const int32_t step = ovi_ray_step(ray, direction);
  uint64_t *cell = ray->values + (int64_t)at.y * ray->w + at.x;
  while (ovi_can_step(ray->jump, &at, direction, narrow)) {
    at.x += ovi_direction_x(direction);
    at.y += ovi_direction_y(direction);
    at.cost += ray->diagonal;
    cell += step;
    if (!ovi_ray_write(cell, at.cost | (uint32_t)ovi_direction_back(direction),
                       (uint32_t)ovi_direction_back(direction))) {
      return;
    }
    ovi_ray_straight(ray, at, direction - 1, narrow);
    ovi_ray_straight(ray, at, (direction + 1) & 7, narrow);
  }
}

/* A straight direction and the diagonal one after it, where they are among the directions. */
OVI_FORCE_INLINE void ovi_ray_twice(const ovi_ray *ray, const ovi_jump_state *from,
                                    uint32_t directions, const int direction, const bool narrow) {
  if (directions & OVI_DIRECTION_BIT(direction)) {
    ovi_ray_straight(ray, *from, direction, narrow);
  }
  if (directions & OVI_DIRECTION_BIT(direction + 1)) {
    ovi_ray_diagonal(ray, *from, direction + 1, narrow);
  }
}

/* The directions in which an origin is expanded by the search; no jump point has this set. */
#define OVI_DIAGONAL_DIRECTIONS 0xaau

/* Returns whether a ray has passed a cell since its node was opened: for less, or an origin at
 * equal cost.
 */
static inline bool ovi_ray_is_stale(const ovi_fine_node *node, uint64_t value) {
  return ovi_field_cost(value) < node->cost ||
         ((node->packed & OVI_ALL_DIRECTIONS) == OVI_DIAGONAL_DIRECTIONS &&
          ovi_field_move(value) < OVI_MOVE_OUT);
}

static inline ovi_ray ovi_ray_from(const ovi_jump *jump) {
  const ovi_field *field = jump->search->filling.field;
  return (ovi_ray){jump, field->values, field->w,
                   (uint64_t)jump->straight_cost << OVI_FIELD_LOW_BITS,
                   (uint64_t)jump->diagonal_cost << OVI_FIELD_LOW_BITS};
}

OVI_FORCE_INLINE void ovi_expand_rays(ovi_fine_search *search, uint32_t cell, const bool narrow) {
  const ovi_fine_node *node = &search->nodes[cell];
  const uint32_t directions = node->packed & OVI_ALL_DIRECTIONS;
  const int32_t x = ovi_packed_x(node->packed);
  const int32_t y = ovi_packed_y(node->packed);
  uint64_t *value = ovi_field_at(search->filling.field, x, y);
  if (ovi_ray_is_stale(node, *value)) {
    return;
  }
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_ray ray = ovi_ray_from(&jump);
  const ovi_jump_state from = {x, y, *value - ovi_field_move(*value)};
  ovi_ray_twice(&ray, &from, directions, OVI_E, narrow);
  ovi_ray_twice(&ray, &from, directions, OVI_S, narrow);
  ovi_ray_twice(&ray, &from, directions, OVI_W, narrow);
  ovi_ray_twice(&ray, &from, directions, OVI_N, narrow);
}

/* Adds an origin, unless its cell has been reached for no more. */
OVI_FORCE_INLINE void ovi_add_ray_origin(ovi_fine_search *search, int32_t x, int32_t y,
                                         uint64_t cost, uint32_t move, const bool narrow) {
  const uint32_t cell = ovi_window_cell(search->window, x, y);
  uint64_t *value = ovi_field_at(search->filling.field, x, y);
  if (*value != OVI_FIELD_NONE && ovi_field_cost(*value) <= cost) {
    return;
  }
  *value = ovi_field_pack(cost, move) - ((uint64_t)search->filling.ranks << OVI_FIELD_MOVE_BITS);
  search->filling.ranks += search->filling.ranks < OVI_FIELD_LAST_RANK ? 1 : 0;
  ovi_relax(search, cell, cell, cost, OVI_DIAGONAL_DIRECTIONS | ovi_pack_cell(x, y),
            OVI_NODE_PACKED);
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_ray ray = ovi_ray_from(&jump);
  const ovi_jump_state from = {x, y, *value - move};
  ovi_ray_straight(&ray, from, OVI_E, narrow);
  ovi_ray_straight(&ray, from, OVI_S, narrow);
  ovi_ray_straight(&ray, from, OVI_W, narrow);
  ovi_ray_straight(&ray, from, OVI_N, narrow);
}

#endif
