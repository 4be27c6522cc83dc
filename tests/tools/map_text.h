/* Tiled maps written for tests: the same map in each form that Tiled saves. */
#ifndef OVERLAND_TESTS_TOOLS_MAP_TEXT_H
#define OVERLAND_TESTS_TOOLS_MAP_TEXT_H

#include "tests/support/test.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Text that grows. */
typedef struct map_text {
  char *bytes; /* ends in a zero that is not counted */
  size_t length, room;
} map_text;

void map_text_add(map_text *text, const char *format, ...) TEST_PRINTF(2, 3);
void map_text_clear(map_text *text); /* keeps the memory */
void map_text_free(map_text *text);

typedef enum map_encoding {
  MAP_LISTED, /* an element a tile, or an array of numbers */
  MAP_CSV,    /* XML only */
  MAP_BASE64,
  MAP_ZLIB,
  MAP_GZIP,
  MAP_ENCODING_COUNT
} map_encoding;

typedef struct map_form {
  bool is_json;
  map_encoding encoding;
  int32_t chunk;              /* side of the chunks of an infinite map; 0: a map of fixed size */
  int32_t origin_x, origin_y; /* of an infinite map: where its upper left tile lies */
} map_form;

enum { MAP_LAYERS = 3, MAP_TILE_PIXELS = 16 };

/* Shared by all forms. Layer 0 is floor 0, layer 1 lies upon it, layer 2 is floor 1. Tile 1 is
 * `grass & "moss"` by its class, tile 2 `water` by a property, tile 3 has no name; tiles up to 40
 * exist. */
typedef struct map_model {
  int32_t width, height; /* tiles */
  uint32_t *gids[MAP_LAYERS];
} map_model;

/* Writes the map with four objects: a goal of 2 x 1 tiles at 1,1; a link by a
 * polyline from 0,0 to 2,1, one-way at a cost of 2.5 for `foot boat`; a point at
 * 3,2 that leads to object 4, a point at 1,0 on floor 1; a rectangle at 0,2 that
 * leads to 1:3,2. Both sides should be 4 or more. */
void map_text_write(map_text *text, const map_model *model, const map_form *form);

#endif
