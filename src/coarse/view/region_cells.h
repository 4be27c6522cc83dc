/* Cells of a region: terrain, heights, weights and components, read from its bit planes one by one
 * or row by row.
 *
 * Invariant: functions for rows and for single cells agree. */
#ifndef OVERLAND_COARSE_VIEW_REGION_CELLS_H
#define OVERLAND_COARSE_VIEW_REGION_CELLS_H

#include "coarse/view/region.h"
#include "common/bits.h"

#define OVI_NO_COMPONENT UINT32_MAX

/* The number of a cell, whose bits are spread over so many planes: its slot in a palette. */
static inline uint32_t ovi_slot_at(const ovi_region *region, const uint8_t *planes, int32_t count,
                                   int32_t x, int32_t y) {
  uint32_t slot = 0;
  for (int32_t plane = count - 1; plane >= 0; plane--) {
    const uint8_t *row = planes + (int64_t)(plane * region->h + y) * region->cells.row_bytes;
    slot = slot << 1 | ((uint32_t)(row[x >> 3] >> (x & 7)) & 1u);
  }
  return slot;
}

/* A bit for each slot that some cell of a region has. */
typedef struct ovi_slot_set {
  uint64_t bits[8];
} ovi_slot_set;

/* The slots of all cells, or of all open ones. Faster than reading every cell. */
ovi_slot_set ovi_find_slots(const ovi_region *region, const uint8_t *planes, int32_t count,
                            bool only_open);

#define OVI_NO_SLOT 512u

/* The lowest slot of a set from `from` on; OVI_NO_SLOT: there is none. */
uint32_t ovi_next_slot(const ovi_slot_set *set, uint32_t from);

/* Planes of slots, and the value of each slot. */
typedef struct ovi_slot_source {
  uint8_t of_slot[512];
  uint8_t terms[8]; /* of up to 3 planes: what each set of set bits adds to the value of slot 0, by
                       exclusive or */
  const uint8_t *planes;
  int32_t plane_count;
} ovi_slot_source;

/* Sets the planes and values that give the weights of a region's open positions: the profile's own,
 * or terrain, or none if all weigh the same. */
void ovi_find_weights(ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region);

/* Sets the weights of a row to 0 where the cells are not open. */
static inline void ovi_keep_open(uint8_t *weights, const uint64_t open[2], int32_t w) {
  int32_t x = 0;
  for (; x + 8 <= w; x += 8) {
    const uint64_t mask = 0xff * ovi_spread_bits(open[x >> 6] >> (x & 63) & 0xff);
    ovi_put_u64(weights + x, ovi_get_u64(weights + x) & mask);
  }
  for (; x < w; x++) {
    weights[x] = ovi_get_bit(open, x) != 0 ? weights[x] : 0;
  }
}

/* Reads the weights of a row of positions; 0: not open. */
void ovi_read_weights(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                      uint8_t *out);

/* Sets the planes and values that give the terrain of a region. */
void ovi_find_terrain(ovi_slot_source *source, const ovi_region *region);

/* Reads a row of values, open or not. */
void ovi_read_slots(const ovi_slot_source *source, const ovi_region *region, int32_t y,
                    uint8_t *out);

/* Read all cells of a region, row by row. */
void ovi_region_read_terrain(const ovi_region *region, uint8_t *out);
void ovi_region_read_heights(const ovi_region *region, uint16_t *out);

/* Reads the heights of a row. */
void ovi_region_height_row(const ovi_region *region, int32_t y, uint16_t *out);

/* Returns whether some position may have an extra cost, so that its weight is not that of its
 * terrain. */
bool ovi_region_may_have_extra(const ovi_layer *layer, const ovi_region *region);

/* Sets the planes and values that give the extra costs of a region, to be read row by row: of a
 * layer with costs beside walls its own, or none; else the weights, which are terrain and extra
 * cost together. */
void ovi_find_extra(ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region);

/* Reads a row of extra costs, of cells whose terrain was read; 0 where the position is not open.
 * With the weight of the terrain each is at most 255. */
void ovi_read_extra(const ovi_slot_source *source, const ovi_layer *layer, const ovi_region *region,
                    int32_t y, const uint8_t *terrain, uint8_t *out);

/* Reads the extra cost of each position beyond the weight of its terrain, which was read; 0 where
 * the position is not open. False if all are 0. */
bool ovi_region_read_extra(const ovi_layer *layer, const ovi_region *region, const uint8_t *terrain,
                           uint8_t *out);

/* The terrain and the height of local cell (x, y). */
uint32_t ovi_region_terrain(const ovi_region *region, int32_t x, int32_t y);
uint32_t ovi_region_height(const ovi_region *region, int32_t x, int32_t y);

/* Returns whether all cells of the region have the same height, and which. */
bool ovi_region_is_level(const ovi_region *region, uint32_t *height);

/* The weight of a position, in eighths; 0 if it is not open. */
uint32_t ovi_region_weight(const ovi_layer *layer, const ovi_region *region, int32_t x, int32_t y);

/* Reads a row of open positions, as bits in 2 words. */
void ovi_region_open_row(const ovi_region *region, int32_t y, uint64_t out[2]);

/* Reads a row of breaks: cells where a run begins beside an open cell. Of a region with breaks. */
void ovi_region_break_row(const ovi_region *region, int32_t y, uint64_t out[2]);

/* The local component of a local cell; OVI_NO_COMPONENT: it is not open. */
uint32_t ovi_region_component(const ovi_region *region, int32_t x, int32_t y);

/* The extra cost of a step that leaves local cell (x, y), by the step rule; 0: none. */
uint32_t ovi_region_exception(const ovi_region *region, int32_t x, int32_t y, int direction);

/* The island of a cell of the plane; 0 if it is not open to the profile. */
uint32_t ovi_layer_island(const ovi_layer *layer, int32_t x, int32_t y);

/* The weight of a cell of the plane, in eighths; 0 if it is not open to the profile. */
uint32_t ovi_layer_weight(const ovi_layer *layer, int32_t x, int32_t y);

#endif
