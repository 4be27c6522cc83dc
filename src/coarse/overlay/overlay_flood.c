/* The levels upwards, each searched, and the way down to a region. */
#include "coarse/overlay/overlay_flood.h"

#include "coarse/overlay/inner_costs.h"
#include "common/compiler.h"

/* ---- Up --------------------------------------------------------------------------- */

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

/* Goes on with the search of a level, which it begins first, unless all of the level costs too
 * much. */
static ovi_coarse_status flood_run(void *user, uint64_t bound, uint64_t *budget) {
  ovi_overlay_flood *flood = user;
  ovi_far_costs *far = &flood->far;
  ovi_overlay_plan *plan = flood->plan;
  ovi_overlay_search *search = &plan->search;
  const ovi_layer *layer = plan->layer;
  const uint32_t level = far->rounds;
  const bool is_next = plan->stage == OVI_OVERLAY_SPREAD && !far->is_over;
  if (is_next && far->fault == OVI_COARSE_FOUND) {
    flood->bound = search->bound = bound;
    if (level != 0) {
      far->fault = ovi_overlay_end_spread(&plan->start, layer, level, false);
    }
    if (far->fault == OVI_COARSE_FOUND) {
      far->is_over = ovi_overlay_end_least(&plan->start, layer, level) >= bound;
    }
    if (far->fault == OVI_COARSE_FOUND && !far->is_over) {
      const bool is_highest = level == layer->overlay.levels;
      ovi_overlay_search_begin(
          search, level, is_highest ? 0 : ovi_cluster_of(layer, level + 1, plan->start.region));
      ovi_overlay_seed(search, ovi_cluster_of(layer, level, plan->start.region),
                       ovi_overlay_end_costs(&plan->start, level));
      plan->stage = OVI_OVERLAY_SEARCH;
    }
  }
  if (far->fault != OVI_COARSE_FOUND || far->is_over) {
    return far->fault;
  }
  if (*budget == 0) {
    return OVI_COARSE_PAUSED;
  }
  const uint64_t before = search->expanded;
  const bool has_ended = ovi_overlay_search_run(search, *budget);
  *budget -= search->expanded - before;
  if (search->full || search->corrupt) {
    far->fault = search->full ? OVI_COARSE_FULL : OVI_COARSE_CORRUPT;
    return far->fault;
  }
  if (!has_ended) {
    return OVI_COARSE_PAUSED;
  }
  far->is_over = level == layer->overlay.levels;
  far->rounds++;
  memset(flood->held, 0xff, sizeof(flood->held)); /* UINT32_MAX: no costs are held */
  plan->stage = OVI_OVERLAY_SPREAD;
  return far->fault;
}

/* ---- Down ------------------------------------------------------------------------- */

/* Whether a region lies in the start's cluster of a level. */
static bool is_with_start(const ovi_overlay_flood *flood, uint32_t level, uint32_t region) {
  const ovi_overlay_plan *plan = flood->plan;
  return ovi_cluster_of(plan->layer, level, region) ==
         ovi_cluster_of(plan->layer, level, plan->start.region);
}

/* Finds the costs of entering the cluster of a level that holds the goal's region; those of the
 * level above are held. */
static void hold_level(ovi_overlay_flood *flood, uint32_t level) {
  const ovi_overlay_plan *plan = flood->plan;
  const ovi_overlay_search *search = &plan->search;
  const ovi_layer *layer = plan->layer;
  const uint32_t region = plan->goal.region;
  const uint32_t cluster = ovi_cluster_of(layer, level, region);
  uint64_t *costs = ovi_overlay_end_costs(&plan->goal, level);
  uint32_t ports = ovi_overlay_end_ports(&plan->goal, layer, level);
  const uint32_t room = level == 0 ? plan->goal.region_ports : plan->goal.cluster_ports;
  if (ports > room) {
    flood->far.fault = OVI_COARSE_FULL;
    ports = room;
  }
  for (uint32_t port = 0; port < ports; port++) {
    costs[port] = UINT64_MAX;
  }
  if (level + 1 < flood->far.rounds) {
    /* Spreads costs down from the level above. */
    ovi_cluster above =
        ovi_overlay_view(layer, level + 1, ovi_cluster_of(layer, level + 1, region));
    ovi_inner_part part;
    const bool has_tables = ovi_overlay_view_tables(layer, &above);
    if (has_tables &&
        (above.ports > plan->goal.cluster_ports ||
         !ovi_inner_part_view(&part, layer, &above, ovi_inner_place(layer, &above, cluster)))) {
      flood->far.fault = OVI_COARSE_CORRUPT;
    } else if (has_tables) {
      ovi_inner_spread_down(&above, ovi_overlay_end_costs(&plan->goal, level + 1), &part, costs);
    }
  }
  if (level == layer->overlay.levels || is_with_start(flood, level + 1, region)) {
    /* Lowers them to the costs by which the search of the level entered the cluster. */
    const int32_t columns = ovi_clusters_x(layer, level);
    const ovi_overlay_page *page = ovi_overlay_page_met(
        search, &search->windows[level], (int32_t)cluster % columns, (int32_t)cluster / columns);
    for (uint32_t port = 0; page != NULL && port < ports && port < page->below.ports; port++) {
      const ovi_coarse_node *node = &search->open.nodes[page->first + port];
      if (node->state == OVI_NODE_CLOSED && node->cost < costs[port]) {
        costs[port] = node->cost;
      }
    }
  }
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
  if (!is_covered || flood->far.fault != OVI_COARSE_FOUND) {
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
      if (ovi_overlay_end_least(&flood->plan->goal, layer, level) >= flood->bound) {
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
  flood->far = (ovi_far_costs){.user = flood,
                               .begin = flood_begin,
                               .run = flood_run,
                               .land = flood_land,
                               .enter = flood_enter,
                               .next = flood_next,
                               .fault = OVI_COARSE_FOUND};
}
