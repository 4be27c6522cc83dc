/* The steps of a plan, from the goal to the start, and the walks that unpack them. */
#include "coarse/overlay/overlay_descent.h"

#include "common/compiler.h"

/* ---- The stack ------------------------------------------------------------------------- */

/* Pushes a step. False if there is no room. */
static bool push_step(ovi_overlay_plan *plan, ovi_overlay_step step) {
  OVI_ASSERT(plan->stack.top <= plan->stack.capacity);
  if (plan->stack.top == 0) {
    return false;
  }
  plan->stack.steps[--plan->stack.top] = step;
  return true;
}

ovi_overlay_port ovi_overlay_entered_by(const ovi_layer *layer, const ovi_stop *stop) {
  if (stop->side == 0) {
    const ovi_region own = ovi_region_view(layer, stop->region);
    const ovi_port_groups groups = ovi_port_groups_of(&own);
    return (ovi_overlay_port){stop->region, ovi_own_port(&groups, stop->number)};
  }
  const uint32_t id = ovi_waypoint_other_region(layer, stop->region, stop->number);
  if (id == UINT32_MAX) {
    return (ovi_overlay_port){stop->region, UINT32_MAX}; /* of a placeholder */
  }
  const ovi_region region = ovi_region_view(layer, id);
  if (ovi_waypoint_link(layer, stop->region, stop->number) != OVI_NO_LINK) {
    return (ovi_overlay_port){id, ovi_port_of_end(layer, &region, stop, true)};
  }
  const ovi_port port = ovi_port_of_waypoint(layer, &region, stop->region, stop->number);
  return (ovi_overlay_port){id, port.port};
}

ovi_stop ovi_overlay_stop_of(const ovi_layer *layer, uint32_t left, const ovi_crossing *crossing) {
  const uint32_t own = ovi_layer_group_begin(ovi_region_layer_block(layer, left), OVI_OWN_GROUPS);
  return crossing->left_by < own ? (ovi_stop){0, left, crossing->left_by, 1}
                                 : (ovi_stop){0, crossing->entered, crossing->entered_by, 0};
}

bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovi_stop *stop,
                           ovi_crossing *crossing) {
  const ovi_overlay_stack *stack = &plan->stack;
  const ovi_overlay_step *step = &stack->steps[plan->stack.top++];
  if (stack->top != stack->capacity && step[1].level == 0 && !layer->profile.has_links) {
    *crossing = (ovi_crossing){step[1].cluster, step->to, step[1].from};
    *stop = ovi_overlay_stop_of(layer, step->cluster, crossing);
    stop->cost_to_go = step->cost_to_go;
    return true;
  }
  const ovi_region region = ovi_region_view(layer, step->cluster);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (step->to >= region.ports.count) {
    return false;
  }
  *stop = ovi_waypoint_of_port(layer, &region, &groups, step->to);
  stop->cost_to_go = step->cost_to_go;
  const ovi_overlay_port there = ovi_overlay_entered_by(layer, stop);
  *crossing = (ovi_crossing){there.cluster, step->to, (uint16_t)there.port};
  return there.port != UINT32_MAX;
}

ovi_half_cells ovi_overlay_step_end(const ovi_overlay_plan *plan, const ovi_layer *layer,
                                    const ovi_overlay_step *step) {
  if (step->kind == OVI_STEP_IN || step->kind == OVI_STEP_INSIDE) {
    const uint32_t level = step->level - 1u;
    return ovi_overlay_middle(layer, level, ovi_overlay_end_cluster(&plan->goal, layer, level),
                              step->to);
  }
  return ovi_overlay_middle(layer, step->level, step->cluster, step->to);
}

/* ---- Unpacking -------------------------------------------------------------------------- */

/* Pushes the steps of a walk through a cluster, of the level below. It has left its first part if
 * `leaves`, or else entered it. `after`: the cost to go from the walk's end. */
static bool push_walk(ovi_overlay_plan *plan, ovi_inner_walk *walk, bool leaves, uint64_t after) {
  const uint8_t level = (uint8_t)(walk->cluster->level - 1);
  const uint32_t before = plan->stack.top;
  bool is_right = true;
  for (bool pushes = !leaves; is_right;) {
    if (pushes) {
      is_right = push_step(plan, (ovi_overlay_step){after + walk->left, walk->part.below.id,
                                                    (uint16_t)walk->port, (uint16_t)walk->leaves,
                                                    level, OVI_STEP_THROUGH});
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

/* Begins the walk of a step above the regions. */
static bool begin_step(const ovi_overlay_plan *plan, const ovi_overlay_step *step,
                       ovi_cluster *cluster, ovi_inner_walk *walk) {
  const ovi_layer *layer = plan->layer;
  const bool is_back = step->kind == OVI_STEP_IN;
  *cluster = ovi_overlay_view(layer, step->level, step->cluster);
  *walk = (ovi_inner_walk){
      .layer = layer, .cluster = cluster, .to = is_back ? step->from : step->to, .back = is_back};
  if (!ovi_overlay_view_tables(layer, cluster)) {
    return false;
  }
  if (step->kind == OVI_STEP_THROUGH) {
    const uint32_t below =
        step->from < cluster->ports ? ovi_get_u32(cluster->below + 4 * (uint64_t)step->from) : 0;
    return step->from < cluster->ports &&
           ovi_inner_walk_begin(walk, ovi_below_part(below), below & 0xffffu, false);
  }
  const ovi_overlay_end *end = is_back ? &plan->goal : &plan->start;
  const uint32_t place =
      ovi_inner_place(layer, cluster, ovi_overlay_end_cluster(end, layer, step->level - 1u));
  if (step->kind == OVI_STEP_INSIDE) {
    ovi_inner_part part;
    const uint32_t goal = ovi_inner_place(
        layer, cluster, ovi_overlay_end_cluster(&plan->goal, layer, step->level - 1u));
    if (!ovi_inner_part_view(&part, layer, cluster, goal) || step->to >= part.below.ports) {
      return false;
    }
    walk->to = ovi_inner_part_node(cluster, &part, step->to);
  }
  return ovi_inner_walk_begin(walk, place, is_back ? step->to : step->from, true);
}

/* Replaces the next step, which is not one of level 0, by those of the level below. */
static bool unpack_next(ovi_overlay_plan *plan) {
  const ovi_overlay_step step = plan->stack.steps[plan->stack.top++];
  ovi_cluster cluster;
  ovi_inner_walk walk;
  if (!begin_step(plan, &step, &cluster, &walk)) {
    return false;
  }
  if (step.kind != OVI_STEP_IN) {
    return push_walk(plan, &walk, step.kind != OVI_STEP_THROUGH, step.cost_to_go);
  }
  /* The walk leads back from the goal's part, so that the last of its steps is the first. */
  const uint64_t all = step.cost_to_go + walk.left;
  while (walk.left != 0) {
    const uint32_t left = walk.left;
    if (!ovi_inner_walk_next(&walk) ||
        !push_step(plan, (ovi_overlay_step){all - left, walk.part.below.id, (uint16_t)walk.leaves,
                                            (uint16_t)walk.port, (uint8_t)(step.level - 1),
                                            OVI_STEP_THROUGH})) {
      return false;
    }
  }
  return true;
}

ovi_status ovi_overlay_plan_unpack(ovi_overlay_plan *plan, const ovi_layer *layer) {
  const ovi_overlay_step *next;
  plan->layer = layer;
  while ((next = ovi_overlay_next_step(plan)) != NULL && next->level != 0) {
    if (!unpack_next(plan)) {
      return OVI_CORRUPT;
    }
  }
  return OVI_DONE;
}

bool ovi_overlay_turns_round(const ovi_overlay_plan *plan) {
  const ovi_layer *layer = plan->layer;
  const ovi_overlay_meeting *meeting = &plan->meeting;
  if (meeting->way == OVI_WAY_JOINED && meeting->cost == 0 &&
      ovi_overlay_end_cluster(&plan->start, layer, meeting->level) ==
          ovi_overlay_end_cluster(&plan->goal, layer, meeting->level)) {
    return true;
  }
  for (uint32_t at = plan->stack.top; at < plan->stack.capacity; at++) {
    const ovi_overlay_step *step = &plan->stack.steps[at];
    ovi_cluster cluster;
    ovi_inner_walk walk;
    if (step->kind == OVI_STEP_THROUGH) {
      continue;
    }
    if (!begin_step(plan, step, &cluster, &walk)) {
      return true;
    }
    /* It would turn back at once if no way through the next part has the cost that is left; and, in
     * a step to the goal's part, if it enters that once more and comes straight back out of it. */
    const int64_t to =
        step->kind == OVI_STEP_INSIDE
            ? (int64_t)ovi_inner_place(
                  layer, &cluster, ovi_overlay_end_cluster(&plan->goal, layer, step->level - 1u))
            : -1;
    bool goes_on = walk.left == 0 || ovi_inner_walk_next(&walk);
    while (goes_on && to >= 0 && walk.left != 0) {
      goes_on = ovi_inner_walk_next(&walk);
    }
    if (!goes_on || (int64_t)walk.part.place == to) {
      return true;
    }
  }
  return false;
}

/* ---- Sources ------------------------------------------------------------------------- */

/* The port of the level below over which a port of an end's cluster has its cost, and the exact
 * cost between both; 0: they are the same waypoint. */
typedef struct end_source {
  uint32_t cluster, port;
  uint32_t cost;
} end_source;

static bool find_end_source(ovi_overlay_plan *plan, ovi_overlay_end *end, uint32_t level,
                            uint32_t port, end_source *source) {
  ovi_inner_end inner;
  if (!ovi_overlay_end_in(end, plan->layer, level, end == &plan->goal, &inner)) {
    return false;
  }
  const ovi_cluster *cluster = ovi_overlay_end_above(end, level);
  source->cluster = cluster->id;
  source->port = port < cluster->ports ? ovi_inner_source(cluster, &inner, port,
                                                          ovi_overlay_end_costs(end, level)[port])
                                       : UINT32_MAX;
  if (source->port == UINT32_MAX) {
    return false;
  }
  const uint32_t node = ovi_inner_part_node(cluster, inner.part, source->port);
  source->cost = ovi_inner_cost(cluster, inner.back ? port : node, inner.back ? node : port);
  return source->cost != OVI_NO_COST_32;
}

/* Pushes the steps from the meeting to the goal, those of the lowest level first. *left: the exact
 * cost to go from the meeting. */
static bool push_goal_levels(ovi_overlay_plan *plan, uint64_t *left) {
  end_source sources[OVI_OVERLAY_MOST_LEVELS + 1];
  const uint32_t top = plan->meeting.level;
  uint32_t port = plan->meeting.to;
  for (uint32_t level = top; level > 0; level--) {
    if (!find_end_source(plan, &plan->goal, level, port, &sources[level])) {
      return false;
    }
    port = sources[level].port;
  }
  *left = plan->goal.costs[port];
  for (uint32_t level = 1; level <= top; level++) {
    const end_source *source = &sources[level];
    const uint32_t from = level == top ? plan->meeting.to : sources[level + 1].port;
    if (source->cost != 0 &&
        !push_step(plan, (ovi_overlay_step){*left, source->cluster, (uint16_t)from,
                                            (uint16_t)source->port, (uint8_t)level, OVI_STEP_IN})) {
      return false;
    }
    *left += source->cost;
  }
  return true;
}

/* Pushes the steps from the start to port `port` of its cluster of the meeting's level, the last
 * first. `left`: the exact cost to go from there. */
static bool push_start_levels(ovi_overlay_plan *plan, uint32_t port, uint64_t left) {
  ovi_overlay_end *start = &plan->start;
  for (uint32_t level = plan->meeting.level; level > 0; level--) {
    end_source source;
    if (!find_end_source(plan, start, level, port, &source)) {
      return false;
    }
    if (source.cost != 0 &&
        !push_step(plan, (ovi_overlay_step){left, source.cluster, (uint16_t)source.port,
                                            (uint16_t)port, (uint8_t)level, OVI_STEP_OUT})) {
      return false;
    }
    left += source.cost;
    port = source.port;
  }
  const uint32_t from = start->port != UINT32_MAX ? start->port : port;
  plan->best = left + start->costs[port];
  return push_step(plan, (ovi_overlay_step){left, start->region, (uint16_t)from, (uint16_t)port, 0,
                                            OVI_STEP_THROUGH});
}

/* ---- The middle ------------------------------------------------------------------------- */

/* Pushes the path that the search has found, from its last node to its first; *port becomes the one
 * by which the start's cluster is left, and *left the cost to go from there. */
static bool push_searched(ovi_overlay_plan *plan, uint32_t *port, uint64_t *left) {
  const ovi_overlay_search *search = &plan->search;
  const ovi_coarse_node *nodes = search->open.nodes;
  const uint32_t level = plan->meeting.level;
  uint32_t number = plan->meeting.node;
  const uint64_t all = *left + nodes[number].cost;
  for (; nodes[number].parent != OVI_NO_NODE; number = nodes[number].parent) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pool.pages[node->page];
    const ovi_overlay_opposite entered =
        ovi_overlay_opposite_of(search, &search->windows[level], &nodes[node->parent]);
    const uint32_t from = ovi_below_opposite_port(&page->below, &entered);
    if (!push_step(plan, (ovi_overlay_step){all - node->cost, page->below.id, (uint16_t)from,
                                            node->number, (uint8_t)level, OVI_STEP_THROUGH})) {
      return false;
    }
  }
  *port = nodes[number].number;
  *left = all - nodes[number].cost;
  return true;
}

bool ovi_overlay_descend(ovi_overlay_plan *plan) {
  const ovi_overlay_meeting *meeting = &plan->meeting;
  uint32_t port = meeting->from;
  uint64_t left = 0;
  plan->stack.top = plan->stack.capacity; /* it is empty */
  if (!push_goal_levels(plan, &left)) {
    return false;
  }
  if (meeting->way == OVI_WAY_SEARCHED) {
    if (!push_searched(plan, &port, &left)) {
      return false;
    }
  } else if (meeting->cost != 0) { /* else the two are the same waypoint */
    ovi_overlay_step step = meeting->over;
    step.cost_to_go = left;
    left += meeting->cost;
    if (!push_step(plan, step)) {
      return false;
    }
  }
  return push_start_levels(plan, port, left);
}
