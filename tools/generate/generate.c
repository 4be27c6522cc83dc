/* The list of makers and the random numbers that they share: see generate.h.
 *
 * The finisher that scrambles is that of the splitmix64 generator (Steele, Lea
 * and Flood, "Fast splittable pseudorandom number generators", 2014). */
#include "tools/generate/generate.h"

#include <stddef.h>
#include <string.h>

static const struct generator *const generators[] = {
    &generate_continents, &generate_caves,   &generate_rooms,      &generate_maze,   &generate_city,
    &generate_random,     &generate_heights, &generate_serpentine, &generate_spiral,
};

enum { GENERATOR_COUNT = sizeof generators / sizeof generators[0] };

const struct generator *generate_find(const char *name) {
  for (int32_t i = 0; i < GENERATOR_COUNT; i++) {
    if (strcmp(generators[i]->name, name) == 0) {
      return generators[i];
    }
  }
  return NULL;
}

void generate_try_names(struct nearest_word *nearest) {
  for (int32_t i = 0; i < GENERATOR_COUNT; i++) {
    nearest_word_try(nearest, generators[i]->name);
  }
}

static uint64_t scramble(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
  return bits ^ (bits >> 31);
}

uint64_t generate_hash(uint64_t seed, uint64_t salt, int64_t x, int64_t y) {
  const uint64_t place = ((uint64_t)x << 32) ^ ((uint64_t)y & UINT64_C(0xffffffff));
  return scramble(scramble(seed + salt * UINT64_C(0x9e3779b97f4a7c15)) ^
                  scramble(place * UINT64_C(0xd1342543de82ef95) + 1));
}

uint32_t generate_below(uint64_t hash, uint64_t limit) {
  return (uint32_t)(((hash >> 32) * limit) >> 32);
}

uint64_t generate_next(uint64_t *state) {
  *state += UINT64_C(0x9e3779b97f4a7c15);
  return scramble(*state);
}
