/* Follows routes by labels edge by edge, and from one way over a link to the next. */
#include "coarse/refine/label_walk.h"

#include "coarse/view/layer_steps.h"
#include "common/topology.h"

/* ---- Edges -------------------------------------------------------- */

/* Goes over the edges from a stop, through the region behind it. */
typedef struct edge_cursor {
  const ovi_layer *layer;
  ovi_region region;
  ovi_port_groups groups;
  ovi_clique clique;
  uint32_t from;  /* port of the stop */
  uint32_t to;    /* the port of a link that the leg leads to; UINT32_MAX: none of the region's */
  uint32_t here;  /* its place in the clique */
  uint32_t place; /* behind that of the present edge */
  ovi_port port;  /* to which the edge leads */
  uint64_t edge;  /* its cost in the labels, which is balanced in a balanced layer */
  uint64_t cost;  /* cost units, its cost */
  bool is_balanced;
  int base_group; /* the group of `base` */
  uint32_t base;  /* added to a port of that group, modulo 2^32, it gives the waypoint */
} edge_cursor;

static bool view_edges(edge_cursor *edges, const ovi_layer *layer, const ovi_stop *stop) {
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
  edges->to = UINT32_MAX;
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
  edges->is_balanced = ovi_layer_is_balanced(edges->layer);
}

/* Moves on to the next edge that costs no more than `most`. Ends of links are passed only to take
 * them. */
static bool next_edge(edge_cursor *edges, uint64_t most) {
  while (edges->place < edges->clique.count) {
    const uint32_t place = edges->place++;
    const uint32_t port = ovi_clique_port(&edges->clique, place);
    if (place == edges->here || (ovi_port_is_link(&edges->groups, port) && port != edges->to)) {
      continue;
    }
    uint32_t back = 0;
    uint32_t cost;
    if (edges->is_balanced) {
      cost = ovi_square_cost(&edges->clique, place, edges->here);
      back = ovi_square_cost(&edges->clique, edges->here, place);
    } else if (edges->layer->profile.is_directed) {
      cost = ovi_walk_cost(&edges->region, &edges->clique, edges->here, place);
    } else {
      cost = ovi_clique_cost(&edges->clique, edges->here, place);
    }
    edges->cost = cost;
    edges->edge = (uint64_t)cost + back;
    if (cost == OVI_NO_COST_32 || back == OVI_NO_COST_32 || edges->edge > most) {
      continue;
    }
    edges->port.port = port;
    while (edges->port.group < OVI_GROUP_COUNT &&
           port >= edges->groups.begins[edges->port.group + 1]) {
      edges->port.group++;
    }
    return true;
  }
  return false;
}

/* The waypoint to which the edge leads. */
static uint64_t waypoint_ahead(edge_cursor *edges) {
  if (edges->port.port == edges->to) {
    return ovi_node_of_end(edges->layer, &edges->region, &edges->groups, edges->port.port);
  }
  if (edges->base_group != edges->port.group) {
    ovi_stop to =
        ovi_waypoint_of_port(edges->layer, &edges->region, &edges->groups, edges->port.port);
    uint32_t first = ovi_first_waypoint(edges->layer, to.region);
    edges->base = first + to.number - edges->port.port;
    edges->base_group = edges->port.group;
  }
  return edges->base + edges->port.port;
}

static ovi_stop stop_ahead(const edge_cursor *edges, uint64_t cost_to_go) {
  ovi_stop stop =
      ovi_waypoint_of_port(edges->layer, &edges->region, &edges->groups, edges->port.port);
  stop.cost_to_go = cost_to_go;
  return stop;
}

/* Moves on to the edge that is on a cheapest path to a hub, whose cost becomes what is left behind
 * the edge. The cells between which the bound is
 * computed lie half a step from the middles of port and hub. */
static bool find_edge_to_hub(edge_cursor *edges, ovi_label_hub *hub) {
  const ovi_layer *layer = edges->layer;
  const uint8_t *at = layer->labels.hubs + 4 * (uint64_t)hub->rank;
  const int32_t x = (int32_t)ovi_get_u16(at) - edges->region.x;
  const int32_t y = (int32_t)ovi_get_u16(at + 2) - edges->region.y;
  const uint32_t weight = (edges->is_balanced ? 2u : 1u) * layer->profile.min_weight;
  const uint64_t slack = 2 * (uint64_t)ovi_step_cost(weight, 1);
  ovi_bundle_costs bundle;
  bundle.first = 0;
  bundle.count = 0; /* none yet */
  while (next_edge(edges, hub->cost)) {
    uint32_t cell = ovi_port_cell(&edges->region, edges->port.port);
    uint64_t rest = hub->cost - edges->edge;
    uint64_t bound =
        ovi_distance(layer->profile.corners, ovi_port_x(cell) - x, ovi_port_y(cell) - y, weight);
    if (bound > rest + slack) {
      continue;
    }
    const uint64_t waypoint = waypoint_ahead(edges);
    if (waypoint - bundle.first >= bundle.count) {
      ovi_labels_left_to_hub(layer, waypoint, hub->rank, &bundle);
    }
    if (bundle.costs[waypoint - bundle.first] == rest) {
      hub->cost = rest;
      return true;
    }
  }
  return false;
}

bool ovi_label_route_toward(const ovi_layer *layer, ovi_label_hub *hub, ovi_stop *stop) {
  edge_cursor edges;
  if (!view_edges(&edges, layer, stop)) {
    return false;
  }
  begin_edges(&edges);
  if (!find_edge_to_hub(&edges, hub)) {
    return false;
  }
  *stop = stop_ahead(&edges, stop->cost_to_go);
  return true;
}

/* ---- Walks --------------------------------------------------------------- */

static uint64_t waypoint_of_stop(const ovi_layer *layer, const ovi_stop *stop) {
  return ovi_first_waypoint(layer, stop->region) + (uint64_t)stop->number;
}

bool ovi_label_walk_resume(ovi_label_walk *walk, uint32_t last, uint32_t hub_rank,
                           const ovi_stop *stop) {
  const ovi_layer *layer = walk->layer;
  walk->goal_region = ovi_region_at(layer, walk->goal.x, walk->goal.y);
  walk->last = last;
  walk->hub = (ovi_label_hub){hub_rank, 0};
  walk->is_filled = false;
  if (walk->last >= ovi_region_view(layer, walk->goal_region).ports.count ||
      walk->hub.rank >= layer->labels.count ||
      (walk->way != OVI_NO_WAY && walk->way >= layer->labels.ways.count)) {
    return false;
  }
  if (walk->way != OVI_NO_WAY && ovi_stop_takes(layer, stop, walk->way)) {
    return true; /* the leg ends there */
  }
  walk->hub.cost = ovi_labels_to_hub(layer, waypoint_of_stop(layer, stop), walk->hub.rank);
  return walk->hub.cost != OVI_LABEL_NONE;
}

/* Fills the table with the costs to the last waypoint of the route, which is no end of a link. */
static void aim_at_goal(ovi_label_walk *walk) {
  const ovi_region region = ovi_region_view(walk->layer, walk->goal_region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const ovi_stop last = ovi_waypoint_of_port(walk->layer, &region, &groups, walk->last);
  ovi_label_table_begin(walk->table);
  ovi_labels_add(walk->table, walk->layer, waypoint_of_stop(walk->layer, &last),
                 (ovi_label_cost){0, walk->last});
}

/* Finds the next hub, and the edge towards it, from a node that is a hub or the end of a way. */
static bool find_edge_from_hub(edge_cursor *edges, ovi_label_walk *walk, uint64_t node) {
  if (!walk->is_filled) { /* with the costs to where the leg ends */
    walk->is_filled = true;
    if (walk->way == OVI_NO_WAY) {
      aim_at_goal(walk);
    } else {
      ovi_label_table_begin(walk->table);
      ovi_labels_add(walk->table, walk->layer, ovi_way_at(walk->layer, walk->way).entry,
                     (ovi_label_cost){0, 0});
    }
  }
  ovi_label_cost left = ovi_labels_find(walk->table, walk->layer, node, &walk->hub);
  if (left.cost == OVI_LABEL_NONE) {
    return false;
  }
  if (ovi_hub_is_end(walk->layer, walk->hub.rank)) {
    walk->hub.cost = 0;
    while (next_edge(edges, left.cost)) {
      if (edges->port.port == edges->to) {
        return edges->edge == left.cost;
      }
    }
    return false;
  }
  if (walk->hub.cost != 0) {
    return find_edge_to_hub(edges, &walk->hub);
  }
  /* The node is the last hub of its leg: the edge is on a cheapest path to the end of the leg, and
   * so is the next hub. */
  ovi_bundle_costs bundle = {.count = 0};
  while (next_edge(edges, left.cost)) {
    const uint64_t waypoint = waypoint_ahead(edges);
    if (waypoint - bundle.first >= bundle.count) {
      ovi_labels_left(walk->table, walk->layer, waypoint, &bundle);
    }
    if (bundle.costs[waypoint - bundle.first] == left.cost - edges->edge) {
      ovi_labels_find(walk->table, walk->layer, waypoint, &walk->hub);
      return true;
    }
  }
  return false;
}

/* ---- From way to way ----------------------------------------------------- */

/* The last port of a route, to which the legs behind a way lead. */
typedef struct way_goal {
  bool is_end;   /* it is the end of a link */
  uint32_t node; /* and its node */
  ovl_cell cell; /* of the port */
} way_goal;

/* The cost from the end of a way to the last port of the route. */
static uint64_t cost_to_last(const ovi_label_walk *walk, uint32_t exit, const way_goal *goal) {
  ovi_label_hub hub;
  return goal->is_end ? (exit == goal->node ? 0 : OVI_LABEL_NONE)
                      : ovi_labels_find(walk->table, walk->layer, exit, &hub).cost;
}

/* The way with the least bound behind a bound and a way, in that order; OVI_NO_WAY: none. No route
 * from the end of the leg's way to the last port by way of another costs less than that's bound. */
static uint32_t next_bounded(const ovi_label_walk *walk, const way_goal *goal, uint64_t *bound,
                             uint32_t before) {
  const ovi_layer *layer = walk->layer;
  const uint8_t *row = ovi_closure_row(layer, walk->way);
  const uint64_t last = *bound;
  uint32_t next = OVI_NO_WAY;
  *bound = UINT64_MAX;
  for (uint32_t way = 0; way < layer->labels.ways.count; way++) {
    const uint64_t there = ovi_get_u64(row + 8 * (uint64_t)way);
    if (there == UINT64_MAX || way == walk->way) {
      continue;
    }
    const ovl_cell end = ovi_way_end(layer, way, true);
    const uint64_t here = there + ovi_distance(layer->profile.corners, end.x - goal->cell.x,
                                               end.y - goal->cell.y, layer->profile.min_weight);
    if (here < *bound && (here > last || (here == last && way > before))) {
      *bound = here;
      next = way;
    }
  }
  return next;
}

/* The way with which the cheapest route from the end of a way begins, if it takes `last` as its
 * last way: the nearest of those on it. */
static uint32_t way_behind(const ovi_layer *layer, uint32_t way, uint32_t last) {
  const uint8_t *row = ovi_closure_row(layer, way);
  const uint64_t all = ovi_get_u64(row + 8 * (uint64_t)last);
  uint32_t next = last;
  for (uint32_t middle = 0; middle < layer->labels.ways.count; middle++) {
    const uint64_t there = ovi_get_u64(row + 8 * (uint64_t)middle);
    const uint64_t onward = ovi_get_u64(ovi_closure_row(layer, middle) + 8 * (uint64_t)last);
    if (middle != way && there < ovi_get_u64(row + 8 * (uint64_t)next) && onward != UINT64_MAX &&
        there + onward - ovi_way_at(layer, middle).cost == all) {
      next = middle;
    }
  }
  return next;
}

/* Begins the leg behind the present one, whose way has been taken. */
static bool begin_leg(ovi_label_walk *walk) {
  const ovi_layer *layer = walk->layer;
  const uint8_t *row = ovi_closure_row(layer, walk->way);
  const ovi_link_way here = ovi_way_at(layer, walk->way);
  const uint64_t slack = 2 * (uint64_t)ovi_step_cost(layer->profile.min_weight, 1);
  const ovi_region region = ovi_region_view(layer, walk->goal_region);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const uint32_t cell = ovi_port_cell(&region, walk->last);
  way_goal goal = {.is_end = ovi_port_is_link(&groups, walk->last),
                   .cell = {region.x + ovi_port_x(cell), region.y + ovi_port_y(cell), 0}};
  if (goal.is_end) {
    goal.node = ovi_node_of_end(layer, &region, &groups, walk->last);
  }
  if (!goal.is_end) {
    aim_at_goal(walk);
  }
  uint64_t least = cost_to_last(walk, here.exit, &goal);
  uint64_t bound = 0;
  uint32_t last = OVI_NO_WAY;
  uint32_t way = next_bounded(walk, &goal, &bound, OVI_NO_WAY);
  for (; way != OVI_NO_WAY && (least == OVI_LABEL_NONE || bound - here.cost < least + slack);
       way = next_bounded(walk, &goal, &bound, way)) {
    const uint64_t there = ovi_get_u64(row + 8 * (uint64_t)way) - here.cost;
    const uint64_t onward = cost_to_last(walk, ovi_way_at(layer, way).exit, &goal);
    if (onward != OVI_LABEL_NONE && there + onward < least) {
      least = there + onward;
      last = way;
    }
  }
  walk->way = last != OVI_NO_WAY ? way_behind(layer, walk->way, last) : OVI_NO_WAY;
  walk->is_filled = walk->way == OVI_NO_WAY && !goal.is_end;
  return least != OVI_LABEL_NONE;
}

/* ---- From stop to stop --------------------------------------------------- */

ovi_status ovi_label_walk_next(ovi_label_walk *walk, const ovi_stop *stop, ovi_stop *next) {
  edge_cursor edges;
  const ovi_layer *layer = walk->layer;
  if (!view_edges(&edges, layer, stop)) {
    return OVI_CORRUPT;
  }
  /* A stop that takes the way of the present leg begins the one behind it. */
  const uint32_t left = walk->way;
  const bool takes_way = left != OVI_NO_WAY && ovi_stop_takes(layer, stop, left);
  if (takes_way) {
    edges.from = ovi_port_of_end(layer, &edges.region, stop, stop->side != 0);
    if (edges.from == UINT32_MAX || !begin_leg(walk)) {
      return OVI_CORRUPT;
    }
  }
  if (walk->way == OVI_NO_WAY && edges.region.id == walk->goal_region && edges.from == walk->last) {
    return OVI_NONE;
  }
  ovi_link_way way = {.cost = 0};
  if (walk->way != OVI_NO_WAY) {
    way = ovi_way_at(layer, walk->way);
    if (ovi_region_at(layer, way.from.x, way.from.y) == edges.region.id) {
      edges.to = ovi_port_of_end(layer, &edges.region, &way.stop, way.stop.side == 0);
    }
  }
  begin_edges(&edges);
  if (takes_way || walk->hub.cost == 0) { /* the next hub is to be found */
    const uint64_t node = takes_way ? ovi_way_at(layer, left).exit : waypoint_of_stop(layer, stop);
    if (!find_edge_from_hub(&edges, walk, node)) {
      return OVI_CORRUPT;
    }
  } else if (!find_edge_to_hub(&edges, &walk->hub)) {
    return OVI_CORRUPT;
  }
  if (walk->way == OVI_NO_WAY && edges.region.id == walk->goal_region &&
      edges.port.port == walk->last) {
    return OVI_NONE; /* the last port is reached from inside: the goal costs no more */
  }
  const uint64_t beyond = edges.port.port == edges.to ? way.cost : 0; /* of the stop ahead */
  if (edges.cost + beyond > stop->cost_to_go) {
    return OVI_CORRUPT;
  }
  *next = stop_ahead(&edges, stop->cost_to_go - edges.cost - beyond);
  return OVI_DONE;
}

bool ovi_label_walk_joins(const ovi_label_walk *walk, const ovi_stop *stop,
                          const ovi_stop *behind) {
  const ovi_layer *layer = walk->layer;
  uint64_t edge = stop->cost_to_go - behind->cost_to_go;
  if (ovi_layer_is_balanced(layer)) {
    edge = 2 * edge + (uint64_t)(ovi_potential_of_waypoint(layer, stop->region, stop->number) -
                                 ovi_potential_of_waypoint(layer, behind->region, behind->number));
  }
  return ovi_labels_to_hub(walk->layer, waypoint_of_stop(walk->layer, stop), walk->hub.rank) ==
         edge + walk->hub.cost;
}
