/* An open list of buckets, each for a range of costs (Dial, "Shortest-path forest with topological
 * ordering", 1969). Adding and taking cost a few instructions, where the heap takes a dozen
 * comparisons or more; but the nodes of one bucket are not in the order of their keys.
 *
 * Invariant: all keys lie within a ring of buckets from the first filled one on, so no key is less
 * than the front. A bucket's nodes leave in the reverse order in which they were added, so the
 * order depends on the calls alone. A node is in the queue at most once. */
#ifndef OVERLAND_FINE_BUCKET_QUEUE_H
#define OVERLAND_FINE_BUCKET_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "common/binary_heap.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/topology.h"

/* A ring has a power of two buckets, as many as the dearest step needs. */
enum { OVI_LEAST_BUCKETS = 512, OVI_BUCKETS = 8192 };

/* The nodes before and after a node in its bucket; the first has none before it. 8 bytes. */
typedef struct ovi_bucket_link {
  uint32_t before, after;
} ovi_bucket_link;

typedef struct ovi_bucket_queue {
  ovi_bucket_link *links; /* of each node, and of `none` */
  uint32_t mask;          /* the number of buckets, less one */
  uint64_t extra;         /* that steps cost beside their weights, at most */
  uint32_t none;          /* a number above all nodes: the end of a bucket */
  int32_t shift;          /* a bucket is 2^shift costs wide */
  uint64_t now;           /* first bucket that may be filled, counted without the ring */
  uint64_t *filled;       /* a bit for each of OVI_BUCKETS; its last node may have left */
  uint32_t *heads;        /* first node of each bucket, or `none` */
} ovi_bucket_queue;

/* Empties the queue, for keys from `first` on, cells of at least that weight, and steps that cost
 * up to `extra` beside their weights. A bucket is no wider than half of the cheapest step: without
 * a heuristic each node is then expanded once; with one, few are expanded too early. Where the
 * dearest step does not fit the largest ring it is wider, and nodes may be expanded again: the key
 * of a neighbour is above that of its node by at most the cost of the step and the change of the
 * heuristic. */
static inline void ovi_buckets_begin(ovi_bucket_queue *queue, uint32_t min_weight, uint64_t extra,
                                     uint64_t first) {
  const uint64_t most = 2 * 255 * OVI_K_LONG + 2 * OVI_K_LONG * (uint64_t)min_weight + extra;
  queue->extra = extra;
  queue->shift = 0;
  while (4u << queue->shift <= 2 * OVI_K_STRAIGHT * min_weight) {
    queue->shift++;
  }
  queue->mask = OVI_LEAST_BUCKETS - 1;
  while ((most >> queue->shift) + 1 > queue->mask && queue->mask + 1 < OVI_BUCKETS) {
    queue->mask = 2 * queue->mask + 1;
  }
  while ((most >> queue->shift) + 1 > queue->mask) {
    queue->shift++;
  }
  queue->now = first >> queue->shift;
  memset(queue->filled, 0, (queue->mask + 1) / 8);
  uint32_t *restrict heads = queue->heads; /* so that many are written at a time */
  const uint32_t none = queue->none;
  const uint32_t count = queue->mask + 1;
  for (uint32_t bucket = 0; bucket < count; bucket++) {
    heads[bucket] = none;
  }
}

/* Adds a node that is not in the queue; returns its bucket. */
OVI_FORCE_INLINE uint32_t ovi_buckets_add(ovi_bucket_queue *queue, uint32_t node, uint64_t key) {
  const uint64_t number = key >> queue->shift;
  OVI_ASSERT(number >= queue->now && number - queue->now <= queue->mask);
  const uint32_t bucket = (uint32_t)number & queue->mask;
  const uint32_t after = queue->heads[bucket];
  queue->links[after].before = node;
  queue->links[node].after = after;
  queue->heads[bucket] = node;
  if (after == queue->none) {
    queue->filled[bucket / 64] |= (uint64_t)1 << bucket % 64;
  }
  return bucket;
}

/* Removes a node from its bucket. */
OVI_FORCE_INLINE void ovi_buckets_remove(ovi_bucket_queue *queue, uint32_t node, uint32_t bucket) {
  const uint32_t after = queue->links[node].after;
  if (queue->heads[bucket] == node) {
    queue->heads[bucket] = after;
  } else {
    const uint32_t before = queue->links[node].before;
    queue->links[before].after = after;
    queue->links[after].before = before;
  }
}

/* Takes all nodes out. Returns the first; links[].after leads from each to the next, and from the
 * last to `none`. */
static inline uint32_t ovi_buckets_empty(ovi_bucket_queue *queue) {
  uint32_t list = queue->none;
  for (uint32_t bucket = 0; bucket <= queue->mask; bucket++) {
    for (uint32_t node = queue->heads[bucket]; node != queue->none;) {
      const uint32_t after = queue->links[node].after;
      queue->links[node].after = list;
      list = node;
      node = after;
    }
    queue->heads[bucket] = queue->none;
  }
  return list;
}

/* Moves on to the first bucket that holds a node; false if the queue is empty. */
OVI_FORCE_INLINE bool ovi_buckets_advance(ovi_bucket_queue *queue) {
  for (;;) {
    const uint32_t begin = (uint32_t)queue->now & queue->mask;
    if (queue->heads[begin] != queue->none) {
      return true;
    }
    queue->filled[begin / 64] &= ~((uint64_t)1 << begin % 64);
    uint32_t word = begin / 64;
    uint64_t found = queue->filled[word] >> begin % 64 << begin % 64;
    for (uint32_t i = 0; found == 0; i++) {
      if (i > queue->mask / 64) {
        return false;
      }
      word = (word + 1) & queue->mask / 64;
      found = queue->filled[word];
    }
    const uint32_t bucket = 64 * word + (uint32_t)ovi_lowest_bit(found);
    queue->now += (bucket - begin) & queue->mask;
    OVI_ASSERT(((uint32_t)queue->now & queue->mask) == bucket);
  }
}

/* The first bucket that may be filled, for as long as the queue does not advance. */
OVI_FORCE_INLINE uint32_t *ovi_buckets_first(const ovi_bucket_queue *queue) {
  return &queue->heads[(uint32_t)queue->now & queue->mask];
}

/* Takes a node of such a bucket; `none` if it is empty. */
OVI_FORCE_INLINE void ovi_buckets_take(ovi_bucket_queue *queue, uint32_t *first) {
  OVI_ASSERT(*first != queue->none);
  *first = queue->links[*first].after;
}

#endif
