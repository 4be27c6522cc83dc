/* From a search that ended to the cells and runs of its path. */
#include "fine/local_search.h"

#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "fine/window_steps.h"

void ovi_local_search_reserve(ovi_local_search *local, ovi_arena *arena, int32_t side,
                              ovi_local_search_needs needs) {
  ovi_window_shape shape = {0, 0, side, side, 0, 0, true};
  ovi_window_reserve(&local->window, arena, shape, true);
  if (needs.steps) {
    ovi_window_reserve_steps(&local->window, arena, needs.heights, needs.most_exceptions);
  }
  uint32_t max_cells = local->window.max_cells;
  ovi_fine_reserve(&local->search, arena, max_cells);
  if (needs.turns) {
    ovi_fine_reserve_turns(&local->search, arena, max_cells);
  }
  local->path = ovi_arena_take(arena, max_cells, sizeof(uint32_t));
  local->cells = ovi_arena_take(arena, max_cells, sizeof(ovl_cell));
  local->windows = 0;
  local->cell_count = 0;
}

bool ovi_local_search_find(ovi_local_search *local, ovl_cell start, ovl_cell goal, uint64_t most) {
  ovi_window *window = &local->window;
  ovi_fine_search *search = &local->search;
  if (!search->progress.is_paused) {
    const int32_t x = start.x - window->x;
    const int32_t y = start.y - window->y;
    local->windows++;
    ovi_fine_begin(search, window, x, y);
    ovi_fine_set_goal(search, goal.x - window->x, goal.y - window->y);
    if (most < OVI_COSTS_END) {
      search->progress.limit = most + 1;
    }
    ovi_fine_add_target(search, window, goal.x - window->x, goal.y - window->y, false);
  }
  const bool found = ovi_fine_settle(search, window);
  OVI_ASSERT(!found || ovi_fine_has_reached(search, search->progress.settled));
  return found;
}

bool ovi_local_search_find_turning(ovi_local_search *local, ovl_cell start, ovl_cell goal,
                                   ovi_turning turning) {
  ovi_window *window = &local->window;
  ovi_fine_search *search = &local->search;
  if (!search->progress.is_paused) {
    local->windows++;
    ovi_fine_begin_turning(search, window, start.x - window->x, start.y - window->y, turning);
    ovi_fine_set_goal(search, goal.x - window->x, goal.y - window->y);
    ovi_fine_add_target(search, window, goal.x - window->x, goal.y - window->y, false);
  }
  return ovi_fine_settle(search, window);
}

/* Appends the cells from the last one to (x, y), by the two runs of ovi_turn_of_move. */
static void local_add_cells(ovi_local_search *local, int32_t x, int32_t y) {
  ovl_cell at = local->cells[local->cell_count - 1];
  ovl_cell *cell = local->cells + local->cell_count;
  const ovl_cell end = {x, y, 0};
  const ovl_cell turns[2] = {ovi_turn_of_move(local->window.corners, at, end, false), end};
  for (int run = 0; run < 2; run++) {
    const int32_t dx = ovi_sign(turns[run].x - at.x);
    const int32_t dy = ovi_sign(turns[run].y - at.y);
    while (!ovi_same_cell(at, turns[run])) {
      at.x += dx;
      at.y += dy;
      *cell++ = at;
    }
  }
  local->cell_count = (uint32_t)(cell - local->cells);
  OVI_ASSERT(local->cell_count <= local->window.max_cells);
}

void ovi_local_search_list_cells(ovi_local_search *local) {
  const ovi_window *window = &local->window;
  const ovi_fine_search *search = &local->search;
  const uint32_t target = search->progress.settled;
  const uint32_t legs = search->kind.has_turns ? ovi_fine_turning_path(search, target, local->path)
                                               : ovi_fine_path(search, target, local->path);
  for (uint32_t i = 0; i < legs; i++) {
    int32_t x = window->x + ovi_window_cell_x(window, local->path[i]);
    int32_t y = window->y + ovi_window_cell_y(window, local->path[i]);
    if (i == 0) {
      local->cells[0] = (ovl_cell){x, y, 0};
      local->cell_count = 1;
    }
    /* The longer run comes first if it is free: a unit that walks only a part of the path and then
     * plans again has then made less of a detour. */
    const ovl_cell at = local->cells[local->cell_count - 1];
    const ovi_sight sight = {at.x - window->x, at.y - window->y};
    if (window->bits.in_use &&
        ovi_sight_along_first(window, &sight, x - window->x, y - window->y)) {
      const ovl_cell turn = ovi_turn_of_move(window->corners, at, (ovl_cell){x, y, 0}, true);
      local_add_cells(local, turn.x, turn.y);
    }
    local_add_cells(local, x, y);
  }
}

/* The cost of the step to cell i, which is legal. */
static inline uint64_t cost_of_step(const ovi_local_search *local, uint32_t i) {
  const ovi_window *window = &local->window;
  const ovl_cell a = local->cells[i - 1];
  const ovl_cell b = local->cells[i];
  const int is_long = ovi_is_long_between(window->corners, a, b);
  if (window->bits.in_use) { /* all open cells have the least weight of the window */
    return ovi_step_cost(2u * window->min_weight, is_long);
  }
  const uint32_t from = ovi_window_cell(window, a.x - window->x, a.y - window->y);
  const uint32_t to = ovi_window_cell(window, b.x - window->x, b.y - window->y);
  OVI_ASSERT(window->weights[from] != 0 && window->weights[to] != 0);
  if (!window->steps.has_rule) {
    return ovi_step_cost((uint32_t)window->weights[from] + window->weights[to], is_long);
  }
  const ovi_step_view view = ovi_step_view_of(window);
  return ovi_single_step(&view, from, ovi_direction_of(b.x - a.x, b.y - a.y), false);
}

uint64_t ovi_local_search_cut(ovi_local_search *local, uint32_t end) {
  OVI_ASSERT(end < local->cell_count);
  local->cell_count = end + 1;
  uint64_t cost = 0;
  for (uint32_t i = 1; i <= end; i++) {
    cost += cost_of_step(local, i);
  }
  return cost;
}

/* Returns whether the step from a cell has the direction of the step to it. */
static bool goes_on(const ovl_cell *at) {
  return at[1].x - at[0].x == at[0].x - at[-1].x && at[1].y - at[0].y == at[0].y - at[-1].y;
}

void ovi_local_search_emit(const ovi_local_search *local, ovi_leg_sink sink) {
  uint64_t cost = 0;
  bool continues = false;
  for (uint32_t i = 1; i < local->cell_count; i++) {
    cost += cost_of_step(local, i);
    if (i + 1 == local->cell_count || !goes_on(&local->cells[i])) {
      sink.take(sink.user, (ovi_leg){local->cells[i].x, local->cells[i].y, cost}, continues);
      cost = 0;
      continues = true;
    }
  }
}
