/* Both ends' labels meet in the table, then the route is walked down. */
#include "coarse/search/label_route.h"

#include "common/step_cost.h"

/* A region with the numbers of its ports. */
typedef struct label_route_port_view {
  ovi_region region;
  ovi_port_groups groups;
  uint32_t base[OVI_GROUP_COUNT];
} label_route_port_view;

static void view_ports(label_route_port_view *view, const ovi_layer *layer, uint32_t id) {
  view->region = ovi_region_view(layer, id);
  view->groups = ovi_port_groups_of(&view->region);
  ovi_label_bases(layer, &view->region, &view->groups, view->base);
}

static uint64_t waypoint_at(const label_route_port_view *view, ovi_port port) {
  return port.port + view->base[port.group];
}

/* ---- Finding a route ----------------------------------------------------- */

/* Fills in the least that a route by each port of an end can cost, and returns the
 * port by which it could be the least. */
static ovi_port bound_ports(const ovi_layer *layer, const label_route_port_view *view,
                            ovi_label_end *end, const ovi_heuristic *other) {
  ovi_port best = {UINT32_MAX, 0};
  ovi_region owner = view->region;
  int group = 0;
  for (uint32_t port = 0; port < end->links.count; port++) {
    end->bounds[port] = UINT64_MAX;
    if (end->links.costs[port] == OVI_UNREACHED) {
      continue;
    }
    while (port >= view->groups.begins[group + 1]) {
      group++;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(layer, &view->region, &view->groups, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(layer, waypoint.region);
    }
    ovi_port own = {waypoint.number, group & (OVI_OWN_GROUPS - 1)};
    end->bounds[port] = (uint64_t)end->links.costs[port] + ovi_heuristic_from(other, &owner, own);
    if (best.port == UINT32_MAX || end->bounds[port] < end->bounds[best.port]) {
      best = (ovi_port){port, group};
    }
  }
  return best;
}

/* The ports of one end, in order. */
typedef struct end_ports {
  const ovi_layer *layer;
  const ovi_label_end *end;
  label_route_port_view view;
  ovi_port at;
} end_ports;

/* Moves on to the next port by which a route could cost less than `bound`. */
static bool next_port(end_ports *ports, uint64_t bound) {
  while (++ports->at.port < ports->end->links.count) {
    while (ports->at.port >= ports->view.groups.begins[ports->at.group + 1]) {
      ports->at.group++;
    }
    if (ports->end->bounds[ports->at.port] < bound) {
      return true;
    }
  }
  return false;
}

static void join_port(ovi_label_table *table, const end_ports *goal) {
  uint32_t port = goal->at.port;
  ovi_labels_add(table, goal->layer, waypoint_at(&goal->view, goal->at),
                 (ovi_label_cost){goal->end->links.costs[port], port});
}

/* Takes a port of the start as the first if it is better than what is known. */
static void try_port(ovi_label_route *route, const ovi_label_table *table, const end_ports *start) {
  ovi_label_hub hub;
  ovi_label_cost left =
      ovi_labels_find(table, start->layer, waypoint_at(&start->view, start->at), &hub);
  uint32_t link = start->end->links.costs[start->at.port];
  if (left.cost == OVI_LABEL_NONE || link + left.cost >= route->cost) {
    return;
  }
  route->cost = link + left.cost;
  route->link = link;
  route->last = left.port;
  route->hub = hub;
  route->first =
      ovi_waypoint_of_port(start->layer, &start->view.region, &start->view.groups, start->at.port);
  route->first.cost_to_go = left.cost;
  route->first.side = start->at.group < OVI_OWN_GROUPS ? 1 : 0;
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound) {
  ovi_label_route route = {.cost = bound};
  end_ports goals = {.layer = layer, .end = goal};
  end_ports starts = {.layer = layer, .end = start};
  bool landmarks = layer->landmarks.count != 0;
  view_ports(&goals.view, layer, goal->links.region);
  view_ports(&starts.view, layer, start->links.region);
  ovi_heuristic_aim(&start->estimate, layer, start->cell, &start->links, landmarks);
  ovi_heuristic_aim(&goal->estimate, layer, goal->cell, &goal->links, landmarks);
  const ovi_port hopeful = bound_ports(layer, &goals.view, goal, &start->estimate);
  goals.at = hopeful;
  starts.at = bound_ports(layer, &starts.view, start, &goal->estimate);
  ovi_label_table_begin(table);
  /* A first route says which ports can't be on the best. */
  if (goals.at.port != UINT32_MAX && starts.at.port != UINT32_MAX) {
    join_port(table, &goals);
    try_port(&route, table, &starts);
  }
  goals.at = (ovi_port){UINT32_MAX, 0};
  while (next_port(&goals, route.cost)) {
    if (goals.at.port != hopeful.port) {
      join_port(table, &goals);
    }
  }
  starts.at = (ovi_port){UINT32_MAX, 0};
  while (next_port(&starts, route.cost)) {
    try_port(&route, table, &starts);
  }
  route.cost = route.cost < bound ? route.cost : OVI_LABEL_NONE;
  return route;
}

/* ---- Walking down -------------------------------------------------------- */

/* The edges that lead on from a stop, seen in the region behind it. */
typedef struct edges_ahead {
  const ovi_layer *layer;
  ovi_region region;
  ovi_port_groups groups;
  ovi_clique clique;
  uint32_t from;  /* port of the stop */
  uint32_t here;  /* its place in the clique */
  uint32_t place; /* of the edge looked at: one behind */
  ovi_port port;  /* where that leads */
  uint32_t edge;  /* what it costs */
  int base_group; /* whose base is known */
  uint32_t base;  /* to be added to a port of that group, modulo 2^32: the waypoint */
} edges_ahead;

static bool view_edges(edges_ahead *ahead, const ovi_layer *layer, const ovl_stop *stop) {
  uint32_t onward = stop->region;
  if (stop->side != 0) {
    onward = ovi_waypoint_other_region(layer, stop->region, stop->number);
  }
  if (onward == UINT32_MAX) {
    return false;
  }
  ahead->layer = layer;
  ahead->region = ovi_region_view(layer, onward);
  ahead->from = ovi_port_of_waypoint(layer, &ahead->region, stop->region, stop->number).port;
  return true;
}

static void begin_edges(edges_ahead *ahead) {
  uint32_t component = ovi_port_component(&ahead->region, ahead->from);
  ahead->groups = ovi_port_groups_of(&ahead->region);
  ahead->clique = ovi_region_clique(&ahead->region, component);
  ahead->here = ovi_port_place(&ahead->region, ahead->from, component);
  ahead->place = 0;
  ahead->port = (ovi_port){0, 0};
  ahead->base_group = OVI_GROUP_COUNT;
}

/* Moves on to the next edge that costs no more than `most`. */
static bool next_edge(edges_ahead *ahead, uint64_t most) {
  while (ahead->place < ahead->clique.count) {
    uint32_t place = ahead->place++;
    uint32_t edge = place != ahead->here ? ovi_clique_cost(&ahead->clique, ahead->here, place) : 0;
    if (edge == 0 || edge > most) {
      continue;
    }
    ahead->edge = edge;
    ahead->port.port = ovi_clique_port(&ahead->clique, place);
    while (ahead->port.port >= ahead->groups.begins[ahead->port.group + 1]) {
      ahead->port.group++;
    }
    return true;
  }
  return false;
}

/* The waypoint that the edge leads to. */
static uint64_t waypoint_ahead(edges_ahead *ahead) {
  if (ahead->base_group != ahead->port.group) {
    ovl_stop to =
        ovi_waypoint_of_port(ahead->layer, &ahead->region, &ahead->groups, ahead->port.port);
    uint32_t first = ovi_first_waypoint(ahead->layer, to.region);
    ahead->base = first + to.number - ahead->port.port;
    ahead->base_group = ahead->port.group;
  }
  return ahead->base + ahead->port.port;
}

static ovl_stop stop_ahead(const edges_ahead *ahead, uint64_t cost_to_go) {
  ovl_stop stop =
      ovi_waypoint_of_port(ahead->layer, &ahead->region, &ahead->groups, ahead->port.port);
  stop.cost_to_go = cost_to_go;
  stop.side = ahead->port.group < OVI_OWN_GROUPS ? 1 : 0;
  return stop;
}

/* Moves on to the edge over which the way to a hub goes on. The cells that the bound
 * asks for are half a step from the middles of port and hub. */
static bool find_edge_to_hub(edges_ahead *ahead, const ovi_label_hub *hub) {
  const ovi_layer *layer = ahead->layer;
  const uint8_t *at = layer->labels.hubs + 4 * (uint64_t)hub->rank;
  const int32_t x = (int32_t)ovi_get_u16(at) - ahead->region.x;
  const int32_t y = (int32_t)ovi_get_u16(at + 2) - ahead->region.y;
  const uint64_t slack = 2 * (uint64_t)ovi_step_cost(layer->profile.min_weight, 1);
  while (next_edge(ahead, hub->cost)) {
    uint32_t cell = ovi_port_cell(&ahead->region, ahead->port.port);
    uint64_t rest = hub->cost - ahead->edge;
    uint64_t bound =
        ovi_octile(ovi_port_x(cell) - x, ovi_port_y(cell) - y, layer->profile.min_weight);
    if (bound <= rest + slack &&
        ovi_labels_to_hub(layer, waypoint_ahead(ahead), hub->rank) == rest) {
      return true;
    }
  }
  return false;
}

bool ovi_label_route_toward(const ovi_layer *layer, ovi_label_hub *hub, ovl_stop *stop) {
  edges_ahead ahead = {.place = 0};
  if (!view_edges(&ahead, layer, stop)) {
    return false;
  }
  begin_edges(&ahead);
  if (!find_edge_to_hub(&ahead, hub)) {
    return false;
  }
  hub->cost -= ahead.edge;
  *stop = stop_ahead(&ahead, stop->cost_to_go);
  return true;
}

/* ---- Walks --------------------------------------------------------------- */

static uint64_t label_route_waypoint_of(const ovi_layer *layer, const ovl_stop *stop) {
  return ovi_first_waypoint(layer, stop->region) + (uint64_t)stop->number;
}

bool ovi_label_walk_resume(ovi_label_walk *walk, uint32_t last, uint32_t hub_rank,
                           const ovl_stop *stop) {
  const ovi_layer *layer = walk->layer;
  walk->goal_region = ovi_region_at(layer, walk->goal.x, walk->goal.y);
  walk->last = last;
  walk->hub.rank = hub_rank;
  walk->is_filled = false;
  if (walk->last >= ovi_region_view(layer, walk->goal_region).ports ||
      walk->hub.rank >= layer->labels.count) {
    return false;
  }
  walk->hub.cost = ovi_labels_to_hub(layer, label_route_waypoint_of(layer, stop), walk->hub.rank);
  return walk->hub.cost != OVI_LABEL_NONE;
}

static void fill_table(ovi_label_walk *walk) {
  label_route_port_view view;
  view_ports(&view, walk->layer, walk->goal_region);
  ovi_port last = {walk->last, ovi_port_group(&view.groups, walk->last)};
  walk->last_stop = ovi_waypoint_of_port(walk->layer, &view.region, &view.groups, walk->last);
  ovi_label_table_begin(walk->table);
  ovi_labels_add(walk->table, walk->layer, waypoint_at(&view, last),
                 (ovi_label_cost){0, walk->last});
  walk->is_filled = true;
}

/* Moves on from a stop that no hub lies ahead of but itself: to the edge with the least
 * way to the last waypoint behind it, and the hub on that. */
static bool find_edge_to_last(edges_ahead *ahead, ovi_label_walk *walk, uint64_t left) {
  while (next_edge(ahead, left)) {
    ovi_label_hub hub;
    ovl_stop to = stop_ahead(ahead, 0);
    if (ovi_heuristic_between(walk->layer, &to, &walk->last_stop) > left - ahead->edge) {
      continue;
    }
    ovi_label_cost rest = ovi_labels_find(walk->table, walk->layer, waypoint_ahead(ahead), &hub);
    if (rest.cost != OVI_LABEL_NONE && rest.cost == left - ahead->edge) {
      walk->hub = hub;
      return true;
    }
  }
  return false;
}

/* Finds the next hub from a stop that is one. */
static bool find_edge_from_hub(edges_ahead *ahead, ovi_label_walk *walk, const ovl_stop *stop) {
  if (!walk->is_filled) {
    fill_table(walk);
  }
  ovi_label_cost left = ovi_labels_find(walk->table, walk->layer,
                                        label_route_waypoint_of(walk->layer, stop), &walk->hub);
  if (left.cost == OVI_LABEL_NONE) {
    return false;
  }
  if (walk->hub.cost == 0) {
    return find_edge_to_last(ahead, walk, left.cost);
  }
  bool found = find_edge_to_hub(ahead, &walk->hub);
  walk->hub.cost -= found ? ahead->edge : 0;
  return found;
}

ovi_onward ovi_label_walk_next(ovi_label_walk *walk, const ovl_stop *stop, ovl_stop *next) {
  edges_ahead ahead = {.place = 0};
  if (!view_edges(&ahead, walk->layer, stop)) {
    return OVI_ONWARD_CORRUPT;
  }
  if (ahead.region.id == walk->goal_region && ahead.from == walk->last) {
    return OVI_ONWARD_GOAL;
  }
  begin_edges(&ahead);
  if (walk->hub.cost == 0) {
    if (!find_edge_from_hub(&ahead, walk, stop)) {
      return OVI_ONWARD_CORRUPT;
    }
  } else if (find_edge_to_hub(&ahead, &walk->hub)) {
    walk->hub.cost -= ahead.edge;
  } else {
    return OVI_ONWARD_CORRUPT;
  }
  if (ahead.edge > stop->cost_to_go) {
    return OVI_ONWARD_CORRUPT;
  }
  *next = stop_ahead(&ahead, stop->cost_to_go - ahead.edge);
  return OVI_ONWARD_STOP;
}

bool ovi_label_walk_joins(const ovi_label_walk *walk, const ovl_stop *stop,
                          const ovl_stop *behind) {
  uint64_t edge = stop->cost_to_go - behind->cost_to_go;
  return ovi_labels_to_hub(walk->layer, label_route_waypoint_of(walk->layer, stop),
                           walk->hub.rank) == edge + walk->hub.cost;
}
