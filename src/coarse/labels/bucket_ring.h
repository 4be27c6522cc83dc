/* The open list of the searches over the flat waypoint graph: buckets (Dial,
 * "Shortest-path forest with topological ordering", 1969), each some costs wide.
 *
 * Invariant: what is in the list lies within the greatest cost of an edge above what
 * left last, so the buckets are a ring, and the first one that is filled holds the
 * least cost. A bucket is a list threaded through the slots: a slot is in the list
 * once. Which of equal costs leaves first follows from the calls alone. */
#ifndef OVERLAND_COARSE_LABELS_BUCKET_RING_H
#define OVERLAND_COARSE_LABELS_BUCKET_RING_H

#include <stdbool.h>

#include "common/bits.h"
#include "common/compiler.h"

#define OVI_GRAPH_NO_SLOT UINT32_MAX

enum { OVI_GRAPH_BUCKETS = 1024, OVI_GRAPH_WORDS = OVI_GRAPH_BUCKETS / 64 };

/* A slot's neighbours in its bucket. 8 bytes. */
typedef struct ovi_graph_link {
  uint32_t before, after;
} ovi_graph_link;

typedef struct ovi_bucket_ring {
  const uint32_t *costs; /* of each slot */
  ovi_graph_link *links;
  uint32_t shift;                    /* a bucket is 2^shift costs wide */
  uint32_t now;                      /* bucket that the last one left from */
  uint64_t filled;                   /* a bit for each word of `buckets` */
  uint64_t buckets[OVI_GRAPH_WORDS]; /* a bit for each that is not empty */
  uint32_t heads[OVI_GRAPH_BUCKETS];
} ovi_bucket_ring;

/* `most`: the greatest cost of an edge. */
static inline void ovi_bucket_ring_clear(ovi_bucket_ring *open, uint32_t most) {
  open->shift = 0;
  while (most >> open->shift >= OVI_GRAPH_BUCKETS - 1) {
    open->shift++;
  }
  open->now = 0;
  open->filled = 0;
  memset(open->buckets, 0, sizeof(open->buckets));
  memset(open->heads, 0xff, sizeof(open->heads)); /* OVI_GRAPH_NO_SLOT */
}

static inline uint32_t ovi_graph_bucket_of(const ovi_bucket_ring *open, uint32_t cost) {
  return (cost >> open->shift) % OVI_GRAPH_BUCKETS;
}

/* Adds a slot that is not in the list. */
static inline void ovi_bucket_ring_add(ovi_bucket_ring *open, uint32_t slot, uint32_t cost) {
  uint32_t bucket = ovi_graph_bucket_of(open, cost);
  uint32_t head = open->heads[bucket];
  open->links[slot] = (ovi_graph_link){OVI_GRAPH_NO_SLOT, head};
  if (head != OVI_GRAPH_NO_SLOT) {
    open->links[head].before = slot;
  }
  open->heads[bucket] = slot;
  open->buckets[bucket / 64] |= (uint64_t)1 << bucket % 64;
  open->filled |= (uint64_t)1 << bucket / 64;
}

/* Takes a slot out of the bucket that it is in. */
static inline void ovi_bucket_ring_remove(ovi_bucket_ring *open, uint32_t slot, uint32_t bucket) {
  ovi_graph_link link = open->links[slot];
  if (link.after != OVI_GRAPH_NO_SLOT) {
    open->links[link.after].before = link.before;
  }
  if (link.before != OVI_GRAPH_NO_SLOT) {
    open->links[link.before].after = link.after;
    return;
  }
  open->heads[bucket] = link.after;
  if (link.after == OVI_GRAPH_NO_SLOT) {
    open->buckets[bucket / 64] &= ~((uint64_t)1 << bucket % 64);
    open->filled &= ~((uint64_t)(open->buckets[bucket / 64] == 0) << bucket / 64);
  }
}

/* The first filled bucket of the ring, from where the last slot left; there is one. */
static inline uint32_t ovi_graph_first_bucket(const ovi_bucket_ring *open) {
  uint32_t word = open->now / 64;
  uint64_t bits = open->buckets[word] >> open->now % 64;
  if (bits != 0) {
    return open->now + (uint32_t)ovi_lowest_bit(bits);
  }
  uint64_t above = open->filled & ~(((uint64_t)2 << word) - 1);
  word = (uint32_t)ovi_lowest_bit(above != 0 ? above : open->filled);
  return word * 64 + (uint32_t)ovi_lowest_bit(open->buckets[word]);
}

/* Takes a slot of the least cost out; the list is not empty. */
static inline uint32_t ovi_bucket_ring_take(ovi_bucket_ring *open) {
  uint32_t bucket = ovi_graph_first_bucket(open);
  uint32_t first = open->heads[bucket];
  uint32_t least = open->costs[first];
  for (uint32_t at = open->links[first].after; at != OVI_GRAPH_NO_SLOT;
       at = open->links[at].after) {
    if (open->costs[at] < least) {
      least = open->costs[at];
      first = at;
    }
  }
  open->now = bucket;
  ovi_bucket_ring_remove(open, first, bucket);
  return first;
}

#endif
