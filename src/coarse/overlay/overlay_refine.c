/* Borders, crossings, exits. */
#include "coarse/overlay/overlay_refine.h"

#include "coarse/overlay/overlay_steps.h"

/* Goes through the ports of a window that lead to a given cell of the level above. */
typedef struct border {
  const ovi_overlay_search *search;
  const ovi_overlay_window *window;
  const ovi_layer *layer;
  uint32_t to;
  int32_t slot;
  int group;
  uint32_t port;
} border;

static border border_of(const ovi_overlay_search *search, uint32_t level, uint32_t to) {
  return (border){search, &search->windows[level], search->layer, to, -1, OVI_GROUP_COUNT, 0};
}

static bool leads_to(const border *b, const ovi_overlay_page *page, int group) {
  const int32_t x = page->x + ovi_group_x(group);
  const int32_t y = page->y + ovi_group_y(group);
  const int32_t fan = ovi_overlay_fan(b->window->level + 1);
  if (x < 0 || y < 0 || x >= ovi_clusters_x(b->layer, b->window->level) ||
      y >= ovi_clusters_y(b->layer, b->window->level)) {
    return false;
  }
  return (uint32_t)(y / fan * ovi_clusters_x(b->layer, b->window->level + 1) + x / fan) == b->to;
}

/* The next of them as a node that was reached; OVI_NO_NODE: there is none. */
static uint32_t border_next(border *b) {
  for (;;) {
    const ovi_overlay_page *page = NULL;
    if (b->group < OVI_GROUP_COUNT) {
      page = &b->search->pool.pages[b->window->pages[b->slot]];
      while (b->port < page->groups.begins[b->group + 1]) {
        const uint32_t number = page->first + b->port++;
        if (ovi_overlay_is_reached(&b->search->open.nodes[number])) {
          return number;
        }
      }
      b->group++;
    } else {
      do {
        if (++b->slot == OVI_OVERLAY_WINDOW * OVI_OVERLAY_WINDOW) {
          return OVI_NO_NODE;
        }
      } while (b->window->pages[b->slot] == OVI_NO_PAGE);
      page = &b->search->pool.pages[b->window->pages[b->slot]];
      b->group = 0;
    }
    while (b->group < OVI_GROUP_COUNT &&
           (page->groups.begins[b->group] == page->groups.begins[b->group + 1] ||
            !leads_to(b, page, b->group))) {
      b->group++;
    }
    b->port = b->group < OVI_GROUP_COUNT ? page->groups.begins[b->group] : 0;
  }
}

/* The node on the other side of one, in a window of the level; OVI_NO_NODE: there is none. */
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

/* Where the start's cell borders on another: the crossing by which a plan is cheapest, by what the
 * start's search knows and another one that came from beyond. */
typedef struct overlay_refine_crossing {
  uint32_t near, far; /* nodes of the two; OVI_NO_NODE: there is none */
  uint64_t cost;
} overlay_refine_crossing;

static overlay_refine_crossing cheapest_crossing(ovi_overlay_plan *plan, ovi_overlay_search *beyond,
                                                 uint32_t to) {
  border b = border_of(&plan->start, plan->level, to);
  overlay_refine_crossing best = {OVI_NO_NODE, OVI_NO_NODE, UINT64_MAX};
  for (uint32_t near = border_next(&b); near != OVI_NO_NODE; near = border_next(&b)) {
    const uint64_t cost = plan->start.open.nodes[near].cost;
    const uint32_t far = other_side(&plan->start, near, beyond, plan->level);
    if (far == OVI_NO_NODE) {
      continue;
    }
    const ovi_coarse_node *node = &beyond->open.nodes[far];
    if (ovi_overlay_is_reached(node) && cost < best.cost && node->cost < best.cost - cost) {
      best = (overlay_refine_crossing){near, far, cost + node->cost};
    }
  }
  return best;
}

/* What the start's search knows of the border to the cell ahead at least. */
static uint64_t least_crossing(ovi_overlay_plan *plan) {
  border b = border_of(&plan->start, plan->level, plan->next_cluster);
  uint64_t least = plan->best;
  for (uint32_t near = border_next(&b); near != OVI_NO_NODE; near = border_next(&b)) {
    const uint64_t cost = plan->start.open.nodes[near].cost;
    least = cost < least ? cost : least;
  }
  return least;
}

/* Whether the plan goes on by what the goal's search found below a level: it has come to the
 * goal's cell. */
static bool is_at_goal(const ovi_overlay_plan *plan, uint32_t level) {
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  return next == NULL || next->level < level;
}

/* The node of the cell ahead behind a port of the cell of the step behind it; OVI_NO_NODE: the port
 * leads elsewhere. */
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

/* The exits of the cell ahead, one by one: all ports by which the step behind it can begin. */
typedef struct exits {
  ovi_cluster cluster;
  ovi_overlay_port_clique joined;
  uint32_t place;
  uint32_t port;
  uint64_t cost; /* left from there */
} exits;

static bool next_exit(ovi_overlay_plan *plan, exits *e, uint32_t *node) {
  while (++e->place < e->joined.clique.count) {
    if (e->place == e->joined.here) {
      continue;
    }
    e->port = ovi_clique_port(&e->joined.clique, e->place);
    e->cost = plan->after.cost_to_go + ovi_clique_cost(&e->joined.clique, e->place, e->joined.here);
    *node = exit_node(plan, &e->cluster, e->port);
    if (*node != OVI_NO_NODE) {
      return true;
    }
  }
  return false;
}

static exits exits_of(const ovi_overlay_plan *plan) {
  const ovi_cluster cluster = ovi_overlay_view(plan->layer, plan->after.level, plan->after.cluster);
  return (exits){.cluster = cluster,
                 .joined = ovi_overlay_clique_of(&cluster, plan->after.to),
                 .place = UINT32_MAX};
}

static void seed(ovi_overlay_search *search, uint32_t number, uint64_t cost) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  ovi_overlay_seed(search, &search->pool.pages[node->page], node->number, cost, OVI_NODE_ENTERS);
}

/* Begins to search the cell ahead from its exits. */
static void seed_exits(ovi_overlay_plan *plan) {
  if (plan->exits_to_goal) {
    border b = border_of(&plan->goal, plan->level, plan->next_cluster);
    for (uint32_t at = border_next(&b); at != OVI_NO_NODE; at = border_next(&b)) {
      const uint32_t exit = other_side(&plan->goal, at, &plan->ahead, plan->level);
      if (exit != OVI_NO_NODE) {
        seed(&plan->ahead, exit, plan->goal.open.nodes[at].cost);
      }
    }
    return;
  }
  exits e = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &e, &node)) {
    seed(&plan->ahead, node, e.cost);
  }
}

/* What lies behind the exit that a plan takes. */
static bool push_exit(ovi_overlay_plan *plan, uint32_t exit) {
  if (plan->exits_to_goal) {
    const uint32_t at = other_side(&plan->ahead, exit, &plan->goal, plan->level);
    return at != OVI_NO_NODE && ovi_overlay_push_goal(plan, plan->level, at);
  }
  const uint64_t cost = plan->ahead.open.nodes[exit].cost;
  exits e = exits_of(plan);
  uint32_t node;
  while (next_exit(plan, &e, &node)) {
    if (node == exit && e.cost == cost) {
      plan->after.from = (uint16_t)e.port;
      return ovi_overlay_push(plan, plan->after);
    }
  }
  return false;
}

/* The search of the cell ahead has ended: its part of the plan, and the start's. */
bool ovi_overlay_join(ovi_overlay_plan *plan) {
  ovi_overlay_search *ahead = &plan->ahead;
  const overlay_refine_crossing best = cheapest_crossing(plan, ahead, plan->next_cluster);
  if (best.near == OVI_NO_NODE || best.cost > plan->best) {
    return false;
  }
  uint32_t exit = best.far;
  while (ahead->open.nodes[exit].parent != OVI_NO_NODE) {
    exit = ahead->open.nodes[exit].parent;
  }
  if (!push_exit(plan, exit)) {
    return false;
  }
  const uint32_t before = plan->stack.top;
  if (ovi_overlay_push_onward(plan, ahead, plan->level, best.far) == OVI_NO_NODE) {
    return false;
  }
  ovi_overlay_steps_reverse(plan, before);
  plan->best = best.cost;
  return ovi_overlay_push_start(plan, best.near, best.cost);
}

/* Begins to refine a level: all of the plan between the border of the start's cell of this level
 * and the second cell of the level above is found anew. */
ovi_refined ovi_overlay_refine(ovi_overlay_plan *plan) {
  const uint32_t above = plan->level + 1;
  if (is_at_goal(plan, above)) {
    const uint32_t to = ovi_cluster_of(plan->layer, above, plan->goal_region);
    const overlay_refine_crossing best = cheapest_crossing(plan, &plan->goal, to);
    if (best.near == OVI_NO_NODE || best.cost > plan->best ||
        !ovi_overlay_push_goal(plan, plan->level, best.far)) {
      return OVI_REFINED_NOT;
    }
    plan->best = best.cost;
    return ovi_overlay_push_start(plan, best.near, best.cost) ? OVI_REFINED : OVI_REFINED_NOT;
  }
  const ovi_overlay_step *next = ovi_overlay_next_step(plan);
  if (next->level != above) {
    return OVI_REFINED_NOT;
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
  return OVI_REFINING;
}
