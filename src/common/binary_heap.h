/* The open list of searches of cells and of overlays: a binary heap that knows where each node
 * stands, so a node is in it at most once and its capacity is the node count.
 *
 * Invariant: nodes leave in the order of (key, tie, node), a total order, so
 * what a search does never depends on how the heap is built.
 *
 * A node's place is kept beside the node itself, in memory of the caller that
 * is `stride` words apart: one cache line serves node and place. */
#ifndef OVERLAND_COMMON_BINARY_HEAP_H
#define OVERLAND_COMMON_BINARY_HEAP_H

#include <stdint.h>

#define OVI_NOT_OPEN UINT32_MAX

/* 16 bytes. Walked from root to leaf on each removal. */
typedef struct ovi_heap_item {
  uint64_t key;  /* cost so far and estimate */
  uint32_t tie;  /* lower leaves first where keys are equal: the estimate alone, capped */
  uint32_t node; /* last word in the order */
} ovi_heap_item;

typedef struct ovi_binary_heap {
  ovi_heap_item *items;
  uint32_t count;
  uint32_t stride;  /* in words of 4 bytes, from one node's place to the next */
  uint32_t *places; /* of node 0 */
} ovi_binary_heap;

static inline int ovi_heap_before(ovi_heap_item a, ovi_heap_item b) {
  if (a.key != b.key) {
    return a.key < b.key;
  }
  return a.tie != b.tie ? a.tie < b.tie : a.node < b.node;
}

static inline void ovi_heap_put(ovi_binary_heap *open, uint32_t at, ovi_heap_item item) {
  open->items[at] = item;
  open->places[(uint64_t)item.node * open->stride] = at;
}

static inline void ovi_heap_rise(ovi_binary_heap *open, uint32_t at, ovi_heap_item item) {
  while (at > 0) {
    uint32_t above = (at - 1) / 2;
    if (!ovi_heap_before(item, open->items[above])) {
      break;
    }
    ovi_heap_put(open, at, open->items[above]);
    at = above;
  }
  ovi_heap_put(open, at, item);
}

/* Adds a node, or moves it up if it is there with a higher key. */
static inline void ovi_heap_add(ovi_binary_heap *open, ovi_heap_item item) {
  uint32_t place = open->places[(uint64_t)item.node * open->stride];
  ovi_heap_rise(open, place == OVI_NOT_OPEN ? open->count++ : place, item);
}

/* Takes the first node out; the list is not empty. */
static inline ovi_heap_item ovi_heap_take(ovi_binary_heap *open) {
  ovi_heap_item first = open->items[0];
  ovi_heap_item last = open->items[--open->count];
  open->places[(uint64_t)first.node * open->stride] = OVI_NOT_OPEN;
  if (open->count == 0) {
    return first;
  }
  uint32_t at = 0;
  for (;;) {
    uint32_t below = 2 * at + 1;
    if (below >= open->count) {
      break;
    }
    if (below + 1 < open->count && ovi_heap_before(open->items[below + 1], open->items[below])) {
      below++;
    }
    if (!ovi_heap_before(open->items[below], last)) {
      break;
    }
    ovi_heap_put(open, at, open->items[below]);
    at = below;
  }
  ovi_heap_put(open, at, last);
  return first;
}

#endif
