/* Views of clusters, and costs inside them. */
#include "coarse/overlay/cluster/cluster.h"

#include "common/compiler.h"

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

uint32_t ovi_overlay_link_port(const ovi_cluster *cluster, uint32_t number, bool ends_here) {
  const uint32_t first = cluster->groups.begins[OVI_GROUP_COUNT];
  const uint32_t first_in = first + ovi_overlay_links_out(cluster);
  return ovi_find_u32(cluster->middles, 4, ends_here ? first_in : first,
                      ends_here ? cluster->ports : first_in, number);
}

ovi_clique ovi_overlay_clique(const ovi_cluster *cluster, uint32_t component) {
  OVI_ASSERT(component < cluster->linked);
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
  OVI_ASSERT(from < ports + inner->count && to < ports + inner->count);
  if (from >= ports && to >= ports) {
    OVI_ASSERT(cluster->level > 1);
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
