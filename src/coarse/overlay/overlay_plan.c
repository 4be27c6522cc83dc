/* The levels upwards, the ways by which both ends are joined, and the stages of a plan. */
#include "coarse/overlay/overlay_plan.h"

#include "coarse/overlay/overlay_descent.h"
#include "common/compiler.h"
#include "common/topology.h"

enum {
  CLUSTERS_IN_ONE = 4,  /* of a level in one of the level above; level 1 has more regions */
  STOPS_OF_CLUSTERS = 8 /* room for all ports of so many clusters of level 1 */
};

/* The stages of a plan, for one level after the other. */
enum { PLAN_SPREAD, PLAN_SEARCH, PLAN_STAGES };

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
  const uint64_t highest = needs.highest > 1 ? needs.highest_ports : 0; /* that is searched */
  const uint64_t nodes = (uint64_t)OVI_OVERLAY_INSIDE * needs.region_ports + highest;
  const uint64_t steps = highest + 4 * inside; /* of the search, both ends, and a cluster ahead */
  const uint64_t most = UINT32_MAX - 1;
  const ovi_overlay_room room = {.nodes = (uint32_t)(nodes < most ? nodes : most),
                                 .pages = OVI_OVERLAY_INSIDE + needs.highest,
                                 .highest = needs.highest};
  ovi_overlay_end *const ends[2] = {&plan->start, &plan->goal};
  for (int i = 0; i < 2; i++) {
    ends[i]->region_ports = needs.region_ports;
    ends[i]->cluster_ports = ovi_inner_row_costs(needs.cluster_ports);
    ends[i]->parts = ovi_arena_take(arena, needs.levels + 1, sizeof(ovi_inner_part));
    ends[i]->costs = ovi_arena_take(
        arena, (uint64_t)needs.region_ports + (uint64_t)needs.levels * ends[i]->cluster_ports,
        sizeof(uint64_t));
  }
  ovi_overlay_search_reserve(&plan->search, arena, room);
  plan->between = ovi_arena_take(arena, (uint64_t)needs.levels * OVI_MOST_INNER, sizeof(uint64_t));
  plan->stack.capacity = (uint32_t)(steps < most ? steps : most);
  plan->stack.steps = ovi_arena_take(arena, plan->stack.capacity, sizeof(ovi_overlay_step));
}

/* ---- Up ------------------------------------------------------------------------- */

/* Notes why costs of an end could not be found. */
static void note_end(ovi_overlay_plan *plan, ovi_status status) {
  plan->search.full = plan->search.full || status == OVI_FULL;
  plan->corrupt = plan->corrupt || status == OVI_CORRUPT;
}

/* Begins at a waypoint: the ports of the region behind it have the costs of its clique. */
static void begin_at_waypoint(ovi_overlay_plan *plan) {
  ovi_overlay_end *start = &plan->start;
  const ovi_below *below = ovi_overlay_end_view(start, plan->layer, 0);
  const ovi_overlay_port_clique joined = ovi_below_clique_of(below, start->port);
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
  ovi_overlay_end_note(start, plan->layer);
}

/* Begins at the lowest level. */
static void begin_levels(ovi_overlay_plan *plan, bool exact) {
  const ovi_overlay_end *start = &plan->start;
  plan->start.exact = plan->goal.exact = exact;
  plan->level = 0;
  plan->best = plan->limit;
  plan->meeting.way = OVI_WAY_NONE;
  plan->stack.top = plan->stack.capacity; /* it is empty */
  if (start->port != UINT32_MAX && start->region == plan->goal.region &&
      start->port < start->region_ports && plan->goal.costs[start->port] < plan->best) {
    plan->best = plan->goal.costs[start->port];
    plan->meeting = (ovi_overlay_meeting){.way = OVI_WAY_ORIGIN};
  }
}

void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound) {
  plan->layer = layer;
  plan->target = goal.cell;
  plan->goal.region = goal.attachment->region;
  plan->goal.port = UINT32_MAX;
  plan->start.region = origin.attachment != NULL ? origin.attachment->region : origin.region;
  plan->start.port = origin.attachment != NULL ? UINT32_MAX : origin.port;
  plan->limit = bound;
  plan->stages = (ovi_stage_run){.at = PLAN_SPREAD};
  plan->corrupt = false;
  ovi_overlay_search_clear(&plan->search, layer, bound);
  note_end(plan, ovi_overlay_end_begin(&plan->goal, layer, goal.attachment));
  note_end(plan, ovi_overlay_end_begin(&plan->start, layer, origin.attachment));
  if (origin.attachment == NULL && !plan->search.full) {
    begin_at_waypoint(plan);
  }
  begin_levels(plan, false);
}

/* ---- Joining both ends on a level ---------------------------------------------------------- */

/* Notes a way through the middle of the plan, which is cheaper than the best so far. */
static void meet(ovi_overlay_plan *plan, uint64_t cost, ovi_overlay_meeting meeting) {
  OVI_ASSERT(cost < plan->best);
  plan->best = cost;
  plan->meeting = meeting;
  plan->meeting.level = plan->level;
}

/* Joins two clusters of the plan's level that touch at a corner, through one beside both: over
 * `out` from the start's cluster, and over `in` to the goal's. */
static void join_corner(ovi_overlay_plan *plan, const ovi_below *start, const ovi_below *goal,
                        int out, int in) {
  const int32_t columns = ovi_clusters_x(plan->layer, plan->level);
  ovi_below over;
  ovi_below_view(&over, plan->layer, plan->level,
                 (uint32_t)((int32_t)start->id + ovi_group_y(out) * columns + ovi_group_x(out)));
  const uint64_t *from = ovi_overlay_end_costs(&plan->start, plan->level);
  const uint64_t *to = ovi_overlay_end_costs(&plan->goal, plan->level);
  const uint32_t here = start->groups.begins[out];
  const uint32_t enters = over.groups.begins[ovi_group_opposite(out)];
  const uint32_t leaves = over.groups.begins[in];
  const uint32_t there = goal->groups.begins[ovi_group_opposite(in)];
  const uint32_t entered = ovi_below_shared(start, &over, out);
  const uint32_t left = ovi_below_shared(&over, goal, in);
  for (uint32_t i = 0; i < entered; i++) {
    if (from[here + i] >= plan->best ||
        plan->goal.least[plan->level] >= plan->best - from[here + i]) {
      continue;
    }
    const ovi_overlay_port_clique joined = ovi_below_clique_of(&over, enters + i);
    for (uint32_t place = ovi_below_place(&joined, leaves);
         joined.here != UINT32_MAX && place < joined.clique.count; place++) {
      const uint32_t port = ovi_clique_port(&joined.clique, place);
      const uint32_t at = there + port - leaves;
      if (port - leaves >= left) {
        break;
      }
      const uint32_t way = ovi_clique_way(&joined.clique, place, joined.here);
      const uint64_t cost = way != OVI_NO_COST_32 ? from[here + i] + way : UINT64_MAX;
      if (cost < plan->best && to[at] < plan->best - cost) {
        meet(plan, cost + to[at],
             (ovi_overlay_meeting){.way = OVI_WAY_JOINED,
                                   .from = here + i,
                                   .to = at,
                                   .cost = way,
                                   .over = {0, over.id, (uint16_t)(enters + i), (uint16_t)port,
                                            (uint8_t)plan->level, OVI_STEP_THROUGH}});
      }
    }
  }
}

/* Joins the ends where their clusters of the plan's level touch: a short way over a border of large
 * clusters need not bend to the few waypoints that higher levels keep there. */
static void join_neighbours(ovi_overlay_plan *plan) {
  const uint32_t from = ovi_overlay_end_cluster(&plan->start, plan->layer, plan->level);
  const uint32_t to = ovi_overlay_end_cluster(&plan->goal, plan->layer, plan->level);
  const int group = ovi_overlay_border_group(plan->layer, plan->level, from, to);
  if (group < 0) {
    return;
  }
  const ovi_below *start = ovi_overlay_end_view(&plan->start, plan->layer, plan->level);
  const ovi_below *goal = ovi_overlay_end_view(&plan->goal, plan->layer, plan->level);
  const uint64_t *costs = ovi_overlay_end_costs(&plan->start, plan->level);
  const uint64_t *behind = ovi_overlay_end_costs(&plan->goal, plan->level);
  const uint32_t here = start->groups.begins[group];
  const uint32_t there = goal->groups.begins[ovi_group_opposite(group)];
  const uint32_t count = ovi_below_shared(start, goal, group);
  for (uint32_t i = 0; i < count; i++) {
    if (costs[here + i] < plan->best && behind[there + i] < plan->best - costs[here + i]) {
      meet(plan, costs[here + i] + behind[there + i],
           (ovi_overlay_meeting){.way = OVI_WAY_JOINED, .from = here + i, .to = there + i});
    }
  }
  const int32_t dx = ovi_group_x(group);
  const int32_t dy = ovi_group_y(group);
  if (plan->level != 0 && dx != 0 && dy != 0) {
    const int across = dx > 0 ? OVI_GROUP_E : OVI_GROUP_W;
    const int along = dy > 0 ? OVI_GROUP_S : OVI_GROUP_N;
    join_corner(plan, start, goal, across, along);
    join_corner(plan, start, goal, along, across);
  }
}

/* Joins the ends over the inner ports of the cluster of the next level, which holds both. */
static void join_inside(ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const uint32_t above = plan->level + 1;
  ovi_inner_end ends[2];
  if (!ovi_overlay_end_in(&plan->start, layer, above, false, &ends[0]) ||
      !ovi_overlay_end_in(&plan->goal, layer, above, true, &ends[1])) {
    plan->corrupt = ovi_layer_outcome(layer) == OVL_OK; /* else the layer notes what is missing */
    return;
  }
  const ovi_cluster *cluster = ovi_overlay_end_above(&plan->start, above);
  ovi_inner_joint joint = {.cost = plan->best};
  if (ovi_inner_join(cluster, &ends[0], &ends[1], &joint)) {
    const uint32_t cost =
        ovi_inner_cost(cluster, ovi_inner_part_node(cluster, ends[0].part, joint.from),
                       ovi_inner_part_node(cluster, ends[1].part, joint.to));
    meet(plan, joint.cost,
         (ovi_overlay_meeting){.way = OVI_WAY_JOINED,
                               .from = joint.from,
                               .to = joint.to,
                               .cost = cost,
                               .over = {0, cluster->id, (uint16_t)joint.from, (uint16_t)joint.to,
                                        (uint8_t)above, OVI_STEP_INSIDE}});
  }
}

/* ---- Stages ------------------------------------------------------------------------- */

static ovi_status fault_of(const ovi_overlay_plan *plan) {
  return plan->search.full ? OVI_FULL : OVI_CORRUPT;
}

static bool is_faulty(const ovi_overlay_plan *plan) {
  return plan->search.full || plan->search.corrupt || plan->corrupt;
}

/* Returns whether rounding may have made the plan turn round on a waypoint. To turn round costs a
 * step more than to go on; rounding can hide that step only if it takes away as much. It takes less
 * than two units of the rows from each sum: one from the end's cost and one from the row. */
static bool may_turn_round(ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const uint32_t levels = layer->overlay.levels;
  uint64_t units = 0;
  for (uint32_t level = 1; level <= plan->meeting.level + 1 && level <= levels; level++) {
    units += 2u << ovi_overlay_end_view(&plan->start, layer, level)->cluster.inner.shift;
    units += 2u << ovi_overlay_end_view(&plan->goal, layer, level)->cluster.inner.shift;
  }
  return plan->start.port != UINT32_MAX || layer->profile.has_links ||
         units >= ovi_step_cost(2u * layer->profile.min_weight, 0);
}

/* All levels that matter have been joined: makes the plan. If that turns round on a waypoint
 * because sums were rounded down, begins again with exact ones. One that begins at a waypoint may
 * turn round on it, if that is cheapest; then there is none. */
static ovi_status end_plan(ovi_overlay_plan *plan) {
  ovi_stage_go_to(&plan->stages, PLAN_STAGES);
  if (plan->meeting.way == OVI_WAY_NONE) {
    return OVI_NONE;
  }
  if (plan->meeting.way == OVI_WAY_ORIGIN) {
    return OVI_DONE;
  }
  if (!ovi_overlay_descend(plan)) {
    return OVI_CORRUPT;
  }
  if (!may_turn_round(plan) || !ovi_overlay_turns_round(plan)) { /* sums were rounded down */
    return plan->best < plan->limit ? OVI_DONE : OVI_NONE;
  }
  if (!plan->start.exact) {
    ovi_overlay_search_clear(&plan->search, plan->layer, plan->limit);
    begin_levels(plan, true);
    ovi_stage_go_to(&plan->stages, PLAN_SPREAD);
    return OVI_DONE;
  }
  return OVI_NONE; /* both ends lie in one region, and no path that leaves it is cheaper */
}

/* Spreads costs to the plan's level, joins them there, and goes up or begins a search. */
static ovi_status spread_level(void *work) {
  ovi_overlay_plan *plan = work;
  const ovi_layer *layer = plan->layer;
  const uint32_t level = plan->level;
  OVI_ASSERT(level <= layer->overlay.levels);
  if (*plan->stages.budget == 0 || ovi_trace_stops(plan->search.trace)) {
    return OVI_PAUSED;
  }
  if (level != 0) {
    const uint64_t start = plan->start.least[level - 1];
    const uint64_t goal = plan->goal.least[level - 1];
    note_end(plan, ovi_overlay_end_spread(&plan->start, layer, level, false, plan->best - goal));
    note_end(plan, ovi_overlay_end_spread(&plan->goal, layer, level, true, plan->best - start));
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  /* Stop if no path over this level can be cheaper than the best found. */
  if (plan->start.least[level] >= plan->best ||
      plan->goal.least[level] >= plan->best - plan->start.least[level]) {
    return end_plan(plan);
  }
  const bool is_highest = level == layer->overlay.levels;
  const uint32_t above = is_highest ? 0 : ovi_cluster_of(layer, level + 1, plan->start.region);
  const bool is_common = is_highest || above == ovi_cluster_of(layer, level + 1, plan->goal.region);
  if (is_common && (is_highest || level == 0)) {
    ovi_overlay_search *search = &plan->search;
    ovi_overlay_search_begin(search, level, above);
    search->bound = plan->best;
    search->target =
        (ovi_overlay_target){.at = {2 * (int64_t)plan->target.x, 2 * (int64_t)plan->target.y},
                             .cluster = ovi_overlay_end_cluster(&plan->goal, layer, level),
                             .ports = ovi_overlay_end_view(&plan->goal, layer, level)->ports,
                             .costs = ovi_overlay_end_costs(&plan->goal, level)};
    ovi_overlay_seed(search, ovi_overlay_end_cluster(&plan->start, layer, level),
                     ovi_overlay_end_costs(&plan->start, level));
  } else {
    if (is_common) {
      join_inside(plan);
    } else {
      join_neighbours(plan);
    }
    plan->level++;
    ovi_stage_go_to(&plan->stages, PLAN_SPREAD);
  }
  return is_faulty(plan) ? fault_of(plan) : OVI_DONE;
}

/* Goes on with the search of the plan's level, and notes where it has met the goal's costs. */
static ovi_status search_level(void *work) {
  ovi_overlay_plan *plan = work;
  ovi_overlay_search *search = &plan->search;
  const uint64_t before = search->expanded;
  if (*plan->stages.budget == 0 || ovi_trace_stops(search->trace)) {
    return OVI_PAUSED;
  }
  const bool is_over = ovi_overlay_search_run(search, *plan->stages.budget);
  OVI_ASSERT(search->expanded - before <= *plan->stages.budget);
  *plan->stages.budget -= search->expanded - before;
  if (!is_over) {
    return OVI_PAUSED;
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  if (search->met != OVI_NO_NODE) {
    const ovi_coarse_node *node = &search->open.nodes[search->met];
    const ovi_overlay_opposite opposite = ovi_overlay_opposite_of(search, search->window, node);
    const ovi_overlay_page *there =
        ovi_overlay_page_met(search, search->window, opposite.x, opposite.y);
    meet(plan, search->bound,
         (ovi_overlay_meeting){.way = OVI_WAY_SEARCHED,
                               .to = ovi_below_opposite_port(&there->below, &opposite),
                               .node = search->met});
  }
  if (plan->level == plan->layer->overlay.levels) {
    return end_plan(plan);
  }
  plan->level++;
  ovi_stage_go_to(&plan->stages, PLAN_SPREAD);
  return OVI_DONE;
}

ovi_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget) {
  static const ovi_stage stages[PLAN_STAGES] = {
      [PLAN_SPREAD] = {"spread costs to a level, and join them", spread_level},
      [PLAN_SEARCH] = {"search a level", search_level}};
  plan->start.viewed = plan->goal.viewed = 0; /* blocks may have left memory since the last call */
  plan->stages.budget = budget;
  return is_faulty(plan) ? fault_of(plan)
                         : ovi_stages_do(&plan->stages, stages, PLAN_STAGES, plan, NULL);
}
