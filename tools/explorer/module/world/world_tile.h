/* Pictures of squares of the plane, 256 x 256 pixels: near ones from the cells of the file, far
 * ones from the survey. */
#ifndef OVERLAND_EXPLORER_WORLD_TILE_H
#define OVERLAND_EXPLORER_WORLD_TILE_H

#include "overland.h"

enum { TILE_PIXELS = 256, TILE_MOST_NEAR = 2 };

/* What is drawn over the terrain; bits. */
enum {
  TILE_ISLANDS = 1,
  TILE_CLEARANCE = 2,
  TILE_HEIGHTS = 4,
  TILE_EXTRA = 8,
  TILE_HEAT = 16,
  TILE_BYTES = 32,
  TILE_DIFFERS = 64
};

/* The colours of terrains, red lowest: 256 of them. The page sets them. */
uint32_t *world_palette(void);

/* Draws the tile in a column and row of a level, of which a pixel has 2^level cells a side: the
 * result is an ovl_result. Levels up to TILE_MOST_NEAR are read from the file. */
int32_t world_tile(int32_t level, int32_t column, int32_t row, int32_t layers);

/* The pixels of the last tile. Number 0: how many of them are not known yet. */
const uint32_t *world_tile_pixels(void);

#endif
