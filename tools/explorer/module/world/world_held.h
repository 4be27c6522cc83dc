/* The world of the mode World, which is read from its file in pieces; and a second one, with which
 * it is compared. The page reads while a call waits (page_read). */
#ifndef OVERLAND_EXPLORER_WORLD_HELD_H
#define OVERLAND_EXPLORER_WORLD_HELD_H

#include "overland_edit.h"
#include "overland_inspect.h"

/* Slots: 0 the world, 1 the one it is compared with, 2 one that is being opened. */
enum { WORLD_SLOTS = 3 };

/* A floor of the world in the plane, in which floors lie one below the other. */
typedef struct world_floor {
  int32_t y; /* its first row in the plane */
  ovl_floor_info info;
} world_floor;

/* The world in a slot, that of slot 0 with the edits that its history shows; NULL: there is none.
 */
ovl_world *world_at(int32_t slot);

/* The world of slot 0 without its edits. */
ovl_world *world_base(void);

/* The profile that is looked at, and the partition of the world in slot 0. */
int32_t world_profile(void);
const ovl_partition_info *world_partition(void);

/* The floor at a row of the plane, and its number; -1: there is none. */
int32_t world_floor_at(int32_t y, world_floor *floor);
bool world_floor_of(int32_t number, world_floor *floor);

/* The cell of the world at a place of the plane; its floor is -1 where there is none. */
ovl_cell world_cell_at(int32_t x, int32_t y);
int32_t world_row_of(ovl_cell cell); /* its row in the plane */

/* ---- Calls of the page ---- */

/* Closes the world of a slot. What was made for it was ended before: route, survey, comparison. */
void world_end(int32_t slot);

/* Opens the world in one of the page's files, in place of the one before. An ovl_result. */
int32_t world_open(int32_t slot, int32_t file, double file_bytes);

/* Makes the open world of another slot that of slot 0, in place of the one before. */
void world_take(int32_t slot);

/* Sets the profile. */
void world_choose(int32_t profile);

/* Numbers of the world: 0 width, 1 height of the plane, 2 region_cells, 3 regions_x, 4 regions_y, 5
 * overlay_levels, 6 floors, 7 profiles, 8 links, 9 open cells, 10 islands, 11 waypoints, 12 bytes
 * of the file, 13 of overlays, 14 of labels, 15 of islands, 16 ovl_method, 17 ovl_labels, 18
 * version, 19 regions rebuilt, 20 whether there are heights, 21 body cells, 22 bytes of regions in
 * the cache, 23 bytes of the header and tables, 24 edits that can be undone, 25 done again, 26
 * bytes of what edits rebuilt, in memory. 12 to 15, and 23, are of the file. 9 to 11, and 21, are
 * of the profile. */
int32_t world_numbers(void);

/* Numbers of a floor: 0 first row in the plane, 1 width, 2 height, 3 whether it is a graph. */
int32_t world_floor_numbers(int32_t number);

/* Numbers of a link: 0 to 2 from x, y, floor; 3 to 5 to; 6 cost, 7 cost back, 8 closed; 9 and 10
 * the rows of both in the plane. 0: there is no such link. */
int32_t world_link_numbers(uint32_t number);

/* The name of a profile. */
const char *world_profile_name(int32_t profile);

/* The weights of the profile, of each terrain, in eighths. */
const uint8_t *world_weights(void);

#endif
