/* Sweeps, meetings, refinement. */
#include "overlay_plan.h"

#include "cost_rule.h"

enum { RADIUS_SHARE = 8 }; /* by which part of it the radius grows */
enum { ABOVE_CELLS = 4 /* cells of a level in one of the level above, but for regions */ };

void ovi_overlay_plan_place(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs) {
  const uint32_t regions = OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE;
  const uint32_t levels = needs.levels;
  uint64_t nodes = 0;
  uint32_t pages = 0;
  if (levels != 0) {
    nodes = (uint64_t)regions * needs.region_ports +
            (uint64_t)(levels * ABOVE_CELLS + regions) * needs.cell_ports;
    pages = 2 * regions + levels * ABOVE_CELLS;
  }
  const uint32_t count = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX - 1;
  ovi_overlay_search_place(&plan->goal, arena, count, pages);
  ovi_overlay_search_place(&plan->start, arena, count, pages);
  ovi_overlay_search_place(&plan->ahead, arena, count, pages);
  plan->step_capacity = 2 * count < count ? count : 2 * count;
  plan->steps = ovi_arena_take(arena, plan->step_capacity, sizeof(ovi_overlay_step));
}

static uint32_t levels_of(const ovi_overlay_plan *plan) { return ovi_overlay_highest(plan->layer); }

/* The cell of the level above that a level is searched in; on the highest there is none. */
static uint32_t above_of(const ovi_overlay_plan *plan, uint32_t level, uint32_t region) {
  return level < levels_of(plan) ? ovi_overlay_cell_of(plan->layer, level + 1, region) : 0;
}

/* ---- The stack ------------------------------------------------------------------- */

static bool push(ovi_overlay_plan *plan, ovi_overlay_step step) {
  if (plan->top == 0) {
    return false;
  }
  plan->steps[--plan->top] = step;
  return true;
}

static void clear_steps(ovi_overlay_plan *plan) { plan->top = plan->step_capacity; }

/* Turns round the order of the steps that were pushed since the top was `before`. */
static void reverse_since(ovi_overlay_plan *plan, uint32_t before) {
  for (uint32_t low = plan->top, high = before; low + 1 < high; low++) {
    const ovi_overlay_step step = plan->steps[low];
    plan->steps[low] = plan->steps[--high];
    plan->steps[high] = step;
  }
}

/* The port of a page's cell by which a node leads into it: its own, or that on the other side. */
static uint32_t entered_by(const ovi_overlay_search *search, const ovi_overlay_page *page,
                           const ovi_coarse_node *node) {
  if (node->side == OVI_NODE_ENTERS) {
    return node->number;
  }
  const ovi_overlay_twin twin = ovi_overlay_twin_of(&search->pages[node->page], node->number);
  return ovi_overlay_twin_port(page, &twin);
}

/* Where the node of a cell's port lies one level below. */
static uint32_t node_below(ovi_overlay_search *search, const ovi_overlay_cell *cell,
                           uint32_t port) {
  const ovi_overlay_below below = ovi_overlay_port_below(search->layer, cell, port);
  const ovi_overlay_page *found =
      ovi_overlay_page_at(search, &search->windows[cell->level - 1], below.cell);
  return found != NULL && below.port < found->ports ? found->first + below.port : OVI_NO_NODE;
}

/* Pushes the way back from a node that was reached from the start to where its level begins;
 * `total` is what the whole plan costs. The last step comes first. */
static bool push_to_start(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                          uint32_t number, uint64_t total) {
  const ovi_coarse_node *nodes = search->open.nodes;
  bool fits = true;
  while (nodes[number].parent != OVI_NO_NODE && fits) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pages[node->page];
    const uint32_t from = entered_by(search, page, &nodes[node->parent]);
    fits = push(plan, (ovi_overlay_step){total - node->cost, page->id, (uint16_t)from, node->number,
                                         (uint8_t)level});
    number = node->parent;
  }
  return fits;
}

/* The first step of all, from the start's cell to a port of its region. */
static bool push_link(ovi_overlay_plan *plan, uint32_t number, uint64_t total) {
  while (plan->start.open.nodes[number].parent != OVI_NO_NODE) {
    number = plan->start.open.nodes[number].parent;
  }
  const ovi_coarse_node *node = &plan->start.open.nodes[number];
  if (node->side == OVI_NODE_ENTERS) {
    return true; /* it begins at a waypoint */
  }
  const uint32_t region = plan->start.pages[node->page].id;
  return push(plan, (ovi_overlay_step){total - node->cost, region, node->number, node->number, 0});
}

/* Pushes the way on from a node that was reached from the goal, on this level; returns where it
 * ends, a node of the level. The first step comes first: it is turned round by the caller. */
static uint32_t push_onward(ovi_overlay_plan *plan, const ovi_overlay_search *search,
                            uint32_t level, uint32_t number) {
  const ovi_coarse_node *nodes = search->open.nodes;
  while (nodes[number].parent != OVI_NO_NODE) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pages[node->page];
    const ovi_coarse_node *parent = &nodes[node->parent];
    const uint32_t to = entered_by(search, page, parent);
    if (!push(plan, (ovi_overlay_step){parent->cost, page->id, node->number, (uint16_t)to,
                                       (uint8_t)level})) {
      return OVI_NO_NODE;
    }
    number = node->parent;
  }
  return number;
}

/* Lets the stack be the way from a node of the goal's search to the goal. */
static bool push_goal(ovi_overlay_plan *plan, uint32_t level, uint32_t number) {
  ovi_overlay_search *search = &plan->goal;
  clear_steps(plan);
  for (;;) {
    number = push_onward(plan, search, level, number);
    if (number == OVI_NO_NODE) {
      return false;
    }
    if (level == 0) {
      break;
    }
    const ovi_coarse_node *node = &search->open.nodes[number];
    number = node_below(search, &search->pages[node->page].cell, node->number);
    level--;
    if (number == OVI_NO_NODE) {
      return false;
    }
  }
  reverse_since(plan, plan->step_capacity);
  return true;
}

/* ---- Up ------------------------------------------------------------------------- */

/* Begins a level of one of the two searches at what the level below has found. */
static void begin_level(ovi_overlay_plan *plan, ovi_overlay_search *search, uint32_t region) {
  const uint32_t level = plan->level;
  const uint32_t own = ovi_overlay_cell_of(plan->layer, level, region);
  ovi_overlay_search_begin(search, level, above_of(plan, level, region));
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, own);
  if (page == NULL) {
    return;
  }
  for (uint32_t port = 0; port < page->ports; port++) {
    const uint32_t below = node_below(search, &page->cell, port);
    if (below == OVI_NO_NODE) {
      search->corrupt = !search->full;
      return;
    }
    const ovi_coarse_node *node = &search->open.nodes[below];
    if (ovi_overlay_is_reached(node)) {
      ovi_overlay_seed(search, page, port, node->cost, OVI_NODE_CROSSES);
    }
  }
}

/* Begins level 0 at the links of a cell. */
static void begin_links(ovi_overlay_plan *plan, ovi_overlay_search *search,
                        const ovi_links *links) {
  ovi_overlay_search_begin(search, 0, above_of(plan, 0, links->region));
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, links->region);
  const uint32_t ports = page != NULL && links->count <= page->ports ? links->count : 0;
  for (uint32_t port = 0; port < ports; port++) {
    if (links->costs[port] != OVI_NO_LINK) {
      ovi_overlay_seed(search, page, port, links->costs[port], OVI_NODE_CROSSES);
    }
  }
}

/* Half of what lies between the ends at least. */
static uint64_t least_radius(const ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const int32_t columns = layer->regions_x;
  const int32_t dx = (int32_t)plan->start_region % columns - (int32_t)plan->goal_region % columns;
  const int32_t dy = (int32_t)plan->start_region / columns - (int32_t)plan->goal_region / columns;
  return ovi_octile((int64_t)dx * layer->region_cells, (int64_t)dy * layer->region_cells,
                    layer->min_weight) /
             2 +
         ovi_octile(layer->region_cells, 0, layer->min_weight);
}

/* How far the search of a level may go for now: that of the highest in growing circles. */
static void set_bounds(ovi_overlay_plan *plan) {
  const bool grows = plan->level == levels_of(plan) && plan->radius < plan->bound;
  plan->goal.bound = plan->start.bound = grows ? plan->radius : plan->bound;
}

void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, const ovi_links *goal, uint64_t bound) {
  plan->layer = layer;
  plan->goal_links = goal;
  plan->goal_region = goal->region;
  plan->start_region = origin.links != NULL ? origin.links->region : origin.region;
  plan->level = 0;
  plan->best = bound;
  plan->bound = bound;
  plan->radius = least_radius(plan);
  plan->has_met = false;
  plan->stage = OVI_OVERLAY_GOAL;
  clear_steps(plan);
  ovi_overlay_search_clear(&plan->goal, layer, bound);
  ovi_overlay_search_clear(&plan->start, layer, bound);
  ovi_overlay_search_clear(&plan->ahead, layer, UINT64_MAX);
  begin_links(plan, &plan->goal, goal);
  if (origin.links != NULL) {
    begin_links(plan, &plan->start, origin.links);
    return;
  }
  ovi_overlay_search_begin(&plan->start, 0, above_of(plan, 0, origin.region));
  const ovi_overlay_page *page =
      ovi_overlay_page_at(&plan->start, plan->start.window, origin.region);
  if (page == NULL || origin.port >= page->ports) {
    plan->start.corrupt = !plan->start.full;
    return;
  }
  ovi_overlay_seed(&plan->start, page, origin.port, 0, OVI_NODE_ENTERS);
  if (origin.region == goal->region && origin.port < goal->count &&
      goal->costs[origin.port] < plan->best) {
    plan->best = goal->costs[origin.port];
    plan->has_met = true;
    plan->meet_start = OVI_NO_NODE;
  }
}

/* Both searches of this level have ended, inside the same cell: where they meet. */
static void meet(ovi_overlay_plan *plan) {
  ovi_overlay_search *start = &plan->start;
  ovi_overlay_search *goal = &plan->goal;
  ovi_overlay_window *window = &start->windows[plan->level];
  for (int32_t i = 0; i < OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW; i++) {
    if (window->pages[i] == OVI_NO_PAGE) {
      continue;
    }
    const ovi_overlay_page *page = &start->pages[window->pages[i]];
    for (uint32_t port = 0; port < page->ports; port++) {
      const uint32_t number = page->first + port;
      const ovi_coarse_node *node = &start->open.nodes[number];
      if (node->state == OVI_NODE_RIM || !ovi_overlay_is_reached(node) ||
          node->cost >= plan->best) {
        continue;
      }
      const ovi_overlay_twin twin = ovi_overlay_twin_of(page, port);
      const ovi_overlay_page *there =
          ovi_overlay_page_of(goal, &goal->windows[plan->level], twin.x, twin.y);
      const uint32_t at = there != NULL ? ovi_overlay_twin_port(there, &twin) : UINT32_MAX;
      if (at == UINT32_MAX) {
        start->corrupt = !goal->full;
        return;
      }
      const ovi_coarse_node *other = &goal->open.nodes[there->first + at];
      if (ovi_overlay_is_reached(other) && other->cost < plan->best - node->cost) {
        plan->best = node->cost + other->cost;
        plan->has_met = true;
        plan->meet_level = plan->level;
        plan->meet_start = number;
        plan->meet_goal = there->first + at;
      }
    }
  }
}

/* The least that the border of a search's cell of the next level costs. */
static uint64_t least_on_border(const ovi_overlay_search *search, uint32_t level) {
  const ovi_overlay_window *window = &search->windows[level];
  uint64_t least = UINT64_MAX;
  for (int32_t i = 0; i < OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW; i++) {
    if (window->pages[i] == OVI_NO_PAGE) {
      continue;
    }
    const ovi_overlay_page *page = &search->pages[window->pages[i]];
    for (uint32_t port = 0; port < page->ports; port++) {
      const ovi_coarse_node *node = &search->open.nodes[page->first + port];
      if (node->state == OVI_NODE_RIM && node->cost < least && node->side == OVI_NODE_CROSSES) {
        least = node->cost;
      }
    }
  }
  return least;
}

/* Whether a way over the next level could be cheaper. */
static bool goes_up(const ovi_overlay_plan *plan) {
  if (plan->level == levels_of(plan)) {
    return false;
  }
  const uint64_t start = least_on_border(&plan->start, plan->level);
  const uint64_t goal = least_on_border(&plan->goal, plan->level);
  return start < plan->best && goal < plan->best - start;
}

/* ---- Down ------------------------------------------------------------------------ */

/* Goes through the ports of a window that lead to a given cell of the level above. */
typedef struct border {
  const ovi_overlay_search *search;
  const ovi_overlay_window *window;
  const ovi_layer *layer;
  uint32_t to;
  int32_t slot;
  int group;
  uint32_t port;
} border;

static border border_of(const ovi_overlay_search *search, uint32_t level, uint32_t to) {
  return (border){search, &search->windows[level], search->layer, to, -1, OVI_GROUP_COUNT, 0};
}

static bool leads_to(const border *b, const ovi_overlay_page *page, int group) {
  const int32_t x = page->x + ovi_group_x(group);
  const int32_t y = page->y + ovi_group_y(group);
  const int32_t fan = ovi_overlay_fan(b->window->level + 1);
  if (x < 0 || y < 0 || x >= ovi_overlay_cells_x(b->layer, b->window->level) ||
      y >= ovi_overlay_cells_y(b->layer, b->window->level)) {
    return false;
  }
  return (uint32_t)(y / fan * ovi_overlay_cells_x(b->layer, b->window->level + 1) + x / fan) ==
         b->to;
}

/* The next of them as a node that was reached; OVI_NO_NODE: there is none. */
static uint32_t border_next(border *b) {
  for (;;) {
    const ovi_overlay_page *page = NULL;
    if (b->group < OVI_GROUP_COUNT) {
      page = &b->search->pages[b->window->pages[b->slot]];
      while (b->port < page->begins[b->group + 1]) {
        const uint32_t number = page->first + b->port++;
        if (ovi_overlay_is_reached(&b->search->open.nodes[number])) {
          return number;
        }
      }
      b->group++;
    } else {
      do {
        if (++b->slot == OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW) {
          return OVI_NO_NODE;
        }
      } while (b->window->pages[b->slot] == OVI_NO_PAGE);
      page = &b->search->pages[b->window->pages[b->slot]];
      b->group = 0;
    }
    while (b->group < OVI_GROUP_COUNT &&
           (page->begins[b->group] == page->begins[b->group + 1] || !leads_to(b, page, b->group))) {
      b->group++;
    }
    b->port = b->group < OVI_GROUP_COUNT ? page->begins[b->group] : 0;
  }
}

/* The node on the other side of one, in a window of the level; OVI_NO_NODE: there is none. */
static uint32_t other_side(const ovi_overlay_search *search, uint32_t number,
                           ovi_overlay_search *other, uint32_t level) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  const ovi_overlay_twin twin = ovi_overlay_twin_of(&search->pages[node->page], node->number);
  const ovi_overlay_page *page = ovi_overlay_page_of(other, &other->windows[level], twin.x, twin.y);
  const uint32_t port = page != NULL ? ovi_overlay_twin_port(page, &twin) : UINT32_MAX;
  return port != UINT32_MAX ? page->first + port : OVI_NO_NODE;
}

/* Where the start's cell borders on another: the crossing by which a plan is cheapest, by what the
 * start's search knows and another one that came from beyond. */
typedef struct crossing {
  uint32_t near, far; /* nodes of the two; OVI_NO_NODE: there is none */
  uint64_t cost;
} crossing;

static crossing cheapest_crossing(ovi_overlay_plan *plan, ovi_overlay_search *beyond, uint32_t to) {
  border b = border_of(&plan->start, plan->level, to);
  crossing best = {OVI_NO_NODE, OVI_NO_NODE, UINT64_MAX};
  for (uint32_t near = border_next(&b); near != OVI_NO_NODE; near = border_next(&b)) {
    const uint64_t cost = plan->start.open.nodes[near].cost;
    const uint32_t far = other_side(&plan->start, near, beyond, plan->level);
    if (far == OVI_NO_NODE) {
      continue;
    }
    const ovi_coarse_node *node = &beyond->open.nodes[far];
    if (ovi_overlay_is_reached(node) && cost < best.cost && node->cost < best.cost - cost) {
      best = (crossing){near, far, cost + node->cost};
    }
  }
  return best;
}

/* What the start's search knows of the border to the cell ahead at least. */
static uint64_t least_crossing(ovi_overlay_plan *plan) {
  border b = border_of(&plan->start, plan->level, plan->next_cell);
  uint64_t least = plan->best;
  for (uint32_t near = border_next(&b); near != OVI_NO_NODE; near = border_next(&b)) {
    const uint64_t cost = plan->start.open.nodes[near].cost;
    least = cost < least ? cost : least;
  }
  return least;
}

/* The next step of the plan, or NULL. */
static const ovi_overlay_step *next_step(const ovi_overlay_plan *plan) {
  return ovi_overlay_plan_is_over(plan) ? NULL : &plan->steps[plan->top];
}

/* Whether the plan goes on by what the goal's search found below a level: it has come to the
 * goal's cell. */
static bool is_at_goal(const ovi_overlay_plan *plan, uint32_t level) {
  const ovi_overlay_step *next = next_step(plan);
  return next == NULL || next->level < level;
}

/* The node of the cell ahead behind a port of the cell of the step behind it; OVI_NO_NODE: the port
 * leads elsewhere. */
static uint32_t exit_node(ovi_overlay_plan *plan, const ovi_overlay_cell *behind, uint32_t port) {
  const ovi_layer *layer = plan->layer;
  const int group = ovi_port_group(behind->begins, port);
  const int opposite = ovi_group_opposite(group);
  const uint32_t beside =
      (uint32_t)((behind->cy + ovi_group_y(group)) * ovi_overlay_cells_x(layer, behind->level) +
                 behind->cx + ovi_group_x(group));
  if (ovi_overlay_ancestor(layer, plan->level + 1, plan->next_cell, behind->level) != beside) {
    return OVI_NO_NODE;
  }
  ovi_overlay_cell cell = ovi_overlay_view(layer, behind->level, beside);
  uint32_t at = cell.begins[opposite] + port - behind->begins[group];
  if (at >= cell.begins[opposite + 1]) {
    return OVI_NO_NODE;
  }
  while (cell.level > plan->level + 1) {
    const ovi_overlay_below below = ovi_overlay_port_below(layer, &cell, at);
    cell = ovi_overlay_view(layer, cell.level - 1, below.cell);
    at = below.port;
    if (at >= cell.ports) {
      return OVI_NO_NODE;
    }
  }
  return cell.id == plan->next_cell ? node_below(&plan->ahead, &cell, at) : OVI_NO_NODE;
}

/* The exits of the cell ahead, one by one: all ports by which the step behind it can begin. */
typedef struct exits {
  ovi_overlay_cell cell;
  ovi_overlay_joined joined;
  uint32_t place;
  uint32_t port;
  uint64_t cost; /* left from there */
} exits;

static bool next_exit(ovi_overlay_plan *plan, exits *e, uint32_t *node) {
  while (++e->place < e->joined.clique.count) {
    if (e->place == e->joined.here) {
      continue;
    }
    e->port = ovi_clique_port(&e->joined.clique, e->place);
    e->cost = plan->after.cost_left + ovi_clique_cost(&e->joined.clique, e->place, e->joined.here);
    *node = exit_node(plan, &e->cell, e->port);
    if (*node != OVI_NO_NODE) {
      return true;
    }
  }
  return false;
}

static exits exits_of(const ovi_overlay_plan *plan) {
  const ovi_overlay_cell cell = ovi_overlay_view(plan->layer, plan->after.level, plan->after.cell);
  return (exits){
      .cell = cell, .joined = ovi_overlay_joined_of(&cell, plan->after.to), .place = UINT32_MAX};
}

static void seed(ovi_overlay_search *search, uint32_t number, uint64_t cost) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  ovi_overlay_seed(search, &search->pages[node->page], node->number, cost, OVI_NODE_ENTERS);
}

/* Begins to search the cell ahead from its exits. */
static void seed_exits(ovi_overlay_plan *plan) {
  if (plan->exits_to_goal) {
    border b = border_of(&plan->goal, plan->level, plan->next_cell);
    for (uint32_t at = border_next(&b); at != OVI_NO_NODE; at = border_next(&b)) {
      const uint32_t exit = other_side(&plan->goal, at, &plan->ahead, plan->level);
      if (exit != OVI_NO_NODE) {
        seed(&plan->ahead, exit, plan->goal.open.nodes[at].cost);
      }
    }
    return;
  }
  exits e = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &e, &node)) {
    seed(&plan->ahead, node, e.cost);
  }
}

/* Puts in front of the stack how the start comes to a crossing. */
static bool push_start(ovi_overlay_plan *plan, uint32_t near, uint64_t total) {
  return push_to_start(plan, &plan->start, plan->level, near, total) &&
         (plan->level != 0 || push_link(plan, near, total));
}

/* What lies behind the exit that a plan takes. */
static bool push_exit(ovi_overlay_plan *plan, uint32_t exit) {
  if (plan->exits_to_goal) {
    const uint32_t at = other_side(&plan->ahead, exit, &plan->goal, plan->level);
    return at != OVI_NO_NODE && push_goal(plan, plan->level, at);
  }
  const uint64_t cost = plan->ahead.open.nodes[exit].cost;
  exits e = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &e, &node)) {
    if (node == exit && e.cost == cost) {
      plan->after.from = (uint16_t)e.port;
      return push(plan, plan->after);
    }
  }
  return false;
}

/* The search of the cell ahead has ended: its part of the plan, and the start's. */
static bool join(ovi_overlay_plan *plan) {
  ovi_overlay_search *ahead = &plan->ahead;
  const crossing best = cheapest_crossing(plan, ahead, plan->next_cell);
  if (best.near == OVI_NO_NODE || best.cost > plan->best) {
    return false;
  }
  uint32_t exit = best.far;
  while (ahead->open.nodes[exit].parent != OVI_NO_NODE) {
    exit = ahead->open.nodes[exit].parent;
  }
  if (!push_exit(plan, exit)) {
    return false;
  }
  const uint32_t before = plan->top;
  if (push_onward(plan, ahead, plan->level, best.far) == OVI_NO_NODE) {
    return false;
  }
  reverse_since(plan, before);
  plan->best = best.cost;
  return push_start(plan, best.near, best.cost);
}

/* What a level's refinement has come to. */
typedef enum refined { REFINED, REFINING, REFINED_NOT } refined;

/* Begins to refine a level: all of the plan between the border of the start's cell of this level
 * and the second cell of the level above is found anew. */
static refined refine(ovi_overlay_plan *plan) {
  const uint32_t above = plan->level + 1;
  if (is_at_goal(plan, above)) {
    const uint32_t to = ovi_overlay_cell_of(plan->layer, above, plan->goal_region);
    const crossing best = cheapest_crossing(plan, &plan->goal, to);
    if (best.near == OVI_NO_NODE || best.cost > plan->best ||
        !push_goal(plan, plan->level, best.far)) {
      return REFINED_NOT;
    }
    plan->best = best.cost;
    return push_start(plan, best.near, best.cost) ? REFINED : REFINED_NOT;
  }
  const ovi_overlay_step *next = next_step(plan);
  if (next->level != above) {
    return REFINED_NOT;
  }
  plan->next_cell = next->cell;
  plan->top++;
  plan->exits_to_goal = is_at_goal(plan, above);
  if (!plan->exits_to_goal) {
    plan->after = plan->steps[plan->top++];
  }
  ovi_overlay_search_clear(&plan->ahead, plan->layer, UINT64_MAX);
  ovi_overlay_search_begin(&plan->ahead, plan->level, plan->next_cell);
  plan->ahead.bound = plan->best - least_crossing(plan) + 1;
  seed_exits(plan);
  return REFINING;
}

/* ---- All ------------------------------------------------------------------------- */

static ovi_overlay_status fault_of(const ovi_overlay_plan *plan) {
  return plan->goal.full || plan->start.full || plan->ahead.full ? OVI_OVERLAY_FULL
                                                                 : OVI_OVERLAY_CORRUPT;
}

static bool is_faulty(const ovi_overlay_plan *plan) {
  return plan->goal.full || plan->start.full || plan->ahead.full || plan->goal.corrupt ||
         plan->start.corrupt || plan->ahead.corrupt;
}

/* Goes on with a search; false: the budget is spent. */
static bool run(ovi_overlay_search *search, uint64_t *budget) {
  const uint64_t before = search->expanded;
  const bool is_over = ovi_overlay_search_run(search, *budget);
  *budget -= search->expanded - before;
  return is_over;
}

/* Refines levels until one has to be searched, or all are done. */
static ovi_overlay_status refine_levels(ovi_overlay_plan *plan) {
  while (plan->level > 0) {
    plan->level--;
    const refined done = refine(plan);
    if (done == REFINED_NOT || is_faulty(plan)) {
      return fault_of(plan);
    }
    if (done == REFINING) {
      plan->stage = OVI_OVERLAY_REFINES;
      return OVI_OVERLAY_PAUSED;
    }
  }
  plan->stage = OVI_OVERLAY_IDLE;
  return OVI_OVERLAY_FOUND;
}

/* Both searches have ended: the plan as they know it. */
static ovi_overlay_status end_up(ovi_overlay_plan *plan) {
  if (!plan->has_met) {
    plan->stage = OVI_OVERLAY_IDLE;
    return OVI_OVERLAY_NONE;
  }
  if (plan->meet_start == OVI_NO_NODE) {
    plan->stage = OVI_OVERLAY_IDLE;
    return OVI_OVERLAY_FOUND;
  }
  plan->level = plan->meet_level;
  if (!push_goal(plan, plan->level, plan->meet_goal) ||
      !push_start(plan, plan->meet_start, plan->best)) {
    return fault_of(plan);
  }
  return refine_levels(plan);
}

/* Whether what lies beyond the two circles on the highest level may be cheaper. */
static bool grows_on(const ovi_overlay_plan *plan) {
  return plan->level == levels_of(plan) && plan->radius < plan->best - plan->radius &&
         plan->goal.open.filled != 0 && plan->start.open.filled != 0;
}

/* A level has been searched from both ends. */
static ovi_overlay_status end_level(ovi_overlay_plan *plan) {
  const uint32_t level = plan->level;
  if (above_of(plan, level, plan->start_region) == above_of(plan, level, plan->goal_region)) {
    meet(plan);
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  plan->stage = OVI_OVERLAY_GOAL;
  if (grows_on(plan)) {
    plan->radius += plan->radius / RADIUS_SHARE;
    set_bounds(plan);
    return OVI_OVERLAY_PAUSED;
  }
  if (!goes_up(plan)) {
    return end_up(plan);
  }
  plan->level++;
  set_bounds(plan);
  begin_level(plan, &plan->goal, plan->goal_region);
  begin_level(plan, &plan->start, plan->start_region);
  return is_faulty(plan) ? fault_of(plan) : OVI_OVERLAY_PAUSED;
}

static ovi_overlay_status end_refining(ovi_overlay_plan *plan) {
  return !is_faulty(plan) && join(plan) ? refine_levels(plan) : fault_of(plan);
}

/* One stage of it. */
static ovi_overlay_status advance(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_overlay_search *search = plan->stage == OVI_OVERLAY_GOAL    ? &plan->goal
                               : plan->stage == OVI_OVERLAY_START ? &plan->start
                                                                  : &plan->ahead;
  if (!run(search, budget)) {
    return OVI_OVERLAY_PAUSED;
  }
  if (plan->stage == OVI_OVERLAY_GOAL) {
    plan->stage = OVI_OVERLAY_START;
    return is_faulty(plan) ? fault_of(plan) : OVI_OVERLAY_PAUSED;
  }
  return plan->stage == OVI_OVERLAY_START ? end_level(plan) : end_refining(plan);
}

ovi_overlay_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_overlay_status status = OVI_OVERLAY_PAUSED;
  while (status == OVI_OVERLAY_PAUSED && *budget != 0) {
    status = advance(plan, budget);
  }
  if (status != OVI_OVERLAY_PAUSED) {
    plan->stage = OVI_OVERLAY_IDLE;
  }
  return status;
}

/* ---- Steps ----------------------------------------------------------------------- */

bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan) {
  const ovi_overlay_step *next = next_step(plan);
  return next != NULL && next->level == 0;
}

bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovl_stop *stop,
                           uint32_t *entered) {
  const ovi_overlay_step *step = &plan->steps[plan->top++];
  const ovi_region region = ovi_region_view(layer, step->cell);
  uint32_t begins[9];
  ovi_group_begins(&region, begins);
  if (step->to >= begins[OVI_GROUP_COUNT]) {
    return false;
  }
  *stop = ovi_waypoint_of_port(layer, &region, begins, step->to);
  stop->cost_left = step->cost_left;
  stop->side = step->to < begins[OVI_OWN_GROUPS] ? 1 : 0;
  *entered = ovi_region_neighbour(layer, &region, ovi_port_group(begins, step->to));
  return true;
}

/* Begins to search for the way of the next step, one level below. */
static bool begin_unpacking(ovi_overlay_plan *plan) {
  ovi_overlay_search *search = &plan->ahead;
  plan->after = plan->steps[plan->top++];
  plan->level = plan->after.level - 1u;
  const ovi_overlay_cell cell = ovi_overlay_view(plan->layer, plan->after.level, plan->after.cell);
  ovi_overlay_search_clear(search, plan->layer, UINT64_MAX);
  if (plan->after.from >= cell.ports || plan->after.to >= cell.ports) {
    return false;
  }
  ovi_overlay_search_begin(search, plan->level, cell.id);
  const ovi_overlay_below from = ovi_overlay_port_below(plan->layer, &cell, plan->after.from);
  const ovi_overlay_below to = ovi_overlay_port_below(plan->layer, &cell, plan->after.to);
  const ovi_overlay_page *end = ovi_overlay_page_at(search, search->window, to.cell);
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, from.cell);
  if (end == NULL || page == NULL || to.port >= end->ports || from.port >= page->ports) {
    return false;
  }
  ovi_overlay_seed(search, page, from.port, 0, OVI_NODE_ENTERS);
  search->stop = end->first + to.port;
  plan->stage = OVI_OVERLAY_UNPACKS;
  return true;
}

ovi_overlay_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer,
                                           uint64_t *budget) {
  plan->layer = layer;
  while (plan->stage == OVI_OVERLAY_UNPACKS ||
         (!ovi_overlay_plan_is_over(plan) && !ovi_overlay_plan_is_fine(plan))) {
    if (plan->stage != OVI_OVERLAY_UNPACKS && !begin_unpacking(plan)) {
      return fault_of(plan);
    }
    if (!run(&plan->ahead, budget)) {
      return OVI_OVERLAY_PAUSED;
    }
    plan->stage = OVI_OVERLAY_IDLE;
    const ovi_coarse_node *end = &plan->ahead.open.nodes[plan->ahead.stop];
    if (is_faulty(plan) || !ovi_overlay_is_reached(end) ||
        !push_to_start(plan, &plan->ahead, plan->level, plan->ahead.stop,
                       plan->after.cost_left + end->cost)) {
      return fault_of(plan);
    }
  }
  return OVI_OVERLAY_FOUND;
}
