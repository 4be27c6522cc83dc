/* The data of a tile layer: a gid a tile, in any of the ways that Tiled writes
 * them. */
#ifndef OVERLAND_TOOLS_TILED_TILED_DATA_H
#define OVERLAND_TOOLS_TILED_TILED_DATA_H

#include "tools/tiled/tree/tiled_tree.h"

#include <stddef.h>
#include <stdint.h>

enum tiled_encoding { TILED_ELEMENTS, TILED_CSV, TILED_BASE64, TILED_ZLIB, TILED_GZIP };

/* How the element `data` says that it is encoded. An exit code. */
int tiled_data_encoding(const struct tiled_file *file, const struct tiled_node *data,
                        enum tiled_encoding *encoding);

struct tiled_data {
  const struct tiled_node *node; /* `data` or `chunk` */
  enum tiled_encoding encoding;
  const char *layer_name; /* for errors */
  int32_t width, height;  /* tiles: what it should hold */
};

/* Reads as many gids as there should be, without the bits of flips. Memory is
 * taken as they are there, not as they are promised. An exit code; *gids is the
 * caller's to free, NULL after a failure. */
int tiled_data_read(const struct tiled_file *file, const struct tiled_data *data, uint32_t **gids);

#endif
