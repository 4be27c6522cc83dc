/* Joins the labels of both ends in a table. */
#include "coarse/search/label_route.h"

#include "coarse/view/layer_steps.h"
#include "common/step_cost.h"

/* An end as its borders are gone over. Costs and bounds of a balanced layer are balanced ones. */
typedef struct end_ports {
  const ovi_layer *layer;
  ovi_label_end *end;
  ovi_region region;
  ovi_port_groups groups;
  uint32_t base[OVI_GROUP_COUNT];   /* port + base: the number of the waypoint */
  uint64_t bounds[OVI_GROUP_COUNT]; /* no route over the group costs less */
  ovi_layer_ground ground;          /* if it is balanced */
  bool is_balanced;
  bool is_goal;
  int64_t potential; /* of the end's cell; 0 if it is not balanced */
} end_ports;

/* Finds the costs of the ports of a group, and a lower bound of the routes over it to `other`. */
static void bound_group(end_ports *ports, int group, ovl_cell other) {
  const uint32_t weight = (ports->is_balanced ? 2u : 1u) * ports->layer->profile.min_weight;
  const uint64_t slack = ovi_step_cost(weight, 1); /* a port lies half a step from its cell */
  ovi_label_end *end = ports->end;
  uint64_t least = UINT64_MAX;
  for (uint32_t port = ports->groups.begins[group]; port < ports->groups.begins[group + 1];
       port++) {
    end->costs[port] = OVI_LABEL_NONE;
    if (end->attachment.costs[port] != OVI_UNREACHED) {
      const uint32_t cell = ovi_port_cell(&ports->region, port);
      const uint64_t octile = ovi_octile(ports->region.x + ovi_port_x(cell) - other.x,
                                         ports->region.y + ovi_port_y(cell) - other.y, weight);
      end->costs[port] = end->attachment.costs[port];
      if (ports->is_balanced) {
        const int64_t change =
            ovi_potential_of_port(&ports->ground, &ports->region, &ports->groups, port) -
            ports->potential;
        const int64_t balanced =
            2 * (int64_t)end->costs[port] + (ports->is_goal ? change : -change);
        end->costs[port] = balanced > 0 ? (uint64_t)balanced : 0; /* below 0 if it is corrupt */
      }
      const uint64_t bound = end->costs[port] + (octile > slack ? octile - slack : 0);
      least = bound < least ? bound : least;
    }
  }
  ports->bounds[group] = least;
}

/* Begins with an end, and returns the group with the least bound. */
static int begin_label_end(end_ports *ports, const ovi_layer *layer, ovi_label_end *end,
                           const ovi_label_end *other) {
  ports->layer = layer;
  ports->end = end;
  ports->is_balanced = ovi_layer_is_balanced(layer);
  ports->potential = 0;
  ports->region = ovi_region_view(layer, end->attachment.region);
  ports->groups = ovi_port_groups_of(&ports->region);
  ovi_label_bases(layer, &ports->region, &ports->groups, ports->base);
  if (ports->is_balanced) {
    ovi_layer_ground_begin(&ports->ground, layer, end->cell);
    ports->potential = ovi_potential_of_cell(layer, end->cell);
  }
  int best = 0;
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    bound_group(ports, group, other->cell);
    best = ports->bounds[group] < ports->bounds[best] ? group : best;
  }
  return best;
}

static ovi_label_ends ends_of(const end_ports *ports, int group) {
  const uint32_t begin = ports->groups.begins[group];
  return (ovi_label_ends){(uint32_t)(begin + ports->base[group]),
                          ports->groups.begins[group + 1] - begin, begin,
                          ports->end->costs + begin};
}

/* Takes the route over a group of the start if it is cheaper than the best one. */
static void try_group(ovi_label_route *route, const ovi_label_table *table, const end_ports *start,
                      int group) {
  const ovi_label_ends ends = ends_of(start, group);
  const ovi_label_join join = ovi_labels_find_all(table, start->layer, &ends);
  if (join.all.cost >= route->cost) { /* as OVI_LABEL_NONE is */
    return;
  }
  const uint32_t port = start->groups.begins[group] + join.place;
  route->cost = join.all.cost;
  route->last = join.all.port;
  route->hub = join.hub;
  route->first = ovi_waypoint_of_port(start->layer, &start->region, &start->groups, port);
  route->first.cost_to_go = join.all.cost - start->end->costs[port];
}

/* Half of a balanced cost with a change of the potential. */
static uint64_t true_cost(uint64_t balanced, int64_t change) {
  const int64_t twice = (int64_t)balanced + change;
  return twice > 0 ? (uint64_t)twice / 2 : 0;
}

ovi_label_route ovi_label_route_find(ovi_label_table *table, const ovi_layer *layer,
                                     ovi_label_end *start, ovi_label_end *goal, uint64_t bound) {
  end_ports goals = {.is_goal = true};
  end_ports starts = {.is_goal = false};
  const int best_goal = begin_label_end(&goals, layer, goal, start);
  const int best_start = begin_label_end(&starts, layer, start, goal);
  const int64_t change = goals.potential - starts.potential;
  if (starts.is_balanced && bound < OVI_LABEL_COSTS_END) { /* no route by labels costs as much */
    /* The balanced cost below which a route costs less than the bound. */
    const int64_t most = 2 * (int64_t)bound - change;
    bound = most > 0 ? (uint64_t)most : 0;
  }
  ovi_label_route route = {.cost = bound, .way = OVI_NO_WAY};
  ovi_label_table_begin(table);
  /* The cost of a first route excludes most borders from the best one. */
  if (goals.bounds[best_goal] < bound && starts.bounds[best_start] < bound) {
    const ovi_label_ends ends = ends_of(&goals, best_goal);
    ovi_labels_add_all(table, layer, &ends);
    try_group(&route, table, &starts, best_start);
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (group != best_goal && goals.bounds[group] < route.cost) {
      const ovi_label_ends ends = ends_of(&goals, group);
      ovi_labels_add_all(table, layer, &ends);
    }
  }
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (starts.bounds[group] < route.cost) {
      try_group(&route, table, &starts, group);
    }
  }
  if (route.cost >= bound) {
    route.cost = OVI_LABEL_NONE;
  } else if (starts.is_balanced) {
    const int64_t first = ovi_potential_of_waypoint(layer, route.first.region, route.first.number);
    route.cost = true_cost(route.cost, change);
    route.first.cost_to_go = true_cost(route.first.cost_to_go, goals.potential - first);
  }
  return route;
}
