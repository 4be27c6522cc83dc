/* Layers of a Tiled map. Functions return an exit code, after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_LAYERS_H
#define OVERLAND_TOOLS_TILED_TILED_LAYERS_H

#include "tools/tiled/tiled_map.h"
#include "tools/tiled/tree/tiled_tree.h"

/* A layer of any kind, out of the groups around it. */
struct tiled_place {
  const struct tiled_node *node;
  const char *name;                   /* "" if it has none */
  struct tiled_properties properties; /* of the layer; `outer` are the group's */
  double offset_x, offset_y;          /* pixels, with those of its groups */
  struct tiled_place *next;           /* drawn above */
};

/* All layers, flattened, the lowest first. */
int tiled_flatten(const struct tiled_file *file, const struct tiled_node *root,
                  struct tiled_place **places);

/* The box of an infinite map's chunks: its size and origin. */
int tiled_find_box(const struct tiled_file *file, const struct tiled_place *places,
                   struct tiled_map *map);

/* Tile layers; they need the map's size and tilesets. */
int tiled_read_layers(const struct tiled_file *file, const struct tiled_place *places,
                      bool is_infinite, struct tiled_map *map);

#endif
