/* The map and the world of the Explorer's module: it has one of each. */
#ifndef OVERLAND_EXPLORER_MODULE_WORLD_H
#define OVERLAND_EXPLORER_MODULE_WORLD_H

#include "overland.h"
#include "overland_bake.h"
#include "overland_edit.h"

#define MODULE_NUMBERS 32

/* Numbers that a call returns; its comment lists them. */
double *module_numbers(void);

/* Makes these the numbers that a call returns. */
void module_tell(const double *numbers, size_t count);

/* Texts: of a result, and of the fault of the last call that had one ("" if there was none), whose
 * `where`, `found` and `expected` are then numbers 0 to 2. */
const char *module_result_text(int32_t result);
const char *module_fault_text(void);

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

/* Extra costs of steps for the step rule, eight a cell, clockwise from east, 0 to 2^20 units or
 * UINT32_MAX for a step that is not allowed; made, all 0, when first asked for. NULL: no memory. */
uint32_t *module_map_steps(void);

/* Leaves heights, or the extra costs of steps, out of the next bake. */
void module_map_drop_heights(void);
void module_map_drop_steps(void);

/* The only profile of the next bake. Returns its weights: 256 bytes, eighths. */
uint8_t *module_profile(int32_t corners, int32_t body_cells);

/* Replaces it as a whole. */
void module_set_profile(const ovl_profile_def *profile);

/* How it climbs: limits (below 0: none) and costs in units for each unit of height. */
void module_profile_heights(int32_t climb, int32_t drop, uint32_t climb_cost, uint32_t drop_cost);

/* ---- The world ---- */

/* Bakes the map. 0: chosen by the map; label_bytes below 0: the default; 0: overlays
 * alone. */
int32_t module_bake(int32_t region_cells, int32_t spacing_cells, int32_t label_bytes);

/* Takes over a world whose map was taken before, and the bytes that it was opened from. */
void module_take_world(ovl_world *world, uint8_t *bytes, size_t byte_count);

/* Writes the world file: returns its bytes, number 0 is their count; NULL: no memory, no world. It
 * is valid until the next call. */
const uint8_t *module_save(void);

/* The world that is asked, which may be a fork; NULL: there is none. */
const ovl_world *module_world(void);

/* Numbers of the world: 0 width, 1 height, 2 region_cells, 3 regions_x, 4 regions_y, 5
 * spacing_cells, 6 overlay_levels, 7 waypoints, 8 edges, 9 ovl_method, 10 ovl_labels, 11 islands,
 * 12 open_cells, 13 bytes of the world, 14 number of the version, 15 regions rebuilt, 16 whether
 * labels are up to date, 17 body_cells, 18 corners, 19 whether the map has heights, 20 climb, 21
 * drop, 22 climb_cost, 23 drop_cost. */
int32_t module_describe(void);

/* ---- Edits ---- */

/* Sets the terrain, or the heights, of w x h cells to `stamp`, a value a cell, where the byte of
 * `mask` is not 0. Both are memory of module_allocate; `mask` may be NULL. The map and the world
 * change; module_rebuilt lists the regions that were rebuilt. */
int32_t module_edit(int32_t heights, int32_t x, int32_t y, int32_t w, int32_t h,
                    const uint16_t *stamp, const uint8_t *mask);

/* The regions that the last edit rebuilt. Number 0: how many. */
const uint32_t *module_rebuilt(void);

/* Makes these the regions in which a version differs from one before it. */
void module_list_rebuilt(const ovl_world *world, const ovl_world *before);

/* Makes labels anew after edits, for up to `budget` expansions. Number 0: 1 once it is done. An
 * edit in the meantime begins it again. */
int32_t module_refresh(int32_t budget);

/* ---- A fork ---- */

/* Begins a fork of the world as it is now, in place of the one before; ends it. Edits of the world
 * do not reach it, and a new world ends it. */
int32_t module_fork_begin(void);
void module_fork_end(void);

/* As module_edit for terrain, in the fork alone: the map stays as it is. */
int32_t module_fork_edit(int32_t x, int32_t y, int32_t w, int32_t h, const uint16_t *stamp,
                         const uint8_t *mask);

/* Sets whether queries use the fork, if there is one, instead of the world. */
void module_ask_fork(int32_t fork);

/* How edits are applied to the world and to versions of it. Valid until the next call. */
const ovl_apply_def *module_apply_def(void);

/* The fork; NULL: there is none. */
const ovl_world *module_fork(void);

#endif
