/* The way that opens an island: a search over the positions around it, in which a blocked position
 * costs one and an open one nothing (0-1 breadth-first search), so that the fewest are opened. */
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/world/world_held.h"
#include "tools/explorer/module/world/world_survey.h"

enum { NO_STEP = 4, IS_SOURCE = 5, MOST_CELLS = 8192 };

/* The window in which is searched; a value a position, row by row. */
typedef struct way_window {
  ovl_cell corner;
  int32_t w, h;
  uint32_t *islands;
  uint8_t *came;         /* the step by which a position was reached; NO_STEP: it was not */
  uint32_t *now, *later; /* positions that are reached by opening as many, and by one more */
  uint32_t now_count, later_count;
} way_window;

static struct {
  int32_t cells[2 * MOST_CELLS];
  int32_t count;
} way;

static const int32_t step_x[] = {1, 0, -1, 0};
static const int32_t step_y[] = {0, 1, 0, -1};

static size_t count_positions(const way_window *window) {
  return (size_t)window->w * (size_t)window->h;
}

static void release_window(way_window *window) {
  const uint32_t count = (uint32_t)count_positions(window);
  module_release(window->islands, 4 * count);
  module_release(window->came, count);
  module_release(window->now, 4 * count);
  module_release(window->later, 4 * count);
}

static bool allocate_window(way_window *window) {
  const uint32_t count = (uint32_t)count_positions(window);
  window->islands = module_allocate(4 * count);
  window->came = module_allocate(count);
  window->now = module_allocate(4 * count);
  window->later = module_allocate(4 * count);
  return window->islands != NULL && window->came != NULL && window->now != NULL &&
         window->later != NULL;
}

/* The positions within `reach` of a cell that a body fits on. */
static way_window window_around(ovl_cell cell, int32_t reach, int32_t body) {
  world_floor floor;
  world_floor_of(cell.floor, &floor);
  const ovl_cell first = floor.info.corner;
  const int32_t right = first.x + floor.info.width - body + 1;
  const int32_t below = first.y + floor.info.height - body + 1;
  const int32_t x0 = cell.x - reach > first.x ? cell.x - reach : first.x;
  const int32_t y0 = cell.y - reach > first.y ? cell.y - reach : first.y;
  const int32_t x1 = cell.x + reach < right ? cell.x + reach : right;
  const int32_t y1 = cell.y + reach < below ? cell.y + reach : below;
  return (way_window){.corner = {x0, y0, cell.floor}, .w = x1 - x0, .h = y1 - y0};
}

/* Adds a position that was reached first by a step; it is open, or one more to open. */
static void reach(way_window *window, uint32_t at, uint8_t step) {
  window->came[at] = step;
  if (window->islands[at] != 0) {
    window->now[window->now_count++] = at;
  } else {
    window->later[window->later_count++] = at;
  }
}

/* Expands positions, those that are reached by opening the fewest first, up to one of the island
 * `goal`; UINT32_MAX: it is not reached. */
static uint32_t search_way(way_window *window, uint32_t goal) {
  while (window->now_count + window->later_count > 0) {
    if (window->now_count == 0) {
      uint32_t *empty = window->now;
      window->now = window->later;
      window->later = empty;
      window->now_count = window->later_count;
      window->later_count = 0;
    }
    const uint32_t at = window->now[--window->now_count];
    if (window->islands[at] == goal) {
      return at;
    }
    const int32_t x = (int32_t)at % window->w;
    const int32_t y = (int32_t)at / window->w;
    for (int step = 0; step < NO_STEP; step++) {
      const int32_t to_x = x + step_x[step];
      const int32_t to_y = y + step_y[step];
      const bool is_inside = to_x >= 0 && to_y >= 0 && to_x < window->w && to_y < window->h;
      const uint32_t to = (uint32_t)(to_y * window->w + to_x);
      if (is_inside && window->came[to] == NO_STEP) {
        reach(window, to, (uint8_t)step);
      }
    }
  }
  return UINT32_MAX;
}

/* Lists the blocked positions on the way to `at`. */
static void list_way(const way_window *window, uint32_t at) {
  way.count = 0;
  while (window->came[at] != IS_SOURCE) {
    const int32_t x = (int32_t)at % window->w;
    const int32_t y = (int32_t)at / window->w;
    if (window->islands[at] == 0 && way.count < MOST_CELLS) {
      const ovl_cell place = world_place_of(
          (ovl_cell){window->corner.x + x, window->corner.y + y, window->corner.floor});
      way.cells[2 * way.count] = place.x;
      way.cells[2 * way.count + 1] = place.y;
      way.count++;
    }
    const uint8_t step = window->came[at];
    at = (uint32_t)((y - step_y[step]) * window->w + x - step_x[step]);
  }
}

static ovl_result find_way(way_window *window, uint32_t island) {
  const ovl_result result =
      ovl_world_read_cells(world_shown(), world_profile(), OVL_CELLS_ISLAND, window->corner,
                           window->w, window->h, window->islands, (size_t)window->w, NULL);
  if (result != OVL_OK) {
    return result;
  }
  memset(window->came, NO_STEP, count_positions(window));
  for (uint32_t at = 0; at < count_positions(window); at++) {
    if (window->islands[at] == island) {
      reach(window, at, IS_SOURCE);
    }
  }
  const uint32_t end = search_way(window, world_largest_island());
  if (end == UINT32_MAX) {
    return OVL_UNREACHABLE;
  }
  list_way(window, end);
  return OVL_OK;
}

/* Finds the fewest positions to open so that the island at a place of the plane joins the largest
 * one, within so many cells of it. An ovl_result; OVL_UNREACHABLE: there is no way. Number 0: how
 * many positions, 1: a terrain that is open, 2: the side of the body. */
EXPLORER_CALL(world_way) int32_t world_way(int32_t x, int32_t y, int32_t reach_cells) {
  ovl_profile_info info;
  uint32_t island = 0;
  uint32_t terrain = 0;
  const ovl_cell cell = world_cell_at(x, y);
  way.count = 0;
  if (world_shown() == NULL || cell.floor < 0) {
    return OVL_START_OUTSIDE;
  }
  ovl_world_profile(world_shown(), world_profile(), &info);
  ovl_result result = ovl_world_read_cells(world_shown(), world_profile(), OVL_CELLS_ISLAND, cell,
                                           1, 1, &island, 1, NULL);
  if (result == OVL_OK) {
    result = ovl_world_read_cells(world_shown(), world_profile(), OVL_CELLS_TERRAIN, cell, 1, 1,
                                  &terrain, 1, NULL);
  }
  if (result == OVL_OK && island == 0) {
    result = OVL_START_BLOCKED;
  }
  if (result != OVL_OK) {
    return (int32_t)result;
  }
  way_window window = window_around(cell, reach_cells, info.def.body_cells);
  result = allocate_window(&window) ? find_way(&window, island) : OVL_NO_MEMORY;
  release_window(&window);
  module_numbers()[0] = way.count;
  module_numbers()[1] = terrain;
  module_numbers()[2] = info.def.body_cells;
  return (int32_t)result;
}

/* Their places in the plane: x and y. */
EXPLORER_CALL(world_way_cells) const int32_t *world_way_cells(void) { return way.cells; }
