/* Both ends' labels meet in the table, then the route is walked down. */
#include "label_route.h"

#include "cost_rule.h"

/* A region with the numbers of its ports. */
typedef struct port_view {
  ovi_region region;
  uint32_t begins[9];
  uint32_t base[OVI_GROUP_COUNT];
} port_view;

static void view_ports(port_view *view, const ovl_world *world, uint32_t id) {
  view->region = ovi_region_view(world, id);
  ovi_group_begins(&view->region, view->begins);
  ovi_label_bases(world, &view->region, view->begins, view->base);
}

static uint64_t waypoint_at(const port_view *view, ovi_port port) {
  return port.port + view->base[port.group];
}

/* ---- Finding a route ----------------------------------------------------- */

/* Fills in the least that a route by each port of an end can cost, and returns the
 * port by which it could be the least. */
static ovi_port bound_ports(const ovl_world *world, const port_view *view, ovi_label_end *end,
                            const ovi_estimate *other) {
  ovi_port best = {UINT32_MAX, 0};
  ovi_region owner = view->region;
  int group = 0;
  for (uint32_t port = 0; port < end->links.count; port++) {
    end->bounds[port] = UINT64_MAX;
    if (end->links.costs[port] == OVI_NO_LINK) {
      continue;
    }
    while (port >= view->begins[group + 1]) {
      group++;
    }
    ovl_stop waypoint = ovi_waypoint_of_port(world, &view->region, view->begins, port);
    if (waypoint.region != owner.id) {
      owner = ovi_region_view(world, waypoint.region);
    }
    ovi_port own = {waypoint.number, group & (OVI_OWN_GROUPS - 1)};
    end->bounds[port] = (uint64_t)end->links.costs[port] + ovi_estimate_from(other, &owner, own);
    if (best.port == UINT32_MAX || end->bounds[port] < end->bounds[best.port]) {
      best = (ovi_port){port, group};
    }
  }
  return best;
}

/* The ports of one end, in order. */
typedef struct end_ports {
  const ovl_world *world;
  const ovi_label_end *end;
  port_view view;
  ovi_port at;
} end_ports;

/* Moves on to the next port by which a route could cost less than `bound`. */
static bool next_port(end_ports *ports, uint64_t bound) {
  while (++ports->at.port < ports->end->links.count) {
    while (ports->at.port >= ports->view.begins[ports->at.group + 1]) {
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
  ovi_labels_join(table, goal->world, waypoint_at(&goal->view, goal->at),
                  (ovi_label_left){goal->end->links.costs[port], port});
}

/* Takes a port of the start as the first if it is better than what is known. */
static void try_port(ovi_label_route *route, const ovi_label_table *table, const end_ports *start) {
  ovi_label_hub hub;
  ovi_label_left left =
      ovi_labels_left(table, start->world, waypoint_at(&start->view, start->at), &hub);
  uint32_t link = start->end->links.costs[start->at.port];
  if (left.cost == OVI_LABEL_NONE || link + left.cost >= route->cost) {
    return;
  }
  route->cost = link + left.cost;
  route->link = link;
  route->last = left.port;
  route->hub = hub;
  route->first =
      ovi_waypoint_of_port(start->world, &start->view.region, start->view.begins, start->at.port);
  route->first.cost_left = left.cost;
  route->first.side = start->at.group < OVI_OWN_GROUPS ? 1 : 0;
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovl_world *world,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound) {
  ovi_label_route route = {.cost = bound};
  end_ports goals = {.world = world, .end = goal};
  end_ports starts = {.world = world, .end = start};
  bool landmarks = world->mark_count != 0;
  view_ports(&goals.view, world, goal->links.region);
  view_ports(&starts.view, world, start->links.region);
  ovi_estimate_aim(&start->estimate, world, start->cell, &start->links, landmarks);
  ovi_estimate_aim(&goal->estimate, world, goal->cell, &goal->links, landmarks);
  const ovi_port hopeful = bound_ports(world, &goals.view, goal, &start->estimate);
  goals.at = hopeful;
  starts.at = bound_ports(world, &starts.view, start, &goal->estimate);
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

/* The region behind a stop, and the stop as its port. */
static bool view_onward(port_view *view, const ovl_world *world, const ovl_stop *stop,
                        ovi_port *port) {
  uint32_t onward = stop->region;
  if (stop->side != 0) {
    onward = ovi_waypoint_other_region(world, stop->region, stop->number);
  }
  if (onward == UINT32_MAX) {
    return false;
  }
  view_ports(view, world, onward);
  *port = ovi_port_of_waypoint(world, &view->region, stop->region, stop->number);
  return true;
}

/* An edge ahead, and what is left behind it. */
typedef struct edge_ahead {
  const port_view *view;
  ovi_port port;
  uint64_t left;
} edge_ahead;

/* Whether the way to the hub goes on over an edge: the cell that the bound asks for
 * is within a step of the port's. */
static bool leads_to_hub(ovi_label_walk *walk, const edge_ahead *e, uint64_t edge) {
  const ovl_world *world = walk->world;
  const uint8_t *hub = world->label_hubs + 4 * (uint64_t)walk->hub.rank;
  const ovi_region *region = &e->view->region;
  uint32_t cell = ovi_port_cell(region, e->port.port);
  if (edge > walk->hub.cost) {
    return false;
  }
  uint64_t rest = walk->hub.cost - edge;
  uint64_t bound =
      ovi_octile(region->x + ovi_port_x(cell) - (int32_t)ovi_get_u16(hub),
                 region->y + ovi_port_y(cell) - (int32_t)ovi_get_u16(hub + 2), world->min_weight);
  if (bound > rest + 4 * (uint64_t)ovi_share(world->min_weight, 1) ||
      ovi_labels_to_hub(world, waypoint_at(e->view, e->port), walk->hub.rank) != rest) {
    return false;
  }
  walk->hub.cost = rest;
  return true;
}

/* Whether the way to the goal goes on over an edge; finds the next hub. */
static bool leads_to_goal(ovi_label_walk *walk, const edge_ahead *e) {
  ovi_label_hub hub;
  ovi_label_left left =
      ovi_labels_left(walk->table, walk->world, waypoint_at(e->view, e->port), &hub);
  if (left.cost == OVI_LABEL_NONE || left.cost + walk->beyond != e->left) {
    return false;
  }
  walk->hub = hub;
  walk->last = left.port;
  return true;
}

static bool leads_on(ovi_label_walk *walk, const edge_ahead *e, uint64_t edge) {
  return walk->hub.cost != 0 ? leads_to_hub(walk, e, edge) : leads_to_goal(walk, e);
}

ovi_onward ovi_label_route_next(ovi_label_walk *walk, const ovl_stop *stop, ovl_stop *next) {
  port_view view;
  ovi_port from;
  if (!view_onward(&view, walk->world, stop, &from)) {
    return OVI_ONWARD_CORRUPT;
  }
  if (view.region.id == walk->goal_region && from.port == walk->last) {
    return OVI_ONWARD_GOAL;
  }
  uint32_t component = ovi_port_component(&view.region, from.port);
  ovi_clique clique = ovi_region_clique(&view.region, component);
  uint32_t here = ovi_port_place(&view.region, from.port, component);
  edge_ahead e = {&view, {0, 0}, 0};
  for (uint32_t place = 0; place < clique.count; place++) {
    e.port.port = ovi_clique_port(&clique, place);
    while (e.port.port >= view.begins[e.port.group + 1]) {
      e.port.group++;
    }
    uint32_t edge = place != here ? ovi_clique_cost(&clique, here, place) : 0;
    if (edge == 0 || edge > stop->cost_left) {
      continue; /* what is left falls with each stop, so no route goes on for ever */
    }
    e.left = stop->cost_left - edge;
    if (leads_on(walk, &e, edge)) {
      *next = ovi_waypoint_of_port(walk->world, &view.region, view.begins, e.port.port);
      next->cost_left = e.left;
      next->side = e.port.group < OVI_OWN_GROUPS ? 1 : 0;
      return OVI_ONWARD_STOP;
    }
  }
  return OVI_ONWARD_CORRUPT;
}

bool ovi_label_route_resume(ovi_label_walk *walk, ovi_label_table *table, const ovl_stop *stop) {
  const ovl_world *world = walk->world;
  port_view view;
  view_ports(&view, world, walk->goal_region);
  if (walk->last >= view.region.ports) {
    return false;
  }
  ovi_port last = {walk->last, ovi_port_group(view.begins, walk->last)};
  ovi_label_table_begin(table);
  ovi_labels_join(table, world, waypoint_at(&view, last), (ovi_label_left){0, walk->last});
  uint64_t waypoint =
      ovi_get_u32(world->label_firsts + 4 * (uint64_t)stop->region) + (uint64_t)stop->number;
  ovi_label_left left = ovi_labels_left(table, world, waypoint, &walk->hub);
  if (left.cost == OVI_LABEL_NONE || left.cost > stop->cost_left) {
    return false;
  }
  walk->table = table;
  walk->beyond = stop->cost_left - left.cost;
  return true;
}
