/* The two tiers, event by event: the lists of the library's searches, rebuilt from the events of a
 * query (overland_trace.h).
 *
 * Nodes are cells, row by row, and after them places of two cells: waypoints, and windows. The
 * lists are those of the search that is under way; what searches before it have seen is
 * NODE_FORMER. */
#ifndef OVERLAND_EXPLORER_TRACED_SEARCH_H
#define OVERLAND_EXPLORER_TRACED_SEARCH_H

#include "tools/explorer/module/module_query.h"
#include "tools/explorer/module/search_lists.h"
#include "tools/explorer/module/step_event.h"

enum { NODE_FORMER = NODE_CLOSED + 1 };

typedef struct traced_event {
  step_event event;
  uint32_t search;
} traced_event;

/* A place of two cells, each a number row by row. */
typedef struct traced_place {
  uint32_t cell[2];
  uint32_t tier;
} traced_place;

typedef struct traced_search {
  traced_event *events;
  size_t event_capacity, event_count;
  traced_place *places;
  size_t place_capacity, place_count;
  uint32_t *index; /* of places, by hash: place + 1; 0: none */
  size_t index_capacity;
  uint32_t width, cells;

  search_lists lists;
  uint32_t next;   /* event */
  uint32_t at;     /* node whose successors are told; LISTS_NONE: none are */
  uint32_t window; /* place of the last window; LISTS_NONE */
} traced_search;

/* Takes the events of a query on a map. False: no memory. */
bool traced_take(traced_search *traced, const struct module_event *events, size_t count,
                 uint32_t width, uint32_t height);

/* Begins at the first event. `room` has an entry for each cell and each place. Time: O(nodes). */
void traced_begin(traced_search *traced, lists_room room);

/* Goes on to the next event. False: there is none. */
bool traced_step(traced_search *traced, step_event *event);

#endif
