/* Nodes of all searches in one hash table, which is filled as the events are read. */
#include "tests/query/trace_log.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test_allocate.h"
#include "world/world.h"

bool trace_log_take(void *user, const ovl_trace_event *event) {
  trace_log *log = user;
  if (log->count == log->capacity) {
    log->capacity = log->capacity == 0 ? 1024 : 2 * log->capacity;
    log->events = realloc(log->events, log->capacity * sizeof *log->events);
    if (log->events == NULL) {
      abort();
    }
  }
  log->events[log->count++] = *event;
  return test_random_between(&log->random, 0, 999) < log->stop_per_mille;
}

void trace_log_clear(trace_log *log) { log->count = 0; }

void trace_log_free(trace_log *log) { free(log->events); }

static bool same_cell(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

static bool same_pair(const ovl_cell *a, const ovl_cell *b) {
  return same_cell(a[0], b[0]) && same_cell(a[1], b[1]);
}

static bool same_event(const ovl_trace_event *a, const ovl_trace_event *b) {
  return a->kind == b->kind && a->tier == b->tier && a->search == b->search &&
         same_pair(a->node, b->node) && same_pair(a->parent, b->parent) && a->g == b->g &&
         a->h == b->h && a->f == b->f && a->stage == b->stage && a->count == b->count;
}

size_t trace_log_difference(const trace_log *a, const trace_log *b) {
  const size_t least = a->count < b->count ? a->count : b->count;
  for (size_t i = 0; i < least; i++) {
    if (!same_event(&a->events[i], &b->events[i])) {
      return i;
    }
  }
  return a->count == b->count ? SIZE_MAX : least;
}

uint64_t trace_log_count(const trace_log *log, ovl_trace_kind kind, uint32_t tiers) {
  uint64_t count = 0;
  for (size_t i = 0; i < log->count; i++) {
    count += log->events[i].kind == kind && (tiers >> log->events[i].tier & 1u) != 0 ? 1 : 0;
  }
  return count;
}

/* ---- Nodes ---- */

/* A node as events name it. Where turns cost, a cell is several, of which the parent tells one. */
typedef struct trace_node {
  bool is_used, is_source, is_expanded;
  uint32_t search;
  ovl_tier tier;
  ovl_cell cells[2];
  uint64_t g, least; /* the last cost, and the least of all sides */
} trace_node;

typedef struct trace_nodes {
  trace_node *slots;
  uint64_t mask;
} trace_nodes;

static uint64_t hash_of(uint32_t search, ovl_tier tier, const ovl_cell *cells) {
  const int32_t parts[8] = {(int32_t)search, (int32_t)tier, cells[0].x, cells[0].y,
                            cells[0].floor,  cells[1].x,    cells[1].y, cells[1].floor};
  test_random mix = {0};
  for (int i = 0; i < 8; i++) {
    mix.state ^= (uint64_t)(uint32_t)parts[i];
    mix.state = test_random_next(&mix);
  }
  return mix.state;
}

static trace_node *find_node(const trace_nodes *nodes, uint32_t search, ovl_tier tier,
                             const ovl_cell *cells) {
  uint64_t at = hash_of(search, tier, cells) & nodes->mask;
  while (nodes->slots[at].is_used &&
         !(nodes->slots[at].search == search && nodes->slots[at].tier == tier &&
           same_pair(nodes->slots[at].cells, cells))) {
    at = (at + 1) & nodes->mask;
  }
  return &nodes->slots[at];
}

/* ---- Checks ---- */

/* A check of the events of a log, one after the other. */
typedef struct trace_reading {
  test_state *t;
  const trace_facts *facts;
  trace_nodes nodes;
  size_t at; /* the number of the event */
  const ovl_trace_event *event;
  const ovl_trace_event *last; /* that was expanded last */
  bool is_loose;               /* events of the node may be those of another one */
} trace_reading;

static void complain(const trace_reading *reading, bool is_right, const char *what) {
  const ovl_trace_event *event = reading->event;
  CHECK(reading->t, is_right,
        "event %zu, of kind %d, tier %d, search %" PRIu32 ", at %" PRId32 ",%" PRId32 " g %" PRIu64
        " h %" PRIu64 " f %" PRIu64 ": %s",
        reading->at, (int)event->kind, (int)event->tier, event->search, event->node[0].x,
        event->node[0].y, event->g, event->h, event->f, what);
}

static void check_values(const trace_reading *reading) {
  const ovl_trace_event *event = reading->event;
  for (int i = 0; i < 2; i++) {
    complain(reading, ovi_world_has(reading->facts->world, event->node[i]),
             "node not in the world");
    complain(reading, ovi_world_has(reading->facts->world, event->parent[i]),
             "parent not in the world");
  }
  complain(reading, event->f >= event->g, "f below g");
  complain(reading, event->f == event->g + event->h || event->kind == OVL_TRACE_WINDOW,
           "f is not g + h");
}

static void reach_source(trace_reading *reading, trace_node *node) {
  const ovl_trace_event *event = reading->event;
  complain(reading, same_pair(event->node, event->parent), "a source with a parent");
  complain(reading, !node->is_used || node->is_source, "a source that was reached before");
  node->is_source = true;
}

static void reach_from_parent(trace_reading *reading, const trace_node *node) {
  const ovl_trace_event *event = reading->event;
  const trace_node *parent = find_node(&reading->nodes, event->search, event->tier, event->parent);
  complain(reading, parent->is_used && (parent->is_expanded || parent->is_source),
           "reached from a node that was not expanded");
  complain(reading, parent->least <= event->g, "costs less than its parent");
  if (event->kind == OVL_TRACE_GENERATE) {
    complain(reading, !node->is_used || reading->is_loose, "generated twice");
  } else {
    complain(reading, node->is_used, "improved before it was generated");
    complain(reading, event->g < node->g || reading->is_loose, "improved to no less");
  }
}

static void reach_node(trace_reading *reading, trace_node *node) {
  const ovl_trace_event *event = reading->event;
  if (event->kind == OVL_TRACE_SOURCE) {
    reach_source(reading, node);
  } else {
    reach_from_parent(reading, node);
  }
  const bool is_known = node->is_used;
  node->is_used = true;
  node->search = event->search;
  node->tier = event->tier;
  memcpy(node->cells, event->node, sizeof node->cells);
  node->g = event->g;
  node->least = is_known && node->least < event->g ? node->least : event->g;
}

/* Events of a node that was reached. */
static void use_node(trace_reading *reading, trace_node *node) {
  const ovl_trace_event *event = reading->event;
  const ovl_trace_event *last = reading->last;
  const bool is_whole = event->kind == OVL_TRACE_GOAL && event->tier != OVL_TIER_FINE;
  complain(reading, node->is_used, "not reached before");
  complain(reading, node->g == event->g || is_whole || reading->is_loose, "has another cost");
  complain(reading, !is_whole || node->least <= event->g, "a goal at less than its waypoint");
  if (event->kind == OVL_TRACE_EXPAND) {
    complain(reading, last == NULL, "expanded before the last one was closed");
    node->is_expanded = true;
    reading->last = event;
  } else if (event->kind == OVL_TRACE_CLOSE) {
    complain(reading,
             last != NULL && last->search == event->search && same_pair(last->node, event->node),
             "closed, but not expanded last");
    reading->last = NULL;
  }
}

void trace_log_check(const trace_log *log, test_state *t, const trace_facts *facts) {
  trace_reading reading = {.t = t, .facts = facts, .nodes = {.mask = 64}};
  while (reading.nodes.mask < 2 * log->count) {
    reading.nodes.mask *= 2;
  }
  reading.nodes.slots = test_allocate(reading.nodes.mask, sizeof *reading.nodes.slots);
  reading.nodes.mask--;
  for (reading.at = 0; reading.at < log->count && t->failures == 0; reading.at++) {
    const ovl_trace_event *event = reading.event = &log->events[reading.at];
    trace_node *node = find_node(&reading.nodes, event->search, event->tier, event->node);
    reading.is_loose =
        event->tier == OVL_TIER_OVERLAY || (event->tier == OVL_TIER_COARSE && facts->has_twins);
    check_values(&reading);
    if (event->kind <= OVL_TRACE_IMPROVE) {
      reach_node(&reading, node);
    } else if (event->kind <= OVL_TRACE_GOAL) {
      use_node(&reading, node);
    }
  }
  free(reading.nodes.slots);
}
