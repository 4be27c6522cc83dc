/* Detours: a search of the cells around a unit, back to its path where the sum of both costs is
 * least.
 *
 * A unit that stands still is an obstacle. Moving units, and cells that are claimed by units of the
 * same side, get a toll: of two doors the emptier one is taken if it is not too far. */
#include "crowd/units/unit_detour.h"

#include "common/compiler.h"
#include "crowd/units/unit_ground.h"
#include "crowd/units/unit_internal.h"
#include "overland_units.h"

enum {
  MOVING_TOLL = 12, /* eighths of plain ground, for a cell on which a unit is moving */
  CLAIM_TOLL = 4,   /* eighths, for each claim on a cell */
  MOST_CLAIMS = 10, /* more claims add no toll */
  TOLL_UNITS = 140  /* cost units for an eighth */
};

/* The unit that needs a detour, as the toll callback gets it. */
typedef struct walker {
  const ovl_units *units;
  const ovi_unit *unit;
} walker;

/* Toll of a cell for the units on it and the claims of the same side. */
static uint32_t detour_toll_of(void *user, const ovl_cell *cell) {
  const walker *who = user;
  const ovl_units *units = who->units;
  const uint32_t other = ovi_unit_blocker(units, who->unit, *cell);
  uint32_t toll = 0;
  if (other != OVI_NO_INDEX) {
    const ovi_unit *there = &units->unit[other];
    if (there->plan.way.count == 0 || there->patience.blocked >= OVI_PATIENCE_TICKS) {
      return OVL_STEP_BLOCKED; /* it stands still */
    }
    toll = MOVING_TOLL;
  }
  const uint32_t claims = ovi_claims_of(units, *cell, who->unit->kind.side);
  return toll + CLAIM_TOLL * (claims < MOST_CLAIMS ? claims : MOST_CLAIMS);
}

/* Lists the cells of the unit's path inside the window as goals, each with the cost from there to
 * the last of them. Returns their number. */
static uint32_t list_goals(ovl_units *units, const ovi_unit *unit) {
  walker who = {units, unit};
  ovl_local_goal *goals = units->planning.goals;
  uint32_t count = 0;
  ovl_cell cell = unit->cell;
  while (count < unit->plan.way.count && count < OVI_DETOUR_GOALS &&
         ovi_way_step(&unit->plan.way, count) != OVI_STEP_LINK) {
    cell = ovi_way_next(&unit->plan.way, count, cell);
    goals[count++] = (ovl_local_goal){cell, 0};
  }
  uint64_t left = 0;
  for (uint32_t i = count; i-- > 0;) {
    const uint32_t toll = detour_toll_of(&who, &goals[i].cell);
    goals[i].cost = left;
    left += (ovi_way_step(&unit->plan.way, i) & 1) != 0 ? OVL_DIAGONAL_COST : OVL_STRAIGHT_COST;
    left += (uint64_t)TOLL_UNITS * (toll != OVL_STEP_BLOCKED ? toll : 8 * OVL_PLAIN_WEIGHT);
  }
  return count;
}

/* Puts a detour in the place of the path before the goal, one of `count`, that it leads to. False:
 * it does not fit. */
static bool detour_join(ovl_units *units, ovi_unit *unit, const ovl_path *round, uint32_t count) {
  const ovi_way before = unit->plan.way;
  uint32_t goal = count;
  for (uint32_t i = 0; i < count; i++) {
    const ovl_cell end = round->points[round->count - 1];
    goal = ovi_cells_are_one(units->planning.goals[i].cell, end) ? i : goal;
  }
  OVI_ASSERT(goal < count); /* a detour leads to one of its goals */
  ovi_way_drop(&unit->plan.way, goal + 1);
  if (!ovi_way_prepend(&unit->plan.way, round)) {
    unit->plan.way = before;
    return false;
  }
  return true;
}

bool ovi_unit_find_detour(ovl_units *units, const ovl_world *world, ovi_unit_lane *lane,
                          ovi_unit *unit) {
  if (!unit->plan.routed || unit->plan.way.count == 0) {
    return false;
  }
  walker who = {units, unit};
  ovi_unit_unclaim(units, unit);
  ovl_local_query query = {0};
  const uint32_t count = list_goals(units, unit);
  query.start = unit->cell;
  query.profile = unit->kind.profile;
  query.radius_cells = units->planning.detour_cells;
  query.goals = units->planning.goals;
  query.goal_count = count;
  query.toll = detour_toll_of;
  query.user = &who;
  ovl_path round = {.points = lane->points, .capacity = units->planning.point_capacity};
  const bool found = ovl_find_local(lane->task->planner, world, &query, &round) == OVL_OK &&
                     detour_join(units, unit, &round, count);
  ovi_unit_claim(units, unit);
  return found;
}
