/* Inner costs from those of edges, which hold halves of steps too. */
#include "coarse/view/inner_edges.h"

#include "coarse/view/region_cells.h"
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
  edges->has_rule = (region->flags & OVI_FLAG_STEPPED) != 0;
}

/* ---- Costs ------------------------------------------------------------------------------ */

/* The cost of half a step over the port at a place; a link has none. */
static uint32_t half_of(const ovi_inner_edges *edges, uint32_t place) {
  const ovi_region *region = edges->region;
  const uint32_t port = ovi_clique_port(&edges->clique, place);
  if (ovi_port_is_link(&edges->groups, port)) {
    return 0;
  }
  const uint32_t cell = ovi_port_cell(region, port);
  const uint32_t weight =
      (region->flags & OVI_FLAG_ONE_WEIGHT) != 0
          ? region->layer_block[OVI_LAYER_MIN_WEIGHT]
          : ovi_region_weight(edges->layer, region, ovi_port_x(cell), ovi_port_y(cell));
  return ovi_step_cost(weight, ovi_port_is_diagonal(ovi_port_group(&edges->groups, port), cell));
}

/* The inner cost without the half of the step at the place `from`, or, in an undirected layer,
 * without either half; UINT64_MAX: there is no path. */
static uint64_t cost_with_half(const ovi_inner_edges *edges, uint32_t from, uint32_t to) {
  const ovi_clique *clique = &edges->clique;
  if (!clique->is_square) {
    return ovi_clique_cost(clique, from, to);
  }
  const uint32_t cost = ovi_square_cost(clique, to, from);
  const uint32_t leave = ovi_square_exit(clique, to);
  return cost != OVI_NO_COST_32 && cost >= leave ? (uint64_t)cost - leave : UINT64_MAX;
}

static uint64_t less(uint64_t cost, uint64_t part) {
  return cost != UINT64_MAX && cost >= part ? cost - part : UINT64_MAX;
}

uint64_t ovi_inner_edge_cost(const ovi_inner_edges *edges, uint32_t from, uint32_t to) {
  const uint64_t cost = cost_with_half(edges, from, to);
  if (!edges->clique.is_square) {
    return less(cost, (uint64_t)half_of(edges, from) + half_of(edges, to));
  }
  if (cost == UINT64_MAX && !edges->has_rule) {
    return less(cost_with_half(edges, to, from), half_of(edges, to));
  }
  return less(cost, half_of(edges, from));
}

uint32_t ovi_inner_edge_middle(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                               uint64_t cost) {
  const ovi_clique *clique = &edges->clique;
  const bool forward = edges->has_rule || from < to;
  const uint32_t first = forward ? from : to; /* a middle is behind it */
  const uint32_t far = forward ? to : from;
  const uint32_t halves =
      clique->is_square ? 0 : half_of(edges, from) + half_of(edges, to); /* in both costs */
  for (uint32_t k = first + 1; k < clique->count; k++) {
    if (k == from || k == to || ovi_port_is_link(&edges->groups, ovi_clique_port(clique, k))) {
      continue;
    }
    if (!clique->is_square) { /* the costs hold the half of the middle twice */
      const uint64_t both =
          (uint64_t)ovi_clique_cost(clique, from, k) + ovi_clique_cost(clique, k, to) - halves;
      if (both < cost || ((both - cost) & 1) != 0 ||
          both - cost > 2 * (uint64_t)ovi_step_cost(UINT8_MAX, 1)) {
        continue;
      }
      if (both - cost != 2 * (uint64_t)half_of(edges, k)) {
        continue;
      }
    } else {
      const uint64_t there = ovi_inner_edge_cost(edges, from, k);
      if (there > cost) {
        continue;
      }
      const uint64_t onward = ovi_inner_edge_cost(edges, k, to);
      if (onward > cost || there + onward != cost) {
        continue;
      }
    }
    const uint64_t left =
        forward ? ovi_inner_edge_cost(edges, k, to) : ovi_inner_edge_cost(edges, from, k);
    if (left != 0 || k > far) {
      return k;
    }
  }
  return OVI_NO_MIDDLE;
}

/* ---- Paths ------------------------------------------------------------------------------ */

uint32_t ovi_inner_edge_path(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                             ovl_cell *ends) {
  const bool forward = edges->has_rule || from < to;
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
