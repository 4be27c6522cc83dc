/* An open list of buckets, each some costs wide (Dial, "Shortest-path forest with
 * topological ordering", 1969): what the heap does in some dozen comparisons costs a
 * few instructions here, but nodes of one bucket leave it in any order.
 *
 * Invariant: all keys lie within a ring of buckets above the first that is filled, so
 * none of them is less than its front. Which of a bucket's nodes leaves first (the one
 * added last) follows from the calls alone. A node is in the list at most once. */
#ifndef OVERLAND_FINE_BUCKET_QUEUE_H
#define OVERLAND_FINE_BUCKET_QUEUE_H

#include <stdint.h>

#include "common/binary_heap.h"
#include "common/bits.h"
#include "common/compiler.h"
#include "common/step_cost.h"

enum { OVI_BUCKETS = 512, OVI_BUCKET_WORDS = OVI_BUCKETS / 64 };

/* A bucket is wider than 70 times the least weight, and the key of a neighbour lies
 * above its own node's by no more than the step and what the estimate loses by it. */
_Static_assert(2 * 255 * OVI_K_DIAGONAL / 128 + 2 * OVI_K_DIAGONAL / 70 + 1 < OVI_BUCKETS,
               "all open keys fit the ring");

/* A node's neighbours in its bucket. 8 bytes. */
typedef struct ovi_bucket_link {
  uint32_t before, after;
} ovi_bucket_link;

typedef struct ovi_bucket_queue {
  ovi_bucket_link *links;
  int32_t shift; /* a bucket is 2^shift costs wide */
  uint32_t count;
  uint64_t now;                      /* number of the first bucket that may be filled, not modulo */
  uint64_t filled[OVI_BUCKET_WORDS]; /* a bit each */
  uint32_t heads[OVI_BUCKETS];       /* of those that are filled */
} ovi_bucket_queue;

/* Empties the list for keys from `first` on, of steps over cells of at least that
 * weight: the buckets are no wider than the least step, so that without estimates each
 * node is left once. */
static inline void ovi_buckets_begin(ovi_bucket_queue *list, uint32_t min_weight, uint64_t first) {
  list->shift = 0;
  while (2u << list->shift <= 2 * OVI_K_STRAIGHT * min_weight) {
    list->shift++;
  }
  list->count = 0;
  list->now = first >> list->shift;
  memset(list->filled, 0, sizeof(list->filled));
}

/* Adds a node that is not in the list; returns its place, a bucket. */
static inline uint32_t ovi_buckets_add(ovi_bucket_queue *list, uint32_t node, uint64_t key) {
  const uint64_t number = key >> list->shift;
  const uint32_t bucket = (uint32_t)(number % OVI_BUCKETS);
  uint64_t *word = &list->filled[bucket / 64];
  const uint64_t bit = (uint64_t)1 << bucket % 64;
  uint32_t after = OVI_NOT_OPEN;
  if ((*word & bit) != 0) {
    after = list->heads[bucket];
    list->links[after].before = node;
  }
  *word |= bit;
  list->links[node] = (ovi_bucket_link){OVI_NOT_OPEN, after};
  list->heads[bucket] = node;
  list->count++;
  return bucket;
}

/* Takes a node out of its place. */
static inline void ovi_buckets_remove(ovi_bucket_queue *list, uint32_t node, uint32_t bucket) {
  const ovi_bucket_link link = list->links[node];
  list->count--;
  if (link.after != OVI_NOT_OPEN) {
    list->links[link.after].before = link.before;
  }
  if (link.before != OVI_NOT_OPEN) {
    list->links[link.before].after = link.after;
  } else if (link.after != OVI_NOT_OPEN) {
    list->heads[bucket] = link.after;
  } else {
    list->filled[bucket / 64] &= ~((uint64_t)1 << bucket % 64);
  }
}

/* The first bucket that is filled; the list is not empty. */
static inline uint32_t ovi_buckets_first(ovi_bucket_queue *list) {
  uint32_t begin = (uint32_t)(list->now % OVI_BUCKETS);
  uint32_t word = begin / 64;
  uint64_t found = list->filled[word] >> begin % 64 << begin % 64;
  while (found == 0) {
    word = (word + 1) % OVI_BUCKET_WORDS;
    found = list->filled[word];
  }
  const uint32_t bucket = 64 * word + (uint32_t)ovi_lowest_bit(found);
  list->now += (bucket - begin) % OVI_BUCKETS;
  return bucket;
}

/* No key is less. */
static inline uint64_t ovi_buckets_front(ovi_bucket_queue *list) {
  if (list->count == 0) {
    return UINT64_MAX;
  }
  ovi_buckets_first(list);
  return list->now << list->shift;
}

/* Takes a node of the first bucket; the list is not empty. */
static inline uint32_t ovi_buckets_take(ovi_bucket_queue *list) {
  const uint32_t bucket = ovi_buckets_first(list);
  const uint32_t node = list->heads[bucket];
  ovi_buckets_remove(list, node, bucket);
  return node;
}

#endif
