/* Lanes beside the gates of a guide; see guide.h. */
#include "crowd/way/guide_lane.h"

#include "crowd/way/unit_line.h"
#include "world/inspect.h"

enum {
  LEG_STEPS = 48,   /* of a unit to its next gate */
  FUNNEL_GATES = 8, /* gates over which lanes close and open */
  FUNNEL_LANES = 3, /* lanes that close from gate to gate */
  CLOSED_LANES = 6, /* closed lanes in a row that end the free ground: fewer are single rocks, if
                       the lanes beyond them were free before */
  LANE = 256,       /* parts of a lane in which places are told */
  LANE_APART = 3 * LANE, /* from its lane that a unit may be: its neighbours are as far */
  CARRY = 65536,         /* parts of a step in which the carry of a unit's line is told */
  NEAR_GATE_STEPS = 2    /* a gate that is nearer counts as passed */
};

/* ---- Legs ---- */

/* The cell of a lane, in 1/256 lanes, at a gate. */
static ovl_cell lane_cell(const ovi_gate *gate, int32_t lane) {
  const int64_t x = (int64_t)gate->right_x * lane;
  const int64_t y = (int64_t)gate->right_y * lane;
  const int32_t half = LANE * LANE / 2;
  return (ovl_cell){gate->cell.x + (int32_t)((x + (x < 0 ? -half : half)) / (LANE * LANE)),
                    gate->cell.y + (int32_t)((y + (y < 0 ? -half : half)) / (LANE * LANE)),
                    gate->cell.floor};
}

int64_t ovi_gate_lane(int topology, const ovi_gate *gate, ovl_cell cell) {
  const ovl_cell along = ovi_along(topology, gate->right_x, gate->right_y);
  const int64_t square = along.x * gate->right_x + along.y * gate->right_y;
  const int64_t aside =
      (int64_t)(cell.x - gate->cell.x) * along.x + (int64_t)(cell.y - gate->cell.y) * along.y;
  return aside * LANE * LANE / square;
}

/* Returns whether a cell is nearer than so much to a lane, in 1/256 lanes. */
static bool is_near_lane(int topology, const ovi_gate *gate, ovl_cell cell, int32_t lane,
                         int32_t apart) {
  const int64_t aside = ovi_gate_lane(topology, gate, cell) - lane;
  return aside > -apart && aside < apart;
}

/* How far a gate lies ahead of a cell; not above 0: the cell is behind it. */
static int32_t gate_ahead(const ovi_gate *gate, ovl_cell cell) {
  return (gate->cell.x - cell.x) * gate->right_y - (gate->cell.y - cell.y) * gate->right_x;
}

/* Walks along a line until past a gate. */
static bool leg_walk(const ovl_world *world, int32_t profile, ovi_line *line, const ovi_gate *gate,
                     ovi_lane_leg *to) {
  while (gate_ahead(gate, to->end) > 0) {
    if (to->count == LEG_STEPS || ovi_lane_leg_step(world, profile, line, to) == 0) {
      return false;
    }
  }
  return to->count != 0;
}

static void leg_append(const ovi_laned *unit, const ovi_lane_leg *leg) {
  for (int32_t i = 0; i < leg->count; i++) {
    ovi_way_push_back(unit->way, leg->steps[i]);
  }
  *unit->end = leg->end;
}

bool ovi_way_straight(const ovl_world *world, const ovi_laned *unit, ovl_cell to, uint32_t weight) {
  const int topology = ovi_world_topology(world);
  const int32_t steps = ovi_steps_between(topology, *unit->end, to);
  ovi_lane_leg leg = {.end = *unit->end};
  if (to.floor != unit->end->floor || steps > (int32_t)ovi_way_room(unit->way) ||
      !ovi_lane_leg_to(world, unit->profile, to, 1 + steps / 8, &leg) ||
      leg.count > (int32_t)ovi_way_room(unit->way) ||
      !ovi_is_as_cheap(leg.cost, ovi_length(topology, *unit->end, to), weight, 1)) {
    return false;
  }
  leg_append(unit, &leg);
  return true;
}

/* ---- Free lanes ---- */

uint8_t ovi_count_lanes(const ovl_world *world, int32_t profile, const ovi_gate *before,
                        const ovi_gate *gate, int32_t most) {
  const uint64_t way_cost = before->cost_to_go - gate->cost_to_go;
  const int topology = ovi_world_topology(world);
  const uint64_t way = ovi_length(topology, before->cell, gate->cell);
  int32_t free_lanes = 0;
  int32_t closed = 0;
  const int32_t before_free = most < 0 ? before->left : before->right;
  for (int32_t i = 1; i <= ovi_magnitude(most) && closed < (i <= before_free ? CLOSED_LANES : 1);
       i++) {
    const int32_t lane = ovi_sign(most) * i * LANE;
    const ovl_cell from = lane_cell(before, lane);
    const ovl_cell to = lane_cell(gate, lane);
    ovi_lane_leg made = {.end = from};
    bool is_open = ovi_cells_are_one(from, to);
    if (!is_open) {
      ovi_line line = ovi_line_to(topology, from, to);
      is_open = leg_walk(world, profile, &line, gate, &made) &&
                is_near_lane(topology, gate, made.end, lane, LANE * 3 / 2) &&
                ovi_is_as_cheap(made.cost, ovi_length(topology, from, made.end), way_cost, way);
    }
    free_lanes = is_open ? i : free_lanes;
    closed = is_open ? 0 : closed + 1;
  }
  return (uint8_t)free_lanes;
}

static int32_t lane_limit(int32_t value, int32_t least, int32_t most) {
  return value < least ? least : value > most ? most : value;
}

/* The lanes that the outermost units of a group take, in 1/256. */
typedef struct span {
  int32_t left, right;
} span;

/* The free lanes at a gate and on the way to the next one. Before and behind other gates they close
 * and open by FUNNEL_LANES from gate to gate. Of a group that meets one which comes the opposite
 * way they are the right half where there is no room for two such groups. */
static span free_span(const ovi_guide *guide, uint32_t at, uint32_t funnel) {
  span all = {-OVI_MOST_LANES_BESIDE * LANE, OVI_MOST_LANES_BESIDE * LANE};
  for (uint32_t i = at > funnel ? at - funnel : 0; i <= at + 1 + funnel && i + 1 < guide->count;
       i++) {
    const ovi_gate *gate = ovi_guide_gate(guide, i);
    const int32_t more = FUNNEL_LANES * (int32_t)(i > at + 1 ? i - at - 1 : i < at ? at - i : 0);
    const int32_t left = -LANE * (gate->left + more);
    const int32_t right = LANE * (gate->right + more);
    all.left = left > all.left ? left : all.left;
    all.right = right < all.right ? right : all.right;
  }
  if (guide->keeps_right && all.right - all.left < 2 * LANE * guide->width) {
    const int32_t middle = (all.left + all.right + LANE) / 2;
    all.left = middle < all.right ? middle : all.right;
  }
  return all;
}

/* The lane of a unit where some are free: the group is moved aside if that makes room. Where there
 * is too little, those in the middle go on and the others close up to the outermost free lanes. */
static int32_t lane_in(const ovi_guide *guide, span all, int32_t across) {
  const int32_t half = guide->width * LANE / 2;
  const bool has_room = all.right - all.left >= 2 * half;
  const int32_t moved =
      has_room ? lane_limit(0, all.left + half, all.right - half) : (all.left + all.right) / 2;
  return lane_limit(across * LANE + moved, all.left, all.right);
}

/* The lane of a unit toward a gate. */
typedef struct course {
  uint32_t from, to; /* gates between which it is straight */
  int32_t moved;     /* by how much the lane moves aside between these, in 1/256 lanes */
  int32_t lane;      /* at the gate, in 1/256 */
} course;

/* A lane is straight from bend to bend, if it is free; else it follows the free ground. */
static course course_to(const ovi_guide *guide, uint32_t at, int32_t across) {
  course made = {at, at, 0, 0};
  while (made.from > 0 && (made.from == at || !ovi_guide_gate(guide, made.from)->bends)) {
    made.from--;
  }
  while (made.to + 2 < guide->count &&
         (made.to == made.from || !ovi_guide_gate(guide, made.to)->bends)) {
    made.to++;
  }
  const span here = free_span(guide, at, 0);
  const int32_t first = lane_in(guide, free_span(guide, made.from, 0), across);
  const int32_t last = lane_in(guide, free_span(guide, made.to, 0), across);
  const int32_t parts = (int32_t)(made.to - made.from);
  made.lane = parts != 0 ? first + (last - first) * (int32_t)(at - made.from) / parts : first;
  made.moved = last - first;
  if (made.lane < here.left || made.lane > here.right) {
    const span before = free_span(guide, at != 0 ? at - 1 : 0, FUNNEL_GATES);
    made.lane = lane_in(guide, free_span(guide, at, FUNNEL_GATES), across);
    made.moved = made.lane - lane_in(guide, before, across);
    made.from = at != 0 ? at - 1 : 0;
    made.to = at;
  }
  return made;
}

bool ovi_guide_leads_on(const ovi_guide *guide, uint32_t at) {
  while (at < guide->count && !ovi_guide_gate(guide, at)->bends) {
    at++;
  }
  return at + 2 < guide->count || guide->ended;
}

/* ---- Units ---- */

/* The direction of a course: along the way, and aside by as much as the lane moves. */
static ovi_line direction_of(int topology, const ovi_guide *guide, const course *to, uint32_t at,
                             ovl_cell from) {
  const ovi_gate *gate = ovi_guide_gate(guide, at);
  const int32_t dx = gate->along_x;
  const int32_t dy = gate->along_y;
  const int32_t steps = ovi_steps_between(topology, ovi_guide_gate(guide, to->from)->cell,
                                          ovi_guide_gate(guide, to->to)->cell);
  if (to->moved == 0 || steps == 0) {
    return ovi_line_along(topology, from, dx * LANE, dy * LANE); /* so that its carry is fine */
  }
  const int64_t most = ovi_steps_between(topology, (ovl_cell){0, 0, 0}, (ovl_cell){dx, dy, 0});
  const int64_t parts =
      (topology == OVI_HEXAGONS ? 2 : 1) * (int64_t)ovi_squared_length(topology, dx, dy);
  const int32_t aside = (int32_t)(to->moved * most * most / (steps * parts)); /* in 1/256 */
  const ovl_cell across = ovi_across(topology, dx, dy);
  return ovi_line_along(topology, from, dx * LANE + across.x * aside, dy * LANE + across.y * aside);
}

/* Adds a leg to the unit's path, if it ends at a gate in a lane or near it. */
static bool go_in(const ovi_guide *guide, const ovl_world *world, const ovi_laned *unit,
                  uint32_t at, const course *to, ovi_line line) {
  const ovi_gate *gate = ovi_guide_gate(guide, at);
  const ovi_gate *before = ovi_guide_gate(guide, at != 0 ? at - 1 : 0);
  const int topology = ovi_world_topology(world);
  ovi_lane_leg made = {.end = *unit->end};
  line.carry = (int32_t)((int64_t)*unit->carry * line.most / CARRY);
  if (line.most == 0 || !leg_walk(world, unit->profile, &line, gate, &made) ||
      !is_near_lane(topology, gate, made.end, to->lane, LANE_APART + 1) ||
      (at != 0 && !ovi_is_as_cheap(made.cost, ovi_length(topology, *unit->end, made.end),
                                   before->cost_to_go - gate->cost_to_go,
                                   ovi_length(topology, before->cell, gate->cell)))) {
    return false;
  }
  leg_append(unit, &made);
  *unit->cost = gate->cost_to_go;
  *unit->carry = (uint16_t)((int64_t)line.carry * CARRY / line.most);
  return true;
}

ovi_lane_result ovi_guide_go_on(const ovi_guide *guide, const ovl_world *world,
                                const ovi_laned *unit) {
  uint32_t at = 0;
  const uint64_t cost = *unit->cost;
  while (at < guide->count &&
         ovi_guide_gate(guide, at)->cost_to_go + NEAR_GATE_STEPS * OVL_STRAIGHT_COST > cost) {
    at++;
  }
  /* The gates that are behind it by their cost may lie behind a unit far aside. */
  for (uint32_t i = 0;
       i < 3 && at + 2 < guide->count && gate_ahead(ovi_guide_gate(guide, at), *unit->end) <= 0;
       i++) {
    at++;
  }
  if (!ovi_guide_leads_on(guide, at)) {
    return OVI_LANE_WAITS;
  }
  if (at + 2 >= guide->count || ovi_guide_gate(guide, at)->cell.floor != unit->end->floor) {
    return OVI_LANE_LOST;
  }
  const int topology = ovi_world_topology(world);
  const course to = course_to(guide, at, unit->across);
  if (go_in(guide, world, unit, at, &to, direction_of(topology, guide, &to, at, *unit->end))) {
    return OVI_LANE_STEPS;
  }
  const int32_t tries[] = {to.lane, to.lane - 2 * LANE, to.lane + 2 * LANE, to.lane / 2, 0};
  for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++) {
    const ovl_cell end = lane_cell(ovi_guide_gate(guide, at), tries[i]);
    const course other = {.lane = tries[i]};
    const ovi_line line = ovi_line_to(topology, *unit->end, end);
    if (ovi_steps_between(topology, *unit->end, end) < LEG_STEPS &&
        go_in(guide, world, unit, at, &other, line)) {
      return OVI_LANE_STEPS;
    }
  }
  return OVI_LANE_LOST;
}
