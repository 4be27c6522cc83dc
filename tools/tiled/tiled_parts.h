/* The parts of reading a Tiled map, in the order in which tiled_map.c goes through
 * them. Each fills its fields of the map from the file's tree, and returns an exit
 * code after one line if it is not EXIT_DONE. */
#ifndef OVERLAND_TOOLS_TILED_TILED_PARTS_H
#define OVERLAND_TOOLS_TILED_TILED_PARTS_H

#include "tools/tiled/tiled_tree.h"

/* A layer of any kind, out of the groups around it. */
struct tiled_place {
  const struct tiled_node *node;
  const char *name;                   /* "" if it has none */
  struct tiled_properties properties; /* of the layer; `outer` are the group's */
  double offset_x, offset_y;          /* pixels, with those of its groups */
  bool visible;                       /* it and its groups */
  struct tiled_place *next;           /* drawn above */
};

/* The properties of any element. */
int tiled_read_properties(const struct tiled_file *file, const struct tiled_node *element,
                          struct tiled_properties *properties);

/* Tilesets and their tiles; reads external ones from beside the map. */
int tiled_read_tilesets(const struct tiled_file *file, const struct tiled_node *root,
                        struct tiled_map *map);

/* All layers, flattened, the lowest first. */
int tiled_flatten(const struct tiled_file *file, const struct tiled_node *root,
                  struct tiled_place **places);

/* The box of an infinite map's chunks: its size and origin. */
int tiled_find_box(const struct tiled_file *file, const struct tiled_place *places,
                   struct tiled_map *map);

/* Tile layers; they need the map's size and tilesets. */
int tiled_read_layers(const struct tiled_file *file, const struct tiled_place *places,
                      bool is_infinite, struct tiled_map *map);

/* What floors the tile layers make, and how large they are. */
int tiled_find_floors(const struct tiled_file *file, struct tiled_map *map);

/* Objects of all object layers. */
int tiled_read_objects(const struct tiled_file *file, const struct tiled_place *places,
                       struct tiled_map *map);

/* Links by objects; checks goals, and names the classes that have no use. */
int tiled_read_links(const struct tiled_file *file, struct tiled_map *map);

/* Warns of all that has a meaning which is not read: elements, attributes and
 * properties. `root` is that of a map or of a tileset. */
void tiled_name_unknown(const struct tiled_file *file, const struct tiled_node *root);

#endif
