/* The levels upwards, each searched, and the way down to a region. */
#include "coarse/overlay/overlay_flood.h"

#include "coarse/overlay/inner_costs.h"

/* ---- Up --------------------------------------------------------------------------- */

static void forget_held(ovi_overlay_flood *flood) {
  for (uint32_t level = 0; level <= OVI_OVERLAY_MOST_LEVELS; level++) {
    flood->held[level] = UINT32_MAX;
  }
}

static void flood_begin(void *user, const ovi_attachment *start) {
  ovi_overlay_flood *flood = user;
  ovi_overlay_plan *plan = flood->plan;
  flood->far.is_over = false;
  flood->far.rounds = 0;
  plan->start.region = start->region;
  plan->start.port = UINT32_MAX;
  plan->level = 0;
  plan->stage = OVI_OVERLAY_SPREAD;
  ovi_overlay_search_clear(&plan->search, plan->layer, UINT64_MAX);
  flood->far.fault = ovi_overlay_end_begin(&plan->start, plan->layer, start);
}

/* Begins to search the next level, unless all of it costs too much. */
static void begin_flood_level(ovi_overlay_flood *flood, uint64_t bound) {
  ovi_overlay_plan *plan = flood->plan;
  flood->bound = plan->search.bound = bound;
  const ovi_layer *layer = plan->layer;
  const uint32_t level = flood->far.rounds;
  if (level != 0) {
    flood->far.fault = ovi_overlay_end_spread(&plan->start, layer, level, false);
  }
  if (flood->far.fault != OVI_COARSE_FOUND) {
    return;
  }
  if (ovi_overlay_end_least(&plan->start, layer, level) >= flood->bound) {
    flood->far.is_over = true;
    return;
  }
  const bool is_highest = level == layer->overlay.levels;
  ovi_overlay_search_begin(&plan->search, level,
                           is_highest ? 0 : ovi_cluster_of(layer, level + 1, plan->start.region));
  ovi_overlay_end_seed(&plan->start, &plan->search, level);
  plan->stage = OVI_OVERLAY_SEARCH;
}

/* Goes on with the search of a level. */
static ovi_coarse_status flood_level(ovi_overlay_flood *flood, uint64_t *budget) {
  ovi_overlay_plan *plan = flood->plan;
  ovi_overlay_search *search = &plan->search;
  const uint64_t before = search->expanded;
  const bool has_ended = ovi_overlay_search_run(search, *budget);
  *budget -= search->expanded - before;
  if (search->full || search->corrupt) {
    flood->far.fault = search->full ? OVI_COARSE_FULL : OVI_COARSE_CORRUPT;
  } else if (has_ended) {
    flood->far.is_over = flood->far.rounds == plan->layer->overlay.levels;
    flood->far.rounds++;
    forget_held(flood);
    plan->stage = OVI_OVERLAY_SPREAD;
  } else {
    return OVI_COARSE_PAUSED;
  }
  return flood->far.fault;
}

static ovi_coarse_status flood_run(void *user, uint64_t bound, uint64_t *budget) {
  ovi_overlay_flood *flood = user;
  const bool is_next = flood->plan->stage == OVI_OVERLAY_SPREAD && !flood->far.is_over;
  if (is_next && flood->far.fault == OVI_COARSE_FOUND) {
    begin_flood_level(flood, bound);
  }
  if (flood->far.fault != OVI_COARSE_FOUND || flood->far.is_over) {
    return flood->far.fault;
  }
  return *budget != 0 ? flood_level(flood, budget) : OVI_COARSE_PAUSED;
}

/* ---- Down ------------------------------------------------------------------------- */

/* Whether a region lies in the start's cluster of a level. */
static bool is_with_start(const ovi_overlay_flood *flood, uint32_t level, uint32_t region) {
  const ovi_overlay_plan *plan = flood->plan;
  return ovi_cluster_of(plan->layer, level, region) ==
         ovi_cluster_of(plan->layer, level, plan->start.region);
}

/* The number of ports of a cluster, for whose costs there is room. */
static uint32_t ports_held(ovi_overlay_flood *flood, uint32_t level) {
  const ovi_overlay_plan *plan = flood->plan;
  const uint32_t ports = ovi_overlay_end_ports(&plan->goal, plan->layer, level);
  const uint32_t room = level == 0 ? plan->goal.region_ports : plan->goal.cluster_ports;
  if (ports > room) {
    flood->far.fault = OVI_COARSE_FULL;
  }
  return ports < room ? ports : room;
}

/* Spreads costs down to a level from the level above, both of the plan's goal. */
static void spread_down(ovi_overlay_flood *flood, uint32_t level) {
  ovi_overlay_plan *plan = flood->plan;
  const ovi_layer *layer = plan->layer;
  const uint32_t region = plan->goal.region;
  ovi_cluster above = ovi_overlay_view(layer, level + 1, ovi_cluster_of(layer, level + 1, region));
  const uint32_t place = ovi_inner_place(layer, &above, ovi_cluster_of(layer, level, region));
  ovi_inner_part part;
  if (!ovi_overlay_view_tables(layer, &above)) {
    return;
  }
  if (above.ports > plan->goal.cluster_ports || !ovi_inner_part_view(&part, layer, &above, place)) {
    flood->far.fault = OVI_COARSE_CORRUPT;
    return;
  }
  ovi_inner_spread_down(&above, ovi_overlay_end_costs(&plan->goal, level + 1), &part,
                        ovi_overlay_end_costs(&plan->goal, level));
}

/* Lowers the costs of a cluster's ports to those by which the search of its level entered it. */
static void take_entered(ovi_overlay_flood *flood, uint32_t level, uint32_t cluster,
                         uint32_t ports) {
  const ovi_overlay_search *search = &flood->plan->search;
  uint64_t *costs = ovi_overlay_end_costs(&flood->plan->goal, level);
  const int32_t columns = ovi_clusters_x(flood->plan->layer, level);
  const ovi_overlay_page *page = ovi_overlay_page_met(
      search, &search->windows[level], (int32_t)cluster % columns, (int32_t)cluster / columns);
  for (uint32_t port = 0; page != NULL && port < ports && port < page->below.ports; port++) {
    const ovi_coarse_node *node = &search->open.nodes[page->first + port];
    if (node->state == OVI_NODE_CLOSED && node->cost < costs[port]) {
      costs[port] = node->cost;
    }
  }
}

/* Finds the costs of entering the cluster of a level that holds the goal's region; those of the
 * level above are held. */
static void hold_level(ovi_overlay_flood *flood, uint32_t level) {
  const ovi_overlay_plan *plan = flood->plan;
  const uint32_t region = plan->goal.region;
  const uint32_t cluster = ovi_cluster_of(plan->layer, level, region);
  const uint32_t ports = ports_held(flood, level);
  uint64_t *costs = ovi_overlay_end_costs(&plan->goal, level);
  for (uint32_t port = 0; port < ports; port++) {
    costs[port] = UINT64_MAX;
  }
  if (level + 1 < flood->far.rounds) {
    spread_down(flood, level);
  }
  if (level == plan->layer->overlay.levels || is_with_start(flood, level + 1, region)) {
    take_entered(flood, level, cluster, ports);
  }
  flood->held[level] = ovi_layer_outcome(plan->layer) == OVL_OK ? cluster : UINT32_MAX;
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

static bool covers(const ovi_overlay_flood *flood, uint32_t region) {
  const uint32_t columns = (uint32_t)flood->plan->layer->partition.regions_x;
  return ovi_rectangle_has(flood_land(flood), (int32_t)(region % columns),
                           (int32_t)(region / columns));
}

static const uint64_t *flood_enter(void *user, uint32_t region) {
  ovi_overlay_flood *flood = user;
  if (!covers(flood, region) || flood->far.fault != OVI_COARSE_FOUND) {
    return NULL;
  }
  hold_region(flood, 0, region);
  return flood->far.fault == OVI_COARSE_FOUND ? flood->plan->goal.costs : NULL;
}

/* ---- All regions ------------------------------------------------------------------ */

/* Places are numbered so that those of a cluster follow each other on every level: clusters of the
 * highest level row by row, and in each cluster its parts row by row. */
static uint64_t places_in(uint32_t level) {
  const uint64_t side = (uint64_t)ovi_overlay_side(level);
  return side * side;
}

/* The column and row, in a level, of the cluster that holds a place. */
static void cluster_at(const ovi_layer *layer, uint32_t to_level, uint64_t place, int32_t *x,
                       int32_t *y) {
  const uint32_t top = layer->overlay.levels;
  const uint32_t columns = (uint32_t)ovi_clusters_x(layer, top);
  const uint32_t first = (uint32_t)(place / places_in(top));
  *x = (int32_t)(first % columns);
  *y = (int32_t)(first / columns);
  for (uint32_t level = top; level > to_level; level--) {
    const uint32_t fan = (uint32_t)ovi_overlay_fan(level);
    const uint32_t part = (uint32_t)(place % places_in(level) / places_in(level - 1));
    *x = *x * (int32_t)fan + (int32_t)(part % fan);
    *y = *y * (int32_t)fan + (int32_t)(part / fan);
  }
}

/* Whether regions of a region's cluster of a level may cost less than the bound. */
static bool may_be_entered(ovi_overlay_flood *flood, uint32_t level, uint32_t region) {
  if (level != 0 && is_with_start(flood, level, region)) {
    return true;
  }
  if (level >= flood->far.rounds) {
    return false;
  }
  hold_region(flood, level, region);
  return ovi_overlay_end_least(&flood->plan->goal, flood->plan->layer, level) < flood->bound;
}

/* Finds the region at a place, and the level of the highest cluster there that need not be looked
 * into; UINT32_MAX: none, so the region is entered. */
static uint32_t find_closed(ovi_overlay_flood *flood, uint64_t place, uint32_t *region) {
  const ovi_layer *layer = flood->plan->layer;
  const uint32_t top = layer->overlay.levels;
  for (uint32_t level = top + 1; level-- > 0;) {
    int32_t x;
    int32_t y;
    cluster_at(layer, level, place, &x, &y);
    if (x >= ovi_clusters_x(layer, level) || y >= ovi_clusters_y(layer, level)) {
      return level;
    }
    const int32_t side = ovi_overlay_side(level);
    *region = (uint32_t)(y * side * layer->partition.regions_x + x * side);
    if (!may_be_entered(flood, level, *region)) {
      return level;
    }
  }
  return UINT32_MAX;
}

static bool flood_next(void *user, uint64_t *place, uint32_t *region) {
  ovi_overlay_flood *flood = user;
  const ovi_layer *layer = flood->plan->layer;
  const uint32_t top = layer->overlay.levels;
  const uint64_t end =
      (uint64_t)ovi_clusters_x(layer, top) * (uint64_t)ovi_clusters_y(layer, top) * places_in(top);
  while (*place < end && flood->far.fault == OVI_COARSE_FOUND) {
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
  flood->far.is_over = false;
  flood->far.rounds = 0;
  flood->far = (ovi_far_costs){.user = flood,
                               .begin = flood_begin,
                               .run = flood_run,
                               .land = flood_land,
                               .enter = flood_enter,
                               .next = flood_next,
                               .fault = OVI_COARSE_FOUND};
}
