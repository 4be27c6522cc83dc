/* Surveys of maps of layers: see layer_survey.h. */
#include "tools/game_map/read/layer_survey.h"

#include "tools/base/fail.h"
#include "tools/game_map/legend_terrain.h"
#include "tools/game_map/read/name_guess.h"
#include "tools/game_map/terrain_rules.h"
#include "tools/tiled/tree/tiled_tree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- Counting ------------------------------------------------------------ */

/* Marks of tiles, a bit each; bits from FIRST_PROPERTY on are those of properties. */
enum { HAS_TILE, HAS_CLASS, HAS_SHAPES, FIRST_PROPERTY, MOST_BITS = 64 };

/* Counts, made in one pass over the cells. */
struct layered_survey {
  const struct tiled_map *tiled;
  struct map_survey *survey;
  const struct tiled_property *properties[MOST_BITS]; /* that stand behind the bits */
  int bit_count;
  uint64_t cells[MOST_BITS]; /* with that bit */
  uint64_t *tile_bits;       /* of each tile of the map */
  uint64_t *class_cells;     /* whose topmost class is that of the tile */
  uint64_t *layer_cells;     /* with a tile of the layer */
};

static bool is_same_property(const struct tiled_property *a, const struct tiled_property *b) {
  return strcmp(a->name, b->name) == 0 && strcmp(a->value, b->value) == 0;
}

/* Gives bits to properties that say that something blocks, and to others that are true, unless they
 * are of objects. */
static void list_properties(struct layered_survey *counts,
                            const struct tiled_properties *properties, bool are_of_object) {
  for (size_t i = 0; i < properties->count; i++) {
    const struct tiled_property *property = &properties->list[i];
    bool truth = false;
    int bit = FIRST_PROPERTY;
    while (bit < counts->bit_count && !is_same_property(counts->properties[bit], property)) {
      bit++;
    }
    if (bit == counts->bit_count && bit < MOST_BITS &&
        ((!are_of_object && tiled_parse_truth(property->value, &truth) && truth) ||
         name_guess_property_blocks(property->name, property->value))) {
      counts->properties[counts->bit_count++] = property;
    }
  }
}

static uint64_t bits_of(const struct layered_survey *counts,
                        const struct tiled_properties *properties) {
  uint64_t bits = 0;
  for (int bit = FIRST_PROPERTY; bit < counts->bit_count; bit++) {
    const struct tiled_property *wanted = counts->properties[bit];
    const struct tiled_property *held = tiled_find_property(properties, wanted->name);
    bits |= held != NULL && is_same_property(held, wanted) ? UINT64_C(1) << bit : 0;
  }
  return bits;
}

/* Adds what a layer says to the bits of the cells of a row; *classes: one more than the index of
 * the topmost tile with a class. */
static void take_row(struct layered_survey *counts, size_t index, int32_t y, int32_t width,
                     uint64_t *bits, size_t *classes) {
  const struct tiled_map *tiled = counts->tiled;
  const struct tiled_layer *layer = &tiled->layers[index];
  const uint32_t *row = layer->gids + (size_t)(y - layer->y) * (size_t)layer->width;
  const uint64_t layer_bits = bits_of(counts, &layer->properties) | UINT64_C(1) << HAS_TILE;
  const struct tiled_tile *tile = NULL;
  uint32_t known = 0; /* like tiles lie side by side */
  for (int32_t x = 0; x < layer->width && x < width - layer->x; x++) {
    if (row[x] == 0) {
      continue;
    }
    tile = row[x] != known ? tiled_find_tile(tiled, row[x]) : tile;
    known = row[x];
    const int32_t cell = layer->x + x;
    bits[cell] |= layer_bits | (tile != NULL ? counts->tile_bits[tile - tiled->tiles] : 0);
    if (tile != NULL && tile->terrain != NULL) {
      classes[cell] = (size_t)(tile - tiled->tiles) + 1;
    }
    counts->layer_cells[index]++;
  }
}

static bool count_floor(struct layered_survey *counts, int32_t number) {
  const struct tiled_map *tiled = counts->tiled;
  const int32_t width = tiled->floors[number].width;
  uint64_t *bits = malloc((size_t)width * sizeof *bits);
  size_t *classes = malloc((size_t)width * sizeof *classes);
  const bool good = bits != NULL && classes != NULL;
  for (int32_t y = 0; y < tiled->floors[number].height && good; y++) {
    memset(bits, 0, (size_t)width * sizeof *bits);
    memset(classes, 0, (size_t)width * sizeof *classes);
    for (size_t i = 0; i < tiled->layer_count; i++) {
      const struct tiled_layer *layer = &tiled->layers[i];
      if (layer->floor == number && !layer->is_heights && y >= layer->y &&
          y - layer->y < layer->height) {
        take_row(counts, i, y, width, bits, classes);
      }
    }
    for (int32_t x = 0; x < width; x++) {
      for (int bit = 0; bit < counts->bit_count && bits[x] >> bit != 0; bit++) {
        counts->cells[bit] += bits[x] >> bit & 1;
      }
      if (classes[x] != 0) {
        counts->class_cells[classes[x] - 1]++;
      }
    }
  }
  free(bits);
  free(classes);
  return good;
}

static bool count_all(struct layered_survey *counts) {
  const struct tiled_map *tiled = counts->tiled;
  counts->bit_count = FIRST_PROPERTY;
  for (size_t i = 0; i < tiled->tile_count; i++) {
    list_properties(counts, &tiled->tiles[i].properties, false);
  }
  for (size_t i = 0; i < tiled->layer_count; i++) {
    const struct tiled_properties *of = &tiled->layers[i].properties;
    for (; of != NULL; of = of->outer) { /* and of the groups around it */
      list_properties(counts, of, false);
    }
  }
  for (size_t i = 0; i < tiled->object_count; i++) {
    list_properties(counts, &tiled->objects[i].properties, true);
  }
  const size_t first = tiled->level_count > 0 ? 1 : 0; /* tile 0 is that of empty cells */
  for (size_t i = 0; i < tiled->tile_count; i++) {
    const struct tiled_tile *tile = &tiled->tiles[i];
    counts->tile_bits[i] = bits_of(counts, &tile->properties) |
                           (tile->terrain != NULL && i >= first ? UINT64_C(1) << HAS_CLASS : 0) |
                           (tile->collides ? UINT64_C(1) << HAS_SHAPES : 0);
  }
  bool good = true;
  for (int32_t floor = 0; floor < tiled->floor_count && good; floor++) {
    good = count_floor(counts, floor);
  }
  return good;
}

/* ---- Signs --------------------------------------------------------------- */

static struct map_sign *find_sign(const struct map_survey *survey, const char *text) {
  for (size_t i = 0; i < survey->count; i++) {
    if (strcmp(survey->list[i].text, text) == 0) {
      return &survey->list[i];
    }
  }
  return NULL;
}

/* Adds what a rule may name; NULL if it names no cell. Without a guess it is a note. */
static struct map_sign *add_rule(struct map_survey *survey, const char *text, const char *name,
                                 uint64_t cells) {
  struct map_sign *sign = cells > 0 ? survey_add_sign(survey, cells) : NULL;
  if (sign != NULL) {
    snprintf(sign->text, sizeof sign->text, "%s", text);
    sign->is_rule = true;
    sign->is_note = true;
    survey_name_sign(survey, name);
  }
  return sign;
}

/* Adds a tile layer, or a layer of objects; of several with one name the cells are summed up. */
static void add_layer(struct map_survey *survey, const char *kind, const char *name,
                      uint64_t cells) {
  char text[MAP_SIGN_BYTES];
  snprintf(text, sizeof text, "%s \"%s\"", kind, name);
  struct map_sign *sign = find_sign(survey, text);
  const enum name_guess says = name_guess_of_layer(name);
  if (sign != NULL) {
    sign->cells += cells;
  } else if (strchr(name, '"') == NULL && (sign = add_rule(survey, text, name, cells)) != NULL &&
             !survey->has_values &&
             says != NAME_SAYS_NOTHING) { /* where values have names, as in LDtk, these say more */
    survey_guess(sign, "the layer's name");
    sign->is_thing = says == NAME_IS_THING && strcmp(kind, "layer") == 0;
  }
}

/* Adds the layers of objects, and classes and names of objects that say that they block. */
static void add_objects(struct layered_survey *counts) {
  struct map_survey *survey = counts->survey;
  for (size_t i = 0; i < counts->tiled->object_count; i++) {
    const struct tiled_object *object = &counts->tiled->objects[i];
    const char *const names[] = {object->layer_name, object->class_name, object->name};
    for (int k = 0; k < 3; k++) {
      struct terrain_rule rule = {.kind = TERRAIN_OBJECTS};
      char text[MAP_SIGN_BYTES];
      uint64_t cells;
      snprintf(rule.name, sizeof rule.name, "%s", names[k]);
      snprintf(text, sizeof text, "objects \"%s\"", names[k]);
      const bool is_meant =
          k == 0 || name_guess_of(names[k]) == NAME_STOPS || name_guess_is_wall(names[k]);
      if (!is_meant || find_sign(survey, text) != NULL) {
        continue;
      }
      if (!terrain_rules_count_objects(counts->tiled, &rule, &cells)) {
        survey->no_memory = true;
        return;
      }
      add_layer(survey, "objects", names[k], cells);
    }
  }
}

static void add_properties(struct layered_survey *counts) {
  for (int bit = FIRST_PROPERTY; bit < counts->bit_count; bit++) {
    const struct tiled_property *property = counts->properties[bit];
    const char *name = property->name, *value = property->value;
    const char *quote = strpbrk(name, " \t#") != NULL || strpbrk(value, " \t#") != NULL ? "\"" : "";
    struct terrain_rule rule = {.kind = TERRAIN_PROPERTY};
    char text[MAP_SIGN_BYTES];
    uint64_t cells;
    snprintf(rule.name, sizeof rule.name, "%s", name);
    snprintf(rule.value, sizeof rule.value, "%s", value);
    if (!terrain_rules_count_objects(counts->tiled, &rule, &cells)) {
      counts->survey->no_memory = true;
      return;
    }
    snprintf(text, sizeof text, "property %s%s%s%s%s", quote, name, value[0] != '\0' ? "=" : "",
             value, quote);
    struct map_sign *sign =
        strchr(name, '"') == NULL && strchr(value, '"') == NULL && strchr(name, '=') == NULL
            ? add_rule(counts->survey, text, name, counts->cells[bit] + cells)
            : NULL;
    if (sign != NULL && name_guess_property_blocks(name, value)) {
      survey_guess(sign, "the property's name");
    }
  }
}

/* A class that no profile can name, as it is a setting of them: its tiles get another name. */
static void write_tiles(const struct tiled_map *tiled, size_t first, struct map_sign *sign) {
  const struct tiled_tileset *set = &tiled->tilesets[tiled->tiles[first].tileset];
  size_t length = (size_t)snprintf(sign->text, sizeof sign->text, "tiles \"%.200s\" ", set->name);
  for (size_t i = first; i < tiled->tile_count && length + 12 < sizeof sign->text; i++) {
    const struct tiled_tile *tile = &tiled->tiles[i];
    if (tile->tileset == tiled->tiles[first].tileset && tile->terrain != NULL &&
        strcmp(tile->terrain, tiled->tiles[first].terrain) == 0) {
      length += (size_t)snprintf(sign->text + length, sizeof sign->text - length, "%s%" PRIu32,
                                 i > first ? "," : "", tile->gid - set->first_gid);
    }
  }
  sign->is_rule = true;
}

static void add_classes(struct layered_survey *counts) {
  struct map_survey *survey = counts->survey;
  for (size_t i = 0; i < counts->tiled->tile_count; i++) {
    const struct tiled_tile *tile = &counts->tiled->tiles[i];
    char name[GAME_NAME_BYTES];
    size_t known = 0;
    if (tile->terrain == NULL || counts->class_cells[i] == 0) {
      continue;
    }
    const bool is_setting = legend_is_setting(tile->terrain);
    snprintf(name, sizeof name, "%s%s", tile->terrain, is_setting ? "_" : "");
    while (known < survey->count && strcmp(survey->list[known].name, name) != 0) {
      known++;
    }
    if (known < survey->count) {
      survey->list[known].cells += counts->class_cells[i];
      continue;
    }
    struct map_sign *sign = survey_add_sign(survey, counts->class_cells[i]);
    if (sign == NULL) {
      return;
    }
    snprintf(sign->name, sizeof sign->name, "%s", name);
    if (is_setting) {
      write_tiles(counts->tiled, i, sign);
    }
    const char *set = counts->tiled->tilesets[tile->tileset].name;
    if (name_guess_of(tile->terrain) != NAME_SAYS_NOTHING) {
      survey_guess(sign, "its name");
      sign->is_thing = name_guess_of(tile->terrain) == NAME_IS_THING;
    } else if (survey->has_values && name_guess_of(set) != NAME_SAYS_NOTHING &&
               !name_guess_crosses(tile->terrain)) {
      survey_guess(sign, "its layer's name");
    }
  }
}

/* In a project of LDtk with one value, which has no name, that is mostly the wall. */
static void guess_only_value(const struct layered_survey *counts) {
  struct map_survey *survey = counts->survey;
  char name[GAME_NAME_BYTES];
  if (survey->has_values && survey->count == 2 && counts->tiled->tileset_count > 1) {
    for (size_t i = 1; i < counts->tiled->tileset_count; i++) {
      snprintf(name, sizeof name, "%.60s_1", counts->tiled->tilesets[i].name);
      if (strcmp(survey->list[1].name, name) == 0) {
        survey_guess(&survey->list[1], "the only value");
      }
    }
  }
}

/* Weighs the guesses. Where a layer or a property says that it blocks, as Collision, layers that
 * are only called as things that do, as Trees, are drawn. What blocks needs a statement. */
static void weigh_guesses(struct map_survey *survey) {
  bool is_said = false;
  for (size_t i = 0; i < survey->count; i++) {
    const struct map_sign *sign = &survey->list[i];
    is_said = is_said || (sign->blocks && !sign->is_thing);
  }
  for (size_t i = 0; i < survey->count; i++) {
    struct map_sign *sign = &survey->list[i];
    sign->blocks =
        sign->blocks && !(sign->is_rule && sign->is_thing && (is_said || survey->has_names));
    sign->is_note = sign->is_note && !sign->blocks;
    survey->is_sure = survey->is_sure || sign->blocks;
  }
}

/* Notes the tiles of a tileset that the map uses, a range a line, for a map that says nothing of
 * what blocks. */
static void add_tiles(struct map_survey *survey, const struct tiled_map *tiled,
                      const struct tiled_tileset *set) {
  enum { MOST_TILES = 65536, MOST_LINES = 12 };
  uint64_t *cells = calloc(MOST_TILES + 1, sizeof *cells); /* the last stays 0 */
  survey->no_memory = survey->no_memory || cells == NULL;
  for (size_t i = 0; i < tiled->layer_count && cells != NULL; i++) {
    const struct tiled_layer *layer = &tiled->layers[i];
    for (size_t k = 0; k < (size_t)layer->width * (size_t)layer->height; k++) {
      const uint32_t gid = layer->gids[k];
      if (gid >= set->first_gid && gid - set->first_gid < MOST_TILES &&
          tiled_find_tileset(tiled, gid) == set) {
        cells[gid - set->first_gid]++;
      }
    }
  }
  for (int tile = 0, lines = 0; tile < MOST_TILES && lines < MOST_LINES && cells != NULL; tile++) {
    const int first = tile;
    char text[MAP_SIGN_BYTES];
    uint64_t sum = 0;
    for (; cells[tile] > 0; tile++) {
      sum += cells[tile];
    }
    snprintf(text, sizeof text, tile - first > 1 ? "tiles \"%.200s\" %d-%d" : "tiles \"%.200s\" %d",
             set->name, first, tile - 1);
    struct map_sign *sign = add_rule(survey, text, "wall", sum);
    if (sign != NULL) {
      snprintf(sign->name, sizeof sign->name, "wall"); /* all of them, if several are taken */
      lines++;
    }
  }
  free(cells);
}

int layer_survey_take(const char *path, enum map_format format, const struct tiled_map *tiled,
                      struct map_survey *survey) {
  *survey = (struct map_survey){.width = tiled->floors[0].width,
                                .height = tiled->floors[0].height,
                                .floors = tiled->floor_count,
                                .levels = tiled->level_count,
                                .has_values = format == MAP_FORMAT_LDTK && tiled->tile_count > 1};
  struct layered_survey counts = {
      .tiled = tiled,
      .survey = survey,
      .tile_bits = calloc(tiled->tile_count + 1, sizeof *counts.tile_bits),
      .class_cells = calloc(tiled->tile_count + 1, sizeof *counts.class_cells),
      .layer_cells = calloc(tiled->layer_count + 1, sizeof *counts.layer_cells)};
  if (counts.tile_bits != NULL && counts.class_cells != NULL && counts.layer_cells != NULL &&
      count_all(&counts)) {
    const uint64_t others = counts.cells[HAS_TILE] - counts.cells[HAS_CLASS];
    survey->has_names = !survey->has_values && counts.cells[HAS_CLASS] > others;
    add_classes(&counts);
    guess_only_value(&counts);
    /* In a map of levels these are empty. */
    struct map_sign *sign =
        add_rule(survey, "other", "ground", tiled->level_count == 0 ? others : 0);
    if (sign != NULL) {
      sign->is_note = false;
    }
    for (size_t i = 0; i < tiled->layer_count; i++) {
      const struct tiled_layer *layer = &tiled->layers[i];
      add_layer(survey, "layer", layer->name, counts.layer_cells[i]);
      for (const struct tiled_properties *of = layer->properties.outer; of != NULL;
           of = of->outer) { /* the groups around it */
        add_layer(survey, "layer", of->owner, counts.layer_cells[i]);
      }
      if (name_guess_of(layer->class_name) == NAME_STOPS) {
        add_layer(survey, "layer", layer->class_name, counts.layer_cells[i]);
      }
    }
    add_objects(&counts);
    add_properties(&counts);
    sign = add_rule(survey, "shapes", "solid", counts.cells[HAS_SHAPES]);
    if (sign != NULL) {
      survey_guess(sign, "tiles with collision shapes");
    }
    weigh_guesses(survey);
    for (size_t i = 0; i < tiled->tileset_count && !survey->is_sure && !survey->has_names &&
                       format != MAP_FORMAT_LDTK;
         i++) {
      add_tiles(survey, tiled, &tiled->tilesets[i]);
    }
  } else {
    survey->no_memory = true;
  }
  free(counts.tile_bits);
  free(counts.class_cells);
  free(counts.layer_cells);
  return survey->no_memory ? command_fail_memory(path) : EXIT_DONE;
}
