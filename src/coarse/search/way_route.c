/* Finds the pair of ways between which a route over links is cheapest. */
#include "coarse/search/way_route.h"

#include "common/topology.h"

#define FAR (UINT64_MAX / 8) /* there is no route */

enum { BEFORE = 1, BEHIND = 2, ONWARD = 4 };

void ovi_way_bounds_reserve(ovi_way_bounds *bounds, ovi_arena *arena, uint32_t ways,
                            uint32_t hubs) {
  ovi_label_table_reserve(&bounds->table, arena, ways != 0 ? hubs : 0);
  bounds->before = ovi_arena_take(arena, ways, sizeof(uint64_t));
  bounds->behind = ovi_arena_take(arena, ways, sizeof(uint64_t));
  bounds->onward = ovi_arena_take(arena, ways, sizeof(uint64_t));
  bounds->known = ovi_arena_take(arena, ways, sizeof(uint8_t));
  bounds->goals = ovi_arena_take(arena, ways, sizeof(uint8_t));
}

static uint64_t bound_to(const ovi_layer *layer, uint32_t way, bool end, ovl_cell cell) {
  const ovl_cell at = ovi_way_end(layer, way, end);
  return ovi_distance(layer->profile.corners, at.x - cell.x, at.y - cell.y,
                      layer->profile.min_weight);
}

static uint64_t closure_cost(const uint8_t *row, uint32_t way) {
  const uint64_t cost = ovi_get_u64(row + 8 * (uint64_t)way);
  return cost < FAR ? cost : FAR;
}

bool ovi_ways_may_undercut(const ovi_layer *layer, ovl_cell start, ovl_cell goal, uint64_t cost) {
  const uint32_t count = layer->labels.ways.count;
  for (uint32_t way = 0; way < count; way++) {
    const uint64_t before = bound_to(layer, way, false, start);
    const uint8_t *row = ovi_closure_row(layer, way);
    for (uint32_t last = 0; before + closure_cost(row, way) < cost && last < count; last++) {
      if (before + closure_cost(row, last) < cost &&
          before + closure_cost(row, last) + bound_to(layer, last, true, goal) < cost) {
        return true;
      }
    }
  }
  return false;
}

/* ---- Exact costs ------------------------------------------------------------------- */

/* The port of an attached region at which a way begins or ends, if it is attached; UINT32_MAX: it
 * is not. */
static uint32_t attached_port(const ovi_layer *layer, const ovi_attachment *attachment,
                              const ovi_link_way *way, bool end) {
  const ovl_cell cell = end ? way->to : way->from;
  if (ovi_region_at(layer, cell.x, cell.y) != attachment->region) {
    return UINT32_MAX;
  }
  const ovi_region region = ovi_region_view(layer, attachment->region);
  const uint32_t port = ovi_port_of_end(layer, &region, &way->stop, (way->stop.side == 1) == end);
  return port < attachment->count && attachment->costs[port] != OVI_UNREACHED ? port : UINT32_MAX;
}

/* A search for the pair. */
typedef struct way_search {
  ovi_way_bounds *bounds;
  const ovi_way_task *task;
  uint32_t count;
  uint64_t best;         /* that the route must cost less than */
  uint64_t least_before; /* of all ways */
  uint64_t least_behind;
  uint32_t goal_count;        /* ways with which the route may end */
  bool has_starts, has_goals; /* the tables are filled */
} way_search;

/* Adds the labels of the ports of an end, but for links. Their costs are those that
 * ovi_label_route_find left there. */
static void join_ports(const way_search *search, ovi_label_table *table, bool is_goal) {
  const ovi_layer *layer = search->task->layer;
  const ovi_label_end *end = is_goal ? search->task->goal : search->task->start;
  const ovi_end_ports ports = ovi_end_ports_of(layer, end);
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    const ovi_label_ends ends = ovi_end_ports_group(&ports, end, group);
    ovi_labels_add_all(table, layer, &ends);
  }
}

/* A cost between an end and a way, over the port of the end that lies best. */
static uint64_t some_cost(const way_search *search, uint32_t number, bool is_goal) {
  const ovi_layer *layer = search->task->layer;
  const ovi_label_end *end = is_goal ? search->task->goal : search->task->start;
  const ovi_end_ports ports = ovi_end_ports_of(layer, end);
  const ovi_link_way way = ovi_way_at(layer, number);
  const ovl_cell to = is_goal ? way.to : way.from;
  ovi_label_table *table = &search->bounds->table;
  ovi_label_hub hub;
  ovi_label_cost reached = {0, 0};
  uint64_t waypoint = 0;
  uint64_t least = UINT64_MAX;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    for (uint32_t port = ports.groups.begins[group]; port < ports.groups.begins[group + 1];
         port++) {
      const uint32_t at = ovi_port_cell(&ports.region, port);
      const uint64_t cost = end->attachment.costs[port];
      const uint64_t bound =
          cost + ovi_distance(layer->profile.corners, ports.region.x + ovi_port_x(at) - to.x,
                              ports.region.y + ovi_port_y(at) - to.y, layer->profile.min_weight);
      if (cost != OVI_UNREACHED && bound < least) {
        least = bound;
        reached.cost = cost;
        waypoint = (uint32_t)(port + ports.base[group]);
      }
    }
  }
  if (least == UINT64_MAX) {
    return FAR; /* no port is reached */
  }
  ovi_label_table_begin(table);
  ovi_labels_add(table, layer, waypoint, reached);
  const uint64_t cost = ovi_labels_find(table, layer, is_goal ? way.exit : way.entry, &hub).cost;
  return cost < FAR ? cost : FAR;
}

/* The exact cost from the start to where a way begins; *port: that by which it leaves. */
static uint64_t cost_before(way_search *search, const ovi_link_way *way, ovi_label_cost *by,
                            ovi_label_hub *hub) {
  const ovi_way_task *task = search->task;
  const uint32_t port = attached_port(task->layer, &task->start->attachment, way, false);
  if (!search->has_starts) {
    ovi_label_table_begin(&search->bounds->table);
    join_ports(search, &search->bounds->table, false);
    search->has_starts = true;
  }
  *by = ovi_labels_find(&search->bounds->table, task->layer, way->entry, hub);
  if (port != UINT32_MAX && task->start->attachment.costs[port] - way->cost <= by->cost) {
    *by = (ovi_label_cost){task->start->attachment.costs[port] - way->cost, port};
  }
  return by->cost < FAR ? by->cost : FAR;
}

/* The exact cost from where a way ends to the goal. */
static uint64_t cost_behind(way_search *search, const ovi_link_way *way, ovi_label_cost *by) {
  const ovi_way_task *task = search->task;
  const uint32_t port = attached_port(task->layer, &task->goal->attachment, way, true);
  ovi_label_hub hub;
  if (!search->has_goals) {
    join_ports(search, task->table, true);
    search->has_goals = true;
  }
  *by = ovi_labels_find(task->table, task->layer, way->exit, &hub);
  if (port != UINT32_MAX && task->goal->attachment.costs[port] <= by->cost) {
    *by = (ovi_label_cost){task->goal->attachment.costs[port], port};
  }
  return by->cost < FAR ? by->cost : FAR;
}

/* ---- The pair ---------------------------------------------------------------------- */

/* The last way with which the rest of a route costs least, from taking a way on. */
static uint32_t find_onward(way_search *search, uint32_t way) {
  const uint8_t *row = ovi_closure_row(search->task->layer, way);
  const ovi_way_bounds *bounds = search->bounds;
  uint32_t best = way;
  uint64_t least = closure_cost(row, way) + bounds->behind[way];
  for (uint32_t i = 0; i < search->goal_count; i++) {
    const uint32_t last = bounds->goals[i];
    const uint64_t cost = closure_cost(row, last) + bounds->behind[last];
    best = cost < least ? last : best;
    least = cost < least ? cost : least;
  }
  search->bounds->onward[way] = least;
  search->bounds->known[way] |= ONWARD;
  return best;
}

/* The way with which a route costs least, as far as it is known. */
static uint32_t least_way(const way_search *search) {
  const ovi_way_bounds *bounds = search->bounds;
  uint32_t best = 0;
  for (uint32_t way = 1; way < search->count; way++) {
    best = bounds->before[way] + bounds->onward[way] < bounds->before[best] + bounds->onward[best]
               ? way
               : best;
  }
  return best;
}

/* Makes the route that begins with one way and ends with another. */
static void make_route(way_search *search, uint32_t first, uint32_t last, ovi_label_route *route) {
  const ovi_way_task *task = search->task;
  const ovi_layer *layer = task->layer;
  const ovi_link_way way = ovi_way_at(layer, first);
  const ovi_link_way end = ovi_way_at(layer, last);
  const uint64_t cost = search->bounds->before[first] + search->bounds->onward[first];
  ovi_label_hub hub = {0, 0};
  ovi_label_cost by;
  ovi_label_cost on;
  const uint64_t before = cost_before(search, &way, &by, &hub);
  cost_behind(search, &end, &on);
  const ovi_region region = ovi_region_view(layer, task->start->attachment.region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  *route = (ovi_label_route){.cost = cost, .last = on.port, .way = first, .hub = hub};
  if (by.port >= groups.begins[OVI_GROUP_COUNT]) { /* the link is the first waypoint */
    route->first = way.stop;
    route->first.cost_to_go = cost - before - way.cost;
    route->hub = (ovi_label_hub){0, 0};
    return;
  }
  const uint32_t reached = task->start->attachment.costs[by.port];
  route->first = ovi_waypoint_of_port(layer, &region, &groups, by.port);
  route->first.cost_to_go = cost - reached;
  route->hub.cost = before - reached - hub.cost;
}

/* Begins with bounds that are set. */
static way_search begin_ways(ovi_way_bounds *bounds, const ovi_way_task *task, uint64_t best) {
  way_search search = {.bounds = bounds,
                       .task = task,
                       .count = task->layer->labels.ways.count,
                       .best = best < FAR ? best : FAR};
  search.least_before = search.least_behind = UINT64_MAX;
  for (uint32_t way = 0; way < search.count; way++) {
    const uint64_t before = bounds->before[way];
    const uint64_t behind = bounds->behind[way];
    search.least_before = before < search.least_before ? before : search.least_before;
    search.least_behind = behind < search.least_behind ? behind : search.least_behind;
  }
  for (uint32_t way = 0; way < search.count; way++) { /* with which such a route may end */
    bounds->goals[search.goal_count] = (uint8_t)way;
    search.goal_count += search.least_before + bounds->behind[way] < search.best ? 1 : 0;
  }
  return search;
}

uint64_t ovi_way_route_bound(ovi_way_bounds *bounds, const ovi_way_task *task) {
  const ovi_layer_ways *ways = &task->layer->labels.ways;
  if (ways->count == 0) {
    return UINT64_MAX;
  }
  const ovl_cell start = task->start->cell;
  const ovl_cell goal = task->goal->cell;
  const uint64_t apart = ovi_distance(task->layer->profile.corners, goal.x - start.x,
                                      goal.y - start.y, task->layer->profile.min_weight);
  for (uint32_t way = 0; way < ways->count; way++) {
    bounds->known[way] = 0;
    bounds->before[way] = bound_to(task->layer, way, false, start);
    bounds->behind[way] = bound_to(task->layer, way, true, goal);
  }
  way_search search = begin_ways(bounds, task, UINT64_MAX);
  /* From each way on: by its own end, and by the nearest way behind it. */
  for (uint32_t way = 0; way < ways->count; way++) {
    const uint8_t *entry = ways->ways + (uint64_t)OVI_WAY_BYTES * way;
    const uint64_t own = ovi_get_u32(entry + OVI_WAY_COST) + bounds->behind[way];
    const uint64_t other = ovi_get_u32(entry + OVI_WAY_NEAR) + search.least_behind;
    bounds->onward[way] = own < other ? own : other;
  }
  /* The route that costs least as far as it is known. */
  uint32_t first;
  uint32_t last;
  uint64_t onward;
  do {
    first = least_way(&search);
    onward = bounds->onward[first];
    last = find_onward(&search, first);
  } while (bounds->onward[first] != onward);
  if (bounds->before[first] + bounds->onward[first] > apart + apart / 2) {
    return UINT64_MAX; /* walking is hardly ever so much dearer */
  }
  const uint64_t cost = some_cost(&search, first, false) + some_cost(&search, last, true) +
                        closure_cost(ovi_closure_row(task->layer, first), last);
  return cost < FAR ? cost : UINT64_MAX;
}

void ovi_way_route_find(ovi_way_bounds *bounds, const ovi_way_task *task, uint64_t bound,
                        ovi_label_route *route) {
  if (task->layer->labels.ways.count == 0) {
    return;
  }
  way_search search = begin_ways(bounds, task, route->cost < bound ? route->cost : bound);
  for (;;) {
    const uint32_t first = least_way(&search);
    const uint64_t onward = bounds->onward[first];
    ovi_label_hub hub;
    ovi_label_cost by;
    if (bounds->before[first] + onward >= search.best) {
      return;
    }
    if ((bounds->known[first] & ONWARD) == 0) {
      find_onward(&search, first);
      continue;
    }
    if ((bounds->known[first] & BEFORE) == 0) {
      const ovi_link_way way = ovi_way_at(task->layer, first);
      bounds->before[first] = cost_before(&search, &way, &by, &hub);
      bounds->known[first] |= BEFORE;
      continue;
    }
    const uint32_t last = find_onward(&search, first);
    if (bounds->onward[first] != onward) {
      continue;
    }
    if ((bounds->known[last] & BEHIND) == 0) {
      const ovi_link_way way = ovi_way_at(task->layer, last);
      bounds->behind[last] = cost_behind(&search, &way, &by);
      bounds->known[last] |= BEHIND;
    } else {
      make_route(&search, first, last, route);
      return;
    }
  }
}
