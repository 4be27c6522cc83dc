/* Tilesets of a Tiled map, inside it or beside it, and the properties of any element: see
 * tiled_tilesets.h.
 *
 * Invariant: tilesets are sorted by their first gids, tiles by their gids. A tileset that grew
 * reaches into the next one, to which those gids belong then, as in the editor. */
#include "tools/tiled/tiled_tilesets.h"

#include "tools/tiled/tiled_shapes.h"
#include "tools/tiled/tree/tiled_tree.h"
#include "tools/tiled/tree/tiled_tree_read.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define MOST_GID 0x0FFFFFFF /* the bits above it turn a tile */

/* Looking for a property goes through all of an element's. */
enum { MOST_PROPERTIES = 1000 };

static const char *text_or(const char *text, const char *otherwise) {
  return text != NULL ? text : otherwise;
}

/* ---- Properties ---------------------------------------------------------- */

/* Properties of an element that are read, with room for all of them. */
struct property_list {
  const struct tiled_file *file;
  struct tiled_properties *properties;
};

/* Of all nodes in an element: as many as there may be properties. */
static size_t count_nodes(const struct tiled_node *group) {
  size_t count = 0;
  for (const struct tiled_node *node = group->first; node != NULL; node = node->next) {
    count += 1 + count_nodes(node);
  }
  return count;
}

/* The name of a member of a class: body.solid. NULL: no memory. */
static const char *join_names(const struct tiled_file *file, const char *outer, const char *name) {
  const size_t room = strlen(outer) + strlen(name) + 2;
  char *text = outer[0] != '\0' ? tiled_arena_take(file->arena, room, 1) : NULL;
  if (text != NULL) {
    snprintf(text, room, "%s.%s", outer, name);
  }
  return outer[0] != '\0' ? text : name;
}

/* Adds what stands in a list of properties, or in the value of one that is a class, whose name is
 * `outer`. In JSON a member is a name with its value, as all properties were before Tiled 1.2. */
static int add_properties(const struct property_list *list, const struct tiled_node *group,
                          const char *outer) {
  for (const struct tiled_node *node = group->first; node != NULL; node = node->next) {
    const bool is_listed = tiled_is_element(node, "property");
    const char *own = is_listed ? text_or(tiled_attribute(node, "name"), "") : node->name;
    if (!is_listed && (own[0] == '\0' || (node->text == NULL && outer[0] == '\0'))) {
      continue;
    }
    const struct tiled_node *value = is_listed ? tiled_find(node, "value") : node;
    const struct tiled_node *members = is_listed ? tiled_find(node, "properties") : NULL;
    const char *name = join_names(list->file, outer, own), *text = NULL;
    size_t line;
    if (members == NULL && value != NULL && value->text == NULL) {
      members = value;
    } else if (members == NULL) { /* text of several lines stands in the element */
      text = value != NULL ? value->text : tiled_text(list->file, node, &line);
    }
    if (name == NULL || (text == NULL && members == NULL)) {
      return reader_fail_memory(&list->file->reader);
    }
    if (members != NULL) {
      const int code = add_properties(list, members, name);
      if (code != EXIT_DONE) {
        return code;
      }
      continue;
    }
    const char *type = is_listed ? tiled_attribute(node, "type") : NULL;
    list->properties->list[list->properties->count++] =
        (struct tiled_property){name, text_or(type, "string"), text, node->line};
  }
  return EXIT_DONE;
}

/* Reads the properties that a node lists; NULL: there are none. */
static int read_group(const struct tiled_file *file, const struct tiled_node *group,
                      struct tiled_properties *properties) {
  const struct property_list list = {file, properties};
  properties->count = 0;
  properties->list = tiled_arena_take(file->arena, group != NULL ? count_nodes(group) : 0,
                                      sizeof *properties->list);
  if (properties->list == NULL) {
    return reader_fail_memory(&file->reader);
  }
  const int code = group != NULL ? add_properties(&list, group, "") : EXIT_DONE;
  if (code == EXIT_DONE && properties->count > MOST_PROPERTIES) {
    return reader_fail(&file->reader, "line %zu: there are %zu properties; there may be %d",
                       group->line, properties->count, MOST_PROPERTIES);
  }
  return code;
}

int tiled_read_properties(const struct tiled_file *file, const struct tiled_node *element,
                          struct tiled_properties *properties) {
  return read_group(file, tiled_find(element, "properties"), properties);
}

/* ---- Tiles --------------------------------------------------------------- */

struct tile_list {
  struct tiled_tile *list;
  size_t count, room;
  size_t tileset; /* that is read: its index */
};

enum {
  MOST_SHAPES = 64,
  SAMPLES = 32
}; /* of a tile; points a side at which shapes are looked at */

/* Reads the shapes of a tile's collision editor. Those beyond MOST_SHAPES are left out. */
static int read_collision(const struct tiled_file *file, const struct tiled_node *node,
                          const struct tiled_tileset *tileset, struct tiled_tile *tile) {
  const struct tiled_node *group = tiled_find(node, "objectgroup");
  if (group == NULL) {
    return EXIT_DONE;
  }
  struct tiled_object shapes[MOST_SHAPES] = {0};
  size_t count = 0;
  for (const struct tiled_node *shape = group->first; shape != NULL; shape = shape->next) {
    if (!tiled_is_element(shape, "object") || count == MOST_SHAPES) {
      continue;
    }
    shapes[count].line = shape->line;
    const int code = tiled_read_shape(file, shape, &shapes[count++]);
    if (code != EXIT_DONE) {
      return code;
    }
  }
  int32_t covered = 0;
  for (int32_t i = 0; i < SAMPLES * SAMPLES; i++) {
    const int32_t row = i / SAMPLES, column = i % SAMPLES;
    const double x = (column + 0.5) * tileset->tile_width / SAMPLES;
    const double y = (row + 0.5) * tileset->tile_height / SAMPLES;
    bool is_covered = false;
    for (size_t k = 0; k < count && !is_covered; k++) {
      is_covered = tiled_shape_covers(&shapes[k], x, y);
    }
    covered += is_covered ? 1 : 0;
  }
  tile->collides = covered > SAMPLES * SAMPLES / 2;
  return EXIT_DONE;
}

static bool make_room(const struct tiled_file *file, struct tile_list *tiles, size_t more) {
  if (tiles->list != NULL && tiles->room - tiles->count >= more) {
    return true;
  }
  const size_t room = (tiles->count + more) * 2 + 1;
  struct tiled_tile *list = tiled_arena_take(file->arena, room, sizeof *list);
  if (list == NULL) {
    return false;
  }
  if (tiles->count > 0) {
    memcpy(list, tiles->list, tiles->count * sizeof *list);
  }
  tiles->list = list;
  tiles->room = room;
  return true;
}

/* Reads a tile; `id` is its number as it is written, NULL: none; `properties` lists its properties.
 */
static int read_tile(const struct tiled_file *file, const struct tiled_node *node, const char *id,
                     const struct tiled_node *properties, struct tiled_tileset *tileset,
                     struct tile_list *tiles) {
  struct tiled_tile *tile = &tiles->list[tiles->count++];
  int64_t number = 0;
  if (id == NULL || !tiled_parse_whole(id, &number) || number < 0 ||
      number > MOST_GID - (int64_t)tileset->first_gid) {
    return reader_fail(&file->reader, "line %zu: a tile of tileset '%.60s' has %s id%s%.40s",
                       node->line, tileset->name, id == NULL ? "no" : "the", id == NULL ? "" : " ",
                       text_or(id, ""));
  }
  int code = read_group(file, properties, &tile->properties);
  if (code == EXIT_DONE) {
    code = read_collision(file, node, tileset, tile);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (tileset->tile_count != 0 && tileset->tile_count <= (uint32_t)number) {
    tileset->tile_count = (uint32_t)number + 1; /* pictures taken out of a set leave gaps */
  }
  const struct tiled_property *terrain = tiled_find_property(&tile->properties, "terrain");
  tile->gid = tileset->first_gid + (uint32_t)number;
  tile->tileset = tiles->tileset;
  tile->class_name = tiled_class(node);
  tile->terrain = terrain != NULL ? terrain->value : tile->class_name;
  if (tile->terrain[0] == '\0') {
    tile->terrain = NULL;
  }
  return EXIT_DONE;
}

/* Reads the tiles of a tileset: elements, or as JSON had them before Tiled 1.2, members of "tiles"
 * and of "tileproperties" with their numbers as names. */
static int read_tiles(const struct tiled_file *file, const struct tiled_node *node,
                      struct tiled_tileset *tileset, struct tile_list *tiles) {
  const struct tiled_node *old = tiled_find(node, "tiles");
  const struct tiled_node *properties = tiled_find(node, "tileproperties");
  int code = EXIT_DONE;
  if (!make_room(file, tiles,
                 tiled_count(node, "tile") + (old != NULL ? count_nodes(old) : 0) +
                     (properties != NULL ? count_nodes(properties) : 0))) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_node *tile = node->first; tile != NULL && code == EXIT_DONE;
       tile = tile->next) {
    if (tiled_is_element(tile, "tile")) {
      code = read_tile(file, tile, tiled_attribute(tile, "id"), tiled_find(tile, "properties"),
                       tileset, tiles);
    }
  }
  for (const struct tiled_node *tile = old != NULL ? old->first : NULL;
       tile != NULL && code == EXIT_DONE; tile = tile->next) {
    code =
        read_tile(file, tile, tile->name,
                  properties != NULL ? tiled_find(properties, tile->name) : NULL, tileset, tiles);
  }
  for (const struct tiled_node *tile = properties != NULL ? properties->first : NULL;
       tile != NULL && code == EXIT_DONE; tile = tile->next) {
    if (old == NULL || tiled_find(old, tile->name) == NULL) {
      code = read_tile(file, tile, tile->name, tile, tileset, tiles);
    }
  }
  return code;
}

/* Reads what an element `tileset` says, in the map or in a file of its own. */
static int read_tileset_body(const struct tiled_file *file, const struct tiled_node *node,
                             struct tiled_tileset *tileset, struct tile_list *tiles) {
  int32_t tile_count = 0;
  tileset->name = text_or(tiled_attribute(node, "name"), "");
  const struct tiled_number numbers[] = {
      {"tilecount", 0, MOST_GID, &tile_count},
      {"tilewidth", 0, TILED_MOST_PIXELS, &tileset->tile_width},
      {"tileheight", 0, TILED_MOST_PIXELS, &tileset->tile_height}};
  const int code = tiled_wholes(file, node, numbers, 3);
  if (code != EXIT_DONE) {
    return code;
  }
  tileset->tile_count = (uint32_t)tile_count;
  return read_tiles(file, node, tileset, tiles);
}

/* ---- Tilesets in files of their own -------------------------------------- */

static int read_external(const struct tiled_file *file, struct tiled_tileset *tileset,
                         struct tile_list *tiles) {
  struct tiled_node *root = NULL;
  const char *why = NULL;
  const struct tiled_file external = {{tiled_path_beside(file, tileset->source), file->reader.talk},
                                      file->arena};
  if (external.reader.path == NULL) {
    return reader_fail_memory(&file->reader);
  }
  if (!tiled_path_is_of_tiled(external.reader.path)) {
    return reader_fail(&file->reader,
                       "line %zu: '%.200s' is no tileset by its name, which should end in .tsx or "
                       ".tsj",
                       tileset->line, external.reader.path);
  }
  int code = tiled_tree_read_file(&external, &root, &why);
  if (why != NULL) {
    tileset->name = tileset->source;
    reader_warn(&file->reader,
                "line %zu: tileset '%.200s' can't be read (%s): its tiles have no names",
                tileset->line, external.reader.path, why);
    return EXIT_DONE;
  }
  if (code == EXIT_DONE && !tiled_is_element(root, "tileset")) {
    code = reader_fail(&external.reader, "line %zu: <%.40s> stands where <tileset> should be",
                       root->line, root->name);
  }
  return code == EXIT_DONE ? read_tileset_body(&external, root, tileset, tiles) : code;
}

/* ---- All tilesets -------------------------------------------------------- */

/* A tileset of the map, not read yet. */
struct tileset_node {
  const struct tiled_node *node;
  int32_t first_gid;
  size_t place; /* in the file */
};

static int read_tileset(const struct tiled_file *file, const struct tileset_node *listed,
                        struct tiled_tileset *tileset, struct tile_list *tiles) {
  tileset->first_gid = (uint32_t)listed->first_gid;
  tileset->source = tiled_attribute(listed->node, "source");
  tileset->line = listed->node->line;
  return tileset->source != NULL ? read_external(file, tileset, tiles)
                                 : read_tileset_body(file, listed->node, tileset, tiles);
}

/* Order of their first gids, then of the file. */
static int compare_nodes(const void *a, const void *b) {
  const struct tileset_node *left = a, *right = b;
  return left->first_gid != right->first_gid ? (left->first_gid < right->first_gid ? -1 : 1)
         : left->place < right->place        ? -1
                                             : left->place > right->place;
}

/* Lists the tilesets of a map in the order of their first gids. */
static int list_tilesets(const struct tiled_file *file, const struct tiled_node *root, size_t count,
                         struct tileset_node *nodes) {
  size_t found = 0;
  for (const struct tiled_node *node = root->first; node != NULL; node = node->next) {
    if (!tiled_is_element(node, "tileset")) {
      continue;
    }
    struct tileset_node *listed = &nodes[found];
    *listed = (struct tileset_node){node, 0, found};
    const int code = tiled_whole(file, node, "firstgid", 1, MOST_GID, &listed->first_gid);
    if (code != EXIT_DONE) {
      return code;
    }
    if (listed->first_gid == 0) {
      return reader_fail(&file->reader, "line %zu: a tileset has no 'firstgid'", node->line);
    }
    found++;
  }
  if (count > 0) {
    qsort(nodes, count, sizeof *nodes, compare_nodes);
  }
  return EXIT_DONE;
}

static int compare_tiles(const void *a, const void *b) {
  const uint32_t left = ((const struct tiled_tile *)a)->gid;
  const uint32_t right = ((const struct tiled_tile *)b)->gid;
  return left < right ? -1 : left > right;
}

/* Puts tiles into order, without those whose gids are of a later tileset. Of a tile that its
 * tileset has twice the first one counts. */
static void sort_tiles(const struct tiled_file *file, struct tiled_map *map) {
  size_t kept = 0, twice = 0;
  for (size_t i = 0; i < map->tile_count; i++) {
    const struct tiled_tile *tile = &map->tiles[i];
    const bool is_last = tile->tileset + 1 == map->tileset_count;
    if (is_last || tile->gid < map->tilesets[tile->tileset + 1].first_gid) {
      map->tiles[kept++] = *tile;
    }
  }
  if (kept > 0) {
    qsort(map->tiles, kept, sizeof *map->tiles, compare_tiles);
  }
  map->tile_count = 0;
  for (size_t i = 0; i < kept; i++) {
    if (i > 0 && map->tiles[i].gid == map->tiles[map->tile_count - 1].gid) {
      twice++;
    } else {
      map->tiles[map->tile_count++] = map->tiles[i];
    }
  }
  if (twice > 0) {
    reader_warn(&file->reader, "%zu tile%s of its tilesets stand%s there twice", twice,
                twice == 1 ? "" : "s", twice == 1 ? "s" : "");
  }
}

int tiled_read_tilesets(const struct tiled_file *file, const struct tiled_node *root,
                        struct tiled_map *map) {
  const size_t count = tiled_count(root, "tileset");
  struct tile_list tiles = {0};
  struct tileset_node *nodes = tiled_arena_take(file->arena, count, sizeof *nodes);
  map->tilesets = tiled_arena_take(file->arena, count, sizeof *map->tilesets);
  if (map->tilesets == NULL || nodes == NULL) {
    return reader_fail_memory(&file->reader);
  }
  int code = list_tilesets(file, root, count, nodes);
  for (size_t i = 0; i < count && code == EXIT_DONE; i++) {
    tiles.tileset = i;
    code = read_tileset(file, &nodes[i], &map->tilesets[map->tileset_count++], &tiles);
  }
  map->tiles = tiles.list;
  map->tile_count = tiles.count;
  if (code == EXIT_DONE) {
    sort_tiles(file, map);
  }
  return code;
}
