/* Links in a legend: see legend.h. Whether their ends are cells on which someone can stand is the
 * bake's to say; it tells which link, and the link knows its line. */
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
      link.def.from = tiled_object_middle(tiled, object);
      link.def.to = tiled_object_middle(tiled, to);
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
  struct game_link link = {.def = {.cost = OVL_STRAIGHT_COST},
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
