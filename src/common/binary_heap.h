/* A binary heap that records the position of each node in it, so that a node's key can be lowered:
 * a node is in the heap at most once, and its capacity is the number of nodes.
 *
 * Invariant: nodes leave in the order of (key, tie, node), a total order, so what a search does
 * never depends on how the heap was built.
 *
 * The position of a node is stored in the node itself, in memory of the caller: `stride` words lie
 * between the positions of two nodes. So one cache line serves both. */
#ifndef OVERLAND_COMMON_BINARY_HEAP_H
#define OVERLAND_COMMON_BINARY_HEAP_H

#include <stdbool.h>
#include <stdint.h>

#include "common/compiler.h"

#define OVI_NOT_OPEN UINT32_MAX

/* 16 bytes. A removal goes from the root to a leaf. */
typedef struct ovi_heap_item {
  uint64_t key;  /* cost so far plus heuristic */
  uint32_t tie;  /* where keys are equal, the lower tie leaves first: the heuristic alone, capped */
  uint32_t node; /* where both are equal, the lower node leaves first */
} ovi_heap_item;

typedef struct ovi_binary_heap {
  ovi_heap_item *items;
  uint32_t count;
  uint32_t stride;     /* in words of 4 bytes, from one node's position to the next */
  uint32_t *positions; /* that of node 0 */
} ovi_binary_heap;

static inline bool ovi_heap_before(ovi_heap_item a, ovi_heap_item b) {
  if (a.key != b.key) {
    return a.key < b.key;
  }
  return a.tie != b.tie ? a.tie < b.tie : a.node < b.node;
}

static inline void ovi_heap_put(ovi_binary_heap *heap, uint32_t at, ovi_heap_item item) {
  heap->items[at] = item;
  heap->positions[(uint64_t)item.node * heap->stride] = at;
}

/* Adds a node; one that is in the heap moves up to its lower key. */
static inline void ovi_heap_add(ovi_binary_heap *heap, ovi_heap_item item) {
  const uint32_t position = heap->positions[(uint64_t)item.node * heap->stride];
  OVI_ASSERT(position == OVI_NOT_OPEN || !ovi_heap_before(heap->items[position], item));
  uint32_t at = position == OVI_NOT_OPEN ? heap->count++ : position;
  while (at > 0) {
    uint32_t above = (at - 1) / 2;
    if (!ovi_heap_before(item, heap->items[above])) {
      break;
    }
    ovi_heap_put(heap, at, heap->items[above]);
    at = above;
  }
  ovi_heap_put(heap, at, item);
}

/* Removes the first node; the heap is not empty. */
static inline ovi_heap_item ovi_heap_take(ovi_binary_heap *heap) {
  OVI_ASSERT(heap->count != 0);
  ovi_heap_item first = heap->items[0];
  OVI_ASSERT(heap->positions[(uint64_t)first.node * heap->stride] == 0);
  ovi_heap_item last = heap->items[--heap->count];
  heap->positions[(uint64_t)first.node * heap->stride] = OVI_NOT_OPEN;
  if (heap->count == 0) {
    return first;
  }
  uint32_t at = 0;
  for (;;) {
    uint32_t below = 2 * at + 1;
    if (below >= heap->count) {
      break;
    }
    if (below + 1 < heap->count && ovi_heap_before(heap->items[below + 1], heap->items[below])) {
      below++;
    }
    if (!ovi_heap_before(heap->items[below], last)) {
      break;
    }
    ovi_heap_put(heap, at, heap->items[below]);
    at = below;
  }
  ovi_heap_put(heap, at, last);
  OVI_ASSERT(!ovi_heap_before(heap->items[0], first));
  return first;
}

/* ---- Sorting ---- */

/* Sorting in place is heapsort (Williams, "Algorithm 232", 1964): no memory, no bad cases. */

/* Moves the value at `at` down to its place in a heap whose greatest value comes first. */
static inline void ovi_sort_sink(uint64_t *values, uint64_t count, uint64_t at) {
  const uint64_t value = values[at];
  for (uint64_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
    child += child + 1 < count && values[child + 1] > values[child];
    if (values[child] <= value) {
      break;
    }
    values[at] = values[child];
    at = child;
  }
  values[at] = value;
}

/* Sorts values in ascending order. */
static inline void ovi_sort_u64(uint64_t *values, uint64_t count) {
  for (uint64_t at = count / 2; at-- > 0;) {
    ovi_sort_sink(values, count, at);
  }
  for (uint64_t end = count; end-- > 1;) {
    const uint64_t greatest = values[0];
    values[0] = values[end];
    values[end] = greatest;
    ovi_sort_sink(values, end, 0);
  }
}

/* Drops repeated values of a sorted list. Returns how many are left. */
static inline uint64_t ovi_drop_repeated_u64(uint64_t *values, uint64_t count) {
  uint64_t kept = count != 0 ? 1 : 0;
  for (uint64_t i = 1; i < count; i++) {
    if (values[i] != values[kept - 1]) {
      values[kept++] = values[i];
    }
  }
  return kept;
}

#endif
