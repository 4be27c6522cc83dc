/* Adds up what the regions of a cluster contribute to its largest costs and its longest block. */
#include "coarse/overlay/make/overlay_bounds.h"

#include "coarse/overlay/make/overlay_costs.h"
#include "coarse/view/links.h"
#include "common/compiler.h"
#include "common/step_cost.h"

bool ovi_overlay_bounds_begin(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                              ovi_scratch *scratch) {
  const uint64_t clusters = (uint64_t)ovi_clusters_x(layer, 1);
  *bounds =
      (ovi_overlay_bounds){ovi_scratch_take(scratch, clusters, sizeof(ovi_cluster_bound)), false};
  return bounds->row != NULL;
}

/* Whether every path inside a cluster of level 1 costs little enough, whatever the ground. */
static bool weights_fit(const ovi_layer *layer) {
  const uint64_t side = (uint64_t)OVI_OVERLAY_FIRST_SIDE * (uint64_t)layer->partition.region_cells;
  return !layer->profile.is_directed &&
         side * side * ovi_step_cost(2 * UINT8_MAX, 1) <= OVI_LABEL_MOST;
}

/* Adds the dearest way from each port of a region. */
static void add_ways(ovi_cluster_bound *bound, const ovi_region *region) {
  for (uint32_t component = 0; component < region->components.linked; component++) {
    const ovi_clique clique = ovi_region_clique(region, component);
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
}

/* Counts the ports of a region, and those that leave its cluster. */
static void add_ports(ovi_cluster_bound *bound, const ovi_layer *layer, const ovi_region *region) {
  const ovi_port_groups groups = ovi_port_groups_of(region);
  const int32_t cx = region->rx / OVI_OVERLAY_FIRST_SIDE;
  const int32_t cy = region->ry / OVI_OVERLAY_FIRST_SIDE;
  bound->ports += region->ports.count;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const int32_t x = region->rx + ovi_group_x(group);
    const int32_t y = region->ry + ovi_group_y(group);
    if (x < 0 || y < 0 || x / OVI_OVERLAY_FIRST_SIDE != cx || y / OVI_OVERLAY_FIRST_SIDE != cy) {
      bound->leaving += groups.begins[group + 1] - groups.begins[group];
    }
  }
  for (uint32_t place = 0; place < region->ports.links_out + region->ports.links_in; place++) {
    const uint32_t other =
        ovi_link_region(layer, ovi_region_link(region, place), place < region->ports.links_out);
    if (ovi_cluster_of(layer, 1, other) != ovi_cluster_of(layer, 1, region->id)) {
      bound->leaving++;
      bound->links++;
    }
  }
}

/* Whether the block of a cluster with at most such contents can be made. */
static bool bound_fits(const ovi_layer *layer, const ovi_cluster_bound *bound) {
  const uint64_t most = ovi_overlay_block_bound(layer, bound->leaving, bound->ports);
  return bound->cost + bound->dearest < OVI_LABEL_MOST - 1 && bound->ports < UINT16_MAX &&
         most <= (bound->links != 0 ? ovi_overlay_most_linked(layer, 1) : OVI_BLOCK_MOST_BYTES);
}

void ovi_overlay_bounds_add(ovi_overlay_bounds *bounds, const ovi_layer *layer,
                            const ovi_region *region) {
  ovi_cluster_bound *bound = &bounds->row[region->rx / OVI_OVERLAY_FIRST_SIDE];
  if (bounds->is_exceeded || weights_fit(layer)) {
    return;
  }
  if (region->rx % OVI_OVERLAY_FIRST_SIDE == 0 && region->ry % OVI_OVERLAY_FIRST_SIDE == 0) {
    *bound = (ovi_cluster_bound){.cost = 0};
  }
  add_ways(bound, region);
  add_ports(bound, layer, region);
  bounds->is_exceeded = !bound_fits(layer, bound);
}
