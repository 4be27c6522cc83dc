/* The way of a unit: the steps that lie before it, as a ring of directions.
 *
 * Invariant: the steps lead from the unit's cell, wherever it was pushed, to the end of the way.
 * A link is the last of them. */
#ifndef OVERLAND_UNITS_UNIT_WAY_H
#define OVERLAND_UNITS_UNIT_WAY_H

#include "overland.h"

enum {
  OVI_WAY_STEPS = 128, /* a power of two */
  OVI_STEP_LINK = 8    /* a step that is a link: to `link_to` */
};

/* 148 bytes. */
typedef struct ovi_way {
  ovl_cell link_to;
  uint32_t link; /* its number in the world */
  uint16_t begin, count;
  uint8_t steps[OVI_WAY_STEPS];
} ovi_way;

/* One cell on in a direction, clockwise from east. */
static inline ovl_cell ovi_cell_beside(ovl_cell cell, int32_t direction) {
  static const int8_t dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
  static const int8_t dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
  return (ovl_cell){cell.x + dx[direction & 7], cell.y + dy[direction & 7], cell.floor};
}

static inline bool ovi_cells_are_one(ovl_cell a, ovl_cell b) {
  return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/* The direction of a neighbour; -1 if it is none. */
int32_t ovi_direction_to(ovl_cell from, ovl_cell to);

static inline int32_t ovi_way_step(const ovi_way *way, uint32_t at) {
  return way->steps[(way->begin + at) & (OVI_WAY_STEPS - 1)];
}

/* The cell behind step `at`, which leads from `cell`. */
static inline ovl_cell ovi_way_next(const ovi_way *way, uint32_t at, ovl_cell cell) {
  const int32_t step = ovi_way_step(way, at);
  return step == OVI_STEP_LINK ? way->link_to : ovi_cell_beside(cell, step);
}

static inline void ovi_way_clear(ovi_way *way) { way->begin = way->count = 0; }

static inline uint32_t ovi_way_room(const ovi_way *way) {
  return OVI_WAY_STEPS - (uint32_t)way->count;
}

/* Forgets the first steps. */
static inline void ovi_way_drop(ovi_way *way, uint32_t count) {
  way->begin = (uint16_t)((way->begin + count) & (OVI_WAY_STEPS - 1));
  way->count = (uint16_t)(way->count - count);
}

/* Puts a step before all others, or behind them; there must be room. */
static inline void ovi_way_push_front(ovi_way *way, int32_t step) {
  way->begin = (uint16_t)((way->begin - 1) & (OVI_WAY_STEPS - 1));
  way->count++;
  way->steps[way->begin] = (uint8_t)step;
}

static inline void ovi_way_push_back(ovi_way *way, int32_t step) {
  way->steps[(way->begin + way->count) & (OVI_WAY_STEPS - 1)] = (uint8_t)step;
  way->count++;
}

/* Appends the cells of a path's straight and diagonal legs, but for the first `skipped` of its
 * steps, as far as there is room. How many of the path's steps are in the way or skipped; *end is
 * the cell behind the last of them. */
uint32_t ovi_way_append(ovi_way *way, const ovl_path *path, uint32_t skipped, ovl_cell *end);

/* Puts the steps of such a path before all others. False, and nothing done, if there is no
 * room. */
bool ovi_way_prepend(ovi_way *way, const ovl_path *path);

#endif
