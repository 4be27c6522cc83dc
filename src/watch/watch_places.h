/* Boxes of regions, so that those are found that hold a region.
 *
 * A loose quadtree (Ulrich, "Loose octrees", in Game Programming Gems, 2000): a box stands in the
 * node that its middle lies in, on the lowest level whose nodes are no smaller than it; so it
 * reaches out of its node by half of that at the most, and who holds a region is found in at most
 * four nodes of each level. Boxes of one size that lie near each other stand together, wherever
 * nodes meet. */
#ifndef OVERLAND_WATCH_WATCH_PLACES_H
#define OVERLAND_WATCH_WATCH_PLACES_H

#include "coarse/view/region_box.h"
#include "common/arena.h"

enum { OVI_WATCH_LEVELS = 21 };

#define OVI_NO_PLACE UINT32_MAX

/* One box, by its number. */
typedef struct ovi_watch_place {
  ovi_rectangle box;
  uint32_t node; /* OVI_NO_PLACE: it is not put anywhere */
  uint32_t next, previous;
} ovi_watch_place;

typedef struct ovi_watch_places {
  int32_t regions_x, regions_y;
  uint32_t levels;
  uint32_t begins[OVI_WATCH_LEVELS + 1]; /* first node of each level */
  uint32_t *heads;                       /* the first box of each node */
  ovi_watch_place *places;
  uint32_t count;
} ovi_watch_places;

/* For so many boxes. */
void ovi_watch_places_reserve(ovi_watch_places *places, ovi_arena *arena, int32_t regions_x,
                              int32_t regions_y, uint32_t count);
void ovi_watch_places_clear(ovi_watch_places *places);

/* Puts a box that is not put anywhere; and takes it out again, if it is. */
void ovi_watch_places_put(ovi_watch_places *places, uint32_t number, ovi_rectangle box);
void ovi_watch_places_take(ovi_watch_places *places, uint32_t number);

/* The boxes that hold a region, one after the other, in no order. */
typedef struct ovi_watch_look {
  const ovi_watch_places *places;
  int32_t x, y; /* the region */
  uint32_t level;
  int32_t node_x, node_y; /* the node behind which it goes on */
  int32_t x1, y1;         /* the last node of the level */
  int32_t x0;
  uint32_t at; /* the next box of the node before */
} ovi_watch_look;

ovi_watch_look ovi_watch_look_at(const ovi_watch_places *places, int32_t x, int32_t y);

/* OVI_NO_PLACE: there is no other. */
uint32_t ovi_watch_look_next(ovi_watch_look *look);

#endif
