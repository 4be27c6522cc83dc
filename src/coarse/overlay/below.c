/* Finds the ports of a cluster on the levels below, and the places of their steps. */
#include "coarse/overlay/below.h"

#include "common/compiler.h"

ovi_overlay_port ovi_overlay_port_below(const ovi_layer *layer, const ovi_cluster *cluster,
                                        uint32_t port) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const bool is_there = port < cluster->ports; /* otherwise the cluster is a placeholder */
  const uint32_t below = is_there ? ovi_get_u32(cluster->below + 4 * (uint64_t)port) : 0;
  const uint32_t place = ovi_below_part(below);
  const uint32_t x = (uint32_t)cluster->cx * fan + place % fan;
  const uint32_t y = (uint32_t)cluster->cy * fan + place / fan;
  return (ovi_overlay_port){y * (uint32_t)ovi_clusters_x(layer, cluster->level - 1) + x,
                            is_there ? below & 0xffffu : UINT32_MAX};
}

ovi_overlay_port ovi_overlay_port_on(const ovi_layer *layer, uint32_t level, ovi_overlay_port port,
                                     uint32_t below) {
  OVI_ASSERT(level >= below);
  for (; level > below; level--) {
    const ovi_cluster cluster = ovi_overlay_view(layer, level, port.cluster);
    port = ovi_overlay_port_below(layer, &cluster, port.port);
  }
  return port;
}

/* One coordinate of a group's border, which begins at `first`: fixed if the group leaves on this
 * axis, else that along the border. */
static int64_t middle_on(int64_t first, int64_t side, int32_t leaves, uint32_t along) {
  return leaves > 0 ? 2 * (first + side) - 1 : leaves < 0 ? 2 * first - 1 : 2 * first + along;
}

ovi_half_cells ovi_below_middle(const ovi_layer *layer, const ovi_below *below, uint32_t port) {
  if (ovi_port_is_link(&below->groups, port)) {
    bool is_out;
    const ovi_link link = ovi_link_at(layer, ovi_below_link(below, port, &is_out));
    const ovl_cell cell = is_out ? link.second : link.first;
    return (ovi_half_cells){2 * (int64_t)cell.x, 2 * (int64_t)cell.y};
  }
  const int group = ovi_port_group(&below->groups, port);
  if (below->is_region) {
    ovl_cell cells[2];
    ovi_port_cells(&below->region, group, port, cells);
    return (ovi_half_cells){(int64_t)cells[0].x + cells[1].x, (int64_t)cells[0].y + cells[1].y};
  }
  const ovi_cluster *cluster = &below->cluster;
  const int64_t side = (int64_t)ovi_overlay_side(cluster->level) * layer->partition.region_cells;
  const uint32_t along = ovi_get_u32(cluster->middles + 4 * (uint64_t)port);
  return (ovi_half_cells){middle_on(side * cluster->cx, side, ovi_group_x(group), along),
                          middle_on(side * cluster->cy, side, ovi_group_y(group), along)};
}

ovi_half_cells ovi_overlay_middle(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  uint32_t port) {
  ovi_below below;
  ovi_below_view(&below, layer, level, id);
  if (port < below.ports) {
    return ovi_below_middle(layer, &below, port);
  }
  const int64_t side = (int64_t)ovi_overlay_side(level) * layer->partition.region_cells;
  const int32_t columns = ovi_clusters_x(layer, level);
  return (ovi_half_cells){2 * side * ((int32_t)id % columns), 2 * side * ((int32_t)id / columns)};
}

uint32_t ovi_overlay_along(const ovi_layer *layer, uint32_t level, uint32_t id, int group,
                           ovi_overlay_port below) {
  if (group == OVI_GROUP_COUNT) {
    ovi_below part;
    bool is_out;
    ovi_below_view(&part, layer, level - 1, below.cluster);
    return below.port < part.ports && ovi_port_is_link(&part.groups, below.port)
               ? ovi_below_link(&part, below.port, &is_out)
               : OVI_NO_LINK;
  }
  const int64_t side = (int64_t)ovi_overlay_side(level) * layer->partition.region_cells;
  const int32_t columns = ovi_clusters_x(layer, level);
  const ovi_half_cells middle = ovi_overlay_middle(layer, level - 1, below.cluster, below.port);
  const int64_t along = ovi_group_x(group) == 0   ? middle.x - 2 * side * ((int32_t)id % columns)
                        : ovi_group_y(group) == 0 ? middle.y - 2 * side * ((int32_t)id / columns)
                                                  : 0;
  return along > 0 ? (uint32_t)along : 0;
}
