/* The map that a bake reads: the caller's floors as one plane, seen by each profile.
 *
 * Invariant: whatever is asked about the plane has an answer; what belongs to no floor is
 * void, which nobody can stand on. Nothing is copied: the floors are the caller's. */
#ifndef OVERLAND_COARSE_BLOCKS_MAP_H
#define OVERLAND_COARSE_BLOCKS_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "coarse/format/world_format.h"
#include "overland.h"

/* A floor and where it begins in the plane. */
typedef struct ovi_map_floor {
  ovl_floor_def def;
  int32_t y;         /* its first row */
  int32_t w, h;      /* what it takes of the plane */
  int32_t first_row; /* of the floor that the array of terrain begins with; others are not asked for
                        if it is cut */
} ovi_map_floor;

/* Where cells of floors come from if not from the arrays that the caller gave: rows of cells that
 * lie on one floor. */
typedef struct ovi_cell_source {
  void (*terrain)(const void *user, int32_t x, int32_t y, int32_t w, uint8_t *out);
  void (*heights)(const void *user, int32_t x, int32_t y, int32_t w, uint16_t *out);
  /* Adds to the weights of a profile, where they are not 0, what they are beyond terrain. */
  void (*add_extra)(const void *user, int32_t profile, int32_t x, int32_t y, int32_t w,
                    uint8_t *weights);
  const void *user;
} ovi_cell_source;

struct ovi_directed;

typedef struct ovi_map {
  ovi_map_floor floors[OVL_MAX_FLOORS];
  int32_t floor_count;
  const ovi_cell_source *source; /* NULL: the floors' own arrays */
  const ovl_profile_def *profiles;
  int32_t profile_count;
  const ovl_link_def *links;
  int32_t link_count;
  ovl_step_rule_fn step_rule; /* NULL: none */
  void *step_rule_user;
  uint32_t step_rule_profiles;
  int32_t width, height; /* of the plane */
  int32_t region_cells;
  int32_t spacing;
  const struct ovi_directed *directed; /* which layers are; NULL before the bake begins */
  bool has_heights;                    /* some cell's is not 0 */
  uint32_t most_rise;                  /* from the lowest cell to the highest */
} ovi_map;

/* What a region, what touches it, and what lies right of and below that, as far as a body
 * reaches, may have: words of a row, and rows. */
enum { OVI_MAP_ROW_WORDS = 3, OVI_MAP_ROWS = OVL_MAX_REGION_CELLS + 2 + OVL_MAX_BODY_CELLS };

/* Whether the step rule is asked for a profile. */
bool ovi_map_asks_rule(const ovi_map *map, int32_t profile);

/* Lays out the floors in the plane and sets its size and heights; all else is set.
 * False if the plane would have more rows or regions than fit 31 bits. */
bool ovi_map_lay_out(ovi_map *map);

/* Letters of a name; OVL_NAME_BYTES if no 0 ends it. */
size_t ovi_name_letters(const char *name);

/* From a cell of a floor to the plane, and back; the cell is one. */
void ovi_map_to_plane(const ovi_map *map, ovl_cell cell, int32_t *x, int32_t *y);
ovl_cell ovi_map_from_plane(const ovi_map *map, int32_t x, int32_t y);

/* Whether a cell is one of its floor. */
bool ovi_map_has(const ovi_map *map, ovl_cell cell);

/* Rows of the plane from (x, y) on, w cells each. */
void ovi_map_terrain_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint8_t *out);
void ovi_map_height_row(const ovi_map *map, int32_t x, int32_t y, int32_t w, uint16_t *out);

/* What the cells weigh for a profile, extra cost included, its body apart; 0 blocks. */
void ovi_map_weight_row(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                        uint8_t *out);

/* The positions of w x h cells from (x, y) on at which a profile's body can stand, as bits;
 * w and h are up to OVL_MAX_REGION_CELLS + 2. Rows behind them are worked in. */
void ovi_map_open_rows(const ovi_map *map, int32_t profile, int32_t x, int32_t y, int32_t w,
                       int32_t h, uint64_t (*rows)[OVI_MAP_ROW_WORDS]);

/* Whether one position is open. */
bool ovi_map_is_open(const ovi_map *map, int32_t profile, int32_t x, int32_t y);

#endif
