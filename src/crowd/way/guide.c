/* Makes the gates of a guide; see the header. */
#include "crowd/way/guide.h"

#include "common/bits.h"
#include "crowd/way/guide_lane.h"
#include "crowd/way/unit_line.h"
#include "crowd/way/unit_way.h"
#include "flow/flow_query.h"
#include "overland_inspect.h"
#include "world/inspect.h"

enum {
  GUIDE_LOOK_STEPS = 64,  /* steps of the flow that are pulled straight at a time */
  GUIDE_CORNER_STEPS = 16 /* around a corner that must be in sight from a gate at it */
};

static ovi_gate *gate_of(ovi_guide *guide, uint32_t at) {
  OVI_ASSERT(at < guide->count);
  return &guide->gates[(guide->begin + at) & (OVI_GUIDE_GATES - 1)];
}

/* A direction: its unit vector, and how far apart lanes in it are, in 1/256 cells (of hexagons in
 * units in which the area of one is 1). Units walk abreast on cells beside each other whatever
 * their direction: so a lane is wider the more steps there are to a length. */
typedef struct heading {
  int32_t x, y, apart;
} heading;

static heading heading_of(int topology, const ovi_gate *gate) {
  const ovl_cell along = {gate->along_x, gate->along_y, 0};
  const uint64_t square = ovi_squared_length(topology, along.x, along.y);
  const int32_t length = (int32_t)ovi_root(square * 256); /* in 1/16 */
  const int32_t steps = ovi_steps_between(topology, (ovl_cell){0, 0, 0}, along);
  return (heading){along.x * 4096 / length, along.y * 4096 / length, steps * 4096 / length};
}

/* Turns a gate so that lanes parallel to the way before it and to that behind it meet in it. */
static void turn(int topology, ovi_gate *gate, const ovi_gate *behind) {
  const heading in = heading_of(topology, gate);
  const heading out = heading_of(topology, behind);
  const int32_t cross = in.x * out.y - in.y * out.x;
  const ovl_cell ahead = ovi_along(topology, in.x, in.y);
  const bool turns_back = ahead.x * out.x + ahead.y * out.y < 0;
  const ovl_cell across = turns_back ? ovi_across(topology, 2 * in.x, 2 * in.y)
                                     : ovi_across(topology, in.x + out.x, in.y + out.y);
  const int32_t parts = topology == OVI_HEXAGONS ? 1024 : 512;
  int32_t x = across.x * in.apart / parts;
  int32_t y = across.y * in.apart / parts;
  if (ovi_magnitude(cross) > 65536 / 8) {
    x = (out.x * in.apart - in.x * out.apart) * 256 / cross;
    y = (out.y * in.apart - in.y * out.apart) * 256 / cross;
  }
  while (ovi_squared_length(topology, x, y) > 512u * 512u) { /* a sharp bend */
    x = x * 3 / 4;
    y = y * 3 / 4;
  }
  gate->right_x = (int16_t)x;
  gate->right_y = (int16_t)y;
}

static void add_gate(ovi_guide *guide, const ovl_world *world, const ovi_line *along, ovl_cell cell,
                     uint64_t cost) {
  if (guide->count == OVI_GUIDE_GATES) { /* the last units may be behind: they follow the flow */
    guide->begin = (guide->begin + 1) & (OVI_GUIDE_GATES - 1);
    guide->count--;
  }
  guide->count++;
  ovi_gate *last = gate_of(guide, guide->count - 1);
  *last = (ovi_gate){.cell = cell,
                     .along_x = (int16_t)along->dx,
                     .along_y = (int16_t)along->dy,
                     .cost_to_go = cost};
  ovi_gate *gate = gate_of(guide, guide->count - 2);
  OVI_ASSERT(gate->cost_to_go > cost);
  if (guide->count == 2) {
    gate->along_x = last->along_x;
    gate->along_y = last->along_y;
  }
  turn(ovi_world_topology(world), gate, last);
  if (guide->count == 2) {
    gate->left = gate->right = (uint8_t)guide->width;
    return;
  }
  const ovi_gate *before = gate_of(guide, guide->count - 3);
  gate->right = ovi_count_lanes(world, guide->profile, before, gate, guide->width);
  gate->left = ovi_count_lanes(world, guide->profile, before, gate, -guide->width);
}

void ovi_guide_begin(ovi_guide *guide, ovl_cell cell, uint64_t cost_to_go) {
  guide->begin = 0;
  guide->count = 1;
  guide->ended = false;
  guide->gates[0] = (ovi_gate){.cell = cell, .cost_to_go = cost_to_go};
}

/* Cells of a flow, the first where the guide ends now, and the costs to go from them. */
typedef struct stretch {
  ovl_cell cells[GUIDE_LOOK_STEPS + 1];
  uint64_t costs[GUIDE_LOOK_STEPS + 1];
  int32_t count;
} stretch;

static ovl_result read_stretch(ovi_guide *guide, ovl_flow *flow, stretch *ahead) {
  const ovi_gate *last = gate_of(guide, guide->count - 1);
  ahead->cells[0] = last->cell;
  ahead->costs[0] = last->cost_to_go;
  for (ahead->count = 1; ahead->count <= GUIDE_LOOK_STEPS; ahead->count++) {
    ovl_flow_step step;
    const ovl_result result = ovi_flow_read(flow, ahead->cells[ahead->count - 1], &step);
    if (result == OVL_NOT_READY) {
      return result;
    }
    if (result == OVL_OK) {
      ahead->costs[ahead->count - 1] = step.cost_to_go;
    }
    if (result != OVL_OK || step.cost_to_go == 0 || step.link != UINT32_MAX) {
      ahead->count -= result != OVL_OK && ahead->count > 1 ? 1 : 0;
      guide->ended = true;
      return OVL_OK;
    }
    ahead->cells[ahead->count] = step.next;
    ahead->costs[ahead->count] = 0;
  }
  return OVL_OK;
}

/* Adds gates along steps from the last gate, the last at their end, where the cost to go is `left`.
 * Ends earlier at the first gate from which `far` is in sight, unless that is NULL. */
static void add_gates(ovi_guide *guide, const ovl_world *world, const ovi_lane_leg *leg,
                      uint64_t left, const ovl_cell *far) {
  ovl_cell cell = gate_of(guide, guide->count - 1)->cell;
  const ovi_line straight = ovi_line_to(ovi_world_topology(world), cell, leg->end);
  bool bends = false;
  left += leg->cost;
  for (int32_t i = 1; i <= leg->count && !bends; i++) {
    left -= ovi_world_step(world, guide->profile, cell, leg->steps[i - 1]);
    cell = ovi_cell_beside(cell, leg->steps[i - 1]);
    bends = i == leg->count;
    if (bends || (i % OVI_GATE_STEPS == 0 && leg->count - i >= OVI_GATE_STEPS / 2)) {
      if (gate_of(guide, guide->count - 1)->cost_to_go <= left) {
        guide->ended = true; /* steps that cost more follow, or a snapshot was made up */
        return;
      }
      ovi_lane_leg beyond = {.end = cell};
      bends = bends || (far != NULL && ovi_lane_leg_to(world, guide->profile, *far, 2, &beyond));
      add_gate(guide, world, &straight, cell, left);
      gate_of(guide, guide->count - 1)->bends = bends;
    }
  }
}

/* Goes straight to the place, if that is in sight: open land has no bends. */
static bool extend_to_place(ovi_guide *guide, const ovl_world *world, ovl_cell place) {
  const ovi_gate *last = gate_of(guide, guide->count - 1);
  const int32_t steps = ovi_steps_between(ovi_world_topology(world), last->cell, place);
  ovi_lane_leg leg = {.end = last->cell};
  if (place.floor != last->cell.floor || steps < OVI_GATE_STEPS || steps > OVI_LEG_STEPS ||
      !ovi_lane_leg_to(world, guide->profile, place, steps / OVI_GATE_STEPS, &leg) ||
      leg.cost > last->cost_to_go + last->cost_to_go / 32) {
    return false;
  }
  add_gates(guide, world, &leg, 0, NULL);
  guide->ended = true;
  return true;
}

ovl_result ovi_guide_extend(ovi_guide *guide, const ovl_world *world, ovl_flow *flow,
                            ovl_cell place, ovl_cell *missing) {
  stretch ahead;
  OVI_ASSERT(guide->count != 0 && guide->width != 0);
  if (extend_to_place(guide, world, place)) {
    return OVL_OK;
  }
  const ovl_result result = read_stretch(guide, flow, &ahead);
  if (result != OVL_OK) {
    *missing = ahead.cells[ahead.count - 1];
    return result;
  }
  /* The cost to go of the last cell is not known, so the one before it is the farthest. */
  const int32_t last = ahead.count - (guide->ended ? 1 : 2);
  int32_t seen = last;
  ovi_lane_leg leg = {.count = 0};
  for (; seen > 0; seen -= seen > OVI_GATE_STEPS ? OVI_GATE_STEPS / 2 : 1) {
    const uint64_t way = ahead.costs[0] - ahead.costs[seen];
    leg = (ovi_lane_leg){.end = ahead.cells[0]};
    if (ovi_lane_leg_to(world, guide->profile, ahead.cells[seen], seen / OVI_GATE_STEPS, &leg) &&
        leg.cost <= way + way / 32) {
      break;
    }
  }
  if (seen <= 0) { /* at the end, or a one-way step */
    guide->ended = true;
    return OVL_OK;
  }
  guide->ended = guide->ended && seen == last;
  /* Around a corner it ends at the first gate from which more is in sight. */
  const ovl_cell far =
      ahead.cells[seen + GUIDE_CORNER_STEPS < last ? seen + GUIDE_CORNER_STEPS : last];
  add_gates(guide, world, &leg, ahead.costs[seen], seen < last ? &far : NULL);
  return OVL_OK;
}
