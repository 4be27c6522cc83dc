/* Random numbers that are the same on every machine: splitmix64 (Steele, Lea and
 * Flood, "Fast Splittable Pseudorandom Number Generators", 2014). */
#ifndef OVERLAND_TESTS_SUPPORT_TEST_RANDOM_H
#define OVERLAND_TESTS_SUPPORT_TEST_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct test_random {
  uint64_t state;
} test_random;

static inline uint64_t test_random_next(test_random *random) {
  uint64_t z = random->state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* From low to high, both included; low if there is nothing to choose from. */
static inline int32_t test_random_between(test_random *random, int32_t low, int32_t high) {
  if (high <= low) {
    return low;
  }
  uint64_t span = (uint64_t)((int64_t)high - low) + 1;
  return (int32_t)(low + (int64_t)(test_random_next(random) % span));
}

static inline bool test_random_percent(test_random *random, int32_t percent) {
  return test_random_between(random, 0, 99) < percent;
}

#endif
