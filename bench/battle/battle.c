/* The run of a battle, tick by tick: see battle.h.
 *
 * Only what a game would wait for is inside the timed part of a tick: the version with its rocks,
 * the slice of settling, the units. Drawing rocks, watching and writing the log are not. */
#include "bench/battle/battle.h"

#include "bench/battle/battle_armies.h"
#include "bench/battle/battle_judge.h"
#include "bench/battle/battle_rocks.h"
#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "bench/battle/battle_ways.h"
#include "bench/measure/bench_random.h"
#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/base/fail.h"
#include "tools/base/platform.h"
#include "tools/base/progress.h"

#include <stdlib.h>
#include <string.h>

enum { SETTLING_SHARE = 4 }; /* of the budget of a tick */

static int fail(const char *what, ovl_result result) {
  return command_fail_result(what, result, NULL);
}

/* ---- Versions ------------------------------------------------------------ */

static ovl_result apply_rocks(struct battle *battle, const ovl_edit *edits) {
  ovl_world *next = NULL;
  if (battle->rocks.event_count == 0) {
    return OVL_OK;
  }
  const ovl_result result =
      ovl_world_apply(battle->world, edits, battle->rocks.event_count, NULL, &next, NULL);
  if (result == OVL_OK) {
    ovl_world_close(battle->world);
    battle->world = next;
  }
  return result;
}

/* At the named ticks: what is done is put to use, and the next is begun. */
static ovl_result change_settling(struct battle *battle) {
  ovl_world *settled = NULL;
  ovl_result result = OVL_OK;
  if (battle->refresh != NULL && battle->refreshed) {
    result = ovl_refresh_apply(battle->refresh, battle->world, &settled);
  } else if (battle->refresh != NULL) {
    return OVL_OK; /* not done: it goes on until the next of them */
  }
  if (settled != NULL) {
    ovl_world_close(battle->world);
    battle->world = settled;
    battle->outcome.settlings++;
  }
  ovl_refresh_destroy(battle->refresh);
  battle->refresh = NULL;
  battle->refreshed = false;
  return result == OVL_OK ? ovl_refresh_create(battle->world, NULL, &battle->refresh) : result;
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

static uint64_t mix(uint64_t hash, uint64_t number) {
  uint64_t state = hash ^ number;
  return bench_random_next(&state);
}

/* Of all that a player would see or that decides what comes next. */
static void take_hash(struct battle *battle) {
  size_t count;
  const ovl_unit_move *moves = ovl_units_moves(battle->units, &count);
  ovl_version_info version;
  ovl_world_version(battle->world, &version);
  uint64_t hash = mix(battle->outcome.hash, version.identity);
  for (size_t i = 0; i < count; i++) {
    hash = mix(hash, moves[i].unit);
    hash = mix(hash, (uint64_t)battle_grid_cell(&battle->watch.grid, moves[i].to));
  }
  battle->outcome.hash = mix(hash, ovl_units_hash(battle->units));
}

static int run_tick(struct battle *battle, int32_t tick, double *us) {
  ovl_edit edits[BATTLE_MOST_ROCKS_TICK];
  uint64_t spent = 0;
  battle_draw_rocks(battle, edits);
  const double begin_us = platform_now_us();
  ovl_result result = apply_rocks(battle, edits);
  if (result == OVL_OK) {
    result = settle(battle, tick, &spent);
  }
  if (result == OVL_OK) {
    result =
        ovl_units_tick(battle->units, battle->world, battle->def.budget - spent, battle->def.jobs);
  }
  *us = platform_now_us() - begin_us;
  if (result != OVL_OK) {
    return fail("the battle", result);
  }
  const uint64_t expansions = ovl_units_count(battle->units).tick_expansions + spent;
  if (expansions > battle->outcome.tick_expansions_max) {
    battle->outcome.tick_expansions_max = expansions;
  }
  take_hash(battle);
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
  battle->outcome.stats = ovl_units_count(battle->units);
  free(us);
  return code;
}

/* ---- All ----------------------------------------------------------------- */

/* The commonest terrain that blocks the profile. */
static bool find_rock_terrain(struct battle *battle) {
  ovl_profile_info profile;
  ovl_floor_info floor;
  size_t counts[256] = {0};
  int best = -1;
  ovl_world_profile(battle->world, battle->def.profile, &profile);
  memcpy(battle->weights, profile.def.weights, sizeof battle->weights);
  for (int32_t number = 0; ovl_world_floor(battle->world, number, &floor); number++) {
    for (int32_t y = 0; y < floor.height && !floor.graph; y++) {
      for (int32_t x = 0; x < floor.width; x++) {
        counts[ovl_world_terrain(battle->world, (ovl_cell){x, y, number})]++;
      }
    }
  }
  for (int i = 0; i < 256; i++) {
    if (battle->weights[i] == 0 && (best < 0 || counts[i] > counts[best])) {
      best = i;
    }
  }
  battle->rocks.terrain = (uint8_t)(best >= 0 ? best : 0);
  return best >= 0;
}

int battle_run(const struct battle_def *def, struct battle *battle) {
  *battle = (struct battle){.def = *def, .random = def->seed};
  const ovl_result result = ovl_world_retain(def->world, &battle->world);
  if (result != OVL_OK) {
    return fail("the world", result);
  }
  battle->soldiers = calloc((size_t)def->units, sizeof *battle->soldiers);
  if (battle->soldiers == NULL || !battle_watch_begin(battle)) {
    return command_fail_memory("the battle");
  }
  if (!find_rock_terrain(battle) && def->rocks > 0) {
    return command_fail(EXIT_NO, "no terrain blocks the profile: rocks can't be laid; --rocks 0");
  }
  int code = battle_raise_armies(battle);
  if (code == EXIT_DONE) {
    code = run_ticks(battle);
  }
  return code == EXIT_DONE ? battle_judge(battle) : code;
}

void battle_free(struct battle *battle) {
  ovl_refresh_destroy(battle->refresh);
  ovl_units_destroy(battle->units);
  ovl_planner_destroy(battle->planner);
  ovl_world_close(battle->world);
  battle_watch_free(battle);
  free(battle->field.cells);
  free(battle->soldiers);
  *battle = (struct battle){0};
}
