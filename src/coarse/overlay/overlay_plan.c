/* The levels upwards, the meetings of both searches, and the stages of a plan. */
#include "coarse/overlay/overlay_plan.h"

#include "coarse/overlay/overlay_refine.h"
#include "coarse/overlay/overlay_steps.h"

enum { CLUSTERS_IN_ONE = 4 /* of a level in one of the level above; level 1 has more regions */ };

/* Takes memory to search the regions of a cluster, the parts of a cluster of each level, and `more`
 * clusters. Returns the number of nodes. */
static uint32_t reserve_search(ovi_overlay_search *search, ovi_arena *arena,
                               ovi_overlay_needs needs, uint32_t more) {
  const uint32_t regions = OVI_OVERLAY_FIRST_SIDE * OVI_OVERLAY_FIRST_SIDE;
  const uint32_t cells = needs.levels * CLUSTERS_IN_ONE + more;
  const uint64_t nodes = needs.levels != 0 ? (uint64_t)regions * needs.region_ports +
                                                 (uint64_t)cells * needs.cluster_ports
                                           : 0;
  const uint32_t count = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX - 1;
  ovi_overlay_search_reserve(search, arena, count, needs.levels != 0 ? regions + cells : 0);
  return count;
}

void ovi_overlay_plan_reserve(ovi_overlay_plan *plan, ovi_arena *arena, ovi_overlay_needs needs) {
  const uint64_t goal = reserve_search(&plan->goal, arena, needs, 1);
  const uint64_t ahead = reserve_search(&plan->ahead, arena, needs, 0);
  const uint64_t start =
      reserve_search(&plan->start, arena, needs, OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW);
  const uint64_t steps = goal + ahead + start; /* each belongs to another node */
  plan->stack.capacity = steps < UINT32_MAX ? (uint32_t)steps : UINT32_MAX - 1;
  plan->stack.steps = ovi_arena_take(arena, plan->stack.capacity, sizeof(ovi_overlay_step));
}

static uint32_t levels_of(const ovi_overlay_plan *plan) { return plan->layer->overlay.levels; }

/* The cluster of the level above in which a level is searched; 0 on the highest level. */
static uint32_t above_of(const ovi_overlay_plan *plan, uint32_t level, uint32_t region) {
  return level < levels_of(plan) ? ovi_cluster_of(plan->layer, level + 1, region) : 0;
}

/* ---- Up ------------------------------------------------------------------------- */

/* Seeds a level with the costs that the level below has found. */
static void seed_from_below(ovi_overlay_search *search, uint32_t own) {
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, own);
  if (page == NULL) {
    return;
  }
  for (uint32_t port = 0; port < page->ports; port++) {
    const uint32_t below = ovi_overlay_node_below(search, &page->cluster, port);
    if (below == OVI_NO_NODE) {
      search->corrupt = !search->full;
      return;
    }
    const ovi_coarse_node *node = &search->open.nodes[below];
    if (ovi_overlay_is_reached(node)) {
      ovi_overlay_seed(search, page, port, node->cost, OVI_NODE_CROSSES);
    }
  }
}

/* Begins a level of one of the two searches. */
static void begin_plan_level(ovi_overlay_plan *plan, ovi_overlay_search *search, uint32_t region) {
  ovi_overlay_search_begin(search, plan->level, above_of(plan, plan->level, region));
  search->bound = plan->best;
  seed_from_below(search, ovi_cluster_of(plan->layer, plan->level, region));
}

/* Begins the highest level, where only the start's search goes on, with the goal's cluster as its
 * target. */
static void begin_highest(ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  ovi_overlay_search *goal = &plan->goal;
  ovi_overlay_search *start = &plan->start;
  const uint32_t cluster = ovi_cluster_of(layer, plan->level, plan->goal_region);
  const ovi_overlay_page *page = ovi_overlay_page_at(goal, goal->window, cluster);
  ovi_overlay_search_begin(start, plan->level, 0);
  if (page == NULL) {
    return; /* there is no room */
  }
  ovi_overlay_search_set_target(start,
                                &(ovi_overlay_target){.at = plan->goal_at,
                                                      .weight = layer->profile.min_weight,
                                                      .cluster = cluster,
                                                      .ports = page->ports,
                                                      .nodes = goal->open.nodes + page->first});
  start->bound = plan->best;
  seed_from_below(start, ovi_cluster_of(layer, plan->level, plan->start_region));
}

/* Begins level 0 at the ports of an attachment. */
static void begin_attached(ovi_overlay_plan *plan, ovi_overlay_search *search,
                           const ovi_attachment *attachment) {
  ovi_overlay_search_begin(search, 0, above_of(plan, 0, attachment->region));
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, attachment->region);
  const uint32_t ports = page != NULL && attachment->count <= page->ports ? attachment->count : 0;
  for (uint32_t port = 0; port < ports; port++) {
    if (attachment->costs[port] != OVI_UNREACHED) {
      ovi_overlay_seed(search, page, port, attachment->costs[port], OVI_NODE_CROSSES);
    }
  }
}

void ovi_overlay_plan_begin(ovi_overlay_plan *plan, const ovi_layer *layer,
                            ovi_overlay_origin origin, ovi_overlay_goal goal, uint64_t bound) {
  plan->layer = layer;
  plan->goal_at = (ovi_half_cells){2 * (int64_t)goal.cell.x, 2 * (int64_t)goal.cell.y};
  plan->goal_region = goal.attachment->region;
  plan->start_region = origin.attachment != NULL ? origin.attachment->region : origin.region;
  plan->level = 0;
  plan->best = bound;
  plan->meeting.is_found = false;
  plan->stage = OVI_OVERLAY_GOAL;
  ovi_overlay_steps_clear(plan);
  ovi_overlay_search_clear(&plan->goal, layer, bound);
  ovi_overlay_search_clear(&plan->start, layer, bound);
  ovi_overlay_search_clear(&plan->ahead, layer, UINT64_MAX);
  begin_attached(plan, &plan->goal, goal.attachment);
  if (origin.attachment != NULL) {
    begin_attached(plan, &plan->start, origin.attachment);
    return;
  }
  ovi_overlay_search_begin(&plan->start, 0, above_of(plan, 0, origin.region));
  const ovi_overlay_page *page =
      ovi_overlay_page_at(&plan->start, plan->start.window, origin.region);
  if (page == NULL || origin.port >= page->ports) {
    plan->start.corrupt = !plan->start.full;
    return;
  }
  ovi_overlay_seed(&plan->start, page, origin.port, 0, OVI_NODE_ENTERS);
  if (origin.region == goal.attachment->region && origin.port < goal.attachment->count &&
      goal.attachment->costs[origin.port] < plan->best) {
    plan->best = goal.attachment->costs[origin.port];
    plan->meeting.is_found = true;
    plan->meeting.start = OVI_NO_NODE;
  }
}

/* A node of the start's search meets the goal's if that has reached its other side. */
static void meet_at(ovi_overlay_plan *plan, uint32_t number) {
  ovi_overlay_search *start = &plan->start;
  const ovi_overlay_search *goal = &plan->goal;
  if (number == OVI_NO_NODE) {
    return;
  }
  const ovi_coarse_node *node = &start->open.nodes[number];
  const ovi_overlay_opposite opposite =
      ovi_overlay_opposite_of(&start->pool.pages[node->page], node->number);
  const ovi_overlay_page *there =
      ovi_overlay_page_met(goal, &goal->windows[plan->level], opposite.x, opposite.y);
  if (there == NULL) {
    return;
  }
  const uint32_t at = ovi_overlay_opposite_port(there, &opposite);
  if (at == UINT32_MAX) {
    start->corrupt = true;
    return;
  }
  const ovi_coarse_node *other = &goal->open.nodes[there->first + at];
  if (ovi_overlay_is_reached(other) && other->cost < plan->best - node->cost) {
    plan->best = node->cost + other->cost;
    plan->meeting.is_found = true;
    plan->meeting.level = plan->level;
    plan->meeting.start = number;
    plan->meeting.goal = there->first + at;
  }
}

/* Finds the cheapest meeting of both searches, which have ended inside the same cluster. */
static void meet_on_level(ovi_overlay_plan *plan) {
  const ovi_overlay_search *start = &plan->start;
  const ovi_overlay_window *window = &start->windows[plan->level];
  for (int32_t i = 0; i < OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW; i++) {
    if (window->pages[i] == OVI_NO_PAGE) {
      continue;
    }
    const ovi_overlay_page *page = &start->pool.pages[window->pages[i]];
    for (uint32_t number = page->first; number < page->first + page->ports; number++) {
      const ovi_coarse_node *node = &start->open.nodes[number];
      if (node->state != OVI_NODE_RIM && ovi_overlay_is_reached(node) && node->cost < plan->best) {
        meet_at(plan, number);
      }
    }
  }
}

/* The least cost on the rim of a search's window. */
static uint64_t least_on_rim(const ovi_overlay_search *search, uint32_t level) {
  const ovi_overlay_window *window = &search->windows[level];
  uint64_t least = UINT64_MAX;
  for (int32_t i = 0; i < OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW; i++) {
    if (window->pages[i] == OVI_NO_PAGE) {
      continue;
    }
    const ovi_overlay_page *page = &search->pool.pages[window->pages[i]];
    for (uint32_t port = 0; port < page->ports; port++) {
      const ovi_coarse_node *node = &search->open.nodes[page->first + port];
      if (node->state == OVI_NODE_RIM && node->cost < least && node->side == OVI_NODE_CROSSES) {
        least = node->cost;
      }
    }
  }
  return least;
}

/* Whether a path over the next level could be cheaper. */
static bool goes_up(const ovi_overlay_plan *plan) {
  if (plan->level == levels_of(plan)) {
    return false;
  }
  const uint64_t start = least_on_rim(&plan->start, plan->level);
  const uint64_t goal = least_on_rim(&plan->goal, plan->level);
  return start < plan->best && goal < plan->best - start;
}

/* ---- Stages ------------------------------------------------------------------------- */

static ovi_coarse_status fault_of(const ovi_overlay_plan *plan) {
  return plan->goal.full || plan->start.full || plan->ahead.full ? OVI_COARSE_FULL
                                                                 : OVI_COARSE_CORRUPT;
}

static bool is_faulty(const ovi_overlay_plan *plan) {
  return plan->goal.full || plan->start.full || plan->ahead.full || plan->goal.corrupt ||
         plan->start.corrupt || plan->ahead.corrupt;
}

/* Goes on with a search. False: the budget is spent. */
static bool run_search(ovi_overlay_search *search, uint64_t *budget) {
  const uint64_t before = search->expanded;
  const bool is_over = ovi_overlay_search_run(search, *budget);
  *budget -= search->expanded - before;
  return is_over;
}

/* Refines levels until one needs a search, or all are refined. */
static ovi_coarse_status refine_levels(ovi_overlay_plan *plan) {
  while (plan->level > 0) {
    plan->level--;
    const ovi_status status = ovi_overlay_refine(plan);
    if (status == OVI_FAILED || is_faulty(plan)) {
      return fault_of(plan);
    }
    if (status == OVI_PAUSED) {
      plan->stage = OVI_OVERLAY_REFINE;
      return OVI_COARSE_PAUSED;
    }
  }
  plan->stage = OVI_OVERLAY_IDLE;
  return OVI_COARSE_FOUND;
}

/* Both searches have ended: makes the plan of their meeting. */
static ovi_coarse_status end_up(ovi_overlay_plan *plan) {
  if (!plan->meeting.is_found) {
    plan->stage = OVI_OVERLAY_IDLE;
    return OVI_COARSE_NONE;
  }
  if (plan->meeting.start == OVI_NO_NODE) {
    plan->stage = OVI_OVERLAY_IDLE;
    return OVI_COARSE_FOUND;
  }
  plan->level = plan->meeting.level;
  if (!ovi_overlay_push_goal(plan, plan->level, plan->meeting.goal) ||
      !ovi_overlay_push_start(plan, plan->meeting.start, plan->best)) {
    return fault_of(plan);
  }
  return refine_levels(plan);
}

/* A level has been searched from both ends: goes up another, or begins to refine. */
static ovi_coarse_status end_level(ovi_overlay_plan *plan) {
  const uint32_t level = plan->level;
  if (level == levels_of(plan)) {
    meet_at(plan, plan->start.met);
  } else if (above_of(plan, level, plan->start_region) ==
             above_of(plan, level, plan->goal_region)) {
    meet_on_level(plan);
  }
  if (is_faulty(plan)) {
    return fault_of(plan);
  }
  if (!goes_up(plan)) {
    return end_up(plan);
  }
  plan->level++;
  begin_plan_level(plan, &plan->goal, plan->goal_region);
  if (plan->level == levels_of(plan)) {
    begin_highest(plan);
  } else {
    begin_plan_level(plan, &plan->start, plan->start_region);
  }
  plan->stage = plan->level == levels_of(plan) ? OVI_OVERLAY_START : OVI_OVERLAY_GOAL;
  return is_faulty(plan) ? fault_of(plan) : OVI_COARSE_PAUSED;
}

static ovi_coarse_status end_refining(ovi_overlay_plan *plan) {
  return !is_faulty(plan) && ovi_overlay_join_ahead(plan) ? refine_levels(plan) : fault_of(plan);
}

/* Runs the search of the present stage, and goes over to the next stage when that has ended. */
static ovi_coarse_status run_stage(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_overlay_search *search = plan->stage == OVI_OVERLAY_GOAL    ? &plan->goal
                               : plan->stage == OVI_OVERLAY_START ? &plan->start
                                                                  : &plan->ahead;
  if (!run_search(search, budget)) {
    return OVI_COARSE_PAUSED;
  }
  if (plan->stage == OVI_OVERLAY_GOAL) {
    plan->stage = OVI_OVERLAY_START;
    return is_faulty(plan) ? fault_of(plan) : OVI_COARSE_PAUSED;
  }
  return plan->stage == OVI_OVERLAY_START ? end_level(plan) : end_refining(plan);
}

ovi_coarse_status ovi_overlay_plan_run(ovi_overlay_plan *plan, uint64_t *budget) {
  ovi_coarse_status status = OVI_COARSE_PAUSED;
  while (status == OVI_COARSE_PAUSED && *budget != 0) {
    status = run_stage(plan, budget);
  }
  if (status != OVI_COARSE_PAUSED) {
    plan->stage = OVI_OVERLAY_IDLE;
  }
  return status;
}

/* ---- Unpacking ------------------------------------------------------------------- */

/* Begins to search for the path of the next step, one level below. */
static bool begin_unpacking(ovi_overlay_plan *plan) {
  ovi_overlay_search *search = &plan->ahead;
  plan->after = plan->stack.steps[plan->stack.top++];
  plan->level = plan->after.level - 1u;
  const ovi_cluster cluster = ovi_overlay_view(plan->layer, plan->after.level, plan->after.cluster);
  ovi_overlay_search_clear(search, plan->layer, UINT64_MAX);
  if (plan->after.from >= cluster.ports || plan->after.to >= cluster.ports) {
    return false;
  }
  ovi_overlay_search_begin(search, plan->level, cluster.id);
  const ovi_overlay_port from = ovi_overlay_port_below(plan->layer, &cluster, plan->after.from);
  const ovi_overlay_port to = ovi_overlay_port_below(plan->layer, &cluster, plan->after.to);
  const ovi_overlay_page *end = ovi_overlay_page_at(search, search->window, to.cluster);
  const ovi_overlay_page *page = ovi_overlay_page_at(search, search->window, from.cluster);
  if (end == NULL || page == NULL || to.port >= end->ports || from.port >= page->ports) {
    return false;
  }
  ovi_overlay_seed(search, page, from.port, 0, OVI_NODE_ENTERS);
  search->end = end->first + to.port;
  plan->stage = OVI_OVERLAY_UNPACK;
  return true;
}

ovi_coarse_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer,
                                          uint64_t *budget) {
  plan->layer = layer;
  while (plan->stage == OVI_OVERLAY_UNPACK ||
         (!ovi_overlay_plan_is_over(plan) && !ovi_overlay_plan_is_fine(plan))) {
    if (plan->stage != OVI_OVERLAY_UNPACK && !begin_unpacking(plan)) {
      return fault_of(plan);
    }
    if (!run_search(&plan->ahead, budget)) {
      return OVI_COARSE_PAUSED;
    }
    plan->stage = OVI_OVERLAY_IDLE;
    const ovi_coarse_node *end = &plan->ahead.open.nodes[plan->ahead.end];
    if (is_faulty(plan) || !ovi_overlay_is_reached(end) ||
        !ovi_overlay_push_back(plan, &plan->ahead, plan->level, plan->ahead.end,
                               plan->after.cost_to_go + end->cost)) {
      return fault_of(plan);
    }
  }
  return OVI_COARSE_FOUND;
}
