/* See module_step.h. Invariant: `running.count` events have happened to the search, its lists and
 * the breakpoints. */
#include "tools/explorer/module/module_step.h"

#include "overland_inspect.h"
#include "tools/explorer/module/classic_search.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/step_breaks.h"
#include "tools/explorer/module/traced_search.h"

enum { MOST_BRANCH = 65536, MOST_EVENTS = 1000000 };

struct growing {
  void *memory;
  size_t capacity;
};

/* The map, the rules and the breakpoints of the search, and its memory. */
static struct {
  struct growing weights, nodes, heap, closed;
  classic_grid grid;
  classic_rules rules;
  bool has_rules;
  lists_room room;
  step_breaks breaks;
} asked;

static struct {
  bool has_begun;
  bool is_traced; /* the two tiers: `traced`; otherwise `search` */
  uint32_t start, goal;
  classic_search search;
  traced_search traced;
  bool traced_found;
  double left_out;     /* events */
  double count, total; /* events */
  step_event last;
  uint32_t left, top, right, bottom; /* of the cells that changed; right below left: none */
} running;

/* Memory for answers. */
static struct {
  struct growing rows, states, sorted, spare, branch;
  uint32_t branch_count;
  struct growing places, told;
} look;

/* ---- The map and the rules ---- */

static classic_rules *own_rules(void) {
  if (!asked.has_rules) {
    asked.rules = classic_rules_default();
    asked.has_rules = true;
  }
  return &asked.rules;
}

/* Room for `count` elements; NULL: no memory. */
static void *reserve(struct growing *array, size_t count, size_t size) {
  return module_reserve(&array->memory, &array->capacity, count, size) ? array->memory : NULL;
}

static bool reserve_nodes(size_t count) {
  asked.room.nodes = reserve(&asked.nodes, count, sizeof *asked.room.nodes);
  asked.room.heap = reserve(&asked.heap, count, sizeof *asked.room.heap);
  asked.room.closed = reserve(&asked.closed, count, sizeof *asked.room.closed);
  asked.room.node_count = (uint32_t)count;
  return asked.room.nodes != NULL && asked.room.heap != NULL && asked.room.closed != NULL;
}

EXPLORER_EXPORT(module_step_map) uint8_t *module_step_map(uint32_t width, uint32_t height) {
  const size_t cells = (size_t)width * height;
  running.has_begun = false;
  uint8_t *weights = reserve(&asked.weights, cells, sizeof *weights);
  const bool has_room = reserve_nodes(cells);
  asked.grid = (classic_grid){.weights = weights, .width = width, .height = height};
  if (!has_room || weights == NULL) {
    asked.grid = (classic_grid){0};
  }
  return asked.grid.width == 0 ? NULL : weights;
}

static uint64_t units_of_world(const classic_grid *grid, uint32_t cell, uint32_t direction) {
  const ovl_cell from = {(int32_t)(cell % grid->width), (int32_t)(cell / grid->width), 0};
  return module_step_units(module_world(), from, direction);
}

EXPLORER_EXPORT(module_step_hexagons) void module_step_hexagons(int32_t hexagons) {
  asked.grid.is_hexagonal = hexagons != 0;
}

EXPLORER_EXPORT(module_step_by_world) void module_step_by_world(int32_t by_world) {
  asked.grid.step_units = by_world != 0 ? units_of_world : NULL;
}

EXPLORER_EXPORT(module_step_choices)
void module_step_choices(int32_t method, int32_t heuristic, int32_t tie, int32_t corners) {
  classic_rules *rules = own_rules();
  rules->method = (classic_method)method;
  rules->heuristic = (classic_heuristic)heuristic;
  rules->tie = (lists_tie)tie;
  rules->corners = (classic_corners)corners;
}

EXPLORER_EXPORT(module_step_costs)
void module_step_costs(uint32_t straight, uint32_t diagonal, uint32_t weight_percent,
                       int32_t reopens) {
  classic_rules *rules = own_rules();
  rules->straight = straight;
  rules->diagonal = diagonal;
  rules->weight_percent = weight_percent;
  rules->reopens = reopens != 0;
}

EXPLORER_EXPORT(module_step_order) uint8_t *module_step_order(void) { return own_rules()->order; }

/* ---- Running ---- */

static search_lists *lists_now(void) {
  return running.is_traced ? &running.traced.lists : &running.search.lists;
}

static uint32_t cell_count(void) { return asked.grid.width * asked.grid.height; }

static int32_t column_of(uint32_t cell) { return (int32_t)(cell % asked.grid.width); }
static int32_t row_of(uint32_t cell) { return (int32_t)(cell / asked.grid.width); }

static step_place place_of(uint32_t node) {
  if (node != LISTS_NONE && node >= cell_count()) {
    const uint32_t *cells = running.traced.places[node - cell_count()].cell;
    return (step_place){{column_of(cells[0]), column_of(cells[1])},
                        {row_of(cells[0]), row_of(cells[1])}};
  }
  const int32_t x = (int32_t)(node % asked.grid.width);
  const int32_t y = (int32_t)(node / asked.grid.width);
  return node == LISTS_NONE ? (step_place){{-1, -1}, {-1, -1}} : (step_place){{x, x}, {y, y}};
}

static void mark_changed(uint32_t node) {
  const uint32_t x = node % asked.grid.width;
  const uint32_t y = node / asked.grid.width;
  running.left = x < running.left ? x : running.left;
  running.right = x > running.right ? x : running.right;
  running.top = y < running.top ? y : running.top;
  running.bottom = y > running.bottom ? y : running.bottom;
}

static void mark_all_changed(void) {
  running.left = running.top = 0;
  running.right = asked.grid.width - 1;
  running.bottom = asked.grid.height - 1;
}

static bool restart(void) {
  running.count = 0;
  breaks_restart(&asked.breaks);
  mark_all_changed();
  if (running.is_traced) {
    traced_begin(&running.traced, asked.room);
    return true;
  }
  return classic_begin(&running.search, &asked.grid, &asked.rules, running.start, running.goal,
                       asked.room);
}

/* The next event; `held` is the breakpoint that holds at it, -1: none. */
static bool advance(int32_t *held) {
  const bool more = running.is_traced ? traced_step(&running.traced, &running.last)
                                      : classic_step(&running.search, &running.last);
  if (!more) {
    return false;
  }
  running.count++;
  const bool jumps = !running.is_traced && asked.rules.method == CLASSIC_JUMP_POINTS;
  if (jumps || (running.is_traced && running.last.kind == STEP_SOURCE)) {
    mark_all_changed(); /* scanned cells; or a new search, which forgets the one before */
  } else if (running.last.node < cell_count()) {
    mark_changed(running.last.node);
  }
  *held = asked.breaks.count == 0 ? -1
                                  : breaks_check(&asked.breaks, lists_now(), &running.last,
                                                 running.count, place_of(running.last.node));
  return true;
}

EXPLORER_EXPORT(module_step_begin) int32_t module_step_begin(uint32_t start, uint32_t goal) {
  const uint32_t cells = asked.grid.width * asked.grid.height;
  running.has_begun = false;
  if (start >= cells || asked.grid.weights[start] == 0) {
    return 1;
  }
  if (goal >= cells || asked.grid.weights[goal] == 0) {
    return 2;
  }
  running.is_traced = false;
  running.start = start;
  running.goal = goal;
  own_rules();
  if (!restart()) {
    return 3;
  }
  step_event event;
  running.total = 0;
  while (classic_step(&running.search, &event)) {
    running.total++;
  }
  running.has_begun = true;
  restart();
  return 0;
}

EXPLORER_EXPORT(module_step_begin_tiers) int32_t module_step_begin_tiers(void) {
  running.has_begun = false;
  module_record(MOST_EVENTS, UINT32_MAX);
  const int32_t result = module_find();
  const struct module_event *events = module_events();
  const size_t count = (size_t)module_numbers()[0];
  running.left_out = module_numbers()[1];
  module_record(0, 0);
  if (count == 0) {
    return result == OVL_OK ? OVL_NO_MEMORY : result;
  }
  if (!traced_take(&running.traced, events, count, asked.grid.width, asked.grid.height) ||
      !reserve_nodes(cell_count() + running.traced.place_count)) {
    return OVL_NO_MEMORY;
  }
  running.is_traced = running.has_begun = true;
  running.traced_found = result == OVL_OK;
  running.total = (double)count;
  restart();
  return OVL_OK;
}

EXPLORER_EXPORT(module_step_forward) int32_t module_step_forward(double most, int32_t heeds) {
  int32_t held = -1;
  if (!running.has_begun) {
    return -1;
  }
  for (double i = 0; i < most && advance(&held); i++) {
    if (held >= 0 && heeds != 0) {
      return held;
    }
  }
  return -1;
}

EXPLORER_EXPORT(module_step_to) void module_step_to(double number) {
  if (running.has_begun && number < running.count) {
    restart();
  }
  module_step_forward(number - running.count, 0);
}

EXPLORER_EXPORT(module_step_back_to) int32_t module_step_back_to(int32_t what) {
  const double before = running.count;
  double found = 0;
  int32_t found_break = -1;
  int32_t held = -1;
  if (!running.has_begun) {
    return -1;
  }
  restart();
  while (running.count + 1 < before && advance(&held)) {
    if (what == 0 ? running.last.kind == STEP_EXPAND : held >= 0) {
      found = running.count;
      found_break = held;
    }
  }
  module_step_to(found);
  return what == 0 ? -1 : found_break;
}

/* A node as a number; below 0: none. */
static double number_of(bool has, uint32_t node) {
  return has && node != LISTS_NONE ? (double)node : -1;
}

EXPLORER_EXPORT(module_step_state) void module_step_state(void) {
  const bool begun = running.has_begun;
  const bool traced = running.is_traced;
  const search_lists *lists = lists_now();
  const step_event *last = &running.last;
  const bool has_last = begun && running.count > 0;
  const bool is_over = begun && running.count == running.total;
  const bool is_found = traced ? running.traced_found : running.search.is_found;
  const double numbers[] = {
      begun ? running.count : 0,
      begun ? running.total : 0,
      begun ? lists->open_count : 0,
      begun ? lists->closed_count : 0,
      is_over,
      is_over && is_found,
      has_last ? (double)last->kind : -1,
      number_of(has_last, last->node),
      number_of(has_last, last->parent),
      (double)last->g,
      (double)last->h,
      (double)last->f,
      number_of(begun && !is_over, traced ? running.traced.at : running.search.at),
      number_of(begun && traced, running.traced.window),
      begun && traced ? running.left_out : 0};
  module_tell(numbers, sizeof numbers / sizeof numbers[0]);
}

/* ---- Breakpoints ---- */

EXPLORER_EXPORT(module_step_break)
void module_step_break(uint32_t index, int32_t kind, int32_t rule, int32_t field, int32_t compare,
                       double value) {
  if (index < MOST_BREAKS) {
    asked.breaks.list[index] = (step_break){.kind = kind,
                                            .right = -1,
                                            .field = field,
                                            .compare = compare,
                                            .rule = rule,
                                            .value = value};
  }
}

EXPLORER_EXPORT(module_step_break_place)
void module_step_break_place(uint32_t index, int32_t left, int32_t top, int32_t right,
                             int32_t bottom) {
  if (index < MOST_BREAKS) {
    step_break *each = &asked.breaks.list[index];
    each->left = left;
    each->top = top;
    each->right = right;
    each->bottom = bottom;
  }
}

EXPLORER_EXPORT(module_step_break_count) void module_step_break_count(uint32_t count) {
  const double number = running.count;
  asked.breaks.count = count < MOST_BREAKS ? count : MOST_BREAKS;
  if (running.has_begun) {
    restart();
    module_step_to(number);
  }
}

/* ---- Looks ---- */

EXPLORER_EXPORT(module_step_changes) void module_step_changes(void) {
  const bool has = running.has_begun && running.right >= running.left;
  module_numbers()[0] = has ? running.left : 0;
  module_numbers()[1] = has ? running.top : 0;
  module_numbers()[2] = has ? running.right - running.left + 1 : 0;
  module_numbers()[3] = has ? running.bottom - running.top + 1 : 0;
  running.left = running.top = UINT32_MAX;
  running.right = running.bottom = 0;
}

/* Keeps a rectangle inside the map. */
static void clip(uint32_t left, uint32_t top, uint32_t *width, uint32_t *height) {
  const uint32_t wide = left < asked.grid.width ? asked.grid.width - left : 0;
  const uint32_t high = top < asked.grid.height ? asked.grid.height - top : 0;
  *width = !running.has_begun ? 0 : *width < wide ? *width : wide;
  *height = *height < high ? *height : high;
}

EXPLORER_EXPORT(module_step_states)
const uint8_t *module_step_states(uint32_t left, uint32_t top, uint32_t width, uint32_t height) {
  clip(left, top, &width, &height);
  uint8_t *states = reserve(&look.states, (size_t)width * height + 1, sizeof *states);
  for (uint32_t y = 0; states != NULL && y < height; y++) {
    const search_node *row = asked.room.nodes + (size_t)(top + y) * asked.grid.width + left;
    for (uint32_t x = 0; x < width; x++) {
      const bool is_scanned = row[x].state == NODE_UNSEEN && row[x].was_scanned;
      states[(size_t)y * width + x] = is_scanned ? NODE_SCANNED : row[x].state;
    }
  }
  return states;
}

static void write_row(double *to, uint32_t node) {
  const search_node *known = &asked.room.nodes[node];
  const double row[STEP_ROW_NUMBERS] = {
      node,         known->parent, (double)known->g, (double)known->h, (double)known->f,
      known->state, known->number, known->position};
  for (size_t i = 0; i < STEP_ROW_NUMBERS; i++) {
    to[i] = row[i];
  }
}

EXPLORER_EXPORT(module_step_nodes)
const double *module_step_nodes(uint32_t left, uint32_t top, uint32_t width, uint32_t height) {
  clip(left, top, &width, &height);
  double *rows = reserve(&look.rows, ((size_t)width * height + 1) * STEP_ROW_NUMBERS, sizeof *rows);
  size_t count = 0;
  for (uint32_t y = top; rows != NULL && y < top + height; y++) {
    for (uint32_t x = left; x < left + width; x++) {
      const uint32_t node = y * asked.grid.width + x;
      if (asked.room.nodes[node].state != NODE_UNSEEN) {
        write_row(rows + STEP_ROW_NUMBERS * count++, node);
      }
    }
  }
  module_numbers()[0] = (double)count;
  return rows;
}

/* The nodes of a list and their number. NULL: no memory. */
static const uint32_t *nodes_of(int32_t list, uint32_t *count) {
  search_lists *lists = lists_now();
  if (list == 3) {
    *count = look.branch_count;
    return look.branch.memory;
  }
  *count = running.has_begun ? (list == 2 ? lists->closed_count : lists->open_count) : 0;
  if (*count == 0 || list == 0) {
    return asked.room.heap;
  }
  if (list == 2) {
    return lists_closed(lists);
  }
  uint32_t *sorted = reserve(&look.sorted, *count, sizeof *sorted);
  uint32_t *spare = reserve(&look.spare, *count, sizeof *spare);
  if (sorted == NULL || spare == NULL) {
    return NULL;
  }
  lists_sort(lists, sorted, spare);
  return sorted;
}

EXPLORER_EXPORT(module_step_list)
const double *module_step_list(int32_t list, uint32_t first, uint32_t count) {
  uint32_t length = 0;
  const uint32_t *nodes = nodes_of(list, &length);
  const uint32_t left = first < length ? length - first : 0;
  count = count < left ? count : left;
  double *rows = reserve(&look.rows, ((size_t)count + 1) * STEP_ROW_NUMBERS, sizeof *rows);
  if (nodes == NULL || rows == NULL) {
    return NULL;
  }
  for (uint32_t i = 0; i < count; i++) {
    write_row(rows + (size_t)STEP_ROW_NUMBERS * i, nodes[first + i]);
  }
  module_numbers()[0] = count;
  module_numbers()[1] = length;
  return rows;
}

EXPLORER_EXPORT(module_step_branch) const uint32_t *module_step_branch(uint32_t node) {
  module_numbers()[0] = look.branch_count = 0;
  if (!running.has_begun || node >= asked.room.node_count ||
      asked.room.nodes[node].state == NODE_UNSEEN) {
    return NULL;
  }
  uint32_t *branch = reserve(&look.branch, MOST_BRANCH, sizeof *branch);
  if (branch == NULL) {
    return NULL;
  }
  const uint32_t count = lists_branch(lists_now(), node, branch, MOST_BRANCH);
  module_numbers()[0] = look.branch_count = count < MOST_BRANCH ? count : MOST_BRANCH;
  return branch;
}

/* ---- The two tiers ---- */

EXPLORER_EXPORT(module_step_places) const int32_t *module_step_places(void) {
  const size_t count = running.has_begun && running.is_traced ? running.traced.place_count : 0;
  int32_t *places = reserve(&look.places, 4 * count + 1, sizeof *places);
  for (size_t i = 0; places != NULL && i < count; i++) {
    const step_place place = place_of(cell_count() + (uint32_t)i);
    for (size_t j = 0; j < 2; j++) {
      places[4 * i + 2 * j] = place.x[j];
      places[4 * i + 2 * j + 1] = place.y[j];
    }
  }
  module_numbers()[0] = (double)count;
  return places;
}

EXPLORER_EXPORT(module_step_seen_places) const double *module_step_seen_places(void) {
  const size_t places = running.has_begun && running.is_traced ? running.traced.place_count : 0;
  double *rows = reserve(&look.rows, (places + 1) * STEP_ROW_NUMBERS, sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; rows != NULL && i < places; i++) {
    const uint32_t node = cell_count() + (uint32_t)i;
    if (asked.room.nodes[node].state != NODE_UNSEEN) {
      write_row(rows + STEP_ROW_NUMBERS * count++, node);
    }
  }
  module_numbers()[0] = (double)count;
  return rows;
}

EXPLORER_EXPORT(module_step_told) const uint32_t *module_step_told(int32_t kind) {
  const size_t events = running.has_begun && running.is_traced ? running.traced.next : 0;
  uint32_t *told = reserve(&look.told, 2 * events + 1, sizeof *told);
  size_t count = 0;
  for (size_t i = 0; told != NULL && i < events; i++) {
    const step_event *event = &running.traced.events[i].event;
    if ((int32_t)event->kind == kind) {
      told[count++] = event->parent;
      told[count++] = event->node;
    }
  }
  module_numbers()[0] = (double)count;
  return told;
}
