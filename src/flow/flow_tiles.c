/* Tiles in a table by region and in a list by age. */
#include "flow/flow_tiles.h"

#include "common/compiler.h"

/* The highest cost, less the base, in a tile that is not wide. */
#define NARROW_COSTS ((uint64_t)(UINT32_MAX >> OVI_FIELD_MOVE_BITS) - 1)

void ovi_flow_tiles_reserve(ovi_flow_tiles *tiles, ovi_arena *arena, uint32_t capacity,
                            uint64_t tile_bytes, uint32_t regions) {
  tiles->capacity = capacity;
  tiles->tile_bytes = tile_bytes;
  tiles->are_wide = false;
  tiles->regions = regions;
  tiles->tiles = ovi_arena_take(arena, capacity, sizeof(ovi_flow_tile));
  tiles->of_region = ovi_arena_take(arena, regions, sizeof(uint32_t));
  tiles->values = ovi_arena_take(arena, capacity, tile_bytes);
  if (tiles->tiles != NULL) {
    ovi_flow_tiles_clear(tiles);
  }
}

void ovi_flow_tiles_clear(ovi_flow_tiles *tiles) {
  memset(tiles->of_region, 0xff, tiles->regions * sizeof(uint32_t)); /* OVI_NO_TILE */
  tiles->newest = OVI_LIST_END;
  for (uint32_t tile = 0; tile < tiles->capacity; tile++) {
    tiles->tiles[tile] = (ovi_flow_tile){.region = UINT32_MAX};
    ovi_list_prepend(OVI_LIST_LINKS(tiles->tiles), &tiles->newest, tile);
  }
  tiles->pass = 1;
}

void ovi_flow_tiles_widen(ovi_flow_tiles *tiles, bool wide) {
  if (wide != tiles->are_wide) {
    tiles->capacity = wide ? tiles->capacity / 2 : tiles->capacity * 2;
    tiles->tile_bytes = wide ? tiles->tile_bytes * 2 : tiles->tile_bytes / 2;
    tiles->are_wide = wide;
  }
  ovi_flow_tiles_clear(tiles);
}

bool ovi_flow_tiles_write(ovi_flow_tiles *tiles, uint32_t number, const ovi_field *field) {
  const uint64_t cells = (uint64_t)field->w * (uint64_t)field->h;
  uint64_t least = UINT64_MAX;
  uint64_t most = 0;
  for (uint64_t cell = 0; cell < cells; cell++) {
    const uint64_t value = field->values[cell];
    least = value < least ? value : least;
    most = value != OVI_FIELD_NONE && value > most ? value : most;
  }
  const uint64_t base = least != UINT64_MAX ? ovi_field_cost(least) : 0;
  if (!tiles->are_wide && ovi_field_cost(most) > base + NARROW_COSTS) {
    return false;
  }
  void *values = ovi_flow_tiles_values(tiles, number);
  for (uint64_t cell = 0; cell < cells; cell++) {
    const uint64_t value = field->values[cell];
    const uint64_t packed =
        value != OVI_FIELD_NONE
            ? (ovi_field_cost(value) - base) << OVI_FIELD_MOVE_BITS | ovi_field_move(value)
            : UINT64_MAX;
    if (tiles->are_wide) {
      ((uint64_t *)values)[cell] = packed;
    } else {
      ((uint32_t *)values)[cell] = (uint32_t)packed;
    }
  }
  tiles->tiles[number].base = base;
  tiles->tiles[number].is_lost = false;
  return true;
}

void ovi_flow_tiles_touch(ovi_flow_tiles *tiles, uint32_t number) {
  OVI_ASSERT(number < tiles->capacity && tiles->tiles[number].pass <= tiles->pass);
  tiles->tiles[number].pass = tiles->pass;
  if (tiles->newest != number) {
    ovi_list_remove(OVI_LIST_LINKS(tiles->tiles), &tiles->newest, number);
    ovi_list_prepend(OVI_LIST_LINKS(tiles->tiles), &tiles->newest, number);
  }
}

bool ovi_flow_tiles_assign(ovi_flow_tiles *tiles, uint32_t number, uint32_t region) {
  const uint32_t before = tiles->tiles[number].region;
  OVI_ASSERT(tiles->of_region[region] == OVI_NO_TILE);
  OVI_ASSERT(before == UINT32_MAX || tiles->of_region[before] == number);
  if (before != UINT32_MAX) {
    tiles->of_region[before] = OVI_NO_TILE;
  }
  tiles->tiles[number].region = region;
  tiles->of_region[region] = number;
  ovi_flow_tiles_touch(tiles, number);
  return before != UINT32_MAX;
}

void ovi_flow_tiles_drop(ovi_flow_tiles *tiles, uint32_t number) {
  ovi_flow_tile *tile = &tiles->tiles[number];
  OVI_ASSERT(tile->region < tiles->regions && tiles->of_region[tile->region] == number);
  tiles->of_region[tile->region] = OVI_NO_TILE;
  tile->region = UINT32_MAX;
  ovi_list_remove(OVI_LIST_LINKS(tiles->tiles), &tiles->newest, number);
  ovi_list_append(OVI_LIST_LINKS(tiles->tiles), &tiles->newest, number);
}
