/* Statements `terrain NAME = ...` of a legend: what says that a cell is of a terrain, in maps of
 * several layers.
 *
 *     terrain wall = layer "Collision"         a tile of a layer of that name or class, or in a
 *                                              group of that name
 *     terrain wall = property collides=true    a tile, a layer or an object with that property;
 *                                              without a value: any but false
 *     terrain door = tiles "Town" 4,9-12       tiles of a tileset, by their numbers in it
 *     terrain wall = shapes                    a tile of whose area collision shapes cover more
 *                                              than half
 *     terrain lake = objects "Water"           an object of that layer, class or name covers the
 *                                              cell's centre; a point: the cell that it lies in
 *     terrain ground = other                   a tile that nothing else names
 *
 * Of several that fit a cell the last one of the legend counts. Where none fits, the topmost tile
 * with a class says what the cell is; then `other`. A cell without a tile is `void`, but in maps
 * made of levels `empty` or `other` if it is in one of them. */
#ifndef OVERLAND_TOOLS_GAME_MAP_TERRAIN_RULES_H
#define OVERLAND_TOOLS_GAME_MAP_TERRAIN_RULES_H

#include "tools/tiled/tiled_map.h"

#define TERRAIN_MOST_RULES 254

enum terrain_rule_kind {
  TERRAIN_LAYER,
  TERRAIN_PROPERTY,
  TERRAIN_TILES,
  TERRAIN_SHAPES,
  TERRAIN_OBJECTS,
  TERRAIN_OTHER
};

#define TERRAIN_TEXT_BYTES 256

struct terrain_rule {
  enum terrain_rule_kind kind;
  uint8_t terrain;
  char name[TERRAIN_TEXT_BYTES];  /* of the layer, property or tileset; "" if the kind has none */
  char value[TERRAIN_TEXT_BYTES]; /* of the property; numbers of the tiles, as 4,9-12; "": none */
  size_t line;                    /* of the legend */
};

struct terrain_rules {
  const char *path; /* of the legend */
  struct terrain_rule list[TERRAIN_MOST_RULES];
  int32_t count;
};

/* Names of terrains; of rules, tiles with a class, cells with and without a tile. */
struct terrain_taking {
  const struct tiled_map *tiled;
  const struct terrain_rules *rules;
  const uint8_t *classes; /* the terrain of each tile of tiled->tiles; 0: it has no class */
  int32_t floor;
  uint64_t unnamed;     /* set: cells with a tile that nothing names */
  size_t first_unnamed; /* set: the first of them */
};

/* Fails if a layer, a tileset or a property that a rule names is not there. An exit code. */
int terrain_rules_check(const struct terrain_rules *rules, const char *map_path,
                        const struct tiled_map *tiled);

/* Finds the terrain of each cell of a floor, row by row; 0 where there is none. False: no memory.
 */
bool terrain_rules_apply(struct terrain_taking *taking, uint8_t *terrain);

/* Counts the cells that objects give to a rule, on all floors. False: no memory. */
bool terrain_rules_count_objects(const struct tiled_map *tiled, const struct terrain_rule *rule,
                                 uint64_t *cells);

/* Parses numbers as 4,9-12 and looks for one of them. Returns whether the text is well formed;
 * *found, unless it is NULL, is set. */
bool terrain_numbers_hold(const char *text, uint32_t number, bool *found);

#endif
