/* Objects of a Tiled map: see tiled_objects.h.
 *
 * Tiled stores them in pixels, at any place; here each also gets the tiles that it covers. */
#include "tools/tiled/tiled_objects.h"

#include "tools/tiled/tiled_layers.h"
#include "tools/tiled/tiled_tilesets.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Further off than any map reaches: 65536 tiles of 4096 pixels. */
#define FARTHEST_PIXELS 268435456.0

static bool is_object(const struct tiled_node *node) {
  return node->text == NULL && strcmp(node->name, "object") == 0;
}

static bool is_object_layer(const struct tiled_place *place) {
  return strcmp(place->node->name, "objectgroup") == 0;
}

static bool is_far(double pixels) {
  return !(pixels >= -FARTHEST_PIXELS && pixels <= FARTHEST_PIXELS);
}

static int fail_object(const struct tiled_file *file, const struct tiled_object *object,
                       const char *wrong) {
  return reader_fail(&file->reader, "line %zu: object %" PRIu32 " %s", object->line, object->id,
                     wrong);
}

/* ---- Points of polygons and polylines ------------------------------------ */

/* Reads "12.5,-3" from where *at is. False: it does not stand there. */
static bool read_pair(const char **at, struct tiled_point *point) {
  double *const numbers[2] = {&point->x, &point->y};
  for (int i = 0; i < 2; i++) {
    char number[48];
    const size_t length = strcspn(*at, ", \t\r\n");
    if (length >= sizeof number || (i == 0 && (*at)[length] != ',')) {
      return false;
    }
    memcpy(number, *at, length);
    number[length] = '\0';
    if (!tiled_parse_real(number, numbers[i])) {
      return false;
    }
    *at += length + (i == 0 ? 1 : 0);
  }
  return **at != ',';
}

/* In XML: an attribute of pairs, parted by blanks. */
static int read_pairs(const struct tiled_file *file, const char *text,
                      struct tiled_object *object) {
  object->points = tiled_arena_take(file->arena, strlen(text) / 4 + 1, sizeof *object->points);
  if (object->points == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (text += strspn(text, " \t\r\n"); *text != '\0'; text += strspn(text, " \t\r\n")) {
    if (!read_pair(&text, &object->points[object->point_count++])) {
      return fail_object(file, object, "has points that are no pairs of numbers 'x,y'");
    }
  }
  return EXIT_DONE;
}

/* In JSON: an array of objects with x and y. */
static int read_point_list(const struct tiled_file *file, const struct tiled_node *list,
                           struct tiled_object *object) {
  size_t count = 0;
  for (const struct tiled_node *node = list->first; node != NULL; node = node->next) {
    count++;
  }
  object->points = tiled_arena_take(file->arena, count, sizeof *object->points);
  if (object->points == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_node *node = list->first; node != NULL; node = node->next) {
    struct tiled_point *point = &object->points[object->point_count++];
    if (tiled_attribute(node, "x") == NULL || tiled_attribute(node, "y") == NULL) {
      return fail_object(file, object, "has a point without x or y");
    }
    int code = tiled_real(file, node, "x", &point->x);
    if (code == EXIT_DONE) {
      code = tiled_real(file, node, "y", &point->y);
    }
    if (code != EXIT_DONE) {
      return code;
    }
  }
  return EXIT_DONE;
}

static int read_points(const struct tiled_file *file, const struct tiled_node *shape,
                       struct tiled_object *object) {
  const char *pairs = shape->text == NULL ? tiled_attribute(shape, "points") : shape->text;
  const int code =
      pairs != NULL ? read_pairs(file, pairs, object) : read_point_list(file, shape, object);
  if (code != EXIT_DONE) {
    return code;
  }
  if (object->point_count < 2) {
    return fail_object(file, object, "has fewer than two points");
  }
  for (size_t i = 0; i < object->point_count; i++) {
    struct tiled_point *point = &object->points[i];
    point->x += object->box.x;
    point->y += object->box.y;
    if (is_far(point->x) || is_far(point->y)) {
      return fail_object(file, object, "has a point that is far off any map");
    }
  }
  return EXIT_DONE;
}

/* ---- What an object is --------------------------------------------------- */

static int read_shape(const struct tiled_file *file, const struct tiled_node *node,
                      struct tiled_object *object) {
  static const struct {
    const char *name;
    enum tiled_shape shape;
  } shapes[] = {{"point", TILED_POINT},
                {"ellipse", TILED_ELLIPSE},
                {"polygon", TILED_POLYGON},
                {"polyline", TILED_POLYLINE},
                {"text", TILED_TEXT}};
  object->shape = tiled_attribute(node, "gid") != NULL ? TILED_TILE : TILED_RECTANGLE;
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    const struct tiled_node *shape = tiled_find(node, shapes[i].name);
    bool is_so = true; /* a member of JSON may say that it is not */
    if (shape == NULL ||
        (shape->text != NULL && tiled_parse_truth(shape->text, &is_so) && !is_so)) {
      continue;
    }
    object->shape = shapes[i].shape;
    if (object->shape == TILED_POLYGON || object->shape == TILED_POLYLINE) {
      return read_points(file, shape, object);
    }
  }
  return EXIT_DONE;
}

/* Its place and size in pixels. */
static int read_frame(const struct tiled_file *file, const struct tiled_node *node,
                      struct tiled_object *object) {
  struct {
    const char *name;
    double *value;
  } const numbers[] = {{"x", &object->box.x},
                       {"y", &object->box.y},
                       {"width", &object->box.width},
                       {"height", &object->box.height},
                       {"rotation", &object->rotation}};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    double value = 0;
    const int code = tiled_real(file, node, numbers[i].name, &value);
    if (code != EXIT_DONE) {
      return code;
    }
    *numbers[i].value += value;
  }
  if (is_far(object->box.x) || is_far(object->box.y) || is_far(object->box.width) ||
      is_far(object->box.height)) {
    return fail_object(file, object, "is far off any map");
  }
  if (object->box.width < 0 || object->box.height < 0) {
    return fail_object(file, object, "has a width or height below zero");
  }
  return EXIT_DONE;
}

/* The tiles that it covers. A rectangle that ends on a tile's border does not
 * cover the next. */
static void place_on_tiles(const struct tiled_map *map, struct tiled_object *object) {
  const double left = floor(object->box.x / map->grid.tile_width);
  const double top = floor(object->box.y / map->grid.tile_height);
  const double right = ceil((object->box.x + object->box.width) / map->grid.tile_width);
  const double bottom = ceil((object->box.y + object->box.height) / map->grid.tile_height);
  object->corner.x = (int32_t)left;
  object->corner.y = (int32_t)top;
  object->tiles_x = right > left + 1 ? (int32_t)(right - left) : 1;
  object->tiles_y = bottom > top + 1 ? (int32_t)(bottom - top) : 1;
}

static int read_floor(const struct tiled_file *file, struct tiled_object *object) {
  const struct tiled_property *floor = tiled_find_property(&object->properties, "floor");
  int64_t number = 0;
  if (floor != NULL &&
      (!tiled_parse_whole(floor->value, &number) || number < 0 || number >= TILED_MOST_FLOORS)) {
    return reader_fail(&file->reader,
                       "line %zu: the floor of object %" PRIu32
                       " is '%.40s'; it should be a whole number from 0 to %d",
                       floor->line, object->id, floor->value, TILED_MOST_FLOORS - 1);
  }
  object->corner.floor = (int32_t)number;
  return EXIT_DONE;
}

static int read_object(const struct tiled_file *file, const struct tiled_place *place,
                       const struct tiled_node *node, const struct tiled_map *map,
                       struct tiled_object *object) {
  const char *name = tiled_attribute(node, "name");
  int32_t id = 0;
  object->line = node->line;
  object->name = name != NULL ? name : "";
  object->class_name = tiled_class(node);
  object->layer_name = place->name;
  object->visible = true;
  int code = tiled_whole(file, node, "id", 0, INT32_MAX, &id);
  object->id = (uint32_t)id;
  if (code == EXIT_DONE) {
    code = tiled_truth(file, node, "visible", &object->visible);
  }
  if (code == EXIT_DONE) {
    code = tiled_read_properties(file, node, &object->properties);
  }
  object->visible = object->visible && place->visible;
  object->properties.outer = &place->properties;
  /* Pixels count from the tile that the file calls 0, 0. */
  object->box.x = place->offset_x - (double)map->grid.origin_x * map->grid.tile_width;
  object->box.y = place->offset_y - (double)map->grid.origin_y * map->grid.tile_height;
  if (code == EXIT_DONE) {
    code = read_frame(file, node, object);
  }
  if (code == EXIT_DONE) {
    code = read_shape(file, node, object);
  }
  if (code == EXIT_DONE) {
    code = read_floor(file, object);
  }
  if (code == EXIT_DONE) {
    object->box.y -=
        object->shape == TILED_TILE ? object->box.height : 0; /* it hangs from its foot */
    place_on_tiles(map, object);
  }
  return code;
}

int tiled_read_objects(const struct tiled_file *file, const struct tiled_place *places,
                       struct tiled_map *map) {
  size_t count = 0;
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    const struct tiled_node *node = is_object_layer(place) ? place->node->first : NULL;
    for (; node != NULL; node = node->next) {
      count += is_object(node) ? 1 : 0;
    }
  }
  map->objects = tiled_arena_take(file->arena, count, sizeof *map->objects);
  if (map->objects == NULL) {
    return reader_fail_memory(&file->reader);
  }
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    const struct tiled_node *node = is_object_layer(place) ? place->node->first : NULL;
    for (; node != NULL; node = node->next) {
      if (!is_object(node)) {
        continue;
      }
      const int code = read_object(file, place, node, map, &map->objects[map->object_count++]);
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return EXIT_DONE;
}
