/* The list of makers and the hash that they share: see generate.h. */
#include "tools/generate/generate.h"

#include "tools/base/random_numbers.h"

#include <stdlib.h>
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

uint64_t generate_hash(uint64_t seed, uint64_t salt, int64_t x, int64_t y) {
  const uint64_t place = ((uint64_t)x << 32) ^ ((uint64_t)y & UINT64_C(0xffffffff));
  return random_scramble(random_scramble(seed + salt * UINT64_C(0x9e3779b97f4a7c15)) ^
                         random_scramble(place * UINT64_C(0xd1342543de82ef95) + 1));
}

uint32_t generate_below(uint64_t hash, uint64_t limit) {
  return (uint32_t)(((hash >> 32) * limit) >> 32);
}

void *generate_keep(const struct generate_def *def) {
  struct generate_def *state = malloc(sizeof *state);
  if (state != NULL) {
    *state = *def;
  }
  return state;
}
