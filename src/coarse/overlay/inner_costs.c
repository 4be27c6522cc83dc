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
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const uint32_t *begins = part->below.groups.begins;
    part->runs[group] = ovi_overlay_run(cluster, place, group);
    if (begins[group + 1] - begins[group] > cluster->inner.columns - part->runs[group]) {
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

/* Whether the cheapest path from a port of the part leads back over the one entered by. */
static bool turns_round(const ovi_cluster *cluster, const ovi_inner_part *part,
                        const uint64_t *from, uint32_t turn, uint32_t at, uint32_t port) {
  return ovi_overlay_inner_cost(cluster, port, ovi_inner_column(part, at)) ==
         from[at] + ovi_overlay_inner_cost(cluster, port, ovi_inner_column(part, turn));
}

/* The least sum of the costs of a run of ports and as many columns of a row. */
static inline uint64_t least_sum(const ovi_cluster *cluster, uint64_t row, const uint64_t *from,
                                 uint32_t count, uint64_t least, const bool wide) {
  for (uint32_t i = 0; i < count; i++) {
    const uint32_t stored = wide ? ovi_get_u32(cluster->inner.values + 4 * (row + i))
                                 : ovi_get_u16(cluster->inner.values + 2 * (row + i));
    const bool is_none = stored == (wide ? OVI_NO_COST_32 : OVI_NO_COST_16);
    const uint64_t cost = wide ? stored : (uint64_t)stored << cluster->costs.shift;
    const uint64_t sum = from[i] + cost;
    least = !is_none && from[i] != UINT64_MAX && sum < least ? sum : least;
  }
  return least;
}

/* As ovi_inner_spread, without ports that lead back over the one entered by. */
static void spread_onward(const ovi_cluster *cluster, const ovi_inner_part *part,
                          const uint64_t *from, uint32_t turn, uint64_t *to) {
  for (uint32_t port = 0; port < cluster->ports; port++) {
    to[port] = UINT64_MAX;
    for (uint32_t at = 0; at < part->below.groups.begins[OVI_GROUP_COUNT]; at++) {
      const uint32_t cost = ovi_overlay_inner_cost(cluster, port, ovi_inner_column(part, at));
      if (from[at] != UINT64_MAX && cost != OVI_NO_COST_32 && from[at] + cost < to[port] &&
          !turns_round(cluster, part, from, turn, at, port)) {
        to[port] = from[at] + cost;
      }
    }
  }
}

void ovi_inner_spread(const ovi_cluster *cluster, const ovi_inner_part *part, const uint64_t *from,
                      uint32_t turn, uint64_t *to) {
  const uint32_t *begins = part->below.groups.begins;
  if (turn != UINT32_MAX) {
    spread_onward(cluster, part, from, turn, to);
    return;
  }
  for (uint32_t port = 0; port < cluster->ports; port++) {
    const uint64_t row = (uint64_t)port * cluster->inner.columns;
    uint64_t least = UINT64_MAX;
    for (int group = 0; group < OVI_GROUP_COUNT; group++) {
      const uint32_t count = begins[group + 1] - begins[group];
      const uint64_t *costs = from + begins[group];
      const uint64_t at = row + part->runs[group];
      least = cluster->costs.wide ? least_sum(cluster, at, costs, count, least, true)
                                  : least_sum(cluster, at, costs, count, least, false);
    }
    to[port] = least;
  }
}

uint32_t ovi_inner_source(const ovi_cluster *cluster, const ovi_inner_part *part,
                          const uint64_t *from, uint32_t turn, uint32_t port, uint64_t cost) {
  const uint32_t *begins = part->below.groups.begins;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    for (uint32_t at = begins[group]; at < begins[group + 1]; at++) {
      const uint32_t inner =
          ovi_overlay_inner_cost(cluster, port, part->runs[group] + at - begins[group]);
      if (from[at] != UINT64_MAX && inner != OVI_NO_COST_32 && from[at] + inner == cost &&
          (turn == UINT32_MAX || !turns_round(cluster, part, from, turn, at, port))) {
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
static bool find_way_out(ovi_inner_walk *walk, uint32_t left) {
  const ovi_inner_part *part = &walk->part;
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&part->below, walk->port);
  const uint64_t row = (uint64_t)walk->to * walk->cluster->inner.columns;
  int group = 0;
  if (joined.here == UINT32_MAX) {
    return false;
  }
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    const uint32_t port = ovi_clique_port(&joined.clique, place);
    while (port >= part->below.groups.begins[group + 1]) {
      group++;
    }
    const uint32_t cost = ovi_overlay_inner_cost_at(
        walk->cluster, row + part->runs[group] + port - part->below.groups.begins[group]);
    if (cost < left && place != joined.here &&
        ovi_clique_cost(&joined.clique, place, joined.here) == left - cost) {
      walk->leaves = port;
      walk->left = cost;
      return ends_well(walk);
    }
  }
  return false;
}

bool ovi_inner_walk_leave(ovi_inner_walk *walk, uint32_t place, uint32_t port) {
  if (walk->to >= walk->cluster->ports ||
      !ovi_inner_part_view(&walk->part, walk->layer, walk->cluster, place) ||
      port >= walk->part.below.groups.begins[OVI_GROUP_COUNT]) {
    return false;
  }
  walk->leaves = port;
  walk->left = ovi_overlay_inner_cost(walk->cluster, walk->to, ovi_inner_column(&walk->part, port));
  return walk->left != OVI_NO_COST_32 && ends_well(walk);
}

bool ovi_inner_walk_enter(ovi_inner_walk *walk, uint32_t place, uint32_t port) {
  if (walk->to >= walk->cluster->ports ||
      !ovi_inner_part_view(&walk->part, walk->layer, walk->cluster, place) ||
      port >= walk->part.below.groups.begins[OVI_GROUP_COUNT]) {
    return false;
  }
  walk->port = port;
  const uint32_t left =
      ovi_overlay_inner_cost(walk->cluster, walk->to, ovi_inner_column(&walk->part, port));
  return left != OVI_NO_COST_32 && find_way_out(walk, left);
}

bool ovi_inner_walk_next(ovi_inner_walk *walk) {
  const ovi_below_box box = ovi_below_box_of(walk->layer, walk->cluster->level, walk->cluster->id);
  const int group = ovi_port_group(&walk->part.below.groups, walk->leaves);
  const int opposite = ovi_group_opposite(group);
  const uint32_t at = walk->leaves - walk->part.below.groups.begins[group];
  const int32_t place = ovi_below_beside(&box, ovi_overlay_fan(walk->cluster->level),
                                         (int32_t)walk->part.place, group);
  if (place < 0 || !ovi_inner_part_view(&walk->part, walk->layer, walk->cluster, (uint32_t)place)) {
    return false;
  }
  const uint32_t *begins = walk->part.below.groups.begins;
  walk->port = begins[opposite] + at;
  return walk->port < begins[opposite + 1] && find_way_out(walk, walk->left);
}
