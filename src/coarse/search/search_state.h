/* The state of a search of the waypoint graph: its nodes, in a page for each region that it has
 * met, and its open list. */
#ifndef OVERLAND_COARSE_SEARCH_SEARCH_STATE_H
#define OVERLAND_COARSE_SEARCH_SEARCH_STATE_H

#include "coarse/search/attach.h"
#include "coarse/search/heuristic.h"
#include "coarse/search/radix_heap.h"
#include "coarse/view/ports.h"

/* A page of nodes, found by hashing its region, and what an expansion through that
 * region needs each time. */
typedef struct ovi_coarse_page {
  ovi_region region;
  ovi_port_groups groups;
  uint32_t first;   /* node */
  uint32_t *places; /* the nodes of its ports in the order of cliques; NULL: not listed yet */
} ovi_coarse_page;

/* Where a region's page is, if the stamp is the search's. */
typedef struct ovi_coarse_slot {
  uint32_t stamp;
  uint32_t page;
} ovi_coarse_slot;

typedef enum ovi_coarse_status {
  OVI_COARSE_FOUND,
  OVI_COARSE_NONE,   /* no route below the bound */
  OVI_COARSE_PAUSED, /* the budget is spent: go on by calling again */
  OVI_COARSE_FULL,   /* no page left */
  OVI_COARSE_CORRUPT /* estimates or costs contradict each other */
} ovi_coarse_status;

typedef struct ovi_coarse_search {
  const ovi_layer *layer;
  ovi_radix_heap open; /* and the nodes */
  ovi_coarse_page *pages;
  uint32_t *places;       /* of all pages: every node is a port of two regions at most */
  ovi_coarse_slot *slots; /* open addressing; a power of two */
  uint32_t node_capacity;
  uint32_t node_count;
  uint32_t page_capacity;
  uint32_t page_count;
  uint32_t place_count;
  uint32_t slot_mask;
  uint32_t stamp;
  ovi_heuristic estimate;
  uint32_t heuristic_weight_percent;
  const ovi_attachment *start; /* what a route may end in; NULL: nothing, it spreads */
  bool forward;                /* it spreads from a start: costs are those from there */
  uint64_t best;               /* cost of the best route found, from start to goal; or the bound */
  uint32_t first;              /* its first waypoint, a node; OVI_NO_NODE: none found yet */
  uint32_t taken;              /* whose turn it was last */
  bool full;
  bool corrupt;
  uint64_t expanded;
  ovl_visit_fn visit;
  void *visit_user;
} ovi_coarse_search;

#endif
