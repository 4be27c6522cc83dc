/* Blockers: the fewest blocked cells to open so that there is a path, and of such paths the
 * cheapest. The fine search runs over the whole plane, with a toll for each blocked cell that is
 * opened (minimum obstacle removal).
 *
 * Invariant: the tolls of a path and its cost fit 63 bits together, and a toll is above the cost of
 * any path over up to 2^28 cells of the greatest weight. Only where a single step may cost
 * thousands of plain ones is the toll less than the highest cost that is possible in theory. */
#include "coarse/view/links.h"
#include "coarse/view/region_box.h"
#include "common/arena.h"
#include "common/argument.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "fine/body.h"
#include "fine/fine_search.h"
#include "fine/obstacle_removal.h"
#include "overland_inspect.h"
#include "query/query.h"

struct ovl_blockers {
  ovi_object object;
  const ovl_world *world;
  const ovi_layer *layer;
  ovi_window window; /* of the whole plane */
  ovi_fine_search search;
  uint64_t toll;
  uint32_t start, goal; /* cells of the window */
  ovi_status status;
  bool has_begun;
  ovl_fault fault; /* of the last call */
};

/* A bit for each cell that is listed as an obstacle: once there is an answer, the plane of targets
 * is free for it. */
enum { PLANE_LISTED = OVI_PLANE_TARGETS };

/* ---- Memory ------------------------------------------------------------------ */

/* The toll of a blocked cell: above the cost of any path, which leaves each cell at most once and
 * takes each link once, as far as the tolls of a path and its cost fit 63 bits. */
static uint64_t toll_of(const ovl_world *world, const ovi_layer *layer) {
  const uint64_t cells = (uint64_t)layer->partition.width * (uint64_t)layer->partition.height;
  const uint64_t highest = layer->profile.climb_cost > layer->profile.drop_cost
                               ? layer->profile.climb_cost
                               : layer->profile.drop_cost;
  const uint64_t step = (uint64_t)2 * 255 * OVI_K_LONG +
                        (layer->profile.max_exceptions != 0 ? OVI_MOST_STEP_COST : 0) +
                        (layer->shared->has_heights ? highest * UINT16_MAX : 0);
  const uint64_t cost =
      step > OVI_COSTS_END / cells
          ? OVI_COSTS_END
          : cells * step + (uint64_t)layer->shared->link_count * OVI_MOST_LINK_COST;
  /* At least as many cells as a path opens that opens the fewest: where only blocked cells prevent
   * steps, two for each step of a straight path over each floor. */
  uint64_t opened = 4;
  for (uint32_t i = 0; i < world->shared.floor_count; i++) {
    ovl_floor_info floor;
    ovl_world_floor(world, (int32_t)i, &floor);
    opened += 2 * ((uint64_t)floor.width + (uint64_t)floor.height);
  }
  if (layer->profile.max_exceptions != 0 || layer->shared->has_heights) {
    opened = 2 * cells;
  }
  const uint64_t most = (uint64_t)INT64_MAX / opened;
  return cost + 1 < most ? cost + 1 : most;
}

/* The most cells of a plane that a window may hold, margin included: a node has 32 bits, of a cell
 * and one of eight directions. And the most links: each takes up to four exceptions, whose numbers
 * have 32 bits. */
#define MOST_PLANE_CELLS ((uint64_t)1 << 29)
#define MOST_PLANE_LINKS ((uint64_t)1 << 28)

/* Returns whether steps have the layer's rule. A layer that is not directed needs it too: heights
 * that separate no open cells may separate those that are opened, and a link with a blocked end
 * serves once that is open. */
static bool has_steps(const ovi_layer *layer) {
  return layer->profile.is_directed || layer->shared->link_count != 0 || layer->shared->has_heights;
}

static void blockers_reserve(ovl_blockers *blockers, ovi_arena *arena, const ovi_layer *layer) {
  const ovi_window_shape shape = {0, 0,    layer->partition.width, layer->partition.height, 0,
                                  0, false};
  ovi_window_reserve(&blockers->window, arena, shape, false);
  if (has_steps(layer)) { /* a link may lead in both directions, and a hop takes two */
    uint32_t exceptions = 4 * layer->shared->link_count;
    for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
      exceptions += ovi_region_view(layer, id).costs.exceptions;
      ovi_layer_unpin(layer);
    }
    ovi_window_reserve_steps(&blockers->window, arena, layer->shared->has_heights, exceptions);
  }
  ovi_fine_reserve(&blockers->search, arena, blockers->window.max_cells);
}

/* Bytes of the object; 0: there is no such profile, or the world is too large. */
static uint64_t blockers_count_bytes(const ovl_world *world, int32_t profile) {
  const ovi_layer *layer = ovi_world_layer(world, profile);
  ovl_blockers counted;
  ovi_arena arena = {NULL, 0};
  if (layer == NULL ||
      (uint64_t)(layer->partition.width + 2) * (uint64_t)(layer->partition.height + 2) >
          MOST_PLANE_CELLS ||
      layer->shared->link_count > MOST_PLANE_LINKS) {
    return 0;
  }
  ovi_arena_take(&arena, 1, sizeof counted);
  blockers_reserve(&counted, &arena, layer);
  return arena.used;
}

size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile) {
  const uint64_t bytes = blockers_count_bytes(world, profile);
  return bytes <= SIZE_MAX ? (size_t)bytes : 0;
}

/* ---- The window -------------------------------------------------------------- */

/* Fills the window with all regions, and with hops for all links that the profile may take. */
static void fill_plane(ovi_window *window, const ovi_layer *layer) {
  const ovi_rectangle all = {0, 0, layer->partition.width, layer->partition.height};
  const ovi_window_ground ground = {layer->profile.min_weight, false, has_steps(layer)};
  ovi_layer_open_window(layer, window, all, &ground);
  for (uint32_t id = 0; id < ovi_region_count(layer); id++) {
    const ovi_region region = ovi_region_view(layer, id);
    ovi_region_paste(layer, &region, window);
    ovi_layer_unpin(layer);
  }
  for (uint32_t number = 0; number < layer->shared->link_count; number++) {
    const ovi_link link = ovi_link_at(layer, number);
    const uint32_t first = ovi_window_cell(window, link.first.x, link.first.y);
    const uint32_t second = ovi_window_cell(window, link.second.x, link.second.y);
    if (!ovi_link_is_for(layer, number)) {
      continue;
    }
    ovi_window_add_hop(window, first, second, link.cost);
    if (link.cost_back != 0) {
      ovi_window_add_hop(window, second, first, link.cost_back);
    }
  }
}

/* Marks where a body could stand if all cells were open: inside a floor, or on a place. */
static void mark_floor(ovl_blockers *blockers, int32_t number) {
  ovi_window *window = &blockers->window;
  const ovi_layer_profile *profile = &blockers->layer->profile;
  ovl_floor_info floor;
  ovl_world_floor(blockers->world, number, &floor);
  const int32_t size = floor.graph ? 1 : profile->body_cells;
  const int32_t before = ovi_body_before(profile->corners, size);
  const int32_t behind = ovi_body_behind(profile->corners, size);
  for (int32_t y = before; y < floor.height - behind; y++) {
    for (int32_t x = before; x < floor.width - behind; x++) {
      const ovl_cell cell = ovi_world_to_plane(
          blockers->world, (ovl_cell){floor.corner.x + x, floor.corner.y + y, number});
      ovi_set_bit(ovi_window_line(window, OVI_PLANE_OPEN, cell.y), cell.x);
    }
  }
}

static void blockers_clear_plane(ovi_window *window, int plane) {
  const size_t words = (size_t)window->bits.words[0] * (size_t)window->h;
  memset(ovi_window_line(window, plane, 0), 0, words * sizeof(uint64_t));
}

ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, ovl_blockers **blockers,
                               ovl_fault *fault) {
  const uint64_t bytes = blockers_count_bytes(world, profile);
  const ovi_argument arguments[] = {
      {"profile", profile, 0, (int64_t)world->shared.profile_count - 1},
      {"world: too large", bytes == 0, 0, 0}};
  const ovi_object object = {*ovi_allocator_of(allocator), bytes, NULL};
  ovi_arena arena;
  ovl_result result = OVI_ARGUMENTS_CHECK(arguments, 0, fault);
  result =
      result == OVL_OK ? ovi_object_make(&object, 0, sizeof **blockers, &arena, fault) : result;
  *blockers = NULL;
  if (result != OVL_OK) {
    return result;
  }
  ovl_blockers *made = (ovl_blockers *)(void *)arena.block;
  made->world = world;
  made->layer = ovi_world_layer(world, profile);
  made->toll = toll_of(world, made->layer);
  made->fault.what = "";
  blockers_reserve(made, &arena, made->layer);
  ovi_world_begin_call(world);
  fill_plane(&made->window, made->layer);
  result = ovi_world_end_call(world, OVL_OK);
  if (result != OVL_OK) {
    ovi_object_destroy(made);
    return result;
  }
  blockers_clear_plane(&made->window, OVI_PLANE_OPEN);
  for (uint32_t i = 0; i < world->shared.floor_count; i++) {
    mark_floor(made, (int32_t)i);
  }
  *blockers = made;
  return OVL_OK;
}

void ovl_blockers_destroy(ovl_blockers *blockers) { ovi_object_destroy(blockers); }

/* ---- The search ---------------------------------------------------------------- */

/* Records the fault of a call, and returns its result. */
static ovl_result blockers_end(ovl_blockers *blockers, ovl_result result, const char *what,
                               uint64_t found, uint64_t expected) {
  blockers->fault = (ovl_fault){what, 0, found, expected};
  return result;
}

/* Finds the number of a cell on which the body can stand if all cells are open. OVL_GOAL_OUTSIDE:
 * it is not in the world; OVL_GOAL_BLOCKED: the body would stand partly outside. */
static ovl_result blockers_find_cell(const ovl_blockers *blockers, ovl_cell cell,
                                     uint32_t *number) {
  if (!ovi_world_has(blockers->world, cell)) {
    return OVL_GOAL_OUTSIDE;
  }
  const ovl_cell at = ovi_world_to_plane(blockers->world, cell);
  *number = ovi_window_cell(&blockers->window, at.x, at.y);
  return ovi_removal_has(&blockers->window, *number) ? OVL_OK : OVL_GOAL_BLOCKED;
}

/* Finds both ends of a search, or notes which one is wrong. */
static ovl_result blockers_find_ends(ovl_blockers *blockers, ovl_cell start, ovl_cell goal) {
  const uint64_t body = (uint64_t)blockers->layer->profile.body_cells;
  const ovl_result at_start = blockers_find_cell(blockers, start, &blockers->start);
  const ovl_result at_goal = blockers_find_cell(blockers, goal, &blockers->goal);
  if (at_start == OVL_GOAL_OUTSIDE || (at_start == OVL_OK && at_goal == OVL_GOAL_OUTSIDE)) {
    const bool is_start = at_start != OVL_OK;
    ovi_query_find_outside(blockers->world, is_start ? start : goal,
                           is_start ? ovi_start_names : ovi_goal_names, &blockers->fault);
    return is_start ? OVL_START_OUTSIDE : OVL_GOAL_OUTSIDE;
  }
  if (at_start != OVL_OK) {
    return blockers_end(blockers, OVL_START_BLOCKED, "start: the body does not fit in its floor",
                        body, 1);
  }
  return at_goal == OVL_OK ? blockers_end(blockers, OVL_OK, "", 0, 0)
                           : blockers_end(blockers, OVL_GOAL_BLOCKED,
                                          "goal: the body does not fit in its floor", body, 1);
}

ovl_result ovl_blockers_begin(ovl_blockers *blockers, ovl_cell start, ovl_cell goal) {
  ovi_window *window = &blockers->window;
  ovi_fine_search *search = &blockers->search;
  blockers->has_begun = false;
  const ovl_result result = blockers_find_ends(blockers, start, goal);
  if (result != OVL_OK) {
    return result;
  }
  const int32_t goal_x = ovi_window_cell_x(window, blockers->goal);
  const int32_t goal_y = ovi_window_cell_y(window, blockers->goal);
  ovi_window_clear_targets(window);
  ovi_window_add_target(window, goal_x, goal_y);
  ovi_fine_begin_seeds(search, window);
  search->kind.toll = blockers->toll;
  if (blockers->layer->shared->link_count == 0) {
    ovi_fine_set_goal(search, goal_x, goal_y);
    const uint32_t plain = OVL_PLAIN_WEIGHT; /* of opened cells, which may be the lightest */
    search->goal.weight = search->goal.weight < plain ? search->goal.weight : plain;
  }
  ovi_fine_add_seed(search, ovi_window_cell_x(window, blockers->start),
                    ovi_window_cell_y(window, blockers->start),
                    window->weights[blockers->start] == 0 ? blockers->toll : 0);
  blockers->status = OVI_PAUSED;
  blockers->has_begun = true;
  return OVL_OK;
}

ovl_result ovl_blockers_step(ovl_blockers *blockers, uint64_t budget, bool *done) {
  *done = false;
  if (!blockers->has_begun) {
    return blockers_end(blockers, OVL_BAD_ARGUMENT, "blockers: no search has begun", 0, 1);
  }
  if (blockers->status == OVI_PAUSED) {
    blockers->status = ovi_fine_run(&blockers->search, budget);
    if (blockers->status == OVI_DONE) {
      ovi_fine_reverse_path(&blockers->search, blockers->goal);
    }
  }
  *done = blockers->status == OVI_DONE;
  return blockers->status == OVI_NONE ? blockers_end(blockers, OVL_UNREACHABLE, "goal", 0, 0)
                                      : blockers_end(blockers, OVL_OK, "", 0, 0);
}

/* ---- The answer ---------------------------------------------------------------- */

typedef struct blockers_answer {
  const ovl_blockers *blockers;
  ovl_obstacle *obstacles;
  size_t capacity, count;
} blockers_answer;

/* Lists a blocked cell once, however many opened positions cover it. */
static void list_cell(blockers_answer *answer, int32_t x, int32_t y) {
  const ovl_blockers *blockers = answer->blockers;
  uint64_t *listed = ovi_window_line(&blockers->window, PLANE_LISTED, y);
  const ovl_cell cell = ovi_world_from_plane(blockers->world, (ovl_cell){x, y, 0});
  const uint8_t terrain = ovl_world_terrain(blockers->world, cell);
  if (blockers->layer->profile.weights[terrain] != 0 || ovi_get_bit(listed, x) != 0) {
    return;
  }
  ovi_set_bit(listed, x);
  if (answer->count < answer->capacity) {
    answer->obstacles[answer->count] = (ovl_obstacle){cell, terrain};
  }
  answer->count++;
}

/* Lists the blocked cells that a body covers at a position. */
static void list_position(blockers_answer *answer, uint32_t position) {
  const ovi_window *window = &answer->blockers->window;
  const int32_t left = ovi_window_cell_x(window, position);
  const int32_t top = ovi_window_cell_y(window, position);
  const int32_t size = answer->blockers->layer->profile.body_cells;
  const int topology = answer->blockers->layer->profile.corners;
  for (int32_t dy = 1 - size; dy < size; dy++) {
    for (int32_t dx = 1 - size; dx < size; dx++) {
      if (ovi_body_covers(topology, size, dx, dy)) {
        list_cell(answer, left + dx, top + dy);
      }
    }
  }
}

ovl_result ovl_blockers_answer(ovl_blockers *blockers, ovl_obstacle *obstacles, size_t capacity,
                               size_t *needed, uint64_t *cost) {
  blockers_answer answer = {blockers, obstacles, capacity, 0};
  ovi_window *window = &blockers->window;
  *needed = 0;
  if (!blockers->has_begun || blockers->status != OVI_DONE) {
    return blockers_end(blockers, OVL_BAD_ARGUMENT, "blockers: the search is not over", 0, 1);
  }
  blockers_clear_plane(window, PLANE_LISTED);
  if (blockers->window.weights[blockers->start] == 0) {
    list_position(&answer, blockers->start);
  }
  /* List what each step of the path opens. A step of the path's cost is the step that was taken;
   * where the path follows a link, every step costs more. */
  const ovi_fine_search *search = &blockers->search;
  uint32_t to;
  for (uint32_t at = blockers->start; at != blockers->goal; at = to) {
    to = search->nodes[at].parent;
    for (int direction = 0; direction < 8; direction++) {
      const ovi_removal removal = ovi_removal_step(window, at, direction);
      if (removal.cost != OVI_NO_STEP && removal.to == to && removal.beside != OVI_NO_REMOVAL &&
          search->nodes[at].cost + ovi_removal_cost(search, &removal) == search->nodes[to].cost) {
        list_position(&answer, removal.beside);
      }
    }
    if (window->weights[to] == 0) {
      list_position(&answer, to);
    }
  }
  blockers_clear_plane(window, PLANE_LISTED);
  *needed = answer.count;
  if (cost != NULL) {
    *cost = ovi_fine_cost(&blockers->search, blockers->goal) % blockers->toll;
  }
  return answer.count > capacity
             ? blockers_end(blockers, OVL_MORE_ROOM, "capacity", capacity, answer.count)
             : blockers_end(blockers, OVL_OK, "", 0, 0);
}

const ovl_fault *ovl_blockers_fault(const ovl_blockers *blockers) { return &blockers->fault; }
