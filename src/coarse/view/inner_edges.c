/* Inner costs from those of edges, which hold halves of steps too. */
#include "coarse/view/inner_edges.h"

#include "common/bits.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

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
                       ovi_port_is_long(edges->layer->profile.corners,
                                        ovi_port_group(&edges->groups, port),
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
  const uint32_t weight = edges->region->layer_block[OVI_LAYER_MIN_WEIGHT];
  /* Costs of edges that are joined hold two halves of the step over the middle. */
  const uint64_t least =
      cost + half_of(edges, first) + half_of(edges, far) + 2 * (uint64_t)ovi_step_cost(weight, 0);
  const uint64_t most = least + 2 * (uint64_t)(ovi_step_cost(weight, 1) - ovi_step_cost(weight, 0));
  for (uint32_t k = first + 1; k < clique->count; k++) {
    if (!clique->is_square && k != far) { /* most are not on the way */
      const uint64_t joined =
          (uint64_t)ovi_clique_cost(clique, first, k) + ovi_clique_cost(clique, k, far);
      if (joined < least || joined > most) {
        continue;
      }
    }
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

/* A walk along runs inside a region. */
typedef struct path_walk {
  const uint8_t *open; /* the region's plane of open cells; NULL: all are */
  int topology;
  bool is_legal;     /* all steps so far were */
  uint32_t steps[2]; /* straight and diagonal ones */
  ovl_cell at;       /* where it is, in the region */
} path_walk;

/* The bits of a row of open cells from a column on, at least OVI_RUN_STEPS + 1 of them or up to the
 * end of the row. */
static inline uint64_t open_from(const uint8_t *row, int32_t row_bytes, int32_t x) {
  switch (row_bytes) {
  case 1:
    return (uint64_t)row[0] >> x;
  case 2:
    return (uint64_t)ovi_get_u16(row) >> x;
  case 4:
    return (uint64_t)ovi_get_u32(row) >> x;
  default: {
    const int32_t byte = x / 8 < row_bytes - 8 ? x / 8 : row_bytes - 8;
    return ovi_get_u64(row + byte) >> (x - 8 * byte);
  }
  }
}

/* Returns whether up to OVI_RUN_STEPS steps are legal. One up, down or to a corner needs the same
 * columns of the row that it leaves and of the one that it enters; one from row to row of hexagons
 * the two cells alone. */
OVI_FORCE_INLINE bool run_is_legal(const path_walk *walk, int32_t row_bytes, int32_t dx, int32_t dy,
                                   int32_t steps) {
  const uint8_t *row = walk->open + walk->at.y * row_bytes;
  if (dy == 0) {
    const int32_t first = dx > 0 ? walk->at.x : walk->at.x - steps;
    return (~open_from(row, row_bytes, first) & ovi_low_bits(steps + 1)) == 0;
  }
  if (walk->topology == OVI_HEXAGONS) {
    uint64_t open = open_from(row, row_bytes, walk->at.x);
    for (int32_t i = 1; i <= steps; i++) {
      open &= open_from(row + i * dy * row_bytes, row_bytes, walk->at.x + i * dx);
    }
    return (open & 1) != 0;
  }
  const uint64_t columns = dx == 0 ? 1 : 3;
  int32_t x = dx < 0 ? walk->at.x - 1 : walk->at.x;
  uint64_t open = columns;
  for (; steps > 0; steps--, x += dx) {
    open &= open_from(row, row_bytes, x);
    row += dy * row_bytes;
    open &= open_from(row, row_bytes, x);
  }
  return open == columns;
}

OVI_FORCE_INLINE void follow_run(path_walk *walk, int32_t row_bytes, int direction, int32_t steps) {
  const int32_t dx = ovi_direction_x(direction);
  const int32_t dy = ovi_direction_y(direction);
  OVI_ASSERT(steps <= OVI_RUN_STEPS);
  walk->is_legal =
      walk->is_legal && (walk->open == NULL || run_is_legal(walk, row_bytes, dx, dy, steps));
  walk->steps[ovi_is_long(walk->topology, direction)] += (uint32_t)steps;
  walk->at.x += steps * dx;
  walk->at.y += steps * dy;
}

/* Follows the runs of a path from the cell `at` of the region to the cell `end`. They are listed in
 * their order or, unless `forward`, from the last one on. `row_bytes` is that of the region. */
OVI_FORCE_INLINE void follow_runs(ovi_inner_path *path, int topology, const ovi_region *region,
                                  int32_t row_bytes, ovi_edge_path stored, ovl_cell ends[2],
                                  bool forward) {
  path_walk walk = {.open = (region->flags & OVI_FLAG_OPEN) != 0 ? NULL : region->cells.open,
                    .topology = topology,
                    .is_legal = (region->flags & OVI_FLAG_CLOSED) == 0,
                    .at = ends[0]};
  ovl_cell *listed = forward ? path->ends : path->ends + stored.count - 1;
  for (uint32_t i = 0; i < stored.count; i++, listed += forward ? 1 : -1) {
    follow_run(&walk, row_bytes, ovi_run_direction(stored.runs[i]), ovi_run_steps(stored.runs[i]));
    *listed = (ovl_cell){region->x + walk.at.x, region->y + walk.at.y, 0};
  }
  while (!ovi_same_cell(walk.at, ends[1])) { /* the run that is not stored */
    const int32_t steps = ovi_steps_between(OVI_SQUARES, walk.at, ends[1]);
    follow_run(&walk, row_bytes,
               ovi_direction_of(ovi_sign(ends[1].x - walk.at.x), ovi_sign(ends[1].y - walk.at.y)),
               steps < OVI_RUN_STEPS ? steps : OVI_RUN_STEPS);
  }
  const uint32_t weight = region->layer_block[OVI_LAYER_MIN_WEIGHT];
  path->is_legal = walk.is_legal;
  path->cost = 2 * ((uint64_t)walk.steps[0] * ovi_step_cost(weight, 0) +
                    (uint64_t)walk.steps[1] * ovi_step_cost(weight, 1));
}

bool ovi_inner_edge_path(const ovi_inner_edges *edges, uint32_t from, uint32_t to,
                         ovi_inner_path *path) {
  const ovi_region *region = edges->region;
  const int topology = edges->layer->profile.corners;
  const bool forward = from < to;
  const uint32_t begin = ovi_clique_port(&edges->clique, forward ? from : to);
  const uint32_t end = ovi_clique_port(&edges->clique, forward ? to : from);
  ovi_edge_path stored;
  if (!ovi_path_find(edges->paths, begin, end, &stored)) {
    return false;
  }
  OVI_ASSERT(stored.count <= OVI_PATH_MOST_RUNS);
  const uint32_t cells[2] = {ovi_port_cell(region, begin), ovi_port_cell(region, end)};
  ovl_cell ends[2] = {{ovi_port_x(cells[0]), ovi_port_y(cells[0]), 0},
                      {ovi_port_x(cells[1]), ovi_port_y(cells[1]), 0}};
  if (region->cells.row_bytes == 4) {
    follow_runs(path, topology, region, 4, stored, ends, forward);
  } else {
    follow_runs(path, topology, region, region->cells.row_bytes, stored, ends, forward);
  }
  path->ends[stored.count] = ovi_inner_edge_cell(edges, to);
  path->count = stored.count + 1;
  return true;
}
