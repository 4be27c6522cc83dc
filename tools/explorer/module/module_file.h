/* World files of the Explorer's module: a floor and a profile of a file take the place of the map.
 */
#ifndef OVERLAND_EXPLORER_MODULE_FILE_H
#define OVERLAND_EXPLORER_MODULE_FILE_H

#include <stdint.h>

/* Opens a world file in `bytes`, memory of module_allocate that belongs to the module from then on
 * if the answer is OVL_OK. Terrain and heights of a floor and a profile take the place of the map
 * and its profile; the sides of a floor may be up to `most_cells`. After OVL_NO_MEMORY there may be
 * neither map nor world; after other errors both are as before. The world is that of the file, of
 * which module_find answers queries on floor 0 for profile 0. */
int32_t module_open(uint8_t *bytes, uint32_t byte_count, int32_t floor, int32_t profile,
                    int32_t most_cells);

/* Numbers of the world's file, of which module_open took a floor and a profile: 0 links, 1
 * profiles, 2 floors, 3 cells of the floor with extra costs, 4 whether the profile's steps have a
 * rule, and of the profile 5 body_cells, 6 corners, 7 climb, 8 drop, 9 climb_cost, 10 drop_cost. */
void module_file_numbers(int32_t floor, int32_t profile);

/* The name of a profile of the world; "" if there is none. */
const char *module_file_profile(int32_t profile);

/* Returns 1 if a floor of the world has cells, 0 if it is a graph. Numbers: 0 width, 1 height. */
int32_t module_file_floor(int32_t floor);

/* The costs of the steps of a profile from the cells of a row, eight a cell, clockwise from east,
 * in units; 0: not legal. NULL: no memory. Valid until the next call. */
const uint32_t *module_file_steps(int32_t floor, int32_t profile, int32_t y);

#endif
