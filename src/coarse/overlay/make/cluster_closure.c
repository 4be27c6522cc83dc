/* Costs between inner ports, then over these to the ports of the cluster. */
#include "coarse/overlay/make/cluster_closure.h"

#include "common/compiler.h"

/* Lowers costs to those over one more; both have 30 bits. */
static void lower_over(uint32_t *costs, const uint32_t *over, uint32_t via, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    const int32_t sum = (int32_t)(via + over[i]);
    costs[i] = sum < (int32_t)costs[i] ? (uint32_t)sum : costs[i];
  }
}

static void set_far(uint32_t *costs, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    costs[i] = OVI_CLOSURE_FAR;
  }
}

/* ---- Between inner ports ------------------------------------------------------------------ */

/* Lowers the costs between inner ports to those of the cliques. */
static void add_inner_edges(ovi_closure *closure) {
  const ovi_flat_graph *graph = closure->graph;
  const uint32_t stride = ovi_inner_row_costs(closure->inner);
  for (uint32_t number = 0; number < graph->clique_count; number++) {
    const ovi_graph_clique *clique = &graph->cliques[number];
    const uint32_t *members = graph->members + clique->slots;
    for (uint32_t to = 0; to < clique->count; to++) {
      const uint32_t *row = ovi_graph_row(graph, clique, to);
      for (uint32_t from = 0; members[to] >= closure->ports && from < clique->count; from++) {
        if (members[from] >= closure->ports) {
          uint32_t *cost = &closure->between[(uint64_t)(members[from] - closure->ports) * stride +
                                             members[to] - closure->ports];
          *cost = row[from] < *cost ? row[from] : *cost;
        }
      }
    }
  }
  for (uint32_t i = 0; i < closure->inner; i++) {
    closure->between[(uint64_t)i * stride + i] = 0;
  }
}

/* Closes costs that do not depend on the direction: their lower half, over the costs between a
 * pivot and all others; then copies it to the other half. */
static void close_half(ovi_closure *closure) {
  const uint32_t count = closure->inner;
  const uint32_t stride = ovi_inner_row_costs(count);
  uint32_t *between = closure->between;
  uint32_t *over = closure->row;
  for (uint32_t pivot = 0; pivot < count; pivot++) {
    for (uint32_t i = 0; i < count; i++) {
      over[i] =
          i < pivot ? between[(uint64_t)pivot * stride + i] : between[(uint64_t)i * stride + pivot];
    }
    for (uint32_t i = 0; i < count; i++) {
      if (over[i] != OVI_CLOSURE_FAR && i != pivot) {
        lower_over(between + (uint64_t)i * stride, over, over[i], i);
      }
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t j = 0; j < i; j++) {
      between[(uint64_t)j * stride + i] = between[(uint64_t)i * stride + j];
    }
  }
}

static void close_all(ovi_closure *closure) {
  const uint32_t count = closure->inner;
  const uint32_t stride = ovi_inner_row_costs(count);
  for (uint32_t pivot = 0; pivot < count; pivot++) {
    const uint32_t *over = closure->between + (uint64_t)pivot * stride;
    for (uint32_t i = 0; i < count; i++) {
      uint32_t *costs = closure->between + (uint64_t)i * stride;
      if (costs[pivot] != OVI_CLOSURE_FAR && i != pivot) {
        lower_over(costs, over, costs[pivot], stride);
      }
    }
  }
  for (uint32_t i = 0; i < count; i++) {
    for (uint32_t j = 0; j < count; j++) {
      closure->turned[(uint64_t)j * stride + i] = closure->between[(uint64_t)i * stride + j];
    }
  }
}

/* ---- To the ports ---------------------------------------------------------------------- */

/* Finds the costs from a port to all inner ports, or back, over the inner ports of its part, and
 * writes them to the port's column of rows. `between`: the rows of costs from these, or to these.
 */
static void close_port(ovi_closure *closure, uint32_t port, const uint32_t *between, bool back,
                       uint32_t *rows) {
  const ovi_flat_graph *graph = closure->graph;
  const ovi_graph_clique *clique = &graph->cliques[graph->nodes[port].clique[0]];
  const uint32_t *members = graph->members + clique->slots;
  const uint32_t here = graph->nodes[port].slot[0] - clique->slots;
  const uint32_t stride = ovi_inner_row_costs(closure->inner);
  set_far(closure->row, stride);
  for (uint32_t i = 0; i < clique->count; i++) {
    const uint32_t way = ovi_graph_row(graph, clique, back ? here : i)[back ? i : here];
    if (members[i] >= closure->ports && way < OVI_CLOSURE_FAR) {
      lower_over(closure->row, between + (uint64_t)(members[i] - closure->ports) * stride, way,
                 stride);
    }
  }
  for (uint32_t i = 0; i < closure->inner; i++) {
    rows[(uint64_t)i * ovi_inner_row_costs(closure->ports) + port] = closure->row[i];
  }
}

/* Finds the costs to a port from all ports that are not behind `count`, inside its part and over
 * the inner ports of that. */
static void close_front(ovi_closure *closure, uint32_t port, uint32_t count) {
  const ovi_flat_graph *graph = closure->graph;
  const ovi_graph_clique *clique = &graph->cliques[graph->nodes[port].clique[0]];
  const uint32_t *members = graph->members + clique->slots;
  const uint32_t here = graph->nodes[port].slot[0] - clique->slots;
  const uint32_t stride = ovi_inner_row_costs(closure->ports);
  const uint32_t *row = ovi_graph_row(graph, clique, here);
  uint32_t *costs = closure->front + (uint64_t)port * stride;
  set_far(costs, stride);
  for (uint32_t i = 0; i < clique->count; i++) {
    if (members[i] < closure->ports) {
      costs[members[i]] = row[i] < costs[members[i]] ? row[i] : costs[members[i]];
    } else if (row[i] < OVI_CLOSURE_FAR) {
      lower_over(costs, closure->from_ports + (uint64_t)(members[i] - closure->ports) * stride,
                 row[i], count);
    }
  }
  costs[port] = 0;
}

/* Ends a table: costs of no path become OVI_NO_COST_32, and a row's costs go to the columns that
 * `order` says; NULL: they stay. Returns the greatest cost. */
static uint32_t end_table(const ovi_closure *closure, uint32_t *costs, uint32_t rows,
                          uint32_t columns, const uint32_t *order) {
  const uint32_t stride = ovi_inner_row_costs(columns);
  uint32_t greatest = 0;
  for (uint32_t row = 0; row < rows; row++, costs += stride) {
    for (uint32_t i = 0; i < stride; i++) {
      const uint32_t cost = costs[i] != OVI_CLOSURE_FAR ? costs[i] : 0;
      greatest = cost > greatest ? cost : greatest;
      costs[i] = costs[i] != OVI_CLOSURE_FAR ? costs[i] : OVI_NO_COST_32;
    }
    if (order != NULL) {
      memcpy(closure->row, costs, columns * sizeof(*costs));
      for (uint32_t i = 0; i < columns; i++) {
        costs[order[i]] = closure->row[i];
      }
    }
  }
  return greatest;
}

bool ovi_closure_find(ovi_closure *closure, const ovi_flat_graph *graph, uint32_t ports,
                      const uint32_t *order, bool is_directed, uint32_t *numbers) {
  const uint32_t inner = graph->node_count - ports;
  const uint64_t square = (uint64_t)inner * ovi_inner_row_costs(inner);
  const uint64_t table = (uint64_t)inner * ovi_inner_row_costs(ports);
  *closure = (ovi_closure){.graph = graph, .ports = ports, .inner = inner, .between = numbers};
  closure->turned = closure->between + (is_directed ? square : 0);
  closure->from_ports = closure->turned + square;
  closure->to_ports = closure->from_ports + (is_directed ? table : 0);
  closure->front = closure->to_ports + table;
  closure->row = closure->front + (uint64_t)ports * ovi_inner_row_costs(ports);
  if (graph->max_cost >= OVI_CLOSURE_FAR) {
    return false;
  }
  set_far(numbers, (uint64_t)(closure->front - numbers));
  add_inner_edges(closure);
  if (is_directed) {
    close_all(closure);
  } else {
    close_half(closure);
  }
  for (uint32_t port = 0; port < ports; port++) {
    if (is_directed) {
      close_port(closure, port, closure->turned, true, closure->to_ports);
    }
    close_port(closure, port, closure->between, false, closure->from_ports);
  }
  for (uint32_t port = 0; port < ports; port++) {
    close_front(closure, port, is_directed ? ports : port);
  }
  /* It is enough to compare the costs that are there: if a path was cut off because it costs too
   * much, then the node before its last edge has a cost that is too great as well. */
  const uint32_t greatest[4] = {
      end_table(closure, closure->front, ports, ports, NULL),
      end_table(closure, closure->from_ports, inner, ports, order),
      is_directed ? end_table(closure, closure->to_ports, inner, ports, order) : 0,
      end_table(closure, closure->between, inner, inner, NULL)};
  bool fits = true;
  for (uint32_t port = 0; port < ports; port++) {
    OVI_ASSERT(closure->front[(uint64_t)port * (ovi_inner_row_costs(ports) + 1)] == 0);
  }
  for (int i = 0; i < 4; i++) {
    fits = fits && greatest[i] <= OVI_OVERLAY_MOST_COST >> graph->shift &&
           greatest[i] < OVI_CLOSURE_FAR - graph->max_cost;
  }
  return fits;
}
