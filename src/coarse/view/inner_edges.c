/* Inner costs from those of edges, which hold halves of steps too. */
#include "coarse/view/inner_edges.h"

#include "common/compiler.h"
#include "common/step_cost.h"

void ovi_inner_edges_begin(ovi_inner_edges *edges, const ovi_layer *layer, const ovi_region *region,
                           uint32_t port) {
  edges->layer = layer;
  edges->region = region;
  edges->groups = ovi_port_groups_of(region);
  edges->component = ovi_port_component(region, port);
  edges->clique = ovi_region_clique(region, edges->component);
  edges->paths = ovi_region_paths(region);
}

/* ---- Costs ------------------------------------------------------------------------------ */

/* The cost of half a step over the port at a place; a link has none. */
static uint32_t half_of(const ovi_inner_edges *edges, uint32_t place) {
  const uint32_t port = ovi_clique_port(&edges->clique, place);
  if (ovi_port_is_link(&edges->groups, port)) {
    return 0;
  }
  return ovi_step_cost(edges->region->layer_block[OVI_LAYER_MIN_WEIGHT],
                       ovi_port_is_diagonal(ovi_port_group(&edges->groups, port),
                                            ovi_port_cell(edges->region, port)));
}

/* The cost of entering by a place and leaving by another, without what leaving costs beyond the
 * half of the step; UINT64_MAX: there is no path. */
static uint64_t cost_of_way(const ovi_inner_edges *edges, uint32_t from, uint32_t to) {
  const uint32_t cost = ovi_square_cost(&edges->clique, to, from);
  const uint32_t leave = ovi_square_exit(&edges->clique, to);
  return cost != OVI_NO_COST_32 && cost >= leave ? (uint64_t)cost - leave + half_of(edges, to)
                                                 : UINT64_MAX;
}

uint64_t ovi_inner_edge_cost(const ovi_inner_edges *edges, uint32_t from, uint32_t to) {
  const uint64_t halves = (uint64_t)half_of(edges, from) + half_of(edges, to);
  uint64_t cost;
  if (edges->clique.is_square) {
    cost = cost_of_way(edges, from, to);
    cost = cost != UINT64_MAX ? cost : cost_of_way(edges, to, from);
  } else {
    cost = ovi_clique_cost(&edges->clique, from, to);
  }
  return cost != UINT64_MAX && cost >= halves ? cost - halves : UINT64_MAX;
}

uint32_t ovi_inner_edge_middle(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                               uint64_t cost) {
  const ovi_clique *clique = &edges->clique;
  const uint32_t first = from < to ? from : to; /* a middle is behind it */
  const uint32_t far = from < to ? to : from;
  for (uint32_t k = first + 1; k < clique->count; k++) {
    if (k == far || ovi_port_is_link(&edges->groups, ovi_clique_port(clique, k))) {
      continue;
    }
    const uint64_t there = ovi_inner_edge_cost(edges, first, k);
    const uint64_t onward = there <= cost ? ovi_inner_edge_cost(edges, k, far) : UINT64_MAX;
    if (onward <= cost && there + onward == cost && (onward != 0 || k > far)) {
      return k;
    }
  }
  return OVI_NO_MIDDLE;
}

/* ---- Paths ------------------------------------------------------------------------------ */

uint32_t ovi_inner_edge_path(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                             ovl_cell *ends) {
  const bool forward = from < to;
  const uint32_t begin = forward ? from : to;
  const uint32_t end = forward ? to : from;
  ovi_edge_path path;
  if (!ovi_path_find(edges->paths, ovi_clique_port(&edges->clique, begin),
                     ovi_clique_port(&edges->clique, end), &path)) {
    return 0;
  }
  OVI_ASSERT(path.count <= OVI_PATH_MOST_RUNS);
  ovl_cell at = ovi_inner_edge_cell(edges, begin);
  for (uint32_t i = 0; i < path.count; i++) {
    const int direction = ovi_run_direction(path.runs[i]);
    const int32_t steps = ovi_run_steps(path.runs[i]);
    at.x += steps * ovi_direction_x(direction);
    at.y += steps * ovi_direction_y(direction);
    ends[forward ? i : path.count - 1 - i] = at;
  }
  ends[path.count] = ovi_inner_edge_cell(edges, to);
  return path.count + 1;
}
