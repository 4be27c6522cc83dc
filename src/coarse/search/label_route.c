/* Joins the labels of both ends in a table. */
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

/* The ports of one end, in order. */
typedef struct end_ports {
  const ovi_layer *layer;
  const ovi_label_end *end;
  label_ports view;
  ovi_port at;
} end_ports;

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
  ovi_label_route route = {.cost = bound, .way = OVI_NO_WAY};
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
