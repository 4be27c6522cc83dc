/* Worlds of the Tiled editor: see tiled_world.h.
 *
 * Each map is read for itself, into one arena, with its links. Then all are put together: gids
 * begin where those of the map before end, and what has a place is moved. */
#include "tools/tiled/tiled_world.h"

#include "tools/tiled/tiled_reader.h"
#include "tools/tiled/tree/tiled_tree.h"
#include "tools/tiled/tree/tiled_tree_read.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TILES (INT64_C(1) << 28) /* of all maps: 1 GiB */

enum { MOST_MAPS = 4096, FIRST_GID = 2 }; /* gid 1 is that of empty cells */

/* A map of the world. */
struct part {
  const char *name;
  struct tiled_map map;
  int32_t x, y;   /* tiles: its upper left; first as the file counts, then in the world */
  int32_t floor;  /* of its floor 0 */
  uint32_t gid;   /* what is added to its gids */
  size_t tileset; /* and to the indices of its tilesets */
};

struct world {
  const struct tiled_file *file;
  struct tiled_map *map; /* what is made */
  struct part *parts;
  int32_t count;
  bool levels_are_floors;
};

/* ---- Parts --------------------------------------------------------------- */

static int read_part(const struct world *world, const struct tiled_node *item, struct part *part) {
  const struct tiled_file *file = world->file;
  double x = 0, y = 0;
  struct tiled_node *root = NULL;
  part->name = tiled_attribute(item, "fileName");
  if (part->name == NULL) {
    return reader_fail(&file->reader, "line %zu: a map of the world has no fileName", item->line);
  }
  const struct reader_talk talk = reader_talk_within(&file->reader);
  const struct tiled_file of = {{tiled_path_beside(file, part->name), &talk}, file->arena};
  if (of.reader.path == NULL) {
    return reader_fail_memory(&file->reader);
  }
  if (!tiled_path_is_of_tiled(part->name)) {
    return reader_fail(&file->reader,
                       "line %zu: '%.200s' is no map by its name, which should end in .tmx, .tmj "
                       "or .json",
                       item->line, part->name);
  }
  int code = tiled_real(file, item, "x", &x);
  code = code == EXIT_DONE ? tiled_real(file, item, "y", &y) : code;
  code = code == EXIT_DONE ? tiled_tree_read_file(&of, &root, NULL) : code;
  code = code == EXIT_DONE ? tiled_map_read_tree(&of, root, &part->map) : code;
  if (code != EXIT_DONE) {
    return code;
  }
  const struct tiled_grid *grid = &part->map.grid, *first = &world->parts[0].map.grid;
  if (grid->is_isometric || tiled_grid_is_shifted(grid)) {
    return reader_fail(&of.reader, "the map is %s; maps of a world should be orthogonal",
                       grid->is_isometric                  ? "isometric"
                       : grid->shear.kind == CELL_DIAMONDS ? "staggered"
                                                           : "hexagonal");
  }
  if (grid->tile_width != first->tile_width || grid->tile_height != first->tile_height) {
    return reader_fail(&file->reader,
                       "the tiles of '%.100s' have %" PRId32 " x %" PRId32
                       " pixels, those of '%.100s' %" PRId32 " x %" PRId32
                       "; maps of a world should have tiles of one size",
                       part->name, grid->tile_width, grid->tile_height, world->parts[0].name,
                       first->tile_width, first->tile_height);
  }
  x = world->levels_are_floors ? 0 : x / grid->tile_width;
  y = world->levels_are_floors ? 0 : y / grid->tile_height;
  if (fabs(x) > 1 << 24 || fabs(y) > 1 << 24) {
    return reader_fail(&file->reader, "line %zu: '%.200s' lies far off any world", item->line,
                       part->name);
  }
  if (x > floor(x) || y > floor(y)) {
    reader_warn(&file->reader, "line %zu: '%.200s' lies between tiles; it is moved to whole ones",
                item->line, part->name);
  }
  part->x = (int32_t)floor(x + 0.5) + (world->levels_are_floors ? 0 : grid->origin_x);
  part->y = (int32_t)floor(y + 0.5) + (world->levels_are_floors ? 0 : grid->origin_y);
  return EXIT_DONE;
}

/* ---- The whole ----------------------------------------------------------- */

/* The highest gid of a map, of its tilesets or on its layers. */
static uint32_t highest_gid(const struct tiled_map *map) {
  uint32_t highest = map->tile_count > 0 ? map->tiles[map->tile_count - 1].gid : 0;
  for (size_t i = 0; i < map->tileset_count; i++) {
    const uint32_t last = map->tilesets[i].first_gid + map->tilesets[i].tile_count;
    highest = last > highest ? last : highest;
  }
  for (size_t i = 0; i < map->layer_count; i++) {
    const struct tiled_layer *layer = &map->layers[i];
    for (size_t k = 0; k < (size_t)layer->width * (size_t)layer->height; k++) {
      highest = layer->gids[k] > highest ? layer->gids[k] : highest;
    }
  }
  return highest;
}

/* Gives each part its gids, its floors and its place, and finds the box of all. */
static int place_parts(struct world *world) {
  struct tiled_map *map = world->map;
  int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;
  uint64_t gid = FIRST_GID - 1;
  int64_t tiles = 0;
  for (int32_t i = 0; i < world->count; i++) {
    struct part *part = &world->parts[i];
    const struct tiled_map *of = &part->map;
    part->gid = (uint32_t)gid;
    part->tileset = i > 0 ? part[-1].tileset + part[-1].map.tileset_count : 1;
    part->floor = world->levels_are_floors ? map->floor_count : 0;
    gid += highest_gid(of);
    tiles += (int64_t)of->grid.width * of->grid.height;
    for (size_t k = 0; k < of->layer_count; k++) {
      tiles += (int64_t)of->layers[k].width * of->layers[k].height;
    }
    const int32_t floors = part->floor + of->floor_count;
    map->floor_count = floors > map->floor_count ? floors : map->floor_count;
    left = part->x < left ? part->x : left;
    top = part->y < top ? part->y : top;
    right = part->x + of->grid.width > right ? part->x + of->grid.width : right;
    bottom = part->y + of->grid.height > bottom ? part->y + of->grid.height : bottom;
    if (gid > UINT32_MAX || tiles > MOST_TILES || map->floor_count > TILED_MOST_FLOORS) {
      return reader_fail(&world->file->reader,
                         "with '%.200s' the world has %" PRId64 " tiles on %" PRId32
                         " floors; there may be %" PRId64 " on %d",
                         part->name, tiles, map->floor_count, MOST_TILES, TILED_MOST_FLOORS);
    }
  }
  const int64_t width = (int64_t)right - left, height = (int64_t)bottom - top;
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS ||
      width * height > MOST_TILES / map->floor_count) {
    return reader_fail(&world->file->reader,
                       "the maps span %" PRId64 " x %" PRId64
                       " tiles; they should span %d a side and %" PRId64 " tiles at most",
                       width, height, OVL_MAX_SIDE_CELLS, MOST_TILES / map->floor_count);
  }
  map->grid = world->parts[0].map.grid;
  map->grid.width = (int32_t)width;
  map->grid.height = (int32_t)height;
  map->grid.origin_x = left;
  map->grid.origin_y = top;
  for (int32_t i = 0; i < map->floor_count; i++) {
    map->floors[i] = (struct tiled_floor){"levels", (int32_t)width, (int32_t)height};
  }
  for (int32_t i = 0; i < world->count; i++) {
    struct part *part = &world->parts[i];
    part->x -= left;
    part->y -= top;
    for (int32_t k = 0; k < part->map.floor_count && world->levels_are_floors; k++) {
      map->floors[part->floor + k] = part->map.floors[k];
    }
  }
  return EXIT_DONE;
}

static bool make_room(struct world *world) {
  struct tiled_map *map = world->map;
  struct tiled_arena *arena = world->file->arena;
  size_t tilesets = 1, tiles = 1, layers = 0, objects = 0, links = 0;
  for (int32_t i = 0; i < world->count; i++) {
    const struct tiled_map *of = &world->parts[i].map;
    tilesets += of->tileset_count;
    tiles += of->tile_count;
    layers += of->layer_count + (size_t)of->floor_count;
    objects += of->object_count;
    links += of->link_count;
  }
  map->tilesets = tiled_arena_take(arena, tilesets, sizeof *map->tilesets);
  map->tiles = tiled_arena_take(arena, tiles, sizeof *map->tiles);
  map->layers = tiled_arena_take(arena, layers, sizeof *map->layers);
  map->objects = tiled_arena_take(arena, objects, sizeof *map->objects);
  map->links = tiled_arena_take(arena, links, sizeof *map->links);
  return map->tilesets != NULL && map->tiles != NULL && map->layers != NULL &&
         map->objects != NULL && map->links != NULL;
}

/* The lowest layer of a floor of a part, of empty cells. False: no memory. */
static bool add_ground(struct tiled_map *map, const struct part *part, int32_t floor) {
  struct tiled_layer *layer = &map->layers[map->layer_count];
  *layer = (struct tiled_layer){.name = "levels",
                                .class_name = "",
                                .properties = {.owner = "levels"},
                                .floor = part->floor + floor,
                                .x = part->x,
                                .y = part->y,
                                .width = part->map.grid.width,
                                .height = part->map.grid.height};
  const size_t cells = (size_t)layer->width * (size_t)layer->height;
  layer->gids = malloc(cells * sizeof *layer->gids);
  for (size_t i = 0; i < cells && layer->gids != NULL; i++) {
    layer->gids[i] = 1;
  }
  map->layer_count += layer->gids != NULL ? 1 : 0;
  return layer->gids != NULL;
}

static void add_layers(struct tiled_map *map, struct part *part) {
  for (size_t i = 0; i < part->map.layer_count; i++) {
    struct tiled_layer *layer = &map->layers[map->layer_count++];
    *layer = part->map.layers[i];
    layer->x += part->x;
    layer->y += part->y;
    layer->floor += part->floor;
    for (size_t k = 0; k < (size_t)layer->width * (size_t)layer->height; k++) {
      layer->gids[k] += layer->gids[k] != 0 ? part->gid : 0;
    }
  }
  part->map.layer_count = 0; /* the gids have moved */
}

static void move_cell(const struct part *part, ovl_cell *cell) {
  *cell = (ovl_cell){cell->x + part->x, cell->y + part->y, cell->floor + part->floor};
}

static void add_objects(struct tiled_map *map, const struct part *part, int32_t level) {
  const double x = (double)part->x * map->grid.tile_width;
  const double y = (double)part->y * map->grid.tile_height;
  for (size_t i = 0; i < part->map.object_count; i++) {
    struct tiled_object *object = &map->objects[map->object_count++];
    *object = part->map.objects[i];
    object->level = level;
    object->box.x += x;
    object->box.y += y;
    for (size_t k = 0; k < object->point_count; k++) {
      object->points[k].x += x;
      object->points[k].y += y;
    }
    move_cell(part, &object->corner);
  }
  for (size_t i = 0; i < part->map.link_count; i++) {
    struct tiled_link *link = &map->links[map->link_count++];
    *link = part->map.links[i];
    move_cell(part, &link->from);
    move_cell(part, &link->to);
  }
}

static void add_tilesets(struct tiled_map *map, const struct part *part) {
  for (size_t i = 0; i < part->map.tileset_count; i++) {
    map->tilesets[map->tileset_count] = part->map.tilesets[i];
    map->tilesets[map->tileset_count++].first_gid += part->gid;
  }
  for (size_t i = 0; i < part->map.tile_count; i++) {
    struct tiled_tile *tile = &map->tiles[map->tile_count++];
    *tile = part->map.tiles[i];
    tile->gid += part->gid;
    tile->tileset += part->tileset;
  }
}

static int join_parts(struct world *world) {
  struct tiled_map *map = world->map;
  bool good = make_room(world);
  if (good) {
    map->tilesets[map->tileset_count++] =
        (struct tiled_tileset){.name = "levels", .first_gid = 1, .tile_count = 1};
    map->tiles[map->tile_count++] =
        (struct tiled_tile){.gid = 1, .class_name = "empty", .terrain = "empty"};
  }
  for (int32_t i = 0; i < world->count && good; i++) {
    struct part *part = &world->parts[i];
    for (int32_t floor = 0; floor < part->map.floor_count && good; floor++) {
      good = add_ground(map, part, floor);
    }
    if (good) {
      add_tilesets(map, part);
      add_layers(map, part);
      add_objects(map, part, i);
    }
  }
  map->level_count = world->count;
  return good ? EXIT_DONE : reader_fail_memory(&world->file->reader);
}

/* ---- All ----------------------------------------------------------------- */

static int read_world(struct world *world, const struct tiled_node *root) {
  const struct tiled_file *file = world->file;
  const struct tiled_node *maps = tiled_find(root, "maps");
  const struct tiled_node *first = maps != NULL ? maps->first : NULL;
  size_t count = 0;
  for (const struct tiled_node *item = first; item != NULL; item = item->next) {
    count++;
  }
  const struct tiled_node *patterns = tiled_find(root, "patterns");
  if (patterns != NULL && patterns->first != NULL) {
    return reader_fail(&file->reader,
                       "line %zu: the world finds maps by patterns of names, which are not read; "
                       "each should stand in \"maps\", as {\"fileName\": \"a.tmx\", \"x\": 0, "
                       "\"y\": 0}",
                       patterns->line);
  }
  if (count == 0 || count > MOST_MAPS) {
    return reader_fail(&file->reader, "the world has %zu maps; it should have 1 to %d", count,
                       MOST_MAPS);
  }
  world->parts = tiled_arena_take(file->arena, count, sizeof *world->parts);
  if (world->parts == NULL) {
    return reader_fail_memory(&file->reader);
  }
  int code = EXIT_DONE;
  for (const struct tiled_node *item = first; item != NULL && code == EXIT_DONE;
       item = item->next) {
    code = read_part(world, item, &world->parts[world->count++]);
  }
  code = code == EXIT_DONE ? place_parts(world) : code;
  code = code == EXIT_DONE ? join_parts(world) : code;
  for (int32_t i = 0; i < world->count; i++) {
    tiled_map_free(&world->parts[i].map); /* but for what has moved, and the arena */
  }
  return code;
}

int tiled_world_read(const char *path, const struct reader_talk *talk, bool levels_are_floors,
                     struct tiled_map *map) {
  *map = (struct tiled_map){0};
  map->arena = tiled_arena_create();
  const struct tiled_file file = {{path, talk}, map->arena};
  if (map->arena == NULL) {
    return reader_fail_memory(&file.reader);
  }
  struct tiled_node *root = NULL;
  int code = tiled_tree_read_file(&file, &root, NULL);
  if (code == EXIT_DONE) {
    const bool is_world = strcmp(root->name, "world") == 0 ||
                          (tiled_find(root, "maps") != NULL && root->text == NULL &&
                           tiled_find(root, "orientation") == NULL);
    struct world world = {&file, map, NULL, 0, levels_are_floors};
    code = is_world ? read_world(&world, root) : tiled_map_read_tree(&file, root, map);
  }
  if (code != EXIT_DONE) {
    tiled_map_free(map);
  }
  return code;
}
