/* Goals of the box around the start, then those of the regions that are entered. */
#include "coarse/search/nearest_goal.h"

#include "common/compiler.h"
#include "common/step_cost.h"

/* The stages of a search: waypoints and their regions in turn, or rounds of costs and their land.
 */
enum {
  NEAREST_STATE,
  NEAREST_BOX,
  NEAREST_ZONES,
  NEAREST_START,
  NEAREST_WAYPOINT,
  NEAREST_REGION,
  NEAREST_SPREAD,
  NEAREST_LAND,
  NEAREST_STAGES
};

/* The stages of a part. */
enum { PART_BEGIN, PART_CANDIDATES, PART_ALL, PART_STAGES };

/* Cells that may be searched zone by zone, and how far away goals may be that are sought so; others
 * are sought over waypoints. */
enum { MOST_ZONE_CELLS = 1 << 17, ZONES_REACH = 192 };

/* ---- Candidates -------------------------------------------------------------------- */

static bool is_before(uint64_t cost, uint64_t order, uint64_t other_cost, uint64_t other_order) {
  return cost < other_cost || (cost == other_cost && order < other_order);
}

static bool can_win(const ovi_nearest_goal *nearest, uint64_t bound, uint64_t order) {
  return is_before(bound, order, nearest->best.cost, nearest->best.order);
}

/* The least that a path to a goal of the part can cost. */
static uint64_t bound_of(const ovi_nearest_goal *nearest, const ovi_goal *goal) {
  const ovi_part_search *search = &nearest->search;
  return search->base + ovi_octile(goal->cell.x - search->from.x, goal->cell.y - search->from.y,
                                   nearest->costs.layer->profile.min_weight);
}

static bool is_known_blocked(const ovi_nearest_goal *nearest, ovl_cell cell) {
  return nearest->search.is_open && ovi_local_search_weight(nearest->costs.local, cell) == 0;
}

static void keep_rest(ovi_part_search *search, ovi_goal_candidate candidate) {
  if (is_before(candidate.bound, candidate.goal.order, search->rest.bound,
                search->rest.goal.order)) {
    search->rest = candidate;
  }
}

/* Keeps the candidates with the least bounds, in order. */
static void nearest_goal_add_candidate(void *user, const ovi_goal *goal) {
  ovi_nearest_goal *nearest = user;
  ovi_part_search *search = &nearest->search;
  ovi_goal_candidate *candidates = search->candidates;
  const ovi_goal_candidate added = {*goal, bound_of(nearest, goal)};
  if (!can_win(nearest, added.bound, goal->order) || is_known_blocked(nearest, goal->cell)) {
    return;
  }
  int at = search->count;
  while (at > 0 && is_before(added.bound, added.goal.order, candidates[at - 1].bound,
                             candidates[at - 1].goal.order)) {
    at--;
  }
  if (at == OVI_GOAL_CANDIDATES) {
    keep_rest(search, added);
    return;
  }
  if (search->count == OVI_GOAL_CANDIDATES) {
    keep_rest(search, candidates[--search->count]);
  }
  for (int i = search->count; i > at; i--) {
    candidates[i] = candidates[i - 1];
  }
  candidates[at] = added;
  search->count++;
  OVI_ASSERT(search->count <= OVI_GOAL_CANDIDATES && candidates[0].bound <= added.bound);
}

static void list_candidates(ovi_nearest_goal *nearest) {
  nearest->search.count = 0;
  nearest->search.rest = (ovi_goal_candidate){.bound = UINT64_MAX, .goal.order = UINT64_MAX};
  ovi_part_goals(&nearest->costs, nearest->search.part, nearest->goals, nearest_goal_add_candidate,
                 nearest);
}

static void choose(ovi_nearest_goal *nearest, const ovi_goal *goal, uint64_t cost) {
  if (is_before(cost, goal->order, nearest->best.cost, nearest->best.order)) {
    nearest->best = (ovi_chosen_goal){goal->cell, cost, goal->order};
  }
}

/* Searches for each candidate. */
static ovi_status try_candidates(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_part_search *search = &nearest->search;
  ovi_local_search *local = nearest->costs.local;
  if (!local->window.bits.in_use && search->rest.bound != UINT64_MAX && search->tried == 0 &&
      !ovi_local_search_is_paused(local)) {
    return OVI_DONE; /* of many goals over weights, one search finds the first one sooner */
  }
  for (; search->tried < search->count; search->tried++) {
    const ovi_goal *goal = &search->candidates[search->tried].goal;
    if (!can_win(nearest, search->candidates[search->tried].bound, goal->order)) {
      break;
    }
    if (ovi_local_search_find(local, search->from, goal->cell, nearest->best.cost - search->base)) {
      choose(nearest, goal, search->base + ovi_local_search_cost(local));
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
  if (can_win(nearest, bound_of(nearest, goal), goal->order) &&
      !is_known_blocked(nearest, goal->cell)) {
    ovi_window_add_any_target(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

static void take_reached(void *user, const ovi_goal *goal) {
  ovi_nearest_goal *nearest = user;
  if (!is_known_blocked(nearest, goal->cell)) {
    const uint64_t cost = ovi_dijkstra_cell_cost(&nearest->costs, goal->cell);
    if (cost != UINT64_MAX) {
      choose(nearest, goal, nearest->search.base + cost);
    }
  }
}

/* Searches the part until the first goal is settled. All goals that were reached by then have costs
 * of real paths, and the settled one has the least. */
static ovi_status settle_first(ovi_nearest_goal *nearest) {
  const ovi_status status = ovi_fine_resume(&nearest->costs.local->search);
  if (status == OVI_DONE) {
    ovi_part_goals(&nearest->costs, nearest->search.part, nearest->goals, take_reached, nearest);
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
  if (!can_win(nearest, search->rest.bound, search->rest.goal.order)) {
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
    if (search->count == 0) {
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

/* ---- Zones --------------------------------------------------------------------------- */

static void widen_to(void *user, const ovi_goal *goal) {
  ovi_rectangle *all = user;
  *all = ovi_rectangle_join(*all, ovi_rectangle_of_one(goal->cell.x, goal->cell.y));
}

/* The cells that hold all goals. */
static ovi_rectangle goal_cells(const ovi_nearest_goal *nearest) {
  const ovi_plane *plane = &nearest->costs.layer->partition;
  ovi_rectangle all = {0, 0, 0, 0};
  if (nearest->goals->cell_at == NULL) {
    return nearest->goals->area;
  }
  ovi_goals_inside(nearest->goals, (ovi_rectangle){0, 0, plane->width, plane->height}, widen_to,
                   &all);
  return all;
}

/* Begins to search zones, unless all goals lie so far away that it does not pay. */
static void begin_zones(ovi_nearest_goal *nearest) {
  const ovi_rectangle all = goal_cells(nearest);
  const ovl_cell at = nearest->costs.start;
  const int32_t side = OVI_ZONE_REGIONS * nearest->costs.layer->partition.region_cells;
  ovi_zones_begin(&nearest->zones, &nearest->costs, nearest->room,
                  nearest->best.cost != UINT64_MAX ? nearest->best.cost + 1 : UINT64_MAX);
  nearest->zones.toward = all;
  const bool are_near = ovi_rectangle_has(ovi_rectangle_grow(all, ZONES_REACH), at.x, at.y) ||
                        nearest->costs.layer->profile.has_links;
  nearest->zones_left = are_near ? 1 + MOST_ZONE_CELLS / (uint32_t)(side * side) : 0;
}

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
  nearest->search.base = 0;
  begin_zones(nearest);
  return OVI_DONE;
}

/* Searches zones until no other goal can be nearer, or too many are searched. */
static ovi_status search_zones(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_zones *zones = &nearest->zones;
  const int32_t columns = nearest->costs.layer->partition.regions_x;
  ovi_status status = OVI_DONE;
  nearest->search.is_open = true;
  while (nearest->zones_left != 0 && (status = ovi_zones_search(zones)) == OVI_DONE) {
    const ovi_rectangle box = ovi_zones_box(zones);
    for (int32_t y = box.y0; y < box.y1; y++) {
      for (int32_t x = box.x0; x < box.x1; x++) {
        ovi_goals_of_region(nearest->goals, nearest->costs.layer, (uint32_t)(y * columns + x),
                            take_reached, nearest);
      }
    }
    if (nearest->best.cost != UINT64_MAX) {
      zones->bound = nearest->best.cost + 1; /* one that costs the same may come before it */
    }
    nearest->zones_left--;
  }
  if (status == OVI_NONE && nearest->best.cost <= ovi_zones_cost_out(zones)) {
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
    return nearest->best.cost != UINT64_MAX ? OVI_DONE : OVI_CORRUPT;
  }
  return status == OVI_PAUSED ? status : OVI_DONE;
}

static ovi_status attach_start(void *work) {
  ovi_nearest_goal *nearest = work;
  ovi_stage_go_to(&nearest->stages, nearest->costs.far != NULL ? NEAREST_SPREAD : NEAREST_WAYPOINT);
  return ovi_dijkstra_begin(&nearest->costs, nearest->best.cost);
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
  if (status == OVI_NONE) { /* a goal can be reached, so one was found */
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
    return nearest->best.cost != UINT64_MAX ? OVI_DONE : OVI_CORRUPT;
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
  return OVI_DONE;
}

/* Searches the region that was entered last. */
static ovi_status search_entered(void *work) {
  ovi_nearest_goal *nearest = work;
  const ovi_status status = search_part(nearest);
  OVI_ASSERT(nearest->best.cost <= nearest->costs.coarse->bound);
  nearest->costs.coarse->bound = nearest->best.cost;
  ovi_stage_go_to(&nearest->stages, NEAREST_WAYPOINT);
  return status;
}

/* ---- Regions with goals, over costs from afar ---------------------------------------- */

static void mark_far_goal(void *user, const ovi_goal *goal) {
  const ovi_nearest_goal *nearest = user;
  ovi_window *window = &nearest->costs.local->window;
  if (!is_known_blocked(nearest, goal->cell)) {
    ovi_window_add_any_target(window, goal->cell.x - window->x, goal->cell.y - window->y);
  }
}

/* Searches a region from all its entries until a goal is settled. */
static ovi_status search_listed(ovi_nearest_goal *nearest, uint32_t region) {
  ovi_part_search *search = &nearest->search;
  ovi_dijkstra *costs = &nearest->costs;
  ovi_local_search *local = costs->local;
  if (!ovi_local_search_is_paused(local)) {
    /* Without links no path to the region costs less than the straight distance. */
    const ovi_rectangle cells = ovi_region_rectangle(costs->layer, region);
    const ovl_cell at = costs->start;
    const int32_t dx = at.x < cells.x0    ? cells.x0 - at.x
                       : at.x >= cells.x1 ? at.x - cells.x1 + 1
                                          : 0;
    const int32_t dy = at.y < cells.y0    ? cells.y0 - at.y
                       : at.y >= cells.y1 ? at.y - cells.y1 + 1
                                          : 0;
    const ovi_layer *layer = costs->layer;
    const uint64_t bound =
        layer->profile.has_links ? 0 : ovi_octile(dx, dy, layer->profile.min_weight);
    if (bound >= nearest->best.cost ||
        !ovi_box_has(layer, costs->far->land(costs->far->user), region) ||
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
  costs->bound = nearest->best.cost;
  const ovi_status status = ovi_dijkstra_run_round(costs, &budget);
  grant_expansions(nearest);
  if (status == OVI_DONE && costs->far->rounds == rounds) {
    /* The best goal is nearer than all that is left. */
    ovi_stage_go_to(&nearest->stages, NEAREST_STAGES);
    return nearest->best.cost != UINT64_MAX ? OVI_DONE : OVI_CORRUPT;
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

/* ---- The search ------------------------------------------------------------------------ */

void ovi_nearest_goal_begin(ovi_nearest_goal *nearest, const ovi_dijkstra *costs,
                            ovi_zone_room *room, const ovi_goals *goals) {
  *nearest = (ovi_nearest_goal){.costs = *costs,
                                .goals = goals,
                                .room = room,
                                .best = {.cost = UINT64_MAX, .order = UINT64_MAX},
                                .search = {.part = OVI_PART_BOX, .from = costs->start}};
}

ovi_status ovi_nearest_goal_run(ovi_nearest_goal *nearest, uint64_t expanded_end) {
  static const ovi_stage stages[NEAREST_STAGES] = {
      [NEAREST_STATE] = {"ask the islands for a goal", find_state},
      [NEAREST_BOX] = {"search the box around the start", search_goal_box},
      [NEAREST_ZONES] = {"search zones for goals", search_zones},
      [NEAREST_START] = {"attach the start", attach_start},
      [NEAREST_WAYPOINT] = {"settle the next waypoint", settle_waypoint},
      [NEAREST_REGION] = {"search the region that it enters", search_entered},
      [NEAREST_SPREAD] = {"spread costs over overlays", spread_round},
      [NEAREST_LAND] = {"search the regions with goals", search_land}};
  nearest->expanded_end = expanded_end;
  grant_expansions(nearest);
  return ovi_stages_do(&nearest->stages, stages, NEAREST_STAGES, nearest, NULL);
}
