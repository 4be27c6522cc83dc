/* Groups that follow a flow: the guide of each, the lanes of its units, and their paths.
 *
 * A guide begins in the middle of the group. As soon as it tells the direction of the way each unit
 * gets its lane: where it stands across that direction. A group that came in a column, narrower
 * than it is long, gets lanes by the order of its units across instead, as broad as a square of
 * them.
 *
 * The path of a unit that follows a flow goes in its lane from gate to gate where the group has a
 * guide, else as the flow says. It ends where the unit leaves the flow.
 *
 * Invariant: lanes are given once an order and flow, and a guide that begins again keeps them. */
#include "crowd/units/unit_groups.h"

#include "common/bits.h"
#include "common/compiler.h"
#include "crowd/way/guide.h"
#include "crowd/way/guide_lane.h"
#include "flow/flow_query.h"
#include "overland_inspect.h"

enum {
  TOGETHER_TICKS = 16, /* between checks of those that arrive together: some may be so early */
  EARLY_PART = 8,      /* and by this part of the longest way: few slow down in a crowd */
  SLOWEST_PART = 8,    /* of its speed that a unit which arrives together walks at least */
  FIRST_CARRY = 24001,
  MEET_TICKS = 8,     /* between checks of groups that come the opposite way */
  OPPOSITE_STEPS = 8, /* between gates of their guides */
  PLAIN_STEPS = 8,    /* steps of the flow before a unit looks for its lane again */
  LEAVE_STEPS = 32 /* steps before the place at which a unit with another goal leaves, at least */
};

static bool guide_is_of(const ovi_guide *guide, const ovi_unit *unit) {
  return unit->used && unit->order.has_goal && unit->order.order == guide->order;
}

/* The guide of a unit that follows a flow; NULL: it has none. */
static ovi_guide *unit_guide(const ovl_units *units, const ovi_unit *unit) {
  for (uint32_t i = 0; i < OVI_MOST_FLOWS && unit->order.order != 0; i++) {
    ovi_guide *guide = &units->sharing.guides[i];
    if (guide->order == unit->order.order && guide->flow == unit->flow) {
      return guide;
    }
  }
  return NULL;
}

void ovi_unit_join(ovl_units *units, const ovi_unit *unit) {
  if (unit->order.order == 0 || unit_guide(units, unit) != NULL) {
    return;
  }
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    ovi_guide *guide = &units->sharing.guides[i];
    if (guide->order == 0) {
      *guide = (ovi_guide){
          .order = unit->order.order, .flow = unit->flow, .profile = ovi_unit_planned_as(unit)};
      return;
    }
  }
}

/* ---- Lanes ---- */

/* The size of a group, and the lanes over which its units are spread. */
typedef struct group_extent {
  uint32_t units;
  int32_t least, most; /* lanes */
  uint32_t bodies;     /* the sum of the widths of its units, cells */
  int32_t side;        /* of a square that holds so many cells, cells */
} group_extent;

static int32_t across_of(const ovl_units *units, const ovi_unit *unit, const ovi_gate *gate) {
  const int64_t place = ovi_gate_lane(units->walked.topology, gate, unit->cell);
  const int64_t lane = (place + (place < 0 ? -128 : 128)) / 256;
  return lane < -OVI_MOST_LANES_BESIDE  ? -OVI_MOST_LANES_BESIDE
         : lane > OVI_MOST_LANES_BESIDE ? OVI_MOST_LANES_BESIDE
                                        : (int32_t)lane;
}

static group_extent guide_measure(const ovl_units *units, const ovi_guide *guide,
                                  const ovi_gate *gate) {
  group_extent all = {.least = OVI_MOST_LANES_BESIDE, .most = -OVI_MOST_LANES_BESIDE};
  uint32_t area = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit)) {
      const int32_t across = across_of(units, unit, gate);
      all.units++;
      all.least = across < all.least ? across : all.least;
      all.most = across > all.most ? across : all.most;
      all.bodies += unit->kind.body;
      area += (uint32_t)ovi_body_area(units->walked.topology, unit->kind.body);
    }
  }
  all.side = (int32_t)ovi_square_side(area);
  return all;
}

/* Gives lanes by the order of the units across, `width` lanes in all. */
static void rank_lanes(ovl_units *units, const ovi_guide *guide, const ovi_gate *gate,
                       const group_extent *all) {
  uint32_t before[2 * OVI_MOST_LANES_BESIDE + 2] = {0}; /* bodies on lanes farther left */
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit)) {
      before[across_of(units, unit, gate) + OVI_MOST_LANES_BESIDE + 1] += unit->kind.body;
    }
  }
  for (uint32_t lane = 1; lane < sizeof before / sizeof before[0]; lane++) {
    before[lane] += before[lane - 1];
  }
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit)) {
      uint32_t *rank = &before[across_of(units, unit, gate) + OVI_MOST_LANES_BESIDE];
      const uint32_t lane = *rank * guide->width / all->bodies;
      unit->order.across = (int16_t)((int32_t)lane - guide->width / 2);
      unit->order.carry = FIRST_CARRY;
      *rank += unit->kind.body;
    }
  }
}

static void give_lanes(ovl_units *units, ovi_guide *guide) {
  const ovi_gate *gate = ovi_guide_gate(guide, 0);
  const group_extent all = guide_measure(units, guide, gate);
  const int32_t broad = 2 * (all.most > -all.least ? all.most : -all.least) + 1;
  const int32_t side = all.side < OVI_MOST_LANES_BESIDE ? all.side : OVI_MOST_LANES_BESIDE;
  const int32_t most = 2 * side < OVI_MOST_LANES_BESIDE ? 2 * side : OVI_MOST_LANES_BESIDE;
  if (4 * (all.most - all.least + 1) < 3 * side) {
    guide->width = (uint16_t)side;
    rank_lanes(units, guide, gate, &all);
    return;
  }
  guide->width = (uint16_t)(broad < most ? broad : most);
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit)) { /* one that is far aside gets the outermost lane */
      const int32_t across = across_of(units, unit, gate);
      const int32_t half = guide->width / 2;
      unit->order.across = (int16_t)(across < -half ? -half : across > half ? half : across);
      unit->order.carry = FIRST_CARRY;
    }
  }
}

/* ---- Beginning ---- */

/* The unit that follows the guide's flow nearest to the middle of the group; NULL: there is none.
 */
static const ovi_unit *guide_middle(const ovl_units *units, const ovi_guide *guide) {
  int64_t x = 0;
  int64_t y = 0;
  int64_t count = 0;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit)) {
      x += unit->cell.x;
      y += unit->cell.y;
      count++;
    }
  }
  const ovi_unit *middle = NULL;
  int32_t least = INT32_MAX;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (guide_is_of(guide, unit) && unit->flow == guide->flow) {
      const ovl_cell mean = {(int32_t)(x / count), (int32_t)(y / count), unit->cell.floor};
      const int32_t apart = ovi_steps_between(units->walked.topology, unit->cell, mean);
      middle = apart < least ? unit : middle;
      least = apart < least ? apart : least;
    }
  }
  return middle;
}

/* Extends a guide until its first straight part, and the lanes at its end, are known. */
static ovl_result extend_first(ovi_guide *guide, const ovi_shared_flow *shared, ovl_cell *missing) {
  ovl_result result = OVL_OK;
  while (result == OVL_OK && !ovi_guide_leads_on(guide, 0)) {
    result = ovi_guide_extend(guide, shared->world, shared->flow, shared->place, missing);
  }
  return result;
}

/* Begins a guide and gives the units of its group their lanes. */
static ovl_result guide_begin(ovl_units *units, ovi_guide *guide, const ovi_shared_flow *shared,
                              ovl_cell *missing) {
  const ovi_unit *middle = guide_middle(units, guide);
  if (middle == NULL) {
    return OVL_OK;
  }
  ovl_flow_step step;
  ovl_result result = ovi_flow_read(shared->flow, middle->cell, &step);
  *missing = middle->cell;
  if (result == OVL_OK) {
    guide->width = 1; /* until the direction is known */
    ovi_guide_begin(guide, middle->cell, step.cost_to_go);
    result = extend_first(guide, shared, missing);
  }
  if (result == OVL_OK && guide->count > 1) { /* else it ends here: there is no direction */
    give_lanes(units, guide);
    ovi_guide_begin(guide, middle->cell, step.cost_to_go);
    result = extend_first(guide, shared, missing);
  }
  if (result != OVL_OK) { /* it begins anew later */
    guide->width = 0;
    guide->count = 0;
  }
  return result;
}

/* Compares the last gate with a flow that was renewed: a guide whose way is another now begins
 * again with the next unit near the middle. */
static ovl_result guide_check(ovi_guide *guide, const ovi_shared_flow *shared, ovl_cell *missing) {
  const ovi_gate *last = ovi_guide_gate(guide, guide->count - 1);
  ovl_flow_step step;
  *missing = last->cell;
  const ovl_result result = ovi_flow_read(shared->flow, last->cell, &step);
  if (result == OVL_NOT_READY) {
    return result;
  }
  guide->renewed = false;
  if (result != OVL_OK || step.cost_to_go != last->cost_to_go) {
    guide->count = 0;
  }
  return OVL_OK;
}

/* Does for a guide what it needs. */
static ovl_result guide_go_on(ovl_units *units, ovi_guide *guide, ovl_cell *missing) {
  const ovi_shared_flow *shared = &units->sharing.flows[guide->flow - 1];
  ovl_result result = OVL_OK;
  if (guide->width == 0 && !guide->ended) {
    result = guide_begin(units, guide, shared, missing);
  } else if (guide->count != 0 && guide->renewed) {
    result = guide_check(guide, shared, missing);
  } else if (guide->count != 0 && guide->wanted && !guide->ended) {
    result = ovi_guide_extend(guide, shared->world, shared->flow, shared->place, missing);
    guide->wanted = result != OVL_OK;
  }
  return result;
}

size_t ovi_guides_go_on(ovl_units *units, uint32_t flow, ovl_cell *missing, bool made) {
  size_t count = 0;
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    ovi_guide *guide = &units->sharing.guides[i];
    ovl_cell at = {0, 0, -1};
    if (guide->order == 0 || guide->flow != flow ||
        guide_go_on(units, guide, &at) != OVL_NOT_READY) {
      continue;
    }
    if (made && ovi_cells_are_one(at, guide->missing)) {
      guide->ended = true; /* this tile can't be made */
    }
    guide->missing = at;
    missing[count++] = at;
  }
  return count;
}

void ovi_guides_renew(ovl_units *units, uint32_t flow) {
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    ovi_guide *guide = &units->sharing.guides[i];
    guide->renewed = guide->renewed || guide->flow == flow;
  }
}

/* Returns whether some gates of two guides lie near each other and lead the opposite way. */
static bool guides_are_opposite(int topology, const ovi_guide *a, const ovi_guide *b) {
  for (uint32_t i = 0; i < a->count; i++) {
    const ovi_gate *gate = ovi_guide_gate(a, i);
    const ovl_cell along = ovi_along(topology, gate->along_x, gate->along_y);
    for (uint32_t k = 0; k < b->count; k++) {
      const ovi_gate *other = ovi_guide_gate(b, k);
      if (along.x * other->along_x + along.y * other->along_y < 0 &&
          gate->cell.floor == other->cell.floor &&
          ovi_steps_between(topology, gate->cell, other->cell) <= OPPOSITE_STEPS) {
        return true;
      }
    }
  }
  return false;
}

void ovi_guides_meet(ovl_units *units) {
  ovi_guide *guides = units->sharing.guides;
  if (units->tick % MEET_TICKS != 0) {
    return;
  }
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    guides[i].keeps_right = false; /* it meets nobody any more, unless found below */
  }
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    for (uint32_t k = i + 1; k < OVI_MOST_FLOWS; k++) {
      /* A group of several sizes has a guide for each: these bend back beside each other. */
      if (guides[i].order != 0 && guides[k].order != 0 && guides[i].order != guides[k].order &&
          !(guides[i].keeps_right && guides[k].keeps_right) &&
          guides_are_opposite(units->walked.topology, &guides[i], &guides[k])) {
        guides[i].keeps_right = guides[k].keeps_right = true;
      }
    }
  }
}

void ovi_guides_free_unused(ovl_units *units) {
  bool used[OVI_MOST_FLOWS] = {false};
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    const ovi_guide *guide = unit->used && unit->flow != 0 ? unit_guide(units, unit) : NULL;
    if (guide != NULL) {
      used[guide - units->sharing.guides] = true;
    }
  }
  for (uint32_t i = 0; i < OVI_MOST_FLOWS; i++) {
    units->sharing.guides[i].order = used[i] ? units->sharing.guides[i].order : 0;
  }
}

/* ---- Paths ---- */

int32_t ovi_unit_leave_steps(const ovi_unit *unit) {
  const int32_t apart = ovi_steps_between(OVI_SQUARES, unit->goal, unit->order.place);
  return apart != 0 ? LEAVE_STEPS + 2 * apart : 0;
}

/* Returns whether the unit should leave the flow. */
static bool is_near(const ovi_unit *unit, uint64_t cost_to_go) {
  const int32_t steps = ovi_unit_leave_steps(unit);
  return steps != 0 && cost_to_go <= (uint64_t)steps * OVL_STRAIGHT_COST;
}

/* The unit's path ends in a cell, at a cost to go. */
static void way_ends_at(ovi_unit *unit, ovl_cell cell, uint64_t cost_to_go, bool done) {
  unit->plan.way_end = cell;
  unit->plan.route =
      (ovl_route){.goal = unit->goal, .position = cell, .cost_to_go = cost_to_go, .done = done};
}

/* Reads what the end of the path costs to go, and adds the step that the flow says if asked. */
static ovi_filling way_read_step(const ovi_shared_flow *shared, ovi_unit *unit, bool adds) {
  ovi_unit_plan *plan = &unit->plan;
  ovl_flow_step step;
  const ovl_result result = ovi_flow_read(shared->flow, plan->way_end, &step);
  if (result != OVL_OK) {
    return result == OVL_NOT_READY ? OVI_FILLING_WAITS : OVI_FILLING_STOPS;
  }
  const bool near = is_near(unit, step.cost_to_go) ||
                    (step.cost_to_go == 0 && !ovi_cells_are_one(plan->way_end, unit->goal));
  way_ends_at(unit, plan->way_end, step.cost_to_go, !near && step.cost_to_go == 0);
  if (near) {
    return plan->way.count <= 1 ? OVI_FILLING_LEAVES : OVI_FILLING_DONE;
  }
  if (plan->route.done) {
    unit->flow = 0;
    return OVI_FILLING_DONE;
  }
  if (!adds) {
    return OVI_FILLING_ON;
  }
  if (step.link != UINT32_MAX) {
    plan->way.link_to = step.next;
    plan->way.link = step.link;
    ovi_way_push_back(&plan->way, OVI_STEP_LINK);
  } else {
    ovi_way_push_back(&plan->way, ovi_direction_to(plan->way_end, step.next));
  }
  plan->way_end = step.next;
  return OVI_FILLING_ON;
}

/* Adds the straight line to the goal of a unit that is near it, if the goal is in sight. */
static bool way_add_last(const ovi_shared_flow *shared, ovi_unit *unit) {
  const ovi_laned laned = {
      .way = &unit->plan.way, .end = &unit->plan.way_end, .profile = unit->kind.profile};
  const uint32_t weight = ovl_world_weight(shared->world, unit->kind.profile, unit->plan.way_end);
  if (!ovi_way_straight(shared->world, &laned, unit->goal, weight)) {
    return false;
  }
  way_ends_at(unit, unit->goal, 0, true);
  unit->flow = 0;
  return true;
}

/* Adds the steps to the next gate in the unit's lane. Where no lane is within reach, or the guide
 * waits while the unit stands, it follows the flow for *plain steps. */
static ovi_filling way_add_lane(const ovi_shared_flow *shared, ovi_guide *guide, ovi_unit *unit,
                                uint32_t *plain) {
  ovi_unit_plan *plan = &unit->plan;
  ovl_cell end = plan->way_end;
  uint64_t cost = plan->route.cost_to_go;
  const ovi_laned laned = {&plan->way,        &end, &cost, &unit->order.carry, unit->kind.profile,
                           unit->order.across};
  const bool is_middle = ovi_magnitude(unit->order.across) <= guide->width / 8;
  if (guide->width != 0 && is_middle &&
      (guide->count == 0 ||
       (guide->ended && cost < ovi_guide_gate(guide, guide->count - 1)->cost_to_go))) {
    ovi_guide_begin(guide, end, cost);
  }
  const ovi_lane_result result = guide->count != 0 ? ovi_guide_go_on(guide, shared->world, &laned)
                                 : guide->ended || guide->width != 0 ? OVI_LANE_LOST
                                                                     : OVI_LANE_WAITS;
  if (result == OVI_LANE_STEPS) {
    way_ends_at(unit, end, cost, false);
    return OVI_FILLING_ON;
  }
  guide->wanted = guide->wanted || result == OVI_LANE_WAITS;
  if (result == OVI_LANE_WAITS && (plan->way.count != 0 || guide->width == 0)) {
    return OVI_FILLING_GUIDED;
  }
  *plain = PLAIN_STEPS;
  return OVI_FILLING_ON;
}

ovi_filling ovi_unit_add_steps(const ovl_units *units, const ovi_shared_flow *shared,
                               ovi_unit *unit, uint32_t most) {
  ovi_unit_plan *plan = &unit->plan;
  /* Beside rocks a lane may lead to and fro: one that gets no nearer follows the flow alone. */
  const bool gets_on = units->tick - unit->patience.near_tick < OVI_CORRIDOR_TICKS;
  ovi_guide *guide = gets_on ? unit_guide(units, unit) : NULL;
  ovi_filling now = OVI_FILLING_ON;
  bool looked = false;                             /* whether the goal is in sight */
  uint32_t plain = guide != NULL ? 0 : UINT32_MAX; /* steps before it looks for its lane again */
  bool is_known =                                  /* what the end of the path costs to go */
      plan->routed && ovi_cells_are_one(plan->route.position, plan->way_end);
  while (now == OVI_FILLING_ON && plan->way.count < most && !ovi_way_ends_in_link(&plan->way)) {
    const bool near = is_known && is_near(unit, plan->route.cost_to_go);
    if (near && !looked) {
      looked = true;
      now = way_add_last(shared, unit) ? OVI_FILLING_DONE : now;
    } else if (is_known && plain == 0 && !near) {
      now = way_add_lane(shared, guide, unit, &plain);
    } else {
      const bool adds = is_known || plain != 0;
      now = way_read_step(shared, unit, adds);
      is_known = !adds;
      plain -= adds && plain != 0 ? 1 : 0;
    }
  }
  return now;
}

/* ---- Arriving together ---- */

static uint64_t straight_cost(int topology, ovl_cell from, ovl_cell to) {
  return ovi_distance(topology, to.x - from.x, to.y - from.y, OVL_PLAIN_WEIGHT);
}

/* The ticks that a unit needs for what it has left to walk, 0 if it has arrived. A flow tells what
 * the way to the place costs: only what that is longer than a straight one is added. */
static uint32_t ticks_to_go(const ovl_units *units, const ovi_unit *unit) {
  const uint32_t most = unit->order.group_pace != 0 && unit->order.group_pace < unit->pace.speed
                            ? unit->order.group_pace
                            : unit->pace.speed;
  const uint64_t straight = straight_cost(units->walked.topology, unit->cell, unit->goal);
  const uint64_t known = unit->plan.routed ? ovi_unit_left(unit) : 0;
  const uint64_t aimed = unit->flow != 0
                             ? straight_cost(units->walked.topology, unit->cell, unit->order.place)
                             : straight;
  const uint64_t cost = straight + (known > aimed ? known - aimed : 0);
  const uint64_t ticks = cost * OVI_FULL_SPEED / ((uint64_t)OVL_STRAIGHT_COST * most);
  return ticks < 1u << 24 ? (uint32_t)ticks : 1u << 24;
}

static bool keeps_together(const ovi_unit *unit) {
  return unit->used && unit->order.has_goal && unit->order.together &&
         unit->state != OVL_UNIT_ARRIVED && unit->state != OVL_UNIT_BESIDE &&
         unit->state != OVL_UNIT_UNREACHABLE && unit->state != OVL_UNIT_STUCK;
}

void ovi_units_keep_together(ovl_units *units) {
  ovi_number_map *longest = &units->placing.seen; /* ticks to go of each order */
  if (!units->placing.together || (units->tick % TOGETHER_TICKS != 0 && !units->sharing.sent)) {
    return;
  }
  units->placing.together = false;
  for (uint32_t index = 0; index < units->high; index++) {
    const ovi_unit *unit = &units->unit[index];
    if (keeps_together(unit)) {
      const uint32_t ticks = ticks_to_go(units, unit);
      if (ticks > ovi_cell_number(longest, unit->order.order)) {
        ovi_cell_set_number(longest, unit->order.order, ticks);
      }
      units->placing.together = true;
    }
  }
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_unit *unit = &units->unit[index];
    if (keeps_together(unit)) {
      const uint32_t all = ovi_cell_number(longest, unit->order.order);
      const uint32_t early = TOGETHER_TICKS + all / EARLY_PART;
      const uint32_t own = ticks_to_go(units, unit);
      const uint32_t most = unit->order.group_pace != 0 ? unit->order.group_pace : OVI_FULL_SPEED;
      const uint64_t speed = unit->pace.speed < most ? unit->pace.speed : most;
      const uint64_t pace = own + early < all ? speed * own / (all - early) : speed;
      const uint64_t least = (speed + SLOWEST_PART - 1) / SLOWEST_PART;
      unit->order.pace = (uint16_t)(pace > least ? pace : least);
    }
  }
  for (uint32_t index = 0; index < units->high; index++) {
    ovi_number_map_remove(longest, units->unit[index].order.order);
  }
  OVI_ASSERT(longest->count == 0);
}
