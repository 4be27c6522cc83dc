/* Cells of a region out of its bit planes, row by row: terrain, heights, and what positions weigh.
 *
 * Invariant: a row is as many bytes as the region is wide, and says of each cell what the
 * questions for single cells say. */
#ifndef OVERLAND_COARSE_VIEW_REGION_CELLS_H
#define OVERLAND_COARSE_VIEW_REGION_CELLS_H

#include "coarse/view/region.h"
#include "common/bits.h"

#define OVI_NO_COMPONENT UINT32_MAX

/* The number that a cell's bits make up in so many planes. */
static inline uint32_t ovi_slot_at(const ovi_region *region, const uint8_t *planes, int32_t count,
                                   int32_t x, int32_t y) {
  uint32_t slot = 0;
  for (int32_t plane = count - 1; plane >= 0; plane--) {
    const uint8_t *row = planes + (int64_t)(plane * region->h + y) * region->row_bytes;
    slot = slot << 1 | ((uint32_t)(row[x >> 3] >> (x & 7)) & 1u);
  }
  return slot;
}

/* A bit for each number that some cell's bits make up in so many planes, or with `only_open` some
 * open cell's: what has to be known to check numbers, without a look at every cell. */
typedef struct ovi_slot_set {
  uint64_t bits[8];
} ovi_slot_set;
ovi_slot_set ovi_find_slots(const ovi_region *region, const uint8_t *planes, int32_t count,
                            bool only_open);

/* The lowest number of a set that is `from` or more; OVI_NO_SLOT: there is none. */
#define OVI_NO_SLOT 512u
uint32_t ovi_next_slot(const ovi_slot_set *set, uint32_t from);

/* Planes of numbers, and what each number stands for. */
typedef struct ovi_slot_source {
  uint8_t of_slot[512];
  const uint8_t *planes;
  int32_t plane_count;
} ovi_slot_source;

/* Where the weights of a region come from: the profile's own, or terrain. */
void ovi_find_weights(ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region);

/* Leaves of a row of weights those of cells that are open. */
static inline void ovi_keep_open(uint8_t *weights, const uint64_t open[2], int32_t w) {
  int32_t x = 0;
  for (; x + 8 <= w; x += 8) {
    const uint64_t kept = 0xff * ovi_spread_bits(open[x >> 6] >> (x & 63) & 0xff);
    ovi_put_u64(weights + x, ovi_get_u64(weights + x) & kept);
  }
  for (; x < w; x++) {
    weights[x] = ovi_get_bit(open, x) != 0 ? weights[x] : 0;
  }
}

/* One row of what positions weigh; 0: not open. */
void ovi_read_weights(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                      uint8_t *out);

/* All of a region, row by row. */
void ovi_region_read_terrain(const ovi_region *region, uint8_t *out);
void ovi_region_read_heights(const ovi_region *region, uint16_t *out);

/* Whether some position may weigh what its terrain does not. */
bool ovi_region_may_have_extra(const ovi_layer *layer, const ovi_region *region);

/* What each position weighs beyond its terrain, which was read; 0 where it is not open. False if
 * it is nothing anywhere. */
bool ovi_region_read_extra(const ovi_layer *layer, const ovi_region *region, const uint8_t *terrain,
                           uint8_t *out);

/* Terrain and height of local cell (x, y). */
uint32_t ovi_region_terrain(const ovi_region *region, int32_t x, int32_t y);
uint32_t ovi_region_height(const ovi_region *region, int32_t x, int32_t y);

/* Whether all heights of the region are one, and which. */
bool ovi_region_is_level(const ovi_region *region, uint32_t *height);

/* What a position costs to cross; 0 if it is not open. */
uint32_t ovi_region_weight(const ovi_layer *layer, const ovi_region *region, int32_t x, int32_t y);

/* One row of bit planes that lie behind each other; out has 2 words. */
void ovi_region_plane_row(const ovi_region *region, const uint8_t *planes, int32_t row,
                          uint64_t out[2]);

/* One row of open positions as bits; out has 2 words. */
void ovi_region_open_row(const ovi_region *region, int32_t y, uint64_t out[2]);

/* The same of cells where a run begins beside an open cell; of regions that have breaks. */
void ovi_region_break_row(const ovi_region *region, int32_t y, uint64_t out[2]);

/* The local component of a local cell, or OVI_NO_COMPONENT if it blocks. */
uint32_t ovi_region_component(const ovi_region *region, int32_t x, int32_t y);

/* What a rule said of a step that leaves local cell (x, y); 0 if nothing. */
uint32_t ovi_region_exception(const ovi_region *region, int32_t x, int32_t y, int direction);

/* The island of a cell of the plane; 0 if it is not open to the profile. */
uint32_t ovi_layer_island(const ovi_layer *layer, int32_t x, int32_t y);

/* What a position costs to cross, in eighths; 0 if it is not open to the profile. */
uint32_t ovi_layer_weight(const ovi_layer *layer, int32_t x, int32_t y);

#endif
