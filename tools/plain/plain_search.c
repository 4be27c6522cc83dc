/* See plain_search.h.
 *
 * Invariant: cells leave the open list in the order of (cost and heuristic, heuristic, number), a
 * total order. A cell that has left it has its least cost, because the heuristic is consistent. */
#include "tools/plain/plain_search.h"

#include "overland_inspect.h"
#include "tools/plain/plain_cells.h"

#define NOT_OPEN UINT32_MAX
#define NO_GOAL 0 /* the cell outside of all floors, which is never expanded */

/* 16 bytes. */
struct open_cell {
  uint64_t key; /* cost so far and heuristic */
  uint32_t tie; /* where keys are equal, the lower one leaves first: the heuristic, capped */
  uint32_t cell;
};

struct plain_search {
  struct plain_cells cells;
  struct open_cell *open; /* a binary heap */
  uint32_t open_count;
  uint32_t stamp;
  uint32_t goal_weight; /* of each cell on the way to the goal, at least; 0: no heuristic, or that
                           of hexagons */
  uint32_t hexagon_weight; /* the same of hexagons; 0: no heuristic */
  int32_t goal_x, goal_y;
  plain_search_fn show;
  void *user;
};

/* ---- The open list ---- */

static inline bool is_before(struct open_cell a, struct open_cell b) {
  if (a.key != b.key) {
    return a.key < b.key;
  }
  return a.tie != b.tie ? a.tie < b.tie : a.cell < b.cell;
}

static inline void put_open(struct plain_search *search, uint32_t at, struct open_cell open) {
  search->open[at] = open;
  search->cells.nodes[open.cell].position = at;
}

/* Adds a cell; one that is open already moves up to its lower key. */
static inline void add_open(struct plain_search *search, struct open_cell open) {
  uint32_t at = search->cells.nodes[open.cell].position;
  at = at == NOT_OPEN ? search->open_count++ : at;
  while (at > 0 && is_before(open, search->open[(at - 1) / 2])) {
    put_open(search, at, search->open[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  put_open(search, at, open);
}

/* Takes the first cell of the open list, which is not empty. */
static inline uint32_t take_open(struct plain_search *search) {
  const struct open_cell *open = search->open;
  const uint32_t first = open[0].cell;
  const struct open_cell last = open[--search->open_count];
  const uint32_t count = search->open_count;
  search->cells.nodes[first].position = NOT_OPEN;
  if (count == 0) {
    return first;
  }
  uint32_t at = 0;
  for (uint32_t below = 1; below < count; below = 2 * at + 1) {
    if (below + 1 < count && is_before(open[below + 1], open[below])) {
      below++;
    }
    if (!is_before(open[below], last)) {
      break;
    }
    put_open(search, at, open[below]);
    at = below;
  }
  put_open(search, at, last);
  return first;
}

/* ---- Expanding ---- */

static inline int32_t column_of(const struct plain_search *search, uint32_t cell) {
  return (int32_t)(cell % (uint32_t)search->cells.plane.stride);
}

static inline int32_t row_of(const struct plain_search *search, uint32_t cell) {
  return (int32_t)(cell / (uint32_t)search->cells.plane.stride);
}

/* By its place: the time that an expansion takes is frozen as well. */
static inline bool is_goal(const struct plain_search *search, uint32_t cell) {
  return column_of(search, cell) == search->goal_x && row_of(search, cell) == search->goal_y;
}

/* The least number of steps over hexagons, each over the least weight. */
static uint64_t hexagon_heuristic(const struct plain_search *search, uint32_t cell) {
  const int32_t dx = column_of(search, cell) - search->goal_x;
  const int32_t dy = row_of(search, cell) - search->goal_y;
  const int32_t x = dx < 0 ? -dx : dx, y = dy < 0 ? -dy : dy;
  const int32_t longer = x > y ? x : y;
  const int32_t steps = (dx < 0) == (dy < 0) ? x + y : longer;
  return (uint64_t)steps * plain_step_cost(2 * search->hexagon_weight, 0);
}

static inline uint64_t heuristic(const struct plain_search *search, uint32_t cell) {
  if (search->goal_weight == 0) {
    return search->hexagon_weight == 0 ? 0 : hexagon_heuristic(search, cell);
  }
  const int32_t x = column_of(search, cell), y = row_of(search, cell);
  const uint64_t dx = (uint64_t)(x < search->goal_x ? search->goal_x - x : x - search->goal_x);
  const uint64_t dy = (uint64_t)(y < search->goal_y ? search->goal_y - y : y - search->goal_y);
  const uint64_t low = dx < dy ? dx : dy, high = dx < dy ? dy : dx;
  return (high - low) * plain_step_cost(2 * search->goal_weight, 0) +
         low * plain_step_cost(2 * search->goal_weight, 1);
}

/* Opens a cell, lowers its cost, or does nothing. */
static inline void relax(struct plain_search *search, uint32_t cell, uint32_t from, uint64_t cost) {
  struct plain_node *node = &search->cells.nodes[cell];
  if (node->stamp != search->stamp) {
    node->stamp = search->stamp;
    node->position = NOT_OPEN;
  } else if (node->cost <= cost) {
    return;
  }
  node->cost = cost;
  node->parent = from;
  const uint64_t left = heuristic(search, cell);
  const uint32_t tie = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX;
  add_open(search, (struct open_cell){cost + left, tie, cell});
}

/* Expands a cell by weights alone. */
static inline void expand_weights(struct plain_search *search, uint32_t cell) {
  const struct plain_cells *cells = &search->cells;
  const uint8_t *weights = cells->weights + cell;
  const int32_t stride = cells->plane.stride;
  const int32_t offsets[8] = {1,  stride + 1,  stride,  stride - 1,
                              -1, -stride - 1, -stride, 1 - stride};
  const uint64_t cost = cells->nodes[cell].cost;
  const uint32_t here = weights[0];
  for (int direction = 0; direction < 8; direction++) {
    const uint32_t there = weights[offsets[direction]];
    const int diagonal = direction & 1;
    if (there == 0) {
      continue;
    }
    if (diagonal &&
        !plain_corner_is_free(cells->rules.corners, weights[offsets[direction - 1]] != 0,
                              weights[offsets[(direction + 1) & 7]] != 0)) {
      continue;
    }
    relax(search, (uint32_t)((int32_t)cell + offsets[direction]), cell,
          cost + plain_step_cost(here + there, diagonal));
  }
}

/* Expands a hexagon of an undirected profile. */
static void expand_hexagons(struct plain_search *search, uint32_t cell) {
  const struct plain_cells *cells = &search->cells;
  const uint64_t cost = cells->nodes[cell].cost;
  for (int direction = 0; direction < 8; direction++) {
    const uint32_t there = (uint32_t)((int32_t)cell + plain_offset(cells->plane.stride, direction));
    if (plain_hexagon_leads(direction) && cells->weights[there] != 0) {
      const uint32_t both = (uint32_t)cells->weights[cell] + cells->weights[there];
      relax(search, there, cell, cost + plain_step_cost(both, 0));
    }
  }
}

/* Expands a cell of a directed profile. */
static inline void expand_directed(struct plain_search *search, uint32_t cell) {
  const struct plain_cells *cells = &search->cells;
  const uint64_t cost = cells->nodes[cell].cost;
  const uint32_t first = cells->nodes[cell].extra;
  uint64_t steps[8];
  plain_level_steps(cells, cell, steps);
  for (uint32_t at = first; at != PLAIN_NO_EXTRA; at = cells->extras.list[at].next) {
    const struct plain_extra *extra = &cells->extras.list[at];
    if (extra->kind != PLAIN_LINK) {
      steps[extra->kind] = extra->cost;
    }
  }
  for (int direction = 0; direction < 8; direction++) {
    if (steps[direction] != PLAIN_NO_STEP) {
      relax(search, (uint32_t)((int32_t)cell + plain_offset(cells->plane.stride, direction)), cell,
            cost + steps[direction]);
    }
  }
  for (uint32_t at = first; at != PLAIN_NO_EXTRA; at = cells->extras.list[at].next) {
    const struct plain_extra *extra = &cells->extras.list[at];
    if (extra->kind == PLAIN_LINK) {
      relax(search, extra->to, cell, cost + extra->cost);
    }
  }
}

/* ---- The search ---- */

static void begin(struct plain_search *search, uint32_t start, uint32_t goal) {
  const struct plain_cells *cells = &search->cells;
  search->open_count = 0;
  search->stamp++;
  if (search->stamp == 0) { /* stamps have wrapped around: clear the old ones */
    for (uint32_t i = 0; i < cells->plane.count; i++) {
      cells->nodes[i].stamp = 0;
    }
    search->stamp = 1;
  }
  const uint32_t least = cells->extras.has_links || goal == NO_GOAL ? 0 : cells->least_weight;
  search->goal_weight = cells->rules.is_hexagonal ? 0 : least;
  search->hexagon_weight = cells->rules.is_hexagonal ? least : 0;
  search->goal_x = column_of(search, goal);
  search->goal_y = row_of(search, goal);
  relax(search, start, start, 0);
}

/* Expands cells until the goal is one of them, and returns how many; *found is false if none was
 * left before. Each kind of step has a loop of its own. */
static uint64_t run(struct plain_search *search, bool *found) {
  const bool directed = search->cells.rules.directed;
  const bool hexagonal = search->cells.rules.is_hexagonal;
  uint64_t expanded = 0;
  *found = false;
  while (search->open_count != 0 && !*found) {
    const uint32_t cell = take_open(search);
    expanded++;
    if (search->show != NULL) {
      search->show(search->user, plain_cells_cell(&search->cells, cell));
    }
    *found = is_goal(search, cell);
    if (directed) {
      expand_directed(search, cell);
    } else if (hexagonal) {
      expand_hexagons(search, cell);
    } else {
      expand_weights(search, cell);
    }
  }
  return expanded;
}

/* ---- The path ---- */

static void add_point(const struct plain_search *search, ovl_path *path, uint32_t cell) {
  if (path->count < path->capacity) {
    path->points[path->count] = plain_cells_cell(&search->cells, cell);
  }
  path->count++;
}

/* The link that leads from one cell to another at a cost; NULL: they are joined by a step. */
static const struct plain_extra *find_link(const struct plain_search *search, uint32_t from,
                                           uint32_t to, uint64_t cost) {
  const struct plain_cells *cells = &search->cells;
  for (uint32_t at = cells->nodes[from].extra; at != PLAIN_NO_EXTRA;
       at = cells->extras.list[at].next) {
    const struct plain_extra *extra = &cells->extras.list[at];
    if (extra->kind == PLAIN_LINK && extra->to == to && extra->cost == cost) {
      return extra;
    }
  }
  return NULL;
}

static void add_link(ovl_path *path, const struct plain_extra *link) {
  if (path->links != NULL && path->link_count < path->link_capacity) {
    path->links[path->link_count] = (ovl_path_link){path->count, link->link, link->back};
  }
  path->link_count++;
}

/* Makes the parent of each cell of the path the next one, so that it can be followed. */
static void turn_around(struct plain_node *nodes, uint32_t start, uint32_t goal) {
  uint32_t next = goal;
  for (uint32_t at = goal; at != start;) {
    const uint32_t parent = nodes[at].parent;
    nodes[at].parent = next;
    next = at;
    at = parent;
  }
  nodes[start].parent = next;
}

/* Writes the turning points and the links of the path, and its sums. */
static void write_path(struct plain_search *search, uint32_t start, uint32_t goal, ovl_path *path) {
  struct plain_node *nodes = search->cells.nodes;
  const int32_t stride = search->cells.plane.stride;
  int32_t run = 0; /* the offset of each step of the present run; 0: none has begun */
  turn_around(nodes, start, goal);
  path->cost = nodes[goal].cost;
  add_point(search, path, start);
  for (uint32_t at = start; at != goal;) {
    const uint32_t next = nodes[at].parent;
    const int32_t step = (int32_t)next - (int32_t)at;
    const struct plain_extra *link = find_link(search, at, next, nodes[next].cost - nodes[at].cost);
    if (run != 0 && (link != NULL || step != run)) {
      add_point(search, path, at);
    }
    if (link != NULL) {
      add_link(path, link);
      add_point(search, path, next);
    } else {
      const bool straight = step == 1 || step == -1 || step == stride || step == -stride ||
                            search->cells.rules.is_hexagonal;
      *(straight ? &path->straight_steps : &path->diagonal_steps) += 1;
    }
    run = link != NULL ? 0 : step;
    at = next;
  }
  if (run != 0) {
    add_point(search, path, goal);
  }
}

/* Whether two cells can be joined at all, as far as that is known without a search. */
static ovl_result check_ends(const struct plain_cells *cells, ovl_cell start, ovl_cell goal) {
  const uint32_t from = plain_cells_number(cells, start), to = plain_cells_number(cells, goal);
  if (from == 0 || to == 0) {
    return from == 0 ? OVL_START_OUTSIDE : OVL_GOAL_OUTSIDE;
  }
  if (cells->weights[from] == 0 || cells->weights[to] == 0) {
    return cells->weights[from] == 0 ? OVL_START_BLOCKED : OVL_GOAL_BLOCKED;
  }
  return cells->rules.directed || ovl_world_island(cells->world, cells->rules.profile, start) ==
                                      ovl_world_island(cells->world, cells->rules.profile, goal)
             ? OVL_OK
             : OVL_UNREACHABLE;
}

ovl_result plain_search_find(struct plain_search *search, ovl_cell start, ovl_cell goal,
                             ovl_path *path, uint64_t *expanded) {
  uint64_t unused;
  bool found = false;
  expanded = expanded != NULL ? expanded : &unused;
  *expanded = 0;
  path->count = path->link_count = 0;
  path->cost = path->straight_steps = path->diagonal_steps = path->length = 0;
  path->partial = false;
  const ovl_result result = check_ends(&search->cells, start, goal);
  if (result != OVL_OK) {
    return result;
  }
  const uint32_t from = plain_cells_number(&search->cells, start);
  const uint32_t to = plain_cells_number(&search->cells, goal);
  begin(search, from, to);
  *expanded = run(search, &found);
  if (!found) {
    return OVL_UNREACHABLE;
  }
  write_path(search, from, to, path);
  return path->count > path->capacity ||
                 (path->links != NULL && path->link_count > path->link_capacity)
             ? OVL_MORE_ROOM
             : OVL_OK;
}

ovl_result plain_search_flood(struct plain_search *search, ovl_cell start) {
  const ovl_result result = check_ends(&search->cells, start, start);
  if (result == OVL_OK) {
    bool found;
    begin(search, plain_cells_number(&search->cells, start), NO_GOAL);
    run(search, &found);
  }
  return result;
}

uint64_t plain_search_cost(const struct plain_search *search, ovl_cell cell) {
  const struct plain_node *node = &search->cells.nodes[plain_cells_number(&search->cells, cell)];
  return node->stamp == search->stamp ? node->cost : UINT64_MAX;
}

void plain_search_show(struct plain_search *search, plain_search_fn show, void *user) {
  search->show = show;
  search->user = user;
}

/* ---- The object ---- */

bool plain_search_fits(const ovl_world *world, int32_t profile) {
  struct plain_cells cells;
  return plain_cells_lay_out(&cells, world, profile);
}

ovl_result plain_search_create(const ovl_world *world, int32_t profile,
                               const ovl_allocator *allocator, struct plain_search **search) {
  *search = plain_cells_allocate(allocator, 1, sizeof **search);
  if (*search == NULL) {
    return OVL_NO_MEMORY;
  }
  struct plain_search *made = *search;
  *made = (struct plain_search){.stamp = 0};
  ovl_result result = OVL_BAD_ARGUMENT;
  if (plain_cells_lay_out(&made->cells, world, profile)) {
    made->open = plain_cells_allocate(allocator, made->cells.plane.count, sizeof *made->open);
    result = made->open == NULL ? OVL_NO_MEMORY
                                : plain_cells_read(&made->cells, allocator, (uint32_t *)made->open);
  }
  made->cells.allocator = *allocator;
  if (result != OVL_OK) {
    plain_search_destroy(made);
    *search = NULL;
  }
  return result;
}

void plain_search_destroy(struct plain_search *search) {
  if (search == NULL) {
    return;
  }
  const ovl_allocator allocator = search->cells.allocator;
  if (search->open != NULL) {
    allocator.release(allocator.user, search->open,
                      search->cells.plane.count * sizeof *search->open);
  }
  plain_cells_free(&search->cells);
  allocator.release(allocator.user, search, sizeof *search);
}
