/* Bits that any thread sets, without locks, and that are never cleared. */
#ifndef OVERLAND_COMMON_SHARED_BITS_H
#define OVERLAND_COMMON_SHARED_BITS_H

#include <stdint.h>

#include "common/atomic.h"

/* One bit for each of many items, set from any thread. */
typedef struct ovi_shared_bits {
  atomic_uint *words;
} ovi_shared_bits;

/* What was done before a bit was set is visible to a thread that finds it set. */
static inline bool ovi_has_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load_explicit(&bits->words[at / 32], memory_order_acquire) >> (at % 32) & 1u) != 0;
}

/* Setting and seeing bits has one order for all threads: if two threads set a bit each and then see
 * after the other's, one of them at least sees it. */
static inline void ovi_set_shared_bit(const ovi_shared_bits *bits, uint64_t at) {
  atomic_fetch_or(&bits->words[at / 32], 1u << (at % 32));
}

static inline bool ovi_sees_bit(const ovi_shared_bits *bits, uint64_t at) {
  return (atomic_load(&bits->words[at / 32]) >> (at % 32) & 1u) != 0;
}

#endif
