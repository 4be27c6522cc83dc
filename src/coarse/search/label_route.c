/* Joins the labels of both ends in a table. */
#include "coarse/search/label_route.h"

#include "coarse/view/layer_steps.h"
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

/* The ports of one end, in order. Costs and bounds of a balanced layer are balanced ones. */
typedef struct end_ports {
  const ovi_layer *layer;
  ovi_label_end *end;
  label_ports view;
  ovi_port at;
  ovi_layer_ground ground; /* if it is balanced */
  bool is_balanced;
  bool is_goal;
  int64_t potential; /* of the end's cell; 0 if it is not balanced */
} end_ports;

static void begin_label_end(end_ports *ports, const ovi_layer *layer, ovi_label_end *end,
                            bool is_goal) {
  ports->layer = layer;
  ports->end = end;
  ports->is_balanced = ovi_layer_is_balanced(layer);
  ports->is_goal = is_goal;
  ports->potential = 0;
  view_ports(&ports->view, layer, end->attachment.region);
  if (ports->is_balanced) {
    ovi_layer_ground_begin(&ports->ground, layer, end->cell);
    ports->potential = ovi_potential_of_cell(layer, end->cell);
  }
}

/* The change of the potential from the end's cell to a port. */
static int64_t potential_change(end_ports *ports, uint32_t port) {
  return ovi_potential_of_port(&ports->ground, &ports->view.region, &ports->view.groups, port) -
         ports->potential;
}

/* The cost between the end and one of its ports. */
static uint64_t end_cost(end_ports *ports, uint32_t port) {
  const uint32_t cost = ports->end->attachment.costs[port];
  if (!ports->is_balanced) {
    return cost;
  }
  const int64_t change = potential_change(ports, port);
  const int64_t balanced = 2 * (int64_t)cost + (ports->is_goal ? change : -change);
  return balanced > 0 ? (uint64_t)balanced : 0; /* below 0 only in a corrupt world */
}

/* As bound_ports, for a balanced layer, by octile distance. */
static ovi_port bound_balanced_ports(end_ports *ports, ovl_cell other) {
  const ovi_region *region = &ports->view.region;
  const uint32_t weight = 2 * (uint32_t)ports->layer->profile.min_weight;
  const uint64_t slack = ovi_step_cost(weight, 1); /* a port lies half a step from its cell */
  ovi_label_end *end = ports->end;
  ovi_port best = {UINT32_MAX, 0};
  int group = 0;
  for (uint32_t port = 0; port < end->attachment.count; port++) {
    end->bounds[port] = UINT64_MAX;
    if (end->attachment.costs[port] == OVI_UNREACHED) {
      continue;
    }
    while (port >= ports->view.groups.begins[group + 1]) {
      group++;
    }
    const uint32_t cell = ovi_port_cell(region, port);
    const uint64_t octile = ovi_octile(region->x + ovi_port_x(cell) - other.x,
                                       region->y + ovi_port_y(cell) - other.y, weight);
    end->bounds[port] = end_cost(ports, port) + (octile > slack ? octile - slack : 0);
    if (best.port == UINT32_MAX || end->bounds[port] < end->bounds[best.port]) {
      best = (ovi_port){port, group};
    }
  }
  return best;
}

/* Finds a lower bound of the routes by each port of an end, and returns the port with the least. */
static ovi_port bound_ports(const ovi_layer *layer, const label_ports *view, ovi_label_end *end,
                            const ovi_heuristic *other) {
  ovi_port best = {UINT32_MAX, 0};
  ovi_region owner = view->region;
  int group = 0;
  for (uint32_t port = 0; port < view->groups.begins[OVI_GROUP_COUNT]; port++) {
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

/* Moves on to the next port by which a route could cost less than `bound`. */
static bool next_port(end_ports *ports, uint64_t bound) {
  while (++ports->at.port < ports->view.groups.begins[OVI_GROUP_COUNT]) {
    while (ports->at.port >= ports->view.groups.begins[ports->at.group + 1]) {
      ports->at.group++;
    }
    if (ports->end->bounds[ports->at.port] < bound) {
      return true;
    }
  }
  return false;
}

static void join_port(ovi_label_table *table, end_ports *goal) {
  uint32_t port = goal->at.port;
  ovi_labels_add(table, goal->layer, waypoint_at(&goal->view, goal->at),
                 (ovi_label_cost){end_cost(goal, port), port});
}

/* Takes the route by a port of the start if it is cheaper than the best one. */
static void try_port(ovi_label_route *route, const ovi_label_table *table, end_ports *start) {
  ovi_label_hub hub;
  ovi_label_cost left =
      ovi_labels_find(table, start->layer, waypoint_at(&start->view, start->at), &hub);
  const uint64_t first_cost = end_cost(start, start->at.port);
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

/* Half of a balanced cost with a change of the potential. */
static uint64_t true_cost(uint64_t balanced, int64_t change) {
  const int64_t twice = (int64_t)balanced + change;
  return twice > 0 ? (uint64_t)twice / 2 : 0;
}

/* Replaces the balanced costs of a route by true ones. */
static void report_costs(ovi_label_route *route, end_ports *start, const end_ports *goal) {
  const int64_t change = goal->potential - start->potential;
  const int64_t first =
      ovi_potential_of_waypoint(start->layer, route->first.region, route->first.number);
  route->cost = true_cost(route->cost, change);
  route->first.cost_to_go = true_cost(route->first.cost_to_go, goal->potential - first);
}

/* The balanced cost below which a route costs less than `bound`. */
static uint64_t balanced_bound(uint64_t bound, const end_ports *start, const end_ports *goal) {
  if (bound >= OVI_LABEL_COSTS_END) { /* no route by labels costs as much */
    return bound;
  }
  const int64_t most = 2 * (int64_t)bound - (goal->potential - start->potential);
  return most > 0 ? (uint64_t)most : 0;
}

/* Finds lower bounds of the routes by the ports of both ends, and sets each end to its best port.
 */
static void bound_ends(end_ports *starts, end_ports *goals) {
  const ovi_layer *layer = starts->layer;
  ovi_label_end *start = starts->end;
  ovi_label_end *goal = goals->end;
  if (starts->is_balanced) {
    goals->at = bound_balanced_ports(goals, start->cell);
    starts->at = bound_balanced_ports(starts, goal->cell);
    return;
  }
  bool landmarks = layer->landmarks.count != 0;
  ovi_heuristic_aim(&start->heuristic, layer, start->cell, &start->attachment, landmarks);
  ovi_heuristic_aim(&goal->heuristic, layer, goal->cell, &goal->attachment, landmarks);
  goals->at = bound_ports(layer, &goals->view, goal, &start->heuristic);
  starts->at = bound_ports(layer, &starts->view, start, &goal->heuristic);
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound) {
  end_ports goals;
  end_ports starts;
  begin_label_end(&goals, layer, goal, true);
  begin_label_end(&starts, layer, start, false);
  bound = starts.is_balanced ? balanced_bound(bound, &starts, &goals) : bound;
  ovi_label_route route = {.cost = bound, .way = OVI_NO_WAY};
  bound_ends(&starts, &goals);
  const ovi_port best_goal = goals.at;
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
  if (route.cost >= bound) {
    route.cost = OVI_LABEL_NONE;
  } else if (starts.is_balanced) {
    report_costs(&route, &starts, &goals);
  }
  return route;
}
