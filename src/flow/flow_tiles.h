/* Tiles that are held: one a region, the one that was not asked for longest gives way.
 *
 * Invariant: tiles are chained from the newest to the oldest, and a region's number leads to its
 * tile or to none. Which is held never changes what it says. */
#ifndef OVERLAND_FLOW_FLOW_TILES_H
#define OVERLAND_FLOW_FLOW_TILES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"

#define OVI_NO_TILE UINT32_MAX

typedef struct ovi_flow_tile {
  uint32_t region; /* UINT32_MAX: it is free */
  uint32_t pass;   /* in which it was asked for last */
  uint32_t newer, older;
} ovi_flow_tile;

typedef struct ovi_flow_tiles {
  ovi_flow_tile *tiles;
  uint64_t *places;    /* of all fields */
  uint32_t *of_region; /* OVI_NO_TILE: none */
  uint64_t tile_places;
  uint32_t regions;
  uint32_t capacity; /* at least 1 */
  uint32_t newest, oldest;
  uint32_t pass; /* under way; tiles asked for in it do not make room for each other */
} ovi_flow_tiles;

/* Takes memory for so many tiles of so many places, in a world of so many regions. */
void ovi_flow_tiles_reserve(ovi_flow_tiles *tiles, ovi_arena *arena, uint32_t capacity,
                            uint64_t tile_places, uint32_t regions);

/* Empties it. */
void ovi_flow_tiles_clear(ovi_flow_tiles *tiles);

/* Begins a pass: what was asked for before may make room. */
void ovi_flow_tiles_begin_pass(ovi_flow_tiles *tiles);

static inline uint32_t ovi_flow_tiles_find(const ovi_flow_tiles *tiles, uint32_t region) {
  return tiles->of_region[region];
}

static inline uint64_t *ovi_flow_tiles_field(const ovi_flow_tiles *tiles, uint32_t tile) {
  return tiles->places + tile * tiles->tile_places;
}

/* Makes a tile the newest. */
void ovi_flow_tiles_touch(ovi_flow_tiles *tiles, uint32_t tile);

/* The oldest tile, which the next region would take; OVI_NO_TILE if it was asked for in this
 * pass. */
static inline uint32_t ovi_flow_tiles_spare(const ovi_flow_tiles *tiles) {
  const ovi_flow_tile *oldest = &tiles->tiles[tiles->oldest];
  return oldest->region == UINT32_MAX || oldest->pass != tiles->pass ? tiles->oldest : OVI_NO_TILE;
}

/* Gives a spare tile to a region that has none; true if another lost it. */
bool ovi_flow_tiles_give(ovi_flow_tiles *tiles, uint32_t tile, uint32_t region);

/* Takes a tile from its region. */
void ovi_flow_tiles_drop(ovi_flow_tiles *tiles, uint32_t tile);

#endif
