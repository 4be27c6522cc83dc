/* Links by objects of a Tiled map: see tiled_map.h for what a link is. */
#include "tools/tiled/tiled_links.h"

#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct linking {
  const struct tiled_file *file;
  struct tiled_map *map;
  bool *is_goal_of_link; /* for each object */
};

static bool is_class(const struct tiled_object *object, const char *name) {
  return strcmp(object->class_name, name) == 0;
}

static int fail_object(const struct linking *linking, const struct tiled_object *object,
                       const char *wrong) {
  return reader_fail(&linking->file->reader, "line %zu: object %" PRIu32 " %s", object->line,
                     object->id, wrong);
}

/* ---- Ids ----------------------------------------------------------------- */

/* Of twins the first of the file comes first. */
static int compare_ids(const void *a, const void *b) {
  const struct tiled_object *left = *(const struct tiled_object *const *)a;
  const struct tiled_object *right = *(const struct tiled_object *const *)b;
  return left->id != right->id ? (left->id < right->id ? -1 : 1) : left < right ? -1 : left > right;
}

/* Warns of objects with the id of another one. */
static int check_ids(const struct linking *linking) {
  const struct tiled_map *map = linking->map;
  const struct tiled_object **by_id =
      tiled_arena_take(linking->file->arena, map->object_count, sizeof(struct tiled_object *));
  if (by_id == NULL) {
    return reader_fail_memory(&linking->file->reader);
  }
  for (size_t i = 0; i < map->object_count; i++) {
    by_id[i] = &map->objects[i];
  }
  if (map->object_count > 0) {
    qsort(by_id, map->object_count, sizeof(struct tiled_object *), compare_ids);
  }
  size_t twins = 0, first = 0;
  for (size_t i = 1; i < map->object_count; i++) {
    if (by_id[i]->id != 0 && by_id[i]->id == by_id[i - 1]->id) {
      first = twins++ == 0 ? i : first;
    }
  }
  if (twins > 0) {
    reader_warn(&linking->file->reader,
                "line %zu: object %" PRIu32
                " has the id of another one; links lead to the first (objects with such ids: %zu)",
                by_id[first]->line, by_id[first]->id, twins);
  }
  return EXIT_DONE;
}

/* ---- Ends of links ------------------------------------------------------- */

/* A tile of an object, or that an object names, must be one of the map's. */
static int check_tile(const struct linking *linking, const struct tiled_object *object,
                      const char *what, ovl_cell cell) {
  const struct tiled_map *map = linking->map;
  if (cell.floor < 0 || cell.floor >= map->floor_count) {
    return reader_fail(&linking->file->reader,
                       "line %zu: object %" PRIu32 ": %s is on floor %" PRId32
                       "; the map has floors 0 to %" PRId32,
                       object->line, object->id, what, cell.floor, map->floor_count - 1);
  }
  const struct tiled_floor *floor = &map->floors[cell.floor];
  if (cell.x < 0 || cell.y < 0 || cell.x >= floor->width || cell.y >= floor->height) {
    return reader_fail(&linking->file->reader,
                       "line %zu: object %" PRIu32 ": %s is off the map, at %" PRId32 ",%" PRId32
                       "; floor %" PRId32 " has %" PRId32 " x %" PRId32 " tiles",
                       object->line, object->id, what, cell.x, cell.y, cell.floor, floor->width,
                       floor->height);
  }
  return EXIT_DONE;
}

/* Cuts "2:10,12" or "10,12" into its numbers. */
static bool parse_tile(const char *text, int64_t *floor, int64_t *x, int64_t *y) {
  char copy[64];
  const size_t length = strlen(text);
  if (length >= sizeof copy) {
    return false;
  }
  memcpy(copy, text, length + 1);
  char *comma = strchr(copy, ',');
  char *colon = strchr(copy, ':');
  if (comma == NULL || (colon != NULL && colon > comma)) {
    return false;
  }
  *comma = '\0';
  if (colon != NULL) {
    *colon = '\0';
  }
  return (colon == NULL || tiled_parse_whole(copy, floor)) &&
         tiled_parse_whole(colon != NULL ? colon + 1 : copy, x) && tiled_parse_whole(comma + 1, y);
}

/* Where the property `to` leads. */
static int read_to(const struct linking *linking, const struct tiled_object *object,
                   const struct tiled_property *to, ovl_cell *cell) {
  const struct tiled_map *map = linking->map;
  int64_t id;
  if (tiled_parse_whole(to->value, &id)) {
    const struct tiled_object *goal = tiled_find_object(map, 0, to->value);
    if (goal == NULL) {
      return reader_fail(&linking->file->reader,
                         "line %zu: object %" PRIu32
                         " is a link to object %.40s, which the map does not have",
                         to->line, object->id, to->value);
    }
    linking->is_goal_of_link[goal - map->objects] = true;
    *cell = tiled_object_middle(linking->map, goal);
    return EXIT_DONE;
  }
  int64_t floor = object->corner.floor;
  int64_t x;
  int64_t y;
  if (!parse_tile(to->value, &floor, &x, &y)) {
    return reader_fail(&linking->file->reader,
                       "line %zu: object %" PRIu32
                       " is a link to '%.40s'; it should be an object, 'x,y' or 'floor:x,y'",
                       to->line, object->id, to->value);
  }
  x -= map->grid.origin_x;
  y -= map->grid.origin_y;
  /* What no map reaches is cut off, and found to be off the map. */
  *cell =
      (ovl_cell){x < 0 || x > INT32_MAX ? -1 : (int32_t)x, y < 0 || y > INT32_MAX ? -1 : (int32_t)y,
                 floor < 0 || floor > INT32_MAX ? -1 : (int32_t)floor};
  return EXIT_DONE;
}

/* ---- Links --------------------------------------------------------------- */

/* A property of the object itself: those of its layer are the layer's. */
static const struct tiled_property *own_property(const struct tiled_object *object,
                                                 const char *name) {
  struct tiled_properties own = object->properties;
  own.outer = NULL;
  return tiled_find_property(&own, name);
}

static int read_ends(const struct linking *linking, const struct tiled_object *object,
                     struct tiled_link *link) {
  const struct tiled_property *to = own_property(object, "to");
  if (object->rotation != 0) {
    return fail_object(linking, object, "is a link that is turned; its rotation should be 0");
  }
  if (object->shape == TILED_POLYGON || object->shape == TILED_TEXT) {
    return fail_object(
        linking, object,
        "is a link that is a polygon or text; it should be a polyline, or a point or "
        "rectangle with a property 'to'");
  }
  if (object->shape == TILED_POLYLINE && to != NULL) {
    return fail_object(linking, object, "is a link by a polyline and has a property 'to'");
  }
  if (object->shape == TILED_POLYLINE) {
    const struct tiled_point *end = &object->points[object->point_count - 1];
    link->from = tiled_grid_at(&linking->map->grid, object->points[0], object->corner.floor);
    link->to = tiled_grid_at(&linking->map->grid, *end, object->corner.floor);
    return EXIT_DONE;
  }
  link->from = tiled_object_middle(linking->map, object);
  return read_to(linking, object, to, &link->to);
}

static int read_link(const struct linking *linking, const struct tiled_object *object,
                     struct tiled_link *link) {
  const struct tiled_property *cost = own_property(object, "cost");
  const struct tiled_property *oneway = own_property(object, "oneway");
  const struct tiled_property *profiles = own_property(object, "profiles");
  int code = read_ends(linking, object, link);
  if (code == EXIT_DONE) {
    code = check_tile(linking, object, "its beginning", link->from);
  }
  if (code == EXIT_DONE) {
    code = check_tile(linking, object, "its end", link->to);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  if (link->from.x == link->to.x && link->from.y == link->to.y &&
      link->from.floor == link->to.floor) {
    return fail_object(linking, object, "is a link from a tile to itself");
  }
  link->cost_text = cost != NULL ? cost->value : "1";
  if (!tiled_parse_real(link->cost_text, &link->cost) || link->cost < 0) {
    return reader_fail(&linking->file->reader,
                       "line %zu: the cost of object %" PRIu32
                       " is '%.40s'; it should be a number that is not below zero",
                       object->line, object->id, link->cost_text);
  }
  if (oneway != NULL && !tiled_parse_truth(oneway->value, &link->oneway)) {
    return reader_fail(&linking->file->reader,
                       "line %zu: 'oneway' of object %" PRIu32
                       " is '%.40s'; it should be true or false",
                       oneway->line, object->id, oneway->value);
  }
  link->profiles = profiles != NULL ? profiles->value : NULL;
  link->name = object->name;
  link->object_id = object->id;
  link->line = object->line;
  return EXIT_DONE;
}

/* An object of class link that leads nowhere: it may be where another leads to. */
static bool is_end_only(const struct tiled_object *object) {
  return object->shape != TILED_POLYLINE && object->shape != TILED_POLYGON &&
         object->shape != TILED_TEXT && own_property(object, "to") == NULL;
}

static int read_all(struct linking *linking) {
  struct tiled_map *map = linking->map;
  size_t count = 0;
  for (size_t i = 0; i < map->object_count; i++) {
    count += is_class(&map->objects[i], "link") ? 1 : 0;
  }
  map->links = tiled_arena_take(linking->file->arena, count, sizeof *map->links);
  if (map->links == NULL) {
    return reader_fail_memory(&linking->file->reader);
  }
  for (size_t i = 0; i < map->object_count; i++) {
    const struct tiled_object *object = &map->objects[i];
    if (is_class(object, "link") && !is_end_only(object)) {
      const int code = read_link(linking, object, &map->links[map->link_count++]);
      if (code != EXIT_DONE) {
        return code;
      }
    }
  }
  for (size_t i = 0; i < map->object_count; i++) {
    const struct tiled_object *object = &map->objects[i];
    if (is_class(object, "link") && is_end_only(object) && !linking->is_goal_of_link[i]) {
      return fail_object(linking, object,
                         "is a link that leads nowhere; it should have a property 'to'");
    }
  }
  return EXIT_DONE;
}

/* ---- Goals, and what means nothing --------------------------------------- */

static int check_goals(const struct linking *linking) {
  const struct tiled_map *map = linking->map;
  for (size_t i = 0; i < map->object_count; i++) {
    const struct tiled_object *object = &map->objects[i];
    if (!is_class(object, "goal")) {
      continue;
    }
    const ovl_cell last = {object->corner.x + object->tiles_x - 1,
                           object->corner.y + object->tiles_y - 1, object->corner.floor};
    int code = check_tile(linking, object, "the goal", object->corner);
    if (code == EXIT_DONE) {
      code = check_tile(linking, object, "the goal's last tile", last);
    }
    if (code != EXIT_DONE) {
      return code;
    }
    if (object->rotation != 0) {
      return fail_object(linking, object, "is a goal that is turned; its rotation should be 0");
    }
    if (object->shape == TILED_POLYGON || object->shape == TILED_POLYLINE ||
        object->shape == TILED_TEXT) {
      return fail_object(linking, object,
                         "is a goal that is a line or text; it should be a point or rectangle");
    }
  }
  return EXIT_DONE;
}

/* Warns of a property of a link or goal that means nothing, as of one that is written otherwise. */
static void name_unknown(const struct linking *linking) {
  static const char *const known[] = {"floor", "to", "cost", "oneway", "profiles"};
  enum { KNOWN = sizeof known / sizeof known[0] };
  for (size_t i = 0; i < linking->map->object_count; i++) {
    const struct tiled_object *object = &linking->map->objects[i];
    const bool is_meant = is_class(object, "link") || is_class(object, "goal");
    for (size_t k = 0; k < object->properties.count && is_meant; k++) {
      const struct tiled_property *property = &object->properties.list[k];
      int at = 0;
      while (at < KNOWN && strcmp(property->name, known[at]) != 0) {
        at++;
      }
      if (at == KNOWN) {
        reader_warn(&linking->file->reader,
                    "line %zu: a %s has no property '%.60s'; its properties are floor, to, cost, "
                    "oneway, profiles",
                    property->line, object->class_name, property->name);
        return;
      }
    }
  }
}

int tiled_read_links(const struct tiled_file *file, struct tiled_map *map) {
  struct linking linking = {.file = file, .map = map};
  linking.is_goal_of_link = tiled_arena_take(file->arena, map->object_count, sizeof(bool));
  if (linking.is_goal_of_link == NULL) {
    return reader_fail_memory(&file->reader);
  }
  int code = check_ids(&linking);
  if (code == EXIT_DONE) {
    code = read_all(&linking);
  }
  if (code == EXIT_DONE) {
    code = check_goals(&linking);
  }
  if (code == EXIT_DONE) {
    name_unknown(&linking);
  }
  return code;
}
