/* The map and the world of the Explorer's module: it has one of each. */
#ifndef OVERLAND_EXPLORER_MODULE_WORLD_H
#define OVERLAND_EXPLORER_MODULE_WORLD_H

#include "overland.h"
#include "overland_bake.h"
#include "overland_edit.h"

#define MODULE_NUMBERS 40

/* Numbers that a call returns; its comment lists them. */
double *module_numbers(void);

/* Makes these the numbers that a call returns. */
void module_tell(const double *numbers, size_t count);

/* Keeps a fault for module_fault_text. */
void module_keep_fault(const ovl_fault *fault);

/* ---- The map ---- */

/* A new map, all blocked and flat, without a world. Returns its terrain, a byte a cell; NULL: too
 * large for the memory, or no sides of a map. The old map and its world are gone in any case. */
uint8_t *module_map_begin(int32_t width, int32_t height);

/* The terrain of the present map; NULL: there is none. */
const uint8_t *module_map_terrain(void);

/* Its heights, a value a cell: made when first asked for; NULL: no memory. */
uint16_t *module_map_heights(void);

/* The only profile of the next bake. Returns its weights: 256 bytes, eighths. */
uint8_t *module_profile(int32_t corners, int32_t body_cells);

/* ---- The world ---- */

/* Bakes the map. 0: chosen by the map; label_bytes below 0: the default; 0: overlays
 * alone. */
int32_t module_bake(int32_t region_cells, int32_t spacing_cells, int32_t label_bytes);

/* Numbers of a world and one of its profiles: 0 width, 1 height of the plane, in which floors lie
 * one below the other, 2 region_cells, 3 regions_x, 4 regions_y, 5 spacing_cells, 6 overlay_levels,
 * 7 floors, 8 profiles, 9 links; of the profile 10 open cells, 11 islands, 12 waypoints, 13 edges,
 * 14 ovl_method, 15 ovl_labels; bytes of its file, of which `file` is the world: 16 all, 17 labels,
 * 18 overlays, 19 islands, 20 header and tables; 21 version, 22 regions rebuilt, 23 whether labels
 * are up to date; of the profile 24 body_cells, 25 corners, 26 whether it uses a step rule; 27
 * whether floor 0 has heights; 28 climb, 29 drop, 30 climb_cost, 31 drop_cost; 32 whether its cells
 * are hexagons. Returns false without such a world. */
bool module_tell_world(const ovl_world *world, const ovl_world *file, int32_t number);
enum { WORLD_NUMBERS = 33 };

/* The world that is asked, which may be a fork; NULL: there is none. */
const ovl_world *module_world(void);

/* Returns whether the cells of the map are hexagons. */
bool module_is_hexagonal(void);

/* ovl_world_step for profile 0 and one of eight directions, clockwise from east, of which 1 and 5
 * lead nowhere from hexagons. `world` is a version of the map's. */
uint64_t module_step_units(const ovl_world *world, ovl_cell from, uint32_t direction);

/* ---- Edits ---- */

/* The regions that the last edit rebuilt. Number 0: how many. */
const uint32_t *module_rebuilt(void);

/* Makes these the regions in which a version differs from one before it. */
void module_list_rebuilt(const ovl_world *world, const ovl_world *before);

/* ---- A fork ---- */

/* Sets whether queries use the fork, if there is one, instead of the world. */
void module_ask_fork(int32_t fork);

/* How edits are applied to the world and to versions of it. Valid until the next call. */
const ovl_apply_def *module_apply_def(void);

/* The fork; NULL: there is none. */
const ovl_world *module_fork(void);

#endif
