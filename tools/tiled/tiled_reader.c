/* A file becomes a tree, the same for both formats, and the tree is read part by part: tilesets,
 * layers, floors, objects, links. */
#include "tools/tiled/tiled_reader.h"

#include "tools/tiled/tiled_layers.h"
#include "tools/tiled/tiled_links.h"
#include "tools/tiled/tiled_objects.h"
#include "tools/tiled/tiled_tilesets.h"
#include "tools/tiled/tree/tiled_file.h"
#include "tools/tiled/tree/tiled_tree_read.h"

#include <inttypes.h>
#include <string.h>

/* The columns and rows of a layer up to the last that has a tile. */
static void measure_used(const struct tiled_layer *layer, int32_t *columns, int32_t *rows) {
  for (int32_t y = 0; y < layer->height; y++) {
    const uint32_t *row = layer->gids + (size_t)y * (size_t)layer->width;
    int32_t used = layer->width;
    while (used > 0 && row[used - 1] == 0) {
      used--;
    }
    *columns = used > *columns ? used : *columns;
    *rows = used > 0 && y >= *rows ? y + 1 : *rows;
  }
}

static int measure_floor(const struct tiled_file *file, struct tiled_map *map, int32_t number) {
  struct tiled_floor *floor = &map->floors[number];
  for (size_t i = 0; i < map->layer_count; i++) {
    const struct tiled_layer *layer = &map->layers[i];
    if (layer->floor != number) {
      continue;
    }
    if (floor->name == NULL && !layer->is_heights) {
      floor->name = layer->name;
    }
    if (map->floor_count > 1) {
      measure_used(layer, &floor->width, &floor->height);
    } else {
      floor->width = layer->width > floor->width ? layer->width : floor->width;
      floor->height = layer->height > floor->height ? layer->height : floor->height;
    }
  }
  if (floor->name == NULL) {
    return reader_fail(&file->reader,
                       "no tile layer of terrain is on floor %" PRId32
                       "; there are layers on floor %" PRId32,
                       number, map->floor_count - 1);
  }
  if (floor->width == 0) {
    return reader_fail(&file->reader, "floor %" PRId32 " has no tile", number);
  }
  return EXIT_DONE;
}

/* What floors the tile layers make, and how large they are. */
static int find_floors(const struct tiled_file *file, struct tiled_map *map) {
  if (map->layer_count == 0) {
    return reader_fail(&file->reader,
                       "the map has no tile layer, and one of objects alone is not read: "
                       "add a tile layer in Tiled, whose cells the objects cover");
  }
  for (size_t i = 0; i < map->layer_count; i++) {
    if (map->layers[i].floor >= map->floor_count) {
      map->floor_count = map->layers[i].floor + 1;
    }
  }
  int code = EXIT_DONE;
  for (int32_t floor = 0; floor < map->floor_count && code == EXIT_DONE; floor++) {
    code = measure_floor(file, map, floor);
  }
  return code;
}

/* The size of an infinite map is that of its chunks. */
static int read_sides(const struct tiled_file *file, const struct tiled_node *root,
                      bool is_infinite, struct tiled_grid *grid) {
  const struct tiled_number sides[] = {{"tilewidth", 1, TILED_MOST_PIXELS, &grid->tile_width},
                                       {"tileheight", 1, TILED_MOST_PIXELS, &grid->tile_height},
                                       {"width", 1, OVL_MAX_SIDE_CELLS, &grid->width},
                                       {"height", 1, OVL_MAX_SIDE_CELLS, &grid->height}};
  const size_t count = is_infinite ? 2 : 4;
  int code = tiled_wholes(file, root, sides, count);
  for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
    if (*sides[i].value == 0) {
      code = reader_fail(&file->reader, "line %zu: the map has no '%s'", root->line, sides[i].name);
    }
  }
  return code;
}

/* Which rows or columns of a staggered or hexagonal map are shifted. */
static int read_layout(const struct tiled_file *file, const struct tiled_node *root,
                       struct tiled_grid *grid) {
  const char *axis = tiled_attribute(root, "staggeraxis");
  const char *index = tiled_attribute(root, "staggerindex");
  const bool is_even = index != NULL && strcmp(index, "even") == 0;
  const bool has_columns = axis != NULL && strcmp(axis, "x") == 0;
  if (axis != NULL && !has_columns && strcmp(axis, "y") != 0) {
    return reader_fail(&file->reader, "line %zu: staggeraxis is '%.40s'; it should be x or y",
                       root->line, axis);
  }
  if (index != NULL && !is_even && strcmp(index, "odd") != 0) {
    return reader_fail(&file->reader, "line %zu: staggerindex is '%.40s'; it should be odd or even",
                       root->line, index);
  }
  if (grid->tile_width < 2 || grid->tile_height < 2) {
    return reader_fail(
        &file->reader,
        "line %zu: a tile has %" PRId32 " x %" PRId32
        " pixels; those of a staggered or hexagonal map should have 2 a side at least",
        root->line, grid->tile_width, grid->tile_height);
  }
  grid->shear.layout = has_columns ? (is_even ? OVL_LAYOUT_EVEN_Q : OVL_LAYOUT_ODD_Q)
                                   : (is_even ? OVL_LAYOUT_EVEN_R : OVL_LAYOUT_ODD_R);
  return EXIT_DONE;
}

/* Notes how the tiles of a map lie: rectangles, diamonds or hexagons. */
static int read_cells(const struct tiled_file *file, const struct tiled_node *root,
                      const char *orientation, struct tiled_grid *grid) {
  grid->is_isometric = strcmp(orientation, "isometric") == 0;
  if (grid->is_isometric) { /* pixels of objects count along the edges of tiles, as long as high */
    grid->tile_width = grid->tile_height;
    return EXIT_DONE;
  }
  if (strcmp(orientation, "staggered") == 0) {
    grid->shear.kind = CELL_DIAMONDS;
    return read_layout(file, root, grid);
  }
  if (strcmp(orientation, "hexagonal") == 0) {
    const int code = read_layout(file, root, grid);
    const bool has_columns =
        grid->shear.layout == OVL_LAYOUT_ODD_Q || grid->shear.layout == OVL_LAYOUT_EVEN_Q;
    grid->shear.kind = CELL_HEXAGONS;
    return code == EXIT_DONE
               ? tiled_whole(file, root, "hexsidelength", 0,
                             has_columns ? grid->tile_width : grid->tile_height, &grid->side)
               : code;
  }
  return strcmp(orientation, "orthogonal") == 0
             ? EXIT_DONE
             : reader_fail(
                   &file->reader,
                   "line %zu: the map's orientation is '%.40s'; what is read is orthogonal, "
                   "isometric, staggered and hexagonal (in Tiled: Map > Map Properties > "
                   "Orientation)",
                   root->line, orientation);
}

static int read_head(const struct tiled_file *file, const struct tiled_node *root,
                     bool *is_infinite, struct tiled_map *map) {
  const char *orientation = tiled_attribute(root, "orientation");
  if (root->text == NULL && strcmp(root->name, "world") == 0) {
    return reader_fail(&file->reader,
                       "this lists maps of Tiled and is none itself: take one of them");
  }
  if (root->text == NULL && strcmp(root->name, "tileset") == 0) {
    return reader_fail(&file->reader,
                       "this is a tileset of Tiled; the map that uses it is a .tmx or .tmj");
  }
  if (root->text != NULL || strcmp(root->name, "map") != 0) {
    return reader_fail(&file->reader, "line %zu: <%.40s> stands where <map> should be", root->line,
                       root->name);
  }
  if (orientation == NULL) {
    return reader_fail(
        &file->reader,
        "this is no map of Tiled or LDtk: it has no orientation; Tiled's is orthogonal, isometric, "
        "staggered or hexagonal");
  }
  int code = tiled_truth(file, root, "infinite", is_infinite);
  if (code == EXIT_DONE) {
    code = read_sides(file, root, *is_infinite, &map->grid);
  }
  return code == EXIT_DONE ? read_cells(file, root, orientation, &map->grid) : code;
}

int tiled_map_read_tree(const struct tiled_file *file, const struct tiled_node *root,
                        struct tiled_map *map) {
  struct tiled_place *places = NULL;
  bool is_infinite = false;
  int code = read_head(file, root, &is_infinite, map);
  if (code == EXIT_DONE) {
    code = tiled_read_tilesets(file, root, map);
  }
  if (code == EXIT_DONE) {
    code = tiled_flatten(file, root, &places);
  }
  if (code == EXIT_DONE && is_infinite) {
    code = tiled_find_box(file, places, map);
  }
  if (code == EXIT_DONE) {
    code = tiled_read_layers(file, places, is_infinite, map);
  }
  if (code == EXIT_DONE) {
    code = find_floors(file, map);
  }
  if (code == EXIT_DONE) {
    code = tiled_read_objects(file, places, map);
  }
  return code == EXIT_DONE ? tiled_read_links(file, map) : code;
}

int tiled_map_read_bytes(const char *path, const char *bytes, size_t byte_count,
                         const struct reader_talk *talk, struct tiled_map *map) {
  *map = (struct tiled_map){0};
  map->arena = tiled_arena_create();
  const struct tiled_file file = {{path, talk}, map->arena};
  if (map->arena == NULL) {
    return reader_fail_memory(&file.reader);
  }
  struct tiled_node *root = NULL;
  int code = tiled_tree_read(&file, bytes, byte_count, &root);
  code = code == EXIT_DONE ? tiled_map_read_tree(&file, root, map) : code;
  if (code != EXIT_DONE) {
    tiled_map_free(map);
  }
  return code;
}
