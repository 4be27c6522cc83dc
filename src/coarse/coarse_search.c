/* A* from the goal's links to the start's. Nodes of a region are made, with their
 * estimates, when the search first meets it. */
#include "coarse_search.h"

#include <string.h>

#include "hash64.h"

#define NOT_REACHED 2u

static uint32_t page_slots(uint32_t regions) {
  uint32_t slots = 4;
  while (slots < 2 * regions) {
    slots *= 2;
  }
  return slots;
}

void ovi_coarse_place(ovi_coarse_search *search, ovi_arena *arena, uint32_t nodes,
                      uint32_t regions) {
  search->node_capacity = nodes;
  search->page_mask = page_slots(regions) - 1;
  search->nodes = ovi_arena_take(arena, nodes, sizeof(ovi_coarse_node));
  search->open.items = ovi_arena_take(arena, nodes, sizeof(ovi_open_item));
  search->pages = ovi_arena_take(arena, (uint64_t)search->page_mask + 1, sizeof(ovi_coarse_page));
}

void ovi_coarse_clear(ovi_coarse_search *search) {
  memset(search->pages, 0, ((size_t)search->page_mask + 1) * sizeof(ovi_coarse_page));
  search->open.places = search->node_capacity != 0 ? &search->nodes[0].place : NULL;
  search->open.stride = sizeof(ovi_coarse_node) / sizeof(uint32_t);
  search->open.count = 0;
  search->stamp = 0;
  search->expanded = 0;
  search->visit = NULL;
}

/* ---- Pages --------------------------------------------------------------- */

static void fill_page(ovi_coarse_search *search, uint32_t slot, uint32_t id) {
  ovi_coarse_page *page = &search->pages[slot];
  const uint8_t *block = ovi_region_block(search->world, id);
  uint32_t begin = 0;
  page->region = id;
  page->stamp = search->stamp;
  page->first = search->node_count;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    page->begins[group] = (uint16_t)begin;
    begin += ovi_get_u16(block + OVI_BLOCK_GROUPS + 2 * group);
  }
  page->begins[OVI_OWN_GROUPS] = (uint16_t)begin;
  page->is_based = 0;
  for (uint32_t number = 0; number < begin; number++) {
    ovi_coarse_node *node = &search->nodes[search->node_count++];
    node->cost = UINT64_MAX;
    node->page = slot;
    node->number = (uint16_t)number;
    node->side = NOT_REACHED;
    node->parent = OVI_NO_NODE;
    node->place = OVI_NOT_OPEN;
  }
}

/* The slot of a region's page, or the free one where it would be. */
static uint32_t find_slot(const ovi_coarse_search *search, uint32_t id) {
  uint32_t slot = (uint32_t)ovi_mix64(id) & search->page_mask;
  while (search->pages[slot].stamp == search->stamp && search->pages[slot].region != id) {
    slot = (slot + 1) & search->page_mask;
  }
  return slot;
}

/* The page of a region, made when it is first met; NULL if there is no room. */
static ovi_coarse_page *page_of(ovi_coarse_search *search, uint32_t id) {
  uint32_t slot = find_slot(search, id);
  if (search->pages[slot].stamp == search->stamp) {
    return &search->pages[slot];
  }
  const uint8_t *block = ovi_region_block(search->world, id);
  uint32_t own = 0;
  for (int group = 0; group < OVI_OWN_GROUPS; group++) {
    own += ovi_get_u16(block + OVI_BLOCK_GROUPS + 2 * group);
  }
  if (own > search->node_capacity - search->node_count ||
      search->page_count > search->page_mask / 2) {
    search->full = true;
    return NULL;
  }
  search->page_count++;
  fill_page(search, slot, id);
  return &search->pages[slot];
}

/* ---- Expansion ----------------------------------------------------------- */

/* A port that is reached, and what by. */
typedef struct reached {
  const ovi_region *region;
  ovi_port port;
  uint32_t node;
  uint32_t parent;
  uint64_t cost;
} reached;

/* The cost is less than what the node has had so far. */
static void reach(ovi_coarse_search *search, const reached *r) {
  ovi_coarse_node *node = &search->nodes[r->node];
  if (node->side != NOT_REACHED && node->place == OVI_NOT_OPEN) {
    search->corrupt = true; /* it was expanded at a higher cost */
    return;
  }
  if (node->side == NOT_REACHED) {
    ovi_region owner = ovi_region_view(search->world, search->pages[node->page].region);
    ovi_port port = {node->number, r->port.group & 3};
    node->estimate = ovi_estimate_from(&search->estimate, &owner, port);
  }
  node->cost = r->cost;
  node->parent = r->parent;
  node->side = r->port.group < OVI_OWN_GROUPS ? 0 : 1;
  uint32_t tie = node->estimate < UINT32_MAX ? (uint32_t)node->estimate : UINT32_MAX;
  ovi_open_add(&search->open, (ovi_open_item){r->cost + node->estimate, tie, r->node});
}

/* Finds the nodes of a region's ports, group by group: each group's nodes follow
 * each other in its owner's page. */
static bool base_page(ovi_coarse_search *search, ovi_coarse_page *page, const ovi_region *region,
                      const uint32_t begins[9]) {
  for (int group = 0; group < OVI_GROUP_COUNT; group++) {
    if (begins[group] == begins[group + 1]) {
      continue;
    }
    const ovi_coarse_page *owner =
        group < OVI_OWN_GROUPS
            ? page
            : page_of(search, ovi_region_neighbour(search->world, region, group));
    if (owner == NULL) {
      return false;
    }
    page->base[group] = owner->first + owner->begins[group & 3] - begins[group];
  }
  page->is_based = 1;
  return true;
}

/* One expansion through a region: the clique to reach and where its nodes are. */
typedef struct expansion {
  const ovi_region *region;
  ovi_clique clique;
  uint32_t begins[9];
  const uint32_t *base;
} expansion;

static bool begin_expansion(ovi_coarse_search *search, expansion *e, uint32_t component) {
  ovi_coarse_page *page = page_of(search, e->region->id);
  e->clique = ovi_region_clique(e->region, component);
  ovi_group_begins(e->region, e->begins);
  if (page == NULL || (!page->is_based && !base_page(search, page, e->region, e->begins))) {
    return false;
  }
  e->base = page->base;
  return true;
}

/* Where an expansion goes: the region on one side of a node's crossing, and the
 * port that the crossing is there. */
typedef struct ahead {
  ovi_region region;
  uint32_t port;
} ahead;

static ahead look_ahead(const ovi_coarse_search *search, const ovi_coarse_node *node,
                        bool over_the_step) {
  const ovi_coarse_page *page = &search->pages[node->page];
  if (!over_the_step) {
    return (ahead){ovi_region_view(search->world, page->region), node->number};
  }
  int group = 0;
  while (node->number >= page->begins[group + 1]) {
    group++;
  }
  ovi_region owner = ovi_region_place(search->world, page->region);
  ahead a = {ovi_region_view(search->world, ovi_region_neighbour(search->world, &owner, group)), 0};
  uint32_t begins[9];
  ovi_group_begins(&a.region, begins);
  a.port = begins[ovi_group_opposite(group)] + node->number - page->begins[group];
  return a;
}

/* Reaches all ports that the region ahead joins to the one that was crossed. */
static void expand(ovi_coarse_search *search, uint32_t from, const ahead *a) {
  expansion e = {.region = &a->region};
  uint64_t cost = search->nodes[from].cost;
  uint32_t component = ovi_port_component(&a->region, a->port);
  if (!begin_expansion(search, &e, component)) {
    return;
  }
  uint32_t here = ovi_port_place(&a->region, a->port, component);
  int group = 0;
  for (uint32_t place = 0; place < e.clique.count; place++) {
    uint32_t port = ovi_clique_port(&e.clique, place);
    while (port >= e.begins[group + 1]) {
      group++;
    }
    uint32_t node = port + e.base[group];
    uint64_t reached_cost =
        place != here ? cost + ovi_clique_cost(&e.clique, here, place) : UINT64_MAX;
    if (reached_cost < search->nodes[node].cost) {
      reached r = {&a->region, {port, group}, node, from, reached_cost};
      reach(search, &r);
    }
  }
}

/* Opens the goal's links. */
static void open_links(ovi_coarse_search *search, const ovi_links *goal) {
  ovi_region region = ovi_region_view(search->world, goal->region);
  expansion e = {.region = &region};
  if (goal->component >= region.linked || !begin_expansion(search, &e, goal->component)) {
    return;
  }
  int group = 0;
  for (uint32_t place = 0; place < e.clique.count; place++) {
    uint32_t port = ovi_clique_port(&e.clique, place);
    while (port >= e.begins[group + 1]) {
      group++;
    }
    reached r = {&region, {port, group}, port + e.base[group], OVI_NO_NODE, goal->costs[port]};
    reach(search, &r);
  }
}

/* Empties the search; what it may end in and how it is drawn there follow. */
static void forget(ovi_coarse_search *search, const ovl_world *world) {
  search->world = world;
  search->open.count = 0;
  search->node_count = 0;
  search->page_count = 0;
  search->first = OVI_NO_NODE;
  search->full = false;
  search->corrupt = false;
  search->stamp++;
  if (search->stamp == 0) { /* a stamp would come back: forget all old ones */
    memset(search->pages, 0, ((size_t)search->page_mask + 1) * sizeof(ovi_coarse_page));
    search->stamp = 1;
  }
}

void ovi_coarse_begin(ovi_coarse_search *search, const ovi_coarse_task *task) {
  forget(search, task->world);
  ovi_estimate_to(&search->estimate, task->world, task->start_cell, task->start, task->landmarks);
  search->start = task->start;
  search->best = task->bound;
  open_links(search, task->goal);
}

void ovi_coarse_spread_begin(ovi_coarse_search *search, const ovl_world *world) {
  forget(search, world);
  ovi_estimate_none(&search->estimate, world);
  search->start = NULL;
  search->best = UINT64_MAX;
}

void ovi_coarse_spread_from(ovi_coarse_search *search, uint32_t region, uint32_t number) {
  const ovi_coarse_page *page = page_of(search, region);
  if (page == NULL) {
    return;
  }
  uint32_t node = page->first + number;
  search->nodes[node].cost = 0;
  search->nodes[node].side = 0;
  for (int side = 0; side < 2; side++) {
    ahead a = look_ahead(search, &search->nodes[node], side != 0);
    expand(search, node, &a);
  }
}

uint64_t ovi_coarse_cost(const ovi_coarse_search *search, uint32_t region, uint32_t number) {
  const ovi_coarse_page *page = &search->pages[find_slot(search, region)];
  return page->stamp == search->stamp ? search->nodes[page->first + number].cost : UINT64_MAX;
}

/* A waypoint of the start's region ends a route. */
static void try_start(ovi_coarse_search *search, uint32_t node, const ahead *a) {
  if (search->start == NULL || a->region.id != search->start->region) {
    return;
  }
  uint32_t link = search->start->costs[a->port];
  uint64_t cost = search->nodes[node].cost;
  if (link != OVI_NO_LINK && cost + link < search->best) {
    search->best = cost + link;
    search->first = node;
  }
}

static void visit_node(const ovi_coarse_search *search, const ovi_coarse_node *node,
                       ovl_visit kind) {
  ovl_waypoint w =
      ovi_waypoint_cells(search->world, search->pages[node->page].region, node->number);
  search->visit(search->visit_user, kind, w.first, w.second);
}

ovi_coarse_status ovi_coarse_run(ovi_coarse_search *search, uint64_t budget) {
  while (search->open.count != 0 && search->open.items[0].key < search->best) {
    if (search->full || search->corrupt) {
      break;
    }
    if (budget-- == 0) {
      return OVI_COARSE_PAUSED;
    }
    uint32_t node_number = ovi_open_take(&search->open).node;
    const ovi_coarse_node *node = &search->nodes[node_number];
    search->expanded++;
    if (search->visit != NULL) {
      visit_node(search, node, OVL_VISIT_COARSE);
    }
    ahead a = look_ahead(search, node, node->side == 0);
    try_start(search, node_number, &a);
    expand(search, node_number, &a);
  }
  if (search->full || search->corrupt) {
    return search->full ? OVI_COARSE_FULL : OVI_COARSE_CORRUPT;
  }
  return search->first != OVI_NO_NODE ? OVI_COARSE_FOUND : OVI_COARSE_NONE;
}

uint32_t ovi_coarse_route(const ovi_coarse_search *search, ovl_stop *stops, uint64_t capacity) {
  uint32_t count = 0;
  for (uint32_t at = search->first; at != OVI_NO_NODE; at = search->nodes[at].parent) {
    const ovi_coarse_node *node = &search->nodes[at];
    if (count < capacity) {
      stops[count] =
          (ovl_stop){node->cost, search->pages[node->page].region, node->number, node->side};
    }
    if (search->visit != NULL) {
      visit_node(search, node, OVL_VISIT_ROUTE);
    }
    count++;
  }
  return count;
}
