/* Sorting in place (Williams, "Algorithm 232: heapsort", 1964): no memory, no bad cases. */
#ifndef OVERLAND_COMMON_SORT_U64_H
#define OVERLAND_COMMON_SORT_U64_H

#include <stdint.h>

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
