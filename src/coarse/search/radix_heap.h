/* The open list of the coarse search and of the search over overlays, a radix heap, and its nodes
 * (Ahuja, Mehlhorn, Orlin and Tarjan, "Faster algorithms for the shortest path problem", 1990).
 *
 * The heuristic is consistent, so keys leave in rising order. A node lies in the list of the
 * highest bit in which its key differs from the last key that left; when the lowest list is empty,
 * the next one is distributed over the lists below it. Most nodes that are reached are never
 * expanded, and those are hardly touched again.
 *
 * Invariant: no key is below `last`. Nodes leave in the order of their keys, and among equal keys
 * in an order that depends on the calls alone. The lists are threaded through the nodes, so that
 * the heap takes no memory beside them. */
#ifndef OVERLAND_COARSE_SEARCH_RADIX_HEAP_H
#define OVERLAND_COARSE_SEARCH_RADIX_HEAP_H

#include <stdint.h>

#include "common/bits.h"
#include "common/compiler.h"

#define OVI_NO_NODE UINT32_MAX

typedef enum ovi_node_state {
  OVI_NODE_NEW,     /* not reached at a cost below the bound */
  OVI_NODE_OPEN,    /* in the open list */
  OVI_NODE_EXPANDED /* its cost is the least */
} ovi_node_state;

/* 32 bytes, touched at random. */
typedef struct ovi_coarse_node {
  uint64_t cost;          /* cost units, to the goal, from the middle of the crossing */
  uint32_t heuristic;     /* cost units, to the start */
  uint32_t parent;        /* next node towards the goal; OVI_NO_NODE: the goal is next */
  uint32_t page;          /* of the waypoint's first cell: a place in `pages` */
  uint16_t number;        /* of the waypoint in that region */
  uint8_t side;           /* region that it was reached through: 0 its first, 1 the other */
  uint8_t state;          /* an ovi_node_state */
  uint32_t before, after; /* in its list of the heap */
} ovi_coarse_node;

enum { OVI_HEAP_LISTS = 64 }; /* keys have 63 bits at most */

typedef struct ovi_radix_heap {
  ovi_coarse_node *nodes;
  uint64_t last;   /* key that left last */
  uint64_t filled; /* a bit for each list that holds nodes */
  uint32_t heads[OVI_HEAP_LISTS];
} ovi_radix_heap;

static inline uint64_t ovi_node_key(const ovi_coarse_node *node) {
  return node->cost + node->heuristic;
}

static inline void ovi_radix_heap_clear(ovi_radix_heap *open) {
  open->last = 0;
  open->filled = 0;
  memset(open->heads, 0xff, sizeof(open->heads)); /* OVI_NO_NODE */
}

static inline uint32_t ovi_coarse_list_of(const ovi_radix_heap *open, uint64_t key) {
  uint64_t differs = key ^ open->last;
  return differs != 0 ? (64u - (uint32_t)ovi_zeros_above(differs)) & (OVI_HEAP_LISTS - 1) : 0;
}

/* Adds a node that is not in the list; its key is not below `last`. */
static inline void ovi_radix_heap_add(ovi_radix_heap *open, uint32_t number) {
  ovi_coarse_node *node = &open->nodes[number];
  OVI_ASSERT(ovi_node_key(node) >= open->last);
  uint32_t list = ovi_coarse_list_of(open, ovi_node_key(node));
  uint32_t head = open->heads[list];
  node->before = OVI_NO_NODE;
  node->after = head;
  if (head != OVI_NO_NODE) {
    open->nodes[head].before = number;
  }
  open->heads[list] = number;
  open->filled |= (uint64_t)1 << list;
}

/* Removes a node of the heap, whose key has not changed since it was added. */
static inline void ovi_radix_heap_remove(ovi_radix_heap *open, const ovi_coarse_node *node) {
  if (node->after != OVI_NO_NODE) {
    open->nodes[node->after].before = node->before;
  }
  if (node->before != OVI_NO_NODE) {
    open->nodes[node->before].after = node->after;
    return;
  }
  uint32_t list = ovi_coarse_list_of(open, ovi_node_key(node));
  open->heads[list] = node->after;
  if (node->after == OVI_NO_NODE) {
    open->filled &= ~((uint64_t)1 << list);
  }
}

/* Takes a node of the least key out of the lowest list, and distributes the others. */
static inline uint32_t ovi_radix_heap_distribute(ovi_radix_heap *open) {
  int32_t list = ovi_lowest_bit(open->filled);
  uint32_t at = open->heads[list];
  uint32_t first = at;
  uint64_t least = UINT64_MAX;
  for (uint32_t next = at; next != OVI_NO_NODE; next = open->nodes[next].after) {
    uint64_t key = ovi_node_key(&open->nodes[next]);
    first = key < least ? next : first;
    least = key < least ? key : least;
  }
  OVI_ASSERT(least >= open->last);
  open->last = least;
  open->heads[list] = OVI_NO_NODE;
  open->filled &= open->filled - 1;
  while (at != OVI_NO_NODE) {
    uint32_t after = open->nodes[at].after;
    if (at != first) {
      ovi_radix_heap_add(open, at);
    }
    at = after;
  }
  return first;
}

/* Takes a node of the least key out of a heap; OVI_NO_NODE: it is empty. */
static inline uint32_t ovi_radix_heap_take(ovi_radix_heap *open) {
  if ((open->filled & 1) == 0) {
    return open->filled != 0 ? ovi_radix_heap_distribute(open) : OVI_NO_NODE;
  }
  uint32_t number = open->heads[0];
  ovi_radix_heap_remove(open, &open->nodes[number]);
  return number;
}

#endif
