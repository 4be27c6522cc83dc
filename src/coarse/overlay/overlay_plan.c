/* The levels upwards, the search where both ends meet, and the stages of a plan. */
#include "coarse/overlay/overlay_plan.h"

#include "coarse/overlay/inner_costs.h"
#include "coarse/overlay/overlay_descent.h"

enum {
  CLUSTERS_IN_ONE = 4,  /* of a level in one of the level above; level 1 has more regions */
  STOPS_OF_CLUSTERS = 8 /* room for all ports of so many clusters of level 1 */
};

/* ---- Memory ----------------------------------------------------------------------- */

static uint64_t stops_of_clusters(uint32_t region_ports) {
  return (uint64_t)STOPS_OF_CLUSTERS * OVI_OVERLAY_INSIDE * region_ports;
}

ovi_overlay_needs ovi_overlay_needs_of(const ovi_layer *layer) {
  const uint32_t levels = layer->overlay.levels;
  const uint32_t highest =
      (uint32_t)ovi_clusters_x(layer, levels) * (uint32_t)ovi_clusters_y(layer, levels);
  const uint64_t most =
      highest * (uint64_t)(levels != 0 ? layer->overlay.max_ports : layer->graph.max_ports);
  const uint64_t all = 2 * layer->graph.waypoints; /* each is a port of two clusters at most */
  const bool is_wide = !ovi_overlay_is_highest(layer, levels);
  ovi_overlay_needs needs = {.region_ports = layer->graph.max_ports,
                             .cluster_ports = levels != 0 ? layer->overlay.max_ports : 0,
                             .levels = levels,
                             .highest = highest,
                             .highest_ports = is_wide && all < most ? all : most};
  needs.stops = levels != 0 ? stops_of_clusters(needs.region_ports) : needs.highest_ports;
  return needs;
}

ovi_overlay_needs ovi_overlay_needs_larger(ovi_overlay_needs a, ovi_overlay_needs b) {
  a.region_ports = a.region_ports > b.region_ports ? a.region_ports : b.region_ports;
  a.cluster_ports = a.cluster_ports > b.cluster_ports ? a.cluster_ports : b.cluster_ports;
  a.levels = a.levels > b.levels ? a.levels : b.levels;
  a.highest = a.highest > b.highest ? a.highest : b.highest;
  a.highest_ports = a.highest_ports > b.highest_ports ? a.highest_ports : b.highest_ports;
  a.stops = a.stops > b.stops ? a.stops : b.stops;
  return a;
}

/* A count with so many per cent more, as far as 32 bits hold it. */
static uint32_t with_spare(uint64_t count, uint32_t percent) {
  count += count * percent / 100;
  return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

ovi_overlay_needs ovi_overlay_needs_spare(ovi_overlay_needs needs, uint32_t region_ports,
                                          uint32_t percent) {
  const uint64_t stops = stops_of_clusters(region_ports);
  needs.region_ports = region_ports;
  needs.cluster_ports = with_spare(needs.cluster_ports, percent);
  needs.highest_ports = with_spare(needs.highest_ports, percent);
  needs.stops = with_spare(needs.stops, percent);
  needs.stops = needs.stops > stops ? needs.stops : stops;
  return needs;
}

bool ovi_overlay_needs_serve(const ovi_overlay_needs *made_for, const ovi_overlay_needs *needs) {
  return needs->region_ports <= made_for->region_ports &&
         needs->cluster_ports <= made_for->cluster_ports && needs->levels <= made_for->levels &&
         needs->highest <= made_for->highest && needs->highest_ports <= made_for->highest_ports &&
         needs->stops <= made_for->stops;
}

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs) {
  const uint32_t parts = needs.levels * CLUSTERS_IN_ONE;
  const uint64_t inside =
      (uint64_t)OVI_OVERLAY_INSIDE * needs.region_ports + (uint64_t)parts * needs.cluster_ports;
  const uint64_t all = inside + needs.highest_ports;
  const uint64_t steps = all + 3 * inside; /* of the search, both ends, and a cluster ahead */
  const uint64_t most = UINT32_MAX - 1;
  const ovi_overlay_room room = {.nodes = (uint32_t)(all < most ? all : most),
                                 .pages = OVI_OVERLAY_INSIDE + parts + needs.highest,
                                 .highest = needs.highest};
  ovi_overlay_end *const ends[2] = {&plan->start, &plan->goal};
  for (int i = 0; i < 2; i++) {
    ends[i]->region_ports = needs.region_ports;
    ends[i]->cluster_ports = needs.cluster_ports;
    ends[i]->costs = ovi_arena_take(
        arena, (uint64_t)needs.region_ports + (uint64_t)needs.levels * needs.cluster_ports,
        sizeof(uint64_t));
  }
  ovi_overlay_search_reserve(&plan->search, arena, room);
  plan->stack.capacity = (uint32_t)(steps < most ? steps : most);
  plan->stack.steps = ovi_arena_take(arena, plan->stack.capacity, sizeof(ovi_overlay_step));
}

/* ---- Ends ---------------------------------------------------------------------------- */

uint32_t ovi_overlay_end_ports(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level) {
  if (level == 0) {
    return ovi_region_view(layer, end->region).ports.count;
  }
  return ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region)).ports;
}

ovi_coarse_status ovi_overlay_end_begin(ovi_overlay_end *end, const ovi_layer *layer,
                                        const ovi_attachment *attachment) {
  const uint32_t ports = ovi_overlay_end_ports(end, layer, 0);
  if (ports > end->region_ports) {
    return OVI_COARSE_FULL;
  }
  for (uint32_t port = 0; port < ports; port++) {
    end->costs[port] =
        attachment != NULL && port < attachment->count && attachment->costs[port] != OVI_UNREACHED
            ? attachment->costs[port]
            : UINT64_MAX;
  }
  return OVI_COARSE_FOUND;
}

ovi_coarse_status ovi_overlay_end_spread(ovi_overlay_end *end, const ovi_layer *layer,
                                         uint32_t level, bool back) {
  ovi_cluster cluster = ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region));
  uint64_t *costs = ovi_overlay_end_costs(end, level);
  const uint32_t below = level == 1 ? end->region : ovi_cluster_of(layer, level - 1, end->region);
  ovi_inner_part part;
  if (cluster.ports > end->cluster_ports) {
    return OVI_COARSE_FULL;
  }
  if (!ovi_overlay_view_tables(layer, &cluster)) {
    for (uint32_t port = 0; port < cluster.ports; port++) {
      costs[port] = UINT64_MAX; /* the layer notes that tables are missing */
    }
    return OVI_COARSE_FOUND;
  }
  if (!ovi_inner_part_view(&part, layer, &cluster, ovi_inner_place(layer, &cluster, below))) {
    return OVI_COARSE_CORRUPT;
  }
  const ovi_inner_costs_of from = {&part, ovi_overlay_end_costs(end, level - 1),
                                   end->port != UINT32_MAX, back};
  ovi_inner_spread(&cluster, &from, costs);
  return OVI_COARSE_FOUND;
}

uint64_t ovi_overlay_end_least(const ovi_overlay_end *end, const ovi_layer *layer, uint32_t level) {
  const uint64_t *costs = ovi_overlay_end_costs(end, level);
  const uint32_t ports = ovi_overlay_end_ports(end, layer, level);
  uint64_t least = UINT64_MAX;
  for (uint32_t port = 0; port < ports; port++) {
    least = costs[port] < least ? costs[port] : least;
  }
  return least;
}

/* ---- Up ------------------------------------------------------------------------- */

/* Notes why costs of an end could not be found. */
static void note_end(ovi_overlay_plan *plan, ovi_coarse_status status) {
  plan->search.full = plan->search.full || status == OVI_COARSE_FULL;
  plan->corrupt = plan->corrupt || status == OVI_COARSE_CORRUPT;
}

/* Begins at a waypoint: the ports of the region behind it have the costs of its clique. */
static void begin_at_waypoint(ovi_overlay_plan *plan, const ovi_attachment *goal) {
  ovi_overlay_end *start = &plan->start;
  ovi_below below;
  ovi_below_view(&below, plan->layer, 0, start->region);
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&below, start->port);
  if (joined.here == UINT32_MAX) {
    plan->corrupt = true;
    return;
  }
  for (uint32_t place = 0; place < joined.clique.count; place++) {
    const uint32_t cost =
        place != joined.here ? ovi_clique_way(&joined.clique, place, joined.here) : OVI_NO_COST_32;
    if (cost != OVI_NO_COST_32) {
      start->costs[ovi_clique_port(&joined.clique, place)] = cost;
    }
  }
  if (start->region == goal->region && start->port < goal->count &&
      goal->costs[start->port] < plan->best) {
    plan->best = goal->costs[start->port];
    plan->meeting = (ovi_overlay_meeting){.is_found = true, .node = OVI_NO_NODE};
  }
}

void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound) {
  plan->layer = layer;
  ovi_shortcuts_find(&plan->bound, layer,
                     (ovi_half_cells){2 * (int64_t)goal.cell.x, 2 * (int64_t)goal.cell.y});
  plan->goal.region = goal.attachment->region;
  plan->goal.port = UINT32_MAX;
  plan->start.region = origin.attachment != NULL ? origin.attachment->region : origin.region;
  plan->start.port = origin.attachment != NULL ? UINT32_MAX : origin.port;
  plan->level = 0;
  plan->best = bound;
  plan->meeting.is_found = false;
  plan->corrupt = false;
  plan->stage = OVI_OVERLAY_SPREAD;
  plan->stack.top = plan->stack.capacity; /* it is empty */
  ovi_overlay_search_clear(&plan->search, layer, bound);
  note_end(plan, ovi_overlay_end_begin(&plan->goal, layer, goal.attachment));
  note_end(plan, ovi_overlay_end_begin(&plan->start, layer, origin.attachment));
  if (origin.attachment == NULL && !plan->search.full) {
    begin_at_waypoint(plan, goal.attachment);
  }
}

/* ---- Stages ------------------------------------------------------------------------- */

static ovi_coarse_status fault_of(const ovi_overlay_plan *plan) {
  return plan->search.full ? OVI_COARSE_FULL : OVI_COARSE_CORRUPT;
}

static bool is_faulty(const ovi_overlay_plan *plan) {
  return plan->search.full || plan->search.corrupt || plan->corrupt;
}

/* All levels that matter have been searched: makes the plan. */
static ovi_coarse_status end_plan(ovi_overlay_plan *plan) {
  if (!plan->meeting.is_found) {
    return OVI_COARSE_NONE;
  }
  if (plan->meeting.node == OVI_NO_NODE) {
    return OVI_COARSE_FOUND;
  }
  return ovi_overlay_descend(plan) ? OVI_COARSE_FOUND : fault_of(plan);
}

/* Spreads costs to the plan's level, and begins to search it, with the goal's cluster as the
 * target, or goes up. */
static ovi_coarse_status run_spread(ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const uint32_t level = plan->level;
  if (level != 0) {
    note_end(plan, ovi_overlay_end_spread(&plan->start, layer, level, false));
    note_end(plan, ovi_overlay_end_spread(&plan->goal, layer, level, true));
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  /* Stop if no path over this level can be cheaper than the best found. */
  const uint64_t least = ovi_overlay_end_least(&plan->start, layer, level);
  if (least >= plan->best ||
      ovi_overlay_end_least(&plan->goal, layer, level) >= plan->best - least) {
    return end_plan(plan);
  }
  /* A level is searched if it is the highest, or both ends lie in one cluster of the next. */
  const bool is_highest = level == layer->overlay.levels;
  const uint32_t above = is_highest ? 0 : ovi_cluster_of(layer, level + 1, plan->start.region);
  if (!is_highest && above != ovi_cluster_of(layer, level + 1, plan->goal.region)) {
    plan->level++;
    return OVI_COARSE_PAUSED;
  }
  ovi_overlay_search *search = &plan->search;
  ovi_overlay_search_begin(search, level, above);
  search->bound = plan->best;
  search->target = (ovi_overlay_target){.bound = &plan->bound,
                                        .cluster = ovi_cluster_of(layer, level, plan->goal.region),
                                        .ports = ovi_overlay_end_ports(&plan->goal, layer, level),
                                        .costs = ovi_overlay_end_costs(&plan->goal, level)};
  ovi_overlay_seed(search, ovi_cluster_of(layer, level, plan->start.region),
                   ovi_overlay_end_costs(&plan->start, level));
  plan->stage = OVI_OVERLAY_SEARCH;
  return is_faulty(plan) ? fault_of(plan) : OVI_COARSE_PAUSED;
}

/* Goes on with the search of the plan's level, and notes where it has met the goal's costs. */
static ovi_coarse_status run_search(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_overlay_search *search = &plan->search;
  const uint64_t before = search->expanded;
  const bool is_over = ovi_overlay_search_run(search, *budget);
  *budget -= search->expanded - before;
  if (!is_over) {
    return OVI_COARSE_PAUSED;
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  if (search->met != OVI_NO_NODE) {
    const ovi_coarse_node *node = &search->open.nodes[search->met];
    const ovi_overlay_opposite opposite = ovi_overlay_opposite_of(search, search->window, node);
    const ovi_overlay_page *there =
        ovi_overlay_page_met(search, search->window, opposite.x, opposite.y);
    plan->best = search->bound;
    plan->meeting = (ovi_overlay_meeting){true, plan->level, search->met,
                                          ovi_below_opposite_port(&there->below, &opposite)};
  }
  if (plan->level == plan->layer->overlay.levels) {
    return end_plan(plan);
  }
  plan->level++;
  plan->stage = OVI_OVERLAY_SPREAD;
  return OVI_COARSE_PAUSED;
}

ovi_coarse_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_coarse_status status = is_faulty(plan) ? fault_of(plan) : OVI_COARSE_PAUSED;
  while (status == OVI_COARSE_PAUSED && *budget != 0 && !ovi_trace_stops(plan->search.trace)) {
    status = plan->stage == OVI_OVERLAY_SEARCH ? run_search(plan, budget) : run_spread(plan);
  }
  return status;
}

/* ---- Unpacking ------------------------------------------------------------------- */

ovi_coarse_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer) {
  plan->layer = layer;
  const ovi_overlay_step *next;
  while ((next = ovi_overlay_next_step(plan)) != NULL && next->level != 0) {
    if (!ovi_overlay_unpack_next(plan)) {
      return fault_of(plan);
    }
  }
  return OVI_COARSE_FOUND;
}
