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
#include "common/step_cost.h"

enum { OVI_BUCKETS = 512, OVI_BUCKET_WORDS = OVI_BUCKETS / 64 };

/* A bucket is wider than 70 times the least weight, and the key of a neighbour is above that of its
 * node by at most the cost of the step and the change of the heuristic. */
_Static_assert(2 * 255 * OVI_K_DIAGONAL / 128 + 2 * OVI_K_DIAGONAL / 70 + 1 < OVI_BUCKETS,
               "all open keys fit the ring");

/* The nodes before and after a node in its bucket. 8 bytes. */
typedef struct ovi_bucket_link {
  uint32_t before, after;
} ovi_bucket_link;

typedef struct ovi_bucket_queue {
  ovi_bucket_link *links;
  int32_t shift; /* a bucket is 2^shift costs wide */
  uint32_t count;
  uint64_t now;                      /* first bucket that may be filled, counted without the ring */
  uint64_t filled[OVI_BUCKET_WORDS]; /* a bit for each bucket */
  uint32_t heads[OVI_BUCKETS];       /* first node of each filled bucket */
} ovi_bucket_queue;

/* A bucket is 2^shift costs wide: no wider than the cheapest step between cells of at least that
 * weight, so without a heuristic each node is expanded once. */
static inline int32_t ovi_buckets_shift(uint32_t min_weight) {
  int32_t shift = 0;
  while (2u << shift <= 2 * OVI_K_STRAIGHT * min_weight) {
    shift++;
  }
  return shift;
}

/* Returns whether all open keys fit the ring where heights raise the key by up to `extra` a step,
 * too. */
static inline bool ovi_buckets_fit(uint32_t min_weight, uint64_t extra) {
  const uint64_t most =
      2 * 255 * OVI_K_DIAGONAL + 2 * OVI_K_DIAGONAL * (uint64_t)min_weight + extra;
  return (most >> ovi_buckets_shift(min_weight)) + 1 < OVI_BUCKETS;
}

/* Empties the queue, for keys from `first` on and cells of at least that weight. */
static inline void ovi_buckets_begin(ovi_bucket_queue *queue, uint32_t min_weight, uint64_t first) {
  queue->shift = ovi_buckets_shift(min_weight);
  queue->count = 0;
  queue->now = first >> queue->shift;
  memset(queue->filled, 0, sizeof(queue->filled));
}

/* Adds a node that is not in the queue; returns its bucket. */
static inline uint32_t ovi_buckets_add(ovi_bucket_queue *queue, uint32_t node, uint64_t key) {
  const uint64_t number = key >> queue->shift;
  OVI_ASSERT(number >= queue->now && number - queue->now < OVI_BUCKETS);
  const uint32_t bucket = (uint32_t)(number % OVI_BUCKETS);
  uint64_t *word = &queue->filled[bucket / 64];
  const uint64_t bit = (uint64_t)1 << bucket % 64;
  uint32_t after = OVI_NOT_OPEN;
  if ((*word & bit) != 0) {
    after = queue->heads[bucket];
    queue->links[after].before = node;
  }
  *word |= bit;
  queue->links[node] = (ovi_bucket_link){OVI_NOT_OPEN, after};
  queue->heads[bucket] = node;
  queue->count++;
  return bucket;
}

/* Removes a node from its bucket. */
static inline void ovi_buckets_remove(ovi_bucket_queue *queue, uint32_t node, uint32_t bucket) {
  const ovi_bucket_link link = queue->links[node];
  OVI_ASSERT(queue->count != 0);
  queue->count--;
  if (link.after != OVI_NOT_OPEN) {
    queue->links[link.after].before = link.before;
  }
  if (link.before != OVI_NOT_OPEN) {
    queue->links[link.before].after = link.after;
  } else if (link.after != OVI_NOT_OPEN) {
    queue->heads[bucket] = link.after;
  } else {
    queue->filled[bucket / 64] &= ~((uint64_t)1 << bucket % 64);
  }
}

/* The first filled bucket; the queue is not empty. */
static inline uint32_t ovi_buckets_first(ovi_bucket_queue *queue) {
  uint32_t begin = (uint32_t)(queue->now % OVI_BUCKETS);
  uint32_t word = begin / 64;
  uint64_t found = queue->filled[word] >> begin % 64 << begin % 64;
  while (found == 0) {
    word = (word + 1) % OVI_BUCKET_WORDS;
    found = queue->filled[word];
  }
  const uint32_t bucket = 64 * word + (uint32_t)ovi_lowest_bit(found);
  queue->now += (bucket - begin) % OVI_BUCKETS;
  OVI_ASSERT(queue->now % OVI_BUCKETS == bucket);
  return bucket;
}

/* A lower bound of all keys; UINT64_MAX if the queue is empty. */
static inline uint64_t ovi_buckets_front(ovi_bucket_queue *queue) {
  if (queue->count == 0) {
    return UINT64_MAX;
  }
  ovi_buckets_first(queue);
  return queue->now << queue->shift;
}

/* Takes a node of the first filled bucket; the queue is not empty. */
static inline uint32_t ovi_buckets_take(ovi_bucket_queue *queue) {
  const uint32_t bucket = ovi_buckets_first(queue);
  const uint32_t node = queue->heads[bucket];
  ovi_buckets_remove(queue, node, bucket);
  return node;
}

#endif
