/* Straight lines of steps, as Bresenham draws them. */
#include "crowd/way/unit_line.h"

#include "crowd/way/unit_way.h"
#include "overland_inspect.h"

ovi_line ovi_line_along(ovl_cell from, int32_t dx, int32_t dy) {
  const int32_t x = ovi_magnitude(dx);
  const int32_t y = ovi_magnitude(dy);
  ovi_line made = {.from = from, .dx = dx, .dy = dy, .most = x > y ? x : y, .least = x > y ? y : x};
  made.carry = made.most / 2;
  return made;
}

ovi_line ovi_line_to(ovl_cell from, ovl_cell to) {
  return ovi_line_along(from, to.x - from.x, to.y - from.y);
}

/* The cost of a step, 0 if it is not legal there and back. */
static uint64_t line_open(const ovl_world *world, int32_t profile, ovl_cell from,
                          int32_t direction) {
  const uint64_t cost = ovl_world_step(world, profile, from, direction);
  const ovl_cell to = ovi_cell_beside(from, direction);
  return cost != 0 && ovl_world_step(world, profile, to, ovi_direction_back(direction)) != 0 ? cost
                                                                                             : 0;
}

uint32_t ovi_lane_leg_step(const ovl_world *world, int32_t profile, ovi_line *line,
                           ovi_lane_leg *leg) {
  const bool by_columns = ovi_magnitude(line->dx) == line->most;
  const bool aside = line->carry + line->least >= line->most;
  const int32_t x = by_columns || aside ? ovi_sign(line->dx) : 0;
  const int32_t y = !by_columns || aside ? ovi_sign(line->dy) : 0;
  const int32_t wanted = ovi_direction_of(x, y);
  OVI_ASSERT(leg->count < OVI_LEG_STEPS && line->most != 0);
  for (int32_t i = 0; i < 3; i++) {
    const int32_t direction = (wanted + (i == 2 ? -1 : i)) & 7;
    const uint64_t cost = line_open(world, profile, leg->end, direction);
    if (cost != 0) {
      const ovl_cell before = leg->end;
      leg->end = ovi_cell_beside(before, direction);
      leg->cost += cost;
      leg->steps[leg->count++] = (uint8_t)direction;
      if (by_columns ? leg->end.x != before.x : leg->end.y != before.y) {
        line->carry += line->least - (aside ? line->most : 0);
      }
      return i == 0 ? 1 : 2;
    }
  }
  return 0;
}

bool ovi_lane_leg_to(const ovl_world *world, int32_t profile, ovl_cell to, int32_t more,
                     ovi_lane_leg *leg) {
  const int32_t most = ovi_steps_between(OVI_SQUARES, leg->end, to) + more;
  uint32_t done = 2;
  ovi_line line;
  while (!ovi_cells_are_one(leg->end, to)) {
    if (done == 2) { /* begins, or aims anew after a step around a rock */
      line = ovi_line_to(leg->end, to);
    }
    if (leg->count + ovi_steps_between(OVI_SQUARES, leg->end, to) > most ||
        leg->count == OVI_LEG_STEPS) {
      return false;
    }
    done = ovi_lane_leg_step(world, profile, &line, leg);
    if (done == 0) {
      return false;
    }
  }
  return true;
}
