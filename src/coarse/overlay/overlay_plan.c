/* The levels upwards, the search where both ends meet, and the stages of a plan. */
#include "coarse/overlay/overlay_plan.h"

#include "coarse/overlay/inner_costs.h"
#include "coarse/overlay/overlay_descent.h"
#include "coarse/overlay/overlay_steps.h"

enum {
  CLUSTERS_IN_ONE = 4,  /* of a level in one of the level above; level 1 has more regions */
  STOPS_OF_CLUSTERS = 8 /* room for all ports of so many clusters of level 1 */
};

/* ---- Memory ----------------------------------------------------------------------- */

static uint32_t most_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }
static uint64_t most_u64(uint64_t a, uint64_t b) { return a > b ? a : b; }

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
  return (ovi_overlay_needs){.region_ports = most_u32(a.region_ports, b.region_ports),
                             .cluster_ports = most_u32(a.cluster_ports, b.cluster_ports),
                             .levels = most_u32(a.levels, b.levels),
                             .highest = most_u32(a.highest, b.highest),
                             .highest_ports = most_u64(a.highest_ports, b.highest_ports),
                             .stops = most_u64(a.stops, b.stops)};
}

/* A count with so many per cent more, as far as 32 bits hold it. */
static uint32_t with_spare(uint64_t count, uint32_t percent) {
  count += count * percent / 100;
  return count < UINT32_MAX - 1 ? (uint32_t)count : UINT32_MAX - 1;
}

ovi_overlay_needs ovi_overlay_needs_spare(ovi_overlay_needs needs, uint32_t region_ports,
                                          uint32_t percent) {
  needs.region_ports = region_ports;
  needs.cluster_ports = with_spare(needs.cluster_ports, percent);
  needs.highest_ports = with_spare(needs.highest_ports, percent);
  needs.stops = most_u64(with_spare(needs.stops, percent), stops_of_clusters(region_ports));
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
  ovi_overlay_end_reserve(&plan->start, arena, needs);
  ovi_overlay_end_reserve(&plan->goal, arena, needs);
  ovi_overlay_search_reserve(&plan->search, arena, room);
  plan->stack.capacity = (uint32_t)(steps < most ? steps : most);
  plan->stack.steps = ovi_arena_take(arena, plan->stack.capacity, sizeof(ovi_overlay_step));
}

static uint32_t levels_of(const ovi_overlay_plan *plan) { return plan->layer->overlay.levels; }

/* Whether a level is searched: it is the highest, or both ends lie in one cluster of the next. */
static bool is_searched(const ovi_overlay_plan *plan, uint32_t level) {
  return level == levels_of(plan) || ovi_cluster_of(plan->layer, level + 1, plan->start.region) ==
                                         ovi_cluster_of(plan->layer, level + 1, plan->goal.region);
}

/* ---- Up ------------------------------------------------------------------------- */

/* Notes why costs of an end could not be found. */
static void note_end(ovi_overlay_plan *plan, ovi_coarse_status status) {
  plan->search.full = plan->search.full || status == OVI_COARSE_FULL;
  plan->corrupt = plan->corrupt || status == OVI_COARSE_CORRUPT;
}

/* Whether a path over the plan's level could be cheaper than the best. */
static bool could_be_cheaper(const ovi_overlay_plan *plan) {
  const uint64_t start = ovi_overlay_end_least(&plan->start, plan->layer, plan->level);
  const uint64_t goal = ovi_overlay_end_least(&plan->goal, plan->layer, plan->level);
  return start < plan->best && goal < plan->best - start;
}

/* Begins to search the plan's level, with the goal's cluster as the target. */
static void begin_search(ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const uint32_t level = plan->level;
  ovi_overlay_search *search = &plan->search;
  const uint32_t above =
      level < levels_of(plan) ? ovi_cluster_of(layer, level + 1, plan->start.region) : 0;
  ovi_overlay_search_begin(search, level, above);
  search->bound = plan->best;
  ovi_overlay_search_set_target(
      search, &(ovi_overlay_target){.bound = &plan->bound,
                                    .cluster = ovi_cluster_of(layer, level, plan->goal.region),
                                    .ports = ovi_overlay_end_ports(&plan->goal, layer, level),
                                    .costs = ovi_overlay_end_costs(&plan->goal, level)});
  ovi_overlay_end_seed(&plan->start, search, level);
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
  ovi_overlay_steps_clear(plan);
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

/* The search of the plan's level has ended: notes where it has met the goal's costs. */
static void end_search(ovi_overlay_plan *plan) {
  const ovi_overlay_search *search = &plan->search;
  if (search->met == OVI_NO_NODE) {
    return;
  }
  ovi_overlay_emit_met(search);
  const ovi_coarse_node *node = &search->open.nodes[search->met];
  const ovi_overlay_opposite opposite = ovi_overlay_opposite_of(search, search->window, node);
  const ovi_overlay_page *there =
      ovi_overlay_page_met(search, search->window, opposite.x, opposite.y);
  plan->best = search->bound;
  plan->meeting = (ovi_overlay_meeting){true, plan->level, search->met,
                                        ovi_below_opposite_port(&there->below, &opposite)};
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

/* Spreads costs to the plan's level, and begins to search it or goes up. */
static ovi_coarse_status run_spread(ovi_overlay_plan *plan) {
  if (plan->level != 0) {
    note_end(plan, ovi_overlay_end_spread(&plan->start, plan->layer, plan->level, false));
    note_end(plan, ovi_overlay_end_spread(&plan->goal, plan->layer, plan->level, true));
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  if (!could_be_cheaper(plan)) {
    return end_plan(plan);
  }
  if (is_searched(plan, plan->level)) {
    begin_search(plan);
    plan->stage = OVI_OVERLAY_SEARCH;
  } else {
    plan->level++;
  }
  return is_faulty(plan) ? fault_of(plan) : OVI_COARSE_PAUSED;
}

static ovi_coarse_status run_search(ovi_overlay_plan *plan, uint64_t *budget) {
  const uint64_t before = plan->search.expanded;
  const bool is_over = ovi_overlay_search_run(&plan->search, *budget);
  *budget -= plan->search.expanded - before;
  if (!is_over) {
    return OVI_COARSE_PAUSED;
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  end_search(plan);
  if (plan->level == levels_of(plan)) {
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
  while (!ovi_overlay_plan_is_over(plan) && !ovi_overlay_plan_is_fine(plan)) {
    if (!ovi_overlay_unpack_next(plan)) {
      return fault_of(plan);
    }
  }
  return OVI_COARSE_FOUND;
}
