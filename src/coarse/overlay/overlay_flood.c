/* The levels upwards, one a round, and the way down to a region. */
#include "coarse/overlay/overlay_flood.h"

#include "coarse/overlay/inner_costs.h"
#include "common/compiler.h"

/* ---- Up --------------------------------------------------------------------------- */

/* The costs from the start to the inner ports of its cluster above a level. */
static uint64_t *between_costs(const ovi_overlay_plan *plan, uint32_t level) {
  return plan->between + (uint64_t)level * OVI_MOST_INNER;
}

static void flood_begin(void *user, const ovi_attachment *start) {
  ovi_overlay_flood *flood = user;
  ovi_overlay_plan *plan = flood->plan;
  flood->far.is_over = false;
  flood->far.rounds = 0;
  plan->start.region = start->region;
  plan->start.port = UINT32_MAX;
  plan->start.exact = true; /* costs are the answer */
  plan->level = 0;
  flood->is_under_way = false;
  ovi_overlay_search_clear(&plan->search, plan->layer, UINT64_MAX);
  flood->far.fault = ovi_overlay_end_begin(&plan->start, plan->layer, start);
}

/* Begins a round: spreads the start's costs to its level and over the tables of the next one, or
 * begins to search the level. */
static void begin_round(ovi_overlay_flood *flood, uint64_t bound) {
  ovi_far_costs *far = &flood->far;
  ovi_overlay_plan *plan = flood->plan;
  const ovi_layer *layer = plan->layer;
  const uint32_t level = far->rounds;
  OVI_ASSERT(level <= layer->overlay.levels);
  flood->bound = plan->search.bound = bound;
  if (level != 0) {
    far->fault = ovi_overlay_end_spread(&plan->start, layer, level, false, UINT64_MAX);
  }
  if (far->fault == OVI_DONE) {
    far->is_over = plan->start.least[level] >= bound;
  }
  if (far->fault != OVI_DONE || far->is_over) {
    return;
  }
  flood->is_under_way = true;
  if (level == 0 || level == layer->overlay.levels) {
    ovi_overlay_search_begin(
        &plan->search, level,
        level == layer->overlay.levels ? 0 : ovi_cluster_of(layer, 1, plan->start.region));
    ovi_overlay_seed(&plan->search, ovi_overlay_end_cluster(&plan->start, layer, level),
                     ovi_overlay_end_costs(&plan->start, level));
    return;
  }
  ovi_inner_end inner;
  if (ovi_overlay_end_in(&plan->start, layer, level + 1, false, &inner)) {
    ovi_inner_spread(ovi_overlay_end_above(&plan->start, level + 1), &inner, UINT64_MAX, false,
                     between_costs(plan, level));
  } else if (ovi_layer_outcome(layer) == OVL_OK) { /* else the layer notes what is missing */
    far->fault = OVI_CORRUPT;
  }
}

/* Goes on with a round, which it begins first, unless all of its level costs too much. */
static ovi_status flood_run(void *user, uint64_t bound, uint64_t *budget) {
  ovi_overlay_flood *flood = user;
  ovi_far_costs *far = &flood->far;
  ovi_overlay_plan *plan = flood->plan;
  ovi_overlay_search *search = &plan->search;
  const uint32_t level = far->rounds;
  plan->start.viewed = 0; /* blocks may have left memory since the last call */
  if (!flood->is_under_way && !far->is_over && far->fault == OVI_DONE) {
    begin_round(flood, bound);
  }
  if (far->fault != OVI_DONE || far->is_over) {
    return far->fault;
  }
  if (*budget == 0) {
    return OVI_PAUSED;
  }
  if (level == 0 || level == plan->layer->overlay.levels) {
    const uint64_t before = search->expanded;
    const bool has_ended = ovi_overlay_search_run(search, *budget);
    *budget -= search->expanded - before;
    if (search->full || search->corrupt) {
      far->fault = search->full ? OVI_FULL : OVI_CORRUPT;
      return far->fault;
    }
    if (!has_ended) {
      return OVI_PAUSED;
    }
  }
  far->is_over = level == plan->layer->overlay.levels;
  far->rounds++;
  memset(flood->held, 0xff, sizeof(flood->held)); /* UINT32_MAX: no costs are held */
  flood->is_under_way = false;
  return far->fault;
}

/* ---- Down ------------------------------------------------------------------------- */

/* Returns whether a region lies in the start's cluster of a level. */
static bool is_with_start(const ovi_overlay_flood *flood, uint32_t level, uint32_t region) {
  const ovi_overlay_plan *plan = flood->plan;
  return ovi_cluster_of(plan->layer, level, region) ==
         ovi_cluster_of(plan->layer, level, plan->start.region);
}

/* Lowers a cost to another one. */
static inline void lower_to(uint64_t *cost, uint64_t other) {
  *cost = other < *cost ? other : *cost;
}

/* Lowers costs of entering a cluster of a level to those by which the search of the level, or the
 * tables above it, enter it from the start. Both lie in one cluster of the next level, which is
 * `above` if it has tables. */
static void lower_inside(const ovi_overlay_flood *flood, uint32_t level, uint32_t cluster,
                         uint32_t ports, uint64_t *costs) {
  const ovi_overlay_plan *plan = flood->plan;
  const ovi_overlay_search *search = &plan->search;
  const ovi_layer *layer = plan->layer;
  if (level == 0 || level == layer->overlay.levels) {
    const int32_t columns = ovi_clusters_x(layer, level);
    const ovi_overlay_page *page = ovi_overlay_page_met(
        search, &search->windows[level], (int32_t)cluster % columns, (int32_t)cluster / columns);
    for (uint32_t port = 0; page != NULL && port < ports && port < page->below.ports; port++) {
      const ovi_coarse_node *node = &search->open.nodes[page->first + port];
      if (node->state == OVI_NODE_CLOSED) {
        lower_to(&costs[port], node->cost);
      }
    }
    return;
  }
  ovi_cluster above =
      ovi_overlay_view(layer, level + 1, ovi_cluster_of(layer, level + 1, plan->goal.region));
  ovi_inner_part part;
  if (!ovi_overlay_view_tables(layer, &above) ||
      !ovi_inner_part_view(&part, layer, &above, ovi_inner_place(layer, &above, cluster))) {
    return;
  }
  for (uint32_t port = 0; port < ports && port < part.below.ports; port++) {
    const uint32_t node = ovi_inner_part_node(&above, &part, port);
    if (node >= above.ports && node != OVI_NO_INNER) {
      lower_to(&costs[port], between_costs(plan, level)[node - above.ports]);
    }
  }
}

/* Lowers costs of entering a cluster of a level that touches the start's at a corner to those
 * through the one that lies `out` of the start's, and from which `in` leads to it. */
static void lower_over_corner(const ovi_overlay_flood *flood, uint32_t level, const ovi_below *from,
                              const ovi_below *to, int out, int in, uint64_t *costs) {
  const ovi_layer *layer = flood->plan->layer;
  const int32_t columns = ovi_clusters_x(layer, level);
  const uint64_t *known = ovi_overlay_end_costs(&flood->plan->start, level);
  ovi_below over;
  ovi_below_view(&over, layer, level,
                 (uint32_t)((int32_t)from->id + ovi_group_y(out) * columns + ovi_group_x(out)));
  const uint32_t leaves = over.groups.begins[in];
  const uint32_t there = to->groups.begins[ovi_group_opposite(in)];
  const uint32_t entered = ovi_below_shared(from, &over, out);
  const uint32_t left = ovi_below_shared(&over, to, in);
  for (uint32_t i = 0; i < entered; i++) {
    const uint64_t cost = known[from->groups.begins[out] + i];
    const ovi_overlay_port_clique joined =
        ovi_below_clique_of(&over, over.groups.begins[ovi_group_opposite(out)] + i);
    for (uint32_t place = ovi_below_place(&joined, leaves);
         cost != UINT64_MAX && joined.here != UINT32_MAX && place < joined.clique.count; place++) {
      const uint32_t port = ovi_clique_port(&joined.clique, place);
      if (port - leaves >= left) {
        break;
      }
      const uint32_t way = ovi_clique_way(&joined.clique, place, joined.here);
      lower_to(&costs[there + port - leaves], way != OVI_NO_COST_32 ? cost + way : UINT64_MAX);
    }
  }
}

/* Lowers costs of entering a cluster of a level that touches the start's to those over the border
 * that they share, or a corner, as a plan does. */
static void lower_beside(const ovi_overlay_flood *flood, uint32_t level, uint32_t cluster,
                         uint64_t *costs) {
  const ovi_overlay_plan *plan = flood->plan;
  const ovi_layer *layer = plan->layer;
  const uint32_t start = ovi_overlay_end_cluster(&plan->start, layer, level);
  const int group = ovi_overlay_border_group(layer, level, start, cluster);
  if (group < 0) {
    return;
  }
  ovi_below from;
  ovi_below to;
  ovi_below_view(&from, layer, level, start);
  ovi_below_view(&to, layer, level, cluster);
  const uint64_t *known = ovi_overlay_end_costs(&plan->start, level);
  const uint32_t count = ovi_below_shared(&from, &to, group);
  for (uint32_t i = 0; i < count; i++) {
    lower_to(&costs[to.groups.begins[ovi_group_opposite(group)] + i],
             known[from.groups.begins[group] + i]);
  }
  const int32_t dx = ovi_group_x(group);
  const int32_t dy = ovi_group_y(group);
  if (level != 0 && dx != 0 && dy != 0) {
    const int across = dx > 0 ? OVI_GROUP_E : OVI_GROUP_W;
    const int along = dy > 0 ? OVI_GROUP_S : OVI_GROUP_N;
    lower_over_corner(flood, level, &from, &to, across, along, costs);
    lower_over_corner(flood, level, &from, &to, along, across, costs);
  }
}

/* The ports of the cluster of a level, or of the region, that holds the goal. */
static uint32_t goal_ports(const ovi_overlay_plan *plan, uint32_t level) {
  ovi_below below;
  ovi_below_view(&below, plan->layer, level,
                 ovi_overlay_end_cluster(&plan->goal, plan->layer, level));
  return below.ports;
}

/* Finds the costs of entering the cluster of a level that holds the goal's region; those of the
 * level above are held. */
static void hold_level(ovi_overlay_flood *flood, uint32_t level) {
  const ovi_overlay_plan *plan = flood->plan;
  const ovi_layer *layer = plan->layer;
  const uint32_t region = plan->goal.region;
  const uint32_t cluster = ovi_overlay_end_cluster(&plan->goal, layer, level);
  uint64_t *costs = ovi_overlay_end_costs(&plan->goal, level);
  const uint32_t ports = goal_ports(plan, level);
  if (ports > (level == 0 ? plan->goal.region_ports : plan->goal.cluster_ports)) {
    flood->far.fault = OVI_FULL;
    return;
  }
  for (uint32_t port = 0; port < ports; port++) {
    costs[port] = UINT64_MAX;
  }
  OVI_ASSERT(level < flood->far.rounds);
  if (level + 1 < flood->far.rounds) {
    /* Spreads costs down from the level above. */
    ovi_cluster above =
        ovi_overlay_view(layer, level + 1, ovi_cluster_of(layer, level + 1, region));
    ovi_inner_part part;
    const bool has_tables = ovi_overlay_view_tables(layer, &above);
    if (has_tables &&
        (above.ports > plan->goal.cluster_ports ||
         !ovi_inner_part_view(&part, layer, &above, ovi_inner_place(layer, &above, cluster)))) {
      flood->far.fault = OVI_CORRUPT;
    } else if (has_tables) {
      ovi_inner_spread_down(&above, ovi_overlay_end_costs(&plan->goal, level + 1), &part, costs);
    }
  }
  if (level == layer->overlay.levels || is_with_start(flood, level + 1, region)) {
    lower_inside(flood, level, cluster, ports, costs);
  }
  lower_beside(flood, level, cluster, costs);
  flood->held[level] = ovi_layer_outcome(layer) == OVL_OK ? cluster : UINT32_MAX;
}

/* Finds the costs of entering the cluster of a level that holds a region. */
static void hold_region(ovi_overlay_flood *flood, uint32_t to_level, uint32_t region) {
  ovi_overlay_plan *plan = flood->plan;
  plan->goal.region = region;
  for (uint32_t level = flood->far.rounds; level-- > to_level;) {
    if (flood->held[level] != ovi_cluster_of(plan->layer, level, region)) {
      hold_level(flood, level);
      for (uint32_t below = 0; below < level; below++) {
        flood->held[below] = UINT32_MAX;
      }
    }
  }
}

static ovi_rectangle flood_land(const void *user) {
  const ovi_overlay_flood *flood = user;
  const ovi_layer *layer = flood->plan->layer;
  const ovi_rectangle all = {0, 0, layer->partition.regions_x, layer->partition.regions_y};
  if (flood->far.rounds == 0 || flood->far.rounds > layer->overlay.levels) {
    return flood->far.rounds != 0 ? all : (ovi_rectangle){0, 0, 0, 0};
  }
  const int32_t side = ovi_overlay_side(flood->far.rounds);
  const int32_t columns = ovi_clusters_x(layer, flood->far.rounds);
  const int32_t cluster =
      (int32_t)ovi_cluster_of(layer, flood->far.rounds, flood->plan->start.region);
  const int32_t x = cluster % columns * side;
  const int32_t y = cluster / columns * side;
  return ovi_rectangle_common((ovi_rectangle){x, y, x + side, y + side}, all);
}

static const uint64_t *flood_enter(void *user, uint32_t region) {
  ovi_overlay_flood *flood = user;
  const int32_t columns = flood->plan->layer->partition.regions_x;
  const bool is_covered =
      ovi_rectangle_has(flood_land(flood), (int32_t)region % columns, (int32_t)region / columns);
  if (!is_covered || flood->far.fault != OVI_DONE) {
    return NULL;
  }
  hold_region(flood, 0, region);
  return flood->far.fault == OVI_DONE ? flood->plan->goal.costs : NULL;
}

/* ---- All regions ------------------------------------------------------------------ */

/* Places are numbered so that those of a cluster follow each other on every level: clusters of the
 * highest level row by row, and in each cluster its parts row by row. */
static uint64_t places_in(uint32_t level) {
  const uint64_t side = (uint64_t)ovi_overlay_side(level);
  return side * side;
}

/* Finds the region at a place, and the level of the highest cluster there that need not be looked
 * into, since all of it lies outside or costs too much; UINT32_MAX: none, so the region is entered.
 */
static uint32_t find_closed(ovi_overlay_flood *flood, uint64_t place, uint32_t *region) {
  const ovi_layer *layer = flood->plan->layer;
  const uint32_t top = layer->overlay.levels;
  const uint32_t columns = (uint32_t)ovi_clusters_x(layer, top);
  const uint32_t first = (uint32_t)(place / places_in(top));
  int32_t x = (int32_t)(first % columns); /* of the level's cluster that holds the place */
  int32_t y = (int32_t)(first / columns);
  for (uint32_t level = top;; level--) {
    if (x >= ovi_clusters_x(layer, level) || y >= ovi_clusters_y(layer, level)) {
      return level;
    }
    const int32_t side = ovi_overlay_side(level);
    *region = (uint32_t)(y * side * layer->partition.regions_x + x * side);
    if (level == 0 || !is_with_start(flood, level, *region)) {
      if (level >= flood->far.rounds) {
        return level;
      }
      hold_region(flood, level, *region);
      const uint64_t *costs = ovi_overlay_end_costs(&flood->plan->goal, level);
      const uint32_t ports = goal_ports(flood->plan, level);
      bool is_near = false;
      for (uint32_t port = 0; port < ports; port++) {
        is_near = is_near || costs[port] < flood->bound;
      }
      if (!is_near) {
        return level;
      }
    }
    if (level == 0) {
      return UINT32_MAX;
    }
    const uint32_t fan = (uint32_t)ovi_overlay_fan(level);
    const uint32_t part = (uint32_t)(place % places_in(level) / places_in(level - 1));
    x = x * (int32_t)fan + (int32_t)(part % fan);
    y = y * (int32_t)fan + (int32_t)(part / fan);
  }
}

static bool flood_next(void *user, uint64_t *place, uint32_t *region) {
  ovi_overlay_flood *flood = user;
  const ovi_layer *layer = flood->plan->layer;
  const uint32_t top = layer->overlay.levels;
  const uint64_t end =
      (uint64_t)ovi_clusters_x(layer, top) * (uint64_t)ovi_clusters_y(layer, top) * places_in(top);
  while (*place < end && flood->far.fault == OVI_DONE) {
    const uint32_t closed = find_closed(flood, *place, region);
    if (closed == UINT32_MAX) {
      ++*place;
      return true;
    }
    *place = (*place / places_in(closed) + 1) * places_in(closed);
  }
  return false;
}

void ovi_overlay_flood_prepare(ovi_overlay_flood *flood, ovi_overlay_plan *plan,
                               const ovi_layer *layer) {
  plan->layer = layer;
  flood->plan = plan;
  flood->far = (ovi_far_costs){.user = flood,
                               .begin = flood_begin,
                               .run = flood_run,
                               .land = flood_land,
                               .enter = flood_enter,
                               .next = flood_next,
                               .fault = OVI_DONE};
}
