/* Tiles in a table by region and in a list by age. */
#include "flow/flow_tiles.h"

#include "common/compiler.h"

void ovi_flow_tiles_reserve(ovi_flow_tiles *tiles, ovi_arena *arena, uint32_t capacity,
                            uint64_t tile_cells, uint32_t regions) {
  tiles->capacity = capacity;
  tiles->tile_cells = tile_cells;
  tiles->regions = regions;
  tiles->tiles = ovi_arena_take(arena, capacity, sizeof(ovi_flow_tile));
  tiles->of_region = ovi_arena_take(arena, regions, sizeof(uint32_t));
  tiles->values = ovi_arena_take(arena, capacity * tile_cells, sizeof(uint64_t));
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
