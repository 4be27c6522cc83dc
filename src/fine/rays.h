/* Jump points as successors, and on the rays to them every cell: how a field is filled where all
 * that is open weighs the same.
 *
 * The search is that of jumps.h; only jump points enter the open list. But a scan writes what
 * each cell that it passes costs, and ends where a cell has cost less already.
 *
 * Why that is exact: of the cheapest ways to a cell one is canonical, the kind that rays follow,
 * and each of its parts is a cheapest one, so no cell on it can have cost less. Over even ground
 * many ways cost the same, so origins have ranks in the order in which they are added, as if each
 * had cost a trifle more than the one before: then a ray ends where another origin's came earlier
 * as well, and an origin that such a ray reaches is left nowhere.
 *
 * An origin is left in straight directions when it is added. Between many origins along a border
 * that writes most cells for good; left in the order of costs alone, each would write half of the
 * field anew.
 *
 * Ways run backwards: whoever follows them goes straight first and then diagonally. */
#ifndef OVERLAND_FINE_RAYS_H
#define OVERLAND_FINE_RAYS_H

#include "fine/field.h"
#include "fine/jumps.h"

/* A ray's end: a place of the field, as the next cell's is derived from it. */
typedef struct ovi_ray {
  const ovi_jump *jump;
  uint64_t *places;  /* of the field */
  int32_t w;         /* of its rows */
  uint64_t straight; /* what steps cost, above the low bits */
  uint64_t diagonal;
} ovi_ray;

static inline int32_t ovi_ray_step(const ovi_ray *ray, int direction) {
  return ovi_direction_y(direction) * ray->w + ovi_direction_x(direction);
}

static inline uint32_t ovi_direction_back(int direction) { return (uint32_t)(direction + 4) & 7u; }

/* Gives a cell its place: cost, rank and way. False if it has cost less already. What waits in
 * the open list for that cell stays there: see ovi_ray_is_stale. */
OVI_FORCE_INLINE bool ovi_ray_write(uint64_t *place, uint64_t value, const uint32_t way) {
  const uint64_t before = *place;
  if (before > value + (7 - way)) { /* or it is as good an origin */
    *place = value;
    return true;
  }
  return before >= value - way;
}

/* The next cell of a line beyond `at` at which a scan stops; the end of the line's words if there
 * is none. */
OVI_FORCE_INLINE int32_t ovi_next_stop(const uint64_t *stops, int32_t at, bool upward,
                                       const bool narrow) {
  int32_t word = narrow ? 0 : (upward ? at + 1 : at) >> 6;
  uint64_t beyond = !upward  ? ovi_low_bits(at & 63)
                    : narrow ? ~(uint64_t)1 << at
                             : ~ovi_low_bits((at + 1) & 63);
  uint64_t found = stops[word] & beyond;
  while (found == 0) {
    word += upward ? 1 : -1;
    if (narrow || word < 0) {
      return upward ? OVI_NARROW_CELLS : -1;
    }
    found = stops[word];
  }
  return 64 * word + (upward ? ovi_lowest_bit(found) : 63 - ovi_zeros_above(found));
}

/* A straight ray comes to a cell at which it may have to turn. */
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
  uint64_t *place = ray->places + (int64_t)y * ray->w + x;
  const bool was_origin = ovi_field_move(*place) >= OVI_MOVE_OUT;
  if (!ovi_ray_write(place, cost | ovi_direction_back(direction), ovi_direction_back(direction))) {
    return;
  }
  const uint32_t cell = (uint32_t)((y + 1) * jump->stride + x + 1);
  if (was_origin) {
    jump->search->nodes[cell].ways &=
        ~OVI_ALL_DIRECTIONS; /* from here on it is left as others are */
  }
  const uint32_t ways = ovi_leave_directions(open, words, at, direction, narrow);
  ovi_relax(jump->search, cell, jump->from, ovi_field_cost(cost), ways | ovi_pack_cell(x, y),
            OVI_NODE_PACKED);
}

/* Along a straight direction, from a cell whose cost is a place without a way, as all of rays. */
OVI_FORCE_INLINE void ovi_ray_straight(const ovi_ray *ray, ovi_jump_state from, const int direction,
                                       const bool narrow) {
  const int axis = ovi_jump_axis(direction);
  const bool upward = ovi_jump_is_upward(direction);
  const int32_t begin = axis == 0 ? from.x : from.y;
  const int stops = (upward ? OVI_PLANE_STOPS_UP : OVI_PLANE_STOPS_DOWN) + axis;
  const int32_t at = ovi_next_stop(
      ovi_jump_line(ray->jump, stops, axis == 0 ? from.y : from.x, narrow), begin, upward, narrow);
  const int32_t between = (upward ? at - begin : begin - at) - 1;
  const uint32_t way = ovi_direction_back(direction);
  const int64_t step = ovi_ray_step(ray, direction);
  const uint64_t straight = ray->straight;
  uint64_t *place = ray->places + (int64_t)from.y * ray->w + from.x;
  const uint64_t *end = place + between * step;
  uint64_t value = from.cost | way;
  while (place != end) {
    place += step;
    value += straight;
    if (!ovi_ray_write(place, value, way)) {
      return;
    }
  }
  ovi_ray_stop(ray, from, direction, at, value - way + straight, narrow);
}

/* Along a diagonal, with rays to both its sides from each cell. */
OVI_FORCE_INLINE void ovi_ray_diagonal(const ovi_ray *ray, ovi_jump_state at, const int direction,
                                       const bool narrow) {
  const int32_t step = ovi_ray_step(ray, direction);
  uint64_t *place = ray->places + (int64_t)at.y * ray->w + at.x;
  while (ovi_can_step(ray->jump, &at, direction, narrow)) {
    at.x += ovi_direction_x(direction);
    at.y += ovi_direction_y(direction);
    at.cost += ray->diagonal;
    place += step;
    if (!ovi_ray_write(place, at.cost | ovi_direction_back(direction),
                       ovi_direction_back(direction))) {
      return;
    }
    ovi_ray_straight(ray, at, direction - 1, narrow);
    ovi_ray_straight(ray, at, (direction + 1) & 7, narrow);
  }
}

/* A straight direction and the diagonal one after it, if they are among the ways. */
OVI_FORCE_INLINE void ovi_ray_twice(const ovi_ray *ray, const ovi_jump_state *from, uint32_t ways,
                                    const int direction, const bool narrow) {
  if (ways & OVI_DIRECTION_BIT(direction)) {
    ovi_ray_straight(ray, *from, direction, narrow);
  }
  if (ways & OVI_DIRECTION_BIT(direction + 1)) {
    ovi_ray_diagonal(ray, *from, direction + 1, narrow);
  }
}

/* The directions in which an origin is still to be left: what no jump point's are. */
#define OVI_DIAGONAL_DIRECTIONS 0xaau

/* Whether a ray has come by a cell since it was opened: for less, or to an origin for as much. */
static inline bool ovi_ray_is_stale(const ovi_fine_node *node, uint64_t place) {
  return ovi_field_cost(place) < node->cost ||
         ((node->ways & OVI_ALL_DIRECTIONS) == OVI_DIAGONAL_DIRECTIONS &&
          ovi_field_move(place) < OVI_MOVE_OUT);
}

static inline ovi_ray ovi_ray_from(const ovi_jump *jump) {
  const ovi_field *field = jump->search->field;
  return (ovi_ray){jump, field->places, field->w,
                   (uint64_t)jump->straight_cost << OVI_FIELD_LOW_BITS,
                   (uint64_t)jump->diagonal_cost << OVI_FIELD_LOW_BITS};
}

OVI_FORCE_INLINE void ovi_expand_rays(ovi_fine_search *search, uint32_t cell, const bool narrow) {
  const ovi_fine_node *node = &search->nodes[cell];
  const uint32_t ways = node->ways & OVI_ALL_DIRECTIONS;
  const int32_t x = ovi_packed_x(node->ways);
  const int32_t y = ovi_packed_y(node->ways);
  uint64_t *place = ovi_field_at(search->field, x, y);
  if (ovi_ray_is_stale(node, *place)) {
    return;
  }
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_ray ray = ovi_ray_from(&jump);
  const ovi_jump_state from = {x, y, *place - ovi_field_move(*place)};
  ovi_ray_twice(&ray, &from, ways, OVI_E, narrow);
  ovi_ray_twice(&ray, &from, ways, OVI_S, narrow);
  ovi_ray_twice(&ray, &from, ways, OVI_W, narrow);
  ovi_ray_twice(&ray, &from, ways, OVI_N, narrow);
}

/* Adds an origin, unless it has been reached for as little. */
OVI_FORCE_INLINE void ovi_add_ray_origin(ovi_fine_search *search, int32_t x, int32_t y,
                                         uint64_t cost, uint32_t way, const bool narrow) {
  const uint32_t cell = ovi_window_cell(search->window, x, y);
  uint64_t *place = ovi_field_at(search->field, x, y);
  if (*place != OVI_FIELD_NONE && ovi_field_cost(*place) <= cost) {
    return;
  }
  *place = ovi_field_pack(cost, way) - ((uint64_t)search->ranks << OVI_FIELD_MOVE_BITS);
  search->ranks += search->ranks < OVI_FIELD_LAST_RANK ? 1 : 0;
  ovi_relax(search, cell, cell, cost, OVI_DIAGONAL_DIRECTIONS | ovi_pack_cell(x, y),
            OVI_NODE_PACKED);
  const ovi_jump jump = ovi_jump_from(search, cell);
  const ovi_ray ray = ovi_ray_from(&jump);
  const ovi_jump_state from = {x, y, *place - way};
  ovi_ray_straight(&ray, from, OVI_E, narrow);
  ovi_ray_straight(&ray, from, OVI_S, narrow);
  ovi_ray_straight(&ray, from, OVI_W, narrow);
  ovi_ray_straight(&ray, from, OVI_N, narrow);
}

static void ovi_expand_narrow_rays(ovi_fine_search *search, uint32_t cell) {
  ovi_expand_rays(search, cell, true);
}

static void ovi_expand_wide_rays(ovi_fine_search *search, uint32_t cell) {
  ovi_expand_rays(search, cell, false);
}

static void ovi_add_narrow_origin(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost,
                                  uint32_t way) {
  ovi_add_ray_origin(search, x, y, cost, way, true);
}

static void ovi_add_wide_origin(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost,
                                uint32_t way) {
  ovi_add_ray_origin(search, x, y, cost, way, false);
}

#endif
