/* Objects of a Tiled map: see tiled_objects.h.
 *
 * Tiled stores them in pixels, at any place; here each also gets the tiles that it covers. */
#include "tools/tiled/tiled_objects.h"

#include "tools/tiled/tiled_layers.h"
#include "tools/tiled/tiled_shapes.h"
#include "tools/tiled/tiled_templates.h"
#include "tools/tiled/tiled_tilesets.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* ---- What an object is --------------------------------------------------- */

/* The tiles that it covers. A rectangle that ends on a tile's border does not cover the next; in a
 * shifted map none is a rectangle of cells, and its middle says where it stands. */
static void place_on_tiles(const struct tiled_map *map, struct tiled_object *object) {
  if (tiled_grid_is_shifted(&map->grid)) {
    object->corner = tiled_object_middle(map, object);
    object->tiles_x = object->tiles_y = 1;
    return;
  }
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
  int code = tiled_whole(file, node, "id", 0, INT32_MAX, &id);
  object->id = (uint32_t)id;
  if (code == EXIT_DONE) {
    code = tiled_read_properties(file, node, &object->properties);
  }
  object->properties.outer = &place->properties;
  const struct tiled_point corner = tiled_grid_corner(&map->grid);
  object->box.x = place->offset_x - corner.x;
  object->box.y = place->offset_y - corner.y;
  if (code == EXIT_DONE) {
    code = tiled_read_shape(file, node, object);
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
    count += tiled_count(place->node, "object"); /* other layers have none */
  }
  map->objects = tiled_arena_take(file->arena, count, sizeof *map->objects);
  if (map->objects == NULL) {
    return reader_fail_memory(&file->reader);
  }
  struct tiled_templates templates = {file, NULL};
  for (const struct tiled_place *place = places; place != NULL; place = place->next) {
    for (const struct tiled_node *node = place->node->first; node != NULL; node = node->next) {
      const struct tiled_node *whole = node;
      if (!tiled_is_element(node, "object")) {
        continue;
      }
      int code = tiled_complete_object(&templates, &whole);
      code = code == EXIT_DONE
                 ? read_object(file, place, whole, map, &map->objects[map->object_count++])
                 : code;
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  return EXIT_DONE;
}
