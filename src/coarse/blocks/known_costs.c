/* Compares the cells of a region before and after an edit, matches ports by their cells, and runs
 * the two searches from the changed cells. */
#include "coarse/blocks/known_costs.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

#define KNOWN_FAR UINT32_MAX /* no changed cell can be reached */

/* ---- Cells ------------------------------------------------------------------- */

/* Bits of the cells of a row whose weights rise and fall. */
typedef struct weight_changes {
  uint64_t rises[2], falls[2];
} weight_changes;

static weight_changes known_compare_weights(const uint8_t *before, const uint8_t *after,
                                            int32_t w) {
  weight_changes changes = {{0, 0}, {0, 0}};
  for (int32_t x = 0; x < w; x++) {
    if (x + 8 <= w && ovi_get_u64(before + x) == ovi_get_u64(after + x)) {
      x += 7;
      continue;
    }
    changes.rises[x >> 6] |= (uint64_t)(before[x] < after[x]) << (x & 63);
    changes.falls[x >> 6] |= (uint64_t)(before[x] > after[x]) << (x & 63);
  }
  return changes;
}

/* Reads the positions of the region before the edit, with weights if they are needed. */
static void read_before(ovi_known_costs *known, const ovi_layer *layer, bool has_jumps) {
  const ovi_region *view = &known->view;
  known->weights_read = false;
  known->ground =
      (ovi_port_ground){known->weights, NULL, view->layer_block[OVI_LAYER_MIN_WEIGHT],
                        (view->flags & OVI_FLAG_ONE_WEIGHT) != 0, layer->profile.corners};
  known->paths.used_bits = known->ground.one_weight && has_jumps &&
                           ovi_may_be_targets(view->ports.count, view->w, view->h);
  for (int32_t y = 0; y < view->h; y++) {
    ovi_region_open_row(view, y, known->open[y]);
  }
  if (known->ground.one_weight &&
      has_jumps) { /* it is searched by bits, so weights are not needed */
    return;
  }
  ovi_slot_source source;
  ovi_find_weights(&source, layer, view);
  for (int32_t y = 0; y < view->h; y++) {
    ovi_read_weights(&source, view, y, known->weights + y * view->w);
  }
  known->weights_read = true;
}

/* Returns whether the heights of a region of a directed layer, and whether they matter, are as they
 * were, and no rule answered otherwise than by them. */
static bool heights_are_same(ovi_known_costs *known, const ovi_draft *draft,
                             const ovi_port_ground *after) {
  const ovi_region *view = &known->view;
  const size_t cells = (size_t)view->w * (size_t)view->h;
  if (draft->rule.count != 0 || view->costs.exceptions != 0 ||
      draft->stepped != ((view->flags & OVI_FLAG_STEPPED) != 0)) {
    return false;
  }
  if (!draft->stepped) {
    return true;
  }
  if (view->cells.heights == NULL || after->heights == NULL) {
    return false;
  }
  ovi_region_read_heights(view, known->heights);
  known->ground.heights = after->heights;
  return memcmp(known->heights, after->heights, cells * sizeof(uint16_t)) == 0;
}

/* Finds the changed cells. If a single weight became another, all cells count as changed. */
static void find_touched(ovi_known_costs *known, const ovi_draft *draft,
                         const ovi_port_ground *after) {
  const int32_t w = known->view.w;
  uint64_t(*touched)[2] = known->touched;
  /* All changes are changes of open cells: both weights are a single one, and the same. */
  const bool by_open = known->ground.one_weight && after->one_weight &&
                       known->ground.min_weight == after->min_weight;
  memset(touched, 0, (size_t)(known->view.h + 2) * sizeof(touched[0]));
  known->closes = known->opens = false;
  known->changed = (ovi_rectangle){0, 0, 0, 0};
  for (int32_t y = 0; y < known->view.h; y++) {
    const uint64_t any = by_open ? 0 : UINT64_MAX;
    weight_changes changes = {{any, any}, {any, any}};
    if (!by_open && known->weights_read) {
      changes = known_compare_weights(known->weights + y * w, after->weights + y * w, w);
    }
    for (int i = 0; i < 2; i++) {
      const uint64_t was_open = known->open[y][i];
      const uint64_t is_open = draft->open[y][i];
      const uint64_t rises = changes.rises[i] & was_open & is_open;
      const uint64_t falls = changes.falls[i] & was_open & is_open;
      touched[y + 1][i] |= rises | falls | (was_open ^ is_open);
      touched[y][i] |= was_open ^ is_open;
      touched[y + 2][i] |= was_open ^ is_open;
      known->closes = known->closes || ((was_open & ~is_open) | rises) != 0;
      known->opens = known->opens || ((is_open & ~was_open) | falls) != 0;
      uint64_t changed = rises | falls | (was_open ^ is_open);
      for (; changed != 0; changed &= changed - 1) {
        const ovi_rectangle cell = ovi_rectangle_of_one(64 * i + ovi_lowest_bit(changed), y);
        known->changed = ovi_rectangle_join(known->changed, cell);
      }
    }
  }
}

/* ---- Ports ------------------------------------------------------------------- */

static bool is_in_cell(uint32_t a, uint32_t b) { return ((a ^ b) & 0x3fff) == 0; }

/* Matches each port with the one that was in its cell; both lists are mostly in the same order. */
static void match_ports(ovi_known_costs *known, const ovi_block_ports *ports) {
  const ovi_region *view = &known->view;
  uint32_t at = 0;
  const ovi_port_groups groups = ovi_port_groups_of(view);
  for (uint32_t i = 0; i < ports->count; i++) {
    const uint32_t cell = ports->ports[i].cell;
    uint32_t left = view->ports.count;
    for (; left != 0 && !is_in_cell(ovi_port_cell(view, at % view->ports.count), cell); left--) {
      at++;
    }
    ovi_known_port *matched = &known->ports[i];
    *matched =
        (ovi_known_port){.component = OVI_NO_COMPONENT, .before = KNOWN_FAR, .after = KNOWN_FAR};
    if (left == 0) {
      continue;
    }
    const uint32_t port = at++ % view->ports.count;
    const uint32_t old_cell = ovi_port_cell(view, port);
    const bool is_link = port >= groups.begins[OVI_GROUP_COUNT];
    const bool is_long = !is_link && ovi_port_is_long(known->ground.corners,
                                                      ovi_port_group(&groups, port), old_cell);
    const uint32_t weight =
        known->ground.one_weight
            ? known->ground.min_weight
            : known->weights[ovi_port_y(old_cell) * view->w + ovi_port_x(old_cell)];
    matched->port = port;
    matched->component = ovi_port_component(view, port);
    matched->place = ovi_port_place(view, port, matched->component);
    matched->clique = ovi_region_clique(view, matched->component);
    matched->half_step = is_link ? 0 : ovi_step_cost(weight, is_long);
  }
}

/* Sets lower bounds of the costs of ports to the nearest changed cell, or one beside it, and back:
 * the octile distance to the box of these cells, over the lightest ground. */
static void bound_by_distance(ovi_known_costs *known, const ovi_block_ports *ports,
                              uint32_t min_weight) {
  const ovi_rectangle box = ovi_rectangle_grow(known->changed, 1);
  const uint32_t lightest =
      min_weight < known->ground.min_weight ? min_weight : known->ground.min_weight;
  for (uint32_t i = 0; i < ports->count; i++) {
    const int32_t x = ovi_port_x(ports->ports[i].cell);
    const int32_t y = ovi_port_y(ports->ports[i].cell);
    const int32_t dx = x < box.x0 ? box.x0 - x : x >= box.x1 ? x - box.x1 + 1 : 0;
    const int32_t dy = y < box.y0 ? box.y0 - y : y >= box.y1 ? y - box.y1 + 1 : 0;
    known->ports[i].before = known->ports[i].after =
        2 * (uint32_t)ovi_distance_apart(known->ground.corners, dx, dy, lightest);
  }
}

bool ovi_known_costs_begin(ovi_known_costs *known, const ovi_layer *layer, const ovi_draft *draft,
                           const ovi_block_ports *ports, const ovi_port_ground *ground,
                           const ovi_step_rule *rule) {
  known->view = ovi_region_view(layer, draft->place.id);
  read_before(known, layer, ovi_has_jump_points(layer->profile.corners) && !draft->stepped);
  if ((draft->directed && !heights_are_same(known, draft, ground)) ||
      !ovi_may_be_targets(ports->count, draft->place.w, draft->place.h)) {
    return false;
  }
  find_touched(known, draft, ground);
  known->rule = *rule;
  known->margin = 0;
  /* A search takes the longer, the more cells it begins from, and two searches replace one for each
   * port. Where heights matter, a search has one start. */
  uint32_t touched = 0;
  for (int32_t y = 1; y <= known->view.h; y++) {
    touched += (uint32_t)ovi_count_bits(known->touched[y][0]) +
               (uint32_t)ovi_count_bits(known->touched[y][1]);
  }
  const ovi_rectangle *box = &known->changed;
  const bool is_one_cell = box->x1 - box->x0 == 1 && box->y1 - box->y0 == 1;
  known->searches = draft->stepped ? is_one_cell : touched <= ports->count;
  if (!known->searches && known->paths.used_bits) {
    return false; /* it has paths, too, which would be searched for once more */
  }
  match_ports(known, ports);
  if (!known->searches && (known->closes || known->opens)) {
    bound_by_distance(known, ports, ground->min_weight);
  }
  return true;
}

/* ---- Costs --------------------------------------------------------------------- */

static bool known_is_open(const ovi_window *window, int32_t x, int32_t y) {
  return window->bits.in_use ? ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, y), x) != 0
                             : window->weights[ovi_window_cell(window, x, y)] != 0;
}

/* How much less a path past a corner of the changed cell may cost, there and back, than one over
 * that cell. */
static uint64_t past_corners(const ovi_known_costs *known, const ovi_window *window) {
  const int32_t x = known->changed.x0;
  const int32_t y = known->changed.y0;
  const uint32_t cell = ovi_window_cell(window, x, y);
  uint64_t most = 0;
  for (int direction = 1; direction < 8; direction += 2) {
    uint64_t over = 0; /* the cell, from one cell beside it to the other, and back */
    uint32_t weights = 0;
    bool are_open = true;
    for (int side = -1; side <= 1; side += 2) {
      const uint32_t beside = ovi_window_cell(window, x + ovi_direction_x(direction + side),
                                              y + ovi_direction_y(direction + side));
      const uint16_t *heights = window->steps.heights;
      const uint32_t rise = heights[beside] > heights[cell]
                                ? (uint32_t)(heights[beside] - heights[cell])
                                : (uint32_t)(heights[cell] - heights[beside]);
      are_open = are_open && window->weights[beside] != 0;
      weights += window->weights[beside];
      over += 2 * ovi_step_cost((uint32_t)window->weights[cell] + window->weights[beside], 0) +
              rise * ((uint64_t)known->rule.rise_cost + known->rule.fall_cost);
    }
    const uint64_t past = 2 * ovi_step_cost(weights, 1);
    most = are_open && over > past + most ? over - past : most;
  }
  return most;
}

/* The cost of the way back, if that of a path from one cell to another is known. */
static uint64_t way_back(const ovi_known_costs *known, uint32_t from_height, uint32_t to_height,
                         uint64_t cost) {
  const int64_t change = (int64_t)known->rule.rise_cost - known->rule.fall_cost;
  return (uint64_t)((int64_t)cost + ((int64_t)from_height - to_height) * change);
}

void ovi_known_costs_search(ovi_known_costs *known, const ovi_block_ports *ports,
                            ovi_fine_search *search, ovi_window *window, bool before_edit) {
  const bool has_rule = window->steps.has_rule;
  const uint32_t start =
      has_rule ? ovi_window_cell(window, known->changed.x0, known->changed.y0) : 0;
  if (has_rule) {
    ovi_fine_begin(search, window, known->changed.x0, known->changed.y0);
    const uint64_t margin = past_corners(known, window);
    known->margin = margin > known->margin ? margin : known->margin;
  } else {
    ovi_fine_begin_seeds(search, window);
  }
  for (int32_t y = 0; !has_rule && y < window->h; y++) {
    for (int32_t i = 0; i < 2; i++) {
      uint64_t bits = known->touched[y + 1][i];
      for (; bits != 0; bits &= bits - 1) {
        const int32_t x = 64 * i + ovi_lowest_bit(bits);
        if (known_is_open(window, x, y)) {
          ovi_fine_add_seed(search, x, y, 0);
        }
      }
    }
  }
  for (uint32_t i = 0; i < ports->count; i++) {
    const uint32_t cell = ports->ports[i].cell;
    const bool existed = known->ports[i].component != OVI_NO_COMPONENT;
    if ((!before_edit || existed) && known_is_open(window, ovi_port_x(cell), ovi_port_y(cell))) {
      ovi_window_add_target(window, ovi_port_x(cell), ovi_port_y(cell));
    }
  }
  ovi_fine_settle(search, window);
  for (uint32_t i = 0; i < ports->count; i++) {
    const uint32_t cell = ports->ports[i].cell;
    const uint32_t node = ovi_window_cell(window, ovi_port_x(cell), ovi_port_y(cell));
    uint32_t *cost = before_edit ? &known->ports[i].before : &known->ports[i].after;
    *cost = KNOWN_FAR;
    if (ovi_fine_has_reached(search, node)) {
      const uint64_t there = ovi_fine_cost(search, node);
      const uint64_t back = has_rule ? way_back(known, window->steps.heights[start],
                                                window->steps.heights[node], there)
                                     : there;
      *cost = (uint32_t)(there + back);
    }
  }
}

/* A lower bound of the cost by way of changed cells, there and back. */
static uint64_t known_detour(const ovi_known_costs *known, uint32_t a, uint32_t b) {
  const uint64_t sum = (uint64_t)a + b;
  return a == KNOWN_FAR || b == KNOWN_FAR ? UINT64_MAX
         : sum > known->margin            ? sum - known->margin
                                          : 0;
}

/* Finds the cost inside the region before the edit between two ports that it had in one linked
 * component, and that there and back. False: neither way was stored. */
static bool find_stored(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                        uint32_t b, uint32_t *inner, uint64_t *both) {
  const ovi_known_port *from = &known->ports[a];
  const ovi_known_port *to = &known->ports[b];
  if (!from->clique.is_square) {
    *inner =
        ovi_clique_cost(&from->clique, from->place, to->place) - from->half_step - to->half_step;
    *both = 2 * (uint64_t)*inner;
    return true;
  }
  uint32_t heights[2] = {0, 0};
  for (int i = 0; i < 2 && (known->view.flags & OVI_FLAG_STEPPED) != 0; i++) {
    const uint32_t cell = ports->ports[i == 0 ? a : b].cell;
    heights[i] = known->ground.heights[ovi_port_y(cell) * known->view.w + ovi_port_x(cell)];
  }
  uint32_t cost = ovi_square_cost(&from->clique, to->place, from->place);
  if (cost != OVI_NO_COST_32) {
    *inner = cost - from->half_step - ovi_square_exit(&from->clique, to->place);
    *both = *inner + way_back(known, heights[0], heights[1], *inner);
    return true;
  }
  cost = ovi_square_cost(&from->clique, from->place, to->place);
  if (cost != OVI_NO_COST_32) {
    const uint64_t back = cost - to->half_step - ovi_square_exit(&from->clique, from->place);
    *inner = (uint32_t)way_back(known, heights[1], heights[0], back);
    *both = *inner + back;
  }
  return cost != OVI_NO_COST_32;
}

bool ovi_known_inner_cost(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                          uint32_t b, uint32_t *inner) {
  const ovi_known_port *from = &known->ports[a];
  const ovi_known_port *to = &known->ports[b];
  uint64_t both;
  *inner = 0;
  if (is_in_cell(ports->ports[a].cell, ports->ports[b].cell)) {
    return true;
  }
  return from->component != OVI_NO_COMPONENT && from->component == to->component &&
         find_stored(known, ports, a, b, inner, &both) &&
         (!known->closes || known_detour(known, from->before, to->before) > both) &&
         (!known->opens || known_detour(known, from->after, to->after) >= both);
}

/* ---- Paths --------------------------------------------------------------------- */

void ovi_known_paths_begin(ovi_known_costs *known, const ovi_block_ports *ports,
                           uint32_t most_runs) {
  const ovi_region *view = &known->view;
  ovi_known_paths *paths = &known->paths;
  paths->stored = ovi_region_paths(view);
  paths->most_runs = ovi_path_most_runs((uint64_t)view->w * (uint64_t)view->h,
                                        ovi_get_u32(view->layer_block + OVI_LAYER_COSTS));
  /* A cell beside a path is one straight step away from it: the way over it takes one step more
   * there and one back. */
  paths->margin = 2 * ovi_step_cost(2 * known->ground.min_weight, 0);
  paths->has_same_ports = ports->count == view->ports.count && most_runs <= paths->most_runs;
  for (uint32_t i = 0; i < ports->count && paths->has_same_ports; i++) {
    paths->has_same_ports =
        known->ports[i].component != OVI_NO_COMPONENT && known->ports[i].port == i;
  }
}

bool ovi_known_path(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                    uint32_t b, uint32_t most_runs, ovi_edge_path *path) {
  const ovi_known_port *from = &known->ports[a];
  const ovi_known_port *to = &known->ports[b];
  const ovi_known_paths *paths = &known->paths;
  if (!paths->used_bits || from->component == OVI_NO_COMPONENT ||
      from->component != to->component || from->port >= to->port) {
    return false;
  }
  uint32_t inner;
  uint64_t both;
  if (!find_stored(known, ports, a, b, &inner, &both)) {
    return false;
  }
  const uint64_t far = both + 2 * paths->margin;
  if ((known->closes && known_detour(known, from->before, to->before) <= far) ||
      (known->opens && known_detour(known, from->after, to->after) <= far)) {
    return false;
  }
  const bool is_stored = ovi_path_find(paths->stored, from->port, to->port, path);
  if (!is_stored || path->count > most_runs) {
    path->count = 0;
  }
  /* With the same ports, the path was needed before, but too long. */
  return is_stored || paths->has_same_ports;
}
