/* Projects of the LDtk editor: see ldtk_reader.h.
 *
 * The project and its levels become trees; the levels get their places in one grid of cells; then
 * each layer of the project is filled, level by level. */
#include "tools/ldtk/ldtk_reader.h"

#include "tools/base/platform.h"
#include "tools/ldtk/ldtk_cells.h"
#include "tools/ldtk/ldtk_entities.h"
#include "tools/ldtk/ldtk_project.h"
#include "tools/tiled/tree/tiled_tree_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS (INT64_C(1) << 28) /* of all layers: 1 GiB */

enum { MOST_LEVELS = 65536, MOST_LAYERS = 1024 };

bool ldtk_is_project(const char *bytes, size_t byte_count) {
  static const char header[] = "\"__header__\"";
  const size_t looked_at = byte_count < 512 ? byte_count : 512;
  for (size_t i = 0; i + sizeof header - 1 <= looked_at; i++) {
    if (memcmp(bytes + i, header, sizeof header - 1) == 0) {
      return true;
    }
  }
  return false;
}

/* ---- Trees --------------------------------------------------------------- */

static int read_tree(const struct tiled_file *file, struct tiled_node **root) {
  struct platform_mapping mapping;
  const char *why = platform_map_file(file->reader.path, &mapping);
  if (why != NULL) {
    return reader_fail(&file->reader, "%s", why);
  }
  const int code =
      tiled_tree_read_plain_json(file, mapping.bytes, mapping.byte_count, "intGridCsv", root);
  platform_unmap_file(&mapping);
  return code;
}

/* A level in a file of its own, in the folder of the project or below it. */
static int read_external(const struct ldtk *ldtk, const char *name,
                         const struct tiled_node **level) {
  if (strstr(name, "..") != NULL || platform_is_separator(name[0]) || strchr(name, ':') != NULL) {
    return reader_fail(&ldtk->file->reader,
                       "the level file '%.200s' lies outside of the project's folder", name);
  }
  const char *path = tiled_path_beside(ldtk->file, name);
  if (path == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  const struct tiled_file file = {{path, ldtk->file->reader.talk}, ldtk->file->arena};
  struct tiled_node *root = NULL;
  const int code = read_tree(&file, &root);
  *level = root;
  return code;
}

/* ---- Levels -------------------------------------------------------------- */

static int read_level(const struct ldtk *ldtk, const struct tiled_node *node, int32_t world,
                      struct ldtk_level *level) {
  const struct tiled_file *file = ldtk->file;
  const struct tiled_number numbers[] = {
      {"worldX", -LDTK_MOST_PIXELS, LDTK_MOST_PIXELS, &level->x},
      {"worldY", -LDTK_MOST_PIXELS, LDTK_MOST_PIXELS, &level->y},
      {"worldDepth", -LDTK_MOST_PIXELS, LDTK_MOST_PIXELS, &level->depth},
      {"pxWid", 1, LDTK_MOST_PIXELS, &level->width},
      {"pxHei", 1, LDTK_MOST_PIXELS, &level->height}};
  level->world = world;
  int code = tiled_wholes(file, node, numbers, sizeof numbers / sizeof numbers[0]);
  if (code != EXIT_DONE) {
    return code;
  }
  if (level->width == 0 || level->height == 0) {
    return reader_fail(&file->reader, "line %zu: a level has no pxWid or no pxHei", node->line);
  }
  const char *external = tiled_attribute(node, "externalRelPath");
  const struct tiled_node *body = node;
  level->layers = tiled_find(node, "layerInstances");
  if (level->layers == NULL && external != NULL) {
    code = read_external(ldtk, external, &body);
    level->layers = code == EXIT_DONE ? tiled_find(body, "layerInstances") : NULL;
  }
  return code;
}

/* Levels of a linear layout stand one after the other; their own places say nothing. */
static void line_up(struct ldtk_level *levels, size_t count, bool is_vertical) {
  int32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    levels[i].x = is_vertical ? 0 : at;
    levels[i].y = is_vertical ? at : 0;
    const int32_t length = is_vertical ? levels[i].height : levels[i].width;
    at = at < LDTK_MOST_PIXELS - length ? at + length : LDTK_MOST_PIXELS;
  }
}

static int read_world(struct ldtk *ldtk, const struct tiled_node *node, int32_t world) {
  const size_t before = ldtk->level_count;
  const char *layout = tiled_attribute(node, "worldLayout");
  for (const struct tiled_node *level = ldtk_first(node, "levels"); level != NULL;
       level = level->next) {
    const int code = read_level(ldtk, level, world, &ldtk->levels[ldtk->level_count++]);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  if (layout != NULL && strncmp(layout, "Linear", 6) == 0) {
    line_up(ldtk->levels + before, ldtk->level_count - before,
            strcmp(layout, "LinearVertical") == 0);
  }
  return EXIT_DONE;
}

static int read_levels(struct ldtk *ldtk, const struct tiled_node *root) {
  const struct tiled_node *worlds = ldtk_first(root, "worlds");
  size_t count = ldtk_count(ldtk_first(root, "levels"));
  for (const struct tiled_node *world = worlds; world != NULL; world = world->next) {
    count += ldtk_count(ldtk_first(world, "levels"));
  }
  if (count == 0 && ldtk_first(root, "layerInstances") != NULL) {
    return reader_fail(&ldtk->file->reader,
                       "this is a level of a project of LDtk: open the .ldtk that it is of");
  }
  if (count == 0 || count > MOST_LEVELS) {
    return reader_fail(&ldtk->file->reader, "the project has %zu levels; it should have 1 to %d",
                       count, MOST_LEVELS);
  }
  ldtk->levels = tiled_arena_take(ldtk->file->arena, count, sizeof *ldtk->levels);
  if (ldtk->levels == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  int32_t number = 0;
  int code = read_world(ldtk, root, number);
  for (const struct tiled_node *world = worlds; world != NULL && code == EXIT_DONE;
       world = world->next) {
    code = read_world(ldtk, world, ++number);
  }
  return code;
}

/* Of worlds, then of depths, then of the file. */
static int compare_levels(const void *a, const void *b) {
  const struct ldtk_level *left = *(const struct ldtk_level *const *)a;
  const struct ldtk_level *right = *(const struct ldtk_level *const *)b;
  return left->world != right->world   ? (left->world < right->world ? -1 : 1)
         : left->depth != right->depth ? (left->depth < right->depth ? -1 : 1)
         : left < right                ? -1
                                       : left > right;
}

/* Worlds and depths become floors, in their order; or each level does, from its own corner on. */
static int number_floors(struct ldtk *ldtk) {
  struct ldtk_level **order =
      tiled_arena_take(ldtk->file->arena, ldtk->level_count, sizeof(struct ldtk_level *));
  if (order == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  for (size_t i = 0; i < ldtk->level_count; i++) {
    order[i] = &ldtk->levels[i];
  }
  if (!ldtk->levels_are_floors) {
    qsort(order, ldtk->level_count, sizeof(struct ldtk_level *), compare_levels);
  }
  int32_t floor = 0;
  for (size_t i = 0; i < ldtk->level_count; i++) {
    struct ldtk_level *level = order[i];
    const struct ldtk_level *before = i > 0 ? order[i - 1] : level;
    floor += level->world != before->world || level->depth != before->depth ||
                     (ldtk->levels_are_floors && i > 0)
                 ? 1
                 : 0;
    level->floor = floor;
    if (ldtk->levels_are_floors) {
      level->x = 0;
      level->y = 0;
    }
  }
  ldtk->map->floor_count = floor + 1;
  ldtk->map->level_count = (int32_t)ldtk->level_count;
  return floor < TILED_MOST_FLOORS
             ? EXIT_DONE
             : reader_fail(&ldtk->file->reader,
                           "the levels make %" PRId32 " floors, by their %s; a world has up to %d",
                           floor + 1,
                           ldtk->levels_are_floors ? "number, as the legend's 'levels floors' says"
                                                   : "worlds and depths",
                           TILED_MOST_FLOORS);
}

/* ---- Layers of the project ----------------------------------------------- */

/* Reads the definitions, and the finest grid of those of IntGrid layers that levels have. */
static int read_definitions(struct ldtk *ldtk, const struct tiled_node *root) {
  const struct tiled_file *file = ldtk->file;
  const struct tiled_node *item = ldtk_first(tiled_find(root, "defs"), "layers");
  const size_t count = ldtk_count(item);
  ldtk->layers = tiled_arena_take(file->arena, count, sizeof *ldtk->layers);
  if (ldtk->layers == NULL) {
    return reader_fail_memory(&file->reader);
  }
  if (count > MOST_LAYERS) {
    return reader_fail(&file->reader, "the project has %zu layers; it should have up to %d", count,
                       MOST_LAYERS);
  }
  int32_t of_tiles = 0;
  uint32_t next_gid = 2; /* 1 is the tile of an empty cell */
  for (; item != NULL; item = item->next) {
    struct ldtk_layer *layer = &ldtk->layers[ldtk->layer_count++];
    int32_t grid = 0;
    *layer = (struct ldtk_layer){item, ldtk_text(item, "identifier"), ldtk_text(item, "__type"),
                                 next_gid, 1};
    int code = tiled_whole(file, item, "gridSize", 1, 4096, &grid);
    for (const struct tiled_node *value = ldtk_first(item, "intGridValues");
         value != NULL && code == EXIT_DONE; value = value->next) {
      int32_t number = 0;
      code = tiled_whole(file, value, "value", 1, LDTK_MOST_VALUE, &number);
      layer->most = (uint32_t)number > layer->most ? (uint32_t)number : layer->most;
    }
    if (code != EXIT_DONE) {
      return code;
    }
    if (strcmp(layer->type, "IntGrid") == 0 && grid > 0) {
      ldtk->grid = ldtk->grid == 0 || grid < ldtk->grid ? grid : ldtk->grid;
    } else if (strcmp(layer->type, "Tiles") == 0 && grid > 0) {
      of_tiles = of_tiles == 0 || grid < of_tiles ? grid : of_tiles;
    }
    next_gid += layer->most + 1;
  }
  ldtk->grid = ldtk->grid > 0 ? ldtk->grid : of_tiles;
  return ldtk->grid > 0
             ? EXIT_DONE
             : reader_fail(&file->reader,
                           "the project has no IntGrid layer and no layer of tiles; an IntGrid "
                           "layer says what blocks: add one in LDtk");
}

/* The class of a value: its name, or that of the layer with the number. */
static const char *class_of(const struct ldtk *ldtk, const struct ldtk_layer *layer,
                            uint32_t number) {
  for (const struct tiled_node *value = ldtk_first(layer->node, "intGridValues"); value != NULL;
       value = value->next) {
    int64_t held = 0;
    const char *name = tiled_attribute(value, "identifier");
    if (name != NULL && name[0] != '\0' && tiled_parse_whole(ldtk_text(value, "value"), &held) &&
        held == number) {
      return name;
    }
  }
  const size_t room = strlen(layer->name) + 16;
  char *text = tiled_arena_take(ldtk->file->arena, room, 1);
  if (text != NULL) {
    snprintf(text, room, "%s_%" PRIu32, layer->name, number);
  }
  return text;
}

static void set_tile(struct tiled_map *map, uint32_t gid, size_t tileset, const char *class_name) {
  map->tiles[map->tile_count++] = (struct tiled_tile){
      .gid = gid, .tileset = tileset, .class_name = class_name, .terrain = class_name};
}

/* A tileset for each layer of values, and one for empty cells. */
static int make_tiles(struct ldtk *ldtk) {
  struct tiled_map *map = ldtk->map;
  struct tiled_arena *arena = ldtk->file->arena;
  size_t count = 1;
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    count += ldtk->layers[i].most;
  }
  map->tilesets = tiled_arena_take(arena, ldtk->layer_count + 1, sizeof *map->tilesets);
  map->tiles = tiled_arena_take(arena, count, sizeof *map->tiles);
  if (map->tilesets == NULL || map->tiles == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  map->tilesets[map->tileset_count++] =
      (struct tiled_tileset){.name = "levels", .first_gid = 1, .tile_count = 1};
  set_tile(map, 1, 0, "empty");
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    const struct ldtk_layer *layer = &ldtk->layers[i];
    map->tilesets[map->tileset_count++] = (struct tiled_tileset){
        .name = layer->name, .first_gid = layer->first_gid, .tile_count = layer->most + 1};
    for (uint32_t value = 1; value <= layer->most && strcmp(layer->type, "IntGrid") == 0; value++) {
      const char *class_name = class_of(ldtk, layer, value);
      if (class_name == NULL) {
        return reader_fail_memory(&ldtk->file->reader);
      }
      set_tile(map, layer->first_gid + value, i + 1, class_name);
    }
  }
  return EXIT_DONE;
}

/* ---- The grid ------------------------------------------------------------ */

static int find_box(struct ldtk *ldtk, size_t layers) {
  struct tiled_map *map = ldtk->map;
  int32_t left = INT32_MAX, top = INT32_MAX;
  int64_t right = INT32_MIN, bottom = INT32_MIN;
  for (size_t i = 0; i < ldtk->level_count; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    left = level->x < left ? level->x : left;
    top = level->y < top ? level->y : top;
    right = (int64_t)level->x + level->width > right ? (int64_t)level->x + level->width : right;
    bottom =
        (int64_t)level->y + level->height > bottom ? (int64_t)level->y + level->height : bottom;
  }
  const int32_t grid = ldtk->grid > 0 ? ldtk->grid : 1; /* it is, by the definitions */
  ldtk->left = ldtk_cell(left, grid) * grid;
  ldtk->top = ldtk_cell(top, grid) * grid;
  const int64_t width = (right - ldtk->left + grid - 1) / grid;
  const int64_t height = (bottom - ldtk->top + grid - 1) / grid;
  const int64_t all = (int64_t)layers * map->floor_count;
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS ||
      width * height * all > MOST_CELLS) {
    return reader_fail(&ldtk->file->reader,
                       "the levels span %" PRId64 " x %" PRId64 " cells in %" PRId64
                       " layers and floors; they should span %d a side and %" PRId64
                       " cells at most",
                       width, height, all, OVL_MAX_SIDE_CELLS, MOST_CELLS);
  }
  map->grid = (struct tiled_grid){.width = (int32_t)width,
                                  .height = (int32_t)height,
                                  .tile_width = ldtk->grid,
                                  .tile_height = ldtk->grid,
                                  .origin_x = ldtk_cell(left, ldtk->grid),
                                  .origin_y = ldtk_cell(top, ldtk->grid)};
  for (int32_t floor = 0; floor < map->floor_count; floor++) {
    map->floors[floor] = (struct tiled_floor){"levels", (int32_t)width, (int32_t)height};
  }
  for (size_t i = 0; i < ldtk->level_count && ldtk->levels_are_floors; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    struct tiled_floor *floor = &map->floors[level->floor];
    floor->width = ldtk_cell(level->width + ldtk->grid - 1, ldtk->grid);
    floor->height = ldtk_cell(level->height + ldtk->grid - 1, ldtk->grid);
  }
  return EXIT_DONE;
}

static int make_layers(struct ldtk *ldtk) {
  struct tiled_map *map = ldtk->map;
  size_t count = 1;
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    count += ldtk_has_cells(&ldtk->layers[i]) ? 1 : 0;
  }
  int code = find_box(ldtk, count);
  if (code != EXIT_DONE) {
    return code;
  }
  map->layers =
      tiled_arena_take(ldtk->file->arena, count * (size_t)map->floor_count, sizeof *map->layers);
  if (map->layers == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  for (int32_t floor = 0; floor < map->floor_count && code == EXIT_DONE; floor++) {
    code = ldtk_fill_layer(ldtk, NULL, floor);
    for (size_t i = ldtk->layer_count; i > 0 && code == EXIT_DONE; i--) { /* the lowest first */
      if (ldtk_has_cells(&ldtk->layers[i - 1])) {
        code = ldtk_fill_layer(ldtk, &ldtk->layers[i - 1], floor);
      }
    }
  }
  return code;
}

/* ---- All ----------------------------------------------------------------- */

static int read_project(struct ldtk *ldtk) {
  struct tiled_node *root = NULL;
  int code = read_tree(ldtk->file, &root);
  if (code == EXIT_DONE) {
    code = read_levels(ldtk, root);
  }
  if (code == EXIT_DONE) {
    code = number_floors(ldtk);
  }
  if (code == EXIT_DONE) {
    code = read_definitions(ldtk, root);
  }
  if (code == EXIT_DONE) {
    code = make_tiles(ldtk);
  }
  if (code == EXIT_DONE) {
    code = make_layers(ldtk);
  }
  return code == EXIT_DONE ? ldtk_make_objects(ldtk) : code;
}

int ldtk_read(const char *path, const struct reader_talk *talk, bool levels_are_floors,
              struct tiled_map *map) {
  *map = (struct tiled_map){0};
  map->arena = tiled_arena_create();
  const struct tiled_file file = {{path, talk}, map->arena};
  if (map->arena == NULL) {
    return reader_fail_memory(&file.reader);
  }
  uint64_t filled = 0;
  struct ldtk ldtk = {
      .file = &file, .map = map, .levels_are_floors = levels_are_floors, .filled = &filled};
  const int code = read_project(&ldtk);
  if (code != EXIT_DONE) {
    tiled_map_free(map);
  }
  return code;
}
