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

bool ovi_overlay_push_back(ovi_overlay_plan *plan, const ovi_overlay_search *search, uint32_t level,
                           uint32_t number, uint64_t total, uint32_t *first) {
  const ovi_coarse_node *nodes = search->open.nodes;
  bool fits = true;
  while (nodes[number].parent != OVI_NO_NODE && fits) {
    const ovi_coarse_node *node = &nodes[number];
    const ovi_coarse_node *parent = &nodes[node->parent];
    const ovi_overlay_page *page = &search->pool.pages[node->page];
    const ovi_overlay_opposite entered =
        ovi_overlay_opposite_of(search, &search->windows[level], parent);
    const uint32_t from = ovi_below_opposite_port(&page->below, &entered);
    fits = ovi_overlay_push(plan, (ovi_overlay_step){total - node->cost, page->below.id,
                                                     (uint16_t)from, node->number, (uint8_t)level});
    number = node->parent;
  }
  *first = nodes[number].number;
  return fits;
}

bool ovi_overlay_plan_is_fine(const ovi_overlay_plan *plan) {
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  return next != NULL && next->level == 0;
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
