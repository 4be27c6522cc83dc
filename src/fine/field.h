/* A field: for each cell of a rectangle its cost to go and the next move, as in a flow field.
 *
 * The fine search fills it in reverse from origins, cells whose cost to go is known, over all of a
 * window.
 *
 * Invariant: a cell whose move is a direction costs more than the neighbour in that direction, by
 * the cost of that legal step. A cell with an origin's move has that origin's cost. So following
 * the moves goes down the costs to an origin.
 *
 * A value is one number: the cost, below it a rank that matters while the field is filled, below it
 * the move. So values compare as costs do. Moves inside the rectangle are the lowest. */
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

/* Moves: 0 to 7 are directions inside the rectangle; the others are those of origins. */
enum {
  OVI_MOVE_OUT = 8,   /* plus the direction of a step that leaves the rectangle */
  OVI_MOVE_LINK = 16, /* a link begins here */
  OVI_MOVE_HERE = 17  /* this is the goal */
};

#define OVI_FIELD_NONE UINT64_MAX /* the cell is blocked, or no path leads to an origin */
#define OVI_FIELD_COSTS_END ((uint64_t)1 << (63 - OVI_FIELD_LOW_BITS))

/* 8 bytes for each cell, row by row; written along rays, read one at a time. */
typedef struct ovi_field {
  uint64_t *values;
  int32_t w, h;
} ovi_field;

/* A value of the last rank. */
static inline uint64_t ovi_field_pack(uint64_t cost, uint32_t move) {
  return cost << OVI_FIELD_LOW_BITS | OVI_FIELD_LAST_RANK << OVI_FIELD_MOVE_BITS | move;
}

static inline uint64_t ovi_field_cost(uint64_t value) { return value >> OVI_FIELD_LOW_BITS; }

static inline uint32_t ovi_field_move(uint64_t value) {
  return (uint32_t)value & ((1u << OVI_FIELD_MOVE_BITS) - 1);
}

static inline uint64_t *ovi_field_at(const ovi_field *field, int32_t x, int32_t y) {
  return field->values + (int64_t)y * field->w + x;
}

#endif
