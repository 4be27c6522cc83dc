/* The ports of a border, its cheapest crossing, and the exits of a cluster. */
#include "coarse/overlay/overlay_refine.h"

#include "coarse/overlay/overlay_steps.h"

/* Goes over the ports of a window that lead to a given cluster of the level above. */
typedef struct border_ports {
  const ovi_overlay_search *search;
  const ovi_overlay_window *window;
  const ovi_layer *layer;
  uint32_t to;
  int32_t slot;
  int group;
  uint32_t port;
} border_ports;

static border_ports border_of(const ovi_overlay_search *search, uint32_t level, uint32_t to) {
  return (border_ports){search, &search->windows[level], search->layer, to, -1, OVI_GROUP_COUNT, 0};
}

static bool leads_to(const border_ports *ports, const ovi_overlay_page *page, int group) {
  const int32_t x = page->x + ovi_group_x(group);
  const int32_t y = page->y + ovi_group_y(group);
  const int32_t fan = ovi_overlay_fan(ports->window->level + 1);
  if (x < 0 || y < 0 || x >= ovi_clusters_x(ports->layer, ports->window->level) ||
      y >= ovi_clusters_y(ports->layer, ports->window->level)) {
    return false;
  }
  return (uint32_t)(y / fan * ovi_clusters_x(ports->layer, ports->window->level + 1) + x / fan) ==
         ports->to;
}

static const ovi_overlay_page *border_page(const border_ports *ports) {
  return &ports->search->pool.pages[ports->window->pages[ports->slot]];
}

/* Moves on to the next group of ports that leads there; false if there are no more. */
static bool next_border_group(border_ports *ports) {
  const ovi_overlay_page *page;
  do {
    if (++ports->group >= OVI_GROUP_COUNT) {
      ports->group = 0;
      do {
        if (ports->slot + 1 == OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW) {
          return false;
        }
      } while (ports->window->pages[++ports->slot] == OVI_NO_PAGE);
    }
    page = border_page(ports);
    ports->port = page->groups.begins[ports->group];
  } while (ports->port == page->groups.begins[ports->group + 1] ||
           !leads_to(ports, page, ports->group));
  return true;
}

/* The next such port that was reached, as a node; OVI_NO_NODE: there are no more. */
static uint32_t border_next(border_ports *ports) {
  do {
    const ovi_overlay_page *page = ports->group < OVI_GROUP_COUNT ? border_page(ports) : NULL;
    while (page != NULL && ports->port < page->groups.begins[ports->group + 1]) {
      const uint32_t number = page->first + ports->port++;
      if (ovi_overlay_is_reached(&ports->search->open.nodes[number])) {
        return number;
      }
    }
  } while (next_border_group(ports));
  return OVI_NO_NODE;
}

/* The node on the other side of a node, in another search's window of the level; OVI_NO_NODE: there
 * is none. */
static uint32_t other_side(const ovi_overlay_search *search, uint32_t number,
                           ovi_overlay_search *other, uint32_t level) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  const ovi_overlay_opposite opposite =
      ovi_overlay_opposite_of(&search->pool.pages[node->page], node->number);
  const ovi_overlay_page *page =
      ovi_overlay_page_of(other, &other->windows[level], opposite.x, opposite.y);
  const uint32_t port = page != NULL ? ovi_overlay_opposite_port(page, &opposite) : UINT32_MAX;
  return port != UINT32_MAX ? page->first + port : OVI_NO_NODE;
}

/* A crossing of the border between the start's cluster and another one. */
typedef struct border_crossing {
  uint32_t inside;  /* node of the start's search; OVI_NO_NODE: there is no crossing */
  uint32_t outside; /* node of the search from beyond */
  uint64_t cost;
} border_crossing;

/* Finds the crossing with the least sum of costs in the start's search and in one from beyond. */
static border_crossing cheapest_crossing(ovi_overlay_plan *plan, ovi_overlay_search *beyond,
                                         uint32_t to) {
  border_ports ports = border_of(&plan->start, plan->level, to);
  border_crossing best = {OVI_NO_NODE, OVI_NO_NODE, UINT64_MAX};
  for (uint32_t inside = border_next(&ports); inside != OVI_NO_NODE; inside = border_next(&ports)) {
    const uint64_t cost = plan->start.open.nodes[inside].cost;
    const uint32_t outside = other_side(&plan->start, inside, beyond, plan->level);
    if (outside == OVI_NO_NODE) {
      continue;
    }
    const ovi_coarse_node *node = &beyond->open.nodes[outside];
    if (ovi_overlay_is_reached(node) && cost < best.cost && node->cost < best.cost - cost) {
      best = (border_crossing){inside, outside, cost + node->cost};
    }
  }
  return best;
}

/* The least cost from the start to the border of the cluster ahead. */
static uint64_t least_crossing(ovi_overlay_plan *plan) {
  border_ports ports = border_of(&plan->start, plan->level, plan->next_cluster);
  uint64_t least = plan->best;
  for (uint32_t inside = border_next(&ports); inside != OVI_NO_NODE; inside = border_next(&ports)) {
    const uint64_t cost = plan->start.open.nodes[inside].cost;
    least = cost < least ? cost : least;
  }
  return least;
}

/* Whether the rest of the plan lies in the goal's cluster of a level, where the goal's search has
 * found it on the levels below. */
static bool is_at_goal(const ovi_overlay_plan *plan, uint32_t level) {
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  return next == NULL || next->level < level;
}

/* The node of the cluster ahead on the other side of a port of the cluster behind it; OVI_NO_NODE:
 * the port leads elsewhere. */
static uint32_t exit_node(ovi_overlay_plan *plan, const ovi_cluster *behind, uint32_t port) {
  const ovi_layer *layer = plan->layer;
  const int group = ovi_port_group(&behind->groups, port);
  const int opposite = ovi_group_opposite(group);
  const uint32_t beside =
      (uint32_t)((behind->cy + ovi_group_y(group)) * ovi_clusters_x(layer, behind->level) +
                 behind->cx + ovi_group_x(group));
  if (ovi_overlay_ancestor(layer, plan->level + 1, plan->next_cluster, behind->level) != beside) {
    return OVI_NO_NODE;
  }
  ovi_cluster cluster = ovi_overlay_view(layer, behind->level, beside);
  uint32_t at = cluster.groups.begins[opposite] + port - behind->groups.begins[group];
  if (at >= cluster.groups.begins[opposite + 1]) {
    return OVI_NO_NODE;
  }
  while (cluster.level > plan->level + 1) {
    const ovi_overlay_port below = ovi_overlay_port_below(layer, &cluster, at);
    cluster = ovi_overlay_view(layer, cluster.level - 1, below.cluster);
    at = below.port;
    if (at >= cluster.ports) {
      return OVI_NO_NODE;
    }
  }
  return cluster.id == plan->next_cluster ? ovi_overlay_node_below(&plan->ahead, &cluster, at)
                                          : OVI_NO_NODE;
}

/* Goes over the exits of the cluster ahead: all ports by which the step behind it can begin. */
typedef struct exit_list {
  ovi_cluster cluster;
  ovi_overlay_port_clique joined;
  uint32_t place;
  uint32_t port;
  uint64_t cost; /* to go, from there */
} exit_list;

static bool next_exit(ovi_overlay_plan *plan, exit_list *exits, uint32_t *node) {
  while (++exits->place < exits->joined.clique.count) {
    if (exits->place == exits->joined.here) {
      continue;
    }
    exits->port = ovi_clique_port(&exits->joined.clique, exits->place);
    exits->cost = plan->after.cost_to_go +
                  ovi_clique_cost(&exits->joined.clique, exits->place, exits->joined.here);
    *node = exit_node(plan, &exits->cluster, exits->port);
    if (*node != OVI_NO_NODE) {
      return true;
    }
  }
  return false;
}

static exit_list exits_of(const ovi_overlay_plan *plan) {
  const ovi_cluster cluster = ovi_overlay_view(plan->layer, plan->after.level, plan->after.cluster);
  return (exit_list){.cluster = cluster,
                     .joined = ovi_overlay_clique_of(&cluster, plan->after.to),
                     .place = UINT32_MAX};
}

static void seed(ovi_overlay_search *search, uint32_t number, uint64_t cost) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  ovi_overlay_seed(search, &search->pool.pages[node->page], node->number, cost, OVI_NODE_ENTERS);
}

/* Begins to search the cluster ahead from its exits. */
static void seed_exits(ovi_overlay_plan *plan) {
  if (plan->exits_to_goal) {
    border_ports ports = border_of(&plan->goal, plan->level, plan->next_cluster);
    for (uint32_t at = border_next(&ports); at != OVI_NO_NODE; at = border_next(&ports)) {
      const uint32_t exit = other_side(&plan->goal, at, &plan->ahead, plan->level);
      if (exit != OVI_NO_NODE) {
        seed(&plan->ahead, exit, plan->goal.open.nodes[at].cost);
      }
    }
    return;
  }
  exit_list exits = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &exits, &node)) {
    seed(&plan->ahead, node, exits.cost);
  }
}

/* Pushes what lies behind the exit that the plan takes. */
static bool push_exit(ovi_overlay_plan *plan, uint32_t exit) {
  if (plan->exits_to_goal) {
    const uint32_t at = other_side(&plan->ahead, exit, &plan->goal, plan->level);
    return at != OVI_NO_NODE && ovi_overlay_push_goal(plan, plan->level, at);
  }
  const uint64_t cost = plan->ahead.open.nodes[exit].cost;
  exit_list exits = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &exits, &node)) {
    if (node == exit && exits.cost == cost) {
      plan->after.from = (uint16_t)exits.port;
      return ovi_overlay_push(plan, plan->after);
    }
  }
  return false;
}

bool ovi_overlay_join_ahead(ovi_overlay_plan *plan) {
  ovi_overlay_search *ahead = &plan->ahead;
  const border_crossing best = cheapest_crossing(plan, ahead, plan->next_cluster);
  if (best.inside == OVI_NO_NODE || best.cost > plan->best) {
    return false;
  }
  uint32_t exit = best.outside;
  while (ahead->open.nodes[exit].parent != OVI_NO_NODE) {
    exit = ahead->open.nodes[exit].parent;
  }
  if (!push_exit(plan, exit)) {
    return false;
  }
  const uint32_t before = plan->stack.top;
  if (ovi_overlay_push_onward(plan, ahead, plan->level, best.outside) == OVI_NO_NODE) {
    return false;
  }
  ovi_overlay_steps_reverse(plan, before);
  plan->best = best.cost;
  return ovi_overlay_push_start(plan, best.inside, best.cost);
}

ovi_status ovi_overlay_refine(ovi_overlay_plan *plan) {
  const uint32_t above = plan->level + 1;
  if (is_at_goal(plan, above)) {
    const uint32_t to = ovi_cluster_of(plan->layer, above, plan->goal_region);
    const border_crossing best = cheapest_crossing(plan, &plan->goal, to);
    if (best.inside == OVI_NO_NODE || best.cost > plan->best ||
        !ovi_overlay_push_goal(plan, plan->level, best.outside)) {
      return OVI_FAILED;
    }
    plan->best = best.cost;
    return ovi_overlay_push_start(plan, best.inside, best.cost) ? OVI_DONE : OVI_FAILED;
  }
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  if (next->level != above) {
    return OVI_FAILED;
  }
  plan->next_cluster = next->cluster;
  plan->stack.top++;
  plan->exits_to_goal = is_at_goal(plan, above);
  if (!plan->exits_to_goal) {
    plan->after = plan->stack.steps[plan->stack.top++];
  }
  ovi_overlay_search_clear(&plan->ahead, plan->layer, UINT64_MAX);
  ovi_overlay_search_begin(&plan->ahead, plan->level, plan->next_cluster);
  plan->ahead.bound = plan->best - least_crossing(plan) + 1;
  seed_exits(plan);
  return OVI_PAUSED;
}
