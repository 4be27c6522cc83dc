/* The world of the mode World, which is read from its file in pieces. The page reads while a
 * call waits (page_read). */
#ifndef OVERLAND_EXPLORER_WORLD_HELD_H
#define OVERLAND_EXPLORER_WORLD_HELD_H

#include "overland_edit.h"
#include "overland_inspect.h"

/* Slots: 0 the world, 1 one that is being opened. */
enum { WORLD_SLOTS = 2 };

/* A floor of the world in the plane, in which floors lie one below the other. */
typedef struct world_floor {
  int32_t y; /* its first row in the plane */
  ovl_floor_info info;
} world_floor;

/* The world of slot 0 with the edits that its history shows; NULL: there is none. */
ovl_world *world_shown(void);

/* The world of slot 0 without its edits. */
ovl_world *world_base(void);

/* The profile that is looked at, and the partition of the world in slot 0. */
int32_t world_profile(void);
const ovl_partition_info *world_partition(void);

/* The floor at a row of the plane, and its number; -1: there is none. */
int32_t world_floor_at(int32_t y, world_floor *floor);
bool world_floor_of(int32_t number, world_floor *floor);

/* Places of the plane are from 0, cells of the world from its origin: these two are between them.
 * The cell at a place; its floor is -1 where there is none. The place of a cell, and its floor. */
ovl_cell world_cell_at(int32_t x, int32_t y);
ovl_cell world_place_of(ovl_cell cell);

#endif
