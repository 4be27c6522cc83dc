/* Random numbers that are the same on every machine: an odd number is added to a state, and the
 * state goes through two rounds of shift, xor and multiply (the finisher of the splitmix64
 * generator: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014). */
#ifndef OVERLAND_TOOLS_BASE_RANDOM_NUMBERS_H
#define OVERLAND_TOOLS_BASE_RANDOM_NUMBERS_H

#include <stdint.h>

static inline uint64_t random_scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

static inline uint64_t random_next(uint64_t *state) {
  *state += UINT64_C(0x9e3779b97f4a7c15);
  return random_scramble(*state);
}

/* A whole number below `limit`, which is above 0. */
static inline int32_t random_below(uint64_t *state, int32_t limit) {
  return (int32_t)(((random_next(state) >> 32) * (uint64_t)limit) >> 32);
}

#endif
