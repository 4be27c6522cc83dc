/* A field: for each cell of a rectangle what is left to go and where to go next.
 *
 * It is what the fine search finds when it runs backwards from origins, cells that have a cost
 * left already, over all of a window. Whoever goes on as the field says walks down its costs:
 *
 * Invariant: a cell whose way is a direction costs more than the neighbour that lies there, by
 * what that legal step costs; a cell whose way is its origin's own costs what that origin does.
 *
 * A place of the field is one number: cost, below it a rank that matters while it is filled, then
 * the way. So numbers compare as costs do. Ways inside the rectangle are the lowest. */
#ifndef OVERLAND_FINE_FIELD_H
#define OVERLAND_FINE_FIELD_H

#include <stdbool.h>
#include <stdint.h>

enum {
  OVI_FIELD_MOVE_BITS = 5,
  OVI_FIELD_RANK_BITS = 6,
  OVI_FIELD_LOW_BITS = OVI_FIELD_MOVE_BITS + OVI_FIELD_RANK_BITS,
  OVI_FIELD_LAST_RANK = (1 << OVI_FIELD_RANK_BITS) - 1
};

/* Ways: 0 to 7 are directions inside the rectangle; then those of origins. */
enum {
  OVI_MOVE_OUT = 8,   /* and the direction of a step that leaves the rectangle */
  OVI_MOVE_LINK = 16, /* a link begins here */
  OVI_MOVE_HERE = 17  /* one has arrived */
};

#define OVI_FIELD_NONE UINT64_MAX /* blocked, or nothing leads to an origin */
#define OVI_FIELD_COSTS_END ((uint64_t)1 << (63 - OVI_FIELD_LOW_BITS))

/* 8 bytes a cell, row by row; filled along rays, read one at a time. */
typedef struct ovi_field {
  uint64_t *places;
  int32_t w, h;
} ovi_field;

/* Of the last rank. */
static inline uint64_t ovi_field_pack(uint64_t cost, uint32_t way) {
  return cost << OVI_FIELD_LOW_BITS | OVI_FIELD_LAST_RANK << OVI_FIELD_MOVE_BITS | way;
}

static inline uint64_t ovi_field_cost(uint64_t place) { return place >> OVI_FIELD_LOW_BITS; }

static inline uint32_t ovi_field_move(uint64_t place) {
  return (uint32_t)place & ((1u << OVI_FIELD_MOVE_BITS) - 1);
}

static inline uint64_t *ovi_field_at(const ovi_field *field, int32_t x, int32_t y) {
  return field->places + (int64_t)y * field->w + x;
}

#endif
