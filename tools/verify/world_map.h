/* The map and the settings that a world was baked from, read back from it by public calls: the
 * definition of a bake that writes the same file again. */
#ifndef OVERLAND_TOOLS_VERIFY_WORLD_MAP_H
#define OVERLAND_TOOLS_VERIFY_WORLD_MAP_H

#include "overland_bake.h"

/* Rows of a floor. */
struct world_rows {
  uint8_t *terrain;
  uint16_t *heights;                /* NULL: all are 0 */
  uint8_t *extra[OVL_MAX_PROFILES]; /* NULL: all are 0 */
  int32_t capacity;                 /* rows that there is room for */
};

struct world_map {
  const ovl_world *world;
  ovl_bake_def def; /* its floors have the rows that were read last */
  ovl_floor_def *floors;
  ovl_profile_def *profiles;
  ovl_link_def *links;
  ovl_place *places;
  struct world_rows *rows; /* one a floor */
  bool has_heights;
  bool has_extra[OVL_MAX_PROFILES]; /* a profile has extra costs somewhere */
  uint32_t *values;                 /* of the cells of a region */
};

/* Reads all but the cells, and finds which profiles have extra costs: a pass over the cells, if
 * weights differ. To be ended in any case. OVL_OK; OVL_NEEDS_RULE: the world was baked with a step
 * rule; OVL_NO_MEMORY; or, with the fault, why cells can't be read. */
ovl_result world_map_begin(struct world_map *map, const ovl_world *world, ovl_fault *fault);
void world_map_end(struct world_map *map);

/* Whether the map has one floor, of cells, so that a part needs its own rows only. */
bool world_map_has_one_floor(const struct world_map *map);

/* The cell in a column and row of a floor, which are counted from 0. */
ovl_cell world_map_cell(const struct world_map *map, int32_t floor, int32_t x, int32_t y);

/* Makes room for rows of a floor, if there is less. False: no memory. */
bool world_map_make_room(struct world_map *map, int32_t floor, int32_t count);

/* Reads rows of a floor, which replace those that the definition has. OVL_OK, OVL_NO_MEMORY, or,
 * with the fault, why they can't be read. */
ovl_result world_map_take_rows(struct world_map *map, int32_t floor, int32_t first, int32_t count,
                               ovl_fault *fault);

/* Reads all rows of all floors. As above. */
ovl_result world_map_take_all(struct world_map *map, ovl_fault *fault);

/* Gives back the memory of the rows. */
void world_map_drop_rows(struct world_map *map);

/* Reads terrain and heights of rows of floor 0 for a survey; either array may be NULL. As above. */
ovl_result world_map_read(const struct world_map *map, int32_t first, int32_t count,
                          uint8_t *terrain, uint16_t *heights, ovl_fault *fault);

#endif
