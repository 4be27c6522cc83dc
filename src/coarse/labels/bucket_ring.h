/* The priority queue of searches over the flat waypoint graph: a ring of buckets, each of which
 * holds a range of costs (Dial, "Shortest-path forest with topological ordering", 1969).
 *
 * Invariant: every cost in the queue exceeds the cost popped last by at most the greatest edge
 * cost, so the buckets can be reused as a ring, and the first bucket that is not empty holds the
 * least cost. A bucket is a doubly linked list of slots; a slot is in the queue at most once. The
 * order in which equal costs are popped depends on the sequence of calls alone. */
#ifndef OVERLAND_COARSE_LABELS_BUCKET_RING_H
#define OVERLAND_COARSE_LABELS_BUCKET_RING_H

#include <stdbool.h>

#include "common/bits.h"
#include "common/compiler.h"

#define OVI_RING_NO_SLOT UINT32_MAX

enum { OVI_RING_BUCKETS = 1024, OVI_RING_WORDS = OVI_RING_BUCKETS / 64 };

/* The slots before and after a slot in its bucket; OVI_RING_NO_SLOT: none. 8 bytes. */
typedef struct ovi_bucket_slot {
  uint32_t before, after;
} ovi_bucket_slot;

/* The queue. 4 KB, and the arrays of slots. */
typedef struct ovi_bucket_ring {
  const uint32_t *costs;            /* of each slot, in units of the graph */
  ovi_bucket_slot *links;           /* of each slot */
  uint32_t shift;                   /* a bucket holds 2^shift consecutive costs */
  uint32_t current;                 /* bucket of the slot popped last */
  uint64_t filled;                  /* a bit for each word of `buckets` that is not 0 */
  uint64_t buckets[OVI_RING_WORDS]; /* a bit for each bucket that is not empty */
  uint32_t heads[OVI_RING_BUCKETS]; /* first slot of each bucket; OVI_RING_NO_SLOT: empty */
} ovi_bucket_ring;

/* Empties the ring and sets the width of its buckets. `max_cost`: the greatest edge cost. */
static inline void ovi_bucket_ring_clear(ovi_bucket_ring *open, uint32_t max_cost) {
  open->shift = 0;
  while (max_cost >> open->shift >= OVI_RING_BUCKETS - 1) {
    open->shift++;
  }
  open->current = 0;
  open->filled = 0;
  memset(open->buckets, 0, sizeof(open->buckets));
  memset(open->heads, 0xff, sizeof(open->heads)); /* OVI_RING_NO_SLOT */
}

/* The bucket of a cost. */
static inline uint32_t ovi_bucket_ring_bucket_of(const ovi_bucket_ring *open, uint32_t cost) {
  return (cost >> open->shift) % OVI_RING_BUCKETS;
}

/* Adds a slot that is not in the queue. O(1). */
static inline void ovi_bucket_ring_add(ovi_bucket_ring *open, uint32_t slot, uint32_t cost) {
  uint32_t bucket = ovi_bucket_ring_bucket_of(open, cost);
  uint32_t head = open->heads[bucket];
  open->links[slot] = (ovi_bucket_slot){OVI_RING_NO_SLOT, head};
  if (head != OVI_RING_NO_SLOT) {
    open->links[head].before = slot;
  }
  open->heads[bucket] = slot;
  open->buckets[bucket / 64] |= (uint64_t)1 << bucket % 64;
  open->filled |= (uint64_t)1 << bucket / 64;
}

/* Removes a slot from the bucket that it is in. O(1). */
static inline void ovi_bucket_ring_remove(ovi_bucket_ring *open, uint32_t slot, uint32_t bucket) {
  ovi_bucket_slot link = open->links[slot];
  if (link.after != OVI_RING_NO_SLOT) {
    open->links[link.after].before = link.before;
  }
  if (link.before != OVI_RING_NO_SLOT) {
    open->links[link.before].after = link.after;
    return;
  }
  open->heads[bucket] = link.after;
  if (link.after == OVI_RING_NO_SLOT) {
    open->buckets[bucket / 64] &= ~((uint64_t)1 << bucket % 64);
    open->filled &= ~((uint64_t)(open->buckets[bucket / 64] == 0) << bucket / 64);
  }
}

/* The first bucket that is not empty, in ring order from `current`; the queue must not be empty.
 * O(1). */
static inline uint32_t ovi_bucket_ring_first(const ovi_bucket_ring *open) {
  uint32_t word = open->current / 64;
  uint64_t bits = open->buckets[word] >> open->current % 64;
  if (bits != 0) {
    return open->current + (uint32_t)ovi_lowest_bit(bits);
  }
  uint64_t above = open->filled & ~(((uint64_t)2 << word) - 1);
  word = (uint32_t)ovi_lowest_bit(above != 0 ? above : open->filled);
  return word * 64 + (uint32_t)ovi_lowest_bit(open->buckets[word]);
}

/* Removes and returns a slot of the least cost; the queue must not be empty. Linear in the number
 * of slots in its bucket. */
static inline uint32_t ovi_bucket_ring_pop(ovi_bucket_ring *open) {
  uint32_t bucket = ovi_bucket_ring_first(open);
  uint32_t first = open->heads[bucket];
  OVI_ASSERT(open->filled != 0 && first != OVI_RING_NO_SLOT);
  uint32_t least = open->costs[first];
  for (uint32_t at = open->links[first].after; at != OVI_RING_NO_SLOT; at = open->links[at].after) {
    if (open->costs[at] < least) {
      least = open->costs[at];
      first = at;
    }
  }
  open->current = bucket;
  ovi_bucket_ring_remove(open, first, bucket);
  return first;
}

#endif
