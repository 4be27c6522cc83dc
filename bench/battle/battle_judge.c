/* Counts how the units of a battle ended.
 *
 * Each unit is counted once. Arrived: it stands on its goal. Beside: a unit that arrived stands on
 * its goal, and it stands next to that unit or to one that is beside for the same goal.
 * Unreachable: no path leads to its goal in the world as it is now. Otherwise it is stuck if it had
 * enough time (see battle_ways.c), or late and still on its way. */
#include "bench/battle/battle_judge.h"

#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "bench/battle/battle_ways.h"
#include "overland_units.h"
#include "tools/base/fail.h"

#include <stdlib.h>

enum fate { FATE_NONE = 0, FATE_ARRIVED, FATE_BESIDE };

struct judge {
  const struct battle *battle;
  ovl_unit_info *infos; /* of each unit */
  uint8_t *fates;
};

static bool are_equal(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* ---- Beside -------------------------------------------------------------- */

/* Whether a unit on the cells at or around another's has that one's goal and a fate already. */
static bool has_neighbour(const struct judge *judge, int32_t number) {
  const struct battle_watch *watch = &judge->battle->watch;
  const ovl_cell place = watch->places[number];
  const int32_t most = judge->battle->game.body_cells;
  for (int32_t dy = -most; dy <= most; dy++) {
    for (int32_t dx = -most; dx <= most; dx++) {
      const ovl_cell cell = {place.x + dx, place.y + dy, place.floor};
      const bool is_near = battle_touches(&judge->battle->game, dx, dy);
      const uint32_t holder = is_near && battle_grid_has(&watch->grid, cell)
                                  ? watch->occupant[battle_grid_cell(&watch->grid, cell)]
                                  : 0;
      if (holder != 0 && (int32_t)holder - 1 != number && judge->fates[holder - 1] != FATE_NONE &&
          are_equal(judge->infos[holder - 1].goal, judge->infos[number].goal)) {
        return true;
      }
    }
  }
  return false;
}

/* From those that arrived outwards, until nobody is added. */
static void find_beside(struct judge *judge) {
  bool added = true;
  while (added) {
    added = false;
    for (int32_t i = 0; i < judge->battle->def.units; i++) {
      if (judge->fates[i] == FATE_NONE && has_neighbour(judge, i)) {
        judge->fates[i] = FATE_BESIDE;
        added = true;
      }
    }
  }
}

/* ---- The rest ------------------------------------------------------------ */

static void count(struct judge *judge, int32_t number, struct battle_outcome *outcome) {
  if (judge->fates[number] == FATE_ARRIVED) {
    outcome->arrived++;
  } else if (judge->fates[number] == FATE_BESIDE) {
    outcome->beside++;
  } else if (!battle_has_way(judge->battle, (size_t)number)) {
    outcome->unreachable++;
  } else if (battle_had_time(judge->battle, (size_t)number)) {
    outcome->stuck++;
  } else {
    outcome->late++;
  }
}

int battle_judge(struct battle *battle) {
  const size_t units = (size_t)battle->def.units;
  struct judge judge = {.battle = battle,
                        .infos = calloc(units, sizeof *judge.infos),
                        .fates = calloc(units, sizeof *judge.fates)};
  const ovl_result result = judge.infos != NULL && judge.fates != NULL ? OVL_OK : OVL_NO_MEMORY;
  for (size_t i = 0; i < units && result == OVL_OK; i++) {
    ovl_unit_describe(battle->game.units, battle->game.unit[i], &judge.infos[i]);
    judge.fates[i] =
        are_equal(battle->watch.places[i], judge.infos[i].goal) ? FATE_ARRIVED : FATE_NONE;
  }
  if (result == OVL_OK) {
    find_beside(&judge);
  }
  for (int32_t i = 0; i < battle->def.units && result == OVL_OK; i++) {
    count(&judge, i, &battle->outcome);
  }
  free(judge.infos);
  free(judge.fates);
  return result == OVL_OK ? EXIT_DONE : command_fail_result("the end of the battle", result, NULL);
}
