/* The coarse A* of the articles on hierarchical search [HPA*], to compare the library's own coarse
 * searches with: over the cells of the start's region, all waypoints, and the cells of the goal's
 * region, with octile distances. It finds what the cheapest route over waypoints costs, and does
 * not refine it.
 *
 * Nodes are the waypoints, as the graph numbers them, and after them the cells
 * of the start's region and those of the goal's. */
#include "overland_hexagons.h"
#include "overland_trace.h"
#include "tools/explorer/module/coarse/coarse_graph.h"
#include "tools/explorer/module/module_memory.h"
#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/module_world.h"
#include "tools/explorer/module/search_lists.h"

enum { START, GOAL, ENDS, DIRECTIONS = 8, STRAIGHT = 70, DIAGONAL = 99 };

static const int32_t steps_x[DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};
static const int32_t steps_y[DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};

/* A region in which an end lies, and its waypoints. */
typedef struct end_region {
  int32_t left, top, right, bottom; /* the last two are not in it */
  uint32_t first_node;
  uint32_t *waypoints;
  size_t capacity, count;
} end_region;

static struct {
  const ovl_world *world;
  const coarse_graph *graph;
  ovl_cell ends[ENDS];
  end_region regions[ENDS]; /* alike if both ends lie in one */
  uint32_t goal;
  uint64_t least; /* the sum of the weights of two cells, at least, eighths */
  search_lists lists;
  size_t node_capacity, heap_capacity, closed_capacity;
  uint32_t reached;   /* nodes, counted each time */
  double expanded[2]; /* cells, waypoints */
  uint32_t *branch;   /* nodes of the route */
  int32_t *points;
  size_t branch_capacity, point_capacity;
} coarse;

/* ---- Nodes ---- */

static bool holds(const end_region *region, ovl_cell cell) {
  return cell.x >= region->left && cell.x < region->right && cell.y >= region->top &&
         cell.y < region->bottom;
}

static uint32_t node_of(const end_region *region, ovl_cell cell) {
  return region->first_node + (uint32_t)((cell.y - region->top) * (region->right - region->left) +
                                         cell.x - region->left);
}

/* The two cells of a node; those of a cell are alike. */
static void cells_of(uint32_t node, ovl_cell cells[2]) {
  if (node < coarse.graph->count) {
    cells[0] = coarse.graph->waypoints[node].first;
    cells[1] = coarse.graph->waypoints[node].second;
    return;
  }
  const end_region *region = &coarse.regions[node >= coarse.regions[GOAL].first_node];
  const int32_t at = (int32_t)(node - region->first_node);
  const int32_t width = region->right - region->left;
  cells[0] = cells[1] = (ovl_cell){region->left + at % width, region->top + at / width, 0};
}

/* ---- Costs ---- */

/* The part of a step to a cell beside it that lies in the region of its second cell (`enters`), or
 * in that of its first one, which has what the step costs beside weights; 0: it is not legal. */
static uint64_t half_step(ovl_cell from, ovl_cell to, bool enters) {
  for (int32_t direction = 0; direction < DIRECTIONS; direction++) {
    if (from.x + steps_x[direction] == to.x && from.y + steps_y[direction] == to.y) {
      const uint64_t step = module_step_units(coarse.world, from, (uint32_t)direction);
      const uint64_t second =
          (direction % 2 == 0 || module_is_hexagonal() ? (uint64_t)STRAIGHT : (uint64_t)DIAGONAL) *
          ovl_world_weight(coarse.world, 0, to);
      return step == 0 ? 0 : enters ? second : step - second;
    }
  }
  return 0;
}

/* The octile, or hexagonal, distance to the goal on the cheapest ground. */
static uint64_t estimate_from(ovl_cell cell) {
  const ovl_cell goal = coarse.ends[GOAL];
  if (module_is_hexagonal()) {
    return coarse.least * STRAIGHT * (uint64_t)ovl_hexagon_distance(cell, goal);
  }
  const int32_t dx = cell.x < goal.x ? goal.x - cell.x : cell.x - goal.x;
  const int32_t dy = cell.y < goal.y ? goal.y - cell.y : cell.y - goal.y;
  const int32_t diagonal = dx < dy ? dx : dy;
  return coarse.least * (uint64_t)(DIAGONAL * diagonal + STRAIGHT * (dx + dy - 2 * diagonal));
}

static uint64_t estimate(uint32_t node) {
  ovl_cell cells[2];
  cells_of(node, cells);
  const uint64_t one = estimate_from(cells[0]);
  const uint64_t other = estimate_from(cells[1]);
  return one < other ? one : other;
}

/* ---- The search ---- */

static void reach(uint32_t node, uint32_t parent, uint64_t g) {
  const search_node *known = &coarse.lists.room.nodes[node];
  if (known->state != NODE_UNSEEN && known->g <= g) {
    return;
  }
  const uint64_t h = known->state != NODE_UNSEEN ? known->h : estimate(node);
  const search_node costs = {
      .g = g, .h = h, .f = g + h, .parent = parent, .number = coarse.reached++};
  lists_reach(&coarse.lists, node, &costs);
}

static void expand_cell(const end_region *region, ovl_cell cell, uint32_t node, uint64_t g) {
  for (int32_t direction = 0; direction < DIRECTIONS; direction++) {
    const ovl_cell to = {cell.x + steps_x[direction], cell.y + steps_y[direction], 0};
    const uint64_t step =
        holds(region, to) ? module_step_units(coarse.world, cell, (uint32_t)direction) : 0;
    if (step != 0) {
      reach(node_of(region, to), node, g + step);
    }
  }
  for (size_t i = 0; i < region->count; i++) {
    ovl_cell sides[2];
    cells_of(region->waypoints[i], sides);
    for (int side = 0; side < 2; side++) {
      const bool is_here = sides[side].x == cell.x && sides[side].y == cell.y;
      const uint64_t half = is_here ? half_step(cell, sides[1 - side], false) : 0;
      if (half != 0) {
        reach(region->waypoints[i], node, g + half);
      }
    }
  }
}

static void expand_waypoint(uint32_t node, uint64_t g) {
  const coarse_graph *graph = coarse.graph;
  for (uint32_t i = graph->first_edge[node]; i < graph->first_edge[node + 1]; i++) {
    reach(graph->edges[i].to, node, g + graph->edges[i].cost);
  }
  ovl_cell sides[2];
  cells_of(node, sides);
  for (int side = 0; side < 2; side++) {
    const end_region *region = &coarse.regions[GOAL];
    const uint64_t half =
        holds(region, sides[side]) ? half_step(sides[1 - side], sides[side], true) : 0;
    if (half != 0) {
      reach(node_of(region, sides[side]), node, g + half);
    }
  }
}

static void tell(ovl_trace_kind kind, uint32_t node) {
  const search_node *known = &coarse.lists.room.nodes[node];
  ovl_trace_event event = {.kind = kind,
                           .tier = node < coarse.graph->count ? OVL_TIER_COARSE : OVL_TIER_FINE,
                           .g = known->g,
                           .h = known->h,
                           .f = known->f};
  cells_of(node, event.node);
  cells_of(known->parent, event.parent);
  module_record_event(NULL, &event);
}

static ovl_result search_route(bool tells) {
  const uint32_t start = node_of(&coarse.regions[START], coarse.ends[START]);
  lists_begin(&coarse.lists, coarse.lists.room, LISTS_LARGER_G);
  coarse.expanded[0] = coarse.expanded[1] = 0;
  coarse.reached = 0;
  reach(start, start, 0);
  while (coarse.lists.open_count > 0) {
    const uint32_t node = coarse.lists.room.heap[0];
    const uint64_t g = coarse.lists.room.nodes[node].g;
    lists_close(&coarse.lists, node);
    if (tells) {
      tell(OVL_TRACE_EXPAND, node);
    }
    coarse.expanded[node < coarse.graph->count]++;
    if (node == coarse.goal) {
      return OVL_OK;
    }
    if (node < coarse.graph->count) {
      expand_waypoint(node, g);
      continue;
    }
    ovl_cell cells[2];
    cells_of(node, cells);
    expand_cell(&coarse.regions[node >= coarse.regions[GOAL].first_node], cells[0], node, g);
  }
  return OVL_UNREACHABLE;
}

/* ---- Beginning ---- */

/* The least weight of the map that is not 0. */
static uint64_t least_weight(const ovl_world_info *info) {
  ovl_profile_info profile;
  const uint8_t *terrain = module_map_terrain();
  uint32_t least = UINT8_MAX;
  ovl_world_profile(coarse.world, 0, &profile);
  for (size_t i = 0; i < (size_t)info->width * (size_t)info->height; i++) {
    const uint32_t weight = profile.def.weights[terrain[i]];
    least = weight != 0 && weight < least ? weight : least;
  }
  return least;
}

static bool take_end(int which, const ovl_world_info *info, uint32_t first_node) {
  const int32_t side = info->partition.region_cells;
  const ovl_cell cell = coarse.ends[which];
  end_region *region = &coarse.regions[which];
  const bool has_room = module_reserve(&region->waypoints, &region->capacity,
                                       (size_t)coarse.graph->count + 1, sizeof *region->waypoints);
  region->left = cell.x - cell.x % side;
  region->top = cell.y - cell.y % side;
  region->right = region->left + side < info->width ? region->left + side : info->width;
  region->bottom = region->top + side < info->height ? region->top + side : info->height;
  region->first_node = first_node;
  region->count = 0;
  for (uint32_t node = 0; has_room && node < coarse.graph->count; node++) {
    const ovl_waypoint *waypoint = &coarse.graph->waypoints[node];
    if (holds(region, waypoint->first) || holds(region, waypoint->second)) {
      region->waypoints[region->count++] = node;
    }
  }
  return has_room;
}

static bool reserve_nodes(size_t count) {
  lists_room *room = &coarse.lists.room;
  room->node_count = (uint32_t)count;
  return module_reserve(&room->nodes, &coarse.node_capacity, count, sizeof *room->nodes) &&
         module_reserve(&room->heap, &coarse.heap_capacity, count, sizeof *room->heap) &&
         module_reserve(&room->closed, &coarse.closed_capacity, count, sizeof *room->closed);
}

static ovl_result begin(void) {
  ovl_world_info info;
  coarse.world = module_world();
  if (coarse.world == NULL) {
    return OVL_BAD_ARGUMENT;
  }
  coarse.ends[START] = module_query()->start;
  coarse.ends[GOAL] = module_query()->goal;
  if (ovl_world_island(coarse.world, 0, coarse.ends[START]) == 0) {
    return OVL_START_BLOCKED;
  }
  if (ovl_world_island(coarse.world, 0, coarse.ends[GOAL]) == 0) {
    return OVL_GOAL_BLOCKED;
  }
  coarse.graph = coarse_graph_of(coarse.world);
  if (coarse.graph == NULL) {
    return OVL_NO_MEMORY;
  }
  ovl_world_describe(coarse.world, &info);
  const uint32_t cells = (uint32_t)(info.partition.region_cells * info.partition.region_cells);
  if (!take_end(START, &info, coarse.graph->count)) {
    return OVL_NO_MEMORY;
  }
  const bool is_one = holds(&coarse.regions[START], coarse.ends[GOAL]);
  if (!take_end(GOAL, &info, coarse.graph->count + (is_one ? 0 : cells)) ||
      !reserve_nodes((size_t)coarse.graph->count + 2 * (size_t)cells)) {
    return OVL_NO_MEMORY;
  }
  coarse.goal = node_of(&coarse.regions[GOAL], coarse.ends[GOAL]);
  coarse.least = 2 * least_weight(&info);
  return OVL_OK;
}

/* ---- The route ---- */

/* Lists the points of the route and tells its waypoints. Returns how many points there are. */
static uint32_t list_route(void) {
  const uint32_t most = coarse.lists.room.node_count;
  if (!module_reserve(&coarse.branch, &coarse.branch_capacity, most, sizeof *coarse.branch) ||
      !module_reserve(&coarse.points, &coarse.point_capacity, 4 * (size_t)most,
                      sizeof *coarse.points)) {
    return 0;
  }
  const uint32_t nodes = lists_branch(&coarse.lists, coarse.goal, coarse.branch, most);
  ovl_cell at = coarse.ends[START];
  uint32_t count = 0;
  for (uint32_t i = 0; i < nodes; i++) {
    const bool is_waypoint = coarse.branch[i] < coarse.graph->count;
    ovl_cell cells[2];
    cells_of(coarse.branch[i], cells);
    if (is_waypoint) {
      tell(OVL_TRACE_ROUTE, coarse.branch[i]);
    }
    /* The side of a waypoint that is passed first lies in the region of the one before. */
    const bool is_turned = is_waypoint && (at.x - cells[0].x) * (cells[1].x - cells[0].x) +
                                                  (at.y - cells[0].y) * (cells[1].y - cells[0].y) >
                                              0;
    for (int side = 0; side < 1 + is_waypoint; side++) {
      at = cells[is_turned ? 1 - side : side];
      coarse.points[2 * count] = at.x;
      coarse.points[2 * count++ + 1] = at.y;
    }
  }
  return count;
}

/* Finds the route of the present query, of which the ends alone count. Numbers: 0 cost, units; 1
 * points; 2 cells expanded; 3 waypoints expanded. Events of expansions, and of the route, are
 * recorded as module_record says. An ovl_result. */
EXPLORER_CALL(module_coarse) int32_t module_coarse(void) {
  module_begin_record();
  ovl_result result = begin();
  if (result == OVL_OK) {
    result = search_route(true);
  }
  const bool is_found = result == OVL_OK;
  module_numbers()[0] = is_found ? (double)coarse.lists.room.nodes[coarse.goal].g : 0;
  module_numbers()[1] = is_found ? list_route() : 0;
  module_numbers()[2] = coarse.expanded[0];
  module_numbers()[3] = coarse.expanded[1];
  return (int32_t)result;
}

/* Searches the route `times` times, without events. */
EXPLORER_CALL(module_coarse_often) int32_t module_coarse_often(int32_t times) {
  ovl_result result = begin();
  for (int32_t i = 0; i < times && result == OVL_OK; i++) {
    result = search_route(false);
  }
  return (int32_t)result;
}

/* x, y of each point of the route: the ends, cells, and both cells of each waypoint. */
EXPLORER_CALL(module_coarse_points) const int32_t *module_coarse_points(void) {
  return coarse.points;
}
