/* A project of LDtk that is being read: what its parts share. */
#ifndef OVERLAND_TOOLS_LDTK_LDTK_PROJECT_H
#define OVERLAND_TOOLS_LDTK_LDTK_PROJECT_H

#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

enum { LDTK_MOST_VALUE = 65535, LDTK_MOST_PIXELS = 1 << 26 };

/* A level and where it lies. */
struct ldtk_level {
  const struct tiled_node *layers; /* its `layerInstances`; NULL: it has none */
  int32_t x, y, width, height;     /* pixels; x and y of its world */
  int32_t world, depth;            /* of several worlds in a project; within a world */
  int32_t floor;
};

/* A layer of the project: its values, and the gids that stand for them. */
struct ldtk_layer {
  const struct tiled_node *node; /* its definition */
  const char *name, *type;
  uint32_t first_gid; /* of its value 0 */
  uint32_t most;      /* the highest value, at least 1 */
};

struct ldtk {
  const struct tiled_file *file;
  struct tiled_map *map;
  struct ldtk_level *levels;
  size_t level_count;
  struct ldtk_layer *layers; /* the topmost first, as in the file */
  size_t layer_count;
  int32_t grid;      /* pixels along a cell */
  int32_t left, top; /* pixels: what becomes 0, 0 */
  bool levels_are_floors;
  uint64_t *filled; /* cells that levels, values and tiles have filled so far */
};

/* A layer of a level: its grid, and where it lies in the world. */
struct ldtk_instance {
  const struct tiled_node *node;
  const struct ldtk_level *level;
  int32_t grid, columns, rows, x, y;
};

/* The first item of a list that is a member; NULL: there is none. */
const struct tiled_node *ldtk_first(const struct tiled_node *parent, const char *list);

/* How many items there are from one on. */
size_t ldtk_count(const struct tiled_node *item);

/* The text of a member; "" if there is none. */
const char *ldtk_text(const struct tiled_node *node, const char *name);

/* The cell of a pixel. */
int32_t ldtk_cell(int32_t pixels, int32_t grid);

/* Reads where a layer of a level lies. An exit code, after one line if it is not EXIT_DONE. */
int ldtk_read_instance(const struct ldtk *ldtk, const struct ldtk_level *level,
                       const struct tiled_node *node, struct ldtk_instance *instance);

#endif
