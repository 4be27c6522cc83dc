/* Makes pages when clusters are met, and expands nodes across borders. */
#include "coarse/overlay/overlay_search.h"

#include "common/compiler.h"
#include "common/topology.h"

void ovi_overlay_search_reserve(ovi_overlay_search *search, ovi_arena *arena,
                                ovi_overlay_room room) {
  search->pool.node_capacity = room.nodes;
  search->pool.page_capacity = room.pages;
  search->trace = NULL;
  search->open.nodes = ovi_arena_take(arena, room.nodes, sizeof(ovi_coarse_node));
  search->pool.pages = ovi_arena_take(arena, room.pages, sizeof(ovi_overlay_page));
  search->windows = ovi_arena_take(arena, OVI_OVERLAY_MOST_LEVELS + 1, sizeof(ovi_overlay_window));
  search->slots =
      ovi_arena_take(arena, (uint64_t)OVI_OVERLAY_INSIDE + room.highest, sizeof(uint32_t));
}

void ovi_overlay_search_clear(ovi_overlay_search *search, const ovi_layer *layer, uint64_t bound) {
  search->layer = layer;
  search->pool.node_count = 0;
  search->pool.page_count = 0;
  search->bound = bound;
  search->full = false;
  search->corrupt = false;
}

void ovi_overlay_search_begin(ovi_overlay_search *search, uint32_t level, uint32_t above) {
  const ovi_layer *layer = search->layer;
  ovi_overlay_window *window = &search->windows[level];
  const int32_t columns = ovi_clusters_x(layer, level);
  const int32_t rows = ovi_clusters_y(layer, level);
  const bool is_highest = level == layer->overlay.levels;
  *window = (ovi_overlay_window){.level = level,
                                 .w = columns,
                                 .h = rows,
                                 .pages = search->slots + (is_highest ? OVI_OVERLAY_INSIDE : 0)};
  if (!is_highest) {
    const int32_t fan = ovi_overlay_fan(level + 1);
    const int32_t above_columns = ovi_clusters_x(layer, level + 1);
    window->x = (int32_t)above % above_columns * fan;
    window->y = (int32_t)above / above_columns * fan;
    window->w = columns - window->x < fan ? columns - window->x : fan;
    window->h = rows - window->y < fan ? rows - window->y : fan;
  }
  memset(window->pages, 0xff, /* OVI_NO_PAGE */
         (size_t)window->w * (size_t)window->h * sizeof(*window->pages));
  ovi_radix_heap_clear(&search->open);
  search->window = window;
  search->target = (ovi_overlay_target){.costs = NULL};
  search->met = OVI_NO_NODE;
  if (search->trace != NULL) {
    search->trace_number = ovi_trace_begin_search(search->trace);
  }
}

/* ---- Pages ------------------------------------------------------------------------ */

static bool is_inside(const ovi_overlay_window *window, int32_t x, int32_t y) {
  return x >= window->x && y >= window->y && x < window->x + window->w && y < window->y + window->h;
}

/* Makes the nodes of a page; those that lead out of the window are on the rim. */
static void overlay_fill_page(ovi_overlay_search *search, const ovi_overlay_window *window,
                              ovi_overlay_page *page) {
  const uint32_t number = search->pool.page_count;
  const bool has_target = search->target.costs != NULL;
  const ovi_below *below = &page->below;
  const ovi_layer_profile *profile = &search->layer->profile;
  const uint32_t weight = profile->has_links ? search->layer->overlay.weight : profile->min_weight;
  page->first = search->pool.node_count;
  for (int group = 0; group <= OVI_GROUP_COUNT; group++) {
    const uint32_t end = ovi_below_end(below, group);
    for (uint32_t port = below->groups.begins[group]; port < end; port++) {
      const ovi_overlay_opposite beyond =
          ovi_below_opposite(search->layer, window->level, below, page->x, page->y, group, port);
      const bool leads_out = !is_inside(window, beyond.x, beyond.y);
      uint64_t left = 0; /* a lower bound on the cost to the target */
      if (has_target) {  /* costs and distances are those between middles of steps: consistent */
        const ovi_half_cells at = ovi_below_middle(search->layer, below, port);
        left = ovi_distance_halves(search->layer->profile.corners, at.x - search->target.at.x,
                                   at.y - search->target.at.y, weight);
      }
      search->open.nodes[search->pool.node_count++] =
          (ovi_coarse_node){.cost = UINT64_MAX,
                            .parent = OVI_NO_NODE,
                            .heuristic = left < UINT32_MAX ? (uint32_t)left : UINT32_MAX,
                            .page = number,
                            .number = (uint16_t)port,
                            .state = (uint8_t)(leads_out ? (int)OVI_NODE_RIM : (int)OVI_NODE_NEW)};
    }
  }
}

const ovi_overlay_page *ovi_overlay_page_met(const ovi_overlay_search *search,
                                             const ovi_overlay_window *window, int32_t x,
                                             int32_t y) {
  if (!is_inside(window, x, y)) {
    return NULL;
  }
  const uint32_t slot = window->pages[(y - window->y) * window->w + x - window->x];
  return slot != OVI_NO_PAGE ? &search->pool.pages[slot] : NULL;
}

/* The page of a cluster of the window, made if there is none yet; NULL if the cluster lies outside,
 * or there is no room. */
static ovi_overlay_page *overlay_page_of(ovi_overlay_search *search, int32_t x, int32_t y) {
  ovi_overlay_window *window = search->window;
  if (!is_inside(window, x, y)) {
    return NULL;
  }
  uint32_t *slot = &window->pages[(y - window->y) * window->w + x - window->x];
  if (*slot != OVI_NO_PAGE) {
    return &search->pool.pages[*slot];
  }
  if (search->pool.page_count == search->pool.page_capacity) {
    search->full = true;
    return NULL;
  }
  ovi_overlay_page *page = &search->pool.pages[search->pool.page_count];
  page->x = x;
  page->y = y;
  ovi_below_view(&page->below, search->layer, window->level,
                 (uint32_t)(y * ovi_clusters_x(search->layer, window->level) + x));
  if (page->below.ports > search->pool.node_capacity - search->pool.node_count) {
    search->full = true;
    return NULL;
  }
  overlay_fill_page(search, window, page);
  OVI_ASSERT(search->pool.node_count == page->first + page->below.ports);
  *slot = search->pool.page_count++;
  return page;
}

/* ---- Events --------------------------------------------------------------------------- */

/* The two cells of a node's waypoint, on any level. */
static ovl_waypoint overlay_waypoint_of(const ovi_overlay_search *search,
                                        const ovi_coarse_node *node) {
  const ovi_layer *layer = search->layer;
  const ovi_overlay_page *page = &search->pool.pages[node->page];
  const ovi_overlay_port at = ovi_overlay_port_on(
      layer, search->window->level, (ovi_overlay_port){page->below.id, node->number}, 0);
  const ovi_region region = ovi_region_view(layer, at.cluster);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  const ovi_stop stop = ovi_waypoint_of_port(layer, &region, &groups, at.port);
  return ovi_waypoint_cells(layer, stop.region, stop.number);
}

/* Reports an event of a node; `cost` is its g. */
OVI_NOINLINE static void overlay_emit(const ovi_overlay_search *search, ovl_trace_kind kind,
                                      const ovi_coarse_node *node, uint64_t cost) {
  if (ovi_trace_leaves_out(search->trace, kind)) {
    return; /* and no region is read for its cells */
  }
  const uint32_t left = kind != OVL_TRACE_GOAL ? node->heuristic : 0;
  const ovl_waypoint at = overlay_waypoint_of(search, node);
  const ovl_waypoint from = node->parent != OVI_NO_NODE
                                ? overlay_waypoint_of(search, &search->open.nodes[node->parent])
                                : at;
  ovi_trace_emit(search->trace, &(ovl_trace_event){.kind = kind,
                                                   .tier = OVL_TIER_OVERLAY,
                                                   .search = search->trace_number,
                                                   .node = {at.first, at.second},
                                                   .parent = {from.first, from.second},
                                                   .g = cost,
                                                   .h = left,
                                                   .f = cost + left});
}

/* ---- Expansion ------------------------------------------------------------------------ */

/* Reaches a node, if that is cheaper than before, and reports the event if the search is traced. */
static inline void overlay_reach(ovi_overlay_search *search, uint32_t number, uint64_t cost,
                                 uint32_t parent) {
  ovi_coarse_node *node = &search->open.nodes[number];
  const uint64_t before = node->cost;
  if (cost >= before) {
    return;
  }
  if (node->state == OVI_NODE_OPEN) {
    ovi_radix_heap_remove(&search->open, node);
  }
  if (cost + node->heuristic < search->open.last) { /* a file is wrong: keys must not fall */
    node->heuristic = (uint32_t)(search->open.last - cost);
  }
  node->cost = cost;
  node->parent = parent;
  if (node->state != OVI_NODE_RIM) {
    node->state = OVI_NODE_OPEN;
    ovi_radix_heap_add(&search->open, number);
  }
  if (search->trace != NULL) {
    overlay_emit(search,
                 parent == OVI_NO_NODE  ? OVL_TRACE_SOURCE
                 : before == UINT64_MAX ? OVL_TRACE_GENERATE
                                        : OVL_TRACE_IMPROVE,
                 node, cost);
  }
}

/* Reaches all ports of the clique of one: a row and a column of its triangle. */
OVI_FORCE_INLINE void expand_any(ovi_overlay_search *search, uint32_t number,
                                 const ovi_overlay_page *page,
                                 const ovi_overlay_port_clique *joined, const bool wide,
                                 const bool ordered) {
  const uint64_t cost = search->open.nodes[number].cost;
  ovi_clique all = joined->clique;
  all.wide = wide;
  all.order = ordered ? all.order : NULL;
  const ovi_clique *clique = &all;
  const uint32_t here = joined->here;
  uint64_t at = ovi_clique_at(here, 0);
  for (uint32_t place = 0; place < here; place++, at++) {
    overlay_reach(search, page->first + ovi_clique_port(clique, place),
                  cost + ovi_clique_cost_at(clique, at), number);
  }
  at += here;
  for (uint32_t place = here + 1; place < clique->count; at += place++) {
    overlay_reach(search, page->first + ovi_clique_port(clique, place),
                  cost + ovi_clique_cost_at(clique, at), number);
  }
}

OVI_FORCE_INLINE void overlay_expand(ovi_overlay_search *search, uint32_t number,
                                     const ovi_overlay_page *page, uint32_t port) {
  const ovi_overlay_port_clique joined = ovi_below_clique_of(&page->below, port);
  if (joined.here == UINT32_MAX) {
    search->corrupt = true;
  } else if (joined.clique.is_square) {
    const uint64_t cost = search->open.nodes[number].cost; /* a column of the square */
    for (uint32_t place = 0; place < joined.clique.count; place++) {
      const uint32_t edge = ovi_square_cost(&joined.clique, place, joined.here);
      if (place != joined.here && edge != OVI_NO_COST_32) {
        overlay_reach(search, page->first + ovi_clique_port(&joined.clique, place), cost + edge,
                      number);
      }
    }
  } else if (joined.clique.wide) {
    expand_any(search, number, page, &joined, true, joined.clique.order != NULL);
  } else if (joined.clique.order != NULL) {
    expand_any(search, number, page, &joined, false, true);
  } else {
    expand_any(search, number, page, &joined, false, false);
  }
}

ovi_overlay_opposite ovi_overlay_opposite_of(const ovi_overlay_search *search,
                                             const ovi_overlay_window *window,
                                             const ovi_coarse_node *node) {
  const ovi_overlay_page *page = &search->pool.pages[node->page];
  return ovi_below_opposite(search->layer, window->level, &page->below, page->x, page->y,
                            ovi_below_group(&page->below, node->number), node->number);
}

/* Crosses a node's waypoint and expands through the cluster behind. */
static inline void cross(ovi_overlay_search *search, uint32_t number) {
  const ovi_coarse_node *node = &search->open.nodes[number];
  const ovi_overlay_opposite opposite = ovi_overlay_opposite_of(search, search->window, node);
  const ovi_overlay_page *page = overlay_page_of(search, opposite.x, opposite.y);
  if (page == NULL) {
    return;
  }
  const uint32_t port = ovi_below_opposite_port(&page->below, &opposite);
  if (port == UINT32_MAX) {
    search->corrupt = true;
    return;
  }
  ovi_coarse_node *other = &search->open.nodes[page->first + port];
  if (other->state == OVI_NODE_OPEN) {
    ovi_radix_heap_remove(&search->open, other);
  }
  other->cost = node->cost;
  other->heuristic = node->heuristic;
  other->state = OVI_NODE_CLOSED;
  if (search->target.costs != NULL && page->below.id == search->target.cluster) {
    const uint64_t *costs = search->target.costs; /* to the target */
    if (port < search->target.ports && costs[port] != UINT64_MAX &&
        costs[port] < search->bound - node->cost) {
      search->bound = node->cost + costs[port];
      search->met = number;
    }
  }
  overlay_expand(search, number, page, port);
}

void ovi_overlay_seed(ovi_overlay_search *search, uint32_t cluster, const uint64_t *costs) {
  const int32_t columns = ovi_clusters_x(search->layer, search->window->level);
  const ovi_overlay_page *page =
      overlay_page_of(search, (int32_t)cluster % columns, (int32_t)cluster / columns);
  for (uint32_t port = 0; page != NULL && port < page->below.ports; port++) {
    if (costs[port] < search->bound) {
      overlay_reach(search, page->first + port, costs[port], OVI_NO_NODE);
    }
  }
}

bool ovi_overlay_search_run(ovi_overlay_search *search, uint64_t budget) {
  const bool traced = search->trace != NULL;
  while (!search->full && !search->corrupt) {
    if (budget-- == 0 || (traced && search->trace->stops)) {
      return false;
    }
    const uint32_t number = ovi_radix_heap_take(&search->open);
    if (number == OVI_NO_NODE || ovi_node_key(&search->open.nodes[number]) >= search->bound) {
      if (traced && search->met != OVI_NO_NODE) {
        overlay_emit(search, OVL_TRACE_GOAL, &search->open.nodes[search->met], search->bound);
      }
      return true;
    }
    ovi_coarse_node *node = &search->open.nodes[number];
    OVI_ASSERT(node->state == OVI_NODE_OPEN);
    node->state = OVI_NODE_EXPANDED;
    search->expanded++;
    if (traced) {
      overlay_emit(search, OVL_TRACE_EXPAND, node, node->cost);
    }
    cross(search, number);
    if (traced) {
      overlay_emit(search, OVL_TRACE_CLOSE, node, node->cost);
    }
  }
  return true;
}
