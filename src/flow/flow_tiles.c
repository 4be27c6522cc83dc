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
}

void ovi_flow_tiles_clear(ovi_flow_tiles *tiles) {
  memset(tiles->of_region, 0xff, tiles->regions * sizeof(uint32_t)); /* OVI_NO_TILE */
  for (uint32_t tile = 0; tile < tiles->capacity; tile++) {
    tiles->tiles[tile] =
        (ovi_flow_tile){.region = UINT32_MAX,
                        .newer = tile + 1 < tiles->capacity ? tile + 1 : OVI_NO_TILE,
                        .older = tile != 0 ? tile - 1 : OVI_NO_TILE};
  }
  tiles->oldest = 0;
  tiles->newest = tiles->capacity - 1;
  tiles->pass = 1;
}

void ovi_flow_tiles_begin_pass(ovi_flow_tiles *tiles) {
  if (++tiles->pass == 0) { /* passes wrapped around: forget the old numbers */
    for (uint32_t tile = 0; tile < tiles->capacity; tile++) {
      tiles->tiles[tile].pass = 0;
    }
    tiles->pass = 1;
  }
}

static void unlink_tile(ovi_flow_tiles *tiles, uint32_t number) {
  const ovi_flow_tile *tile = &tiles->tiles[number];
  if (tile->newer != OVI_NO_TILE) {
    tiles->tiles[tile->newer].older = tile->older;
  } else {
    tiles->newest = tile->older;
  }
  if (tile->older != OVI_NO_TILE) {
    tiles->tiles[tile->older].newer = tile->newer;
  } else {
    tiles->oldest = tile->newer;
  }
}

static void link_newest(ovi_flow_tiles *tiles, uint32_t number) {
  ovi_flow_tile *tile = &tiles->tiles[number];
  tile->newer = OVI_NO_TILE;
  tile->older = tiles->newest;
  if (tiles->newest != OVI_NO_TILE) {
    tiles->tiles[tiles->newest].newer = number;
  } else {
    tiles->oldest = number;
  }
  tiles->newest = number;
}

void ovi_flow_tiles_touch(ovi_flow_tiles *tiles, uint32_t number) {
  tiles->tiles[number].pass = tiles->pass;
  if (tiles->newest != number) {
    unlink_tile(tiles, number);
    link_newest(tiles, number);
  }
}

bool ovi_flow_tiles_assign(ovi_flow_tiles *tiles, uint32_t number, uint32_t region) {
  const uint32_t before = tiles->tiles[number].region;
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
  tiles->of_region[tile->region] = OVI_NO_TILE;
  tile->region = UINT32_MAX;
  if (tiles->oldest == number) {
    return;
  }
  unlink_tile(tiles, number);
  tile->newer = tiles->oldest;
  tile->older = OVI_NO_TILE;
  tiles->tiles[tiles->oldest].older = number;
  tiles->oldest = number;
}
