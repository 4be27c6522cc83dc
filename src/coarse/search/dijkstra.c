/* The coarse search without a heuristic, and fine searches seeded from its entries. */
#include "coarse/search/dijkstra.h"

#include "coarse/search/search_pages.h"
#include "coarse/view/layer_steps.h"
#include "coarse/view/region_cells.h"
#include "common/compiler.h"
#include "common/topology.h"

/* ---- Beginning --------------------------------------------------------------------- */

ovi_status ovi_dijkstra_begin(ovi_dijkstra *costs, uint64_t bound) {
  if (costs->has_begun) {
    return OVI_DONE;
  }
  if (!ovi_attach(costs->attachment, costs->layer, costs->local, costs->start, false)) {
    return ovi_local_search_is_paused(costs->local) ? OVI_PAUSED : OVI_CORRUPT;
  }
  costs->has_begun = true;
  costs->bound = bound;
  if (costs->far != NULL) {
    costs->far->begin(costs->far->user, costs->attachment);
    return OVI_DONE;
  }
  ovi_coarse_begin(costs->coarse, costs->layer, bound, true);
  ovi_coarse_add_attachment(costs->coarse, costs->attachment);
  return OVI_DONE;
}

/* ---- Settling ---------------------------------------------------------------------- */

ovi_status ovi_dijkstra_status(const ovi_dijkstra *costs) {
  return costs->far != NULL       ? costs->far->fault
         : costs->coarse->full    ? OVI_FULL
         : costs->coarse->corrupt ? OVI_CORRUPT
                                  : OVI_DONE;
}

static void dijkstra_take_turns(ovi_dijkstra *costs, uint64_t turns, uint64_t *budget) {
  const uint64_t before = costs->coarse->expanded;
  costs->is_over = ovi_coarse_run(costs->coarse, turns < *budget ? turns : *budget) != OVI_PAUSED;
  *budget -= costs->coarse->expanded - before;
}

ovi_status ovi_dijkstra_run_round(const ovi_dijkstra *costs, uint64_t *budget) {
  const uint64_t before = *budget;
  const ovi_status status = costs->far->run(costs->far->user, costs->bound, budget);
  OVI_ASSERT(*budget <= before);
  costs->coarse->expanded += before - *budget;
  return status;
}

ovi_status ovi_dijkstra_run(ovi_dijkstra *costs, uint64_t *budget) {
  if (costs->far != NULL) {
    ovi_status status = costs->far->fault;
    while (status == OVI_DONE && !costs->far->is_over) {
      status = ovi_dijkstra_run_round(costs, budget);
    }
    return status;
  }
  while (!costs->is_over) { /* not every turn expands a waypoint */
    if (*budget == 0 || ovi_trace_stops(costs->coarse->trace)) {
      return OVI_PAUSED;
    }
    dijkstra_take_turns(costs, UINT64_MAX, budget);
  }
  return ovi_dijkstra_status(costs);
}

/* A cursor over the ports of a region that can have a cost. */
typedef struct port_cursor {
  ovi_region region;
  uint32_t component, place;
} port_cursor;

/* Moves on to the next component that has such ports; false if there is none. */
static bool next_component(const ovi_dijkstra *costs, port_cursor *at) {
  while (at->component < at->region.components.linked &&
         !costs->reachable.reaches(costs->reachable.user,
                                   ovi_region_island(costs->layer, &at->region, at->component))) {
    at->component++;
  }
  return at->component < at->region.components.linked;
}

/* Moves on to the next port that is not settled; false if all are. */
static bool next_unsettled(const ovi_dijkstra *costs, const ovi_coarse_page *page,
                           port_cursor *at) {
  for (; next_component(costs, at); at->component++, at->place = 0) {
    const ovi_clique clique = ovi_region_clique(&at->region, at->component);
    for (; at->place < clique.count; at->place++) {
      const uint32_t node = page->places[clique.begin + at->place];
      if (costs->coarse->open.nodes[node].state != OVI_NODE_EXPANDED) {
        return true;
      }
    }
  }
  return false;
}

/* Expands one waypoint, and makes the view of the cursor's region anew if it may have left memory.
 * False: some regions could not be read. */
static bool take_turn_and_renew(ovi_dijkstra *costs, uint64_t *budget, port_cursor *at) {
  if (!costs->coarse->turns.lets_go) {
    dijkstra_take_turns(costs, 1, budget);
    return true;
  }
  ovi_layer_unpin(costs->layer); /* each turn lets go of the regions that the one before has read */
  dijkstra_take_turns(costs, 1, budget);
  if (ovi_layer_outcome(costs->layer) != OVL_OK) {
    return false;
  }
  at->region = ovi_region_view(costs->layer, at->region.id);
  return ovi_layer_outcome(costs->layer) == OVL_OK;
}

ovi_status ovi_dijkstra_settle(ovi_dijkstra *costs, uint32_t region, uint64_t *budget) {
  port_cursor at = {ovi_region_view(costs->layer, region), 0, 0};
  if (costs->is_over || ovi_dijkstra_status(costs) != OVI_DONE || !next_component(costs, &at)) {
    return ovi_dijkstra_status(costs);
  }
  ovi_coarse_page *page = ovi_coarse_page_of(costs->coarse, region);
  if (page == NULL || (page->places == NULL && !ovi_coarse_list_ports(costs->coarse, page))) {
    return ovi_dijkstra_status(costs);
  }
  while (!costs->is_over && next_unsettled(costs, page, &at)) {
    if (costs->coarse->open.filled == 0) { /* found without a turn, which a budget may not have */
      costs->is_over = true;
      break;
    }
    if (*budget == 0 || ovi_trace_stops(costs->coarse->trace)) {
      return OVI_PAUSED;
    }
    if (!take_turn_and_renew(costs, budget, &at)) {
      return OVI_PAUSED;
    }
  }
  return ovi_dijkstra_status(costs);
}

ovi_status ovi_dijkstra_settle_list(ovi_dijkstra *costs, const ovi_goals *list, uint64_t *budget) {
  if (costs->far != NULL || costs->layer->profile.is_directed) {
    return ovi_dijkstra_run(costs, budget); /* in a directed layer paths need not enter all ports */
  }
  uint32_t next = costs->next_listed;
  uint32_t region;
  while (ovi_goals_next_region(list, costs->layer, &next, &region)) {
    const ovi_status status = ovi_dijkstra_settle(costs, region, budget);
    if (status != OVI_DONE) {
      return status;
    }
    costs->next_listed = next;
  }
  return OVI_DONE;
}

/* ---- Entries ----------------------------------------------------------------------- */

const ovi_coarse_page *ovi_entered_page(const ovi_coarse_search *coarse, uint32_t region) {
  const ovi_coarse_slot *slot = ovi_coarse_find_slot(coarse, region);
  ovi_coarse_page *page =
      slot->stamp == coarse->table.stamp ? &coarse->table.pages[slot->page] : NULL;
  if (page == NULL || page->places == NULL) {
    return NULL;
  }
  return ovi_coarse_renew(coarse, page) ? page : NULL;
}

ovi_entry ovi_entry_at(const ovi_coarse_search *coarse, const ovi_coarse_page *page,
                       uint32_t port) {
  const ovi_region *region = &page->region;
  const uint32_t place =
      region->components.linked > 1 ? ovi_get_u16(region->ports.places + 2 * (uint64_t)port) : port;
  const ovi_coarse_node *node = &coarse->open.nodes[page->places[place]];
  const bool is_own = ovi_port_is_own(region, &page->groups, port);
  const bool enters = node->state == OVI_NODE_EXPANDED && (node->side == 0) != is_own;
  const int group = !ovi_port_is_link(&page->groups, port) ? ovi_port_group(&page->groups, port)
                    : is_own                               ? OVI_LINK_OUT
                                                           : OVI_LINK_IN;
  return (ovi_entry){region, port, group, enters ? node->cost : UINT64_MAX};
}

ovl_cell ovi_entry_cell(const ovi_entry *entry) {
  const ovi_region *region = entry->region;
  const uint32_t cell = ovi_port_cell(region, entry->port);
  return (ovl_cell){region->x + ovi_port_x(cell), region->y + ovi_port_y(cell), 0};
}

/* The region's half of an entry's step. Links cost the region where they begin alone. */
static uint64_t dijkstra_half_step(const ovi_layer *layer, const ovi_entry *entry) {
  const ovi_region *region = entry->region;
  const uint32_t cell = ovi_port_cell(region, entry->port);
  return entry->group < OVI_GROUP_COUNT
             ? ovi_step_cost(ovi_region_weight(layer, region, ovi_port_x(cell), ovi_port_y(cell)),
                             ovi_port_is_long(layer->profile.corners, entry->group, cell))
             : 0;
}

uint64_t ovi_entry_cell_cost(const ovi_coarse_search *coarse, const ovi_entry *entry) {
  if (entry->cost == UINT64_MAX) {
    return UINT64_MAX;
  }
  if (!coarse->layer->profile.is_directed || coarse->forward) {
    return entry->cost + dijkstra_half_step(coarse->layer, entry);
  }
  /* The part of a directed step or link that falls in the region that is left. */
  const uint32_t component = ovi_port_component(entry->region, entry->port);
  const ovi_clique clique = ovi_region_clique(entry->region, component);
  const uint32_t step =
      ovi_square_exit(&clique, ovi_port_place(entry->region, entry->port, component));
  return step != OVI_NO_COST_32 ? entry->cost + step : UINT64_MAX;
}

/* ---- Parts ------------------------------------------------------------------------- */

ovi_rectangle ovi_box_around(const ovi_layer *layer, ovl_cell cell) {
  return ovi_box_widen(layer, ovi_box_of_region(layer, ovi_region_at(layer, cell.x, cell.y)));
}

ovi_rectangle ovi_part_box(const ovi_dijkstra *costs, uint32_t part) {
  return part == OVI_PART_BOX ? costs->box : ovi_box_of_region(costs->layer, part);
}

void ovi_part_goals(const ovi_dijkstra *costs, uint32_t part, const ovi_goals *goals,
                    ovi_goal_fn take, void *user) {
  if (part == OVI_PART_BOX) {
    ovi_goals_inside(goals, ovi_box_cells(costs->layer, costs->box), take, user);
  } else {
    ovi_goals_of_region(goals, costs->layer, part, take, user);
  }
}

/* Seeds the window with an entry. */
static void seed_entry(void *user, const ovi_entry *entry, uint64_t cost) {
  const ovi_dijkstra *costs = user;
  ovi_local_search *local = costs->local;
  const ovl_cell cell = ovi_entry_cell(entry);
  ovi_fine_add_seed(&local->search, cell.x - local->window.x, cell.y - local->window.y, cost);
}

bool ovi_dijkstra_entries(const ovi_dijkstra *costs, uint32_t id, ovi_entry_fn take, void *user) {
  const ovi_layer *layer = costs->layer;
  bool is_entered = false;
  if (costs->far == NULL) {
    const ovi_coarse_page *page = ovi_entered_page(costs->coarse, id);
    for (uint32_t port = 0; page != NULL && port < page->region.ports.count; port++) {
      const ovi_entry entry = ovi_entry_at(costs->coarse, page, port);
      if (entry.cost != UINT64_MAX) {
        take(user, &entry, ovi_entry_cell_cost(costs->coarse, &entry));
        is_entered = true;
      }
    }
    return is_entered;
  }
  const uint64_t *entered = costs->far->enter(costs->far->user, id);
  const ovi_region region = ovi_region_view(layer, id);
  const ovi_port_groups groups = ovi_port_groups_of(&region);
  ovi_layer_ground ground;
  ovi_layer_ground_begin(&ground, layer, (ovl_cell){region.x, region.y, 0}, NULL);
  for (uint32_t port = 0; entered != NULL && port < region.ports.count; port++) {
    const int group = ovi_port_is_link(&groups, port) ? OVI_LINK_IN : ovi_port_group(&groups, port);
    const ovi_entry entry = {&region, port, group, entered[port]};
    const uint64_t step = entry.cost == UINT64_MAX ? OVI_NO_STEP
                          : layer->profile.is_directed
                              ? ovi_port_half(&ground, &region, &groups, port, false)
                              : dijkstra_half_step(layer, &entry);
    if (step != OVI_NO_STEP) { /* the cost may be that of leaving over a one-way port */
      take(user, &entry, entry.cost + step);
      is_entered = true;
    }
  }
  return is_entered;
}

uint64_t ovi_part_least(const ovi_dijkstra *costs, uint32_t region) {
  const uint64_t *entered = costs->far->enter(costs->far->user, region);
  const uint32_t ports = ovi_region_view(costs->layer, region).ports.count;
  uint64_t least = UINT64_MAX;
  for (uint32_t port = 0; entered != NULL && port < ports; port++) {
    least = entered[port] < least ? entered[port] : least;
  }
  return least;
}

bool ovi_part_open(ovi_dijkstra *costs, uint32_t part, bool bytes) {
  const ovi_rectangle box = ovi_part_box(costs, part);
  ovi_local_search *local = costs->local;
  bool is_entered = part == OVI_PART_BOX;
  if (ovi_local_search_is_paused(local)) {
    return true;
  }
  if (!is_entered &&
      (!costs->has_begun || (costs->far != NULL ? ovi_part_least(costs, part) == UINT64_MAX
                                                : ovi_entered_page(costs->coarse, part) == NULL))) {
    return false;
  }
  ovi_box_paste(&local->window, costs->layer, box, bytes);
  ovi_fine_begin_seeds(&local->search, &local->window);
  local->windows++;
  if (is_entered) {
    ovi_fine_add_seed(&local->search, costs->start.x - local->window.x,
                      costs->start.y - local->window.y, 0);
  }
  for (int32_t y = box.y0; y < box.y1 && costs->has_begun; y++) {
    for (int32_t x = box.x0; x < box.x1; x++) {
      is_entered =
          ovi_dijkstra_entries(costs, (uint32_t)(y * costs->layer->partition.regions_x + x),
                               seed_entry, costs) ||
          is_entered;
    }
  }
  return is_entered;
}

uint64_t ovi_dijkstra_cell_cost(const ovi_dijkstra *costs, ovl_cell cell) {
  const ovi_local_search *local = costs->local;
  const uint32_t number =
      ovi_window_cell(&local->window, cell.x - local->window.x, cell.y - local->window.y);
  return ovi_fine_has_reached(&local->search, number) ? ovi_fine_cost(&local->search, number)
                                                      : UINT64_MAX;
}

uint64_t ovi_dijkstra_cost_out(const ovi_dijkstra *costs, ovi_rectangle box) {
  const ovi_layer *layer = costs->layer;
  const ovi_rectangle inside = ovi_box_cells(layer, box);
  const ovl_cell start = costs->start;
  const int32_t out[4] = {inside.x0 > 0 ? start.x - inside.x0 + 1 : INT32_MAX,
                          inside.y0 > 0 ? start.y - inside.y0 + 1 : INT32_MAX,
                          inside.x1 < layer->partition.width ? inside.x1 - start.x : INT32_MAX,
                          inside.y1 < layer->partition.height ? inside.y1 - start.y : INT32_MAX};
  int32_t least = INT32_MAX;
  for (int side = 0; side < 4; side++) {
    least = out[side] < least ? out[side] : least;
  }
  if (layer->profile.has_links) {
    return 0;
  }
  return least != INT32_MAX
             ? ovi_distance(layer->profile.corners, least, 0, layer->profile.min_weight)
             : UINT64_MAX;
}
