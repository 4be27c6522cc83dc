/* The tiles of a flow: up to one for each region. The least recently used tile makes room for the
 * next region. Rims are kept in the same way, in the order in which they were made.
 *
 * A tile has 4 bytes for each cell: the cost to go, less the least one of the tile, and the move.
 * If a flow meets a tile whose costs differ by more than that holds, all its tiles become wide,
 * with 8 bytes for each cell, and it has half as many.
 *
 * Invariant: tiles are linked from the newest to the oldest, and of_region[] has the tile of each
 * region. The content of a tile does not depend on which others are in memory. */
#ifndef OVERLAND_FLOW_FLOW_TILES_H
#define OVERLAND_FLOW_FLOW_TILES_H

#include <stdbool.h>
#include <stdint.h>

#include "common/arena.h"
#include "common/list.h"
#include "fine/field.h"

#define OVI_NO_TILE UINT32_MAX

typedef struct ovi_flow_tile {
  uint32_t region; /* UINT32_MAX: the tile is free */
  uint32_t pass;   /* the last one in which it was used */
  ovi_list_link link;
  uint64_t base;  /* the least cost of a tile */
  uint64_t price; /* expansions for a rim */
  bool is_lost;   /* a tile that was paid for and is to be made again */
} ovi_flow_tile;

typedef struct ovi_flow_tiles {
  ovi_flow_tile *tiles;
  void *values;        /* of all tiles */
  uint32_t *of_region; /* OVI_NO_TILE: none */
  uint64_t tile_bytes; /* of the values of a tile or rim */
  uint32_t regions;
  uint32_t capacity; /* tiles, at least 1 */
  uint32_t newest;   /* the list of all tiles, down to the oldest */
  uint32_t pass;     /* the current one; a tile that was used in it does not make room */
  bool are_wide;
} ovi_flow_tiles;

/* Takes memory for `capacity` tiles of so many bytes, in a world of so many regions. */
void ovi_flow_tiles_reserve(ovi_flow_tiles *tiles, ovi_arena *arena, uint32_t capacity,
                            uint64_t tile_bytes, uint32_t regions);

/* Drops all tiles. */
void ovi_flow_tiles_clear(ovi_flow_tiles *tiles);

/* Drops all tiles; those that follow are wide or not. */
void ovi_flow_tiles_widen(ovi_flow_tiles *tiles, bool wide);

static inline uint32_t ovi_flow_tiles_find(const ovi_flow_tiles *tiles, uint32_t region) {
  return tiles->of_region[region];
}

/* The values of a tile: uint32_t; uint64_t if it is wide or a rim. */
static inline void *ovi_flow_tiles_values(const ovi_flow_tiles *tiles, uint32_t tile) {
  return (uint8_t *)tiles->values + tile * tiles->tile_bytes;
}

/* Writes a field to a tile. False if its costs differ by too much, unless tiles are wide. */
bool ovi_flow_tiles_write(ovi_flow_tiles *tiles, uint32_t tile, const ovi_field *field);

/* The value of a cell of a tile as that of a field. */
static inline uint64_t ovi_flow_tiles_read(const ovi_flow_tiles *tiles, uint32_t tile,
                                           uint64_t cell) {
  const void *values = ovi_flow_tiles_values(tiles, tile);
  const uint64_t value =
      tiles->are_wide ? ((const uint64_t *)values)[cell] : ((const uint32_t *)values)[cell];
  return value == (tiles->are_wide ? UINT64_MAX : UINT32_MAX)
             ? OVI_FIELD_NONE
             : ovi_field_pack(tiles->tiles[tile].base + (value >> OVI_FIELD_MOVE_BITS),
                              (uint32_t)value & ((1u << OVI_FIELD_MOVE_BITS) - 1));
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
