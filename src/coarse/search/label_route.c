/* Joins the labels of both ends in a table, and follows a route edge by edge. */
#include "coarse/search/label_route.h"

#include "common/step_cost.h"

/* A region with the numbers of its ports' waypoints. */
typedef struct label_ports {
  ovi_region region;
  ovi_port_groups groups;
  uint32_t base[OVI_GROUP_COUNT];
} label_ports;

static void view_ports(label_ports *view, const ovi_layer *layer, uint32_t id) {
  view->region = ovi_region_view(layer, id);
  view->groups = ovi_port_groups_of(&view->region);
  ovi_label_bases(layer, &view->region, &view->groups, view->base);
}

static uint64_t waypoint_at(const label_ports *view, ovi_port port) {
  return port.port + view->base[port.group];
}

/* ---- Finding a route ----------------------------------------------------- */

/* Finds a lower bound of the routes by each port of an end, and returns the port with the least. */
static ovi_port bound_ports(const ovi_layer *layer, const label_ports *view, ovi_label_end *end,
                            const ovi_heuristic *other) {
  ovi_port best = {UINT32_MAX, 0};
  ovi_region owner = view->region;
  int group = 0;
  for (uint32_t port = 0; port < end->attachment.count; port++) {
    end->bounds[port] = UINT64_MAX;
    if (end->attachment.costs[port] == OVI_UNREACHED) {
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
    end->bounds[port] =
        (uint64_t)end->attachment.costs[port] + ovi_heuristic_from(other, &owner, own);
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
  label_ports view;
  ovi_port at;
} end_ports;

/* Moves on to the next port by which a route could cost less than `bound`. */
static bool next_port(end_ports *ports, uint64_t bound) {
  while (++ports->at.port < ports->end->attachment.count) {
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
                 (ovi_label_cost){goal->end->attachment.costs[port], port});
}

/* Takes the route by a port of the start if it is cheaper than the best one. */
static void try_port(ovi_label_route *route, const ovi_label_table *table, const end_ports *start) {
  ovi_label_hub hub;
  ovi_label_cost left =
      ovi_labels_find(table, start->layer, waypoint_at(&start->view, start->at), &hub);
  uint32_t first_cost = start->end->attachment.costs[start->at.port];
  if (left.cost == OVI_LABEL_NONE || first_cost + left.cost >= route->cost) {
    return;
  }
  route->cost = first_cost + left.cost;
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
  view_ports(&goals.view, layer, goal->attachment.region);
  view_ports(&starts.view, layer, start->attachment.region);
  ovi_heuristic_aim(&start->heuristic, layer, start->cell, &start->attachment, landmarks);
  ovi_heuristic_aim(&goal->heuristic, layer, goal->cell, &goal->attachment, landmarks);
  const ovi_port best_goal = bound_ports(layer, &goals.view, goal, &start->heuristic);
  goals.at = best_goal;
  starts.at = bound_ports(layer, &starts.view, start, &goal->heuristic);
  ovi_label_table_begin(table);
  /* The cost of a first route excludes most ports from the best one. */
  if (goals.at.port != UINT32_MAX && starts.at.port != UINT32_MAX) {
    join_port(table, &goals);
    try_port(&route, table, &starts);
  }
  goals.at = (ovi_port){UINT32_MAX, 0};
  while (next_port(&goals, route.cost)) {
    if (goals.at.port != best_goal.port) {
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

/* ---- Edges -------------------------------------------------------- */

/* Goes over the edges from a stop, through the region behind it. */
typedef struct edge_cursor {
  const ovi_layer *layer;
  ovi_region region;
  ovi_port_groups groups;
  ovi_clique clique;
  uint32_t from;  /* port of the stop */
  uint32_t here;  /* its place in the clique */
  uint32_t place; /* behind that of the present edge */
  ovi_port port;  /* to which the edge leads */
  uint32_t edge;  /* units, its cost */
  int base_group; /* the group of `base` */
  uint32_t base;  /* added to a port of that group, modulo 2^32, it gives the waypoint */
} edge_cursor;

static bool view_edges(edge_cursor *edges, const ovi_layer *layer, const ovl_stop *stop) {
  uint32_t onward = stop->region;
  if (stop->side != 0) {
    onward = ovi_waypoint_other_region(layer, stop->region, stop->number);
  }
  if (onward == UINT32_MAX) {
    return false;
  }
  edges->layer = layer;
  edges->region = ovi_region_view(layer, onward);
  edges->from = ovi_port_of_waypoint(layer, &edges->region, stop->region, stop->number).port;
  return true;
}

static void begin_edges(edge_cursor *edges) {
  uint32_t component = ovi_port_component(&edges->region, edges->from);
  edges->groups = ovi_port_groups_of(&edges->region);
  edges->clique = ovi_region_clique(&edges->region, component);
  edges->here = ovi_port_place(&edges->region, edges->from, component);
  edges->place = 0;
  edges->port = (ovi_port){0, 0};
  edges->base_group = OVI_GROUP_COUNT;
}

/* Moves on to the next edge that costs no more than `most`. */
static bool next_edge(edge_cursor *edges, uint64_t most) {
  while (edges->place < edges->clique.count) {
    uint32_t place = edges->place++;
    uint32_t edge = place != edges->here ? ovi_clique_cost(&edges->clique, edges->here, place) : 0;
    if (edge == 0 || edge > most) {
      continue;
    }
    edges->edge = edge;
    edges->port.port = ovi_clique_port(&edges->clique, place);
    while (edges->port.port >= edges->groups.begins[edges->port.group + 1]) {
      edges->port.group++;
    }
    return true;
  }
  return false;
}

/* The waypoint to which the edge leads. */
static uint64_t waypoint_ahead(edge_cursor *edges) {
  if (edges->base_group != edges->port.group) {
    ovl_stop to =
        ovi_waypoint_of_port(edges->layer, &edges->region, &edges->groups, edges->port.port);
    uint32_t first = ovi_first_waypoint(edges->layer, to.region);
    edges->base = first + to.number - edges->port.port;
    edges->base_group = edges->port.group;
  }
  return edges->base + edges->port.port;
}

static ovl_stop stop_ahead(const edge_cursor *edges, uint64_t cost_to_go) {
  ovl_stop stop =
      ovi_waypoint_of_port(edges->layer, &edges->region, &edges->groups, edges->port.port);
  stop.cost_to_go = cost_to_go;
  stop.side = edges->port.group < OVI_OWN_GROUPS ? 1 : 0;
  return stop;
}

/* Moves on to the edge that is on a cheapest path to a hub. The cells between which the bound is
 * computed lie half a step from the middles of port and hub. */
static bool find_edge_to_hub(edge_cursor *edges, const ovi_label_hub *hub) {
  const ovi_layer *layer = edges->layer;
  const uint8_t *at = layer->labels.hubs + 4 * (uint64_t)hub->rank;
  const int32_t x = (int32_t)ovi_get_u16(at) - edges->region.x;
  const int32_t y = (int32_t)ovi_get_u16(at + 2) - edges->region.y;
  const uint64_t slack = 2 * (uint64_t)ovi_step_cost(layer->profile.min_weight, 1);
  while (next_edge(edges, hub->cost)) {
    uint32_t cell = ovi_port_cell(&edges->region, edges->port.port);
    uint64_t rest = hub->cost - edges->edge;
    uint64_t bound =
        ovi_octile(ovi_port_x(cell) - x, ovi_port_y(cell) - y, layer->profile.min_weight);
    if (bound <= rest + slack &&
        ovi_labels_to_hub(layer, waypoint_ahead(edges), hub->rank) == rest) {
      return true;
    }
  }
  return false;
}

bool ovi_label_route_toward(const ovi_layer *layer, ovi_label_hub *hub, ovl_stop *stop) {
  edge_cursor edges = {.place = 0};
  if (!view_edges(&edges, layer, stop)) {
    return false;
  }
  begin_edges(&edges);
  if (!find_edge_to_hub(&edges, hub)) {
    return false;
  }
  hub->cost -= edges.edge;
  *stop = stop_ahead(&edges, stop->cost_to_go);
  return true;
}

/* ---- Walks --------------------------------------------------------------- */

static uint64_t waypoint_of_stop(const ovi_layer *layer, const ovl_stop *stop) {
  return ovi_first_waypoint(layer, stop->region) + (uint64_t)stop->number;
}

bool ovi_label_walk_resume(ovi_label_walk *walk, uint32_t last, uint32_t hub_rank,
                           const ovl_stop *stop) {
  const ovi_layer *layer = walk->layer;
  walk->goal_region = ovi_region_at(layer, walk->goal.x, walk->goal.y);
  walk->last = last;
  walk->hub.rank = hub_rank;
  walk->is_filled = false;
  if (walk->last >= ovi_region_view(layer, walk->goal_region).ports.count ||
      walk->hub.rank >= layer->labels.count) {
    return false;
  }
  walk->hub.cost = ovi_labels_to_hub(layer, waypoint_of_stop(layer, stop), walk->hub.rank);
  return walk->hub.cost != OVI_LABEL_NONE;
}

static void fill_table(ovi_label_walk *walk) {
  label_ports view;
  view_ports(&view, walk->layer, walk->goal_region);
  ovi_port last = {walk->last, ovi_port_group(&view.groups, walk->last)};
  walk->last_stop = ovi_waypoint_of_port(walk->layer, &view.region, &view.groups, walk->last);
  ovi_label_table_begin(walk->table);
  ovi_labels_add(walk->table, walk->layer, waypoint_at(&view, last),
                 (ovi_label_cost){0, walk->last});
  walk->is_filled = true;
}

/* Moves on from a stop that is the last hub of its route: to the edge on a cheapest path to the
 * last waypoint, and the hub on that path. */
static bool find_edge_to_last(edge_cursor *edges, ovi_label_walk *walk, uint64_t left) {
  while (next_edge(edges, left)) {
    ovi_label_hub hub;
    ovl_stop to = stop_ahead(edges, 0);
    if (ovi_heuristic_between(walk->layer, &to, &walk->last_stop) > left - edges->edge) {
      continue;
    }
    ovi_label_cost rest = ovi_labels_find(walk->table, walk->layer, waypoint_ahead(edges), &hub);
    if (rest.cost != OVI_LABEL_NONE && rest.cost == left - edges->edge) {
      walk->hub = hub;
      return true;
    }
  }
  return false;
}

/* Finds the next hub, and the edge towards it, from a stop that is a hub. */
static bool find_edge_from_hub(edge_cursor *edges, ovi_label_walk *walk, const ovl_stop *stop) {
  if (!walk->is_filled) {
    fill_table(walk);
  }
  ovi_label_cost left =
      ovi_labels_find(walk->table, walk->layer, waypoint_of_stop(walk->layer, stop), &walk->hub);
  if (left.cost == OVI_LABEL_NONE) {
    return false;
  }
  if (walk->hub.cost == 0) {
    return find_edge_to_last(edges, walk, left.cost);
  }
  bool found = find_edge_to_hub(edges, &walk->hub);
  walk->hub.cost -= found ? edges->edge : 0;
  return found;
}

ovi_onward ovi_label_walk_next(ovi_label_walk *walk, const ovl_stop *stop, ovl_stop *next) {
  edge_cursor edges = {.place = 0};
  if (!view_edges(&edges, walk->layer, stop)) {
    return OVI_ONWARD_CORRUPT;
  }
  if (edges.region.id == walk->goal_region && edges.from == walk->last) {
    return OVI_ONWARD_GOAL;
  }
  begin_edges(&edges);
  if (walk->hub.cost == 0) {
    if (!find_edge_from_hub(&edges, walk, stop)) {
      return OVI_ONWARD_CORRUPT;
    }
  } else if (find_edge_to_hub(&edges, &walk->hub)) {
    walk->hub.cost -= edges.edge;
  } else {
    return OVI_ONWARD_CORRUPT;
  }
  if (edges.edge > stop->cost_to_go) {
    return OVI_ONWARD_CORRUPT;
  }
  *next = stop_ahead(&edges, stop->cost_to_go - edges.edge);
  return OVI_ONWARD_STOP;
}

bool ovi_label_walk_joins(const ovi_label_walk *walk, const ovl_stop *stop,
                          const ovl_stop *behind) {
  uint64_t edge = stop->cost_to_go - behind->cost_to_go;
  return ovi_labels_to_hub(walk->layer, waypoint_of_stop(walk->layer, stop), walk->hub.rank) ==
         edge + walk->hub.cost;
}
