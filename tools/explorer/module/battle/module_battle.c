/* A battle of the Explorer's module: its orders, edits and ticks. What is seen of it is in
 * module_battle_look.c.
 *
 * Invariant: the world of the battle is a later version of the module's, which keeps no edit of it.
 */
#include "tools/explorer/module/battle/module_battle.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/battle/battle_armies.h"
#include "tools/battle/battle_game.h"
#include "tools/battle/battle_rocks.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"

static struct {
  bool is_on;
  struct battle_game game;
  ovl_edit *edits;
  size_t edit_capacity;
  int32_t *list;
  size_t list_capacity;
  int32_t *changes;
  size_t changed; /* integers of it */
  size_t change_capacity;
  ovl_unit sent[MODULE_BATTLE_MOST_UNITS];
} battle;

struct battle_game *module_battle_game(void) {
  return battle.is_on ? &battle.game : NULL;
}

int32_t *module_battle_list(size_t ints) {
  return module_reserve(&battle.list, &battle.list_capacity, ints + 1, sizeof *battle.list)
             ? battle.list
             : NULL;
}

/* ---- Beginning and end ---- */

static int32_t tell(const struct battle_game *game) {
  double *numbers = module_numbers();
  numbers[0] = (double)game->failure.cells;
  numbers[1] = game->failure.result;
  return (int32_t)game->failure.problem;
}

/* Ends the battle. */
EXPLORER_CALL(module_battle_end) void module_battle_end(void) {
  if (battle.is_on) {
    battle_game_end(&battle.game);
  }
  battle.is_on = false;
}

/* Begins a battle with room for `units` units, without any. `rocks` fall or go in a tick, drawn
 * from the seed, once there are armies; `flows` can be shared. Returns an enum battle_problem; with
 * number 0 how many cells each end of the island has, and number 1 the library's result. */
EXPLORER_CALL(module_battle_begin)
int32_t module_battle_begin(int32_t units, uint32_t seed, int32_t rocks, int32_t flows) {
  module_battle_end();
  const struct battle_game_def def = {.world = module_world(),
                                      .units = units,
                                      .seed = seed,
                                      .rocks = rocks,
                                      .flows = flows,
                                      .apply = module_apply_def(),
                                      .allocator = module_allocator()};
  if (def.world == NULL || units < 1 || units > MODULE_BATTLE_MOST_UNITS || rocks < 0 ||
      rocks > BATTLE_MOST_ROCKS_TICK) {
    module_numbers()[1] = OVL_BAD_ARGUMENT;
    return BATTLE_REFUSED;
  }
  battle.is_on = true;
  if (!battle_game_begin(&battle.game, &def)) {
    const int32_t problem = tell(&battle.game);
    module_battle_end();
    return problem;
  }
  return BATTLE_FINE;
}

/* Fills the battle with two armies, as `overland simulate` does. As module_battle_begin. */
EXPLORER_CALL(module_battle_raise) int32_t module_battle_raise(void) {
  if (!battle.is_on) {
    return BATTLE_REFUSED;
  }
  battle_raise_armies(&battle.game);
  return tell(&battle.game);
}

/* Adds units: x, y, side of each. Cells that are blocked, outside or taken are left out. Number 0:
 * how many were added. */
EXPLORER_CALL(module_battle_add)
int32_t module_battle_add(const int32_t *units, uint32_t count) {
  int32_t added = 0;
  for (uint32_t i = 0; battle.is_on && i < count; i++) {
    const ovl_cell cell = {units[3 * i], units[3 * i + 1], 0};
    if (battle.game.count < battle.game.def.units &&
        battle_game_add(&battle.game, cell, (uint8_t)units[3 * i + 2]) == OVL_OK) {
      added++;
    }
  }
  module_numbers()[0] = added;
  return battle.is_on ? OVL_OK : OVL_BAD_ARGUMENT;
}

/* ---- Orders ---- */

/* Handles of units by number; false: there is no such unit. */
static bool name_units(const int32_t *units, uint32_t count) {
  if (!battle.is_on || count > MODULE_BATTLE_MOST_UNITS) {
    return false;
  }
  for (uint32_t i = 0; i < count; i++) {
    if (units[i] < 0 || units[i] >= battle.game.count) {
      return false;
    }
    battle.sent[i] = battle.game.unit[units[i]];
  }
  return true;
}

/* Sends units, by number, to a place, or stops them. Returns the library's result. */
EXPLORER_CALL(module_battle_send)
int32_t module_battle_send(const int32_t *units, uint32_t count, int32_t x, int32_t y) {
  return name_units(units, count) && count > 0
             ? (int32_t)battle_game_send(&battle.game, battle.sent, count, (ovl_cell){x, y, 0})
             : OVL_BAD_ARGUMENT;
}

/* Sends units as a block that faces a direction, 1 to 8 clockwise from east, at the pace of the
 * slowest. Returns the library's result. */
EXPLORER_CALL(module_battle_form)
int32_t module_battle_form(const int32_t *units, uint32_t count, int32_t x, int32_t y,
                           int32_t facing) {
  const ovl_order order = {.place = {x, y, 0},
                           .nearest = true,
                           .formation = OVL_FORMATION_BLOCK,
                           .facing = facing,
                           .keep_pace = true};
  return name_units(units, count) && count > 0
             ? (int32_t)battle_game_order(&battle.game, battle.sent, count, &order)
             : OVL_BAD_ARGUMENT;
}

/* Sets for whom units stand fast, an ovl_unit_hold. The sides 0 and 1 are enemies from then on. */
EXPLORER_CALL(module_battle_hold)
int32_t module_battle_hold(const int32_t *units, uint32_t count, int32_t hold) {
  if (!name_units(units, count)) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_units_set_enemies(battle.game.units, 0, 1, true);
  for (uint32_t i = 0; i < count; i++) {
    ovl_unit_set_hold(battle.game.units, battle.sent[i], (ovl_unit_hold)hold);
  }
  return OVL_OK;
}

EXPLORER_CALL(module_battle_stop)
int32_t module_battle_stop(const int32_t *units, uint32_t count) {
  if (!name_units(units, count)) {
    return OVL_BAD_ARGUMENT;
  }
  for (uint32_t i = 0; i < count; i++) {
    ovl_unit_stop(battle.game.units, battle.sent[i]);
  }
  return OVL_OK;
}

/* ---- Edits ---- */

/* Whether a change is one: inside, not what is there, and no rock on a unit. */
static bool is_change(const struct battle_game *game, ovl_cell cell, int32_t value, bool extra) {
  if (!battle_grid_has(&game->grid, cell) || value < 0 || value >= BATTLE_TERRAINS) {
    return false;
  }
  const bool blocks = !extra && game->weights[value] == 0;
  return !(blocks && ovl_units_at(game->units, cell) != OVL_NO_UNIT) &&
         (extra || ovl_world_terrain(game->world, cell) != value);
}

static bool reserve_edits(uint32_t count) {
  return module_reserve(&battle.edits, &battle.edit_capacity, count + 1, sizeof *battle.edits) &&
         module_reserve(&battle.changes, &battle.change_capacity, 3 * ((size_t)count + 1),
                        sizeof *battle.changes);
}

/* Changes cells, x, y and value of each, as one version: their terrain, or, with `extra`, what they
 * cost beside it in eighths. Cells on which a unit stands are not blocked. The list that
 * module_battle_changed returns has the same for the cells that were changed. */
EXPLORER_CALL(module_battle_edit)
int32_t module_battle_edit(const int32_t *cells, uint32_t count, int32_t extra) {
  size_t edits = 0;
  battle.changed = 0;
  if (!battle.is_on || !reserve_edits(count)) {
    return battle.is_on ? OVL_NO_MEMORY : OVL_BAD_ARGUMENT;
  }
  for (uint32_t i = 0; i < count; i++) {
    const ovl_cell cell = {cells[3 * i], cells[3 * i + 1], 0};
    const int32_t value = cells[3 * i + 2];
    if (!is_change(&battle.game, cell, value, extra != 0)) {
      continue;
    }
    battle.edits[edits] = ovl_edit_rect(cell, 1, 1, (uint8_t)value);
    battle.edits[edits++].kind = extra != 0 ? OVL_EDIT_EXTRA : OVL_EDIT_TERRAIN;
    for (int j = 0; j < 3; j++) {
      battle.changes[battle.changed++] = cells[3 * i + (uint32_t)j];
    }
  }
  return battle_game_apply(&battle.game, battle.edits, edits) ? OVL_OK
                                                              : (int32_t)battle.game.failure.result;
}

EXPLORER_CALL(module_battle_changed) const int32_t *module_battle_changed(void) {
  module_numbers()[0] = (double)battle.changed;
  return battle.changes;
}

/* ---- Ticks ---- */

/* Runs a tick. Numbers: 0 and 1 the low and high half of the hash of the battle so far, 2
 * expansions of the tick, 3 moves since the battle began, 4 units that wait for planning. */
EXPLORER_CALL(module_battle_tick) int32_t module_battle_tick(double budget) {
  ovl_edit edits[BATTLE_MOST_ROCKS_TICK];
  struct battle_game *game = &battle.game;
  if (!battle.is_on) {
    return OVL_BAD_ARGUMENT;
  }
  battle_draw_rocks(game, edits);
  if (!battle_game_apply(game, edits, game->rocks.event_count) ||
      !battle_game_move(game, (uint64_t)budget, NULL)) {
    return (int32_t)game->failure.result;
  }
  battle_game_take_hash(game);
  const ovl_units_stats stats = ovl_units_count(game->units);
  const double numbers[] = {(double)(game->hash & UINT32_MAX), (double)(game->hash >> 32),
                            (double)stats.tick_expansions, (double)stats.moves, stats.unplanned};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
  return OVL_OK;
}
