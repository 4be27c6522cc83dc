/* The rocks of a battle: draws which fall and which are cleared.
 *
 * Invariant: a cell is touched once in a tick, and a rock falls only on a cell that no unit stands
 * on, is about to enter or has as its goal. */
#include "tools/battle/battle_rocks.h"

#include "overland_edit.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/base/random_numbers.h"
#include "tools/battle/battle_game.h"

enum { NEAR_CELLS = 12, TRIES = 8 };

static bool is_touched(const struct battle_game *game, ovl_cell cell) {
  for (size_t i = 0; i < game->rocks.event_count; i++) {
    const ovl_cell other = game->rocks.events[i].cell;
    if (other.x == cell.x && other.y == cell.y && other.floor == cell.floor) {
      return true;
    }
  }
  return false;
}

/* Near a unit, or anywhere on the field. */
static ovl_cell draw_cell(struct battle_game *game) {
  if (random_below(&game->random, 2) == 0) {
    return game->field.cells[random_next(&game->random) % game->field.count];
  }
  const int32_t number = random_below(&game->random, game->count);
  ovl_unit_info info = {.state = OVL_UNIT_IDLE};
  ovl_unit_describe(game->units, game->unit[number], &info);
  ovl_cell cell = info.cell;
  cell.x += random_below(&game->random, 2 * NEAR_CELLS + 1) - NEAR_CELLS;
  cell.y += random_below(&game->random, 2 * NEAR_CELLS + 1) - NEAR_CELLS;
  return cell;
}

/* True if a rock may fall on a cell: no unit stands there, and no body would cover it at its goal
 * or at a position that a unit has claimed. */
static bool is_free(const struct battle_game *game, ovl_cell cell) {
  if (ovl_units_at(game->units, cell) != OVL_NO_UNIT) {
    return false;
  }
  /* A body that passes, or stands in the end, covers it from all these positions. */
  const int32_t most = game->body_cells - 1;
  for (int32_t dy = -most; dy <= most; dy++) {
    for (int32_t dx = -most; dx <= most; dx++) {
      const ovl_cell position = {cell.x - dx, cell.y - dy, cell.floor};
      if (battle_covers(game, dx, dy) && battle_grid_has(&game->grid, position) &&
          (game->goals[battle_grid_cell(&game->grid, position)] != 0 ||
           ovl_units_claims(game->units, position) > 0)) {
        return false;
      }
    }
  }
  return true;
}

static bool may_fall(const struct battle_game *game, ovl_cell cell) {
  return battle_grid_has(&game->grid, cell) &&
         game->weights[ovl_world_terrain(game->world, cell)] != 0 && !is_touched(game, cell) &&
         is_free(game, cell);
}

static void fall(struct battle_game *game, ovl_edit *edits) {
  for (int i = 0; i < TRIES; i++) {
    const ovl_cell cell = draw_cell(game);
    if (!may_fall(game, cell)) {
      continue;
    }
    const struct battle_rock rock = {cell, ovl_world_terrain(game->world, cell), true};
    edits[game->rocks.event_count] = ovl_edit_rect(cell, 1, 1, game->rocks.terrain);
    game->rocks.events[game->rocks.event_count++] = rock;
    game->rocks.lying[game->rocks.count++] = rock;
    game->rocks.fallen++;
    return;
  }
}

/* One of those that lay before this tick. */
static void clear(struct battle_game *game, size_t lay_before, ovl_edit *edits) {
  const size_t place = (size_t)(random_next(&game->random) % lay_before);
  struct battle_rock rock = game->rocks.lying[place];
  if (is_touched(game, rock.cell)) {
    return;
  }
  rock.falls = false;
  edits[game->rocks.event_count] = ovl_edit_rect(rock.cell, 1, 1, rock.terrain);
  game->rocks.events[game->rocks.event_count++] = rock;
  game->rocks.cleared++;
}

/* Those that were cleared do not lie any more. */
static void forget_cleared(struct battle_game *game) {
  size_t kept = 0;
  for (size_t i = 0; i < game->rocks.count; i++) {
    const struct battle_rock rock = game->rocks.lying[i];
    bool cleared = false;
    for (size_t j = 0; j < game->rocks.event_count; j++) {
      const struct battle_rock *event = &game->rocks.events[j];
      cleared |= !event->falls && event->cell.x == rock.cell.x && event->cell.y == rock.cell.y &&
                 event->cell.floor == rock.cell.floor;
    }
    if (!cleared) {
      game->rocks.lying[kept++] = rock;
    }
  }
  game->rocks.count = kept;
}

void battle_draw_rocks(struct battle_game *game, ovl_edit *edits) {
  const size_t share = game->field.count / BATTLE_ROCK_CELLS;
  const size_t most = share < BATTLE_MOST_ROCKS ? share : BATTLE_MOST_ROCKS;
  const size_t lay_before = game->rocks.count;
  game->rocks.event_count = 0;
  for (int32_t i = 0; i < game->def.rocks && most > 0; i++) {
    const size_t drawn = (size_t)random_below(&game->random, (int32_t)most);
    if (drawn < lay_before) {
      clear(game, lay_before, edits);
    } else if (game->rocks.count < most) {
      fall(game, edits);
    }
  }
  forget_cleared(game);
}
