/* The loop, and how a search begins and ends: see fine_search.h. */
#include "fine/fine_search.h"

#include "common/compiler.h"
#include "fine/canonical.h"
#include "fine/jumps.h"
#include "fine/neighbours.h"
#include "fine/obstacle_removal.h"
#include "fine/rays.h"
#include "overland_inspect.h"

void ovi_fine_reserve(ovi_fine_search *search, ovi_arena *arena, uint32_t max_nodes) {
  search->nodes = ovi_arena_take(arena, max_nodes, sizeof(ovi_fine_node));
  search->open.heap.items = ovi_arena_take(arena, max_nodes, sizeof(ovi_heap_item));
  search->open.buckets.links = (ovi_bucket_link *)(void *)search->open.heap.items;
  if (search->nodes == NULL) {
    return;
  }
  memset(search->nodes, 0, max_nodes * sizeof(ovi_fine_node));
  search->max_nodes = max_nodes;
  search->open.heap.positions = &search->nodes[0].position;
  search->open.heap.stride = sizeof(ovi_fine_node) / sizeof(uint32_t);
  search->open.heap.count = 0;
  ovi_sight_begin(&search->start.sight, 0, 0);
  search->stamp = 0;
  search->expanded = 0;
  search->expanded_end = UINT64_MAX;
  search->progress.is_paused = false;
  search->goal.weight_percent = 100;
  search->visit = NULL;
}

void ovi_fine_begin_seeds(ovi_fine_search *search, const ovi_window *window) {
  search->window = window;
  search->open.heap.count = 0;
  search->goal.weight = 0;
  search->progress.limit = UINT64_MAX;
  search->stamp++;
  if (search->stamp == 0) { /* stamps have wrapped around: clear the old ones */
    for (uint32_t i = 0; i < search->max_nodes; i++) {
      search->nodes[i].stamp = 0;
    }
    search->stamp = 1;
  }
  search->progress.targets = 0;
  search->kind.canonical = false;
  search->progress.is_paused = false;
  search->start.uses_sight = false;
  search->start.weight = 0;
  search->kind.reverse = false;
  search->kind.has_turns = false;
  search->kind.toll = 0;
  search->filling.field = NULL;
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
  ovi_sight_begin(&search->start.sight, x, y);
  search->start.uses_sight = window->bits.in_use;
  search->start.weight = window->min_weight;
  ovi_fine_add_seed(search, x, y, 0);
}

void ovi_fine_begin_turning(ovi_fine_search *search, const ovi_window *window, int32_t x, int32_t y,
                            ovi_turning turning) {
  ovi_fine_begin_seeds(search, window);
  search->kind.has_turns = true;
  search->kind.turn_cost = turning.cost;
  const uint32_t node = ovi_window_cell(window, x, y) << 3;
  for (uint32_t direction = 0; direction < 8; direction++) {
    if (turning.direction == OVI_ANY_DIRECTION || turning.direction == (int)direction) {
      ovi_relax(search, node | direction, node | direction, 0, 0, OVI_NODE_TURN);
    }
  }
}

void ovi_fine_set_goal(ovi_fine_search *search, int32_t goal_x, int32_t goal_y) {
  search->goal.x = goal_x;
  search->goal.y = goal_y;
  search->goal.weight = search->window->min_weight * search->goal.weight_percent / 100;
}

/* ---- The loop ------------------------------------------------------------ */

/* With neighbours a target is settled when it is expanded. */
static inline bool all_settled(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  if (!ovi_window_is_target(window, ovi_window_cell_x(window, cell),
                            ovi_window_cell_y(window, cell))) {
    return false;
  }
  search->progress.settled = cell;
  return ++search->progress.targets >= window->targets.count;
}

static inline bool all_settled_turning(ovi_fine_search *search, uint32_t node) {
  const bool done = all_settled(search, node >> 3);
  search->progress.settled = node;
  return done;
}

/* With jumps a target is settled when no open node, from the front on, can lead to it for less, or
 * when no path could cost less. Returns whether all are. */
static inline bool all_reached(ovi_fine_search *search, uint64_t front) {
  const ovi_window *window = search->window;
  for (; search->progress.targets < window->targets.count; search->progress.targets++) {
    uint32_t target = window->targets.cells[search->progress.targets];
    const ovi_fine_node *node = &search->nodes[target];
    if (node->stamp != search->stamp) {
      return false;
    }
    int32_t x = ovi_packed_x(node->packed);
    int32_t y = ovi_packed_y(node->packed);
    const uint64_t slope = window->steps.has_rule ? ovi_slope_left(search, target) : 0;
    uint64_t key = node->cost + ovi_heuristic_at(search, x, y) + slope;
    if (key > front && node->cost > ovi_octile(x - search->start.sight.x, y - search->start.sight.y,
                                               search->start.weight)) {
      if (search->progress.targets + 1 == window->targets.count && key < search->progress.limit) {
        search->progress.limit = key; /* a node as dear as the last target is of no use */
      }
      return false;
    }
    search->progress.settled = target;
  }
  return window->targets.count != 0;
}

static inline bool all_jumped_to(ovi_fine_search *search, uint32_t cell) {
  (void)cell;
  return all_reached(search,
                     search->open.heap.count != 0 ? search->open.heap.items[0].key : UINT64_MAX);
}

/* Of several targets, the next one is checked when it has been reached and the front has moved. */
static inline bool all_found(ovi_fine_search *search, uint32_t cell) {
  const ovi_window *window = search->window;
  (void)cell;
  if (search->nodes[window->targets.cells[search->progress.targets]].stamp != search->stamp) {
    return false;
  }
  const uint64_t front = ovi_buckets_front(&search->open.buckets);
  if (front == search->progress.front && search->progress.targets + 1 < window->targets.count) {
    return false;
  }
  search->progress.front = front;
  return all_reached(search, front);
}

static ovl_cell plane_cell_of(const ovi_fine_search *search, uint32_t node) {
  const ovi_window *window = search->window;
  const uint32_t cell = ovi_fine_cell(search, node);
  return (ovl_cell){window->x + ovi_window_cell_x(window, cell),
                    window->y + ovi_window_cell_y(window, cell), 0};
}

static void visit_cell(const ovi_fine_search *search, uint32_t node) {
  const ovl_cell at = plane_cell_of(search, node);
  const ovl_cell parent = plane_cell_of(search, search->nodes[node].parent);
  const ovl_visit_event event = {.kind = OVL_VISIT_EXPAND,
                                 .tier = OVL_TIER_FINE,
                                 .node = {at, at},
                                 .parent = {parent, parent},
                                 .g = search->nodes[node].cost,
                                 .h = ovi_fine_heuristic(search, ovi_fine_cell(search, node))};
  search->visit(search->visit_user, &event);
}

OVI_FORCE_INLINE bool is_any_open(const ovi_fine_search *search, const bool buckets) {
  return (buckets ? search->open.buckets.count : search->open.heap.count) != 0;
}

OVI_FORCE_INLINE uint32_t take_open(ovi_fine_search *search, const bool buckets) {
  if (!buckets) {
    return ovi_heap_take(&search->open.heap).node;
  }
  const uint32_t node = ovi_buckets_take(&search->open.buckets);
  search->nodes[node].position = OVI_NOT_OPEN;
  return node;
}

/* The loop, compiled anew for each open list and successor generator. */
OVI_FORCE_INLINE ovi_search_status fine_run(ovi_fine_search *search, uint64_t budget,
                                            const bool buckets,
                                            void (*expand)(ovi_fine_search *, uint32_t),
                                            bool (*is_done)(ovi_fine_search *, uint32_t)) {
  while (is_any_open(search, buckets)) {
    if (budget-- == 0) {
      return OVI_SEARCH_PAUSED;
    }
    uint32_t node = take_open(search, buckets);
    search->expanded++;
    if (search->visit != NULL) {
      visit_cell(search, node);
    }
    expand(search, node);
    if (is_done(search, node)) {
      return OVI_SEARCH_TARGET;
    }
  }
  return OVI_SEARCH_EXHAUSTED;
}

/* A function for each kind of search: one for all would leave the loops fewer registers. */
OVI_NOINLINE static ovi_search_status run_jumps(ovi_fine_search *search, uint64_t budget) {
  return search->window->bits.narrow
             ? fine_run(search, budget, false, ovi_expand_narrow_jumps, all_jumped_to)
             : fine_run(search, budget, false, ovi_expand_wide_jumps, all_jumped_to);
}

static ovi_search_status run_turning(ovi_fine_search *search, uint64_t budget) {
  return search->window->steps.has_rule
             ? fine_run(search, budget, false, ovi_expand_turning_steps, all_settled_turning)
             : fine_run(search, budget, false, ovi_expand_turning_neighbours, all_settled_turning);
}

static ovi_search_status run_steps(ovi_fine_search *search, uint64_t budget) {
  return search->kind.reverse ? fine_run(search, budget, false, ovi_expand_steps_back, all_settled)
                              : fine_run(search, budget, false, ovi_expand_steps, all_settled);
}

OVI_NOINLINE static ovi_search_status run_neighbours(ovi_fine_search *search, uint64_t budget) {
  return fine_run(search, budget, false, ovi_expand_neighbours, all_settled);
}

ovi_search_status ovi_fine_run(ovi_fine_search *search, uint64_t budget) {
  const ovi_window *window = search->window;
  if (window->bits.in_use) {
    return run_jumps(search, budget);
  }
  if (search->kind.has_turns) {
    return run_turning(search, budget);
  }
  if (search->kind.toll != 0) {
    return fine_run(search, budget, false, ovi_expand_removals, all_settled);
  }
  return window->steps.has_rule ? run_steps(search, budget) : run_neighbours(search, budget);
}

/* Whether the steps of a window that is prepared by this cost what weights and heights do, and few
 * enough units for buckets. */
static bool has_slopes(ovi_window *window) {
  const ovi_step_rule *rule = &window->steps.rule;
  const uint32_t dearer = rule->rise_cost > rule->fall_cost ? rule->rise_cost : rule->fall_cost;
  if (window->steps.heights == NULL || window->steps.exceptions.count != 0) {
    return false;
  }
  ovi_window_prepare(window);
  return ovi_buckets_fit(window->min_weight, 2 * (uint64_t)window->steps.relief * dearer);
}

/* Whether a search from one start to targets, over weights, can use canonical neighbours. */
static bool is_canonical(const ovi_fine_search *search, ovi_window *window) {
  return window->even != NULL && !window->bits.in_use && !search->kind.has_turns &&
         search->start.weight != 0 && (!window->steps.has_rule || has_slopes(window));
}

/* Sets what the heights on the way to the goal cost. */
static void set_slope(ovi_fine_search *search) {
  const ovi_window *window = search->window;
  search->goal.slope = (ovi_slope){0};
  search->goal.height = 0;
  if (search->goal.weight != 0) {
    search->goal.slope = ovi_slope_of(&window->steps.rule, search->kind.reverse);
    search->goal.height =
        window->steps.heights[ovi_window_cell(window, search->goal.x, search->goal.y)];
  }
}

/* Moves the start from the heap to the buckets, now that the goal is known too. */
static void begin_canonical(ovi_fine_search *search) {
  const ovi_window *window = search->window;
  const uint32_t start = ovi_heap_take(&search->open.heap).node;
  const uint32_t packed =
      OVI_ALL_DIRECTIONS | ovi_pack_cell(search->start.sight.x, search->start.sight.y);
  uint64_t first = ovi_heuristic_at(search, search->start.sight.x, search->start.sight.y);
  if (window->steps.has_rule) {
    set_slope(search);
    first += ovi_slope_left(search, start);
  }
  ovi_buckets_begin(&search->open.buckets, window->min_weight, first);
  search->progress.front = 0;
  search->nodes[start].stamp = 0;
  if (window->steps.has_rule) {
    ovi_relax(search, start, start, 0, packed, OVI_NODE_SLOPED);
  } else {
    ovi_relax(search, start, start, 0, packed, OVI_NODE_BUCKETED);
  }
}

static ovi_search_status run_canonical(ovi_fine_search *search, uint64_t budget) {
  return fine_run(search, budget, true, ovi_expand_canonical, all_found);
}

OVI_NOINLINE static ovi_search_status run_slopes(ovi_fine_search *search, uint64_t budget) {
  return fine_run(search, budget, true, ovi_expand_canonical_slopes, all_found);
}

ovi_search_status ovi_fine_resume(ovi_fine_search *search) {
  const uint64_t budget = ovi_fine_expansions_left(search);
  const bool slopes = search->window->steps.has_rule;
  const ovi_search_status status = !search->kind.canonical ? ovi_fine_run(search, budget)
                                   : slopes                ? run_slopes(search, budget)
                                                           : run_canonical(search, budget);
  search->progress.is_paused = status == OVI_SEARCH_PAUSED;
  return status;
}

void ovi_fine_add_target(ovi_fine_search *search, ovi_window *window, int32_t x, int32_t y,
                         bool any_order) {
  if (!search->start.uses_sight ||
      !ovi_sight_reaches(&search->start.sight, window, x, y, any_order)) {
    ovi_window_add_target(window, x, y);
    return;
  }
  const int32_t start_x = search->start.sight.x;
  const int32_t start_y = search->start.sight.y;
  search->progress.settled = ovi_window_cell(window, x, y);
  ovi_relax_target(search, search->progress.settled, ovi_window_cell(window, start_x, start_y),
                   ovi_octile(x - start_x, y - start_y, window->min_weight), ovi_pack_cell(x, y));
}

bool ovi_fine_settle(ovi_fine_search *search, ovi_window *window) {
  if (window->targets.count == 0) {
    return true;
  }
  if (!search->progress.is_paused) {
    search->kind.canonical = is_canonical(search, window);
    if (window->bits.in_use || search->kind.canonical) {
      ovi_window_prepare(window);
    }
    if (search->kind.canonical) {
      begin_canonical(search);
    }
  }
  const bool found = ovi_fine_resume(search) == OVI_SEARCH_TARGET;
  if (!search->progress.is_paused) {
    ovi_window_clear_targets(window);
  }
  return found;
}

/* ---- Fields ---------------------------------------------------------------- */

void ovi_fine_begin_field(ovi_fine_search *search, ovi_window *window, const ovi_field *field) {
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

/* For a field, which needs every cell. */
static inline bool never_done(ovi_fine_search *search, uint32_t cell) {
  (void)search;
  (void)cell;
  return false;
}

static void run_rays(ovi_fine_search *search) {
  if (search->window->bits.narrow) {
    fine_run(search, UINT64_MAX, false, ovi_expand_narrow_rays, never_done);
  } else {
    fine_run(search, UINT64_MAX, false, ovi_expand_wide_rays, never_done);
  }
}

/* Copies the costs and moves that neighbours have found into the field, which has its origins. */
static void copy_to_field(const ovi_fine_search *search) {
  const ovi_field *field = search->filling.field;
  const int32_t stride = search->window->stride;
  for (int32_t y = 0; y < field->h; y++) {
    for (int32_t x = 0; x < field->w; x++) {
      const uint32_t cell = ovi_window_cell(search->window, x, y);
      const ovi_fine_node *node = &search->nodes[cell];
      if (node->stamp == search->stamp && node->parent != cell) {
        const int32_t offset = (int32_t)(node->parent - cell);
        const int32_t dy = offset > 1 ? 1 : offset < -1 ? -1 : 0;
        const int direction = ovi_direction_of(offset - dy * stride, dy);
        *ovi_field_at(field, x, y) = ovi_field_pack(node->cost, (uint32_t)direction);
      }
    }
  }
}

void ovi_fine_fill_field(ovi_fine_search *search) {
  if (search->window->bits.in_use) {
    run_rays(search);
    return;
  }
  if (search->window->steps.has_rule) {
    fine_run(search, UINT64_MAX, false, ovi_expand_steps_back, never_done);
  } else {
    fine_run(search, UINT64_MAX, false, ovi_expand_canonical_in_heap, never_done);
  }
  copy_to_field(search);
}

uint32_t ovi_fine_reverse_path(ovi_fine_search *search, uint32_t target) {
  uint32_t next = target;
  uint32_t at = target;
  for (;;) {
    const uint32_t parent = search->nodes[at].parent;
    search->nodes[at].parent = next;
    if (parent == at) {
      return at;
    }
    next = at;
    at = parent;
  }
}

uint32_t ovi_fine_path(const ovi_fine_search *search, uint32_t target, uint32_t *cells) {
  uint32_t count = 0;
  for (uint32_t node = target;; node = search->nodes[node].parent) {
    cells[count++] = ovi_fine_cell(search, node);
    if (search->nodes[node].parent == node) {
      break;
    }
  }
  for (uint32_t i = 0; i < count / 2; i++) {
    uint32_t swap = cells[i];
    cells[i] = cells[count - 1 - i];
    cells[count - 1 - i] = swap;
  }
  return count;
}
