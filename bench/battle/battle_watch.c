/* The occupancy map of a battle, kept from the moves that units report, and the log.
 *
 * Moves are not trusted: each must begin where its unit stands, be legal in the version of its
 * tick, and end on cells that are free at that moment. */
#include "bench/battle/battle_watch.h"

#include "bench/battle/battle_state.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/base/fail.h"
#include "tools/base/out_file.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- Bodies -------------------------------------------------------------- */

bool battle_watch_begin(struct battle *battle) {
  struct battle_watch *watch = &battle->watch;
  watch->grid = battle->game.grid;
  watch->occupant = calloc(watch->grid.cells + 1, sizeof *watch->occupant);
  watch->marks = calloc(watch->grid.cells + 1, sizeof *watch->marks);
  watch->places = calloc((size_t)battle->def.units, sizeof *watch->places);
  return watch->occupant != NULL && watch->marks != NULL && watch->places != NULL;
}

void battle_watch_free(struct battle *battle) {
  free(battle->watch.occupant);
  free(battle->watch.marks);
  free(battle->watch.places);
}

/* The cells that a body covers get a unit's number + 1, or 0. How many of them another holds. */
static uint64_t lay_body(struct battle *battle, ovl_cell cell, uint32_t held_by, uint32_t holder) {
  const struct battle_watch *watch = &battle->watch;
  const int32_t most = battle->game.body_cells - 1;
  uint64_t taken = 0;
  for (int32_t dy = -most; dy <= most; dy++) {
    for (int32_t dx = -most; dx <= most; dx++) {
      if (battle_covers(&battle->game, dx, dy)) {
        const ovl_cell covered = {cell.x + dx, cell.y + dy, cell.floor};
        uint32_t *at = &watch->occupant[battle_grid_cell(&watch->grid, covered)];
        taken += *at != 0 && *at != held_by ? 1 : 0;
        *at = holder;
      }
    }
  }
  return taken;
}

static void pass(struct battle_watch *watch, size_t number, ovl_cell cell) {
  watch->places[number] = cell;
  watch->marks[battle_grid_cell(&watch->grid, cell)] |=
      (uint8_t)(BATTLE_MARK_PASSED << number % BATTLE_ARMIES);
}

void battle_watch_add_all(struct battle *battle) {
  struct battle_watch *watch = &battle->watch;
  for (int32_t i = 0; i < battle->game.count; i++) {
    ovl_unit_info info = {.state = OVL_UNIT_IDLE};
    ovl_unit_describe(battle->game.units, battle->game.unit[i], &info);
    watch->cell_conflicts += lay_body(battle, info.cell, 0, (uint32_t)i + 1) > 0 ? 1 : 0;
    pass(watch, (size_t)i, info.cell);
  }
}

/* ---- Moves --------------------------------------------------------------- */

static bool are_equal(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool is_link(const ovl_world *world, ovl_cell from, ovl_cell to) {
  ovl_link_def link;
  for (uint32_t i = 0; ovl_world_link(world, i, &link); i++) {
    if ((are_equal(link.from, from) && are_equal(link.to, to)) ||
        (are_equal(link.from, to) && are_equal(link.to, from) && link.cost_back != 0)) {
      return true;
    }
  }
  return false;
}

static bool is_legal(const struct battle *battle, ovl_cell from, ovl_cell to) {
  if (ovl_world_weight(battle->game.world, battle->def.profile, from) ==
      0) { /* a rock fell on it */
    return ovl_world_weight(battle->game.world, battle->def.profile, to) != 0;
  }
  static const int8_t x[2][8] = {{1, 1, 0, -1, -1, -1, 0, 1}, {1, 0, -1, -1, 0, 1}};
  static const int8_t y[2][8] = {{0, 1, 1, 1, 0, -1, -1, -1}, {0, 1, 1, 0, -1, -1}};
  const int kind = battle->game.is_hexagonal ? 1 : 0;
  for (int32_t i = 0; i < (kind == 1 ? 6 : 8); i++) {
    if (from.floor == to.floor && from.x + x[kind][i] == to.x && from.y + y[kind][i] == to.y) {
      return ovl_world_step(battle->game.world, battle->def.profile, from, i) != 0;
    }
  }
  return is_link(battle->game.world, from, to);
}

/* The number of a unit: as they were added, one after the other, so are their places. */
static size_t number_of(ovl_unit unit) { return unit & 0xFFFF; }

static void note_move(struct battle *battle, size_t number, const ovl_unit_move *move,
                      int32_t tick) {
  struct battle_watch *watch = &battle->watch;
  struct battle_soldier *soldier = &battle->soldiers[number];
  if (soldier->moved != 0 && tick - soldier->moved <= BATTLE_BACK_TICKS &&
      are_equal(soldier->left, move->to)) {
    watch->back_moves++;
  }
  soldier->left = move->from;
  soldier->moved = watch->last_move = tick;
}

static void follow_move(struct battle *battle, const ovl_unit_move *move, int32_t tick) {
  struct battle_watch *watch = &battle->watch;
  const size_t number = number_of(move->unit);
  const uint32_t holder = (uint32_t)number + 1;
  if (!are_equal(watch->places[number], move->from) || !is_legal(battle, move->from, move->to)) {
    watch->illegal_moves++;
  }
  lay_body(battle, watch->places[number], holder, 0);
  watch->cell_conflicts += lay_body(battle, move->to, holder, holder) > 0 ? 1 : 0;
  pass(watch, number, move->to);
  note_move(battle, number, move, tick);
}

/* A unit that stands elsewhere than was told has made a move that nobody was told of. */
static void find_untold(struct battle *battle) {
  for (int32_t i = 0; i < battle->def.units; i++) {
    ovl_unit_info info;
    if (!ovl_unit_describe(battle->game.units, battle->game.unit[i], &info) ||
        !are_equal(info.cell, battle->watch.places[i])) {
      battle->watch.illegal_moves++;
    }
  }
}

/* ---- The log ------------------------------------------------------------- */

static void write_line(struct out_file *log, const char *head, ovl_cell cell, int32_t floors,
                       const char *tail) {
  char line[128];
  int length;
  if (floors > 1) {
    length = snprintf(line, sizeof line, "%s %" PRId32 " %" PRId32 " %" PRId32 "%s\n", head, cell.x,
                      cell.y, cell.floor, tail);
  } else {
    length =
        snprintf(line, sizeof line, "%s %" PRId32 " %" PRId32 "%s\n", head, cell.x, cell.y, tail);
  }
  out_file_write(log, line, (size_t)length);
}

static void write_unit(const struct battle *battle, int32_t tick, size_t number, ovl_cell cell) {
  char head[48];
  snprintf(head, sizeof head, "%" PRId32 " %zu", tick, number);
  write_line(battle->def.log, head, cell, battle->watch.grid.floors, "");
}

static void write_tick(const struct battle *battle, int32_t tick, const ovl_unit_move *moves,
                       size_t count) {
  char head[48];
  snprintf(head, sizeof head, "%" PRId32 " rock", tick);
  for (size_t i = 0; i < battle->game.rocks.event_count; i++) {
    const struct battle_rock *rock = &battle->game.rocks.events[i];
    write_line(battle->def.log, head, rock->cell, battle->watch.grid.floors,
               rock->falls ? " 1" : " 0");
  }
  for (size_t i = 0; i < count; i++) {
    write_unit(battle, tick, number_of(moves[i].unit), moves[i].to);
  }
}

int battle_watch_tick(struct battle *battle, int32_t tick) {
  struct battle_watch *watch = &battle->watch;
  size_t count = 0;
  const ovl_unit_move *moves = tick > 0 ? ovl_units_moves(battle->game.units, &count) : NULL;
  for (size_t i = 0; i < battle->game.rocks.event_count; i++) {
    watch->marks[battle_grid_cell(&watch->grid, battle->game.rocks.events[i].cell)] ^=
        BATTLE_MARK_ROCK;
  }
  for (size_t i = 0; i < count; i++) {
    follow_move(battle, &moves[i], tick);
  }
  find_untold(battle);
  if (battle->def.log == NULL) {
    return EXIT_DONE;
  }
  for (int32_t i = 0; tick == 0 && i < battle->def.units; i++) {
    write_unit(battle, tick, (size_t)i, watch->places[i]);
  }
  write_tick(battle, tick, moves, count);
  return battle->def.log->code;
}
