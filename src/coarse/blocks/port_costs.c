/* Runs one-to-many searches inside the region, one from each port.
 *
 * A stored cost is that of a whole edge: half a step, the inner cost, and half a step. Where steps
 * cost the same in both directions, half of the matrix (a triangle) is enough. */
#include "coarse/blocks/port_costs.h"

#include "coarse/blocks/directed.h"
#include "coarse/blocks/map_steps.h"
#include "coarse/view/ports.h"
#include "common/compiler.h"

/* ---- The window ------------------------------------------------------------ */

/* A window marks at most as many targets as its border has cells; with links there may be more
 * ports. */
static bool may_be_targets(const ovi_block_ports *ports, int32_t w, int32_t h) {
  return ports->count <= 2 * (uint32_t)(w + h);
}

static void port_costs_open_window(ovi_window *window, const ovi_map *map, const ovi_draft *draft,
                                   const ovi_block_ports *ports, const ovi_port_ground *ground) {
  const ovi_region *place = &draft->place;
  const ovl_corners corners = map->profiles[draft->profile].corners;
  const bool bits = corners == OVL_CORNERS_STRICT && ground->one_weight && !draft->stepped &&
                    may_be_targets(ports, place->w, place->h);
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

/* ---- Triangles ------------------------------------------------------------- */

static uint32_t port_node(const ovi_window *window, const ovi_block_port *port) {
  return ovi_window_cell(window, ovi_port_x(port->cell), ovi_port_y(port->cell));
}

/* Searches from a port to `count` others of its component. */
static void port_costs_search_from(ovi_port_costs *costs, const ovi_block_ports *ports,
                                   const ovi_block_port *from, const uint16_t *others,
                                   uint32_t count) {
  ovi_fine_begin(&costs->search, &costs->window, ovi_port_x(from->cell), ovi_port_y(from->cell));
  for (uint32_t i = 0; i < count; i++) {
    const ovi_block_port *to = &ports->ports[others[i]];
    ovi_fine_add_target(&costs->search, &costs->window, ovi_port_x(to->cell), ovi_port_y(to->cell),
                        true);
  }
  ovi_fine_settle(&costs->search, &costs->window);
}

/* The costs of one clique: a triangle, or in a directed layer a square. */
typedef struct clique_costs {
  const ovi_block_ports *ports;
  const uint16_t *order;
  uint32_t size;
  uint32_t *costs;
} clique_costs;

static const ovi_block_port *clique_member(const clique_costs *clique, uint32_t place) {
  return &clique->ports->ports[clique->order[place]];
}

static uint32_t *triangle_cost(const clique_costs *triangle, uint32_t a, uint32_t b) {
  OVI_ASSERT(a != b && a < triangle->size && b < triangle->size);
  return &triangle->costs[a > b ? ovi_clique_at(a, b) : ovi_clique_at(b, a)];
}

/* Stores the cost between two ports of a triangle, with their halves of steps. */
static void put_triangle(const clique_costs *triangle, uint32_t a, uint32_t b, uint32_t inner) {
  *triangle_cost(triangle, a, b) =
      inner + clique_member(triangle, a)->half_step + clique_member(triangle, b)->half_step;
}

/* Searches from as few ports as possible until all costs are known; `has_known`: some are before.
 */
static void find_triangle(ovi_port_costs *costs, const clique_costs *triangle, bool has_known) {
  /* Put the known costs; the others become OVI_NO_COST_32. */
  memset(costs->unknown, 0, triangle->size * sizeof(uint16_t));
  for (uint32_t a = 1; a < triangle->size; a++) {
    for (uint32_t b = 0; b < a; b++) {
      uint32_t inner;
      uint32_t *cost = triangle_cost(triangle, a, b);
      *cost = OVI_NO_COST_32;
      if (has_known && ovi_known_inner_cost(&costs->known, triangle->ports, triangle->order[a],
                                            triangle->order[b], &inner)) {
        put_triangle(triangle, a, b, inner);
      }
      if (*cost == OVI_NO_COST_32) {
        costs->unknown[a]++;
        costs->unknown[b]++;
      }
    }
  }
  for (;;) {
    uint32_t from = 0; /* the port with the greatest number of unknown costs */
    for (uint32_t i = 1; i < triangle->size; i++) {
      from = costs->unknown[i] > costs->unknown[from] ? i : from;
    }
    if (costs->unknown[from] == 0) {
      return;
    }
    uint32_t count = 0;
    for (uint32_t to = 0; to < triangle->size; to++) {
      if (to != from && *triangle_cost(triangle, from, to) == OVI_NO_COST_32) {
        costs->targets[count++] = triangle->order[to];
      }
    }
    OVI_ASSERT(count == costs->unknown[from]);
    port_costs_search_from(costs, triangle->ports, clique_member(triangle, from), costs->targets,
                           count);
    for (uint32_t to = 0; to < triangle->size; to++) {
      if (to != from && *triangle_cost(triangle, from, to) == OVI_NO_COST_32) {
        const uint32_t node = port_node(&costs->window, clique_member(triangle, to));
        put_triangle(triangle, from, to, (uint32_t)ovi_fine_cost(&costs->search, node));
        costs->unknown[to]--;
      }
    }
    costs->unknown[from] = 0;
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

/* Finds the costs of a square, in both directions. */
static void port_costs_find_square(ovi_port_costs *costs, const clique_costs *square) {
  ovi_window *window = &costs->window;
  const bool has_rule = window->steps.has_rule;
  const uint32_t size = square->size;
  uint32_t searched = UINT32_MAX; /* cell of the last search: several links often end in one */
  memset(square->costs, 0xff, (size_t)size * size * sizeof(uint32_t)); /* OVI_NO_COST_32 */
  for (uint32_t i = 0; i < size; i++) {
    const ovi_block_port *port = clique_member(square, i);
    const uint32_t count = has_rule ? size : i;
    const uint32_t cell = port_node(window, port);
    if (port->exit != OVI_STEP_BLOCKED) {
      square->costs[(uint64_t)i * size + i] = port->half_step + port->exit;
    }
    const bool leads = has_rule ? port->enters && size > 1 : count != 0;
    if (leads && cell != searched && may_be_targets(square->ports, window->w, window->h)) {
      port_costs_search_from(costs, square->ports, port, square->order, count);
    } else if (leads && cell != searched) { /* to all cells: these are too many targets */
      ovi_fine_begin(&costs->search, window, ovi_port_x(port->cell), ovi_port_y(port->cell));
      ovi_fine_run(&costs->search, UINT64_MAX);
    }
    searched = leads ? cell : searched;
    /* Puts the costs to the first `count` others; without a step rule, also the costs back, which
     * are equal. */
    for (uint32_t to = 0; leads && to < count; to++) {
      const uint32_t node = port_node(window, clique_member(square, to));
      if (to == i || !ovi_fine_has_reached(&costs->search, node)) {
        continue;
      }
      const uint32_t inner = (uint32_t)ovi_fine_cost(&costs->search, node);
      put_square_cost(square, i, to, inner);
      if (!has_rule) {
        put_square_cost(square, to, i, inner);
      }
    }
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
  const bool has_known = before != NULL && !draft->directed &&
                         ovi_known_costs_begin(&costs->known, before, draft, ports, ground);
  costs->count = 0;
  if (has_known && costs->known.closes) {
    /* Searches the region before the edit from the changed cells. */
    const ovi_draft old_draft = {
        .place = draft->place, .profile = draft->profile, .open = costs->known.open};
    port_costs_open_window(&costs->window, map, &old_draft, ports, &costs->known.ground);
    ovi_known_costs_search(&costs->known, ports, &costs->search, &costs->window, true);
  }
  port_costs_open_window(&costs->window, map, draft, ports, ground);
  if (has_known && costs->known.opens) {
    ovi_known_costs_search(&costs->known, ports, &costs->search, &costs->window, false);
  }
  for (uint32_t c = 0; c < ports->linked; c++) {
    const uint16_t *order = ports->order + ports->begins[c];
    uint32_t size = (uint32_t)ports->begins[c + 1] - ports->begins[c];
    const clique_costs clique = {ports, order, size, costs->costs + costs->count};
    if (draft->directed) {
      port_costs_find_square(costs, &clique);
    } else {
      find_triangle(costs, &clique, has_known);
    }
    costs->count += draft->directed ? size * size : size * (size - 1) / 2;
  }
  OVI_ASSERT(costs->count <= ovi_port_costs_most(draft, ports->count));
  costs->shift = shift_of(costs, draft->directed);
}
