/* Projects of the LDtk editor: see ldtk_reader.h.
 *
 * The project and its levels become trees; the levels get their places in one grid of cells; then
 * each layer of the project is filled, level by level. */
#include "tools/ldtk/ldtk_reader.h"

#include "tools/base/platform.h"
#include "tools/tiled/tree/tiled_tree.h"
#include "tools/tiled/tree/tiled_tree_json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_CELLS (INT64_C(1) << 28) /* of all layers: 1 GiB */

enum { MOST_LEVELS = 65536, MOST_LAYERS = 1024, MOST_VALUE = 65535, MOST_PIXELS = 1 << 26 };

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
};

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

static const struct tiled_node *first_item(const struct tiled_node *parent, const char *list) {
  const struct tiled_node *node = parent != NULL ? tiled_find(parent, list) : NULL;
  return node != NULL ? node->first : NULL;
}

static size_t count_items(const struct tiled_node *item) {
  size_t count = 0;
  for (; item != NULL; item = item->next) {
    count++;
  }
  return count;
}

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
  const struct {
    const char *name;
    int32_t least;
    int32_t *value;
  } numbers[] = {{"worldX", -MOST_PIXELS, &level->x},
                 {"worldY", -MOST_PIXELS, &level->y},
                 {"worldDepth", -MOST_PIXELS, &level->depth},
                 {"pxWid", 1, &level->width},
                 {"pxHei", 1, &level->height}};
  level->world = world;
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    const int code =
        tiled_whole(file, node, numbers[i].name, numbers[i].least, MOST_PIXELS, numbers[i].value);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  if (level->width == 0 || level->height == 0) {
    return reader_fail(&file->reader, "line %zu: a level has no pxWid or no pxHei", node->line);
  }
  const char *external = tiled_attribute(node, "externalRelPath");
  const struct tiled_node *body = node;
  level->layers = tiled_find(node, "layerInstances");
  if (level->layers == NULL && external != NULL) {
    const int code = read_external(ldtk, external, &body);
    if (code != EXIT_DONE) {
      return code;
    }
    level->layers = tiled_find(body, "layerInstances");
  }
  return EXIT_DONE;
}

/* Levels of a linear layout stand one after the other; their own places say nothing. */
static void line_up(struct ldtk_level *levels, size_t count, bool is_vertical) {
  int32_t at = 0;
  for (size_t i = 0; i < count; i++) {
    levels[i].x = is_vertical ? 0 : at;
    levels[i].y = is_vertical ? at : 0;
    const int32_t length = is_vertical ? levels[i].height : levels[i].width;
    at = at < MOST_PIXELS - length ? at + length : MOST_PIXELS;
  }
}

static int read_world(struct ldtk *ldtk, const struct tiled_node *node, int32_t world) {
  const size_t before = ldtk->level_count;
  const char *layout = tiled_attribute(node, "worldLayout");
  for (const struct tiled_node *level = first_item(node, "levels"); level != NULL;
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
  const struct tiled_node *worlds = first_item(root, "worlds");
  size_t count = count_items(first_item(root, "levels"));
  for (const struct tiled_node *world = worlds; world != NULL; world = world->next) {
    count += count_items(first_item(world, "levels"));
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

static bool is_type(const char *type, const char *wanted) { return strcmp(type, wanted) == 0; }

static const char *text_of(const struct tiled_node *node, const char *name) {
  const char *text = tiled_attribute(node, name);
  return text != NULL ? text : "";
}

static const struct ldtk_layer *find_layer(const struct ldtk *ldtk, const char *name) {
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    if (strcmp(ldtk->layers[i].name, name) == 0) {
      return &ldtk->layers[i];
    }
  }
  return NULL;
}

/* Reads the definitions, and the finest grid of those of IntGrid layers that levels have. */
static int read_definitions(struct ldtk *ldtk, const struct tiled_node *root) {
  const struct tiled_file *file = ldtk->file;
  const struct tiled_node *item = first_item(tiled_find(root, "defs"), "layers");
  const size_t count = count_items(item);
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
    *layer = (struct ldtk_layer){item, text_of(item, "identifier"), text_of(item, "__type"),
                                 next_gid, 1};
    int code = tiled_whole(file, item, "gridSize", 1, 4096, &grid);
    for (const struct tiled_node *value = first_item(item, "intGridValues");
         value != NULL && code == EXIT_DONE; value = value->next) {
      int32_t number = 0;
      code = tiled_whole(file, value, "value", 1, MOST_VALUE, &number);
      layer->most = (uint32_t)number > layer->most ? (uint32_t)number : layer->most;
    }
    if (code != EXIT_DONE) {
      return code;
    }
    if (is_type(layer->type, "IntGrid") && grid > 0) {
      ldtk->grid = ldtk->grid == 0 || grid < ldtk->grid ? grid : ldtk->grid;
    } else if (is_type(layer->type, "Tiles") && grid > 0) {
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
  for (const struct tiled_node *value = first_item(layer->node, "intGridValues"); value != NULL;
       value = value->next) {
    int64_t held = 0;
    const char *name = tiled_attribute(value, "identifier");
    if (name != NULL && name[0] != '\0' && tiled_parse_whole(text_of(value, "value"), &held) &&
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
    for (uint32_t value = 1; value <= layer->most && is_type(layer->type, "IntGrid"); value++) {
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

static int32_t cell_of(int32_t pixels, int32_t grid) {
  return (int32_t)floor((double)pixels / grid);
}

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
  ldtk->left = cell_of(left, ldtk->grid) * ldtk->grid;
  ldtk->top = cell_of(top, ldtk->grid) * ldtk->grid;
  const int64_t width = (right - ldtk->left + ldtk->grid - 1) / ldtk->grid;
  const int64_t height = (bottom - ldtk->top + ldtk->grid - 1) / ldtk->grid;
  const int64_t all = (int64_t)layers * map->floor_count; /* both are 1 at least */
  if (width > OVL_MAX_SIDE_CELLS || height > OVL_MAX_SIDE_CELLS ||
      width * height > MOST_CELLS / all) {
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
                                  .origin_x = cell_of(left, ldtk->grid),
                                  .origin_y = cell_of(top, ldtk->grid)};
  for (int32_t floor = 0; floor < map->floor_count; floor++) {
    map->floors[floor] = (struct tiled_floor){"levels", (int32_t)width, (int32_t)height};
  }
  for (size_t i = 0; i < ldtk->level_count && ldtk->levels_are_floors; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    struct tiled_floor *floor = &map->floors[level->floor];
    floor->width = cell_of(level->width + ldtk->grid - 1, ldtk->grid);
    floor->height = cell_of(level->height + ldtk->grid - 1, ldtk->grid);
  }
  return EXIT_DONE;
}

/* Fills a square of cells, from a pixel of the world on. */
static void fill(const struct ldtk *ldtk, struct tiled_layer *layer, int32_t x, int32_t y,
                 int32_t width, int32_t height, uint32_t gid) {
  const int32_t left = cell_of(x - ldtk->left, ldtk->grid);
  const int32_t top = cell_of(y - ldtk->top, ldtk->grid);
  const int32_t right = cell_of(x - ldtk->left + width + ldtk->grid - 1, ldtk->grid);
  const int32_t bottom = cell_of(y - ldtk->top + height + ldtk->grid - 1, ldtk->grid);
  for (int32_t row = top < 0 ? 0 : top; row < bottom && row < layer->height; row++) {
    for (int32_t column = left < 0 ? 0 : left; column < right && column < layer->width; column++) {
      layer->gids[(size_t)row * (size_t)layer->width + (size_t)column] = gid;
    }
  }
}

/* ---- Cells --------------------------------------------------------------- */

/* A layer of a level: its grid, and where it lies in the world. */
struct instance {
  const struct tiled_node *node;
  const struct ldtk_level *level;
  int32_t grid, columns, rows, x, y;
};

static int read_instance(const struct ldtk *ldtk, const struct ldtk_level *level,
                         const struct tiled_node *node, struct instance *instance) {
  const struct tiled_file *file = ldtk->file;
  int32_t offset_x = 0, offset_y = 0;
  *instance = (struct instance){.node = node, .level = level, .grid = ldtk->grid};
  const struct {
    const char *name;
    int32_t least, most;
    int32_t *value;
  } numbers[] = {{"__gridSize", 1, 4096, &instance->grid},
                 {"__cWid", 0, OVL_MAX_SIDE_CELLS, &instance->columns},
                 {"__cHei", 0, OVL_MAX_SIDE_CELLS, &instance->rows},
                 {"__pxTotalOffsetX", -MOST_PIXELS, MOST_PIXELS, &offset_x},
                 {"__pxTotalOffsetY", -MOST_PIXELS, MOST_PIXELS, &offset_y}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    const int code = tiled_whole(file, node, numbers[i].name, numbers[i].least, numbers[i].most,
                                 numbers[i].value);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  instance->x = level->x + offset_x;
  instance->y = level->y + offset_y;
  return EXIT_DONE;
}

static int set_value(const struct ldtk *ldtk, const struct instance *instance,
                     const struct ldtk_layer *of, int64_t cell, int64_t value,
                     struct tiled_layer *layer) {
  if (value < 0 || value > of->most) {
    return reader_fail(&ldtk->file->reader,
                       "line %zu: layer '%.60s' has the value %" PRId64
                       "; its values are 0 to %" PRIu32,
                       instance->node->line, of->name, value, of->most);
  }
  if (value != 0) {
    fill(ldtk, layer, instance->x + (int32_t)(cell % instance->columns) * instance->grid,
         instance->y + (int32_t)(cell / instance->columns) * instance->grid, instance->grid,
         instance->grid, of->first_gid + (uint32_t)value);
  }
  return EXIT_DONE;
}

/* `intGridCsv`: a value a cell, row by row. */
static int take_values(const struct ldtk *ldtk, const struct instance *instance,
                       const struct ldtk_layer *of, const char *text, struct tiled_layer *layer) {
  const int64_t cells = (int64_t)instance->columns * instance->rows;
  int64_t count = 0;
  for (const char *at = text + strspn(text, ", \t\r\n"); *at != '\0';
       at += strspn(at, ", \t\r\n")) {
    char *end;
    const long long value = strtoll(at, &end, 10);
    if (end == at || count == cells) {
      break;
    }
    const int code = set_value(ldtk, instance, of, count++, value, layer);
    if (code != EXIT_DONE) {
      return code;
    }
    at = end;
  }
  return count == cells
             ? EXIT_DONE
             : reader_fail(&ldtk->file->reader,
                           "line %zu: layer '%.60s' has %" PRId64
                           " whole numbers; it should have %" PRId64 ", %" PRId32 " x %" PRId32,
                           instance->node->line, of->name, count, cells, instance->columns,
                           instance->rows);
}

/* `intGrid`, of versions before 1.0: cells with a value, which counts from 0. */
static int take_old_values(const struct ldtk *ldtk, const struct instance *instance,
                           const struct ldtk_layer *of, struct tiled_layer *layer) {
  const int32_t cells = instance->columns * instance->rows;
  for (const struct tiled_node *item = first_item(instance->node, "intGrid"); item != NULL;
       item = item->next) {
    int32_t cell = 0, value = -1;
    int code = tiled_whole(ldtk->file, item, "coordId", 0, cells - 1, &cell);
    if (code == EXIT_DONE) {
      code = tiled_whole(ldtk->file, item, "v", -1, MOST_VALUE - 1, &value);
    }
    if (code == EXIT_DONE) {
      code = set_value(ldtk, instance, of, cell, (int64_t)value + 1, layer);
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}

/* Tiles that are drawn: "px": [x, y], the upper left of each. */
static int take_tiles(const struct ldtk *ldtk, const struct instance *instance,
                      const struct ldtk_layer *of, struct tiled_layer *layer) {
  for (const struct tiled_node *item = first_item(instance->node, "gridTiles"); item != NULL;
       item = item->next) {
    const struct tiled_node *x = first_item(item, "px");
    int64_t at[2] = {0, 0};
    if (x == NULL || x->next == NULL || x->text == NULL || x->next->text == NULL ||
        !tiled_parse_whole(x->text, &at[0]) || !tiled_parse_whole(x->next->text, &at[1]) ||
        at[0] < -MOST_PIXELS || at[0] > MOST_PIXELS || at[1] < -MOST_PIXELS ||
        at[1] > MOST_PIXELS) {
      return reader_fail(&ldtk->file->reader, "line %zu: the px of a tile is no pair of numbers",
                         item->line);
    }
    fill(ldtk, layer, instance->x + (int32_t)at[0], instance->y + (int32_t)at[1], instance->grid,
         instance->grid, of->first_gid + 1);
  }
  return EXIT_DONE;
}

static int take_instance(const struct ldtk *ldtk, const struct ldtk_level *level,
                         const struct tiled_node *node, const struct ldtk_layer *of,
                         struct tiled_layer *layer) {
  struct instance instance;
  const struct tiled_node *values = tiled_find(node, "intGridCsv");
  size_t line;
  int code = read_instance(ldtk, level, node, &instance);
  if (code != EXIT_DONE || is_type(of->type, "Tiles")) {
    return code == EXIT_DONE ? take_tiles(ldtk, &instance, of, layer) : code;
  }
  if (values == NULL || values->first == NULL) {
    return instance.columns > 0 && instance.rows > 0 ? take_old_values(ldtk, &instance, of, layer)
                                                     : EXIT_DONE;
  }
  const char *text = tiled_text(ldtk->file, values, &line);
  return text != NULL ? take_values(ldtk, &instance, of, text, layer)
                      : reader_fail_memory(&ldtk->file->reader);
}

/* ---- Layers of cells ----------------------------------------------------- */

static struct tiled_layer *add_layer(const struct ldtk *ldtk, const char *name, int32_t floor) {
  struct tiled_map *map = ldtk->map;
  struct tiled_layer *layer = &map->layers[map->layer_count];
  *layer = (struct tiled_layer){.name = name,
                                .class_name = "",
                                .properties = {.owner = name},
                                .floor = floor,
                                .width = map->floors[floor].width,
                                .height = map->floors[floor].height};
  layer->gids = calloc((size_t)layer->width * (size_t)layer->height, sizeof *layer->gids);
  map->layer_count += layer->gids != NULL ? 1 : 0;
  return layer->gids != NULL ? layer : NULL;
}

static bool has_cells(const struct ldtk_layer *layer) {
  return is_type(layer->type, "IntGrid") || is_type(layer->type, "Tiles");
}

/* Fills a layer of the project on a floor, with what its levels say. */
static int fill_layer(const struct ldtk *ldtk, const struct ldtk_layer *of, int32_t floor) {
  struct tiled_layer *layer = add_layer(ldtk, of != NULL ? of->name : "levels", floor);
  if (layer == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  for (size_t i = 0; i < ldtk->level_count; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    if (level->floor != floor) {
      continue;
    }
    if (of == NULL) {
      fill(ldtk, layer, level->x, level->y, level->width, level->height, 1);
      continue;
    }
    for (const struct tiled_node *node = level->layers != NULL ? level->layers->first : NULL;
         node != NULL; node = node->next) {
      if (strcmp(text_of(node, "__identifier"), of->name) != 0) {
        continue;
      }
      const int code = take_instance(ldtk, level, node, of, layer);
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return EXIT_DONE;
}

static int make_layers(struct ldtk *ldtk) {
  struct tiled_map *map = ldtk->map;
  size_t count = 1;
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    count += has_cells(&ldtk->layers[i]) ? 1 : 0;
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
    code = fill_layer(ldtk, NULL, floor);
    for (size_t i = ldtk->layer_count; i > 0 && code == EXIT_DONE; i--) { /* the lowest first */
      if (has_cells(&ldtk->layers[i - 1])) {
        code = fill_layer(ldtk, &ldtk->layers[i - 1], floor);
      }
    }
  }
  return code;
}

/* ---- Entities ------------------------------------------------------------ */

/* Adds a field as a property; *value: a plain one, or an object that refers to an entity by its
 * `entityIid`, which the property has until all entities are known. */
static void add_field(const struct tiled_node *field, const struct tiled_node *value,
                      struct tiled_properties *properties) {
  const char *iid = value->text == NULL ? tiled_attribute(value, "entityIid") : NULL;
  const char *text = iid != NULL ? iid : value->text;
  if (text != NULL) {
    properties->list[properties->count++] = (struct tiled_property){
        text_of(field, "__identifier"), iid != NULL ? "object" : "string", text, field->line};
  }
}

/* The fields of an entity; an array is a property of that name for each of its items. */
static int read_fields(const struct ldtk *ldtk, const struct tiled_node *node,
                       struct tiled_properties *properties) {
  const struct tiled_node *first = first_item(node, "fieldInstances");
  size_t count = 0;
  for (const struct tiled_node *field = first; field != NULL; field = field->next) {
    count += 1 + count_items(first_item(field, "__value"));
  }
  properties->list = tiled_arena_take(ldtk->file->arena, count, sizeof *properties->list);
  if (properties->list == NULL) {
    return reader_fail_memory(&ldtk->file->reader);
  }
  for (const struct tiled_node *field = first; field != NULL; field = field->next) {
    const struct tiled_node *value = tiled_find(field, "__value");
    if (value == NULL) {
      continue;
    }
    add_field(field, value, properties);
    for (const struct tiled_node *item = value->first; item != NULL; item = item->next) {
      if (strcmp(item->name, "item") == 0) {
        add_field(field, item, properties);
      }
    }
  }
  return EXIT_DONE;
}

/* A number of a pair, as of "px": [x, y]; `otherwise` if it is not there. */
static double pair_at(const struct tiled_node *node, const char *name, int which,
                      double otherwise) {
  const struct tiled_node *item = first_item(node, name);
  double value;
  item = item != NULL && which == 1 ? item->next : item;
  return item != NULL && item->text != NULL && tiled_parse_real(item->text, &value) &&
                 fabs(value) <= MOST_PIXELS
             ? value
             : otherwise;
}

static int read_entity(const struct ldtk *ldtk, const struct instance *instance,
                       const char *layer_name, const struct tiled_node *node,
                       struct tiled_object *object) {
  struct tiled_map *map = ldtk->map;
  int32_t width = instance->grid, height = instance->grid;
  int code = tiled_whole(ldtk->file, node, "width", 0, MOST_PIXELS, &width);
  if (code == EXIT_DONE) {
    code = tiled_whole(ldtk->file, node, "height", 0, MOST_PIXELS, &height);
  }
  if (code == EXIT_DONE) {
    code = read_fields(ldtk, node, &object->properties);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  object->id = (uint32_t)map->object_count; /* counted up already: from 1 */
  object->name = text_of(node, "__identifier");
  object->class_name = object->name;
  object->layer_name = layer_name;
  object->properties.owner = layer_name;
  object->shape = TILED_RECTANGLE;
  object->line = node->line;
  object->box = (struct tiled_box){
      instance->x - ldtk->left + pair_at(node, "px", 0, 0) - width * pair_at(node, "__pivot", 0, 0),
      instance->y - ldtk->top + pair_at(node, "px", 1, 0) - height * pair_at(node, "__pivot", 1, 0),
      width, height};
  object->corner = (ovl_cell){(int32_t)floor(object->box.x / ldtk->grid),
                              (int32_t)floor(object->box.y / ldtk->grid), instance->level->floor};
  object->tiles_x = width > ldtk->grid ? (width + ldtk->grid - 1) / ldtk->grid : 1;
  object->tiles_y = height > ldtk->grid ? (height + ldtk->grid - 1) / ldtk->grid : 1;
  return EXIT_DONE;
}

/* An entity by its `iid`. */
struct iid_entry {
  const char *iid;
  uint32_t id;
};

/* Counts the entities, and with `entries` reads them and lists their iids. */
static int read_entities(struct ldtk *ldtk, struct iid_entry *entries, size_t *count) {
  *count = 0;
  for (size_t i = 0; i < ldtk->level_count; i++) {
    const struct ldtk_level *level = &ldtk->levels[i];
    for (const struct tiled_node *node = level->layers != NULL ? level->layers->first : NULL;
         node != NULL; node = node->next) {
      const struct tiled_node *entity = first_item(node, "entityInstances");
      const struct ldtk_layer *layer = find_layer(ldtk, text_of(node, "__identifier"));
      struct instance instance;
      int code = entity != NULL && entries != NULL ? read_instance(ldtk, level, node, &instance)
                                                   : EXIT_DONE;
      for (; entity != NULL && code == EXIT_DONE; entity = entity->next) {
        if (entries != NULL) {
          struct tiled_object *object = &ldtk->map->objects[ldtk->map->object_count++];
          code = read_entity(ldtk, &instance, layer != NULL ? layer->name : "", entity, object);
          entries[*count] = (struct iid_entry){text_of(entity, "iid"), object->id};
        }
        (*count)++;
      }
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return EXIT_DONE;
}

static int compare_iids(const void *a, const void *b) {
  return strcmp(((const struct iid_entry *)a)->iid, ((const struct iid_entry *)b)->iid);
}

/* Gives properties that refer to entities the ids of these, as those of Tiled have them. */
static int resolve_references(const struct ldtk *ldtk, struct iid_entry *entries) {
  const struct tiled_map *map = ldtk->map;
  if (map->object_count > 0) {
    qsort(entries, map->object_count, sizeof *entries, compare_iids);
  }
  for (size_t i = 0; i < map->object_count; i++) {
    const struct tiled_properties *properties = &map->objects[i].properties;
    for (size_t k = 0; k < properties->count; k++) {
      struct tiled_property *property = &properties->list[k];
      const struct iid_entry wanted = {property->value, 0};
      if (strcmp(property->type, "object") != 0) {
        continue;
      }
      const struct iid_entry *found =
          bsearch(&wanted, entries, map->object_count, sizeof *entries, compare_iids);
      char *text = tiled_arena_take(ldtk->file->arena, 16, 1);
      if (text == NULL) {
        return reader_fail_memory(&ldtk->file->reader);
      }
      snprintf(text, 16, "%" PRIu32, found != NULL ? found->id : 0);
      property->value = text;
    }
  }
  return EXIT_DONE;
}

static int make_objects(struct ldtk *ldtk) {
  struct tiled_arena *arena = ldtk->file->arena;
  struct tiled_map *map = ldtk->map;
  size_t count;
  int code = read_entities(ldtk, NULL, &count);
  if (code == EXIT_DONE) {
    struct iid_entry *entries = tiled_arena_take(arena, count, sizeof *entries);
    map->objects = tiled_arena_take(arena, count, sizeof *map->objects);
    if (map->objects == NULL || entries == NULL) {
      return reader_fail_memory(&ldtk->file->reader);
    }
    code = read_entities(ldtk, entries, &count);
    code = code == EXIT_DONE ? resolve_references(ldtk, entries) : code;
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
  return code == EXIT_DONE ? make_objects(ldtk) : code;
}

int ldtk_read(const char *path, const struct reader_talk *talk, bool levels_are_floors,
              struct tiled_map *map) {
  *map = (struct tiled_map){0};
  map->arena = tiled_arena_create();
  const struct tiled_file file = {{path, talk}, map->arena};
  if (map->arena == NULL) {
    return reader_fail_memory(&file.reader);
  }
  struct ldtk ldtk = {.file = &file, .map = map, .levels_are_floors = levels_are_floors};
  const int code = read_project(&ldtk);
  if (code != EXIT_DONE) {
    tiled_map_free(map);
  }
  return code;
}
