/* Goals of the box around the start, those of the regions that are entered, and their rivals. */
#include "coarse/nearest/nearest_goal.h"

#include "coarse/nearest/rivals.h"
#include "common/compiler.h"
#include "common/topology.h"

/* The stages of a search: waypoints and their regions in turn, or rounds of costs and their land.
 */
enum {
  NEAREST_STATE,
  NEAREST_BOX,
  NEAREST_RIVALS,
  NEAREST_START,
  NEAREST_WAYPOINT,
  NEAREST_REGION,
  NEAREST_SPREAD,
  NEAREST_LAND,
  NEAREST_MORE_RIVALS,
  NEAREST_MEASURE,
  NEAREST_ZONES,
  NEAREST_STAGES
};

/* The stages of a part. */
enum { PART_BEGIN, PART_CANDIDATES, PART_ALL, PART_STAGES };

/* ---- Candidates -------------------------------------------------------------------- */

/* The least that a path to a goal of the part can cost. */
static uint64_t bound_of(const ovi_nearest_goal *nearest, const ovi_goal *goal) {
  const ovi_part_search *search = &nearest->search;
  const ovi_layer_profile *profile = &nearest->costs.layer->profile;
  return search->base + ovi_distance(profile->corners, goal->cell.x - search->from.x,
                                     goal->cell.y - search->from.y, profile->min_weight);
}

/* Keeps a goal of the part, if it may be the nearest. */
static void nearest_goal_add_candidate(void *user, const ovi_goal *goal) {
  ovi_nearest_goal *nearest = user;
  const uint64_t bound = bound_of(nearest, goal);
  if (ovi_nearest_can_win(nearest, bound, goal->order) &&
      !ovi_rivals_is_blocked(nearest, goal->cell)) {
    ovi_goal_candidates_add(&nearest->search.candidates, goal, bound);
  }
}

static void list_candidates(ovi_nearest_goal *nearest) {
  ovi_goal_candidates_begin(&nearest->search.candidates);
  ovi_part_goals(&nearest->costs, nearest->search.part, nearest->goals, nearest_goal_add_candidate,
                 nearest);
}

/* Searches for each candidate. */
static ovi_status try_candidates(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_part_search *search = &nearest->search;
  ovi_local_search *local = nearest->costs.local;
  if (!local->window.bits.in_use && search->candidates.rest.bound != UINT64_MAX &&
      search->tried == 0 && !ovi_local_search_is_paused(local)) {
    return OVI_DONE; /* of many goals over weights, one search finds the first one sooner */
  }
  for (; search->tried < search->candidates.count; search->tried++) {
    const ovi_goal *goal = &search->candidates.list[search->tried].goal;
    if (!ovi_nearest_can_win(nearest, search->candidates.list[search->tried].bound, goal->order)) {
      break;
    }
    if (ovi_local_search_find(local, search->from, goal->cell, nearest->best.cost - search->base)) {
      ovi_nearest_choose(nearest, goal, search->base + ovi_local_search_cost(local));
    } else if (ovi_local_search_is_paused(local)) {
      return OVI_PAUSED;
    }
  }
  return OVI_DONE;
}

/* ---- All goals of a part at once --------------------------------------------------- */

static void mark_goal(void *user, const ovi_goal *goal) {
  const ovi_nearest_goal *nearest = user;
  ovi_window *window = &nearest->costs.local->window;
  if (ovi_nearest_can_win(nearest, bound_of(nearest, goal), goal->order) &&
      !ovi_rivals_is_blocked(nearest, goal->cell)) {
    ovi_window_add_any_target(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

/* Searches the part until the first goal is settled. All goals that were reached by then have costs
 * of real paths, and the settled one has the least. */
static ovi_status settle_first(ovi_nearest_goal *nearest) {
  const ovi_status status = ovi_fine_resume(&nearest->costs.local->search);
  if (status == OVI_DONE) {
    ovi_part_goals(&nearest->costs, nearest->search.part, nearest->goals, ovi_rivals_take_reached,
                   nearest);
  }
  return status == OVI_PAUSED ? status : OVI_DONE;
}

/* If others than the candidates may win, searches until the first goal is settled. */
static ovi_status search_all(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_part_search *search = &nearest->search;
  const ovi_dijkstra *costs = &nearest->costs;
  ovi_local_search *local = costs->local;
  ovi_window *window = &local->window;
  if (!ovi_nearest_can_win(nearest, search->candidates.rest.bound,
                           search->candidates.rest.goal.order)) {
    return OVI_DONE;
  }
  if (!ovi_local_search_is_paused(local)) {
    ovi_box_paste(window, costs->layer, ovi_part_box(costs, search->part), true);
    local->windows++;
    ovi_fine_begin(&local->search, window, search->from.x - window->x, search->from.y - window->y);
    ovi_part_goals(costs, search->part, nearest->goals, mark_goal, nearest);
  }
  return settle_first(nearest);
}

/* ---- A part ------------------------------------------------------------------------ */

/* Opens the window of a part and lists its candidates; if there are none, the part is done. */
static ovi_status begin_part(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_part_search *search = &nearest->search;
  const ovi_dijkstra *costs = &nearest->costs;
  search->is_open = false;
  search->tried = 0;
  if (search->part != OVI_PART_BOX) { /* without a window first: most regions have no candidate */
    list_candidates(nearest);
    if (search->candidates.count == 0) {
      ovi_stage_go_to(&search->stages, PART_STAGES);
      return OVI_DONE;
    }
  }
  ovi_box_paste(&costs->local->window, costs->layer, ovi_part_box(costs, search->part), false);
  search->is_open = true;
  list_candidates(nearest);
  return OVI_DONE;
}

/* Searches for the goals of a part. */
static ovi_status search_part(ovi_nearest_goal *nearest) {
  static const ovi_stage stages[PART_STAGES] = {
      [PART_BEGIN] = {"list the candidates of a part", begin_part},
      [PART_CANDIDATES] = {"search for each candidate", try_candidates},
      [PART_ALL] = {"search for all goals of the part", search_all}};
  return ovi_stages_do(&nearest->search.stages, stages, PART_STAGES, nearest, NULL);
}

/* ---- All parts --------------------------------------------------------------------- */

static uint64_t expansions_left(const ovi_nearest_goal *nearest) {
  const uint64_t done = nearest->costs.coarse->expanded + nearest->costs.local->search.expanded;
  return done < nearest->expanded_end ? nearest->expanded_end - done : 0;
}

/* Grants the fine searches what is left. */
static void grant_expansions(ovi_nearest_goal *nearest) {
  ovi_fine_search *fine = &nearest->costs.local->search;
  fine->expanded_end = nearest->expanded_end;
  if (nearest->expanded_end != UINT64_MAX) {
    fine->expanded_end = fine->expanded + expansions_left(nearest);
  }
}

/* Asks the islands whether a goal can be reached. */
static ovi_status find_state(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_dijkstra *costs = &nearest->costs;
  nearest->state = ovi_goals_find_state(nearest->goals, costs->layer, costs->reachable);
  return nearest->state == OVI_GOALS_REACHABLE ? OVI_DONE : OVI_NONE;
}

/* ---- The box around the start -------------------------------------------------------- */

/* Searches the box around the start, which is enough if leaving it costs more than a goal there. */
static ovi_status search_goal_box(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_status status = search_part(nearest);
  if (status != OVI_DONE) {
    return status;
  }
  if (nearest->best.cost < ovi_dijkstra_cost_out(&nearest->costs, nearest->costs.box)) {
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
    return OVI_DONE;
  }
  if (nearest->goals->cell_at != NULL) {
    ovi_goals_sort(nearest->goals, nearest->costs.layer);
  }
  return OVI_DONE;
}

static ovi_status attach_start(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_stage_go_to(&nearest->stages, nearest->costs.far != NULL ? NEAREST_SPREAD : NEAREST_WAYPOINT);
  return ovi_dijkstra_begin(&nearest->costs, ovi_rivals_reach(nearest));
}

/* ---- Regions, as the coarse search enters them ----------------------------------------- */

/* Settles the next waypoint, and finds the region that the search enters there. */
static ovi_status settle_waypoint(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_part_search *search = &nearest->search;
  ovi_coarse_search *coarse = nearest->costs.coarse;
  if (expansions_left(nearest) == 0 || ovi_trace_stops(coarse->trace)) {
    return OVI_PAUSED;
  }
  const ovi_status status = ovi_coarse_run(coarse, 1);
  if (status == OVI_NONE) {
    ovi_stage_go_to(&nearest->stages, NEAREST_MORE_RIVALS);
    return OVI_DONE;
  }
  if (status != OVI_PAUSED) {
    return status;
  }
  grant_expansions(nearest);
  uint32_t port;
  const ovi_coarse_page *page = ovi_coarse_entered(coarse, &port);
  if (page == NULL) {
    ovi_stage_go_to(&nearest->stages, NEAREST_WAYPOINT);
    return OVI_DONE;
  }
  const ovi_entry entry = ovi_entry_at(coarse, page, port);
  search->from = ovi_entry_cell(&entry);
  search->base = ovi_entry_cell_cost(coarse, &entry);
  search->part = page->region.id;
  if (search->base >= nearest->best.cost) {
    /* The first such waypoint: goals are nearer than what is left, but they may have rivals. */
    const bool is_over = !nearest->is_past && !ovi_rivals_list(nearest);
    nearest->is_past = true;
    ovi_stage_go_to(&nearest->stages, is_over ? NEAREST_STAGES : NEAREST_WAYPOINT);
  }
  return OVI_DONE;
}

/* Searches the region that was entered last. */
static ovi_status search_entered(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_status status = search_part(nearest);
  nearest->costs.coarse->bound = ovi_rivals_reach(nearest);
  ovi_stage_go_to(&nearest->stages, NEAREST_WAYPOINT);
  return status;
}

/* ---- Regions with goals, over costs from afar ---------------------------------------- */

static void mark_far_goal(void *user, const ovi_goal *goal) {
  const ovi_nearest_goal *nearest = user;
  ovi_window *window = &nearest->costs.local->window;
  if (!ovi_rivals_is_blocked(nearest, goal->cell)) {
    ovi_window_add_any_target(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

/* Searches a region from all its entries until a goal is settled. */
static ovi_status search_listed(ovi_nearest_goal *nearest, uint32_t region) {
  ovi_part_search *search = &nearest->search;
  ovi_dijkstra *costs = &nearest->costs;
  ovi_local_search *local = costs->local;
  if (!ovi_local_search_is_paused(local)) {
    if (ovi_rivals_least_to(nearest, region) >= nearest->best.cost ||
        !ovi_box_has(costs->layer, costs->far->land(costs->far->user), region) ||
        ovi_part_least(costs, region) >= nearest->best.cost ||
        !ovi_part_open(costs, region, true)) {
      return OVI_DONE;
    }
    search->part = region;
    search->base = 0;
    search->is_open = true;
    ovi_part_goals(costs, region, nearest->goals, mark_far_goal, nearest);
  }
  return settle_first(nearest);
}

/* Lists the next region that has goals and lies in the land of the rounds so far: of the land if
 * that is small, else of the goals. */
static bool next_of_land(const ovi_nearest_goal *nearest, uint32_t *next, uint32_t *region) {
  const ovi_dijkstra *costs = &nearest->costs;
  const ovi_rectangle land = costs->far->land(costs->far->user);
  const uint32_t columns = (uint32_t)(land.x1 - land.x0);
  const uint64_t regions = (uint64_t)columns * (uint32_t)(land.y1 - land.y0);
  if (nearest->goals->cell_at == NULL || regions > nearest->goals->count) {
    return ovi_goals_next_region(nearest->goals, costs->layer, next, region);
  }
  while (*next < regions) {
    const int32_t y = land.y0 + (int32_t)(*next / columns);
    *region = (uint32_t)(y * costs->layer->partition.regions_x + land.x0) + *next % columns;
    ++*next;
    if (ovi_goals_have_region(nearest->goals, costs->layer, *region)) {
      return true;
    }
  }
  return false;
}

/* Spreads costs by a round, as far as the best goal so far. */
static ovi_status spread_round(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_dijkstra *costs = &nearest->costs;
  const uint32_t rounds = costs->far->rounds;
  uint64_t budget = expansions_left(nearest);
  costs->bound = ovi_rivals_reach(nearest);
  const ovi_status status = ovi_dijkstra_run_round(costs, &budget);
  grant_expansions(nearest);
  if (status == OVI_DONE && costs->far->rounds == rounds) {
    ovi_stage_go_to(&nearest->stages,
                    NEAREST_MORE_RIVALS); /* its rivals are nearer than the rest */
  }
  return status;
}

/* Searches the regions of the land for goals that are nearer than the best. */
static ovi_status search_land(void *work) {
  ovi_nearest_goal *nearest = work;
  uint32_t next = nearest->next_listed;
  uint32_t region;
  while (next_of_land(nearest, &next, &region)) {
    if (search_listed(nearest, region) == OVI_PAUSED) {
      return OVI_PAUSED;
    }
    nearest->next_listed = next;
  }
  nearest->next_listed = 0;
  ovi_stage_go_to(&nearest->stages, NEAREST_SPREAD);
  return nearest->costs.far->fault;
}

/* ---- Rivals -------------------------------------------------------------------------- */

/* Ends the choice if the best goal has no rival; where few goals are all that is left, their paths
 * are planned at once. */
static ovi_status find_rivals(void *work) {
  ovi_nearest_goal *nearest = work;
  const bool has_best = nearest->best.cost != UINT64_MAX;
  if (!has_best && nearest->goals->count > OVI_GOAL_CANDIDATES) {
    return OVI_DONE; /* all are rivals */
  }
  if (!ovi_rivals_list(nearest) && has_best) {
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
  } else if (ovi_layer_pulls_strings(nearest->costs.layer) && ovi_rivals_are_measured(nearest)) {
    ovi_stage_go_to(&nearest->stages, NEAREST_MEASURE);
  }
  return OVI_DONE;
}

/* The same, once costs over waypoints are known. */
static ovi_status find_more_rivals(void *work) {
  ovi_nearest_goal *nearest = work;
  nearest->is_spread = true;
  if (nearest->best.cost == UINT64_MAX) { /* a goal can be reached */
    return OVI_CORRUPT;
  }
  if (!ovi_rivals_list(nearest)) {
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
  } else if (!ovi_rivals_are_measured(nearest)) {
    ovi_rivals_begin_zones(nearest);
    ovi_stage_go_to(&nearest->stages, NEAREST_ZONES);
  }
  return OVI_DONE;
}

static ovi_status measure_rivals(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_status status = ovi_rivals_measure(nearest);
  if (status == OVI_NONE) {
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
  }
  return status == OVI_NONE ? OVI_DONE : status;
}

static ovi_status search_rival_zones(void *work) { return ovi_rivals_search_zones(work); }

/* ---- The search ------------------------------------------------------------------------ */

void ovi_nearest_goal_begin(ovi_nearest_goal *nearest, const ovi_dijkstra *costs,
                            ovi_zone_room *room, const ovi_goals *goals,
                            ovi_goal_measure_fn measure, void *measure_user) {
  *nearest = (ovi_nearest_goal){.costs = *costs,
                                .goals = goals,
                                .zones.room = room,
                                .measure = measure,
                                .measure_user = measure_user,
                                .best = {.cost = UINT64_MAX, .order = UINT64_MAX},
                                .search = {.part = OVI_PART_BOX, .from = costs->start}};
}

ovi_status ovi_nearest_goal_run(ovi_nearest_goal *nearest, uint64_t expanded_end) {
  static const ovi_stage stages[NEAREST_STAGES] = {
      [NEAREST_STATE] = {"ask the islands for a goal", find_state},
      [NEAREST_BOX] = {"search the box around the start", search_goal_box},
      [NEAREST_RIVALS] = {"find goals outside of the box", find_rivals},
      [NEAREST_START] = {"attach the start", attach_start},
      [NEAREST_WAYPOINT] = {"settle the next waypoint", settle_waypoint},
      [NEAREST_REGION] = {"search the region that it enters", search_entered},
      [NEAREST_SPREAD] = {"spread costs over overlays", spread_round},
      [NEAREST_LAND] = {"search the regions with goals", search_land},
      [NEAREST_MORE_RIVALS] = {"find the rivals of the best goal", find_more_rivals},
      [NEAREST_MEASURE] = {"measure the paths to rivals", measure_rivals},
      [NEAREST_ZONES] = {"search zones for goals", search_rival_zones}};
  nearest->expanded_end = expanded_end;
  grant_expansions(nearest);
  return ovi_stages_do(&nearest->stages, stages, NEAREST_STAGES, nearest, NULL);
}
