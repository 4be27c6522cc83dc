/* The rocks of a battle: draws which fall and which are cleared.
 *
 * Invariant: a cell is touched once in a tick, and a rock falls only on a cell that no unit stands
 * on, is about to enter or has as its goal. */
#include "bench/battle/battle_rocks.h"

#include "bench/battle/battle_state.h"
#include "bench/battle/battle_watch.h"
#include "bench/measure/bench_random.h"
#include "overland_edit.h"
#include "overland_inspect.h"

enum { NEAR_CELLS = 12, TRIES = 8 };

static bool is_touched(const struct battle *battle, ovl_cell cell) {
  for (size_t i = 0; i < battle->rocks.event_count; i++) {
    const ovl_cell other = battle->rocks.events[i].cell;
    if (other.x == cell.x && other.y == cell.y && other.floor == cell.floor) {
      return true;
    }
  }
  return false;
}

/* Near a unit, or anywhere on the field. */
static ovl_cell draw_cell(struct battle *battle) {
  if (bench_random_below(&battle->random, 2) == 0) {
    return battle->field.cells[bench_random_next(&battle->random) % battle->field.count];
  }
  const int32_t number = bench_random_below(&battle->random, battle->def.units);
  ovl_cell cell = battle->watch.places[number];
  cell.x += bench_random_below(&battle->random, 2 * NEAR_CELLS + 1) - NEAR_CELLS;
  cell.y += bench_random_below(&battle->random, 2 * NEAR_CELLS + 1) - NEAR_CELLS;
  return cell;
}

static bool may_fall(const struct battle *battle, ovl_cell cell) {
  return battle_grid_has(&battle->watch.grid, cell) &&
         battle->weights[ovl_world_terrain(battle->world, cell)] != 0 &&
         !is_touched(battle, cell) && battle_watch_is_free(battle, cell);
}

static void fall(struct battle *battle, ovl_edit *edits) {
  for (int i = 0; i < TRIES; i++) {
    const ovl_cell cell = draw_cell(battle);
    if (!may_fall(battle, cell)) {
      continue;
    }
    const struct battle_rock rock = {cell, ovl_world_terrain(battle->world, cell), true};
    edits[battle->rocks.event_count] = ovl_edit_set(cell, battle->rocks.terrain);
    battle->rocks.events[battle->rocks.event_count++] = rock;
    battle->rocks.lying[battle->rocks.count++] = rock;
    battle->outcome.rocks_fallen++;
    return;
  }
}

/* One of those that lay before this tick. */
static void clear(struct battle *battle, size_t lay_before, ovl_edit *edits) {
  const size_t place = (size_t)(bench_random_next(&battle->random) % lay_before);
  struct battle_rock rock = battle->rocks.lying[place];
  if (is_touched(battle, rock.cell)) {
    return;
  }
  rock.falls = false;
  edits[battle->rocks.event_count] = ovl_edit_set(rock.cell, rock.terrain);
  battle->rocks.events[battle->rocks.event_count++] = rock;
  battle->outcome.rocks_cleared++;
}

/* Those that were cleared do not lie any more. */
static void forget_cleared(struct battle *battle) {
  size_t kept = 0;
  for (size_t i = 0; i < battle->rocks.count; i++) {
    const struct battle_rock rock = battle->rocks.lying[i];
    bool cleared = false;
    for (size_t j = 0; j < battle->rocks.event_count; j++) {
      const struct battle_rock *event = &battle->rocks.events[j];
      cleared |= !event->falls && event->cell.x == rock.cell.x && event->cell.y == rock.cell.y &&
                 event->cell.floor == rock.cell.floor;
    }
    if (!cleared) {
      battle->rocks.lying[kept++] = rock;
    }
  }
  battle->rocks.count = kept;
}

void battle_draw_rocks(struct battle *battle, ovl_edit *edits) {
  const size_t share = battle->field.count / BATTLE_ROCK_CELLS;
  const size_t most = share < BATTLE_MOST_ROCKS ? share : BATTLE_MOST_ROCKS;
  const size_t lay_before = battle->rocks.count;
  battle->rocks.event_count = 0;
  for (int32_t i = 0; i < battle->def.rocks && most > 0; i++) {
    const size_t drawn = (size_t)bench_random_below(&battle->random, (int32_t)most);
    if (drawn < lay_before) {
      clear(battle, lay_before, edits);
    } else if (battle->rocks.count < most) {
      fall(battle, edits);
    }
  }
  forget_cleared(battle);
}
