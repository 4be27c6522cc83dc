/* Steps on the ground: legality and cost, by weights alone or by a step rule. */
#include "fine/smooth/ground.h"

/* Cost of a step by its rule, without regard to corners. */
static uint64_t single_step(const ovi_ground *ground, int32_t x, int32_t y, int direction) {
  const int32_t to_x = x + ovi_direction_x(direction);
  const int32_t to_y = y + ovi_direction_y(direction);
  const ovi_ground_steps *steps = ground->steps;
  ovi_step_end from = {ovi_ground_weight(ground, x, y), 0};
  ovi_step_end to = {ovi_ground_weight(ground, to_x, to_y), 0};
  if (from.weight == 0 || to.weight == 0) {
    return OVI_NO_STEP;
  }
  from.height = steps->height(ground->user, x, y);
  to.height = steps->height(ground->user, to_x, to_y);
  return ovi_step_between(&steps->rule, from, to, steps->extra(ground->user, x, y, direction & 7),
                          ovi_is_long(ground->corners, direction));
}

static bool is_legal_detour(const ovi_ground *ground, int32_t x, int32_t y, int first, int second) {
  return single_step(ground, x, y, first) != OVI_NO_STEP &&
         single_step(ground, x + ovi_direction_x(first), y + ovi_direction_y(first), second) !=
             OVI_NO_STEP;
}

/* Cost of a step where nothing but weights blocks one, so that a detour is legal if the cell on it
 * is open. */
static uint64_t free_step(const ovi_ground *ground, int32_t x, int32_t y, int direction) {
  const ovi_ground_steps *steps = ground->steps;
  const int32_t to_x = x + ovi_direction_x(direction);
  const int32_t to_y = y + ovi_direction_y(direction);
  const uint32_t from = ovi_ground_weight(ground, x, y);
  const uint32_t to = ovi_ground_weight(ground, to_x, to_y);
  if (from == 0 || to == 0 ||
      (ovi_is_diagonal(direction) &&
       !ovi_diagonal_is_free(ground->corners, direction, ovi_ground_weight(ground, to_x, y) != 0,
                             ovi_ground_weight(ground, x, to_y) != 0))) {
    return OVI_NO_STEP;
  }
  uint64_t cost = ovi_step_cost(from + to, ovi_is_long(ground->corners, direction));
  if (steps != NULL) {
    const ovi_slope slope = ovi_slope_of(&steps->rule, false);
    cost += ovi_slope_cost(&slope, steps->height(ground->user, x, y),
                           steps->height(ground->user, to_x, to_y));
  }
  return cost;
}

uint64_t ovi_ground_step(const ovi_ground *ground, int32_t x, int32_t y, int direction) {
  if (ground->steps == NULL || ground->steps->is_free) {
    return free_step(ground, x, y, direction);
  }
  const uint64_t cost = single_step(ground, x, y, direction);
  if (cost == OVI_NO_STEP || !ovi_is_diagonal(direction)) {
    return cost;
  }
  return ovi_diagonal_is_free(ground->corners, direction,
                              is_legal_detour(ground, x, y, direction - 1, direction + 1),
                              is_legal_detour(ground, x, y, direction + 1, direction - 1))
             ? cost
             : OVI_NO_STEP;
}

bool ovi_ground_is_even(const ovi_ground *ground, ovl_cell a, ovl_cell b) {
  const ovi_ground_steps *steps = ground->steps;
  if (ovi_ground_weight(ground, a.x, a.y) != ovi_ground_weight(ground, b.x, b.y)) {
    return false;
  }
  return steps == NULL ||
         (steps->height(ground->user, a.x, a.y) == steps->height(ground->user, b.x, b.y) &&
          !steps->has_extra(ground->user, a.x, a.y) && !steps->has_extra(ground->user, b.x, b.y));
}
