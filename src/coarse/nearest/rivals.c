/* Listing rivals by what paths to them cost at least, and finding out what they cost. */
#include "coarse/nearest/rivals.h"

#include "coarse/view/region_cells.h"
#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"

enum {
  /* Costs over waypoints are at most an 8th above the least, and a 5th where they are found over
   * overlays; besides what it costs to walk along borders to waypoints. */
  OVER_WAYPOINTS = 8,
  OVER_OVERLAYS = 5,
  USUAL_WEIGHT = 16, /* of such cells, on ground of several weights */
  MOST_TOLD = 256,   /* goals that are told apart by the entries of their regions */
  /* Paths whose costs differ by a 128th, or a 16th where strings are not pulled, are compared by
   * their least costs, if they lead no farther than this. */
  OVER_PULLED = 128,
  OVER_PLANNED = 16,
  PULLED_REACH = 96,
  ZONES_REACH = 192,
  MOST_ZONE_CELLS = 1 << 17 /* that may be searched zone by zone */
};

/* ---- Bounds -------------------------------------------------------------------------- */

/* The least that a path to a goal costs, unless it stays in the box around the start, whose paths
 * are known: over the open ground between, or out of the box and back. */
static uint64_t least_outside(const ovi_nearest_goal *nearest, ovl_cell goal) {
  const ovi_layer *layer = nearest->costs.layer;
  const ovl_cell at = nearest->costs.start;
  const ovi_rectangle box = ovi_box_cells(layer, nearest->costs.box);
  const int32_t dx = goal.x - at.x;
  const int32_t dy = goal.y - at.y;
  const uint32_t weight = layer->profile.min_weight;
  if (layer->profile.has_links) {
    return 0;
  }
  if (!ovi_rectangle_has(box, goal.x, goal.y)) {
    return ovi_distance(layer->profile.corners, dx, dy, weight);
  }
  const int32_t left = box.x0 > 0 ? goal.x + at.x - 2 * (box.x0 - 1) : INT32_MAX;
  const int32_t up = box.y0 > 0 ? goal.y + at.y - 2 * (box.y0 - 1) : INT32_MAX;
  const int32_t right = box.x1 < layer->partition.width ? 2 * box.x1 - goal.x - at.x : INT32_MAX;
  const int32_t down = box.y1 < layer->partition.height ? 2 * box.y1 - goal.y - at.y : INT32_MAX;
  const int32_t across = left < right ? left : right;
  const int32_t along = up < down ? up : down;
  const uint64_t by_x = across != INT32_MAX ? ovi_distance_apart(layer->profile.corners, across,
                                                                 ovi_magnitude(dy), weight)
                                            : UINT64_MAX;
  const uint64_t by_y = along != INT32_MAX ? ovi_distance_apart(layer->profile.corners,
                                                                ovi_magnitude(dx), along, weight)
                                           : UINT64_MAX;
  return by_x < by_y ? by_x : by_y;
}

uint64_t ovi_rivals_least_to(const ovi_nearest_goal *nearest, uint32_t region) {
  const ovi_layer *layer = nearest->costs.layer;
  const ovl_cell at = nearest->costs.start;
  const ovi_rectangle cells = ovi_region_rectangle(layer, region);
  return layer->profile.has_links
             ? 0
             : ovi_distance_apart(
                   layer->profile.corners, ovi_range_apart(at.x, at.x + 1, cells.x0, cells.x1),
                   ovi_range_apart(at.y, at.y + 1, cells.y0, cells.y1), layer->profile.min_weight);
}

/* Returns whether costs over waypoints, and of planned paths, tell how cheap a goal can be. A step
 * rule may make the crossing of a waypoint any number of times as dear as the steps beside it. */
static bool waypoints_tell(const ovi_layer *layer) { return !layer->profile.asks_rule; }

static uint32_t over_waypoints(const ovi_nearest_goal *nearest) {
  return nearest->costs.far != NULL ? OVER_OVERLAYS : OVER_WAYPOINTS;
}

/* The cost of the detours to the waypoints of borders, which a least path need not make. */
static uint64_t cost_along_borders(const ovi_layer *layer) {
  const int32_t spacing = layer->partition.spacing;
  const uint32_t weight = layer->profile.min_weight;
  return layer->profile.is_plain ? ovi_distance(layer->profile.corners, spacing, 0, weight)
                                 : ovi_distance(layer->profile.corners, 2 * spacing, 0,
                                                weight > USUAL_WEIGHT ? weight : USUAL_WEIGHT);
}

uint64_t ovi_rivals_reach(const ovi_nearest_goal *nearest) {
  const uint64_t cost = nearest->best.cost;
  return cost < OVI_COSTS_END
             ? cost + cost / over_waypoints(nearest) + cost_along_borders(nearest->costs.layer)
             : cost;
}

/* The least that a path costs by the entries of a goal's region, each with open ground behind. */
typedef struct rival_entry {
  ovl_cell goal;
  uint32_t weight;
  int corners;
  uint64_t least;
} rival_entry;

static void lower_rival(void *user, const ovi_entry *entry, uint64_t cost) {
  rival_entry *rival = user;
  const ovl_cell cell = ovi_entry_cell(entry);
  const uint64_t all = cost + ovi_distance(rival->corners, rival->goal.x - cell.x,
                                           rival->goal.y - cell.y, rival->weight);
  rival->least = all < rival->least ? all : rival->least;
}

/* The least that a path to a goal costs from outside of its region, by costs over waypoints. */
static uint64_t least_by_waypoints(const ovi_nearest_goal *nearest, ovl_cell goal) {
  const ovi_layer *layer = nearest->costs.layer;
  rival_entry rival = {goal, layer->profile.min_weight, layer->profile.corners, UINT64_MAX};
  ovi_dijkstra_entries(&nearest->costs, ovi_region_at(layer, goal.x, goal.y), lower_rival, &rival);
  const uint64_t along = cost_along_borders(layer);
  const uint64_t least = rival.least > along ? rival.least - along : 0;
  return least - least / (over_waypoints(nearest) + 1);
}

/* ---- The list ------------------------------------------------------------------------ */

/* Keeps a goal, the best one too, if a path outside of the box may cost less than the best. */
static void add_rival(void *user, const ovi_goal *goal) {
  ovi_nearest_goal *nearest = user;
  ovi_goal_candidates *candidates = &nearest->search.candidates;
  const ovi_dijkstra *costs = &nearest->costs;
  const ovl_cell cell = goal->cell;
  uint64_t bound = least_outside(nearest, cell);
  if (!ovi_nearest_can_win(nearest, bound, goal->order)) {
    return;
  }
  const bool is_told = nearest->search.tried++ < MOST_TOLD;
  if (is_told && nearest->is_spread && waypoints_tell(costs->layer)) {
    const uint64_t least = least_by_waypoints(nearest, cell);
    bound = least > bound ? least : bound;
  }
  if (!ovi_nearest_can_win(nearest, bound, goal->order) ||
      (is_told && !costs->reachable.reaches(costs->reachable.user,
                                            ovi_layer_island(costs->layer, cell.x, cell.y)))) {
    return;
  }
  if (is_told) {
    ovi_goal_candidates_add(candidates, goal, bound);
  } else if (bound < candidates->rest.bound) {
    candidates->rest = (ovi_goal_candidate){*goal, bound};
  }
  nearest->rivals = ovi_rectangle_join(nearest->rivals, ovi_rectangle_of_one(cell.x, cell.y));
}

/* Lists the rivals in an area, until there are too many. */
static void list_area(ovi_nearest_goal *nearest) {
  const ovi_goals *goals = nearest->goals;
  const ovi_layer *layer = nearest->costs.layer;
  const ovi_goal_candidate *rest = &nearest->search.candidates.rest;
  uint32_t next = 0;
  uint32_t region;
  while (rest->bound == UINT64_MAX && ovi_goals_next_region(goals, layer, &next, &region)) {
    if (ovi_rivals_least_to(nearest, region) <= nearest->best.cost) {
      ovi_goals_of_region(goals, layer, region, add_rival, nearest);
    }
  }
  nearest->rivals = rest->bound != UINT64_MAX ? goals->area : nearest->rivals;
}

bool ovi_rivals_list(ovi_nearest_goal *nearest) {
  const ovi_plane *plane = &nearest->costs.layer->partition;
  ovi_goal_candidates *candidates = &nearest->search.candidates;
  ovi_goal_candidates_begin(candidates);
  nearest->search.tried = 0;
  nearest->rivals = (ovi_rectangle){0, 0, 0, 0};
  if (nearest->goals->cell_at == NULL) {
    list_area(nearest);
  } else {
    ovi_goals_inside(nearest->goals, (ovi_rectangle){0, 0, plane->width, plane->height}, add_rival,
                     nearest);
  }
  nearest->search.tried = 0;
  return candidates->count > 1 || candidates->rest.bound != UINT64_MAX ||
         (candidates->count == 1 && candidates->list[0].goal.order != nearest->best.order);
}

bool ovi_rivals_are_measured(const ovi_nearest_goal *nearest) {
  const ovi_goal_candidates *candidates = &nearest->search.candidates;
  const ovi_layer *layer = nearest->costs.layer;
  const bool is_rest_left =
      nearest->is_spread && nearest->goals->cell_at != NULL && ovi_layer_pulls_strings(layer);
  int64_t farthest = 0;
  for (int i = 0; i < candidates->count; i++) {
    const int64_t steps = ovi_steps_between(layer->profile.corners, nearest->costs.start,
                                            candidates->list[i].goal.cell);
    farthest = steps > farthest ? steps : farthest;
  }
  return candidates->count != 0 && (candidates->rest.bound == UINT64_MAX || is_rest_left) &&
         ovi_zones_exceed(layer, (uint64_t)candidates->count, farthest);
}

/* ---- Least costs ----------------------------------------------------------------------- */

/* Begins to search zones as far as the best goal. */
static void begin_zones(ovi_nearest_goal *nearest) {
  ovi_zones_begin(&nearest->zones, &nearest->costs, nearest->zones.room,
                  nearest->best.cost + 1); /* one that costs the same may come before it */
  nearest->zones_left = 0;
  nearest->search.base = 0;
  nearest->search.is_open = true;
}

/* Has zones searched for the goals in a rectangle, unless it lies farther away than `reach`. */
static void add_target(ovi_nearest_goal *nearest, ovi_rectangle cells, int32_t reach) {
  const ovi_layer *layer = nearest->costs.layer;
  const ovl_cell at = nearest->costs.start;
  const uint32_t side = OVI_ZONE_REGIONS * (uint32_t)layer->partition.region_cells;
  ovi_zones_add_target(&nearest->zones, cells);
  if (layer->profile.has_links || ovi_rectangle_has(ovi_rectangle_grow(cells, reach), at.x, at.y)) {
    nearest->zones_left = 1 + MOST_ZONE_CELLS / (side * side);
  }
}

void ovi_rivals_begin_zones(ovi_nearest_goal *nearest) {
  begin_zones(nearest);
  add_target(nearest, nearest->rivals, ZONES_REACH);
}

/* Returns whether a rival's path costs so little more than that to the best goal that its least
 * cost may be lower. */
static bool is_contender(const ovi_nearest_goal *nearest, int tried) {
  const ovi_part_search *search = &nearest->search;
  const ovi_goal_candidate *rival = &search->candidates.list[tried];
  const uint64_t cost = search->costs[tried];
  const ovi_layer *layer = nearest->costs.layer;
  const uint64_t over = ovi_layer_pulls_strings(layer) ? OVER_PULLED : OVER_PLANNED;
  return rival->goal.order != nearest->best.order &&
         ovi_nearest_can_win(nearest, rival->bound, rival->goal.order) &&
         (!waypoints_tell(layer) || cost - cost / over <= nearest->best.cost);
}

/* Begins to search zones for the best goal and its contenders; false if there are none. */
static bool begin_contest(ovi_nearest_goal *nearest) {
  const ovi_part_search *search = &nearest->search;
  const int32_t reach = ovi_layer_pulls_strings(nearest->costs.layer) ? PULLED_REACH : ZONES_REACH;
  bool is_contested = false;
  begin_zones(nearest);
  for (int i = 0; i < search->tried; i++) {
    const ovi_goal *goal = &search->candidates.list[i].goal;
    const bool is_best = goal->order == nearest->best.order;
    if (is_best || is_contender(nearest, i)) {
      add_target(nearest, ovi_rectangle_of_one(goal->cell.x, goal->cell.y), reach);
      is_contested = is_contested || !is_best;
    }
  }
  return is_contested;
}

ovi_status ovi_rivals_measure(ovi_nearest_goal *nearest) {
  ovi_part_search *search = &nearest->search;
  const ovi_goal_candidates *candidates = &search->candidates;
  for (; search->tried < candidates->count; search->tried++) {
    const ovi_goal_candidate *rival = &candidates->list[search->tried];
    if (!ovi_nearest_can_win(nearest, rival->bound, rival->goal.order)) {
      break;
    }
    const ovi_status status =
        nearest->measure(nearest->measure_user, rival->goal.cell, &search->costs[search->tried]);
    if (status != OVI_DONE) {
      return status;
    }
    ovi_nearest_choose(nearest, &rival->goal, search->costs[search->tried]);
  }
  if (ovi_nearest_can_win(nearest, candidates->rest.bound, candidates->rest.goal.order)) {
    ovi_rivals_begin_zones(nearest);
    return OVI_DONE;
  }
  return begin_contest(nearest) ? OVI_DONE : OVI_NONE;
}

void ovi_rivals_take_reached(void *user, const ovi_goal *goal) {
  ovi_nearest_goal *nearest = user;
  if (!ovi_rivals_is_blocked(nearest, goal->cell)) {
    const uint64_t cost = ovi_dijkstra_cell_cost(&nearest->costs, goal->cell);
    if (cost != UINT64_MAX) {
      ovi_nearest_choose(nearest, goal, nearest->search.base + cost);
    }
  }
}

ovi_status ovi_rivals_search_zones(ovi_nearest_goal *nearest) {
  ovi_zones *zones = &nearest->zones;
  const int32_t columns = nearest->costs.layer->partition.regions_x;
  ovi_status status = OVI_DONE;
  while (nearest->zones_left != 0 && (status = ovi_zones_search(zones)) == OVI_DONE) {
    const ovi_rectangle box = ovi_zones_box(zones);
    for (int32_t y = box.y0; y < box.y1; y++) {
      for (int32_t x = box.x0; x < box.x1; x++) {
        ovi_goals_of_region(nearest->goals, nearest->costs.layer, (uint32_t)(y * columns + x),
                            ovi_rivals_take_reached, nearest);
      }
    }
    zones->bound = nearest->best.cost + 1;
    nearest->zones_left--;
  }
  return status == OVI_PAUSED ? status : OVI_DONE;
}
