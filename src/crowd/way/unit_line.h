/* Straight lines of steps. */
#ifndef OVERLAND_CROWD_UNIT_LINE_H
#define OVERLAND_CROWD_UNIT_LINE_H

#include "common/cell.h"
#include "common/topology.h"
#include "overland.h"

/* Steps in one of two neighbouring directions, those of an angle between them. */
typedef struct ovi_line {
  ovl_cell from;
  int topology;
  int32_t dx, dy;      /* the direction */
  int32_t most, least; /* its steps, and those of them that lead in the direction farther from it */
  int32_t carry;       /* that of the latter when the line begins, below `most` */
} ovi_line;

/* The line in a direction, and that to a cell. */
ovi_line ovi_line_along(int topology, ovl_cell from, int32_t dx, int32_t dy);
ovi_line ovi_line_to(int topology, ovl_cell from, ovl_cell to);

enum { OVI_LEG_STEPS = 256 /* of a leg at most */ };

/* Steps about a line, around single rocks. */
typedef struct ovi_lane_leg {
  ovl_cell end;
  uint64_t cost;
  int32_t count;
  uint8_t steps[OVI_LEG_STEPS];
} ovi_lane_leg;

/* Makes one step of a line, or where that is not open one in a direction next to it. Returns 1, or
 * 2 for the latter; 0: none is open. */
uint32_t ovi_lane_leg_step(const ovl_world *world, int32_t profile, ovi_line *line,
                           ovi_lane_leg *leg);

/* Makes the steps to a cell, by at most `more` steps longer than the line there. False if that does
 * not lead there. */
bool ovi_lane_leg_to(const ovl_world *world, int32_t profile, ovl_cell to, int32_t more,
                     ovi_lane_leg *leg);

/* Returns whether a line costs at most a quarter more for its length than another one. */
static inline bool ovi_is_as_cheap(uint64_t cost, uint64_t length, uint64_t than_cost,
                                   uint64_t than_length) {
  return 4 * cost * than_length <= 5 * than_cost * length;
}

/* The length between two cells. */
static inline uint64_t ovi_length(int topology, ovl_cell a, ovl_cell b) {
  return ovi_distance(topology, b.x - a.x, b.y - a.y, 1);
}

#endif
