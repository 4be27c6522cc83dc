/* Layers of a Tiled map out of their groups, and the gids of the tile layers: see tiled_layers.h.
 *
 * The chunks of an infinite map are laid into one box that holds them all, the same for each layer,
 * so that its cells are those of any other map. */
#include "tools/tiled/tiled_layers.h"

#include "tools/tiled/tiled_data.h"
#include "tools/tiled/tiled_tilesets.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Chunks far apart would ask for a box without end: 1 GiB for all layers. */
#define MOST_TILES (INT64_C(1) << 28)

/* ---- Out of the groups --------------------------------------------------- */

struct flattening {
  const struct tiled_file *file;
  struct tiled_place *first, *last; /* of what was found */
};

static bool is_layer(const struct tiled_node *node) {
  return tiled_is_element(node, "layer") || tiled_is_element(node, "objectgroup") ||
         tiled_is_element(node, "group");
}

static int fill_place(const struct tiled_file *file, const struct tiled_node *node,
                      const struct tiled_place *group, struct tiled_place *place) {
  const char *name = tiled_attribute(node, "name");
  place->node = node;
  place->name = name != NULL ? name : "";
  int code = tiled_read_properties(file, node, &place->properties);
  if (code == EXIT_DONE) {
    code = tiled_real(file, node, "offsetx", &place->offset_x);
  }
  if (code == EXIT_DONE) {
    code = tiled_real(file, node, "offsety", &place->offset_y);
  }
  place->properties.owner = place->name;
  if (group != NULL) {
    place->properties.outer = &group->properties;
    place->offset_x += group->offset_x;
    place->offset_y += group->offset_y;
  }
  return code;
}

/* Groups are nested no deeper than the tree is. */
static int flatten(struct flattening *flattening, const struct tiled_node *parent,
                   const struct tiled_place *group) {
  for (const struct tiled_node *node = parent->first; node != NULL; node = node->next) {
    if (!is_layer(node)) {
      continue;
    }
    struct tiled_place *place = tiled_arena_take(flattening->file->arena, 1, sizeof *place);
    if (place == NULL) {
      return reader_fail_memory(&flattening->file->reader);
    }
    int code = fill_place(flattening->file, node, group, place);
    if (code == EXIT_DONE && tiled_is_element(node, "group")) {
      code = flatten(flattening, node, place);
    } else if (code == EXIT_DONE) {
      if (flattening->last == NULL) {
        flattening->first = place;
      } else {
        flattening->last->next = place;
      }
      flattening->last = place;
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}

int tiled_flatten(const struct tiled_file *file, const struct tiled_node *root,
                  struct tiled_place **places) {
  struct flattening flattening = {file, NULL, NULL};
  const int code = flatten(&flattening, root, NULL);
  *places = flattening.first;
  return code;
}

static bool is_tile_layer(const struct tiled_place *place) {
  return strcmp(place->node->name, "layer") == 0;
}

/* ---- Chunks -------------------------------------------------------------- */

struct chunk {
  int32_t x, y, width, height; /* tiles */
};

static int read_chunk(const struct tiled_file *file, const struct tiled_node *node,
                      struct chunk *chunk) {
  const int32_t far = 1 << 30;
  *chunk = (struct chunk){0};
  const struct tiled_number numbers[] = {{"x", -far, far, &chunk->x},
                                         {"y", -far, far, &chunk->y},
                                         {"width", 1, OVL_MAX_SIDE_CELLS, &chunk->width},
                                         {"height", 1, OVL_MAX_SIDE_CELLS, &chunk->height}};
  int code = tiled_wholes(file, node, numbers, 4);
  if (code == EXIT_DONE && (chunk->width == 0 || chunk->height == 0)) {
    code = reader_fail(&file->reader, "line %zu: a chunk has no width or no height", node->line);
  }
  return code;
}

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most_of(int32_t a, int32_t b) { return a > b ? a : b; }

/* The chunks of one layer; left > right as long as none was seen. */
struct box {
  int32_t left, top, right, bottom;
  int64_t layers;
};

static int widen_box(const struct tiled_file *file, const struct tiled_place *place,
                     struct box *box) {
  const struct tiled_node *data = tiled_find(place->node, "data");
  for (const struct tiled_node *node = data != NULL ? data->first : NULL; node != NULL;
       node = node->next) {
    struct chunk chunk;
    if (!tiled_is_element(node, "chunk")) {
      continue;
    }
    const int code = read_chunk(file, node, &chunk);
    if (code != EXIT_DONE) {
      return code;
    }
    box->left = least_of(box->left, chunk.x);
    box->top = least_of(box->top, chunk.y);
    box->right = most_of(box->right, chunk.x + chunk.width);
    box->bottom = most_of(box->bottom, chunk.y + chunk.height);
  }
  return EXIT_DONE;
}

int tiled_find_box(const struct tiled_file *file, const struct tiled_place *places,
                   struct tiled_map *map) {
  struct box box = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN, 0};
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    if (is_tile_layer(place)) {
      const int code = widen_box(file, place, &box);
      if (code != EXIT_DONE) {
        return code;
      }
      box.layers++;
    }
  }
  if (box.left > box.right) {
    return reader_fail(&file->reader, "the map is infinite and has no chunk of tiles");
  }
  const int64_t width = (int64_t)box.right - box.left;
  const int64_t height = (int64_t)box.bottom - box.top;
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS ||
      width * height > MOST_TILES / box.layers) {
    return reader_fail(&file->reader,
                       "the chunks of the infinite map span %" PRId64 " x %" PRId64
                       " tiles in %" PRId64 " layers; they should span %d a side and %" PRId64
                       " tiles at most",
                       width, height, box.layers, OVL_MAX_SIDE_CELLS, MOST_TILES);
  }
  map->grid.width = (int32_t)width;
  map->grid.height = (int32_t)height;
  map->grid.origin_x = box.left;
  map->grid.origin_y = box.top;
  return EXIT_DONE;
}

static int read_chunks(const struct tiled_file *file, struct tiled_data *data,
                       const struct tiled_map *map, struct tiled_layer *layer) {
  const struct tiled_node *parent = data->node;
  size_t line;
  const char *text = tiled_text(file, parent, &line);
  if (text == NULL || text[0] != '\0') {
    return text == NULL ? reader_fail_memory(&file->reader)
                        : reader_fail(&file->reader,
                                      "line %zu: layer '%.60s' of an infinite map has data "
                                      "outside of chunks",
                                      line, layer->name);
  }
  layer->gids = calloc((size_t)layer->width * (size_t)layer->height, sizeof *layer->gids);
  if (layer->gids == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_node *node = parent->first; node != NULL; node = node->next) {
    struct chunk chunk;
    uint32_t *gids = NULL;
    if (!tiled_is_element(node, "chunk")) {
      continue;
    }
    int code = read_chunk(file, node, &chunk);
    data->node = node;
    data->width = chunk.width;
    data->height = chunk.height;
    code = code == EXIT_DONE ? tiled_data_read(file, data, &gids) : code;
    if (code != EXIT_DONE) {
      return code;
    }
    for (int32_t y = 0; y < chunk.height; y++) {
      const size_t row = (size_t)(chunk.y - map->grid.origin_y + y) * (size_t)layer->width;
      memcpy(layer->gids + row + (size_t)(chunk.x - map->grid.origin_x),
             gids + (size_t)y * (size_t)chunk.width, (size_t)chunk.width * sizeof *gids);
    }
    free(gids);
  }
  return EXIT_DONE;
}

/* ---- Tile layers --------------------------------------------------------- */

static int read_head(const struct tiled_file *file, const struct tiled_place *place,
                     struct tiled_layer *layer) {
  const struct tiled_node *node = place->node;
  const char *class_name = tiled_attribute(node, "class");
  const struct tiled_property *floor = tiled_find_property(&place->properties, "floor");
  int64_t number = 0;
  layer->name = place->name;
  layer->class_name = class_name != NULL ? class_name : "";
  layer->is_heights = strcmp(layer->class_name, "heights") == 0;
  layer->properties = place->properties;
  layer->line = node->line;
  if (floor != NULL &&
      (!tiled_parse_whole(floor->value, &number) || number < 0 || number >= TILED_MOST_FLOORS)) {
    return reader_fail(
        &file->reader,
        "line %zu: the floor of layer '%.60s' is '%.40s'; it should be a whole number "
        "from 0 to %d",
        floor->line, layer->name, floor->value, TILED_MOST_FLOORS - 1);
  }
  layer->floor = (int32_t)number;
  const bool is_moved = place->offset_x != 0 || place->offset_y != 0;
  int32_t x = 0, y = 0;
  const struct tiled_number numbers[] = {{"x", INT32_MIN, INT32_MAX, &x},
                                         {"y", INT32_MIN, INT32_MAX, &y}};
  const int code = tiled_wholes(file, node, numbers, 2);
  if (code == EXIT_DONE && (is_moved || x != 0 || y != 0)) {
    reader_warn(&file->reader,
                "line %zu: layer '%.60s' is drawn off its place; its tiles count where they lie",
                node->line, layer->name);
  }
  return code;
}

/* Tiles are compressed, so a small file could ask for much memory. */
static int check_tiles(const struct tiled_file *file, const struct tiled_map *map,
                       const struct tiled_layer *layer) {
  int64_t tiles = 0;
  for (size_t i = 0; i < map->layer_count; i++) {
    tiles += (int64_t)map->layers[i].width * map->layers[i].height;
  }
  if (tiles > MOST_TILES) {
    return reader_fail(&file->reader,
                       "line %zu: with layer '%.60s' of %" PRId32 " x %" PRId32
                       " the map has %" PRId64 " tiles; there may be %" PRId64,
                       layer->line, layer->name, layer->width, layer->height, tiles, MOST_TILES);
  }
  return EXIT_DONE;
}

static int read_gids(const struct tiled_file *file, const struct tiled_place *place,
                     bool is_infinite, const struct tiled_map *map, struct tiled_layer *layer) {
  struct tiled_data data = {.node = tiled_find(place->node, "data"), .layer_name = layer->name};
  layer->width = map->grid.width;
  layer->height = map->grid.height;
  if (data.node == NULL) {
    return reader_fail(&file->reader, "line %zu: layer '%.60s' has no data", layer->line,
                       layer->name);
  }
  int code = tiled_data_encoding(file, data.node, &data.encoding);
  if (code == EXIT_DONE && is_infinite) {
    return read_chunks(file, &data, map, layer);
  }
  const struct tiled_number numbers[] = {{"width", 1, OVL_MAX_SIDE_CELLS, &layer->width},
                                         {"height", 1, OVL_MAX_SIDE_CELLS, &layer->height}};
  if (code == EXIT_DONE) {
    code = tiled_wholes(file, place->node, numbers, 2);
  }
  if (code == EXIT_DONE) {
    code = check_tiles(file, map, layer);
  }
  data.width = layer->width;
  data.height = layer->height;
  return code == EXIT_DONE ? tiled_data_read(file, &data, &layer->gids) : code;
}

static bool has_height(const struct tiled_map *map, uint32_t gid) {
  const struct tiled_tile *tile = tiled_find_tile(map, gid);
  const struct tiled_property *height =
      tile != NULL ? tiled_find_property(&tile->properties, "height") : NULL;
  int64_t value;
  return height != NULL && tiled_parse_whole(height->value, &value) && value >= INT32_MIN &&
         value <= INT32_MAX;
}

/* Looks at each kind of tile: has it a tileset, and a height where one is asked
 * for? Like tiles lie side by side, so that few are looked up. */
static int check_gids(const struct tiled_file *file, const struct tiled_map *map,
                      const struct tiled_layer *layer) {
  const size_t count = (size_t)layer->width * (size_t)layer->height;
  uint32_t known = 0;
  size_t unknown_count = 0;
  size_t first = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t gid = layer->gids[i];
    if (gid == 0 || gid == known) {
      continue;
    }
    if (layer->is_heights && !has_height(map, gid)) {
      return reader_fail(&file->reader,
                         "line %zu: layer '%.60s' is of heights; its tile %" PRIu32
                         " at %zu,%zu has no property 'height' that is a whole number",
                         layer->line, layer->name, gid, i % (size_t)layer->width,
                         i / (size_t)layer->width);
    }
    if (tiled_find_tileset(map, gid) != NULL) {
      known = gid;
    } else {
      first = unknown_count == 0 ? i : first;
      unknown_count++;
    }
  }
  if (unknown_count > 0) {
    reader_warn(&file->reader,
                "line %zu: layer '%.60s' has %zu tile%s of no tileset, the first is %" PRIu32
                " at %zu,%zu",
                layer->line, layer->name, unknown_count, unknown_count == 1 ? "" : "s",
                layer->gids[first], first % (size_t)layer->width, first / (size_t)layer->width);
  }
  return EXIT_DONE;
}

int tiled_read_layers(const struct tiled_file *file, const struct tiled_place *places,
                      bool is_infinite, struct tiled_map *map) {
  size_t count = 0;
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    count += is_tile_layer(place) ? 1 : 0;
  }
  map->layers = tiled_arena_take(file->arena, count, sizeof *map->layers);
  if (map->layers == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    if (!is_tile_layer(place)) {
      continue;
    }
    struct tiled_layer *layer = &map->layers[map->layer_count++];
    int code = read_head(file, place, layer);
    if (code == EXIT_DONE) {
      code = read_gids(file, place, is_infinite, map, layer);
    }
    if (code == EXIT_DONE) {
      code = check_gids(file, map, layer);
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}
