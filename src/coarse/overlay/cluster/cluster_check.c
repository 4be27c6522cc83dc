/* Checks the block of one cluster of the overlays, each piece by itself: lengths, numbers, ranges.
 */
#include "coarse/overlay/cluster/cluster_check.h"

#include "coarse/format/fault.h"
#include "common/hash64.h"

/* Checks the lengths of a front: begins rise, and the costs and their padding end where it ends. */
static bool front_lengths_are_valid(const ovi_cluster *cluster, uint32_t length) {
  uint64_t costs = 0;
  uint32_t begin = 0;
  const uint32_t bytes = cluster->costs.wide ? 4 : 2;
  const uint64_t before = ovi_front_costs_begin(cluster->ports, cluster->linked);
  const uint32_t links =
      ovi_overlay_links_out(cluster) + ovi_get_u16(cluster->block + OVI_CLUSTER_LINKS_IN);
  if (before > length || ovi_get_u32(cluster->block + OVI_CLUSTER_FRONT_BYTES) != length ||
      cluster->groups.begins[OVI_GROUP_COUNT] + links != cluster->ports ||
      (links != 0 && !cluster->costs.is_directed) || cluster->linked > cluster->ports ||
      (cluster->linked == 0) != (cluster->ports == 0) ||
      ovi_get_u16(cluster->block + OVI_CLUSTER_INNER + 2) != 0 ||
      (cluster->level > 1 && cluster->inner.count > OVI_MOST_INNER) ||
      ovi_get_u16(cluster->linked_begins) != 0) {
    return false;
  }
  for (uint32_t c = 1; c <= cluster->linked; c++) {
    const uint32_t end = ovi_get_u16(cluster->linked_begins + 2 * (uint64_t)c);
    if (end <= begin || end > cluster->ports ||
        ovi_get_u32(cluster->costs.begins + 4 * ((uint64_t)c - 1)) != costs) {
      return false;
    }
    costs += ovi_clique_costs(end - begin, cluster->costs.is_directed);
    begin = end;
  }
  return begin == cluster->ports && ovi_padded8(before + costs * bytes) == length;
}

/* Checks that each cost of the rows is at most the greatest that the header names, or stands for
 * "no path". The loops are simple enough for compilers to turn into vector code. */
static bool row_costs_fit(const ovi_cluster *cluster, uint64_t count) {
  const uint8_t *rows = cluster->inner.rows.to_ports;
  const uint8_t *exact = cluster->inner.exact.to_ports;
  uint32_t wrong = 0;
  if (cluster->inner.shift > OVI_MOST_ROW_SHIFT || cluster->inner.most > OVI_ROW_MOST ||
      (!cluster->costs.wide && cluster->inner.shift > OVI_MOST_COST_SHIFT)) {
    return false;
  }
  for (uint64_t i = 0; i < count; i++) {
    const uint32_t stored = ovi_get_u16(rows + 2 * i);
    wrong |= stored > cluster->inner.most && stored != OVI_NO_COST_16 ? 1 : 0;
  }
  for (uint64_t i = 0; cluster->costs.wide && i < count; i++) {
    const uint32_t stored = ovi_get_u32(exact + 4 * i);
    wrong |= stored > OVI_OVERLAY_MOST_COST && stored != OVI_NO_COST_32 ? 1 : 0;
  }
  return wrong == 0 &&
         (uint64_t)cluster->inner.most << cluster->inner.shift <= OVI_OVERLAY_MOST_COST;
}

/* Checks that each run begins within the list of waypoints, and that each entry of the list is the
 * number of a node or OVI_NO_INNER; the last inner port is the greatest number. */
static bool nodes_are_valid(const ovi_cluster *cluster) {
  const uint32_t runs = ovi_cluster_runs(cluster->level, cluster->costs.is_directed);
  const uint32_t nodes = cluster->ports + cluster->inner.count;
  uint32_t end = cluster->ports;
  for (uint32_t i = 0; i < runs; i++) {
    if (ovi_get_u16(cluster->inner.runs + 2 * (uint64_t)i) > cluster->inner.waypoints) {
      return false;
    }
  }
  for (uint32_t i = 0; i < cluster->inner.waypoints; i++) {
    const uint32_t node = ovi_inner_node(cluster, i);
    if (node >= nodes && node != OVI_NO_INNER) {
      return false;
    }
    end = node >= end && node != OVI_NO_INNER ? node + 1 : end;
  }
  return end == nodes;
}

/* Checks that all costs of the triangles are above 0 and fit 30 bits. Triangles follow each other
 * without gaps, so one pass over the costs reads them all: a simple loop, which compilers turn into
 * vector code, because most of what is read when a cluster is first touched are costs. */
static bool triangles_are_valid(const ovi_cluster *cluster) {
  const uint8_t *costs = cluster->costs.values;
  if (cluster->linked == 0) {
    return true;
  }
  const ovi_clique last = ovi_overlay_clique(cluster, cluster->linked - 1);
  const uint64_t before = ovi_get_u32(cluster->costs.begins + 4 * ((uint64_t)cluster->linked - 1));
  const uint64_t count = before + ovi_clique_costs(last.count, false);
  if (cluster->costs.wide) {
    uint32_t most = 0; /* of the costs less 1: 0 becomes the greatest number */
    for (uint64_t i = 0; i < count; i++) {
      const uint32_t below = ovi_get_u32(costs + 4 * i) - 1;
      most = below > most ? below : most;
    }
    return most < OVI_OVERLAY_MOST_COST;
  }
  uint16_t most = 0;
  for (uint64_t i = 0; i < count; i++) {
    const uint16_t below = (uint16_t)(ovi_get_u16(costs + 2 * i) - 1u);
    most = below > most ? below : most;
  }
  return most < UINT16_MAX && most < OVI_OVERLAY_MOST_COST >> cluster->costs.shift;
}

/* Checks that costs between two ports of a square are above 0 and fit 30 bits, or stand for "no
 * path", and that those of leaving alone are 0. */
static bool cluster_squares_are_valid(const ovi_cluster *cluster) {
  bool valid = true;
  for (uint32_t c = 0; c < cluster->linked && valid; c++) {
    const ovi_clique clique = ovi_overlay_clique(cluster, c);
    for (uint32_t to = 0; to < clique.count && valid; to++) {
      for (uint32_t from = 0; from < clique.count && valid; from++) {
        const uint32_t cost = ovi_square_cost(&clique, to, from);
        valid = to == from ? cost == 0
                           : (cost != 0 && cost <= OVI_OVERLAY_MOST_COST) || cost == OVI_NO_COST_32;
      }
    }
  }
  return valid;
}

/* Checks the numbers that are stored for each port: the part that it is a port of must lie in the
 * cluster, and the middle of its step on the border. A link must begin or end in the cluster, as
 * its port says, and have its other end outside; numbers of links rise on each of both sides. */
static bool places_are_inside(const ovi_layer *layer, const ovi_cluster *cluster) {
  const uint32_t level = cluster->level;
  const ovi_below_box box = ovi_below_box_of(layer, level, cluster->id);
  const uint32_t shift = level == 1 ? 2 : 1; /* places in a row are a power of two */
  const uint64_t side =
      2 * (uint64_t)ovi_overlay_side(level) * (uint64_t)layer->partition.region_cells;
  const uint32_t first_out = cluster->groups.begins[OVI_GROUP_COUNT];
  const uint32_t first_in = first_out + ovi_overlay_links_out(cluster);
  for (uint32_t port = 0; port < cluster->ports; port++) {
    const uint32_t below = ovi_get_u32(cluster->below + 4 * (uint64_t)port);
    const uint32_t place = ovi_below_part(below);
    const uint32_t middle = ovi_get_u32(cluster->middles + 4 * (uint64_t)port);
    const bool is_link = ovi_port_is_link(&cluster->groups, port);
    if ((place & ((1u << shift) - 1)) >= (uint32_t)box.w || place >> shift >= (uint32_t)box.h ||
        ovi_below_lightness(below) > (is_link ? 0 : OVI_MOST_LIGHTNESS) ||
        middle >= (is_link ? layer->shared->link_count : side)) {
      return false;
    }
    const bool is_out = port < first_in;
    if (is_link &&
        ((port != first_out && port != first_in && middle <= ovi_overlay_link(cluster, port - 1)) ||
         ovi_cluster_of(layer, level, ovi_link_region(layer, middle, !is_out)) != cluster->id ||
         ovi_cluster_of(layer, level, ovi_link_region(layer, middle, is_out)) == cluster->id)) {
      return false;
    }
  }
  return true;
}

/* Returns what is wrong with the front of a block; NULL: nothing. */
static const char *wrong_front(const ovi_layer *layer, const ovi_cluster *cluster,
                               uint32_t length) {
  const uint8_t *block = cluster->block;
  if (block[OVI_CLUSTER_FLAGS] > OVI_CLUSTER_WIDE || cluster->costs.shift > OVI_MOST_COST_SHIFT ||
      (cluster->costs.wide && cluster->costs.shift != 0) ||
      cluster->ports > layer->overlay.max_ports || !front_lengths_are_valid(cluster, length)) {
    return "lengths of an overlay cell";
  }
  if (!ovi_port_order_is_valid(cluster->linked_begins, cluster->linked, cluster->order,
                               cluster->places) ||
      !(cluster->costs.is_directed ? cluster_squares_are_valid(cluster)
                                   : triangles_are_valid(cluster))) {
    return "costs of an overlay cell";
  }
  return places_are_inside(layer, cluster) ? NULL : "a waypoint of an overlay cell";
}

/* Checks the checksum of a piece. */
static ovl_result cluster_check_sum(const ovi_layer *layer, uint32_t number,
                                    ovi_cluster_piece piece, const uint8_t *bytes,
                                    ovl_fault *fault) {
  const uint8_t *entry = ovi_overlay_entry(layer, number, piece);
  const uint64_t stored = ovi_get_u64(entry + OVI_PIECE_CHECKSUM);
  const uint64_t checksum = ovi_hash64(0, bytes, ovi_get_u32(entry + OVI_PIECE_LENGTH));
  return checksum == stored
             ? OVL_OK
             : ovi_check_fail_values(fault, OVL_WRONG_CHECKSUM, "checksum of an overlay cell",
                                     layer->overlay.blocks_at + ovi_get_u64(entry + OVI_PIECE_AT),
                                     checksum, stored);
}

static ovi_cluster view_numbered(const ovi_layer *layer, uint32_t number, const uint8_t *front) {
  const uint32_t level = ovi_overlay_level(layer, number);
  return ovi_overlay_view_block(layer, level, number - layer->overlay.first_clusters[level - 1],
                                front);
}

ovl_result ovi_cluster_front_check(const ovi_layer *layer, uint32_t number, const uint8_t *front,
                                   ovl_fault *fault) {
  const uint8_t *entry = ovi_overlay_entry(layer, number, OVI_CLUSTER_FRONT);
  const uint32_t length = ovi_get_u32(entry + OVI_PIECE_LENGTH);
  if (length < OVI_CLUSTER_HEADER_BYTES) {
    return ovi_check_fail(fault, OVL_CORRUPT, "lengths of an overlay cell", number);
  }
  const ovl_result result = cluster_check_sum(layer, number, OVI_CLUSTER_FRONT, front, fault);
  if (result != OVL_OK) {
    return result;
  }
  const ovi_cluster cluster = view_numbered(layer, number, front);
  const char *wrong = wrong_front(layer, &cluster, length);
  return wrong != NULL ? ovi_check_fail(fault, OVL_CORRUPT, wrong, number) : OVL_OK;
}

ovl_result ovi_cluster_tables_check(const ovi_layer *layer, uint32_t number, const uint8_t *front,
                                    const uint8_t *tables, ovl_fault *fault) {
  const uint8_t *entry = ovi_overlay_entry(layer, number, OVI_CLUSTER_TABLES);
  const ovl_result result = cluster_check_sum(layer, number, OVI_CLUSTER_TABLES, tables, fault);
  if (result != OVL_OK) {
    return result;
  }
  ovi_cluster cluster = view_numbered(layer, number, front);
  ovi_cluster_view_tables(&cluster, tables);
  const ovi_inner_costs *inner = &cluster.inner;
  const uint64_t costs =
      ovi_inner_all_costs(cluster.level, cluster.costs.is_directed, cluster.ports, inner->count);
  const uint64_t bytes =
      ovi_inner_rows_begin(cluster.level, cluster.costs.is_directed, inner->waypoints) +
      costs * (cluster.costs.wide ? 6 : 2);
  if (ovi_padded8(bytes) != ovi_get_u32(entry + OVI_PIECE_LENGTH)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "lengths of an overlay cell", number);
  }
  return nodes_are_valid(&cluster) && row_costs_fit(&cluster, costs)
             ? OVL_OK
             : ovi_check_fail(fault, OVL_CORRUPT, "costs of an overlay cell", number);
}
