/* Union-find: disjoint sets that are joined (Tarjan, "Efficiency of a good but not linear set union
 * algorithm", 1975).
 *
 * Invariant: the root of a set is its least number, so sets can be numbered in the order in which
 * they appear. */
#ifndef OVERLAND_COMMON_UNION_FIND_H
#define OVERLAND_COMMON_UNION_FIND_H

#include <stdint.h>

static inline uint32_t ovi_union_find(uint32_t *parents, uint32_t slot) {
  while (parents[slot] != slot) {
    parents[slot] = parents[parents[slot]];
    slot = parents[slot];
  }
  return slot;
}

static inline void ovi_union_join(uint32_t *parents, uint32_t a, uint32_t b) {
  a = ovi_union_find(parents, a);
  b = ovi_union_find(parents, b);
  if (a < b) {
    parents[b] = a;
  } else {
    parents[a] = b;
  }
}

#endif
