/* Places the two armies of a battle and gives each squad its goal.
 *
 * Invariant: starts and goals lie on one island of the world before the first rock falls. */
#include "tools/battle/battle_armies.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/base/random_numbers.h"
#include "tools/battle/battle_game.h"

enum { ZONE_PARTS = 5 };

/* ---- The field ----------------------------------------------------------- */

/* The island of the most cells, the first of equals, and the floor on which most of them lie. */
struct island {
  uint32_t number;
  int32_t floor;
  size_t cells; /* on that floor */
};

/* counts[i] is of island i. */
static void count_islands(const ovl_world *world, int32_t profile, const ovl_floor_info *info,
                          size_t *counts) {
  for (int32_t y = 0; y < info->height; y++) {
    for (int32_t x = 0; x < info->width; x++) {
      counts[ovl_world_island(world, profile, floor_cell(info, x, y))]++;
    }
  }
}

static bool find_island(const struct battle_game *game, struct island *island) {
  ovl_profile_info profile = {.islands = 0};
  ovl_floor_info floor;
  ovl_world_profile(game->world, game->def.profile, &profile);
  *island = (struct island){0};
  for (int32_t number = 0; ovl_world_floor(game->world, number, &floor); number++) {
    const size_t bytes = ((size_t)profile.islands + 1) * sizeof(size_t);
    size_t *counts = floor.graph ? NULL : battle_game_allocate(game, bytes);
    if (counts == NULL && !floor.graph) {
      return false;
    }
    for (uint64_t i = 1; counts != NULL && i <= profile.islands; i++) {
      if (i == 1) {
        count_islands(game->world, game->def.profile, &floor, counts);
      }
      if (counts[i] > island->cells) {
        *island = (struct island){(uint32_t)i, number, counts[i]};
      }
    }
    battle_game_release(game, counts, bytes);
  }
  return true;
}

/* Along x, or along y if it is the other way round. */
static void list_cells(struct battle_game *game, const struct island *island, bool along_y) {
  ovl_floor_info floor;
  ovl_world_floor(game->world, island->floor, &floor);
  const int32_t most = along_y ? floor.height : floor.width;
  const int32_t across = along_y ? floor.width : floor.height;
  game->field.count = 0;
  for (int32_t i = 0; i < most; i++) {
    for (int32_t j = 0; j < across; j++) {
      const ovl_cell cell = floor_cell(&floor, along_y ? j : i, along_y ? i : j);
      if (ovl_world_island(game->world, game->def.profile, cell) == island->number) {
        game->field.cells[game->field.count++] = cell;
      }
    }
  }
}

static bool find_field(struct battle_game *game) {
  struct island island;
  if (!find_island(game, &island)) {
    return battle_game_fail(game, BATTLE_NO_MEMORY, "the islands", OVL_NO_MEMORY);
  }
  if (island.cells < ZONE_PARTS) {
    return battle_game_fail(game, BATTLE_NO_ISLAND, "the islands", OVL_BAD_ARGUMENT);
  }
  game->field.cells = battle_game_allocate(game, island.cells * sizeof *game->field.cells);
  if (game->field.cells == NULL) {
    return battle_game_fail(game, BATTLE_NO_MEMORY, "the cells of the largest island",
                            OVL_NO_MEMORY);
  }
  game->field.capacity = island.cells;
  list_cells(game, &island, false);
  int32_t left = INT32_MAX, right = INT32_MIN, top = INT32_MAX, bottom = INT32_MIN;
  for (size_t i = 0; i < game->field.count; i++) {
    const ovl_cell cell = game->field.cells[i];
    left = cell.x < left ? cell.x : left;
    right = cell.x > right ? cell.x : right;
    top = cell.y < top ? cell.y : top;
    bottom = cell.y > bottom ? cell.y : bottom;
  }
  if (bottom - top > right - left) {
    list_cells(game, &island, true);
  }
  return true;
}

/* A cell of the field's end 0 or 1, by its place there. */
static ovl_cell zone_cell(const struct battle_field *field, int end, size_t place) {
  const size_t cells = field->count / ZONE_PARTS;
  return field->cells[end == 0 ? place : field->count - cells + place];
}

static size_t random_place(struct battle_game *game) {
  const size_t cells = game->field.count / ZONE_PARTS;
  return (size_t)(random_next(&game->random) % cells);
}

/* ---- Units --------------------------------------------------------------- */

/* On the first place from a random one on where nobody stands. */
static bool add_soldier(struct battle_game *game, size_t number) {
  const int army = (int)(number % BATTLE_ARMIES);
  const size_t places = game->field.count / ZONE_PARTS;
  const size_t first = random_place(game);
  for (size_t i = 0; i < places; i++) {
    const ovl_cell cell = zone_cell(&game->field, army, (first + i) % places);
    const ovl_result result = battle_game_add(game, cell, (uint8_t)army);
    if (result != OVL_START_BLOCKED) {
      return result == OVL_OK || battle_game_fail(game, BATTLE_REFUSED, "a unit", result);
    }
  }
  battle_game_fail(game, BATTLE_NO_ROOM, "the ends of the largest island", OVL_MORE_ROOM);
  game->failure.cells = places;
  return false;
}

/* The squad that begins with a soldier: every second one from it on, all of one army. */
static bool send_squad(struct battle_game *game, int32_t first) {
  ovl_unit squad[BATTLE_SQUAD_UNITS];
  size_t count = 0;
  const int army = first % BATTLE_ARMIES;
  for (int32_t i = first; i < game->count && count < BATTLE_SQUAD_UNITS; i += BATTLE_ARMIES) {
    squad[count++] = game->unit[i];
  }
  const ovl_cell place = zone_cell(&game->field, 1 - army, random_place(game));
  const ovl_result result = battle_game_send(game, squad, count, place);
  return result == OVL_OK || battle_game_fail(game, BATTLE_REFUSED, "an order", result);
}

bool battle_raise_armies(struct battle_game *game) {
  bool is_fine = find_field(game);
  for (size_t i = 0; i < (size_t)game->def.units && is_fine; i++) {
    is_fine = add_soldier(game, i);
  }
  for (int32_t i = 0; i < game->count && is_fine; i++) {
    if (i / BATTLE_ARMIES % BATTLE_SQUAD_UNITS == 0) {
      is_fine = send_squad(game, i);
    }
  }
  if (is_fine) {
    battle_game_mark_goals(game);
  }
  return is_fine;
}
