/* Compares the cells of a region before and after an edit, matches ports by their cells, and runs
 * the two searches from the changed cells. */
#include "coarse/blocks/known_costs.h"

#include "coarse/view/region_cells.h"
#include "common/compiler.h"

#define KNOWN_FAR UINT32_MAX /* no changed cell can be reached */

/* ---- Cells ------------------------------------------------------------------- */

/* Bits of the cells of a row whose weights differ. */
static void known_compare_weights(const uint8_t *before, const uint8_t *after, int32_t w,
                                  uint64_t out[2]) {
  int32_t x = 0;
  out[0] = out[1] = 0;
  for (; x + 8 <= w; x += 8) {
    const uint64_t differ = ovi_get_u64(before + x) ^ ovi_get_u64(after + x);
    out[x >> 6] |= (uint64_t)ovi_gather_bits(ovi_set_bytes(differ)) << (x & 63);
  }
  for (; x < w; x++) {
    out[x >> 6] |= (uint64_t)(before[x] != after[x]) << (x & 63);
  }
}

/* Reads the positions of the region before the edit, with weights if they are needed. */
static void read_before(ovi_known_costs *known, const ovi_layer *layer, bool strict) {
  const ovi_region *view = &known->view;
  known->weights_read = false;
  known->ground = (ovi_port_ground){known->weights, NULL, view->layer_block[OVI_LAYER_MIN_WEIGHT],
                                    (view->flags & OVI_FLAG_ONE_WEIGHT) != 0};
  known->paths.used_bits =
      known->ground.one_weight && strict && ovi_may_be_targets(view->ports.count, view->w, view->h);
  for (int32_t y = 0; y < view->h; y++) {
    ovi_region_open_row(view, y, known->open[y]);
  }
  if (known->ground.one_weight && strict) { /* it is searched by bits, so weights are not needed */
    return;
  }
  ovi_slot_source source;
  ovi_find_weights(&source, layer, view);
  for (int32_t y = 0; y < view->h; y++) {
    ovi_read_weights(&source, view, y, known->weights + y * view->w);
  }
  known->weights_read = true;
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
  for (int32_t y = 0; y < known->view.h; y++) {
    uint64_t differs[2] = {by_open ? 0 : UINT64_MAX, by_open ? 0 : UINT64_MAX};
    if (!by_open && known->weights_read) {
      known_compare_weights(known->weights + y * w, after->weights + y * w, w, differs);
    }
    for (int i = 0; i < 2; i++) {
      const uint64_t was_open = known->open[y][i];
      const uint64_t is_open = draft->open[y][i];
      const uint64_t weighs = differs[i] & was_open & is_open;
      touched[y + 1][i] |= weighs | (was_open ^ is_open);
      touched[y][i] |= was_open ^ is_open;
      touched[y + 2][i] |= was_open ^ is_open;
      known->closes = known->closes || ((was_open & ~is_open) | weighs) != 0;
      known->opens = known->opens || ((is_open & ~was_open) | weighs) != 0;
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
    const bool diagonal = ovi_port_is_diagonal(ovi_port_group(&groups, port), old_cell);
    const uint32_t weight =
        known->ground.one_weight
            ? known->ground.min_weight
            : known->weights[ovi_port_y(old_cell) * view->w + ovi_port_x(old_cell)];
    matched->port = port;
    matched->component = ovi_port_component(view, port);
    matched->place = ovi_port_place(view, port, matched->component);
    matched->clique = ovi_region_clique(view, matched->component);
    matched->half_step = ovi_step_cost(weight, diagonal);
  }
}

bool ovi_known_costs_begin(ovi_known_costs *known, const ovi_layer *layer, const ovi_draft *draft,
                           const ovi_block_ports *ports, const ovi_port_ground *ground) {
  known->view = ovi_region_view(layer, draft->place.id);
  read_before(known, layer, layer->profile.corners == OVL_CORNERS_STRICT);
  find_touched(known, draft, ground);
  /* A search takes the longer, the more cells it begins from, and two searches replace one for each
   * port. */
  uint32_t touched = 0;
  for (int32_t y = 1; y <= known->view.h; y++) {
    touched += (uint32_t)ovi_count_bits(known->touched[y][0]) +
               (uint32_t)ovi_count_bits(known->touched[y][1]);
  }
  if (touched > ports->count) {
    return false;
  }
  match_ports(known, ports);
  return true;
}

/* ---- Costs --------------------------------------------------------------------- */

static bool known_is_open(const ovi_window *window, int32_t x, int32_t y) {
  return window->bits.in_use ? ovi_get_bit(ovi_window_line(window, OVI_PLANE_OPEN, y), x) != 0
                             : window->weights[ovi_window_cell(window, x, y)] != 0;
}

void ovi_known_costs_search(ovi_known_costs *known, const ovi_block_ports *ports,
                            ovi_fine_search *search, ovi_window *window, bool before_edit) {
  ovi_fine_begin_seeds(search, window);
  for (int32_t y = 0; y < window->h; y++) {
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
    *cost = ovi_fine_has_reached(search, node) ? (uint32_t)ovi_fine_cost(search, node) : KNOWN_FAR;
  }
}

/* A lower bound of the cost by way of changed cells. */
static uint64_t known_detour(uint32_t a, uint32_t b) {
  return a != KNOWN_FAR && b != KNOWN_FAR ? (uint64_t)a + b : UINT64_MAX;
}

bool ovi_known_inner_cost(const ovi_known_costs *known, const ovi_block_ports *ports, uint32_t a,
                          uint32_t b, uint32_t *inner) {
  const ovi_known_port *from = &known->ports[a];
  const ovi_known_port *to = &known->ports[b];
  *inner = 0;
  if (is_in_cell(ports->ports[a].cell, ports->ports[b].cell)) {
    return true;
  }
  if (from->component == OVI_NO_COMPONENT || from->component != to->component) {
    return false;
  }
  *inner = ovi_clique_cost(&from->clique, from->place, to->place) - from->half_step - to->half_step;
  return (!known->closes || known_detour(from->before, to->before) > *inner) &&
         (!known->opens || known_detour(from->after, to->after) >= *inner);
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

bool ovi_known_path(const ovi_known_costs *known, uint32_t a, uint32_t b, uint32_t most_runs,
                    ovi_edge_path *path) {
  const ovi_known_port *from = &known->ports[a];
  const ovi_known_port *to = &known->ports[b];
  const ovi_known_paths *paths = &known->paths;
  if (!paths->used_bits || from->component == OVI_NO_COMPONENT ||
      from->component != to->component || from->port >= to->port) {
    return false;
  }
  const uint64_t far = ovi_clique_cost(&from->clique, from->place, to->place) - from->half_step -
                       to->half_step + paths->margin;
  if ((known->closes && known_detour(from->before, to->before) <= far) ||
      (known->opens && known_detour(from->after, to->after) <= far)) {
    return false;
  }
  const bool is_stored = ovi_path_find(paths->stored, from->port, to->port, path);
  if (!is_stored || path->count > most_runs) {
    path->count = 0;
  }
  /* With the same ports, the path was needed before, but too long. */
  return is_stored || paths->has_same_ports;
}
