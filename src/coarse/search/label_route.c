/* Joins the labels of both ends in a table. */
#include "coarse/search/label_route.h"

#include "coarse/view/layer_steps.h"
#include "common/topology.h"

ovi_end_ports ovi_end_ports_of(const ovi_layer *layer, const ovi_label_end *end) {
  ovi_end_ports ports = {.region = ovi_region_view(layer, end->attachment.region)};
  ports.groups = ovi_port_groups_of(&ports.region);
  const uint32_t *begins = ports.groups.begins;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (begins[group] != begins[group + 1]) {
      const ovi_stop first =
          ovi_waypoint_of_port(layer, &ports.region, &ports.groups, begins[group]);
      ports.base[group] = ovi_first_waypoint(layer, first.region) + first.number - begins[group];
    }
  }
  return ports;
}

ovi_label_ends ovi_end_ports_group(const ovi_end_ports *ports, const ovi_label_end *end,
                                   int group) {
  const uint32_t begin = ports->groups.begins[group];
  return (ovi_label_ends){(uint32_t)(begin + ports->base[group]),
                          ports->groups.begins[group + 1] - begin, begin, end->costs + begin};
}

/* An end as its borders are gone over. Costs and bounds of a balanced layer are balanced ones. */
typedef struct bound_end {
  ovi_label_end *end;
  ovi_end_ports ports;
  uint64_t bounds[OVI_GROUP_COUNT]; /* no route over the group costs less */
  int64_t potential;                /* of the end's cell; 0 if it is not balanced */
} bound_end;

/* Begins with an end: finds the costs of its ports, and for each group a lower bound of the routes
 * over it to the other end. Returns the group with the least bound. */
static int begin_label_end(bound_end *bound, const ovi_layer *layer, ovi_label_end *end,
                           ovl_cell other, bool is_goal) {
  const bool is_balanced = ovi_layer_is_balanced(layer);
  const uint32_t weight = (is_balanced ? 2u : 1u) * layer->profile.min_weight;
  const uint64_t slack = ovi_step_cost(weight, 1); /* a port lies half a step from its cell */
  const ovi_end_ports *ports = &bound->ports;
  ovi_layer_ground ground;
  int best = 0;
  bound->end = end;
  bound->ports = ovi_end_ports_of(layer, end);
  bound->potential = is_balanced ? ovi_potential_of_cell(layer, end->cell) : 0;
  if (is_balanced) {
    ovi_layer_ground_begin(&ground, layer, end->cell, NULL);
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    uint64_t least = UINT64_MAX;
    for (uint32_t port = ports->groups.begins[group]; port < ports->groups.begins[group + 1];
         port++) {
      end->costs[port] = OVI_LABEL_NONE;
      if (end->attachment.costs[port] == OVI_UNREACHED) {
        continue;
      }
      const uint32_t cell = ovi_port_cell(&ports->region, port);
      const uint64_t octile =
          ovi_distance(layer->profile.corners, ports->region.x + ovi_port_x(cell) - other.x,
                       ports->region.y + ovi_port_y(cell) - other.y, weight);
      end->costs[port] = end->attachment.costs[port];
      if (is_balanced) {
        const int64_t change =
            ovi_potential_of_port(&ground, &ports->region, &ports->groups, port) - bound->potential;
        const int64_t balanced = 2 * (int64_t)end->costs[port] + (is_goal ? change : -change);
        end->costs[port] = balanced > 0 ? (uint64_t)balanced : 0; /* below 0 if it is corrupt */
      }
      const uint64_t over = end->costs[port] + (octile > slack ? octile - slack : 0);
      least = over < least ? over : least;
    }
    bound->bounds[group] = least;
    best = least < bound->bounds[best] ? group : best;
  }
  return best;
}

/* Takes the route over a group of the start if it is cheaper than the best one. */
static void try_group(ovi_label_route *route, const ovi_label_table *table, const ovi_layer *layer,
                      const bound_end *start, int group) {
  const ovi_end_ports *ports = &start->ports;
  const ovi_label_ends ends = ovi_end_ports_group(ports, start->end, group);
  const ovi_label_join join = ovi_labels_find_all(table, layer, &ends);
  if (join.all.cost >= route->cost) { /* as OVI_LABEL_NONE is */
    return;
  }
  const uint32_t port = ports->groups.begins[group] + join.place;
  route->cost = join.all.cost;
  route->last = join.all.port;
  route->hub = join.hub;
  route->first = ovi_waypoint_of_port(layer, &ports->region, &ports->groups, port);
  route->first.cost_to_go = join.all.cost - start->end->costs[port];
}

/* Half of a balanced cost with a change of the potential. */
static uint64_t true_cost(uint64_t balanced, int64_t change) {
  const int64_t twice = (int64_t)balanced + change;
  return twice > 0 ? (uint64_t)twice / 2 : 0;
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound) {
  bound_end goals;
  bound_end starts;
  const bool is_balanced = ovi_layer_is_balanced(layer);
  const int best_goal = begin_label_end(&goals, layer, goal, start->cell, true);
  const int best_start = begin_label_end(&starts, layer, start, goal->cell, false);
  const int64_t change = goals.potential - starts.potential;
  if (is_balanced && bound < OVI_LABEL_COSTS_END) { /* no route by labels costs as much */
    /* The balanced cost below which a route costs less than the bound. */
    const int64_t most = 2 * (int64_t)bound - change;
    bound = most > 0 ? (uint64_t)most : 0;
  }
  ovi_label_route route = {.cost = bound, .way = OVI_NO_WAY};
  ovi_label_table_begin(table);
  /* The cost of a first route excludes most borders from the best one. */
  if (goals.bounds[best_goal] < bound && starts.bounds[best_start] < bound) {
    const ovi_label_ends ends = ovi_end_ports_group(&goals.ports, goal, best_goal);
    ovi_labels_add_all(table, layer, &ends);
    try_group(&route, table, layer, &starts, best_start);
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (group != best_goal && goals.bounds[group] < route.cost) {
      const ovi_label_ends ends = ovi_end_ports_group(&goals.ports, goal, group);
      ovi_labels_add_all(table, layer, &ends);
    }
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (starts.bounds[group] < route.cost) {
      try_group(&route, table, layer, &starts, group);
    }
  }
  if (route.cost >= bound) {
    route.cost = OVI_LABEL_NONE;
  } else if (is_balanced) {
    const int64_t first = ovi_potential_of_waypoint(layer, route.first.region, route.first.number);
    route.cost = true_cost(route.cost, change);
    route.first.cost_to_go = true_cost(route.first.cost_to_go, goals.potential - first);
  }
  return route;
}
