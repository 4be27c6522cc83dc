/* Links and named places in a legend: see legend.h. Whether their ends are cells on which someone
 * can stand is the bake's to say; it tells which link, and the link knows its line. */
#include "tools/game_map/legend_link.h"

#include "tools/base/cell_text.h"
#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/game_map/legend.h"

#include <string.h>

enum { MOST_LINK_COST = 1 << 30 };

static int take_end(const struct legend *legend, const char *text, ovl_cell *cell) {
  if (cell_text_parse(text, cell)) {
    return EXIT_DONE;
  }
  return legend_fail(legend, "'%s' is no cell; it should be as 10,12, or 2:10,12 on floor 2", text);
}

static int take_profiles(const struct legend *legend, const char *names, uint32_t *profiles) {
  char name[GAME_NAME_BYTES];
  const char *unknown = game_map_add_profiles(legend->map, names, profiles, name);
  if (unknown == NULL) {
    return EXIT_DONE;
  }
  return legend_fail_profile(legend, unknown);
}

/* cost_back is 0 until it is given. */
static int take_setting(const struct legend *legend, const struct legend_setting *setting,
                        bool both_ways, ovl_link_def *link) {
  if (strcmp(setting->name, "cost") == 0) {
    return legend_take_cost(legend, setting, 1, MOST_LINK_COST, &link->cost);
  }
  if (strcmp(setting->name, "profiles") == 0) {
    return take_profiles(legend, setting->value, &link->profiles);
  }
  if (strcmp(setting->name, "back") != 0) {
    static const char *const names[] = {"cost", "back", "profiles"};
    char meant[NEAREST_WORD_BYTES];
    return legend_fail(legend, "a link has no setting '%s'%s; they are cost, back, profiles",
                       setting->name, nearest_word_ask_list(setting->name, names, 3, meant));
  }
  if (!both_ways) {
    return legend_fail(legend, "back is for links both ways: X,Y <-> X,Y");
  }
  return legend_take_cost(legend, setting, 1, MOST_LINK_COST, &link->cost_back);
}

/* ---- By objects ---------------------------------------------------------- */

/* The object that the k-th property of another one refers to by a field; NULL: it is no such
 * property, or refers to nothing. */
static const struct tiled_object *referred(const struct tiled_map *tiled,
                                           const struct tiled_object *object, size_t k,
                                           const char *field) {
  const struct tiled_property *property = &object->properties.list[k];
  const bool is_meant = strcmp(property->name, field) == 0 && strcmp(property->type, "object") == 0;
  return is_meant ? tiled_find_object(tiled, object->level, property->value) : NULL;
}

static bool refers_to(const struct tiled_map *tiled, const struct tiled_object *from,
                      const struct tiled_object *to, const char *field) {
  for (size_t k = 0; k < from->properties.count; k++) {
    if (referred(tiled, from, k, field) == to) {
      return true;
    }
  }
  return false;
}

/* The cell of the world for one that is counted from the upper left, as those of objects are. */
static ovl_cell from_upper_left(const struct game_map *map, ovl_cell cell) {
  return (ovl_cell){cell.x + map->origin.x, cell.y + map->origin.y, cell.floor};
}

/* A link as `model` from each object of a class or name to those that its field refers to. Two that
 * refer to each other have one link both ways. */
static int add_object_links(struct legend *legend, const char *name, const char *field,
                            const struct game_link *model) {
  const struct tiled_map *tiled = legend->tiled;
  struct nearest_word nearest = {name, strlen(name), NULL, 0};
  char meant[NEAREST_WORD_BYTES];
  size_t objects = 0, links = 0;
  for (size_t i = 0; i < tiled->object_count; i++) {
    const struct tiled_object *object = &tiled->objects[i];
    nearest_word_try(&nearest, object->class_name);
    if (strcmp(object->class_name, name) != 0 && strcmp(object->name, name) != 0) {
      continue;
    }
    objects++;
    for (size_t k = 0; k < object->properties.count; k++) {
      const struct tiled_object *to = referred(tiled, object, k, field);
      struct game_link link = *model;
      if (to == NULL) {
        continue;
      }
      links++;
      link.def.from = from_upper_left(legend->map, tiled_object_middle(tiled, object));
      link.def.to = from_upper_left(legend->map, tiled_object_middle(tiled, to));
      const bool is_second =
          link.def.cost_back != 0 && to < object && refers_to(tiled, to, object, field);
      if (!is_second && !game_map_add_link(legend->map, &link)) {
        return command_fail_memory("the links");
      }
    }
  }
  if (objects == 0) {
    return legend_fail(legend,
                       "'%s' is no cell, as 10,12, and no class or name of an object of "
                       "the map%s",
                       name, nearest_word_ask(&nearest, meant));
  }
  return links > 0 ? EXIT_DONE
                   : legend_fail(legend,
                                 "none of %zu objects '%s' has a field '%s' that refers to "
                                 "an object of the map",
                                 objects, name, field);
}

/* ---- All ----------------------------------------------------------------- */

int legend_take_link(struct legend *legend, const struct legend_words *words) {
  struct game_link link = {.def = {.cost = game_map_link_units(legend->map, 1)},
                           .source = {legend->path, legend->line}};
  const char *arrow = words->list[1];
  const bool both_ways = strcmp(arrow, "<->") == 0;
  if (!both_ways && strcmp(arrow, "->") != 0) {
    return legend_fail(legend, "'%s' is no arrow; it should be -> one way, or <-> both ways",
                       arrow);
  }
  const bool is_of_objects =
      legend->tiled != NULL && !cell_text_parse(words->list[0], &link.def.from);
  int code = is_of_objects ? EXIT_DONE : take_end(legend, words->list[0], &link.def.from);
  if (code == EXIT_DONE && !is_of_objects) {
    code = take_end(legend, words->list[2], &link.def.to);
  }
  for (size_t i = 3; i < words->count && code == EXIT_DONE; i++) {
    struct legend_setting setting;
    code = legend_part(legend, words->list[i], &setting);
    if (code == EXIT_DONE) {
      code = take_setting(legend, &setting, both_ways, &link.def);
    }
  }
  if (both_ways && link.def.cost_back == 0) {
    link.def.cost_back = link.def.cost;
  }
  if (code == EXIT_DONE && is_of_objects) {
    return add_object_links(legend, words->list[0], words->list[2], &link);
  }
  if (code == EXIT_DONE && !game_map_add_link(legend->map, &link)) {
    return command_fail_memory("the links");
  }
  return code;
}

/* ---- Named places -------------------------------------------------------- */

static int add_place(struct legend *legend, const char *name, struct game_place *place) {
  if (name[0] == '\0' || strlen(name) >= sizeof place->name) {
    return legend_fail(legend, "the name '%.80s' has %zu bytes; a place's has 1 to %d", name,
                       strlen(name), GAME_NAME_BYTES - 1);
  }
  snprintf(place->name, sizeof place->name, "%s", name);
  place->source = (struct game_source){legend->path, legend->line};
  return game_map_add_place(&legend->map->places, place) ? EXIT_DONE
                                                         : command_fail_memory("the places");
}

/* place NAME = X,Y WxH */
int legend_take_place(struct legend *legend, const struct legend_words *words) {
  struct game_place place = {.width = 1, .height = 1};
  const bool is_well_formed =
      words->count <= 4 && strcmp(words->list[1], "=") == 0 &&
      cell_text_parse(words->list[2], &place.corner) &&
      (words->count < 4 || cell_text_parse_size(words->list[3], &place.width, &place.height));
  if (!is_well_formed || place.width < 1 || place.height < 1) {
    return legend_fail(legend, "a place is a cell or some: place NAME = 10,12, or 10,12 3x2, or "
                               "2:10,12 on floor 2");
  }
  return add_place(legend, words->list[0], &place);
}

static bool has_place(const struct game_places *places, const char *name) {
  for (size_t i = 0; i < places->count; i++) {
    if (strcmp(places->list[i].name, name) == 0) {
      return true;
    }
  }
  return false;
}

/* Writes the name of an object: with a number behind it from the second of its name on, "Chest_2".
 */
static void name_object(const struct game_places *places, const struct tiled_map *tiled,
                        const struct tiled_object *object, const char *of, char *text,
                        size_t bytes) {
  size_t number = 1;
  for (const struct tiled_object *other = tiled->objects; other < object; other++) {
    number += strcmp(other->name, object->name) == 0 && tiled_object_is_of(other, of) ? 1 : 0;
  }
  snprintf(text, bytes, number > 1 ? "%s_%zu" : "%s", object->name, number);
  while (has_place(places, text)) {
    snprintf(text, bytes, "%s_%zu", object->name, ++number);
  }
}

/* The part of an object that lies on its floor. False: none does. */
static bool cut_to_floor(const struct game_map *map, const struct tiled_object *object,
                         struct game_place *place) {
  const ovl_cell from = object->corner;
  if (from.floor >= map->floor_count) {
    return false;
  }
  const struct game_floor *floor = &map->floors[from.floor];
  const int64_t right = (int64_t)from.x + object->tiles_x,
                bottom = (int64_t)from.y + object->tiles_y;
  place->corner = (ovl_cell){from.x > 0 ? from.x : 0, from.y > 0 ? from.y : 0, from.floor};
  place->width = (int32_t)(right < floor->width ? right : floor->width) - place->corner.x;
  place->height = (int32_t)(bottom < floor->height ? bottom : floor->height) - place->corner.y;
  place->corner = from_upper_left(map, place->corner);
  return place->width > 0 && place->height > 0;
}

/* places = objects LAYER */
int legend_take_place_objects(struct legend *legend, const struct legend_words *words) {
  const struct tiled_map *tiled = legend->tiled;
  const char *of = words->list[2];
  struct nearest_word nearest = {of, strlen(of), NULL, 0};
  char name[2 * GAME_NAME_BYTES], meant[NEAREST_WORD_BYTES];
  size_t found = 0, nameless = 0, outside = 0;
  int code = EXIT_DONE;
  if (strcmp(words->list[1], "objects") != 0 || words->count > 3 || tiled == NULL) {
    return legend_fail(legend, "%s",
                       tiled != NULL ? "it should be: places = objects LAYER"
                                     : "the map has no objects; it should be: place NAME = X,Y");
  }
  for (size_t i = 0; i < tiled->object_count && code == EXIT_DONE; i++) {
    const struct tiled_object *object = &tiled->objects[i];
    struct game_place place;
    nearest_word_try(&nearest, object->layer_name);
    if (!tiled_object_is_of(object, of)) {
      continue;
    }
    found++;
    if (object->name[0] == '\0') {
      nameless++;
    } else if (!cut_to_floor(legend->map, object, &place)) {
      outside++;
    } else {
      name_object(&legend->map->places, tiled, object, of, name, sizeof name);
      code = add_place(legend, name, &place);
    }
  }
  if (found == 0) {
    return legend_fail(legend, "'%s' is no layer of objects, and no class or name of one%s", of,
                       nearest_word_ask(&nearest, meant));
  }
  if (code == EXIT_DONE && nameless + outside > 0) {
    command_note("warning: %s:%zu: objects that are no places: %zu without a name, %zu outside of "
                 "the map",
                 legend->path, legend->line, nameless, outside);
  }
  return code;
}
