/* The steps ahead of a unit, as a ring of directions.
 *
 * Invariant: the steps lead from the unit's cell, wherever it was pushed, to the end of the ring. A
 * link is the last of them. */
#ifndef OVERLAND_CROWD_UNIT_WAY_H
#define OVERLAND_CROWD_UNIT_WAY_H

#include "common/cell.h"
#include "common/compiler.h"
#include "common/topology.h"
#include "overland.h"

enum {
  OVI_WAY_STEPS = 128, /* a power of two */
  OVI_WAY_SPARE = 16,  /* steps that a planned path leaves free, for steps back to it */
  OVI_STEP_LINK = 8    /* a step over a link, to `link_to` */
};

/* 148 bytes. */
typedef struct ovi_way {
  ovl_cell link_to;
  uint32_t link; /* number of the link in the world */
  uint16_t begin, count;
  uint8_t steps[OVI_WAY_STEPS];
} ovi_way;

/* The neighbour of a cell in a direction, 0 to 7, clockwise from east. */
static inline ovl_cell ovi_cell_beside(ovl_cell cell, int32_t direction) {
  return (ovl_cell){cell.x + ovi_direction_x(direction), cell.y + ovi_direction_y(direction),
                    cell.floor};
}

/* The cells of a body of body x body cells, of hexagons those up to body / 2 steps around one. */
static inline int32_t ovi_body_area(int topology, int32_t body) {
  return topology == OVI_HEXAGONS ? (3 * body * body + 1) / 4 : body * body;
}

/* Cell `i` of a body at a cell. Around one hexagon lie three parts that are turned against each
 * other: each reaches body / 2 steps in one direction, and 0 to body / 2 in the next one. */
static inline ovl_cell ovi_body_cell(int topology, ovl_cell cell, int32_t body, int32_t i) {
  if (topology != OVI_HEXAGONS || i == 0) {
    return (ovl_cell){cell.x + i % body, cell.y + i / body, cell.floor};
  }
  static const int8_t turned[4][2] = {{1, 0}, {-1, 1}, {0, -1}, {1, 0}};
  const int32_t most = body / 2;
  const int32_t part = (i - 1) / (most * (most + 1));
  const int32_t on = 1 + (i - 1) % most;
  const int32_t aside = (i - 1) / most % (most + 1);
  return (ovl_cell){cell.x + on * turned[part][0] + aside * turned[part + 1][0],
                    cell.y + on * turned[part][1] + aside * turned[part + 1][1], cell.floor};
}

/* The direction from a cell to its neighbour; -1 if it is none. */
int32_t ovi_direction_to(ovl_cell from, ovl_cell to);

/* Step `at`, which is below the number of steps. */
static inline int32_t ovi_way_step(const ovi_way *way, uint32_t at) {
  OVI_ASSERT(at < way->count);
  return way->steps[(way->begin + at) & (OVI_WAY_STEPS - 1)];
}

/* The cell after a step that begins at `cell`. */
static inline ovl_cell ovi_way_cell(const ovi_way *way, int32_t step, ovl_cell cell) {
  return step == OVI_STEP_LINK ? way->link_to : ovi_cell_beside(cell, step);
}

/* The cell after step `at`, which begins at `cell`. */
static inline ovl_cell ovi_way_next(const ovi_way *way, uint32_t at, ovl_cell cell) {
  return ovi_way_cell(way, ovi_way_step(way, at), cell);
}

/* Returns whether the last step is over a link. */
static inline bool ovi_way_ends_in_link(const ovi_way *way) {
  return way->count != 0 && ovi_way_step(way, (uint32_t)way->count - 1) == OVI_STEP_LINK;
}

static inline uint32_t ovi_way_room(const ovi_way *way) {
  return OVI_WAY_STEPS - (uint32_t)way->count;
}

/* Removes the first steps. */
static inline void ovi_way_drop(ovi_way *way, uint32_t count) {
  OVI_ASSERT(count <= way->count);
  way->begin = (uint16_t)((way->begin + count) & (OVI_WAY_STEPS - 1));
  way->count = (uint16_t)(way->count - count);
}

/* Adds a step at the front or the back; there must be room. */
static inline void ovi_way_push_front(ovi_way *way, int32_t step) {
  OVI_ASSERT(way->count < OVI_WAY_STEPS && step >= 0 && step < OVI_STEP_LINK);
  way->begin = (uint16_t)((way->begin - 1) & (OVI_WAY_STEPS - 1));
  way->count++;
  way->steps[way->begin] = (uint8_t)step;
}

static inline void ovi_way_push_back(ovi_way *way, int32_t step) {
  OVI_ASSERT(way->count < OVI_WAY_STEPS && step >= 0 && step <= OVI_STEP_LINK);
  OVI_ASSERT(!ovi_way_ends_in_link(way));
  way->steps[(way->begin + way->count) & (OVI_WAY_STEPS - 1)] = (uint8_t)step;
  way->count++;
}

/* Appends the steps of a path's straight and diagonal legs after its first `skipped` steps, as far
 * as there is room, but for OVI_WAY_SPARE. Returns how many steps of the path are in the ring or
 * skipped; *end is the cell after the last of them. */
uint32_t ovi_way_append(ovi_way *way, const ovl_path *path, uint32_t skipped, ovl_cell *end);

/* Adds the steps of such a path at the front. False, with nothing done, if there is no room. */
bool ovi_way_prepend(ovi_way *way, const ovl_path *path);

#endif
