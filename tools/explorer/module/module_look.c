/* Islands, costs, blockers and plain A* for the Explorer. Searches that
 * need much memory are made for one call and destroyed at its end. */
#include "overland_inspect.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_world.h"
#include "tools/plain/plain_search.h"

enum { SLICE = 1 << 20 };

static struct {
  int32_t *numbers; /* of islands or obstacles */
  size_t number_capacity;
  ovl_obstacle *obstacles;
  size_t obstacle_capacity;
  ovl_range_cell *reached;
  size_t reached_capacity;
  float *costs;
  size_t cost_capacity;
  uint8_t *states;
  size_t state_capacity;
} look;

static bool reserve_numbers(size_t count) {
  return module_reserve(&look.numbers, &look.number_capacity, count, sizeof *look.numbers);
}

/* ---- Islands ---- */

/* The island of a cell, 0: it is blocked or outside. */
EXPLORER_CALL(module_island) uint32_t module_island(int32_t x, int32_t y) {
  return module_world() == NULL ? 0 : ovl_world_island(module_world(), 0, (ovl_cell){x, y, 0});
}

/* The islands of all cells of the map, row by row. NULL: no memory. Valid until the next call. */
EXPLORER_CALL(module_islands) const uint32_t *module_islands(void) {
  ovl_world_info info;
  if (module_world() == NULL) {
    return NULL;
  }
  ovl_world_describe(module_world(), &info);
  if (!reserve_numbers((size_t)info.width * (size_t)info.height)) {
    return NULL;
  }
  uint32_t *to = (uint32_t *)look.numbers;
  for (int32_t y = 0; y < info.height; y++) {
    for (int32_t x = 0; x < info.width; x++) {
      *to++ = ovl_world_island(module_world(), 0, (ovl_cell){x, y, 0});
    }
  }
  return (const uint32_t *)look.numbers;
}

/* ---- Islands of the fork ---- */

enum { STATE_SAME, STATE_CLOSED, STATE_CUT, STATE_JOINED };

/* A cell that joined or left the island of `home`; islands of world and fork, 0: blocked. */
static uint8_t island_state(uint32_t before, uint32_t after, uint32_t home_before,
                            uint32_t home_after) {
  if (before != 0 && after == 0) {
    return STATE_CLOSED;
  }
  const bool was_joined = before != 0 && before == home_before;
  const bool is_joined = after != 0 && after == home_after;
  if (was_joined == is_joined) {
    return STATE_SAME;
  }
  return is_joined ? STATE_JOINED : STATE_CUT;
}

/* Compares the islands of the fork with those of the world, for each cell: 0 as before, 1 closed in
 * the fork, 2 cut off from the island of `home`, 3 joined to it. Numbers: 0 to 2 how many cells are
 * closed, cut off, joined; 3 and 4 how many islands there were and are. NULL: no fork, no memory.
 */
EXPLORER_CALL(module_fork_islands)
const uint8_t *module_fork_islands(int32_t home_x, int32_t home_y) {
  const ovl_world *fork = module_fork();
  module_ask_fork(0);
  const ovl_world *world = module_world();
  if (fork == NULL) {
    return NULL;
  }
  ovl_world_info info;
  ovl_world_describe(world, &info);
  if (!module_reserve(&look.states, &look.state_capacity, (size_t)info.width * (size_t)info.height,
                      1)) {
    return NULL;
  }
  const ovl_cell home = {home_x, home_y, 0};
  const uint32_t home_before = ovl_world_island(world, 0, home);
  const uint32_t home_after = ovl_world_island(fork, 0, home);
  double counts[STATE_JOINED + 1] = {0};
  uint8_t *to = look.states;
  for (int32_t y = 0; y < info.height; y++) {
    for (int32_t x = 0; x < info.width; x++, to++) {
      const ovl_cell cell = {x, y, 0};
      *to = island_state(ovl_world_island(world, 0, cell), ovl_world_island(fork, 0, cell),
                         home_before, home_after);
      counts[*to]++;
    }
  }
  module_numbers()[0] = counts[STATE_CLOSED];
  module_numbers()[1] = counts[STATE_CUT];
  module_numbers()[2] = counts[STATE_JOINED];
  module_numbers()[3] = (double)info.islands;
  ovl_world_describe(fork, &info);
  module_numbers()[4] = (double)info.islands;
  return look.states;
}

/* ---- Costs from a cell ---- */

/* The cells within a budget, in look.reached; *needed is their number. */
static ovl_result find_range(ovl_cell from, uint64_t budget, size_t *needed) {
  ovl_query query = {0};
  query.start = from;
  *needed = 1024;
  for (;;) {
    if (!module_reserve(&look.reached, &look.reached_capacity, *needed, sizeof *look.reached)) {
      return OVL_NO_MEMORY;
    }
    const ovl_result result = ovl_find_range(module_planner(), module_world(), &query, budget,
                                             look.reached, look.reached_capacity, needed);
    if (result != OVL_MORE_ROOM) {
      return result;
    }
  }
}

/* The costs from a cell to all cells within `budget` units: an array of a value a cell of the map,
 * in straight steps over plain ground; below 0: not within it. NULL: no memory, or the cell is
 * blocked. Number 0 is how many are within, 1 the result. */
EXPLORER_CALL(module_range) const float *module_range(int32_t x, int32_t y, double budget) {
  ovl_world_info info;
  size_t count;
  if (module_planner() == NULL) {
    return NULL;
  }
  ovl_world_describe(module_world(), &info);
  const size_t cells = (size_t)info.width * (size_t)info.height;
  const bool has_room = module_reserve(&look.costs, &look.cost_capacity, cells, sizeof *look.costs);
  const ovl_result result =
      has_room ? find_range((ovl_cell){x, y, 0}, (uint64_t)budget, &count) : OVL_NO_MEMORY;
  module_numbers()[1] = (double)result;
  if (result != OVL_OK) {
    return NULL;
  }
  for (size_t i = 0; i < cells; i++) {
    look.costs[i] = -1;
  }
  for (size_t i = 0; i < count; i++) {
    const ovl_range_cell *reached = &look.reached[i];
    look.costs[(size_t)reached->cell.y * (size_t)info.width + (size_t)reached->cell.x] =
        (float)((double)reached->cost / OVL_STRAIGHT_COST);
  }
  module_numbers()[0] = (double)count;
  return look.costs;
}

/* ---- Blockers ---- */

static ovl_result list_obstacles(ovl_blockers *blockers, size_t *needed, uint64_t *cost) {
  ovl_blockers_answer(blockers, NULL, 0, needed, cost);
  if (!module_reserve(&look.obstacles, &look.obstacle_capacity, *needed, sizeof *look.obstacles) ||
      !reserve_numbers(2 * *needed + 1)) {
    return OVL_NO_MEMORY;
  }
  const ovl_result result =
      ovl_blockers_answer(blockers, look.obstacles, look.obstacle_capacity, needed, cost);
  for (size_t i = 0; i < *needed; i++) {
    look.numbers[2 * i] = look.obstacles[i].cell.x;
    look.numbers[2 * i + 1] = look.obstacles[i].cell.y;
  }
  return result;
}

/* Finds the fewest cells to open so that the goal of the present query can be reached. Numbers: 0
 * their count, 1 the cost of the path with them open. module_obstacles lists their x, y. */
EXPLORER_CALL(module_why_not) int32_t module_why_not(void) {
  ovl_blockers *blockers;
  size_t needed = 0;
  uint64_t cost = 0;
  bool done = false;
  if (module_world() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = ovl_blockers_create(module_world(), 0, module_allocator(), &blockers, NULL);
  if (result == OVL_OK) {
    result = ovl_blockers_begin(blockers, module_query()->start, module_query()->goal);
  }
  while (result == OVL_OK && !done) {
    result = ovl_blockers_step(blockers, SLICE, &done);
  }
  if (result == OVL_OK) {
    result = list_obstacles(blockers, &needed, &cost);
  }
  ovl_blockers_destroy(blockers);
  module_numbers()[0] = (double)needed;
  module_numbers()[1] = (double)cost;
  return (int32_t)result;
}

EXPLORER_CALL(module_obstacles) const int32_t *module_obstacles(void) { return look.numbers; }

/* ---- Plain A* ---- */

/* Asks a plain A* over all cells for the present query. Numbers: 0 cost, units; 1
 * cells expanded. */
EXPLORER_CALL(module_plain) int32_t module_plain(void) {
  struct plain_search *search;
  uint64_t expanded = 0;
  ovl_path path = {0};
  if (module_world() == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  ovl_result result = plain_search_create(module_world(), 0, module_allocator(), &search);
  if (result == OVL_OK) {
    const ovl_query *query = module_query();
    result = plain_search_find(search, query->start, query->goal, &path, &expanded);
    result = result == OVL_MORE_ROOM ? OVL_OK : result;
  }
  plain_search_destroy(search);
  module_numbers()[0] = (double)path.cost;
  module_numbers()[1] = (double)expanded;
  return (int32_t)result;
}
