/* Straight lines of steps, as Bresenham draws them. */
#include "crowd/way/unit_line.h"

#include "crowd/way/unit_way.h"
#include "world/inspect.h"

ovi_line ovi_line_along(int topology, ovl_cell from, int32_t dx, int32_t dy) {
  const int32_t x = ovi_magnitude(dx);
  const int32_t y = ovi_magnitude(dy);
  ovi_line made = {.from = from,
                   .topology = topology,
                   .dx = dx,
                   .dy = dy,
                   .most = ovi_steps_between(topology, (ovl_cell){0, 0, 0}, (ovl_cell){dx, dy, 0}),
                   .least = x > y ? y : x};
  made.carry = made.most / 2;
  return made;
}

ovi_line ovi_line_to(int topology, ovl_cell from, ovl_cell to) {
  return ovi_line_along(topology, from, to.x - from.x, to.y - from.y);
}

/* The cost of a step, 0 if it is not legal there and back. */
static uint64_t line_open(const ovl_world *world, int32_t profile, ovl_cell from,
                          int32_t direction) {
  const uint64_t cost = ovi_world_step(world, profile, from, direction);
  const ovl_cell to = ovi_cell_beside(from, direction);
  return cost != 0 && ovi_world_step(world, profile, to, ovi_direction_back(direction)) != 0 ? cost
                                                                                             : 0;
}

uint32_t ovi_lane_leg_step(const ovl_world *world, int32_t profile, ovi_line *line,
                           ovi_lane_leg *leg) {
  const bool by_columns = ovi_magnitude(line->dx) >= ovi_magnitude(line->dy);
  const bool aside = line->carry + line->least >= line->most;
  const int32_t wanted = ovi_direction_of_line(line->topology, line->dx, line->dy, aside);
  OVI_ASSERT(leg->count < OVI_LEG_STEPS && line->most != 0);
  for (int32_t i = 0; i < 3; i++) {
    const int32_t direction =
        i == 0 ? wanted : ovi_direction_turned(line->topology, wanted, i == 2 ? -1 : 1);
    const uint64_t cost = line_open(world, profile, leg->end, direction);
    if (cost != 0) {
      const ovl_cell before = leg->end;
      leg->end = ovi_cell_beside(before, direction);
      leg->cost += cost;
      leg->steps[leg->count++] = (uint8_t)direction;
      /* Among squares a step beside the wanted one may lead across the line. */
      if (line->topology == OVI_HEXAGONS ||
          (by_columns ? leg->end.x != before.x : leg->end.y != before.y)) {
        line->carry += line->least - (aside ? line->most : 0);
      }
      return i == 0 ? 1 : 2;
    }
  }
  return 0;
}

bool ovi_lane_leg_to(const ovl_world *world, int32_t profile, ovl_cell to, int32_t more,
                     ovi_lane_leg *leg) {
  const int topology = ovi_world_topology(world);
  const int32_t most = ovi_steps_between(topology, leg->end, to) + more;
  uint32_t done = 2;
  ovi_line line;
  while (!ovi_cells_are_one(leg->end, to)) {
    if (done == 2) { /* begins, or aims anew after a step around a rock */
      line = ovi_line_to(topology, leg->end, to);
    }
    if (leg->count + ovi_steps_between(topology, leg->end, to) > most ||
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
