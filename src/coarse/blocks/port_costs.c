/* Runs one-to-many searches inside the region, one from each port, and keeps some of the paths.
 *
 * A stored cost is that of a whole edge: half a step, the inner cost, and half a step. Where steps
 * cost the same in both directions, half of the matrix (a triangle) is enough. */
#include "coarse/blocks/port_costs.h"

#include "coarse/blocks/back_runs.h"
#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/view/ports.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "fine/sight.h"

/* ---- The window ------------------------------------------------------------ */

static void port_costs_open_window(ovi_window *window, const ovi_map *map, const ovi_draft *draft,
                                   const ovi_block_ports *ports, const ovi_port_ground *ground) {
  const ovi_region *place = &draft->place;
  const ovl_corners corners = map->profiles[draft->profile].corners;
  const bool bits = ovi_has_jump_points((int)corners) && ground->one_weight && !draft->stepped &&
                    ovi_may_be_targets(ports->count, place->w, place->h);
  ovi_window_shape shape = {
      place->x, place->y, place->w, place->h, (uint8_t)corners, (uint8_t)ground->min_weight, bits};
  const ovi_step_rule rule = ovi_map_rule(map, draft->profile);
  ovi_window_open(window, &shape, draft->stepped ? &rule : NULL);
  if (draft->stepped) {
    ovi_draft_paste_exceptions(draft, window, 0);
  }
  for (int32_t y = 0; y < place->h; y++) {
    const uint32_t first = ovi_window_cell(window, 0, y);
    if (bits) {
      ovi_window_paste_bits(window, 0, y, draft->open[y]);
      continue;
    }
    memcpy(window->weights + first, ground->weights + y * place->w, (size_t)place->w);
    if (window->steps.has_rule && ground->heights != NULL) {
      memcpy(window->steps.heights + first, ground->heights + y * place->w,
             (size_t)place->w * sizeof(uint16_t));
    }
  }
}

/* ---- Cliques --------------------------------------------------------------- */

static uint32_t port_node(const ovi_window *window, const ovi_block_port *port) {
  return ovi_window_cell(window, ovi_port_x(port->cell), ovi_port_y(port->cell));
}

/* The costs of one clique: a triangle, or in a directed layer a square. */
typedef struct clique_costs {
  const ovi_block_ports *ports;
  const uint16_t *order;
  uint32_t size;
  uint32_t *costs;
  bool is_square;
  bool has_rule;    /* the steps of the region have one: costs may differ with the direction */
  bool is_balanced; /* each step can be taken back, and heights alone decide what that costs */
} clique_costs;

static const ovi_block_port *clique_member(const clique_costs *clique, uint32_t place) {
  return &clique->ports->ports[clique->order[place]];
}

static uint32_t *triangle_cost(const clique_costs *triangle, uint32_t a, uint32_t b) {
  OVI_ASSERT(a != b && a < triangle->size && b < triangle->size);
  return &triangle->costs[a > b ? ovi_clique_at(a, b) : ovi_clique_at(b, a)];
}

/* Returns whether an octile move from one port to another is free, in either order of its two runs:
 * as far as the window has bits. */
static bool is_free_move(const ovi_window *window, const ovi_block_port *a,
                         const ovi_block_port *b) {
  const ovi_sight from = {ovi_port_x(a->cell), ovi_port_y(a->cell)};
  return window->bits.in_use &&
         ovi_sight_moves(&from, window, ovi_port_x(b->cell), ovi_port_y(b->cell));
}

/* Searches from a port to `count` others of its component, which costs->targets lists by place. In
 * an undirected layer a port to which a move is free is on no path that is stored, for it makes
 * that needless; in a directed one it may be, where it can't be entered by, so a path has to lead
 * to it.
 */
static void search_to_targets(ovi_port_costs *costs, const clique_costs *clique, uint32_t from,
                              uint32_t count) {
  const ovi_block_port *port = clique_member(clique, from);
  ovi_fine_begin(&costs->search, &costs->window, ovi_port_x(port->cell), ovi_port_y(port->cell));
  for (uint32_t i = 0; i < count; i++) {
    const ovi_block_port *to = clique_member(clique, costs->targets[i]);
    ovi_fine_add_target(&costs->search, &costs->window, ovi_port_x(to->cell), ovi_port_y(to->cell),
                        !clique->is_square && is_free_move(&costs->window, port, to));
  }
  ovi_fine_settle(&costs->search, &costs->window);
}

/* The cost of the path inside from one place to another, which is known; where costs are the same
 * in both directions, that from either to the other. OVI_NO_COST_32: there is none. */
static uint32_t inner_cost(const clique_costs *clique, uint32_t from, uint32_t to) {
  const ovi_block_port *a = clique_member(clique, from);
  const ovi_block_port *b = clique_member(clique, to);
  if (!clique->is_square) {
    return *triangle_cost(clique, from, to) - a->half_step - b->half_step;
  }
  uint32_t cost = clique->costs[(uint64_t)to * clique->size + from];
  uint32_t exit = b->exit;
  if (cost == OVI_NO_COST_32 && !clique->has_rule) {
    cost = clique->costs[(uint64_t)from * clique->size + to];
    exit = a->exit;
  }
  return cost != OVI_NO_COST_32 ? cost - a->half_step - b->half_step - exit : cost;
}

/* ---- Paths ----------------------------------------------------------------- */

/* Adds the path to a place to the row of the port from which the last search began, unless it has
 * too many runs. */
static void put_path(ovi_port_costs *costs, const clique_costs *clique, uint32_t to) {
  ovi_back_runs back = {.most = costs->most_runs, .direction = -1};
  const uint32_t node = port_node(&costs->window, clique_member(clique, to));
  ovi_back_runs_follow(&back, &costs->search, &costs->window, node);
  ovi_back_runs_end(&back);
  /* Known costs of a forged world may say that a single run costs more than it does. */
  if (back.count != 0 && back.count <= back.most) {
    for (uint32_t i = 0; i < back.count / 2; i++) {
      const uint8_t swap = back.runs[i];
      back.runs[i] = back.runs[back.count - 1 - i];
      back.runs[back.count - 1 - i] = swap;
    }
    ovi_path_row_add(&costs->paths, clique->order[to], (ovi_edge_path){back.runs, back.count});
  }
}

/* Returns whether a third port makes an edge needless, all of whose costs are known: that of a
 * border, behind the first place, over which the path costs as much. In the cell of the second
 * place it is one behind that, so that no two edges make each other needless. */
static bool is_needless(const clique_costs *clique, uint32_t from, uint32_t to, uint32_t inner) {
  const ovi_block_ports *ports = clique->ports;
  const uint32_t borders = ports->count - ports->links_out - ports->links_in;
  for (uint32_t k = from + 1; k < clique->size && clique->order[k] < borders; k++) {
    if (k == to) {
      continue;
    }
    const uint32_t first = inner_cost(clique, from, k);
    if (first > inner) {
      continue;
    }
    const uint32_t second = inner_cost(clique, k, to);
    if (second <= inner && first + second == inner && (second != 0 || k > to)) {
      return true;
    }
  }
  return false;
}

/* Returns whether a path is no octile move: it costs more, as far as the ground of the window
 * allows that, or no such move is free, as where it has to turn more than once. */
static bool is_detour(const ovi_port_costs *costs, const ovi_block_port *from,
                      const ovi_block_port *to, uint32_t inner) {
  return inner != ovi_distance(costs->window.corners, ovi_port_x(from->cell) - ovi_port_x(to->cell),
                               ovi_port_y(from->cell) - ovi_port_y(to->cell),
                               costs->window.min_weight) ||
         (costs->window.bits.in_use && !is_free_move(&costs->window, from, to));
}

/* Returns whether the path of an edge that is a detour is to be stored, unless it is too long. */
static bool needs_path(const clique_costs *clique, uint32_t from, uint32_t to) {
  const uint32_t inner = inner_cost(clique, from, to);
  return clique->order[to] < OVI_PATH_PORTS && inner != OVI_NO_COST_32 &&
         !is_needless(clique, from, to, inner);
}

/* Puts the paths from the place from which the last search began to `count` places that are detours
 * from there, which costs->detours lists. */
static void put_paths(ovi_port_costs *costs, const clique_costs *clique, uint32_t from,
                      uint32_t count) {
  if (count == 0 || costs->most_runs == 0 || clique->order[from] >= OVI_PATH_PORTS) {
    return;
  }
  ovi_path_row_begin(&costs->paths, clique->order[from]);
  for (uint32_t i = 0; i < count; i++) {
    if (needs_path(clique, from, costs->detours[i])) {
      put_path(costs, clique, costs->detours[i]);
    }
  }
  ovi_path_row_end(&costs->paths);
}

/* ---- Triangles ------------------------------------------------------------- */

/* Stores the cost between two ports of a triangle, with their halves of steps. */
static void put_triangle(const clique_costs *triangle, uint32_t a, uint32_t b, uint32_t inner) {
  *triangle_cost(triangle, a, b) =
      inner + clique_member(triangle, a)->half_step + clique_member(triangle, b)->half_step;
}

/* Finds the costs and paths of a triangle. Costs from a port are found to those behind it, from the
 * last port on: so all costs that make an edge needless are known when its path is. */
static void find_triangle(ovi_port_costs *costs, const clique_costs *triangle) {
  for (uint32_t from = triangle->size - 1; from-- > 0;) {
    uint32_t count = 0;
    for (uint32_t to = from + 1; to < triangle->size; to++) {
      costs->targets[count++] = (uint16_t)to;
    }
    search_to_targets(costs, triangle, from, count);
    uint32_t detours = 0;
    const ovi_block_port *port = clique_member(triangle, from);
    for (uint32_t to = from + 1; to < triangle->size; to++) {
      const ovi_block_port *other = clique_member(triangle, to);
      const uint32_t inner =
          (uint32_t)ovi_fine_cost(&costs->search, port_node(&costs->window, other));
      *triangle_cost(triangle, from, to) = inner + port->half_step + other->half_step;
      if (is_detour(costs, port, other, inner)) {
        costs->detours[detours++] = (uint16_t)to;
      }
    }
    put_paths(costs, triangle, from, detours);
  }
}

/* ---- Squares --------------------------------------------------------------- */

static void put_square_cost(const clique_costs *square, uint32_t from, uint32_t to,
                            uint32_t inner) {
  const ovi_block_port *in = clique_member(square, from);
  const ovi_block_port *out = clique_member(square, to);
  if (in->enters && out->exit != OVI_STEP_BLOCKED) {
    square->costs[(uint64_t)to * square->size + from] =
        in->half_step + inner + out->half_step + out->exit;
  }
}

/* The cost of a path of a balanced square when it is walked back: rises become falls, and how much
 * a path rises more than it falls follows from the heights of its ends. */
static uint32_t cost_back(const ovi_window *window, uint32_t from, uint32_t to, uint32_t inner) {
  const ovi_step_rule *rule = &window->steps.rule;
  const uint16_t *heights = window->steps.heights;
  return window->steps.has_rule
             ? (uint32_t)((int64_t)inner + ((int64_t)heights[from] - heights[to]) *
                                               ((int64_t)rule->rise_cost - rule->fall_cost))
             : inner;
}

/* Finds the costs and paths of a square: from each port to those behind it, and back; where it is
 * not balanced, to all others. */
static void find_square(ovi_port_costs *costs, const clique_costs *square) {
  ovi_window *window = &costs->window;
  const uint32_t size = square->size;
  uint32_t searched = UINT32_MAX; /* cell of the last search: several links often end in one */
  memset(square->costs, 0xff, (size_t)size * size * sizeof(uint32_t)); /* OVI_NO_COST_32 */
  for (uint32_t i = size; i-- > 0;) {
    const ovi_block_port *port = clique_member(square, i);
    const uint32_t first = square->is_balanced ? i + 1 : 0;
    const uint32_t cell = port_node(window, port);
    if (port->exit != OVI_STEP_BLOCKED) {
      square->costs[(uint64_t)i * size + i] = port->half_step + port->exit;
    }
    const bool leads = square->is_balanced ? first < size : port->enters && size > 1;
    if (!leads) {
      continue;
    }
    if (cell != searched && ovi_may_be_targets(square->ports->count, window->w, window->h)) {
      for (uint32_t to = first; to < size; to++) {
        costs->targets[to - first] = (uint16_t)to;
      }
      search_to_targets(costs, square, i, size - first);
    } else if (cell != searched) { /* to all cells: these are too many targets */
      ovi_fine_begin(&costs->search, window, ovi_port_x(port->cell), ovi_port_y(port->cell));
      ovi_fine_run(&costs->search, UINT64_MAX);
    }
    searched = cell;
    uint32_t detours = 0;
    for (uint32_t to = first; to < size; to++) {
      const uint32_t node = port_node(window, clique_member(square, to));
      if (to == i || !ovi_fine_has_reached(&costs->search, node)) {
        continue;
      }
      const uint32_t inner = (uint32_t)ovi_fine_cost(&costs->search, node);
      put_square_cost(square, i, to, inner);
      if (square->is_balanced) {
        put_square_cost(square, to, i, cost_back(window, cell, node, inner));
      }
      if (is_detour(costs, port, clique_member(square, to), inner)) {
        costs->detours[detours++] = (uint16_t)to;
      }
    }
    put_paths(costs, square, i, detours);
  }
}

/* ---- After an edit --------------------------------------------------------- */

/* A cost that is not known yet. */
#define UNKNOWN_COST (OVI_NO_COST_32 - 1)

/* The cost from one place to another, and, in a triangle, back. */
static uint32_t *pair_cost(const clique_costs *clique, uint32_t from, uint32_t to) {
  return clique->is_square ? &clique->costs[(uint64_t)to * clique->size + from]
                           : triangle_cost(clique, from, to);
}

/* Stores the costs between two places in both directions. */
static void put_pair(const ovi_port_costs *costs, const clique_costs *clique, uint32_t from,
                     uint32_t to, uint32_t inner) {
  if (!clique->is_square) {
    put_triangle(clique, from, to, inner);
    return;
  }
  const uint32_t start = port_node(&costs->window, clique_member(clique, from));
  const uint32_t end = port_node(&costs->window, clique_member(clique, to));
  *pair_cost(clique, from, to) = *pair_cost(clique, to, from) = OVI_NO_COST_32;
  put_square_cost(clique, from, to, inner);
  put_square_cost(clique, to, from, cost_back(&costs->window, start, end, inner));
}

/* Puts the costs from the begin of the last search that are still unknown. */
static void put_unknown(ovi_port_costs *costs, const clique_costs *clique, uint32_t from) {
  for (uint32_t to = 0; to < clique->size; to++) {
    if (to != from && *pair_cost(clique, from, to) == UNKNOWN_COST) {
      const uint32_t node = port_node(&costs->window, clique_member(clique, to));
      put_pair(costs, clique, from, to, (uint32_t)ovi_fine_cost(&costs->search, node));
      costs->unknown[to]--;
    }
  }
  costs->unknown[from] = 0;
}

/* Finds the costs of a region after an edit: the known ones, then by searches from as few ports as
 * possible. */
static void find_after_edit(ovi_port_costs *costs, const clique_costs *clique) {
  memset(costs->unknown, 0, clique->size * sizeof(uint16_t));
  for (uint32_t a = 0; a < clique->size; a++) {
    const ovi_block_port *port = clique_member(clique, a);
    if (clique->is_square) {
      *pair_cost(clique, a, a) =
          port->exit != OVI_STEP_BLOCKED ? port->half_step + port->exit : OVI_NO_COST_32;
    }
    for (uint32_t b = 0; b < a; b++) {
      uint32_t inner;
      if (ovi_known_inner_cost(&costs->known, clique->ports, clique->order[a], clique->order[b],
                               &inner)) {
        put_pair(costs, clique, a, b, inner);
      } else {
        *pair_cost(clique, a, b) = *pair_cost(clique, b, a) = UNKNOWN_COST;
        costs->unknown[a]++;
        costs->unknown[b]++;
      }
    }
  }
  for (;;) {
    uint32_t from = 0; /* the port with the greatest number of unknown costs */
    for (uint32_t i = 1; i < clique->size; i++) {
      from = costs->unknown[i] > costs->unknown[from] ? i : from;
    }
    if (costs->unknown[from] == 0) {
      return;
    }
    uint32_t count = 0;
    for (uint32_t to = 0; to < clique->size; to++) {
      if (to != from && *pair_cost(clique, from, to) == UNKNOWN_COST) {
        costs->targets[count++] = (uint16_t)to;
      }
    }
    OVI_ASSERT(count == costs->unknown[from]);
    search_to_targets(costs, clique, from, count);
    put_unknown(costs, clique, from);
  }
}

/* Finds the paths of a region after an edit, whose costs are known. Those that were stored before
 * and did not change need no search. */
static void find_paths_after_edit(ovi_port_costs *costs, const clique_costs *clique) {
  const uint16_t *order = clique->order;
  uint16_t *needed = costs->detours; /* places to which a path is needed */
  for (uint32_t from = clique->size; from-- > 0;) {
    uint32_t count = 0;
    uint32_t targets = 0;
    if (order[from] >= OVI_PATH_PORTS) {
      continue;
    }
    for (uint32_t to = from + 1; to < clique->size; to++) {
      ovi_edge_path path;
      if (is_detour(costs, clique_member(clique, from), clique_member(clique, to),
                    inner_cost(clique, from, to)) &&
          needs_path(clique, from, to)) {
        needed[count++] = (uint16_t)to;
        if (!ovi_known_path(&costs->known, clique->ports, order[from], order[to], costs->most_runs,
                            &path)) {
          costs->targets[targets++] = (uint16_t)to;
        }
      }
    }
    if (count == 0) {
      continue;
    }
    if (targets != 0) {
      search_to_targets(costs, clique, from, targets);
    }
    ovi_path_row_begin(&costs->paths, order[from]);
    for (uint32_t i = 0, target = 0; i < count; i++) {
      ovi_edge_path path;
      if (target < targets && costs->targets[target] == needed[i]) {
        put_path(costs, clique, needed[i]);
        target++;
      } else if (ovi_known_path(&costs->known, clique->ports, order[from], order[needed[i]],
                                costs->most_runs, &path) &&
                 path.count != 0) {
        ovi_path_row_add(&costs->paths, order[needed[i]], path);
      }
    }
    ovi_path_row_end(&costs->paths);
  }
}

/* ---- All ------------------------------------------------------------------- */

/* The shift by which all costs fit 16 bits without loss; 32: there is none. */
static uint32_t shift_of(const ovi_port_costs *costs, bool directed) {
  uint32_t all = 0;
  uint32_t most = 0;
  for (uint32_t i = 0; i < costs->count; i++) {
    const uint32_t cost = costs->costs[i];
    if (!directed || cost != OVI_NO_COST_32) {
      all |= cost;
      most = cost > most ? cost : most;
    }
  }
  uint32_t shift = all != 0 ? (uint32_t)ovi_lowest_bit(all) : 0;
  shift = shift < OVI_MOST_COST_SHIFT ? shift
                                      : OVI_MOST_COST_SHIFT; /* a link may cost 2^30, so more could
                                                                be shifted than the format allows */
  const uint32_t most_narrow = directed ? OVI_NO_COST_16 - 1 : UINT16_MAX;
  return most >> shift <= most_narrow ? shift : 32;
}

void ovi_port_costs_find(ovi_port_costs *costs, const ovi_map *map, const ovi_draft *draft,
                         const ovi_block_ports *ports, const ovi_port_ground *ground,
                         const ovi_layer *before) {
  const ovi_step_rule rule = ovi_map_rule(map, draft->profile);
  const bool is_balanced =
      !draft->stepped || (rule.most_rise == rule.most_fall && draft->rule.count == 0);
  const bool has_known = before != NULL && is_balanced &&
                         ovi_known_costs_begin(&costs->known, before, draft, ports, ground, &rule);
  costs->count = 0;
  ovi_path_rows_clear(&costs->paths);
  if (has_known && costs->known.searches && costs->known.closes) {
    /* Searches the region before the edit from the changed cells. */
    const ovi_draft old_draft = {.place = draft->place,
                                 .profile = draft->profile,
                                 .open = costs->known.open,
                                 .directed = draft->directed,
                                 .stepped = draft->stepped};
    port_costs_open_window(&costs->window, map, &old_draft, ports, &costs->known.ground);
    ovi_known_costs_search(&costs->known, ports, &costs->search, &costs->window, true);
  }
  port_costs_open_window(&costs->window, map, draft, ports, ground);
  if (has_known && costs->known.searches && costs->known.opens) {
    ovi_known_costs_search(&costs->known, ports, &costs->search, &costs->window, false);
  }
  uint64_t stored = 0;
  for (uint32_t c = 0; c < ports->linked; c++) {
    stored += ovi_clique_costs((uint64_t)ports->begins[c + 1] - ports->begins[c], draft->directed);
  }
  costs->most_runs =
      costs->window.bits.in_use
          ? ovi_path_most_runs((uint64_t)draft->place.w * (uint64_t)draft->place.h, stored)
          : 0;
  if (has_known && costs->most_runs != 0) {
    ovi_known_paths_begin(&costs->known, ports, costs->most_runs);
  }
  for (uint32_t c = 0; c < ports->linked; c++) {
    const clique_costs clique = {.ports = ports,
                                 .order = ports->order + ports->begins[c],
                                 .size = (uint32_t)ports->begins[c + 1] - ports->begins[c],
                                 .costs = costs->costs + costs->count,
                                 .is_square = draft->directed,
                                 .has_rule = costs->window.steps.has_rule,
                                 .is_balanced = is_balanced};
    if (has_known) {
      find_after_edit(costs, &clique);
      if (costs->most_runs != 0) {
        find_paths_after_edit(costs, &clique);
      }
    } else if (draft->directed) {
      find_square(costs, &clique);
    } else {
      find_triangle(costs, &clique);
    }
    costs->count += (uint32_t)ovi_clique_costs(clique.size, draft->directed);
  }
  OVI_ASSERT(costs->count == stored);
  OVI_ASSERT(costs->count <= ovi_port_costs_most(draft, ports->count));
  costs->shift = shift_of(costs, draft->directed);
}
