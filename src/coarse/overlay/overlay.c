/* Views of clusters, and where their ports lie. */
#include "coarse/overlay/overlay.h"

uint32_t ovi_overlay_levels(const ovi_layer *layer, uint32_t first_cells[]) {
  uint32_t level = 0;
  first_cells[0] = 0;
  do {
    level++;
    const int32_t x = ovi_clusters_x(layer, level);
    const int32_t y = ovi_clusters_y(layer, level);
    first_cells[level] = first_cells[level - 1] + (uint32_t)x * (uint32_t)y;
  } while (!ovi_overlay_is_highest(layer, level) && level < OVI_OVERLAY_MOST_LEVELS);
  return level;
}

ovi_overlay_head ovi_overlay_head_of(const ovi_layer *layer) {
  uint32_t first_clusters[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t levels = ovi_overlay_levels(layer, first_clusters);
  const uint64_t entries = OVI_OVERLAYS_HEAD_BYTES + (uint64_t)levels * OVI_LEVEL_BYTES;
  return (ovi_overlay_head){entries,
                            entries + (uint64_t)first_clusters[levels] * OVI_CLUSTER_ENTRY_BYTES};
}

ovi_cluster ovi_overlay_view(const ovi_layer *layer, uint32_t level, uint32_t id) {
  const uint32_t number = ovi_overlay_number(layer, level, id);
  return ovi_overlay_view_block(layer, level, id,
                                ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT).bytes);
}

bool ovi_overlay_view_tables(const ovi_layer *layer, ovi_cluster *cluster) {
  const ovi_piece_bytes tables = ovi_overlay_piece(
      layer, ovi_overlay_number(layer, cluster->level, cluster->id), OVI_CLUSTER_TABLES);
  ovi_cluster_view_tables(cluster, tables.bytes);
  return tables.count != 0;
}

uint32_t ovi_overlay_block_bytes(const ovi_layer *layer, uint32_t number) {
  if (layer->overlay.made.blocks != NULL) {
    return layer->overlay.made.bytes[number];
  }
  const ovi_blob *replaced = ovi_overlay_replaced(layer, number);
  uint64_t bytes = replaced != NULL ? replaced->bytes : 0;
  for (int piece = 0; replaced == NULL && piece < OVI_CLUSTER_PIECES; piece++) {
    bytes +=
        ovi_get_u32(ovi_overlay_entry(layer, number, (ovi_cluster_piece)piece) + OVI_PIECE_LENGTH);
  }
  return (uint32_t)bytes;
}

ovi_cluster ovi_overlay_view_block(const ovi_layer *layer, uint32_t level, uint32_t id,
                                   const uint8_t *front) {
  const uint32_t row = (uint32_t)ovi_clusters_x(layer, level);
  ovi_cluster cluster = {.block = front,
                         .level = level,
                         .cx = (int32_t)(id % row),
                         .cy = (int32_t)(id / row),
                         .id = id,
                         .ports = ovi_get_u16(front + OVI_CLUSTER_PORTS),
                         .linked = ovi_get_u16(front + OVI_CLUSTER_LINKED),
                         .groups = ovi_port_groups_read(front + OVI_CLUSTER_GROUPS),
                         .below = front + OVI_CLUSTER_HEADER_BYTES,
                         .inner.waypoints = ovi_get_u16(front + OVI_CLUSTER_WAYPOINTS),
                         .inner.count = ovi_get_u16(front + OVI_CLUSTER_INNER),
                         .costs.shift = front[OVI_CLUSTER_SHIFT],
                         .costs.wide = (front[OVI_CLUSTER_FLAGS] & OVI_CLUSTER_WIDE) != 0,
                         .costs.is_directed = layer->profile.is_directed};
  cluster.middles = cluster.below + 4 * (uint64_t)cluster.ports;
  cluster.costs.begins = cluster.middles + 4 * (uint64_t)cluster.ports;
  cluster.linked_begins = cluster.costs.begins + 4 * (uint64_t)cluster.linked;
  cluster.order = cluster.linked_begins + 2 * ((uint64_t)cluster.linked + 1);
  cluster.places = cluster.order + 2 * (uint64_t)cluster.ports;
  cluster.costs.values = cluster.places + 2 * (uint64_t)cluster.ports;
  return cluster;
}

/* The rows that begin at an address, with costs of so many bytes. */
static ovi_inner_rows rows_at(const ovi_cluster *cluster, const uint8_t *at, uint32_t bytes) {
  const uint64_t table =
      (uint64_t)cluster->inner.count * ovi_inner_row_costs(cluster->ports) * bytes;
  ovi_inner_rows rows = {.to_ports = at, .from_ports = at};
  rows.from_ports += cluster->costs.is_directed ? table : 0;
  rows.between = cluster->level > 1 ? rows.from_ports + table : NULL;
  return rows;
}

void ovi_cluster_view_tables(ovi_cluster *cluster, const uint8_t *tables) {
  ovi_inner_costs *inner = &cluster->inner;
  const bool is_directed = cluster->costs.is_directed;
  const uint8_t *rows =
      tables + ovi_inner_rows_begin(cluster->level, is_directed, inner->waypoints);
  inner->most = ovi_get_u16(tables + OVI_TABLES_ROW_MOST);
  inner->shift = ovi_get_u16(tables + OVI_TABLES_ROW_SHIFT);
  inner->runs = tables + OVI_TABLES_RUNS;
  inner->nodes = inner->runs + 2 * (uint64_t)ovi_cluster_runs(cluster->level, is_directed);
  inner->rows = rows_at(cluster, rows, 2);
  inner->exact = inner->rows;
  if (cluster->costs.wide) {
    const uint64_t costs =
        ovi_inner_all_costs(cluster->level, is_directed, cluster->ports, inner->count);
    inner->exact = rows_at(cluster, rows + 2 * costs, 4);
  }
}

ovi_overlay_port ovi_overlay_port_below(const ovi_layer *layer, const ovi_cluster *cluster,
                                        uint32_t port) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const bool is_there = port < cluster->ports; /* otherwise the cluster is a placeholder */
  const uint32_t below = is_there ? ovi_get_u32(cluster->below + 4 * (uint64_t)port) : 0;
  const uint32_t place = below >> 16;
  const uint32_t x = (uint32_t)cluster->cx * fan + place % fan;
  const uint32_t y = (uint32_t)cluster->cy * fan + place / fan;
  return (ovi_overlay_port){y * (uint32_t)ovi_clusters_x(layer, cluster->level - 1) + x,
                            is_there ? below & 0xffffu : UINT32_MAX};
}

ovi_clique ovi_overlay_clique(const ovi_cluster *cluster, uint32_t component) {
  const uint64_t before = ovi_get_u32(cluster->costs.begins + 4 * (uint64_t)component);
  const uint32_t begin = ovi_get_u16(cluster->linked_begins + 2 * (uint64_t)component);
  const uint32_t end = ovi_get_u16(cluster->linked_begins + 2 * ((uint64_t)component + 1));
  return (ovi_clique){.order = cluster->order + 2 * (uint64_t)begin,
                      .costs = cluster->costs.values + before * (cluster->costs.wide ? 4 : 2),
                      .begin = begin,
                      .count = end - begin,
                      .shift = cluster->costs.shift,
                      .wide = cluster->costs.wide,
                      .is_square = cluster->costs.is_directed};
}

/* The linked component that has a place of the order of ports. */
static uint32_t component_at(const ovi_cluster *cluster, uint32_t place) {
  uint32_t low = 0;
  uint32_t high = cluster->linked;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (ovi_get_u16(cluster->linked_begins + 2 * (uint64_t)middle) <= place) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

ovi_overlay_port_clique ovi_overlay_clique_of(const ovi_cluster *cluster, uint32_t port) {
  if (port >= cluster->ports) {
    return (ovi_overlay_port_clique){.here = UINT32_MAX};
  }
  if (cluster->linked <= 1) {
    ovi_overlay_port_clique all = {ovi_overlay_clique(cluster, 0), port};
    all.clique.order = NULL; /* the order is that of the ports */
    return all;
  }
  const uint32_t place = ovi_get_u16(cluster->places + 2 * (uint64_t)port);
  const ovi_clique clique = ovi_overlay_clique(cluster, component_at(cluster, place));
  return (ovi_overlay_port_clique){clique, place - clique.begin};
}

uint32_t ovi_inner_cost(const ovi_cluster *cluster, uint32_t from, uint32_t to) {
  const ovi_inner_costs *inner = &cluster->inner;
  const uint32_t ports = cluster->ports;
  if (from == to) {
    return 0;
  }
  if (from >= ports && to >= ports) {
    const uint8_t *row =
        inner->exact.between + (from - ports) * ovi_inner_row_bytes(cluster, inner->count);
    return ovi_inner_row_cost(cluster, row, to - ports);
  }
  if (from >= ports || to >= ports) {
    const bool leads_to_port = from >= ports;
    const uint8_t *rows = leads_to_port ? inner->exact.to_ports : inner->exact.from_ports;
    const uint32_t row = (leads_to_port ? from : to) - ports;
    return ovi_inner_row_cost(cluster, rows + row * ovi_inner_row_bytes(cluster, ports),
                              leads_to_port ? to : from);
  }
  const ovi_overlay_port_clique joined = ovi_overlay_clique_of(cluster, from);
  const uint32_t place = ovi_get_u16(cluster->places + 2 * (uint64_t)to) - joined.clique.begin;
  return place < joined.clique.count ? ovi_clique_way(&joined.clique, place, joined.here)
                                     : OVI_NO_COST_32;
}

ovi_overlay_port ovi_overlay_port_on(const ovi_layer *layer, uint32_t level, ovi_overlay_port port,
                                     uint32_t below) {
  for (; level > below; level--) {
    const ovi_cluster cluster = ovi_overlay_view(layer, level, port.cluster);
    port = ovi_overlay_port_below(layer, &cluster, port.port);
  }
  return port;
}

uint32_t ovi_overlay_link_port(const ovi_cluster *cluster, uint32_t number, bool ends_here) {
  const uint32_t first = cluster->groups.begins[OVI_GROUP_COUNT];
  const uint32_t first_in = first + ovi_overlay_links_out(cluster);
  return ovi_find_u32(cluster->middles, 4, ends_here ? first_in : first,
                      ends_here ? cluster->ports : first_in, number);
}

/* One coordinate of a group's border, which begins at `first`: fixed if the group leaves on this
 * axis, else that along the border. */
static int64_t middle_on(int64_t first, int64_t side, int32_t leaves, uint32_t along) {
  return leaves > 0 ? 2 * (first + side) - 1 : leaves < 0 ? 2 * first - 1 : 2 * first + along;
}

/* The upper left cell of a cluster. */
static ovi_half_cells cluster_corner_of(const ovi_layer *layer, const ovi_cluster *cluster) {
  const int64_t side = (int64_t)ovi_overlay_side(cluster->level) * layer->partition.region_cells;
  return (ovi_half_cells){2 * side * cluster->cx, 2 * side * cluster->cy};
}

/* The end of a link that a port leads to. */
static ovi_half_cells far_end(const ovi_layer *layer, uint32_t number, bool is_out) {
  const ovi_link link = ovi_link_at(layer, number);
  const ovl_cell cell = is_out ? link.second : link.first;
  return (ovi_half_cells){2 * (int64_t)cell.x, 2 * (int64_t)cell.y};
}

ovi_half_cells ovi_overlay_port_middle(const ovi_layer *layer, const ovi_cluster *cluster,
                                       uint32_t port) {
  if (ovi_port_is_link(&cluster->groups, port)) {
    const uint32_t place = port - cluster->groups.begins[OVI_GROUP_COUNT];
    return far_end(layer, ovi_overlay_link(cluster, port), place < ovi_overlay_links_out(cluster));
  }
  const int64_t side = (int64_t)ovi_overlay_side(cluster->level) * layer->partition.region_cells;
  const uint32_t along = ovi_get_u32(cluster->middles + 4 * (uint64_t)port);
  const int group = ovi_port_group(&cluster->groups, port);
  return (ovi_half_cells){middle_on(side * cluster->cx, side, ovi_group_x(group), along),
                          middle_on(side * cluster->cy, side, ovi_group_y(group), along)};
}

ovi_half_cells ovi_overlay_region_middle(const ovi_layer *layer, const ovi_region *region,
                                         const ovi_port_groups *groups, uint32_t port) {
  if (ovi_port_is_link(groups, port)) {
    const uint32_t place = port - groups->begins[OVI_GROUP_COUNT];
    return far_end(layer, ovi_region_link(region, place), place < region->ports.links_out);
  }
  ovl_cell cells[2];
  ovi_port_cells(region, ovi_port_group(groups, port), port, cells);
  return (ovi_half_cells){(int64_t)cells[0].x + cells[1].x, (int64_t)cells[0].y + cells[1].y};
}

ovi_half_cells ovi_overlay_middle(const ovi_layer *layer, uint32_t level, uint32_t id,
                                  uint32_t port) {
  if (level != 0) {
    const ovi_cluster cluster = ovi_overlay_view(layer, level, id);
    return port < cluster.ports ? ovi_overlay_port_middle(layer, &cluster, port)
                                : cluster_corner_of(layer, &cluster);
  }
  const ovi_region region = ovi_region_view(layer, id);
  if (port >= region.ports.count) {
    return (ovi_half_cells){2 * (int64_t)region.x, 2 * (int64_t)region.y};
  }
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  return ovi_overlay_region_middle(layer, &region, &groups, port);
}

uint32_t ovi_overlay_along(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t port,
                           ovi_overlay_port below) {
  if (ovi_port_is_link(&cluster->groups, port)) {
    if (cluster->level != 1) {
      const ovi_cluster part = ovi_overlay_view(layer, cluster->level - 1, below.cluster);
      return below.port < part.ports && ovi_port_is_link(&part.groups, below.port)
                 ? ovi_overlay_link(&part, below.port)
                 : OVI_NO_LINK;
    }
    const ovi_region region = ovi_region_view(layer, below.cluster);
    const uint32_t first = ovi_port_groups_of(&region).begins[OVI_GROUP_COUNT];
    return below.port >= first && below.port < region.ports.count
               ? ovi_region_link(&region, below.port - first)
               : OVI_NO_LINK;
  }
  const int group = ovi_port_group(&cluster->groups, port);
  const ovi_half_cells corner = cluster_corner_of(layer, cluster);
  const ovi_half_cells middle =
      ovi_overlay_middle(layer, cluster->level - 1, below.cluster, below.port);
  const int64_t along = ovi_group_x(group) == 0   ? middle.x - corner.x
                        : ovi_group_y(group) == 0 ? middle.y - corner.y
                                                  : 0;
  return along > 0 ? (uint32_t)along : 0;
}
