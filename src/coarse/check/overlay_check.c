/* Checks of overlays. Whether costs and components are right is left to `overland verify`, as for
 * regions. */
#include "coarse/check/overlay_check.h"

#include "coarse/format/fault.h"
#include "coarse/overlay/below.h"
#include "coarse/overlay/cluster/cluster_check.h"
#include "common/hash64.h"

/* ---- One cluster beside others ---------------------------------------------------------- */

/* Checks that a port of a cluster, valid in itself, is also a port below: one that crosses the
 * border of its group at the middle that is stored, or the same link in the same direction. */
static bool overlay_port_is_valid(const ovi_layer *layer, const ovi_cluster *cluster, int group,
                                  uint32_t port) {
  const ovi_below_box box = ovi_below_box_of(layer, cluster->level, cluster->id);
  const int32_t fan = ovi_overlay_fan(cluster->level);
  const uint32_t stored = ovi_get_u32(cluster->below + 4 * (uint64_t)port);
  const int32_t x = (int32_t)ovi_below_part(stored) % fan;
  const int32_t y = (int32_t)ovi_below_part(stored) / fan;
  ovi_below below;
  ovi_below_view(&below, layer, cluster->level - 1, ovi_below_id(&box, x, y));
  if ((stored & 0xffffu) >= below.ports ||
      (!below.is_region && ovi_below_lightness(stored) !=
                               ovi_below_lightness(ovi_get_u32(
                                   below.cluster.below + 4 * (uint64_t)(stored & 0xffffu))))) {
    return false;
  }
  if (group == OVI_GROUP_COUNT) {
    const uint32_t place = port - cluster->groups.begins[OVI_GROUP_COUNT];
    bool is_out;
    return ovi_port_is_link(&below.groups, stored & 0xffffu) &&
           ovi_below_link(&below, stored & 0xffffu, &is_out) == ovi_overlay_link(cluster, port) &&
           is_out == (place < ovi_overlay_links_out(cluster));
  }
  const int crossed = ovi_below_group(&below, stored & 0xffffu);
  if (crossed == OVI_GROUP_COUNT) {
    return false;
  }
  const int32_t to_x = x + ovi_group_x(crossed);
  const int32_t to_y = y + ovi_group_y(crossed);
  const int32_t leaves_x = to_x < 0 ? -1 : to_x >= fan ? 1 : 0;
  const int32_t leaves_y = to_y < 0 ? -1 : to_y >= fan ? 1 : 0;
  return leaves_x == ovi_group_x(group) && leaves_y == ovi_group_y(group) &&
         ovi_get_u32(cluster->middles + 4 * (uint64_t)port) ==
             ovi_overlay_along(layer, cluster->level, cluster->id, group,
                               (ovi_overlay_port){below.id, stored & 0xffffu});
}

/* Checks that the runs of a cluster are those of its parts. */
static bool runs_are_valid(const ovi_layer *layer, const ovi_cluster *cluster) {
  const uint32_t level = cluster->level;
  const ovi_below_box box = ovi_below_box_of(layer, level, cluster->id);
  const int32_t fan = ovi_overlay_fan(level);
  uint32_t runs[OVI_CLUSTER_MOST_RUNS] = {0};
  const int32_t runs_each = (int32_t)ovi_part_runs(layer->profile.is_directed);
  uint32_t waypoints = 0;
  for (int32_t part = 0; part < fan * fan; part++) {
    const int32_t x = part % fan;
    const int32_t y = part / fan;
    ovi_below below;
    if (x >= box.w || y >= box.h) {
      continue;
    }
    ovi_below_view(&below, layer, level - 1, ovi_below_id(&box, x, y));
    if (layer->profile.is_directed) {
      runs[part * runs_each + OVI_GROUP_COUNT] = waypoints;
      waypoints += below.ports - below.groups.begins[OVI_GROUP_COUNT];
    }
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      const int32_t beside = ovi_below_beside(&box, fan, part, group);
      if (beside >= 0 && group >= OVI_OWN_GROUPS) {
        runs[part * runs_each + group] = runs[beside * runs_each + ovi_group_opposite(group)];
      } else {
        runs[part * runs_each + group] = waypoints;
        waypoints += below.groups.begins[group + 1] - below.groups.begins[group];
      }
    }
  }
  for (uint32_t i = 0; i < ovi_cluster_runs(level, cluster->costs.is_directed); i++) {
    if (ovi_get_u16(cluster->inner.runs + 2 * (uint64_t)i) != runs[i]) {
      return false;
    }
  }
  return waypoints == cluster->inner.waypoints;
}

/* Checks a cluster whose parts below were checked. */
static ovl_result check_cell(const ovi_layer *layer, uint32_t level, uint32_t id,
                             ovl_fault *fault) {
  const uint32_t number = ovi_overlay_number(layer, level, id);
  const ovi_piece_bytes front = ovi_overlay_piece(layer, number, OVI_CLUSTER_FRONT);
  const ovi_piece_bytes tables = ovi_overlay_piece(layer, number, OVI_CLUSTER_TABLES);
  if (ovi_layer_outcome(layer) != OVL_OK) {
    return ovi_layer_outcome(layer);
  }
  ovl_result result = ovi_cluster_front_check(layer, number, front.bytes, fault);
  result = result == OVL_OK
               ? ovi_cluster_tables_check(layer, number, front.bytes, tables.bytes, fault)
               : result;
  ovi_cluster cluster = ovi_overlay_view_block(layer, level, id, front.bytes);
  ovi_cluster_view_tables(&cluster, tables.bytes);
  if (result == OVL_OK && !runs_are_valid(layer, &cluster)) {
    return ovi_check_fail(fault, OVL_CORRUPT, "runs of an overlay cell", number);
  }
  for (int group = 0; group <= OVI_GROUP_COUNT && result == OVL_OK; group++) {
    const uint32_t end = group < OVI_GROUP_COUNT ? cluster.groups.begins[group + 1] : cluster.ports;
    for (uint32_t port = cluster.groups.begins[group]; port < end; port++) {
      if (!overlay_port_is_valid(layer, &cluster, group, port)) {
        return ovi_check_fail(fault, OVL_CORRUPT, "a waypoint of an overlay cell", number);
      }
    }
  }
  return result;
}

/* ---- All -------------------------------------------------------------------------------- */

/* Checks that both sides of a border have the same waypoints. The cluster is their owner. */
static bool border_is_shared(const ovi_layer *layer, const ovi_cluster *cluster, int group) {
  const int32_t x = cluster->cx + ovi_group_x(group);
  const int32_t y = cluster->cy + ovi_group_y(group);
  const int32_t clusters_x = ovi_clusters_x(layer, cluster->level);
  const uint32_t count = cluster->groups.begins[group + 1] - cluster->groups.begins[group];
  if (x < 0 || x >= clusters_x || y < 0 || y >= ovi_clusters_y(layer, cluster->level)) {
    return count == 0;
  }
  const ovi_cluster other = ovi_overlay_view(layer, cluster->level, (uint32_t)(y * clusters_x + x));
  const int opposite = ovi_group_opposite(group);
  if (other.groups.begins[opposite + 1] - other.groups.begins[opposite] != count) {
    return false;
  }
  const int32_t row = ovi_clusters_x(layer, cluster->level - 1);
  for (uint32_t i = 0; i < count; i++) {
    const ovi_overlay_port here =
        ovi_overlay_port_below(layer, cluster, cluster->groups.begins[group] + i);
    const ovi_overlay_port there =
        ovi_overlay_port_below(layer, &other, other.groups.begins[opposite] + i);
    ovi_below below;
    ovi_below beside;
    ovi_below_view(&below, layer, cluster->level - 1, here.cluster);
    ovi_below_view(&beside, layer, cluster->level - 1, there.cluster);
    if (here.port >= below.groups.begins[OVI_GROUP_COUNT] ||
        there.port >= beside.groups.begins[OVI_GROUP_COUNT]) {
      return false; /* a placeholder */
    }
    const int crossed = ovi_port_group(&below.groups, here.port);
    if ((int64_t)there.cluster !=
            (int64_t)here.cluster + (int64_t)ovi_group_y(crossed) * row + ovi_group_x(crossed) ||
        here.port - below.groups.begins[crossed] !=
            there.port - beside.groups.begins[ovi_group_opposite(crossed)]) {
      return false;
    }
  }
  return true;
}

/* Checks each cluster of a level by itself, then each beside its neighbours, and compares their
 * totals with the header of the level. */
static ovl_result check_level(const ovi_layer *layer, uint32_t level, ovi_progress *progress,
                              ovl_fault *fault) {
  const uint32_t count =
      layer->overlay.first_clusters[level] - layer->overlay.first_clusters[level - 1];
  const uint8_t *header = layer->overlay.headers + (uint64_t)(level - 1) * OVI_LEVEL_BYTES;
  uint64_t waypoints = 0;
  uint32_t most_ports = 0;
  ovl_result result = OVL_OK;
  for (uint32_t check = 0; check < count && result == OVL_OK; check++) {
    result = check_cell(layer, level, check, fault);
    result = result == OVL_OK ? ovi_progress_add(progress, 1) : result;
    ovi_layer_unpin(layer);
  }
  for (uint32_t id = 0; id < count && result == OVL_OK; id++) {
    const ovi_cluster cluster = ovi_overlay_view(layer, level, id);
    bool are_shared = true;
    /* Each link that leaves the cluster must also be a port of the cluster in which it ends. */
    for (uint32_t i = 0; i < ovi_overlay_links_out(&cluster); i++) {
      const uint32_t link = ovi_overlay_link(&cluster, cluster.groups.begins[OVI_GROUP_COUNT] + i);
      const uint32_t end = ovi_cluster_of(layer, level, ovi_link_region(layer, link, true));
      const ovi_cluster other = ovi_overlay_view(layer, level, end);
      are_shared = are_shared && ovi_overlay_link_port(&other, link, true) != OVI_NO_LINK;
    }
    for (int group = 0; group < OVI_OWN_GROUPS; group++) {
      are_shared = are_shared && border_is_shared(layer, &cluster, group);
    }
    if (!are_shared) {
      return ovi_check_fail(fault, OVL_CORRUPT, "waypoints that two overlay cells share",
                            layer->overlay.first_clusters[level - 1] + id);
    }
    waypoints += cluster.groups.begins[OVI_OWN_GROUPS];
    most_ports = cluster.ports > most_ports ? cluster.ports : most_ports;
    result = ovi_layer_outcome(layer);
    result = result == OVL_OK ? ovi_progress_add(progress, 1) : result;
    ovi_layer_unpin(layer);
  }
  const bool is_right = waypoints == ovi_get_u64(header + OVI_LEVEL_WAYPOINTS) &&
                        most_ports == ovi_get_u32(header + OVI_LEVEL_MAX_PORTS);
  return result != OVL_OK || is_right
             ? result
             : ovi_check_fail(fault, OVL_CORRUPT, "waypoints of an overlay level", level);
}

ovl_result ovi_overlays_check(const ovi_layer *layer, ovi_progress *progress, ovl_fault *fault) {
  uint32_t firsts[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t clusters = firsts[ovi_overlay_levels(layer, firsts)];
  ovl_result result =
      layer->overlay.levels == 0 ? ovi_progress_add(progress, 2 * (uint64_t)clusters) : OVL_OK;
  for (uint32_t level = 1; level <= layer->overlay.levels && result == OVL_OK; level++) {
    result = check_level(layer, level, progress, fault);
  }
  return result;
}
