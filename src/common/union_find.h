/* Union-find: disjoint sets that are joined (Tarjan, "Efficiency of a good but not linear set union
 * algorithm", 1975).
 *
 * Invariant: the root of a set is its least number, so sets can be numbered in the order in which
 * they appear. */
#ifndef OVERLAND_COMMON_UNION_FIND_H
#define OVERLAND_COMMON_UNION_FIND_H

#include <stddef.h>
#include <stdint.h>

#include "common/compiler.h"

/* The root of an item's set. Items may be structs with their parent in front: `stride` numbers lie
 * from one parent to the next. */
static inline uint32_t ovi_union_find(uint32_t *parents, size_t stride, uint32_t item) {
  while (parents[item * stride] != item) {
    uint32_t *parent = &parents[item * stride];
    *parent = parents[*parent * stride];
    item = *parent;
  }
  return item;
}

static inline void ovi_union_join(uint32_t *parents, size_t stride, uint32_t a, uint32_t b) {
  const uint32_t one = ovi_union_find(parents, stride, a);
  const uint32_t other = ovi_union_find(parents, stride, b);
  OVI_ASSERT(one <= a && other <= b);
  parents[(one > other ? one : other) * stride] = one > other ? other : one;
}

/* Makes each of the numbers from `first` to before `end` a set of its own. */
static inline void ovi_union_begin(uint32_t *parents, uint32_t first, uint32_t end) {
  for (uint32_t i = first; i < end; i++) {
    parents[i] = i;
  }
}

/* Replaces the parent of each number by the number of its set: 1 and up, in the order in which sets
 * first appear. Returns the number of sets. A parent precedes all numbers that point to it, so it
 * has its number already. */
static inline uint32_t ovi_union_number(uint32_t *parents, uint32_t count) {
  uint32_t sets = 0;
  for (uint32_t i = 0; i < count; i++) {
    parents[i] = parents[i] == i ? ++sets : parents[parents[i]];
  }
  return sets;
}

#endif
