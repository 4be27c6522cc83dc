/* Whether units of a battle had enough time: there was a path to the goal for twice the steps of
 * that path and BATTLE_SPARE_TICKS more. A unit's clock starts anew when rocks close its last path
 * and open it again; this is checked every BATTLE_LOOK_TICKS. */
#include "bench/battle/battle_ways.h"

#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "overland_units.h"
#include "tools/base/fail.h"

enum { BATTLE_LOOK_TICKS = 64 };

static ovl_query query_of(const struct battle *battle, size_t number) {
  ovl_unit_info info = {.state = OVL_UNIT_IDLE};
  ovl_query query = {0};
  ovl_unit_describe(battle->game.units, battle->game.unit[number], &info);
  query.profile = battle->def.profile;
  query.smoothing = OVL_SMOOTH_NONE;
  query.start = battle->watch.places[number];
  query.goal = info.goal;
  return query;
}

bool battle_has_way(const struct battle *battle, size_t number) {
  const ovl_query query = query_of(battle, number);
  return ovl_reaches(battle->planner, battle->game.world, &query) == OVL_OK;
}

/* The clock begins for a way that has so many steps. */
static void begin_way(struct battle *battle, size_t number, int32_t tick) {
  const ovl_query query = query_of(battle, number);
  ovl_path path = {.capacity = 0}; /* the sums are right without room for points */
  ovl_find_path(battle->planner, battle->game.world, &query, &path);
  battle->soldiers[number].steps = path.straight_steps + path.diagonal_steps;
  battle->soldiers[number].since = tick;
}

int battle_begin_ways(struct battle *battle) {
  struct battle_watch *watch = &battle->watch;
  const ovl_planner_def def = {.world = battle->game.world};
  const ovl_result result = ovl_planner_create(&def, &battle->planner, NULL);
  if (result != OVL_OK) {
    return command_fail_result("the planner", result, NULL);
  }
  for (size_t i = 0; i < (size_t)battle->def.units; i++) {
    begin_way(battle, i, 0);
    battle->outcome.way_steps += battle->soldiers[i].steps;
    watch->marks[battle_grid_cell(&watch->grid, query_of(battle, i).goal)] |= BATTLE_MARK_GOAL;
  }
  return EXIT_DONE;
}

void battle_look_at_ways(struct battle *battle, int32_t tick) {
  if (tick % BATTLE_LOOK_TICKS != 0) {
    return;
  }
  for (size_t i = 0; i < (size_t)battle->def.units; i++) {
    struct battle_soldier *soldier = &battle->soldiers[i];
    if (!battle_has_way(battle, i)) {
      soldier->since = BATTLE_NO_WAY;
    } else if (soldier->since == BATTLE_NO_WAY) {
      begin_way(battle, i, tick);
    }
  }
}

bool battle_had_time(const struct battle *battle, size_t number) {
  const struct battle_soldier *soldier = &battle->soldiers[number];
  const uint64_t enough = 2 * soldier->steps + BATTLE_SPARE_TICKS;
  return soldier->since != BATTLE_NO_WAY &&
         (uint64_t)(battle->def.ticks - soldier->since) >= enough;
}
