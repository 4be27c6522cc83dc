/* Terrains of a map of several layers: see terrain_rules.h.
 *
 * Each layer is gone through once, the lowest first; a cell keeps the highest rule that fitted so
 * far. Like tiles lie side by side, so that a rule is looked up once for a run of them, and again
 * only if its place in a small table was taken by another tile. */
#include "tools/game_map/terrain_rules.h"

#include "tools/base/fail.h"
#include "tools/base/nearest_word.h"
#include "tools/tiled/tiled_shapes.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_SIZE = 1024, NO_RULE = 0 }; /* rules count from 1 here */

/* ---- Numbers of tiles ---------------------------------------------------- */

static bool parse_number(const char **at, uint32_t *number) {
  const char *first = *at;
  *number = 0;
  for (; **at >= '0' && **at <= '9' && *at - first < 9; (*at)++) {
    *number = *number * 10 + (uint32_t)(**at - '0');
  }
  return *at != first;
}

bool terrain_numbers_hold(const char *text, uint32_t number, bool *found) {
  bool holds = false;
  for (const char *at = text;; at++) {
    uint32_t low, high;
    if (!parse_number(&at, &low)) {
      return false;
    }
    high = low;
    if (*at == '-') {
      at++;
      if (!parse_number(&at, &high) || high < low) {
        return false;
      }
    }
    holds = holds || (number >= low && number <= high);
    if (*at != ',') {
      if (found != NULL) {
        *found = holds;
      }
      return *at == '\0';
    }
  }
}

/* ---- What fits a tile ---------------------------------------------------- */

/* Of a value: "true" and "1" are one, as in the two forms of Tiled's files. */
static bool values_are_equal(const char *wanted, const char *held) {
  bool a, b;
  return strcmp(wanted, held) == 0 ||
         (tiled_parse_truth(wanted, &a) && tiled_parse_truth(held, &b) && a == b);
}

static bool has_property(const struct tiled_properties *properties,
                         const struct terrain_rule *rule) {
  const struct tiled_property *property = tiled_find_property(properties, rule->name);
  bool is_true = true;
  if (property == NULL) {
    return false;
  }
  return rule->value[0] != '\0' ? values_are_equal(rule->value, property->value)
                                : !tiled_parse_truth(property->value, &is_true) || is_true;
}

/* Returns whether an object fits a rule. */
static bool fits_object(const struct tiled_object *object, const struct terrain_rule *rule) {
  return rule->kind == TERRAIN_PROPERTY  ? has_property(&object->properties, rule)
         : rule->kind == TERRAIN_OBJECTS ? tiled_object_is_of(object, rule->name)
                                         : false;
}

/* By its name or class, or the name of a group around it. */
static bool layer_is_named(const struct tiled_layer *layer, const char *name) {
  return tiled_is_within(&layer->properties, name) || strcmp(layer->class_name, name) == 0;
}

static bool fits_tile(const struct tiled_map *tiled, const struct tiled_layer *layer, uint32_t gid,
                      const struct terrain_rule *rule) {
  const struct tiled_tile *tile = tiled_find_tile(tiled, gid);
  const struct tiled_tileset *tileset;
  bool holds = false;
  switch (rule->kind) {
  case TERRAIN_LAYER:
    return layer_is_named(layer, rule->name);
  case TERRAIN_PROPERTY:
    return (tile != NULL && has_property(&tile->properties, rule)) ||
           has_property(&layer->properties, rule);
  case TERRAIN_TILES:
    tileset = tiled_find_tileset(tiled, gid);
    return tileset != NULL && strcmp(tileset->name, rule->name) == 0 &&
           terrain_numbers_hold(rule->value, gid - tileset->first_gid, &holds) && holds;
  case TERRAIN_SHAPES:
    return tile != NULL && tile->collides;
  default:
    return false;
  }
}

/* The rule and terrain of a tile of a layer, found once. */
struct tile_answer {
  uint32_t gid;
  uint8_t rule;    /* the last that fits, from 1; NO_RULE: none */
  uint8_t terrain; /* of its class, else 0 */
};

static struct tile_answer answer_for(const struct terrain_taking *taking,
                                     const struct tiled_layer *layer, uint32_t gid) {
  const struct tiled_map *tiled = taking->tiled;
  const struct tiled_tile *tile = tiled_find_tile(tiled, gid);
  int32_t rule = taking->rules != NULL ? taking->rules->count : 0;
  while (rule > 0 && !fits_tile(tiled, layer, gid, &taking->rules->list[rule - 1])) {
    rule--;
  }
  return (struct tile_answer){gid, (uint8_t)rule,
                              tile != NULL ? taking->classes[tile - tiled->tiles] : 0};
}

/* ---- Whether rules fit the map ------------------------------------------- */

/* Looks for the name among those of the map; `nearest` hears all of them. */
static bool names_something(const struct tiled_map *tiled, const struct terrain_rule *rule,
                            struct nearest_word *nearest) {
  const char *wanted = rule->name;
  bool found = false;
  for (size_t i = 0; i < tiled->layer_count && rule->kind == TERRAIN_LAYER; i++) {
    nearest_word_try(nearest, tiled->layers[i].name);
    found = found || layer_is_named(&tiled->layers[i], wanted);
  }
  for (size_t i = 0; i < tiled->object_count; i++) {
    if (rule->kind == TERRAIN_OBJECTS) {
      nearest_word_try(nearest, tiled->objects[i].layer_name);
    }
    found = found || fits_object(&tiled->objects[i], rule);
  }
  for (size_t i = 0; i < tiled->tileset_count && rule->kind == TERRAIN_TILES; i++) {
    nearest_word_try(nearest, tiled->tilesets[i].name);
    found = found || strcmp(tiled->tilesets[i].name, wanted) == 0;
  }
  for (size_t i = 0; i < tiled->tile_count && rule->kind == TERRAIN_PROPERTY; i++) {
    const struct tiled_properties *properties = &tiled->tiles[i].properties;
    for (size_t k = 0; k < properties->count; k++) {
      nearest_word_try(nearest, properties->list[k].name);
    }
    found = found || tiled_find_property(properties, wanted) != NULL;
  }
  for (size_t i = 0; i < tiled->layer_count && rule->kind == TERRAIN_PROPERTY; i++) {
    found = found || tiled_find_property(&tiled->layers[i].properties, wanted) != NULL;
  }
  return found || rule->kind == TERRAIN_SHAPES || rule->kind == TERRAIN_OTHER;
}

/* The largest number of a text as 4,9-12. */
static uint32_t find_highest(const char *text) {
  uint32_t highest = 0, number;
  for (const char *at = text; parse_number(&at, &number); at += *at != '\0' ? 1 : 0) {
    highest = number > highest ? number : highest;
  }
  return highest;
}

/* Fails if a rule names tiles that its tileset does not have. An exit code. */
static int check_numbers(const struct terrain_rules *rules, const struct terrain_rule *rule,
                         const struct tiled_map *tiled) {
  const uint32_t highest = find_highest(rule->value);
  uint32_t most = 0; /* tiles of those of that name; 0: not known */
  for (size_t i = 0; i < tiled->tileset_count; i++) {
    const struct tiled_tileset *set = &tiled->tilesets[i];
    if (strcmp(set->name, rule->name) == 0 && (set->tile_count == 0 || highest < set->tile_count)) {
      return EXIT_DONE;
    }
    most = strcmp(set->name, rule->name) == 0 && set->tile_count > most ? set->tile_count : most;
  }
  return command_fail(EXIT_INPUT,
                      "%s:%zu: tileset '%.80s' has %" PRIu32 " tiles, 0 to %" PRIu32
                      "; there is no tile %" PRIu32,
                      rules->path, rule->line, rule->name, most, most - 1, highest);
}

int terrain_rules_check(const struct terrain_rules *rules, const char *map_path,
                        const struct tiled_map *tiled) {
  static const char *const kinds[] = {"tile layer", "property of tiles or tile layers", "tileset",
                                      "", "object of a layer, class or name"};
  for (int32_t i = 0; rules != NULL && i < rules->count; i++) {
    const struct terrain_rule *rule = &rules->list[i];
    struct nearest_word nearest = {rule->name, strlen(rule->name), NULL, 0};
    char meant[NEAREST_WORD_BYTES];
    if (!names_something(tiled, rule, &nearest)) {
      return command_fail(EXIT_INPUT, "%s:%zu: %s has no %s '%.80s'%s", rules->path, rule->line,
                          map_path, kinds[rule->kind], rule->name,
                          nearest_word_ask(&nearest, meant));
    }
    if (rule->kind == TERRAIN_TILES && check_numbers(rules, rule, tiled) != EXIT_DONE) {
      return EXIT_INPUT;
    }
  }
  return EXIT_DONE;
}

/* ---- Layers -------------------------------------------------------------- */

/* The rule, terrain and tile of each cell so far. */
struct finding {
  uint8_t *rules;   /* the last that fits; NO_RULE: none */
  uint8_t *terrain; /* of the topmost class */
  uint8_t *tiles;   /* 1: a tile lies there */
  int32_t width, height;
};

static void take_layer(const struct terrain_taking *taking, const struct tiled_layer *layer,
                       struct finding *finding) {
  struct tile_answer table[TABLE_SIZE];
  memset(table, 0, sizeof table);
  const int32_t right = finding->width - layer->x, bottom = finding->height - layer->y;
  for (int32_t y = 0; y < layer->height && y < bottom; y++) {
    const uint32_t *row = layer->gids + (size_t)y * (size_t)layer->width;
    const size_t first = (size_t)(layer->y + y) * (size_t)finding->width + (size_t)layer->x;
    for (int32_t x = 0; x < layer->width && x < right; x++) {
      if (row[x] == 0) {
        continue;
      }
      struct tile_answer *answer = &table[row[x] % TABLE_SIZE];
      if (answer->gid != row[x]) {
        *answer = answer_for(taking, layer, row[x]);
      }
      const size_t cell = first + (size_t)x;
      finding->tiles[cell] = 1;
      finding->rules[cell] =
          answer->rule > finding->rules[cell] ? answer->rule : finding->rules[cell];
      finding->terrain[cell] = answer->terrain != 0 ? answer->terrain : finding->terrain[cell];
    }
  }
}

/* ---- Objects ------------------------------------------------------------- */

static void take_cell(struct finding *finding, ovl_cell cell, uint8_t rule) {
  if (cell.x >= 0 && cell.y >= 0 && cell.x < finding->width && cell.y < finding->height) {
    uint8_t *held = &finding->rules[(size_t)cell.y * (size_t)finding->width + (size_t)cell.x];
    *held = rule > *held ? rule : *held;
  }
}

static void take_object(const struct tiled_map *tiled, int32_t floor,
                        const struct tiled_object *object, uint8_t rule, struct finding *finding) {
  const struct tiled_grid *grid = &tiled->grid;
  if (object->shape == TILED_POINT) {
    const struct tiled_point point = {object->box.x, object->box.y};
    take_cell(finding, tiled_grid_at(grid, point, 0), rule);
    return;
  }
  const struct tiled_area area = tiled_cells_around(tiled, floor, object);
  for (int32_t y = area.top; y < area.bottom; y++) {
    for (int32_t x = area.left; x < area.right; x++) {
      const struct tiled_point middle = tiled_grid_middle(grid, (ovl_cell){x, y, 0});
      if (tiled_shape_covers(object, middle.x, middle.y)) {
        take_cell(finding, (ovl_cell){x, y, 0}, rule);
      }
    }
  }
}

/* Takes the objects of a floor that fit a rule, whose number counts from 1. */
static void take_objects(const struct tiled_map *tiled, int32_t floor,
                         const struct terrain_rule *rule, uint8_t number, struct finding *finding) {
  for (size_t i = 0; i < tiled->object_count; i++) {
    const struct tiled_object *object = &tiled->objects[i];
    if (object->corner.floor == floor && fits_object(object, rule)) {
      take_object(tiled, floor, object, number, finding);
    }
  }
}

bool terrain_rules_count_objects(const struct tiled_map *tiled, const struct terrain_rule *rule,
                                 uint64_t *cells) {
  *cells = 0;
  for (int32_t floor = 0; floor < tiled->floor_count; floor++) {
    struct finding finding = {.width = tiled->floors[floor].width,
                              .height = tiled->floors[floor].height};
    const size_t all = (size_t)finding.width * (size_t)finding.height;
    finding.rules = calloc(all, 1);
    if (finding.rules == NULL) {
      return false;
    }
    take_objects(tiled, floor, rule, 1, &finding);
    for (size_t i = 0; i < all; i++) {
      *cells += finding.rules[i];
    }
    free(finding.rules);
  }
  return true;
}

/* ---- Cells --------------------------------------------------------------- */

/* The last rule for tiles that nothing names, from 1; NO_RULE: there is none. */
static uint8_t rule_of_others(const struct terrain_rules *rules) {
  int32_t rule = rules != NULL ? rules->count : 0;
  while (rule > 0 && rules->list[rule - 1].kind != TERRAIN_OTHER) {
    rule--;
  }
  return (uint8_t)rule;
}

static void choose(struct terrain_taking *taking, const struct finding *finding) {
  const size_t cells = (size_t)finding->width * (size_t)finding->height;
  const uint8_t others = rule_of_others(taking->rules);
  /* The first tile of a map of levels is that of cells within them. */
  const uint8_t empty = taking->tiled->level_count > 0 ? taking->classes[0] : 0;
  taking->unnamed = 0;
  taking->first_unnamed = 0;
  for (size_t i = 0; i < cells; i++) {
    uint8_t rule = finding->rules[i];
    if (rule == NO_RULE && finding->terrain[i] == empty && finding->tiles[i] != 0) {
      rule = others;
      if (others == NO_RULE && empty == 0) {
        taking->first_unnamed = taking->unnamed == 0 ? i : taking->first_unnamed;
        taking->unnamed++;
      }
    }
    if (rule != NO_RULE) {
      finding->terrain[i] = taking->rules->list[rule - 1].terrain;
    }
  }
}

bool terrain_rules_apply(struct terrain_taking *taking, uint8_t *terrain) {
  const struct tiled_map *tiled = taking->tiled;
  const struct tiled_floor *floor = &tiled->floors[taking->floor];
  const size_t cells = (size_t)floor->width * (size_t)floor->height;
  struct finding finding = {calloc(cells, 1), terrain, calloc(cells, 1), floor->width,
                            floor->height};
  const bool good = finding.rules != NULL && finding.tiles != NULL;
  if (good) {
    memset(terrain, 0, cells);
    for (size_t i = 0; i < tiled->layer_count; i++) {
      const struct tiled_layer *layer = &tiled->layers[i];
      if (layer->floor == taking->floor && !layer->is_heights) {
        take_layer(taking, layer, &finding);
      }
    }
    for (int32_t i = 0; taking->rules != NULL && i < taking->rules->count; i++) {
      take_objects(tiled, taking->floor, &taking->rules->list[i], (uint8_t)(i + 1), &finding);
    }
    choose(taking, &finding);
  }
  free(finding.rules);
  free(finding.tiles);
  return good;
}
