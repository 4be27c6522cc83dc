/* The run of a battle, tick by tick: see battle.h.
 *
 * Only what a game would wait for is inside the timed part of a tick: the version with its rocks,
 * the slice of settling, the units. Drawing rocks, watching and writing the log are not. */
#include "bench/battle/battle.h"

#include "bench/battle/battle_judge.h"
#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "bench/battle/battle_ways.h"
#include "overland_edit.h"
#include "overland_units.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"
#include "tools/battle/battle_armies.h"
#include "tools/battle/battle_game.h"
#include "tools/battle/battle_rocks.h"
#include "tools/plain/heap_allocator.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SETTLING_SHARE = 4 }; /* of the budget of a tick */

/* One line for a failure; an exit code. */
static int tell_failure(const struct battle *battle) {
  const struct battle_failure *failure = &battle->game.failure;
  switch (failure->problem) {
  case BATTLE_NO_MEMORY:
    return command_fail_memory(failure->what);
  case BATTLE_NO_ISLAND:
    return command_fail(EXIT_NO, "the world has no island with room for two armies");
  case BATTLE_NO_ROOM:
    return command_fail(
        EXIT_NO,
        "each end of the largest island has %zu cells: there is no room for %" PRId32 " units",
        failure->cells, battle->def.units);
  case BATTLE_NO_ROCKS:
    return command_fail(EXIT_NO, "no terrain blocks the profile: rocks can't be laid; --rocks 0");
  case BATTLE_FINE:
  case BATTLE_REFUSED:
    break;
  }
  return command_fail_result(failure->what, failure->result, NULL);
}

/* ---- Versions ------------------------------------------------------------ */

/* At the named ticks: what is done is put to use, and the next is begun. */
static ovl_result change_settling(struct battle *battle) {
  ovl_world *settled = NULL;
  ovl_result result = OVL_OK;
  if (battle->refresh != NULL && battle->refreshed) {
    result = ovl_refresh_apply(battle->refresh, battle->game.world, &settled);
  } else if (battle->refresh != NULL) {
    return OVL_OK; /* not done: it goes on until the next of them */
  }
  if (settled != NULL) {
    ovl_world_close(battle->game.world);
    battle->game.world = settled;
    battle->outcome.settlings++;
  }
  ovl_refresh_destroy(battle->refresh);
  battle->refresh = NULL;
  battle->refreshed = false;
  return result == OVL_OK ? ovl_refresh_create(battle->game.world, NULL, &battle->refresh) : result;
}

/* *spent: of the tick's budget. */
static ovl_result settle(struct battle *battle, int32_t tick, uint64_t *spent) {
  ovl_result result = OVL_OK;
  *spent = 0;
  if (battle->def.settle_ticks == 0) {
    return OVL_OK;
  }
  if (tick % battle->def.settle_ticks == 0) {
    result = change_settling(battle);
  }
  if (result == OVL_OK && battle->refresh != NULL && !battle->refreshed) {
    *spent = battle->def.budget / SETTLING_SHARE;
    result = ovl_refresh_step(battle->refresh, *spent, &battle->refreshed);
  }
  return result;
}

/* ---- Ticks --------------------------------------------------------------- */

static int run_tick(struct battle *battle, int32_t tick, double *us) {
  struct battle_game *game = &battle->game;
  ovl_edit edits[BATTLE_MOST_ROCKS_TICK];
  uint64_t spent = 0;
  battle_draw_rocks(game, edits);
  const double begin_us = platform_now_us();
  bool is_fine = battle_game_apply(game, edits, game->rocks.event_count);
  const ovl_result result = is_fine ? settle(battle, tick, &spent) : OVL_OK;
  is_fine = is_fine && result == OVL_OK &&
            battle_game_move(game, battle->def.budget - spent, battle->def.jobs);
  *us = platform_now_us() - begin_us;
  if (!is_fine) {
    return result != OVL_OK ? command_fail_result("the labels", result, NULL)
                            : tell_failure(battle);
  }
  const uint64_t expansions = ovl_units_count(game->units).tick_expansions + spent;
  if (expansions > battle->outcome.tick_expansions_max) {
    battle->outcome.tick_expansions_max = expansions;
  }
  battle_game_take_hash(game);
  return battle_watch_tick(battle, tick);
}

static int run_ticks(struct battle *battle) {
  struct progress progress;
  const int32_t ticks = battle->def.ticks;
  double *us = calloc((size_t)ticks + 1, sizeof *us);
  if (us == NULL) {
    return command_fail_memory("the times of the ticks");
  }
  progress_begin(&progress, "simulate", battle->def.progress);
  int code = battle_watch_tick(battle, 0);
  for (int32_t tick = 1; tick <= ticks && code == EXIT_DONE; tick++) {
    code = run_tick(battle, tick, &us[tick - 1]);
    battle_look_at_ways(battle, tick);
    progress_show(&progress, (uint64_t)tick, (uint64_t)ticks);
  }
  progress_end(&progress);
  battle->outcome.tick_us = bench_stats_summarize(us, (size_t)ticks);
  battle->outcome.stats = ovl_units_count(battle->game.units);
  battle->outcome.rocks_fallen = battle->game.rocks.fallen;
  battle->outcome.rocks_cleared = battle->game.rocks.cleared;
  battle->outcome.hash = battle->game.hash;
  free(us);
  return code;
}

/* ---- All ----------------------------------------------------------------- */

int battle_run(const struct battle_def *def, struct battle *battle) {
  const struct battle_game_def game_def = {.world = def->world,
                                           .profile = def->profile,
                                           .units = def->units,
                                           .seed = def->seed,
                                           .rocks = def->rocks,
                                           .allocator = &heap_allocator};
  *battle = (struct battle){.def = *def};
  if (!battle_game_begin(&battle->game, &game_def)) {
    return tell_failure(battle);
  }
  battle->soldiers = calloc((size_t)def->units, sizeof *battle->soldiers);
  if (battle->soldiers == NULL || !battle_watch_begin(battle)) {
    return command_fail_memory("the battle");
  }
  if (!battle_raise_armies(&battle->game)) {
    return tell_failure(battle);
  }
  battle_watch_add_all(battle);
  int code = battle_begin_ways(battle);
  if (code == EXIT_DONE) {
    code = run_ticks(battle);
  }
  return code == EXIT_DONE ? battle_judge(battle) : code;
}

void battle_free(struct battle *battle) {
  ovl_refresh_destroy(battle->refresh);
  ovl_planner_destroy(battle->planner);
  battle_watch_free(battle);
  battle_game_end(&battle->game);
  free(battle->soldiers);
  *battle = (struct battle){0};
}
