/* What stands between two cells: the fine loop over the whole plane, with a toll for each
 * blocked cell that is opened.
 *
 * Invariant: all tolls of a way and its cost fit 63 bits, and a toll is above the cost of any
 * way: of 2^28 cells of the greatest weight, and by far of all others. Only where a single step
 * may cost thousands of plain ones is it less than the worst that can be thought of. */
#include "coarse/view/plane_window.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "fine/breaches.h"
#include "fine/fine_search.h"
#include "overland_inspect.h"
#include "world/world.h"

struct ovl_blockers {
  ovl_allocator allocator;
  uint64_t bytes;
  const ovl_world *world;
  const ovi_layer *layer;
  uint64_t toll;
  ovi_window window;
  ovi_fine_search search;
  uint32_t start, goal; /* cells of the window */
  ovi_search_status status;
  bool has_begun;
};

/* What has been told, a bit a cell: when there is an answer, nothing is looked for any more. */
enum { PLANE_TOLD = OVI_PLANE_TARGETS };

/* ---- Memory ------------------------------------------------------------------ */

/* The cost that no way reaches: each cell is left once at most, and each link taken once. */
static uint64_t cost_bound(const ovi_layer *layer) {
  const uint64_t cells = (uint64_t)layer->width * (uint64_t)layer->height;
  const uint64_t dearest = layer->profile.climb_cost > layer->profile.drop_cost
                               ? layer->profile.climb_cost
                               : layer->profile.drop_cost;
  const uint64_t step = (uint64_t)2 * 255 * OVI_K_DIAGONAL +
                        (layer->profile.max_exceptions != 0 ? OVI_MOST_STEP_COST : 0) +
                        (layer->shared->has_heights ? dearest * UINT16_MAX : 0);
  if (step > OVI_COSTS_END / cells) {
    return OVI_COSTS_END;
  }
  return cells * step + (uint64_t)layer->shared->link_count * OVI_MOST_LINK_COST;
}

/* A way that opens the fewest cells opens no more: where only blocked cells stand in the way,
 * two a step of a straight way over each floor. */
static uint64_t opened_bound(const ovl_world *world, const ovi_layer *layer) {
  uint64_t bound = 4;
  if (layer->profile.max_exceptions != 0 || layer->shared->has_heights) {
    return 2 * (uint64_t)layer->width * (uint64_t)layer->height;
  }
  for (uint32_t i = 0; i < world->shared.floor_count; i++) {
    ovi_rectangle floor;
    ovi_world_floor_rectangle(world, (int32_t)i, &floor);
    bound += 2 * (uint64_t)(floor.x1 - floor.x0 + floor.y1 - floor.y0);
  }
  return bound;
}

static uint64_t toll_of(const ovl_world *world, const ovi_layer *layer) {
  const uint64_t most = (uint64_t)INT64_MAX / opened_bound(world, layer);
  const uint64_t toll = cost_bound(layer) + 1;
  return toll < most ? toll : most;
}

static void blockers_reserve(ovl_blockers *why, ovi_arena *arena, const ovi_layer *layer) {
  ovi_plane_window_reserve(&why->window, arena, layer, true);
  ovi_fine_reserve(&why->search, arena, why->window.max_cells);
}

/* 0: there is no such profile, or the world is too large. */
static uint64_t blockers_bytes_for(const ovl_world *world, int32_t profile) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  ovl_blockers counted;
  ovi_arena arena = {NULL, 0};
  if (layer == NULL || !ovi_plane_fits_window(layer)) {
    return 0;
  }
  ovi_arena_take(&arena, 1, sizeof(ovl_blockers));
  blockers_reserve(&counted, &arena, layer);
  return arena.used;
}

size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile) {
  const uint64_t bytes = blockers_bytes_for(world, profile);
  return bytes <= SIZE_MAX ? (size_t)bytes : 0;
}

/* Marks where a body could stand if all was open: inside a floor, or on a place. */
static void mark_floor(ovl_blockers *why, int32_t number) {
  ovi_window *window = &why->window;
  const int32_t reach = why->layer->profile.body_cells - 1;
  ovl_floor_info floor;
  ovl_world_floor(why->world, number, &floor);
  const int32_t width = floor.graph ? floor.width : floor.width - reach;
  const int32_t height = floor.graph ? floor.height : floor.height - reach;
  for (int32_t y = 0; y < height; y++) {
    for (int32_t x = 0; x < width; x++) {
      const ovl_cell cell = ovi_world_to_plane(why->world, (ovl_cell){x, y, number});
      ovi_set_bit(ovi_window_line(window, OVI_PLANE_OPEN, cell.y), cell.x);
    }
  }
}

static void blockers_clear_plane(ovi_window *window, int plane) {
  const size_t words = (size_t)window->words[0] * (size_t)window->h;
  memset(ovi_window_line(window, plane, 0), 0, words * sizeof(uint64_t));
}

static void blockers_fill(ovl_blockers *why) {
  ovi_plane_window_fill(&why->window, why->layer, true);
  ovi_fine_clear(&why->search, why->window.max_cells);
  blockers_clear_plane(&why->window, OVI_PLANE_OPEN);
  for (uint32_t i = 0; i < why->world->shared.floor_count; i++) {
    mark_floor(why, (int32_t)i);
  }
}

ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, ovl_blockers **why) {
  const uint64_t bytes = blockers_bytes_for(world, profile);
  *why = NULL;
  allocator = allocator != NULL ? allocator : ovl_default_allocator();
  if (bytes == 0 || allocator->allocate == NULL || allocator->release == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  uint8_t *block = ovi_allocate(allocator, bytes);
  if (block == NULL) {
    return OVL_NO_MEMORY;
  }
  ovi_arena cut = {block, 0};
  ovl_blockers *made = ovi_arena_take(&cut, 1, sizeof(ovl_blockers));
  memset(made, 0, sizeof(*made));
  made->allocator = *allocator;
  made->bytes = bytes;
  made->world = world;
  made->layer = ovi_world_layer(world, profile);
  made->toll = toll_of(world, made->layer);
  blockers_reserve(made, &cut, made->layer);
  ovi_world_begin_call(world);
  blockers_fill(made);
  const ovl_result result = ovi_world_end_call(world, OVL_OK);
  if (result != OVL_OK) {
    ovl_blockers_destroy(made);
    return result;
  }
  *why = made;
  return OVL_OK;
}

void ovl_blockers_destroy(ovl_blockers *why) {
  if (why != NULL) {
    ovl_allocator allocator = why->allocator;
    ovi_release(&allocator, why, why->bytes);
  }
}

/* ---- The search ---------------------------------------------------------------- */

static bool blockers_find_cell(const ovl_blockers *why, ovl_cell cell, uint32_t *number) {
  if (!ovi_world_has(why->world, cell)) {
    return false;
  }
  const ovl_cell at = ovi_world_to_plane(why->world, cell);
  *number = ovi_window_cell(&why->window, at.x, at.y);
  return ovi_breach_has(&why->window, at.x, at.y);
}

ovl_result ovl_blockers_begin(ovl_blockers *why, ovl_cell start, ovl_cell goal) {
  ovi_window *window = &why->window;
  ovi_fine_search *search = &why->search;
  why->has_begun = false;
  if (!blockers_find_cell(why, start, &why->start)) {
    return OVL_START_OUTSIDE;
  }
  if (!blockers_find_cell(why, goal, &why->goal)) {
    return OVL_GOAL_OUTSIDE;
  }
  const int32_t goal_x = ovi_window_cell_x(window, why->goal);
  const int32_t goal_y = ovi_window_cell_y(window, why->goal);
  ovi_window_unmark_all(window);
  ovi_window_mark(window, goal_x, goal_y);
  ovi_fine_begin_seeds(search, window);
  ovi_fine_breach(search, why->toll);
  if (why->layer->shared->link_count == 0) {
    ovi_fine_aim(search, goal_x, goal_y);
    const uint32_t plain = OVL_PLAIN_WEIGHT; /* what is opened may weigh less than all else */
    search->goal_weight = search->goal_weight < plain ? search->goal_weight : plain;
  }
  ovi_fine_add_seed(search, ovi_window_cell_x(window, why->start),
                    ovi_window_cell_y(window, why->start),
                    window->weights[why->start] == 0 ? why->toll : 0);
  why->status = OVI_SEARCH_PAUSED;
  why->has_begun = true;
  return OVL_OK;
}

/* Turns the parents of the way around, so that it can be followed from the start. */
static void blockers_turn_parents(ovl_blockers *why) {
  ovi_fine_node *nodes = why->search.nodes;
  uint32_t next = why->goal;
  uint32_t at = why->goal;
  while (at != why->start) {
    const uint32_t parent = nodes[at].parent;
    nodes[at].parent = next;
    next = at;
    at = parent;
  }
  nodes[at].parent = next;
}

ovl_result ovl_blockers_step(ovl_blockers *why, uint64_t budget, bool *done) {
  *done = false;
  if (!why->has_begun) {
    return OVL_BAD_ARGUMENT;
  }
  if (why->status == OVI_SEARCH_PAUSED) {
    why->status = ovi_fine_run(&why->search, budget);
    if (why->status == OVI_SEARCH_TARGET) {
      blockers_turn_parents(why);
    }
  }
  *done = why->status == OVI_SEARCH_TARGET;
  return why->status == OVI_SEARCH_EXHAUSTED ? OVL_UNREACHABLE : OVL_OK;
}

/* ---- The answer ---------------------------------------------------------------- */

typedef struct blockers_answer {
  const ovl_blockers *why;
  ovl_obstacle *obstacles;
  size_t capacity, count;
} blockers_answer;

/* A cell is told once, however many positions lie over it. */
static void tell_cell(blockers_answer *answer, int32_t x, int32_t y) {
  const ovl_blockers *why = answer->why;
  uint64_t *told = ovi_window_line(&why->window, PLANE_TOLD, y);
  const ovl_cell cell = ovi_world_from_plane(why->world, (ovl_cell){x, y, 0});
  const uint8_t terrain = ovl_world_terrain(why->world, cell);
  if (why->layer->profile.weights[terrain] != 0 || ovi_get_bit(told, x) != 0) {
    return;
  }
  ovi_set_bit(told, x);
  if (answer->count < answer->capacity) {
    answer->obstacles[answer->count] = (ovl_obstacle){cell, terrain};
  }
  answer->count++;
}

/* Tells what is blocked under a position. */
static void tell_position(blockers_answer *answer, uint32_t position) {
  const ovi_window *window = &answer->why->window;
  const int32_t left = ovi_window_cell_x(window, position);
  const int32_t top = ovi_window_cell_y(window, position);
  const int32_t side = answer->why->layer->profile.body_cells;
  for (int32_t y = top; y < top + side; y++) {
    for (int32_t x = left; x < left + side; x++) {
      tell_cell(answer, x, y);
    }
  }
}

/* What the way from one cell to the next opens. If it is a link, no step costs as little. */
static void tell_next(blockers_answer *answer, uint32_t from, uint32_t to) {
  const ovi_fine_search *search = &answer->why->search;
  const ovi_breach_place blockers_reserve = ovi_breach_place_of(search->window, from);
  for (int direction = 0; direction < 8; direction++) {
    const ovi_breach breach = ovi_breach_step(blockers_reserve, direction);
    if (breach.cost != OVI_NO_STEP && breach.to == to && breach.beside != OVI_NO_BREACH &&
        search->nodes[from].cost + ovi_breach_cost(search, &breach) == search->nodes[to].cost) {
      tell_position(answer, breach.beside);
    }
  }
  if (search->window->weights[to] == 0) {
    tell_position(answer, to);
  }
}

ovl_result ovl_blockers_answer(const ovl_blockers *why, ovl_obstacle *obstacles, size_t capacity,
                               size_t *needed, uint64_t *cost) {
  blockers_answer answer = {why, obstacles, capacity, 0};
  ovi_window told = why->window; /* a view: the plane is the question's to work in */
  *needed = 0;
  if (!why->has_begun || why->status != OVI_SEARCH_TARGET) {
    return OVL_BAD_ARGUMENT;
  }
  blockers_clear_plane(&told, PLANE_TOLD);
  if (why->window.weights[why->start] == 0) {
    tell_position(&answer, why->start);
  }
  for (uint32_t at = why->start; at != why->goal; at = why->search.nodes[at].parent) {
    tell_next(&answer, at, why->search.nodes[at].parent);
  }
  blockers_clear_plane(&told, PLANE_TOLD);
  *needed = answer.count;
  if (cost != NULL) {
    *cost = ovi_fine_cost(&why->search, why->goal) % why->toll;
  }
  return answer.count > capacity ? OVL_MORE_ROOM : OVL_OK;
}
