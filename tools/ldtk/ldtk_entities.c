/* Entities: see ldtk_entities.h. */
#include "tools/ldtk/ldtk_entities.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct ldtk_layer *find_layer(const struct ldtk *ldtk, const char *name) {
  for (size_t i = 0; i < ldtk->layer_count; i++) {
    if (strcmp(ldtk->layers[i].name, name) == 0) {
      return &ldtk->layers[i];
    }
  }
  return NULL;
}

/* Adds a field as a property; *value: a plain one, or an object that refers to an entity by its
 * `entityIid`, which the property has until all entities are known. */
static void add_field(const struct tiled_node *field, const struct tiled_node *value,
                      struct tiled_properties *properties) {
  const char *iid = value->text == NULL ? tiled_attribute(value, "entityIid") : NULL;
  const char *text = iid != NULL ? iid : value->text;
  if (text != NULL) {
    properties->list[properties->count++] = (struct tiled_property){
        ldtk_text(field, "__identifier"), iid != NULL ? "object" : "string", text, field->line};
  }
}

/* The fields of an entity; an array is a property of that name for each of its items. */
static int read_fields(const struct ldtk *ldtk, const struct tiled_node *node,
                       struct tiled_properties *properties) {
  const struct tiled_node *first = ldtk_first(node, "fieldInstances");
  size_t count = 0;
  for (const struct tiled_node *field = first; field != NULL; field = field->next) {
    count += 1 + ldtk_count(ldtk_first(field, "__value"));
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
  const struct tiled_node *item = ldtk_first(node, name);
  double value;
  item = item != NULL && which == 1 ? item->next : item;
  return item != NULL && item->text != NULL && tiled_parse_real(item->text, &value) &&
                 fabs(value) <= LDTK_MOST_PIXELS
             ? value
             : otherwise;
}

static int read_entity(const struct ldtk *ldtk, const struct ldtk_instance *instance,
                       const char *layer_name, const struct tiled_node *node,
                       struct tiled_object *object) {
  struct tiled_map *map = ldtk->map;
  int32_t width = instance->grid, height = instance->grid;
  const struct tiled_number numbers[] = {{"width", 0, LDTK_MOST_PIXELS, &width},
                                         {"height", 0, LDTK_MOST_PIXELS, &height}};
  int code = tiled_wholes(ldtk->file, node, numbers, 2);
  if (code == EXIT_DONE) {
    code = read_fields(ldtk, node, &object->properties);
  }
  if (code != EXIT_DONE) {
    return code;
  }
  object->id = (uint32_t)map->object_count; /* counted up already: from 1 */
  object->name = ldtk_text(node, "__identifier");
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
      const struct tiled_node *entity = ldtk_first(node, "entityInstances");
      const struct ldtk_layer *layer = find_layer(ldtk, ldtk_text(node, "__identifier"));
      struct ldtk_instance instance;
      int code = entity != NULL && entries != NULL
                     ? ldtk_read_instance(ldtk, level, node, &instance)
                     : EXIT_DONE;
      for (; entity != NULL && code == EXIT_DONE; entity = entity->next) {
        if (entries != NULL) {
          struct tiled_object *object = &ldtk->map->objects[ldtk->map->object_count++];
          code = read_entity(ldtk, &instance, layer != NULL ? layer->name : "", entity, object);
          entries[*count] = (struct iid_entry){ldtk_text(entity, "iid"), object->id};
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

int ldtk_make_objects(struct ldtk *ldtk) {
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
