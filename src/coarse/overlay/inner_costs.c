/* Sums of costs and rows of a table, and walks by equal costs. */
#include "coarse/overlay/inner_costs.h"

bool ovi_inner_part_view(ovi_inner_part *part, const ovi_layer *layer, const ovi_cluster *cluster,
                         uint32_t place) {
  const ovi_below_box box = ovi_below_box_of(layer, cluster->level, cluster->id);
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const int32_t x = (int32_t)(place % fan);
  const int32_t y = (int32_t)(place / fan);
  if (cluster->ports == 0 || x >= box.w || y >= box.h) {
    return false;
  }
  ovi_below_view(&part->below, layer, cluster->level - 1, ovi_below_id(&box, x, y));
  part->place = place;
  const int runs = (int)ovi_part_runs(cluster->costs.is_directed);
  for (int group = 0; group < runs; group++) {
    const ovi_below *below = &part->below;
    part->runs[group] = ovi_overlay_run(cluster, place, group);
    if (ovi_below_end(below, group) - below->groups.begins[group] >
        cluster->inner.waypoints - part->runs[group]) {
      return false;
    }
  }
  return true;
}

uint32_t ovi_inner_place(const ovi_layer *layer, const ovi_cluster *cluster, uint32_t part) {
  const uint32_t fan = (uint32_t)ovi_overlay_fan(cluster->level);
  const uint32_t row = (uint32_t)ovi_clusters_x(layer, cluster->level - 1);
  return part / row % fan * fan + part % row % fan;
}

/* ---- Spreading ---------------------------------------------------------------------- */

/* Returns true if leaving the part by `port` is useless because the path turns round there: the
 * cheapest path from `port` to the port of the row comes back into the part and leaves it by
 * another port, which costs more in `from`. It costs more there because the plan may not begin by
 * going back over its first waypoint, and the path that turns round does go back over it. */
static bool turns_round(const ovi_inner_row *row, const ovi_inner_costs_of *from, uint32_t port) {
  const ovi_inner_part *part = from->part;
  if (!from->is_entered) {
    return false;
  }
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&part->below, port);
  const uint32_t left = ovi_inner_cost(row, ovi_inner_number(part, port));
  if (joined.here == UINT32_MAX) {
    return false;
  }
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    const uint32_t other = ovi_clique_port(&joined.clique, place);
    const uint32_t way =
        place != joined.here ? ovi_clique_way(&joined.clique, place, joined.here) : OVI_NO_COST_32;
    const uint32_t onward = ovi_inner_cost(row, ovi_inner_number(part, other));
    if (way <= left && onward == left - way && from->costs[port] + way < from->costs[other]) {
      return true;
    }
  }
  return false;
}

/* The least cost to the port of a row over the ports of a part. */
static inline uint64_t least_sum(const ovi_inner_row *row, const ovi_inner_costs_of *from) {
  const ovi_inner_part *part = from->part;
  const uint64_t *costs = from->costs;
  uint64_t least = UINT64_MAX;
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t begin = part->below.groups.begins[group];
    const uint32_t end = ovi_below_end(&part->below, group);
    for (uint32_t port = begin; port < end; port++) {
      const uint32_t cost = ovi_inner_cost(row, part->runs[group] + port - begin);
      if (costs[port] < least && cost != OVI_NO_COST_32 && costs[port] + cost < least &&
          !turns_round(row, from, port)) {
        least = costs[port] + cost;
      }
    }
  }
  return least;
}

void ovi_inner_spread(const ovi_cluster *cluster, const ovi_inner_costs_of *from, uint64_t *to) {
  for (uint32_t port = 0; port < cluster->ports; port++) {
    const ovi_inner_row row = ovi_overlay_inner_row(cluster, port, from->back);
    to[port] = least_sum(&row, from);
  }
}

/* Lowers the costs of a part's ports to those over one port of the cluster. */
static void spread_down_row(const ovi_inner_row *row, uint64_t cost, const ovi_inner_part *part,
                            uint64_t *to) {
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t begin = part->below.groups.begins[group];
    const uint32_t end = ovi_below_end(&part->below, group);
    for (uint32_t port = begin; port < end; port++) {
      const uint32_t inner = ovi_inner_cost(row, part->runs[group] + port - begin);
      if (inner != OVI_NO_COST_32 && cost + inner < to[port]) {
        to[port] = cost + inner;
      }
    }
  }
}

void ovi_inner_spread_down(const ovi_cluster *cluster, const uint64_t *from,
                           const ovi_inner_part *part, uint64_t *to) {
  for (uint32_t port = 0; port < part->below.ports; port++) {
    to[port] = UINT64_MAX;
  }
  for (uint32_t port = 0; port < cluster->ports; port++) {
    if (from[port] != UINT64_MAX) {
      const ovi_inner_row row = ovi_overlay_inner_row(cluster, port, true);
      spread_down_row(&row, from[port], part, to);
    }
  }
}

uint32_t ovi_inner_source(const ovi_cluster *cluster, const ovi_inner_costs_of *from, uint32_t port,
                          uint64_t cost) {
  const ovi_inner_part *part = from->part;
  const ovi_inner_row row = ovi_overlay_inner_row(cluster, port, from->back);
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t begin = part->below.groups.begins[group];
    const uint32_t end = ovi_below_end(&part->below, group);
    for (uint32_t at = begin; at < end; at++) {
      const uint32_t inner = ovi_inner_cost(&row, part->runs[group] + at - begin);
      if (from->costs[at] != UINT64_MAX && inner != OVI_NO_COST_32 &&
          from->costs[at] + inner == cost && !turns_round(&row, from, at)) {
        return at;
      }
    }
  }
  return UINT32_MAX;
}

/* ---- Walks --------------------------------------------------------------------------- */

/* Whether a walk that has no cost left is at its port. */
static bool ends_well(const ovi_inner_walk *walk) {
  const uint32_t below = ovi_get_u32(walk->cluster->below + 4 * (uint64_t)walk->to);
  return walk->left != 0 || below == (walk->part.place << 16 | walk->leaves);
}

/* Finds the port by which the part is left. */
static bool find_way_out(ovi_inner_walk *walk) {
  const ovi_inner_part *part = &walk->part;
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&part->below, walk->port);
  const uint32_t left = walk->left;
  int group = 0;
  if (joined.here == UINT32_MAX) {
    return false;
  }
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    const uint32_t port = ovi_clique_port(&joined.clique, place);
    while (port >= ovi_below_end(&part->below, group)) {
      group++;
    }
    const uint32_t cost =
        ovi_inner_cost(&walk->row, part->runs[group] + port - part->below.groups.begins[group]);
    if (cost < left && place != joined.here &&
        ovi_clique_way(&joined.clique, walk->back ? joined.here : place,
                       walk->back ? place : joined.here) == left - cost) {
      walk->leaves = port;
      walk->left = cost;
      return ends_well(walk);
    }
  }
  return false;
}

bool ovi_inner_walk_begin(ovi_inner_walk *walk, uint32_t place, uint32_t port, bool leaves) {
  if (walk->to >= walk->cluster->ports ||
      !ovi_inner_part_view(&walk->part, walk->layer, walk->cluster, place) ||
      port >= walk->part.below.ports) {
    return false;
  }
  walk->row = ovi_overlay_inner_row(walk->cluster, walk->to, walk->back);
  walk->left = ovi_inner_cost(&walk->row, ovi_inner_number(&walk->part, port));
  if (walk->left == OVI_NO_COST_32) {
    return false;
  }
  if (leaves) {
    walk->leaves = port;
    return ends_well(walk);
  }
  walk->port = port;
  return find_way_out(walk);
}

bool ovi_inner_walk_next(ovi_inner_walk *walk) {
  const uint32_t level = walk->cluster->level - 1;
  const ovi_below_box box = ovi_below_box_of(walk->layer, level + 1, walk->cluster->id);
  const int32_t fan = ovi_overlay_fan(level + 1);
  const int32_t place = (int32_t)walk->part.place;
  const ovi_overlay_opposite beside = ovi_below_opposite(
      walk->layer, level, &walk->part.below, box.x + place % fan, box.y + place / fan,
      ovi_below_group(&walk->part.below, walk->leaves), walk->leaves);
  const int32_t x = beside.x - box.x;
  const int32_t y = beside.y - box.y;
  if (x < 0 || y < 0 || x >= box.w || y >= box.h ||
      !ovi_inner_part_view(&walk->part, walk->layer, walk->cluster, (uint32_t)(y * fan + x))) {
    return false;
  }
  walk->port = ovi_below_opposite_port(&walk->part.below, &beside);
  return walk->port != UINT32_MAX && find_way_out(walk);
}
