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

/* Octile distance from the middle of a port's crossing to a cell. */
static uint64_t octile_between(const ovl_world *world, const ovi_region *region, ovi_port port,
                               ovl_cell to) {
  uint32_t cell = ovi_port_cell(region, port.port);
  int32_t dx;
  int32_t dy;
  ovi_port_step(port.group, cell, &dx, &dy);
  int64_t x = 2 * (int64_t)(region->x + ovi_port_x(cell) - to.x) + dx;
  int64_t y = 2 * (int64_t)(region->y + ovi_port_y(cell) - to.y) + dy;
  return ovi_octile_halves(x, y, world->min_weight);
}

/* ---- Finding a route ----------------------------------------------------- */

/* The ports of one end that a route could use, in order. */
typedef struct end_ports {
  const ovl_world *world;
  const ovi_links *links;
  ovl_cell other; /* the other end */
  port_view view;
  ovi_port at;
} end_ports;

static end_ports ports_of(const ovl_world *world, const ovi_links *links, ovl_cell other) {
  end_ports ports = {.world = world, .links = links, .other = other};
  view_ports(&ports.view, world, links->region);
  ports.at = (ovi_port){UINT32_MAX, 0};
  return ports;
}

/* Moves on to the next port by which a route could cost less than `bound`. */
static bool next_port(end_ports *ports, uint64_t bound) {
  while (++ports->at.port < ports->links->count) {
    uint32_t link = ports->links->costs[ports->at.port];
    while (ports->at.port >= ports->view.begins[ports->at.group + 1]) {
      ports->at.group++;
    }
    if (link != OVI_NO_LINK &&
        link + octile_between(ports->world, &ports->view.region, ports->at, ports->other) < bound) {
      return true;
    }
  }
  return false;
}

/* The port by which a route could be shortest. */
static ovi_port most_hopeful(const ovl_world *world, const ovi_links *links, ovl_cell other) {
  end_ports ports = ports_of(world, links, other);
  ovi_port best = {UINT32_MAX, 0};
  uint64_t least = UINT64_MAX;
  while (next_port(&ports, least)) {
    best = ports.at;
    least =
        links->costs[best.port] + octile_between(world, &ports.view.region, ports.at, ports.other);
  }
  return best;
}

static void join_port(ovi_label_table *table, const end_ports *goal) {
  uint32_t port = goal->at.port;
  ovi_labels_join(table, goal->world, waypoint_at(&goal->view, goal->at),
                  (ovi_label_left){goal->links->costs[port], port});
}

/* Takes a port of the start as the first if it is better than what is known. */
static void try_port(ovi_label_route *route, const ovi_label_table *table, const end_ports *start) {
  ovi_label_left left = ovi_labels_left(table, start->world, waypoint_at(&start->view, start->at));
  uint32_t link = start->links->costs[start->at.port];
  if (left.cost == OVI_LABEL_NONE || link + left.cost >= route->cost) {
    return;
  }
  route->cost = link + left.cost;
  route->link = link;
  route->last = left.port;
  route->first =
      ovi_waypoint_of_port(start->world, &start->view.region, start->view.begins, start->at.port);
  route->first.cost_left = left.cost;
  route->first.side = start->at.group < OVI_OWN_GROUPS ? 1 : 0;
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovl_world *world,
                                     const ovi_label_ends *ends, uint64_t bound) {
  ovi_label_route route = {.cost = bound};
  end_ports goal = ports_of(world, ends->goal, ends->start_cell);
  end_ports start = ports_of(world, ends->start, ends->goal_cell);
  ovi_label_table_begin(table);
  /* A first route says which ports can't be on the best. */
  goal.at = most_hopeful(world, ends->goal, ends->start_cell);
  start.at = most_hopeful(world, ends->start, ends->goal_cell);
  if (goal.at.port != UINT32_MAX && start.at.port != UINT32_MAX) {
    join_port(table, &goal);
    try_port(&route, table, &start);
  }
  goal.at = (ovi_port){UINT32_MAX, 0};
  while (next_port(&goal, route.cost)) {
    join_port(table, &goal);
  }
  start.at = (ovi_port){UINT32_MAX, 0};
  while (next_port(&start, route.cost)) {
    try_port(&route, table, &start);
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

/* Whether the route can go on over a port, at the edge's cost. */
static bool leads_on(const ovi_label_walk *walk, const port_view *view, ovi_port port,
                     uint64_t left, uint32_t edge, ovl_stop *next, uint32_t *last) {
  if (edge == 0 || left < edge ||
      octile_between(walk->world, &view->region, port, walk->goal) > left - edge) {
    return false;
  }
  ovi_label_left beyond = ovi_labels_left(walk->table, walk->world, waypoint_at(view, port));
  if (beyond.cost == OVI_LABEL_NONE || beyond.cost + walk->beyond != left - edge) {
    return false;
  }
  *next = ovi_waypoint_of_port(walk->world, &view->region, view->begins, port.port);
  next->cost_left = left - edge;
  next->side = port.group < OVI_OWN_GROUPS ? 1 : 0;
  *last = beyond.port;
  return true;
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
  ovi_port port = {0, 0};
  for (uint32_t place = 0; place < clique.count; place++) {
    port.port = ovi_clique_port(&clique, place);
    while (port.port >= view.begins[port.group + 1]) {
      port.group++;
    }
    if (place != here && leads_on(walk, &view, port, stop->cost_left,
                                  ovi_clique_cost(&clique, here, place), next, &walk->last)) {
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
  ovi_label_left left = ovi_labels_left(table, world, waypoint);
  if (left.cost == OVI_LABEL_NONE || left.cost > stop->cost_left) {
    return false;
  }
  walk->table = table;
  walk->beyond = stop->cost_left - left.cost;
  return true;
}
