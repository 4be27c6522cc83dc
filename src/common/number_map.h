/* The library's hash map, from 64-bit keys to 32-bit numbers: open addressing with linear probing
 * (Knuth, "The Art of Computer Programming", 6.4).
 *
 * Invariant: it is only asked for single keys, never gone through, so no answer depends on the
 * order of its entries. Half of the entries are free at least, so that a probe ends soon. */
#ifndef OVERLAND_COMMON_NUMBER_MAP_H
#define OVERLAND_COMMON_NUMBER_MAP_H

#include "common/arena.h"
#include "common/hash64.h"
#include "overland.h"

/* The value of a key that was just added. */
#define OVI_NO_VALUE UINT32_MAX

/* 16 bytes, accessed at random. */
typedef struct ovi_number_entry {
  uint64_t key;
  uint32_t value;
  uint32_t taken; /* 0: the entry is free */
} ovi_number_entry;

/* All zero but for its allocator: empty, without memory. */
typedef struct ovi_number_map {
  const ovl_allocator *allocator; /* NULL: the entries are reserved, and the map does not grow */
  ovi_number_entry *entries;
  uint64_t capacity; /* entries, 0 or a power of two */
  uint64_t count;    /* keys */
} ovi_number_map;

/* Reserves memory for up to `count` keys at once. The map must be cleared before it is used. */
void ovi_number_map_reserve(ovi_number_map *map, ovi_arena *arena, uint64_t count);

/* Removes all keys. */
void ovi_number_map_clear(ovi_number_map *map);

static inline uint64_t ovi_number_map_home(const ovi_number_map *map, uint64_t key) {
  return ovi_mix64(key) & (map->capacity - 1);
}

/* Returns the entry of a key, or the free one where it would be added; the map has entries. */
static inline ovi_number_entry *ovi_number_map_entry(const ovi_number_map *map, uint64_t key) {
  uint64_t at = ovi_number_map_home(map, key);
  while (map->entries[at].taken != 0 && map->entries[at].key != key) {
    at = (at + 1) & (map->capacity - 1);
  }
  return &map->entries[at];
}

/* The value of a key, to be read or set before the next key is added; NULL: it is not there. */
static inline uint32_t *ovi_number_map_find(const ovi_number_map *map, uint64_t key) {
  ovi_number_entry *entry = map->capacity != 0 ? ovi_number_map_entry(map, key) : NULL;
  return entry != NULL && entry->taken != 0 ? &entry->value : NULL;
}

/* The same; a key that is not there is added with OVI_NO_VALUE. NULL: no memory. */
uint32_t *ovi_number_map_add(ovi_number_map *map, uint64_t key);

/* Removes a key, if it is there. */
void ovi_number_map_remove(ovi_number_map *map, uint64_t key);

void ovi_number_map_release(ovi_number_map *map);

#endif
