/* The moves of one tick: who moves, who is pushed aside and who yields. This is priority
 * inheritance with backtracking (PIBT; Okumura, Machida, Defago and Tamura, "Priority Inheritance
 * with Backtracking for Iterative Multi-agent Path Finding", 2019), with moves that are made as
 * soon as they are decided.
 *
 * Units decide in the order of their priority. Another unit in the way is decided first: softly, as
 * it would decide for itself, or hard, so that it leaves its cell if it can. The unit in that one's
 * way is decided in turn; the chain is a stack of frames, so its length is bounded by memory taken
 * beforehand. A unit on the stack keeps its cell until it moves: no two units change places, and no
 * ring of units turns.
 *
 * Invariant: each unit is decided once a tick, so a tick examines at most nine cells a unit. */
#include "crowd/units/unit_moves.h"

#include "common/compiler.h"
#include "crowd/units/unit_aside.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_meet.h"
#include "crowd/units/unit_orders.h"
#include "crowd/units/unit_settle.h"
#include "crowd/units/unit_steps.h"

enum { LOOK_STEPS = 6, STEP_LAND = OVI_STEP_LINK + 1 /* on the cell at the end of a link */ };

enum { OCCUPIED_SCORE = 200, MEETS_SCORE = 5000, CLAIM_SCORE = 35, CORRIDOR_SCORE = 1000 };
/* Cost units of a score, where a flow tells them: for a straight step, and for a diagonal one,
 * which takes as much longer. */
enum { COST_SCORE = OVL_STRAIGHT_COST / 70, DIAGONAL_COST_SCORE = COST_SCORE * 3 / 2 };

/* ---- Candidates ---- */

/* Distance, with 70 for a straight and 99 for a diagonal step. */
static int32_t distance(const ovl_units *units, ovl_cell a, ovl_cell b) {
  return (int32_t)ovi_distance_halves(units->walked.topology, a.x - b.x, a.y - b.y, 1);
}

/* The cell that a unit heads for: a few steps ahead on its path, or its goal. */
static ovl_cell cell_ahead(const ovi_unit *unit) {
  ovl_cell cell = unit->cell;
  for (uint32_t i = 0; i < unit->plan.way.count && i < LOOK_STEPS; i++) {
    if (ovi_way_step(&unit->plan.way, i) == OVI_STEP_LINK) {
      break;
    }
    cell = ovi_way_next(&unit->plan.way, i, cell);
  }
  return cell;
}

/* The eight directions sorted by score, the best first. */
typedef struct ranking {
  uint8_t directions[8];
  int32_t scores[8];
  uint32_t count;
} ranking;

static void moves_rank(ranking *all, int32_t direction, int32_t score) {
  OVI_ASSERT(all->count < 8);
  uint32_t at = all->count++;
  for (; at > 0 && all->scores[at - 1] > score; at--) {
    all->scores[at] = all->scores[at - 1];
    all->directions[at] = all->directions[at - 1];
  }
  all->scores[at] = score;
  all->directions[at] = (uint8_t)direction;
}

static void unit_moves_add_candidate(ovi_unit_frame *frame, int32_t step) {
  OVI_ASSERT(frame->count < sizeof frame->candidates);
  frame->candidates[frame->count++] = (uint8_t)step;
}

static void add_ranked(ovi_unit_frame *frame, const ranking *all) {
  for (uint32_t i = 0; i < all->count; i++) {
    unit_moves_add_candidate(frame, all->directions[i]);
  }
}

/* Returns whether a pushed unit would still overlap the cell that its pusher wants. */
static bool meets_target(const ovl_units *units, const ovi_unit_frame *frame, ovl_cell cell) {
  return ovi_bodies_meet(units, &units->unit[frame->unit], cell, &units->unit[frame->pusher],
                         frame->target);
}

/* ---- Decisions ---- */

static ovl_cell candidate_cell(const ovi_unit *unit, int32_t step) {
  return step == STEP_LAND ? unit->cell : ovi_way_cell(&unit->plan.way, step, unit->cell);
}

static bool is_walker(const ovi_unit *unit) { return unit->plan.way.count != 0; }

static ovi_unit_frame *begin_frame(ovl_units *units, uint32_t depth, uint32_t index) {
  OVI_ASSERT(depth < units->stats.units && units->unit[index].used);
  OVI_ASSERT(!units->unit[index].patience.deciding &&
             !ovi_unit_is_moving(units, &units->unit[index]));
  ovi_unit_frame *frame = &units->moving.frames[depth];
  *frame = (ovi_unit_frame){.unit = index, .pusher = OVI_NO_INDEX, .first = index};
  units->unit[index].patience.decided = units->tick;
  units->unit[index].patience.deciding = true;
  return frame;
}

/* Pushes the frame of a unit that decides for itself. */
static void moves_begin_own(ovl_units *units, uint32_t depth, uint32_t index) {
  const ovi_unit *unit = &units->unit[index];
  ovi_unit_frame *frame = begin_frame(units, depth, index);
  if (unit->pace.on_link) {
    unit_moves_add_candidate(frame, STEP_LAND);
    frame->hard = true;
  } else if (is_walker(unit) && !ovi_unit_stays_aside(units, unit)) {
    unit_moves_add_candidate(frame, ovi_way_step(&unit->plan.way, 0));
    frame->push_from = sizeof frame->candidates;
    frame->has_more = true;
  }
}

/* Adds the steps aside that still lead forward, to a free cell: where a flow tells the cost to go,
 * those that lower it, where no other side walks; else those from which the path is joined again.
 * Last comes the next step once more, for which the unit then pushes. */
static void add_more(const ovl_units *units, ovi_unit_frame *frame) {
  const ovi_unit *unit = &units->unit[frame->unit];
  const ovl_cell ahead = cell_ahead(unit);
  const int32_t here = distance(units, unit->cell, ahead);
  const uint64_t cost = ovi_unit_cost_to_go(units, unit, unit->cell);
  ranking all = {.count = 0};
  for (int32_t direction = 0; direction < 8; direction++) {
    const ovl_cell cell = ovi_cell_beside(unit->cell, direction);
    const int32_t there = distance(units, cell, ahead);
    if (!ovi_leads(units->walked.topology, direction) ||
        direction == ovi_way_step(&unit->plan.way, 0) ||
        ovi_unit_blocker(units, unit, cell) != OVI_NO_INDEX) {
      continue;
    }
    const uint64_t less = cost != UINT64_MAX ? ovi_unit_cost_to_go(units, unit, cell) : UINT64_MAX;
    if (less < cost) {
      const uint32_t claims =
          ovi_claims_of_all(units, cell) - ovi_claims_of(units, cell, unit->kind.side);
      const uint64_t part =
          ovi_is_long(units->walked.topology, direction) ? DIAGONAL_COST_SCORE : COST_SCORE;
      moves_rank(&all, direction, CLAIM_SCORE * (int32_t)claims - (int32_t)((cost - less) / part));
    } else if (less == UINT64_MAX && there < here) {
      moves_rank(&all, direction,
                 there + CLAIM_SCORE * (int32_t)ovi_claims_of(units, cell, unit->kind.side));
    }
  }
  frame->has_more = false;
  frame->free_from = frame->count;
  add_ranked(frame, &all);
  frame->free_to = frame->push_from = frame->count;
  unit_moves_add_candidate(frame, ovi_way_step(&unit->plan.way, 0));
}

/* Pushes the frame of a unit that is pushed. One that retreats also pushes back the units of its
 * own side that follow it. */
static void begin_pushed(ovl_units *units, const ovl_world *world, uint32_t depth, uint32_t index,
                         const ovi_unit_frame *pusher, ovl_cell target) {
  const ovi_unit *unit = &units->unit[index];
  ovi_unit_frame *frame = begin_frame(units, depth, index);
  frame->pusher = pusher->unit;
  frame->first = pusher->first;
  frame->target = target;
  frame->hard = true;
  const ovi_unit *other = &units->unit[pusher->unit];
  units->unit[index].patience.pushed = units->tick;
  frame->retreats = ovi_unit_yields_to(units, unit, other) ||
                    (pusher->retreats && other->kind.side == unit->kind.side);
  units->stats.pushes++;
  ovi_unit_stay_aside(units, index, pusher->unit);
  if (is_walker(unit) && !frame->retreats &&
      !meets_target(units, frame, candidate_cell(unit, ovi_way_step(&unit->plan.way, 0)))) {
    unit_moves_add_candidate(frame, ovi_way_step(&unit->plan.way, 0));
  }
  /* Adds all directions: a pushed unit prefers cells that are free and unclaimed. A unit that
   * retreats goes back first, for the crowd that came with it ends there; forward there is only the
   * crowd that pushes. */
  const bool walks = is_walker(unit);
  const ovl_cell ahead = cell_ahead(unit);
  ranking all = {.count = 0};
  for (int32_t direction = 0; direction < 8; direction++) {
    const ovl_cell cell = ovi_cell_beside(unit->cell, direction);
    const bool meets = meets_target(units, frame, cell);
    if (!ovi_leads(units->walked.topology, direction) ||
        (frame->count != 0 && direction == frame->candidates[0]) ||
        (meets &&
         distance(units, cell, frame->target) <= distance(units, unit->cell, frame->target))) {
      continue;
    }
    const int32_t from_ahead = walks ? distance(units, cell, ahead) : 0;
    int32_t score = frame->retreats ? -from_ahead : from_ahead;
    score += ovi_unit_blocker(units, unit, cell) != OVI_NO_INDEX ? OCCUPIED_SCORE : 0;
    score += CLAIM_SCORE * (int32_t)ovi_claims_of_all(units, cell) +
             (ovi_is_long(units->walked.topology, direction) ? 1 : 0);
    score +=
        frame->retreats && ovi_unit_enters_corridor(world, unit, direction) ? CORRIDOR_SCORE : 0;
    moves_rank(&all, direction,
               score + (meets ? MEETS_SCORE : 0)); /* a larger body may need two steps */
  }
  add_ranked(frame, &all);
}

static bool may_take(const ovl_units *units, const ovl_world *world, const ovi_unit_frame *frame,
                     int32_t step) {
  const ovi_unit *unit = &units->unit[frame->unit];
  if (step == OVI_STEP_LINK) {
    OVI_ASSERT(ovi_way_step(&unit->plan.way, 0) == OVI_STEP_LINK);
    return ovi_unit_may_use_link(units, world, unit) && ovi_unit_keeps_way(units, world, unit);
  }
  if (step == STEP_LAND) {
    return !ovi_unit_is_left_late(units, unit, unit->cell, units->tick);
  }
  if (!ovi_unit_may_step(units, world, unit, step)) {
    return false;
  }
  if (is_walker(unit) && step == ovi_way_step(&unit->plan.way, 0)) {
    return ovi_unit_keeps_way(units, world, unit);
  }
  return frame->hard || frame->opens
             ? ovi_unit_comes_back(world, unit, step)
             : ovi_unit_rejoins(world, unit, step) || ovi_unit_comes_nearer(units, unit, step);
}

/* The result of trying a candidate. */
typedef enum outcome {
  OUTCOME_MOVED,
  OUTCOME_NEXT,  /* not possible: try the next one */
  OUTCOME_AGAIN, /* the candidates have changed: start over */
  OUTCOME_ASKED  /* the unit on the cell is decided first: a frame was pushed */
} outcome;

/* Units that wait for each other in a ring can't turn: one of them steps aside, to a free cell from
 * which it comes back. */
static void wait_in_ring(ovl_units *units, uint32_t depth, uint32_t blocker) {
  uint32_t first = depth;
  while (units->moving.frames[first].unit != blocker) {
    OVI_ASSERT(first != 0); /* a unit whose move is being decided has a frame */
    first--;
  }
  units->moving.frames[depth].ring = first + 1;
}

/* Adds the free cells around a unit that steps out of a ring. If none of the ring finds one, its
 * first unit pushes. */
static void open_ring(ovl_units *units, ovi_unit_frame *frame, bool is_first) {
  const ovi_unit *unit = &units->unit[frame->unit];
  const ovl_cell ahead = cell_ahead(unit);
  ranking all = {.count = 0};
  for (int32_t direction = 0; direction < 8; direction++) {
    const ovl_cell cell = ovi_cell_beside(unit->cell, direction);
    if (ovi_leads(units->walked.topology, direction) &&
        ovi_unit_blocker(units, unit, cell) == OVI_NO_INDEX) {
      moves_rank(&all, direction,
                 distance(units, cell, ahead) +
                     CLAIM_SCORE * (int32_t)ovi_claims_of_all(units, cell));
    }
  }
  frame->count = frame->at = frame->free_from = 0;
  frame->opens = true;
  add_ranked(frame, &all);
  frame->free_to = frame->push_from = frame->count;
  if (is_first && is_walker(unit)) {
    unit_moves_add_candidate(frame, ovi_way_step(&unit->plan.way, 0));
  }
}

/* Requests another way for a unit whose next step an edit closed, or would lose the way. */
static void ask_for_way(ovl_units *units, const ovl_world *world, ovi_unit *unit) {
  if (!ovi_unit_is_open_ahead(world, unit)) {
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_DETOUR);
  } else if (!ovi_unit_keeps_way(units, world, unit)) {
    unit->order.alone = true;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  }
}

static outcome try_candidate(ovl_units *units, const ovl_world *world, uint32_t depth) {
  ovi_unit_frame *frame = &units->moving.frames[depth];
  ovi_unit *unit = &units->unit[frame->unit];
  const int32_t step = frame->candidates[frame->at];
  const ovl_cell to = candidate_cell(unit, step);
  const bool rides = step == OVI_STEP_LINK && ovi_unit_rides_next(units, world, unit);
  const uint32_t blocker = rides ? OVI_NO_INDEX : ovi_unit_blocker(units, unit, to);
  if (blocker == OVI_NO_INDEX) {
    if (!may_take(units, world, frame, step)) {
      if (is_walker(unit) && frame->at == 0) {
        ask_for_way(units, world, unit);
      }
      return OUTCOME_NEXT;
    }
    if (step == STEP_LAND) {
      ovi_unit_land(units, unit);
    } else {
      ovi_unit_step(units, world, unit, step);
    }
    return OUTCOME_MOVED;
  }
  ovi_unit *other = &units->unit[blocker];
  if (other->patience.deciding && frame->at == 0 && !frame->hard) {
    wait_in_ring(units, depth, blocker);
  }
  const bool may_push = ovi_unit_may_push(units, unit, other) &&
                        ovi_unit_may_push(units, &units->unit[frame->first], other);
  const bool pushes = may_push && (frame->hard || ovi_unit_yields_to(units, other, unit) ||
                                   (frame->at >= frame->push_from &&
                                    (frame->opens || ovi_unit_must_make_way(units, unit, other))));
  if ((frame->at >= frame->free_from && frame->at < frame->free_to) || other->patience.deciding ||
      ovi_unit_is_moving(units, other) ||
      (pushes ? units->tick == other->patience.pushed : ovi_unit_is_decided(units, other))) {
    return OUTCOME_NEXT;
  }
  if (is_walker(unit) && frame->at == 0 && step == ovi_way_step(&unit->plan.way, 0)) {
    const ovi_meeting meeting = ovi_unit_meet(units, world, unit, other, !frame->hard);
    if (meeting == OVI_MEETING_BESIDE) {
      frame->count = 0;
      frame->has_more = false;
      return OUTCOME_NEXT;
    }
    if (meeting == OVI_MEETING_EXCHANGED) {
      /* The other one, if it stood on its own goal, moves first. */
      frame->candidates[0] = (uint8_t)(is_walker(unit) ? ovi_way_step(&unit->plan.way, 0) : 0);
      frame->count = is_walker(unit) ? 1 : 0;
      frame->free_from = frame->free_to = 0;
      frame->push_from = 1;
      frame->has_more = false;
      if (!is_walker(other) ||
          !ovi_cells_are_one(candidate_cell(unit, frame->candidates[0]), other->cell)) {
        return OUTCOME_AGAIN;
      }
      moves_begin_own(units, depth + 1, blocker);
      return OUTCOME_ASKED;
    }
  }
  if (!may_take(units, world, frame, step)) {
    return OUTCOME_NEXT;
  }
  if (!frame->hard && ovi_unit_is_at_home(other) &&
      units->tick - unit->patience.near_tick >= OVI_STANDSTILL_TICKS) {
    ovi_unit_let_past(units, world, unit, other); /* it would only come back */
  }
  if (pushes) {
    begin_pushed(units, world, depth + 1, blocker, frame, to);
  } else if (!is_walker(other) || frame->hard || ovi_unit_must_make_way(units, unit, other)) {
    return OUTCOME_NEXT; /* it tries to pass on free cells first */
  } else {
    moves_begin_own(units, depth + 1, blocker);
  }
  return OUTCOME_ASKED;
}

/* Returns whether the unit in the way of the next step, which may be slow, is on a step itself. */
static bool waits_for_step(const ovl_units *units, const ovi_unit *unit) {
  const uint32_t ahead =
      ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
  return ahead != OVI_NO_INDEX && ovi_unit_is_moving(units, &units->unit[ahead]);
}

/* Requests what the patience of a unit allows that could not make its step. One that was pushed
 * from where it stood without an order plans its way back. */
static void lose_patience(ovl_units *units, ovi_unit *unit) {
  if (!unit->plan.routed) {
    const bool is_long = unit->patience.blocked >= OVI_HOME_TICKS && !waits_for_step(units, unit);
    if (is_long && !unit->order.has_goal) {
      ovi_unit_go_home(units, unit);
    } else if (is_long) {
      ovi_unit_unclaim(units, unit); /* what it asked for goes on */
      unit->plan.way.begin = unit->plan.way.count = 0;
      unit->patience.blocked = 0;
    }
    return;
  }
  /* A unit that stands still is worth a detour soon; in a crowd that goes the same way one is
   * seldom found, so it is asked for less and less often until the next order; where a flow tells
   * which cells are nearer only by a unit that gets no nearer for a while. */
  const uint32_t blocked = unit->patience.blocked;
  const uint32_t blocker =
      ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
  const bool stands = blocker != OVI_NO_INDEX && !is_walker(&units->unit[blocker]);
  if (blocked >= unit->patience.detour_at &&
      (stands || units->tick - unit->patience.near_tick >= OVI_CORRIDOR_TICKS ||
       ovi_unit_cost_to_go(units, unit, unit->cell) == UINT64_MAX)) {
    unit->patience.detour_at = 2 * unit->patience.detour_at + OVI_DETOUR_TICKS;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_DETOUR);
  } else if (stands && blocked >= OVI_DETOUR_TICKS &&
             ((blocked + OVI_DETOUR_TICKS) & (blocked + OVI_DETOUR_TICKS - 1)) == 0) {
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_DETOUR);
  }
  if (unit->patience.blocked % OVI_REPLAN_TICKS == 0) {
    units->stats.replans++;
    ovi_unit_ask(units, unit, OVL_UNIT_REQUEST_ROUTE);
  }
}

/* Decides for the unit of the first frame and for all units that its decision depends on. */
static void run_frames(ovl_units *units, const ovl_world *world) {
  uint32_t depth = 0;
  for (;;) {
    ovi_unit_frame *frame = &units->moving.frames[depth];
    ovi_unit *unit = &units->unit[frame->unit];
    outcome now = OUTCOME_NEXT;
    const bool is_left = frame->at < frame->count;
    if (is_left) {
      now = try_candidate(units, world, depth);
      depth += now == OUTCOME_ASKED ? 1 : 0;
      frame->at = (uint8_t)(frame->at + (now == OUTCOME_NEXT ? 1 : 0));
    } else if (frame->has_more) {
      add_more(units, frame);
      continue;
    } else if (frame->ring != 0 && !frame->opens) {
      open_ring(units, frame, frame->ring == depth + 1);
      if (depth != 0) {
        ovi_unit_stay_aside(units, frame->unit, units->moving.frames[depth - 1].unit);
      }
      continue;
    } else if (unit->pace.on_link && ovi_unit_land_beside(units, world, unit)) {
      now = OUTCOME_MOVED;
    } else if (is_walker(unit)) {
      unit->patience.blocked++;
      units->stats.waits++;
      lose_patience(units, unit);
    }
    if (is_left && now != OUTCOME_MOVED) {
      continue;
    }
    unit->patience.deciding = false;
    if (depth == 0) {
      return;
    }
    depth--;
    if (now != OUTCOME_MOVED && frame->ring != 0 && frame->ring <= depth + 1) {
      units->moving.frames[depth].ring = frame->ring;
    }
  }
}

/* Makes the unit retreat that keeps another one from its next step for too long. One that retreats
 * itself waits for nobody. */
static void ask_to_retreat(ovl_units *units, const ovl_world *world, ovi_unit *unit) {
  const uint32_t patience = unit->patience.retreats_from != OVL_NO_UNIT ? 1 : OVI_RETREAT_TICKS;
  if (!is_walker(unit) || unit->patience.blocked < patience || unit->pace.on_link ||
      ovi_unit_rides_next(units, world, unit)) {
    return;
  }
  const uint32_t other =
      ovi_unit_blocker(units, unit, ovi_way_next(&unit->plan.way, 0, unit->cell));
  if (other != OVI_NO_INDEX) {
    ovi_unit_let_past(units, world, unit, &units->unit[other]);
  }
}

/* Goes on with the retreat of a unit: it pushes the units in its way. */
static void retreat(ovl_units *units, const ovl_world *world, uint32_t index) {
  ovi_unit *unit = &units->unit[index];
  if (!ovi_unit_retreats(units, world, unit) || !is_walker(unit)) {
    return;
  }
  ovi_unit_frame *frame = begin_frame(units, 0, index);
  frame->hard = true;
  frame->first = ovi_unit_index(units, ovi_unit_of(units, unit->patience.retreats_from));
  unit_moves_add_candidate(frame, ovi_way_step(&unit->plan.way, 0));
  run_frames(units, world);
  ask_to_retreat(units, world, unit);
}

void ovi_units_move(ovl_units *units, const ovl_world *world) {
  ovi_units_end_steps(units);
  units->moving.move_count = 0;
  for (uint32_t i = 0; i < units->stats.units; i++) {
    const uint32_t index = units->turns.sorted[i];
    if (units->unit[index].patience.retreats_from != OVL_NO_UNIT &&
        !units->unit[index].pace.on_link && !ovi_unit_is_decided(units, &units->unit[index])) {
      retreat(units, world, index);
    }
  }
  ovi_units_rescue(units, world);
  for (uint32_t pass = 0; pass < OVI_MOVE_PASSES; pass++) {
    for (uint32_t i = 0; i < units->stats.units; i++) {
      const uint32_t index = units->turns.sorted[i];
      const ovi_unit *unit = &units->unit[index];
      if ((is_walker(unit) || unit->pace.on_link) && ovi_unit_pass(units, unit) == pass &&
          !ovi_unit_is_decided(units, unit)) {
        moves_begin_own(units, 0, index);
        run_frames(units, world);
        ask_to_retreat(units, world, &units->unit[index]);
      }
    }
  }
  /* Those whose moves are decided by others', as in a ring, ask when they are stuck. */
  for (uint32_t i = 0; i < units->stats.units; i++) {
    ovi_unit *unit = &units->unit[units->turns.sorted[i]];
    if (unit->state == OVL_UNIT_STUCK) {
      ask_to_retreat(units, world, unit);
    }
  }
}
