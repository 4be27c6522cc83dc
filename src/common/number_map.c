/* Lookup, growth by doubling, and removal that leaves no gap: see number_map.h. */
#include "common/number_map.h"

#include "common/compiler.h"

enum { NUMBER_MAP_FIRST_CAPACITY = 64 };

void ovi_number_map_reserve(ovi_number_map *map, ovi_arena *arena, uint64_t count) {
  *map = (ovi_number_map){.capacity = ovi_hash_slots(NUMBER_MAP_FIRST_CAPACITY, 2 * count)};
  map->entries = ovi_arena_take(arena, map->capacity, sizeof(ovi_number_entry));
}

void ovi_number_map_clear(ovi_number_map *map) {
  memset(map->entries, 0, (size_t)map->capacity * sizeof(ovi_number_entry));
  map->count = 0;
}

static bool number_map_grow(ovi_number_map *map) {
  ovi_number_map grown = {.allocator = map->allocator,
                          .capacity =
                              map->capacity != 0 ? 2 * map->capacity : NUMBER_MAP_FIRST_CAPACITY};
  if (map->allocator == NULL) {
    return false;
  }
  grown.entries = ovi_allocate(map->allocator, grown.capacity * sizeof(ovi_number_entry));
  if (grown.entries == NULL) {
    return false;
  }
  ovi_number_map_clear(&grown);
  grown.count = map->count;
  for (uint64_t i = 0; i < map->capacity; i++) {
    if (map->entries[i].taken != 0) {
      *ovi_number_map_entry(&grown, map->entries[i].key) = map->entries[i];
    }
  }
  ovi_number_map_release(map);
  *map = grown;
  return true;
}

uint32_t *ovi_number_map_add(ovi_number_map *map, uint64_t key) {
  if (2 * (map->count + 1) > map->capacity && !number_map_grow(map)) {
    return ovi_number_map_find(map, key);
  }
  ovi_number_entry *entry = ovi_number_map_entry(map, key);
  if (entry->taken == 0) {
    *entry = (ovi_number_entry){key, OVI_NO_VALUE, 1};
    map->count++;
  }
  OVI_ASSERT(2 * map->count <= map->capacity);
  return &entry->value;
}

/* Entries behind the gap that were put off by it move up (Knuth, 6.4, algorithm R). */
void ovi_number_map_remove(ovi_number_map *map, uint64_t key) {
  const uint64_t mask = map->capacity - 1;
  ovi_number_entry *entries = map->entries;
  const ovi_number_entry *found = map->capacity != 0 ? ovi_number_map_entry(map, key) : NULL;
  if (found == NULL || found->taken == 0) {
    return;
  }
  uint64_t gap = (uint64_t)(found - entries);
  for (uint64_t next = (gap + 1) & mask; entries[next].taken != 0; next = (next + 1) & mask) {
    const uint64_t home = ovi_number_map_home(map, entries[next].key);
    if (((next - home) & mask) >= ((next - gap) & mask)) {
      entries[gap] = entries[next];
      gap = next;
    }
  }
  entries[gap].taken = 0;
  map->count--;
}

void ovi_number_map_release(ovi_number_map *map) {
  ovi_release(map->allocator, map->entries, map->capacity * sizeof(ovi_number_entry));
  map->entries = NULL;
  map->capacity = map->count = 0;
}
