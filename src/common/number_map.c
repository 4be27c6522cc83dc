/* Half of the places are free at least, so that a probe ends soon. */
#include "common/number_map.h"

#include "common/arena.h"
#include "common/compiler.h"
#include "common/hash64.h"

enum { FIRST_CAPACITY = 64 };

/* Where a key is, or where it would be; there are free places. */
static ovi_number_place *number_map_place_of(const ovi_number_map *map, uint64_t key) {
  uint64_t at = ovi_mix64(key) & (map->capacity - 1);
  while (map->places[at].taken != 0 && map->places[at].key != key) {
    at = (at + 1) & (map->capacity - 1);
  }
  return &map->places[at];
}

static bool number_map_grow(ovi_number_map *map) {
  ovi_number_map grown = {.allocator = map->allocator,
                          .capacity = map->capacity != 0 ? 2 * map->capacity : FIRST_CAPACITY,
                          .count = map->count};
  grown.places = ovi_allocate(map->allocator, grown.capacity * sizeof(ovi_number_place));
  if (grown.places == NULL) {
    return false;
  }
  memset(grown.places, 0, (size_t)grown.capacity * sizeof(ovi_number_place));
  for (uint64_t i = 0; i < map->capacity; i++) {
    if (map->places[i].taken != 0) {
      *number_map_place_of(&grown, map->places[i].key) = map->places[i];
    }
  }
  ovi_number_map_release(map);
  *map = grown;
  return true;
}

uint32_t *ovi_number_map_find(const ovi_number_map *map, uint64_t key) {
  ovi_number_place *place = map->capacity != 0 ? number_map_place_of(map, key) : NULL;
  return place != NULL && place->taken != 0 ? &place->value : NULL;
}

uint32_t *ovi_number_map_add(ovi_number_map *map, uint64_t key) {
  if (2 * (map->count + 1) > map->capacity && !number_map_grow(map)) {
    return NULL;
  }
  ovi_number_place *place = number_map_place_of(map, key);
  if (place->taken == 0) {
    *place = (ovi_number_place){key, OVI_NO_VALUE, 1};
    map->count++;
  }
  return &place->value;
}

void ovi_number_map_release(ovi_number_map *map) {
  ovi_release(map->allocator, map->places, map->capacity * sizeof(ovi_number_place));
  map->places = NULL;
  map->capacity = map->count = 0;
}
