/* Beginning, running and ending a search: see fine_search.h. */
#include "fine/fine_search.h"

#include "common/compiler.h"
#include "fine/fine_loop.h"

void ovi_fine_reserve(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes) {
  search->nodes = ovi_arena_take(arena, max_nodes, sizeof(ovi_fine_node));
  search->open.heap.items = ovi_arena_take(arena, max_nodes + 1u, sizeof(ovi_heap_item));
  search->open.entered = NULL;
  search->start.area = ovi_arena_take(arena, OVI_NARROW_CELLS, sizeof(uint64_t));
  uint64_t *filled = ovi_arena_take(arena, OVI_BUCKETS / 64, sizeof(uint64_t));
  uint32_t *heads = ovi_arena_take(arena, OVI_BUCKETS, sizeof(uint32_t));
  search->open.buckets.links = (ovi_bucket_link *)(void *)search->open.heap.items;
  search->open.buckets.filled = filled;
  search->open.buckets.heads = heads;
  search->open.buckets.none = max_nodes;
  if (search->nodes == NULL) {
    return;
  }
  memset(search->nodes, 0, max_nodes * sizeof(ovi_fine_node));
  search->max_nodes = max_nodes;
  search->open.heap.positions = &search->nodes[0].position;
  search->open.heap.stride = sizeof(ovi_fine_node) / sizeof(uint32_t);
  search->open.heap.count = 0;
  search->start.sight = (ovi_sight){0, 0};
  search->stamp = 0;
  search->expanded = 0;
  search->expanded_end = UINT64_MAX;
  search->progress.is_paused = false;
  search->trace = NULL;
}

void ovi_fine_reserve_turns(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes) {
  search->open.entered = ovi_arena_take(arena, max_nodes, 8 * sizeof(uint64_t));
}

void ovi_fine_begin_seeds(ovi_fine_search *search, const ovi_window *window) {
  OVI_ASSERT((uint32_t)window->stride * (uint32_t)(window->h + 2) <= search->max_nodes);
  search->window = window;
  search->open.heap.count = 0;
  search->kind = (ovi_fine_kind){.canonical = false};
  search->goal.weight = 0;
  search->start.uses_sight = false;
  search->start.weight = 0;
  search->progress = (ovi_fine_progress){.limit = UINT64_MAX};
  search->filling.field = NULL;
  for (int direction = 0; direction < 8 && !window->bits.in_use; direction++) {
    const int32_t x = ovi_direction_x(direction);
    const int32_t y = ovi_direction_y(direction);
    search->steps.offsets[direction] = y * window->stride + x;
    search->steps.factors[direction] = ovi_step_cost(1, ovi_is_long(window->corners, direction));
    search->steps.packed[direction] = ((uint32_t)x << 8) + ((uint32_t)y << 20);
  }
  search->reported.has_begun = false;
  search->stamp++;
  if (search->stamp == 0) { /* stamps have wrapped around: clear the old ones */
    for (uint32_t i = 0; i < search->max_nodes; i++) {
      search->nodes[i].stamp = 0;
    }
    search->stamp = 1;
  }
}

void ovi_fine_add_seed(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost) {
  const uint32_t cell = ovi_window_cell(search->window, x, y);
  if (search->window->bits.in_use) {
    ovi_relax(search, cell, cell, cost, OVI_ALL_DIRECTIONS | ovi_pack_cell(x, y), OVI_NODE_PACKED);
  } else {
    ovi_relax(search, cell, cell, cost, 0, OVI_NODE_CELL);
  }
}

void ovi_fine_begin(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y) {
  ovi_fine_begin_seeds(search, window);
  search->start.sight = (ovi_sight){x, y};
  search->start.knows_area = false;
  search->start.uses_sight = window->bits.in_use;
  search->start.weight = window->min_weight;
  ovi_fine_add_seed(search, x, y, 0);
}

void ovi_fine_begin_turning(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y,
                            ovi_turning turning) {
  ovi_fine_begin_seeds(search, window);
  search->kind.has_turns = true;
  search->kind.turn_cost = turning.cost;
  const uint32_t cell = ovi_window_cell(window, x, y);
  for (int direction = 0; direction < 8; direction++) {
    if (turning.direction == OVI_ANY_DIRECTION || turning.direction == direction) {
      ovi_enter(search, cell, direction, cell, 0);
    }
  }
}

void ovi_fine_set_goal(ovi_fine_search *search, int32_t goal_x, int32_t goal_y) {
  search->goal.x = goal_x;
  search->goal.y = goal_y;
  search->goal.weight = search->window->min_weight;
}

/* ---- Running ------------------------------------------------------------- */

/* A function for each of the most frequent kinds of search: one for all would leave the loops fewer
 * registers. */
OVI_NOINLINE static ovi_status run_jumps(ovi_fine_search *search, uint64_t budget) {
  return search->window->bits.narrow ? ovi_fine_loop(search, budget, OVI_BY_NARROW_JUMPS)
                                     : ovi_fine_loop(search, budget, OVI_BY_WIDE_JUMPS);
}

OVI_NOINLINE static ovi_status run_hexagon_jumps(ovi_fine_search *search, uint64_t budget) {
  return search->window->bits.narrow ? ovi_fine_loop(search, budget, OVI_BY_NARROW_HEXAGONS)
                                     : ovi_fine_loop(search, budget, OVI_BY_WIDE_HEXAGONS);
}

OVI_NOINLINE static ovi_status run_neighbours(ovi_fine_search *search, uint64_t budget) {
  return ovi_fine_loop(search, budget, OVI_BY_NEIGHBOURS);
}

OVI_NOINLINE static ovi_status run_canonical(ovi_fine_search *search, uint64_t budget) {
  return ovi_canonical_loop(search, budget, false, false, false);
}

OVI_NOINLINE static ovi_status run_slopes(ovi_fine_search *search, uint64_t budget) {
  return ovi_canonical_loop(search, budget, true, false, false);
}

OVI_NOINLINE static ovi_status run_hexagons(ovi_fine_search *search, uint64_t budget) {
  return search->kind.sloped ? ovi_canonical_loop(search, budget, true, false, true)
                             : ovi_canonical_loop(search, budget, false, false, true);
}

OVI_NOINLINE static ovi_status run_steps(ovi_fine_search *search, uint64_t budget) {
  return ovi_fine_loop(search, budget, OVI_BY_STEPS);
}

OVI_NOINLINE static ovi_status run_traced(ovi_fine_search *search, uint64_t budget) {
  ovi_fine_emit_beginning(search);
  return search->kind.canonical ? ovi_canonical_loop(search, budget, search->kind.sloped, true,
                                                     search->window->corners == OVI_HEXAGONS)
                                : ovi_fine_loop(search, budget, OVI_TRACED);
}

ovi_status ovi_fine_run(ovi_fine_search *search, uint64_t budget) {
  const ovi_window *window = search->window;
  /* Bits serve where all open cells weigh the same and turns are free. */
  OVI_ASSERT(!window->bits.in_use || !(search->kind.canonical || search->kind.has_turns));
  if (search->trace != NULL) {
    return run_traced(search, budget);
  }
  if (window->bits.in_use) {
    return window->corners == OVI_HEXAGONS ? run_hexagon_jumps(search, budget)
                                           : run_jumps(search, budget);
  }
  if (search->kind.canonical && window->corners == OVI_HEXAGONS) {
    return run_hexagons(search, budget);
  }
  if (search->kind.canonical) {
    return search->kind.sloped ? run_slopes(search, budget) : run_canonical(search, budget);
  }
  if (search->kind.has_turns) {
    return ovi_fine_loop(search, budget, OVI_BY_TURNS);
  }
  if (search->kind.toll != 0) {
    return ovi_fine_loop(search, budget, OVI_BY_REMOVALS);
  }
  if (!window->steps.has_rule) {
    return run_neighbours(search, budget);
  }
  return search->kind.reverse ? ovi_fine_loop(search, budget, OVI_BY_STEPS_BACK)
                              : run_steps(search, budget);
}

/* ---- Beginning and ending ------------------------------------------------- */

/* Moves the start from the heap to the buckets, now that the goal is known too. */
static void begin_canonical(ovi_fine_search *search) {
  const ovi_window *window = search->window;
  const uint32_t start = ovi_heap_take(&search->open.heap).node;
  const uint32_t packed =
      OVI_ALL_DIRECTIONS | ovi_pack_cell(search->start.sight.x, search->start.sight.y);
  uint64_t first = ovi_heuristic_at(search, search->start.sight.x, search->start.sight.y);
  search->kind.sloped = window->steps.has_rule && window->steps.heights != NULL;
  if (search->kind.sloped) {
    /* The cost of the heights on the way to the goal. */
    search->steps.slope = ovi_slope_of(&window->steps.rule, search->kind.reverse);
    search->goal.height =
        search->goal.weight != 0
            ? window->steps.heights[ovi_window_cell(window, search->goal.x, search->goal.y)]
            : 0;
    first += search->goal.weight != 0 ? ovi_slope_left(search, start) : 0;
  }
  ovi_buckets_begin(&search->open.buckets, window->min_weight,
                    window->steps.has_rule ? window->steps.most_extra : 0, first);
  ovi_fine_node *node = &search->nodes[start];
  node->packed = packed;
  if (first < search->progress.limit) {
    node->position = ovi_buckets_add(&search->open.buckets, start, first);
  }
}

void ovi_fine_refit(ovi_fine_search *search) {
  const ovi_window *window = search->window;
  ovi_bucket_queue *queue = &search->open.buckets;
  OVI_ASSERT(search->kind.canonical && search->progress.at_rim);
  search->progress.at_rim = false;
  if (!window->steps.has_rule || window->steps.most_extra <= queue->extra) {
    return;
  }
  const uint64_t first = queue->now << queue->shift;
  uint32_t node = ovi_buckets_empty(queue);
  ovi_buckets_begin(queue, window->min_weight, window->steps.most_extra, first);
  while (node != queue->none) {
    const uint32_t after = queue->links[node].after;
    const uint64_t key = ovi_fine_key(search, node);
    search->nodes[node].position = ovi_buckets_add(queue, node, key > first ? key : first);
    node = after;
  }
}

ovi_status ovi_fine_resume(ovi_fine_search *search) {
  const ovi_status status = ovi_fine_run(search, ovi_fine_expansions_left(search));
  search->progress.is_paused = status == OVI_PAUSED;
  OVI_ASSERT(search->progress.targets <= search->window->targets.count);
  return status;
}

void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_order) {
  if (!ovi_fine_sees(search, x, y, any_order)) {
    ovi_window_add_target(window, x, y);
    return;
  }
  const int32_t start_x = search->start.sight.x;
  const int32_t start_y = search->start.sight.y;
  const uint32_t target = ovi_window_cell(window, x, y);
  const uint32_t start = ovi_window_cell(window, start_x, start_y);
  const uint64_t cost = ovi_distance(window->corners, x - start_x, y - start_y, window->min_weight);
  search->progress.settled = target;
  if (search->trace != NULL) {
    ovi_fine_emit_beginning(search);
  }
  ovi_relax_target(search, target, start, cost, ovi_pack_cell(x, y));
  if (search->trace != NULL) {
    ovi_fine_emit(search, OVL_TRACE_GOAL, target);
  }
}

bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window) {
  if (window->targets.count == 0) {
    return true;
  }
  if (!search->progress.is_paused) {
    /* From one start to targets, over weights, canonical neighbours serve. */
    search->kind.canonical = window->kinds.even != NULL && !window->bits.in_use &&
                             !search->kind.has_turns && search->start.weight != 0;
    if (window->bits.in_use || search->kind.canonical) {
      ovi_window_prepare(window);
    }
    if (search->kind.canonical) {
      begin_canonical(search);
    }
  }
  const bool found = ovi_fine_resume(search) == OVI_DONE;
  if (!search->progress.is_paused) {
    ovi_window_clear_targets(window);
  }
  return found;
}

/* ---- Fields ---------------------------------------------------------------- */

void ovi_fine_begin_field(ovi_fine_search *search, ovi_window *window, const ovi_field *field) {
  OVI_ASSERT(!window->bits.in_use || window->corners == OVI_SQUARES);
  if (!window->steps.has_rule) {
    ovi_window_prepare(window);
  }
  ovi_fine_begin_seeds(search, window);
  ovi_fine_reverse(search);
  search->filling.field = field;
  search->filling.ranks = 0;
  memset(field->values, 0xff, (size_t)field->w * (size_t)field->h * sizeof(uint64_t)); /* NONE */
}

void ovi_fine_add_origin(ovi_fine_search *search, int32_t x, int32_t y, uint64_t cost,
                         uint32_t move) {
  const uint32_t cell = ovi_window_cell(search->window, x, y);
  uint64_t *value = ovi_field_at(search->filling.field, x, y);
  if (search->window->bits.in_use) {
    if (search->window->bits.narrow) {
      ovi_add_ray_origin(search, x, y, cost, move, true);
    } else {
      ovi_add_ray_origin(search, x, y, cost, move, false);
    }
    return;
  }
  const uint64_t packed = ovi_field_pack(cost, move);
  *value = packed < *value ? packed : *value;
  if (search->window->steps.has_rule) {
    ovi_relax(search, cell, cell, cost, 0, OVI_NODE_CELL);
  } else {
    ovi_relax(search, cell, cell, cost, OVI_ALL_DIRECTIONS | ovi_pack_cell(x, y), OVI_NODE_PACKED);
  }
}

ovi_status ovi_fine_fill_field(ovi_fine_search *search, uint64_t budget) {
  const ovi_window *window = search->window;
  const ovi_field *field = search->filling.field;
  if (window->bits.in_use) {
    const ovi_status filled = window->bits.narrow
                                  ? ovi_fine_loop(search, budget, OVI_FILLS_NARROW_RAYS)
                                  : ovi_fine_loop(search, budget, OVI_FILLS_WIDE_RAYS);
    return filled == OVI_PAUSED ? OVI_PAUSED : OVI_DONE;
  }
  const ovi_status filled = window->steps.has_rule
                                ? ovi_fine_loop(search, budget, OVI_FILLS_STEPS_BACK)
                                : ovi_fine_loop(search, budget, OVI_FILLS_CANONICAL);
  if (filled == OVI_PAUSED) {
    return OVI_PAUSED;
  }
  /* Copies the costs and moves that neighbours have found into the field, which has its origins. */
  for (int32_t y = 0; y < field->h; y++) {
    for (int32_t x = 0; x < field->w; x++) {
      const uint32_t cell = ovi_window_cell(window, x, y);
      const ovi_fine_node *node = &search->nodes[cell];
      if (node->stamp == search->stamp && node->parent != cell) {
        const int32_t offset = (int32_t)(node->parent - cell);
        const int32_t dy = offset > 1 ? 1 : offset < -1 ? -1 : 0;
        const int direction = ovi_direction_of(offset - dy * window->stride, dy);
        *ovi_field_at(field, x, y) = ovi_field_pack(node->cost, (uint32_t)direction);
      }
    }
  }
  return OVI_DONE;
}

uint32_t ovi_fine_reverse_path(ovi_fine_search *search, uint32_t target) {
  uint32_t next = target;
  uint32_t at = target;
  for (;;) {
    const uint32_t parent = search->nodes[at].parent;
    OVI_ASSERT(search->nodes[parent].cost <= search->nodes[at].cost);
    search->nodes[at].parent = next;
    if (parent == at) {
      return at;
    }
    next = at;
    at = parent;
  }
}

static void reverse_cells(uint32_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count / 2; i++) {
    const uint32_t swap = cells[i];
    cells[i] = cells[count - 1 - i];
    cells[count - 1 - i] = swap;
  }
}

uint32_t ovi_fine_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells) {
  uint32_t count = 0;
  for (uint32_t node = target;; node = search->nodes[node].parent) {
    OVI_ASSERT(count < search->max_nodes && search->nodes[node].stamp == search->stamp);
    cells[count++] = node;
    if (search->nodes[node].parent == node) {
      break;
    }
  }
  reverse_cells(cells, count);
  return count;
}

/* The direction in which the path to a cell enters it at its least cost. */
static int least_direction(const ovi_fine_search *search, uint32_t cell) {
  const uint64_t *entered = ovi_entered_of(search, cell);
  int direction = 0;
  while (direction < 7 && entered[direction] != search->nodes[cell].cost) {
    direction++;
  }
  OVI_ASSERT(entered[direction] == search->nodes[cell].cost);
  return direction;
}

uint32_t ovi_fine_turning_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells) {
  const ovi_step_view view = ovi_step_view_of(search->window);
  uint64_t cost = search->nodes[target].cost;
  int direction = least_direction(search, target);
  uint32_t count = 0;
  cells[count++] = target;
  for (uint32_t cell = target; search->nodes[cell].parent != cell;) {
    uint64_t steps[8];
    cell = ovi_step_neighbour(&view, cell, ovi_direction_back(direction));
    OVI_ASSERT(count < search->max_nodes && search->nodes[cell].stamp == search->stamp);
    ovi_turn_steps(search->window, &view, cell, steps);
    cost -= steps[direction];
    if (ovi_entered_of(search, cell)[direction] != cost) { /* it turns here */
      OVI_ASSERT(cost == search->nodes[cell].cost + search->kind.turn_cost);
      cost = search->nodes[cell].cost;
      direction = least_direction(search, cell);
    }
    cells[count++] = cell;
  }
  reverse_cells(cells, count);
  return count;
}
