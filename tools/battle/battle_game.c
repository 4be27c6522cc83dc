/* Begins a battle, changes its world, moves its units and keeps its hash: see battle_game.h. */
#include "tools/battle/battle_game.h"
#include "tools/plain/cell_shear.h"
#include "tools/plain/floor_cells.h"

#include "overland_inspect.h"
#include "tools/base/random_numbers.h"

/* ---- Memory, failures ---- */

void *battle_game_allocate(const struct battle_game *game, size_t bytes) {
  const ovl_allocator *allocator = game->def.allocator;
  uint8_t *memory = allocator->allocate(allocator->user, bytes);
  for (size_t i = 0; memory != NULL && i < bytes; i++) {
    memory[i] = 0;
  }
  return memory;
}

void battle_game_release(const struct battle_game *game, void *memory, size_t bytes) {
  if (memory != NULL) {
    game->def.allocator->release(game->def.allocator->user, memory, bytes);
  }
}

bool battle_game_fail(struct battle_game *game, enum battle_problem problem, const char *what,
                      ovl_result result) {
  game->failure = (struct battle_failure){problem, result, what, 0};
  return false;
}

/* ---- The grid ---- */

struct battle_grid battle_grid_of(const ovl_world *world) {
  struct battle_grid grid = {.floors = 0};
  ovl_floor_info info;
  while (ovl_world_floor(world, grid.floors, &info)) {
    grid.first[grid.floors] = grid.cells;
    grid.floor[grid.floors] = info;
    grid.cells += (size_t)info.width * (size_t)info.height;
    grid.floors++;
  }
  return grid;
}

bool battle_grid_has(const struct battle_grid *grid, ovl_cell cell) {
  return cell.floor >= 0 && cell.floor < grid->floors &&
         floor_has_rect(&grid->floor[cell.floor], cell, 1, 1);
}

size_t battle_grid_cell(const struct battle_grid *grid, ovl_cell cell) {
  const ovl_floor_info *floor = &grid->floor[cell.floor];
  return grid->first[cell.floor] + (size_t)(cell.y - floor->corner.y) * (size_t)floor->width +
         (size_t)(cell.x - floor->corner.x);
}

/* ---- Bodies ---- */

static int32_t size_of(int32_t number) { return number < 0 ? -number : number; }

/* Returns whether a cell is at most so far from a body. */
static bool is_near_body(const struct battle_game *game, int32_t dx, int32_t dy, int32_t around) {
  const int32_t most = game->body_cells / 2 + around;
  const int32_t end = game->body_cells + around;
  return game->is_hexagonal ? size_of(dx) <= most && size_of(dy) <= most && size_of(dx + dy) <= most
                            : dx >= -around && dx < end && dy >= -around && dy < end;
}

bool battle_covers(const struct battle_game *game, int32_t dx, int32_t dy) {
  return is_near_body(game, dx, dy, 0);
}

bool battle_touches(const struct battle_game *game, int32_t dx, int32_t dy) {
  return is_near_body(game, dx, dy, 1);
}

/* ---- Beginning and end ---- */

/* The commonest terrain that blocks the profile. */
static bool find_rock_terrain(struct battle_game *game) {
  ovl_floor_info floor;
  size_t counts[BATTLE_TERRAINS] = {0};
  int best = -1;
  for (int32_t number = 0; ovl_world_floor(game->world, number, &floor); number++) {
    for (int32_t y = 0; y < floor.height && !floor.graph; y++) {
      for (int32_t x = 0; x < floor.width; x++) {
        counts[ovl_world_terrain(game->world, floor_cell(&floor, x, y))]++;
      }
    }
  }
  for (int i = 0; i < BATTLE_TERRAINS; i++) {
    if (game->weights[i] == 0 && (best < 0 || counts[i] > counts[best])) {
      best = i;
    }
  }
  game->rocks.terrain = (uint8_t)(best >= 0 ? best : 0);
  return best >= 0;
}

static bool make_units(struct battle_game *game) {
  ovl_units_def def = {.world = game->world};
  def.capacity = game->def.units;
  def.lanes = BATTLE_LANES;
  def.flows = game->def.flows;
  def.allocator = *game->def.allocator;
  const ovl_result result = ovl_units_create(&def, &game->units, NULL);
  return result == OVL_OK || battle_game_fail(game, BATTLE_REFUSED, "the units", result);
}

bool battle_game_begin(struct battle_game *game, const struct battle_game_def *def) {
  ovl_profile_info profile = {.islands = 0};
  *game = (struct battle_game){.def = *def, .random = def->seed};
  const ovl_result result = ovl_world_retain(def->world, &game->world);
  if (result != OVL_OK) {
    return battle_game_fail(game, BATTLE_REFUSED, "the world", result);
  }
  ovl_world_profile(game->world, def->profile, &profile);
  for (int i = 0; i < BATTLE_TERRAINS; i++) {
    game->weights[i] = profile.def.weights[i];
  }
  game->body_cells = (uint8_t)profile.def.body_cells;
  game->is_hexagonal = cell_kind_of_world(game->world) == CELL_HEXAGONS;
  game->grid = battle_grid_of(game->world);
  game->unit = battle_game_allocate(game, (size_t)def->units * sizeof *game->unit);
  game->goals = battle_game_allocate(game, game->grid.cells + 1);
  if (game->unit == NULL || game->goals == NULL) {
    return battle_game_fail(game, BATTLE_NO_MEMORY, "the battle", OVL_NO_MEMORY);
  }
  if (!find_rock_terrain(game) && def->rocks > 0) {
    return battle_game_fail(game, BATTLE_NO_ROCKS, "rocks", OVL_BAD_ARGUMENT);
  }
  return make_units(game);
}

void battle_game_end(struct battle_game *game) {
  ovl_units_destroy(game->units);
  ovl_world_close(game->world);
  if (game->def.allocator != NULL) {
    battle_game_release(game, game->unit, (size_t)game->def.units * sizeof *game->unit);
    battle_game_release(game, game->goals, game->grid.cells + 1);
    battle_game_release(game, game->field.cells, game->field.capacity * sizeof *game->field.cells);
  }
  *game = (struct battle_game){0};
}

/* ---- Units ---- */

ovl_result battle_game_add(struct battle_game *game, ovl_cell cell, uint8_t side) {
  const ovl_unit_def def = {.cell = cell, .profile = game->def.profile, .side = side};
  ovl_unit unit;
  const ovl_result result = ovl_unit_add(game->units, game->world, &def, &unit);
  if (result == OVL_OK) {
    game->unit[game->count++] = unit;
  }
  return result;
}

static void mark_goal(struct battle_game *game, ovl_unit unit) {
  ovl_unit_info info;
  if (ovl_unit_describe(game->units, unit, &info) && battle_grid_has(&game->grid, info.goal)) {
    game->goals[battle_grid_cell(&game->grid, info.goal)] = 1;
  }
}

ovl_result battle_game_send(struct battle_game *game, const ovl_unit *sent, size_t count,
                            ovl_cell place) {
  return battle_game_order(game, sent, count, &(ovl_order){.place = place});
}

ovl_result battle_game_order(struct battle_game *game, const ovl_unit *sent, size_t count,
                             const ovl_order *order) {
  const ovl_result result = ovl_units_order(game->units, game->world, sent, count, order);
  for (size_t i = 0; i < count && result == OVL_OK; i++) {
    mark_goal(game, sent[i]);
  }
  return result;
}

void battle_game_mark_goals(struct battle_game *game) {
  for (int32_t i = 0; i < game->count; i++) {
    mark_goal(game, game->unit[i]);
  }
}

/* ---- Ticks ---- */

bool battle_game_apply(struct battle_game *game, const ovl_edit *edits, size_t count) {
  ovl_world *next = NULL;
  if (count == 0) {
    return true;
  }
  const ovl_result result =
      ovl_world_apply_def(game->world, edits, count, game->def.apply, &next, NULL);
  if (result != OVL_OK) {
    return battle_game_fail(game, BATTLE_REFUSED, "the rocks", result);
  }
  ovl_world_close(game->world);
  game->world = next;
  return true;
}

bool battle_game_move(struct battle_game *game, uint64_t budget, const ovl_jobs *jobs) {
  const ovl_result result = ovl_units_tick(game->units, game->world, budget, jobs);
  return result == OVL_OK || battle_game_fail(game, BATTLE_REFUSED, "the battle", result);
}

static uint64_t mix(uint64_t hash, uint64_t number) {
  uint64_t state = hash ^ number;
  return random_next(&state);
}

void battle_game_take_hash(struct battle_game *game) {
  size_t count;
  const ovl_unit_move *moves = ovl_units_moves(game->units, &count);
  ovl_version_info version;
  ovl_world_version(game->world, &version);
  uint64_t hash = mix(game->hash, version.identity);
  for (size_t i = 0; i < count; i++) {
    hash = mix(hash, moves[i].unit);
    hash = mix(hash, (uint64_t)battle_grid_cell(&game->grid, moves[i].to));
  }
  game->hash = mix(hash, ovl_units_hash(game->units));
}
