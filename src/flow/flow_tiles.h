/* The tiles of a flow: up to one for each region. The least recently used tile makes room for the
 * next region. Rims are kept in the same way, in the order in which they were made.
 *
 * Invariant: tiles are linked from the newest to the oldest, and of_region[] has the tile of each
 * region. The content of a tile does not depend on which others are in memory. */
#ifndef OVERLAND_FLOW_FLOW_TILES_H
#define OVERLAND_FLOW_FLOW_TILES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/list.h"

#define OVI_NO_TILE UINT32_MAX

typedef struct ovi_flow_tile {
  uint32_t region; /* UINT32_MAX: the tile is free */
  uint32_t pass;   /* the last one in which it was used */
  ovi_list_link link;
} ovi_flow_tile;

typedef struct ovi_flow_tiles {
  ovi_flow_tile *tiles;
  uint64_t *values;    /* of the fields of all tiles */
  uint32_t *of_region; /* OVI_NO_TILE: none */
  uint64_t tile_cells; /* values of a tile or rim */
  uint32_t regions;
  uint32_t capacity; /* tiles, at least 1 */
  uint32_t newest;   /* the list of all tiles, down to the oldest */
  uint32_t pass;     /* the current one; a tile that was used in it does not make room */
} ovi_flow_tiles;

/* Takes memory for `capacity` tiles of tile_cells cells, in a world of so many regions. */
void ovi_flow_tiles_reserve(ovi_flow_tiles *tiles, ovi_arena *arena, uint32_t capacity,
                            uint64_t tile_cells, uint32_t regions);

/* Drops all tiles. */
void ovi_flow_tiles_clear(ovi_flow_tiles *tiles);

static inline uint32_t ovi_flow_tiles_find(const ovi_flow_tiles *tiles, uint32_t region) {
  return tiles->of_region[region];
}

/* The values of a tile's field. */
static inline uint64_t *ovi_flow_tiles_field(const ovi_flow_tiles *tiles, uint32_t tile) {
  return tiles->values + tile * tiles->tile_cells;
}

/* Makes a tile the newest one, and marks it as used in this pass. */
void ovi_flow_tiles_touch(ovi_flow_tiles *tiles, uint32_t tile);

static inline uint32_t ovi_flow_tiles_oldest(const ovi_flow_tiles *tiles) {
  return tiles->tiles[tiles->newest].link.previous;
}

/* Assigns a spare tile to a region that has none; true if another region lost it. */
bool ovi_flow_tiles_assign(ovi_flow_tiles *tiles, uint32_t tile, uint32_t region);

/* Frees the tile of a region; it becomes the oldest one. */
void ovi_flow_tiles_drop(ovi_flow_tiles *tiles, uint32_t tile);

#endif
