/* Union-find: disjoint sets that are joined (Tarjan, "Efficiency of a good but not linear set union
 * algorithm", 1975).
 *
 * Invariant: the root of a set is its least number, so sets can be numbered in the order in which
 * they appear. */
#ifndef OVERLAND_COMMON_UNION_FIND_H
#define OVERLAND_COMMON_UNION_FIND_H

#include <stddef.h>
#include <stdint.h>

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
  a = ovi_union_find(parents, stride, a);
  b = ovi_union_find(parents, stride, b);
  parents[(a > b ? a : b) * stride] = a > b ? b : a;
}

#endif
