/* Atomic operations, reference counts and shared bits.
 *
 * With OVL_SINGLE_THREAD defined they are plain integers, for compilers without <stdatomic.h>: then
 * all worlds that share memory, such as the versions of one world, belong to a single thread. */
#ifndef OVERLAND_COMMON_ATOMIC_H
#define OVERLAND_COMMON_ATOMIC_H

#include <stdbool.h>
#include <stdint.h>

#ifndef OVL_SINGLE_THREAD
#include <stdatomic.h>
#define OVI_ATOMIC(type) _Atomic(type)
#else

/* The part of <stdatomic.h> that the library uses, on plain objects. */
#define OVI_ATOMIC(type) type
#define ATOMIC_LLONG_LOCK_FREE 2
typedef bool atomic_bool;
typedef int atomic_int;
typedef unsigned int atomic_uint;
typedef unsigned long long atomic_ullong;

#define atomic_init(object, value) ((void)(*(object) = (value)))
#define atomic_load(object) (*(object))
#define atomic_load_explicit(object, order) (*(object))
#define atomic_store_explicit(object, value, order) ((void)(*(object) = (value)))
#define atomic_fetch_or(object, bits) ((void)(*(object) |= (bits)))
#define atomic_exchange_explicit(object, value, order) ovi_plain_exchange(object, value)
#define atomic_fetch_add_explicit(object, value, order)                                            \
  ovi_plain_exchange(object, *(object) + (value))
#define atomic_fetch_sub_explicit(object, value, order)                                            \
  ovi_plain_exchange(object, *(object) - (value))
#define atomic_compare_exchange_strong(object, expected, value)                                    \
  ovi_plain_compare(object, expected, value)

static inline unsigned long long ovi_plain_exchange(unsigned long long *object,
                                                    unsigned long long value) {
  const unsigned long long before = *object;
  *object = value;
  return before;
}

static inline bool ovi_plain_compare(int *object, int *expected, int value) {
  const bool is_expected = *object == *expected;
  *(is_expected ? object : expected) = is_expected ? value : *object;
  return is_expected;
}

#endif

/* The number of owners of a block that is shared between worlds. */
typedef OVI_ATOMIC(unsigned int) ovi_references;

static inline void ovi_references_begin(ovi_references *references) { atomic_init(references, 1); }

#ifndef OVL_SINGLE_THREAD

static inline void ovi_references_add(ovi_references *references) {
  atomic_fetch_add_explicit(references, 1, memory_order_relaxed);
}

/* Returns whether that was the last owner; then all that the others wrote is visible. */
static inline bool ovi_references_drop(ovi_references *references) {
  return atomic_fetch_sub_explicit(references, 1, memory_order_acq_rel) == 1;
}

#else

static inline void ovi_references_add(ovi_references *references) { *references += 1; }

static inline bool ovi_references_drop(ovi_references *references) { return --*references == 0; }

#endif

/* Returns whether there is a single owner, who may write to the block. */
static inline bool ovi_references_are_one(ovi_references *references) {
  return atomic_load_explicit(references, memory_order_acquire) == 1;
}

/* ---- Bits that any thread sets, and that are never cleared ---- */

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
