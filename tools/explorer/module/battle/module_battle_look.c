/* What is seen of a battle, as lists: units, claims, paths, flows, rocks; and questions that leave
 * it as it is. Each list is filled by one call, however many units there are.
 *
 * Lists are arrays of 32-bit integers, valid until the next list is asked for; number 0 is then how
 * many integers it has. NULL: there is no battle, or no memory. */
#include "overland_edit.h"
#include "overland_flow.h"
#include "overland_inspect.h"
#include "overland_units.h"
#include "tools/battle/battle_game.h"
#include "tools/explorer/module/battle/module_battle.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_world.h"

enum { MODULE_BATTLE_UNIT_INTS = 20, MOST_AHEAD = 128, CLAIM_STEPS = 8, MOST_FLOWS = 16 };

/* Workspace that grows. */
static struct {
  ovl_cell *cells;
  size_t cell_capacity;
  ovl_edit *edits;
  size_t edit_capacity;
  uint32_t *cut;
  size_t cut_capacity;
} look;

static const int32_t *finish(const int32_t *list, const int32_t *end) {
  module_numbers()[0] = list != NULL ? (double)(end - list) : 0;
  return list;
}

static bool reserve_cells(size_t count) {
  return module_reserve(&look.cells, &look.cell_capacity, count + 1, sizeof *look.cells);
}

static bool reserve_edits(size_t count) {
  return module_reserve(&look.edits, &look.edit_capacity, count + 1, sizeof *look.edits);
}

/* ---- Units ---- */

/* The number of a unit: its slot, since none is ever removed; -1 for no unit. */
static int32_t number_of(ovl_unit unit) {
  return unit == OVL_NO_UNIT ? -1 : (int32_t)(unit & 0xffffu);
}

static void write_unit(const struct battle_game *game, int32_t number, int32_t *to) {
  ovl_unit_info info = {.state = OVL_UNIT_IDLE};
  ovl_unit_detail detail;
  ovl_unit_describe(game->units, game->unit[number], &info);
  ovl_unit_inspect(game->units, game->unit[number], &detail);
  const int32_t values[MODULE_BATTLE_UNIT_INTS] = {
      info.cell.x,
      info.cell.y,
      info.from.x,
      info.from.y,
      info.next.x,
      info.next.y,
      info.goal.x,
      info.goal.y,
      (int32_t)info.state,
      info.side,
      number_of(detail.waits_for),
      number_of(detail.lets_past),
      detail.flow,
      (int32_t)detail.request,
      (int32_t)info.waited,
      (int32_t)detail.blocked,
      (int32_t)detail.delay,
      (detail.in_corridor ? 1 : 0) | (detail.returning ? 2 : 0),
      (int32_t)info.result,
      0,
  };
  for (int i = 0; i < MODULE_BATTLE_UNIT_INTS; i++) {
    to[i] = values[i];
  }
}

/* The state of each unit, MODULE_BATTLE_UNIT_INTS numbers: 0 x, 1 y, 2, 3 where it stood before the
 * tick, 4, 5 the cell that it enters next, 6, 7 goal, 8 an ovl_unit_state, 9 side, 10 the unit that
 * it waits for, 11 that it lets past (-1: none), 12 number of its flow (-1), 13 an
 * ovl_unit_request, 14 ticks since it came nearer, 15 ticks in a row without its step, 16 ticks of
 * delay, 17 flags: 1 in a corridor, 2 returning to its goal; 18 the result of its last plan, 19 its
 * place in the queue of planning, from 1; 0: none. */
EXPLORER_CALL(module_battle_units) const int32_t *module_battle_units(void) {
  static ovl_unit queue[MODULE_BATTLE_MOST_UNITS];
  const struct battle_game *game = module_battle_game();
  int32_t *list =
      game != NULL ? module_battle_list((size_t)game->count * MODULE_BATTLE_UNIT_INTS) : NULL;
  if (list == NULL) {
    return finish(NULL, NULL);
  }
  for (int32_t i = 0; i < game->count; i++) {
    write_unit(game, i, &list[i * MODULE_BATTLE_UNIT_INTS]);
  }
  const size_t waiting = ovl_units_queue(game->units, queue, MODULE_BATTLE_MOST_UNITS);
  for (size_t i = 0; i < waiting && i < MODULE_BATTLE_MOST_UNITS; i++) {
    list[(number_of(queue[i]) + 1) * MODULE_BATTLE_UNIT_INTS - 1] = (int32_t)i + 1;
  }
  return finish(list, list + (ptrdiff_t)game->count * MODULE_BATTLE_UNIT_INTS);
}

/* Cells that units claim: x, y, number of the unit for each. */
EXPLORER_CALL(module_battle_claims) const int32_t *module_battle_claims(void) {
  const struct battle_game *game = module_battle_game();
  int32_t *list = game != NULL ? module_battle_list((size_t)game->count * CLAIM_STEPS * 3) : NULL;
  int32_t *to = list;
  for (int32_t i = 0; list != NULL && i < game->count; i++) {
    ovl_cell cells[CLAIM_STEPS];
    ovl_unit_detail detail;
    ovl_unit_inspect(game->units, game->unit[i], &detail);
    ovl_unit_ahead(game->units, game->unit[i], cells, CLAIM_STEPS);
    for (uint32_t j = 0; j < detail.claimed; j++) {
      *to++ = cells[j].x;
      *to++ = cells[j].y;
      *to++ = i;
    }
  }
  return finish(list, to);
}

/* The path ahead of each unit, at most `most` cells of it: number of the unit, count, and x, y of
 * each. */
EXPLORER_CALL(module_battle_ahead) const int32_t *module_battle_ahead(uint32_t most) {
  const struct battle_game *game = module_battle_game();
  const size_t limit = most < MOST_AHEAD ? most : MOST_AHEAD;
  int32_t *list = game != NULL ? module_battle_list((size_t)game->count * (2 + 2 * limit)) : NULL;
  int32_t *to = list;
  for (int32_t i = 0; list != NULL && i < game->count; i++) {
    ovl_cell cells[MOST_AHEAD];
    const size_t all = ovl_unit_ahead(game->units, game->unit[i], cells, limit);
    const size_t count = all < limit ? all : limit;
    if (count == 0) {
      continue;
    }
    *to++ = i;
    *to++ = (int32_t)count;
    for (size_t j = 0; j < count; j++) {
      *to++ = cells[j].x;
      *to++ = cells[j].y;
    }
  }
  return finish(list, to);
}

/* ---- Flows, rocks ---- */

/* The steps of a flow at every spacing-th cell; returns the end of the list. */
static int32_t *write_flow(const struct battle_game *game, const ovl_flow *flow, int32_t spacing,
                           int32_t *to) {
  for (int32_t y = spacing / 2; y < game->grid.floor[0].height; y += spacing) {
    for (int32_t x = spacing / 2; x < game->grid.floor[0].width; x += spacing) {
      ovl_flow_step step;
      if (ovl_flow_peek(flow, (ovl_cell){x, y, 0}, &step) == OVL_OK && step.cost_to_go > 0) {
        *to++ = x;
        *to++ = y;
        *to++ = step.next.x;
        *to++ = step.next.y;
      }
    }
  }
  return to;
}

/* The flows in use, every `spacing`-th cell: number of the flow, its goal x, y, how many steps
 * follow, and of each x, y, and the cell to go to next. */
EXPLORER_CALL(module_battle_flows) const int32_t *module_battle_flows(int32_t spacing) {
  const struct battle_game *game = module_battle_game();
  if (game == NULL || spacing < 1) {
    return finish(NULL, NULL);
  }
  const size_t across = (size_t)(game->grid.floor[0].width / spacing) + 1;
  const size_t down = (size_t)(game->grid.floor[0].height / spacing) + 1;
  int32_t *list = module_battle_list((size_t)game->def.flows * (4 + 4 * across * down));
  int32_t *to = list;
  for (int32_t i = 0; list != NULL && i < game->def.flows && i < MOST_FLOWS; i++) {
    ovl_cell place;
    const ovl_flow *flow = ovl_units_flow(game->units, i, &place);
    if (flow == NULL) {
      continue;
    }
    int32_t *head = to;
    to = write_flow(game, flow, spacing, head + 4);
    head[0] = i;
    head[1] = place.x;
    head[2] = place.y;
    head[3] = (int32_t)((to - head - 4) / 4);
  }
  return finish(list, to);
}

/* Rocks that fell or were cleared by chance in the last tick: x, y, terrain of each. */
EXPLORER_CALL(module_battle_rocks) const int32_t *module_battle_rocks(void) {
  const struct battle_game *game = module_battle_game();
  int32_t *list = game != NULL ? module_battle_list(3 * BATTLE_MOST_ROCKS_TICK) : NULL;
  int32_t *to = list;
  for (size_t i = 0; list != NULL && i < game->rocks.event_count; i++) {
    const struct battle_rock *rock = &game->rocks.events[i];
    *to++ = rock->cell.x;
    *to++ = rock->cell.y;
    *to++ = rock->falls ? game->rocks.terrain : rock->terrain;
  }
  return finish(list, to);
}

/* ---- Questions ---- */

/* Numbers of the units that would be cut off from a cell if cells, x, y of each, were blocked. */
EXPLORER_CALL(module_battle_cut_off)
const int32_t *module_battle_cut_off(const int32_t *cells, uint32_t count, int32_t home_x,
                                     int32_t home_y) {
  const struct battle_game *game = module_battle_game();
  if (game == NULL || game->weights[game->rocks.terrain] != 0 || /* no terrain blocks the units */
      !reserve_edits(count) || !reserve_cells((size_t)game->count) ||
      !module_reserve(&look.cut, &look.cut_capacity, (size_t)game->count + 1, sizeof *look.cut)) {
    return finish(NULL, NULL);
  }
  for (uint32_t i = 0; i < count; i++) {
    look.edits[i] =
        ovl_edit_rect((ovl_cell){cells[2 * i], cells[2 * i + 1], 0}, 1, 1, game->rocks.terrain);
  }
  for (int32_t i = 0; i < game->count; i++) {
    ovl_unit_info info = {.state = OVL_UNIT_IDLE};
    ovl_unit_describe(game->units, game->unit[i], &info);
    look.cells[i] = info.cell;
  }
  const ovl_what_if what = {.edits = look.edits,
                            .edit_count = count,
                            .home = {home_x, home_y, 0},
                            .units = look.cells,
                            .unit_count = (size_t)game->count};
  size_t needed = 0;
  ovl_world_what_if(game->world, &what, game->def.apply, look.cut, (size_t)game->count, &needed,
                    NULL);
  int32_t *list = module_battle_list(needed);
  for (size_t i = 0; list != NULL && i < needed; i++) {
    list[i] = (int32_t)look.cut[i];
  }
  return finish(list, list != NULL ? list + needed : NULL);
}

/* A fork in which the cells of all units but one are blocked; NULL: no memory. */
static ovl_world *fork_around(const struct battle_game *game, int32_t unit) {
  ovl_world *moment = NULL;
  size_t count = 0;
  const int32_t body = game->body_cells;
  const int32_t before = game->is_hexagonal ? body / 2 : 0; /* cells above and left of its place */
  if (!reserve_edits((size_t)game->count * (size_t)(body * body))) {
    return NULL;
  }
  for (int32_t i = 0; i < game->count; i++) {
    ovl_unit_info info = {.state = OVL_UNIT_IDLE};
    ovl_unit_describe(game->units, game->unit[i], &info);
    for (int32_t j = 0; i != unit && j < body * body; j++) {
      const ovl_cell cell = {info.cell.x + j % body - before, info.cell.y + j / body - before, 0};
      if (battle_covers(game, cell.x - info.cell.x, cell.y - info.cell.y)) {
        look.edits[count++] = ovl_edit_rect(cell, 1, 1, game->rocks.terrain);
      }
    }
  }
  ovl_world_apply_def(game->world, look.edits, count, game->def.apply, &moment, NULL);
  return moment;
}

/* The turning points of the cheapest path, in look.cells. */
static ovl_result find_points(const ovl_world *world, ovl_cell from, ovl_cell to, size_t *count) {
  ovl_query query = {0};
  query.start = from;
  query.goal = to;
  query.smoothing = OVL_SMOOTH_GRID;
  ovl_path path = {.points = look.cells, .capacity = look.cell_capacity};
  ovl_result result = ovl_find_path(module_planner(), world, &query, &path);
  if (result == OVL_MORE_ROOM && reserve_cells(path.count)) {
    path.points = look.cells;
    path.capacity = look.cell_capacity;
    result = ovl_find_path(module_planner(), world, &query, &path);
  }
  *count = result == OVL_OK ? path.count : 0;
  return result;
}

/* The path of a unit to its goal: x, y of each turning point. With `around`, in a fork in which the
 * cells of all other units are blocked. Number 1: the result. */
EXPLORER_CALL(module_battle_path)
const int32_t *module_battle_path(int32_t unit, int32_t around) {
  const struct battle_game *game = module_battle_game();
  ovl_unit_info info = {.state = OVL_UNIT_IDLE};
  size_t count = 0;
  if (game == NULL || unit < 0 || unit >= game->count || module_planner() == NULL) {
    return finish(NULL, NULL);
  }
  ovl_unit_describe(game->units, game->unit[unit], &info);
  ovl_world *fork = around != 0 ? fork_around(game, unit) : NULL;
  const ovl_world *world = around != 0 ? fork : game->world;
  const ovl_result result =
      world != NULL ? find_points(world, info.cell, info.goal, &count) : OVL_NO_MEMORY;
  ovl_world_close(fork);
  int32_t *list = module_battle_list(2 * count);
  for (size_t i = 0; list != NULL && i < count; i++) {
    list[2 * i] = look.cells[i].x;
    list[2 * i + 1] = look.cells[i].y;
  }
  module_numbers()[1] = result;
  return finish(list, list != NULL ? list + 2 * count : NULL);
}
