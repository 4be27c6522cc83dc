/* Random small maps of every kind, with settings to bake them, each from a seed. */
#ifndef OVERLAND_TESTS_SUPPORT_RANDOM_MAP_H
#define OVERLAND_TESTS_SUPPORT_RANDOM_MAP_H

#include "overland.h"
#include "tests/support/test_random.h"

typedef struct test_map {
  const char *kind;
  int32_t width, height;
  uint8_t *terrain; /* width * height, row by row */
  uint8_t weights[256];
  ovl_corners corners;
  int32_t region_cells, spacing_cells;
  int32_t label_bytes;   /* a cell */
  ovl_overlays overlays; /* auto unless a test says otherwise */
  bool plain;            /* every open cell is plain ground */
} test_map;

/* Limits of what random_map_make chooses from. */
typedef struct random_map_limits {
  int32_t max_side;   /* cells */
  int32_t max_region; /* cells, at least 8 */
  int32_t weighted_percent;
} random_map_limits;

/* Most tests' limits: sides to 90, regions to 40, half of the maps weighted. */
random_map_limits random_map_usual_limits(void);

test_map random_map_make(uint64_t seed, random_map_limits limits);
/* A strip of 4 to `most` copies of such a map, side by side or one below the other, with some cells
 * changed: of more overlay levels than a square of as many cells. */
test_map random_map_strip(uint64_t seed, random_map_limits limits, int32_t most);
void random_map_free(test_map *map);

/* The definition that bakes it, with the default allocator. */
ovl_bake_def random_map_bake_def(const test_map *map);

/* Weight of a cell in eighths; 0 if it blocks or is outside. */
int32_t random_map_weight(const test_map *map, int32_t x, int32_t y);

/* An open cell if one is found in some tries, else any cell. */
ovl_cell random_map_cell(const test_map *map, test_random *random);

#endif
