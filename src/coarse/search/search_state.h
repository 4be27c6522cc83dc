/* The state of a search of the waypoint graph: its nodes, in a page for each region that it has
 * met, and its open list. */
#ifndef OVERLAND_COARSE_SEARCH_SEARCH_STATE_H
#define OVERLAND_COARSE_SEARCH_SEARCH_STATE_H

#include "coarse/search/attach.h"
#include "coarse/search/radix_heap.h"
#include "coarse/view/ports.h"
#include "common/slice.h"
#include "fine/trace.h"

/* The nodes of one region, and what every expansion through that region needs. */
typedef struct ovi_coarse_page {
  ovi_region region;
  ovi_port_groups groups;
  uint32_t first;   /* the first of its nodes, which follow each other */
  uint32_t *places; /* nodes of its ports in the order of cliques; NULL: not listed yet */
} ovi_coarse_page;

/* An entry of the hash table; it is empty unless its stamp is that of the search. */
typedef struct ovi_coarse_slot {
  uint32_t stamp;
  uint32_t page;
} ovi_coarse_slot;

/* The pages of a search in the order in which it met their regions, and the hash table of them. */
typedef struct ovi_coarse_table {
  ovi_coarse_page *pages;
  ovi_coarse_slot *slots; /* open addressing; a power of two of them */
  uint32_t *places;       /* of all pages; a node is a port of at most two regions */
  uint32_t page_capacity, page_count;
  uint32_t node_capacity, node_count;
  uint32_t place_count;
  uint32_t slot_mask;
  uint32_t stamp; /* of the present search */
} ovi_coarse_table;

/* The expansions of a search, one after the other. */
typedef struct ovi_coarse_turns {
  uint32_t taken; /* node that was expanded last */
  bool lets_go;   /* regions may leave memory between calls: each view of one is made anew */
} ovi_coarse_turns;

typedef struct ovi_coarse_search {
  const ovi_layer *layer;
  ovi_radix_heap open; /* has the nodes */
  ovi_coarse_table table;
  bool forward;   /* costs are those from a start, not to a goal */
  uint64_t bound; /* cost units: what costs this or more is not settled */
  ovi_coarse_turns turns;
  bool full;
  bool corrupt;
  uint64_t expanded;
  ovi_trace *trace;      /* receives its events; NULL: none */
  uint32_t trace_number; /* of the search within the query */
} ovi_coarse_search;

#endif
