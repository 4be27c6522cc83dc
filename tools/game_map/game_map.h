/* A game map in memory, whatever file it came from: floors, terrains with names, profiles, links,
 * goals. Every reader ends here, and every bake begins here.
 *
 * A terrain is a byte. In maps of letters it is the letter itself; what pictures and Tiled maps
 * hold gets the byte of the letter that has its name, else a free one. Byte 0 is "void", where
 * there is nothing. */
#ifndef OVERLAND_TOOLS_GAME_MAP_GAME_MAP_H
#define OVERLAND_TOOLS_GAME_MAP_GAME_MAP_H

#include "overland.h"
#include "overland_bake.h"
#include "tools/game_map/terrain_rules.h"
#include "tools/grid/sign_grid.h"
#include "tools/plain/cell_shear.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GAME_NAME_BYTES 64 /* of a terrain's name, the 0 at its end included */
#define GAME_MOST_RANGES 4096

/* Where a thing was written. */
struct game_source {
  const char *file; /* NULL: nowhere */
  size_t line;
};

struct game_floor {
  ovl_cell corner; /* what the file calls its upper left cell; 0, 0 if it does not say */
  int32_t width, height;
  uint8_t *terrain;                 /* a byte a cell, row by row; NULL: a graph floor */
  uint16_t *heights;                /* the same of heights, or NULL */
  uint8_t *extra[OVL_MAX_PROFILES]; /* what is added to a profile's weights, in eighths, or NULL */
};

/* A range of colours of pictures, 0xRRGGBB, or of numbers of grids and greys, and the terrain that
 * it stands for; mostly both ends are one. Of colours each of red, green and blue lies between
 * those of both. */
struct game_range {
  int64_t low, high;
  uint8_t terrain;
};

struct game_ranges {
  struct game_range *list;
  size_t count;
};

struct game_link {
  ovl_link_def def;
  struct game_source source;
};

/* A place with a name: width x height cells from `corner` on. */
struct game_place {
  char name[GAME_NAME_BYTES];
  ovl_cell corner;
  int32_t width, height;
  struct game_source source;
};

struct game_places {
  struct game_place *list;
  size_t count, capacity;
  ovl_place *defs; /* what ovl_bake_def points to, made by game_map_fill_def */
};

/* Names of a legend for colours and numbers, and settings of the whole map. */
struct game_naming {
  struct game_ranges colors, numbers;
  int32_t cost_scale;          /* what all weights and costs are multiplied by, at least 1 */
  bool takes_nearest;          /* a colour that nothing names is the nearest that is named */
  struct terrain_rules *rules; /* for a map of several layers; NULL: none */
  struct cell_shear shear; /* what its cells are; until it is sheared, how its rows are shifted */
  ovl_layout drawn;        /* how its rows were shifted, for pictures */
};

struct game_map {
  ovl_cell origin; /* of its world: cells of links and goals count from there */
  struct game_floor floors[OVL_MAX_FLOORS];
  int32_t floor_count;
  char terrains[256][GAME_NAME_BYTES]; /* the name of each byte; "": it has none */
  struct game_naming naming;
  ovl_profile_def profiles[OVL_MAX_PROFILES];
  struct game_source profile_sources[OVL_MAX_PROFILES];
  int32_t profile_count;
  struct game_link *links;
  size_t link_count, link_capacity;
  struct game_places goals;  /* objects of class `goal`, which paths may lead to */
  struct game_places places; /* that the world keeps */
  /* Arrays that ovl_bake_def points to, made by game_map_fill_def. */
  ovl_floor_def floor_defs[OVL_MAX_FLOORS];
  ovl_link_def *link_defs;
};

/* The profile of a name; -1 if there is none. */
int32_t game_map_find_profile(const struct game_map *map, const char *name);

/* Sets the floors, profiles, links and places of a definition from a map. False without memory. */
bool game_map_fill_def(struct game_map *map, ovl_bake_def *def);

/* One line for a bake that failed: a fault of a link, a place or a profile names the line where it
 * was written. Returns an exit code. */
int game_map_fail_bake(const struct game_map *map, const char *path, ovl_result result,
                       const ovl_fault *fault);

/* Adds the profiles whose names a text lists, parted by commas or blanks, to a set. NULL, or the
 * first name that no profile has, which lies in `unknown`. */
const char *game_map_add_profiles(const struct game_map *map, const char *names, uint32_t *profiles,
                                  char unknown[GAME_NAME_BYTES]);

/* ---- For readers --------------------------------------------------------- */

/* A map without floors, with the letters of the MovingAI format. */
void game_map_begin(struct game_map *map);

/* Takes the names of the letters away, but for void. */
void game_map_forget_letters(struct game_map *map);

/* The first byte of a name; -1 if no terrain has it. */
int32_t game_map_find_terrain(const struct game_map *map, const char *name);

/* The same; a name that no terrain has yet gets a free byte. -1 if none is free. */
int32_t game_map_add_terrain(struct game_map *map, const char *name);

/* The terrain of a colour: of the first range that holds it; else, if the map takes it, of the
 * nearest. -1: none. */
int32_t game_map_find_color(const struct game_map *map, uint32_t color);

/* The terrain of a number: of the first range that holds it; -1: none. */
int32_t game_map_find_number(const struct game_map *map, int32_t number);

/* Finds the terrain of a number as it is written in a grid, or of a letter. */
int32_t game_map_find_sign(const struct game_map *map, const char *text);

/* Adds a link. False if there is no memory. */
bool game_map_add_link(struct game_map *map, const struct game_link *link);

/* Adds a place to those of a map, or to its goals. The same. */
bool game_map_add_place(struct game_places *places, const struct game_place *place);

/* A cost in units times the scale, from one in straight steps over plain ground: rounded, at least
 * 1, more than a link may cost if it is too large. */
uint32_t game_map_link_units(const struct game_map *map, double steps);

/* Frees what a map holds and empties it. */
void game_map_free(struct game_map *map);

#endif
