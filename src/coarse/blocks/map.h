/* A map as a bake reads it: all floors of the caller laid out in one plane of cells, and read for
 * each profile. Invariant: every cell of the plane can be read; cells that belong to no floor are
 * void, which blocks all profiles. Nothing is copied: the arrays of the floors remain the caller's.
 */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_H
#define OVERLAND_COARSE_BLOCKS_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/plane.h"
#include "coarse/format/world_format.h"
#include "common/cell.h"
#include "overland.h"
#include "overland_bake.h"

/* A floor and its rectangle of the plane. */
typedef struct ovi_map_floor {
  ovl_floor_def def;
  int32_t y;         /* its first row of the plane */
  int32_t w, h;      /* its size in the plane, in cells */
  int32_t first_row; /* row of the floor where its arrays begin */
  int32_t rows;      /* rows that they hold; others are never read */
} ovi_map_floor;

/* The least and the greatest of some heights. */
typedef struct ovi_height_range {
  uint32_t least, most;
} ovi_height_range;

static inline ovi_height_range ovi_height_range_none(void) {
  return (ovi_height_range){UINT16_MAX, 0};
}

static inline uint32_t ovi_height_rise(const ovi_height_range *range) {
  return range->most > range->least ? range->most - range->least : 0;
}

/* A source of cells other than the arrays of the caller. Each call reads w cells of the plane from
 * (x, y) on, which lie on one floor. */
typedef struct ovi_cell_source {
  void (*terrain)(const void *user, int32_t x, int32_t y, int32_t w, uint8_t *out);
  void (*heights)(const void *user, int32_t x, int32_t y, int32_t w, uint16_t *out);
  /* Adds the extra weights of a profile, in eighths, to those weights that are not 0. */
  void (*add_extra)(const void *user, int32_t profile, int32_t x, int32_t y, int32_t w,
                    uint8_t *weights);
  const void *user;
} ovi_cell_source;

struct ovi_directed;
struct ovi_survey;

/* The caller's step rule. */
typedef struct ovi_map_step_rule {
  ovl_step_rule_fn fn; /* NULL: none */
  void *user;
  uint32_t profiles; /* a bit for each profile that it applies to; 0: all */
  bool is_mutual;    /* it answers the same for each step and the step back */
} ovi_map_step_rule;

/* A map to be baked, or the map of a version that an edit makes. */
typedef struct ovi_map {
  ovi_map_floor *floors; /* in memory of the map's owner; NULL: only the sizes are known */
  int32_t floor_count;
  const ovi_cell_source *source; /* NULL: the floors' own arrays */
  const ovl_profile_def *profiles;
  int32_t profile_count;
  const ovl_link_def *links;
  int32_t link_count;
  const ovl_place *places;
  int32_t place_count;
  ovi_map_step_rule rule;
  ovi_plane plane;
  const struct ovi_survey *survey;     /* NULL: the map has all of its rows */
  const struct ovi_directed *directed; /* which layers are directed; NULL before the bake begins */
  bool has_heights;                    /* the height of some cell is not 0 */
  uint32_t most_rise;                  /* difference between the greatest and the least height */
} ovi_map;

/* Greatest size of the area that is read for a region: the region, the cells around it, those
 * within reach of walls around these, and as many more as a body covers; in words of a row, and
 * rows. */
enum {
  OVI_MAP_ROW_WORDS = 3,
  OVI_MAP_MOST_SIDE = OVL_MAX_REGION_CELLS + 2 + 2 * OVL_WALL_CELLS,
  OVI_MAP_ROWS = OVI_MAP_MOST_SIDE + OVL_MAX_BODY_CELLS
};

/* Returns whether the caller's step rule applies to a profile, and to any profile. */
bool ovi_map_has_rule(const ovi_map *map, int32_t profile);
bool ovi_map_has_some_rule(const ovi_map *map);

/* Returns whether a layer is one of OVI_PROFILE_MUTUAL: the profile has a mutual rule and equal
 * limits of climbing, and no link is for it, open or closed. */
bool ovi_map_is_mutual(const ovi_map *map, int32_t profile);

/* Lays out one floor below those before it, and grows the plane, whose size is 0 before the first
 * floor. False: the plane would have too many rows. */
bool ovi_map_lay_out_floor(ovi_map *map, ovi_map_floor *floor);

/* Divides the plane of all floors into regions. False: they are too many. */
bool ovi_map_divide(ovi_map *map);

/* Length of a name in bytes; OVL_NAME_BYTES if no 0 ends it. */
size_t ovi_name_letters(const char *name);

/* Converts a cell of a floor, which must exist, to one of the plane. */
ovl_cell ovi_map_to_plane(const ovi_map *map, ovl_cell cell);

/* Converts plane coordinates to a cell of a floor. */
ovl_cell ovi_map_from_plane(const ovi_map *map, int32_t x, int32_t y);

/* Returns whether a cell exists on its floor. */
bool ovi_map_has(const ovi_map *map, ovl_cell cell);

/* Reads the terrain of w cells of the plane from (x, y) on; 0 in the void. */
void ovi_map_terrain_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint8_t *out);

/* Reads the heights of w cells of the plane from (x, y) on; 0 in the void. */
void ovi_map_height_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint16_t *out);

/* Widens a range by the heights of the rows of a floor that its arrays hold; without heights they
 * are 0. */
void ovi_map_widen_range(const ovi_map *map, const ovi_map_floor *floor, ovi_height_range *range);

/* Returns the difference between the greatest and the least height of all cells, and stores whether
 * some height is not 0. Cells without heights count as 0. */
uint32_t ovi_map_find_rise(const ovi_map *map, bool *has_heights);

/* Reads the weights of w cells for a profile, extra weights included, in eighths; 0 blocks. The
 * body of the profile is not considered. */
void ovi_map_weight_row(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                        uint8_t *out);

/* Sets bits for the positions, among w x h cells from (x, y) on, where the body of a profile can
 * stand; w and h are up to OVI_MAP_MOST_SIDE. `rows` needs h + OVL_MAX_BODY_CELLS - 1 rows: those
 * after h are scratch. */
void ovi_map_open_rows(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                       int32_t h, uint64_t (*rows)[OVI_MAP_ROW_WORDS]);

/* Adds what a profile with costs beside walls pays for them to the weights of the cells of a
 * rectangle in the map, one floor high, whose rows are `stride` apart: of those where its body can
 * stand, up to 255. Cells up to OVL_WALL_CELLS from the rectangle are read, and those that bodies
 * there cover. */
void ovi_map_add_walls(const ovi_map *map, int32_t profile, ovi_rectangle cells, uint8_t *weights,
                       uint32_t stride);

/* Returns whether the body of a profile can stand at one position. */
bool ovi_map_is_open(const ovi_map *map, int32_t profile, int32_t x, int32_t y);

#endif
