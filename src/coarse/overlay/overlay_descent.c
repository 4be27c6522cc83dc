/* Steps of walks inside clusters, and crossings that are moved. */
#include "coarse/overlay/overlay_descent.h"

#include "coarse/overlay/inner_costs.h"

/* ---- The stack ------------------------------------------------------------------------- */

/* Pushes a step. False if there is no room. */
static bool push_step(ovi_overlay_plan *plan, ovi_overlay_step step) {
  if (plan->stack.top == 0) {
    return false;
  }
  plan->stack.steps[--plan->stack.top] = step;
  return true;
}

bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovi_stop *stop,
                           uint32_t *entered) {
  const ovi_overlay_step *step = &plan->stack.steps[plan->stack.top++];
  const ovi_region region = ovi_region_view(layer, step->cluster);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (step->to >= region.ports.count) {
    return false;
  }
  *stop = ovi_waypoint_of_port(layer, &region, &groups, step->to);
  stop->cost_to_go = step->cost_to_go;
  *entered = ovi_port_is_link(&groups, step->to)
                 ? ovi_link_region(
                       layer, ovi_region_link(&region, step->to - groups.begins[OVI_GROUP_COUNT]),
                       stop->side == 1)
                 : ovi_region_neighbour(layer, &region, ovi_port_group(&groups, step->to));
  return true;
}

/* ---- Walks as steps ------------------------------------------------------------------ */

/* Pushes the steps of a walk through a cluster, of the level below. It has left its first part if
 * `leaves`, or else entered it. `after`: the cost to go from the walk's end. */
static bool push_walk(ovi_overlay_plan *plan, ovi_inner_walk *walk, bool leaves, uint64_t after) {
  const uint8_t level = (uint8_t)(walk->cluster->level - 1);
  const uint32_t before = plan->stack.top;
  bool is_right = true;
  for (bool pushes = !leaves; is_right;) {
    if (pushes) {
      is_right =
          push_step(plan, (ovi_overlay_step){after + walk->left, walk->part.below.id,
                                             (uint16_t)walk->port, (uint16_t)walk->leaves, level});
    }
    if (walk->left == 0) {
      break;
    }
    is_right = is_right && ovi_inner_walk_next(walk);
    pushes = true;
  }
  /* They were pushed in their own order: reverses them, so that the first is on top. */
  for (uint32_t low = plan->stack.top, high = before; low + 1 < high; low++) {
    const ovi_overlay_step step = plan->stack.steps[low];
    plan->stack.steps[low] = plan->stack.steps[--high];
    plan->stack.steps[high] = step;
  }
  return is_right;
}

bool ovi_overlay_unpack_next(ovi_overlay_plan *plan) {
  const ovi_overlay_step step = plan->stack.steps[plan->stack.top++];
  ovi_cluster cluster = ovi_overlay_view(plan->layer, step.level, step.cluster);
  ovi_inner_walk walk = {.layer = plan->layer, .cluster = &cluster, .to = step.to};
  if (step.from >= cluster.ports || !ovi_overlay_view_tables(plan->layer, &cluster)) {
    return false;
  }
  const uint32_t from = ovi_get_u32(cluster.below + 4 * (uint64_t)step.from);
  return ovi_inner_walk_begin(&walk, from >> 16, from & 0xffffu, false) &&
         push_walk(plan, &walk, false, step.cost_to_go);
}

/* ---- Sources ------------------------------------------------------------------------- */

/* The part and port below over which a port of an end's cluster has its cost. */
typedef struct end_source {
  ovi_cluster cluster;
  uint32_t of; /* the port of the cluster */
  uint32_t place, port;
} end_source;

static bool find_end_source(const ovi_overlay_plan *plan, const ovi_overlay_end *end,
                            uint32_t level, uint32_t port, end_source *source) {
  const ovi_layer *layer = plan->layer;
  source->cluster = ovi_overlay_view(layer, level, ovi_cluster_of(layer, level, end->region));
  source->of = port;
  const uint32_t below = level == 1 ? end->region : ovi_cluster_of(layer, level - 1, end->region);
  ovi_inner_part part;
  source->place = ovi_inner_place(layer, &source->cluster, below);
  if (port >= source->cluster.ports || !ovi_overlay_view_tables(layer, &source->cluster) ||
      !ovi_inner_part_view(&part, layer, &source->cluster, source->place)) {
    return false;
  }
  const ovi_inner_costs_of from = {&part, ovi_overlay_end_costs(end, level - 1),
                                   end->port != UINT32_MAX, end == &plan->goal};
  source->port =
      ovi_inner_source(&source->cluster, &from, port, ovi_overlay_end_costs(end, level)[port]);
  return source->port != UINT32_MAX;
}

/* ---- The goal ------------------------------------------------------------------------- */

/* Pushes the steps from the meeting to the goal, those of the lowest level first. */
static bool push_goal_levels(ovi_overlay_plan *plan) {
  end_source sources[OVI_OVERLAY_MOST_LEVELS];
  end_source *source = sources;
  uint32_t port = plan->meeting.port;
  for (uint32_t level = plan->meeting.level; level > 0; level--) {
    if (!find_end_source(plan, &plan->goal, level, port, source)) {
      return false;
    }
    port = source->port;
    source++;
  }
  while (source != sources) {
    source--;
    /* From a port of the goal's cluster of the level to one of its cluster of the level below. The
     * walk leads back, from the latter to the former, so its last step is the first. */
    const uint32_t level = source->cluster.level;
    const uint64_t all = ovi_overlay_end_costs(&plan->goal, level)[source->of];
    ovi_inner_walk walk = {
        .layer = plan->layer, .cluster = &source->cluster, .to = source->of, .back = true};
    if (!ovi_inner_walk_begin(&walk, source->place, source->port, true)) {
      return false;
    }
    while (walk.left != 0) {
      const uint32_t left = walk.left;
      if (!ovi_inner_walk_next(&walk) ||
          !push_step(plan, (ovi_overlay_step){all - left, walk.part.below.id, (uint16_t)walk.leaves,
                                              (uint16_t)walk.port, (uint8_t)(level - 1)})) {
        return false;
      }
    }
  }
  return true;
}

/* ---- The crossing of a border ---------------------------------------------------------- */

/* The cost in a clique of entering by its own port and leaving by another one, or the other way
 * round if `back`; UINT64_MAX: there is none. */
static uint64_t port_cost_between(const ovi_overlay_port_clique *joined, uint32_t port, bool back) {
  uint32_t place = port;
  if (joined->clique.order != NULL) {
    uint32_t high = joined->clique.count;
    place = 0;
    while (high - place > 1) { /* ports rise by place */
      const uint32_t middle = place + (high - place) / 2;
      if (ovi_clique_port(&joined->clique, middle) <= port) {
        place = middle;
      } else {
        high = middle;
      }
    }
  }
  if (place >= joined->clique.count || ovi_clique_port(&joined->clique, place) != port ||
      place == joined->here) {
    return UINT64_MAX;
  }
  const uint32_t cost =
      ovi_clique_way(&joined->clique, back ? joined->here : place, back ? place : joined->here);
  return cost != OVI_NO_COST_32 ? cost : UINT64_MAX;
}

/* The crossing between two parts of a level, of which a plan enters the first by port `from`, or
 * begins in it with costs of its own, and leaves the second by port `to`. */
typedef struct moved_crossing {
  ovi_below here, there;
  const uint64_t *costs; /* of the ports of the first part; NULL: it is entered */
  ovi_overlay_port_clique from, to;
  uint32_t at;    /* port of the first part where the border is crossed */
  uint32_t other; /* and the port of the second */
} moved_crossing;

/* Moves a crossing to the cheapest waypoint between the two parts. Returns the gain. */
static uint64_t move_crossing(moved_crossing *moved) {
  const int group = ovi_port_group(&moved->here.groups, moved->at);
  const uint32_t here = moved->here.groups.begins[group];
  const uint32_t there = moved->there.groups.begins[ovi_group_opposite(group)];
  const uint32_t count = ovi_below_shared(&moved->here, &moved->there, group);
  const uint32_t place = moved->at - here;
  uint64_t least = UINT64_MAX;
  uint64_t before = UINT64_MAX;
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t first = moved->costs != NULL ? moved->costs[here + i]
                                                : port_cost_between(&moved->from, here + i, false);
    const uint64_t second =
        first < least ? port_cost_between(&moved->to, there + i, true) : UINT64_MAX;
    const uint64_t sum = second < UINT64_MAX ? first + second : UINT64_MAX;
    if (i == place) {
      before = first + port_cost_between(&moved->to, there + i, true);
    }
    if (sum < least) {
      least = sum;
      moved->at = here + i;
      moved->other = there + i;
    }
  }
  if (least >= before) {
    moved->at = here + place;
    moved->other = there + place;
    return 0;
  }
  return before - least;
}

/* Moves the crossing between the start's cluster of the level above and the next cluster, if the
 * next `count` steps lead to it and the one behind them is of the same level. *port: of the start's
 * cluster of this level, by which it is left. Returns the gain. */
static uint64_t move_border(ovi_overlay_plan *plan, uint32_t level, uint32_t count,
                            uint32_t *port) {
  ovi_overlay_step *steps = plan->stack.steps + plan->stack.top;
  const ovi_overlay_end *start = &plan->start;
  if (plan->stack.capacity - plan->stack.top <= count || steps[count].level != level) {
    return 0;
  }
  moved_crossing moved = {.costs = NULL};
  ovi_below_view(&moved.there, plan->layer, level, steps[count].cluster);
  moved.to = ovi_below_clique_of(&moved.there, steps[count].to);
  if (count != 0) {
    ovi_below_view(&moved.here, plan->layer, level, steps[count - 1].cluster);
    moved.from = ovi_below_clique_of(&moved.here, steps[count - 1].from);
    moved.at = steps[count - 1].to;
  } else {
    ovi_below_view(&moved.here, plan->layer, level,
                   level == 0 ? start->region : ovi_cluster_of(plan->layer, level, start->region));
    moved.costs = ovi_overlay_end_costs(start, level);
    moved.at = *port;
  }
  if (moved.to.here == UINT32_MAX || moved.at >= moved.here.groups.begins[OVI_GROUP_COUNT] ||
      (count != 0 && moved.from.here == UINT32_MAX)) {
    return 0;
  }
  const uint64_t gain = move_crossing(&moved);
  if (gain == 0) {
    return 0;
  }
  steps[count].from = (uint16_t)moved.other;
  for (uint32_t i = 0; i + 1 < count; i++) {
    steps[i].cost_to_go -= gain;
  }
  const uint64_t behind = steps[count].cost_to_go + port_cost_between(&moved.to, moved.other, true);
  if (count != 0) {
    steps[count - 1].to = (uint16_t)moved.at;
    steps[count - 1].cost_to_go = behind;
  } else {
    *port = moved.at;
  }
  return gain;
}

/* ---- The start -------------------------------------------------------------------------- */

/* Pushes the steps of a level that lead from the start's cluster of that level to *port of its
 * cluster of the level above, and unpacks the step behind that; *port becomes the one by which
 * the former is left. *left: cost to go from there. */
static bool push_start_level(ovi_overlay_plan *plan, uint32_t level, uint32_t *port,
                             uint64_t *left) {
  end_source source;
  if (!find_end_source(plan, &plan->start, level + 1, *port, &source)) {
    return false;
  }
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  if (next != NULL && next->level == level + 1 && !ovi_overlay_unpack_next(plan)) {
    return false;
  }
  ovi_inner_walk walk = {.layer = plan->layer, .cluster = &source.cluster, .to = *port};
  if (!ovi_inner_walk_begin(&walk, source.place, source.port, true)) {
    return false;
  }
  const uint64_t way = walk.left;
  const uint32_t before = plan->stack.top;
  if (!push_walk(plan, &walk, true, *left)) {
    return false;
  }
  *port = source.port;
  *left += way;
  const uint32_t steps = before - plan->stack.top;
  const uint64_t gain = move_border(plan, level, steps, port);
  plan->best -= gain;
  *left = plan->best - ovi_overlay_end_costs(&plan->start, level)[*port];
  return true;
}

bool ovi_overlay_descend(ovi_overlay_plan *plan) {
  const ovi_overlay_search *search = &plan->search;
  const ovi_coarse_node *nodes = search->open.nodes;
  const ovi_overlay_end *start = &plan->start;
  uint32_t level = plan->meeting.level;
  uint32_t number = plan->meeting.node;
  plan->stack.top = plan->stack.capacity; /* it is empty */
  if (!push_goal_levels(plan)) {
    return false;
  }
  /* The path that the search has found, from its last node to its first. */
  for (; nodes[number].parent != OVI_NO_NODE; number = nodes[number].parent) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pool.pages[node->page];
    const ovi_overlay_opposite entered =
        ovi_overlay_opposite_of(search, &search->windows[level], &nodes[node->parent]);
    const uint32_t from = ovi_below_opposite_port(&page->below, &entered);
    if (!push_step(plan, (ovi_overlay_step){plan->best - node->cost, page->below.id, (uint16_t)from,
                                            node->number, (uint8_t)level})) {
      return false;
    }
  }
  uint32_t port = nodes[number].number;
  uint64_t left = plan->best - ovi_overlay_end_costs(start, level)[port];
  while (level-- > 0) {
    if (!push_start_level(plan, level, &port, &left)) {
      return false;
    }
  }
  const uint32_t from = start->port != UINT32_MAX ? start->port : port;
  return push_step(plan,
                   (ovi_overlay_step){left, start->region, (uint16_t)from, (uint16_t)port, 0});
}
