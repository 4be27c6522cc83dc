/* Adds up what the parts of a cluster contribute to its largest costs and its longest block. */
#include "coarse/overlay/make/overlay_bounds.h"

#include "coarse/overlay/below.h"
#include "coarse/overlay/make/overlay_costs.h"
#include "common/compiler.h"
#include "common/topology.h"

bool ovi_overlay_bounds_begin(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                              ovi_scratch *scratch) {
  const uint64_t clusters = (uint64_t)ovi_clusters_x(layer, 1);
  *bounds =
      (ovi_overlay_bounds){ovi_scratch_take(scratch, clusters, sizeof(ovi_cluster_bound)), false};
  return bounds->row != NULL;
}

/* Adds the part in a column and row of a cluster of a level: the dearest way from each of its
 * ports, its ports, and those that leave the cluster. */
static void add_part(ovi_cluster_bound *bound, const ovi_layer *layer, uint32_t level,
                     const ovi_below_box *box, int32_t x, int32_t y) {
  const int32_t fan = ovi_overlay_fan(level);
  const int32_t place = y * fan + x;
  ovi_below part;
  ovi_below_view(&part, layer, level - 1, ovi_below_id(box, x, y));
  for (uint32_t component = 0; component < part.linked; component++) {
    const ovi_clique clique = ovi_below_clique(&part, component);
    for (uint32_t from = 0; from < clique.count; from++) {
      uint32_t dearest = 0;
      for (uint32_t to = 0; to < clique.count; to++) {
        const uint32_t cost = to != from ? ovi_clique_way(&clique, to, from) : 0;
        dearest = cost != OVI_NO_COST_32 && cost > dearest ? cost : dearest;
      }
      bound->cost += dearest;
      bound->dearest = dearest > bound->dearest ? dearest : bound->dearest;
    }
  }
  bound->ports += part.ports;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (ovi_below_beside(box, fan, place, group) < 0) {
      bound->leaving += part.groups.begins[group + 1] - part.groups.begins[group];
    }
  }
  for (uint32_t port = part.groups.begins[OVI_GROUP_COUNT]; port < part.ports; port++) {
    if (ovi_below_beyond(layer, level - 1, box, fan, &part, place, port) < 0) {
      bound->leaving++;
      bound->links++;
    }
  }
}

/* Returns whether the block of a cluster with at most such contents can be made. */
static bool bound_fits(const ovi_layer *layer, uint32_t level, const ovi_cluster_bound *bound) {
  const uint64_t most = ovi_cluster_most_bytes(
      &(ovi_cluster_counts){.level = level,
                            .is_directed = layer->profile.is_directed,
                            .ports = bound->leaving,
                            .linked = bound->leaving,
                            .waypoints = bound->ports,
                            .inner = bound->ports / 2,
                            .costs = (uint64_t)bound->leaving * bound->leaving});
  OVI_ASSERT(bound->links <= bound->leaving && bound->leaving <= bound->ports);
  const uint32_t inner = (bound->ports - bound->leaving) / 2;
  return bound->cost + bound->dearest < OVI_OVERLAY_MOST_COST && bound->ports < UINT16_MAX &&
         (level == 1 || inner <= OVI_MOST_INNER) &&
         most <= (bound->links != 0 ? ovi_overlay_most_linked(layer, level) : OVI_BLOCK_MOST_BYTES);
}

void ovi_overlay_bounds_add(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                            const ovi_region *region) {
  const int32_t x = region->rx % OVI_OVERLAY_FIRST_SIDE;
  const int32_t y = region->ry % OVI_OVERLAY_FIRST_SIDE;
  ovi_cluster_bound *bound = &bounds->row[region->rx / OVI_OVERLAY_FIRST_SIDE];
  /* Does a path through every cell of a cluster of the heaviest ground still cost little enough? */
  const uint64_t side = (uint64_t)OVI_OVERLAY_FIRST_SIDE * (uint64_t)layer->partition.region_cells;
  const bool fits = !layer->profile.is_directed &&
                    side * side * ovi_step_cost(2 * UINT8_MAX, 1) < OVI_OVERLAY_MOST_COST;
  if (bounds->is_exceeded || fits) {
    return;
  }
  if (x == 0 && y == 0) {
    *bound = (ovi_cluster_bound){.cost = 0};
  }
  const ovi_below_box box = ovi_below_box_of(layer, 1, ovi_cluster_of(layer, 1, region->id));
  add_part(bound, layer, 1, &box, x, y);
  bounds->is_exceeded = !bound_fits(layer, 1, bound);
}

void ovi_overlay_bounds_set_level(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                                  uint32_t level) {
  const uint32_t count =
      (uint32_t)ovi_clusters_x(layer, level) * (uint32_t)ovi_clusters_y(layer, level);
  bounds->is_exceeded = false;
  for (uint32_t id = 0; id < count && !bounds->is_exceeded; id++) {
    const ovi_below_box box = ovi_below_box_of(layer, level, id);
    ovi_cluster_bound bound = {.cost = 0};
    for (int32_t place = 0; place < box.w * box.h; place++) {
      add_part(&bound, layer, level, &box, place % box.w, place / box.w);
    }
    bounds->is_exceeded = !bound_fits(layer, level, &bound);
  }
}
