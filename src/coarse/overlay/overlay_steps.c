/* Steps made of the nodes and parents of searches. */
#include "coarse/overlay/overlay_steps.h"

bool ovi_overlay_push(ovi_overlay_plan *plan, ovi_overlay_step step) {
  if (plan->stack.top == 0) {
    return false;
  }
  plan->stack.steps[--plan->stack.top] = step;
  return true;
}

void ovi_overlay_steps_reverse(ovi_overlay_plan *plan, uint32_t before) {
  for (uint32_t low = plan->stack.top, high = before; low + 1 < high; low++) {
    const ovi_overlay_step step = plan->stack.steps[low];
    plan->stack.steps[low] = plan->stack.steps[--high];
    plan->stack.steps[high] = step;
  }
}

/* The port by which a node leads into a page's cluster: its own, or that on the other side. */
static uint32_t overlay_steps_entered_by(const ovi_overlay_search *search,
                                         const ovi_overlay_page *page,
                                         const ovi_coarse_node *node) {
  if (node->side == OVI_NODE_ENTERS) {
    return node->number;
  }
  const ovi_overlay_opposite opposite =
      ovi_overlay_opposite_of(&search->pool.pages[node->page], node->number);
  return ovi_overlay_opposite_port(page, &opposite);
}

uint32_t ovi_overlay_node_below(ovi_overlay_search *search, const ovi_cluster *cluster,
                                uint32_t port) {
  const ovi_overlay_port below = ovi_overlay_port_below(search->layer, cluster, port);
  const ovi_overlay_page *found =
      ovi_overlay_page_at(search, &search->windows[cluster->level - 1], below.cluster);
  return found != NULL && below.port < found->ports ? found->first + below.port : OVI_NO_NODE;
}

bool ovi_overlay_push_back(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                           uint32_t number, uint64_t total) {
  const ovi_coarse_node *nodes = search->open.nodes;
  bool fits = true;
  while (nodes[number].parent != OVI_NO_NODE && fits) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pool.pages[node->page];
    const uint32_t from = overlay_steps_entered_by(search, page, &nodes[node->parent]);
    fits = ovi_overlay_push(plan, (ovi_overlay_step){total - node->cost, page->id, (uint16_t)from,
                                                     node->number, (uint8_t)level});
    number = node->parent;
  }
  return fits;
}

/* Pushes the first step of all, from the start to a port of its region. */
static bool push_first(ovi_overlay_plan *plan, uint32_t number, uint64_t total) {
  while (plan->start.open.nodes[number].parent != OVI_NO_NODE) {
    number = plan->start.open.nodes[number].parent;
  }
  const ovi_coarse_node *node = &plan->start.open.nodes[number];
  if (node->side == OVI_NODE_ENTERS) {
    return true; /* the plan begins at a waypoint */
  }
  const uint32_t region = plan->start.pool.pages[node->page].id;
  return ovi_overlay_push(
      plan, (ovi_overlay_step){total - node->cost, region, node->number, node->number, 0});
}

uint32_t ovi_overlay_push_onward(ovi_overlay_plan *plan, const ovi_overlay_search *search,
                                 uint32_t level, uint32_t number) {
  const ovi_coarse_node *nodes = search->open.nodes;
  while (nodes[number].parent != OVI_NO_NODE) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_overlay_page *page = &search->pool.pages[node->page];
    const ovi_coarse_node *parent = &nodes[node->parent];
    const uint32_t to = overlay_steps_entered_by(search, page, parent);
    if (!ovi_overlay_push(plan, (ovi_overlay_step){parent->cost, page->id, node->number,
                                                   (uint16_t)to, (uint8_t)level})) {
      return OVI_NO_NODE;
    }
    number = node->parent;
  }
  return number;
}

bool ovi_overlay_push_goal(ovi_overlay_plan *plan, uint32_t level, uint32_t number) {
  ovi_overlay_search *search = &plan->goal;
  ovi_overlay_steps_clear(plan);
  for (;;) {
    number = ovi_overlay_push_onward(plan, search, level, number);
    if (number == OVI_NO_NODE) {
      return false;
    }
    if (level == 0) {
      break;
    }
    const ovi_coarse_node *node = &search->open.nodes[number];
    number = ovi_overlay_node_below(search, &search->pool.pages[node->page].cluster, node->number);
    level--;
    if (number == OVI_NO_NODE) {
      return false;
    }
  }
  ovi_overlay_steps_reverse(plan, plan->stack.capacity);
  return true;
}

bool ovi_overlay_push_start(ovi_overlay_plan *plan, uint32_t node, uint64_t total) {
  return ovi_overlay_push_back(plan, &plan->start, plan->level, node, total) &&
         (plan->level != 0 || push_first(plan, node, total));
}

bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan) {
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  return next != NULL && next->level == 0;
}

bool ovi_overlay_plan_take(ovi_overlay_plan *plan, const ovi_layer *layer, ovl_stop *stop,
                           uint32_t *entered) {
  const ovi_overlay_step *step = &plan->stack.steps[plan->stack.top++];
  const ovi_region region = ovi_region_view(layer, step->cluster);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  if (step->to >= groups.begins[OVI_GROUP_COUNT]) {
    return false;
  }
  *stop = ovi_waypoint_of_port(layer, &region, &groups, step->to);
  stop->cost_to_go = step->cost_to_go;
  stop->side = step->to < groups.begins[OVI_OWN_GROUPS] ? 1 : 0;
  *entered = ovi_region_neighbour(layer, &region, ovi_port_group(&groups, step->to));
  return true;
}
