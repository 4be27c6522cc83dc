/* See traced_search.h. */
#include "tools/explorer/module/traced_search.h"

#include "overland_trace.h"
#include "tools/explorer/module/module_memory.h"

/* ---- Places ---- */

static size_t slot_of(const traced_search *traced, traced_place place) {
  uint64_t hash = place.cell[0] * (uint64_t)0x9E3779B97F4A7C15u;
  hash = (hash ^ place.cell[1] ^ (uint64_t)place.tier << 32) * 0xBF58476D1CE4E5B9u;
  size_t slot = (size_t)(hash >> 20) & (traced->index_capacity - 1);
  for (; traced->index[slot] != 0; slot = (slot + 1) & (traced->index_capacity - 1)) {
    const traced_place *other = &traced->places[traced->index[slot] - 1];
    if (other->cell[0] == place.cell[0] && other->cell[1] == place.cell[1] &&
        other->tier == place.tier) {
      break;
    }
  }
  return slot;
}

/* The node of an event: a cell, or a place, which is new perhaps. There is room for it. */
static uint32_t node_of(traced_search *traced, const int32_t *cells, uint32_t tier, bool is_cell) {
  const traced_place place = {{(uint32_t)cells[1] * traced->width + (uint32_t)cells[0],
                               (uint32_t)cells[3] * traced->width + (uint32_t)cells[2]},
                              tier};
  if (is_cell) {
    return place.cell[0];
  }
  const size_t slot = slot_of(traced, place);
  if (traced->index[slot] == 0) {
    traced->places[traced->place_count] = place;
    traced->index[slot] = (uint32_t)++traced->place_count;
  }
  return traced->cells + traced->index[slot] - 1;
}

static bool is_cell(const int32_t *cells) { return cells[0] == cells[2] && cells[1] == cells[3]; }

/* ---- Taking events ---- */

static bool reserve_all(traced_search *traced, size_t count) {
  size_t slots = 16;
  while (slots < 4 * count) { /* each event has at most two places */
    slots *= 2;
  }
  size_t index_capacity = traced->index_capacity;
  const bool has_room =
      module_reserve(&traced->events, &traced->event_capacity, count, sizeof *traced->events) &&
      module_reserve(&traced->places, &traced->place_capacity, 2 * count, sizeof *traced->places) &&
      module_reserve(&traced->index, &index_capacity, slots, sizeof *traced->index);
  traced->index_capacity = index_capacity;
  return has_room;
}

/* A window is a place even if it is one cell: its two cells are corners. */
static void take_event(traced_search *traced, traced_event *to, const struct module_event *event) {
  const uint32_t tier = event->kind == OVL_TRACE_WINDOW ? UINT32_MAX : (uint32_t)event->tier;
  const bool is_window = event->kind == OVL_TRACE_WINDOW;
  to->search = (uint32_t)event->search;
  to->event =
      (step_event){.kind = (step_kind)event->kind,
                   .node = node_of(traced, event->node, tier, !is_window && is_cell(event->node)),
                   .parent = node_of(traced, event->parent, tier, is_cell(event->parent)),
                   .g = (uint64_t)event->g,
                   .h = (uint64_t)event->h,
                   .f = (uint64_t)event->f};
}

bool traced_take(traced_search *traced, const struct module_event *events, size_t count,
                 uint32_t width, uint32_t height) {
  traced->event_count = traced->place_count = 0;
  traced->width = width;
  traced->cells = width * height;
  if (!reserve_all(traced, count + 1)) {
    return false;
  }
  size_t slots = 1;
  while (2 * slots <= traced->index_capacity) {
    slots *= 2;
  }
  const size_t capacity = traced->index_capacity;
  traced->index_capacity = slots;
  memset(traced->index, 0, slots * sizeof *traced->index);
  for (size_t i = 0; i < count; i++) {
    take_event(traced, &traced->events[traced->event_count++], &events[i]);
  }
  traced->index_capacity = capacity;
  return true;
}

/* ---- Steps ---- */

void traced_begin(traced_search *traced, lists_room room) {
  lists_begin(&traced->lists, room, LISTS_NEWEST);
  traced->next = 0;
  traced->at = traced->window = LISTS_NONE;
}

/* Forgets the lists of the search before. */
static void begin_search(traced_search *traced) {
  search_lists *lists = &traced->lists;
  const uint32_t *closed = lists_closed(lists);
  for (uint32_t i = 0; i < lists->closed_count; i++) {
    lists->room.nodes[closed[i]].state = NODE_FORMER;
  }
  for (uint32_t i = 0; i < lists->open_count; i++) {
    lists->room.nodes[lists->room.heap[i]].state = NODE_FORMER;
  }
  lists->open_count = lists->closed_count = lists->closed_end = 0;
}

static void reach(traced_search *traced, const step_event *event) {
  const search_node costs = {
      .g = event->g, .h = event->h, .f = event->f, .parent = event->parent, .number = traced->next};
  lists_reach(&traced->lists, event->node, &costs);
}

static void apply(traced_search *traced, const step_event *event) {
  const uint8_t state = traced->lists.room.nodes[event->node].state;
  switch (event->kind) {
  case STEP_SOURCE:
  case STEP_GENERATE:
  case STEP_IMPROVE:
    reach(traced, event);
    break;
  case STEP_EXPAND:
    traced->at = event->node;
    if (state != NODE_OPEN && state != NODE_CLOSED) {
      reach(traced, event);
    }
    if (state != NODE_CLOSED) { /* it may be expanded again in more directions */
      lists_close(&traced->lists, event->node);
    }
    break;
  case STEP_WINDOW:
    traced->window = event->node;
    break;
  default:
    traced->at = LISTS_NONE;
    break;
  }
}

bool traced_step(traced_search *traced, step_event *event) {
  if (traced->next == traced->event_count) {
    return false;
  }
  const traced_event *told = &traced->events[traced->next];
  const bool is_new =
      told->event.kind == STEP_SOURCE &&
      (traced->next == 0 || told[-1].event.kind != STEP_SOURCE || told[-1].search != told->search);
  if (is_new) {
    begin_search(traced);
  }
  *event = told->event;
  apply(traced, event);
  traced->next++;
  return true;
}
