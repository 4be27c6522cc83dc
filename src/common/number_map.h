/* A map from numbers to numbers that grows: a table with open places (linear probing).
 *
 * Invariant: it is only asked for single keys, never gone through, so no answer depends on the
 * order in which it holds them. */
#ifndef OVERLAND_COMMON_NUMBER_MAP_H
#define OVERLAND_COMMON_NUMBER_MAP_H

#include <stdint.h>

#include "overland.h"

/* The value of a key that was just added. */
#define OVI_NO_VALUE UINT32_MAX

typedef struct ovi_number_place {
  uint64_t key;
  uint32_t value;
  uint32_t taken;
} ovi_number_place;

/* All zero but for its allocator: empty, without memory. */
typedef struct ovi_number_map {
  const ovl_allocator *allocator;
  ovi_number_place *places;
  uint64_t capacity; /* 0 or a power of two */
  uint64_t count;
} ovi_number_map;

/* The value of a key, to be read or set before the next key is added; NULL: it is not there. */
uint32_t *ovi_number_map_find(const ovi_number_map *map, uint64_t key);

/* The same, added with OVI_NO_VALUE if it is not there; NULL: no memory. */
uint32_t *ovi_number_map_add(ovi_number_map *map, uint64_t key);

void ovi_number_map_release(ovi_number_map *map);

#endif
