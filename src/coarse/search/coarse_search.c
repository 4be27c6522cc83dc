/* Expanding nodes in undirected and directed layers, and the loop. */
#include "coarse/search/coarse_search.h"

#include "coarse/search/search_pages.h"
#include "common/compiler.h"

/* The parents of nodes. */
typedef struct reach_origin {
  const ovi_coarse_page *page; /* of the region that the edges run through */
  uint64_t cost;
  uint32_t node; /* OVI_NO_NODE: the goal */
} reach_origin;

/* ---- Events -------------------------------------------------------------- */

static ovl_waypoint coarse_waypoint_of(const ovi_coarse_search *search,
                                       const ovi_coarse_node *node) {
  return ovi_waypoint_cells(search->layer, search->table.pages[node->page].region.id, node->number);
}

/* Reports an event of a node. */
OVI_NOINLINE static void coarse_emit(const ovi_coarse_search *search, ovl_trace_kind kind,
                                     const ovi_coarse_node *node) {
  const ovl_waypoint at = coarse_waypoint_of(search, node);
  const ovl_waypoint from = node->parent != OVI_NO_NODE
                                ? coarse_waypoint_of(search, &search->open.nodes[node->parent])
                                : at;
  ovi_trace_emit(search->trace, &(ovl_trace_event){.kind = kind,
                                                   .tier = OVL_TIER_COARSE,
                                                   .search = search->trace_number,
                                                   .node = {at.first, at.second},
                                                   .parent = {from.first, from.second},
                                                   .g = node->cost,
                                                   .f = node->cost});
}

/* ---- Reaching nodes ------------------------------------------------------ */

/* Reaches a node at less than its cost so far, through the region of a page, which in a directed
 * layer is on the given side of the node. */
OVI_FORCE_INLINE void reach(ovi_coarse_search *search, const reach_origin *from, uint32_t number,
                            uint32_t length, uint8_t side, const bool directed) {
  ovi_radix_heap *open = &search->open;
  ovi_coarse_node *node = &open->nodes[number];
  const ovi_coarse_page *owner = &search->table.pages[node->page];
  const uint64_t cost = from->cost + length;
  const bool is_new = node->state == OVI_NODE_NEW;
  /* No length is below 0, so that no node that was expanded is reached for less. */
  OVI_ASSERT(cost >= open->last && node->state != OVI_NODE_EXPANDED);
  if (!is_new) {
    ovi_radix_heap_remove(open, node);
  } else if (cost >= search->bound) {
    return;
  }
  node->cost = cost;
  node->parent = from->node;
  node->side = directed ? side : owner == from->page ? 0 : 1;
  node->state = OVI_NODE_OPEN;
  ovi_radix_heap_add(open, number);
  if (search->trace != NULL) {
    coarse_emit(search,
                from->node == OVI_NO_NODE ? OVL_TRACE_SOURCE
                : is_new                  ? OVL_TRACE_GENERATE
                                          : OVL_TRACE_IMPROVE,
                node);
  }
}

/* Reaches the node behind a port of the origin's region, if that is cheaper. */
OVI_NOINLINE static void reach_directed(ovi_coarse_search *search, const reach_origin *from,
                                        uint32_t port, uint32_t number, uint32_t length) {
  if (from->cost + length < search->open.nodes[number].cost) {
    const uint8_t side = ovi_port_is_own(&from->page->region, &from->page->groups, port) ? 0 : 1;
    reach(search, from, number, length, side, true);
  }
}

/* ---- Expansion ----------------------------------------------------------- */

/* The input of an expansion: the region of a page, from one of its ports. */
typedef struct expansion {
  ovi_coarse_page *page; /* NULL: there is no room for it */
  uint32_t port;
} expansion;

/* The other end of a link that begins in the owner's region. */
OVI_NOINLINE static expansion other_end(ovi_coarse_search *search, const ovi_coarse_page *owner,
                                        uint32_t place) {
  const uint32_t link = ovi_region_link(&owner->region, place);
  expansion through = {ovi_coarse_page_of(search, ovi_link_region(search->layer, link, true)), 0};
  if (through.page != NULL) {
    const uint32_t there = ovi_region_link_place(&through.page->region, link, true);
    search->corrupt = search->corrupt || there == OVI_NO_LINK; /* a placeholder */
    through.page = there != OVI_NO_LINK ? through.page : NULL;
    through.port =
        there + (through.page != NULL ? through.page->groups.begins[OVI_GROUP_COUNT] : 0);
  }
  return through;
}

/* Finds the region on one side of a node's crossing. */
OVI_FORCE_INLINE expansion look_ahead(ovi_coarse_search *search, const ovi_coarse_node *node,
                                      bool over_the_step) {
  ovi_coarse_page *owner = &search->table.pages[node->page];
  expansion through = {owner, node->number};
  if (!ovi_coarse_renew(search, owner)) {
    return (expansion){NULL, 0};
  }
  if (node->number >= owner->groups.begins[OVI_OWN_GROUPS]) {
    const uint32_t place = node->number - owner->groups.begins[OVI_OWN_GROUPS];
    through.port = owner->groups.begins[OVI_GROUP_COUNT] + place;
    through = over_the_step ? other_end(search, owner, place) : through;
  } else if (over_the_step) {
    int group = ovi_port_group(&owner->groups, node->number);
    through.page =
        ovi_coarse_page_of(search, ovi_region_neighbour(search->layer, &owner->region, group));
    if (through.page != NULL) {
      const uint32_t *begins = through.page->groups.begins + ovi_group_opposite(group);
      through.port += begins[0] - owner->groups.begins[group];
      if (through.port >= begins[1]) { /* a placeholder, or a region with other waypoints */
        search->corrupt = true;
        through.page = NULL;
      }
    }
  }
  if (through.page != NULL && through.page->places == NULL &&
      !ovi_coarse_list_ports(search, through.page)) {
    through.page = NULL;
  }
  return through;
}

/* Reaches all ports that the region ahead connects with the one that was crossed. Their costs are a
 * row of the triangle, then a column of the rows below. */
OVI_FORCE_INLINE void expand(ovi_coarse_search *search, uint32_t number, const expansion *through) {
  const ovi_region *region = &through->page->region;
  const ovi_coarse_node *nodes = search->open.nodes;
  const reach_origin from = {through->page, nodes[number].cost, number};
  uint32_t component = ovi_port_component(region, through->port);
  uint32_t here = ovi_port_place(region, through->port, component);
  const ovi_clique clique = ovi_region_clique(region, component);
  const uint32_t *places = through->page->places + clique.begin;
  uint64_t at = ovi_clique_at(here, 0);
  for (uint32_t place = 0; place < here; place++, at++) {
    uint32_t length = ovi_clique_cost_at(&clique, at);
    if (from.cost + length < nodes[places[place]].cost) {
      reach(search, &from, places[place], length, 0, false);
    }
  }
  at += here;
  for (uint32_t place = here + 1; place < clique.count; at += place++) {
    uint32_t length = ovi_clique_cost_at(&clique, at);
    if (from.cost + length < nodes[places[place]].cost) {
      reach(search, &from, places[place], length, 0, false);
    }
  }
}

/* Reaches, in a directed layer, the ports that lead to the one that was crossed; forward, those
 * that it leads to. */
OVI_NOINLINE static void expand_directed(ovi_coarse_search *search, uint32_t number,
                                         const expansion *through) {
  const ovi_region *region = &through->page->region;
  const reach_origin from = {through->page, search->open.nodes[number].cost, number};
  uint32_t component = ovi_port_component(region, through->port);
  uint32_t here = ovi_port_place(region, through->port, component);
  const ovi_clique clique = ovi_region_clique(region, component);
  const uint32_t *places = through->page->places + clique.begin;
  for (uint32_t place = 0; place < clique.count; place++) {
    uint32_t length = search->forward ? ovi_square_cost(&clique, place, here)
                                      : ovi_square_cost(&clique, here, place);
    if (length != OVI_NO_COST_32 && place != here) {
      reach_directed(search, &from, ovi_clique_port(&clique, place), places[place], length);
    }
  }
}

void ovi_coarse_add_attachment(ovi_coarse_search *search, const ovi_attachment *goal) {
  uint32_t linked =
      ovi_get_u16(ovi_region_layer_block(search->layer, goal->region) + OVI_LAYER_LINKED);
  if (goal->component >= linked) {
    return; /* without waypoints there may be no room for a page */
  }
  ovi_coarse_page *page = ovi_coarse_page_of(search, goal->region);
  if (page == NULL || (page->places == NULL && !ovi_coarse_list_ports(search, page))) {
    return;
  }
  const ovi_clique clique = ovi_region_clique(&page->region, goal->component);
  const reach_origin from = {page, 0, OVI_NO_NODE};
  for (uint32_t place = 0; place < clique.count; place++) {
    const uint32_t port = ovi_clique_port(&clique, place);
    const uint32_t node = page->places[clique.begin + place];
    const uint32_t length = goal->costs[port];
    if (length == OVI_UNREACHED || length >= search->open.nodes[node].cost) {
      continue;
    }
    if (search->layer->profile.is_directed) {
      reach_directed(search, &from, port, node, length);
    } else {
      reach(search, &from, node, length, 0, false);
    }
  }
}

void ovi_coarse_begin(ovi_coarse_search *search, const ovi_layer *layer, uint64_t bound,
                      bool forward) {
  search->layer = layer;
  ovi_radix_heap_clear(&search->open);
  search->table.node_count = 0;
  search->table.page_count = 0;
  search->table.place_count = 0;
  search->turns.lets_go = false;
  search->full = false;
  search->corrupt = false;
  if (search->table.stamp == UINT32_MAX) { /* old stamps would seem new: forget them all */
    ovi_coarse_clear_slots(search);
  }
  search->table.stamp++;
  search->forward = forward;
  search->bound = bound;
  if (search->trace != NULL) {
    search->trace_number = ovi_trace_begin_search(search->trace);
  }
}

const ovi_coarse_page *ovi_coarse_entered(ovi_coarse_search *search, uint32_t *port) {
  const ovi_coarse_node *node = &search->open.nodes[search->turns.taken];
  const expansion through = look_ahead(search, node, node->side == 0);
  *port = through.port;
  return through.page;
}

ovi_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget) {
  while (!search->full && !search->corrupt) {
    if (budget-- == 0 || ovi_trace_stops(search->trace)) {
      return OVI_PAUSED;
    }
    const uint32_t number = ovi_radix_heap_take(&search->open);
    if (number == OVI_NO_NODE || search->open.nodes[number].cost >= search->bound) {
      return OVI_NONE;
    }
    ovi_coarse_node *node = &search->open.nodes[number];
    OVI_ASSERT(node->state == OVI_NODE_OPEN);
    node->state = OVI_NODE_EXPANDED;
    search->turns.taken = number;
    search->expanded++;
    if (search->trace != NULL) {
      coarse_emit(search, OVL_TRACE_EXPAND, node);
    }
    const expansion through = look_ahead(search, node, node->side == 0);
    if (through.page != NULL && search->layer->profile.is_directed) {
      expand_directed(search, number, &through);
    } else if (through.page != NULL) {
      expand(search, number, &through);
    }
    if (search->trace != NULL) {
      coarse_emit(search, OVL_TRACE_CLOSE, node);
    }
  }
  return search->full ? OVI_FULL : OVI_CORRUPT;
}
